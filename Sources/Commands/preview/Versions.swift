internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import ContentTypes
internal import DocumentJobs
internal import Documents
internal import ImageModel
internal import PreviewCommands
internal import ProviderHost
internal import StructuredText

/// `preview versions`: the earlier states of a document.
struct Versions: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "versions", "List the versions of a document, the newest first.", arguments: "<file>",
    discussion: """
      Programs that save documents with Cameo's library keep what was saved. Each line has the number that \
      'preview restore' takes, the time, the size and who saved it. 'now' is at the version that the document is.
      """)

  @Argument(help: "A document.", completion: .file())
  var file: String

  @OptionGroup var report: ReportOptions

  func perform() throws -> ExitStatus {
    let file = file
    let listing = try DocumentWork.wait(on: file) { try VersionReport(versionsOf: file) }
    if listing.isEmpty, SystemCall.status(of: file)?.isDirectory == true {
      let registry = try HostAssembly().catalogOfCommand().registry
      guard registry.isPackage(try registry.identify(path: file).type.identifier) else {
        throw ImageError(.unsupported, "is a folder, and no known type of document has its name", path: file)
      }
    }
    if report.json { try show(listing.members) } else { try show(listing.lines) }
    return .success
  }
}

/// `preview restore`: gives a document the contents of a version.
struct Restore: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "restore", "Give a document the contents of one of its versions.", arguments: "<file> [<version>]",
    discussion: """
      What the document is now stays as a version: 'preview restore FILE' once more takes the change back. What cannot \
      be read, or is no document of the kind, gets another name beside it, which is printed.

      EXAMPLES:
        preview restore notes.txt
            what it was before the last change
        preview versions notes.txt; preview restore notes.txt 4
            the fourth version of the list
      """)

  @Argument(help: "A document, which may have been deleted.", completion: .file())
  var file: String

  @Argument(
    help: ArgumentHelp(
      "The number of a version in 'preview versions', or an id of --json. (default: the newest version that differs "
        + "from the document)"))
  var version: String?

  @OptionGroup var report: ReportOptions

  func perform() throws -> ExitStatus {
    let (file, wanted) = (file, version)
    let (restored, aside) = try DocumentWork.wait(on: file) {
      let history = try DocumentHistory(of: file)
      let version = try wanted.map(history.version) ?? history.previous()
      return (version, try await version.restore(to: file))
    }
    if report.json {
      try show(
        [JSONMember("input", .path(file)), JSONMember("restored", .object(restored.members))]
          + (aside.map { [JSONMember("savedAs", .path($0))] } ?? []))
    } else {
      try show(
        ["\(file): restored the version of \(restored.localTime)"]
          + (aside.map { ["\(file): what had its name is \($0) now"] } ?? []))
    }
    return .success
  }
}

/// `preview conflicts`: changes of two hands between which nobody has decided.
struct Conflicts: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "conflicts", "List the conflicts of a document: what two programs or devices have changed.", arguments: "<file>",
    discussion: """
      Lists both sides of conflicts that programs found, and the copies that Syncthing, Nextcloud, Dropbox and Seafile \
      leave beside a document. 'preview restore FILE ID' takes one of them, with an id that --json shows. --resolve \
      loses nothing: all sides and copies are versions then.

      EXIT STATUS:
        0   there are none, or --resolve has ended them
        1   the document cannot be read
        3   there are some
        64  the command line is not valid
      """)

  @Argument(help: "A document.", completion: .file())
  var file: String

  @Flag(help: "The document is right as it is: make versions of the sides of its conflicts and the copies beside it.")
  var resolve = false

  @OptionGroup var report: ReportOptions

  func perform() throws -> ExitStatus {
    let (file, resolve) = (file, resolve)
    let listing = try DocumentWork.wait(on: file) {
      let listing = try VersionReport(conflictsOf: file)
      if resolve { try listing.resolve() }
      return listing
    }
    if report.json { try show(listing.members) } else { try show(listing.lines) }
    return listing.isEmpty || resolve ? .success : .warnings
  }
}
