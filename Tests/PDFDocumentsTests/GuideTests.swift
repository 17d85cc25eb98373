internal import Drawing
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// The examples of docs/pdf-documents.md, word for word.
@Suite("The guide to PDFDocuments", .timed) struct GuideTests {
  private let folder: TemporaryDirectory
  private let photo = Fixtures.path("jpeg/valid/photo_portrait_422.jpg")
  private let report: String
  private let letterhead: String
  private let target: String

  init() throws {
    folder = try TemporaryDirectory()
    report = try folder.write(HandMadePDF.pages(3).bytes, to: "report.pdf")
    letterhead = try folder.write(HandMadePDF.pages(1).bytes, to: "letterhead.pdf")
    target = folder.file("out.pdf")
  }

  private func check(_ document: PDFDocument, pages: Int) async throws -> String {
    try document.write(to: target)
    #expect(try await Tool.complaint(ofPDF: target) == nil)
    #expect(try await Tool.run("qpdf", ["--show-npages", target]).text == "\(pages)\n")
    return try await Tool.run("pdftotext", [target, "-"]).text
  }

  private func check(_ page: PDFPage) async throws -> String {
    let document = PDFDocument()
    document.append(page)
    return try await check(document, pages: 1)
  }

  @Test("Every example of the guide is one of these")
  func complete() throws {
    func squeezed(_ text: String) -> String {
      text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }.joined(separator: "\n")
    }
    let guide = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/pdf-documents.md"), as: UTF8.self)
    let tests = squeezed(String(decoding: Fixtures.bytes(#filePath), as: UTF8.self))
    let examples = guide.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
    #expect(examples.count == 9)
    for example in examples { #expect(tests.contains(squeezed(String(example))), "\(example)") }
  }

  @Test("Making")
  func making() async throws {
    let document = PDFDocument()
    document.append(
      DrawnPage(size: PaperSize.a4.size) { context in
        let style = TextStyle(families: ["serif"], size: 36)
        let hello = try TextLayout(AttributedText("Hello, world!", style), fonts: context.fonts)
        context.draw(hello, at: Point(x: 72, y: 770))
      })
    document.append(try ImagePage(path: photo))
    let report = try document.write(to: target)
    print(report.pageCount, report.byteCount, report.diagnostics)
    #expect(report.pageCount == 2 && report.diagnostics.isEmpty)
    #expect(try await check(document, pages: 2).contains("Hello, world!"))
  }

  @Test("Laying out")
  func layingOut() async throws {
    var layout = ImagePageLayout(shape: PageShape(.fixed(PaperSize.a4.size), .automatic))
    layout.margins = PageMargins(36)
    layout.fit = .inside
    let page = try ImagePage(path: photo, layout: layout)
    _ = try await check(page)
    #expect(page.seenSize == PaperSize.a4.size)
  }

  @Test("Opening")
  func opening() async throws {
    let document = try PDFDocument(path: report, password: nil)
    document.insert(try ImagePage(path: photo), at: 0)
    document.removePage(at: document.pageCount - 1)
    document.exchangePages(at: 0, withPageAt: 1)
    document.append(contentsOf: try PDFDocument(path: letterhead))
    if let page = document.page(at: 0), let index = document.index(for: page) {
      print(index, page.bounds(for: .media), page.seenSize)
    }
    let text = try await check(document, pages: 4)
    #expect(text.split { $0.isWhitespace } == ["Page", "1", "Page", "2", "Page", "1"])
  }

  @Test("Boxes")
  func boxes() async throws {
    let page = DrawnPage(size: Size(width: 612, height: 792)) { _ in }
    page.setBounds(Rect(x: 9, y: 9, width: 594, height: 774), for: .trim)
    page.rotation = 90
    print(page.bounds(for: .crop), page.bounds(for: .art), page.seenSize)
    _ = try await check(page)
    #expect(page.seenSize == Size(width: 792, height: 612))
  }

  @Test("Drawing")
  func drawing() async throws {
    let page = DrawnPage(size: PaperSize.a5.size) { context in
      context.flip()
      let frame = Rect(x: 30, y: 30, width: 360, height: 100)
      context.fill(.rect(frame), .color(Color(red: 0.9, green: 0.95, blue: 1)))
      context.stroke(.rect(frame), .black, StrokeStyle(width: 0.5))
      var options = TextLayoutOptions()
      options.alignment = .center
      let text = AttributedText("שלום, world, 世界", TextStyle(size: 24))
      let lines = try TextLayout(text, width: frame.width, options: options, fonts: context.fonts)
      context.draw(lines, at: Point(x: frame.minX, y: frame.minY + (frame.height - lines.size.height) / 2))
      context.link(frame, to: .uri("https://www.example.org"))
    }
    let text = try await check(page)
    #expect(text.contains("world") && text.contains("世界") && text.contains("שלום"))
  }

  @Test("Placing")
  func placing() async throws {
    let picture = try ImagePage(path: photo)
    let paper = try PDFDocument(path: letterhead)
    let page = DrawnPage(size: PaperSize.a4.size) { context in
      if let sheet = paper.page(at: 0) { try context.draw(sheet, in: Rect(context.size)) }
      let frame = Rect(x: 72, y: 72, width: 200, height: 200)
      try context.draw(picture, in: PageFit.inside.place(picture.seenSize, in: frame))
    }
    #expect(try await check(page).contains("Page 1"))
    #expect(try await Tool.run("pdfimages", ["-list", target]).text.contains("jpeg"))
  }

  @Test("Describing")
  func describing() async throws {
    let document = try PDFDocument(path: report)
    document.attributes.title = "Report"
    document.attributes.author = "Ada Example"
    document.attributes.keywords = ["fjord", "summer"]
    document.outline = [OutlineEntry(title: "Beginning", target: .destination(PDFDestination(page: 0)))]
    document.pageLabels = [
      PageLabelRange(firstPage: 0, style: .lowerRoman), PageLabelRange(firstPage: 1, style: .decimal, prefix: "A-"),
    ]
    document.namedDestinations["map"] = PDFDestination(page: 1, view: .position(left: 0, top: 700, zoom: nil))
    document.page(at: 0)?.links = [
      Link(rect: Rect(x: 72, y: 700, width: 100, height: 20), target: .destination(name: "map"))
    ]
    document.viewing.language = "en-GB"
    document.viewing.pageLayout = .twoPageRight
    document.viewing.preferences["DisplayDocTitle"] = .flag(true)
    _ = try await check(document, pages: 3)
    let seen = try await Tool.run("pdfinfo", [target]).text
    #expect(seen.contains("Report") && seen.contains("Ada Example") && seen.contains("fjord"))
    #expect(try await Tool.run("pdfinfo", ["-dests", target]).text.contains("\"map\""))
    let catalog = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.open(sys.argv[1])
      print(pdf.Root.Lang, pdf.Root.PageLayout, pdf.Root.ViewerPreferences.DisplayDocTitle, pdf.pages[0].Annots[0].Dest,
            [p.label for p in pdf.pages], [item.title for item in pdf.open_outline().root])
      """, [target])
    #expect(catalog.text == "en-GB /TwoPageRight True map ['i', 'A-1', 'A-2'] ['Beginning']\n")
  }

  @Test("Reading")
  func reading() async throws {
    try await ReadingTests.launcher.value
    let document = try PDFDocument(path: report)
    print(try document.string)
    for selection in try document.findString("page 2", options: .caseInsensitive) {
      print(selection.string, selection.bounds, document.index(for: selection.page) ?? 0)
    }
    if let page = document.page(at: 0) {
      print(try page.selection(for: Rect(x: 0, y: 0, width: 200, height: 60))?.string ?? "")
      for annotation in try page.annotations { print(annotation.type, annotation.bounds, annotation.target as Any) }
      let thumbnail = try page.thumbnail(of: PixelSize(width: 64, height: 64))
      print(thumbnail.pixels.size)
    }
    for file in try document.attachments { print(file.name, try document.data(of: file).count) }
    #expect(try document.findString("Page 2").map { document.index(for: $0.page) } == [1])
  }

  @Test("Writing")
  func writing() async throws {
    let document = try PDFDocument(path: report)
    var options = WriteOptions()
    options.version = .v2_0
    options.isLinearized = true
    options.encryption = PDFEncryption(
      userPassword: "user", ownerPassword: "owner", permissions: [.lowQualityPrinting, .contentCopying])
    options.limits.maxMemory = 256 << 20
    let result = try document.write(to: target, options: options)
    for note in result.diagnostics { print(note.message) }
    let check = try await Tool.run("qpdf", ["--password=user", "--check", target])
    #expect(check.status == 0 && check.text.contains("PDF Version: 2.0") && check.text.contains("linearized"))
    #expect(
      check.text.contains("print high resolution: not allowed")
        && check.text.contains("extract for any purpose: allowed"))
  }
}
