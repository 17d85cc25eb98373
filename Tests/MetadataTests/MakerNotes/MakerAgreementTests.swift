internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Notes with the header of each layout, and values that need a formula, compared with ExifTool.
@Suite("Makers' layouts", .timed)
struct MakerAgreementTests {
  /// A note whose offsets count from the TIFF header, or from its own beginning.
  private static func note(
    _ head: [UInt8], _ fields: [IFDField], bigEndian: Bool = true, isRelative: Bool = false
  ) -> (Int) throws -> [UInt8] {
    { place in
      let start = UInt64(head.count + (isRelative ? 0 : place))
      return try head + IFDWriter(bigEndian: bigEndian).directory(IFDTree(fields), at: start).bytes
    }
  }

  private static func long(_ tag: UInt16, _ values: UInt64...) -> IFDField {
    IFDField(tag, .values(.long, .unsigned(values)))
  }

  private static func shorts(_ tag: UInt16, _ values: UInt64...) -> IFDField {
    IFDField(tag, .values(.short, .unsigned(values)))
  }

  private static let nikonFields = [
    IFDField.text(4, "FINE   "), ExifSamples.undefined(0x0E, [0xC5, 1, 12, 0]),
    ExifSamples.undefined(0x12, [0xF6, 1, 6, 0]), .text(0x1D, "2031234"),
    ExifSamples.rationals(0x84, [(110, 10), (275, 10), (35, 10), (56, 10)]),
    // Encrypted with the two keys: any bytes have a meaning.
    ExifSamples.undefined(0x98, Array("0204".utf8) + (0..<32).map { UInt8(7 * $0 & 0xFF) }),
    long(0xA7, 52_611),
  ]

  @Test("Nikon, with a header of its own in either byte order", arguments: [false, true])
  func nikon(bigEndian: Bool) async throws {
    let header: [UInt8] = bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    let directory = try IFDWriter(bigEndian: bigEndian).directory(IFDTree(Self.nikonFields), at: 8).bytes
    let sample = MakerNoteSample(
      "NIKON CORPORATION", "NIKON D80", bigEndian: !bigEndian,
      Array("Nikon\0\u{2}\u{10}\0\0".utf8) + header + directory)
    #expect(try await sample.agreements() > 15)
    let group = try sample.group()
    // -59 * 1 / 12 and -10 * 1 / 6.
    #expect(group["ExposureDifference"]?.number.map { abs($0 + 59.0 / 12) < 1e-12 } == true)
    #expect(group["FlashExposureComp"]?.number.map { abs($0 + 10.0 / 6) < 1e-12 } == true)
  }

  @Test("Nikon without a header")
  func nikonOld() async throws {
    let plain = MakerNoteSample("NIKON", "E5700", note: Self.note([], Array(Self.nikonFields.prefix(3))))
    #expect(try await plain.agreements() == 3)
  }

  @Test("Olympus, OM System and Epson")
  func olympus() async throws {
    let settings = IFDTree([Self.long(0x100, 1), Self.shorts(0x301, 2), .text(0x804, "unused")])
    let fields = [
      IFDField.text(0x207, "SX756"), ExifSamples.rationals(0x205, [(8832, 1000)]),
      .directory(0x2020, settings), Self.shorts(0x1004, 2),
    ]
    for (head, make, isRelative) in [
      ("OLYMPUS\0II\u{3}\0", "OLYMPUS IMAGING CORP.", true), ("OLYMP\0\u{1}\0", "OLYMPUS OPTICAL CO.,LTD", false),
      ("OM SYSTEM\0\0\0II\u{4}\0", "OM Digital Solutions", true), ("EPSON\0\u{1}\0", "SEIKO EPSON CORP.", false),
    ] {
      let sample = MakerNoteSample(
        make, "model", bigEndian: false,
        note: Self.note(Array(head.utf8), fields, bigEndian: false, isRelative: isRelative))
      #expect(try await sample.agreements() >= 4, "\(make)")
    }
  }

  @Test("Fujifilm, little-endian with offsets from the note")
  func fujifilm() async throws {
    let fields = [
      IFDField.text(0x10, "FPX 12345"), Self.shorts(0x1002, 0x100), Self.shorts(0x1021, 1),
      IFDField(0x1011, .values(.signedRational, .rationals([.init(-2, 3)]))), Self.shorts(0x1401, 0x600),
    ]
    let sample = MakerNoteSample(
      "FUJIFILM", "X-T5",
      note: Self.note(Array("FUJIFILM".utf8) + [12, 0, 0, 0], fields, bigEndian: false, isRelative: true))
    #expect(try await sample.agreements() == 5)
    #expect(try sample.group().properties.first { $0.name == "FocusMode" }?.readable == "Manual")
  }

  @Test("Sony's block of the lens is deciphered, with and without a header", arguments: ["SONY DSC \0\0\0", ""])
  func sony(head: String) async throws {
    let fields = [
      Self.long(0xB001, 340), Self.shorts(0xB041, 4),
      ExifSamples.undefined(0x9050, (0..<300).map { UInt8((11 * $0) % 249) }),
    ]
    let sample = MakerNoteSample(
      "SONY", "ILCE-7RM2", bigEndian: false, note: Self.note(Array(head.utf8), fields, bigEndian: false))
    #expect(try await sample.agreements() > 5)
  }

  @Test("Panasonic, Casio, Sigma and Sanyo")
  func others() async throws {
    let panasonic = MakerNoteSample(
      "Panasonic", "DMC-GX8", bigEndian: false,
      note: Self.note(
        Array("Panasonic\0\0\0".utf8),
        [
          Self.shorts(7, 4), IFDField(0x23, .values(.signedShort, .signed([-2]))), Self.shorts(0x86, 10_132),
          IFDField(0x91, .values(.signedShort, .signed([-35]))), Self.long(0x29, 7_091),
        ], bigEndian: false))
    #expect(try await panasonic.agreements() == 5)
    #expect(try panasonic.group()["PitchAngle"] == .decimal(3.5))
    let casio = MakerNoteSample(
      "CASIO COMPUTER CO.,LTD", "EX-Z3",
      note: Self.note(Array("QVC\0\0\0".utf8), [Self.shorts(8, 1), Self.shorts(0x0D, 1), Self.long(0x2022, 1500)]))
    #expect(try await casio.agreements() == 3)
    let sigma = MakerNoteSample(
      "SIGMA", "SIGMA DP1", bigEndian: false,
      note: Self.note(
        Array("SIGMA\0\0\0\u{1}\0".utf8), [.text(2, "1002345"), .text(0x0D, "Cont:+0.4"), .text(9, "8")],
        bigEndian: false))
    #expect(try await sigma.agreements() == 3)
    let sanyo = MakerNoteSample(
      "SANYO Electric Co.,Ltd.", "SX113",
      note: Self.note(Array("SANYO\0\u{1}\0".utf8), [Self.shorts(0x201, 258), Self.shorts(0x202, 1)]))
    #expect(try await sanyo.agreements() == 2)
  }

  @Test("Minolta's settings are big-endian in a little-endian note")
  func minolta() async throws {
    let settings = (0..<60).flatMap { (index: UInt8) -> [UInt8] in [0, 0, 0, index] }
    let sample = MakerNoteSample(
      "Minolta Co., Ltd.", "DiMAGE 7", bigEndian: false,
      note: Self.note([], [ExifSamples.undefined(3, settings), .text(0, "MLT0")], bigEndian: false))
    #expect(try await sample.agreements() > 30)
  }

  @Test("Apple's clock is a property list")
  func apple() async throws {
    let head = Array("Apple iOS\0\0\u{1}MM".utf8)
    let fields = [
      IFDField(1, .values(.signedLong, .signed([15]))),
      IFDField(8, .values(.signedRational, .rationals([.init(-1213, 1871), .init(2, 883), .init(-743, 991)]))),
      .text(0x0B, "9A8B"),
    ]
    let sample = MakerNoteSample(
      "Apple", "iPhone 14", note: Self.note(head, fields, isRelative: true))
    #expect(try await sample.agreements() == 3)
    let parts: [PropertyValue] = [.init(-1213, 1871), .init(2, 883), .init(-743, 991)].map { .rational($0) }
    #expect(try sample.group()["AccelerationVector"] == .array(parts))
  }

  @Test("What users look for first is in Derived, under one name, without being asked for")
  func derived() throws {
    let nikon = MakerNoteSample(
      "NIKON", "E5700",
      note: Self.note([], [.text(7, "AF-S  "), Self.shorts(0x89, 0), .text(0x1D, "2188172")]))
    let panasonic = MakerNoteSample(
      "Panasonic", "DMC-GX8", bigEndian: false,
      note: Self.note(
        Array("Panasonic\0\0\0".utf8),
        [
          Self.shorts(7, 5), .text(0x51, "LUMIX G 20/F1.7"), IFDField(0x90, .values(.signedShort, .signed([-15]))),
          ExifSamples.undefined(0x25, Array("F11\0".utf8)),
        ], bigEndian: false))
    func derived(_ sample: MakerNoteSample) throws -> PropertyGroup {
      try #require(ExifSamples.read(sample.block(), detail: .readable).images.first?.properties["Derived"])
    }
    let first = try derived(nikon)
    #expect(first["FocusMode"] == .text("AF-S"))
    #expect(first["DriveMode"] == .text("Single-Frame"))
    #expect(first["SerialNumber"] == .text("2188172"))
    let second = try derived(panasonic)
    #expect(second["FocusMode"] == .text("Auto, Continuous"))
    #expect(second["Lens"] == .text("LUMIX G 20/F1.7"))
    // Tenths of a degree.
    #expect(second["Roll"] == .decimal(-1.5))
    #expect(second["SerialNumber"] == .text("F11"))
  }
}
