/// What one check of a provider found.
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
  /// What the check saw, one line.
  package var seen: String
  /// How to mend it; empty where nothing is wrong.
  package var advice: String
  /// The last lines that the provider wrote to standard error before it failed, as they are.
  package var standardError: [String] = []

  package init(_ name: String, _ verdict: Verdict, _ seen: String, advice: String = "") {
    self.name = name
    self.verdict = verdict
    self.seen = seen
    self.advice = advice
  }
}
