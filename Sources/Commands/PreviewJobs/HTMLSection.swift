internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import Glibc
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
  /// What the list of the viewer says of the file.
  var file = HTMLFile()
  /// The `data:` URL of a small picture for the list; nil where there is none.
  var thumbnail: String?
  /// Why the document cannot be shown.
  var error: String?
  /// What is wrong with the document.
  var warnings: [String] = []
  var notes: [String] = []

  /// - Parameter name: the file's name. Titles and names are escaped: they can neither reverse the writing direction
  ///   nor forge a line.
  init(_ name: String) {
    self.name = PrintableText.escaped(name)
    title = self.name
  }

  /// The box of the small pictures, in pixels.
  private static let thumbnailSize = PixelSize(width: 256, height: 256)

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
        document, accept: ["text/html", "image/png", "application/pdf", "text/plain"],
        prefersJPEG: isPhotograph(document, renderer.host.catalog.registry))
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
    case .html: section.body = DocumentHTML(preview).frame(title: section.title)
    case .image:
      section.addPicture(preview)
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

  /// Whether a document is what a camera makes, by its name. In the page it is JPEG, unless it is transparent: PNG
  /// would be ten times as large.
  private static func isPhotograph(_ document: DocumentReference, _ registry: ContentTypeRegistry) -> Bool {
    guard let type = registry.type(fileName: document.name)?.identifier else { return false }
    return ["public.jpeg", "public.heic", "public.camera-raw-image"].contains {
      registry.type(type, conformsTo: $0)
    }
  }

  /// A document that cannot be shown, with the reason.
  static func failure(_ name: String, _ reason: String) -> HTMLSection {
    var section = HTMLSection(name)
    section.error = PrintableText.escaped(reason)
    section.body = "<p class=\"failure\">\(HTMLText.escaped(reason))</p>"
    return section
  }

  /// Adds the small picture for a list of several documents. A document that is shown is not a failure if it has none.
  mutating func addListPicture(of document: DocumentReference, by renderer: DocumentRenderer) async {
    do throws(ProviderError) {
      let picture = try await renderer.thumbnail(
        document, page: renderer.target.page, size: Self.thumbnailSize, format: .jpeg)
      thumbnail = HTMLText.dataURL(picture.contentType, picture.bytes)
    } catch {
      thumbnail = nil
    }
  }

  /// The document in the list of the viewer (share/viewer/homes.js).
  func item(id: String) -> JSONValue {
    var members = [
      JSONMember("id", .string(id)), JSONMember("name", .string(name)),
      JSONMember("path", .string(file.folder + name)), JSONMember("preview", .string("#" + id)),
    ]
    func add(_ name: String, _ value: JSONValue?) { if let value { members.append(JSONMember(name, value)) } }
    add("title", title == name ? nil : .string(title))
    add("type", file.type.map { .string($0) })
    add("kind", file.kind.map { .string($0) })
    add("bytes", file.bytes.map { .int($0) })
    add("modified", file.modified.map { .string($0) })
    add("parts", pageCount.map { .int(Int64($0)) })
    add("thumbnail", thumbnail.map { .string($0) })
    add("error", error.map { .string($0) })
    return .object(members)
  }

  private mutating func addThumbnail(
    _ document: DocumentReference, _ renderer: DocumentRenderer
  ) async throws(ProviderError) {
    let thumbnail = try await renderer.thumbnail(document, page: renderer.target.page, size: renderer.target.size)
    provider = thumbnail.provider
    warnings = thumbnail.warnings
    pageCount = thumbnail.pageCount
    if let provider { facts = [provider.id] }
    addPicture(thumbnail)
  }

  private mutating func addPicture(_ picture: RenderReply, label: String? = nil) {
    let label = HTMLText.escaped(label ?? title)
    // With its size, a page has its place before its picture is decoded.
    var size = ""
    if let width = picture.width, let height = picture.height { size = " width=\"\(width)\" height=\"\(height)\"" }
    let type = String(picture.contentType.split(separator: ";")[0])
    body += "<img alt=\"\(label)\"\(size) src=\"\(HTMLText.dataURL(type, picture.bytes))\">\n"
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
      addPicture(picture, label: "page \(page)")
      page += 1
    } while renderer.target.page == nil && page <= min(count ?? 1, Self.maxPages)
    pageCount = count
    let left = (count ?? 1) - (page - 1)
    if renderer.target.page == nil, left > 0 {
      body += "<p class=\"note\">\(left) more pages are not shown.</p>\n"
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
      addPicture(preview)
    } else {
      notes.append("an HTML page cannot show \(type); this is the thumbnail")
      try await addThumbnail(document, renderer)
    }
  }
}

/// What the list of the viewer says of a document's file.
struct HTMLFile: Sendable {
  /// The folder below the directory that the user named, with a slash at its end; empty for named files.
  var folder = ""
  /// The identifier of the type, and its name.
  var type: String?
  var kind: String?
  /// nil for a directory and for what came through a pipe.
  var bytes: Int64?
  /// The time of the last change, in UTC (RFC 3339).
  var modified: String?

  init() {}

  /// - Parameter registry: finds the type. A file that cannot be read has none.
  init(_ input: InputFile, _ document: InputDocument, by registry: ContentTypeRegistry) {
    if case .path(let path, let below) = input {
      folder = PrintableText.escaped(below)
      if document.identity != nil, let status = SystemCall.status(of: path) {
        bytes = status.isRegularFile ? Int64(status.st_size) : nil
        let time = CivilTime(secondsSince1970: status.st_mtim.tv_sec)
        modified = "\(time.isoTime)Z"
      }
    }
    if let found = (try? document.identification(by: registry))?.type {
      (type, kind) = (found.identifier, found.name)
    }
  }
}
