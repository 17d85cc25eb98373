/// Figures of one name, as Prometheus reads them.
package struct MetricFamily: Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  package struct Sample: Sendable {
    /// What stands behind the family's name: `_bucket`, `_sum`, `_count`, or nothing.
    package var suffix: String
    package var labels: [(String, String)]
    package var value: Double

    package init(_ value: Double, labels: [(String, String)] = [], suffix: String = "") {
      self.suffix = suffix
      self.labels = labels
      self.value = value
    }
  }

  package var name: String
  package var help: String
  package var kind: Kind
  package var samples: [Sample]

  package init(_ name: String, _ kind: Kind, help: String, samples: [Sample]) {
    self.name = name
    self.help = help
    self.kind = kind
    self.samples = samples
  }

  /// The samples of a histogram.
  ///
  /// - Parameter counts: by bucket, one more than there are bounds.
  package static func histogram(
    bounds: [Double], counts: [Int], sum: Double, labels: [(String, String)] = []
  ) -> [Sample] {
    var total = 0
    var samples: [Sample] = []
    for (bound, count) in zip(bounds, counts) {
      total += count
      samples.append(Sample(Double(total), labels: labels + [("le", number(bound))], suffix: "_bucket"))
    }
    total = counts.reduce(0, +)
    samples.append(Sample(Double(total), labels: labels + [("le", "+Inf")], suffix: "_bucket"))
    samples.append(Sample(sum, labels: labels, suffix: "_sum"))
    samples.append(Sample(Double(total), labels: labels, suffix: "_count"))
    return samples
  }

  /// The text format, version 0.0.4.
  static func text(_ families: [MetricFamily]) -> String {
    var text = ""
    for family in families where !family.samples.isEmpty {
      text +=
        "# HELP \(family.name) \(escaped(family.help, quotes: false))\n# TYPE \(family.name) \(family.kind.rawValue)\n"
      for sample in family.samples {
        let labels = sample.labels.map { "\($0.0)=\"\(escaped($0.1, quotes: true))\"" }.joined(separator: ",")
        text += "\(family.name)\(sample.suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(number(sample.value))\n"
      }
    }
    return text
  }

  private static func number(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\"" where quotes: out += "\\\""
      default: out.append(character)
      }
    }
    return out
  }
}
