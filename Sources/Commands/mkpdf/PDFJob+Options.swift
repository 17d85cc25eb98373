internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFJobs
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
