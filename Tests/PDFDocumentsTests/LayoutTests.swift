internal import ImageModel
internal import PDFDocuments
internal import TestKit
internal import Testing

/// The arithmetic of pages: values worked out by hand.
@Suite("Layout of pages", .timed) struct LayoutTests {
  @Test("Paper has the sizes of its standards, in points")
  func paper() {
    // 210 mm x 297 mm, 8.5 in x 11 in.
    #expect(abs(PaperSize.a4.size.width - 595.2756) < 0.0001 && abs(PaperSize.a4.size.height - 841.8898) < 0.0001)
    #expect(PaperSize.letter.size == Size(width: 612, height: 792))
    #expect(PaperSize(name: "LETTER") == .letter && PaperSize(name: "A7") == nil)
    // Each size of the A series is half of the one before.
    let series: [PaperSize] = [.a0, .a1, .a2, .a3, .a4, .a5, .a6]
    for (large, small) in zip(series, series.dropFirst()) {
      #expect(abs(large.size.height / 2 - small.size.width) < 1.5)
      #expect(large.size.width == small.size.height)
    }
  }

  private static let frame = Rect(x: 10, y: 20, width: 100, height: 200)

  @Test(
    "Each fit places a picture as documented",
    arguments: [
      // A wide picture, smaller than the frame.
      (PageFit.inside, Size(width: 50, height: 25), Rect(x: 10, y: 95, width: 100, height: 50)),
      (.cover, Size(width: 50, height: 25), Rect(x: -140, y: 20, width: 400, height: 200)),
      (.stretch, Size(width: 50, height: 25), Rect(x: 10, y: 20, width: 100, height: 200)),
      (.shrink, Size(width: 50, height: 25), Rect(x: 35, y: 107.5, width: 50, height: 25)),
      (.enlarge, Size(width: 50, height: 25), Rect(x: 10, y: 95, width: 100, height: 50)),
      // A picture larger than the frame.
      (.inside, Size(width: 400, height: 200), Rect(x: 10, y: 95, width: 100, height: 50)),
      (.shrink, Size(width: 400, height: 200), Rect(x: 10, y: 95, width: 100, height: 50)),
      (.enlarge, Size(width: 400, height: 200), Rect(x: -140, y: 20, width: 400, height: 200)),
    ])
  func fits(_ fit: PageFit, _ natural: Size, _ place: Rect) {
    #expect(fit.place(natural, in: Self.frame) == place)
  }

  @Test("Margins that leave no space are reported with the page's size")
  func margins() throws {
    let page = Size(width: 100, height: 50)
    #expect(
      try PageMargins(top: 5, right: 10, bottom: 15, left: 20).frame(of: page)
        == Rect(x: 20, y: 15, width: 70, height: 30))
    #expect(throws: ImageError(.usage, "a page of 100 x 50 pt is smaller than its margins")) {
      _ = try PageMargins(25).frame(of: page)
    }
  }

  @Test("An implausible resolution counts as missing")
  func resolution() {
    let rule = ResolutionRule(fallback: 100)
    func size(_ resolution: Resolution?, _ orientation: Orientation = .up) -> Size {
      rule.naturalSize(stored: PixelSize(width: 300, height: 600), orientation, resolution)
    }
    #expect(size(Resolution(x: 300, y: 150, unit: .inch)) == Size(width: 72, height: 288))
    #expect(size(Resolution(x: 300, y: 150, unit: .inch), .right) == Size(width: 288, height: 72))
    #expect(abs(size(Resolution(x: 118.11, y: 118.11, unit: .centimeter)).width - 72) < 0.01)
    for absurd in [0.0, 1, 9.9, 10_001, 65_535, -72] {
      #expect(size(Resolution(x: absurd, y: absurd, unit: .inch)) == Size(width: 216, height: 432))
    }
    #expect(size(nil) == Size(width: 216, height: 432))
    // Pixels twice as high as wide.
    #expect(size(Resolution(x: 2, y: 1, unit: .none)) == Size(width: 216, height: 864))
    let forced = ResolutionRule(fallback: 100, overrides: true)
    #expect(
      forced.naturalSize(stored: PixelSize(width: 100, height: 100), .up, Resolution(x: 300, y: 300, unit: .inch))
        == Size(width: 72, height: 72))
  }

  @Test("A page of the picture's size has its margins around it, and room for a caption")
  func pictureSize() throws {
    let layout = ImagePageLayout(margins: PageMargins(top: 1, right: 2, bottom: 3, left: 4))
    let placed = try layout.placement(of: Size(width: 100, height: 50), reserve: 10)
    #expect(placed.page == Size(width: 106, height: 64))
    #expect(placed.picture == Rect(x: 4, y: 13, width: 100, height: 50))
    #expect(!placed.isClipped)
  }

  @Test("Pages turn as the options say, or with their pictures")
  func directions() throws {
    func page(_ direction: PageShape.Direction, _ natural: Size) throws -> Size {
      let shape = PageShape(.fixed(Size(width: 100, height: 200)), direction)
      return try ImagePageLayout(shape: shape).placement(of: natural).page
    }
    let (wide, high) = (Size(width: 20, height: 10), Size(width: 10, height: 20))
    #expect(try page(.asGiven, wide) == Size(width: 100, height: 200))
    #expect(try page(.landscape, high) == Size(width: 200, height: 100))
    #expect(try page(.portrait, wide) == Size(width: 100, height: 200))
    #expect(try page(.automatic, wide) == Size(width: 200, height: 100))
    #expect(try page(.automatic, high) == Size(width: 100, height: 200))
  }

  @Test("Four turns by 90 degrees lead through four orientations and back")
  func turns() {
    // Exif's values: 1, 6, 3, 8 are the turned ones, 2, 7, 4, 5 the mirrored ones.
    #expect([0, 90, 180, 270, 360].map { Orientation.up.turned(clockwise: $0).rawValue } == [1, 6, 3, 8, 1])
    #expect([0, 90, 180, 270, -90].map { Orientation.upMirrored.turned(clockwise: $0).rawValue } == [2, 7, 4, 5, 5])
  }

  @Test(
    "Ranges of pages",
    arguments: [
      ("1-3,7", [0, 1, 2, 6]), ("z", [9]), ("z-8", [9, 8, 7]), ("3-1", [2, 1, 0]), ("r2-z", [8, 9]), ("5,5", [4, 4]),
      ("1-z", Array(0..<10)), ("r1", [9]), ("1-5,x2-3", [0, 3, 4]), ("x4-z", [0, 1, 2]), ("x1,1", Array(1..<10) + [0]),
      ("8-", [7, 8, 9]), ("-3", [0, 1, 2]), ("5,r2-", [4, 8, 9]), ("-r9,x2-", [0]), ("z-", [9]), ("-1:odd", [0]),
      ("1-z:even", [1, 3, 5, 7, 9]), ("z-1:odd", [9, 7, 5, 3, 1]), ("3,5,7:even", [4]), ("x1-9:even", []),
    ])
  func ranges(_ text: String, _ pages: [Int]) throws {
    #expect(try PageRanges(text)?.indices(of: 10) == pages)
  }

  @Test(
    "Texts that are not ranges are refused",
    arguments: [
      "", "0", "-", "--3", "1--", "x-", "0-", "-0", "a", "1,,2", "1-2-3", "z1", "r", "r0", "1..3", "x", "1-z:", "1:all",
      "1:odd:even", "xx1",
    ])
  func noRanges(_ text: String) { #expect(PageRanges(text) == nil) }

  @Test(
    "Pages that do not exist are named",
    arguments: [("3-11", "11"), ("11-", "11"), ("-12", "12"), ("r11", "r11"), ("12", "12")])
  func missing(_ text: String, _ page: String) throws {
    let ranges = try #require(PageRanges(text))
    do {
      _ = try ranges.indices(of: 10)
      Issue.record("no page is missing")
    } catch {
      #expect(error.page == page)
    }
  }

  @Test("Cells fill a sheet row by row from the upper left")
  func cells() throws {
    let grid = SheetGrid(columns: 2, rows: 2, gap: 10)
    let cells = try grid.cells(in: Rect(x: 0, y: 0, width: 110, height: 210))
    #expect(
      cells == [
        Rect(x: 0, y: 110, width: 50, height: 100), Rect(x: 60, y: 110, width: 50, height: 100),
        Rect(x: 0, y: 0, width: 50, height: 100), Rect(x: 60, y: 0, width: 50, height: 100),
      ])
  }

  @Test("A folded booklet has its pages in order")
  func booklet() {
    // Nested sheets of paper with four pages each: the outermost has the first and the last pages.
    let eight = BookletOrder.sides(pageCount: 8).map { [$0.left, $0.right] }
    #expect(eight == [[7, 0], [1, 6], [5, 2], [3, 4]])
    let five = BookletOrder.sides(pageCount: 5).map { [$0.left, $0.right] }
    #expect(five == [[nil, 0], [1, nil], [nil, 2], [3, 4]])
    #expect(BookletOrder.sides(pageCount: 1).map { [$0.left, $0.right] } == [[nil, 0], [nil, nil]])
    #expect((0..<8).map { BookletOrder.side(ofPage: $0, pageCount: 8) } == [0, 1, 2, 3, 3, 2, 1, 0])
    #expect((0..<5).map { BookletOrder.side(ofPage: $0, pageCount: 5) } == [0, 1, 2, 3, 3])
    #expect([1, 4, 5].map { BookletOrder.sideCount(pageCount: $0) } == [2, 2, 4])
  }
}
