internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Leica's maker notes", .timed)
struct LeicaTests {
  /// A note with a head of eight bytes or so. Offsets count from the TIFF header plus `origin`, or from the note plus
  /// `origin`.
  private func sample(
    _ head: [UInt8], _ fields: [IFDField], make: String = "LEICA CAMERA AG", model: String, isRelative: Bool,
    origin: Int = 0
  ) -> MakerNoteSample {
    MakerNoteSample(make, model, bigEndian: false) { place in
      let start = UInt64(head.count - origin + (isRelative ? 0 : place))
      return try head + IFDWriter(bigEndian: false).directory(IFDTree(fields), at: start).bytes
    }
  }

  private func long(_ tag: UInt16, _ values: UInt64...) -> IFDField { IFDField(tag, .values(.long, .unsigned(values))) }

  /// Lens 6 with frame lines 2, and fractions without a sign for a value that has one.
  @Test("The M8 counts from its directory or from its note", arguments: [0, 8])
  func m8(origin: Int) async throws {
    let fields = [
      IFDField.short(0x300, 1), long(0x303, 3_100_000), long(0x310, 6 << 2 | 2),
      ExifSamples.rationals(0x311, [(4_294_967_290, 4)]), ExifSamples.rationals(0x313, [(56, 10)]),
      ExifSamples.rationals(0x322, [(2, 3)]),
    ]
    let sample = sample(
      Array("LEICA\0\0\0".utf8), fields, make: "Leica Camera AG", model: "M8 Digital Camera", isRelative: true,
      origin: origin)
    #expect(try await sample.agreements() == 6)
    let group = try sample.group()
    #expect(group["Maker"] == .text("Leica"))
    #expect(group.properties.first { $0.name == "LensType" }?.readable == "Summicron-M 35mm f/2 (IV)")
    #expect(group["ExternalSensorBrightnessValue"]?.number == -1.5)
  }

  @Test("The M9 has directories in its directory")
  func m9() async throws {
    // A directory of one field, whose value is in the field.
    let lens: [UInt8] = [1, 0, 0x05, 0x34, 4, 0, 1, 0, 0, 0, 24 << 2, 0, 0, 0, 0, 0, 0, 0]
    let settings: [UInt8] = [1, 0, 0x0A, 0x30, 4, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    let sample = sample(
      Array("LEICA0\u{3}\0".utf8), [ExifSamples.undefined(0x3000, settings), ExifSamples.undefined(0x3400, lens)],
      make: "Leica Camera AG", model: "M9 Digital Camera", isRelative: true)
    #expect(try await sample.agreements() == 2)
    let group = try sample.group()
    #expect(group.properties.first { $0.name == "LensType" }?.readable == "Elmarit-M 21mm f/2.8 ASPH.")
    #expect(group.properties.first { $0.name == "Contrast" }?.readable == "Normal")
  }

  @Test(
    "The X and T count from the note, the Q from the file", arguments: [(UInt8(1), true), (6, true), (8, false)])
  func x(type: UInt8, isRelative: Bool) async throws {
    let fields: [IFDField] = [
      .text(0x303, "Vario-Elmar T 1:3.5-5.6 / 18-56 ASPH.   "), long(0x305, 4_711),
      .text(0x407, "L1110033.JPG"), ExifSamples.undefined(0x40A, [0x38, 2, 0x50, 0x46]),
      IFDField(0x40D, .values(.byte, .unsigned([1, 1, 0, 0]))), ExifSamples.undefined(0x410, [33, 0] + Array(0..<14)),
      .text(0x412, "Standard"), ExifSamples.undefined(0x500, Array("ABC000000001\0\0".utf8)),
    ]
    let sample = sample(
      Array("LEICA\0".utf8) + [type, 0], fields, model: "LEICA T (Typ 701)", isRelative: isRelative)
    #expect(try await sample.agreements() == 9)
    let group = try sample.group()
    #expect(group["FocusDistance"] == .decimal(0.568))
    #expect(group["FocalLength"] == .integer(18))
  }

  @Test("The S and the M10 count from the file")
  func m10() async throws {
    let m10 = sample(
      Array("LEICA\0\u{2}\0".utf8),
      [
        long(0x304, 1_200), ExifSamples.rationals(0x312, [(17, 2)]), .text(0x34C, "Standard"),
        IFDField(0x359, .values(.signedLong, .signed([200]))), IFDField(0x35A, .values(.signedLong, .signed([2_800]))),
      ], make: "Leica Camera AG", model: "LEICA M10", isRelative: false)
    #expect(try await m10.agreements() == 5)
    #expect(try m10.group()["FNumber"] == .decimal(2.8))
    let s = sample(
      Array("LEICA\0\u{2}".utf8) + [0xFF], [.text(0x303, "Summarit-S 1:2.5/70mm ASPH. CS  "), long(0x304, 900)],
      make: "Leica Camera AG", model: "LEICA S (Typ 006)", isRelative: false)
    #expect(try s.group()["LensType"] == .text("Summarit-S 1:2.5/70mm ASPH. CS"))
    #expect(try s.group()["FocusDistance"] == .integer(900))
  }

  @Test("Cameras that Panasonic makes have its tags, after a head of Leica's")
  func panasonic() async throws {
    let fields: [IFDField] = [
      .short(1, 2), .short(3, 1), ExifSamples.undefined(0x25, Array("F011206150012\0\0\0".utf8)),
      .text(0x51, "DC VARIO"),
    ]
    for (head, make, model) in [
      ("LEICA\0\0\0", "LEICA", "D-LUX 3"), ("LEICA CAMERA AG\0\0\0", "LEICA CAMERA AG", "D-Lux 7"),
    ] {
      let sample = sample(Array(head.utf8), fields, make: make, model: model, isRelative: false)
      #expect(try await sample.agreements() == 4, "\(model)")
      #expect(try sample.group()["Maker"] == .text("Leica"))
    }
  }

  @Test("The digital back R9 has a plain directory")
  func r9() async throws {
    let fields = [
      ExifSamples.undefined(0x0B, Array("abcd12345678".utf8)), IFDField(0x0D, .values(.short, .unsigned([1, 2, 3]))),
    ]
    let sample = sample([], fields, make: "Leica Camera AG", model: "R9 - Digital Back DMR", isRelative: false)
    #expect(try await sample.agreements() == 2)
    #expect(try sample.group()["SerialNumber"] == .text("12345678"))
  }
}
