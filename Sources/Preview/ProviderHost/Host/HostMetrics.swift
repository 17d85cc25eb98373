/// The counters and the current load of a host.
package struct HostMetrics: Hashable, Sendable {
  /// The upper bounds of `latency`, in seconds.
  package static let latencyBounds = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

  /// Requests by provider (empty if none was chosen) and outcome: `ok`, or a code. Joined requests count as one.
  package var requests: [String: [String: Int]] = [:]
  /// Requests that wait, and requests that are rendered.
  package var queueDepth = 0
  package var active = 0
  /// How long renderings took, without the wait for a turn.
  package var latency = Histogram(bounds: latencyBounds)
  package var renderer = RendererState()

  package init() {}

  /// Renderings that were tried again.
  package var retries: Int { renderer.retries }
  /// The workers of each provider.
  package var workers: [String: WorkerPool.Census] { renderer.workers }
}

/// Counts durations in buckets.
package struct Histogram: Hashable, Sendable {
  /// The upper bounds of the buckets, in seconds.
  package let bounds: [Double]
  /// The number of durations in each bucket. The last bucket counts durations above all bounds.
  package private(set) var counts: [Int]
  /// The sum of all durations, in seconds.
  package private(set) var sum = 0.0

  package init(bounds: [Double]) {
    self.bounds = bounds
    counts = [Int](repeating: 0, count: bounds.count + 1)
  }

  package mutating func add(_ seconds: Double) {
    counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
    sum += seconds
  }

  package var count: Int { counts.reduce(0, +) }
}

/// How long one request waited for its turn, and how long rendering its document took, in seconds. nil for a phase that
/// was not reached.
package struct RenderTimes: Hashable, Sendable {
  package var waiting: Double?
  package var rendering: Double?

  package init() {}

  /// - Parameter start: when the turn came; nil where it did not come.
  init(arrival: ContinuousClock.Instant, start: ContinuousClock.Instant?, end: ContinuousClock.Instant) {
    waiting = max(0, ((start ?? end) - arrival) / .seconds(1))
    rendering = start.map { (end - max(arrival, $0)) / .seconds(1) }
  }
}

/// Whether a host can serve.
package struct HostHealth: Hashable, Sendable {
  package var isDraining: Bool
  /// The tier of the sandbox in force.
  package var tier: String
  /// Providers whose circuit breaker is open, for at least one client.
  package var openBreakers: [String]

  package var isReady: Bool { !isDraining }
}
