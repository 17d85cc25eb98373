internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import MetadataCommands
internal import MetadataModel
internal import MetadataReading

/// Reads the metadata of all inputs of a run.
struct MetadataBatch {
  var input = InputSettings()
  var output = OutputSettings()
  var run = RunSettings()
  var limits = Limits.standard
  /// Names of the formats that may be read; nil allows all.
  var allowedFormats: Set<String>?
  var form = OutputForm.text
  /// Only these properties are shown; all where empty.
  var queries: [PropertyQuery] = []
  var condition: FileCondition?
  /// nil is what the form has by itself.
  var style: ValueStyle?
  var makerNotes = false
  var profileTags = false
  var sidecar = false
  /// The block that is written instead of a report.
  var extraction: BlockExtraction.Part?

  /// - Throws: as `CameoCommand.perform()`.
  func perform() throws -> ExitStatus {
    let inputs = try input.expand(limits: limits)
    if let extraction { return try extract(extraction, inputs) }
    let style = self.style ?? (isForPeople ? .readable : .raw)
    var report = MetadataReport(queries: queries, condition: condition, job: job(style))
    report.writer = try writer(style, inputs, report)
    if case .print(let template) = form { report.printed = template.queries }
    let status = run(inputs, report.form, report.record)
    if status != .failure, !run.quiet { tellUnanswered(report) }
    return status
  }

  /// Names the questions that no file had an answer to.
  private func tellUnanswered(_ report: MetadataReport) {
    let console = Console(program: "imgmeta")
    var told: Set<String> = []
    for (place, query) in report.questions.enumerated()
    where !report.answered.contains(place) && told.insert(query.text.lowercased()).inserted {
      console.line("note: no file has '\(query.text)'")
    }
  }

  private var isForPeople: Bool { if case .text = form { true } else { false } }

  private func job(_ style: ValueStyle) -> MetadataJob {
    var job = MetadataJob(input: .standardInput, limits: limits)
    job.allowedFormats = allowedFormats
    job.options.detail = style == .raw ? .values : .readable
    job.options.makerNotes = makerNotes
    if case .exifTool = form { job.options.profileTags = true } else { job.options.profileTags = profileTags }
    job.readsSidecar = sidecar
    return job
  }

  private func run(
    _ inputs: [InputFile], _ form: RecordForm, temporaryNames: TemporaryNames? = nil,
    _ work: @escaping @Sendable (Int, InputFile) throws(ImageError) -> BatchRecord
  ) -> ExitStatus {
    BatchRunner(program: "imgmeta", options: run, limits: limits, temporaryNames: temporaryNames, form: form)
      .run(inputs, work)
  }

  // MARK: Forms

  private func writer(
    _ style: ValueStyle, _ inputs: [InputFile], _ report: MetadataReport
  ) throws -> any MetadataWriter {
    switch form {
    case .text where queries.isEmpty:
      TextWriter(style: style, hasColor: isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil)
    case .text: TagLinesWriter(style: style, namesFiles: inputs.count > 1)
    case .json: JSONArrayWriter(style: style)
    case .jsonLines: JSONArrayWriter(style: style, isLines: true)
    case .propertyList: PropertyListWriter(style: style)
    case .xml: XMLWriter(style: style)
    case .csv: CSVWriter(style: style, columns: try columns(inputs, report))
    case .exifTool: ExifToolWriter(isSelection: !queries.isEmpty)
    case .summary(let isJSON): SummaryWriter(isJSON: isJSON)
    case .print(let template): PrintWriter(style: style, template: template)
    }
  }

  /// The columns of a table: what was asked for, or, where that is patterns, what a first pass over all files finds.
  private func columns(_ inputs: [InputFile], _ report: MetadataReport) throws -> [CSVWriter.Column] {
    if !queries.isEmpty, queries.allSatisfy(\.isPlain) { return queries.map { .query($0) } }
    guard !inputs.contains(.standardInput) else {
      throw ValidationError("--csv reads files twice to find its columns; for standard input name each --tag")
    }
    let survey = ColumnSurvey()
    var first = report
    first.writer = survey
    var quiet = self
    quiet.run.quiet = true
    // What fails here fails in the second pass, too, and is told there.
    _ = quiet.run(inputs, .init { _, _ in "" }) { [first] number, input throws(ImageError) in
      do throws(ImageError) { return try first.record(number, input) } catch { return BatchRecord() }
    }
    return survey.columns
  }

  // MARK: Extraction

  private func extract(_ part: BlockExtraction.Part, _ inputs: [InputFile]) throws -> ExitStatus {
    guard case .text = form, queries.isEmpty else {
      throw ValidationError("--extract writes a block, not a report")
    }
    var naming = OutputNaming(
      fileName: try OutputTemplate("{stem}.{ext}"), goesBesideInput: false, isRecognisable: false,
      extensions: [part.fileExtension], extensionOfOutput: { _ in part.fileExtension })
    naming.fields = [.dir, .name, .stem, .ext, .n]
    naming.hasDirectory = false
    let plan = try OutputPlan(inputs, input: input, output: output, json: false, naming: naming)
    let names = TemporaryNames()
    let report = MetadataReport(queries: [], condition: condition, job: job(.raw))
    let status = run(plan.inputs, .plain, temporaryNames: names) { [output] number, input throws(ImageError) in
      let extraction = BlockExtraction(part: part, names: names, noClobber: output.noClobber, parents: output.parents)
      return try report.extract(extraction, number, input, to: plan.targets[number])
    }
    if status != .failure, !run.quiet { tellUnanswered(report) }
    return status
  }
}
