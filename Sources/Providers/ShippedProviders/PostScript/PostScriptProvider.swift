internal import ByteStreams
internal import ImageModel
package import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

extension ProviderDefinition {
  /// The provider of PostScript. Ghostscript makes PDF of it, and poppler's program draws that.
  package static let postscript = ProviderDefinition(
    id: "org.cameo.postscript", version: "1.0", thumbnail: { PostScriptThumbnails() },
    preview: { PostScriptPreviews() })
}

/// A page. Of an EPS file that cannot be run, the small picture that it carries.
final class PostScriptThumbnails: ThumbnailProvider {
  override func provideThumbnail(for request: FileThumbnailRequest) async throws -> ThumbnailReply {
    let document = try PostScriptDocument(path: request.filePath)
    var reply: ThumbnailReply
    do {
      reply = try await Self.page(of: document, request)
    } catch let error as ProviderError where error.code == .corruptInput || error.code == .providerUnavailable {
      guard let small = try document.smallPicture(fitting: request.maximumPixelSize) else { throw error }
      reply = ThumbnailReply(pixels: small)
    }
    reply.extensionBadge = Badge.text(fileName: request.fileName)
    return reply
  }

  private static func page(
    of document: PostScriptDocument, _ request: FileThumbnailRequest
  ) async throws -> ThumbnailReply {
    let file = request.workFolder + "/document.pdf"
    defer { SystemCall.remove(file) }
    let page = request.page ?? 1
    try await document.write(pages: max(page, 1), to: file)
    let facts = try await PDFFacts(path: file)
    try request.requirePage(of: facts.pageCount)
    var reply = ThumbnailReply(
      pixels: try await PDFPage.pixels(
        file, page: page, fitting: request.maximumPixelSize, workFolder: request.workFolder))
    reply.title = PostScriptDocument.title(facts.title)
    reply.pageCount = document.pageCount.map { max($0, facts.pageCount) }
    return reply
  }
}

/// The document, or one page of it, as PDF. Of an EPS file that cannot be run, the small picture that it carries.
final class PostScriptPreviews: PreviewProvider {
  override func providePreview(for request: FilePreviewRequest) async throws -> PreviewReply {
    let document = try PostScriptDocument(path: request.filePath)
    do {
      return try await Self.pages(of: document, request)
    } catch let error as ProviderError where error.code == .corruptInput || error.code == .providerUnavailable {
      guard let small = try document.smallPicture(fitting: request.maximumPixelSize) else { throw error }
      return .pixels(small)
    }
  }

  private static func pages(
    of document: PostScriptDocument, _ request: FilePreviewRequest
  ) async throws -> PreviewReply {
    let file = request.workFolder + "/document.pdf"
    try await document.write(pages: request.page.map { max($0, 1) }, to: file)
    let facts: PDFFacts
    var path = file
    do {
      facts = try await PDFFacts(path: file)
      try request.requirePage(of: facts.pageCount)
      if let page = request.page, facts.pageCount > 1 {
        path = try await PDFPage.extracted(page, of: file, to: request.workFolder + "/page.pdf")
        SystemCall.remove(file)
      }
    } catch {
      SystemCall.remove(file)
      throw error
    }
    var reply = PreviewReply.forPDF(pageSize: request.maximumSize) { _ in WrittenPDF(path: path) }
    reply.title = PostScriptDocument.title(facts.title)
    reply.pageCount = request.page == nil ? facts.pageCount : document.pageCount.map { max($0, facts.pageCount) }
    return reply
  }
}
