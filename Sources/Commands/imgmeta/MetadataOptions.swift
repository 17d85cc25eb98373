internal import ArgumentParser

/// What is shown, and how.
struct MetadataOptions: ParsableArguments {
  @Flag(help: "Write text for people. (the default; --json is the other form)")
  var text = false

  @Option(
    name: .customLong("tag"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Show this property only: a name (Model) or a group and a name (Exif:DateTimeOriginal, GPS:Latitude). May be "
        + "given several times.", valueName: "NAME"))
  var tags: [String] = []
}
