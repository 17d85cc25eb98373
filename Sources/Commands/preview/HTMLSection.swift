internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import StructuredText

/// One document of an HTML page.
struct HTMLSection: Sendable {
  /// The document's own title, else its name.
  var title: String
  /// The name of its file.
  var name: String
  /// What stands below the title: type, pages, provider.
  var facts: [String] = []
  /// HTML, made here: whatever comes from a provider is in it as picture, as escaped text or in a sandboxed frame.
  var body = ""
  var pageCount: Int?
  var provider: ProviderName?
  /// What is wrong with the document.
  var warnings: [String] = []
  var notes: [String] = []

  /// - Parameter name: the file's. In it and in titles nothing can turn the writing direction around or forge another line.
  init(_ name: String) {
    self.name = PrintableText.escaped(name)
    title = self.name
  }

  /// Pages of a document that are shown; the rest is counted.
  static let mostPages = 50

  /// Asks for a preview, and for a thumbnail where a page cannot hold one.
  static func make(of document: DocumentReference, by renderer: DocumentRenderer) async throws(ProviderError)
    -> HTMLSection
  {
    var section = HTMLSection(document.name)
    let preview: RenderReply
    do throws(ProviderError) {
      preview = try await renderer.preview(
        document, accept: ["text/html", "image/png", "application/pdf", "text/plain"])
    } catch {
      // A thumbnailer of the desktop makes thumbnails only.
      guard error.code == .unsupportedType else { throw error }
      try await section.addThumbnail(document, renderer)
      return section
    }
    section.pageCount = preview.pageCount
    section.provider = preview.provider
    section.warnings = preview.warnings
    if let title = preview.title, !title.isEmpty { section.title = PrintableText.escaped(title) }
    switch preview.kind {
    case .html: section.body = DocumentHTML(preview).frame
    case .image:
      section.addPicture(preview.contentType, preview.bytes)
      // The picture is that of one page.
      if let count = preview.pageCount, count > 1, renderer.want.page == nil {
        try await section.addPages(2, of: count, document, renderer)
      }
    case .pdf: try await section.addPages(of: preview, renderer)
    case .data: try await section.addData(preview, document, renderer)
    }
    section.facts = preview.provider.map { [$0.id] } ?? []
    if let count = preview.pageCount, count > 1 { section.facts.insert("\(count) pages", at: 0) }
    return section
  }

  /// A document that cannot be shown, with the reason.
  static func failure(_ name: String, _ reason: String) -> HTMLSection {
    var section = HTMLSection(name)
    section.body = "<p class=\"failure\">\(HTMLText.escaped(reason))</p>"
    return section
  }

  private mutating func addThumbnail(
    _ document: DocumentReference, _ renderer: DocumentRenderer
  ) async throws(ProviderError) {
    let thumbnail = try await renderer.thumbnail(document, page: renderer.want.page, size: renderer.want.size)
    provider = thumbnail.provider
    warnings = thumbnail.warnings
    pageCount = thumbnail.pageCount
    if let provider { facts = [provider.id] }
    addPicture(thumbnail.contentType, thumbnail.bytes)
  }

  private mutating func addPicture(_ contentType: String, _ bytes: [UInt8], label: String? = nil) {
    let label = HTMLText.escaped(label ?? title)
    body += "<img alt=\"\(label)\" src=\"\(HTMLText.dataURL(contentType, bytes))\">\n"
  }

  /// Pages as pictures, which every browser shows without a plug-in. The bytes are untrusted: a worker draws them.
  private mutating func addPages(of preview: RenderReply, _ renderer: DocumentRenderer) async throws(ProviderError)
  {
    let copy: TemporaryFile
    do throws(ImageError) {
      copy = try TemporaryFile(preview.bytes)
    } catch {
      throw ProviderError(.overloaded, error.reason)
    }
    let document = DocumentReference(path: copy.path, name: name, contentType: "com.adobe.pdf")
    try await addPages(renderer.want.page ?? 1, of: preview.pageCount, document, renderer)
  }

  /// Pages as pictures: the wanted one alone, else this one and those that follow, up to a limit.
  private mutating func addPages(
    _ first: Int, of pages: Int?, _ document: DocumentReference, _ renderer: DocumentRenderer
  ) async throws(ProviderError) {
    var count = pages
    var page = first
    repeat {
      let picture = try await renderer.thumbnail(document, page: page, size: renderer.want.size)
      count = count ?? picture.pageCount
      addPicture(picture.contentType, picture.bytes, label: "page \(page)")
      page += 1
    } while renderer.want.page == nil && page <= min(count ?? 1, Self.mostPages)
    pageCount = count
    let left = (count ?? 1) - (page - 1)
    if renderer.want.page == nil, left > 0 {
      body += "<p>\(left) more pages are not shown.</p>\n"
      notes.append("only \(page - 1) of \(count ?? 1) pages are shown")
    }
  }

  private mutating func addData(
    _ preview: RenderReply, _ document: DocumentReference, _ renderer: DocumentRenderer
  ) async throws(ProviderError) {
    let type = preview.contentType.split(separator: ";")[0].lowercased()
    if type.hasPrefix("text/") || type == "application/json" {
      body = "<pre>\(HTMLText.escaped(DocumentHTML(preview).text))</pre>\n"
    } else if ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"].contains(type) {
      // Nothing runs in a picture.
      addPicture(type, preview.bytes)
    } else {
      notes.append("a page cannot show \(type); this is its picture")
      try await addThumbnail(document, renderer)
    }
  }
}
