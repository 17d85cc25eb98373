internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import StructuredText

/// `preview export`: makes our providers usable by file managers.
struct Export: Subcommand {
  static let configuration = CommandConfiguration.below(
    "export", "Write .thumbnailer files for file managers, and the types of providers for the MIME database.",
    discussion: """
      Below DIR: thumbnailers/cameo-ID.thumbnailer for each provider that makes thumbnails of files, and \
      mime/packages/cameo-ID.xml for each that owns types. With the default DIR, `update-mime-database` makes the types known: \
      the command is printed.
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
    var environment = HostAssembly.processEnvironment
    environment["XDG_DATA_DIRS"] = nil
    guard let folder = to ?? dataHome(environment), !folder.isEmpty else {
      throw ValidationError("no home directory is known: --to DIR says where to write")
    }
    let program = program ?? SystemCall.resolved("/proc/self/exe") ?? ""
    guard program.hasPrefix("/") else { throw ValidationError("--program needs an absolute path") }
    // Those of the desktop are where they belong already.
    var options = providers
    options.noThumbnailers = true
    let catalog = try catalog(options)
    let named = try providers.folders.map { folder throws(ImageError) in
      guard let path = SystemCall.resolved(folder) else { throw SystemCall.error("open", path: folder) }
      return path
    }
    let export = ProviderExport(catalog: catalog, program: program, namedFolders: named)
    let names = TemporaryNames()
    var written: [(provider: String, path: String)] = []
    var hasTypes = false
    for provider in catalog.providers {
      if let text = export.thumbnailer(for: provider) {
        written.append((provider.id, "\(folder)/thumbnailers/cameo-\(provider.id).thumbnailer"))
        try Self.write(text, to: written[written.count - 1].path, names)
      }
      if let text = export.mimeInfo(for: provider) {
        written.append((provider.id, "\(folder)/mime/packages/cameo-\(provider.id).xml"))
        try Self.write(text, to: written[written.count - 1].path, names)
        hasTypes = true
      }
    }
    let next = hasTypes ? "update-mime-database \(folder)/mime" : nil
    if report.json {
      try show([
        JSONMember(
          "files", .array(written.map { .object(["provider": .string($0.provider), "path": .path($0.path)]) })),
        JSONMember("next", next.map { .path($0) } ?? .null),
      ])
    } else {
      try show(written.map(\.path) + (next.map { ["then run: \($0)"] } ?? []))
    }
    return .success
  }

  private func dataHome(_ environment: [String: String]) -> String? {
    if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return home }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/share" }
  }

  private static func write(_ text: String, to path: String, _ names: TemporaryNames) throws(ImageError) {
    try OutputFolder.prepare(for: path, parents: true)
    let file = try AtomicFile(path: path, names: names)
    try PreviewWriter.write(Array(text.utf8), to: file)
    try file.commit()
  }
}
