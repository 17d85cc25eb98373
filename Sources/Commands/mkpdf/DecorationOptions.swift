internal import ArgumentParser
internal import CommandKit
internal import Drawing
internal import ImageModel

/// What stands on the pages besides their content.
struct DecorationOptions: ParsableArguments {
  private static let fields =
    "{page} {pages} {name} {stem} {path} and any field of imgmeta, as in {exif.DateTimeOriginal:%d.%m.%Y|no date}"

  @Option(
    help: ArgumentHelp("Text at the upper left. Fields: \(Self.fields).", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--header-left") })
  var headerLeft: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the top, in the middle.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--header-center") })
  var headerCenter: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the upper right.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--header-right") })
  var headerRight: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the lower left.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--footer-left") })
  var footerLeft: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the bottom, in the middle, as in '{page}/{pages}'.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--footer-center") })
  var footerCenter: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the lower right.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--footer-right") })
  var footerRight: PageTemplate?

  @Option(
    help: ArgumentHelp("Text below each picture, as in '{name} {exif.DateTimeOriginal}'.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--caption") })
  var caption: PageTemplate?

  @Option(
    help: ArgumentHelp(
      "The family of all letters. (default: monospace for text files, sans-serif for all else)", valueName: "NAME"),
    transform: { try Self.family($0) })
  var font: String?

  @Option(
    help: ArgumentHelp(
      "The size of all letters in points. (default: 10 for text files, 9 for all else)", valueName: "N"),
    transform: { try PageText.fontSize($0) })
  var fontSize: Double?

  @Option(
    help: ArgumentHelp("Large pale text across each page.", valueName: "TEXT"),
    transform: { try PageTemplate($0, "--watermark") })
  var watermark: PageTemplate?

  @Option(
    help: ArgumentHelp(
      "Put a picture, or the first page of a PDF, over each page: as large as the page, whole.", valueName: "FILE"),
    completion: .file())
  var stamp: String?

  private static func family(_ text: String) throws -> String {
    guard text.contains(where: { $0 != " " }) else { throw ValidationError("expected the name of a font") }
    return text
  }

  var settings: DecorationSettings {
    var settings = DecorationSettings()
    settings.header = [headerLeft, headerCenter, headerRight]
    settings.footer = [footerLeft, footerCenter, footerRight]
    settings.caption = caption
    settings.watermark = watermark
    settings.stamp = stamp
    settings.font = font
    settings.fontSize = fontSize
    return settings
  }
}
