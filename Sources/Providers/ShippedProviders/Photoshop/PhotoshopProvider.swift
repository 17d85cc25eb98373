internal import Drawing
internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of Photoshop documents: the picture of all layers together that they carry.
  package static let photoshop = ProviderDefinition(
    id: "org.cameo.photoshop", version: "1.0", thumbnail: { PhotoshopThumbnails() }, preview: { PhotoshopPreviews() })
}

extension PhotoshopFile {
  /// The picture, and the largest size in a box that has its aspect.
  fileprivate func picture(in box: Size, _ pixels: PixelSize) throws -> (PixelBuffer, Size) {
    let picture = try self.pixels(fitting: pixels)
    let (width, height) = (Double(size.width), Double(size.height))
    // A small picture is not enlarged.
    let factor = min(box.width / width, box.height / height, 1)
    return (picture, Size(width: max(1, width * factor), height: max(1, height * factor)))
  }
}

final class PhotoshopThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let file = try PhotoshopFile(path: request.filePath)
    let (picture, size) = try file.picture(in: request.maximumSize, request.maximumPixelSize)
    var reply = ThumbnailReply(
      contextSize: size, currentContextDrawing: { context in try context.draw(picture, in: Rect(context.size)) })
    reply.extensionBadge = "PSD"
    return reply
  }
}

final class PhotoshopPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let file = try PhotoshopFile(path: request.filePath)
    let (picture, size) = try file.picture(in: request.maximumSize, request.maximumPixelSize)
    return .drawing(size: size) { context in try context.draw(picture, in: Rect(context.size)) }
  }
}
