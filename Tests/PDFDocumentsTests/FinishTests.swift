internal import ByteStreams
internal import ImageModel
internal import PDFDocuments
internal import PDFWriting
internal import TestKit
internal import Testing

@Suite(.timed) struct FinishTests {
  private static func source() throws -> [UInt8] { try imported(try HandMadePDF.pages(3).file()) }

  private static func finished(
    _ bytes: [UInt8], encryption: PDFEncryption? = nil, linearize: Bool = false
  ) throws -> [UInt8] {
    let sink = MemoryByteSink()
    try PDFFinishing.encryptAndLinearize(
      from: MemoryByteSource(bytes), to: sink, encryption: encryption, linearize: linearize, limits: .standard)
    return sink.bytes
  }

  @Test("Linearized files are valid and the same each time")
  func linearizedFilesAreValidAndTheSameEachTime() async throws {
    let bytes = try Self.finished(try Self.source(), linearize: true)
    #expect(try Self.finished(try Self.source(), linearize: true) == bytes)
    let result = try PDFJudge(bytes)
    #expect(try await result.complaint() == nil)
    let check = try await result.qpdf("--check-linearization")
    #expect(check.status == 0 && check.text.contains("no linearization errors"), "\(check)")
    #expect(try await result.info().contains("Optimized:       yes"))
    #expect(try await result.text().contains("Page 3"))
  }

  /// A destructor of qpdf writes the rest of an encrypted stream. No exception may be thrown in it.
  @Test("A full disk is an error", arguments: [false, true], [false, true])
  func aFullDiskIsAnError(
    encrypts: Bool, linearizes: Bool
  ) throws {
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    var random = SeededRandom(seed: 0xF111)
    for _ in 0..<3 {
      let content = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try writer.addPage([
        "MediaBox": .array([.integer(0), .integer(0), .integer(9), .integer(9)]),
        "Contents": .reference(try writer.addShared([:], content: content)),
      ])
    }
    try writer.finish()
    let encryption = encrypts ? PDFEncryption(userPassword: "", ownerPassword: "owner") : nil
    for room in [0, 1, 100_000, 262_144, 300_000, 524_288, 600_000] {
      let error = #expect(throws: ImageError.self) {
        try PDFFinishing.encryptAndLinearize(
          from: MemoryByteSource(sink.bytes), to: FullSink(room: room), encryption: encryption, linearize: linearizes,
          limits: .standard)
      }
      #expect(error?.kind == .io && error?.message == "no room", "\(room)")
    }
  }

  /// qpdf keeps some three kilobytes for each page.
  @Test("Many pages are an error within the memory", arguments: [false, true])
  func manyPagesAreAnErrorWithinTheMemory(
    linearizes: Bool
  ) throws {
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    for _ in 0..<20_000 {
      _ = try writer.addPage(["MediaBox": .array([.integer(0), .integer(0), .integer(9), .integer(9)])])
    }
    try writer.finish()
    var limits = Limits.standard
    limits.maxMemory = 8 << 20
    let error = #expect(throws: ImageError.self) {
      try PDFFinishing.encryptAndLinearize(
        from: MemoryByteSource(sink.bytes), to: MemoryByteSink(),
        encryption: linearizes ? nil : PDFEncryption(userPassword: "", ownerPassword: "owner"), linearize: linearizes,
        limits: limits)
    }
    #expect(error?.limit?.option == "--max-memory")
  }

  /// For linearization qpdf follows the chain of an outline's entries by recursion.
  @Test("Long outlines are linearized")
  func longOutlinesAreLinearized() async throws {
    let count = 30_000
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    let page = try writer.addPage(["MediaBox": .array([.integer(0), .integer(0), .integer(9), .integer(9)])])
    let root = writer.reserve()
    let entries = (0..<count).map { _ in writer.reserve() }
    for (index, entry) in entries.enumerated() {
      var item: PDFDictionary = [
        "Title": .text("\(index)"), "Parent": .reference(root), "Dest": .array([.reference(page), .name("Fit")]),
      ]
      if index > 0 { item["Prev"] = .reference(entries[index - 1]) }
      if index + 1 < count { item["Next"] = .reference(entries[index + 1]) }
      try writer.write(.dictionary(item), as: entry)
    }
    try writer.write(
      .dictionary(["First": .reference(entries[0]), "Last": .reference(entries[count - 1]), "Count": .integer(count)]),
      as: root)
    try writer.finish(catalog: ["Outlines": .reference(root)])
    let result = try PDFJudge(try Self.finished(sink.bytes, linearize: true))
    #expect(try await result.info().contains("Optimized:       yes"))
    // The limit is checked against what the whole process allocates, other tests included.
    var limits = Limits.standard
    limits.maxMemory = 8 << 30
    let again = try PDFFile(path: result.path, limits: limits)
    #expect(try again.outline().count == count)
  }

  /// The same with entries deep in arrays, in object streams, as an imported page may have them.
  @Test("Deep chains are linearized")
  func deepChainsAreLinearized() async throws {
    let sink = MemoryByteSink()
    let writer = PDFWriter(to: sink)
    let links = (0..<3_000).map { _ in writer.reserve() }
    for (index, link) in links.enumerated() {
      var value: PDFObject = index + 1 < links.count ? .reference(links[index + 1]) : .null
      for _ in 0..<60 { value = .array([value]) }
      try writer.write(value, as: link)
    }
    _ = try writer.addPage([
      "MediaBox": .array([.integer(0), .integer(0), .integer(9), .integer(9)]), "VP": .reference(links[0]),
    ])
    try writer.finish()
    let result = try PDFJudge(try Self.finished(sink.bytes, linearize: true))
    #expect(try await result.info().contains("Optimized:       yes"))
  }

  @Test("A password is needed", arguments: [false, true])
  func aPasswordIsNeeded(linearize: Bool) async throws {
    let encryption = PDFEncryption(
      userPassword: "öffne", ownerPassword: "owner", permissions: [.lowQualityPrinting, .contentAccessibility])
    let bytes = try Self.finished(try Self.source(), encryption: encryption, linearize: linearize)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Page 1"))
    let result = try PDFJudge(bytes)
    #expect(try await result.complaint() != nil)
    #expect(try await result.complaint(password: "öffne") == nil)
    let shown = try await result.qpdf("--password=öffne", "--show-encryption").text
    for line in [
      "R = 6", "Supplied password is user password", "extract for any purpose: not allowed",
      "print low resolution: allowed", "print high resolution: not allowed", "modify annotations: not allowed",
      "modify other: not allowed", "modify document assembly: not allowed", "modify forms: not allowed",
      "stream encryption method: AESv3",
    ] {
      #expect(shown.contains(line), "\(line) in \(shown)")
    }
    #expect(
      try await result.qpdf("--password=owner", "--show-encryption").text.contains(
        "Supplied password is owner password"))
    #expect(try await result.text("-upw", "öffne").contains("Page 2"))
    #expect(try await Tool.run("pdftotext", [result.path, "-"]).status != 0)

    func open(_ password: String?) throws -> PDFFile {
      try PDFFile(bytes: bytes, name: "x.pdf", password: password, limits: .standard)
    }
    #expect(throws: ImageError(.unsupported, "is encrypted and needs a password")) { try open(nil) }
    #expect(throws: ImageError(.unsupported, "is encrypted, and the password does not open it")) { try open("open") }
    let asUser = try open("öffne")
    #expect(asUser.isEncrypted)
    #expect(asUser.permissions == [.lowQualityPrinting, .contentAccessibility])
    #expect(try open("owner").permissions == .all)
    // Imported objects are decrypted.
    let copy = try PDFJudge(try imported(asUser))
    #expect(try await copy.complaint() == nil)
    #expect(try await copy.text().contains("Page 3"))
  }

  @Test("Files of older encryption are read", arguments: ["40", "128", "256"])
  func filesOfOlderEncryptionAreRead(
    bits: String
  ) async throws {
    let plain = try PDFJudge(HandMadePDF.pages(2).bytes)
    let path = plain.directory.file("enc.pdf")
    let made = try await Tool.run(
      "qpdf", ["--allow-weak-crypto", "--encrypt", "caf\u{E9}", "owner", bits, "--", plain.path, path])
    #expect(made.status == 0 || made.status == 3, "\(made.errors)")
    let file = try PDFFile(path: path, password: "caf\u{E9}", limits: .standard)
    let copy = try PDFJudge(try imported(file))
    #expect(try await copy.complaint() == nil)
    #expect(try await copy.text().contains("Page 2"))
    #expect(throws: ImageError(.unsupported, "is encrypted and needs a password", path: path)) {
      try PDFFile(path: path, limits: .standard)
    }
  }

  @Test("A document with only an owner password can be read")
  func aDocumentWithOnlyAnOwnerPasswordCanBeRead() async throws {
    let encryption = PDFEncryption(ownerPassword: "o", permissions: [.contentCopying, .contentAccessibility])
    let result = try PDFJudge(try Self.finished(try Self.source(), encryption: encryption))
    #expect(try await result.complaint() == nil)
    #expect(try await result.qpdf("--show-encryption").text.contains("print low resolution: not allowed"))
  }

  @Test("Passwords that would not protect are refused")
  func passwordsThatWouldNotProtectAreRefused() {
    for encryption in [
      PDFEncryption(), PDFEncryption(userPassword: "a", permissions: []),
      PDFEncryption(userPassword: "a", ownerPassword: "a", permissions: []),
      PDFEncryption(userPassword: String(repeating: "x", count: 128)), PDFEncryption(userPassword: "a\0b"),
    ] {
      #expect(throws: ImageError.self) { try encryption.check() }
    }
    #expect(throws: Never.self) { try PDFEncryption(userPassword: "a").check() }
  }
}

/// A sink that fails after `room` bytes.
private final class FullSink: ByteSink {
  private let memory = MemoryByteSink()
  private let room: Int

  init(room: Int) { self.room = room }

  var size: UInt64 { memory.size }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    guard Int(offset) + bytes.count <= room else { throw ImageError(.io, "no room") }
    try memory.write(bytes, at: offset)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    try memory.read(into: buffer, at: offset)
  }
}
