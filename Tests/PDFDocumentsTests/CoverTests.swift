internal import Drawing
internal import ByteStreams
internal import ImageModel
internal import Imaging
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

/// Drawings over pages of existing PDFs, as poppler shows them.
@Suite(.timed) struct CoverTests {
  /// Fills the lower left quarter of each page with red.
  private func written(_ pdf: HandMadePDF) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let writer = DocumentWriter(to: sink, .init(), .init(limits: .standard), sources: .init())
    let file = try pdf.file()
    _ = try writer.register(file, pages: Array(0..<file.pageCount))
    for index in 0..<file.pageCount {
      let page = try ImportedPage(file, index: index)
      let size = page.seenSize
      try writer.append(
        page,
        cover: PageCover { context in
          context.fill(
            .rect(Rect(x: 0, y: 0, width: size.width / 2, height: size.height / 2)),
            .color(Color(red: 1, green: 0, blue: 0)))
        })
    }
    _ = try writer.finish(.init())
    return sink.bytes
  }

  private func covered(_ pdf: HandMadePDF) throws -> PDFJudge { try PDFJudge(try written(pdf)) }

  /// The colours in the middle of the quarters: lower left, lower right, upper left, upper right.
  private func quarters(_ judge: PDFJudge) async throws -> [[UInt8]] {
    let picture = try await judge.pixels("-cropbox", "-aa", "no", "-singlefile")
    let fields = String(decoding: picture.prefix(15), as: UTF8.self).split { $0 == " " || $0 == "\n" }.prefix(4)
    let numbers = fields.dropFirst().compactMap { Int($0) }
    try #require(numbers.count == 3)
    let (width, height) = (numbers[0], numbers[1])
    let start = picture.count - width * height * 3
    return [(1, 3), (3, 3), (1, 1), (3, 1)].map { x, y in
      let offset = start + ((height * y / 4) * width + width * x / 4) * 3
      return Array(picture[offset..<offset + 3])
    }
  }

  private static let expected: [[UInt8]] = [[255, 0, 0], [255, 255, 255], [255, 255, 255], [255, 255, 255]]

  @Test(
    "Content does not move the cover",
    arguments: [
      "q 3 0 0 3 50 50 cm", "Q Q 3 0 0 3 50 50 cm", "q q q Q 0 0 1 1 re W n", "BT /F1 9 Tf 2 0 0 2 9 9 Tm",
    ])
  func contentDoesNotMoveTheCover(_ content: String) async throws {
    var pdf = HandMadePDF.pages(1)
    pdf.objects = pdf.objects.map { $0.number == 50 ? (50, HandMadePDF.stream(content)) : $0 }
    let judge = try covered(pdf)
    #expect(try await judge.complaint() == nil)
    #expect(try await quarters(judge) == Self.expected)
  }

  @Test("The seen part of a large crop box is covered")
  func theSeenPartOfALargeCropBoxIsCovered() async throws {
    let judge = try covered(HandMadePDF.pages(1, page: { _ in "/CropBox [-400 -300 300 242]" }))
    #expect(try await judge.complaint() == nil)
    #expect(try await quarters(judge)[0] == [255, 0, 0])
    #expect(try await quarters(judge)[3] == [255, 255, 255])
    #expect(try await judge.text().contains("Page 1"))
  }

  @Test("Pages that share their content share its form")
  func pagesThatShareTheirContentShareItsForm() async throws {
    var pdf = HandMadePDF.pages(40)
    pdf.objects = pdf.objects.map { object in
      (10..<50).contains(object.number)
        ? (object.number, object.body.replacing("/Contents \(object.number + 40) 0 R", with: "/Contents 90 0 R"))
        : object
    }
    pdf.objects.append(
      (90, HandMadePDF.stream("BT /F1 20 Tf 20 60 Td (Shared) Tj ET" + String(repeating: " ", count: 9_000))))
    let bytes = try written(pdf)
    let judge = try PDFJudge(bytes)
    #expect(try await judge.complaint() == nil)
    #expect(try await judge.text().split { $0 == "\n" || $0 == "\u{C}" }.count == 40)
    // 40 copies would have 360,000 bytes.
    #expect(bytes.count < 100_000)
  }

  @Test("Objects that are not streams are left out of the content")
  func objectsThatAreNotStreamsAreLeftOutOfTheContent() async throws {
    let pdf = HandMadePDF.pages(1, page: { _ in "/Contents [null 50 0 R 99 0 R]" })
    var single = pdf
    single.objects = pdf.objects.map { ($0.number, $0.body.replacing("/Contents 50 0 R\n", with: "")) }
    let importer = PDFImporter(try single.file(), to: PDFWriter(to: MemoryByteSink()))
    guard case .reference? = try importer.page(0, pageReference: { _ in nil }, rename: { $0 })["Contents"] else {
      return #expect(Bool(false), "the content is no single stream")
    }
    let judge = try PDFJudge(try imported(try single.file()))
    #expect(try await judge.text().contains("Page 1"))
  }
}
