internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import ProviderProtocol

/// Takes the document of a request's body to the spool.
struct BodyReader {
  let state: ServiceState
  let request: Request
  let channel: any Channel

  /// - Throws: `bodyTooLarge` at once where the length is told, else on the way; `unsupportedMediaType`; `overloaded` before a
  ///   byte is read where there would be no turn; `requestInvalid` for a body that is empty or ends early; `requestTimeout`.
  func document(_ options: RenderOptions) async throws(ServiceProblem) -> ServedDocument {
    let mimeType = try mediaType()
    let limit = state.configuration.bodyLimit
    let told = request.headers[.contentLength].flatMap { Int($0) }
    if let told {
      guard told <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
      guard told > 0 else { throw .invalid("the body is empty") }
    }
    guard state.spool.hasRoom(for: told ?? 1) else { throw SpoolFolder.full }
    if await state.queue.isFull {
      throw ServiceProblem(
        ProviderError(.overloaded, "too many requests wait"), retryAfter: await state.queue.retryAfter)
    }
    if request.headers[.expect]?.lowercased() == "100-continue" {
      channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
    let writer = try state.spool.makeWriter(limit: limit)
    var failure: ServiceProblem?
    do {
      // The disk takes pieces of some kilobytes faster than a switch of threads would take.
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
      failure = .invalid("the body ended before its end")
    }
    state.metrics.received(writer.size)
    if let failure { throw failure }
    if let told, writer.size != told { throw .invalid("the body ended before its end") }
    guard writer.size > 0 else { throw .invalid("the body is empty") }
    return writer.document(
      name: options.name ?? "document", typeIdentifier: options.type, mimeType: options.type == nil ? mimeType : nil)
  }

  /// What the header says the body is; nil where it says nothing of use.
  private func mediaType() throws(ServiceProblem) -> String? {
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw ServiceProblem(.unsupportedMediaType, "the body is to come without a content encoding")
    }
    guard let field = request.headers[.contentType] else { return nil }
    var type = field.prefix { $0 != ";" }.lowercased()[...]
    while type.last == " " || type.last == "\t" { type.removeLast() }
    let parts = type.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isToken) }), type.utf8.count < 128
    else { throw ServiceProblem(.unsupportedMediaType, "Content-Type is no media type") }
    guard parts[0] != "multipart" else {
      throw ServiceProblem(.unsupportedMediaType, "the body is the document itself, not a form")
    }
    // What programs send where nobody told them what the body is.
    let saysNothing = ["application/octet-stream", "application/x-www-form-urlencoded", "binary/octet-stream"]
    return saysNothing.contains(String(type)) ? nil : String(type)
  }

  /// RFC 9110, 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
