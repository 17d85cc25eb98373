internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting

extension PageOptions {
  func apply(to job: inout PDFJob) {
    job.layout.medium = page
    job.layout.direction = direction
    job.layout.margins = margin
    job.layout.fit = fit
    job.layout.resolution = resolution
    job.layout.background = background
    job.layout.rotation = rotate
    job.layout.downsampling = downsample
  }
}

extension DocumentOptions {
  /// - Throws: `usage` for an outline's file that cannot be read.
  func apply(to job: inout PDFJob, _ limits: Limits) throws(ImageError) {
    let epoch = getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) }
    job.attributes = attributes(environment: epoch.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:])
    switch outline {
    case nil: job.outline = .kept
    case "names"?: job.outline = .names
    case "none"?: job.outline = .none
    case let path?: job.outline = .entries(try OutlineFile.read(path, limits: limits))
    }
    job.pageLabels = pageLabels
    job.writing.isLinearized = linearize
    job.writing.keepsPictureMetadata = keepMetadata
    if let pdfVersion { job.writing.version = pdfVersion }
  }
}

extension PDFOutputOptions {
  var target: PDFJob.Output {
    if dryRun { return .nowhere }
    guard let output, output != "-" else { return .standardOutput }
    return .path(output)
  }

  func environment(_ limits: Limits) -> JobEnvironment {
    var files = JobEnvironment.FileOptions()
    files.noClobber = noClobber
    files.sync = sync
    files.parents = parents
    return JobEnvironment(limits: limits, files: files)
  }
}

extension PDFJob {
  /// Checks what can be checked before any work.
  ///
  /// - Throws: `ValidationError`.
  func check() throws {
    if output == .standardOutput, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("standard output is a terminal; it cannot show a PDF")
    }
    if case .nup = arrangement, decorations.caption != nil {
      throw ValidationError("--caption does not apply to --nup, whose cells are pages")
    }
    if case .booklet = arrangement {
      if decorations.caption != nil { throw ValidationError("--caption does not apply to --booklet") }
      guard !inputs.contains(where: { $0.file == .standardInput }) else {
        throw ValidationError("--booklet needs files: the number of pages must be known before")
      }
    }
    if decorations.needsPageCount, inputs.count > 1, inputs.contains(where: { $0.file == .standardInput }) {
      throw ValidationError("{pages} needs files where there are several inputs: standard input is read only once")
    }
    do throws(ImageError) {
      try checkRoom()
    } catch {
      throw ValidationError(error.reason)
    }
    if sheetsNeedPaper, layout.medium == .content {
      throw ValidationError("--page image does not apply to sheets; give a size such as A4")
    }
    if writing.encryption != nil, writing.version < .v1_7 {
      throw ValidationError("--encrypt needs PDF 1.7 or 2.0")
    }
    if let epoch = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), Int(epoch) == nil {
      throw ValidationError("SOURCE_DATE_EPOCH is '\(epoch)', which is no number of seconds")
    }
    for number in [layout.margins?.left, layout.margins?.right].compactMap({ $0 }) where number > 14_400 {
      throw ValidationError("a margin of more than 14400 points is wider than any page")
    }
  }

  /// Whether pages of a given size have room inside of their margins, and for their cells.
  private func checkRoom() throws(ImageError) {
    if let sheets = SheetMaker(self) { return try sheets.checkRoom() }
    if case .fixed(let size)? = layout.medium, let margins = layout.margins { _ = try margins.frame(of: size) }
  }

  private var sheetsNeedPaper: Bool { if case .single = arrangement { false } else { true } }
}
