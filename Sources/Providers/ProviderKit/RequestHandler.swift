internal import ByteStreams
internal import ImageModel
internal import ProviderProtocol

/// Handles one request: asks the provider, and writes the answer to the output file.
struct RequestHandler: Sendable {
  let definition: ProviderDefinition
  let hello: HostMessage.Hello
  /// Takes partial replies.
  let sendPartial: @Sendable (ProviderMessage) -> Void

  /// Makes a thumbnail. Returns a reply, or an error.
  func answer(_ request: HostMessage.ThumbnailRequest) async -> ProviderMessage {
    await answer(request.id) {
      guard let provider = definition.thumbnail?() else {
        throw ProviderError(.requestInvalid, "\(definition.id) draws no thumbnails")
      }
      let reply = try await provider.provideThumbnail(for: fileRequest(request))
      try Task.checkCancellation()
      return try write(reply, for: request, to: OutputFile(path: request.output, limits: hello.limits))
    }
  }

  /// Makes a preview. Returns a reply, or an error.
  func answer(_ request: HostMessage.PreviewRequest) async -> ProviderMessage {
    await answer(request.id) {
      guard let provider = definition.preview?() else {
        throw ProviderError(.requestInvalid, "\(definition.id) makes no previews")
      }
      let fileRequest = FilePreviewRequest(
        filePath: request.input.path, fileName: request.input.name, contentType: request.input.contentType,
        maximumSize: request.maximumSize, scale: request.scale, page: request.page,
        acceptedContentTypes: request.accept, locale: hello.locale, limits: hello.limits,
        workFolder: PathText.split(request.output).directory)
      let reply = try await provider.providePreview(for: fileRequest)
      try Task.checkCancellation()
      return try write(reply, for: request)
    }
  }

  private func answer(_ id: Int, _ work: () async throws -> ProviderMessage.Reply) async -> ProviderMessage {
    do {
      return .reply(try await work())
    } catch {
      return .error(id: id, Task.isCancelled ? ProviderError(.cancelled, "cancelled") : ProviderError(of: error))
    }
  }

  private func fileRequest(_ request: HostMessage.ThumbnailRequest) -> FileThumbnailRequest {
    FileThumbnailRequest(
      filePath: request.input.path, fileName: request.input.name, contentType: request.input.contentType,
      maximumSize: request.maximumSize, minimumSize: request.minimumSize, scale: request.scale,
      page: request.page,
      locale: hello.locale, limits: hello.limits, workFolder: PathText.split(request.output).directory,
      partials: PartialReplies { reply in
        let output = OutputFile(path: request.output + ".partial", limits: hello.limits)
        sendPartial(.partial(try write(reply, for: request, to: output)))
      })
  }

  private func write(
    _ reply: ThumbnailReply, for request: HostMessage.ThumbnailRequest, to output: OutputFile
  ) throws -> ProviderMessage.Reply {
    let content: ProviderMessage.Content
    switch reply.content {
    case .drawing(let drawing):
      let picture = try PixelReply.draw(
        drawing, into: request.maximumSize, scale: request.scale, limits: hello.limits)
      content = try write(picture, to: output)
    case .pixels(let picture): content = try write(picture, to: output)
    case .imageFile(let path, let contentType):
      try output.copy(from: path)
      content = .image(contentType: contentType)
    }
    return ProviderMessage.Reply(
      id: request.id, content: content, title: reply.title.map(ShortLine.cut),
      extensionBadge: reply.extensionBadge.map(ShortLine.cut), pageCount: reply.pageCount,
      warnings: ShortLine.some(of: reply.warnings), isProvisional: reply.isProvisional)
  }

  private func write(_ picture: PixelBuffer, to output: OutputFile) throws -> ProviderMessage.Content {
    let (pixels, bytes) = try PixelReply.rows(picture, limits: hello.limits)
    try output.write(bytes)
    return .pixels(pixels)
  }

  private func write(_ reply: PreviewReply, for request: HostMessage.PreviewRequest) throws -> ProviderMessage.Reply {
    let output = OutputFile(path: request.output, limits: hello.limits)
    var result = ProviderMessage.Reply(
      id: request.id, content: .pdf, title: reply.title.map(ShortLine.cut), pageCount: reply.pageCount,
      warnings: ShortLine.some(of: reply.warnings), isProvisional: reply.isProvisional)
    switch reply.content {
    case .pdf(let size, let make):
      let document = try make(size)
      result.pageCount = reply.pageCount ?? document.pageCount
      try document.writePreview(to: output.path)
      try output.checkSize()
    case .drawing(let drawing):
      let picture = try PixelReply.draw(
        drawing, into: request.maximumSize, scale: request.scale, limits: hello.limits)
      result.content = try write(picture, to: output)
    case .pixels(let picture): result.content = try write(picture, to: output)
    case .data(let contentType, let makeData):
      try output.write(try makeData())
      result.content = try data(contentType, reply, beside: output)
    case .file(let path, let contentType):
      try output.copy(from: path)
      result.content = contentType == "application/pdf" ? .pdf : try data(contentType, reply, beside: output)
    }
    return result
  }

  private func data(
    _ contentType: String, _ reply: PreviewReply, beside output: OutputFile
  ) throws -> ProviderMessage.Content {
    var attachments: [ProviderMessage.Attachment] = []
    for (index, attachment) in reply.attachments.enumerated() {
      // The identifier may contain any character, so it is not part of the file's name.
      let name = "attachment-\(index)"
      try output.beside(name).write(attachment.data)
      attachments.append(.init(id: attachment.id, file: name, contentType: attachment.contentType))
    }
    return .data(contentType: contentType, encoding: reply.stringEncoding, attachments: attachments)
  }
}
