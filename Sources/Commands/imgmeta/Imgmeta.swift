internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import MetadataWriting

@main
struct Imgmeta: JobCommand, ConfinedCommand {
  static let configuration = CommandConfiguration(
    commandName: "imgmeta",
    abstract: "Show what \(FormatOptions.titles) files say about their images, and PDFs, movies and SVG of themselves.",
    discussion: ImgmetaHelp.discussion, version: Version.line("imgmeta"))

  static let shortHelp = (
    options: ["tag", "json", "jsonl", "csv", "print", "where", "recursive", "extract", "move", "output"],
    arguments: "FILE..."
  )

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Metadata options") var selection: SelectionOptions
  @OptionGroup(title: "File options") var writing: WritingOptions
  @OptionGroup(title: "Output formats") var format: OutputFormatOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Job options") var jobOptions: TimedJobOptions
  @OptionGroup(title: "Format options") var formats: FormatOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  var confinement: ConfinementOption { limits.confinement }
  var jobs: JobOptions { jobOptions.jobs }
  var jobTimeout: Double? { jobOptions.timeout }
  var isolatedMemory: Int? { jobOptions.isolatedMemory(limits) }
  var workerCount: Int? { run.count.workers }

  static func writesFile(_ options: Set<String>) -> Bool {
    !options.isDisjoint(with: ["--extract", "--move", "--copy"])
  }

  func prepare() throws -> PreparedWork {
    guard selection.listSettable else { return try work().prepare() }
    guard files.isEmpty else { throw ValidationError("--list-settable reads no files") }
    return PreparedWork(nil) {
      let console = Console(program: "imgmeta")
      for (name, value) in SettableNames.all { try console.print("\(name)\t\(value)\n") }
      try console.flush()
      return .success
    }
  }

  /// Results are JSON, one by one.
  static var optionsWithoutJobs: Set<String> {
    [
      "--text", "--jsonl", "--plist", "--xml", "--csv", "--csv-guard", "--exiftool", "--totals", "--print",
      "--dry-run", "--undo-list", "--diff", "--validate", "--list-settable",
    ]
  }

  func withJobs(_ body: (JobPreparation<Imgmeta>) throws -> ExitStatus) throws -> ExitStatus {
    try body(JobPreparation { try $0.work().jobWork() })
  }

  func work() throws -> ImgmetaRun {
    var work = ImgmetaRun()
    work.input = input.settings
    work.run = run.settings
    work.limits = limits.limits
    work.allowedFormats = formats.allow
    work.format = try format.format(json: work.run.json)
    work.queries = selection.queries
    work.condition = selection.condition
    work.style = selection.value
    work.makerNotes = selection.makerNotes
    work.profileTags = selection.icc
    work.sidecar = selection.sidecar
    work.encoding = selection.charset.encoding
    work.extraction = writing.extract
    work.moving = writing.moving
    work.undoList = writing.undoList
    work.output.output = writing.output
    work.output.files.parents = writing.parents
    work.output.files.noClobber = writing.noClobber
    work.output.files.dryRun = writing.dryRun
    if work.writesReports {
      let refused: NamedOptions = ["--totals": format.totals, "--diff": format.diff, "--validate": format.validate]
      try OptionRules.clash("-o", writing.output, with: refused)
    }
    return work
  }

  static let commonOptions = CommonLine.options

  static func prepare(common arguments: [String]) throws -> PreparedWork? {
    try CommonLine.work(arguments)?.prepare()
  }
}
