internal import Drawing
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct TextDrawingTests {
  private let fonts: FontCatalog
  private let style = TextStyle(families: ["DejaVu Sans"], size: 20)

  init() throws { fonts = try FontCatalog() }

  private func layout(_ string: String, width: Double? = nil) throws -> TextLayout {
    try TextLayout(AttributedText(string, style), width: width, fonts: fonts)
  }

  /// poppler reverses the letters of the Arabic ligature of lam and alef; it is not in these texts.
  @Test(
    "Words are found in logical order",
    arguments: [
      "Hello world", "Καλημέρα κόσμε", "كتب الولد رسالة طويلة في المدينة", "בראשית ברא אלהים את השמים ואת הארץ",
      "العربية", "مرحبا بالعالم", "שלום", "שלום עולם (טוב)", "你好世界，这是中文。", "こんにちは世界",
      "Привет, мир", "fi ffi office", "a\u{301}e\u{308}",
    ])
  func wordsAreFoundInLogicalOrder(text: String) async throws {
    let layout = try layout(text)
    let pdf = try DrawnPDF(size: Size(width: 600, height: 100)) { $0.draw(layout, at: Point(x: 10, y: 90)) }
    let marks: Set<Unicode.Scalar> = ["\u{202a}", "\u{202b}", "\u{202c}", "\u{200e}", "\u{200f}", "\u{c}", "\n"]
    var found = String.UnicodeScalarView()
    found.append(contentsOf: try await pdf.text().unicodeScalars.filter { !marks.contains($0) })
    #expect(String(found) == text)
    for font in try await pdf.fonts() { #expect(font.contains("yes yes yes"), "embedded, subset, with ToUnicode") }
    #expect(try await !pdf.fonts().isEmpty)
    #expect(layout.diagnostics.isEmpty)
  }

  /// A catalog's fonts are reused by the next one, on any thread; a layout that outlives its catalog
  /// stays valid.
  @Test("Catalogs of many threads draw the same")
  func catalogsOfManyThreadsDrawTheSame() async throws {
    @Sendable func draw() throws -> [UInt8] {
      let context = try DrawingContext.image(size: PixelSize(width: 120, height: 40), background: .white)
      let style = TextStyle(families: ["DejaVu Sans"], size: 20)
      let layout = try TextLayout(AttributedText("Zeta ß 42", style), fonts: FontCatalog())
      context.draw(layout, at: Point(x: 4, y: 34))
      return try context.makeImage(alpha: .none).bytes
    }
    let expected = try draw()
    #expect(Set(expected).count > 20)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<64 { group.addTask { try draw() } }
      for try await bytes in group { #expect(bytes == expected) }
    }
    FontCatalog.load([style, TextStyle(families: ["DejaVu Sans"], weight: 700)])
    #expect(try draw() == expected)
  }

  /// cairo keeps ten font files open, and closes one for the next.
  @Test("Many fonts on many threads draw the same")
  func manyFontsOnManyThreadsDrawTheSame() async throws {
    let families = fonts.familyNames.filter { $0.hasPrefix("Noto Sans ") }.prefix(20)
    #expect(families.count == 20)
    @Sendable func draw() throws -> [[UInt8]] {
      let fonts = try FontCatalog()
      let layouts = try families.map {
        try TextLayout(AttributedText("42", TextStyle(families: [$0], size: 12)), fonts: fonts)
      }
      return try (0..<200).map { index in
        let context = try DrawingContext.image(size: PixelSize(width: 60, height: 40), background: .white)
        // Each size needs its own glyphs, of a file that may have been closed.
        context.scale(x: 1 + Double(index) / 200, y: 1 + Double(index) / 200)
        context.draw(layouts[index % layouts.count], at: Point(x: 4, y: 18))
        return try context.makeImage(alpha: .none).bytes
      }
    }
    let expected = try draw()
    #expect(Set(expected).count > 150)
    try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<4 { group.addTask { try draw() } }
      for try await drawn in group { #expect(drawn == expected) }
    }
  }

  /// "L" has its foot at the lower left, whichever way the axes go.
  @Test("Letters stand upright", arguments: [false, true])
  func lettersStandUpright(isFlipped: Bool) async throws {
    let layout = try layout("L")
    let draw: (DrawingContext) throws -> Void = { context in
      if isFlipped { context.flip() }
      context.draw(layout, at: Point(x: 50, y: isFlipped ? 30 : 70))
    }
    let context = try DrawingContext.image(size: PixelSize(width: 200, height: 100), background: .white)
    try draw(context)
    for picture in [Picture(try context.makeImage(alpha: .none)), try await DrawnPDF(draw).picture()] {
      let bounds = try #require(picture.inkBounds)
      // The foot is on the baseline, within a pixel.
      #expect(abs(Double(bounds[3] + 1) - (30 + layout.baseline)) <= 1)
      #expect(bounds[1] >= 30 && bounds[0] >= 50)
      #expect(picture[bounds[2] - 1, bounds[3]].reduce(0, +) < 384)
      #expect(picture[bounds[2] - 1, bounds[1]].reduce(0, +) > 600)
    }
  }

  @Test("Widths agree with another measure")
  func widthsAgreeWithAnotherMeasure() async throws {
    let text = "The quick brown fox jumps over the lazy dog"
    let program = """
      import sys
      from PIL import ImageFont
      font = ImageFont.truetype("DejaVuSans.ttf", 2000, layout_engine=ImageFont.Layout.BASIC)
      print(font.getlength(sys.argv[1], features=None) / 100)
      """
    let result = try await Tool.python(program, [text])
    let expected = try #require(Double(result.text.split(separator: "\n").first ?? ""), "\(result.errors)")
    let measured = try layout(text).size.width
    #expect(abs(measured - expected) < expected * 0.005)
    // Ten times as large is ten times as wide: nothing is rounded to pixels.
    var large = style
    large.size = 200
    let tenfold = try TextLayout(AttributedText(text, large), fonts: fonts).size.width
    #expect(abs(tenfold - measured * 10) < 0.5)
  }

  @Test("Colors and lines of text are drawn")
  func colorsAndLinesOfTextAreDrawn() async throws {
    var struck = style
    struck.color = Color(red: 1, green: 0, blue: 0)
    struck.underline = .single
    let layout = try TextLayout(AttributedText("      ", style), fonts: fonts)
    let lined = try TextLayout(AttributedText("\u{2588}\u{2588}", struck), fonts: fonts)
    let picture = try await DrawnPDF { context in
      context.draw(layout, at: Point(x: 10, y: 90))
      context.draw(lined, at: Point(x: 10, y: 60))
    }.picture()
    #expect(picture.isColor(20, 55, [255, 0, 0]))
    #expect(picture.isColor(20, 25, [255, 255, 255]))
  }

  @Test("A missing font is reported once")
  func aMissingFontIsReportedOnce() throws {
    let unknown = TextStyle(families: ["No Such Font"], size: 10)
    let pdf = try DrawnPDF(
      fonts: fonts,
      { context in
        for word in ["one", "two"] {
          context.draw(
            try TextLayout(AttributedText(word, unknown), fonts: fonts), at: Point(x: 10, y: 50))
        }
      },
      { context in
        context.draw(try TextLayout(AttributedText("three", unknown), fonts: fonts), at: Point(x: 10, y: 50))
      })
    let used = fonts.family(for: unknown)
    #expect(
      pdf.pages.map(\.diagnostics) == [[.warning("font 'No Such Font' is not installed; '\(used)' is used")], []])
    #expect(fonts.familyNames.contains(used))
  }

  @Test(
    "An installed font is not reported",
    arguments: [["DejaVu Sans"], ["dejavu sans"], ["serif"], [], ["No Such Font", "DejaVu Serif"]])
  func anInstalledFontIsNotReported(families: [String]) throws {
    let text = AttributedText("x", TextStyle(families: families))
    #expect(try TextLayout(text, fonts: fonts).diagnostics.isEmpty)
  }

  // Private characters of plane 16: installed fonts have symbols at those of plane 0.
  @Test("Missing glyphs are named")
  func missingGlyphsAreNamed() throws {
    #expect(
      try layout("a\u{10e123}b\u{10e123}").diagnostics == [.warning("no installed font has a glyph for U+10E123")])
  }

  @Test("Many missing glyphs are counted")
  func manyMissingGlyphsAreCounted() throws {
    let text = String(String.UnicodeScalarView((0x10e100..<0x10e10b).compactMap { Unicode.Scalar($0) }))
    let named = (0...7).map { "U+10E10\($0)" }.joined(separator: ", ")
    #expect(
      try layout(text + text).diagnostics == [
        .warning(
          "no installed font has a glyph for \(named) and 3 more")
      ])
  }

  /// The page shows a box for a missing glyph, and the extracted text has the original character.
  @Test("Missing glyphs keep their text")
  func missingGlyphsKeepTheirText() async throws {
    let layout = try layout("a\u{10e123}b \u{10e124}\u{10e123}")
    let pdf = try DrawnPDF { $0.draw(layout, at: Point(x: 10, y: 90)) }
    #expect(try await pdf.text() == "a\u{10e123}b \u{10e124}\u{10e123}\n\n\u{c}")
  }

  @Test("Equal pages are equal bytes")
  func equalPagesAreEqualBytes() throws {
    func draw() throws -> [UInt8] {
      let fonts = try FontCatalog()
      return try DrawnPDF(fonts: fonts) { context in
        context.draw(
          try TextLayout(AttributedText("Hello, κόσμε, 世界", style), fonts: fonts), at: Point(x: 1, y: 99))
      }.bytes
    }
    #expect(try draw() == draw())
  }
}
