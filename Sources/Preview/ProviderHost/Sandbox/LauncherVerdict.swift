package import ProviderProtocol

/// What the launcher's exit status and last words say of how a worker ended.
///
/// A provider can end with any status and write any line, so a verdict is believed only as far as it harms the provider itself.
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
  /// Processes remain that could not be killed (in a system call that does not return).
  case leftover

  /// - Parameters:
  ///   - status: the launcher's exit status, or 128 plus the signal that ended it.
  ///   - errors: the end of what came on standard error.
  package init(status: Int, errors: String) {
    let lines = errors.split(separator: "\n")
    let prefix = "cameo-launcher: "
    let words = lines.last { $0.hasPrefix(prefix) }?.dropFirst(prefix.count) ?? ""
    let detail = words.firstIndex(of: ":").map { String(words[words.index(after: $0)...].drop { $0 == " " }) } ?? ""
    let code = words.prefix { $0 != ":" }
    switch (status, code) {
    case (120, "sandboxUnavailable"), (120, "usage"): self = .sandboxUnavailable(detail)
    case (121, "resourceExhausted"), (122, "resourceExhausted"), (123, "resourceExhausted"):
      self = .resourceExhausted(detail)
    case (124, "stopped"): self = .stopped
    case (125, "leftover"): self = .leftover
    case (126, "providerUnavailable"), (127, "providerUnavailable"): self = .providerUnavailable(detail)
    case (1, _):
      // bubblewrap ends like this when it cannot make a namespace or find what to show.
      guard let line = lines.last, line.hasPrefix("bwrap: ") else { fallthrough }
      self = .sandboxUnavailable(String(line))
    default: self = .provider(status: status)
    }
  }

  /// The error for a worker that owed an answer.
  package func error(provider: String? = nil) -> ProviderError {
    switch self {
    // Some programs end with 255, and there are 64 signals.
    case .provider(let status) where (129...192).contains(status):
      ProviderError(.crashed, "the provider was ended by signal \(status - 128)", provider: provider)
    case .provider(let status):
      ProviderError(.crashed, "the provider ended with status \(status) and without an answer", provider: provider)
    case .resourceExhausted(let what):
      ProviderError(.resourceExhausted, "the provider used more than allowed: \(what)", provider: provider)
    case .sandboxUnavailable(let why): ProviderError(.sandboxUnavailable, why, provider: provider)
    case .providerUnavailable(let why):
      ProviderError(.providerUnavailable, "the provider cannot be started: \(why)", provider: provider)
    case .stopped: ProviderError(.cancelled, "the provider was stopped", provider: provider)
    case .leftover:
      ProviderError(.crashed, "the provider left processes that cannot be killed", provider: provider)
    }
  }
}
