internal import CPangoShims
internal import ImageModel

/// The characters of a text that no font has a glyph for.
struct MissingGlyphs {
  /// The most characters that are told one by one.
  private static let mostTold = 8

  private var found: Set<Unicode.Scalar> = []
  /// The first of them, in the order of the text.
  private var first: [Unicode.Scalar] = []

  /// Takes the font's own sign for a glyph that it lacks (`.notdef`, the glyph 0) in the place of pango's boxes.
  ///
  /// pango writes the number of the character into its box, with letters that would be part of the document's text, where the
  /// character itself would not be. The glyph 0 is drawn as others are, and stands for what the author wrote.
  mutating func replace(in lines: [PangoLines.Line]) {
    for line in lines {
      var next = line.pointer.pointee.runs
      while let item = next {
        next = item.pointee.next
        guard let run = item.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
          let glyphs = run.glyphs
        else { continue }
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
          let glyph = glyphs.pointee.glyphs[index].glyph
          // PANGO_GLYPH_UNKNOWN_FLAG, with the character in the lower bits; PANGO_GLYPH_EMPTY has only the lower ones.
          guard glyph & 0x1000_0000 != 0, let scalar = Unicode.Scalar(glyph & 0x0fff_ffff) else { continue }
          if scalar != " " {
            glyphs.pointee.glyphs[index].glyph = 0
            // The box was wider, and poppler takes a gap for a space.
            var logical = PangoRectangle()
            lib.pango_font_get_glyph_extents(run.item?.pointee.analysis.font, 0, nil, &logical)
            let width = glyphs.pointee.glyphs[index].geometry.width
            if logical.width > 0 { glyphs.pointee.glyphs[index].geometry.width = min(width, logical.width) }
            glyphs.pointee.glyphs[index].geometry.x_offset = 0
          }
          if found.insert(scalar).inserted, first.count < Self.mostTold { first.append(scalar) }
        }
      }
    }
  }

  /// Says which characters cannot be seen; nil where all can.
  var diagnostic: Diagnostic? {
    guard !first.isEmpty else { return nil }
    let names = first.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    }
    let more = found.count > first.count ? " and \(found.count - first.count) more" : ""
    return .warning("no installed font has a glyph for \(names.joined(separator: ", "))\(more)")
  }
}
