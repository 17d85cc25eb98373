internal import ByteStreams
internal import CPangoShims
internal import ImageModel

/// A glyph with colours, such as an emoji, that its font has as a picture.
struct ColorGlyph {
  /// The number of the glyph in its font, which lives as long as the layout.
  struct Identity: Hashable {
    var font: OpaquePointer
    var number: UInt32
  }

  var identity: Identity
  /// The place of the picture in points from the beginning of the line's baseline, with y pointing downwards.
  var rect: Rect
  /// The characters that the glyph represents; empty for further glyphs of one character.
  var text: String
  /// The font size in points.
  var fontSize: Double
}

/// Glyphs with colours. On an image pango draws them; in a PDF cairo would make pictures of 72 dots an inch of them,
/// without text.
extension PangoLines {
  /// The glyphs with colours of a line, from left to right (`hb_ot_color_glyph_reference_png`).
  static func colorGlyphs(of line: Line) -> [ColorGlyph] {
    var found: [ColorGlyph] = []
    var x: Int32 = 0
    forEachRun(of: line) { run, glyphs in
      let isColored = hasColors(run)
      let clusters = (0..<Int(glyphs.pointee.num_glyphs)).map { Int(glyphs.pointee.log_clusters?[$0] ?? 0) }
      // The bytes of a cluster end where the next one begins.
      let starts = isColored ? Set(clusters).sorted() : []
      let ends = Dictionary(uniqueKeysWithValues: zip(starts, starts.dropFirst() + [Int(run.item.pointee.length)]))
      var last: Int?
      for (index, cluster) in clusters.enumerated() {
        let glyph = glyphs.pointee.glyphs[index]
        if isColored, var picture = picture(of: glyph, run, at: x) {
          if cluster != last {
            let end = ends[cluster] ?? cluster
            picture.text = text(of: line, Int(run.item.pointee.offset) + cluster, count: end - cluster)
          }
          last = cluster
          found.append(picture)
        }
        x += glyph.geometry.width
      }
    }
    return found
  }

  /// Calls a function while the glyphs with colours of a line are empty (`PANGO_GLYPH_EMPTY`).
  static func withoutColorGlyphs(of line: Line, _ body: () -> Void) {
    var replaced: [(glyph: UnsafeMutablePointer<PangoGlyphInfo>, number: PangoGlyph)] = []
    forEachRun(of: line) { run, glyphs in
      guard hasColors(run) else { return }
      for index in 0..<Int(glyphs.pointee.num_glyphs) {
        let glyph = glyphs.pointee.glyphs + index
        guard picture(of: glyph.pointee, run, at: 0) != nil else { continue }
        replaced.append((glyph, glyph.pointee.glyph))
        glyph.pointee.glyph = 0x0fff_ffff
      }
    }
    body()
    for (glyph, number) in replaced { glyph.pointee.glyph = number }
  }

  /// A run of glyphs in one font.
  private struct Run {
    var item: UnsafeMutablePointer<PangoItem>
    var font: OpaquePointer
  }

  private static func forEachRun(of line: Line, _ body: (Run, UnsafeMutablePointer<PangoGlyphString>) -> Void) {
    var next = line.pointer.pointee.runs
    while let item = next {
      next = item.pointee.next
      guard let run = item.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
        let analysed = run.item, let glyphs = run.glyphs,
        let font = analysed.pointee.analysis.font.flatMap({ lib.pango_font_get_hb_font($0) })
      else { continue }
      body(Run(item: analysed, font: font), glyphs)
    }
  }

  private static func hasColors(_ run: Run) -> Bool {
    lib.hb_font_get_face(run.font).map { lib.hb_ot_color_has_png($0) != 0 } ?? false
  }

  /// Calls a function with the picture of a glyph, in the resolution of the font.
  ///
  /// - Returns: nil for a glyph without a picture.
  private static func withPNG<Result>(
    of glyph: ColorGlyph.Identity, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let blob = lib.hb_ot_color_glyph_reference_png(glyph.font, glyph.number) else { return nil }
    defer { lib.hb_blob_destroy(blob) }
    var count: UInt32 = 0
    guard let bytes = lib.hb_blob_get_data(blob, &count), count > 0 else { return nil }
    return body(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  /// The picture of a glyph as a PNG. The layout must still exist.
  static func png(of glyph: ColorGlyph.Identity) -> [UInt8]? { withPNG(of: glyph) { Array($0) } }

  private static func picture(of glyph: PangoGlyphInfo, _ run: Run, at x: Int32) -> ColorGlyph? {
    var extents = hb_glyph_extents_t()
    let identity = ColorGlyph.Identity(font: run.font, number: glyph.glyph)
    guard lib.hb_font_get_glyph_extents(run.font, glyph.glyph, &extents) != 0, extents.width > 0, extents.height < 0,
      withPNG(of: identity, { _ in }) != nil
    else { return nil }
    var scale: (x: Int32, y: Int32) = (0, 0)
    lib.hb_font_get_scale(run.font, &scale.x, &scale.y)
    func points(_ units: Int32) -> Double { PangoUnits.points(units) }
    return ColorGlyph(
      identity: identity,
      rect: Rect(
        x: points(x) + points(glyph.geometry.x_offset) + points(extents.x_bearing),
        y: points(glyph.geometry.y_offset) - points(extents.y_bearing), width: points(extents.width),
        height: -points(extents.height)),
      text: "", fontSize: points(scale.y))
  }

  /// A part of the text in the order in which the line is drawn.
  private static func text(of line: Line, _ start: Int, count: Int) -> String {
    guard let layout = line.ordered?.pointer ?? line.pointer.pointee.layout,
      let text = lib.pango_layout_get_text(layout)
    else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: text + start, count: count), as: UTF8.self)
  }
}

extension DrawingContext {
  /// Draws glyphs with colours as pictures that the document embeds, over their characters as text that does not show.
  ///
  /// - Parameters:
  ///   - origin: of the line, in points.
  ///   - embed: makes an object of a glyph; nil where that is not possible.
  func draw(_ glyphs: [ColorGlyph], at origin: Point, _ embed: (ColorGlyph.Identity) -> EmbeddedObject?) {
    for glyph in glyphs {
      guard let object = embed(glyph.identity) else { continue }
      let (x, y) = (origin.x + glyph.rect.minX, glyph.rect.minY)
      let bottom = isFlipped ? origin.y + y : origin.y - y - glyph.rect.height
      if !glyph.text.isEmpty { drawHidden(glyph.text, at: Point(x: x, y: origin.y), size: glyph.fontSize) }
      // The errors are those of embedding, which was done.
      try? draw(object, in: Rect(x: x, y: bottom, width: glyph.rect.width, height: glyph.rect.height))
    }
  }

  /// Draws text in a font whose only shape is a dot, which the picture covers: cairo leaves out text without a shape
  /// (`cairo_show_text_glyphs`).
  private func drawHidden(_ text: String, at origin: Point, size: Double) {
    let local = AffineTransform(a: 1, b: 0, c: 0, d: isFlipped ? 1 : -1, tx: origin.x, ty: origin.y)
    guard let transform = usable(local.then(self.transform).then(pageToDevice)) else { return }
    withFonts {
      guard let face = pango_shim_dot_font() else { return }
      let cairo = cairo.pointer
      lib.cairo_save(cairo)
      use(transform)
      setSource(.black)
      lib.cairo_set_font_face(cairo, face)
      // poppler takes the height of a line from the width of the glyphs: half an em.
      var matrix = cairo_matrix_t(xx: size, yx: 0, xy: 0, yy: 0.4 * size, x0: 0, y0: 0)
      lib.cairo_set_font_matrix(cairo, &matrix)
      // A number for each text, so that the font can say which characters a glyph represents.
      var glyph = cairo_glyph_t(index: UInt(StableHash.fnv1a(text.utf8) & 0x0fff_ffff), x: 0, y: 0)
      var cluster = cairo_text_cluster_t(num_bytes: Int32(text.utf8.count), num_glyphs: 1)
      lib.cairo_show_text_glyphs(
        cairo, text, Int32(text.utf8.count), &glyph, 1, &cluster, 1, cairo_text_cluster_flags_t(0))
      lib.cairo_restore(cairo)
    }
  }
}
