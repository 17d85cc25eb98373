internal import ProviderProtocol

/// What the host has heard from a worker, and what it may say next.
///
///     hello (partial* (reply | error))*
///
/// with `log` anywhere; of a fork server
///
///     hello ready (partial* (reply | error) ready pong)*
///
/// Everything else ends the worker.
struct Conversation {
  enum Step {
    /// Nothing that the host waits for.
    case nothing
    case greeted(ProviderMessage.Hello)
    case partial(ProviderMessage.Reply)
    case replied(ProviderMessage.Reply)
    case refused(ProviderError)
    /// The fork server says that nothing is left of the process that it forked.
    case ready
    /// The fork server has shown that it was itself who said so.
    case renewed
  }

  /// What a fork server is about.
  private enum Fork {
    /// It is none.
    case no
    /// The provider was told that it may be one, and has not said that it is.
    case offered
    /// It was given an order before it said so, and may say it still until it answers; it is none any more.
    case late
    /// Nothing was forked since it was greeted or renewed.
    case unused
    /// It was told to fork for the order.
    case used
    /// It says that nothing is left of that.
    case ready
    /// It was asked to repeat a number.
    case pinged(Int)
  }

  private enum Phase {
    case hello
    case idle
    case order(Int)
  }

  private var phase = Phase.hello
  private var fork: Fork
  private var partials = 0
  private var logLines = 0
  private let policy: WorkerPolicy
  private let protocols: [Int]
  /// What the provider logged, its last part.
  private(set) var log = TextTail()

  /// - Parameter mayFork: whether the provider is told that it may be a fork server.
  init(policy: WorkerPolicy, protocols: [Int], mayFork: Bool = false) {
    fork = mayFork ? .offered : .no
    self.policy = policy
    self.protocols = protocols
  }

  /// Whether the next order may be served by a fork.
  var canFork: Bool { if case .unused = fork { true } else { false } }

  /// Whether the provider forks for orders.
  var isForkServer: Bool {
    switch fork {
    case .no, .offered, .late: false
    case .unused, .used, .ready, .pinged: true
    }
  }

  /// Whether the fork server says that nothing is left of what it forked.
  var isReady: Bool { if case .ready = fork { true } else { false } }

  /// Notes that the fork server was asked to repeat a number.
  mutating func pinged(_ nonce: Int) { fork = .pinged(nonce) }

  /// Notes that an order was given.
  ///
  /// - Parameter forked: whether to a fork server that serves it by another process; else it is none from now on.
  mutating func ordered(_ id: Int, forked: Bool = false) {
    phase = .order(id)
    // What a fork wrote is no part of what others are told of the next document.
    if forked { log = TextTail() }
    switch fork {
    case _ where forked: fork = .used
    case .offered, .late: fork = .late
    default: fork = .no
    }
    partials = 0
    logLines = 0
  }

  /// Whether the provider has said hello.
  var isGreeted: Bool { if case .hello = phase { false } else { true } }

  /// Whether an order has no answer yet.
  var isBusy: Bool { if case .order = phase { true } else { false } }

  /// - Throws: `protocolViolation`.
  mutating func receive(_ line: [UInt8]) throws(ProviderError) -> Step {
    let message: ProviderMessage
    do throws(ProviderError) {
      message = try ProviderMessage(line: line)
    } catch {
      throw violation("what the provider said is no message: \(error.message)")
    }
    switch message {
    case .log(_, let text):
      logLines += 1
      guard logLines <= policy.logLines else { throw violation("more than \(policy.logLines) lines of log") }
      log.append(Array((text.prefix(1_024) + "\n").utf8))
      return .nothing
    case .hello(let hello):
      guard case .hello = phase else { throw violation("the provider said hello twice") }
      guard protocols.contains(hello.protocol) else {
        throw violation("the provider answered with protocol \(hello.protocol), which was not offered")
      }
      phase = .idle
      return .greeted(hello)
    case .ready: return try ready()
    case .pong(let nonce):
      guard case .pinged(nonce) = fork, case .idle = phase else { throw violation("a pong that was not asked for") }
      fork = .unused
      return .renewed
    case .reply(let reply):
      try answer(reply.id, "a reply")
      phase = .idle
      return .replied(reply)
    case .error(let id, let error):
      try answer(id, "an error")
      phase = .idle
      return .refused(Self.sound(error))
    case .partial(let reply):
      try answer(reply.id, "a partial reply")
      partials += 1
      guard partials <= policy.partials else { throw violation("more than \(policy.partials) partial replies") }
      return .partial(reply)
    }
  }

  private mutating func ready() throws(ProviderError) -> Step {
    switch (fork, phase) {
    case (.used, .idle):
      fork = .ready
      return .ready
    case (.used, .order): throw ProviderError(.crashed, "the provider ended without an answer")
    case (.offered, .idle):
      fork = .unused
      return .nothing
    case (.late, .order):
      fork = .no
      return .nothing
    default: throw violation("the provider is ready a second time, or was not asked")
    }
  }

  private func answer(_ id: Int, _ what: String) throws(ProviderError) {
    switch phase {
    case .hello: throw violation("\(what) before hello")
    case .idle: throw violation("\(what) to nothing, or a second one")
    case .order(let current):
      guard id == current else { throw violation("\(what) to an order that was not given") }
    }
  }

  private func violation(_ message: String) -> ProviderError { ProviderError(.protocolViolation, message) }

  /// A provider says what is wrong with the document. What only the host can know, it cannot say.
  private static func sound(_ error: ProviderError) -> ProviderError {
    let message = ReplyText.line(error.message, limit: 500) ?? "the provider gives no reason"
    return ProviderError(ProviderError.Code.ofProviders.contains(error.code) ? error.code : .crashed, message)
  }
}
