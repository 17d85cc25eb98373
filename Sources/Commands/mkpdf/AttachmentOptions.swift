internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import PDFDocuments
internal import PDFJobs
internal import StructuredText

/// Files that are attached to documents.
struct AttachmentOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Attach a file to the document. May be given several times.", valueName: "FILE"),
    completion: .file())
  var attach: [String] = []

  @Flag(help: "List the files that are attached to the only input, and make no document.")
  var listAttachments = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write the attached file of this name, of the only input, to the output instead of a document.",
      valueName: "NAME"))
  var extractAttachment: String?

  /// Whether the command reads attached files and makes no document.
  var isQuery: Bool { listAttachments || extractAttachment != nil }

  func validate() throws {
    if [listAttachments, extractAttachment != nil, !attach.isEmpty].count(where: { $0 }) > 1 {
      throw ValidationError("--attach, --list-attachments and --extract-attachment exclude each other")
    }
  }

  /// Lists the attached files, or extracts one.
  func answer(_ job: PDFJob, _ reporting: ReportingOptions) throws -> ExitStatus {
    let option = listAttachments ? "--list-attachments" : "--extract-attachment"
    guard job.inputs.count == 1 else { throw ValidationError("\(option) needs one PDF") }
    if let name = extractAttachment {
      if reporting.json { throw ValidationError("--json does not apply to \(option)") }
      _ = try job.extractAttachment(named: name)
      return .success
    }
    let console = Console(program: "mkpdf", quiet: reporting.quiet)
    let attachments = try job.listAttachments()
    if reporting.json {
      let files = attachments.map { file in
        JSONValue.object([
          "name": .string(file.name), "bytes": file.byteCount.map { JSONValue.int(Int64($0)) } ?? .null,
          "type": file.type.map { JSONValue.string($0) } ?? .null,
          "description": file.description.map { JSONValue.string($0) } ?? .null,
        ])
      }
      let members = [
        JSONMember("version", .int(Int64(BatchRecord.reportVersion))), JSONMember("command", "mkpdf"),
        JSONMember(
          "files", .array([.object(["input": .path(job.inputs[0].name), "attachments": .array(files)])])),
      ]
      try console.print(JSONWriter.text(.object(members)) + "\n")
    } else {
      for file in attachments {
        let facts = [file.byteCount.map { "\($0) bytes" }, file.type, file.description].compactMap { $0 }
        try console.print(PrintableText.escaped("\(file.name): \(facts.joined(separator: ", "))") + "\n")
      }
    }
    try console.flush()
    return .success
  }
}
