internal import StructuredText

/// The form in which a command writes what came of its inputs to standard output.
package struct RecordForm: Sendable {
  /// Comes before the first record.
  package var opening: String
  /// Comes between two records that are not empty.
  package var separator: String
  /// Comes behind the last record.
  package var closing: @Sendable () -> String
  /// The text of a record; empty where nothing is written for it. Called on the thread that did the work.
  package var text: @Sendable (BatchRecord, InputFile) -> String

  /// Whether names in the text are written with the bytes that they really have, even where those are no UTF-8.
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

  /// What the work itself wrote down.
  package static var plain: RecordForm { RecordForm { record, _ in record.text } }

  /// The report that docs/json-report.md describes.
  static func report(of program: String) -> RecordForm {
    let command = JSONWriter.text(.string(program))
    return RecordForm(
      opening: "{\"version\": \(BatchRecord.reportVersion), \"command\": \(command), \"files\": [\n",
      separator: ",\n", closing: { "\n]}\n" }
    ) { record, input in JSONWriter.text(record.json(input: input.name)) }
  }
}
