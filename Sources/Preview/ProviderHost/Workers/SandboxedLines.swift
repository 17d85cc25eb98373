internal import ByteStreams
package import ProviderProtocol

/// A program in the sandbox that answers each line with a line, for commands that let other processes decode.
///
/// Order of calls: `ask*`, `stop`. One call at a time.
package actor SandboxedLines {
  private let command: SandboxCommand
  private let policy: WorkerPolicy
  private let limits: ProviderLimits
  private var process: SandboxedProcess?
  private var running: Task<Void, Never>?
  private var received: [UInt8] = []
  private var waiting: CheckedContinuation<Result<[UInt8], ProviderError>, Never>?
  private var isLate = false

  /// - Parameter limits: those that the command has, for messages.
  package init(command: SandboxCommand, limits: ProviderLimits, policy: WorkerPolicy = WorkerPolicy()) {
    (self.command, self.limits, self.policy) = (command, limits, policy)
  }

  /// Sends a line and waits for the answer. The program is started if it does not run.
  ///
  /// - Parameter seconds: the time for the answer; nil: any.
  /// - Returns: the answer without its line feed.
  /// - Throws: `timeout`, `crashed`, `resourceExhausted`, `sandboxUnavailable`, `providerUnavailable`. The program has
  ///   ended then.
  package func ask(_ line: String, seconds: Double?) async throws(ProviderError) -> [UInt8] {
    let process = process ?? start()
    isLate = false
    let timer = seconds.map { seconds in
      Task {
        try? await Task.sleep(for: .seconds(seconds))
        if !Task.isCancelled { await self.timeIsOver(process) }
      }
    }
    process.write(line)
    let result = await withCheckedContinuation { waiting = $0 }
    timer?.cancel()
    if case .failure = result { await running?.value }
    return try result.get()
  }

  /// Ends the program. No process is left when this returns.
  package func stop() async {
    await process?.stop()
    await running?.value
  }

  private func start() -> SandboxedProcess {
    let process = SandboxedProcess(command: command, policy: policy)
    self.process = process
    received = []
    running = Task {
      let end = await process.run { await self.take($0) }
      self.finish(end)
    }
    return process
  }

  private func take(_ bytes: [UInt8]) {
    received += bytes
    guard bytes.contains(0x0A), let end = received.firstIndex(of: 0x0A) else { return }
    let line = Array(received[..<end])
    received.removeSubrange(...end)
    answer(.success(line))
  }

  private func timeIsOver(_ process: SandboxedProcess) async {
    isLate = waiting != nil
    if isLate { await process.stop() }
  }

  private func finish(_ end: ProcessEnd) {
    process = nil
    answer(.failure(isLate ? ProviderError(.timeout, "the time for an answer is over") : end.error(limits)))
  }

  private func answer(_ result: Result<[UInt8], ProviderError>) {
    waiting?.resume(returning: result)
    waiting = nil
  }
}
