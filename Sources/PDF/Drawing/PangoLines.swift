internal import CPangoShims
internal import ImageModel

/// Lines of one `PangoLayout` or more; they live as long as this does.
final class PangoLines {
  struct Line {
    var pointer: UnsafeMutablePointer<PangoLayoutLine>
    /// Where its layout begins in the text, in bytes of UTF-8.
    var start: Int
    /// Holds the text that the clusters of the line mean, where that is not its layout's.
    var ordered: GObject?
  }

  private var layouts: [GObject] = []
  private(set) var lines: [Line] = []
  /// Where the text of the lines ends, in bytes of UTF-8.
  private(set) var end = 0
  /// A form feed follows.
  private(set) var endsPage = false
  /// The fonts that were replaced and the characters that no font has.
  private(set) var diagnostics: [Diagnostic] = []
  /// The characters that no font has.
  private var missing = MissingGlyphs()
  /// The layouts belong to its font map, which is free for others only when they are gone.
  private let fonts: FontCatalog

  deinit {
    lines = []
    layouts = []
  }

  /// Breaks the next pieces of a text into lines (`pango_layout_get_lines_readonly`).
  ///
  /// - Parameters:
  ///   - pieces: of the text, as they were not laid out yet.
  ///   - width: in points; nil for lines of any length.
  ///   - limit: how many pieces are taken; nil for all of them.
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

  /// Fails for text whose lines could be longer than pango can count, which ends at 2,097,151 points.
  private static func checkLength(of text: AttributedText) throws(ImageError) {
    let size = text.runs.map { $0.style.size + max(0, $0.style.letterSpacing) }.max() ?? 0
    guard Double(text.byteCount) * size * 2 < 2_000_000 || text.longestParagraph * size * 2 < 2_000_000 else {
      throw ImageError(.limitExceeded, "a line of text is too long to be set without a width")
    }
  }

  /// Draws a line at cairo's current point (`pango_cairo_show_layout_line`).
  func draw(_ line: Line, on cairo: OpaquePointer) {
    guard let ordered = line.ordered else { return lib.pango_cairo_show_layout_line(cairo, line.pointer) }
    // Drawing takes nothing but the text from the line's layout.
    let layout = line.pointer.pointee.layout
    line.pointer.pointee.layout = ordered.pointer
    lib.pango_cairo_show_layout_line(cairo, line.pointer)
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
    if !options.insertsHyphens, let plain = lib.pango_attr_insert_hyphens_new(0) {
      lib.pango_attr_list_insert(list, plain)
    }
    // In the order of their places, for the list looks for the place of one that comes late from its beginning.
    var eastAsian = fonts.isEastAsian ? EastAsianText() : EastAsianText(text.string)
    for run in text.runs {
      eastAsian.add(to: list, before: run.range.lowerBound)
      run.style.add(to: list, run.range)
    }
    eastAsian.add(to: list, before: .max)
    lib.pango_layout_set_attributes(layout, list)
    lib.pango_attr_list_unref(list)
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
