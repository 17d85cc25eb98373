internal import Drawing
internal import ImageModel
internal import TestKit
internal import Testing

@Suite(.timed) struct TextLayoutTests {
  private let fonts: FontCatalog
  private let style = TextStyle(families: ["DejaVu Sans Mono"], size: 10)
  private let words: [String]

  init() throws {
    fonts = try FontCatalog()
    words = (0..<2_000).map { "word\($0)" }
  }

  private func layout(
    _ text: String, width: Double? = nil, _ options: TextLayoutOptions = TextLayoutOptions()
  ) throws -> TextLayout {
    try TextLayout(AttributedText(text, style), width: width, options: options, fonts: fonts)
  }

  private func words(of layouts: [TextLayout]) -> [Substring] {
    layouts.flatMap { layout in layout.text.string.split { $0 == " " || $0 == "\n" || $0 == "\r\n" } }
  }

  /// A letter of DejaVu Sans Mono is 1,233 of 2,048 units wide, a line 2,384 high (tables hmtx and hhea).
  @Test("Sizes are those of the font")
  func sizesAreThoseOfTheFont() throws {
    let layout = try layout("abcde\nab")
    #expect(abs(layout.size.width - 5 * 10 * 1233 / 2048) < 0.02)
    #expect(abs(layout.size.height - 2 * 10 * 2384 / 2048) < 0.02)
    #expect(abs(layout.baseline - 10 * 1901.0 / 2048) < 0.02)
    #expect(layout.lineCount == 2)
    let wide = try self.layout("abcde\nab", TextLayoutOptions(lineSpacing: 1.5))
    #expect(abs(wide.size.height - layout.size.height * 1.5) < 0.01)
    #expect(try self.layout("").lineCount == 1)
  }

  /// Ten letters fit. A hyphen in a hash or a file name would be taken for a part of it.
  @Test("A line that ends within a word has no hyphen", arguments: [TextLayoutOptions.Wrap.word, .character])
  func aLineThatEndsWithinAWordHasNoHyphen(_ wrap: TextLayoutOptions.Wrap) throws {
    let letter = 10.0 * 1233 / 2048
    let layout = try layout(
      String(repeating: "a", count: 100), width: 10.5 * letter, TextLayoutOptions(wrap: wrap))
    #expect(layout.lineCount == 10)
    #expect(layout.lines.allSatisfy { abs($0.rect.width - 10 * letter) < 0.1 })
  }

  /// Seven letters fit: five and the hyphen, and then the last five.
  @Test("A line that ends at a soft hyphen shows a hyphen")
  func aLineThatEndsAtASoftHyphenShowsAHyphen() throws {
    let letter = 10.0 * 1233 / 2048
    let layout = try layout("aaaaa\u{ad}bbbbb", width: 7.5 * letter, TextLayoutOptions())
    #expect(layout.lines.map { ($0.rect.width / letter).rounded() } == [6, 5])
  }

  private func layout(_ text: String, _ options: TextLayoutOptions) throws -> TextLayout {
    try layout(text, width: nil, options)
  }

  @Test("Tabs go to every eighth column")
  func tabsGoToEveryEighthColumn() throws {
    let column = 10 * 1233.0 / 2048
    #expect(abs(try layout("a\tb").size.width - 9 * column) < 0.1)
    #expect(abs(try layout("12345678\tb").size.width - 17 * column) < 0.1)
    #expect(abs(try layout("a\tb", TextLayoutOptions(tabs: [100])).size.width - 100 - column) < 0.1)
  }

  @Test("Lines keep to the width")
  func linesKeepToTheWidth() throws {
    let layout = try layout(words.joined(separator: " "), width: 200)
    #expect(layout.lines.allSatisfy { $0.rect.maxX <= 200.01 && $0.rect.minX == 0 })
    #expect(words(of: [layout]) == words.map { $0[...] })
    // "word0 word1 word2 word3 word4" is 29 letters; six words are 35, and 33 fit.
    let first = try #require(layout.lines.first)
    #expect(layout.text.slice(first.range).string.hasPrefix("word0 word1 word2 word3 word4"))
    #expect(!layout.text.slice(first.range).string.contains("word5"))
    #expect(abs(layout.textWidth - 200) < 30)
  }

  /// Chinese has no spaces and breaks anywhere but before its punctuation.
  @Test("Ideographs wrap")
  func ideographsWrap() throws {
    let text = String(repeating: "中文字符换行测试，", count: 20)
    let layout = try TextLayout(AttributedText(text, TextStyle(size: 10)), width: 100, fonts: fonts)
    #expect((17...24).contains(layout.lineCount))
    #expect(layout.lines.allSatisfy { $0.rect.maxX <= 100.01 })
    #expect(!layout.lines.contains { layout.text.slice($0.range).string.hasPrefix("，") })
  }

  @Test("Alignment places lines")
  func alignmentPlacesLines() throws {
    func x(_ text: String, _ alignment: TextLayoutOptions.Alignment) throws -> (left: Double, right: Double) {
      let line = try layout(text, width: 100, TextLayoutOptions(alignment: alignment)).lines[0].rect
      return (line.minX, 100 - line.maxX)
    }
    for text in ["abc", "שלום"] {
      #expect(try x(text, .left).left == 0)
      #expect(abs(try x(text, .right).right) < 0.01)
      let center = try x(text, .center)
      #expect(abs(center.left - center.right) < 0.01)
    }
    #expect(try x("abc", .leading).left == 0)
    #expect(abs(try x("שלום", .leading).right) < 0.01)
    let justified = try layout("aa bb cc dd ee ff gg hh", width: 100, TextLayoutOptions(alignment: .justified))
    #expect(abs(justified.lines[0].rect.width - 100) < 0.1)
  }

  @Test("A text that is too long ends in an ellipsis")
  func anEllipsisShortens() throws {
    let layout = try layout(
      words.prefix(100).joined(separator: " "), width: 200, TextLayoutOptions(ellipsis: .end, maximumLines: 2))
    #expect(layout.lineCount == 2)
    #expect(layout.textWidth <= 200.01)
  }

  @Test("Splitting loses no word")
  func splittingLosesNoWord() throws {
    var rest: TextLayout? = try layout(words.joined(separator: " "), width: 200)
    var parts: [TextLayout] = []
    while let layout = rest {
      if let (fits, next) = layout.split(height: 100) {
        #expect(fits.size.height <= 100.01 && fits.lineCount == 8)
        #expect(next.lines.first?.rect.minY == 0)
        parts.append(fits)
        rest = next
      } else {
        parts.append(layout)
        rest = nil
      }
    }
    #expect(words(of: parts) == words.map { $0[...] })
    let whole = try layout("one line")
    #expect(whole.split(height: 100) == nil)
    #expect(whole.split(height: 5)?.fits.lineCount == 0)
  }

  /// Simple lines of a long text do not go through pango; those of a short text do.
  @Test(
    "A long text looks like its beginning", arguments: ["DejaVu Sans Mono", "DejaVu Sans"],
    [TextLayoutOptions.Alignment.leading, .center])
  func aLongTextLooksLikeItsBeginning(_ family: String, _ alignment: TextLayoutOptions.Alignment) throws {
    let kinds = [
      "if x[0] != y { fi(\"->\", 1.5e-3); } // ~", "", "  indented & <b>", "déjà vu \u{2013} \u{4e2d}", "a\tb\r",
      "1234 5678",
      String(repeating: "word ", count: 40), String(repeating: "0123456789abcdef", count: 12),
    ]
    let lines = (0..<4_000).map { "\($0) " + kinds[$0 % kinds.count] }
    let style = TextStyle(families: [family], size: 10, color: Color(red: 0.3, green: 0, blue: 0.7))
    func firstPage(_ lines: some Sequence<String>) throws -> (lines: [TextLine], bytes: [UInt8]) {
      let text = lines.joined(separator: "\n")
      let flow = TextFlow(
        text, style: style, width: 400, options: TextLayoutOptions(alignment: alignment, lineSpacing: 1.25),
        fonts: fonts)
      let page = try #require(try flow.nextPage(height: 590))
      let context = try DrawingContext.image(size: PixelSize(width: 400, height: 600), background: .white)
      context.draw(page, at: Point(x: 0, y: 595))
      let lines = page.parts.flatMap { part in
        part.layout.lines.map { line in
          var line = line
          line.rect.origin.y += part.y
          line.baseline += part.y
          return line
        }
      }
      return (lines, try context.makeImage(alpha: .none).bytes)
    }
    let (long, short) = (try firstPage(lines), try firstPage(lines.prefix(60)))
    #expect(long.lines.count == short.lines.count && long.lines.count > 30)
    for (one, other) in zip(long.lines, short.lines) {
      #expect(one.range == other.range && abs(one.baseline - other.baseline) < 0.001)
      #expect(one.rect.minX == other.rect.minX && one.rect.width == other.rect.width)
    }
    #expect(long.bytes == short.bytes)
    #expect(Set(long.bytes).count > 20)
  }

  private func pages(_ text: String, height: Double = 100, width: Double = 200) throws -> [TextFlow.Page] {
    let flow = TextFlow(text, style: style, width: width, fonts: fonts)
    var pages: [TextFlow.Page] = []
    while let page = try flow.nextPage(height: height) { pages.append(page) }
    return pages
  }

  @Test("A flow loses no word", arguments: [" ", "\n", "\r\n", " \n\n", "  "])
  func aFlowLosesNoWord(separator: String) throws {
    let pages = try pages(words.joined(separator: separator))
    #expect(pages.allSatisfy { $0.height <= 100.01 })
    #expect(pages.dropLast().allSatisfy { $0.lineCount == 8 })
    #expect(words(of: pages.flatMap { $0.parts.map(\.layout) }) == words.map { $0[...] })
  }

  /// A paragraph is laid out in pieces; its lines must be those of the whole.
  @Test("A long paragraph breaks as a whole")
  func aLongParagraphBreaksAsAWhole() throws {
    let text = words.joined(separator: " ")
    let whole = TextLayoutOptions(ellipsis: .end, maximumLines: 100_000)
    // With an ellipsis nothing is cut into pieces.
    let short = String(text.prefix(12_000))
    #expect(try layout(short, width: 200).lines.map(\.range) == layout(short, width: 200, whole).lines.map(\.range))
  }

  @Test("Form feeds end pages")
  func formFeedsEndPages() throws {
    let pages = try pages("one\u{c}two\nthree\u{c}\u{c}four")
    #expect(pages.map(\.lineCount) == [1, 2, 1, 1])
    #expect(words(of: pages[1].parts.map(\.layout)) == ["two", "three"])
  }

  @Test("A page lower than a line still takes one line")
  func aPageLowerThanALineTakesOne() throws {
    #expect(try pages("one\ntwo", height: 1).map(\.lineCount) == [1, 1])
    #expect(try pages("").isEmpty)
  }
}
