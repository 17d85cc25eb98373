internal import NIOCore
internal import NIOHTTP1

/// Looks at the heads of requests as they came. Later handlers see neither their version, nor more than one host.
final class RequestHeadWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether the last request was of a version in which connections end with their answer (RFC 9112, 9.3).
  private(set) var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor < 1
    // Of two hosts neither counts (RFC 9112, 3.2).
    if head.headers["host"].count > 1 { head.headers.remove(name: "host") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
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
      // Every connection has a parser; without one there are no heads to look at.
      return nil
    }
  }
}
