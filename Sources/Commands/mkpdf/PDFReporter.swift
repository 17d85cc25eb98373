internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import PDFDocuments
internal import StructuredText

/// Runs a job and tells what comes of it: messages on standard error, the report or the plan on standard output.
final class PDFReporter {
  private let options: PDFOutputOptions
  private let inputs: [PageInput]
  private let console: Console
  private let names: TemporaryNames
  private var failed = false
  /// The error of an input that was reported last.
  private var told: String?
  private var warned = false
  private var hasRecord = false
  private var clock = ProgressClock()

  init(_ options: PDFOutputOptions, inputs: [PageInput], _ names: TemporaryNames) {
    (self.options, self.inputs, self.names) = (options, inputs, names)
    console = Console(program: "mkpdf", quiet: options.quiet)
  }

  /// - Throws: `usage`, before anything was reported.
  func run(_ job: PDFJob) throws -> ExitStatus {
    // A pipe that nobody reads and a file that may not grow are failures of a write, with a message.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    TerminationWaiter.start(removing: names)
    var summary: PDFJob.Summary?
    var failure: ImageError?
    do throws(ImageError) {
      if options.json {
        try console.print("{\"version\": \(BatchRecord.reportVersion), \"command\": \"mkpdf\", \"files\": [\n")
      }
      do throws(ImageError) {
        let progress = console.showsProgress ? { [self] in show(pages: $0, input: $1) } : nil
        summary = try job.run(progress: progress) { [self] number, report throws(ImageError) in
          try deliver(number, report)
        }
      } catch {
        failure = error
      }
      console.clearProgress()
      if let error = failure, !Self.isBrokenPipe(error) {
        // What ends the work stands in the input's own record, too.
        if told != error.description { console.report(error) }
        failed = true
      }
      try end(job, summary, failure)
    } catch {
      failure = error
      if !Self.isBrokenPipe(error) { console.report(error) }
      failed = true
    }
    if let failure, Self.isBrokenPipe(failure) { return .brokenPipe }
    // Nothing was done, and the command line is to blame: a page that is not there, an output that is an input.
    if let failure, failure.kind == .usage { return .usage }
    return failed ? .failure : warned && !options.warningExitZero ? .warnings : .success
  }

  private static func isBrokenPipe(_ error: ImageError) -> Bool {
    error.systemError == EPIPE && error.path == BatchRunner.standardOutputName
  }

  private func deliver(_ number: Int, _ report: InputReport) throws(ImageError) {
    let input = inputs[number]
    let record = report.record(input, isPlan: options.dryRun)
    if options.json {
      try console.print((hasRecord ? ",\n" : "") + JSONWriter.text(record.json(input: input.name)))
      hasRecord = true
    } else if !record.text.isEmpty {
      console.clearProgress()
      try console.print(record.text)
    }
    tell(record.diagnostics, of: input.name)
    if let error = record.error {
      console.report(error)
      told = error.description
      failed = true
    }
  }

  /// Shows how far the work is, also within one long input.
  private func show(pages: Int, input: Int) {
    guard clock.isTimeToShow() else { return }
    let files = inputs.count > 1 ? "file \(input + 1) of \(inputs.count), " : ""
    console.progress("\(files)\(pages) page\(pages == 1 ? "" : "s")")
  }

  private func tell(_ diagnostics: [Diagnostic], of name: String) {
    for diagnostic in diagnostics {
      console.report(diagnostic, of: name)
      if diagnostic.severity == .warning { warned = true }
    }
  }

  private func end(_ job: PDFJob, _ summary: PDFJob.Summary?, _ failure: ImageError?) throws(ImageError) {
    if let summary { tell(summary.diagnostics, of: job.output.name ?? "the document") }
    if options.json {
      var members: [JSONMember] = []
      if let name = job.output.name { members.append(JSONMember("path", .path(name))) }
      if let summary {
        members.append(JSONMember("bytes", .uint(summary.byteCount)))
        members.append(JSONMember("pages", .int(Int64(summary.pageCount))))
        members.append(JSONMember("skipped", summary.wasSkipped ? "exists" : .null))
      }
      if let failure { members.append(JSONMember("error", .error(failure))) }
      try console.print("\n], \"output\": " + JSONWriter.text(.object(members)) + "}\n")
    } else if options.dryRun, let summary {
      try console.print("\(summary.pageCount) page\(summary.pageCount == 1 ? "" : "s"), \(summary.byteCount) bytes\n")
    }
    try console.flush()
  }
}

/// Lets a line of progress appear after a second, and not too often.
private struct ProgressClock {
  private let start = Self.seconds
  private var shown = 0.0

  mutating func isTimeToShow() -> Bool {
    let now = Self.seconds
    guard now - start >= 1, now - shown >= 0.1 else { return false }
    shown = now
    return true
  }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
