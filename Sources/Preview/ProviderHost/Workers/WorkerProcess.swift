internal import Glibc
package import ProviderProtocol

/// A running provider that speaks the protocol: greeted once, then given one order at a time.
///
/// Order of calls: `start (perform)* end`. Whatever goes wrong ends the process; `isUsable` then is false, and `end` waits
/// until nothing of it is left.
package actor WorkerProcess {
  /// Takes a partial reply.
  package typealias PartialTaker = @Sendable (ProviderMessage.Reply) throws(ProviderError) -> Void

  package nonisolated let provider: ProviderDescription
  package nonisolated let spool: Spool
  package nonisolated let born = ContinuousClock.now
  private let policy: WorkerPolicy
  private let mayFork: Bool
  private let process: SandboxedProcess
  private var splitter = LineSplitter()
  private var conversation: Conversation
  private var running: Task<Void, Never>?
  /// Why nothing more can be ordered.
  private var failure: ProviderError?
  private var hasEnded = false
  private typealias Answer = Result<Conversation.Step, ProviderError>
  private var waiting: CheckedContinuation<Answer, Never>?
  /// Counts what was waited for, so that a late cancellation does not reach the next order.
  private var waits = 0
  private var timer: Task<Void, Never>?
  private var onPartial: PartialTaker?
  private var lastOrder = 0
  /// The number that the next order must have.
  package var nextOrder: Int { lastOrder + 1 }
  /// Orders that were answered.
  package private(set) var orders = 0
  /// The last 4 KiB of the provider's standard error, when it has ended.
  private var errors = ""

  /// - Parameter mayFork: whether the provider may be a fork server: only where the sandbox of tier A is in force.
  package init(
    provider: ProviderDescription, spool: Spool, command: SandboxCommand, policy: WorkerPolicy, mayFork: Bool = false
  ) {
    self.mayFork = mayFork
    self.provider = provider
    self.spool = spool
    self.policy = policy
    process = SandboxedProcess(command: command, policy: policy)
    conversation = Conversation(
      policy: policy, protocols: provider.protocols.filter(WireLimits.protocols.contains), mayFork: mayFork)
  }

  /// Whether another order can be given.
  package var isUsable: Bool { failure == nil && !hasEnded && !conversation.isBusy && waiting == nil }

  /// What the provider logged and wrote to standard error, the last part of each: for logs, not for callers.
  package var log: String { conversation.log.text + errors }

  /// The host's identifier of the process, while it runs.
  package var processIdentifier: Int32? { get async { await process.processIdentifier } }

  /// Starts the process and greets it.
  ///
  /// - Throws: `providerUnavailable`, `crashed`, `timeout`, `protocolViolation`, `resourceExhausted`, `cancelled`.
  package func start(locale: String) async throws(ProviderError) {
    let limits = provider.limits
    let hello = HostMessage.Hello(
      protocols: provider.protocols.filter(WireLimits.protocols.contains),
      limits: HostMessage.RenderLimits(
        thumbnailSeconds: limits.thumbnailSeconds, previewSeconds: limits.previewSeconds, memoryMiB: limits.memoryMiB,
        outputMiB: limits.outputMiB, megapixels: limits.megapixels),
      capabilities: provider.capabilities, locale: locale, forks: mayFork)
    process.write(HostMessage.hello(hello).line)
    let process = process
    running = Task {
      let end = await process.run { await self.receive($0) }
      self.ended(end)
    }
    let seconds = provider.interpreted ? policy.interpretedHelloSeconds : policy.helloSeconds
    _ = try await wait(seconds: seconds, late: "no hello within \(Self.words(seconds))")
  }

  /// Gives an order and waits for its answer.
  ///
  /// - Parameters:
  ///   - order: a thumbnail or preview whose number is `nextOrder`.
  ///   - alone: whether a fork server serves it by a process of its own; behind it comes `renew`.
  ///   - onPartial: is told of pictures of lower quality, whose files are there at that moment; what it throws ends the worker.
  /// - Throws: what the provider says of the document; `timeout`, `crashed`, `resourceExhausted`, `protocolViolation`;
  ///   `cancelled` at once when the task is cancelled: the provider is told, and ended where it does not obey.
  package func perform(
    _ order: HostMessage, seconds: Double, alone: Bool = false, onPartial: PartialTaker? = nil
  ) async throws(ProviderError) -> ProviderMessage.Reply {
    if let failure { throw failure }
    guard isUsable else { throw ProviderError(.crashed, "the worker is busy", provider: provider.id) }
    let line = order.line
    guard line.utf8.count <= WireLimits.lineBytes else {
      throw ProviderError(.requestInvalid, "the request is longer than \(WireLimits.lineBytes) bytes")
    }
    lastOrder = nextOrder
    let isForked = alone && conversation.canFork
    conversation.ordered(lastOrder, forked: isForked)
    if isForked { process.write(HostMessage.fork.line) }
    self.onPartial = onPartial
    defer { self.onPartial = nil }
    process.write(line)
    let step = try await wait(seconds: seconds, late: "no answer within \(Self.words(seconds))")
    orders += 1
    switch step {
    case .replied(let reply): return reply
    case .refused(var error):
      error.provider = provider.id
      throw error
    case .nothing, .greeted, .partial, .ready, .renewed:
      throw ProviderError(.protocolViolation, "no answer", provider: provider.id)
    }
  }

  /// Whether the next order can be given to a process of its own.
  package var canFork: Bool { isUsable && conversation.canFork }

  /// Whether the provider has a process of its own for each document, or had for the last one, and is not at fault.
  package var isForkServer: Bool { failure == nil && !hasEnded && conversation.isForkServer }

  /// Waits until nothing is left of the process that served the last order: of its memory, of its files and of what it may still
  /// have said.
  ///
  /// - Throws: why that is not certain, `cancelled` where the last order was; the worker is being ended then.
  package func renew() async throws(ProviderError) {
    // An order that has no answer yet was cancelled: `giveUp` has set the time for that.
    let isCancelled = conversation.isBusy
    do throws(ProviderError) {
      let end = ContinuousClock.now + .seconds(isCancelled ? policy.cancelSeconds : policy.renewSeconds)
      let late = "the fork server is not ready"
      // Of an order that was cancelled the answer may come before.
      while !conversation.canFork, !conversation.isReady {
        let left = (end - .now) / .seconds(1)
        guard left > 0 else { throw ProviderError(.timeout, late) }
        _ = try await wait(seconds: left, late: late)
      }
      // It got no order: what the host put there for one is all there is.
      if conversation.canFork {
        guard spool.clear(keepsDocument: false) else { throw ProviderError(.crashed, "the spool cannot be emptied") }
        return
      }
      // It may have said so itself. The host believes what it sees: the launcher, twice bubblewrap, and the fork server.
      guard conversation.isReady, let launcher = await process.processIdentifier,
        ProcessTree.isChain(from: launcher, length: 4)
      else { throw ProviderError(.protocolViolation, "the forked process has not ended") }
      guard spool.clear(keepsDocument: false) else {
        throw ProviderError(.protocolViolation, "the forked process left files that cannot be removed")
      }
      // What it said before its end is read before this answer.
      let nonce = Int.random(in: WireLimits.nonces)
      conversation.pinged(nonce)
      process.write(HostMessage.ping(nonce: nonce).line)
      _ = try await wait(seconds: policy.renewSeconds, late: "no answer of the fork server")
      guard conversation.canFork else { throw ProviderError(.protocolViolation, "no answer of the fork server") }
      await process.forgetErrors()
    } catch {
      fail(error)
      throw isCancelled ? ProviderError(.cancelled, error.message) : failure ?? error
    }
  }

  /// Ends the worker and returns when nothing of it is left. A provider that obeys is given the time to leave by itself.
  package func end() async {
    if !hasEnded {
      if failure == nil, conversation.isBusy {
        // It was cancelled, and may say so still.
        try? await Task.sleep(for: .seconds(policy.cancelSeconds))
      }
      if failure == nil, !conversation.isBusy {
        process.write(HostMessage.shutdown.line)
        process.closeInput()
        let grace = Task { [policy] in
          try? await Task.sleep(for: .seconds(policy.killSeconds))
          if !Task.isCancelled { await self.process.stop() }
        }
        await running?.value
        grace.cancel()
      } else {
        await process.stop()
      }
    }
    await running?.value
    spool.remove()
  }

  /// Ends the worker at once, by force where it must be; returns when nothing of it is left.
  package func kill() async {
    fail(ProviderError(.cancelled, "the worker was ended"))
    await running?.value
    spool.remove()
  }

  // MARK: What happens meanwhile

  private func receive(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do throws(ProviderError) {
      var answer: Conversation.Step?
      for line in try splitter.take(bytes) {
        let step = try conversation.receive(line)
        switch step {
        case .nothing: break
        case .partial(let reply): try onPartial?(reply)
        case .greeted, .replied, .refused, .renewed: answer = step
        // Whoever waits for the answer gets it; who waits for this, looks for it.
        case .ready: answer = answer ?? step
        }
      }
      // Only now: an answer with something behind it in the same breath is none.
      if let answer { resume(.success(answer)) }
    } catch {
      fail(error)
    }
  }

  private func ended(_ end: ProcessEnd) {
    hasEnded = true
    errors = end.errors
    var error = end.error
    // There was a sandbox and a program, or nobody had said hello: what the status and the last words claim is the provider's own.
    if conversation.isGreeted, [.sandboxUnavailable, .providerUnavailable].contains(error.code) {
      error = ProviderError(.crashed, "the provider ended without an answer")
    }
    if failure == nil { fail(error) }
  }

  /// Ends the process, and what waits for it with an error.
  private func fail(_ error: ProviderError) {
    var error = error
    error.provider = provider.id
    if failure == nil { failure = error }
    resume(.failure(error))
    if !hasEnded { Task { await process.stop() } }
  }

  private func resume(_ result: Result<Conversation.Step, ProviderError>) {
    timer?.cancel()
    timer = nil
    waiting?.resume(returning: result)
    waiting = nil
  }

  private func wait(seconds: Double, late: String) async throws(ProviderError) -> Conversation.Step {
    waits += 1
    let token = waits
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
        if let failure { return continuation.resume(returning: .failure(failure)) }
        if Task.isCancelled {
          continuation.resume(returning: .failure(ProviderError(.cancelled, "cancelled", provider: provider.id)))
          return giveUp()
        }
        waiting = continuation
        timer?.cancel()
        timer = Task {
          try? await Task.sleep(for: .seconds(seconds))
          if !Task.isCancelled { self.fail(ProviderError(.timeout, late)) }
        }
      }
    } onCancel: {
      Task { await self.cancelled(token) }
    }
    return try result.get()
  }

  private func cancelled(_ token: Int) {
    guard waiting != nil, token == waits else { return }
    resume(.failure(ProviderError(.cancelled, "cancelled", provider: provider.id)))
    giveUp()
  }

  /// Tells the provider that nobody waits any more, and ends it where it does not say something to that soon.
  private func giveUp() {
    guard conversation.isBusy, failure == nil else { return fail(ProviderError(.cancelled, "cancelled")) }
    process.write(HostMessage.cancel(id: lastOrder).line)
    timer?.cancel()
    timer = Task { [policy, lastOrder] in
      try? await Task.sleep(for: .seconds(policy.cancelSeconds))
      if !Task.isCancelled, self.conversation.isBusy, self.lastOrder == lastOrder {
        self.fail(ProviderError(.timeout, "the provider went on after it was cancelled"))
      }
    }
  }

  private static func words(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int(seconds * 1_000)) ms"
  }
}
