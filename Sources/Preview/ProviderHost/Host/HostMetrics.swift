/// What a host did so far, and does now.
package struct HostMetrics: Hashable, Sendable {
  /// Requests by provider (empty where none was chosen) and outcome: `ok`, or a code.
  package var requests: [String: [String: Int]] = [:]
  /// Answers from the cache of thumbnails, and remembered failures.
  package var cacheHits = 0
  package var failureHits = 0
  /// Renderings that were tried again.
  package var retries = 0
  /// Requests that wait, and those that are rendered.
  package var queueDepth = 0
  package var active = 0
  /// By provider.
  package var workers: [String: WorkerPool.Census] = [:]
  /// How long rendering took, without the wait for a turn.
  package var latency = LatencyHistogram()
  /// The tier of the sandbox in force.
  package var tier = ""

  package init() {}
}

/// Counts durations in buckets.
package struct LatencyHistogram: Hashable, Sendable {
  /// The upper bounds of the buckets in seconds; one more holds the rest.
  package static let bounds = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

  package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// Of all durations, in seconds.
  package private(set) var sum = 0.0

  package init() {}

  package mutating func add(_ seconds: Double) {
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }

  package var count: Int { counts.reduce(0, +) }
}

/// Whether a host can serve.
package struct HostHealth: Hashable, Sendable {
  package var isDraining: Bool
  package var tier: String
  /// Providers whose circuit breaker is not closed.
  package var resting: [String]

  package var isReady: Bool { !isDraining }
}
