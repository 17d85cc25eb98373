internal import ByteStreams
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import ImageModel
internal import NIOCore
internal import NIOHTTPTypes
internal import ProviderProtocol

/// Writes the body of a request to a new file, which appears complete or not at all.
struct Upload {
  let entry: FolderEntry
  let call: BrowseCall
  let names: TemporaryNames

  /// - Throws: `preconditionFailed` if there is something under the name, before the body is read and at its end;
  ///   `lengthRequired`, `bodyTooLarge`, `requestInvalid` for a body that ends early, `requestTimeout`, `storageFull`,
  ///   `forbidden`.
  func run() async throws(ServiceProblem) {
    let limit = call.state.configuration.bodyLimit
    guard let length = call.request.headers[.contentLength].flatMap({ Int($0) }), length >= 0 else {
      throw ServiceProblem(.lengthRequired, "the length of the file has to be sent before it")
    }
    guard length <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
    if let encoding = call.request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw ServiceProblem(.unsupportedMediaType, "bodies with a content encoding are not accepted")
    }
    guard entry.status == nil else { throw Self.exists }
    let file = try Self.file(entry, names)
    if call.request.headers[.expect]?.lowercased() == "100-continue" {
      call.context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }
    var failure: ServiceProblem?
    do {
      for try await buffer in call.request.body {
        do throws(ImageError) {
          try Array(buffer.readableBytesView).withRawBytes { bytes throws(ImageError) in try file.append(bytes) }
        } catch {
          failure = CoordinatedChange.failure(error.systemError ?? 0)
          break
        }
      }
    } catch BrokenBody.tooSlow {
      failure = ServiceProblem(.requestTimeout, "the body came too slowly")
    } catch {
      failure = .invalid("the body ended early")
    }
    call.state.metrics.received(Int(file.size))
    if let failure { throw failure }
    guard file.size == UInt64(length) else { throw .invalid("the body ended early") }
    try Self.commit(file)
  }

  /// A new file that replaces nothing, not even a link.
  static func file(_ entry: FolderEntry, _ names: TemporaryNames) throws(ServiceProblem) -> AtomicFile {
    do throws(ImageError) {
      return try AtomicFile(path: entry.path, options: .init(noClobber: true, mode: 0o666), names: names)
    } catch {
      throw CoordinatedChange.failure(error.systemError ?? 0)
    }
  }

  static func commit(_ file: AtomicFile) throws(ServiceProblem) {
    do throws(ImageError) {
      try file.commit()
    } catch {
      if error.systemError == EEXIST { throw exists }
      throw CoordinatedChange.failure(error.systemError ?? 0)
    }
  }

  private static var exists: ServiceProblem {
    ServiceProblem(.preconditionFailed, "there is something with that name already")
  }
}
