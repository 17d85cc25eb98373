internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import PreviewJobs
internal import ProviderHost

/// `preview apps`: the programs that open a document.
struct Apps: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "apps", "List the programs of the desktop that open a file.", arguments: "<files> ...",
    discussion: """
      Lists the programs that are installed for the type of the file, the standard first, then those for the types \
      that it is a special case of. What is installed, and what users have chosen, is in .desktop files and in \
      mimeapps.list, as for 'xdg-mime' and 'gio mime'.

      EXIT STATUS:
        0   there is a program for each file
        1   there is none, or a file cannot be read
        64  the command line is not valid
      """)

  @Argument(help: "Files, or directories.", completion: .file())
  var files: [String]

  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let registry = try catalog(providers).registry
    let folders = ApplicationFolders()
    return try show(files, asJSON: report.json) { file throws(ImageError) in
      let listing = try ApplicationsReport(file, registry: registry, folders: folders)
      return (listing.lines, listing.json, listing.standard != nil)
    }
  }
}

/// `preview open`: hands a document over to a program.
struct Open: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "open", "Open a file with a program of the desktop.", arguments: "<file>",
    discussion: """
      The program gets the file itself, not a copy. It is started without a shell, and goes on when this command has \
      ended. A program that runs in a terminal takes over this one.

      EXAMPLES:
        preview open report.pdf
            with the standard program
        preview apps report.pdf; preview open report.pdf --with org.inkscape.Inkscape
            with another one of the list

      EXIT STATUS:
        0   the program was started; with --wait, it has ended with status 0
        1   there is no such program, it cannot be started, or it has failed
        64  the command line is not valid
      """)

  @Argument(help: "A file, or a directory.", completion: .file())
  var file: String

  @Option(
    name: .customLong("with"), parsing: .unconditional,
    help: ArgumentHelp(
      "The program, as 'preview apps' names it; .desktop may be left out. (default: the standard for the file)",
      valueName: "ID"))
  var program: String?

  @Flag(help: "Wait until the program ends.")
  var wait = false

  @Flag(help: "Only print the program and its arguments, one per line.")
  var dryRun = false

  @OptionGroup(title: "Provider options") var providers: CatalogOptions

  func perform() throws -> ExitStatus {
    let folders = ApplicationFolders()
    let listing = try ApplicationsReport(file, registry: try catalog(providers).registry, folders: folders)
    guard let found = program.map({ folders.program($0) }) ?? listing.standard else {
      let reason = program.map { "there is no program '\($0)'" } ?? "no program is installed for it"
      throw ImageError(.io, reason, path: file)
    }
    let start = try ApplicationStart(found, with: file)
    if dryRun {
      try show(start.command)
      return .success
    }
    guard let status = try start.run(waits: wait), status != 0 else { return .success }
    throw ImageError(.io, "\(found.id) ended with status \(status)", path: file)
  }
}
