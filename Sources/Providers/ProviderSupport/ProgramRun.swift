internal import ByteStreams
internal import Glibc
internal import ProviderKit
package import ProviderProtocol
internal import Synchronization

/// Runs another program for a provider: a renderer that the suite does not link, because of its licence or its size.
///
/// The program gets no input, and its output is bounded. The provider's sandbox and limits apply to it, too.
package enum ProgramRun {
  package struct Result: Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package var status: Int32
    /// The beginning of standard output and standard error: about 64 KiB at most.
    package var text: String
  }

  /// Runs a program from the system's folders, and waits for its end. It is killed when the task is cancelled.
  ///
  /// - Parameter outputPath: a new file for its standard output; nil puts that into the result.
  /// - Throws: `providerUnavailable` where the program is missing, or there are too many processes.
  package static func run(_ program: String, _ arguments: [String], outputPath: String? = nil)
    async throws(ProviderError) -> Result
  {
    let command = try command(program, arguments)
    guard let (input, output) = SystemCall.pipe() else { throw Self.noPipe }
    defer { close(input) }
    guard let cancel = SystemCall.pipe() else {
      defer { close(output) }
      throw Self.noPipe
    }
    let running = RunningProgram(output: input, cancelInput: cancel.input, cancelOutput: cancel.output)
    defer { running.close() }
    var child = ChildProcess(command, environment: environment)
    child.output = outputPath.map { .newFile($0) } ?? .descriptor(output)
    child.errors = .descriptor(output)
    let result = await withTaskCancellationHandler {
      // On a thread of its own: there are only a few threads for tasks, which must not wait. If the thread ends, so
      // does the program.
      await withCheckedContinuation { (continuation: CheckedContinuation<Swift.Result<Result, ProviderError>, Never>) in
        SeparateThread.run { [child] in
          let process = start(child)
          let number = errno
          Glibc.close(output)
          if let process {
            running.accompany(process) { continuation.resume(returning: .success($0)) }
          } else {
            continuation.resume(returning: .failure(refusal(program, number)))
          }
        }
      }
    } onCancel: {
      running.cancel()
    }
    return try result.get()
  }

  /// Starts a program. Where the user may have no more processes, it waits up to five seconds: without a user namespace
  /// those of all documents count together, and the host is about to end a document that takes too many.
  ///
  /// - Returns: nil with `errno` set.
  private static func start(_ child: ChildProcess) -> pid_t? {
    for _ in 0..<100 {
      if let process = child.start() { return process }
      guard errno == EAGAIN else { return nil }
      usleep(50_000)
    }
    errno = EAGAIN
    return nil
  }

  private static func refusal(_ program: String, _ number: Int32) -> ProviderError {
    ProviderError(
      .providerUnavailable,
      number == EAGAIN
        ? "\(program) cannot be started: there are too many processes"
        : "\(program) cannot be started; is it installed?")
  }

  private static let path = "/usr/local/bin:/usr/bin:/bin"

  /// The command line that starts a program. In the sandbox no process may send signals, not even to its children. So
  /// `setpriv` of util-linux makes the program end when the thread that started it ends (`PR_SET_PDEATHSIG`).
  private static func command(_ program: String, _ arguments: [String]) throws(ProviderError) -> [String] {
    guard let found = find(program) else {
      throw ProviderError(.providerUnavailable, "\(program) cannot be started; is it installed?")
    }
    return (find("setpriv").map { [$0, "--pdeathsig", "KILL", "--"] } ?? []) + [found] + arguments
  }

  private static func find(_ program: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  private static var noPipe: ProviderError { ProviderError(.resourceExhausted, "pipe: \(SystemCall.message(errno))") }

  /// Names are UTF-8, whatever the user's locale is. Output has no time of creation (reproducible-builds.org), so that
  /// equal documents have equal previews. Temporary files belong into the worker's folder, and the host may have rules
  /// for fonts of its own, where the system has none.
  private static var environment: [String] {
    let kept = ["TMPDIR", "FONTCONFIG_FILE"].compactMap { (name: String) in
      getenv(name).map { "\(name)=\(PathText.text($0))" }
    }
    return ["LC_ALL=C.UTF-8", "PATH=" + path, "SOURCE_DATE_EPOCH=0"] + kept
  }
}

/// A program while it runs.
private final class RunningProgram: Sendable {
  private let output: Int32
  /// Becomes readable when the program is to end.
  private let cancelInput: Int32
  /// The other end of that pipe; nil after `close`.
  private let cancelOutput: Mutex<Int32?>

  init(output: Int32, cancelInput: Int32, cancelOutput: Int32) {
    self.output = output
    self.cancelInput = cancelInput
    self.cancelOutput = Mutex(cancelOutput)
  }

  func cancel() {
    cancelOutput.withLock { output in
      if let output { _ = SystemCall.writeAll([0], to: output) }
    }
  }

  func close() {
    cancelOutput.withLock { output in
      if let open = output { Glibc.close(open) }
      output = nil
    }
    Glibc.close(cancelInput)
  }

  /// Reads what the program prints, and waits for its end. It must be the last call of the thread that started the
  /// program: if the program has to be ended, that happens when the thread ends.
  func accompany(_ process: pid_t, whenEnded: @escaping @Sendable (ProgramRun.Result) -> Void) {
    let start = ContinuousClock.now
    // Most programs close their output when they end. A program that closes it earlier is polled.
    if let text = read(), waitForEnd(of: process) { return whenEnded(Self.result(of: process, text: text)) }
    // setpriv needs a moment to arrange the signal. Without a sandbox kill works as well.
    while ContinuousClock.now - start < .milliseconds(25), isSilent(for: 5) {}
    _ = kill(process, SIGKILL)
    // Another thread waits for the program, which ends after this thread.
    SeparateThread.run { whenEnded(Self.result(of: process, text: "")) }
  }

  /// Whether the program ended by itself; its status is not collected yet.
  private func waitForEnd(of process: pid_t) -> Bool {
    var pause: Int32 = 1
    while true {
      var details = siginfo_t()
      _ = SystemCall.retrying { Int(waitid(P_PID, id_t(process), &details, WEXITED | WNOWAIT | WNOHANG)) }
      if details.si_signo != 0 { return true }
      var descriptor = pollfd(fd: cancelInput, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, pause) > 0 { return false }
      pause = min(2 * pause, 32)
    }
  }

  private static func result(of process: pid_t, text: String) -> ProgramRun.Result {
    var status: Int32 = 0
    _ = SystemCall.retrying { waitpid(process, &status, 0) }
    return ProgramRun.Result(status: ChildProcess.exitStatus(status), text: text)
  }

  /// Whether the program neither prints nor ends within a time.
  private func isSilent(for milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 0
  }

  /// What the program prints until it closes its output; nil where it is cancelled before.
  private func read() -> String? {
    var bytes: [UInt8] = []
    while true {
      var descriptors = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: cancelInput, events: Int16(POLLIN), revents: 0),
      ]
      _ = SystemCall.retrying { Int(poll(&descriptors, 2, -1)) }
      if descriptors[1].revents != 0 { return nil }
      let piece = [UInt8](unsafeUninitializedCapacity: 8_192) { buffer, filled in
        filled = max(0, SystemCall.retrying { Glibc.read(output, buffer.baseAddress, buffer.count) })
      }
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 65_536 { bytes += piece }
    }
  }
}

/// A PDF of one page that a program has written into the request's folder. It is renamed to become the preview.
package struct WrittenPDF: PreviewDocument {
  package var path: String
  package var pageCount: Int { 1 }

  package init(path: String) { self.path = path }

  package func writePreview(to output: String) throws {
    guard SystemCall.rename(path, to: output) else {
      throw ProviderError(.resourceExhausted, "cannot write the output file: \(SystemCall.message(errno))")
    }
  }
}
