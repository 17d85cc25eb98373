internal import ProviderHost

extension HostMetrics {
  /// What the host counts, as Prometheus reads it.
  var families: [MetricFamily] {
    let requests = requests.sorted { $0.key < $1.key }.flatMap { provider, outcomes in
      outcomes.sorted { $0.key < $1.key }.map { outcome, count in
        MetricFamily.Sample(Double(count), labels: [("provider", provider), ("outcome", outcome)])
      }
    }
    let workers = workers.sorted { $0.key < $1.key }
    let states = workers.flatMap { provider, census in
      [
        ("starting", census.starting), ("ready", census.ready), ("running", census.running), ("idle", census.idle),
      ].map {
        MetricFamily.Sample(Double($0.1), labels: [("provider", provider), ("state", $0.0)])
      }
    }
    return [
      MetricFamily(
        "preview_renderings_total", .counter, help: "Documents by provider and outcome: ok, or a code.",
        samples: requests),
      MetricFamily(
        "preview_retries_total", .counter, help: "Renderings that were tried again.", samples: [.init(Double(retries))]),
      MetricFamily(
        "preview_rendering_seconds", .histogram, help: "How long rendering took, without waiting.",
        samples: MetricFamily.histogram(
          bounds: LatencyHistogram.bounds, counts: latency.counts, sum: latency.sum)),
      MetricFamily("preview_workers", .gauge, help: "Processes of providers.", samples: states),
      MetricFamily(
        "preview_workers_started_total", .counter, help: "Processes of providers that were started.",
        samples: workers.map { .init(Double($0.value.started), labels: [("provider", $0.key)]) }),
      MetricFamily(
        "preview_provider_resting", .gauge, help: "1 while a provider rests because it failed too often.",
        samples: workers.map { .init($0.value.isOpen ? 1 : 0, labels: [("provider", $0.key)]) }),
      MetricFamily(
        "preview_sandbox", .gauge, help: "The isolation in force.", samples: [.init(1, labels: [("tier", tier)])]),
    ]
  }
}
