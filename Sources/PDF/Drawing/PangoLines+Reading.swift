internal import CPangoShims

/// What a reader of the document makes of the letters that are drawn.
extension PangoLines {
  /// Puts the letters of runs that are written to the left into the order in which they stand on the paper, in the text as well
  /// as in the clusters, and lets such runs pass for ones that are written to the right.
  ///
  /// cairo draws a run in the order of its text, for one to the left with a step back after each letter. poppler, and with it
  /// `pdftotext`, then takes each letter for a word, and guesses from the gaps where words end. Letters in the order of their
  /// places are what other programs write and what readers expect: they turn the words around themselves.
  ///
  /// - Parameter text: of the layout that the lines belong to.
  /// - Returns: a layout that holds the text in its new order, to be drawn with; nil where nothing had to change.
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

  /// Orders the clusters of one run; false where they are not what a run to the left has, and nothing was changed.
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
