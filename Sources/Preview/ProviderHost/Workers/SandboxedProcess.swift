internal import Glibc
internal import ProviderProtocol
internal import Subprocess
internal import SystemPackage

/// One process of a provider, from its start to the end of everything that it started.
///
/// Order of calls: `run` once; `write`, `closeInput` and `stop` at any time.
package actor SandboxedProcess {
  private typealias Running = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

  private let command: SandboxCommand
  private let policy: WorkerPolicy
  /// Valid only while the body of `run` is.
  private var running: Running?
  private var isStopping = false
  private var killer: Task<Void, Never>?
  private var errors = TextTail()
  private let lines: AsyncStream<[UInt8]>
  private nonisolated let input: AsyncStream<[UInt8]>.Continuation

  package init(command: SandboxCommand, policy: WorkerPolicy) {
    self.command = command
    self.policy = policy
    // What the host says is little: at most an order, its cancellation and the farewell wait.
    (lines, input) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(16))
    _ = Self.ignoresBrokenPipes
  }

  /// A provider that closes its input would end the host by a signal (SIGPIPE). Its launcher sets the signal back.
  private static let ignoresBrokenPipes: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return true
  }()

  /// The identifier of the process, while it runs.
  package var processIdentifier: Int32? { running?.processIdentifier.value }

  /// Writes a line to the process, in the order of the calls.
  package nonisolated func write(_ line: String) { input.yield(Array(line.utf8) + [0x0A]) }

  /// Ends the input of the process.
  package nonisolated func closeInput() { input.finish() }

  /// Asks the launcher to end everything, and ends it by force where it does not. Returns at once.
  package func stop() {
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

  /// The launcher ends all descendants when it is asked to; where there is none, the group is what can be reached.
  private static let killAll = TeardownStep.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)

  /// Runs the process to its end.
  ///
  /// - Parameter receive: takes what the process writes to standard output.
  package func run(receive: @escaping @Sendable ([UInt8]) async -> Void) async -> ProcessEnd {
    var options = PlatformOptions()
    options.processGroupID = 0
    var environment: [Environment.Key: String] = [:]
    for (name, value) in command.environment {
      if let key = Environment.Key(rawValue: name) { environment[key] = value }
    }
    let room = DescriptorRoom.ofProcess
    guard let place = await room.enter() else { return ProcessEnd(.refused(ProviderError.tooManyFiles)) }
    defer { Task { await room.leave(place) } }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(command.executable)), arguments: Arguments(command.arguments),
        environment: .custom(environment), workingDirectory: "/", platformOptions: options, input: .inputWriter,
        output: .sequence, error: .sequence
      ) { execution in
        await room.leave(place)
        await self.accompany(execution, receive: receive)
      }
      switch result.terminationStatus {
      case .exited(let status): return ProcessEnd(.exited(Int(status)), errors: errors.text)
      case .signaled(let signal): return ProcessEnd(.signaled(Int(signal)), errors: errors.text)
      }
    } catch let error as SubprocessError {
      return ProcessEnd(.notStarted(Self.words(error)))
    } catch {
      return ProcessEnd(.notStarted("\(error)"))
    }
  }

  /// The reason without paths of the host.
  private static func words(_ error: SubprocessError) -> String {
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
        // What cannot be written is told by the end of the process, or by its silence.
        for await line in lines {
          do { _ = try await execution.standardInputWriter.write(line) } catch { break }
        }
        try? await execution.standardInputWriter.finish()
        return false
      }
      // Nearly always the process has ended by now; one that lives on without an output gets no further.
      while let isOutput = await group.next(), !isOutput {}
      input.finish()
      await execution.teardown(using: [
        .send(signal: Signal(rawValue: 0), allowedDurationToNextStep: .milliseconds(200)),
        .send(signal: .terminate, allowedDurationToNextStep: .seconds(policy.forceSeconds)), Self.killAll,
      ])
    }
    await killer?.value
    // The process is not waited for yet, so that the group is still its own: nothing of it is left behind.
    try? execution.send(signal: .kill, toProcessGroup: true)
    running = nil
  }

  /// Forgets what the process has written to standard error: it was about a document that is no matter of the next one's.
  package func forgetErrors() { errors = TextTail() }

  private func note(_ bytes: [UInt8]) { errors.append(bytes) }

  private static func read(_ sequence: SubprocessOutputSequence, _ take: ([UInt8]) async -> Void) async {
    var iterator = sequence.makeAsyncIterator()
    while let buffer = try? await iterator.next() { await take(buffer.withUnsafeBytes { Array($0) }) }
  }
}
