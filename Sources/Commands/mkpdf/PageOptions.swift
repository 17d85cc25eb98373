internal import ArgumentParser
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// How large pages are, and where a picture stands on one.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The page's size: A0 to A6, B4, B5, Letter, Legal, Tabloid, WxH with a unit (pt, mm, cm, in) as in 100x150mm, or "
        + "image for the picture's own. (default: image; A4 for text, sheets, and with the next three options)",
      valueName: "SIZE"),
    completion: .list(PaperSize.allCases.map(\.name) + ["image"]), transform: { try OptionValues.medium($0) })
  var page: PageShape.Medium?

  @Flag(help: "Lay pages on their longer side.")
  var landscape = false

  @Flag(help: "Stand pages on their shorter side.")
  var portrait = false

  @Flag(help: "Turn each page as its picture is: lying or standing.")
  var autoOrient = false

  @Option(
    help: ArgumentHelp(
      "Leave this free: one length, VERTICAL,HORIZONTAL or TOP,RIGHT,BOTTOM,LEFT, as in 15mm or 1in,2cm. "
        + "(default: 0; 20mm for text, 10mm for contact sheets, 15mm where there is a header or footer)",
      valueName: "LENGTHS"), transform: { try OptionValues.margins($0) })
  var margin: PageMargins?

  @Option(
    help: ArgumentHelp(
      "How a picture is put on the page: into, fill, exact, shrink or enlarge. (default: into)", valueName: "FIT"),
    completion: .list(PageFit.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var fit: PageFit?

  @Option(
    help: ArgumentHelp(
      "Dots an inch of pictures whose files do not say, or say less than 10 or more than 10000. (default: 96)",
      valueName: "N"), transform: { try OptionValues.resolution($0) })
  var dpi: Double?

  @Option(
    help: ArgumentHelp("Dots an inch of all pictures, whatever their files say.", valueName: "N"),
    transform: { try OptionValues.resolution($0) })
  var forceDpi: Double?

  @Option(
    help: ArgumentHelp(
      "Make pictures smaller that have more dots an inch where they stand. They lose quality and their profile; without this, no "
        + "picture does.", valueName: "N"), transform: { try OptionValues.resolution($0) })
  var downsample: Double?

  @Option(
    help: ArgumentHelp("Colour the pages: #rgb, #rrggbb, gray(50%) or a name such as navy.", valueName: "C"),
    completion: .list(OptionValues.colorNames), transform: { try OptionValues.color($0) })
  var background: Color?

  @Option(
    help: ArgumentHelp(
      "Turn pictures and pages of PDFs clockwise by 90, 180 or 270 degrees, or -90, besides what they say themselves.",
      valueName: "DEGREES"),
    completion: .list(["90", "180", "270"]),
    transform: { try OptionValues.rotation($0) })
  var rotate = 0

  func validate() throws {
    if [landscape, portrait, autoOrient].count(where: { $0 }) > 1 {
      throw ValidationError("--landscape, --portrait and --auto-orient exclude each other")
    }
    if dpi != nil, forceDpi != nil { throw ValidationError("--dpi and --force-dpi exclude each other") }
    let turned = landscape ? "--landscape" : portrait ? "--portrait" : autoOrient ? "--auto-orient" : nil
    if let turned, page == .content { throw ValidationError("\(turned) does not apply to --page image") }
  }

  var direction: PageShape.Direction {
    landscape ? .landscape : portrait ? .portrait : autoOrient ? .automatic : .asGiven
  }

  var resolution: ResolutionRule {
    ResolutionRule(fallback: forceDpi ?? dpi ?? 96, overrides: forceDpi != nil)
  }
}
