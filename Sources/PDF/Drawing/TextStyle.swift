internal import CPangoShims
package import ImageModel

/// The style of a run of text.
public struct TextStyle: Hashable, Sendable {
  public enum Slant: String, Hashable, Sendable { case normal, italic, oblique }
  public enum Underline: String, Hashable, Sendable { case none, single, double }

  /// The names of font families in order of preference: "DejaVu Sans", or the generic "sans-serif", "serif" and
  /// "monospace". If a character is missing, the next family is tried, and at last every font of the system.
  public var families: [String]
  /// The font size in points, from 0.1 to 10,000.
  public var size: Double
  /// From 100 (thin) over 400 (regular) and 700 (bold) to 900 (black), as in CSS.
  public var weight: Int
  public var slant: Slant
  public var color: Color
  public var underline: Underline
  public var strikethrough: Bool
  /// Additional space between letters in points; may be negative.
  public var letterSpacing: Double
  /// How far the letters are above the baseline, in points; negative below it.
  public var rise: Double

  public init(
    families: [String] = ["sans-serif"], size: Double = 12, weight: Int = 400, slant: Slant = .normal,
    color: Color = .black, underline: Underline = .none, strikethrough: Bool = false, letterSpacing: Double = 0,
    rise: Double = 0
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.slant = slant
    self.color = color
    self.underline = underline
    self.strikethrough = strikethrough
    self.letterSpacing = letterSpacing
    self.rise = rise
  }
}

extension TextStyle {
  /// The valid family names: without commas, which separate names in pango.
  var usableFamilies: [String] {
    families.filter { !$0.isEmpty && !$0.utf8.contains(0) && !$0.contains(",") && $0.utf8.count < 256 }
  }

  /// Throws for a name that cannot be that of a family: the path of a font file, or several names.
  package static func checkFamily(_ name: String) throws(ImageError) {
    let suffixes = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb"]
    if name.contains("/") || suffixes.contains(where: name.lowercased().hasSuffix) {
      throw ImageError(
        .usage,
        "'\(name)' is a file; a font is named by its family (fc-scan shows it), and must be installed,"
          + " for example in ~/.local/share/fonts, or be in 'fonts' of a page description")
    }
    guard TextStyle(families: [name]).usableFamilies.count == 1 else {
      throw ImageError(.usage, "'\(name)' is not the name of one font")
    }
  }

  /// Throws for an invalid size, letter spacing or rise.
  func check() throws(ImageError) {
    guard (0.1...10_000).contains(size) else {
      throw ImageError(.usage, "a font size of \(size) points is not between 0.1 and 10,000")
    }
    guard abs(letterSpacing) <= 10_000 else {
      throw ImageError(.usage, "a letter spacing of \(letterSpacing) points is not between -10,000 and 10,000")
    }
    guard abs(rise) <= 10_000 else {
      throw ImageError(.usage, "a rise of \(rise) points is not between -10,000 and 10,000")
    }
  }

  /// The font description of the style, to be freed by the caller (`pango_font_description_new`).
  func pangoDescription() -> OpaquePointer? {
    let description = lib.pango_font_description_new()
    let names = usableFamilies
    lib.pango_font_description_set_family(description, names.isEmpty ? "sans-serif" : names.joined(separator: ","))
    lib.pango_font_description_set_absolute_size(description, size * PangoUnits.scale)
    lib.pango_font_description_set_weight(description, PangoWeight(UInt32(min(max(weight, 100), 1_000))))
    switch slant {
    case .normal: lib.pango_font_description_set_style(description, PANGO_STYLE_NORMAL)
    case .italic: lib.pango_font_description_set_style(description, PANGO_STYLE_ITALIC)
    case .oblique: lib.pango_font_description_set_style(description, PANGO_STYLE_OBLIQUE)
    }
    return description
  }

  /// Adds the style as attributes of a range of a text. The list takes ownership of them (`pango_attr_list_insert`).
  func add(to list: OpaquePointer, _ range: Range<Int>) {
    func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      guard let attribute else { return }
      attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
      attribute.pointee.end_index = UInt32(clamping: range.upperBound)
      lib.pango_attr_list_insert(list, attribute)
    }
    let description = pangoDescription()
    insert(lib.pango_attr_font_desc_new(description))
    lib.pango_font_description_free(description)
    let color = color.clamped
    func sample(_ value: Double) -> UInt16 { UInt16(value * 65_535 + 0.5) }
    insert(lib.pango_attr_foreground_new(sample(color.red), sample(color.green), sample(color.blue)))
    // 0 means "not set" to pango.
    if color.alpha < 1 { insert(lib.pango_attr_foreground_alpha_new(max(1, sample(color.alpha)))) }
    switch underline {
    case .none: break
    case .single: insert(lib.pango_attr_underline_new(PANGO_UNDERLINE_SINGLE))
    case .double: insert(lib.pango_attr_underline_new(PANGO_UNDERLINE_DOUBLE))
    }
    if strikethrough { insert(lib.pango_attr_strikethrough_new(1)) }
    if letterSpacing != 0 { insert(lib.pango_attr_letter_spacing_new(PangoUnits.from(letterSpacing))) }
    if rise != 0 { insert(lib.pango_attr_rise_new(PangoUnits.from(rise))) }
  }
}
