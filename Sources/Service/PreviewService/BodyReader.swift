internal import ContentTypes
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import ProviderHost
internal import ProviderProtocol

/// Writes the document of a request's body to a file.
struct BodyReader {
  let state: ServiceState
  let request: Request
  let channel: any Channel
  let client: Client

  /// - Parameter document: gets the file, its digest, and a name with the extension that Content-Type stands for.
  /// - Throws: `bodyTooLarge`, before a byte is read where the length is known; `unsupportedMediaType`; `overloaded`,
  ///   before a byte is read, where the queue is full; `requestInvalid` for a body that is empty or ends early;
  ///   `requestTimeout`.
  func read(into document: inout DocumentReference) async throws(ServiceProblem) {
    let mimeType = try mediaType()
    let limit = state.configuration.bodyLimit
    let announced = request.headers[.contentLength].flatMap { Int($0) }
    if let announced {
      guard announced <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
      guard announced > 0 else { throw .invalid("the body is empty") }
    }
    guard state.bodies.hasSpace(for: announced ?? 1, client: client.id) else { throw BodyFolder.full }
    if await state.host.isFull(for: client.id) {
      throw ServiceProblem(
        ProviderError(.overloaded, "too many requests wait"), retryAfter: await state.host.retryAfter(for: client.id))
    }
    if request.headers[.expect]?.lowercased() == "100-continue" {
      channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
    let writer = try state.bodies.makeWriter(limit: limit, client: client.id)
    var failure: ServiceProblem?
    do {
      // Writing a piece of a few kilobytes takes less time than switching to another thread.
      for try await buffer in request.body {
        do throws(ServiceProblem) {
          try buffer.withUnsafeReadableBytes { bytes throws(ServiceProblem) in try writer.append(bytes) }
        } catch {
          failure = error
          break
        }
      }
    } catch BrokenBody.tooSlow {
      failure = ServiceProblem(.requestTimeout, "the body came too slowly")
    } catch {
      failure = .invalid("the body ended early")
    }
    state.metrics.received(writer.size)
    if let failure { throw failure }
    if let announced, writer.size != announced { throw .invalid("the body ended early") }
    guard writer.size > 0 else { throw .invalid("the body is empty") }
    let body = writer.finish()
    (document.path, document.holder, document.fingerprint) = (body.path, body, writer.fingerprint)
    // The client's Content-Type is a hint, like a name. The content decides where it can.
    if document.contentType == nil, !document.name.contains("."), let mimeType,
      let suffix = state.host.catalog.registry.type(mimeType: mimeType)?.allExtensions.first
    {
      document.name += ".\(suffix)"
    }
  }

  /// The media type in the header; nil where the header does not tell the type.
  private func mediaType() throws(ServiceProblem) -> String? {
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw ServiceProblem(.unsupportedMediaType, "bodies with a content encoding are not accepted")
    }
    guard let field = request.headers[.contentType] else { return nil }
    var type = field.prefix { $0 != ";" }.lowercased()[...]
    while type.last == " " || type.last == "\t" { type.removeLast() }
    guard ReplyText.isMediaType(String(type)) else {
      throw ServiceProblem(.unsupportedMediaType, "Content-Type is not a media type")
    }
    guard !type.hasPrefix("multipart/") else {
      throw ServiceProblem(.unsupportedMediaType, "the body is the document itself, not a form")
    }
    // Programs send these types when they do not know what the body is.
    let saysNothing = ["application/octet-stream", "application/x-www-form-urlencoded", "binary/octet-stream"]
    return saysNothing.contains(String(type)) ? nil : String(type)
  }
}

extension ServiceProblem {
  static func bodyTooLarge(limit: Int) -> ServiceProblem {
    ServiceProblem(.bodyTooLarge, "the body is larger than \(limit) bytes")
  }
}
