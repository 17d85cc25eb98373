internal import ContentTypes
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import ProviderProtocol

/// Asks the host for what a run wants of a document.
struct DocumentRenderer: Sendable {
  let host: PreviewHost
  var want: Want
  var seconds: Double?
  var usesCache = true
  /// Called after a failure: where the process is about to end, it does not return.
  var waitIfEnding: @Sendable () -> Void = {}

  /// All documents of a run may go through the same workers: they belong to one user, who named them together.
  static let tenant = "run"

  func deliverable(_ document: DocumentReference) async throws(ProviderError) -> Deliverable {
    if want.kind == .thumbnail { return try await picture(document) }
    switch want.format {
    case .html: return try await page(document)
    case .png, .jpeg:
      do throws(ProviderError) {
        let preview = try await preview(document, accept: ["image/\(want.format.rawValue)"])
        if preview.kind == .image { return deliverable(preview) }
        var picture = try await picture(document)
        picture.notes.append("its preview is \(preview.contentType); this is its picture")
        return picture
      } catch {
        guard error.code == .unsupportedType else { throw error }
        return try await picture(document)
      }
    case .pdf:
      let preview = try await preview(document, accept: ["application/pdf"])
      guard preview.kind == .pdf else {
        throw ProviderError(
          .unsupportedType, "its preview is \(preview.contentType), not PDF", provider: preview.provider?.id)
      }
      return deliverable(preview)
    case .original: return deliverable(try await preview(document, accept: []))
    }
  }

  /// A thumbnail of the wanted size.
  func picture(_ document: DocumentReference) async throws(ProviderError) -> Deliverable {
    let format = want.format == .jpeg ? "jpeg" : "png"
    let thumbnail = try await thumbnail(document, page: want.page, size: want.size, format: format)
    return Deliverable(
      format: format, contentType: thumbnail.contentType, fileExtension: format == "jpeg" ? "jpg" : "png",
      bytes: thumbnail.bytes, width: thumbnail.width ?? 0, height: thumbnail.height ?? 0, title: thumbnail.title,
      pageCount: thumbnail.pageCount, provider: thumbnail.provider, isCached: thumbnail.isCached,
      warnings: thumbnail.warnings)
  }

  func thumbnail(
    _ document: DocumentReference, page: Int?, size: PixelSize, format: String = "png"
  ) async throws(ProviderError) -> RenderReply {
    var request = RenderRequest(.thumbnail, of: document, maximumSize: size)
    request.scale = want.scale
    request.page = page
    request.format = format
    request.tenant = Self.tenant
    request.deadlineSeconds = seconds
    request.usesCache = usesCache
    return try await host.render(request)
  }

  func preview(_ document: DocumentReference, accept: [String]) async throws(ProviderError) -> RenderReply {
    var request = RenderRequest(.preview, of: document, maximumSize: want.size)
    request.scale = want.scale
    request.page = want.page
    request.accept = accept
    request.format = want.format == .jpeg ? "jpeg" : "png"
    request.tenant = Self.tenant
    request.deadlineSeconds = seconds
    return try await host.render(request)
  }

  /// A page of this document alone.
  private func page(_ document: DocumentReference) async throws(ProviderError) -> Deliverable {
    let section = try await HTMLSection.make(of: document, by: self)
    let page = HTMLGallery(title: section.title, sections: [section])
    return Deliverable(
      format: "html", contentType: "text/html", fileExtension: "html", bytes: Array(page.text.utf8),
      title: section.title, pageCount: section.pageCount, provider: section.provider,
      warnings: section.warnings, notes: section.notes)
  }

  private func deliverable(_ preview: RenderReply) -> Deliverable {
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
    var result = Deliverable(
      format: format, contentType: preview.contentType, fileExtension: suffix, bytes: preview.bytes,
      width: preview.width ?? 0, height: preview.height ?? 0, title: preview.title, pageCount: preview.pageCount,
      provider: preview.provider, warnings: preview.warnings)
    if preview.kind == .html, !preview.attachments.isEmpty {
      // A file has no place for attachments: they go into it.
      result.bytes = Array(DocumentHTML(preview).inlined.utf8)
    }
    return result
  }
}
