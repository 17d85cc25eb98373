internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Sony's maker notes", .timed)
struct SonyTests {
  /// A note without a header, as cameras with interchangeable lenses write it, with one field more than those given.
  private func sample(_ model: String, make: String = "SONY", _ fields: [IFDField]) -> MakerNoteSample {
    MakerNoteSample(make, model, bigEndian: false) { place in
      try IFDWriter(bigEndian: false).directory(IFDTree(fields + [.short(0xB001, 340)]), at: UInt64(place)).bytes
    }
  }

  /// Sony's cipher: the third power of a byte modulo 249.
  private func enciphered(_ plain: [UInt8]) -> [UInt8] {
    plain.map { byte in byte < 249 ? UInt8(Int(byte) * Int(byte) * Int(byte) % 249) : byte }
  }

  private func block(_ size: Int, _ parts: (place: Int, bytes: [UInt8])...) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    for part in parts { bytes.replaceSubrange(part.place..<part.place + part.bytes.count, with: part.bytes) }
    return bytes
  }

  private func words(_ name: String, _ group: PropertyGroup) -> String? {
    group.properties.first { $0.name == name }?.readable
  }

  @Test(
    "LensSpec is a lens in eight bytes",
    arguments: [
      ([0x02, 0x00, 0x24, 0x00, 0x70, 0x28, 0x00, 0x00], "02 24 70 2.8 0 00", "FE 24-70mm F2.8"),
      ([0xC3, 0x00, 0x16, 0x00, 0x50, 0x35, 0x56, 0x00], "c3 16 50 3.5 5.6 00", "E PZ 16-50mm F3.5-5.6 OSS"),
      ([0x00, 0x00, 0x85, 0x00, 0x85, 0x14, 0x14, 0x04], "00 85 85 1.4 1.4 04", "85mm F1.4 ZA"),
      ([0x00, 0x05, 0x00, 0x05, 0x00, 0x80, 0xB0, 0x40], "00 500 500 8 11 40", "500mm F8-11 Reflex"),
      ([0, 0, 0, 0, 0, 0, 0, 0], "00 0 0 0 0 00", nil),
    ] as [([UInt8], String, String?)])
  func lensSpec(bytes: [UInt8], value: String, text: String?) async throws {
    let sample = sample("ILCE-7M3", [IFDField(0xB02A, .values(.byte, .unsigned(bytes.map { UInt64($0) })))])
    #expect(try sample.group()["LensSpec"] == .text(value))
    #expect(try words("LensSpec", sample.group()) == text)
    #expect(try await sample.agreements() == 2)
  }

  @Test("ISO settings are found by the version of their enciphered block", arguments: [(178, 1102), (164, 1185)])
  func iso(version: UInt8, place: Int) async throws {
    let plain = block(2000, (0, [version]), (place, [0, 0, 10, 0, 33]))
    let sample = sample("ILCE-7SM3", [ExifSamples.undefined(0x9401, enciphered(plain))])
    let group = try sample.group()
    #expect(group["ISOSetting"] == .text("Auto"))
    #expect(group["ISOAutoMin"] == .integer(80))
    #expect(group["ISOAutoMax"] == .integer(16_000))
    #expect(try await sample.agreements() == 4)
  }

  @Test("The temperatures count if the byte before says so", arguments: [true, false])
  func temperatures(isValid: Bool) async throws {
    let ambient = block(60, (2, [isValid ? 255 : 0, 0, 0xF6]))
    let camera = block(60, (4, [isValid ? 50 : 130, 31]))
    let sample = sample(
      "ILCE-6000",
      [0x9402: ambient, 0x9403: camera].sorted { $0.key < $1.key }
        .map { ExifSamples.undefined($0.key, enciphered($0.value)) })
    #expect(try sample.group()["AmbientTemperature"] == (isValid ? .integer(-10) : nil))
    #expect(try sample.group()["CameraTemperature"] == (isValid ? .integer(31) : nil))
    #expect(try await sample.agreements() >= 3)
  }

  /// The block of the places of focus points is not enciphered: 50 is not the third power of a small number.
  @Test("Places of focus points are read as they are")
  func focusPoints() async throws {
    let places: [UInt8] = [1, 2, 0x80, 2, 0xAC, 1, 50, 0, 60, 0, 70, 0, 80, 0]
    let sample = sample("ILCE-6500", [ExifSamples.undefined(0x202A, block(68, (0, places)))])
    let group = try sample.group()
    #expect(group["FocalPlaneAFPointArea"] == .array([.integer(640), .integer(428)]))
    #expect(group["FocalPlaneAFPointLocation2"] == .array([.integer(70), .integer(80)]))
    #expect(group["FocalPlaneAFPointLocation3"] == nil)
    #expect(try await sample.agreements() == 5)
  }

  /// Bits 0 and 9.
  @Test("Used focus points are the bits of ten bytes")
  func usedPoints() throws {
    let bytes = IFDField(0x2020, .values(.byte, .unsigned([1, 2, 0, 0, 0, 0, 0, 0, 0, 0])))
    #expect(try words("AFPointsUsed", sample("SLT-A77V", [bytes]).group()) == "Center, Far Right")
    #expect(try words("AFPointsUsed", sample("ILCA-77M2", [bytes]).group()) == "A5, B8")
  }

  @Test(
    "The firmware of the ILCE-9 changes the places in a block",
    arguments: [("ILCE-9 v4.10", 7), ("ILCE-9 v5.00", 5), ("ILCE-9 v6.00", 5)])
  func firmware(software: String, count: Int64) throws {
    let plain = block(600, (0x50, [5]), (0x58, [7]))
    func file(_ note: [UInt8]) throws -> [UInt8] {
      try ExifSamples.block(
        [.text(0x010F, "SONY"), .text(0x0110, "ILCE-9"), .text(0x0131, software)],
        exif: [ExifSamples.undefined(0x927C, note)], bigEndian: false)
    }
    func note(at place: Int) throws -> [UInt8] {
      try IFDWriter(bigEndian: false).directory(
        IFDTree([.long(0x0102, 2), ExifSamples.undefined(0x9050, enciphered(plain))]), at: UInt64(place)
      ).bytes
    }
    let marker = [UInt8](repeating: 0xA5, count: try note(at: 0).count)
    let block = try file(note(at: SampleExif.offset(of: marker, in: file(marker))))
    let group = try #require(
      ExifSamples.read(block, makerNotes: true).images.first?.properties["MakerNotes"])
    #expect(group["ShutterCount2"] == .integer(count))
  }

  /// The count is that of the pictures that were taken without flash.
  @Test("ShutterCount2 counts without a fired flash", arguments: [(128, true), (129, false)] as [(UInt8, Bool)])
  func flash(status: UInt8, isCounted: Bool) async throws {
    let plain = block(600, (57, [status]), (0x58, [9]))
    let sample = sample("ILCE-7RM2", [ExifSamples.undefined(0x9050, enciphered(plain))])
    #expect(try sample.group()["ShutterCount2"] == (isCounted ? .integer(9) : nil))
    #expect(try await sample.agreements() > 10)
  }

  /// A list of numbered blocks: 0x201 with the counters and 0x401.
  private func moreInfo(_ offsets: [UInt16]) -> [UInt8] {
    func little(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
    let head =
      little(2) + little(3000) + little(0x201) + little(Int(offsets[0])) + little(0x401) + little(Int(offsets[1]))
    return block(20_480, (0, head), (100 + 293, [0x2A, 1, 0, 0x55]), (1000 + 1102, [3, 0, 0, 0]))
  }

  /// 0x12A is 298; the highest byte is another value.
  @Test("MoreInfo is a list of numbered blocks")
  func moreInfo() async throws {
    let sample = sample("SLT-A55V", [ExifSamples.undefined(0x0020, moreInfo([100, 1000]))])
    #expect(try sample.group()["ShutterCount"] == .integer(298))
    #expect(try sample.group()["ShotNumberSincePowerUp"] == .integer(3))
    #expect(try await sample.agreements() == 4)
  }

  @Test(
    "Blocks of MoreInfo outside it, or in the same place, are left out",
    arguments: [[0xFFFF, 0xFFFE], [0, 0], [100, 101]] as [[UInt16]])
  func badMoreInfo(offsets: [UInt16]) throws {
    let group = try sample("SLT-A55V", [ExifSamples.undefined(0x0020, moreInfo(offsets))]).group()
    #expect(group["ShutterCount"] == nil)
  }

  @Test("Blocks that are cut anywhere are read as far as they go", arguments: [0, 1, 3, 4, 5, 57, 300])
  func cut(count: Int) throws {
    let tags: [UInt16] = [
      0x0020, 0x1003, 0x2010, 0x202A, 0x202F, 0x3000, 0x9050, 0x9400, 0x9401, 0x9402, 0x9404, 0xB02A,
    ]
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 1) }
    let fields = tags.map { ExifSamples.undefined($0, bytes) }
    for model in ["ILCE-9", "SLT-A77", "ILCA-99M2", "DSC-HX300", "DSLR-A550"] {
      _ = try sample(model, fields + [.short(0xB041, 7)]).group()
      #expect(try sample(model, fields + [.short(0xB041, 7)]).group()["ExposureMode"] == .integer(7))
    }
  }

  /// 16-bit numbers have the other byte order in the A700: f/2.8, 24 to 70 mm.
  @Test("The blocks of the A700 are big-endian")
  func a700() async throws {
    let lens: [UInt8] = [0x00, 0x00, 0x00, 0x24, 0x28, 0x70, 0x04, 0x28]
    let sample = sample("DSLR-A700", [ExifSamples.undefined(0x0010, block(368, (0, lens), (30, [1, 2])))])
    #expect(try words("LensSpec", sample.group()) == "24-70mm F2.8 ZA")
    #expect(try words("AFStatusActiveSensor", sample.group()) == "Back Focus (+258)")
    #expect(try await sample.agreements() > 10)
  }

  /// 0x5E is the mount, 2 for E, and 0x60 the lens. The mount in the block before is unknown.
  @Test("The lens is that of the mount in the same block")
  func lensMount() async throws {
    let first = block(6_200, (6130, [0]))
    let second = block(200, (0, [0xA3]), (16, [1, 0, 100, 0]), (0x5E, [2, 0, 0x35, 0x80]))
    let sample = sample(
      "ILCE-7M3", [ExifSamples.undefined(0x2010, enciphered(first)), ExifSamples.undefined(0x9405, enciphered(second))])
    #expect(try words("LensType2", sample.group()) == "Sony FE 24-70mm F2.8 GM")
    #expect(try await sample.agreements() > 20)
  }

  @Test("The white balance in the first fields counts")
  func whiteBalance() async throws {
    let sample = sample("DSC-RX100", [.long(0x0115, 16), .short(0xB054, 5)])
    #expect(try words("WhiteBalance", sample.group()) == "Daylight")
    #expect(try await sample.agreements() == 2)
  }

  @Test(
    "The group and the picture's number of a pixel shift",
    arguments: [
      ([0, 0, 0, 0, 0, 0], "00000000 0 0 0x0", "n/a"),
      // 1 << 17 | 2 << 12 | 3 << 6 | 4, and 1 << 22.
      ([0xC4, 0x20, 0x42, 0x00, 2, 4], "01020304 2 4 0x1", "Group 01020304, Shot 2/4 (0x1)"),
      ([0xC4, 0x20, 0x02, 0x00, 0, 16], "01020304 0 16 0x0", "Group 01020304, Composed 16-shot (0x0)"),
    ] as [([UInt8], String, String)])
  func pixelShift(bytes: [UInt8], value: String, text: String) async throws {
    let sample = sample("ILCE-7RM4", [ExifSamples.undefined(0x202F, bytes)])
    #expect(try sample.group()["PixelShiftInfo"] == .text(value))
    #expect(try words("PixelShiftInfo", sample.group()) == text)
    #expect(try await sample.agreements() == 2)
  }

  @Test("Hasselblad's versions of Sony's cameras are Sony's", arguments: ["Lunar", "Stellar", "HV"])
  func hasselblad(model: String) async throws {
    let sample = sample(model, make: "HASSELBLAD", [.long(0x0102, 2), .short(0xB041, 7)])
    #expect(try sample.group()["Maker"] == .text("Sony"))
    #expect(try await sample.agreements() == 3)
  }
}
