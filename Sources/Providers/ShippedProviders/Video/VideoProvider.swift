internal import ImageModel
package import ProviderKit
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of films: a frame and facts.
  package static let video = ProviderDefinition(
    id: "org.cameo.video", version: "1.0", thumbnail: { VideoThumbnails() }, preview: { VideoPreviews() })
}

final class VideoThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    try request.requireSinglePage()
    let film = try await Film(path: request.filePath)
    var reply = ThumbnailReply(
      pixels: try await film.frame(fitting: request.maximumPixelSize, workFolder: request.workFolder))
    reply.title = film.title
    reply.extensionBadge = PlayingTime.text(film.length) ?? Badge.text(fileName: request.fileName)
    return reply
  }
}

/// A large frame, and what the film says of itself; the frame alone for callers that prefer pictures. The film is not
/// played.
final class VideoPreviews: PreviewProvider {
  private static let frame = PixelSize(width: 1_024, height: 1_024)

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    try request.requireSinglePage()
    let film = try await Film(path: request.filePath)
    guard Self.isPageWanted(request) else {
      return .pixels(try await film.frame(fitting: request.maximumPixelSize, workFolder: request.workFolder))
    }
    let frame = try await film.frame(fitting: Self.frame, workFolder: request.workFolder)
    var page = HTMLPage(title: film.title ?? request.fileName)
    page.style = "img{max-width:100%;max-height:32em}\n"
    var pictures = PicturePile()
    if let address = pictures.address("frame", frame) {
      page.append("<p><img alt=\"A frame of the film\" src=\"\(address)\"></p>\n")
    }
    page.append("h1", page.title)
    page.append(properties: film.facts)
    var reply = page.reply
    reply.title = film.title
    reply.attachments = pictures.attachments
    return reply
  }

  /// Whether the first type that the caller accepts, of those that can be made, is HTML.
  private static func isPageWanted(_ request: FilePreviewRequest) -> Bool {
    let accepted = request.acceptedContentTypes
    let first = accepted.first { $0 == "text/html" || $0 == "*/*" || $0.hasPrefix("image/") }
    return first.map { !$0.hasPrefix("image/") } ?? true
  }
}
