internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFJobs
internal import PDFWriting
internal import Templates

extension PageOptions {
  func apply(to job: inout PDFJob) {
    job.layout.medium = paper
    job.layout.direction = direction
    job.layout.margins = margin
    job.layout.fit = fit
    job.layout.resolution = resolution
    job.layout.background = background
    job.layout.downsampling = downsample
    job.layout.range = levels.range
  }
}

extension DocumentOptions {
  /// - Throws: `usage` for an outline file that cannot be read.
  func apply(to job: inout PDFJob, _ limits: Limits) throws(ImageError) {
    let epoch = getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) }
    job.attributes = attributes(environment: epoch.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:])
    job.language = lang
    var locale: [String: String] = [:]
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] { locale[name] = getenv(name).map { String(cString: $0) } }
    job.ownLanguage = Self.language(environment: locale)
    if let time = job.attributes.creationTime { job.time = CivilTime(secondsSince1970: time) }
    switch outline {
    case nil: job.outline = .kept
    case "names"?: job.outline = .names
    case "none"?: job.outline = .none
    case let path?: job.outline = .entries(try OutlineFile.read(path, limits: limits))
    }
    job.pageLabels = pageLabels
    job.writing.isLinearized = linearize
    job.writing.keepsPictureMetadata = keepMetadata
    if let conform { job.conformance = conform }
    if let pdfVersion { job.writing.version = pdfVersion }
  }
}

extension PDFOutputOptions {
  /// The output of a document.
  ///
  /// - Parameter inputs: those that fields of the name may refer to.
  /// - Throws: `ValidationError` for a name that documents cannot have.
  func target(of inputs: [PDFInput]) throws -> PDFJob.Output {
    guard let output, output != "-" else { return dryRun ? .nowhere(nil) : .standardOutput }
    func at(_ path: String) -> PDFJob.Output { dryRun ? .nowhere(path) : .path(path) }
    var settings = OutputSettings()
    settings.output = output
    let template = try Self.naming.template(settings)
    if let path = template.literalPath { return at(path) }
    if let field = template.fields.subtracting([.dir, .name, .stem, .ext]).map(\.rawValue).min() {
      throw ValidationError(
        "-o cannot have {\(field)}: mkpdf writes all pages into one document; {{\(field)}} is a literal {\(field)}")
    }
    guard inputs.count == 1 else {
      throw ValidationError("-o with a field or a directory needs one input: mkpdf makes one document of all inputs")
    }
    let path: String? = if case .path(let path) = inputs[0].source { path } else { nil }
    return at(template.path(for: InputName(path: path, number: 1)) { $0 == .ext ? "pdf" : nil } ?? output)
  }

  /// How outputs are named: as those of imgconv.
  private static var naming: OutputNaming {
    get throws {
      var naming = OutputNaming(
        fileName: try OutputTemplate("{stem}.{ext}"), goesBesideInput: false, isRecognisable: false,
        extensions: ["pdf"], extensionOfOutput: { _ in nil })
      naming.hasDirectory = false
      return naming
    }
  }

  func environment(_ limits: Limits) -> JobEnvironment {
    var files = FileOptions()
    files.noClobber = noClobber
    files.sync = sync
    files.parents = parents
    return JobEnvironment(limits: limits, files: files)
  }
}

extension PDFJob {
  /// Checks everything that can be checked before the work begins.
  ///
  /// - Throws: `ValidationError`.
  func checkOptions() throws {
    if output == .standardOutput, environment.streams.output == nil, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("standard output is a terminal; it cannot show a PDF")
    }
    do throws(ImageError) {
      try check()
    } catch {
      throw ValidationError(error.reason)
    }
    if let epoch = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), Int(epoch) == nil {
      throw ValidationError("SOURCE_DATE_EPOCH is '\(epoch)', which is not a number of seconds")
    }
  }
}
