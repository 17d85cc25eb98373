package import ArgumentParser
internal import ImageModel
internal import Templates

/// Where a command writes.
package struct OutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Write to this path, or to standard output for -. Fields: {dir} {name} {stem} {ext} {n} {page} {width} {height}; "
        + "{{ is a brace, {n:3} a number of three digits.", valueName: "TEMPLATE"),
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

  @Flag(help: "Leave files alone that are not older than their input.")
  package var update = false

  @Flag(help: "Flush outputs to the disk before they are renamed.")
  package var sync = false

  package init() {}

  package var settings: OutputSettings {
    var settings = OutputSettings()
    settings.output = output
    settings.directory = directory
    settings.parents = parents
    settings.noClobber = noClobber
    settings.update = update
    settings.sync = sync
    return settings
  }

  package mutating func validate() throws { try settings.check() }
}

/// Where a command writes. `OutputOptions` and `ImageOutputOptions` make one; imgmeta has options of its own.
package struct OutputSettings: Hashable, Sendable {
  /// A template, or `-` for standard output.
  package var output: String?
  package var directory: String?
  /// Whether missing directories are made. With `directory`, what `-r` finds then goes into the directories below it
  /// that the tree has.
  package var parents = false
  package var noClobber = false
  package var update = false
  package var sync = false
  package var inPlace = false
  /// Whether nothing is written.
  package var dryRun = false

  package init() {}

  /// - Throws: `ValidationError` for settings that contradict each other.
  package func check() throws {
    if output != nil, directory != nil { throw ValidationError("-o and -d cannot be used together") }
    if output == "" { throw ValidationError("-o needs a path") }
    if directory == "" { throw ValidationError("-d needs a directory") }
    guard let output, output != "-" else { return }
    do { _ = try OutputTemplate(output) } catch { throw ValidationError(error.reason) }
  }
}
