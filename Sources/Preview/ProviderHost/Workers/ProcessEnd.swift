package import ProviderProtocol

/// How a process of a provider ended.
package struct ProcessEnd: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case exited(Int)
    case signaled(Int)
    /// It never ran.
    case notStarted(String)
    /// It was not even tried.
    case refused(ProviderError)
  }

  package var cause: Cause
  /// The last 4 KiB of what it wrote to standard error.
  package var errors: String

  package init(_ cause: Cause, errors: String = "") {
    self.cause = cause
    self.errors = errors
  }

  /// What the launcher says of the end; nil where there was none.
  package var verdict: LauncherVerdict? {
    switch cause {
    case .exited(let status): LauncherVerdict(status: status, errors: errors)
    case .signaled(let signal): LauncherVerdict(status: 128 + signal, errors: errors)
    case .notStarted, .refused: nil
    }
  }

  /// The error for a process that ended before it answered.
  package var error: ProviderError {
    switch (verdict, cause) {
    case (.provider(let status), _) where Self.limitStatuses.contains(status):
      ProviderError(.resourceExhausted, "the provider used more than allowed: it was ended by signal \(status - 128)")
    // It was stopped because it had closed its output.
    case (.stopped, _): ProviderError(.crashed, "the provider closed its output without an answer")
    case (let verdict?, _): verdict.error()
    case (nil, .notStarted(let reason)):
      ProviderError(.providerUnavailable, "the provider cannot be started: \(reason)")
    case (nil, .refused(let error)): error
    case (nil, _): ProviderError(.crashed, "the provider ended without an answer")
    }
  }

  /// 128 and SIGXCPU or SIGXFSZ: the system's answers to a process that reaches a limit.
  private static let limitStatuses = [128 + 24, 128 + 25]
}
