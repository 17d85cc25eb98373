internal import CommandKit
internal import ImageModel
internal import StructuredText

/// What is told about the only input of a command, apart from its pages.
extension ReportingOptions {
  /// The status of work that did not fail.
  func status(_ diagnostics: [Diagnostic]) -> ExitStatus {
    let isDamaged = diagnostics.contains { $0.severity == .warning }
    return isDamaged && !settings.warningExitZero ? .warnings : .success
  }
}

extension Console {
  /// Prints the report of `--json` about one input.
  ///
  /// - Parameter member: what was found in it.
  func printReport(_ member: JSONMember, _ diagnostics: [Diagnostic], of input: String) throws(ImageError) {
    var record = BatchRecord()
    record.members = [member]
    record.diagnostics = diagnostics
    let members = [
      JSONMember("version", .int(Int64(BatchRecord.reportVersion))), JSONMember("command", "mkpdf"),
      JSONMember("files", .array([record.json(input: input)])),
    ]
    try print(JSONWriter.text(.object(members)) + "\n")
  }
}
