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

  init(
    path: String, type: String, page: Int?, box: PixelSize, limits: HostMessage.RenderLimits
  ) throws(ImageError) {
    // The picture may use half of the memory limit. The rest is for the process.
    var bounds = Limits.standard
    bounds.maxMemory = min(bounds.maxMemory, limits.memoryMiB << 19)
    let source = try ImageSource(path: path, .init(limits: bounds, isCancelled: { Task.isCancelled }))
    let options = RenderOptions(size: SizeRequest(width: box.width, height: box.height))
    pageCount = source.count
    // A TIFF file of another type is a camera's raw file.
    if page ?? 1 == 1, source.format == "tiff", type != source.contentType,
      let preview = try source.previewThumbnail(options)
    {
      pixels = preview.pixels
      warnings = Self.warnings(preview.diagnostics)
      return
    }
    let picture = try source.thumbnail(at: page.map { $0 - 1 } ?? source.primaryIndex, options)
    pixels = picture.pixels
    warnings = Self.warnings(picture.diagnostics)
  }

  private static func warnings(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.filter { $0.severity != .note }.map(\.message)
  }
}

final class ImageThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let picture = try SmallPicture(
      path: request.filePath, type: request.contentType, page: request.page, box: request.maximumPixelSize,
      limits: request.limits)
    var reply = ThumbnailReply(pixels: picture.pixels)
    reply.pageCount = picture.pageCount
    reply.warnings = picture.warnings
    return reply
  }
}

final class ImagePreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let picture = try SmallPicture(
      path: request.filePath, type: request.contentType, page: request.page, box: request.maximumPixelSize,
      limits: request.limits)
    var reply = PreviewReply.pixels(picture.pixels)
    reply.pageCount = picture.pageCount
    reply.warnings = picture.warnings
    return reply
  }
}
