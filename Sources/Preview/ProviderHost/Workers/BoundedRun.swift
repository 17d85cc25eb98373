internal import ByteStreams
package import ProviderProtocol

/// Runs a program once, without input, until it ends or its time is over. The self-test of the sandbox and thumbnailers
/// run in this way.
package struct BoundedRun: Sendable {
  /// The maximum number of bytes of standard output that are kept.
  static let outputLimit = 1 << 16

  package var command: SandboxCommand
  package var policy: WorkerPolicy
  package var seconds: Double

  package init(command: SandboxCommand, policy: WorkerPolicy = WorkerPolicy(), seconds: Double) {
    self.command = command
    self.policy = policy
    self.seconds = seconds
  }

  /// Runs the program. Returns or throws when none of its processes is left.
  ///
  /// - Returns: how the program ended, and the beginning of its standard output.
  /// - Throws: `timeout`, `cancelled`.
  package func run() async throws(ProviderError) -> (end: ProcessEnd, output: String) {
    let process = SandboxedProcess(command: command, policy: policy)
    process.closeInput()
    let progress = Progress()
    let timer = Task {
      try? await Task.sleep(for: .seconds(seconds))
      if !Task.isCancelled { await progress.end(.timeout, stopping: process) }
    }
    let end = await withTaskCancellationHandler {
      await process.run { await progress.note($0) }
    } onCancel: {
      Task { await progress.end(.cancelled, stopping: process) }
    }
    timer.cancel()
    switch await progress.reason {
    case .cancelled?: throw ProviderError(.cancelled, "cancelled")
    case .some: throw ProviderError(.timeout, "the program did not end within \(seconds) s")
    case nil: return (end, await progress.output)
    }
  }

  /// The output, and the first reason to end the process.
  private actor Progress {
    private(set) var reason: ProviderError.Code?
    private var bytes: [UInt8] = []
    var output: String { String(decoding: bytes, as: UTF8.self) }

    func note(_ more: [UInt8]) { bytes += more.prefix(BoundedRun.outputLimit - bytes.count) }

    func end(_ code: ProviderError.Code, stopping process: SandboxedProcess) async {
      if reason == nil { reason = code }
      await process.stop()
    }
  }
}

/// Runs a provider of level 0: a freedesktop thumbnailer, which makes the thumbnail of one document and ends.
package struct ThumbnailerRun: Sendable {
  package var provider: ProviderDescription
  package var sandbox: Sandbox
  package var policy: WorkerPolicy
  /// The thumbnailer's environment.
  package var environment: [String: String]

  package init(provider: ProviderDescription, sandbox: Sandbox, policy: WorkerPolicy, environment: [String: String]) {
    self.provider = provider
    self.sandbox = sandbox
    self.policy = policy
    self.environment = environment
  }

  /// Runs the thumbnailer, which writes the picture to `output`.
  ///
  /// - Parameters:
  ///   - document: the path of the document in the worker's directory.
  ///   - name: the document's name, for messages.
  ///   - output: the path of the file to make.
  ///   - size: the width and height to draw, in pixels.
  /// - Throws: `corruptInput` where the thumbnailer exits with a status other than 0, which means that it cannot show
  ///   the document; `crashed`, `timeout`, `resourceExhausted`, `sandboxUnavailable`, `providerUnavailable`,
  ///   `cancelled`.
  package func run(
    directory: WorkerDirectory, document: String, name: String, output: String, size: Int, seconds: Double
  ) async throws(ProviderError) {
    let arguments = ThumbnailerCommand.expand(provider.command, input: document, output: output, size: size)
    let command = sandbox.command(
      arguments, directory: directory, readable: provider.readableFolders, limits: SandboxLimits(provider.limits),
      environment: environment)
    let end: ProcessEnd
    do throws(ProviderError) {
      end = try await BoundedRun(command: command, policy: policy, seconds: seconds).run().end
    } catch {
      throw ProviderError(error.code, error.message, provider: provider.id)
    }
    guard end.cause != .exited(0) else { return }
    var error = end.error(provider.limits)
    if case .provider(let status) = end.verdict, !(129...192).contains(status) {
      let program = PathText.split(provider.command.first ?? provider.id).name
      // The paths are those of the worker's directory.
      let line = Self.lastLine(end.errors)?.replacing("file://\(document)", with: name)
        .replacing(document, with: name).replacing(output, with: "the output")
      let reason = ReplyText.line(line, limit: 300).map { ": \($0)" } ?? ""
      error = ProviderError(
        .corruptInput, "\(program) cannot show the file; it may be damaged (status \(status))\(reason)")
    }
    error.provider = provider.id
    throw error
  }

  /// The last line of a thumbnailer's standard error that is not empty.
  private static func lastLine(_ errors: String) -> String? {
    errors.split(whereSeparator: \.isNewline).last { line in
      !line.hasPrefix("cameo-launcher: ") && line.contains { !$0.isWhitespace }
    }.map(String.init)
  }
}
