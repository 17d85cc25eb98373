internal import ArgumentParser
internal import CommandKit
internal import Confinement
internal import ImageModel
internal import PDFJobs

/// Parts of a document that become files of their own.
struct ExtractionOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write parts of the only input instead of a document: its text to -o FILE or standard output; images, fonts or "
        + "attachments as files into the directory -o DIR.", valueName: "PARTS"),
    completion: .list(ExtractedPart.allCases.map(\.rawValue)), transform: { try Self.part($0) })
  var extract: ExtractedPart?

  private static func part(_ text: String) throws -> ExtractedPart {
    let word = try OptionText.word(text, of: ExtractedPart.allCases.map(\.rawValue))
    return ExtractedPart(rawValue: word) ?? .text
  }

  /// The work, for a job whose output is the text.
  ///
  /// - Parameter output: what `-o` says.
  /// - Throws: `ValidationError`.
  func work(_ job: PDFJob, _ output: PDFOutputOptions, passwordFiles: [String]) throws -> PreparedWork? {
    guard let part = extract else { return nil }
    guard job.inputs.count == 1 else { throw ValidationError("--extract needs one PDF") }
    let reporting = output.reporting
    guard !reporting.json, !output.dryRun else {
      throw ValidationError("\(output.dryRun ? "--dry-run" : "--json") does not apply to --extract")
    }
    guard part == .text || output.output.map({ $0 != "-" }) ?? false else {
      throw ValidationError("--extract \(part.rawValue) needs a directory: -o DIR")
    }
    let folder = output.output ?? "."
    var access = FileAccess()
    if case .path(let path) = job.inputs[0].source { access.read([path]) }
    access.read(passwordFiles)
    if part == .text {
      if case .path(let path) = job.output { access.write(file: path) }
    } else {
      access.write(folder: folder)
    }
    // poppler's programs read texts and pictures. They are confined by themselves.
    access.startsPrograms = part == .text || part == .images
    return PreparedWork(access) {
      let (count, diagnostics) = try job.extract(part, to: folder)
      let console = Console(program: "mkpdf", quiet: reporting.quiet)
      for diagnostic in diagnostics { console.report(diagnostic, of: job.inputs[0].name) }
      if part != .text { console.note("\(count) file\(count == 1 ? "" : "s") in \(folder)") }
      let isDamaged = diagnostics.contains { $0.severity == .warning }
      return isDamaged && !reporting.settings.warningExitZero ? .warnings : .success
    }
  }
}

extension Mkpdf {
  /// - Throws: `ValidationError` where parts and attached files are asked for.
  func checkExtraction() throws {
    try OptionRules.exclude([
      "--attach": attachment.attach, "--list-attachments": attachment.listAttachments,
      "--extract-attachment": attachment.extractAttachment, "--extract": extraction.extract, "--fill": form.fill,
      "--list-fields": form.listFields,
    ])
    try OptionRules.clash(
      "--flatten", form.flatten,
      with: [
        "--attach": attachment.attach, "--list-attachments": attachment.listAttachments,
        "--extract-attachment": attachment.extractAttachment, "--extract": extraction.extract,
      ])
  }
}
