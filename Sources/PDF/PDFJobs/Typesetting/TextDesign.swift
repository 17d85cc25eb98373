internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import StructuredText

/// The look of pages that are made of Markdown and of tables.
package enum TextDesign: String, CaseIterable, Sendable {
  /// Sans-serif, as a web page.
  case plain
  /// Serif and justified, with a centred title and numbers of pages.
  case article
  /// Sans-serif with colours, a page for the title, and a new page for each chapter.
  case report
  /// The text as it is written, in a font of one width.
  case text
}

/// The page, the fonts and the colours of a design. Lengths are points.
struct TypesetStyle {
  let design: TextDesign
  let page: Size
  let margins: PageMargins
  let font: String
  /// The size of the body.
  let size: Double
  let color: String
  let accent: String
  let quiet: String
  let link: String
  let line: String
  let shade: String
  /// Whether the design adds numbers of pages. It does not where the document has headers or footers of its own.
  let hasFooter: Bool

  /// - Parameter size: of the page before it is turned.
  init(_ design: TextDesign, page: Size, margins: PageMargins?, _ decorations: PDFJob.Decorations) {
    self.design = design
    self.page = page
    // A small page gets smaller margins.
    let usual = min(design == .article ? 30 * 72 / 25.4 : 22 * 72 / 25.4, min(page.width, page.height) / 6)
    self.margins = margins ?? PageMargins(usual)
    font = decorations.font ?? (design == .article ? "serif" : "sans-serif")
    size = decorations.fontSize ?? (design == .article ? 11 : 10)
    color = ColorText.text(decorations.textColor)
    accent = design == .report && decorations.textColor == .black ? "#1f3a68" : color
    let isDark = decorations.textColor.isDark
    (quiet, link) = isDark ? ("#57606a", "#0b57a8") : ("#b4bac0", "#8ab8ff")
    (line, shade) = isDark ? ("#c8ccd0", "#f3f4f6") : ("#5a6068", "#30343a")
    hasFooter = design != .plain && !decorations.hasEdges
  }

  /// The width and the height between the margins.
  var width: Double { page.width - margins.left - margins.right }
  var height: Double { page.height - margins.top - margins.bottom }

  /// The height of a line of the body, about that of most fonts.
  var lineHeight: Double { size * 1.35 }

  /// The width of a text without a line break, in points.
  ///
  /// - Throws: `limitExceeded` for a text that is too long for one line.
  func width(of text: Substring, isBold: Bool = false, _ fonts: FontCatalog) throws(ImageError) -> Double {
    let look = TextStyle(families: [font], size: size, weight: isBold ? 700 : 400)
    return try TextLayout(AttributedText(String(text), look), fonts: fonts).textWidth
  }

  /// The font size of a heading.
  func size(ofHeading level: Int) -> Double {
    let factors = design == .article ? [1.55, 1.3, 1.15, 1, 1, 1] : [1.9, 1.5, 1.25, 1.1, 1, 1]
    return (size * factors[min(max(level, 1), factors.count) - 1] * 2).rounded() / 2
  }

  /// The part of a description for all its pages.
  ///
  /// - Parameter attributes: of the document.
  func description(_ attributes: [(String, StructuredValue?)], pages: [StructuredValue]) -> StructuredValue {
    let sides = [margins.top, margins.right, margins.bottom, margins.left]
    let geometry = StructuredValue.record([
      ("size", .list([page.width, page.height].map(StructuredValue.number))),
      ("margin", .list(sides.map(StructuredValue.number))),
    ])
    let base = StructuredValue.record([
      ("font", .word(font)), ("size", .number(size)), ("color", .word(color)), ("lineSpacing", .number(1.12)),
    ])
    var document = attributes
    document.append(("page", geometry))
    document.append(("style", base))
    return .record([
      ("version", .number(1)), ("document", .record(document)), ("styles", styles), ("pages", .list(pages)),
    ])
  }

  private var styles: StructuredValue {
    var styles: [(String, StructuredValue?)] = (1...6).map { ("h\($0)", heading(level: $0)) }
    let code = StructuredValue.record([
      ("font", .word("monospace")), ("size", .number(size * 0.85)), ("wrap", .word("character")),
      ("lineSpacing", .number(1.05)), ("align", .word("left")),
    ])
    let foot = StructuredValue.record([
      ("size", .number(size * 0.8)), ("color", .word(quiet)), ("wrap", .word("none")),
    ])
    styles.append(("body", .record([("align", design == .article ? .word("justify") : nil)])))
    styles.append(("quote", .record([("color", .word(quiet))])))
    styles.append(("code", code))
    styles.append(("small", .record([("size", .number(size * 0.85))])))
    styles.append(("foot", foot))
    return .record(styles)
  }

  private func heading(level: Int) -> StructuredValue {
    .record([
      ("size", .number(size(ofHeading: level))), ("weight", .word("bold")),
      ("color", .word(level == 6 ? quiet : accent)), ("lineSpacing", .number(1)),
      ("italic", design == .article && level > 3 ? .flag(true) : nil),
    ])
  }

  /// The texts in the bottom margin of each page.
  ///
  /// - Parameter title: of the document.
  func footer(_ title: String?) -> [StructuredValue] {
    guard hasFooter, margins.bottom >= size * 2 else { return [] }
    func foot(_ text: StructuredValue, _ align: String) -> StructuredValue {
      .record([
        ("type", .word("text")), ("on", .word("every")), ("y", .number(page.height - margins.bottom / 2 - size * 0.6)),
        ("height", .number(size * 1.2)), ("overflow", .word("clip")), ("style", .word("foot")), ("align", .word(align)),
        ("text", text),
      ])
    }
    guard design == .report else { return [foot(.word("{page}"), "center")] }
    return [title.map { foot(.text($0), "left") }, foot(.word("{page} / {pages}"), "right")].compactMap { $0 }
  }
}

extension StructuredValue {
  /// A text that is shown as it is: its braces are not those of fields.
  static func text(_ text: String) -> StructuredValue {
    let hasBraces = text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    return .word(hasBraces ? text.replacing("{", with: "{{").replacing("}", with: "}}") : text)
  }

  /// A word of the schema, or a text with fields.
  static func word(_ text: String) -> StructuredValue { StructuredValue(.string(text)) }

  static func flag(_ value: Bool) -> StructuredValue { StructuredValue(.bool(value)) }

  static func number(_ value: Double) -> StructuredValue { StructuredValue(.number(value, text: "\(value)")) }

  static func list(_ values: [StructuredValue]) -> StructuredValue { StructuredValue(.array(values)) }

  /// An object without the members that are nil. Names must be unique.
  static func record(_ members: [(String, StructuredValue?)]) -> StructuredValue {
    let given = members.compactMap { name, value in value.map { StructuredObject.Member(name: name, value: $0) } }
    guard case .success(let object) = StructuredObject.make(given) else { return StructuredValue(.null) }
    return StructuredValue(.object(object))
  }
}
