internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import ImagingCommands
internal import PreviewJobs
internal import ProviderHost
internal import StructuredText

/// `preview explain`: why a file has its type, and which provider is used.
struct Explain: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "explain", "Say why a file has its type, and which provider is used.", arguments: "<files> ...")

  @Argument(help: "Files, or directories that act as one document.", completion: .file())
  var files: [String]

  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("The long side of the thumbnail, in pixels. (default: 256)", valueName: "N"),
    transform: { try OptionText.positive($0) })
  var size: Int?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let catalog = try catalog(providers)
    return try show(files, asJSON: report.json) { file throws(ImageError) in
      let explanation = try ExplainReport(file, pixels: size ?? 256, catalog)
      return (explanation.lines, explanation.json, true)
    }
  }
}

/// `preview can`: whether there is a provider for a file. The provider is not run.
struct Can: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "can", "Say whether there is a provider for a file.", arguments: "<file>",
    discussion: """
      Prints the file and the provider that would be used, or no. No provider is run, so the file may still turn out \
      to be empty or damaged.

      EXIT STATUS:
        0   yes
        1   no
        2   could not tell: the file cannot be read
        64  the command line is not valid
      """)

  @Argument(
    help: ArgumentHelp("A file, a directory that acts as one document, or - for standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("thumbnail or preview. (default: thumbnail)", valueName: "KIND"),
    completion: .list(RenderTarget.Kind.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var kind: RenderTarget.Kind?

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    guard files.count == 1, let file = files.first else {
      throw ValidationError("can answers for one file at a time, by its exit status; \(files.count) are given")
    }
    let answer = CanReport(file, kind ?? .thumbnail, try catalog(providers))
    if let error = answer.error { Console(program: "preview").report(error.at(path: file)) }
    if report.json {
      try show(answer.members)
    } else if answer.error == nil {
      try show([answer.line])
    }
    return answer.status
  }
}

/// `preview providers`: which provider shows what.
struct Providers: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "providers", "List the providers: what they show, and where they come from.")

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var options: CatalogOptions

  func perform() throws -> ExitStatus {
    let listing = ProvidersReport(try catalog(options))
    if report.json {
      try show(listing.members)
    } else {
      try show(listing.lines)
      let console = Console(program: "preview")
      for problem in listing.problems { console.line(problem) }
    }
    return .success
  }
}

/// `preview types`: the known content types.
struct Types: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "types", "List the known content types: identifier, name, extensions, MIME types, origin.")

  @Flag(help: "Show as a tree which type is a special case of which.")
  var tree = false

  @Flag(help: "List the types of the shared-mime-info database, too.")
  var all = false

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let listing = TypesReport(try catalog(providers).registry, includesSystem: all)
    if report.json {
      try show(listing.members(ancestry: tree))
    } else {
      try show(tree ? listing.tree : listing.lines)
    }
    return .success
  }
}
