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
      "The look of Markdown and of tables (CSV, TSV): plain, article (serif, with numbers of pages), report (with a page "
        + "for the title), or text, which shows them as they are written. With one of the first three, a text from "
        + "standard input is Markdown. (default: plain)", valueName: "STYLE"),
    completion: .list(TextDesign.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var style: TextDesign?

  @Flag(help: "Begin the text of Markdown with its headings and their pages.")
  var contents = false

  @Option(
    help: ArgumentHelp(
      "The font family of all text. (default: monospace for text files, serif for --style article, sans-serif for everything else)",
      valueName: "NAME"),
    transform: { try Self.family($0) })
  var font: String?

  @Option(
    help: ArgumentHelp(
      "The font size of all text in points. (default: 10 for text files, 11 for --style article, 9 for everything else)",
      valueName: "N"),
    transform: { try OptionValues.fontSize($0) })
  var fontSize: Double?

  @Option(
    help: ArgumentHelp(
      "The colour of all text except the watermark: #rgb, #rrggbb, gray(50%) or a name such as navy. (default: black; "
        + "white where --background is dark)", valueName: "C"),
    completion: .list(OptionValues.colorNames), transform: { try OptionValues.color($0) })
  var textColor: Color?

  @Option(
    help: ArgumentHelp(
      "Number the pages from this Bates number on, as in ACME000101: at the lower right, or where a text has {bates}.",
      valueName: "NUMBER"),
    transform: { try Self.batesNumber($0) })
  var bates: BatesNumber?

  @Option(
    help: ArgumentHelp("Large pale text across each page.", valueName: "TEXT"),
    transform: { try PageTemplate($0) })
  var watermark: PageTemplate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The pages of the document with the watermark. (default: all)", valueName: "RANGES"),
    transform: { try OptionValues.pages($0) })
  var watermarkPages: PageRanges?

  @Option(
    help: ArgumentHelp(
      "Draw a picture, or the first page of a PDF, over each page: in its natural size, at most as large as the page. "
        + "FILE.pdf[1-z] draws its pages one after the other, and the last one on all further pages.",
      valueName: "FILE"),
    completion: .file())
  var stamp: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The pages of the document with the stamp. (default: all)", valueName: "RANGES"),
    transform: { try OptionValues.pages($0) })
  var stampPages: PageRanges?

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

  @Option(
    help: ArgumentHelp(
      "Draw a picture or a page of a PDF below the content, as a letterhead; FILE.pdf[1,2] has another first page.",
      valueName: "FILE"),
    completion: .file())
  var underlay: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The pages of the document with the underlay. (default: all)", valueName: "RANGES"),
    transform: { try OptionValues.pages($0) })
  var underlayPages: PageRanges?

  @Option(
    help: ArgumentHelp("How the underlay is fitted into the page, as --stamp-fit. (default: shrink)", valueName: "FIT"),
    completion: .list(PageFit.allCases.map(\.rawValue)), transform: { try OptionText.choice($0) })
  var underlayFit: PageFit?

  @Option(
    help: ArgumentHelp(
      "Recognize the text of pictures, and of pages of PDFs that have none, with tesseract, and lay it invisibly over "
        + "them: eng, or deu+eng.", valueName: "LANGUAGES"),
    transform: { try Self.languages($0) })
  var ocr: String?

  /// The names of languages and scripts in tesseract: `deu`, `chi_sim`, `script/Latin`.
  private static func languages(_ text: String) throws -> String {
    let names = text.split(separator: "+", omittingEmptySubsequences: false)
    let isName = { (name: Substring) in
      name.first?.isLetter ?? false && name.utf8.count <= 64
        && name.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2F
        }
    }
    guard !names.isEmpty, names.count <= 16, names.allSatisfy(isName) else {
      throw ValidationError("expected languages of tesseract, as in eng or deu+eng")
    }
    return text
  }

  private static func batesNumber(_ text: String) throws -> BatesNumber {
    guard let number = BatesNumber(text) else {
      throw ValidationError("expected a text that ends with 1 to 15 digits, as in ACME000101")
    }
    return number
  }

  private static func family(_ text: String) throws -> String {
    guard text.contains(where: { $0 != " " }) else { throw ValidationError("expected the name of a font") }
    do throws(ImageError) { try TextStyle.checkFamily(text) } catch { throw ValidationError(error.reason) }
    return text
  }

  func validate() throws {
    if contents, style == .text {
      throw ValidationError("--contents needs a text that is typeset, not --style text")
    }
    try OptionRules.need(
      "--stamp", stamp,
      for: ["--stamp-position": stampPosition, "--stamp-fit": stampFit, "--stamp-pages": stampPages])
    try OptionRules.need(
      "--underlay", underlay, for: ["--underlay-pages": underlayPages, "--underlay-fit": underlayFit])
    try OptionRules.need("--watermark", watermark, for: ["--watermark-pages": watermarkPages])
  }

  /// - Throws: `ValidationError` for a file name with pages that are not a list.
  func decorations() throws -> PDFJob.Decorations {
    var settings = PDFJob.Decorations()
    settings.header = [headerLeft, headerCenter, headerRight]
    settings.footer = [footerLeft, footerCenter, footerRight]
    settings.caption = caption
    settings.watermark = watermark
    settings.watermarkPages = watermarkPages
    (settings.stamp, settings.stampSelection) = try Self.overlay(stamp)
    settings.stampPages = stampPages
    (settings.underlay, settings.underlaySelection) = try Self.overlay(underlay)
    settings.underlayPages = underlayPages
    settings.underlayFit = underlayFit ?? .shrink
    settings.bates = bates
    settings.stampPosition = stampPosition ?? .center
    settings.stampFit = stampFit ?? .shrink
    settings.font = font
    settings.fontSize = fontSize
    if let textColor { settings.textColor = textColor }
    if bates != nil, !settings.hasBatesField {
      guard footerRight == nil else {
        throw ValidationError("--bates is written at the lower right; put {bates} into --footer-right")
      }
      settings.footer[2] = try PageTemplate("{bates}")
    }
    return settings
  }

  /// A file that is drawn on pages, and which of its pages.
  private static func overlay(_ text: String?) throws -> (path: String?, pages: PageRanges?) {
    guard let text else { return (nil, nil) }
    let input = try PageInputList.input(text)
    guard let path = input.file.path else { throw ValidationError("a stamp or an underlay must be a file") }
    return (path, input.options.pages)
  }
}
