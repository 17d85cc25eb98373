internal import ProviderHost
internal import ProviderProtocol

/// One process of a provider, whose every line is looked at, with a host's patience.
actor CheckTalk {
  /// What came of an order.
  enum Answer: Sendable {
    case reply(ProviderMessage.Reply)
    /// The provider says what is wrong with the document.
    case refused(ProviderError)
    /// The provider is at fault, and this process is of no more use.
    case fault(ProviderError)
  }

  private enum Event: Sendable {
    case message(ProviderMessage)
    case violation(ProviderError)
    case ended(ProcessEnd)
  }

  nonisolated let spool: Spool
  private let provider: ProviderDescription
  private let process: SandboxedProcess
  private let policy: WorkerPolicy
  private let mailbox = Mailbox<Event>()
  private var splitter = LineSplitter()
  private var isDeaf = false
  private var running: Task<Void, Never>?
  private(set) var lastOrder = 0
  private let lastWords: LastWords
  /// How the process ended.
  private var end: ProcessEnd?

  /// - Throws: `providerUnavailable` where no spool can be made.
  init(
    _ provider: ProviderDescription, _ sandbox: Sandbox, _ policy: WorkerPolicy, _ lastWords: LastWords
  ) throws(ProviderError) {
    self.provider = provider
    self.policy = policy
    self.lastWords = lastWords
    spool = try Spool()
    let command = sandbox.command(
      provider.command, spool: spool, readable: provider.readableFolders, limits: SandboxLimits(provider.limits))
    process = SandboxedProcess(command: command, policy: policy)
  }

  // MARK: Saying

  func start() {
    running = Task { [process, mailbox] in
      let end = await process.run { await self.receive($0) }
      self.end = end
      await mailbox.post(.ended(end))
    }
  }

  nonisolated func say(_ line: String) { process.write(line) }

  func nextOrder() -> Int {
    lastOrder += 1
    return lastOrder
  }

  // MARK: Hearing

  private func receive(_ bytes: [UInt8]) async {
    guard !isDeaf else { return }
    do throws(ProviderError) {
      for line in try splitter.take(bytes) {
        let message: ProviderMessage
        do throws(ProviderError) {
          message = try ProviderMessage(line: line)
        } catch {
          throw ProviderError(
            .protocolViolation, "'\(Self.excerpt(line))' on standard output is no message (\(error.message))")
        }
        await mailbox.post(.message(message))
        if await mailbox.count > 2 * policy.logLines {
          throw ProviderError(.protocolViolation, "a flood of messages without an answer")
        }
      }
    } catch {
      isDeaf = true
      await mailbox.post(.violation(error))
    }
  }

  private static func excerpt(_ line: [UInt8]) -> String {
    let text = String(decoding: line.prefix(40), as: UTF8.self)
    return text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : String($0) }.joined()
  }

  /// The provider's hello, and how many seconds it took.
  func hello() async -> Result<(hello: ProviderMessage.Hello, seconds: Double), ProviderError> {
    let seconds = provider.interpreted ? policy.interpretedHelloSeconds : policy.helloSeconds
    let start = ContinuousClock.now
    while true {
      let passed = (ContinuousClock.now - start) / .seconds(1)
      switch await mailbox.next(within: seconds - passed) {
      case nil: return .failure(ProviderError(.timeout, "no hello within \(Int(seconds)) s"))
      case .violation(let error): return .failure(error)
      case .ended(let end): return .failure(end.error)
      case .message(.log): continue
      case .message(.hello(let hello)): return .success((hello, (ContinuousClock.now - start) / .seconds(1)))
      case .message: return .failure(ProviderError(.protocolViolation, "something was said before hello"))
      }
    }
  }

  /// The answer to the last order.
  func answer(within seconds: Double) async -> Answer {
    let end = ContinuousClock.now + .seconds(seconds)
    var (logs, partials) = (0, 0)
    while true {
      switch await mailbox.next(within: (end - .now) / .seconds(1)) {
      case nil: return .fault(ProviderError(.timeout, "no answer within \(CheckWords.seconds(seconds))"))
      case .violation(let error): return .fault(error)
      case .ended(let end): return .fault(end.error)
      case .message(.log):
        logs += 1
        if logs > policy.logLines { return violation("more than \(policy.logLines) lines of log") }
      case .message(.hello): return violation("the provider said hello twice")
      case .message(.ready), .message(.pong): return violation("the provider is a fork server, which nobody asked for")
      case .message(.partial(let reply)):
        partials += 1
        if reply.id != lastOrder { return violation("a partial reply to an order that was not given") }
        if partials > policy.partials { return violation("more than \(policy.partials) partial replies") }
      case .message(.reply(let reply)):
        return reply.id == lastOrder
          ? .reply(reply) : violation("a second reply, or one to order \(reply.id), which was not given")
      case .message(.error(let id, let error)):
        guard id == lastOrder else { return violation("an error for order \(id), which was not given") }
        return ProviderError.Code.ofProviders.contains(error.code)
          ? .refused(error) : violation("the code \(error.code.rawValue) is the host's alone")
      }
    }
  }

  private func violation(_ message: String) -> Answer { .fault(ProviderError(.protocolViolation, message)) }

  /// What the provider says although nothing was asked; nil for silence.
  func chatter(within seconds: Double) async -> ProviderError? {
    switch await mailbox.next(within: seconds) {
    case nil, .message(.log): nil
    case .violation(let error): error
    case .ended(let end): end.error
    case .message: ProviderError(.protocolViolation, "a message to nothing, or a second answer")
    }
  }

  // MARK: What it holds

  /// Resident bytes and open descriptors of the process and all that it started; nil where it is gone.
  func holdings() async -> (memory: Int, descriptors: Int)? {
    guard let root = await process.processIdentifier else { return nil }
    return (ProcessMemory.resident(tree: root), OpenDescriptors.count(tree: root))
  }

  // MARK: Ending

  /// How a process ended that was asked to.
  enum Departure: Sendable {
    case left(ProcessEnd, seconds: Double)
    case stayed
  }

  /// Ends the input, with a goodbye before where one is wanted, and waits as a host does.
  func depart(goodbye: Bool) async -> Departure {
    let start = ContinuousClock.now
    if goodbye { process.write(HostMessage.shutdown.line) }
    process.closeInput()
    let end = start + .seconds(policy.killSeconds)
    var departure = Departure.stayed
    waiting: while true {
      switch await mailbox.next(within: (end - .now) / .seconds(1)) {
      case nil: break waiting
      case .ended(let end):
        departure = .left(end, seconds: (ContinuousClock.now - start) / .seconds(1))
        break waiting
      case .message, .violation: continue
      }
    }
    await kill()
    return departure
  }

  /// Ends the process by force, with all that it started.
  func kill() async {
    isDeaf = true
    await process.stop()
    await running?.value
    spool.remove()
  }

  /// Ends a process that is at fault, and keeps what it wrote to standard error.
  func fail() async {
    await kill()
    lastWords.keep(end?.errors ?? "")
  }
}
