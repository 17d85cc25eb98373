internal import CPangoShims
internal import ImageModel

/// The lines of one or more `PangoLayout`s. They are valid as long as this object.
final class PangoLines: TextLines {
  struct Line {
    var pointer: UnsafeMutablePointer<PangoLayoutLine>
    /// The offset of the line's layout in the text, in bytes of UTF-8.
    var start: Int
    /// Holds the text in visual order, where that differs from the text of the layout.
    var ordered: GObject?
  }

  private var layouts: [GObject] = []
  private(set) var lines: [Line] = []
  /// The end of the lines in the text, in bytes of UTF-8.
  private(set) var end = 0
  /// Whether a form feed follows.
  private(set) var endsPage = false
  /// Warnings about replaced fonts and missing characters.
  private(set) var diagnostics: [Diagnostic] = []
  /// The characters that no font has.
  private var missing = MissingGlyphs()
  /// The layouts use its font map, which must not be reused before they are freed.
  private let fonts: FontCatalog

  deinit {
    withFonts {
      lines = []
      layouts = []
    }
  }

  /// Breaks the next pieces of a text into lines (`pango_layout_get_lines_readonly`).
  ///
  /// - Parameters:
  ///   - pieces: the pieces of the text that are not laid out yet.
  ///   - width: in points; nil for lines of any length.
  ///   - limit: the maximum number of pieces; nil for all of them.
  init(
    _ text: AttributedText, _ pieces: inout TextPieces, limit: Int?, width: Double?, _ options: TextLayoutOptions,
    _ fonts: FontCatalog
  ) throws(ImageError) {
    self.fonts = fonts
    guard let context = fonts.context(rightToLeft: options.direction == .rightToLeft) else {
      throw ImageError(.limitExceeded, "cannot lay out text: out of memory")
    }
    while layouts.count < limit ?? .max, let piece = pieces.next() {
      let part = text.slice(piece.range)
      for run in part.runs { try run.style.check() }
      for diagnostic in fonts.diagnostics(for: part) where !diagnostics.contains(diagnostic) {
        diagnostics.append(diagnostic)
      }
      if width == nil { try Self.checkLength(of: part) }
      guard let layout = lib.pango_layout_new(context) else {
        throw ImageError(.limitExceeded, "cannot lay out text: out of memory")
      }
      let owner = GObject(layout)
      Self.set(part, styleOfEmpty: text.style(at: piece.range.lowerBound), options, fonts, on: layout)
      Self.apply(options, width: width, to: layout)
      var broken = Self.lines(of: layout, start: piece.range.lowerBound)
      if options.alignment == .justified, let width, part.string.contains("\u{AD}") {
        // Makes pango forget the extents of the lines (`pango_layout_get_lines`), which it has asked for itself.
        _ = lib.pango_layout_get_lines(layout)
        Self.tighten(broken, of: part.string, to: PangoUnits.from(width))
      }
      end = piece.range.upperBound
      if piece.isCut {
        guard broken.count > 1, let last = broken.popLast() else {
          pieces.enlarge(piece)
          continue
        }
        end = piece.range.lowerBound + Int(last.pointer.pointee.start_index)
        pieces.restart(at: end)
      }
      if lib.pango_layout_get_unknown_glyphs_count(layout) > 0 { missing.replace(in: broken) }
      if let ordered = Self.orderByPlace(broken, of: part.string) {
        for index in broken.indices { broken[index].ordered = ordered }
      }
      layouts.append(owner)
      lines += broken
      endsPage = piece.endsPage
    }
    if let missing = missing.diagnostic { diagnostics.append(missing) }
  }

  /// Throws where a line could be longer than pango's maximum of 2,097,151 points.
  private static func checkLength(of text: AttributedText) throws(ImageError) {
    let size = text.runs.map { $0.style.size + max(0, $0.style.letterSpacing) }.max() ?? 0
    guard Double(text.byteCount) * size * 2 < 2_000_000 || text.longestParagraphBytes * size * 2 < 2_000_000 else {
      throw ImageError(.limitExceeded, "a line of text is too long for a layout without a width")
    }
  }

  var count: Int { lines.count }

  var extents: [LineExtents] { withFonts { lines.map(Self.extents) } }

  private static func extents(of line: Line) -> LineExtents {
    var logical = PangoRectangle()
    lib.pango_layout_line_get_extents(line.pointer, nil, &logical)
    let start = line.start + Int(line.pointer.pointee.start_index)
    return LineExtents(
      range: start..<start + max(0, Int(line.pointer.pointee.length)), width: logical.width, top: logical.y,
      height: logical.height,
      isRightToLeft: lib.pango_layout_line_get_resolved_direction(line.pointer) == PANGO_DIRECTION_RTL)
  }

  /// Draws a line (`pango_cairo_show_layout_line`).
  func draw(_ index: Int, on cairo: OpaquePointer) {
    withOrder(lines[index]) { lib.pango_cairo_show_layout_line(cairo, $0) }
  }

  func drawWithoutColorGlyphs(_ index: Int, on cairo: OpaquePointer) {
    Self.withoutColorGlyphs(of: lines[index]) { draw(index, on: cairo) }
  }

  func colorGlyphs(_ index: Int) -> [ColorGlyph] { Self.colorGlyphs(of: lines[index]) }

  /// `pango_layout_line_index_to_x`.
  func ends(_ index: Int, of range: Range<Int>) -> ClosedRange<Double>? {
    withFonts {
      let line = lines[index]
      let part = range.clamped(to: Self.extents(of: line).range)
      guard !part.isEmpty else { return nil }
      // At the end of the line this is the position behind its last character.
      let ends = [part.lowerBound, part.upperBound].map { offset in
        var x: Int32 = 0
        lib.pango_layout_line_index_to_x(line.pointer, Int32(clamping: offset - line.start), 0, &x)
        return PangoUnits.points(x)
      }
      return min(ends[0], ends[1])...max(ends[0], ends[1])
    }
  }

  /// `pango_cairo_layout_line_path`.
  func addPath(_ index: Int, to cairo: OpaquePointer) {
    withOrder(lines[index]) { lib.pango_cairo_layout_line_path(cairo, $0) }
  }

  private func withOrder(_ line: Line, _ draw: (UnsafeMutablePointer<PangoLayoutLine>) -> Void) {
    guard let ordered = line.ordered else { return draw(line.pointer) }
    // Drawing uses only the text of the line's layout.
    let layout = line.pointer.pointee.layout
    line.pointer.pointee.layout = ordered.pointer
    draw(line.pointer)
    line.pointer.pointee.layout = layout
  }

  private static func set(
    _ text: AttributedText, styleOfEmpty style: TextStyle?, _ options: TextLayoutOptions, _ fonts: FontCatalog,
    on layout: OpaquePointer
  ) {
    var string = text.string
    string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { lib.pango_layout_set_text(layout, start, Int32(bytes.count)) }
      }
    }
    if let style {
      let description = style.pangoDescription()
      lib.pango_layout_set_font_description(layout, description)
      lib.pango_font_description_free(description)
    }
    guard let list = lib.pango_attr_list_new() else { return }
    withoutHyphens(text.string, list)
    // In ascending order: inserting an attribute out of order searches the list from the beginning.
    var eastAsian = fonts.isEastAsian ? EastAsianText() : EastAsianText(text.string)
    for run in text.runs {
      eastAsian.add(to: list, before: run.range.lowerBound)
      run.style.add(to: list, run.range)
    }
    eastAsian.add(to: list, before: .max)
    lib.pango_layout_set_attributes(layout, list)
    lib.pango_attr_list_unref(list)
  }

  /// Forbids pango to insert a hyphen where a line ends within a word, such as a hash or a file name, except after a
  /// soft hyphen (U+00AD). Pango heeds the attribute only inside its range, not at the ends
  /// (`pango_attr_insert_hyphens_new`).
  private static func withoutHyphens(_ text: String, _ list: OpaquePointer) {
    func insert(_ start: Int, _ end: Int) {
      guard let attribute = lib.pango_attr_insert_hyphens_new(0) else { return }
      (attribute.pointee.start_index, attribute.pointee.end_index) = (UInt32(clamping: start), UInt32(clamping: end))
      lib.pango_attr_list_insert(list, attribute)
    }
    var start = 0
    var previous: UInt8 = 0
    for (index, byte) in text.utf8.enumerated() {
      if previous == 0xc2, byte == 0xad {
        insert(start, index + 1)
        start = index + 1
      }
      previous = byte
    }
    insert(start, .max)
  }

  private static func lines(of layout: OpaquePointer, start: Int) -> [Line] {
    var lines: [Line] = []
    var next = lib.pango_layout_get_lines_readonly(layout)
    while let item = next {
      if let line = item.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
        lines.append(Line(pointer: line, start: start))
      }
      next = item.pointee.next
    }
    return lines
  }

  private static func apply(_ options: TextLayoutOptions, width: Double?, to layout: OpaquePointer) {
    lib.pango_layout_set_auto_dir(layout, options.direction == .auto ? 1 : 0)
    if let width { lib.pango_layout_set_width(layout, PangoUnits.from(width)) }
    lib.pango_layout_set_wrap(layout, options.wrap == .word ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_CHAR)
    lib.pango_layout_set_justify(layout, options.alignment == .justified ? 1 : 0)
    switch options.ellipsis {
    case nil: break
    case .start: lib.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
    case .middle: lib.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .end: lib.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    if options.ellipsis != nil {
      lib.pango_layout_set_height(layout, -Int32(min(max(options.maximumLines, 1), 100_000)))
    }
    let stops = options.tabs.filter { $0 > 0 && $0 < 1e6 }.prefix(1_000).sorted()
    if !stops.isEmpty, let tabs = lib.pango_tab_array_new(Int32(stops.count), 0) {
      for (index, stop) in stops.enumerated() {
        lib.pango_tab_array_set_tab(tabs, Int32(index), PANGO_TAB_LEFT, PangoUnits.from(stop))
      }
      lib.pango_layout_set_tabs(layout, tabs)
      lib.pango_tab_array_free(tabs)
    }
  }
}

/// Owns a reference to a GObject (`g_object_unref`).
final class GObject {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { lib.g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Converts lengths: pango uses integers in units of 1/1024 point.
enum PangoUnits {
  static let scale = Double(PANGO_SCALE)

  /// A length in pango's units, clamped to the range of an `int`.
  static func from(_ points: Double) -> Int32 {
    guard points.isFinite else { return 0 }
    return Int32(min(max((points * scale).rounded(), -2_147_000_000), 2_147_000_000))
  }

  static func points(_ units: Int32) -> Double { Double(units) / scale }
}
