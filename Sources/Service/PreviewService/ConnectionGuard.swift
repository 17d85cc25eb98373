internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import ProviderProtocol

/// The time limits of a connection, in seconds.
struct ConnectionTimes: Sendable {
  /// From the beginning to the end of a request's header.
  let header: Double
  /// Between two pieces of a body.
  let read: Double
  /// The time for a whole body.
  let upload: Double
  /// The time for a client to read an answer. One second is added for each `writeRate` bytes.
  let write: Double
  let writeRate: Int
  /// Between two requests.
  let idle: Double
  /// For a stream of events, which has no end of its own.
  let events = 3_600.0
  /// The time for data that the client still sends after the complete answer.
  let linger = 2.0

  init(_ configuration: ServiceConfiguration) {
    (header, read, upload) = (configuration.headerSeconds, configuration.readSeconds, configuration.uploadSeconds)
    (write, idle) = (configuration.writeSeconds, configuration.idleSeconds)
    writeRate = configuration.writeRate
  }

  /// The time that a client has to read an answer of some bytes: 30 years at most. With holes, a file may have
  /// exbibytes, and their time in nanoseconds would be no number of 64 bits.
  func write(_ bytes: Int) -> Double { write + (writeRate > 0 ? min(1e9, Double(bytes) / Double(writeRate)) : 0) }
}

/// Why a body ended before its end.
enum BrokenBody: Error {
  case tooSlow
  case cutShort
}

extension TimeAmount {
  static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}

/// Guards one connection: against slow clients, clients that disconnect, invalid requests, and answers that come before
/// their request has ended.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum Wait {
    case header, idle, body, linger
  }

  private let times: ConnectionTimes
  private let registry: ConnectionRegistry
  private let limits: ConnectionLimits
  private let proxies: TrustedProxies
  /// Receives the problem where the bytes received are not a valid request.
  private let onRefusal: @Sendable (ServiceProblem) -> Void
  private var presence: ClientPresence?
  private var heads: RequestHeadWatch?
  /// Requests whose answers are not complete.
  private var unanswered = 0
  /// Answers that have begun and that the client has not read to the end.
  private var unread = 0
  /// The time for the answer that began last, in seconds.
  private var timeToRead = 0.0
  private var bodyIsOpen = false
  private var closesAfterAnswer = false
  /// Set by a request after which the client wants no answer. What follows it is dropped.
  private var hasLastRequest = false
  /// Whether its client has too many connections.
  private var isRefused = false
  private var isLingering = false
  private var lingered = 0
  private var bodyStart = NIODeadline.now()
  private var lastRead = NIODeadline.now()
  private var alarm: Scheduled<Void>?
  private var writeAlarm: Scheduled<Void>?
  private static let maxLingered = 4 << 20

  init(
    times: ConnectionTimes, registry: ConnectionRegistry, limits: ConnectionLimits, proxies: TrustedProxies,
    onRefusal: @escaping @Sendable (ServiceProblem) -> Void
  ) {
    self.times = times
    self.registry = registry
    self.limits = limits
    self.proxies = proxies
    self.onRefusal = onRefusal
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    let peer = channel.peer
    // A proxy holds the connections of all its visitors.
    let limits = ConnectionLimits(
      listener: self.limits.listener, all: self.limits.all,
      client: proxies.contains(peer) ? self.limits.all : self.limits.client)
    (presence, isRefused) = registry.add(
      ObjectIdentifier(channel), client: PeerAddress.name(peer), limits: limits
    ) { channel.close(promise: nil) }
    heads = RequestHeadWatch.added(to: context)
    Self.limitBuffers(context.channel)
    wait(.header, context)
  }

  /// Limits the memory that a client can take by not reading: one piece of an answer in this process. The system holds
  /// what has been sent but not acknowledged, and at most 128 KiB of unsent bytes (tcp(7), TCP_NOTSENT_LOWAT; Swift
  /// does not import the constant, which is 25).
  private static func limitBuffers(_ channel: any Channel) {
    guard let options = channel.syncOptions else { return }
    do {
      try options.setOption(.writeBufferWaterMark, value: .init(low: 4 << 10, high: 8 << 10))
      switch channel.localAddress {
      case .v4, .v6: try options.setOption(.tcpOption(NIOBSDSocket.Option(rawValue: 25)), value: 128 << 10)
      case .unixDomainSocket, nil: break
      }
    } catch {
      // The connection is about to end, or its buffers keep the system's own size.
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    guard isRefused else { return }
    refuse(ServiceProblem(ProviderError(.overloaded, "there are too many connections from this address")), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  private func end(_ context: ChannelHandlerContext) {
    alarm?.cancel()
    writeAlarm?.cancel()
    presence?.leave()
    registry.remove(ObjectIdentifier(context.channel))
  }

  // MARK: What comes in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if isLingering { return swallow(part, context) }
    if isRefused || hasLastRequest && !bodyIsOpen { return }
    lastRead = .now()
    switch part {
    case .head(let head):
      unanswered += 1
      bodyIsOpen = true
      registry.setIdle(ObjectIdentifier(context.channel), false)
      bodyStart = lastRead
      // Before HTTP/1.1, a connection served one request (RFC 9112, C.2.2). A protocol that Upgrade names is not spoken
      // (RFC 9110, 7.8).
      if heads?.isLast ?? false || Self.asksToClose(head.headerFields) {
        (closesAfterAnswer, hasLastRequest) = (true, true)
      }
      wait(.body, context)
    case .body: break
    case .end:
      bodyIsOpen = false
      alarm?.cancel()
    }
    context.fireChannelRead(data)
  }

  /// Whether `close` is among the options of the connection (RFC 9110, 7.6.1).
  private static func asksToClose(_ fields: HTTPFields) -> Bool {
    fields[.connection]?.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains("close") ?? false
  }

  /// Drops the rest of a request that has its answer already, so that the client can read that answer.
  private func swallow(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head: break
    case .body(let bytes): lingered += bytes.readableBytes
    case .end: context.close(promise: nil)
    }
    if lingered > Self.maxLingered { context.close(promise: nil) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if isLingering { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed {
      if isLingering {
        context.close(promise: nil)
      } else if unanswered > 0, !bodyIsOpen {
        presence?.leave()
        // An answer that is given nevertheless is the last one.
        closesAfterAnswer = true
      }
    }
    // The service ends. After the answers under way, Hummingbird closes the connection.
    if event is ChannelShouldQuiesceEvent { closesAfterAnswer = true }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isLingering { return context.close(promise: nil) }
    // The parser reads no more. What the client still sends is dropped, so that it can read the answers.
    if error is HTTPParserError { heads?.shutInput() }
    if bodyIsOpen {
      bodyIsOpen = false
      alarm?.cancel()
      closesAfterAnswer = true
      let broken = error is BrokenBody ? error : error is HTTPParserError ? BrokenBody.cutShort : error
      return context.fireErrorCaught(broken)
    }
    guard error is HTTPParserError || !(error is IOError), unanswered == 0 else {
      return context.fireErrorCaught(error)
    }
    let isTooLong = (error as? HTTPParserError) == .headerOverflow
    refuse(
      isTooLong
        ? ServiceProblem(.headersTooLarge, "the header is too long") : .invalid("this is not an HTTP request"), context)
  }

  /// Answers bytes that are not a valid request.
  private func refuse(_ problem: ServiceProblem, _ context: ChannelHandlerContext) {
    let body = problem.body
    onRefusal(problem)
    unread += 1
    timeToRead = times.write
    awaitReader(context)
    var fields = problem.fields
    fields.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
    fields[.contentLength] = "\(body.count)"
    fields[.connection] = "close"
    unanswered += 1
    context.write(
      wrapOutboundOut(.head(HTTPResponse(status: problem.responseStatus, headerFields: fields))), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    closesAfterAnswer = true
    answered(context, .end(nil), nil)
  }

  // MARK: What goes out

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // The request has its answer already, so the rest of it is not read.
      if bodyIsOpen, unanswered <= 1, head.status.kind != .informational { closesAfterAnswer = true }
      if head.headerFields[.connection] == "close" { closesAfterAnswer = true }
      // With several requests in flight, only the last answer says `close`: clients read no answer after that one (RFC
      // 9112, 9.6).
      if head.status.kind != .informational {
        head.headerFields[.connection] = closesAfterAnswer && unanswered <= 1 ? "close" : nil
      }
      if head.status.kind != .informational {
        unread += 1
        timeToRead =
          head.headerFields[.contentType] == "text/event-stream"
          ? times.events : times.write(head.headerFields[.contentLength].flatMap { Int($0) } ?? 0)
        awaitReader(context)
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end(let trailers): answered(context, .end(trailers), promise)
    }
  }

  private func answered(
    _ context: ChannelHandlerContext, _ end: HTTPResponsePart, _ promise: EventLoopPromise<Void>?
  ) {
    unanswered -= 1
    let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let closes = closesAfterAnswer && unanswered <= 0
    promise.futureResult.whenComplete { _ in
      let (connection, context) = bound.value
      connection.unread -= 1
      connection.writeAlarm?.cancel()
      if connection.unread > 0 { connection.awaitReader(context) }
      // After a whole request, a connection that lingers is not idle: if it made room for another one, its client could
      // lose the answer.
      if closes {
        connection.linger(context)
      } else if connection.unread <= 0, connection.unanswered <= 0, !connection.bodyIsOpen {
        connection.registry.setIdle(ObjectIdentifier(context.channel), true)
      }
    }
    if closes {
      context.writeAndFlush(wrapOutboundOut(end), promise: promise)
    } else {
      context.write(wrapOutboundOut(end), promise: promise)
      if bodyIsOpen {
        // The next request has begun already.
        bodyStart = .now()
        lastRead = bodyStart
        wait(.body, context)
      } else if unanswered <= 0 {
        wait(.idle, context)
      }
    }
  }

  /// Limits the time that the client takes to read an answer. The time starts with the answer's head: the end of a
  /// large answer is written only after most of it was read.
  private func awaitReader(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    writeAlarm?.cancel()
    writeAlarm = context.eventLoop.scheduleTask(in: .seconds(timeToRead)) {
      let (_, context) = bound.value
      context.close(promise: nil)
    }
  }

  /// Closes our side first. Closes the connection when the client has closed its side or time is up. If both sides were
  /// closed at once, the system would discard the answer together with what the client still sends.
  private func linger(_ context: ChannelHandlerContext) {
    guard !isLingering else { return }
    isLingering = true
    wait(.linger, context)
    context.close(mode: .output, promise: nil)
    context.read()
  }

  // MARK: Time

  private func wait(_ what: Wait, _ context: ChannelHandlerContext) {
    alarm?.cancel()
    let seconds =
      switch what {
      case .header: times.header
      case .idle: times.idle
      case .linger: times.linger
      case .body: min(remaining(since: lastRead, times.read), remaining(since: bodyStart, times.upload))
      }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(in: .seconds(max(0.001, seconds))) {
      let (connection, context) = bound.value
      connection.timeIsUp(what, context)
    }
  }

  private func remaining(since start: NIODeadline, _ seconds: Double) -> Double {
    seconds - Double((NIODeadline.now() - start).nanoseconds) / 1e9
  }

  private func timeIsUp(_ what: Wait, _ context: ChannelHandlerContext) {
    switch what {
    case .header: refuse(ServiceProblem(.requestTimeout, "the request took too long"), context)
    case .idle, .linger: context.close(promise: nil)
    case .body:
      guard bodyIsOpen else { return }
      guard remaining(since: lastRead, times.read) <= 0 || remaining(since: bodyStart, times.upload) <= 0 else {
        return wait(.body, context)
      }
      errorCaught(context: context, error: BrokenBody.tooSlow)
    }
  }
}
