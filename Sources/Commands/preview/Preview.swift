internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PreviewJobs

@main
struct Preview: JobCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Make thumbnails and previews of documents of any type.",
    discussion: PreviewHelp.discussion, version: Version.line("preview"), subcommands: subcommandTypes)

  static let formerNames = ["--frame": "--page", "--tier": "--sandbox"]

  static let shortHelp = (
    options: ["size", "output", "directory", "format", "kind", "html", "page", "recursive", "show", "json"],
    arguments: "FILE... | SUBCOMMAND"
  )

  @OptionGroup var input: InputDocumentOptions
  @OptionGroup(title: "Picture options") var render: TargetOptions
  @OptionGroup(title: "Output options") var output: OutputOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Job options") var jobs: JobOptions
  @OptionGroup(title: "Provider options") var catalog: CatalogOptions
  @OptionGroup(title: "Sandbox options") var sandbox: SandboxOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  static let subcommandTypes: [any ParsableCommand.Type] = [
    Explain.self, Types.self, Providers.self, Can.self, Apps.self, Open.self, Compare.self, Check.self, New.self,
    Export.self, Versions.self, Restore.self, Conflicts.self, Doctor.self,
  ]

  /// The subcommand that the first argument names; a file of that name is `./explain`.
  static func subcommand(_ name: String) -> (any CameoCommand.Type)? {
    subcommandTypes.first { $0._commandName == name } as? any CameoCommand.Type
  }

  /// Gives `--show` without a value the value `auto`. With the library's `defaultAsFlag`, a file that follows `--show`
  /// and is named `kitty` would be taken for its value.
  static func arranged(_ arguments: [String]) throws -> [String] {
    if arguments == ["help"] { return ["--help"] }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { $0 == "--show" ? "--show=auto" : $0 } + arguments[end...]
  }

  /// The subcommand whose name is most like the given one; nil if a file has that name or no subcommand is like it.
  private static func subcommand(like name: String) -> String? {
    guard name.utf8.count > 2, SystemCall.linkStatus(of: name) == nil else { return nil }
    return NearestName.of(name, in: subcommandTypes.map { $0._commandName })
  }

  /// The time is that of the host (`--timeout`).
  var jobTimeout: Double? { nil }
  var workerCount: Int? { run.count.workers }

  /// One host serves all jobs.
  static var optionsOfRun: Set<String> {
    ["--providers", "--provider", "--no-thumbnailers", "--sandbox", "--no-cache"]
  }
  static var optionsWithoutJobs: Set<String> { ["--html", "--show"] }

  func withJobs(_ body: (JobPreparation<Preview>) throws -> ExitStatus) throws -> ExitStatus {
    try job().withHost { host in
      try body(JobPreparation(atTermination: { host.end() }, work: { try $0.job().work(on: host) }))
    }
  }

  func perform() throws -> ExitStatus {
    if let name = files.first, let similar = Self.subcommand(like: name), !run.settings.quiet {
      Console(program: "preview").line("note: there is no file '\(name)'; did you mean 'preview \(similar)'?")
    }
    return try job().perform()
  }

  private func job() throws -> PreviewJob {
    try CatalogOptions.checkFolders(catalog.folders)
    var job = PreviewJob(assembly: catalog.assembly(sandbox), target: try render.target(output.output))
    job.input = input.settings
    job.output = output.settings
    job.run = run.settings
    job.html = render.html
    job.show = render.show
    job.seconds = sandbox.timeout
    // A cached thumbnail may be another provider's.
    job.usesCache = !sandbox.noCache && catalog.provider == nil
    return job
  }
}

/// The text of `preview --help`.
enum PreviewHelp {
  static let discussion = """
    Writes a thumbnail of each FILE beside it: FILE_thumb.png, with 256 pixels on the long side. --kind preview writes \
    FILE_preview instead, which shows the whole document: a PDF, an HTML page or a picture, as its provider makes it. \
    Inputs that would get the same name keep their extensions: report.pdf_thumb.png, report.docx_thumb.png.

    Each type of document has a provider: a program that draws it in a sandbox. `preview providers` lists the \
    providers, `preview explain FILE` says which one is used and why, `preview doctor` tests the sandbox. Thumbnails \
    of 128, 256, 512 and 1024 pixels are cached where file managers cache theirs. A file that cannot be shown does not \
    stop the others. To preview a file that has the name of a subcommand, write ./explain.

    EXAMPLES:
      preview report.pdf notes.md project.zip
          writes report_thumb.png, notes_thumb.png and project_thumb.png
      preview -s 512 --page 2 -o page.jpg report.pdf
          the second page, as JPEG
      preview --kind preview -d previews --parents notes.md settings.json
          previews of the whole documents, here in HTML
      preview --html all.html *.pdf *.md *.jpg
          all in one page that needs neither other files nor the network
      preview -r -d thumbs --parents ~/Documents
          a thumbnail of each file there that a provider can show
      preview --show photo.jpg
          in the terminal
      cat notes.md | preview -f jpeg -o - - > notes.jpg
          between two programs
      preview explain notes.md
          why it has its type, and which provider is used
      preview restore notes.team
          the document before its last change, if its program keeps versions
      preview can notes.md && echo yes
          tells whether there is a provider, without running it

    \(ExitStatus.help)
      preview can: 0 yes, 1 no, 2 could not tell
      preview conflicts: 0 there are none, 3 there are some
    """
}
