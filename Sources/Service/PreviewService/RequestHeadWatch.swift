internal import NIOCore
internal import NIOHTTP1

/// Reads the heads of requests as they arrived. Later handlers see neither the HTTP version, nor a second Host field,
/// nor the host of a target with a scheme.
final class RequestHeadWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether the last request had a version in which the connection ends after the answer (RFC 9112, 9.3).
  private(set) var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor < 1
    // A request with two Host fields is invalid, so neither is kept (RFC 9112, 3.2).
    if head.headers["host"].count > 1 { head.headers.remove(name: "host") }
    // The host of `GET http://host/path` replaces the field (RFC 9112, 3.2.2), which must be there all the same.
    if let host = Self.host(of: head.uri), head.headers.contains(name: "host") {
      head.headers.replaceOrAdd(name: "host", value: host)
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// The host and port in a target with a scheme, with the user name that must not be there; nil for other targets.
  private static func host(of target: String) -> String? {
    let bytes = target.utf8
    guard bytes.first != UInt8(ascii: "/"), let scheme = bytes.firstRange(of: "://".utf8) else { return nil }
    return String(Substring(bytes[scheme.upperBound...].prefix { !"/?#".utf8.contains($0) }))
  }

  /// Inserts a watch after the parser of a connection.
  static func added(to context: ChannelHandlerContext) -> RequestHeadWatch? {
    let pipeline = context.pipeline.syncOperations
    let watch = RequestHeadWatch()
    do {
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(watch, position: .after(parser))
      return watch
    } catch {
      // Every connection has a parser; without a parser there are no heads to read.
      return nil
    }
  }
}
