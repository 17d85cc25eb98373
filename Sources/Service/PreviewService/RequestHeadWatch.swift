internal import NIOCore
internal import NIOHTTP1

/// Reads the heads of requests as they arrived. Later handlers see neither the HTTP version, nor a second Host field,
/// nor the host of a target with a scheme.
final class RequestHeadWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether the request whose head came last is the last one of its connection: its version has one request for each
  /// connection (RFC 9112, 9.3), it asks for another protocol, after which the parser reads no more, or its body has a
  /// transfer coding besides `chunked`: others may see its end elsewhere.
  private(set) var isLast = false
  private let input = InputGate()

  /// Drops all that the client sends from now on.
  func shutInput() { input.shut() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      if case .end = unwrapInboundIn(data), isLast { shutInput() }
      return context.fireChannelRead(data)
    }
    let isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor < 1
    isLast =
      isOld || head.method == .CONNECT || head.headers.contains(name: "upgrade")
      || head.headers.contains(name: "transfer-encoding")
        && !Self.isChunked(head.headers["transfer-encoding"].joined(separator: ","))
    // A request with two Host fields is invalid, so neither is kept (RFC 9112, 3.2).
    if head.headers["host"].count > 1 { head.headers.remove(name: "host") }
    // The host of `GET http://host/path` replaces the field (RFC 9112, 3.2.2), which must be there all the same.
    if let host = Self.host(of: head.uri), head.headers.contains(name: "host") {
      head.headers.replaceOrAdd(name: "host", value: host)
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Whether a field Transfer-Encoding has the only coding that the parser decodes (RFC 9112, 6.1).
  static func isChunked(_ field: String) -> Bool {
    field.lowercased().filter { $0 != " " && $0 != "\t" } == "chunked"
  }

  /// The host and port in a target with a scheme, with the user name that must not be there; nil for other targets.
  private static func host(of target: String) -> String? {
    let bytes = target.utf8
    guard bytes.first != UInt8(ascii: "/"), let scheme = bytes.firstRange(of: "://".utf8) else { return nil }
    return String(Substring(bytes[scheme.upperBound...].prefix { !"/?#".utf8.contains($0) }))
  }

  /// Inserts a watch after the parser of a connection, and a gate before it.
  static func added(to context: ChannelHandlerContext) -> RequestHeadWatch? {
    let pipeline = context.pipeline.syncOperations
    let watch = RequestHeadWatch()
    do {
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(watch, position: .after(parser))
      try pipeline.addHandler(watch.input, position: .before(parser))
      return watch
    } catch {
      // Every connection has a parser; without a parser there are no heads to read.
      return nil
    }
  }
}

/// Drops what a client sends after its last request. The parser would collect it, without a limit: it stops reading
/// after a request with Upgrade or CONNECT, and at a version that it does not know.
private final class InputGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var isShut = false
  /// In bytes.
  private var dropped = 0
  private static let mostDropped = 4 << 20

  func shut() { isShut = true }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isShut else { return context.fireChannelRead(data) }
    dropped += unwrapInboundIn(data).readableBytes
    if dropped > Self.mostDropped { context.close(promise: nil) }
  }
}
