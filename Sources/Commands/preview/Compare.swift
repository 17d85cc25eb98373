internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PreviewJobs
internal import StructuredText
internal import Templates

/// `preview compare`: whether two documents look the same.
struct Compare: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "compare", "Compare two documents page by page, as they are drawn.", arguments: "<first> <second>",
    discussion: """
      Draws both documents in the sandbox and compares the pixels of each page. Prints a line for each page that \
      differs; nothing if all are equal. -o writes a picture of the differences for each page that differs: what only \
      the first document has in red, what only the second has in blue, the rest in pale grey. The name gets the number \
      of the page before its suffix, or has the field {page}.

      EXIT STATUS:
        0   all pages are equal
        1   some pages differ, or only one document has them
        2   could not tell: a document cannot be drawn, or a picture cannot be written
        64  the command line is not valid
      """)

  @Argument(help: ArgumentHelp("The two documents.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Write pictures of the differences, as PNG.", valueName: "OUT.png"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("The long side of pages, in pixels. (default: 1024)", valueName: "N"),
    transform: { try OptionText.positive($0) })
  var size: Int?

  @Option(
    help: ArgumentHelp("How far a sample may differ, in percent of the range. (default: 5)", valueName: "PERCENT"),
    transform: { try OptionText.decimal($0, in: 0...100) })
  var tolerance: Double?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions
  @OptionGroup(title: "Sandbox options") var sandbox: SandboxOptions

  func perform() throws -> ExitStatus {
    guard files.count == 2, !files.contains("-") else { throw ValidationError("compare needs two files") }
    try CatalogOptions.checkFolders(providers.folders)
    var job = ComparisonJob(assembly: providers.assembly(sandbox))
    if let size { job.side = size }
    if let tolerance { job.tolerance = tolerance / 100 }
    job.seconds = sandbox.timeout
    job.output = try output.map {
      try OutputTemplate($0, numberedBy: .page, digits: 1, fields: [.dir, .name, .stem, .ext, .page])
    }
    if let suffix = job.output?.literalExtension, suffix != "png" {
      throw ValidationError("-o: the pictures of differences are PNG files, so the name cannot end in .\(suffix)")
    }
    var pages: [ComparisonJob.Page] = []
    var failure: ImageError?
    do throws(ImageError) {
      try job.run(files[0], files[1]) { page throws(ImageError) in
        pages.append(page)
        if !report.json, !page.isEqual { try show([page.line]) }
      }
    } catch {
      if error.path == BatchRunner.standardOutputName { throw error }
      failure = error
    }
    if let failure { Console(program: "preview").report(failure) }
    let areEqual = pages.allSatisfy(\.isEqual)
    if report.json {
      try show(
        [
          JSONMember("first", .path(files[0])), JSONMember("second", .path(files[1])),
          JSONMember("equal", failure == nil ? .bool(areEqual) : .null),
          JSONMember("pages", .array(pages.map(\.json))),
        ] + (failure.map { [JSONMember("error", .error($0))] } ?? []))
    }
    return failure != nil ? .undecided : areEqual ? .success : .failure
  }
}
