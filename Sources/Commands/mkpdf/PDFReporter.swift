internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFJobs
internal import PDFWriting
internal import StructuredText

/// Runs a job and reports its results: messages on standard error, the report or the plan on standard output.
final class PDFReporter {
  private let options: RunSettings
  /// Whether the pages are listed and nothing is written.
  private let isPlan: Bool
  private let console: Console
  private var failed = false
  /// The last reported error of an input.
  private var lastError: String?
  private var warned = false
  private var hasRecord = false
  private var clock = ProgressClock()

  init(_ options: PDFOutputOptions) {
    self.options = options.reporting.settings
    isPlan = options.dryRun
    console = Console(program: "mkpdf", quiet: options.reporting.quiet)
  }

  /// - Throws: `usage`, before anything was reported.
  func run(_ job: PDFJob) throws -> ExitStatus { try run([job], notes: [[]], isSplit: false) }

  /// Runs the jobs that make the parts of a document, one after the other, up to the first that fails.
  ///
  /// - Parameters:
  ///   - notes: about each part.
  ///   - isSplit: whether the report has a list of outputs.
  ///   - file: the only input of all jobs, where it is open already.
  func run(
    _ jobs: [PDFJob], notes: [[Diagnostic]], isSplit: Bool, sharing file: PDFFile? = nil
  ) throws -> ExitStatus {
    // A closed pipe and an exceeded file size limit are then errors of a write, with a message.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    if let job = jobs.first { TerminationWaiter.start(removing: job.environment.temporaryNames) }
    var failure: ImageError?
    var outputs: [JSONValue] = []
    do throws(ImageError) {
      if options.json {
        try console.print("{\"version\": \(BatchRecord.reportVersion), \"command\": \"mkpdf\", \"files\": [\n")
      }
      for (job, notes) in zip(jobs, notes) where failure == nil {
        var summary: PDFJob.Summary?
        do throws(ImageError) {
          let progress = console.showsProgress ? { [self] in show(pages: $0, input: $1, of: job.inputs.count) } : nil
          summary = try job.run(sharing: file, progress: progress) { [self] number, report throws(ImageError) in
            try deliver(report, of: job.inputs[number].name)
          }
          summary?.diagnostics += notes
        } catch {
          failure = error
        }
        console.clearProgress()
        if let error = failure, !BatchRunner.hasLostReader(error) {
          // The error that ends the work is reported with its input, too.
          if lastError != error.description { console.report(error) }
          failed = true
        }
        if let summary { tell(summary.diagnostics, of: job.output.name ?? "the document") }
        outputs.append(Self.output(job, summary, failure))
        if isPlan, !options.json, let summary { try console.print(Self.plan(summary)) }
      }
      if options.json {
        let name = isSplit ? "outputs" : "output"
        let value = isSplit ? JSONValue.array(outputs) : outputs.first ?? .null
        try console.print("\n], \"\(name)\": " + JSONWriter.text(value) + "}\n")
      }
      try console.flush()
    } catch {
      failure = error
      if !BatchRunner.hasLostReader(error) { console.report(error) }
      failed = true
    }
    if let failure, BatchRunner.hasLostReader(failure) { return .brokenPipe }
    // Nothing was done, and the command line is wrong: a page that does not exist, an output that is an input.
    if let failure, failure.kind == .usage, outputs.count <= 1 { return .usage }
    return failed ? .failure : warned && !options.warningExitZero ? .warnings : .success
  }

  private static func plan(_ summary: PDFJob.Summary) -> String {
    "\(summary.pageCount) page\(summary.pageCount == 1 ? "" : "s"), \(summary.byteCount) bytes\n"
  }

  /// The output as an object of the report.
  private static func output(_ job: PDFJob, _ summary: PDFJob.Summary?, _ failure: ImageError?) -> JSONValue {
    var members: [JSONMember] = []
    if let name = job.output.name { members.append(JSONMember("path", .path(name))) }
    if let summary {
      members.append(JSONMember("bytes", .uint(summary.byteCount)))
      members.append(JSONMember("pages", .int(Int64(summary.pageCount))))
      members.append(JSONMember("skipped", summary.wasSkipped ? "exists" : .null))
    }
    if let failure { members.append(JSONMember("error", .error(failure))) }
    return .object(members)
  }

  /// Runs a job from a line of JSON. The record has the members `files` and `output` of the report, and the diagnostics
  /// of all inputs.
  static func record(of job: PDFJob) -> BatchRecord {
    var result = BatchRecord()
    var files: [JSONValue] = []
    var summary: PDFJob.Summary?
    var failure: ImageError?
    do throws(ImageError) {
      summary = try job.run { number, report throws(ImageError) in
        let name = job.inputs[number].name
        let record = report.record(name, isPlan: false)
        files.append(record.json(input: name))
        result.diagnostics += record.diagnostics
        result.error = result.error ?? record.error
      }
    } catch {
      failure = error
    }
    result.diagnostics += summary?.diagnostics ?? []
    // The error that ends the work may be the system's, and not an input's.
    result.error = failure ?? result.error
    result.members = [JSONMember("files", .array(files)), JSONMember("output", output(job, summary, failure))]
    return result
  }

  private func deliver(_ report: InputReport, of input: String) throws(ImageError) {
    let record = report.record(input, isPlan: isPlan)
    if options.json {
      try console.print((hasRecord ? ",\n" : "") + JSONWriter.text(record.json(input: input)))
      hasRecord = true
    } else if !record.text.isEmpty {
      console.clearProgress()
      try console.print(record.text)
    }
    tell(record.diagnostics, of: input)
    if let error = record.error {
      console.report(error)
      lastError = error.description
      failed = true
    }
  }

  /// Shows the progress, including that within a long input.
  private func show(pages: Int, input: Int, of inputs: Int) {
    guard clock.isTimeToShow() else { return }
    let files = inputs > 1 ? "file \(input + 1) of \(inputs), " : ""
    console.progress("\(files)\(pages) page\(pages == 1 ? "" : "s")")
  }

  private func tell(_ diagnostics: [Diagnostic], of name: String) {
    for diagnostic in diagnostics {
      console.report(diagnostic, of: name)
      if diagnostic.severity == .warning { warned = true }
    }
  }
}

/// Limits progress messages: none in the first second, and not too often.
private struct ProgressClock {
  private let start = SystemCall.monotonicSeconds
  private var shown = 0.0

  mutating func isTimeToShow() -> Bool {
    let now = SystemCall.monotonicSeconds
    guard now - start >= 1, now - shown >= 0.1 else { return false }
    shown = now
    return true
  }
}

extension InputReport {
  /// The record of `--json`, and the lines of `--dry-run`.
  fileprivate func record(_ name: String, isPlan: Bool) -> BatchRecord {
    var record = BatchRecord()
    // The diagnostics of a picture on several pages are reported once.
    var reported: Set<Diagnostic> = []
    record.diagnostics = diagnostics.filter { reported.insert($0).inserted }
    record.error = error
    if let kind { record.members.append(JSONMember("kind", .string(kind.name))) }
    if let byteCount { record.members.append(JSONMember("bytes", .uint(byteCount))) }
    record.members.append(JSONMember("pages", .array(pages.map(Self.json))))
    record.members.append(JSONMember("images", .array(pictures.map(Self.json))))
    if isPlan, error == nil { record.text = lines(name) }
    return record
  }

  private static func json(_ page: Page) -> JSONValue {
    .object([
      "page": .int(Int64(page.index + 1)), "width": .double(rounded(page.size.width)),
      "height": .double(rounded(page.size.height)),
    ])
  }

  private static func json(_ picture: EmbeddedImage) -> JSONValue {
    var members = [
      JSONMember("width", .int(Int64(picture.size.width))), JSONMember("height", .int(Int64(picture.size.height))),
      JSONMember("handling", .string(name(picture.handling))), JSONMember("reason", .string(picture.reason)),
      JSONMember("bytes", .uint(picture.byteCount)),
    ]
    if let original = picture.originalByteCount { members.append(JSONMember("originalBytes", .uint(original))) }
    return .object(members)
  }

  private static func name(_ handling: EmbeddedImage.Handling) -> String {
    handling == .repacked ? "re-packed" : handling.rawValue
  }

  /// A hundredth of a point is finer than the resolution of any printer.
  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private func lines(_ input: String) -> String {
    let name = PrintableText.escaped(input)
    // The pictures of a PDF that is made smaller are on any of its pages.
    let pictures = pictures.filter { $0.originalByteCount == nil }
    return pages.enumerated().map { index, page in
      let size = "\(Self.text(page.size.width)) x \(Self.text(page.size.height)) pt"
      let picture = pictures.indices.contains(index) && pages.count == pictures.count ? pictures[index] : nil
      let details = picture.map { ", \($0.size) pixels, \(Self.name($0.handling)): \($0.reason)" } ?? ""
      return "page \(page.index + 1): \(size): \(name)\(details)\n"
    }.joined()
  }

  private static func text(_ value: Double) -> String {
    let text = rounded(value).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
