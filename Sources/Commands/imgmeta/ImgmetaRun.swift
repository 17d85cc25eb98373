internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Confinement
internal import ExifToolOutput
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataReports
internal import StructuredText
internal import Templates
internal import TextReading

/// A run of `imgmeta`: its options, and the work over all inputs.
struct ImgmetaRun: Sendable {
  var input = InputSettings()
  var output = OutputSettings()
  var run = RunSettings()
  var limits = Limits.standard
  /// Names of the formats that may be read. nil: all.
  var allowedFormats: Set<String>?
  var format = ReportFormat.text
  /// Only these properties are shown. Empty: all.
  var queries: [PropertyQuery] = []
  var condition: FileCondition?
  /// nil: the default of the output format.
  var style: ValueStyle?
  var makerNotes = false
  var profileTags = false
  var sidecar = false
  /// nil: the defaults of `MetadataReader`.
  var encoding: NamedEncoding?
  /// The block that is written instead of a report.
  var extraction: ExtractableBlock?
  /// What happens to the files themselves; nil: nothing.
  var moving: FileMoveJob?
  /// Where moves are noted.
  var undoList: String?

  /// - Throws: as `CameoCommand.perform()`.
  func prepare() throws -> PreparedWork {
    if let moving { return try prepareMoves(moving) }
    let inputs = try input.expand(limits: limits, once: extraction != nil)
    var access = FileAccess(input, inputs)
    if sidecar { access.readBeside(inputs) }
    if let suffix = extraction?.fileExtension ?? (writesReports ? format.fileExtension : nil) {
      try access.write(output, try Self.naming(suffix), for: inputs)
    }
    if case .differences(let reference, _) = format {
      guard reference != "-" || !inputs.contains(.standardInput) && input.filesFrom != "-" else {
        throw ValidationError("standard input (-) can be read only once")
      }
      if reference != "-" { access.read([reference]) }
    }
    return PreparedWork(access) { try perform(inputs) }
  }

  private func perform(_ inputs: [InputFile]) throws -> ExitStatus {
    if let extraction { return try extract(extraction, inputs) }
    let style = self.style ?? (isText ? .readable : .raw)
    var job = job(style)
    // ExifTool's output has no `Derived`.
    job.queries = isExifTool ? queries.map(\.inAllGroups) : queries.map { FileField.query(of: $0.text) }
    if case .differences(let reference, let json) = format {
      return try compare(inputs, with: reference, job, style, json)
    }
    if case .findings(let json) = format { return try validate(inputs, json) }
    let formatter = try formatter(style, inputs, job)
    if case .print(let template) = format { job.fields = template.queries }
    if writesReports { return try write(inputs, job, formatter) }
    let status = run(inputs, recordFormat(formatter), report(job, formatter))
    if status != .failure, !run.quiet { noteUnansweredQueries(of: job) }
    return status
  }

  /// The work of jobs that have these options and come from lines of JSON. The records are those of `--jsonl`.
  ///
  /// - Throws: `ValidationError`.
  func jobWork() throws -> JobWork {
    if let moving { return try moveWork(moving) }
    if let extraction {
      let naming = try Self.naming(extraction.fileExtension)
      let job = job(.raw)
      return { task throws(ImageError) in
        try extract(
          extraction, task.input, task.number - 1, to: task.target(output, naming), job, task.temporaryNames,
          task.streams)
      }
    }
    if writesReports { throw ValidationError("-o needs --extract, --move or --copy in jobs: a report is their result") }
    let style = self.style ?? .raw
    var job = job(style)
    job.queries = queries.map { FileField.query(of: $0.text) }
    let formatter = JSONFormatter(style: style, isLines: true, encoding: .ascii)
    return { [job] task throws(ImageError) in
      do throws(ImageError) {
        let number = task.number - 1
        let isOver = task.begin()
        guard let (file, _) = try job.run(path: task.input.path, number: number, streams: task.streams) else {
          return Self.omitted
        }
        // Reading takes some milliseconds, unless the file system hangs.
        if isOver() { throw ImageError(.cancelled, "reading took too long") }
        var record = BatchRecord()
        record.diagnostics = file.metadata.diagnostics
        record.members = [JSONMember("bytes", .uint(file.metadata.byteCount))]
        record.text = formatter.text(of: file)
        return record
      } catch {
        var record = BatchRecord(error: error.at(path: task.input.name))
        record.text = formatter.text(of: error.at(path: task.input.name), file: task.input.name)
        return record
      }
    }
  }

  private var isText: Bool { if case .text = format { true } else { false } }

  private var isExifTool: Bool { if case .exifTool = format { true } else { false } }

  func job(_ style: ValueStyle) -> MetadataJob {
    var job = MetadataJob(limits: limits)
    job.allowedFormats = allowedFormats
    job.options.detail = style == .raw ? .values : .readable
    // Other styles do not write them.
    job.options.titles = style == .both
    job.options.makerNotes = makerNotes || isExifTool
    job.options.profileTags = profileTags || isExifTool
    job.options.encoding = encoding
    job.readsSidecar = sidecar
    job.condition = condition
    return job
  }

  func noteUnansweredQueries(of job: MetadataJob) {
    let console = Console(program: "imgmeta")
    for query in job.unansweredQueries { console.line("note: no file has '\(query.text)'\(job.hint(for: query))") }
  }

  // MARK: Records

  typealias Work = @Sendable (Int, InputFile) throws(ImageError) -> BatchRecord

  func run(
    _ inputs: [InputFile], _ format: RecordFormat, temporaryNames: TemporaryNames? = nil, _ work: @escaping Work
  ) -> ExitStatus {
    BatchRunner(program: "imgmeta", options: run, limits: limits, temporaryNames: temporaryNames, format: format)
      .run(inputs, work)
  }

  func report(_ job: MetadataJob, _ formatter: any MetadataFormatter) -> Work {
    { number, input throws(ImageError) in
      guard let (file, _) = try job.run(path: input.path, number: number) else { return Self.omitted }
      var record = BatchRecord()
      record.diagnostics = file.metadata.diagnostics
      record.text = formatter.text(of: file)
      return record
    }
  }

  private static var omitted: BatchRecord {
    var record = BatchRecord()
    record.isOmitted = true
    return record
  }

  private func recordFormat(_ formatter: any MetadataFormatter) -> RecordFormat {
    var format = RecordFormat(
      opening: formatter.opening, separator: formatter.separator, closing: { formatter.closing() }
    ) { record, input in
      record.error.map { formatter.text(of: $0, file: input.name) } ?? record.text
    }
    format.writesNameBytes = formatter.writesNameBytes
    return format
  }

  // MARK: Output formats

  private func formatter(
    _ style: ValueStyle, _ inputs: [InputFile], _ job: MetadataJob
  ) throws -> any MetadataFormatter {
    switch format {
    case .text where queries.isEmpty:
      TextFormatter(style: style, hasColor: !writesReports && isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil)
    case .text: TagLinesFormatter(style: style, namesFiles: !writesReports && inputs.count > 1)
    case .json: JSONFormatter(style: style)
    case .jsonLines: JSONFormatter(style: style, isLines: true)
    case .propertyList: PropertyListFormatter(style: style)
    case .xml: XMLFormatter(style: style)
    case .csv(let guardsFormulas):
      CSVFormatter(style: style, columns: try columns(inputs, job), guardsFormulas: guardsFormulas)
    case .exifTool: ExifToolFormatter(isSelection: !queries.isEmpty)
    case .totals(let isJSON): SummaryFormatter(isJSON: isJSON)
    case .print(let template): PrintFormatter(style: style, template: template)
    case .differences, .findings: throw ValidationError("--diff and --validate cannot be used here")
    }
  }

  /// The columns of a table: the queries. If one of them is a pattern, a first pass over all files finds the columns.
  private func columns(_ inputs: [InputFile], _ job: MetadataJob) throws -> [CSVFormatter.Column] {
    if !queries.isEmpty, queries.allSatisfy(\.isPlain) { return job.queries.map { .query($0) } }
    guard !inputs.contains(.standardInput) else {
      throw ValidationError("--csv reads files twice to find its columns; for standard input name each --tag")
    }
    let survey = ColumnSurvey()
    let report = report(job, survey)
    var quiet = self
    quiet.run.quiet = true
    // A file that fails here fails in the second pass as well, which reports it.
    _ = quiet.run(inputs, .init { _, _ in "" }) { number, input throws(ImageError) in
      do throws(ImageError) { return try report(number, input) } catch { return BatchRecord() }
    }
    return survey.columns
  }

  // MARK: Validation

  /// Reports findings. The readers' warnings are among them, so they are not printed as well.
  private func validate(_ inputs: [InputFile], _ json: JSONFormatter?) throws -> ExitStatus {
    guard queries.isEmpty else { throw ValidationError("--validate checks whole files, without --tag and --group") }
    var job = job(.raw)
    job.validates = true
    let formatter = FindingFormatter(json: json)
    let status = run(inputs, recordFormat(formatter)) { [job] number, input throws(ImageError) in
      guard let (file, _) = try job.run(path: input.path, number: number) else { return Self.omitted }
      var record = BatchRecord()
      record.text = formatter.text(of: file)
      let format = file.metadata.format
      if format != "xmp", FormatOptions.withoutImages.contains(format) {
        record.diagnostics = [.note("of \(FormatOptions.title(of: format)) files, only the XMP packet is checked")]
      }
      return record
    }
    if status != .failure, !run.quiet { noteUnansweredQueries(of: job) }
    return status == .success && formatter.hasFound && !run.warningExitZero ? .warnings : status
  }

  // MARK: Comparison

  /// Compares the inputs with a file, which the condition does not concern. The status is that of diff(1).
  private func compare(
    _ inputs: [InputFile], with reference: String, _ job: MetadataJob, _ style: ValueStyle, _ json: JSONFormatter?
  ) throws -> ExitStatus {
    var first = job
    first.condition = nil
    let console = Console(program: "imgmeta", quiet: run.quiet)
    let formatter: DifferenceFormatter
    do throws(ImageError) {
      guard let (file, _) = try first.run(path: reference == "-" ? nil : reference, number: 0) else {
        return .undecided
      }
      for diagnostic in file.metadata.diagnostics { console.report(diagnostic, of: reference) }
      formatter = DifferenceFormatter(reference: file, style: style, json: json, comparesAll: !queries.isEmpty)
    } catch {
      console.report(error.at(path: reference))
      return .undecided
    }
    let status = run(inputs, recordFormat(formatter), report(job, formatter))
    if status != .failure, !run.quiet { noteUnansweredQueries(of: job) }
    return status == .failure ? .undecided : formatter.hasFound ? .failure : status
  }

  // MARK: Extraction

  private func extract(_ block: ExtractableBlock, _ inputs: [InputFile]) throws -> ExitStatus {
    guard case .text = format, queries.isEmpty else {
      throw ValidationError("--extract writes a block, not a report")
    }
    let naming = try Self.naming(block.fileExtension)
    let plan = try OutputPlan(inputs, input: input, output: output, json: false, naming: naming)
    let names = TemporaryNames()
    let job = job(.raw)
    let status = run(plan.inputs, .plain, temporaryNames: names) { number, input throws(ImageError) in
      try extract(block, input, number, to: plan.targets[number], job, names, StandardStreams())
    }
    if status != .failure, !run.quiet { noteUnansweredQueries(of: job) }
    return status
  }

  /// - Parameter suffix: what `{ext}` stands for.
  static func naming(_ suffix: String) throws -> OutputNaming {
    var naming = OutputNaming(
      fileName: try OutputTemplate("{stem}.{ext}"), goesBesideInput: false, isRecognisable: false,
      extensions: [suffix], extensionOfOutput: { _ in suffix })
    naming.fields = [.dir, .name, .stem, .ext, .n]
    naming.hasDirectory = false
    return naming
  }

  /// Writes a block of one input.
  private func extract(
    _ block: ExtractableBlock, _ input: InputFile, _ number: Int, to target: OutputTarget, _ job: MetadataJob,
    _ names: TemporaryNames, _ streams: StandardStreams
  ) throws(ImageError) -> BatchRecord {
    guard let (file, source) = try job.run(path: input.path, number: number, streams: streams) else {
      return Self.omitted
    }
    let content = try block.content(of: file.metadata)
    if let outputFile = try open(target, for: input, names, streams) {
      try content.write(to: outputFile, from: source)
      try outputFile.commit()
    }
    var record = BatchRecord()
    record.diagnostics = file.metadata.diagnostics
    return record
  }

  /// The output file; nil for an existing one that `--no-clobber` leaves alone.
  func open(
    _ target: OutputTarget, for input: InputFile, _ names: TemporaryNames, _ streams: StandardStreams
  ) throws(ImageError) -> AtomicFile? {
    switch target {
    case .path(let path) where output.files.noClobber && SystemCall.status(of: path)?.isRegularFile ?? false: return nil
    case .standardOutput: return try streams.openOutput(names: names)
    case .path(let path):
      if let inputPath = input.path, let identity = FileIdentity(path: inputPath), FileIdentity(path: path) == identity
      {
        throw ImageError(.usage, "the output is the input itself", path: path)
      }
      try OutputFolder.prepare(for: path, parents: output.files.parents)
      return try AtomicFile(path: path, options: .init(noClobber: output.files.noClobber), names: names)
    case .named: throw ImageError(.usage, "-o: {page}, {width} and {height} have no meaning here")
    }
  }
}
