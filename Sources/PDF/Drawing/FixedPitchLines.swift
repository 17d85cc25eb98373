internal import CPangoShims
internal import ImageModel

/// Lines of printable ASCII in a font of fixed pitch, which are made without pango.
///
/// Pango takes most of the time for a long text file. In such a font it only looks up a glyph for each character, which
/// this class does itself. The drawing is the same.
final class FixedPitchLines: TextLines {
  /// The maximum number of lines that are laid out together.
  private static let maxLines = 32

  private let font: FixedPitchFont
  private let bytes: [UInt8]
  private var ranges: [Range<Int>] = []
  private(set) var end = 0
  private(set) var endsPage = false
  let diagnostics: [Diagnostic]

  /// The next paragraphs that fit on a line and have no other characters; nil where the next one needs pango.
  ///
  /// - Parameters:
  ///   - pieces: single paragraphs.
  ///   - width: of the lines, in points.
  init?(_ pieces: inout TextPieces, width: Double, _ font: FixedPitchFont, _ diagnostics: [Diagnostic]) {
    self.font = font
    self.diagnostics = diagnostics
    bytes = pieces.bytes
    let longest = Int(PangoUnits.from(width) / font.advance)
    while ranges.count < Self.maxLines, !endsPage {
      var rest = pieces
      guard let piece = rest.next(), !piece.isCut, piece.range.count <= longest,
        bytes[piece.range].allSatisfy(FixedPitchFont.characters.contains)
      else { break }
      ranges.append(piece.range)
      (end, endsPage) = (piece.range.upperBound, piece.endsPage)
      pieces = rest
    }
    if ranges.isEmpty { return nil }
  }

  var count: Int { ranges.count }

  var extents: [LineExtents] {
    ranges.map { range in
      var extents = range.isEmpty ? font.emptyLine : font.line
      extents.range = range
      extents.width = Int32(range.count) * font.advance
      return extents
    }
  }

  func draw(_ index: Int, on cairo: OpaquePointer) {
    guard !ranges[index].isEmpty else { return }
    font.draw(bytes[ranges[index]], on: cairo)
  }
}

/// A font in which each character of ASCII has one glyph of the same width, whatever is beside it.
final class FixedPitchFont {
  /// The printable characters of ASCII.
  static let characters: ClosedRange<UInt8> = 0x20...0x7e

  /// The glyphs of `characters`.
  private let glyphs: [PangoGlyph]
  /// The width of each character, in pango's units.
  let advance: Int32
  /// The extents of lines with and without text, apart from their width.
  let line: LineExtents
  let emptyLine: LineExtents
  private let color: Color
  private var font: GObject?
  /// The font belongs to its font map, which must not be reused before the font is freed.
  private let fonts: FontCatalog

  deinit { withFonts { font = nil } }

  /// The font of a long text in one style; nil for any other text, font and layout.
  ///
  /// Examining a font takes some 10 ms. In this time, pango lays out a short text.
  static func of(_ text: AttributedText, _ options: TextLayoutOptions, _ fonts: FontCatalog) -> FixedPitchFont? {
    guard text.byteCount >= 1 << 16, text.runs.count == 1, let style = text.runs.first?.style,
      options.ellipsis == nil, options.direction != .rightToLeft, TextLayoutOptions.lineSpacings ~= options.lineSpacing
    else { return nil }
    return withFonts { FixedPitchFont(style, fonts) }
  }

  /// Examines the font of a style; nil for any other font, and for styles with more than glyphs.
  ///
  /// Pango shapes all pairs of characters, and all pairs without letters, which have no script. A ligature or kerning
  /// shows as a glyph that differs from that of its character, or in its width.
  private init?(_ style: TextStyle, _ fonts: FontCatalog) {
    guard style.underline == .none, !style.strikethrough, style.letterSpacing == 0 else { return nil }
    let all = Array(Self.characters)
    let signs = all.filter { !($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) }
    func pairs(_ characters: [UInt8]) -> [UInt8] { characters.flatMap { first in characters.flatMap { [first, $0] } } }
    let paragraphs = [pairs(all), pairs(signs), []]
    let text = AttributedText(String(decoding: Array(paragraphs.joined(separator: [0x0a])), as: UTF8.self), style)
    var pieces = TextPieces(text, .init())
    guard let probe = try? PangoLines(text, &pieces, limit: nil, width: nil, TextLayoutOptions(), fonts),
      probe.lines.count == paragraphs.count, let first = probe.lines[0].onlyRun,
      let font = first.item?.pointee.analysis.font,
      let width = first.glyphs?.pointee.glyphs[0].geometry.width, width > 0
    else { return nil }
    var found = [PangoGlyph?](repeating: nil, count: all.count)
    for (line, paragraph) in zip(probe.lines, paragraphs) where !paragraph.isEmpty {
      guard let run = line.onlyRun, run.item?.pointee.analysis.font == font, let glyphs = run.glyphs?.pointee,
        Int(glyphs.num_glyphs) == paragraph.count
      else { return nil }
      for (index, character) in paragraph.enumerated() {
        let glyph = glyphs.glyphs[index]
        let place = Int(character - Self.characters.lowerBound)
        guard glyph.geometry.width == width, glyph.geometry.x_offset == 0, glyph.geometry.y_offset == 0,
          Int(glyphs.log_clusters[index]) == index, found[place] ?? glyph.glyph == glyph.glyph
        else { return nil }
        found[place] = glyph.glyph
      }
    }
    glyphs = found.compactMap { $0 }
    guard glyphs.count == all.count, let object = lib.g_object_ref(font) else { return nil }
    self.font = GObject(OpaquePointer(object))
    self.fonts = fonts
    advance = width
    color = style.color.clamped
    (line, emptyLine) = (probe.extents[0], probe.extents[2])
  }

  /// Draws characters at cairo's current point (`cairo_show_text_glyphs`).
  func draw(_ text: ArraySlice<UInt8>, on cairo: OpaquePointer) {
    var (x, y) = (0.0, 0.0)
    lib.cairo_get_current_point(cairo, &x, &y)
    let shown = text.enumerated().map { index, character in
      cairo_glyph_t(
        index: UInt(glyphs[Int(character - Self.characters.lowerBound)]),
        x: x + PangoUnits.points(Int32(index) * advance), y: y)
    }
    let clusters = [cairo_text_cluster_t](repeating: .init(num_bytes: 1, num_glyphs: 1), count: text.count)
    lib.cairo_set_scaled_font(cairo, lib.pango_cairo_font_get_scaled_font(font?.pointer))
    // Rounded as pango rounds colours.
    func sample(_ value: Double) -> Double { (value * 65_535).rounded() / 65_535 }
    lib.cairo_set_source_rgba(cairo, sample(color.red), sample(color.green), sample(color.blue), sample(color.alpha))
    text.withUnsafeBytes { bytes in
      let count = Int32(bytes.count)
      lib.cairo_show_text_glyphs(
        cairo, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, shown, count, clusters, count,
        cairo_text_cluster_flags_t(0))
    }
  }
}

extension PangoLines.Line {
  /// The run of a line with one run.
  fileprivate var onlyRun: PangoGlyphItem? {
    guard let runs = pointer.pointee.runs, runs.pointee.next == nil else { return nil }
    return runs.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee
  }
}
