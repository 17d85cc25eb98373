internal import ByteStreams
internal import Drawing
internal import ImageModel
@testable internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct ImportFormTests {
  /// A page that looks different in each of its corners, upright or not.
  private static func corners(_ entries: String, contents: String = "4 0 R") -> HandMadePDF {
    HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: "<< /Type /Page /Parent 2 0 R /Contents \(contents) /Resources << >> \(entries) >>",
      4: HandMadePDF.stream("1 0 0 rg 20 30 60 40 re f 0 1 0 rg 80 30 40 40 re f 0 0 1 rg 20 70 60 60 re f"),
      5: HandMadePDF.stream("0 1 1 rg 80 70 40 60 re"),
      6: HandMadePDF.stream("f 0 0 0 rg 100 50 10 10 re f"),
    ])
  }

  @Test(
    "Forms look as their pages",
    arguments: [
      "/MediaBox [20 30 120 130]", "/MediaBox [20 30 120 130] /Rotate 90", "/MediaBox [20 30 120 130] /Rotate 180",
      "/MediaBox [20 30 120 130] /Rotate 270", "/MediaBox [0 0 200 200] /CropBox [40 50 110 90] /Rotate 90",
      "/MediaBox [0 0 200 200] /CropBox [40 50 110 90] /UserUnit 2",
    ])
  func formsLookAsTheirPages(_ entries: String) async throws {
    let pdf = Self.corners(entries)
    // Poppler's tools know nothing of user units.
    let scale = entries.contains("UserUnit") ? 0.5 : 1
    let result = try PDFJudge(try placed(try pdf.file(), scale: scale))
    #expect(try await result.complaint() == nil)
    #expect(try await result.pixels() == PDFJudge(pdf.bytes).pixels("-cropbox"))
  }

  @Test("Content in parts is concatenated")
  func contentInPartsIsConcatenated() async throws {
    let pdf = Self.corners("/MediaBox [20 30 120 130]", contents: "[4 0 R 5 0 R 6 0 R]")
    let result = try PDFJudge(try placed(try pdf.file()))
    #expect(try await result.complaint() == nil)
    #expect(try await result.pixels() == PDFJudge(pdf.bytes).pixels())
  }

  /// Forms and pages of one file share their resources. An empty page becomes a form, too.
  @Test("An empty page is a form")
  func anEmptyPageIsAForm() async throws {
    let file = try HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 60] >>",
    ]).file()
    let result = try PDFJudge(try placed(file))
    #expect(try await result.complaint() == nil)
    #expect(try await result.info().contains("50 x 60 pts"))
  }

  /// The appearance of an annotation on a page is visible in the page's form, too.
  @Test("Appearances are drawn")
  func appearancesAreDrawn() async throws {
    let pdf = HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Annots [5 0 R 7 0 R 9 0 R] >>",
      4: HandMadePDF.stream("1 0 0 rg 0 0 50 50 re f"),
      5: "<< /Type /Annot /Subtype /Stamp /Rect [40 40 90 80] /F 4 /AP << /N 6 0 R >> >>",
      6: HandMadePDF.stream(
        "0 0 1 rg 0 0 10 10 re f 0 1 0 rg 10 0 10 10 re f",
        "/Type /XObject /Subtype /Form /BBox [0 0 20 10] /Matrix [0 1 -1 0 3 4]"),
      7: "<< /Type /Annot /Subtype /Widget /FT /Btn /Rect [0 80 20 100] /F 4 /AS /On /AP << /N << /On 8 0 R >> >> >>",
      8: HandMadePDF.stream("0 g 0 0 5 5 re f", "/Type /XObject /Subtype /Form /BBox [0 0 5 5]"),
      // Hidden.
      9: "<< /Type /Annot /Subtype /Stamp /Rect [0 0 90 90] /F 2 /AP << /N 8 0 R >> >>",
    ])
    let result = try PDFJudge(try placed(try pdf.file()))
    #expect(try await result.complaint() == nil)
    #expect(try await result.pixels() == PDFJudge(pdf.bytes).pixels())
  }

  @Test("Stubs are replaced by pictures")
  func stubsAreReplacedByPictures() async throws {
    // A JPEG by Pillow with our comment, as a drawn page contains it.
    let stub = try await Tool.python(
      """
      import io, sys
      from PIL import Image
      out = io.BytesIO()
      Image.new("RGB", (2, 2)).save(out, "JPEG", comment=b"cameo:7")
      sys.stdout.buffer.write(out.getvalue())
      """)
    #expect(EmbeddedObjectStub.id(of: stub.output) == 7)
    let pdf = HandMadePDF([
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      3: """
      << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R
      /Resources << /XObject << /I 5 0 R >> >> >>
      """,
      4: HandMadePDF.stream("100 0 0 100 0 0 cm /I Do"),
    ])
    // Without a cross-reference table, as a broken file: qpdf finds the objects.
    let directory = try TemporaryDirectory()
    let plain = directory.file("plain.pdf")
    let bytes = Self.withBinaryStream(pdf, number: 5, stub.output)
    try directory.write(bytes, to: "plain.pdf")
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    let picture = try writer.addStream(
      [
        "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(1), "Height": .integer(1),
        "ColorSpace": .name("DeviceRGB"), "BitsPerComponent": .integer(8),
      ], [.bytes([0, 255, 0])])
    let file = try PDFFile(path: plain, limits: .standard)
    let importer = PDFImporter(file, to: writer, stubs: [7: picture])
    _ = try writer.addPage(try importer.page(0, pageReference: { _ in nil }, rename: { $0 }))
    try writer.finish()
    let result = try PDFJudge(sink.bytes)
    #expect(try await result.complaint() == nil)
    // All green, and the stub is not in the file.
    #expect(
      try await result.pixels().suffix(30_000) == ArraySlice((0..<10_000).flatMap { _ in [0, 255, 0] as [UInt8] }))
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("cameo:7"))
    // Without stubs, pictures with such a comment are just pictures.
    #expect(String(decoding: try imported(file), as: UTF8.self).contains("cameo:7"))
  }

  private static func withBinaryStream(_ pdf: HandMadePDF, number: Int, _ content: [UInt8]) -> [UInt8] {
    var pdf = pdf
    pdf.objects.removeAll { $0.number == number }
    var bytes = Array("%PDF-1.4\n".utf8)
    for object in pdf.objects { bytes += Array("\(object.number) 0 obj\n\(object.body)\nendobj\n".utf8) }
    bytes += Array(
      """
      \(number) 0 obj
      << /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode \
      /Length \(content.count) >>
      stream\n
      """.utf8)
    bytes += content + Array("\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n".utf8)
    return bytes
  }
}
