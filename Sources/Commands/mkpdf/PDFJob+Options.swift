internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
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
  /// - Parameters:
  ///   - inputs: those that fields of the name may refer to.
  ///   - fill: fills the properties of the input with this path into the name. nil: the name has no properties.
  /// - Throws: `ValidationError` for a name that documents cannot have; what `fill` throws.
  func target(of inputs: [PDFInput], filling fill: NameFilling? = nil) throws -> PDFJob.Output {
    guard let output, output != "-" else { return dryRun ? .nowhere(nil) : .standardOutput }
    func at(_ path: String) -> PDFJob.Output { dryRun ? .nowhere(path) : .path(path) }
    var settings = OutputSettings()
    settings.output = output
    var template = try Self.naming(hasProperties: fill != nil).template(settings)
    if let path = template.literalPath { return at(path) }
    if let field = template.fields.subtracting([.dir, .name, .stem, .ext]).map(\.rawValue).min() {
      throw ValidationError(
        "-o cannot have {\(field)}: mkpdf writes all pages into one document; {{\(field)}} is a literal {\(field)}")
    }
    guard inputs.count == 1 else {
      throw ValidationError("-o with a field or a directory needs one input: mkpdf makes one document of all inputs")
    }
    let path: String? = if case .path(let path) = inputs[0].source { path } else { nil }
    if let fill, template.hasProperties { template = try fill(path, template) }
    return at(template.path(for: InputName(path: path, number: 1)) { $0 == .ext ? "pdf" : nil } ?? output)
  }

  /// The template of a name with texts in place of its properties.
  typealias NameFilling = (_ path: String?, OutputTemplate) throws -> OutputTemplate

  /// Stands for properties until the input is read.
  static var placeholder: NameFilling {
    { _, template in try template.fillingProperties { _ in "property" } }
  }

  /// Lets the document be written where its name will lead.
  ///
  /// - Throws: as `target`.
  func addFolders(to access: inout FileAccess, _ inputs: [PDFInput]) throws {
    guard let output, output != "-", inputs.count == 1, case .path(let path) = inputs[0].source else { return }
    var settings = OutputSettings()
    settings.output = output
    settings.files.dryRun = dryRun
    try access.write(settings, try Self.naming(hasProperties: true), for: [.path(path)])
  }

  /// How outputs are named: as those of imgconv.
  private static func naming(hasProperties: Bool) throws -> OutputNaming {
    var naming = OutputNaming(
      fileName: try OutputTemplate("{stem}.{ext}"), goesBesideInput: false, isRecognisable: false,
      extensions: ["pdf"], extensionOfOutput: { _ in nil })
    naming.hasDirectory = false
    // The name is filled here, and not by a plan of outputs.
    if hasProperties { naming.fill = { _, template in template } }
    return naming
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
