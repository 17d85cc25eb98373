internal import ArgumentParser
internal import CommandKit
internal import PreviewJobs
internal import StructuredText

/// `preview export`: makes the providers usable by file managers.
struct Export: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "export", "Write .thumbnailer files for file managers, and the types of providers for the MIME database.",
    discussion: """
      Writes below DIR: thumbnailers/cameo-ID.thumbnailer for each provider that makes thumbnails of files, and \
      mime/packages/cameo-ID.xml for each provider that declares types. The types become known when you run \
      `update-mime-database`, as the output says; that suffices for the default DIR.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The data directory. (default: $XDG_DATA_HOME, or ~/.local/share)", valueName: "DIR"),
    completion: .directory)
  var to: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The preview program that file managers run. (default: this one)", valueName: "PATH"),
    completion: .file())
  var program: String?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let job = try ExportJob(folder: to, program: program)
    // File managers know the thumbnailers of the desktop already.
    var options = providers
    options.noThumbnailers = true
    let result = try job.run(try catalog(options), namedFolders: providers.folders)
    if report.json {
      let files = result.files.map { JSONValue.object(["provider": .string($0.provider), "path": .path($0.path)]) }
      try show([
        JSONMember("files", .array(files)), JSONMember("next", result.nextCommand.map { .path($0) } ?? .null),
      ])
    } else {
      try show(result.files.map(\.path) + (result.nextCommand.map { ["then run: \($0)"] } ?? []))
    }
    return .success
  }
}
