internal import CPangoShims
internal import ImageModel

/// Reorders right-to-left text, so that readers of the PDF extract it correctly.
extension PangoLines {
  /// Puts the glyphs of right-to-left runs into visual order, in the text as well as in the clusters, and marks such
  /// runs as left-to-right.
  ///
  /// cairo draws a run in the order of its text: for a right-to-left run, with a step back after each glyph. poppler,
  /// and with it `pdftotext`, then takes each glyph for a word and guesses the ends of words from the gaps. Other
  /// programs write glyphs in visual order, which is what readers expect: they reverse the words themselves.
  ///
  /// - Parameter text: the text of the layout of the lines.
  /// - Returns: a layout that holds the text in visual order, for drawing; nil where nothing had to change.
  static func orderByPlace(_ lines: [Line], of text: String) -> GObject? {
    var bytes: [UInt8]?
    for line in lines {
      var next = line.pointer.pointee.runs
      while let item = next {
        next = item.pointee.next
        guard let run = item.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
          let analysed = run.item, let glyphs = run.glyphs, analysed.pointee.analysis.level % 2 == 1
        else { continue }
        var ordered = bytes ?? Array(text.utf8)
        guard order(glyphs, in: &ordered, at: Int(analysed.pointee.offset), count: Int(analysed.pointee.length)) else {
          continue
        }
        analysed.pointee.analysis.level = 0
        bytes = ordered
      }
    }
    guard let bytes, let first = lines.first, let own = first.pointer.pointee.layout,
      let layout = lib.pango_layout_new(lib.pango_layout_get_context(own))
    else { return nil }
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { lib.pango_layout_set_text(layout, start, Int32(characters.count)) }
      }
    }
    return GObject(layout)
  }

  /// Reverses the clusters of one run. If they are not those of a right-to-left run, it changes nothing and returns
  /// false.
  private static func order(
    _ glyphs: UnsafeMutablePointer<PangoGlyphString>, in text: inout [UInt8], at offset: Int, count: Int
  ) -> Bool {
    let glyphCount = Int(glyphs.pointee.num_glyphs)
    guard let clusters = glyphs.pointee.log_clusters, glyphCount > 0, offset >= 0, count > 0,
      offset + count <= text.count
    else { return false }
    var end = count
    for index in 0..<glyphCount {
      let start = Int(clusters[index])
      guard start >= 0, start < count, index == 0 || start <= Int(clusters[index - 1]) else { return false }
    }
    guard clusters[glyphCount - 1] == 0 else { return false }
    var (ordered, places) = ([UInt8](), [Int32]())
    ordered.reserveCapacity(count)
    for index in 0..<glyphCount {
      let start = Int(clusters[index])
      if start < end {
        places.append(Int32(ordered.count))
        ordered += text[offset + start..<offset + end]
        end = start
      } else {
        places.append(places.last ?? 0)
      }
    }
    for index in 0..<glyphCount { clusters[index] = places[index] }
    text.replaceSubrange(offset..<offset + count, with: ordered)
    return true
  }
}

/// Corrects the width of justified lines that end with a hyphen.
extension PangoLines {
  /// Makes the spaces of lines narrower that are too wide; without spaces, the distances of the letters.
  ///
  /// Where a run ends at a soft hyphen, pango 1.50 justifies the line first and then adds the hyphen.
  ///
  /// - Parameters:
  ///   - text: of the layout of the lines.
  ///   - width: in pango's units.
  static func tighten(_ lines: [Line], of text: String, to width: Int32) {
    let bytes = Array(text.utf8)
    for line in lines {
      var (total, hasHyphen) = (0, false)
      /// All glyphs that have a width, and those of spaces.
      var (all, spaces): ([UnsafeMutablePointer<PangoGlyphInfo>], [UnsafeMutablePointer<PangoGlyphInfo>]) = ([], [])
      var next = line.pointer.pointee.runs
      while let item = next {
        next = item.pointee.next
        guard let run = item.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
          let analysed = run.item, let glyphs = run.glyphs, let infos = glyphs.pointee.glyphs,
          let clusters = glyphs.pointee.log_clusters
        else { continue }
        let start = Int(analysed.pointee.offset)
        for index in 0..<Int(glyphs.pointee.num_glyphs) where infos[index].geometry.width > 0 {
          total += Int(infos[index].geometry.width)
          all.append(infos + index)
          let place = start + Int(clusters[index])
          guard bytes.indices.contains(place) else { continue }
          hasHyphen = hasHyphen || bytes[place] == 0xc2 && place + 1 < bytes.count && bytes[place + 1] == 0xad
          if bytes[place] == 0x20 { spaces.append(infos + index) }
        }
      }
      // The hyphen is the last one.
      if spaces.isEmpty { spaces = all.dropLast() }
      let excess = total - Int(width)
      guard hasHyphen, excess > 0, !spaces.isEmpty else { continue }
      for (index, glyph) in spaces.enumerated() {
        let share = excess * (index + 1) / spaces.count - excess * index / spaces.count
        glyph.pointee.geometry.width -= min(Int32(clamping: share), glyph.pointee.geometry.width)
      }
    }
  }
}

extension Diagnostic {
  /// The beginning of the warning about characters that no font has a glyph for.
  fileprivate static let missingGlyph = "no installed font has a glyph for"

  /// Whether characters have no glyph.
  package var isMissingGlyph: Bool { message.contains(Self.missingGlyph) }
}

/// Collects the characters that no font has a glyph for.
struct MissingGlyphs {
  /// The maximum number of characters in the message.
  private static let maxReported = 8

  private var found: Set<Unicode.Scalar> = []
  /// The first characters, in the order of the text.
  private var first: [Unicode.Scalar] = []

  /// Replaces pango's boxes by the font's own glyph for missing characters (`.notdef`, glyph 0).
  ///
  /// Pango draws the number of the character in its box. The digits would be part of the document's text, and the
  /// character would not. Glyph 0 is drawn like any other glyph, and represents the character in the text.
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
            // The box is wider, and poppler takes a gap for a space.
            var logical = PangoRectangle()
            lib.pango_font_get_glyph_extents(run.item?.pointee.analysis.font, 0, nil, &logical)
            let width = glyphs.pointee.glyphs[index].geometry.width
            if logical.width > 0 { glyphs.pointee.glyphs[index].geometry.width = min(width, logical.width) }
            glyphs.pointee.glyphs[index].geometry.x_offset = 0
          }
          if found.insert(scalar).inserted, first.count < Self.maxReported { first.append(scalar) }
        }
      }
    }
  }

  /// A warning with the missing characters; nil where none is missing.
  var diagnostic: Diagnostic? {
    guard !first.isEmpty else { return nil }
    let names = first.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    }
    let more = found.count > first.count ? " and \(found.count - first.count) more" : ""
    return .warning("\(Diagnostic.missingGlyph) \(names.joined(separator: ", "))\(more)")
  }
}
