internal import ArgumentParser
internal import CommandKit

@main
struct Preview: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Make thumbnails and previews of documents of any type.",
    discussion: PreviewHelp.discussion, version: Version.line("preview"), subcommands: subcommandTypes)

  @OptionGroup var input: DocumentOptions
  @OptionGroup(title: "Picture options") var render: RenderOptions
  @OptionGroup(title: "Output options") var output: FileOptions
  @OptionGroup(title: "Run options") var run: RunOptions
  @OptionGroup(title: "Provider options") var catalog: CatalogOptions
  @OptionGroup(title: "Sandbox options") var sandbox: SandboxOptions

  var files: [String] {
    get { input.files }
    set { input.files = newValue }
  }

  /// The commands below this one.
  static let subcommandTypes: [any ParsableCommand.Type] = [
    Explain.self, Types.self, Providers.self, Can.self, CheckCommand.self, NewCommand.self, Export.self,
    Doctor.self,
  ]

  /// The first argument alone names a subcommand: a file of that name is `./explain`.
  static func subcommand(_ name: String) -> (any CameoCommand.Type)? {
    subcommandTypes.first { $0._commandName == name } as? any CameoCommand.Type
  }

  /// `--show` without a value finds out by itself what the terminal can show.
  static func arranged(_ arguments: [String]) throws -> [String] {
    if arguments == ["help"] { return ["--help"] }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { $0 == "--show" ? "--show=auto" : $0 } + arguments[end...]
  }

  func perform() throws -> ExitStatus {
    try CatalogOptions.checkFolders(catalog.folders)
    var batch = PreviewBatch(assembly: catalog.assembly(sandbox), want: try render.want(output.output))
    batch.input = input.settings
    batch.output = output.settings
    batch.run = run.settings
    batch.html = render.html
    batch.show = render.show
    batch.seconds = sandbox.timeout
    // What lies in the cache may be another provider's.
    batch.usesCache = !sandbox.noCache && catalog.provider == nil
    return try batch.perform()
  }
}
