internal import ByteStreams
package import ProviderProtocol

/// One run of a program in the sandbox, without input, to its end or a time limit: the self-test, or a thumbnailer for
/// one document.
package struct BoundedRun: Sendable {
  /// Bytes of standard output that are kept.
  static let outputLimit = 1 << 16

  package var command: SandboxCommand
  package var policy: WorkerPolicy
  package var seconds: Double

  package init(command: SandboxCommand, policy: WorkerPolicy = WorkerPolicy(), seconds: Double) {
    self.command = command
    self.policy = policy
    self.seconds = seconds
  }

  /// Returns or throws when nothing of the program is left.
  ///
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

/// One run of a provider of level 0: a freedesktop thumbnailer, which shows one document.
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
  ///   - document: the document's path, as the process sees it.
  ///   - name: what people call the document.
  ///   - size: the width and height to draw, in pixels.
  ///   - output: the file to make, as the process sees it.
  /// - Throws: `corruptInput` where the thumbnailer exits with another status than 0, which means that it cannot show
  ///   the document; `crashed`, `timeout`, `resourceExhausted`, `providerUnavailable`, `cancelled`.
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
      let reason = Self.reason(end.errors).map { ": \($0.replacing(document, with: name))" } ?? ""
      error = ProviderError(
        .corruptInput, "\(program) cannot show the file; it may be damaged (status \(status))\(reason)")
    }
    error.provider = provider.id
    throw error
  }

  /// The first line that a thumbnailer wrote to standard error; nil where it wrote none.
  private static func reason(_ errors: String) -> String? {
    errors.split(whereSeparator: \.isNewline).lazy.filter { !$0.hasPrefix("cameo-launcher: ") }
      .compactMap { ReplyText.line(String($0), limit: 300) }.first
  }
}
