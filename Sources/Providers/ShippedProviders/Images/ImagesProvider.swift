internal import ImageModel
internal import Imaging
package import ProviderKit
internal import ProviderProtocol

extension ProviderDefinition {
  /// The provider of pictures, of all formats that the suite reads.
  package static let images = ProviderDefinition(
    id: "org.cameo.images", version: "1.0", thumbnail: { ImageThumbnails() }, preview: { ImagePreviews() })
}

/// A small picture, made as `thumb` makes it: upright, in sRGB, row by row. For a camera's raw file it is the preview
/// that the camera stored in it.
struct SmallPicture {
  var pixels: PixelBuffer
  var pageCount: Int
  /// What is wrong with the file.
  var warnings: [String]

  init(path: String, page: Int?, box: PixelSize, limits: HostMessage.RenderLimits) throws(ImageError) {
    let source = try Self.source(path, limits)
    let options = RenderOptions(size: SizeRequest(width: box.width, height: box.height))
    pageCount = source.count
    let picture = try source.thumbnail(at: page.map { $0 - 1 } ?? source.primaryIndex, options)
    pixels = picture.pixels
    warnings = picture.diagnostics.filter { $0.severity != .note }.map(\.message)
  }

  /// The picture may use half of the memory limit. The rest is for the process.
  static func source(_ path: String, _ limits: HostMessage.RenderLimits) throws(ImageError) -> ImageSource {
    var bounds = Limits.standard
    bounds.maxMemory = min(bounds.maxMemory, limits.memoryMiB << 19)
    return try ImageSource(path: path, .init(limits: bounds, isCancelled: { Task.isCancelled }))
  }
}

final class ImageThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let picture = try SmallPicture(
      path: request.filePath, page: request.page, box: request.maximumPixelSize, limits: request.limits)
    var reply = ThumbnailReply(pixels: picture.pixels)
    reply.pageCount = picture.pageCount
    reply.warnings = picture.warnings
    return reply
  }
}

/// A small animation, in a format that browsers show like a PNG file: APNG.
struct SmallAnimation {
  /// The pixels of all frames together, in the file that is made and in the one that is decoded; what has more is shown
  /// as a picture.
  private static let maxPixels = 1 << 26
  private static let maxDecodedPixels = 200_000_000

  let file: [UInt8]

  /// nil for a still picture, and for an animation that is too long, or cannot be decoded.
  init?(path: String, box: PixelSize, limits: HostMessage.RenderLimits) throws(ImageError) {
    let source = try SmallPicture.source(path, limits)
    let size = try source.info(at: 0).size
    let pixels = min(size.pixelCount, box.pixelCount)
    guard source.animation != nil, source.count <= Self.maxPixels / max(1, pixels),
      source.count <= Self.maxDecodedPixels / max(1, size.pixelCount)
    else { return nil }
    var options = ImageDestination.ImageOptions()
    options.thumbnail = RenderOptions(size: SizeRequest(width: box.width, height: box.height))
    options.metadata = []
    options.isAnimation = true
    let destination = try ImageDestination(format: "png", limits: source.options.limits)
    do throws(ImageError) {
      for index in 0..<source.count { try destination.add(from: source, index: index, options) }
      try destination.finish()
    } catch {
      if error.kind == .cancelled { throw error }
      return nil
    }
    file = destination.finishedBytes
  }
}

final class ImagePreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    if request.page == nil,
      let animation = try SmallAnimation(
        path: request.filePath, box: request.maximumPixelSize, limits: request.limits)
    {
      return .data(of: "image/png") { animation.file }
    }
    let picture = try SmallPicture(
      path: request.filePath, page: request.page, box: request.maximumPixelSize, limits: request.limits)
    var reply = PreviewReply.pixels(picture.pixels)
    reply.pageCount = picture.pageCount
    reply.warnings = picture.warnings
    return reply
  }
}
