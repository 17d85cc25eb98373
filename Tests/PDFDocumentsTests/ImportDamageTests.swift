internal import ByteStreams
internal import ImageModel
@testable internal import PDFDocuments
internal import PDFReading
internal import PDFWriting
internal import TestKit
internal import Testing

/// No defect of a file causes a crash, a hang or an invalid output.
@Suite(.timed) struct ImportDamageTests {
  /// Reads and copies everything. An error is a valid result, too.
  static func readAll(_ bytes: [UInt8], limits: Limits = .standard) -> ImageError? {
    do {
      let file = try PDFFile(bytes: bytes, name: "x.pdf", limits: limits)
      _ = try file.information()
      _ = try file.outline()
      _ = try file.pageLabels()
      _ = try file.viewing()
      for index in 0..<min(file.pageCount, 20) { _ = try file.page(index) }
      _ = try imported(
        file, pages: Array(0..<min(file.pageCount, 20)),
        catalog: { importer, _ in
          _ = try importer.formFields()
          _ = try importer.optionalContentGroups()
          try importer.loseWhatIsNotJoined()
          return [:]
        })
      try passThrough(bytes, limits: limits)
      _ = try file.attachments()
      if file.pageCount > 0, file.pageCount < 20 { _ = try placed(file) }
      return nil
    } catch let error as ImageError {
      return error
    } catch {
      return ImageError(.usage, "\(error)")
    }
  }

  @Test("Damaged files are read as far as possible")
  func damagedFilesAreReadAsFarAsPossible() async throws {
    let whole = HandMadePDF.pages(3).bytes
    let compressed = try imported(try HandMadePDF.pages(3).file())
    for bytes in [whole, compressed] {
      for sixteenth in 0..<16 { _ = Self.readAll(Array(bytes[..<(bytes.count * sixteenth / 16)])) }
      var state: UInt64 = 88_172_645_463_325_252
      for _ in 0..<60 {
        var broken = bytes
        for _ in 0..<4 {
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          broken[Int(state % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 32)
        }
        _ = Self.readAll(broken)
      }
    }
    // Without its cross-reference table, a file is rebuilt from its objects, with a warning. (Without a trailer, qpdf
    // cannot find the root.)
    let lost = String(decoding: whole, as: UTF8.self).replacing("startxref\n", with: "startxref\n9")
    let file = try PDFFile(bytes: Array(lost.utf8), name: "lost.pdf", limits: .standard)
    #expect(file.pageCount == 3)
    #expect(!file.diagnostics.isEmpty)
    #expect(try await PDFJudge(try imported(file)).complaint() == nil)
  }

  @Test("Files that are not PDFs are refused")
  func filesThatAreNotPDFsAreRefused() {
    for bytes in [[], Array("hello".utf8), [UInt8](repeating: 0, count: 5_000), Array("%PDF-1.7\n".utf8)] {
      #expect(Self.readAll(bytes)?.kind == .invalidData)
    }
  }

  /// Each stream's length is the next stream: qpdf calls itself for each.
  @Test("Chains of lengths end")
  func chainsOfLengthsEnd() throws {
    var objects = [1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"]
    for index in 3..<60_000 { objects[index] = "<< /Length \(index + 1) 0 R >>\nstream\n\nendstream" }
    _ = Self.readAll(HandMadePDF(objects).bytes)
  }

  @Test("Deep nesting ends")
  func deepNestingEnds() throws {
    for depth in [90, 400, 100_000] {
      var objects = HandMadePDF.pages(1, page: { _ in "/VP 70 0 R" })
      objects.objects.append((70, String(repeating: "[", count: depth) + String(repeating: "]", count: depth)))
      let error = Self.readAll(objects.bytes)
      #expect(
        depth == 90 ? error == nil : depth == 400 ? error?.kind == .limitExceeded : true,
        "\(depth) \(String(describing: error))")
    }
    // A page tree as deep as it is long.
    var objects = [1: "<< /Type /Catalog /Pages 2 0 R >>"]
    for index in 2..<50_000 { objects[index] = "<< /Type /Pages /Kids [\(index + 1) 0 R] /Count 1 >>" }
    objects[50_000] = "<< /Type /Page /MediaBox [0 0 9 9] >>"
    #expect(try HandMadePDF(objects).file().pageCount == 1)
  }

  /// A node that holds the next one many times over.
  @Test("Page trees do not multiply")
  func pageTreesDoNotMultiply() throws {
    var objects = [1: "<< /Type /Catalog /Pages 2 0 R >>"]
    for index in 2..<40 {
      objects[index] =
        "<< /Type /Pages /Kids [\(Array(repeating: "\(index + 1) 0 R", count: 10).joined(separator: " "))] >>"
    }
    objects[40] = "<< /Type /Page /MediaBox [0 0 9 9] >>"
    #expect(try HandMadePDF(objects).file().pageCount == 10)
  }

  /// Kilobytes that qpdf itself would inflate to megabytes: the objects of an object stream.
  @Test("Object streams are inflated within a limit")
  func objectStreamsAreInflatedWithinALimit() async throws {
    let zeros = try await Tool.python(
      "import sys, zlib; sys.stdout.buffer.write(zlib.compress(b' ' * (32 << 20), 9))"
    ).output
    var twice = Array("%PDF-1.5\n".utf8)
    let offset = twice.count
    twice += Array(
      "5 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length \(zeros.count) >>\nstream\n".utf8)
    twice += zeros + Array("\nendstream\nendobj\n".utf8)
    let start = twice.count
    // Objects 1 and 2 are in the stream.
    let rows: [[UInt8]] = [
      [0, 0, 0, 0], [2, 0, 5, 0], [2, 0, 5, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, UInt8(offset), 0],
    ]
    twice += Array("6 0 obj\n<< /Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R /Length 24 >>\nstream\n".utf8)
    twice += rows.flatMap { $0 } + Array("\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
    var limits = Limits.standard
    limits.maxMemory = 64 << 20
    #expect(Self.readAll(twice, limits: limits)?.limit?.name == "max-memory")
  }

  /// By the shim's estimate of 100 bytes, the values of these pages take 90 MB.
  @Test("Many pages need no more memory")
  func manyPagesNeedNoMoreMemory() async throws {
    let count = 3_000
    let zeros = String(repeating: "0 ", count: 300)
    var objects = [1: "<< /Type /Catalog /Pages 2 0 R >>", 3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    let kids = (0..<count).map { "\(10 + 2 * $0) 0 R" }.joined(separator: " ")
    objects[2] = "<< /Type /Pages /Kids [\(kids)] /Count \(count) >>"
    for index in 0..<count {
      let (page, content) = (10 + 2 * index, 11 + 2 * index)
      objects[page] = """
        << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents \(content) 0 R
        /Resources << /Font << /F1 3 0 R >> >> /PieceInfo << /X << /Private [\(zeros)] >> >> >>
        """
      objects[content] = HandMadePDF.stream("BT /F1 20 Tf 20 40 Td (Page \(index + 1)) Tj ET")
    }
    var limits = Limits.standard
    limits.maxMemory = 64 << 20
    let judge = try PDFJudge(try imported(try HandMadePDF(objects).file(limits: limits)))
    #expect(try await judge.qpdf("--show-npages").text == "\(count)\n")
    let last = try await judge.text("-f", "\(count - 1)").split { $0.isWhitespace }
    #expect(last == ["Page", "\(count - 1)", "Page", "\(count)"])
  }

  @Test("Huge arrays are refused")
  func hugeArraysAreRefused() throws {
    var objects = HandMadePDF.pages(1, page: { _ in "/VP 70 0 R" })
    objects.objects.append((70, "[" + repeated("0 ", 2_000_000) + "]"))
    var limits = Limits.standard
    limits.maxMemory = 32 << 20
    #expect(Self.readAll(objects.bytes, limits: limits)?.limit?.name == "max-memory")
  }

  /// The example of ISO 32000-1, 7.4.4.2.
  @Test("LZW is decoded as in the standard")
  func lzwIsDecodedAsInTheStandard() throws {
    let file = try HandMadePDF.pages(
      1, more: [70: HandMadePDF.stream("800B6050220C0C8501>", "/Filter [/ASCIIHexDecode /LZWDecode]")]
    ).file()
    #expect(try Self.decoded(70, of: file) == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
  }

  /// Rows with all five PNG filters, and a longer LZW stream, compared with qpdf's decoding.
  @Test("Predictors are decoded as by libqpdf")
  func predictorsAreDecodedAsByQPDF() async throws {
    let directory = try TemporaryDirectory()
    let image = directory.file("i.png")
    let made = try await Tool.run(
      "convert-im6.q16", ["-size", "61x47", "plasma:red-blue", "-depth", "8", "PNG24:\(image)"])
    #expect(made.status == 0)
    let png = directory.file("png.pdf")
    #expect(try await Tool.run("img2pdf", [image, "-o", png]).status == 0)
    let lzw = directory.file("lzw.pdf")
    let written = try await Tool.python(Self.lzwWriter, [image, lzw])
    #expect(written.status == 0, "\(written.errors)")
    for path in [png, lzw] {
      let file = try PDFFile(path: path, limits: .standard)
      let filter = path == png ? "FlateDecode" : "LZWDecode"
      var seen = 0
      for number in 1..<30 {
        guard
          case .stream(let dictionary) = try file.read({ reader throws(ImageError) in
            try reader.object(ObjectNumber(number: Int32(number), generation: 0))
          }), dictionary["Subtype"] == .name("Image")
        else { continue }
        #expect(dictionary["Filter"] == .name(filter) || dictionary["Filter"] == .array([.name(filter)]))
        let expected = try await Tool.run("qpdf", ["--show-object=\(number)", "--filtered-stream-data", path])
        #expect(try Self.decoded(number, of: file) == expected.output)
        seen += 1
      }
      #expect(seen > 0, "\(path)")
    }
  }

  /// Writes a picture as a PDF with LZW, with a TIFF predictor.
  private static let lzwWriter = """
    import sys
    from PIL import Image
    image = Image.open(sys.argv[1]).convert("RGB")
    width, height = image.size
    plain = image.tobytes()
    rows = [plain[i * width * 3:(i + 1) * width * 3] for i in range(height)]
    data = b"".join(bytes((row[i] - (row[i - 3] if i >= 3 else 0)) & 255 for i in range(len(row))) for row in rows)
    table, bits, word, width_of_code = {}, "", b"", 9
    codes = []
    def emit(code):
      global bits
      bits += format(code, "0%db" % width_of_code)
    emit(256)
    table = {bytes([i]): i for i in range(256)}
    following = 258
    for byte in data:
      longer = word + bytes([byte])
      if longer in table:
        word = longer
        continue
      emit(table[word])
      table[longer] = following
      following += 1
      if following + 1 > 4095:
        emit(256)
        table = {bytes([i]): i for i in range(256)}
        following, width_of_code = 258, 9
      elif following + 1 > (1 << width_of_code) and width_of_code < 12:
        width_of_code += 1
      word = bytes([byte])
    emit(table[word])
    emit(257)
    bits += "0" * (-len(bits) % 8)
    packed = int(bits, 2).to_bytes(len(bits) // 8, "big")
    head = b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8 " % (width, height)
    head += b"/Filter /LZWDecode /DecodeParms << /Predictor 2 /Colors 3 /Columns %d >> /Length %d >>" % (width, len(packed))
    out = b"%PDF-1.4\\n1 0 obj\\n<< /Type /Catalog /Pages 2 0 R >>\\nendobj\\n"
    out += b"2 0 obj\\n<< /Type /Pages /Kids [] /Count 0 >>\\nendobj\\n"
    out += b"3 0 obj\\n" + head + b"\\nstream\\n" + packed + b"\\nendstream\\nendobj\\ntrailer\\n<< /Root 1 0 R /Size 4 >>\\n"
    open(sys.argv[2], "wb").write(out)
    """

  private static func decoded(_ number: Int, of file: PDFFile) throws -> [UInt8] {
    let content = StreamContent()
    try file.read { reader throws(ImageError) in
      try reader.readStream(ObjectNumber(number: Int32(number), generation: 0), decoded: true) {
        piece throws(ImageError) in
        try content.append(piece)
      }
    }
    return content.bytes
  }
}
