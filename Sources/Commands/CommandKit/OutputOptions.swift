package import ArgumentParser
package import ImageModel
internal import Templates

/// Where a command writes.
package struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Write to this path, or to standard output for -. Fields: {dir} {name} {stem} {ext} {n} {page} {width} {height} "
        + "{size} {box} {hash}; {{ is a brace, {n:3} a number of three digits.", valueName: "TEMPLATE"),
    completion: .file())
  package var output: String?

  @Option(
    name: [.customShort("d", allowingJoined: true), .customLong("directory")], parsing: .unconditional,
    help: ArgumentHelp("Write into this directory, under the default name.", valueName: "DIR"),
    completion: .directory)
  package var directory: String?

  @Flag(help: "Make missing directories of outputs. With -r and -d, keep the directories of the tree.")
  package var parents = false

  @Flag(help: "Leave existing files alone.")
  package var noClobber = false

  @Flag(help: "Leave files alone that are up to date.")
  package var update = false

  @Flag(help: "Flush outputs to the disk before they are renamed.")
  package var sync = false

  package init() {}

  package var settings: OutputSettings {
    var settings = OutputSettings()
    settings.output = output
    settings.directory = directory
    settings.files.parents = parents
    settings.files.noClobber = noClobber
    settings.files.update = update
    settings.files.sync = sync
    return settings
  }

  package mutating func validate() throws { try settings.check() }
}

/// Where a command writes. `OutputOptions` and `ImageOutputOptions` make one; imgmeta has options of its own.
package struct OutputSettings: Hashable, Sendable {
  /// A template, or `-` for standard output.
  package var output: String?
  package var directory: String?
  /// With `parents` and `directory`, the files that `-r` finds keep the folders of their tree below `directory`.
  package var files = FileOptions()

  package init() {}

  /// - Throws: `ValidationError` for settings that contradict each other.
  package func check() throws {
    try OptionRules.clash("-o", output, with: ["-d": directory])
    try OptionRules.clash("--no-clobber", files.noClobber, with: ["--update": files.update])
    if output == "" { throw ValidationError("-o needs a path") }
    if directory == "" { throw ValidationError("-d needs a directory") }
    guard let output, output != "-" else { return }
    // The command says which fields it has; here braces are checked.
    do { _ = try Template(output) } catch { throw ValidationError(error.reason) }
  }
}
