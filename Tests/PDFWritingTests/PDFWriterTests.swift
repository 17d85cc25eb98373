internal import ByteStreams
internal import ImageModel
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct PDFWriterTests {
  /// A document of pages that contain only their number, in several kinds of contents.
  private func document(pages: Int, _ options: PDFWriter.Options = .init(), info: DocumentInfo = .init()) throws
    -> [UInt8]
  {
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink, options)
    let font = try writer.add(
      .dictionary(["Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name("Helvetica")]))
    for number in 0..<pages {
      let content = try writer.addShared([:], content: Array("BT/F 12 Tf 10 10 Td(page \(number % 7))Tj ET".utf8))
      _ = try writer.addPage([
        "MediaBox": .array([.integer(0), .integer(0), .integer(200), .integer(100 + number % 3)]),
        "Resources": .dictionary(["Font": .dictionary(["F": .reference(font)])]), "Contents": .reference(content),
      ])
    }
    #expect(writer.pageCount == pages)
    try writer.finish(catalog: ["PageMode": .name("UseNone")], info: info)
    return sink.bytes
  }

  @Test("Files of any length are sound", arguments: [0, 1, 32, 33, 1_024, 1_025, 2_500])
  func filesOfAnyLengthAreSound(_ pages: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try document(pages: pages), to: "a.pdf")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    #expect(try await Tool.run("qpdf", ["--show-npages", path]).text == "\(pages)\n")
  }

  @Test("Every version is sound", arguments: PDFVersion.allCases, [true, false])
  func everyVersionIsSound(_ version: PDFVersion, _ usesObjectStreams: Bool) async throws {
    let directory = try TemporaryDirectory()
    let options = PDFWriter.Options(version: version, usesObjectStreams: usesObjectStreams)
    let path = try directory.write(try document(pages: 40, options), to: "a.pdf")
    let check = try await Tool.run("qpdf", ["--check", path])
    #expect(check.status == 0, "\(check.text)\(check.errors)")
    #expect(check.text.contains("PDF Version: \(version.rawValue)\n"))
    let words = try await Tool.run("pdftotext", ["-f", "13", "-l", "13", path, "-"])
    #expect(words.text.contains("page 5"))
  }

  @Test("Pages are in order with their own boxes")
  func pagesAreInOrderWithTheirOwnBoxes() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try document(pages: 1_100), to: "a.pdf")
    let info = try await Tool.run("pdfinfo", ["-f", "1024", "-l", "1026", path])
    // 1,023 pages come before: 1,023 % 3 is 0.
    #expect(info.text.contains("Page 1024 size:  200 x 100 pts"))
    #expect(info.text.contains("Page 1025 size:  200 x 101 pts"))
    #expect(info.text.contains("Page 1026 size:  200 x 102 pts"))
  }

  @Test("Equal calls give equal bytes and others another identifier")
  func equalCallsGiveEqualBytesAndOthersAnotherIdentifier() throws {
    let (one, two) = (try document(pages: 60), try document(pages: 60))
    #expect(one == two)
    var info = DocumentInfo()
    info.title = "other"
    func identifier(_ bytes: [UInt8]) -> String? {
      String(decoding: bytes, as: UTF8.self).components("/ID[<").last?.components(">").first
    }
    let other = try document(pages: 60, info: info)
    #expect(identifier(one)?.utf8.count == 32)
    #expect(identifier(one) != identifier(other))
  }

  @Test("Info and XMP say the same")
  func infoAndXMPSayTheSame() async throws {
    var info = DocumentInfo()
    info.title = "Tom & <Jerry> – Übersicht"
    info.author = "Zoë"
    info.subject = "a ]]> b"
    info.keywords = ["one", "two"]
    info.creator = "a program"
    info.producer = "Cameo"
    info.creationDate = PDFDate(secondsSince1970: 1_709_210_096)
    info.modificationDate = PDFDate("D:20240301102030+05'30")
    let directory = try TemporaryDirectory()
    let path = try directory.write(try document(pages: 1, info: info), to: "a.pdf")
    let judge = try await Tool.run("exiftool", ["-a", "-G1", "-s", "-PDF:all", "-XMP:all", path])
    let lines = Set(judge.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    for line in [
      "[PDF] Title : Tom & <Jerry> – Übersicht", "[XMP-dc] Title : Tom & <Jerry> – Übersicht", "[PDF] Author : Zoë",
      "[XMP-dc] Creator : Zoë", "[PDF] Subject : a ]]> b", "[XMP-dc] Description : a ]]> b",
      "[PDF] Keywords : one, two", "[XMP-dc] Subject : one, two", "[XMP-pdf] Keywords : one, two",
      "[PDF] Creator : a program", "[XMP-xmp] CreatorTool : a program", "[PDF] Producer : Cameo",
      "[XMP-pdf] Producer : Cameo", "[PDF] CreateDate : 2024:02:29 12:34:56Z",
      "[XMP-xmp] CreateDate : 2024:02:29 12:34:56Z", "[PDF] ModifyDate : 2024:03:01 10:20:30+05:30",
      "[XMP-xmp] ModifyDate : 2024:03:01 10:20:30+05:30",
    ] {
      #expect(lines.contains(line), "\(line) is not in\n\(judge.text)")
    }
  }

  @Test("Streams of unknown length are deflated on their way")
  func streamsOfUnknownLengthAreDeflatedOnTheirWay() async throws {
    let directory = try TemporaryDirectory()
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    // Bytes that deflate badly, so that the stream is longer than the buffer that waits for its length.
    var state: UInt32 = 1
    let noise = (0..<400_000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    var references: [PDFReference] = []
    for count in [0, 10, 400_000] {
      let reference = writer.reserve()
      try writer.writeStream([:], as: reference) { body throws(ImageError) in
        for start in stride(from: 0, to: count, by: 999) {
          try noise.withRawBytes { bytes throws(ImageError) in
            try body.append(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 999, count)]))
          }
        }
      }
      references.append(reference)
    }
    try writer.finish(catalog: ["Kept": .array(references.map { .reference($0) })])
    let path = try directory.write(sink.bytes, to: "a.pdf")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    for (reference, count) in zip(references, [0, 10, 400_000]) {
      let data = try await Tool.run("qpdf", ["--show-object=\(reference.number)", "--filtered-stream-data", path])
      #expect(data.output == Array(noise[..<count]))
    }
  }

  @Test("Equal contents are written once")
  func equalContentsAreWrittenOnce() throws {
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    let long = Array(String(repeating: "0 0 m 1 1 l S ", count: 50).utf8)
    let one = try writer.addShared([:], content: long)
    let after = writer.byteCount
    #expect(try writer.addShared([:], content: long) == one)
    #expect(writer.byteCount == after)
    #expect(try writer.addShared(["X": .integer(1)], content: long) != one)
  }

  @Test("The kind of sink makes no difference")
  func theKindOfSinkMakesNoDifference() throws {
    let directory = try TemporaryDirectory()
    let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let source = try FileByteSource(path: try directory.write(content, to: "content"))
    func write(to sink: any ByteSink, from source: any ByteSource) throws {
      let writer = PDFWriter(to: sink)
      _ = try writer.addStream([:], [.range(source, 10..<999_990), .bytes([1, 2, 3]), .range(source, 0..<5)])
      try writer.finish()
    }
    let file = try AtomicFile(path: directory.file("a.pdf"), names: TemporaryNames())
    try write(to: file, from: source)
    try file.commit()
    let memory = MemoryByteSink()
    try write(to: memory, from: MemoryByteSource(content))
    #expect(Fixtures.bytes(directory.file("a.pdf")) == memory.bytes)
  }

  @Test("A source that shrinks is an error")
  func aSourceThatShrinksIsAnError() throws {
    let writer = PDFWriter(to: MemoryByteSink())
    let source = MemoryByteSource([1, 2, 3])
    #expect(throws: ImageError.self) { _ = try writer.addStream([:], [.range(source, 0..<10)]) }
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
