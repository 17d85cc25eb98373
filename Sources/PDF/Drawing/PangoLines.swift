internal import CPango
internal import ImageModel

/// A `PangoLayout` and its lines, which live as long.
final class PangoLines {
  private let layout: GObject
  let lines: [UnsafeMutablePointer<PangoLayoutLine>]

  /// Breaks text into lines (`pango_layout_get_lines_readonly`).
  ///
  /// - Parameter width: in points; nil for lines of any length.
  init(
    _ text: AttributedText, width: Double?, _ options: TextLayoutOptions, _ fonts: FontCatalog
  ) throws(ImageError) {
    guard let context = fonts.context(rightToLeft: options.direction == .rightToLeft),
      let layout = pango_layout_new(context)
    else { throw ImageError(.limitExceeded, "cannot lay out text: out of memory") }
    self.layout = GObject(layout)
    var string = text.string
    string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { pango_layout_set_text(layout, start, Int32(bytes.count)) }
      }
    }
    if let list = pango_attr_list_new() {
      for run in text.runs { run.style.add(to: list, run.range) }
      pango_layout_set_attributes(layout, list)
      pango_attr_list_unref(list)
    }
    Self.apply(options, width: width, to: layout)
    var lines: [UnsafeMutablePointer<PangoLayoutLine>] = []
    var next = pango_layout_get_lines_readonly(layout)
    while let item = next {
      if let line = item.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) { lines.append(line) }
      next = item.pointee.next
    }
    self.lines = lines
  }

  private static func apply(_ options: TextLayoutOptions, width: Double?, to layout: OpaquePointer) {
    pango_layout_set_auto_dir(layout, options.direction == .auto ? 1 : 0)
    if let width { pango_layout_set_width(layout, PangoUnits.from(width)) }
    pango_layout_set_wrap(layout, options.wrap == .word ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_CHAR)
    pango_layout_set_justify(layout, options.alignment == .justified ? 1 : 0)
    switch options.ellipsis {
    case nil: break
    case .start: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
    case .middle: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .end: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    if options.ellipsis != nil { pango_layout_set_height(layout, -Int32(min(max(options.maximumLines, 1), 100_000))) }
    let stops = options.tabs.filter { $0 > 0 && $0 < 1e6 }.prefix(1_000).sorted()
    if !stops.isEmpty, let tabs = pango_tab_array_new(Int32(stops.count), 0) {
      for (index, stop) in stops.enumerated() {
        pango_tab_array_set_tab(tabs, Int32(index), PANGO_TAB_LEFT, PangoUnits.from(stop))
      }
      pango_layout_set_tabs(layout, tabs)
      pango_tab_array_free(tabs)
    }
  }

  /// The first characters that no font has a glyph for, each once, at most `limit`.
  func missing(limit: Int) -> [Unicode.Scalar] {
    guard pango_layout_get_unknown_glyphs_count(layout.pointer) > 0 else { return [] }
    var found: [Unicode.Scalar] = []
    for line in lines {
      var next = line.pointee.runs
      while let item = next {
        next = item.pointee.next
        guard let glyphs = item.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.glyphs else {
          continue
        }
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
          let glyph = glyphs.pointee.glyphs[index].glyph
          // PANGO_GLYPH_UNKNOWN_FLAG, with the character in the lower bits; PANGO_GLYPH_EMPTY has only the lower ones.
          guard glyph & 0x1000_0000 != 0, let scalar = Unicode.Scalar(glyph & 0x0fff_ffff), !found.contains(scalar)
          else { continue }
          found.append(scalar)
          if found.count == limit { return found }
        }
      }
    }
    return found
  }
}
