internal import ArgumentParser
internal import CommandKit

/// Which documents are shown.
struct DocumentOptions: ParsableArguments {
  @Argument(
    help: "Documents: files, directories that act as one document, or - for standard input.", completion: .file())
  var files: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read more file names from FILE, or from standard input for -: one a line, or each ended by a NUL byte.",
      valueName: "FILE"),
    completion: .file())
  var filesFrom: String?

  @Flag(
    name: .shortAndLong,
    help:
      "Read the files in directories, and in the directories in them, whose suffix is that of a type with a provider.")
  var recursive = false

  @OptionGroup var walk: WalkOptions

  /// The values of the options.
  var settings: InputSettings {
    var settings = InputSettings()
    settings.files = files
    settings.filesFrom = filesFrom
    settings.recursive = recursive
    settings.filter = walk.filter
    return settings
  }
}
