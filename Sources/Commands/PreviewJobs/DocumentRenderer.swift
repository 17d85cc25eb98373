internal import ContentTypes
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol

/// Asks the host to render a document as the options of a run say.
struct DocumentRenderer: Sendable {
  let host: PreviewHost
  var target: RenderTarget
  var seconds: Double?
  var usesCache = true
  /// The page around documents in HTML; nil where none is written.
  var viewer: EmbeddedViewer?
  /// Called after a failure. Does not return if the process is about to end.
  var waitIfTerminating: @Sendable () -> Void = {}

  /// All documents of a run may share workers, because one user named them together.
  static let tenant = "run"

  func render(_ document: DocumentReference) async throws(ProviderError) -> RenderedDocument {
    if target.kind == .thumbnail { return try await picture(document) }
    switch target.format {
    case .html: return try await page(document)
    case .png, .jpeg:
      let picture = try await preview(document, accept: ["image/\(target.format.rawValue)"], mustBePicture: true)
      var result = rendered(picture)
      if let type = picture.previewType { result.notes.append("the preview is \(type); this is the thumbnail") }
      return result
    case .pdf:
      let preview = try await preview(document, accept: ["application/pdf"])
      guard preview.kind == .pdf else {
        throw ProviderError(
          .unsupportedType, "the preview is \(preview.contentType), not PDF", provider: preview.provider?.id)
      }
      return rendered(preview)
    case .original: return rendered(try await preview(document, accept: []))
    }
  }

  /// A thumbnail of the target's size.
  func picture(_ document: DocumentReference) async throws(ProviderError) -> RenderedDocument {
    let format: PictureFormat = target.format == .jpeg ? .jpeg : .png
    let thumbnail = try await thumbnail(document, page: target.page, size: target.size, format: format)
    return RenderedDocument(
      format: format.rawValue, contentType: thumbnail.contentType, fileExtension: format == .jpeg ? "jpg" : "png",
      bytes: thumbnail.bytes, width: thumbnail.width ?? 0, height: thumbnail.height ?? 0, title: thumbnail.title,
      pageCount: thumbnail.pageCount, provider: thumbnail.provider, isCached: thumbnail.isCached,
      warnings: thumbnail.warnings)
  }

  func thumbnail(
    _ document: DocumentReference, page: Int?, size: PixelSize, format: PictureFormat = .png
  ) async throws(ProviderError) -> RenderReply {
    var request = RenderRequest(.thumbnail, of: document, maximumSize: size)
    request.scale = target.scale
    request.page = page
    request.format = format
    request.tenant = Self.tenant
    request.deadlineSeconds = seconds
    request.usesCache = usesCache
    return try await host.render(request)
  }

  func preview(
    _ document: DocumentReference, accept: [String], mustBePicture: Bool = false, prefersJPEG: Bool = false
  ) async throws(ProviderError) -> RenderReply {
    var request = RenderRequest(.preview, of: document, maximumSize: target.size)
    request.scale = target.scale
    request.page = target.page
    request.accept = accept
    request.mustBePicture = mustBePicture
    // nil: PNG where the picture is not opaque.
    request.format = prefersJPEG ? nil : target.format == .jpeg ? .jpeg : .png
    request.tenant = Self.tenant
    request.deadlineSeconds = seconds
    return try await host.render(request)
  }

  /// An HTML page with this document alone.
  private func page(_ document: DocumentReference) async throws(ProviderError) -> RenderedDocument {
    let section = try await HTMLSection.make(of: document, by: self)
    guard let viewer else { throw ProviderError(.requestInvalid, "there is no page for HTML") }
    let page = HTMLGallery(title: section.title, sections: [section], viewer: viewer)
    return RenderedDocument(
      format: "html", contentType: "text/html", fileExtension: "html", bytes: Array(page.text.utf8),
      title: section.title, pageCount: section.pageCount, provider: section.provider,
      warnings: section.warnings, notes: section.notes)
  }

  private func rendered(_ preview: RenderReply) -> RenderedDocument {
    let isPNG = preview.contentType == "image/png"
    let suffix: String
    let format: String
    switch preview.kind {
    case .pdf: (format, suffix) = ("pdf", "pdf")
    case .html: (format, suffix) = ("html", "html")
    case .image: (format, suffix) = isPNG ? ("png", "png") : ("jpeg", "jpg")
    case .data:
      let name = String(preview.contentType.split(separator: ";")[0])
      format = preview.contentType
      suffix = host.catalog.registry.type(mimeType: name)?.allExtensions.first ?? "bin"
    }
    var result = RenderedDocument(
      format: format, contentType: preview.contentType, fileExtension: suffix, bytes: preview.bytes,
      width: preview.width ?? 0, height: preview.height ?? 0, title: preview.title, pageCount: preview.pageCount,
      provider: preview.provider, warnings: preview.warnings)
    if preview.kind == .html, !preview.attachments.isEmpty {
      // A file cannot carry attachments: they are inlined.
      result.bytes = Array(DocumentHTML(preview).inlined.utf8)
    }
    return result
  }
}

/// The result of rendering a document, ready to be written.
struct RenderedDocument: Sendable {
  /// The name of the format: `png`, `jpeg`, `pdf`, `html`, or the MIME type.
  var format: String
  var contentType: String
  var fileExtension: String
  var bytes: [UInt8]
  /// In pixels; 0 if the result is not a picture.
  var width = 0
  var height = 0
  var title: String?
  var pageCount: Int?
  var provider: ProviderName?
  var isCached = false
  /// What is wrong with the document.
  var warnings: [String] = []
  /// What else the user should know.
  var notes: [String] = []
}
