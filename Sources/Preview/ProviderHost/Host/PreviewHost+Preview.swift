internal import ContentTypes
internal import ProviderProtocol

extension PreviewHost {
  /// Makes a preview, once for all who want it.
  nonisolated func makePreview(_ request: PreviewRequest) async throws(ProviderError) -> RenderedPreview {
    let end = request.deadlineSeconds.map { ContinuousClock.now + .seconds($0) }
    let type = try TypeFinder(registry: catalog.registry).type(of: request.document)
    let provider = try provider(for: type, capability: .preview, side: nil)
    guard provider.level > 0 else {
      throw ProviderError(
        .unsupportedType, "no provider makes previews of \(type.name) (\(type.identifier))", provider: provider.id)
    }
    let job = Job(
      provider: provider, document: request.document, type: type, tenant: request.tenant, clientID: request.clientID,
      seconds: provider.limits.previewSeconds, end: end)
    let size = request.maximumSize
    let checker = ReplyChecker(limits: provider.limits, maximumSize: size)
    return try await render(job) { pool, isRetry throws(ProviderError) in
      let made = try await self.perform(job, in: pool, fresh: isRetry, isRetry: isRetry) { place in
        .preview(
          HostMessage.PreviewRequest(
            id: place.id, input: place.input, output: place.output,
            maximumSize: .init(width: Double(size.width) / request.scale, height: Double(size.height) / request.scale),
            scale: request.scale, page: request.page, accept: request.accept, deadlineMs: Int(place.seconds * 1_000)))
      } check: { reply, path throws(ProviderError) in
        try Self.checked(reply, at: path, checker, provider)
      }
      switch made {
      case .preview(let preview): return preview
      case .pixels(let pixels, var preview):
        preview.bytes = try self.encode(pixels, format: request.format)
        preview.contentType = "image/\(request.format)"
        (preview.width, preview.height) = (pixels.width, pixels.height)
        return preview
      case .encoded(let bytes, var preview):
        let (pixels, warnings) = try await self.decode(bytes, for: job, size: size, isRetry: isRetry)
        preview.warnings = ReplyText.lines(preview.warnings + warnings)
        preview.bytes = try self.encode(pixels, format: request.format)
        preview.contentType = "image/\(request.format)"
        (preview.width, preview.height) = (pixels.width, pixels.height)
        return preview
      }
    }
  }

  /// A preview that is ready, or whose picture has to be encoded, or decoded and encoded.
  private enum Made: Sendable {
    case preview(RenderedPreview)
    case pixels(CheckedPixels, RenderedPreview)
    case encoded([UInt8], RenderedPreview)
  }

  private static func checked(
    _ reply: ProviderMessage.Reply, at path: String, _ checker: ReplyChecker, _ provider: ProviderDescription
  ) throws(ProviderError) -> Made {
    var preview = RenderedPreview(
      kind: .image, bytes: [], contentType: "image/png", title: ReplyText.line(reply.title, limit: 1_024),
      pageCount: reply.pageCount.flatMap { (1...1_000_000).contains($0) ? $0 : nil },
      warnings: ReplyText.lines(reply.warnings), provider: ProviderName(id: provider.id, version: provider.version))
    switch reply.content {
    case .pixels(let pixels): return .pixels(try checker.pixels(pixels, at: path), preview)
    case .image: return .encoded(try checker.file(at: path), preview)
    case .pdf:
      preview.kind = .pdf
      preview.contentType = "application/pdf"
      preview.bytes = try checker.file(at: path)
      // ISO 32000-1, 7.5.2; what is behind the first bytes is for who shows it.
      guard preview.bytes.starts(with: "%PDF-".utf8) else {
        throw ProviderError(.protocolViolation, "the reply is no PDF document")
      }
      return .preview(preview)
    case .data(let contentType, let encoding, let attachments):
      guard ReplyText.isMediaType(contentType), encoding.map({ (1...40).contains($0.utf8.count) }) ?? true,
        encoding?.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"\\;,".utf8.contains($0) }) ?? true
      else { throw ProviderError(.protocolViolation, "the reply's type or encoding is no such") }
      preview.contentType = contentType
      preview.encoding = encoding
      let name = contentType.split(separator: ";")[0].lowercased()
      preview.kind = name == "text/html" || name == "application/xhtml+xml" ? .html : .data
      preview.bytes = try checker.file(at: path)
      preview.attachments = try checker.attachments(attachments, besides: path, used: preview.bytes.count)
      return .preview(preview)
    }
  }
}
