internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// Pages drawn on other pages, through the public API only; checked by poppler and qpdf.
@Suite("Pages on pages", .timed) struct PlacedPagesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes pages and returns the path.
  private func written(_ pages: [PDFPage], _ version: PDFVersion = .v1_7) async throws -> String {
    let document = PDFDocument()
    for page in pages { document.append(page) }
    let path = folder.file("out.pdf")
    var options = WriteOptions()
    options.version = version
    try document.write(to: path, options: options)
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    return path
  }

  /// The colours that poppler shows at places of the first page, counted from the upper left, one pixel a point.
  private func colors(_ path: String, _ places: [(Int, Int)], dpi: String = "72") async throws -> [String] {
    _ = try await Tool.run(
      "pdftoppm", ["-png", "-r", dpi, "-cropbox", "-aa", "no", "-singlefile", path, folder.file("seen")])
    return try await Tool.python(
      "import sys; from PIL import Image; i = Image.open(sys.argv[1]).convert('RGB')\n"
        + "for p in sys.argv[2:]: print('%02x%02x%02x' % i.getpixel(tuple(map(int, p.split(',')))))",
      [folder.file("seen.png")] + places.map { "\($0.0),\($0.1)" }
    ).text.split(separator: "\n").map(String.init)
  }

  /// A file with one page of four colours: red and green above, blue and black below.
  private func quarters(_ more: String = "") throws -> String {
    var pdf = HandMadePDF.pages(1, page: { _ in more })
    let content = "1 0 0 rg 0 50 100 50 re f 0 1 0 rg 100 50 100 50 re f 0 0 1 rg 0 0 100 50 re f 0 g 100 0 100 50 re f"
    pdf.objects = pdf.objects.map { $0.number == 50 ? (50, HandMadePDF.stream(content)) : $0 }
    return try folder.write(pdf.bytes, to: "quarters.pdf")
  }

  @Test("A picture's data are those of the file, and are stored once, however often it is drawn")
  func picture() async throws {
    let source = Fixtures.path("jpeg/valid/gray.jpg")
    let photo = try ImagePage(path: source)
    let sheets = (0..<2).map { _ in
      DrawnPage(size: Size(width: 400, height: 400)) { context in
        try context.draw(photo, in: Rect(x: 10, y: 10, width: 100, height: 100))
        context.flip()
        try context.draw(photo, in: Rect(x: 200, y: 10, width: 100, height: 100))
      }
    }
    let path = try await written([photo] + sheets)
    let listed = try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n").dropFirst(2)
    #expect(listed.count == 5)
    // All five places use one object.
    #expect(Set(listed.map { $0.split(separator: " ")[10] }).count == 1)
    _ = try await Tool.run("pdfimages", ["-all", path, folder.file("p")])
    let data = Fixtures.bytes(folder.file("p-000.jpg"))
    #expect(!data.isEmpty && data == Fixtures.bytes(folder.file("p-004.jpg")))
    let same = try await Tool.python(
      "import sys; from PIL import Image; a, b = [Image.open(p) for p in sys.argv[1:]]; print(a.tobytes() == b.tobytes())",
      [source, folder.file("p-000.jpg")])
    #expect(same.text == "True\n")
    // Only application segments may be left out: the scan has the same bytes.
    let scan = { (bytes: [UInt8]) in
      (0..<max(bytes.count - 1, 0)).first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }.map { Array(bytes[$0...]) }
    }
    #expect(scan(data) != nil && scan(data) == scan(Fixtures.bytes(source)))
  }

  @Test("A picture of any orientation is upright on a drawn page, flipped or not", arguments: [1, 3, 6, 7])
  func orientations(_ orientation: Int) async throws {
    let picture = try ImagePage(path: Fixtures.path("jpeg/valid/orientation_\(orientation).jpg"))
    let size = picture.seenSize
    let whole = Rect(size)
    let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map {
      (Int(size.width * $0.0), Int(size.height * $0.1))
    }
    let expected = try await colors(try await written([picture]), places)
    #expect(Set(expected).count > 1)
    for isFlipped in [false, true] {
      let page = DrawnPage(size: size) { context in
        if isFlipped { context.flip() }
        try context.draw(picture, in: whole)
      }
      #expect(try await colors(try await written([page]), places) == expected)
    }
  }

  @Test("The text of a page that is drawn on another can be extracted, and its font is kept")
  func text() async throws {
    let report = try PDFDocument(path: try folder.write(HandMadePDF.pages(3).bytes, to: "report.pdf"))
    let second = try #require(report.page(at: 1))
    let page = DrawnPage(size: Size(width: 400, height: 400)) { context in
      let label = try TextLayout(AttributedText("Drawn"), fonts: context.fonts)
      context.draw(label, at: Point(x: 20, y: 390))
      try context.draw(second, in: Rect(x: 100, y: 100, width: 200, height: 100))
      try context.draw(second, in: Rect(x: 100, y: 10, width: 100, height: 50))
    }
    let path = try await written([page])
    let text = try await Tool.run("pdftotext", [path, "-"]).text
    #expect(text.split { $0.isWhitespace } == ["Drawn", "Page", "2", "Page", "2"])
    #expect(try await Tool.run("pdffonts", [path]).text.contains("Helvetica"))
    let forms = try await Tool.python(
      "import sys, pikepdf; p = pikepdf.open(sys.argv[1]); "
        + "print(sum(1 for o in p.objects if isinstance(o, pikepdf.Stream) and b'Page 2' in o.read_bytes()))", [path])
    #expect(forms.text == "1\n")
  }

  @Test("A page is drawn on another as a viewer would show it: turned, clipped to its box, flipped or not")
  func rotated() async throws {
    // Turned clockwise by 90 degrees blue is at the upper left, red at the upper right.
    let file = try PDFDocument(path: try quarters("/Rotate 90"))
    let page = try #require(file.page(at: 0))
    #expect(page.seenSize == Size(width: 100, height: 200))
    let places = [(25, 25), (75, 25), (25, 75), (75, 75)]
    for isFlipped in [false, true] {
      let outer = DrawnPage(size: Size(width: 100, height: 200)) { context in
        if isFlipped { context.flip() }
        try context.draw(page, in: Rect(x: 0, y: isFlipped ? 0 : 100, width: 100, height: 100))
      }
      #expect(try await colors(try await written([outer]), places) == ["0000ff", "ff0000", "000000", "00ff00"])
    }
    // Rotated further: the page is upside down.
    page.rotation += 180
    let turned = DrawnPage(size: Size(width: 100, height: 100)) { try $0.draw(page, in: Rect($0.size)) }
    #expect(try await colors(try await written([turned]), places) == ["00ff00", "000000", "ff0000", "0000ff"])
    // Clipped to its upper half.
    page.rotation = 0
    page.setBounds(Rect(x: 0, y: 50, width: 200, height: 50), for: .crop)
    let cut = DrawnPage(size: Size(width: 100, height: 200)) { context in
      try context.draw(page, in: Rect(x: 0, y: 100, width: 100, height: 50))
    }
    #expect(
      try await colors(try await written([cut]), [(25, 75), (75, 75), (25, 120), (75, 40), (75, 95)])
        == ["ff0000", "00ff00", "ffffff", "ffffff", "00ff00"])
  }

  @Test("A box whose corner is not the origin is drawn as it is seen")
  func movedBox() async throws {
    let file = try PDFDocument(path: try quarters("/MediaBox [100 0 200 100]"))
    let page = try #require(file.page(at: 0))
    let outer = DrawnPage(size: Size(width: 50, height: 50)) { try $0.draw(page, in: Rect($0.size)) }
    #expect(try await colors(try await written([outer]), [(2, 12), (47, 37)]) == ["00ff00", "000000"])
  }

  @Test("A drawn page on another keeps its size, and its links are where they are seen")
  func nested() async throws {
    let inner = DrawnPage(size: Size(width: 100, height: 50)) { context in
      context.flip()
      context.fill(.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .color(Color(red: 1, green: 0, blue: 0)))
      context.fill(.rect(Rect(x: 90, y: 40, width: 400, height: 400)), .color(Color(red: 0, green: 0, blue: 1)))
      context.link(Rect(x: 0, y: 0, width: 10, height: 10), to: .uri("https://example.org/drawn"))
    }
    inner.links = [Link(rect: Rect(x: 90, y: 0, width: 10, height: 10), target: .uri("https://example.org/own"))]
    let outer = DrawnPage(size: Size(width: 200, height: 200)) { context in
      try context.draw(inner, in: Rect(x: 0, y: 100, width: 200, height: 100))
    }
    let path = try await written([outer])
    #expect(
      try await colors(path, [(10, 10), (190, 90), (190, 110), (30, 10)]) == ["ff0000", "0000ff", "ffffff", "ffffff"])
    let links = try await Tool.python(
      "import sys, pikepdf; d = pikepdf.open(sys.argv[1]); p = d.pages[0]\n"
        + "for a in sorted(p.Annots, key=lambda a: str(a.A.URI)): print(a.A.URI, *[int(v) for v in a.Rect])", [path])
    #expect(links.text == "https://example.org/drawn 0 180 20 200\nhttps://example.org/own 180 100 200 120\n")
  }

  @Test("Errors: a page on itself, a file that was removed, a page of a PDF on an image")
  func errors() async throws {
    let path = try quarters()
    let imported = try #require(try PDFDocument(path: path).page(at: 0))
    let image = try DrawingContext.image(size: PixelSize(width: 10, height: 10))
    let onImage = #expect(throws: ImageError.self) { try image.draw(imported, in: Rect(image.size)) }
    #expect(onImage?.kind == .unsupported && onImage?.path == path)
    let page = Recursive(size: Size(width: 10, height: 10))
    let document = PDFDocument()
    document.append(page)
    let onItself = #expect(throws: ImageError.self) { try document.write(to: folder.file("no.pdf")) }
    #expect(onItself?.kind == .usage)
    let copy = try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg")), to: "gone.jpg")
    let gone = try ImagePage(path: copy)
    #expect(try await Tool.run("rm", [copy]).status == 0)
    let album = PDFDocument()
    album.append(DrawnPage(size: Size(width: 10, height: 10)) { try $0.draw(gone, in: Rect($0.size)) })
    let missing = #expect(throws: ImageError.self) { try album.write(to: folder.file("no.pdf")) }
    #expect(missing?.path == copy)
    #expect(!folder.names.contains("no.pdf"))
  }

  private final class Recursive: PDFPage {
    override func draw(with box: PageBox, to context: DrawingContext) throws {
      try context.draw(self, in: Rect(context.size))
    }
  }

  @Test("On an image the pixels of a picture are drawn")
  func image() throws {
    let photo = try ImagePage(path: Fixtures.path("png/valid/gradient.png"))
    let context = try DrawingContext.image(size: PixelSize(width: 20, height: 20), background: .white)
    try context.draw(photo, in: Rect(x: 0, y: 10, width: 20, height: 10))
    let blank = try DrawingContext.image(size: PixelSize(width: 20, height: 20), background: .white)
    #expect(try context.makeImage(alpha: .none) != blank.makeImage(alpha: .none))
  }

  @Test("A drawn page of more than 14,400 points has a larger unit, and looks the same")
  func largePages() async throws {
    let side = 30_000.0
    func page() -> DrawnPage {
      let page = DrawnPage(size: Size(width: side, height: side / 2)) { context in
        context.fill(
          .rect(Rect(x: 0, y: 0, width: side / 2, height: side / 2)),
          .linear(
            from: Point(x: 0, y: 0), to: Point(x: side / 2, y: 0),
            stops: [
              GradientStop(offset: 0.5, color: Color(red: 1, green: 0, blue: 0)),
              GradientStop(offset: 0.5, color: Color(red: 0, green: 0, blue: 1)),
            ]))
        context.link(Rect(x: 3_000, y: 0, width: 300, height: 300), to: .page(0))
      }
      page.setBounds(Rect(x: 0, y: 0, width: 27_000, height: 15_000), for: .crop)
      page.namedPlaces["top"] = Point(x: 0, y: 15_000)
      return page
    }
    let path = try await written([page()])
    // The numbers by arithmetic: the longest side that fits is 14,400, so that the unit is 3 points.
    let seen = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1]); p = pdf.pages[0]
      print(p.UserUnit, *p.MediaBox, *p.CropBox, *p.Annots[0].Rect, pdf.Root.Names.Dests.Names[1][3])
      """, [path])
    #expect(
      seen.text.split { $0.isWhitespace }.compactMap { Double($0) } == [
        3, 0, 0, 10_000, 5_000, 0, 0, 9_000, 5_000, 1_000, 0, 1_100, 100, 5_000,
      ])
    // poppler 22 shows units, whatever they are: 9,000 of them are 90 pixels at 0.72 dots an inch.
    #expect(
      try await colors(path, [(10, 25), (35, 25), (70, 25)], dpi: "0.72") == ["ff0000", "0000ff", "ffffff"])
    let old = try await Tool.python(
      "import sys, pikepdf; d = pikepdf.open(sys.argv[1]); p = d.pages[0]; print('/UserUnit' in p.obj, *p.MediaBox)",
      [try await written([page()], .v1_5)])
    #expect(old.text.split { $0.isWhitespace }.map(String.init) == ["False", "0", "0", "30000", "15000"])
  }
}
