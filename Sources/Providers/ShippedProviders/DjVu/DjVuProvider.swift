internal import ImageModel
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of DjVu documents. DjVuLibre's programs read them.
  package static let djvu = ProviderDefinition(
    id: "org.cameo.djvu", version: "1.0", thumbnail: { DjVuThumbnails() }, preview: { DjVuPreviews() })
}

final class DjVuThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let document = try await DjVuDocument(path: request.filePath)
    try request.requirePage(of: document.pageCount)
    var reply = ThumbnailReply(
      pixels: try await document.pixels(
        page: request.page ?? 1, fitting: request.maximumPixelSize, workFolder: request.workFolder))
    reply.title = document.title
    reply.pageCount = document.pageCount
    reply.extensionBadge = "DJVU"
    return reply
  }
}

/// One page as pixels; the whole document as HTML with its facts, its contents and its first pages.
final class DjVuPreviews: PreviewProvider {
  private static let maxPages = 24
  private static let page = PixelSize(width: 1_000, height: 1_400)

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let document = try await DjVuDocument(path: request.filePath)
    try request.requirePage(of: document.pageCount)
    var reply: PreviewReply
    if let page = request.page {
      reply = .pixels(
        try await document.pixels(page: page, fitting: request.maximumPixelSize, workFolder: request.workFolder))
    } else {
      reply = try await Self.pages(document, request)
    }
    reply.title = document.title
    reply.pageCount = document.pageCount
    return reply
  }

  private static func pages(_ document: DjVuDocument, _ request: FilePreviewRequest) async throws -> PreviewReply {
    var html = HTMLPage(title: document.title ?? request.fileName)
    html.style = """
      img{display:block;max-width:100%;margin:0 auto 1em}\(HTMLPage.contentsStyle)

      """
    html.append("h1", html.title)
    if !document.facts.isEmpty { html.append(properties: document.facts) }
    let count = document.pageCount
    html.append("p", count == 1 ? "1 page" : "\(count) pages", attributes: " class=\"note\"")
    html.append(contents: document.contents)
    let shown = min(count, maxPages)
    var pictures = PicturePile(maxCount: maxPages)
    for number in 1...shown {
      do {
        let pixels = try await document.pixels(page: number, fitting: page, workFolder: request.workFolder)
        guard let address = pictures.address("\(number)", pixels) else { continue }
        html.append("<img alt=\"Page \(number)\" src=\"\(address)\">\n")
      } catch let error as ProviderError where error.code == .corruptInput && number > 1 {
        // A document whose first page is damaged has no preview, as it has no thumbnail.
        html.append("p", "Page \(number) is damaged.", attributes: " class=\"note\"")
      }
    }
    if shown < count {
      html.append("p", "The document is longer; these are its first pages.", attributes: " class=\"note\"")
    }
    var reply = html.reply
    reply.attachments = pictures.attachments
    return reply
  }
}
