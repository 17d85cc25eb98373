package import ImageModel
package import StructuredText

/// The result of one input.
package struct BatchRecord: Sendable {
  /// What a command without `--json` prints on standard output for this input, with its line feeds.
  package var text = ""
  /// What the report of `--json` says between the input's name and its notes.
  package var members: [JSONMember] = []
  /// Notes and warnings.
  package var diagnostics: [Diagnostic] = []
  package var error: ImageError?
  /// Whether the input is left out of the report, because the user did not ask for such files.
  package var isOmitted = false

  package init() {}

  package init(error: ImageError) { self.error = error }

  /// The version of the report's format. A change that could break programs that read the old format raises it.
  package static let reportVersion = 1

  /// The record as an object of the report, as docs/json-report.md describes it.
  package func json(input: String) -> JSONValue {
    func messages(_ severity: Diagnostic.Severity) -> JSONValue {
      .array(
        diagnostics.filter { $0.severity == severity }.map { diagnostic in
          .path((diagnostic.input.map { "\($0): " } ?? "") + diagnostic.message)
        })
    }
    var all = [JSONMember("input", .path(input))] + members
    all.append(JSONMember("notes", messages(.note)))
    all.append(JSONMember("warnings", messages(.warning)))
    if let error { all.append(JSONMember("error", .error(error))) }
    return .object(all)
  }
}

/// How a command writes the records of its inputs to standard output.
package struct RecordFormat: Sendable {
  /// Comes before the first record.
  package var opening: String
  /// Comes between two records that are not empty.
  package var separator: String
  /// Comes after the last record.
  package var closing: @Sendable () -> String
  /// The text of a record; empty for one that is not written. Called on the thread that did the work.
  package var text: @Sendable (BatchRecord, InputFile) -> String

  /// Whether each record is written at once, for a reader that waits for it.
  package var isFlushed = false

  /// Whether names in the text are written with their own bytes, even if those are not UTF-8.
  package var writesNameBytes = false

  package init(
    opening: String = "", separator: String = "", closing: @escaping @Sendable () -> String = { "" },
    text: @escaping @Sendable (BatchRecord, InputFile) -> String
  ) {
    self.opening = opening
    self.separator = separator
    self.closing = closing
    self.text = text
  }

  /// The text that the work itself put into each record.
  package static var plain: RecordFormat { RecordFormat { record, _ in record.text } }

  /// The report that docs/json-report.md describes.
  static func report(of program: String) -> RecordFormat {
    let command = JSONWriter.text(.string(program))
    return RecordFormat(
      opening: "{\"version\": \(BatchRecord.reportVersion), \"command\": \(command), \"files\": [\n",
      separator: ",\n", closing: { "\n]}\n" }
    ) { record, input in JSONWriter.text(record.json(input: input.name)) }
  }
}
