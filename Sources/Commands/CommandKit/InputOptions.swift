package import ArgumentParser

/// Which files a command reads.
package struct InputOptions: ParsableArguments {
  @Argument(help: "Image files, or - for standard input.", completion: .file())
  package var files: [String] = []

  @OptionGroup package var list: ListOptions

  @Flag(
    name: .shortAndLong,
    help: "Read the files in directories, and in the directories in them, whose suffix is that of an image.")
  package var recursive = false

  @OptionGroup package var walk: WalkOptions

  package init() {}

  package var settings: InputSettings {
    InputSettings(files: files, filesFrom: list.filesFrom, recursive: recursive, filter: walk.filter)
  }
}

/// Where more names of files are read from.
package struct ListOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read more file names from FILE, or from standard input for -: one a line, or each ended by a NUL byte.",
      valueName: "FILE"),
    completion: .file())
  package var filesFrom: String?

  package init() {}
}

/// Which files `-r` reads.
package struct WalkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Of directories, read the files with these suffixes only, as in jpg,png.", valueName: "LIST"),
    transform: { try Self.extensions($0) })
  package var ext: [String]?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Of directories, leave out files and directories whose name, or path below the start, matches this pattern; "
        + "* matches slashes, too. May be given several times.", valueName: "GLOB"))
  package var exclude: [String] = []

  package init() {}

  package var filter: WalkFilter {
    var filter = WalkFilter()
    filter.extensions = ext ?? []
    filter.excluded = exclude
    return filter
  }

  /// Suffixes, with or without their dots.
  private static func extensions(_ text: String) throws -> [String] {
    let list = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.hasPrefix(".") ? $0.dropFirst() : $0)
    }
    guard list.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("expected suffixes, as in jpg,png") }
    return list
  }
}
