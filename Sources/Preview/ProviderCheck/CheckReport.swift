package import StructuredText

/// The results of all checks of a provider.
package struct CheckReport: Hashable, Sendable {
  /// The provider's id; empty where the manifest could not be read.
  package var provider: String
  package var version: String
  /// The manifest, or what was asked for.
  package var source: String
  package var results: [CheckResult] = []

  package init(provider: String, version: String, source: String) {
    self.provider = provider
    self.version = version
    self.source = source
  }

  /// Whether nothing failed. There may be warnings.
  package var isPassed: Bool { !results.contains { $0.verdict == .failed } }

  package func count(_ verdict: CheckResult.Verdict) -> Int { results.filter { $0.verdict == verdict }.count }

  /// The report for people: the lines of each check, with advice where something is wrong, then a summary.
  package var lines: [String] {
    var lines = ["\(provider.isEmpty ? source : provider) \(version)".trimmedEnd]
    for result in results { lines += Self.lines(result) }
    let (failed, warnings) = (count(.failed), count(.warning))
    let notes = warnings == 0 ? "" : ", \(warnings) \(warnings == 1 ? "warning" : "warnings")"
    lines.append(
      failed == 0
        ? "passed: \(count(.passed)) checks\(notes)" : "failed: \(failed) of \(failed + count(.passed)) checks\(notes)")
    return lines
  }

  /// The lines of one result.
  package static func lines(_ result: CheckResult) -> [String] {
    let mark =
      switch result.verdict {
      case .passed: "ok      "
      case .warning: "warning "
      case .failed: "FAILED  "
      case .notApplicable: "-       "
      }
    return ["\(mark)\(result.name): \(result.seen)"] + (result.advice.isEmpty ? [] : ["        \(result.advice)"])
      + (result.standardError.isEmpty ? [] : ["        the last lines on its standard error:"])
      + result.standardError.map { "        | \($0)" }
  }

  package var json: JSONValue {
    .object([
      "provider": .string(provider), "providerVersion": .string(version), "source": .path(source),
      "passed": .bool(isPassed),
      "checks": .array(
        results.map { result in
          .object([
            "name": .string(result.name), "verdict": .string(result.verdict.rawValue), "seen": .string(result.seen),
            "advice": .string(result.advice), "standardError": .array(result.standardError.map { .string($0) }),
          ])
        }),
    ])
  }
}

extension String {
  fileprivate var trimmedEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}

/// The result of one check of a provider.
package struct CheckResult: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable {
    case passed
    /// Works, but not well.
    case warning
    case failed
    case notApplicable
  }

  /// What was checked: `end of input`.
  package var name: String
  package var verdict: Verdict
  /// The observation of the check, one line.
  package var seen: String
  /// How to fix it; empty where nothing is wrong.
  package var advice: String
  /// The last lines that the provider wrote to standard error before it failed.
  package var standardError: [String] = []

  package init(_ name: String, _ verdict: Verdict, _ seen: String, advice: String = "") {
    self.name = name
    self.verdict = verdict
    self.seen = seen
    self.advice = advice
  }
}

/// Seconds, bytes and counts as text for reports.
enum CheckDescriptions {
  static func seconds(_ seconds: Double) -> String {
    if seconds < 1 { return "\(Int((seconds * 1_000).rounded())) ms" }
    let tenths = (seconds * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
  }

  static func mebibytes(_ bytes: Int) -> String { "\((Double(bytes) / 104_857.6).rounded() / 10) MiB" }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
