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
    try await state.checkQueue(for: client)
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
    state.addSuffix(to: &document, mimeType: mimeType)
  }

  /// The media type in the header; nil where the header does not tell the type.
  private func mediaType() throws(ServiceProblem) -> String? {
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw ServiceProblem(.unsupportedMediaType, "bodies with a content encoding are not accepted")
    }
    guard let field = request.headers[.contentType] else { return nil }
    guard let type = MediaType(field) else {
      throw ServiceProblem(.unsupportedMediaType, "Content-Type is not a media type")
    }
    guard !type.isMultipart else {
      throw ServiceProblem(.unsupportedMediaType, "the body is the document itself, not a form")
    }
    return type.hint
  }
}

/// The media type of a header field Content-Type, in lower case and without parameters.
struct MediaType {
  private let text: String

  /// nil for a text that is not a media type.
  init?(_ field: String) {
    var type = field.prefix { $0 != ";" }.lowercased()[...]
    while type.last == " " || type.last == "\t" { type.removeLast() }
    guard ReplyText.isMediaType(String(type)) else { return nil }
    text = String(type)
  }

  var isMultipart: Bool { text.hasPrefix("multipart/") }

  /// The type; nil for one that programs and servers send if they do not know what the body is.
  var hint: String? {
    let saysNothing = ["application/octet-stream", "application/x-www-form-urlencoded", "binary/octet-stream"]
    return saysNothing.contains(text) ? nil : text
  }
}

extension ServiceState {
  /// - Throws: `overloaded` where the queue is full.
  func checkQueue(for client: Client) async throws(ServiceProblem) {
    guard await host.isFull(for: client.id) else { return }
    throw ServiceProblem(
      ProviderError(.overloaded, "too many requests wait"), retryAfter: await host.retryAfter(for: client.id))
  }

  /// Adds the extension of a declared type to a name without one. The declared type is a hint, like a name: the content
  /// decides where it can.
  func addSuffix(to document: inout DocumentReference, mimeType: String?) {
    guard document.contentType == nil, !document.name.contains("."), let mimeType,
      let suffix = host.catalog.registry.type(mimeType: mimeType)?.allExtensions.first
    else { return }
    document.name += ".\(suffix)"
  }
}

extension ServiceProblem {
  static func bodyTooLarge(limit: Int) -> ServiceProblem {
    ServiceProblem(.bodyTooLarge, "the body is larger than \(limit) bytes")
  }
}
