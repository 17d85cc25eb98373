internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGCodec
internal import TestKit
internal import Testing

@Suite(.timed) struct JPEGDamageTests {
  /// A file that is cut short is delivered as libjpeg's own program delivers it, with a warning.
  @Test(
    "The intact part of a file is delivered",
    arguments: ["photo_landscape_420", "photo_landscape_progressive", "restart_each_row", "gray"], [3, 6, 9, 12, 15])
  func whatIsLeftOfAFileIsDelivered(_ name: String, _ sixteenths: Int) async throws {
    let file = JPEGSupport.fixture("valid/\(name).jpg")
    let cut = Array(file[..<(file.count * sixteenths / 16)])
    let peer = try await Tool.run("djpeg", ["-pnm"], input: cut)
    guard !peer.output.isEmpty else {
      #expect(throws: ImageError.self) { try JPEGSupport.decode(cut) }
      return
    }
    // After the header of a portable map: without any data, libjpeg makes a grey picture.
    guard Set(peer.output.dropFirst(20)).count > 1 else {
      #expect(throws: Self.noBlocks) { try JPEGSupport.decode(cut) }
      return
    }
    let decoded = try JPEGSupport.decode(cut)
    #expect(decoded.portableMap == peer.output)
    #expect(decoded.diagnostics.contains { $0.severity == .warning && $0.message.contains("without an end marker") })
  }

  private static let noBlocks = ImageError(
    .invalidData, "the file ends before the first blocks of the picture", format: "JPEG")

  /// The pictures have one row of blocks or several, one MCU or several, and one scan or several. With an end marker
  /// after the cut, the input does not end early.
  @Test(
    "A picture that ends within its first blocks is an error, in each size",
    arguments: [
      "size_1x1_gray", "size_16x16", "size_17x13", "size_17x13_progressive", "gray_progressive", "restart_each_row",
      "scans_one_per_component", "photo_landscape_420", "photo_landscape_progressive",
    ])
  func noBlockIsLeft(_ name: String) throws {
    let file = JPEGSupport.fixture("valid/\(name).jpg")
    let scan = try #require(file.indices.dropLast(4).first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let start = scan + 2 + Int(file[scan + 2]) << 8 + Int(file[scan + 3])
    for scale in [nil, PixelSize(width: 1, height: 1)] {
      for cut in [file[..<start], file[..<(start + 1)], file[..<start] + [0xFF, 0xD9]] {
        #expect(throws: Self.noBlocks) { try JPEGSupport.decode(Array(cut), minimumSize: scale) }
      }
    }
  }

  /// Two MCUs beside each other: the first one is 16 pixels wide.
  @Test("Of a picture with one row of blocks, a part is delivered")
  func partOfTheOnlyRow() throws {
    let file = JPEGSupport.fixture("valid/size_17x13.jpg")
    let whole = try JPEGSupport.decode(file)
    let cut = try JPEGSupport.decode(Array(file.dropLast(39)))
    #expect(cut.pixels.prefix(3 * 15) == whole.pixels.prefix(3 * 15))
    #expect(cut.pixels != whole.pixels)
    #expect(cut.diagnostics.contains(.warning("the file ends without an end marker; 0 of 13 rows are whole")))
  }

  /// Cut in each table or scan header after the first scan; djpeg reads what comes before it.
  @Test("Of a progressive file that ends between two scans the scans before it are shown")
  func aFileThatEndsBetweenScans() async throws {
    let file = JPEGSupport.fixture("valid/photo_landscape_progressive.jpg")
    // In the data of a scan a byte 0 follows each 0xFF.
    let segments = file.indices.dropLast(4).filter {
      file[$0] == 0xFF && (file[$0 + 1] == 0xC4 || file[$0 + 1] == 0xDA)
    }
    let firstScan = try #require(segments.first { file[$0 + 1] == 0xDA })
    let later = segments.filter { $0 > firstScan }
    try #require(later.count > 4)
    for segment in later {
      let decoded = try JPEGSupport.decode(Array(file[..<(segment + 5)]))
      let peer = try await Tool.run("djpeg", ["-pnm"], input: Array(file[..<segment]) + [0xFF, 0xD9])
      #expect(decoded.portableMap == peer.output, "\(segment)")
      #expect(decoded.diagnostics.contains { $0.severity == .warning }, "\(segment)")
    }
  }

  /// A table with an impossible class, and a scan of a component that does not exist.
  @Test("Damage between two scans leaves the scans before it", arguments: [UInt8(0xC4), 0xDA])
  func damageBetweenScans(_ marker: UInt8) async throws {
    var file = JPEGSupport.fixture("valid/photo_landscape_progressive.jpg")
    let scans = file.indices.dropLast(4).filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    let segment = try #require(
      file.indices.dropLast(4).first { $0 > scans[0] && file[$0] == 0xFF && file[$0 + 1] == marker })
    file[segment + (marker == 0xC4 ? 4 : 5)] = 0xFF
    let decoded = try JPEGSupport.decode(file)
    let peer = try await Tool.run("djpeg", ["-pnm"], input: Array(file[..<segment]) + [0xFF, 0xD9])
    #expect(decoded.portableMap == peer.output)
    #expect(decoded.diagnostics.contains { $0.severity == .warning && !$0.message.isEmpty })
  }

  /// The second frame header has other components, another size or another kind of compression. The scans before it are
  /// not shown, because libjpeg has forgotten what they are like; djpeg refuses such a file, too.
  @Test(
    "A second frame header between two scans is an error",
    arguments: [(UInt8(0xC2), UInt16(64), UInt8(10)), (0xC2, 64, 1), (0xC2, 65_000, 3), (0xC0, 64, 3)])
  func aSecondFrameHeader(_ marker: UInt8, _ side: UInt16, _ components: UInt8) async throws {
    var file = JPEGSupport.fixture("valid/ycbcr_420_progressive.jpg")
    let scans = file.indices.dropLast(4).filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    let segment = try #require(
      file.indices.dropLast(4).first { $0 > scans[0] && file[$0] == 0xFF && [0xC4, 0xDA].contains(file[$0 + 1]) })
    var frame: [UInt8] = [8]
    frame += side.bigEndianBytes + side.bigEndianBytes + [components]
    for number in 1...components { frame += [number, 0x11, 0] }
    file.insert(contentsOf: JPEGSupport.segment(marker, frame), at: segment)
    let peer = try await Tool.run("djpeg", ["-pnm"], input: file)
    try #require(peer.output.isEmpty && peer.errors.contains("two SOF markers"), "\(peer.errors)")
    #expect(throws: ImageError(.invalidData, "there are two frame headers", format: "JPEG")) {
      try JPEGSupport.decode(file)
    }
  }

  /// The warning says how many rows are whole: those above the first difference from the undamaged picture, in whole
  /// rows of blocks (4:2:0: 16 pixels).
  @Test("The warning says how many rows are whole")
  func theWarningSaysHowManyRowsAreWhole() throws {
    let file = JPEGSupport.fixture("valid/photo_landscape_420.jpg")
    let whole = try JPEGSupport.decode(file)
    let cut = try JPEGSupport.decode(Array(file[..<(file.count / 2)]))
    let rowLength = whole.layout.bytesPerRow
    let first = try #require(zip(whole.pixels, cut.pixels).enumerated().first { $1.0 != $1.1 }?.offset) / rowLength
    // Chroma is interpolated over the border between rows of blocks: the row above it may differ as well.
    let rows = (first + 1) / 16 * 16
    #expect(
      cut.diagnostics.contains(.warning("the file ends without an end marker; \(rows) of 768 rows are whole")),
      "\(cut.diagnostics)")
  }

  /// The rows below the first scan's end are grey: they have one value.
  @Test("Of a progressive file that ends in its first scan, the warning says how many rows there are")
  func theWarningSaysHowManyRowsOfAProgressiveFileThereAre() throws {
    let file = JPEGSupport.fixture("valid/photo_landscape_progressive.jpg")
    let scans = file.indices.dropLast(4).filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    let cut = try JPEGSupport.decode(Array(file[..<((scans[0] + scans[1]) / 2)]))
    let rowLength = cut.layout.bytesPerRow
    let height = cut.pixels.count / rowLength
    let last = try #require(cut.pixels.last)
    let grey = cut.pixels.reversed().prefix { $0 == last }.count / rowLength
    let warning = try #require(cut.diagnostics.first { $0.message.hasSuffix(" rows are there, without detail") })
    let number = warning.message.split(separator: " ").compactMap { Int($0) }
    // The row of blocks in which the data ends is partly there, and libjpeg smooths two more; each has 16 rows.
    try #require(number.count == 2 && number[1] == height, "\(warning)")
    #expect(number[0] > 0 && (height - grey - 48...height - grey).contains(number[0]), "\(warning) \(grey)")
  }

  /// djpeg says "Corrupt JPEG data: ..." about this file. The warning says what is wrong, not in libjpeg's words.
  @Test("The first warning is kept in our words")
  func theFirstWarningIsKeptInOurWords() async throws {
    let file = JPEGSupport.fixture("broken/zeros_in_scan.jpg")
    let decoded = try JPEGSupport.decode(file)
    #expect(decoded.rows == decoded.layout.size.height)
    let peer = try await Tool.run("djpeg", [], input: file).errors
    try #require(peer.contains("premature end of data segment"), "\(peer)")
    let messages = decoded.diagnostics.map(\.message)
    #expect(messages.contains { $0.hasPrefix("a part of the picture's data is missing") }, "\(messages)")
  }

  @Test(
    "What is not supported is named",
    arguments: [
      ("twelve_bits", "12-bit samples"), ("lossless", "lossless compression (SOF3)"),
      ("differential", "hierarchical compression (SOF5)"), ("jpeg_ls", "JPEG-LS compression"),
    ])
  func whatIsNotSupportedIsNamed(_ name: String, _ what: String) throws {
    #expect(throws: ImageError(.unsupported, what, format: "JPEG")) {
      try JPEGSupport.decode(JPEGSupport.fixture("broken/\(name).jpg"))
    }
  }

  @Test("Two components are not supported")
  func twoComponentsAreNotSupported() throws {
    var file = JPEGSupport.fixture("valid/gray.jpg")
    let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
    file.replaceSubrange(
      frame..<(frame + 13), with: JPEGSupport.segment(0xC0, [8, 0, 45, 0, 67, 2, 1, 17, 0, 2, 17, 0]))
    #expect(throws: ImageError(.unsupported, "2 components", format: "JPEG")) { try JPEGSupport.decode(file) }
  }

  private func limitName(_ file: [UInt8], minimumSize: PixelSize? = nil, _ change: (inout Limits) -> Void) -> String? {
    var limits = Limits()
    change(&limits)
    do throws(ImageError) {
      _ = try JPEGSupport.decode(file, minimumSize: minimumSize, limits: limits)
      return nil
    } catch {
      #expect(error.kind == .limitExceeded)
      return error.limit?.name
    }
  }

  /// A three-component progressive file of cjpeg has ten scans.
  @Test("Scans are limited")
  func scansAreLimited() {
    let file = JPEGSupport.fixture("valid/ycbcr_420_progressive.jpg")
    #expect(limitName(file) { $0.maxScans = 9 } == "max-scans")
    #expect(limitName(file, minimumSize: PixelSize(width: 1, height: 1)) { $0.maxScans = 9 } == "max-scans")
    #expect(limitName(file) { $0.maxScans = 10 } == nil)
  }

  @Test("The size is limited")
  func theSizeIsLimited() {
    let file = JPEGSupport.fixture("valid/ycbcr_420.jpg")
    #expect(limitName(file) { $0.maxPixels = 67 * 45 - 1 } == "max-pixels")
    #expect(limitName(file) { $0.maxAxis = 66 } == "max-axis")
    #expect(limitName(file) { $0.maxPixels = 67 * 45 } == nil)
  }

  /// 1,024 x 683 in 4:2:0 has 64 x 43 MCUs of six blocks of 128 bytes. Sequential files keep no coefficients.
  @Test("Coefficient memory is limited")
  func coefficientMemoryIsLimited() {
    let progressive = JPEGSupport.fixture("valid/photo_landscape_progressive.jpg")
    #expect(limitName(progressive) { $0.maxMemory = 64 * 43 * 6 * 128 - 1 } == "max-memory")
    #expect(limitName(JPEGSupport.fixture("valid/photo_landscape_420.jpg")) { $0.maxMemory = 1 << 20 } == nil)
  }

  /// 150 rows of blocks with one damaged place each: all rows are delivered as djpeg delivers them.
  @Test("Damage in many rows does not end decoding", arguments: [[], ["-progressive"]])
  func damageInManyRowsDoesNotEndDecoding(_ options: [String]) async throws {
    let picture = Array("P5 64 1200 255\n".utf8) + JPEGSupport.noise(64 * 1_200, seed: 3)
    var file = try await Tool.run("cjpeg", ["-quality", "90", "-restart", "1"] + options, input: picture).output
    for marker in file.indices.dropLast() where file[marker] == 0xFF && (0xD0...0xD7).contains(file[marker + 1]) {
      // The other markers and segments stay as they are.
      for place in (marker + 3)..<min(marker + 12, file.count) {
        if file[place] == 0xFF { break }
        file[place] = 0x5A
      }
    }
    let peer = try await Tool.run("djpeg", ["-pnm"], input: file)
    let decoded = try JPEGSupport.decode(file)
    #expect(decoded.rows == 1_200)
    #expect(decoded.portableMap == peer.output)
    #expect(decoded.diagnostics.contains { $0.severity == .warning && $0.message.contains(" more faults)") })
  }

  /// Damage anywhere ends in a picture or an error, never in a trap.
  @Test(
    "Flipped bytes do no harm",
    arguments: ["everything", "arithmetic_progressive", "ycck_adobe_2", "restart_progressive", "xmp_extended"])
  func flippedBytesDoNoHarm(_ name: String) {
    let file = JPEGSupport.fixture("valid/\(name).jpg")
    let random = JPEGSupport.noise(40_000, seed: 7)
    var limits = Limits()
    limits.maxPixels = 4_000_000
    for round in 0..<150 {
      var damaged = file
      for flip in 0..<(1 + round % 8) {
        let place = round * 256 + flip * 8
        let value = Int(random[place]) << 16 | Int(random[place + 1]) << 8 | Int(random[place + 2])
        damaged[value % (round % 2 == 0 ? min(700, file.count) : file.count)] = random[place + 3]
      }
      do throws(ImageError) {
        let minimum = round % 3 == 0 ? PixelSize(width: 1, height: 1) : nil
        let decoded = try JPEGSupport.decode(damaged, minimumSize: minimum, limits: limits)
        #expect(decoded.rows <= decoded.layout.size.height)
      } catch {
        #expect([.invalidData, .unsupported, .limitExceeded].contains(error.kind), "\(error)")
      }
    }
  }
}
