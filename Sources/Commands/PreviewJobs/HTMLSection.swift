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
  /// The line below the title: pages and provider.
  var facts: [String] = []
  /// HTML that we write. It contains a provider's output only as a picture, as escaped text or in a sandboxed frame.
  var body = ""
  var pageCount: Int?
  var provider: ProviderName?
  /// What is wrong with the document.
  var warnings: [String] = []
  var notes: [String] = []

  /// - Parameter name: the file's name. Titles and names are escaped: they can neither reverse the writing direction
  ///   nor forge a line.
  init(_ name: String) {
    self.name = PrintableText.escaped(name)
    title = self.name
  }

  /// The maximum number of pages shown of a document. The others are only counted.
  static let maxPages = 50

  /// Asks for a preview, and for a thumbnail where an HTML page cannot hold the preview.
  static func make(of document: DocumentReference, by renderer: DocumentRenderer) async throws(ProviderError)
    -> HTMLSection
  {
    var section = HTMLSection(document.name)
    let preview: RenderReply
    do throws(ProviderError) {
      preview = try await renderer.preview(
        document, accept: ["text/html", "image/png", "application/pdf", "text/plain"])
    } catch {
      // The provider may show only some documents of the type as a whole.
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
      // The picture shows the first page.
      if let count = preview.pageCount, count > 1, renderer.target.page == nil {
        try await section.addPages(2, of: count, document, renderer)
      }
    case .pdf: try await section.addPages(of: preview, renderer)
    case .data: try await section.addData(preview, document, renderer)
    }
    section.facts = section.provider.map { [$0.id] } ?? []
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
    let thumbnail = try await renderer.thumbnail(document, page: renderer.target.page, size: renderer.target.size)
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

  /// Adds the pages of a PDF as pictures, which every browser shows without a plug-in. A worker draws them: the PDF is
  /// untrusted.
  private mutating func addPages(of preview: RenderReply, _ renderer: DocumentRenderer) async throws(ProviderError) {
    let copy: TemporaryFile
    do throws(ImageError) {
      copy = try TemporaryFile(preview.bytes)
    } catch {
      throw ProviderError(.overloaded, error.reason)
    }
    let document = DocumentReference(path: copy.path, name: name, contentType: "com.adobe.pdf")
    try await addPages(renderer.target.page ?? 1, of: preview.pageCount, document, renderer)
  }

  /// Adds pages as pictures: the page that the user chose, else `first` and those after it, up to a limit.
  private mutating func addPages(
    _ first: Int, of pages: Int?, _ document: DocumentReference, _ renderer: DocumentRenderer
  ) async throws(ProviderError) {
    var count = pages
    var page = first
    repeat {
      let picture = try await renderer.thumbnail(document, page: page, size: renderer.target.size)
      count = count ?? picture.pageCount
      addPicture(picture.contentType, picture.bytes, label: "page \(page)")
      page += 1
    } while renderer.target.page == nil && page <= min(count ?? 1, Self.maxPages)
    pageCount = count
    let left = (count ?? 1) - (page - 1)
    if renderer.target.page == nil, left > 0 {
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
      // In an img element nothing runs, not even in SVG.
      addPicture(type, preview.bytes)
    } else {
      notes.append("an HTML page cannot show \(type); this is the thumbnail")
      try await addThumbnail(document, renderer)
    }
  }
}
