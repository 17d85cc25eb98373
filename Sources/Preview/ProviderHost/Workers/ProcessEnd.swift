internal import Confinement
package import ProviderProtocol

/// How a provider's process ended.
package struct ProcessEnd: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case exited(Int)
    case signaled(Int)
    /// The process could not be started, for this reason.
    case notStarted(String)
    /// The host did not try to start it, because of this error.
    case refused(ProviderError)
  }

  package var cause: Cause
  /// The last 4 KiB of its standard error.
  package var errors: String

  package init(_ cause: Cause, errors: String = "") {
    self.cause = cause
    self.errors = errors
  }

  /// The launcher's verdict; nil where no launcher ran.
  package var verdict: LauncherVerdict? {
    switch cause {
    case .exited(let status): LauncherVerdict(status: status, errors: errors)
    case .signaled(let signal): LauncherVerdict(status: 128 + signal, errors: errors)
    case .notStarted, .refused: nil
    }
  }

  /// The error for a process that ended before it answered.
  ///
  /// - Parameter limits: those that it had.
  package func error(_ limits: ProviderLimits) -> ProviderError {
    switch (verdict, cause) {
    case (.provider(let status), _) where Self.limitStatuses.contains(status):
      ProviderError(
        .resourceExhausted, "the provider reached a limit of the system and was ended by signal \(status - 128)")
    // The host stops a worker that closes its output.
    case (.stopped, _): ProviderError(.crashed, "the provider closed its output without an answer")
    case (let verdict?, _): verdict.error(limits)
    case (nil, .notStarted(let reason)):
      ProviderError(.providerUnavailable, "the provider cannot be started: \(reason)")
    case (nil, .refused(let error)): error
    case (nil, _): ProviderError(.crashed, "the provider ended without an answer")
    }
  }

  /// 128 + SIGXCPU and 128 + SIGXFSZ: the signals for a process that reaches a limit of the system.
  private static let limitStatuses = [128 + 24, 128 + 25]
}

/// What the launcher reports about the end of a worker.
///
/// Verdicts about a limit, a stop and what is left are certain even if the launcher's message was lost
/// (`LauncherStatus`). The other verdicts also need the message of the launcher or of bubblewrap. A provider could
/// forge that, but would only harm itself.
package enum LauncherVerdict: Hashable, Sendable {
  /// The provider ended by itself: its status, or 128 plus the signal that ended it.
  case provider(status: Int)
  /// A limit ended it: `memory`, `processes` or `output`.
  case resourceExhausted(String)
  /// Nothing was run, because the sandbox could not be made.
  case sandboxUnavailable(String)
  /// The program could not be executed.
  case providerUnavailable(String)
  /// The host asked for the end.
  case stopped
  /// Some processes could not be killed (they are in a system call that does not return).
  case leftover

  /// - Parameters:
  ///   - status: the launcher's exit status, or 128 plus the signal that ended it.
  ///   - errors: the end of standard error, with the launcher's message.
  package init(status: Int, errors: String) {
    let lines = errors.split(separator: "\n")
    let prefix = "cameo-launcher: "
    let message = lines.last { $0.hasPrefix(prefix) }?.dropFirst(prefix.count) ?? ""
    let detail = message.firstIndex(of: ":").map { String(message[message.index(after: $0)...].drop { $0 == " " }) }
    let code = message.prefix { $0 != ":" }
    switch (LauncherStatus(rawValue: status), code) {
    case (.noSandbox, "sandboxUnavailable"), (.noSandbox, "usage"): self = .sandboxUnavailable(detail ?? "")
    case (.memory, _): self = .resourceExhausted("memory")
    case (.processes, _): self = .resourceExhausted("processes")
    case (.output, _): self = .resourceExhausted("output")
    case (.stopped, _): self = .stopped
    case (.leftover, _): self = .leftover
    case (.notExecutable, "providerUnavailable"), (.notFound, "providerUnavailable"):
      self = .providerUnavailable(detail ?? "")
    case (nil, _) where status == 1:
      // bubblewrap exits with 1 where it cannot make a namespace, or where a path to show is missing.
      guard let line = lines.last, line.hasPrefix("bwrap: ") else { fallthrough }
      self = .sandboxUnavailable(String(line))
    default: self = .provider(status: status)
    }
  }

  /// The error for a worker that ended before it answered.
  ///
  /// - Parameter limits: the limits of the worker.
  package func error(_ limits: ProviderLimits) -> ProviderError {
    switch self {
    // There are 64 signals, and some programs exit with 255.
    case .provider(let status) where (129...192).contains(status):
      ProviderError(.crashed, "the provider was ended by signal \(status - 128)")
    case .provider(let status):
      ProviderError(.crashed, "the provider ended with status \(status) and without an answer")
    case .resourceExhausted("memory"):
      ProviderError(.resourceExhausted, "the provider needed more than \(limits.memoryMiB) MiB of memory")
    case .resourceExhausted("processes"):
      ProviderError(
        .resourceExhausted, "the provider started more processes or threads than it may (\(limits.processes))")
    case .resourceExhausted:
      ProviderError(
        .resourceExhausted, "the provider wrote more than \(limits.outputMiB) MiB, or more than 10,000 files")
    case .sandboxUnavailable(let reason): ProviderError(.sandboxUnavailable, reason)
    case .providerUnavailable(let reason):
      ProviderError(.providerUnavailable, "the provider cannot be started: \(reason)")
    case .stopped: ProviderError(.cancelled, "the provider was stopped")
    case .leftover: ProviderError(.crashed, "the provider left processes that cannot be killed")
    }
  }
}
