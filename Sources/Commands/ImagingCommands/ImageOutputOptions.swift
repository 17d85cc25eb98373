package import ArgumentParser
package import CommandKit
package import ImageModel

/// The output of a command that writes images.
package struct ImageOutputOptions: ParsableArguments {
  @OptionGroup package var files: OutputOptions

  @Flag(help: "Let an output replace its own input.")
  package var inPlace = false

  @Flag(
    help: ArgumentHelp(
      "Write nothing; say what would be written. The place of each output is checked; pictures are not decoded, so "
        + "damage in them is not found."))
  package var dryRun = false

  @Flag(help: "Give outputs the times, permissions, extended attributes and, where permitted, owners of their inputs.")
  package var preserve = false

  @Flag(help: "Give outputs the date when their picture was taken as time of the last change.")
  package var setFileTime = false

  @Flag(help: "Keep a file that is replaced as NAME_original, unless there is such a file.")
  package var backup = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make each file at most N bytes long, such as 50k, with the greatest quality that fits; -q is then the greatest "
        + "that is tried. (default: any length)", valueName: "N"),
    transform: { try OptionText.positiveAmount($0) })
  package var maxBytes: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "damage: write nothing of a damaged file. none: let what could be decoded of it replace a file, too. (default: a "
        + "new file is written, with a warning; an existing one stays, which is an error)", valueName: "damage|none"),
    completion: .list(FileOptions.Damage.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  package var failOn: FileOptions.Damage?

  package init() {}

  package var settings: OutputSettings {
    var settings = files.settings
    settings.files.inPlace = inPlace
    settings.files.dryRun = dryRun
    settings.files.damage = failOn
    settings.files.preserves = preserve
    settings.files.setsFileTime = setFileTime
    settings.files.keepsBackup = backup
    return settings
  }
}
