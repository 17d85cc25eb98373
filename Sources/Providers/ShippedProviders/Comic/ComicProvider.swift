internal import ImageModel
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of comic books: each page is a picture.
  package static let comic = ProviderDefinition(
    id: "org.cameo.comic", version: "1.0", thumbnail: { ComicThumbnails() }, preview: { ComicPreviews() })
}

extension ComicBook {
  /// The pixels of a page, counted from 1; without a number, those of the first page that can be read.
  fileprivate func pixels(page: Int?, fitting box: PixelSize) throws -> PixelBuffer {
    // Covers are often broken on purpose: an advertisement, or a file without content.
    for number in page.map({ $0 - 1..<$0 }) ?? 0..<min(pageCount, 4) {
      if let file = try file(number), let picture = DocumentPicture.pixels(file, fitting: box, background: .white) {
        return picture
      }
      try Task.checkCancellation()
    }
    throw ProviderError(.corruptInput, "page \(page ?? 1) is damaged, or is not a picture")
  }
}

final class ComicThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let book = try ComicBook(path: request.filePath)
    try request.requirePage(of: book.pageCount)
    var reply = ThumbnailReply(pixels: try book.pixels(page: request.page, fitting: request.maximumPixelSize))
    reply.title = book.title
    reply.pageCount = book.pageCount
    reply.warnings = book.warnings
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }
}

/// One page as pixels; the whole book as HTML with its first pages.
final class ComicPreviews: PreviewProvider {
  private static let maxPages = 24

  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let book = try ComicBook(path: request.filePath)
    try request.requirePage(of: book.pageCount)
    var reply: PreviewReply
    if let page = request.page {
      reply = .pixels(try book.pixels(page: page, fitting: request.maximumPixelSize))
    } else {
      // A book whose pages are all broken has no preview, as it has no thumbnail.
      _ = try book.pixels(page: nil, fitting: PixelSize(width: 16, height: 16))
      reply = try Self.pages(book, request)
    }
    reply.title = book.title
    reply.pageCount = book.pageCount
    reply.warnings = book.warnings
    return reply
  }

  private static func pages(_ book: ComicBook, _ request: FilePreviewRequest) throws -> PreviewReply {
    let shown = min(book.pageCount, maxPages)
    var pictures = PicturePile(maxCount: maxPages)
    var addresses = [String?](repeating: nil, count: shown)
    try book.files(0..<shown) { number, file in
      addresses[number] = pictures.address("\(number)") { file }
      return true
    }
    var page = HTMLPage(title: book.title ?? request.fileName)
    page.style = "img{display:block;max-width:100%;margin:0 auto 1em}\n"
    page.append("h1", page.title)
    if !book.facts.isEmpty { page.append(properties: book.facts) }
    page.append("p", book.pageCount == 1 ? "1 page" : "\(book.pageCount) pages", attributes: " class=\"note\"")
    for (index, address) in addresses.enumerated() {
      if let address {
        page.append("<img alt=\"Page \(index + 1)\" src=\"\(address)\">\n")
      } else {
        page.append("p", "Page \(index + 1) cannot be shown.", attributes: " class=\"note\"")
      }
    }
    if shown < book.pageCount {
      page.append("p", "The book is longer; these are its first pages.", attributes: " class=\"note\"")
    }
    var reply = page.reply
    reply.attachments = pictures.attachments
    return reply
  }
}
