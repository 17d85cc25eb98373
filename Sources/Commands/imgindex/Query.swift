internal import ArgumentParser
internal import ByteStreams
internal import Catalogue
internal import CommandKit
internal import Confinement
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReports

/// `imgindex query`: finds files in a catalogue.
struct Query: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "query", "Find files in a catalogue.", arguments: "<catalogue> [<condition>]",
    discussion: """
      Prints the paths of the files that meet a condition, in natural order (page-2 before page-10). The condition is \
      that of imgmeta's --where, as in 'exif.ISO >= 800 and near(48.1, 11.6, 20 km)'; without one all files are meant. \
      No image file is read: the answer is what 'imgindex update' has found. Files that could not be read as images \
      are left out.
      """)

  @Argument(help: "The catalogue.", completion: .file())
  var catalogue: String

  @Argument(help: "A condition, as of imgmeta's --where.")
  var condition: String?

  @Option(
    help: ArgumentHelp(
      "Only files with these words in title, caption or keywords; word* is the beginning of a word, and words in "
        + "double quotes follow each other.", valueName: "WORDS"))
  var text: String?

  @Option(
    name: .customLong("tag"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Show this property only, as imgmeta's --tag. May be given several times.", valueName: "NAME"))
  var tags: [String] = []

  @Flag(help: "Write all properties of each file as text, as imgmeta does.")
  var details = false

  @Flag(help: "Write JSON, as imgmeta does.")
  var json = false

  @Flag(help: "Write JSON Lines: one record a line.")
  var jsonl = false

  @Flag(help: "Write comma-separated values, a column for each --tag.")
  var csv = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each file, as imgmeta's --print. (default: '{path}')", valueName: "PATTERN"),
    transform: { try PrintTemplate($0) })
  var print: PrintTemplate?

  @Flag(help: "End each path with a NUL byte instead of a line feed, for 'xargs -0' and scripts.")
  var null = false

  @Option(
    help: ArgumentHelp(
      "How values are written. (default: readable for --details, raw for all other formats)", valueName: "STYLE"),
    completion: .list(ValueStyle.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var value: ValueStyle?

  @Option(
    help: ArgumentHelp(
      "Sort by a property, named as in a condition, such as date, camera or name. Files without it come last. "
        + "(default: by path)", valueName: "NAME"))
  var sort: String?

  @Flag(help: "With --sort: the largest value first.")
  var reverse = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Print at most this number of files.", valueName: "COUNT"),
    transform: { try OptionText.number($0, in: 0...Int.max) })
  var limit: Int?

  @Flag(help: "Print only how many files meet the condition.")
  var count = false

  @Flag(
    help:
      "Stay, and print files when they begin to meet the condition: 'imgindex watch' or 'update' changes the catalogue."
  )
  var follow = false

  @OptionGroup var configuration: ConfigurationOption
  @OptionGroup(title: "Limits") var confinement: ConfinementOption

  func validate() throws {
    let given = OptionRules.given([
      "--details": details, "--json": json, "--jsonl": jsonl, "--csv": csv, "--print": print, "--count": count,
    ])
    try OptionRules.atMostOne(given)
    guard sort != "" else { throw ValidationError("--sort needs a name") }
    guard !reverse || sort != nil else { throw ValidationError("--reverse needs --sort") }
    guard !count || limit == nil && sort == nil && tags.isEmpty else {
      throw ValidationError("--count prints a number only; --limit, --sort and --tag have no use with it")
    }
    guard !follow || limit == nil && sort == nil && !count else {
      throw ValidationError("--follow prints files as they come; --limit, --sort and --count are for a list")
    }
    guard !null || given.isEmpty && tags.isEmpty else {
      throw ValidationError("--null ends paths; with a format of its own, use --print with \\0 at its end")
    }
    guard !tags.contains("") else { throw ValidationError("--tag needs a name") }
    guard !follow || !json && !csv else {
      throw ValidationError("--follow has no end, as --json and --csv need; use --jsonl")
    }
    guard text.map({ !$0.allSatisfy { $0.isWhitespace || $0 == "\"" } }) ?? true else {
      throw ValidationError("--text needs a word")
    }
  }

  func prepare() throws -> PreparedWork { PreparedWork(FileAccess(catalogue: catalogue)) { try answer() } }

  private func answer() throws -> ExitStatus {
    var query = CatalogueQuery()
    do {
      query.condition = try condition.map { try FileCondition(try OptionText.unicode($0)) }
    } catch let error as ImageError {
      throw ValidationError("the condition '\(condition ?? "")': \(error.reason)")
    }
    query.words = try text.map { try OptionText.unicode($0) }
    let run = QueryRun(self, query, try Catalogue(path: catalogue, forWriting: false))
    try follow ? run.follow() : run.list()
    return .success
  }
}

/// A run of `imgindex query`.
private struct QueryRun {
  let options: Query
  let query: CatalogueQuery
  let catalogue: Catalogue
  private let console = Console(program: "imgindex")
  private let job: MetadataJob
  /// The properties that the output needs. nil: all.
  private let needed: [PropertyQuery]?
  private let template: PrintTemplate?

  init(_ options: Query, _ query: CatalogueQuery, _ catalogue: Catalogue) {
    self.options = options
    self.query = query
    self.catalogue = catalogue
    var job = MetadataJob(limits: .standard)
    job.queries = options.tags.map { FileField.query(of: $0) }
    let isPaths = options.print == nil && job.queries.isEmpty && !options.details && !options.json && !options.jsonl
    // Both are valid templates.
    let paths = options.null ? "{path}\\0" : "{path}"
    template = options.print ?? (isPaths && !options.csv ? try? PrintTemplate(paths) : nil)
    if let template { job.fields = template.queries }
    needed = template.map(\.allQueries) ?? (job.queries.isEmpty ? nil : job.queries)
    self.job = job
  }

  func list() throws {
    let order = options.sort.map { FileOrder(by: $0, isReversed: options.reverse) }
    if let order { try check(order) }
    var matches = try catalogue.matches(query)
    if let order { matches = try catalogue.sorted(matches, by: order) }
    if let limit = options.limit { matches = Array(matches.prefix(limit)) }
    if options.count {
      try console.print("\(matches.count)\n")
    } else {
      try print(matches)
    }
    try console.flush()
    let queries = (query.condition?.queries ?? []) + job.queries + job.fields + (order?.queries.prefix(1) ?? [])
    let unanswered = try catalogue.unanswered(queries)
    let names = unanswered.isEmpty ? [] : try catalogue.propertyNames()
    for query in unanswered { console.line("note: no file has '\(query.text)'\(query.hint(in: names))") }
  }

  /// An order by a misspelled name would be none.
  private func check(_ order: FileOrder) throws {
    guard let first = order.queries.first, try catalogue.unanswered(order.queries).count == order.queries.count else {
      return
    }
    let hint = first.hint(in: try catalogue.propertyNames())
    if !hint.isEmpty { throw ValidationError("--sort \(first.text): no file has it\(hint)") }
  }

  private func print(_ matches: [Catalogue.Match]) throws {
    let formatter = try formatter(matches)
    try console.print(formatter.opening)
    var isFirst = true
    try catalogue.forEach(matches, needed) { file throws(ImageError) in
      guard let file = job.reported(file), case let text = formatter.text(of: file), !text.isEmpty else { return }
      if !isFirst { try console.print(formatter.separator) }
      isFirst = false
      try console.print(text, asNameBytes: formatter.writesNameBytes)
    }
    try console.print(formatter.closing())
  }

  /// Prints what begins to match, until the process ends or the reader of standard output has gone.
  func follow() throws {
    try catalogue.checkSeesChanges()
    var seen = try catalogue.revision()
    var matching = Set(try catalogue.matches(query).map(\.id))
    let formatter = try formatter([])
    while true {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      if poll(&output, 1, 250) > 0, output.revents != 0 {
        throw ImageError(.io, "the reader has gone", path: BatchRunner.standardOutputName, systemError: EPIPE)
      }
      try catalogue.checkIsInPlace()
      let revision = try catalogue.revision()
      if revision == seen { continue }
      let written = Set(try catalogue.ids(after: seen))
      let matches = try catalogue.matches(query, after: seen)
      matching.subtract(written.subtracting(matches.map(\.id)))
      try catalogue.forEach(matches.filter { matching.insert($0.id).inserted }, needed) { file throws(ImageError) in
        guard let file = job.reported(file) else { return }
        try console.print(formatter.text(of: file), asNameBytes: formatter.writesNameBytes)
      }
      try console.flush()
      seen = revision
    }
  }

  private func formatter(_ matches: [Catalogue.Match]) throws -> any MetadataFormatter {
    let style = options.value ?? (options.details ? .readable : .raw)
    if let template { return PrintFormatter(style: style, template: template) }
    if options.json { return JSONFormatter(style: style) }
    if options.jsonl { return JSONFormatter(style: style, isLines: true) }
    if options.csv { return CSVFormatter(style: style, columns: try columns(matches)) }
    if !job.queries.isEmpty { return TagLinesFormatter(style: style, namesFiles: true) }
    return TextFormatter(style: style, hasColor: isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil)
  }

  /// The columns of a table: the queries, or all properties that a file has.
  private func columns(_ matches: [Catalogue.Match]) throws -> [CSVFormatter.Column] {
    if !job.queries.isEmpty, job.queries.allSatisfy(\.isPlain) { return job.queries.map { .query($0) } }
    let survey = ColumnSurvey()
    try catalogue.forEach(matches, nil) { file in _ = job.reported(file).map { survey.text(of: $0) } }
    return survey.columns
  }
}
