internal import ByteStreams
internal import ImageModel
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import ProviderHost
internal import ProviderProtocol

/// Fetches documents from allowed origins on other servers, by HTTP or HTTPS.
///
/// Each connection goes to an address that was checked before: the name is not resolved a second time. There is one
/// request for each connection. Nothing of the client's request is passed on, and no proxy of the environment is used.
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

  private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

  /// Documents that are fetched at a time; one client may have half of these.
  static let largestCount = 64
  private static let mostRedirects = 3
  /// Of one host, addresses beyond these are not tried.
  private static let mostAddresses = 4
  private static let connectSeconds = 5.0

  private let origins: SourceOrigins
  private let seconds: Double
  private let limit: Int
  private let agent: String
  private let resolver: SourceResolver
  /// nil where no origin needs it.
  private let tls: NIOSSLContext?
  private let places = SpaceShares(capacity: SourceFetcher.largestCount)

  /// - Parameters:
  ///   - seconds: how long one document may take, with its redirects.
  ///   - limit: the bytes that one may have.
  ///   - authorities: a file of certificates (PEM) that are trusted besides the system's; empty for none.
  /// - Throws: `usage` where the file cannot be used.
  init(
    _ origins: SourceOrigins, seconds: Double, limit: Int, authorities: String = "", version: String,
    resolver: SourceResolver = .system
  ) throws(ImageError) {
    // What can fail runs first: an error that is thrown between assignments crashes the optimizer of Swift 6.3.1.
    let tls = origins.needTLS ? try Self.context(authorities) : nil
    (self.origins, self.seconds, self.limit, self.resolver) = (origins, seconds, limit, resolver)
    (self.tls, agent) = (tls, "previewd/\(version)")
  }

  /// Checks a file of certificates, also where no origin needs TLS.
  ///
  /// - Throws: `usage`.
  static func check(authorities: String) throws(ImageError) { _ = try context(authorities) }

  private static func context(_ authorities: String) throws(ImageError) -> NIOSSLContext {
    // Opening a fifo would wait for its writer.
    if !authorities.isEmpty, let status = SystemCall.status(of: authorities),
      !status.isRegularFile, !status.isDirectory
    {
      throw ImageError(.usage, "the certificates for sources cannot be used: not a regular file", path: authorities)
    }
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    // How long a server may take to confirm the end of a connection.
    configuration.shutdownTimeout = .milliseconds(250)
    if !authorities.isEmpty { configuration.additionalTrustRoots = [.file(authorities)] }
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw ImageError(.usage, "the certificates for sources cannot be used: \(error)", path: authorities)
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
        let writer = try bodies.makeWriter(limit: limit, client: client)
        let isAnyAllowed = permission == .atAnyAddress
        let connection = try await connect(address, anyAddress: isAnyAllowed, until: end, holding: place)
        switch try await ask(connection, for: address, until: end, writer) {
        case .document(let document): return document
        case .redirect(let location): address = try Self.target(location, from: address)
        }
      } catch {
        throw Self.problem(error, until: end)
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

  // MARK: Connecting

  private func connect(
    _ address: SourceAddress, anyAddress: Bool, until end: NIODeadline, holding place: SpacePart
  ) async throws -> Connection {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    let found = try await resolver.find(address.host, until: end, on: eventLoop, holding: place)
    guard !found.isEmpty else { throw ServiceProblem(.sourceFailed, "the name of the source's host is not known") }
    let peers = found.filter { anyAddress || $0.isPublic }.prefix(Self.mostAddresses)
    guard !peers.isEmpty else {
      throw ServiceProblem(.sourceForbidden, "the source's host has no public address, and its origin is not private")
    }
    var failure: (any Error)?
    for peer in peers {
      do { return try await connect(address, at: peer, until: end, on: eventLoop) } catch { failure = error }
    }
    throw failure ?? ServiceProblem(.sourceFailed, "the source cannot be reached")
  }

  private func connect(
    _ address: SourceAddress, at peer: NetworkAddress, until end: NIODeadline, on eventLoop: any EventLoop
  ) async throws -> Connection {
    let left = end - NIODeadline.now()
    guard left > .nanoseconds(0), !Task.isCancelled else { throw ServiceProblem.sourceTimeout }
    let tls = address.isSecure ? tls : nil
    // A certificate for an address is compared with the address of the connection.
    let name = NetworkAddress(address.host) == nil ? address.host : nil
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (16 << 10, 32 << 10, 100)
    let decoderLimits = limits
    return try await ClientBootstrap(group: eventLoop)
      .connectTimeout(min(left, .nanoseconds(Int64(Self.connectSeconds * 1e9))))
      .connect(to: SocketAddress(ipAddress: peer.text, port: address.port)) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name)) }
          try pipeline.addHTTPClientHandlers(
            position: ChannelPipeline.SynchronousOperations.Position.last, decoderLimitConfiguration: decoderLimits)
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
  }

  // MARK: Asking

  private func ask(
    _ connection: Connection, for address: SourceAddress, until end: NIODeadline, _ writer: BodyWriter
  ) async throws -> Outcome {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: address.path + address.query,
      headers: [
        "Host": address.hostField, "User-Agent": agent, "Accept": "*/*", "Accept-Encoding": "identity",
        "Connection": "close",
      ])
    let channel = connection.channel
    let timer = channel.eventLoop.scheduleTask(deadline: end) { channel.close(promise: nil) }
    defer { timer.cancel() }
    let reading = SourceReading(address: address, limit: limit, writer: writer)
    return try await connection.executeThenClose { inbound, outbound in
      // In one write: a server may answer the head and close before a second one.
      try await outbound.write(contentsOf: [.head(head), .end(nil)])
      for try await part in inbound {
        switch part {
        case .head(let head): if let location = try reading.begin(head) { return .redirect(location) }
        case .body(let bytes): try reading.add(bytes)
        case .end: return .document(try reading.finish())
        }
      }
      throw ServiceProblem(.sourceFailed, "the source's answer ended early")
    }
  }

  /// What a failure means to the client.
  private static func problem(_ error: any Error, until end: NIODeadline) -> ServiceProblem {
    if Task.isCancelled { return ServiceProblem(ProviderError(.cancelled, "the request was cancelled")) }
    if let problem = error as? ServiceProblem, problem.status != ServiceProblem.Code.sourceFailed.status {
      return problem
    }
    // The connection was closed because the time was over, which the error does not tell.
    if NIODeadline.now() >= end { return .sourceTimeout }
    switch error {
    case let problem as ServiceProblem: return problem
    case is HTTPParserError:
      return ServiceProblem(.sourceFailed, "the source's answer is not valid HTTP, or ended early")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return ServiceProblem(.sourceFailed, "the TLS connection to the source failed")
    case ChannelError.connectTimeout(_): return .sourceTimeout
    default: return ServiceProblem(.sourceFailed, "the source cannot be reached")
    }
  }
}
