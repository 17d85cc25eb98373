internal import ProviderProtocol

/// Keeps a provider that always fails from being asked again and again.
///
/// Closed, everything passes. After some failures in a row it is open: nothing passes. After a rest one request passes as
/// a probe: its success closes the breaker (whoever keeps it, drops it), its failure begins a rest twice as long.
struct CircuitBreaker: Sendable {
  enum State: String, Sendable {
    case closed
    case open
    case halfOpen
  }

  private(set) var state = State.closed
  private var failures = 0
  private var rest: Double
  private var restEnds: ContinuousClock.Instant?
  private let policy: WorkerPolicy

  init(policy: WorkerPolicy) {
    self.policy = policy
    rest = policy.breakerSeconds
  }

  /// Whether a request would be refused.
  func isResting(now: ContinuousClock.Instant = .now) -> Bool {
    switch state {
    case .closed: false
    case .open: restEnds.map { now < $0 } ?? false
    case .halfOpen: true
    }
  }

  /// Lets a request pass, as the probe where it is time for one.
  ///
  /// - Throws: `providerUnavailable` while the breaker is open, or a probe is under way.
  mutating func enter(now: ContinuousClock.Instant = .now) throws(ProviderError) {
    switch state {
    case .closed: return
    case .open:
      if let restEnds, now >= restEnds {
        state = .halfOpen
        return
      }
      throw ProviderError(.providerUnavailable, "the provider failed \(failures) times in a row and rests")
    case .halfOpen: throw ProviderError(.providerUnavailable, "the provider is being tried again")
    }
  }

  /// The probe ended without a verdict on the provider: its caller gave up.
  mutating func abandoned(now: ContinuousClock.Instant = .now) {
    if state == .halfOpen {
      state = .open
      restEnds = now
    }
  }

  mutating func failed(now: ContinuousClock.Instant = .now) {
    failures += 1
    if state == .halfOpen { rest = min(2 * rest, policy.breakerMaxSeconds) }
    guard state == .halfOpen || failures >= policy.breakerFailures else { return }
    state = .open
    restEnds = now + .seconds(rest)
  }
}
