package import ProviderProtocol

/// One run of a program in the sandbox to its end, within a time: a probe of the sandbox, a thumbnailer for one document. The program
/// has no input.
package struct BoundedRun: Sendable {
  /// Of standard output; what is more is read and forgotten.
  static let outputLimit = 1 << 16

  package var command: SandboxCommand
  package var policy: WorkerPolicy
  package var seconds: Double

  package init(command: SandboxCommand, policy: WorkerPolicy = WorkerPolicy(), seconds: Double) {
    self.command = command
    self.policy = policy
    self.seconds = seconds
  }

  /// Returns, and throws, when nothing of the program is left.
  ///
  /// - Throws: `timeout`, `cancelled`.
  package func run() async throws(ProviderError) -> (end: ProcessEnd, output: String) {
    let process = SandboxedProcess(command: command, policy: policy)
    process.closeInput()
    let course = Course()
    let timer = Task {
      try? await Task.sleep(for: .seconds(seconds))
      if !Task.isCancelled { await course.end(.timeout, stopping: process) }
    }
    let end = await withTaskCancellationHandler {
      await process.run { await course.note($0) }
    } onCancel: {
      Task { await course.end(.cancelled, stopping: process) }
    }
    timer.cancel()
    switch await course.reason {
    case .cancelled?: throw ProviderError(.cancelled, "cancelled")
    case .some: throw ProviderError(.timeout, "no end within \(seconds) s")
    case nil: return (end, await course.output)
    }
  }

  /// What was written, and the first reason to end the process.
  private actor Course {
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
