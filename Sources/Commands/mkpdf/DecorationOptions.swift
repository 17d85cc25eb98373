internal import ArgumentParser
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PDFJobs

/// Text, captions, watermark and stamp on pages.
struct DecorationOptions: ParsableArguments {
  private static let fields =
    "{page} {pages} {label} {today:%d %B %Y} {name} {stem} {path} and any field of imgmeta, as in "
    + "{exif.DateTimeOriginal:%d.%m.%Y|no date}"

  @Option(
    help: ArgumentHelp("Text at the upper left. Fields: \(Self.fields).", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var headerLeft: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the top, in the middle.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var headerCenter: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the upper right.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var headerRight: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the lower left.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var footerLeft: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the bottom, in the middle, as in '{page}/{pages}'.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var footerCenter: PageTemplate?

  @Option(
    help: ArgumentHelp("Text at the lower right.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var footerRight: PageTemplate?

  @Option(
    help: ArgumentHelp("Text below each picture, as in '{name} {exif.DateTimeOriginal}'.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var caption: PageTemplate?

  @Option(
    help: ArgumentHelp(
      "The font family of all text. (default: monospace for text files, sans-serif for everything else)",
      valueName: "NAME"),
    transform: { try Self.family($0) })
  var font: String?

  @Option(
    help: ArgumentHelp(
      "The font size of all text in points. (default: 10 for text files, 9 for everything else)", valueName: "N"),
    transform: { try OptionValues.fontSize($0) })
  var fontSize: Double?

  @Option(
    help: ArgumentHelp(
      "The colour of all text except the watermark: #rgb, #rrggbb, gray(50%) or a name such as navy. (default: black; "
        + "white where --background is dark)", valueName: "C"),
    completion: .list(OptionValues.colorNames), transform: { try OptionValues.color($0) })
  var textColor: Color?

  @Option(
    help: ArgumentHelp("Large pale text across each page.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var watermark: PageTemplate?

  @Option(
    help: ArgumentHelp(
      "Draw a picture, or the first page of a PDF, over each page: in its natural size, at most as large as the page.",
      valueName: "FILE"),
    completion: .file())
  var stamp: String?

  @Option(
    help: ArgumentHelp(
      "The position of the stamp: center, top, bottom, left, right, top-left, top-right, bottom-left, bottom-right. "
        + "(default: center)", valueName: "PLACE"),
    completion: .list(BoxAnchor.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var stampPosition: BoxAnchor?

  @Option(
    help: ArgumentHelp(
      "How the stamp is fitted into the page, as --fit: shrink, inside, cover, stretch, enlarge. (default: shrink)",
      valueName: "FIT"),
    completion: .list(PageFit.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var stampFit: PageFit?

  private static func family(_ text: String) throws -> String {
    guard text.contains(where: { $0 != " " }) else { throw ValidationError("expected the name of a font") }
    do throws(ImageError) { try TextStyle.checkFamily(text) } catch { throw ValidationError(error.reason) }
    return text
  }

  func validate() throws {
    try OptionRules.need("--stamp", stamp, for: ["--stamp-position": stampPosition, "--stamp-fit": stampFit])
  }

  var decorations: PDFJob.Decorations {
    var settings = PDFJob.Decorations()
    settings.header = [headerLeft, headerCenter, headerRight]
    settings.footer = [footerLeft, footerCenter, footerRight]
    settings.caption = caption
    settings.watermark = watermark
    settings.stamp = stamp
    settings.stampPosition = stampPosition ?? .center
    settings.stampFit = stampFit ?? .shrink
    settings.font = font
    settings.fontSize = fontSize
    if let textColor { settings.textColor = textColor }
    return settings
  }
}
