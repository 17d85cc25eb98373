internal import ByteStreams
internal import CCurlShims
internal import Glibc
internal import ImageModel
internal import NIOCore
internal import NIOPosix
internal import ProviderHost
internal import ProviderProtocol

/// Fetches documents from allowed origins on other servers, by HTTP or HTTPS.
///
/// Each connection goes to an address that was checked before: the name is not resolved a second time. There is one
/// request for each connection, on a thread of its own. Nothing of the client's request is passed on, and no proxy of
/// the environment is used.
final class SourceFetcher: Sendable {
  /// A document that was fetched.
  struct Document: Sendable {
    let file: BodyFile
    let fingerprint: String
    let size: Int
    /// From the last address; nil where that has none.
    let name: String?
    /// nil where the source does not say it.
    let mimeType: String?
  }

  private enum Outcome: Sendable {
    case document(Document)
    /// The header field Location.
    case redirect(String)
  }

  /// Documents that are fetched at a time; one client may have half of these.
  static let largestCount = 64
  private static let mostRedirects = 3
  /// Of one host, addresses beyond these are not tried.
  private static let mostAddresses = 4

  private let origins: SourceOrigins
  private let seconds: Double
  private let limit: Int
  private let agent: String
  private let resolver: SourceResolver
  /// nil for the system's alone.
  private let authorities: String?
  private let places = SpaceShares(capacity: SourceFetcher.largestCount)

  /// - Parameters:
  ///   - seconds: how long one document may take, with its redirects.
  ///   - limit: the bytes that one may have.
  ///   - authorities: a file of certificates (PEM) that are trusted besides the system's; empty for none.
  /// - Throws: `usage` where libcurl is missing.
  init(
    _ origins: SourceOrigins, seconds: Double, limit: Int, authorities: String = "", version: String,
    resolver: SourceResolver = .system
  ) throws(ImageError) {
    // What can fail runs first: an error that is thrown between assignments crashes the optimizer of Swift 6.3.1.
    if let problem = curl_shim_load() {
      throw ImageError(.usage, "sources need libcurl: apt-get install libcurl4 (\(String(cString: problem)))")
    }
    (self.origins, self.seconds, self.limit, self.resolver) = (origins, seconds, limit, resolver)
    (self.authorities, agent) = (authorities.isEmpty ? nil : authorities, "previewd/\(version)")
  }

  /// Checks a file of certificates, also where no origin needs TLS.
  ///
  /// - Throws: `usage`.
  static func check(authorities: String) throws(ImageError) {
    guard access(authorities, R_OK) == 0 else {
      throw ImageError(.usage, SystemCall.error("open", path: authorities).reason, path: authorities)
    }
    // Opening a fifo would wait for its writer.
    guard SystemCall.status(of: authorities)?.isRegularFile ?? false, curl_shim_has_certificates(authorities) else {
      throw ImageError(.usage, "the certificates for sources cannot be used: this is no file of PEM", path: authorities)
    }
  }

  /// Fetches a document.
  ///
  /// - Throws: `requestInvalid`; `sourceForbidden`; `sourceUnavailable`; `bodyTooLarge`; `unsupportedMediaType`;
  ///   `sourceFailed`; `sourceTimeout`; `overloaded`; `storageFull`; `cancelled` where the task is cancelled.
  func fetch(
    _ text: String, into bodies: BodyFolder, client: String
  ) async throws(ServiceProblem) -> Document {
    var address = try SourceAddress(text)
    let place = SpacePart(of: places, for: client)
    guard place.grow(by: 1) else {
      throw ServiceProblem(ProviderError(.overloaded, "too many documents are being fetched"), retryAfter: 1)
    }
    let end = NIODeadline.now() + .nanoseconds(Int64(seconds * 1e9))
    for _ in 0...Self.mostRedirects {
      let permission = origins.permission(for: address)
      guard permission != .refused else {
        throw ServiceProblem(.sourceForbidden, "the source is not below an allowed origin")
      }
      do {
        let isAnyAllowed = permission == .atAnyAddress
        let peers = try await peers(of: address, anyAddress: isAnyAllowed, until: end, holding: place)
        switch try await ask(address, at: peers, until: end, into: bodies, client: client) {
        case .document(let document): return document
        case .redirect(let location): address = try Self.target(location, from: address)
        }
      } catch {
        if Task.isCancelled { throw ServiceProblem(ProviderError(.cancelled, "the request was cancelled")) }
        throw (error as? ServiceProblem) ?? ServiceProblem(.sourceFailed, "the source cannot be reached")
      }
    }
    throw ServiceProblem(.sourceFailed, "the source redirects more than \(Self.mostRedirects) times")
  }

  private static func target(_ location: String, from address: SourceAddress) throws(ServiceProblem) -> SourceAddress {
    do throws(ServiceProblem) {
      return try address.target(of: location)
    } catch {
      throw ServiceProblem(.sourceFailed, "the source redirects to an address that cannot be used")
    }
  }

  /// The addresses of a host that may be connected to.
  private func peers(
    of address: SourceAddress, anyAddress: Bool, until end: NIODeadline, holding place: SpacePart
  ) async throws -> [NetworkAddress] {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    let found = try await resolver.find(address.host, until: end, on: eventLoop, holding: place)
    guard !found.isEmpty else { throw ServiceProblem(.sourceFailed, "the name of the source's host is not known") }
    let peers = found.filter { anyAddress || $0.isPublic }.prefix(Self.mostAddresses)
    guard !peers.isEmpty else {
      throw ServiceProblem(.sourceForbidden, "the source's host has no public address, and its origin is not private")
    }
    return Array(peers)
  }

  private func ask(
    _ address: SourceAddress, at peers: [NetworkAddress], until end: NIODeadline, into bodies: BodyFolder,
    client: String
  ) async throws -> Outcome {
    let isCancelled = FolderSearch.Flag()
    return try await withTaskCancellationHandler {
      try await DetachedThread.run { () throws(ServiceProblem) -> Outcome in
        let writer = try bodies.makeWriter(limit: self.limit, client: client)
        let reading = SourceReading(address: address, limit: self.limit, writer: writer)
        let request = SourceRequest(reading, peers: peers, isCancelled: isCancelled)
        let location = try request.run(
          address, agent: self.agent, authorities: self.authorities,
          milliseconds: Int((end - NIODeadline.now()).nanoseconds / 1_000_000))
        if let location { return .redirect(location) }
        return .document(try reading.finish())
      }
    } onCancel: {
      isCancelled.set()
    }
  }
}
