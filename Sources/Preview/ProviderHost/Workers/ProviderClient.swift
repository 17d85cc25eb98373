package import ProviderProtocol

/// The client of the provider protocol: runs a provider's process and exchanges messages with it. The host,
/// `preview check` and ProviderTesting use it.
///
/// Order of calls: `start (perform | send cancel? answer)* (end | leave | kill)`. A timeout, a violation of the
/// protocol and the end of the process end the conversation. `failure` says why, and all further calls throw it. `end`,
/// `leave` and `kill` return when no process of the provider is left.
package actor ProviderClient {
  /// Takes a partial reply. If it throws, the process is ended.
  package typealias PartialHandler = @Sendable (ProviderMessage.Reply) throws(ProviderError) -> Void

  package nonisolated let provider: ProviderDescription
  package nonisolated let directory: WorkerDirectory
  package nonisolated let created = ContinuousClock.now
  private let policy: WorkerPolicy
  private let protocols: [Int]
  private let rewrite: (@Sendable (String) -> String)?
  private let process: SandboxedProcess
  private var splitter = LineSplitter()
  private var conversation: Conversation
  private var running: Task<Void, Never>?
  private var processEnd: ProcessEnd?
  /// Why the conversation is over; nil while it goes on.
  package private(set) var failure: ProviderError?
  private typealias Outcome = Result<Conversation.Step, ProviderError>
  private var waiting: CheckedContinuation<Outcome, Never>?
  /// An answer that came before a caller waited for it.
  private var arrived: Conversation.Step?
  /// Counts the calls of `wait`, so that a late cancellation does not reach the next request.
  private var waits = 0
  private var timer: Task<Void, Never>?
  private var onPartial: PartialHandler?
  private var lastID = 0
  /// Requests that were answered.
  package private(set) var answers = 0

  /// - Parameters:
  ///   - protocols: the versions to offer; nil for those that both the manifest and this code name.
  ///   - quotesOutput: whether errors quote what the provider wrote, for its author.
  ///   - rewrite: changes each line before it is sent. `preview check` adds members that later hosts may send.
  package init(
    provider: ProviderDescription, directory: WorkerDirectory, command: SandboxCommand, policy: WorkerPolicy,
    protocols: [Int]? = nil, quotesOutput: Bool = false, rewrite: (@Sendable (String) -> String)? = nil
  ) {
    self.provider = provider
    self.directory = directory
    self.policy = policy
    self.rewrite = rewrite
    self.protocols = protocols ?? provider.protocols.filter(WireLimits.protocols.contains)
    process = SandboxedProcess(command: command, policy: policy)
    conversation = Conversation(policy: policy, protocols: self.protocols, quotesOutput: quotesOutput)
  }

  /// The `id` that the next request must have.
  package var nextID: Int { lastID + 1 }

  /// Whether another request can be sent.
  package var isUsable: Bool { failure == nil && processEnd == nil && !conversation.isBusy && waiting == nil }

  /// The last 4 KiB of the provider's log messages.
  package var log: String { conversation.log }

  /// The last 4 KiB that the provider has written to standard error so far. It is for logs and for the provider's
  /// author, not for clients.
  package var standardError: String {
    get async { if let processEnd { processEnd.errors } else { await process.standardError } }
  }

  /// The process identifier (PID) of the started process; nil where it is not running.
  package var processIdentifier: Int32? { get async { await process.processIdentifier } }

  // MARK: Requests

  /// Starts the process, sends hello, and returns the provider's hello.
  ///
  /// - Parameter locale: the language to show things in (BCP 47).
  /// - Throws: `providerUnavailable`, `crashed`, `timeout`, `protocolViolation`, `resourceExhausted`, `cancelled`.
  @discardableResult
  package func start(locale: String = "en") async throws(ProviderError) -> ProviderMessage.Hello {
    let limits = provider.limits
    let hello = HostMessage.Hello(
      protocols: protocols,
      limits: HostMessage.RenderLimits(
        thumbnailSeconds: limits.thumbnailSeconds, previewSeconds: limits.previewSeconds, memoryMiB: limits.memoryMiB,
        outputMiB: limits.outputMiB, megapixels: limits.megapixels),
      capabilities: provider.capabilities, locale: locale)
    write(.hello(hello))
    let process = process
    running = Task {
      let end = await process.run { await self.receive($0) }
      self.ended(end)
    }
    let seconds = max(policy.helloSeconds, limits.thumbnailSeconds)
    let step = try await wait(seconds: seconds, late: "no hello within \(Self.text(seconds))")
    guard case .greeted(let answer) = step else { throw ProviderError(.protocolViolation, "no hello") }
    return answer
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Parameters:
  ///   - request: a request for a thumbnail or preview with the id `nextID`.
  ///   - seconds: how long to wait for the answer.
  ///   - onPartial: takes pictures of lower quality. Their files exist while it runs.
  /// - Throws: the provider's error; `timeout`, `crashed`, `resourceExhausted`, `protocolViolation`. `cancelled` as
  ///   soon as the task is cancelled; the provider gets a cancellation, and is ended if it does not answer that soon.
  package func perform(
    _ request: HostMessage, seconds: Double, onPartial: PartialHandler? = nil
  ) async throws(ProviderError) -> ProviderMessage.Reply {
    self.onPartial = onPartial
    defer { self.onPartial = nil }
    try send(request)
    return try await answer(within: seconds)
  }

  /// Sends a request without waiting for its answer.
  ///
  /// - Throws: `failure`; `crashed` where an earlier request has no answer yet; `requestInvalid` for a message that is
  ///   too long.
  package func send(_ request: HostMessage) throws(ProviderError) {
    if let failure { throw failure }
    guard isUsable else { throw ProviderError(.crashed, "the worker is busy") }
    guard request.line.utf8.count <= WireLimits.lineBytes else {
      throw ProviderError(.requestInvalid, "the request is longer than \(WireLimits.lineBytes) bytes")
    }
    lastID = nextID
    arrived = nil
    conversation.requested(lastID)
    write(request)
  }

  /// Waits for the answer to the last request, at most `seconds`. Throws as `perform` does.
  package func answer(within seconds: Double) async throws(ProviderError) -> ProviderMessage.Reply {
    let step = try await wait(seconds: seconds, late: "no answer within \(Self.text(seconds))")
    answers += 1
    switch step {
    case .replied(let reply): return reply
    case .refused(let error): throw error
    case .nothing, .greeted, .partial: throw ProviderError(.protocolViolation, "no answer")
    }
  }

  /// Cancels the last request. The provider still answers it, or has answered it already.
  package func cancel() { write(.cancel(id: lastID)) }

  /// Sends a line that need not be a valid message.
  package nonisolated func write(line: String) { process.write(line) }

  private func write(_ message: HostMessage) { process.write(rewrite?(message.line) ?? message.line) }

  // MARK: The end

  /// Ends the worker and removes its directory. A provider that follows the protocol gets time to end by itself.
  package func end() async {
    if failure == nil, conversation.isBusy {
      // It was cancelled, and may still answer that.
      try? await Task.sleep(for: .seconds(policy.cancelSeconds))
    }
    if failure == nil, processEnd == nil, !conversation.isBusy {
      _ = await leave()
    } else {
      await process.stop()
      await running?.value
    }
    directory.remove()
  }

  /// Asks the provider to end, and ends it after `WorkerPolicy.killSeconds`.
  ///
  /// - Parameter sendsShutdown: whether to send `shutdown` before the end of its input.
  /// - Returns: how it ended; nil where it had to be ended.
  package func leave(sendsShutdown: Bool = true) async -> ProcessEnd? {
    if sendsShutdown { write(.shutdown) }
    process.closeInput()
    let grace = Task { [policy] in
      try? await Task.sleep(for: .seconds(policy.killSeconds))
      if Task.isCancelled { return false }
      await self.process.stop()
      return true
    }
    await running?.value
    grace.cancel()
    return await grace.value ? nil : processEnd
  }

  /// Ends the worker at once, by force if needed, and removes its directory.
  package func kill() async {
    fail(ProviderError(.cancelled, "the worker was ended"))
    await running?.value
    directory.remove()
  }

  // MARK: Events

  private func receive(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do throws(ProviderError) {
      var answer: Conversation.Step?
      for line in try splitter.take(bytes) {
        let step = try conversation.receive(line)
        switch step {
        case .nothing: break
        case .partial(let reply): try onPartial?(reply)
        case .greeted, .replied, .refused: answer = step
        }
      }
      // Only after all lines: an answer followed by extra bytes is invalid.
      if let answer { resume(.success(answer)) }
    } catch {
      fail(error)
    }
  }

  private func ended(_ end: ProcessEnd) {
    processEnd = end
    var error = end.error(provider.limits)
    // A provider that has said hello was started in a sandbox, so it must have forged these verdicts.
    if conversation.isGreeted, [.sandboxUnavailable, .providerUnavailable].contains(error.code) {
      error = ProviderError(.crashed, "the provider ended without an answer")
    }
    if failure == nil { fail(error) }
  }

  /// Ends the process. Callers that wait for it get the error.
  private func fail(_ error: ProviderError) {
    if failure == nil { failure = error }
    resume(.failure(error))
    if processEnd == nil { Task { await process.stop() } }
  }

  private func resume(_ outcome: Outcome) {
    timer?.cancel()
    timer = nil
    if let waiting {
      self.waiting = nil
      waiting.resume(returning: outcome)
    } else if case .success(let step) = outcome {
      arrived = step
    }
  }

  private func wait(seconds: Double, late: String) async throws(ProviderError) -> Conversation.Step {
    if let arrived {
      self.arrived = nil
      return arrived
    }
    waits += 1
    let token = waits
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        if let failure { return continuation.resume(returning: .failure(failure)) }
        if Task.isCancelled {
          continuation.resume(returning: .failure(ProviderError(.cancelled, "cancelled")))
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
    return try outcome.get()
  }

  private func cancelled(_ token: Int) {
    guard waiting != nil, token == waits else { return }
    resume(.failure(ProviderError(.cancelled, "cancelled")))
    giveUp()
  }

  /// Tells the provider that the request is cancelled, and ends the provider if it does not answer soon.
  private func giveUp() {
    guard conversation.isBusy, failure == nil else { return fail(ProviderError(.cancelled, "cancelled")) }
    cancel()
    timer?.cancel()
    timer = Task { [policy, lastID] in
      try? await Task.sleep(for: .seconds(policy.cancelSeconds))
      if !Task.isCancelled, self.conversation.isBusy, self.lastID == lastID {
        self.fail(ProviderError(.timeout, "the provider went on after it was cancelled"))
      }
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int(seconds * 1_000)) ms"
  }
}

extension ProviderClient {
  /// A client whose provider runs in a sandbox, with a new directory.
  ///
  /// - Parameters:
  ///   - environment: variables in addition to those of every worker.
  ///   - folder: where the worker's directory is made.
  /// - Throws: `providerUnavailable`, `overloaded` where no directory can be made.
  package init(
    provider: ProviderDescription, sandbox: Sandbox, policy: WorkerPolicy, environment: [String: String] = [:],
    folder: String = "/tmp", protocols: [Int]? = nil, quotesOutput: Bool = false,
    rewrite: (@Sendable (String) -> String)? = nil
  ) throws(ProviderError) {
    let directory = try WorkerDirectory(in: folder)
    let command = sandbox.command(
      provider.command, directory: directory, readable: provider.readableFolders,
      limits: SandboxLimits(provider.limits), environment: environment)
    self.init(
      provider: provider, directory: directory, command: command, policy: policy, protocols: protocols,
      quotesOutput: quotesOutput, rewrite: rewrite)
  }
}
