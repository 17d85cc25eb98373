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
      let isDamaged = diagnostics.contains { $0.severity == .warning }
      return isDamaged && !reporting.settings.warningExitZero ? .warnings : .success
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
    try checkOthers()
  }

  /// Refuses the options of new documents beside those that take one document as it is.
  private func checkOthers() throws {
    let reading: NamedOptions = [
      "--list-fields": form.listFields, "--extract": extraction.extract,
      "--list-attachments": attachment.listAttachments, "--extract-attachment": attachment.extractAttachment,
    ]
    func refuse(_ options: NamedOptions, for option: String) throws {
      guard let other = OptionRules.given(options).first else { return }
      throw ValidationError("\(other) does not apply to \(option)")
    }
    let forms: NamedOptions = ["--fill": form.fill, "--flatten": form.flatten]
    guard let option = (OptionRules.given(reading) + OptionRules.given(forms)).first else { return }
    try refuse(
      [
        "--paper": page.paper, "--landscape": page.landscape, "--portrait": page.portrait,
        "--auto-orient": page.autoOrient, "--margin": page.margin, "--fit": page.fit, "--dpi": page.dpi,
        "--force-dpi": page.forceDpi, "--downsample": page.downsample, "--range": page.levels.range,
        "--background": page.background, "--header-left": decoration.headerLeft,
        "--header-center": decoration.headerCenter, "--header-right": decoration.headerRight,
        "--footer-left": decoration.footerLeft, "--footer-center": decoration.footerCenter,
        "--footer-right": decoration.footerRight, "--caption": decoration.caption, "--font": decoration.font,
        "--font-size": decoration.fontSize, "--text-color": decoration.textColor, "--watermark": decoration.watermark,
        "--stamp": decoration.stamp, "--contact-sheet": sheet.contactSheet, "--nup": sheet.nup,
        "--booklet": sheet.booklet, "--data": input.data, "--skip-bad": input.skipBad,
      ], for: option)
    try refuse(
      [
        "--title": document.title, "--author": document.author, "--subject": document.subject,
        "--keywords": document.keywords, "--creator": document.creator, "--lang": document.lang,
        "--outline": document.outline, "--page-labels": document.pageLabels, "--keep-metadata": document.keepMetadata,
      ], for: option)
    guard let option = OptionRules.given(reading).first else {
      return try refuse(["--dry-run": output.dryRun], for: option)
    }
    try refuse(
      [
        "--linearize": document.linearize, "--pdf-version": document.pdfVersion, "--encrypt": encryption.encrypt,
        "--user-password": encryption.userPassword, "--owner-password": encryption.ownerPassword,
        "--permissions": encryption.permissions,
      ], for: option)
    if extraction.extract != nil { try refuse(["--dry-run": output.dryRun], for: option) }
    if form.listFields {
      try refuse(
        [
          "-o": output.output, "--parents": output.parents, "--no-clobber": output.noClobber, "--sync": output.sync,
          "--dry-run": output.dryRun,
        ], for: option)
    }
  }
}
