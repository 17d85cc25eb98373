package import ArgumentParser

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

  @Flag(help: "Make missing directories of outputs.")
  package var parents = false

  @Flag(help: "Leave existing files alone.")
  package var noClobber = false

  @Flag(help: "Leave files alone that are not older than their input.")
  package var update = false

  @Flag(help: "Flush outputs to the disk before they take their place.")
  package var sync = false

  @Flag(help: "Let an output replace its own input.")
  package var inPlace = false

  package init() {}

  /// The values of the options.
  package var settings: OutputSettings {
    var settings = OutputSettings()
    settings.output = output
    settings.directory = directory
    settings.parents = parents
    settings.noClobber = noClobber
    settings.update = update
    settings.sync = sync
    settings.inPlace = inPlace
    return settings
  }

  package mutating func validate() throws { try settings.check() }
}
