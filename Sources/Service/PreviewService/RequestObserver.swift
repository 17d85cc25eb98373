internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import ProviderHost
internal import Synchronization

/// Collects what the log says about one request. The line is written when both the connection and the handler have
/// finished with the request.
final class RequestRecord: Sendable {
  private struct State {
    var line: RequestLine
    /// Whether the request's handler is still running.
    var isHandled = false
    var isConnected = true
  }

  /// The request's ID, which the log and the answer have.
  let id: String
  /// nil where the client sent no valid `traceparent`. Requests that are made for this one pass its `text` on.
  let trace: TraceContext?
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  private let log: ServiceLog?

  init(_ line: RequestLine, _ log: ServiceLog?) {
    (id, trace) = (line.id, line.trace)
    state = Mutex(State(line: line))
    self.log = log
  }

  /// Changes the contents of the line.
  func note(_ change: (inout RequestLine) -> Void) { state.withLock { change(&$0.line) } }

  func handlerBegins() { state.withLock { $0.isHandled = true } }

  /// - Parameter code: the code of a problem; nil for success.
  func handlerEnds(code: String?) {
    end {
      $0.isHandled = false
      if let code, $0.isConnected { $0.line.code = code }
    }
  }

  /// Called when the answer has been sent, or the connection is closed.
  func connectionEnds(isComplete: Bool) {
    end {
      guard $0.isConnected else { return }
      $0.isConnected = false
      if !isComplete { ($0.line.status, $0.line.code) = (499, "cancelled") }
    }
  }

  private func end(_ change: (inout State) -> Void) {
    let line: RequestLine? = state.withLock { state in
      let wasOpen = state.isHandled || state.isConnected
      change(&state)
      guard wasOpen, !state.isHandled, !state.isConnected else { return nil }
      state.line.total = (ContinuousClock.now - start) / .seconds(1)
      return state.line
    }
    if let line { log?.write(line) }
  }
}

/// The records of requests whose handlers have not begun, in order, by channel.
final class RequestRecords: Sendable {
  private let waiting = Mutex<[ObjectIdentifier: [RequestRecord]]>([:])

  func add(_ record: RequestRecord, _ channel: ObjectIdentifier) {
    waiting.withLock { $0[channel, default: []].append(record) }
  }

  /// The record for the next request of a channel, whose handler begins now. nil where the channel is closed.
  func next(_ channel: ObjectIdentifier) -> RequestRecord? {
    waiting.withLock { waiting in
      guard let record = waiting[channel]?.first else { return nil }
      waiting[channel]?.removeFirst()
      record.handlerBegins()
      return record
    }
  }

  func remove(_ channel: ObjectIdentifier) { _ = waiting.withLock { $0.removeValue(forKey: channel) } }
}

/// Observes the requests of one connection and the answers that are sent, and adds the request's ID to each answer. It
/// is nearer to the client than `ConnectionGuard`, so it sees what the guard refuses.
final class RequestObserver: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let records: RequestRecords
  private let proxies: TrustedProxies
  /// nil where requests are not logged.
  private let log: ServiceLog?
  /// Requests whose answers are not completely written.
  private var open: [RequestRecord] = []
  /// Set after the last answer. Bytes that follow are not a request.
  private var hasLastAnswer = false
  private static let field = HTTPField.Name("X-Request-Id")
  private static let traceParent = HTTPField.Name("traceparent")
  private static let traceResponse = HTTPField.Name("traceresponse")

  init(_ records: RequestRecords, proxies: TrustedProxies, log: ServiceLog?) {
    (self.records, self.proxies, self.log) = (records, proxies, log)
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  private func end(_ context: ChannelHandlerContext) {
    records.remove(ObjectIdentifier(context.channel))
    for record in open { record.connectionEnds(isComplete: false) }
    open = []
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), !hasLastAnswer {
      let record = begin(head, context)
      records.add(record, ObjectIdentifier(context.channel))
    }
    context.fireChannelRead(data)
  }

  /// - Parameter head: nil for bytes that are not a valid request.
  private func begin(_ head: HTTPRequest?, _ context: ChannelHandlerContext) -> RequestRecord {
    let id = Self.field.flatMap { head?.headerFields[$0] }
    // What only the log shows is not made without one.
    var line = RequestLine(method: head?.method.rawValue, target: log == nil ? nil : head?.path, id: id)
    line.trace = Self.traceParent.flatMap { head?.headerFields[$0] }.flatMap(TraceContext.init(parent:))
    if log != nil { line.client = proxies.sender(head?.headerFields ?? [:], peer: context.channel.peer).text }
    let record = RequestRecord(line, log)
    open.append(record)
    return record
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.kind == .informational: context.write(data, promise: promise)
    case .head(var head):
      let record = open.first ?? refused(head.status.code, context)
      let status = head.status.code
      record.note { $0.status = status }
      if let field = Self.field { head.headerFields[field] = record.id }
      if let field = Self.traceResponse, let trace = record.trace { head.headerFields[field] = trace.text }
      if head.headerFields[.connection] == "close" { hasLastAnswer = true }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body(let content):
      guard let record = open.first else { return context.write(data, promise: promise) }
      let promise = promise ?? context.eventLoop.makePromise()
      let count = content.readableBytes
      promise.futureResult.whenSuccess { record.note { $0.bytes += count } }
      context.write(data, promise: promise)
    case .end:
      guard !open.isEmpty else { return context.write(data, promise: promise) }
      let record = open.removeFirst()
      let promise = promise ?? context.eventLoop.makePromise()
      promise.futureResult.whenSuccess { record.connectionEnds(isComplete: true) }
      promise.futureResult.whenFailure { _ in record.connectionEnds(isComplete: false) }
      context.write(data, promise: promise)
    }
  }

  /// Called when `ConnectionGuard` answers bytes that are not a valid request.
  private func refused(_ status: Int, _ context: ChannelHandlerContext) -> RequestRecord {
    let record = begin(nil, context)
    let code = ServiceProblem.Code.allCases.first { $0.status == status }?.rawValue
    record.note { $0.code = code ?? ServiceProblem.invalid("").code }
    return record
  }
}
