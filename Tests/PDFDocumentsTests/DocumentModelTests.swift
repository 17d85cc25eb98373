internal import Drawing
internal import Foundation
internal import ImageModel
internal import PDFDocuments
internal import TestKit
internal import Testing

/// The model of a document, checked by qpdf and poppler.
@Suite("Documents as lists of pages", .timed) struct DocumentModelTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func blank(_ side: Double) -> DrawnPage { DrawnPage(size: Size(width: side, height: side)) { _ in } }

  private func written(_ document: PDFDocument, options: WriteOptions = WriteOptions()) async throws -> String {
    let path = folder.file("out.pdf")
    let report = try document.write(to: path, options: options)
    #expect(report.pageCount == document.pageCount)
    if options.encryption == nil {
      #expect(try await Tool.complaint(ofPDF: path) == nil)
    }
    return path
  }

  @Test("Pages are added, removed and moved, and the outline follows them")
  func moves() async throws {
    let document = PDFDocument()
    let pages = [100.0, 200, 300, 400].map(blank)
    for page in pages { document.append(page) }
    document.outline = (0..<4).map { OutlineEntry(title: "p\($0)", target: .destination(PDFDestination(page: $0))) }
    document.removePage(at: 1)
    document.insert(blank(50), at: 0)
    document.exchangePages(at: 1, withPageAt: 3)
    #expect(document.index(for: pages[3]) == 1 && document.index(for: pages[1]) == nil)
    #expect(document.page(at: 4) == nil)
    let path = try await written(document)
    let sizes = try await Tool.run("pdfinfo", ["-f", "1", "-l", "9", path]).text.split(separator: "\n")
      .filter { $0.hasPrefix("Page ") && $0.contains("size") }.map { $0.split(separator: " ")[3] }
    #expect(sizes == ["50", "400", "300", "100"])
    let outline = try await Self.outline(path)
    #expect(outline == ["p0 4", "p1 -", "p2 3", "p3 2"])
  }

  /// `title page` for each entry of the first level, by qpdf; `-` for an entry without a destination.
  private static func outline(_ path: String) async throws -> [String] {
    let json = try await Tool.run("qpdf", ["--json=2", "--json-key=outlines", path])
    let value = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    return (value?["outlines"] as? [[String: Any]] ?? []).map { entry in
      "\(entry["title"] ?? "") \(entry["destpageposfrom1"].flatMap { $0 as? Int }.map(String.init) ?? "-")"
    }
  }

  @Test("A document of many files keeps few of them open")
  func openFiles() async throws {
    let one = PDFDocument()
    one.append(blank(100))
    try one.write(to: folder.file("one.pdf"))
    let (document, most) = (PDFDocument(), Most())
    for number in 0..<40 {
      try FileManager.default.copyItem(atPath: folder.file("one.pdf"), toPath: folder.file("in\(number).pdf"))
      try FileManager.default.copyItem(atPath: folder.file("one.pdf"), toPath: folder.file("in-form\(number).pdf"))
      document.append(contentsOf: try PDFDocument(path: folder.file("in\(number).pdf")))
      let placed = try PDFDocument(path: folder.file("in-form\(number).pdf")).page(at: 0)
      document.append(
        DrawnPage(size: Size(width: 9, height: 9)) { [folder] context in
          if let placed { try context.draw(placed, in: Rect(context.size)) }
          let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix(folder.path + "/in") ?? false
          }
          most.value = max(most.value, open)
        })
    }
    let path = try await written(document)
    #expect((1...8).contains(most.value))
    #expect(try await Tool.run("qpdf", ["--show-npages", path]).text == "80\n")
  }

  private final class Most { var value = 0 }

  @Test("The origin is at the lower left, and flip() moves it to the upper left")
  func origin() async throws {
    let page = DrawnPage(size: Size(width: 100, height: 100)) { context in
      context.fill(.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .color(Color(red: 1, green: 0, blue: 0)))
      context.flip()
      context.fill(.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .color(Color(red: 0, green: 0, blue: 1)))
    }
    let document = PDFDocument()
    document.append(page)
    let path = try await written(document)
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "72", "-singlefile", path, folder.file("seen")])
    let seen = try await Tool.python(
      "import sys; from PIL import Image; i = Image.open(sys.argv[1]).convert('RGB'); "
        + "print(i.getpixel((5, 95)), i.getpixel((5, 5)), i.getpixel((50, 50)))", [folder.file("seen.png")])
    #expect(seen.text == "(255, 0, 0) (0, 0, 255) (255, 255, 255)\n")
  }

  @Test("Boxes are exact to a hundredth of a point, and missing ones have defaults")
  func boxes() async throws {
    let page = blank(200)
    page.setBounds(Rect(x: 10, y: 20, width: 100.25, height: 150.5), for: .crop)
    page.setBounds(Rect(x: 15, y: 25, width: 80, height: 100), for: .trim)
    page.rotation = -90
    #expect(page.bounds(for: .bleed) == page.bounds(for: .crop) && page.rotation == 270)
    let document = PDFDocument()
    document.append(page)
    let info = try await Tool.run("pdfinfo", ["-box", "-f", "1", "-l", "1", try await written(document)]).text
    func box(_ name: String) -> [Double] {
      info.split(separator: "\n").first { $0.contains(name) }?.split(separator: " ").compactMap { Double($0) }.suffix(4)
        .map { $0 } ?? []
    }
    #expect(box("MediaBox") == [0, 0, 200, 200])
    #expect(box("CropBox") == [10, 20, 110.25, 170.5])
    #expect(box("TrimBox") == [15, 25, 95, 125])
    #expect(info.split(separator: "\n").contains { $0.contains(" rot:") && $0.hasSuffix(" 270") })
  }

  @Test("Two documents are merged: clashing names are renamed, labels and links are kept")
  func appending() async throws {
    func hand(_ name: String) throws -> PDFDocument {
      let pdf = HandMadePDF.pages(
        2,
        catalog: "/Names << /Dests << /Names [(there) [11 0 R /Fit]] >> >> /PageLabels << /Nums [0 << /S /r >>] >> "
          + "/Outlines 20 0 R",
        page: { $0 == 0 ? "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] /Dest (there) >>]" : "" },
        more: [
          20: "<< /First 21 0 R /Last 21 0 R /Count 1 >>", 21: "<< /Title (\(name)) /Parent 20 0 R /Dest (there) >>",
        ])
      return try PDFDocument(path: try folder.write(pdf.bytes, to: name))
    }
    let document = try hand("a.pdf")
    document.append(contentsOf: try hand("b.pdf"))
    let path = try await written(document)
    #expect(try await Self.outline(path) == ["a.pdf 2", "b.pdf 4"])
    // poppler says where each link leads: the second file's to its own page.
    let names = try await Tool.run("pdfinfo", ["-dests", path]).text
    #expect(names.contains("\"there\"") && names.contains("\"there-2\""))
    let lines = names.split(separator: "\n")
    #expect(lines.contains { $0.contains("\"there\"") && $0.split(separator: " ").first == "2" })
    #expect(lines.contains { $0.contains("\"there-2\"") && $0.split(separator: " ").first == "4" })
    let labels = try await Tool.run("qpdf", ["--json=2", "--json-key=pagelabels", path]).text
    #expect(labels.contains("\"index\": 0") && labels.contains("\"index\": 2") && labels.contains("/r"))
  }

  @Test("A document with a password needs it")
  func encryption() async throws {
    let document = PDFDocument()
    document.append(blank(100))
    var options = WriteOptions()
    options.encryption = PDFEncryption(userPassword: "user", ownerPassword: "owner", permissions: [.contentCopying])
    let path = try await written(document, options: options)
    #expect(try await Tool.run("qpdf", ["--check", path]).status != 0)
    let shown = try await Tool.run("qpdf", ["--password=user", "--show-encryption", path]).text
    #expect(shown.contains("AESv3") && shown.contains("print high resolution: not allowed"))
    #expect(throws: ImageError.self) { _ = try PDFDocument(path: path) }
    #expect(try PDFDocument(path: path, password: "user").pageCount == 1)
  }

  @Test("The same document gives the same bytes")
  func determinism() async throws {
    func bytes() throws -> [UInt8] {
      let document = PDFDocument()
      document.attributes.title = "Twice"
      document.append(
        DrawnPage(size: Size(width: 200, height: 100)) { context in
          context.draw(
            try TextLayout(AttributedText("Twice"), fonts: try FontCatalog()), at: Point(x: 10, y: 90))
        })
      document.append(try ImagePage(path: Fixtures.path("jpeg/valid/orientation_6.jpg")))
      let path = folder.file("twice.pdf")
      try document.write(to: path)
      return Fixtures.bytes(path)
    }
    let first = try bytes()
    let second = try bytes()
    #expect(!first.isEmpty && first == second)
  }

  @Test("A document without pages is an error")
  func empty() {
    #expect(throws: ImageError.self) { try PDFDocument().write(to: folder.file("none.pdf")) }
    #expect(folder.names.isEmpty)
  }
}
