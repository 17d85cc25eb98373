package import ProviderProtocol

/// How a process of a provider ended.
package struct ProcessEnd: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case exited(Int)
    case signaled(Int)
    /// It never ran.
    case notStarted(String)
  }

  package var cause: Cause
  /// The last 4 KiB of what it wrote to standard error.
  package var errors: String

  package init(_ cause: Cause, errors: String = "") {
    self.cause = cause
    self.errors = errors
  }

  /// What the launcher prefixes its own lines with.
  static let launcherPrefix = "cameo-launcher: "

  /// What the launcher says of the end: a code, and words behind it. The last such line counts. A provider can write such a
  /// line, too; it chooses the name of its own failure then, and nothing else.
  private var launcherReport: ProviderError? {
    let codes: [ProviderError.Code] = [.resourceExhausted, .sandboxUnavailable, .providerUnavailable, .crashed]
    for line in errors.split(separator: "\n").reversed() where line.hasPrefix(Self.launcherPrefix) {
      let words = line.dropFirst(Self.launcherPrefix.count).split(separator: " ", maxSplits: 1)
      guard let code = words.first.flatMap({ ProviderError.Code(rawValue: String($0)) }), codes.contains(code) else {
        continue
      }
      let what = words.count > 1 ? String(words[1].prefix(200)) : "the provider was ended"
      return ProviderError(code, code == .resourceExhausted ? "the provider used too much: \(what)" : what)
    }
    return nil
  }

  /// The error for a process that ended before it answered.
  package var error: ProviderError {
    if case .notStarted(let reason) = cause {
      return ProviderError(.providerUnavailable, "the provider cannot be started: \(reason)")
    }
    if let launcherReport { return launcherReport }
    switch cause {
    case .exited(let status):
      return ProviderError(.crashed, "the provider ended without an answer, with status \(status)")
    case .signaled(let signal) where Self.limitSignals.contains(signal):
      return ProviderError(.resourceExhausted, "the provider used too much: it was ended by signal \(signal)")
    case .signaled(let signal):
      return ProviderError(.crashed, "the provider was ended by signal \(signal)")
    case .notStarted: return ProviderError(.providerUnavailable, "the provider cannot be started")
    }
  }

  /// SIGXCPU and SIGXFSZ: the system's answers to a process that reaches a limit.
  private static let limitSignals = [24, 25]
}
