internal import ArgumentParser
internal import CommandKit
internal import ImageModel
internal import MetadataModel
internal import MetadataReports

/// Options that select properties and files.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("tag"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Show this property only: a name (Model) or a group and a name (Exif:ISO, gps.latitude, XMP:dc:subject[1]), * "
        + "and ? for any characters. May be given several times.", valueName: "NAME"))
  var tags: [String] = []

  @Option(
    name: .customLong("group"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Show this group only (GPS, XMP, IPTC, ICC ...). May be given several times.", valueName: "NAME")
  )
  var groups: [String] = []

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Show only files that meet this condition, as in 'exif.ISO >= 800 and gps.latitude'.", valueName: "CONDITION"),
    transform: { try Self.condition($0) })
  var condition: FileCondition?

  @Option(
    help: ArgumentHelp(
      "How values are written. (default: readable for text, raw for all other formats)", valueName: "STYLE"),
    completion: .list(ValueStyle.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var value: ValueStyle?

  @Flag(help: "List the tags of maker notes whose format is known.")
  var makerNotes = false

  @Flag(help: "List the tags of ICC profiles.")
  var icc = false

  @Flag(help: "Read the sidecar file as well: photo.xmp or photo.jpg.xmp beside photo.jpg.")
  var sidecar = false

  @OptionGroup var charset: CharsetOption

  @Flag(help: "Print the names that 'imgconv --set' takes, with their kinds of values, and read no file.")
  var listSettable = false

  /// The properties to show. Empty: all.
  var queries: [PropertyQuery] { tags.map { PropertyQuery($0) } + groups.map { PropertyQuery($0 + ":*") } }

  private static func condition(_ text: String) throws -> FileCondition {
    do { return try FileCondition(text) } catch { throw ValidationError(error.reason) }
  }

  func validate() throws {
    guard !tags.contains(""), !groups.contains("") else { throw ValidationError("--tag and --group need a name") }
  }
}
