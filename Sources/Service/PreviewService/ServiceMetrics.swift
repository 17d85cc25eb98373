internal import CoreMetrics
internal import ProviderHost

/// The service's metrics: counters and meters of swift-metrics over a registry that belongs to the service. No state is
/// global.
struct ServiceMetrics: Sendable {
  private typealias Family = PrometheusRegistry.Family

  private let registry = PrometheusRegistry(Self.families + ProcessMetrics.families)
  private static let families = [
    Family("previewd_requests_total", .counter, help: "Requests that were answered."),
    Family("previewd_problems_total", .counter, help: "Requests that failed, by code."),
    Family(
      "previewd_request_seconds",
      .histogram(bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]),
      help: "Time from a request's header to its answer."),
    Family("previewd_requests_in_flight", .gauge, help: "Requests that are being answered."),
    Family("previewd_queue_depth", .gauge, help: "Requests that wait for their turn."),
    Family("previewd_renderings_active", .gauge, help: "Documents that are being rendered."),
    Family("previewd_connections", .gauge, help: "Open connections."),
    Family("previewd_draining", .gauge, help: "1 while the service ends."),
    Family("previewd_received_bytes_total", .counter, help: "Bytes of bodies that were received."),
    Family("previewd_sent_bytes_total", .counter, help: "Bytes of bodies that were sent."),
    Family("preview_renderings_total", .counter, help: "Documents by provider and outcome: ok, or a code."),
    Family("preview_retries_total", .counter, help: "Renderings that were tried again."),
    Family(
      "preview_rendering_seconds", .histogram(bounds: HostMetrics.latencyBounds),
      help: "How long rendering took, without waiting."),
    Family("preview_workers", .gauge, help: "Processes of providers."),
    Family("preview_workers_started_total", .counter, help: "Processes of providers that were started."),
    Family("preview_provider_resting", .gauge, help: "1 while a provider's circuit breaker is open for some client."),
    Family("preview_sandbox", .gauge, help: "The isolation in force."),
    Family("previewd_cache_lookups_total", .counter, help: "Requests whose answer was looked for in the result cache."),
    Family("previewd_cache_damaged_total", .counter, help: "Damaged files of the result cache that were removed."),
  ]

  init() {
    received(0)
    Counter(label: "previewd_sent_bytes_total", factory: registry).increment(by: 0)
  }

  func requestBegins() { Meter(label: "previewd_requests_in_flight", factory: registry).increment() }

  /// - Parameters:
  ///   - route: the path of a route; `other` for all other paths, so that clients cannot create new labels.
  ///   - code: the code of a problem.
  ///   - sent: bytes of the body that were sent.
  func requestEnds(route: String, method: String, status: Int, code: String?, seconds: Double, sent: Int) {
    Meter(label: "previewd_requests_in_flight", factory: registry).decrement()
    Recorder(label: "previewd_request_seconds", dimensions: [("route", route)], factory: registry).record(seconds)
    Counter(label: "previewd_sent_bytes_total", factory: registry).increment(by: sent)
    answered(route: route, method: method, status: status, code: code)
  }

  /// Counts an answer to bytes that are not a valid request.
  func refused(_ problem: ServiceProblem) {
    answered(route: "other", method: "other", status: problem.status, code: problem.code)
  }

  private func answered(route: String, method: String, status: Int, code: String?) {
    let labels = [("route", route), ("method", method), ("status", "\(status)")]
    Counter(label: "previewd_requests_total", dimensions: labels, factory: registry).increment()
    if let code {
      Counter(label: "previewd_problems_total", dimensions: [("code", code)], factory: registry).increment()
    }
  }

  func received(_ bytes: Int) {
    Counter(label: "previewd_received_bytes_total", factory: registry).increment(by: bytes)
  }

  /// Counts a request whose answer may be in the result cache.
  func lookedUp(isFound: Bool) {
    let labels = [("result", isFound ? "hit" : "miss")]
    Counter(label: "previewd_cache_lookups_total", dimensions: labels, factory: registry).increment()
  }

  func foundDamage() { Counter(label: "previewd_cache_damaged_total", factory: registry).increment() }

  /// The text of `/metrics`, including the host's metrics.
  func text(_ state: ServiceState) async -> String {
    let host = await state.host.metrics
    registry.set("previewd_queue_depth", host.queueDepth)
    registry.set("previewd_renderings_active", host.active)
    registry.set("previewd_connections", state.connections.count)
    registry.set("previewd_draining", state.isEnding ? 1 : 0)
    for (provider, outcomes) in host.requests {
      for (outcome, count) in outcomes {
        registry.set("preview_renderings_total", count, [("provider", provider), ("outcome", outcome)])
      }
    }
    registry.set("preview_retries_total", host.retries)
    registry.set("preview_rendering_seconds", host.latency)
    for (provider, workers) in host.workers {
      let states = [
        ("starting", workers.starting), ("ready", workers.ready), ("running", workers.running), ("idle", workers.idle),
        ("ending", workers.ending),
      ]
      for (state, count) in states {
        registry.set("preview_workers", count, [("provider", provider), ("state", state)])
      }
      registry.set("preview_workers_started_total", workers.started, [("provider", provider)])
      registry.set("preview_provider_resting", workers.isOpen ? 1 : 0, [("provider", provider)])
    }
    registry.set("preview_sandbox", 1, [("tier", host.renderer.tier)])
    ProcessMetrics.update(registry, version: state.host.configuration.version)
    return registry.text
  }
}
