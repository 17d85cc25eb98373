internal import ArgumentParser
internal import CommandKit
internal import Drawing
internal import ImageModel
internal import PDFDocuments

/// The size of pages, and the place of pictures on them.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The page size: A0 to A6, B4, B5, Letter, Legal, Tabloid, WxH with a unit (pt, mm, cm, in) as in 100x150mm, or "
        + "image for the size of the picture. (default: image; A4 for text, sheets, and with the next three options)",
      valueName: "SIZE"),
    completion: .list(PaperSize.allCases.map(\.name) + ["image"]), transform: { try OptionValues.medium($0) })
  var paper: PageShape.Medium?

  @Flag(help: "Use pages in landscape format.")
  var landscape = false

  @Flag(help: "Use pages in portrait format.")
  var portrait = false

  @Flag(help: "Use landscape or portrait format as the picture on each page.")
  var autoOrient = false

  @Option(
    help: ArgumentHelp(
      "The margins: one length, VERTICAL,HORIZONTAL or TOP,RIGHT,BOTTOM,LEFT, as in 15mm or 1in,2cm. "
        + "(default: 0; 20mm for text, 10mm for contact sheets, 15mm where there is a header or footer)",
      valueName: "LENGTHS"), transform: { try OptionValues.margins($0) })
  var margin: PageMargins?

  @Option(
    help: ArgumentHelp(
      "How a picture is fitted into the page: inside, cover, stretch, shrink or enlarge. (default: inside)",
      valueName: "FIT"),
    completion: .list(PageFit.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var fit: PageFit?

  @Option(
    help: ArgumentHelp(
      "Dots per inch of pictures without a resolution, or with one below 10 or above 10000. (default: 96)",
      valueName: "N"), transform: { try OptionValues.resolution($0) })
  var dpi: Double?

  @Option(
    help: ArgumentHelp("Dots per inch of all pictures, overriding their files.", valueName: "N"),
    transform: { try OptionValues.resolution($0) })
  var forceDpi: Double?

  @Option(
    help: ArgumentHelp(
      "Reduce pictures with more dots per inch on the page. They lose quality and their profile; without this option, "
        + "pictures are never changed.", valueName: "N"), transform: { try OptionValues.resolution($0) })
  var downsample: Double?

  @OptionGroup var levels: RangeOption

  @Option(
    help: ArgumentHelp(
      "The background colour of pages: #rgb, #rrggbb, gray(50%) or a name such as navy.", valueName: "C"),
    completion: .list(OptionValues.colorNames), transform: { try OptionValues.color($0) })
  var background: Color?

  func validate() throws {
    let directions: NamedOptions = ["--landscape": landscape, "--portrait": portrait, "--auto-orient": autoOrient]
    try OptionRules.exclude(directions)
    try OptionRules.exclude(["--dpi": dpi, "--force-dpi": forceDpi])
    if let turned = OptionRules.given(directions).first, paper == .content {
      throw ValidationError("\(turned) does not apply to --paper image")
    }
  }

  var direction: PageShape.Direction {
    landscape ? .landscape : portrait ? .portrait : autoOrient ? .automatic : .asGiven
  }

  var resolution: ResolutionRule {
    ResolutionRule(fallback: forceDpi ?? dpi ?? 96, overrides: forceDpi != nil)
  }
}
