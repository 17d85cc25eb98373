internal import Drawing
internal import Glibc
internal import ImageModel
internal import Imaging
internal import PDFDocuments
internal import TestKit
internal import Testing

/// Texts, annotations and pictures of the pages of existing PDFs.
@Suite("Reading documents", .timed) struct ReadingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// poppler's programs run under the launcher.
  static let launcher = Task {
    let path = "\(Tool.products)/cameo-launcher"
    if getenv("CAMEO_LAUNCHER") != nil || access(path, X_OK) == 0 { return }
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
  }

  @Test("The text of a document is that of pdftotext, page by page")
  func text() async throws {
    try await Self.launcher.value
    let document = try PDFDocument(data: HandMadePDF.pages(40).bytes)
    #expect(try document.page(at: 38)?.string == "Page 39")
    #expect(try document.string == (1...40).map { "Page \($0)\n" }.joined())
    #expect(try document.findString("page 4").isEmpty)
    let found = try document.findString("page 4", options: .caseInsensitive)
    #expect(found.map(\.string) == ["Page 4", "Page 40"])
    #expect(document.index(for: try #require(found.last).page) == 39)
  }

  /// The box of `Page` in Helvetica of 20 points at (20, 40) is 46.7 points wide: 667, 556, 556 and 556 thousandths.
  @Test("Words are where the page draws them, whatever its rotation", arguments: [0, 90, 180, 270])
  func places(_ rotation: Int) async throws {
    try await Self.launcher.value
    let pdf = HandMadePDF.pages(1, page: { _ in "/Rotate \(rotation) /CropBox [10 10 190 90]" })
    let page = try #require(try PDFDocument(data: pdf.bytes).page(at: 0))
    let word = try #require(try page.selectionForWord(at: Point(x: 25, y: 45)))
    #expect(word.string == "Page")
    #expect(abs(word.bounds.minX - 20) < 0.1 && abs(word.bounds.width - 46.7) < 0.1, "\(word.bounds)")
    #expect(word.bounds.minY < 40 && word.bounds.maxY > 54 && word.bounds.height < 25)
    #expect(try page.selection(for: Rect(x: 0, y: 30, width: 200, height: 30))?.string == "Page 1")
    #expect(try page.selectionForLine(at: Point(x: 25, y: 45))?.string == "Page 1")
    #expect(try page.selectionForLine(at: Point(x: 25, y: 80)) == nil)
    #expect(try page.selection(for: Rect(x: 68, y: 30, width: 100, height: 30))?.string == "1")
    #expect(try page.selection(for: Rect(x: 0, y: 70, width: 200, height: 20)) == nil)
  }

  @Test("A document in memory is the same as one in a file", arguments: [false, true])
  func dataRepresentation(_ isLinearized: Bool) async throws {
    let document = try PDFDocument(data: HandMadePDF.pages(3).bytes)
    document.removePage(at: 1)
    var options = WriteOptions()
    options.isLinearized = isLinearized
    let bytes = try document.dataRepresentation(options: options)
    try document.write(to: folder.file("out.pdf"), options: options)
    #expect(bytes == Fixtures.bytes(folder.file("out.pdf")))
    #expect(try await Tool.complaint(ofPDF: folder.file("out.pdf")) == nil)
    #expect(try PDFDocument(data: bytes).pageCount == 2)
    #expect(throws: ImageError.self) { try PDFDocument().dataRepresentation() }
  }

  @Test("A locked document opens with its password, and its text can be read")
  func locked() async throws {
    try await Self.launcher.value
    let plain = try folder.write(HandMadePDF.pages(2).bytes, to: "plain.pdf")
    let closed = folder.file("closed.pdf")
    let made = try await Tool.run("qpdf", ["--encrypt", "secret", "owner", "256", "--", plain, closed])
    #expect(made.status == 0, "\(made.errors)")
    let document = try PDFDocument(lockedPath: closed)
    #expect(document.isLocked && document.isEncrypted && document.pageCount == 0)
    #expect(try document.unlock(withPassword: "wrong") == false)
    #expect(try document.unlock(withPassword: "secret"))
    #expect(!document.isLocked && document.isEncrypted && document.pageCount == 2)
    #expect(try document.string == "Page 1\nPage 2\n")
    let open = try PDFDocument(lockedPath: plain)
    #expect(!open.isLocked && !open.isEncrypted && open.pageCount == 2)
  }

  @Test("Annotations have kinds, places, targets and values")
  func annotations() throws {
    let pdf = HandMadePDF.pages(
      2, catalog: "/AcroForm << /Fields [30 0 R] >>", page: { $0 == 0 ? "/Annots [20 0 R 21 0 R 31 0 R]" : "" },
      more: [
        20: "<< /Type /Annot /Subtype /Link /Rect [90 30 10 20] /Dest [11 0 R /Fit] >>",
        21: "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Look here) /T (Ada) /F 2 >>",
        30: "<< /FT /Tx /T (address) /Kids [31 0 R] >>",
        31: "<< /Type /Annot /Subtype /Widget /Parent 30 0 R /T (city) /V (Oslo) /Rect [0 50 99 60] >>",
      ])
    let annotations = try #require(try PDFDocument(data: pdf.bytes).page(at: 0)).annotations
    #expect(annotations.map(\.type) == ["Link", "Text", "Widget"])
    #expect(annotations[0].bounds == Rect(x: 10, y: 20, width: 80, height: 10))
    #expect(annotations[0].target == .destination(PDFDestination(page: 1)))
    #expect(annotations[1].contents == "Look here" && annotations[1].userName == "Ada")
    #expect(!annotations[1].shouldDisplay && annotations[2].shouldDisplay)
    #expect(annotations[2].fieldName == "address.city" && annotations[2].widgetStringValue == "Oslo")
  }

  @Test("Thumbnails have the aspect ratio of the page, and show what is on it")
  func thumbnails() async throws {
    try await Self.launcher.value
    let document = try PDFDocument(data: HandMadePDF.pages(1, page: { _ in "/Rotate 90" }).bytes)
    let picture = try #require(document.page(at: 0)).thumbnail(of: PixelSize(width: 64, height: 64))
    #expect(picture.pixels.size == PixelSize(width: 32, height: 64))
  }

  @Test("Files that are attached can be read")
  func attachments() throws {
    let pdf = HandMadePDF.pages(
      1, catalog: "/Names << /EmbeddedFiles << /Names [(a) 30 0 R] >> >>",
      more: [
        30: "<< /Type /Filespec /UF (a.txt) /F (a.txt) /EF << /F 31 0 R >> >>",
        31: HandMadePDF.stream("attached text", "/Type /EmbeddedFile"),
      ])
    let document = try PDFDocument(data: pdf.bytes)
    let file = try #require(try document.attachments.first)
    #expect(file.name == "a.txt")
    #expect(try document.data(of: file) == Array("attached text".utf8))
  }
}
