internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Makers of whose notes few tags are known.
@Suite("Makers with small notes", .timed)
struct SmallMakerTests {
  private func directory(
    _ head: String, _ fields: [IFDField], make: String, model: String, isRelative: Bool = false
  ) -> MakerNoteSample {
    MakerNoteSample(make, model, bigEndian: false) { place in
      let start = UInt64(head.utf8.count + (isRelative ? 0 : place))
      return try Array(head.utf8) + IFDWriter(bigEndian: false).directory(IFDTree(fields), at: start).bytes
    }
  }

  /// A block with numbers and texts at places.
  private func block(_ size: Int, _ parts: [(place: Int, bytes: [UInt8])]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    for part in parts { bytes.replaceSubrange(part.place..<part.place + part.bytes.count, with: part.bytes) }
    return bytes
  }

  @Test("Motorola's phones")
  func motorola() async throws {
    let fields: [IFDField] = [
      .text(0x5500, "MPJ24.139-23.4"), .text(0x5501, "ZY2238TJ4V"), .text(0x64D0, "Single"),
      .text(0x665E, "BACK,IMX230"), .text(0x6705, "03Jun2015"),
    ]
    let sample = directory("MOT\0\0\0\0\0", fields, make: "motorola", model: "moto x", isRelative: true)
    #expect(try await sample.agreements() == 5)
  }

  /// 86,400 seconds after the beginning of 2000.
  @Test("The Nintendo 3DS")
  func nintendo() async throws {
    let info = block(
      56,
      [
        (0, Array("3DS1".utf8)), (8, [0x80, 0x51, 1, 0]), (24, [0xDE, 0xAD, 0xBE, 0xEF]), (42, [0x80, 0xBF]),
        (49, [0x10]),
      ])
    let sample = directory("", [ExifSamples.undefined(0x1101, info)], make: "Nintendo", model: "Nintendo 3DS")
    #expect(try await sample.agreements() == 5)
    #expect(try sample.group()["TimeStamp"] == .text("2000:01:02 00:00:00"))
    #expect(try sample.group()["Parallax"]?.number == -1)
  }

  @Test("FLIR's thermal cameras")
  func flir() async throws {
    let fields = [
      IFDField(1, .values(.signedRational, .rationals([.init(352, 10)]))),
      IFDField(2, .values(.signedRational, .rationals([.init(-21, 10)]))), ExifSamples.rationals(3, [(95, 100)]),
    ]
    #expect(try await directory("", fields, make: "FLIR Systems AB", model: "E40").agreements() == 3)
  }

  @Test("JVC's directory, and its texts")
  func jvc() async throws {
    let fields = [ExifSamples.undefined(2, Array("1.00  \01.02\0\0\0".utf8)), .short(3, 2)]
    let binary = directory("JVC ", fields, make: "Victor Company of Japan, Limited", model: "GR-DV700")
    #expect(try await binary.agreements() == 2)
    #expect(try binary.group()["CPUVersions"] == .text("1.00, 1.02"))
    let text = MakerNoteSample("JVC", "GC-QX3HD", Array("VER:0100QTY:FINEAEC:1234".utf8))
    #expect(try await text.agreements() == 2)
  }

  @Test("Hewlett-Packard's blocks and texts")
  func hp() async throws {
    for (type, serial, model) in [(UInt8(4), 92, "HP PhotoSmart M627"), (6, 88, "HP PhotoSmart M525")] {
      let note = block(
        130,
        [
          (0, Array("IIII".utf8) + [type, 0]), (12, [28, 0]), (16, [0x40, 0x42, 0x0F, 0]),
          (20, Array("2007/05/01 10:11:12".utf8)), (52, [100, 0]), (serial, Array("SERIAL NUMBER:CN123456".utf8)),
        ])
      let sample = MakerNoteSample("Hewlett-Packard", model, bigEndian: false, note)
      #expect(try await sample.agreements() == 5)
      #expect(try sample.group()["SerialNumber"] == .text("CN123456"))
    }
    let text = MakerNoteSample(
      "Hewlett-Packard", "HP PhotoSmart E427",
      Array("610\u{1}...Lens Shading: Off\0Serial Number:  CNH123\n\0".utf8))
    #expect(try await text.agreements() == 2)
  }

  @Test("Panasonic's camcorders")
  func camcorder() async throws {
    let note: [UInt8] = Array("MKED".utf8) + [0, 0, 136, 0]
    #expect(try await MakerNoteSample("Panasonic", "PV-DC3000", note).agreements() == 2)
  }

  @Test("Reconyx's notes tell themselves where no maker is named")
  func reconyx() async throws {
    let note = block(
      130,
      [
        (0, [1, 0xF1, 3, 0, 3, 0, 0, 0]), (12, Array("M\0".utf8)), (22, [31, 0, 8, 0, 8, 0, 5, 0, 7, 0, 0xDF, 7]),
        (36, [5, 0]), (76, [0x40, 0]),
      ])
    let sample = MakerNoteSample("", "", bigEndian: false, note)
    #expect(try sample.group()["MoonPhase"] == .integer(5))
    #expect(try await sample.agreements() > 10)
    #expect(
      try MakerNoteSample("", "", bigEndian: false, block(130, [(0, [1, 0xF1, 9, 0])])).group()["MoonPhase"] == nil)
  }
}
