package import StructuredText

/// All that was found about a provider.
package struct CheckReport: Hashable, Sendable {
  /// Empty where the manifest could not be read.
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

  /// Whether nothing failed; warnings may be there.
  package var isPassed: Bool { !results.contains { $0.verdict == .failed } }

  package func count(_ verdict: CheckResult.Verdict) -> Int { results.filter { $0.verdict == verdict }.count }

  /// For people: a line for each check, below it how to mend what is wrong, and a line that says it all.
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
