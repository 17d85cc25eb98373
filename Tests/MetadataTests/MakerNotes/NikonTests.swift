internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Nikon's maker notes", .timed)
struct NikonTests {
  /// A note with a TIFF header of its own. The keys come after the encrypted fields, as in Nikon's files.
  private func sample(_ model: String, _ fields: [IFDField], hasKeys: Bool = true) throws -> MakerNoteSample {
    let keys: [IFDField] = hasKeys ? [.long(0xA7, 0)] : []
    let serial: [IFDField] = hasKeys ? [.text(0x1D, "256")] : []
    let writer = IFDWriter(bigEndian: false)
    let directory = try writer.directory(IFDTree(serial + fields + keys), at: 8).bytes
    let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    return MakerNoteSample(
      "NIKON CORPORATION", model, bigEndian: false, Array("Nikon\0\u{2}\u{10}\0\0".utf8) + header + directory)
  }

  /// Nikon's cipher for a serial number that ends in a zero byte and a count of 0. The first four bytes stay.
  private func encrypted(_ plain: [UInt8]) -> [UInt8] {
    var (sum, step): (UInt8, UInt8) = (0xA7, 0x60)
    var bytes = plain
    for index in bytes.indices.dropFirst(4) {
      sum = sum &+ 0xC1 &* step
      step = step &+ 1
      bytes[index] ^= sum
    }
    return bytes
  }

  /// A block whose numbers are little-endian.
  private func block(_ size: Int, _ parts: (place: Int, bytes: [UInt8])...) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    for part in parts { bytes.replaceSubrange(part.place..<part.place + part.bytes.count, with: part.bytes) }
    return bytes
  }

  private func little(_ number: UInt32) -> [UInt8] { number.bigEndianBytes.reversed() }

  /// 24 bytes, the last of which are the number of settings, then eight bytes for each.
  @Test(
    "Settings have a number each, and some depend on others or on the model", arguments: ["NIKON D850", "NIKON Z 6"])
  func settings(model: String) async throws {
    let values: [(UInt8, UInt8)] = [(0x1D, 2), (0x2F, 10), (0x59, 2), (0x5A, 1), (0x63, 5), (0xEE, 4)]
    let head = Array("0100".utf8) + little(1) + Array("0100".utf8) + little(2) + Array("0110".utf8)
    let bytes = head + little(UInt32(values.count)) + values.flatMap { [$0.0, 0, 0, 4] + little(UInt32($0.1)) }
    let sample = try sample(model, [ExifSamples.undefined(0x4E, bytes)])
    #expect(try await sample.agreements() >= 5)
    let group = try sample.group()
    #expect(group["FineTuneOptMatrixMetering"] == .decimal(0.5))
    #expect(group["AF-CPrioritySel"] == (model == "NIKON Z 6" ? .integer(2) : nil))
  }

  @Test("Settings that are cut short are read as far as they go", arguments: [0, 23, 24, 31])
  func shortSettings(size: Int) throws {
    let bytes = [UInt8](repeating: 0xFF, count: 24) + [0x63, 0, 0, 4, 5, 0, 0, 0]
    let group = try sample("NIKON D850", [ExifSamples.undefined(0x4E, Array(bytes.prefix(size)))]).group()
    #expect(group["Language"] == nil)
  }

  /// The levels of colour are where other versions have them only by chance.
  @Test("Of blocks in an unknown version only the version is shown", arguments: ["0219", "0227", "0403", "0800"])
  func unknownVersions(version: String) async throws {
    let block = Array(version.utf8) + (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let sample = try sample(
      "NIKON D7000", [ExifSamples.undefined(0x97, block), ExifSamples.undefined(0xA8, Array("0200".utf8) + [1, 2, 3])])
    let group = try sample.group()
    #expect(group["ColorBalanceVersion"] == .text(version))
    #expect(group["FlashInfoVersion"] == .text("0200"))
    #expect(group["WB_RGGBLevels"] == nil)
    #expect(try await sample.agreements() == 4)
  }

  @Test("The oldest ShotInfo is not encrypted")
  func plainShotInfo() async throws {
    let sample = try sample("NIKON D70", [ExifSamples.undefined(0x91, Array("0103".utf8) + [1, 2, 3, 4])])
    #expect(try sample.group()["ShotInfoVersion"] == .text("0103"))
    #expect(try await sample.agreements() == 3)
    let compact = try self.sample(
      "COOLPIX P6000", [ExifSamples.undefined(0x91, Array("0103".utf8) + [UInt8](repeating: 0, count: 12) + [1])])
    #expect(try compact.group()["DistortionControl"] == .integer(1))
    #expect(try await compact.agreements() == 4)
    let damaged = try self.sample("NIKON D70", [ExifSamples.undefined(0x91, Array("1\0?3".utf8) + [1, 2, 3, 4])])
    #expect(try damaged.group()["ShotInfoVersion"] == nil)
  }

  /// 2018 is 0x07E2.
  @Test("The time when the camera was turned on, and how pictures were retouched")
  func powerUp() async throws {
    let sample = try sample(
      "NIKON D500",
      [
        ExifSamples.undefined(0xB6, [0xE2, 7, 3, 19, 0, 55, 51, 0]),
        ExifSamples.undefined(0xBB, Array("0200".utf8) + [0, 0xFF, 0]), .text(0xE09, "Capture NX 1.0.0 M"),
      ], hasKeys: false)
    let group = try sample.group()
    #expect(group["PowerUpTime"] == .text("2018:03:19 00:55:51"))
    #expect(group["RetouchNEFProcessing"] == .integer(-1))
    #expect(try await sample.agreements() == 4)
  }

  /// Cameras write such fields: the offset is zero, and the header is at that position.
  @Test("A value in the header that offsets count from is left out")
  func valueInHeader() throws {
    var directory: [UInt8] = [2, 0, 0x19, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    directory += [0x1E, 0, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    let note = Array("Nikon\0\u{2}\u{10}\0\0".utf8) + [0x49, 0x49, 42, 0, 8, 0, 0, 0] + directory
    let group = try MakerNoteSample("NIKON CORPORATION", "NIKON D3100", bigEndian: false, note).group()
    #expect(group["ExposureBracketValue"] == nil)
    #expect(group["ColorSpace"] == .integer(1))
  }

  /// The roll angle of 350 degrees is 10 degrees to the left. The focus-shift fields are read for electronic pictures
  /// only.
  @Test("ShotInfo of the Z 9 is decrypted, and its parts are found by their offsets")
  func shotInfo() async throws {
    let plain = block(
      1400, (0, Array("080501.00\0\0\0".utf8)), (0x24, little(27)), (0x30, little(0x100)), (0x84, little(0x180)),
      (0x100 + 32, [1, 0, 0, 0, 0, 0, 0, 0, 3, 0]), (0x180, little(350 << 16) + little(45 << 16) + little(90 << 16)))
    let sample = try sample(
      "NIKON Z 9", [.short(0x34, 16), ExifSamples.undefined(0x91, encrypted(plain))])
    let group = try sample.group()
    #expect(group["ShotInfoVersion"] == .text("0805"))
    #expect(group["RollAngle"] == .integer(-10))
    #expect(group["PitchAngle"] == .integer(45))
    #expect(group["IntervalShooting"] == .integer(3))
    #expect(try await sample.agreements() >= 8)
  }

  @Test("Encrypted blocks are left out without the keys")
  func withoutKeys() throws {
    let plain = block(400, (0, Array("080501.00".utf8)), (0x84, little(0x100)))
    let group = try sample("NIKON Z 9", [ExifSamples.undefined(0x91, encrypted(plain))], hasKeys: false).group()
    #expect(group["FirmwareVersion"] == nil)
    #expect(group["RollAngle"] == nil)
  }

  @Test("Offsets outside ShotInfo are ignored", arguments: [400, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
  func offsets(offset: UInt32) throws {
    let plain = block(
      400, (0, Array("0805".utf8)), (0x30, little(offset)), (0x84, little(offset)), (0x8C, little(offset)))
    let group = try sample(
      "NIKON Z 9", [.short(0x34, 16), ExifSamples.undefined(0x91, encrypted(plain))]
    ).group()
    #expect(group["ShotInfoVersion"] == .text("0805"))
    #expect(group["RollAngle"] == nil)
  }

  /// f/1.8 is 2^((value / 384) - 1) for 711, and lens 9 is the Nikkor Z 50mm f/1.8 S.
  @Test("Lenses of the Z mount and of the F mount have places of their own", arguments: [true, false])
  func lens(isZ: Bool) async throws {
    let new: [UInt8] = [9, 0, 0, 0, 0, 1, 0xC7, 0x02, 0xC7, 0x02, 0, 0, 50, 0]
    let old: [UInt8] = [2, 10, 0, 0, 0, 0, 0, 40, 0x50, 0xA0, 0x48, 0x44, 0x44, 0x18, 0x18, 0x70, 0x18]
    let plain = block(120, (0, Array("0800".utf8)), isZ ? (48, new) : (4, old))
    let sample = try sample("NIKON Z 6", [ExifSamples.undefined(0x98, encrypted(plain))])
    let lens = try sample.group().properties.first { $0.name == "LensID" }
    #expect(lens?.readable == (isZ ? "Nikkor Z 50mm f/1.8 S" : nil))
    #expect(try sample.group()["LensIDNumber"] == (isZ ? nil : .integer(0xA0)))
    #expect(try await sample.agreements() >= (isZ ? 6 : 8))
  }

  /// ExifTool makes the name from the same eight bytes.
  @Test("Lenses of the F mount have names, and those that are not known have none", arguments: [0x36, 0x37] as [UInt8])
  func lensName(number: UInt8) async throws {
    let plain = block(40, (0, Array("0204".utf8)), (12, [number, 0x48, 0x37, 0x37, 0x24, 0x24, 0x34]))
    let kind = IFDField(0x83, .values(.byte, .unsigned([2])))
    let sample = try sample("NIKON D90", [kind, ExifSamples.undefined(0x98, encrypted(plain))])
    let group = try sample.group()
    let name = NikonLens.name(try #require(NikonLens.key { group[$0]?.number }))
    let directory = try TemporaryDirectory()
    let path = try directory.write(ExifSamples.jpeg(sample.block()), to: "note.jpg")
    let theirs = try await Tool.run("exiftool", ["-s3", "-LensID", path]).text
    #expect(number == 0x36 ? theirs == "\(name ?? "")\n" : name == nil && theirs.hasPrefix("Unknown"))
  }

  /// Folder 100 and file 7 in either order.
  @Test("FileInfo has the byte order in which its numbers make sense", arguments: [true, false])
  func fileInfo(isBig: Bool) async throws {
    let bytes: [UInt8] = isBig ? [0, 0, 0, 100, 0, 7] : [0, 0, 100, 0, 7, 0]
    let sample = try sample("NIKON D90", [ExifSamples.undefined(0xB8, Array("0100".utf8) + bytes)])
    #expect(try sample.group()["DirectoryNumber"] == .integer(100))
    #expect(try sample.group()["FileNumber"] == .integer(7))
    #expect(try await sample.agreements() >= 4)
  }

  /// Point 2 of 153 is left of the centre; of 105 it is elsewhere.
  @Test("Focus points are named by the number of points", arguments: [(4, "D8"), (7, "D9")] as [(UInt8, String)])
  func focusPoint(points: UInt8, name: String) async throws {
    let block = block(30, (0, Array("0100".utf8) + [0, 0, points, 2]))
    let sample = try sample("NIKON D500", [ExifSamples.undefined(0xB7, block)])
    #expect(try sample.group().properties.first { $0.name == "PrimaryAFPoint" }?.readable == name)
    #expect(try await sample.agreements() >= 4)
  }
}
