internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs
internal import StructuredText

/// Files that are attached to documents.
struct AttachmentOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Attach a file to the document. FILE:alternative says what this one is to the document, with a word of "
        + "--relationship. May be given several times.", valueName: "FILE"),
    completion: .file())
  var attach: [String] = []

  @Option(
    help: ArgumentHelp(
      "What the files of --attach are to the document: source, data, alternative, supplement or unspecified. An "
        + "invoice in XML is data or alternative. (default: unspecified)", valueName: "WORD"),
    completion: .list(relationships.map { $0.lowercased() }), transform: { try Self.relationship($0) })
  var relationship: String?

  /// ISO 32000-2, table 43.
  private static let relationships = ["Source", "Data", "Alternative", "Supplement", "Unspecified"]

  private static func relationship(_ text: String) throws -> String {
    let word = try OptionText.word(text, of: relationships.map { $0.lowercased() })
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The files with what they are to the document. A word after the last colon is a part of the name where a file with
  /// this name exists.
  ///
  /// - Throws: `ValidationError` for a file that cannot be read.
  func files() throws -> [PDFJob.Attachment] {
    try attach.map { text in
      var file = PDFJob.Attachment(path: text, relationship: relationship ?? "Unspecified")
      if let colon = text.lastIndex(of: ":"), SystemCall.status(of: text) == nil,
        case let end = text[text.index(after: colon)...].lowercased(),
        let word = Self.relationships.first(where: { $0.lowercased() == end })
      {
        file = PDFJob.Attachment(path: String(text[..<colon]), relationship: word)
      }
      try OptionFile.checkReadable(file.path, "--attach")
      return file
    }
  }

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
    try OptionRules.need("--attach", attach, for: ["--relationship": relationship])
    try OptionRules.exclude([
      "--attach": attach, "--list-attachments": listAttachments, "--extract-attachment": extractAttachment,
    ])
  }

  /// Lists the attached files, or extracts one.
  func answer(_ job: PDFJob, _ reporting: ReportingOptions) throws -> ExitStatus {
    let option = listAttachments ? "--list-attachments" : "--extract-attachment"
    guard job.inputs.count == 1 else { throw ValidationError("\(option) needs one PDF") }
    if extractAttachment != nil, reporting.json { throw ValidationError("--json does not apply to \(option)") }
    let console = Console(program: "mkpdf", quiet: reporting.quiet)
    let input = job.inputs[0].name
    let (file, attachments) = try job.attachedFiles()
    defer { for diagnostic in file.diagnostics { console.report(diagnostic, of: input) } }
    if let name = extractAttachment {
      guard let attachment = attachments.first(where: { $0.name == name }) else {
        throw ImageError(.usage, "has no attached file '\(name)'", path: input)
      }
      try job.extract(attachment, from: file)
    } else if reporting.json {
      let found = JSONMember("attachments", .array(attachments.map(Self.json)))
      try console.printReport(found, file.diagnostics, of: input)
    } else {
      for file in attachments {
        let facts = [file.byteCount.map { "\($0) bytes" }, file.type, file.description].compactMap { $0 }
        try console.print(PrintableText.escaped("\(file.name): \(facts.joined(separator: ", "))") + "\n")
      }
    }
    try console.flush()
    return reporting.status(file.diagnostics)
  }

  private static func json(_ file: PDFAttachment) -> JSONValue {
    .object([
      "name": .string(file.name), "bytes": file.byteCount.map { JSONValue.int(Int64($0)) } ?? .null,
      "type": file.type.map { JSONValue.string($0) } ?? .null,
      "description": file.description.map { JSONValue.string($0) } ?? .null,
    ])
  }
}
