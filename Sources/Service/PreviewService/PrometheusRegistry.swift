internal import CoreMetrics
internal import ProviderHost
internal import Synchronization

/// A backend for swift-metrics that writes the text format of Prometheus, version 0.0.4.
final class PrometheusRegistry: MetricsFactory {
  /// All samples of one name.
  struct Family: Sendable {
    enum Kind: Sendable {
      case counter
      case gauge
      /// - Parameter bounds: the upper bounds of the buckets.
      case histogram(bounds: [Double])

      fileprivate var name: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
      }
    }

    var name: String
    var kind: Kind
    var help: String
    /// The samples by their labels, as text.
    fileprivate var samples: [String: Sample] = [:]

    init(_ name: String, _ kind: Kind, help: String) {
      self.name = name
      self.kind = kind
      self.help = help
    }
  }

  fileprivate enum Sample: Sendable {
    case number(Double)
    case histogram(Histogram)
  }

  /// In the order in which they are written.
  private let families: Mutex<[Family]>

  /// - Parameter families: all metrics. Values with other names are dropped.
  init(_ families: [Family]) { self.families = Mutex(families) }

  // MARK: Samples

  func set(_ name: String, _ value: Int, _ labels: [(String, String)] = []) {
    update(name, Self.text(labels)) { $0 = .number(Double(value)) }
  }

  func set(_ name: String, _ value: Double) { update(name, "") { $0 = .number(value) } }

  func set(_ name: String, _ histogram: Histogram) { update(name, "") { $0 = .histogram(histogram) } }

  fileprivate func add(_ name: String, _ labels: String, _ amount: Double) {
    update(name, labels) { sample in
      if case .number(let value) = sample { sample = .number(value + amount) }
    }
  }

  fileprivate func record(_ name: String, _ labels: String, _ value: Double) {
    update(name, labels) { sample in
      guard case .histogram(var histogram) = sample else { return }
      // Without this, the dictionary would keep a reference, and each new value would copy the buckets.
      sample = .number(0)
      histogram.add(value)
      sample = .histogram(histogram)
    }
  }

  fileprivate func update(_ name: String, _ labels: String, _ change: (inout Sample) -> Void) {
    families.withLock { families in
      guard let index = families.firstIndex(where: { $0.name == name }) else { return }
      let first: Sample =
        if case .histogram(let bounds) = families[index].kind { .histogram(Histogram(bounds: bounds)) } else {
          .number(0)
        }
      change(&families[index].samples[labels, default: first])
    }
  }

  // MARK: Handlers

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { handler(label, dimensions) }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { handler(label, dimensions) }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    handler(label, dimensions)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { handler(label, dimensions) }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  private func handler(_ label: String, _ dimensions: [(String, String)]) -> Handler {
    Handler(registry: self, name: label, labels: Self.text(dimensions))
  }

  /// Changes one sample.
  private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    private let registry: PrometheusRegistry
    private let name: String
    private let labels: String

    init(registry: PrometheusRegistry, name: String, labels: String) {
      self.registry = registry
      self.name = name
      self.labels = labels
    }

    func increment(by amount: Int64) { registry.add(name, labels, Double(amount)) }
    func increment(by amount: Double) { registry.add(name, labels, amount) }
    func decrement(by amount: Double) { registry.add(name, labels, -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { registry.update(name, labels) { $0 = .number(value) } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { registry.record(name, labels, value) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func reset() { registry.update(name, labels) { $0 = .number(0) } }
  }

  // MARK: Text

  var text: String {
    var text = ""
    for family in families.withLock({ $0 }) where !family.samples.isEmpty {
      text += "# HELP \(family.name) \(Self.escaped(family.help))\n# TYPE \(family.name) \(family.kind.name)\n"
      for (labels, sample) in family.samples.sorted(by: { $0.key < $1.key }) {
        switch sample {
        case .number(let value): text += Self.line(family.name, labels, value)
        case .histogram(let histogram):
          var total = 0
          for (bound, count) in zip(histogram.bounds.map(Self.number) + ["+Inf"], histogram.counts) {
            total += count
            let le = "\(labels.isEmpty ? "" : ",")le=\"\(bound)\""
            text += Self.line("\(family.name)_bucket", labels + le, Double(total))
          }
          text += Self.line("\(family.name)_sum", labels, histogram.sum)
          text += Self.line("\(family.name)_count", labels, Double(total))
        }
      }
    }
    return text
  }

  private static func line(_ name: String, _ labels: String, _ value: Double) -> String {
    "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number(value))\n"
  }

  private static func text(_ labels: [(String, String)]) -> String {
    labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
  }

  private static func number(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }

  /// Escapes the value of a label. Help texts contain none of these characters.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "\\\n\"".utf8.contains($0) }) else { return text }
    return text.reduce(into: "") { out, character in
      switch character {
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\"": out += "\\\""
      default: out.append(character)
      }
    }
  }
}
