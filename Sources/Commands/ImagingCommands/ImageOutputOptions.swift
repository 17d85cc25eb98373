package import ArgumentParser
package import CommandKit

/// Where a command that writes images writes.
package struct ImageOutputOptions: ParsableArguments {
  @OptionGroup package var files: OutputOptions

  @Flag(help: "Let an output replace its own input.")
  package var inPlace = false

  package init() {}

  package var settings: OutputSettings {
    var settings = files.settings
    settings.inPlace = inPlace
    return settings
  }
}
