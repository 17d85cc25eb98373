internal import ProviderProtocol

/// Stops requests to a provider that does not start.
///
/// A closed breaker lets all requests pass. After some failures in a row it opens, and no request passes. After a pause
/// it lets one request pass as a probe. If the probe succeeds, the owner drops the breaker. If it fails, the next pause
/// is twice as long, up to `WorkerPolicy.breakerMaxSeconds`.
struct CircuitBreaker: Sendable {
  private enum State {
    case closed
    case open(until: ContinuousClock.Instant)
    /// A probe is under way.
    case halfOpen
  }

  private var state = State.closed
  private var failures = 0
  private(set) var lastFailure = ContinuousClock.now
  private var pauseSeconds: Double
  private let policy: WorkerPolicy

  init(policy: WorkerPolicy) {
    self.policy = policy
    pauseSeconds = policy.breakerSeconds
  }

  /// Whether a request would be refused.
  var isOpen: Bool {
    switch state {
    case .closed: false
    case .open(let end): .now < end
    case .halfOpen: true
    }
  }

  /// Lets a request pass, as the probe if the pause is over.
  ///
  /// - Throws: `providerUnavailable` while the breaker is open, or a probe is under way.
  mutating func enter() throws(ProviderError) {
    switch state {
    case .closed: return
    case .open(let end):
      guard .now >= end else {
        throw ProviderError(
          .providerUnavailable, "the provider failed \(failures) times in a row; it is tried again later")
      }
      state = .halfOpen
    case .halfOpen: throw ProviderError(.providerUnavailable, "the provider is being tried again after failures")
    }
  }

  /// Notes that a request ended without a verdict on the provider: for example, its caller gave up. If it was the
  /// probe, the next request is the probe.
  mutating func abandoned() {
    if case .halfOpen = state { state = .open(until: .now) }
  }

  /// Notes that a request failed. Opens the breaker if it was the probe, or if there were enough failures in a row.
  mutating func failed() {
    failures += 1
    lastFailure = .now
    if case .halfOpen = state {
      pauseSeconds = min(2 * pauseSeconds, policy.breakerMaxSeconds)
    } else if failures < policy.breakerFailures {
      return
    }
    state = .open(until: .now + .seconds(pauseSeconds))
  }
}
