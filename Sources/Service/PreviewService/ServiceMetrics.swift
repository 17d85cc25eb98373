internal import Synchronization

/// What the service counts.
final class ServiceMetrics: Sendable {
  private struct Key: Hashable {
    var route: String
    var method: String
    var status: Int
  }

  private struct Counts {
    var answers: [Key: Int] = [:]
    var durations: [String: (counts: [Int], sum: Double)] = [:]
    var problems: [String: Int] = [:]
    var inFlight = 0
    var received = 0
    var sent = 0
  }

  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
  private let counts = Mutex(Counts())

  func begin() { counts.withLock { $0.inFlight += 1 } }

  /// - Parameters:
  ///   - route: the path of a route, or `other`: what clients make up is no label.
  ///   - code: of a problem.
  func end(route: String, method: String, status: Int, code: String?, seconds: Double, sent: Int) {
    counts.withLock { counts in
      counts.inFlight -= 1
      counts.answers[Key(route: route, method: method, status: status), default: 0] += 1
      let empty = (counts: [Int](repeating: 0, count: Self.bounds.count + 1), sum: 0.0)
      var duration = counts.durations[route] ?? empty
      duration.counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
      duration.sum += seconds
      counts.durations[route] = duration
      if let code { counts.problems[code, default: 0] += 1 }
      counts.sent += sent
    }
  }

  /// Counts what never became a request.
  func refused(_ status: Int, code: String) {
    counts.withLock { counts in
      counts.answers[Key(route: "other", method: "other", status: status), default: 0] += 1
      counts.problems[code, default: 0] += 1
    }
  }

  func received(_ bytes: Int) { counts.withLock { $0.received += bytes } }

  var inFlight: Int { counts.withLock { $0.inFlight } }

  func families(queueDepth: Int, active: Int, connections: Int, isDraining: Bool) -> [MetricFamily] {
    let counts = counts.withLock { $0 }
    let answers = counts.answers.sorted {
      ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
    }
    return [
      MetricFamily(
        "previewd_requests_total", .counter, help: "Requests that were answered.",
        samples: answers.map {
          .init(
            Double($0.value),
            labels: [("route", $0.key.route), ("method", $0.key.method), ("status", "\($0.key.status)")])
        }),
      MetricFamily(
        "previewd_problems_total", .counter, help: "Requests that failed, by code.",
        samples: counts.problems.sorted { $0.key < $1.key }.map { .init(Double($0.value), labels: [("code", $0.key)]) }),
      MetricFamily(
        "previewd_request_seconds", .histogram, help: "Time from a request's header to its answer.",
        samples: counts.durations.sorted { $0.key < $1.key }.flatMap {
          MetricFamily.histogram(
            bounds: Self.bounds, counts: $0.value.counts, sum: $0.value.sum, labels: [("route", $0.key)])
        }),
      gauge("previewd_requests_in_flight", "Requests that are being answered.", counts.inFlight),
      gauge("previewd_queue_depth", "Requests that wait for their turn.", queueDepth),
      gauge("previewd_renderings_active", "Documents that are being rendered.", active),
      gauge("previewd_connections", "Open connections.", connections),
      gauge("previewd_draining", "1 while the service ends.", isDraining ? 1 : 0),
      MetricFamily(
        "previewd_received_bytes_total", .counter, help: "Bytes of bodies that were received.",
        samples: [.init(Double(counts.received))]),
      MetricFamily(
        "previewd_sent_bytes_total", .counter, help: "Bytes of bodies that were sent.",
        samples: [.init(Double(counts.sent))]),
    ]
  }

  private func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
    MetricFamily(name, .gauge, help: help, samples: [.init(Double(value))])
  }
}
