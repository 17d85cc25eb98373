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
    completion: .list(ExtractedPart.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var extract: ExtractedPart?

  /// The work, for a job whose output is the text.
  ///
  /// - Parameter output: what `-o` says.
  /// - Throws: `ValidationError`.
  static func work(
    _ part: ExtractedPart, of job: PDFJob, _ output: PDFOutputOptions, passwordFiles: [String]
  ) throws -> PreparedWork {
    guard job.inputs.count == 1, job.inputs[0].rotation == 0 else {
      throw ValidationError("--extract needs one PDF, not rotated")
    }
    let reporting = output.reporting
    guard !reporting.json else { throw ValidationError("--json does not apply to --extract") }
    guard job.inputs[0].pages == nil || part == .text || part == .images else {
      throw ValidationError("--extract \(part.rawValue) takes those of the whole document: no pages can be chosen")
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
      return reporting.status(diagnostics)
    }
  }
}

extension Mkpdf {
  /// - Throws: `ValidationError` where parts and attached files are asked for, and for options that do not apply.
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

  /// What applies to one document that is taken as it is. Options of new documents do not.
  static var otherWork: KeyValuePairs<String, Set<String>> {
    // Attaching files clashes with all of these, and has a message of its own.
    let input: Set = [
      "--password", "--allow", "--files-from", "--recursive", "--ext", "--exclude", "--json", "--quiet",
      "--warning-exit-0", "--attach", "--relationship",
    ]
    // Pages and rotations are refused with a reason, or chosen.
    let pages = input.union(["--pages", "--rotate"])
    let file: Set = ["--output", "--parents", "--no-clobber", "--sync"]
    let document = file.union([
      "--linearize", "--pdf-version", "--encrypt", "--user-password", "--owner-password", "--permissions",
    ])
    return [
      "--list-fields": pages, "--extract": pages.union(file), "--list-attachments": input,
      "--extract-attachment": input.union(file), "--fill": pages.union(document), "--flatten": pages.union(document),
    ]
  }
}
