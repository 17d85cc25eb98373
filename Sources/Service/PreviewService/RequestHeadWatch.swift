internal import NIOCore
internal import NIOHTTP1

/// Looks at the heads of requests as they came: what is told of them later lacks their version, and all hosts but the first.
final class RequestHeadWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Whether the last request was of a version in which connections end with their answer (RFC 9112, 9.3).
  private(set) var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor < 1
    // Which one of two is meant nobody can say (RFC 9112, 3.2): none is.
    if head.headers["host"].count > 1 { head.headers.remove(name: "host") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Takes its place behind the parser of a connection.
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
