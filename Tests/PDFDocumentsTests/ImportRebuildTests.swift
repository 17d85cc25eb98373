internal import ByteStreams
internal import ImageModel
@testable internal import PDFDocuments
internal import PDFReading
internal import PDFWriting
internal import Synchronization
internal import TestKit
internal import Testing

/// Files whose cross-references or trailer are lost are searched for their objects.
@Suite(.timed) struct ImportRebuildTests {
  private static func file(_ bytes: some Sequence<UInt8>, limits: Limits = .standard) throws -> PDFFile {
    try PDFFile(bytes: Array(bytes), name: "cut.pdf", limits: limits)
  }

  /// The texts of the pages of a file, after import.
  private static func texts(_ file: PDFFile) async throws -> [Substring] {
    let judge = try PDFJudge(try imported(file))
    #expect(try await judge.complaint() == nil)
    return try await judge.text().split { $0.isWhitespace }.filter { $0 != "Page" }
  }

  /// The objects of a file, without its cross-reference table and what follows.
  private static func objects(_ pdf: HandMadePDF) -> String {
    let text = String(decoding: pdf.bytes, as: UTF8.self)
    return String(text[..<(text.firstRange(of: "xref\n")?.lowerBound ?? text.endIndex)])
  }

  /// Writes a file anew with qpdf.
  private static func rewritten(_ pdf: HandMadePDF, _ options: String...) async throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let (whole, result) = (try directory.write(pdf.bytes, to: "a.pdf"), directory.file("b.pdf"))
    #expect(try await Tool.run("qpdf", options + [whole, result]).status == 0)
    return Fixtures.bytes(result)
  }

  @Test("Files without their tail keep all pages")
  func filesWithoutTheirTailKeepAllPages() async throws {
    let plain = HandMadePDF.pages(3)
    let compressed = try await Self.rewritten(plain, "--object-streams=generate")
    let ours = try imported(try plain.file())
    for bytes in [compressed, ours, Array(Self.objects(plain).utf8)] {
      for count in [10, 20] {
        let file = try Self.file(bytes.dropLast(count))
        #expect(file.diagnostics.first == .warning("its cross-references are lost; a search found 3 pages"))
        #expect(try await Self.texts(file) == ["1", "2", "3"])
      }
    }
  }

  @Test("The document information is kept")
  func theDocumentInformationIsKept() throws {
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    _ = try writer.addPage(["MediaBox": .array([0, 0, 9, 9].map { .integer($0) })])
    var info = DocumentInfo()
    info.title = "Kept"
    try writer.finish(info: info)
    #expect(try Self.file(sink.bytes.dropLast(10)).information().title == "Kept")
  }

  /// A reference to a lost object does not become one to an object that is added.
  @Test("Lost objects stay lost")
  func lostObjectsStayLost() throws {
    let objects = [
      1: "<< /Type /Pages /Kids [2 0 R 3 0 R 4 0 R 5 0 R] /Count 4 >>", 2: "<< /Type /Page /MediaBox [0 0 9 9] >>",
    ]
    #expect(try Self.file(Self.objects(HandMadePDF(objects)).utf8).pageCount == 1)
  }

  /// Without a catalog, the pages are in the order of the file. They inherit from the nodes that are left.
  @Test("Pages without a catalog are found")
  func pagesWithoutACatalogAreFound() async throws {
    var pdf = HandMadePDF.pages(3)
    pdf.objects.removeAll { $0.number == 1 }
    #expect(try await Self.texts(try Self.file(Self.objects(pdf).utf8)) == ["1", "2", "3"])
    pdf.objects.removeAll { $0.number == 2 }
    #expect(try await Self.texts(try Self.file(Self.objects(pdf).utf8)) == ["1", "2", "3"])
    let inheriting = HandMadePDF([
      2: "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 70 80] /Rotate 90 >>",
      3: "<< /Type /Page /Parent 2 0 R >>", 4: "<< /Type /Page /Parent 2 0 R /Rotate 0 >>",
    ])
    let file = try Self.file(Self.objects(inheriting).utf8)
    #expect(file.pageCount == 2)
    #expect(try file.page(0).boxes[.media] == Rect(x: 0, y: 0, width: 70, height: 80))
    #expect(try [file.page(0).rotation, file.page(1).rotation] == [90, 0])
  }

  @Test("The last definition wins")
  func theLastDefinitionWins() throws {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Rotate"
    let turned = "10 0 obj\n\(page) 90 >>\nendobj\n"
    let unpacked = "10 0 \(page) 180 >>"
    let stream = "90 0 obj\n" + HandMadePDF.stream(unpacked, "/Type /ObjStm /N 1 /First 5") + "\nendobj\n"
    let before = Self.objects(HandMadePDF.pages(1))
    #expect(try Self.file((before + turned).utf8).page(0).rotation == 90)
    #expect(try Self.file((before + turned + stream).utf8).page(0).rotation == 180)
    #expect(try Self.file((before + stream + turned).utf8).page(0).rotation == 90)
    // A definition that is cut off is ignored.
    #expect(try Self.file((before + turned + "10 0 obj\n\(page) 27").utf8).page(0).rotation == 90)
  }

  /// If a stream is cut off, the part that exists is shown.
  @Test("Cut content is shown as far as it goes")
  func cutContentIsShownAsFarAsItGoes() async throws {
    let words = (1...200).map { "BT /F1 9 Tf \(60 * ($0 / 90)) \($0 % 90) Td (w\($0) ) Tj ET" }.joined(separator: "\n")
    var pdf = HandMadePDF.pages(1)
    pdf.objects.removeAll { $0.number == 50 }
    pdf.objects.append((50, HandMadePDF.stream(words)))
    let text = Self.objects(pdf)
    let file = try Self.file(text.utf8.dropLast(3_000))
    let shown = try await PDFJudge(try imported(file)).text()
    #expect(shown.contains("w100\n"))
    #expect(!shown.contains("w200\n"))
  }

  @Test("Bytes before the header do not matter")
  func bytesBeforeTheHeaderDoNotMatter() async throws {
    let bytes = Array("some bytes\n".utf8) + Array(Self.objects(HandMadePDF.pages(2)).utf8)
    #expect(try await Self.texts(try Self.file(bytes)) == ["1", "2"])
  }

  @Test("Encrypted files are refused", arguments: ["--encrypt a b 256 --", "--encrypt a b 128 --use-aes=y --"])
  func encryptedFilesAreRefused(_ options: String) async throws {
    let pages = HandMadePDF.pages(30)
    let options = options.split(separator: " ").map(String.init)
    let directory = try TemporaryDirectory()
    let path = try directory.write(pages.bytes, to: "a.pdf")
    for mode in ["disable", "generate"] {
      let result = directory.file("\(mode).pdf")
      let arguments = options + ["--compress-streams=y", "--object-streams=\(mode)", path, result]
      #expect(try await Tool.run("qpdf", arguments).status == 0)
      let bytes = Fixtures.bytes(result)
      // Once with the encryption dictionary, which qpdf writes among the last objects, and once without it.
      for part in [bytes.count - 10, bytes.count * 6 / 10] {
        let error = #expect(throws: ImageError.self) { try Self.file(bytes[..<part]) }
        #expect(error?.kind == .unsupported)
        #expect(error?.message.contains("encrypted") == true, "\(String(describing: error))")
      }
    }
  }

  /// Counts the bytes that are read.
  private final class CountedSource: ByteSource {
    let bytes: MemoryByteSource
    let count = Mutex(0)
    init(_ text: String) { bytes = MemoryByteSource(Array(text.utf8)) }
    var size: UInt64 { bytes.size }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
      let count = try bytes.read(into: buffer, at: offset)
      self.count.withLock { $0 += count }
      return count
    }
  }

  @Test(
    "Searching is linear",
    arguments: [
      "1 0 obj<<(", "1 0 obj<<<", "1 0 obj<<%", "1 0 obj<</A[", "1 0 obj<</Length 9>>stream\n",
      "1 0 obj<</Length 9 /Filter/FlateDecode>>stream\n", "trailer<<(",
      "1 0 obj<</Type/ObjStm/N 9/First 4/Length 9>>stream\n1 0 2 endstream ",
    ])
  func searchingIsLinear(_ piece: String) throws {
    let source = CountedSource(String(repeating: piece, count: 20_000))
    do throws(ImageError) {
      _ = try ObjectSearch(source, limits: .standard)
    } catch {
      #expect(error.kind == .unsupported)
    }
    // Once, twice again after damage, each time in pieces of up to 64 KiB; and some bytes after each keyword.
    #expect(source.count.withLock { $0 } < 12 * Int(source.size), "\(piece)")
  }

  @Test("Object streams are unpacked within a limit")
  func objectStreamsAreUnpackedWithinALimit() async throws {
    let zeros = try await Tool.python(
      "import zlib,sys; sys.stdout.buffer.write(zlib.compress(b'1 0 << >>' + b' ' * (40 << 20), 9))"
    ).output
    let head =
      "%PDF-1.5\n5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length \(zeros.count) >>\nstream\n"
    let bytes = Array(head.utf8) + zeros + Array("\nendstream\nendobj\n".utf8)
    var limits = Limits.standard
    limits.maxMemory = 64 << 20
    let error = #expect(throws: ImageError.self) { try Self.file(bytes, limits: limits) }
    #expect(error?.limit?.name == "max-memory")
  }

  /// Each stream is within the limit for one, an eighth of the memory.
  @Test("All object streams together are inflated within a limit")
  func allObjectStreamsTogetherAreInflatedWithinALimit() async throws {
    let zeros = try await Tool.python(
      "import zlib,sys; sys.stdout.buffer.write(zlib.compress(b' ' * (900 << 10), 9))"
    ).output
    func search(_ count: Int) throws(ImageError) {
      var bytes: [UInt8] = []
      for number in 1...count {
        let entries = "/Type /ObjStm /N 1 /First 99999999 /Filter /FlateDecode /Length \(zeros.count)"
        bytes += Array("\(number) 0 obj\n<< \(entries) >>\nstream\n".utf8) + zeros + Array("\nendstream\nendobj\n".utf8)
      }
      var limits = Limits.standard
      limits.maxMemory = 8 << 20
      _ = try ObjectSearch(MemoryByteSource(bytes), limits: limits)
    }
    try search(9)
    let error = #expect(throws: ImageError.self) { try search(10) }
    #expect(error?.limit?.name == "max-memory")
  }

  @Test("Objects are counted within a limit")
  func objectsAreCountedWithinALimit() throws {
    var limits = Limits.standard
    limits.maxMemory = 1 << 20
    let text = (1...10_000).map { "\($0) 0 obj 1 endobj " }.joined()
    let error = #expect(throws: ImageError.self) { try Self.file(("%PDF-1.5\n" + text).utf8, limits: limits) }
    #expect(error?.limit?.name == "max-memory")
  }
}
