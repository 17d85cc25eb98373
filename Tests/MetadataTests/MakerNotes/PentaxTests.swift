internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Pentax's maker notes", .timed)
struct PentaxTests {
  private func sample(
    _ fields: [IFDField], make: String = "PENTAX", model: String = "PENTAX K10D", header: String = "PENTAX \0MM",
    bigEndian: Bool = true
  ) -> MakerNoteSample {
    MakerNoteSample(make, model, bigEndian: bigEndian) { place in
      let start = header.utf8.count
      let isOwnBase = !header.hasPrefix("AOC")
      return try Array(header.utf8)
        + IFDWriter(bigEndian: true).directory(IFDTree(fields), at: UInt64(isOwnBase ? start : place + start)).bytes
    }
  }

  private var date: [IFDField] {
    [ExifSamples.undefined(6, [0x07, 0xD9, 10, 11]), ExifSamples.undefined(7, [12, 13, 14])]
  }

  /// Offsets count from the note, or from the TIFF header after "AOC". DNG converters leave a wrong byte-order mark.
  @Test(
    "All headers are understood",
    arguments: ["PENTAX \0MM", "PENTAX \0II", "AOC\0MM", "AOC\0\0\0", "AOC\0II", "RICOH\0MM", "RICOH\0II"])
  func headers(header: String) throws {
    let group = try sample(date + [.short(8, 1), .text(0x229, "12345678")], header: header).group()
    #expect(group["Maker"] == .text("Pentax"))
    #expect(group["Date"] == .text("2009:10:11"))
    #expect(group["Time"] == .text("12:13:14"))
    #expect(group.properties.first { $0.name == "Quality" }?.readable == "Better")
    #expect(group["SerialNumber"] == .text("12345678"))
  }

  /// 0x07D90A0B is the date, 0x0C0D0E00 the time.
  @Test("The shutter count is decrypted with date and time")
  func shutterCount() throws {
    let stored: UInt32 = 4711 ^ 0x07D9_0A0B ^ ~0x0C0D_0E00
    let field = ExifSamples.undefined(0x5D, stored.bigEndianBytes)
    #expect(try sample(date + [field]).group()["ShutterCount"] == .integer(4711))
    #expect(try sample([field]).group()["ShutterCount"] == nil)
  }

  /// Series 4 and lens 24; newer blocks have flags in the high bits of the series, and a 16-bit number.
  @Test("Lenses have two numbers")
  func lenses() throws {
    let old = ExifSamples.undefined(0x3F, [4, 24, 0, 0])
    var block = [UInt8](repeating: 0, count: 91)
    block.replaceSubrange(1..<5, with: [0x84, 0, 0, 24])
    for field in [old, ExifSamples.undefined(0x207, block)] {
      let lens = try sample([field], model: "PENTAX K-5").group().properties.first { $0.name == "LensType" }
      #expect(lens?.value == .array([.integer(4), .integer(24)]))
      #expect(lens?.readable == "smc PENTAX-FA 77mm F1.8 Limited")
    }
  }

  /// The data of the lens begin at byte 4. Its first byte says 22 as the smallest aperture.
  @Test("Data of a lens that are cut short are read as far as they go")
  func shortLens() throws {
    let block: [UInt8] = [4, 0, 0, 24, 0, 0, 0, 0x40]
    let group = try sample([ExifSamples.undefined(0x207, block)], model: "PENTAX K10D").group()
    #expect(group.properties.first { $0.name == "MinAperture" }?.readable == "22")
    #expect(group.properties.first { $0.name == "MinFocusDistance" }?.readable == "0.7 m")
    #expect(group["LensFocalLength"] == nil)
  }

  @Test("As many faces are listed as there are")
  func faces() throws {
    let places = IFDField(0x227, .values(.short, .unsigned([10, 20, 30, 40, 50, 60])))
    func faces(_ count: UInt64) throws -> [PropertyValue?] {
      let detected = IFDField(0x76, .values(.short, .unsigned([16, count])))
      let group = try sample([detected, places]).group()
      return (1...4).map { group["Face\($0)Position"] }
    }
    let all = [(10, 20), (30, 40), (50, 60)].map { PropertyValue.array([.integer($0.0), .integer($0.1)]) }
    #expect(try faces(0) == [nil, nil, nil, nil])
    #expect(try faces(2) == [all[0], all[1], nil, nil])
    #expect(try faces(60_000) == all + [nil])
  }

  @Test("A negative number of faces lists none")
  func negativeFaces() throws {
    let detected = IFDField(0x76, .values(.signedLong, .signed([16, -1])))
    let group = try sample([detected, IFDField(0x227, .values(.short, .unsigned([10, 20])))]).group()
    #expect(group["Face1Position"] == nil)
  }

  @Test("Each number of a mode has its words")
  func modes() throws {
    let drive = IFDField(0x34, .values(.byte, .unsigned([1, 16, 2, 8])))
    let picture = IFDField(0x33, .values(.byte, .unsigned([5, 0, 1])))
    let group = try sample([drive, picture]).group()
    func words(_ name: String) -> String? { group.properties.first { $0.name == name }?.readable }
    #expect(words("DriveMode") == "Continuous; Mirror Lock-up; Remote Control; Interval Shooting")
    #expect(words("PictureMode") == "Aperture Priority; 1/3 EV steps")
  }

  @Test("The text notes of the Optio E20 give the firmware's version")
  func text() throws {
    let note = Array("100 Color: 3\nF/W Version: 1.02 \nSerial: 5\n\0\0".utf8)
    #expect(try MakerNoteSample("PENTAX", "PENTAX Optio E20", note).group()["FirmwareVersion"] == .text("1.02 "))
  }

  /// The sizes of the blocks, which decide how they are read, for models that differ.
  @Test(
    "Blocks of any bytes have ExifTool's values",
    arguments: [
      ("PENTAX Corporation", "PENTAX *ist DS"), ("PENTAX", "PENTAX K10D"), ("PENTAX", "PENTAX K-5"),
      ("PENTAX", "PENTAX Q10"), ("PENTAX", "PENTAX 645D"), ("RICOH IMAGING COMPANY, LTD.", "PENTAX K-3 II"),
      ("RICOH IMAGING COMPANY, LTD.", "PENTAX K-1"), ("SAMSUNG TECHWIN Co.", "GX20"),
    ])
  func blocks(make: String, model: String) async throws {
    var random = SeededRandom(seed: 18)
    let sizes: [UInt16: [Int]] = [
      0x3F: [4], 0x5C: [4, 2], 0x60: [4], 0x6B: [4], 0x7D: [4], 0x205: [16, 23], 0x206: [14, 20, 21, 24, 25, 48],
      0x207: [36, 69, 80, 90, 91, 128], 0x208: [27], 0x215: [20], 0x216: [6, 8, 14], 0x21F: [12, 520], 0x221: [138],
      0x222: [18], 0x224: [2], 0x226: [4], 0x227: [128], 0x228: [128], 0x22A: [345], 0x22B: [8], 0x22D: [100],
      0x243: [1], 0x245: [20], 0x3FF: [48],
    ]
    let words: [UInt16: Int] = [
      0x0C: 2, 0x0E: 2, 0x16: 2, 0x18: 1, 0x1B: 1, 0x35: 2, 0x40: 1, 0x76: 2, 0x200: 4, 0x203: 9,
    ]
    var count = 0
    for round in 0..<6 {
      var fields = date
      for (tag, choices) in sizes.sorted(by: { $0.key < $1.key }) {
        let size = choices[round % choices.count]
        // No byte is a letter, because directories often give texts the type of plain bytes.
        fields.append(
          ExifSamples.undefined(tag, (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) | 0x80 }))
      }
      for tag: UInt16 in [0x27, 0x28, 0x53, 0x5D] {
        fields.append(ExifSamples.undefined(tag, (0..<4).map { _ in UInt8(truncatingIfNeeded: random.next()) | 0x80 }))
      }
      for (tag, size) in words.sorted(by: { $0.key < $1.key }) {
        let limit: UInt64 = round < 3 ? 32 : 0x10000
        fields.append(IFDField(tag, .values(.short, .unsigned((0..<size).map { _ in random.next() % limit }))))
      }
      fields.sort { $0.tag < $1.tag }
      count += try await sample(fields, make: make, model: model).agreements()
    }
    #expect(count > 1_100)
  }
}
