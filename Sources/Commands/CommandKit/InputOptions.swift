package import ArgumentParser

/// Which files a command reads.
package struct InputOptions: ParsableArguments {
  @Argument(help: "Image files, or - for standard input.", completion: .file())
  package var files: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read more file names from FILE, or from standard input for -: one a line, or each ended by a NUL byte.",
      valueName: "FILE"),
    completion: .file())
  package var filesFrom: String?

  @Flag(
    name: .shortAndLong,
    help: "Read the files in directories, and in the directories in them, whose suffix is that of an image.")
  package var recursive = false

  @OptionGroup package var walk: WalkOptions

  package init() {}

  /// The values of the options.
  package var settings: InputSettings {
    var settings = InputSettings()
    settings.files = files
    settings.filesFrom = filesFrom
    settings.recursive = recursive
    settings.filter = walk.filter
    return settings
  }
}
