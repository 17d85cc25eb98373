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
    if let error { all.append(JSONMember("error", Self.json(error))) }
    return .object(all)
  }

  /// An error as the report says it.
  package static func json(_ error: ImageError) -> JSONValue {
    var members = [JSONMember("kind", .string(error.kind.rawValue)), JSONMember("message", .path(error.reason))]
    if let path = error.path { members.append(JSONMember("path", .path(path))) }
    if let format = error.format { members.append(JSONMember("format", .string(format))) }
    if let limit = error.limit {
      members.append(
        JSONMember(
          "limit",
          .object(["name": .string(limit.name), "value": .uint(limit.value), "option": .string(limit.option)])))
    }
    return .object(members)
  }
}

extension BatchRecord {
  /// The version of the report's format; it grows when a program that reads the old one could stumble.
  package static let reportVersion = 1
}
