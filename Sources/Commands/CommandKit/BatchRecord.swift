package import ImageModel
package import StructuredText

/// What came of one input.
package struct BatchRecord: Sendable {
  /// What a command without `--json` prints on standard output for this input, newlines included.
  package var text = ""
  /// What the report of `--json` says between the input's name and its notes.
  package var members: [JSONMember] = []
  /// Notes and warnings.
  package var diagnostics: [Diagnostic] = []
  package var error: ImageError?
  /// Whether nothing is said of the input, because the user did not ask for such files.
  package var isOmitted = false

  package init() {}

  package init(error: ImageError) { self.error = error }

  /// The record as one object of the report: docs/json-report.md describes it.
  package func json(input: String) -> JSONValue {
    func messages(_ severity: Diagnostic.Severity) -> JSONValue {
      .array(diagnostics.filter { $0.severity == severity }.map { .path($0.message) })
    }
    var all = [JSONMember("input", .path(input))] + members
    all.append(JSONMember("notes", messages(.note)))
    all.append(JSONMember("warnings", messages(.warning)))
    if let error { all.append(JSONMember("error", .error(error))) }
    return .object(all)
  }
}

extension BatchRecord {
  /// The version of the report's format; it grows when a program that reads the old one could stumble.
  package static let reportVersion = 1
}
