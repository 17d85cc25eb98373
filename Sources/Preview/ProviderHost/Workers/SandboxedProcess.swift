internal import ByteStreams
internal import Glibc
internal import ProviderProtocol
internal import Subprocess
internal import SystemPackage

/// Runs a process until it and its descendants have ended.
///
/// It uses swift-subprocess instead of `ChildProcess`: a host has many workers at a time, and no thread may block for
/// one. swift-subprocess reads, writes and waits for all of them asynchronously.
///
/// Order of calls: `run` once; `write`, `closeInput` and `stop` at any time.
actor SandboxedProcess {
  private typealias Running = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

  private let command: SandboxCommand
  private let policy: WorkerPolicy
  /// Valid only while the body of `run` is executed.
  private var running: Running?
  private var isStopping = false
  private var killer: Task<Void, Never>?
  private var errors = TextTail()
  private let lines: AsyncStream<[UInt8]>
  private nonisolated let input: AsyncStream<[UInt8]>.Continuation

  init(command: SandboxCommand, policy: WorkerPolicy) {
    self.command = command
    self.policy = policy
    // The host writes little: at most a request, its cancellation and `shutdown` wait here.
    (lines, input) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(16))
    _ = Self.ignoresBrokenPipes
  }

  /// Writing to a provider that has closed its input must not end the host by SIGPIPE. The launcher resets the signal
  /// for the provider.
  private static let ignoresBrokenPipes: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return true
  }()

  /// The process identifier (PID); nil where the process is not running.
  var processIdentifier: Int32? { running?.processIdentifier.value }

  /// The last 4 KiB that it has written to standard error so far.
  var standardError: String { errors.text }

  /// Writes a line to the process. Lines are written in the order of the calls.
  nonisolated func write(_ line: String) { input.yield(Array(line.utf8) + [0x0A]) }

  /// Ends the input of the process.
  nonisolated func closeInput() { input.finish() }

  /// Asks the launcher to end all processes (SIGTERM), and kills it after `WorkerPolicy.forceSeconds`. Returns at once.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    input.finish()
    if let running { startKilling(running) }
  }

  private func startKilling(_ running: Running) {
    killer = Task { [policy] in
      await running.teardown(using: [
        .send(signal: .terminate, allowedDurationToNextStep: .seconds(policy.forceSeconds)), Self.killAll,
      ])
    }
  }

  /// The launcher ends all descendants. Without a launcher, only the process group can be killed.
  private static let killAll = TeardownStep.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)

  /// Runs the process to its end, and returns how it ended.
  ///
  /// - Parameter receive: takes the bytes that the process writes to standard output.
  func run(receive: @escaping @Sendable ([UInt8]) async -> Void) async -> ProcessEnd {
    var options = PlatformOptions()
    options.processGroupID = 0
    var environment: [Environment.Key: String] = [:]
    for (name, value) in command.environment {
      if let key = Environment.Key(rawValue: name) { environment[key] = value }
    }
    let limiter = DescriptorLimiter.shared
    guard let start = await limiter.begin() else { return ProcessEnd(.refused(ProviderError.tooManyFiles)) }
    defer { Task { await limiter.end(start) } }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(command.executable)), arguments: Arguments(command.arguments),
        environment: .custom(environment), workingDirectory: FilePath(command.workingDirectory),
        platformOptions: options, input: .inputWriter,
        output: .sequence, error: .sequence
      ) { execution in
        await limiter.end(start)
        await self.accompany(execution, receive: receive)
      }
      switch result.terminationStatus {
      case .exited(let status): return ProcessEnd(.exited(Int(status)), errors: errors.text)
      case .signaled(let signal): return ProcessEnd(.signaled(Int(signal)), errors: errors.text)
      }
    } catch let error as SubprocessError {
      return ProcessEnd(.notStarted(Self.text(error)))
    } catch {
      return ProcessEnd(.notStarted("\(error)"))
    }
  }

  /// Why the process could not be started, without paths of the host.
  private static func text(_ error: SubprocessError) -> String {
    if error.code == .executableNotFound { return "its program is missing" }
    return error.underlyingError.map { "\($0)" } ?? "the system refuses"
  }

  /// Reads, writes and waits until the process has ended.
  private func accompany(_ execution: Running, receive: @escaping @Sendable ([UInt8]) async -> Void) async {
    running = execution
    if isStopping { startKilling(execution) }
    let (lines, input) = (lines, input)
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await Self.read(execution.standardOutput) { await receive($0) }
        return true
      }
      group.addTask {
        await Self.read(execution.standardError) { await self.note($0) }
        return false
      }
      group.addTask {
        // If the process cannot be written to, it has ended or will not answer; the caller learns that when it reads.
        for await line in lines {
          do { _ = try await execution.standardInputWriter.write(line) } catch { break }
        }
        try? await execution.standardInputWriter.finish()
        return false
      }
      // When its output has ended, the process usually has, too. If it has not, it is ended.
      while let isOutput = await group.next(), !isOutput {}
      input.finish()
      await execution.teardown(using: [
        .send(signal: Signal(rawValue: 0), allowedDurationToNextStep: .milliseconds(200)),
        .send(signal: .terminate, allowedDurationToNextStep: .seconds(policy.forceSeconds)), Self.killAll,
      ])
    }
    await killer?.value
    // Kills the remaining processes of its group. The process has not been reaped yet, so no other group can have its
    // number.
    try? execution.send(signal: .kill, toProcessGroup: true)
    running = nil
  }

  private func note(_ bytes: [UInt8]) { errors.append(bytes) }

  private static func read(_ sequence: SubprocessOutputSequence, _ take: ([UInt8]) async -> Void) async {
    var iterator = sequence.makeAsyncIterator()
    while let buffer = try? await iterator.next() { await take(buffer.withUnsafeBytes { Array($0) }) }
  }
}

/// Lets a process start only while this process has enough file descriptors for that.
///
/// swift-subprocess traps if it can open its first pipe but not its last one. All hosts in this process share one
/// limiter, because they share one table of descriptors.
private actor DescriptorLimiter {
  static let shared = DescriptorLimiter()

  /// The number of descriptors that a start needs for a moment: three pipes, a pipe for the error of the start, the
  /// process's own descriptor, and the one that waits for processes.
  private static let perStart = 14
  /// How long a start waits until workers that are ending have closed their descriptors.
  private static let longestWait = Duration.seconds(5)

  private var starts: Set<Int> = []
  private var lastID = 0

  /// Waits until there are enough descriptors.
  ///
  /// - Returns: a number for `end`; nil where there are not enough. Then no process may be started.
  func begin() async -> Int? {
    let end = ContinuousClock.now + Self.longestWait
    while DescriptorLimit.available < (starts.count + 1) * Self.perStart {
      guard .now < end, !Task.isCancelled else { return nil }
      try? await Task.sleep(for: .milliseconds(20))
    }
    lastID += 1
    starts.insert(lastID)
    return lastID
  }

  /// Notes that the process runs, or could not be started. A second call does nothing.
  func end(_ id: Int) { starts.remove(id) }
}
