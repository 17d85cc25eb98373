internal import ArgumentParser
internal import CommandKit

/// Where pictures and previews are written.
struct FileOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Write to this path, or to standard output for -. Fields: {dir} {name} {stem} {ext} {n} {page} {width} {height}; "
        + "{{ is a brace, {n:3} a number of three digits.", valueName: "TEMPLATE"),
    completion: .file())
  var output: String?

  @Option(
    name: [.customShort("d", allowingJoined: true), .customLong("directory")], parsing: .unconditional,
    help: ArgumentHelp("Write into this directory, under the default name.", valueName: "DIR"),
    completion: .directory)
  var directory: String?

  @Flag(help: "Make missing directories of outputs.")
  var parents = false

  @Flag(help: "Leave existing files alone.")
  var noClobber = false

  @Flag(help: "Leave files alone that are not older than their input.")
  var update = false

  @Flag(help: "Flush outputs to the disk before they take their place.")
  var sync = false

  /// The values of the options.
  var settings: OutputSettings {
    var settings = OutputSettings()
    settings.output = output
    settings.directory = directory
    settings.parents = parents
    settings.noClobber = noClobber
    settings.update = update
    settings.sync = sync
    return settings
  }

  mutating func validate() throws { try settings.check() }
}
