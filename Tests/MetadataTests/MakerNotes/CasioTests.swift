internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Casio's and Sanyo's maker notes", .timed)
struct CasioTests {
  private static func shorts(_ tag: UInt16, _ values: [UInt64]) -> IFDField {
    IFDField(tag, .values(.short, .unsigned(values)))
  }

  /// A note whose offsets count from the TIFF header.
  private static func sample(
    _ make: String, _ model: String, _ signature: [UInt8], _ fields: [IFDField], bigEndian: Bool, noteIsBig: Bool? = nil
  ) -> MakerNoteSample {
    MakerNoteSample(make, model, bigEndian: bigEndian) { place in
      try signature
        + IFDWriter(bigEndian: noteIsBig ?? bigEndian)
        .directory(IFDTree(fields), at: UInt64(place + signature.count)).bytes
    }
  }

  private static let newFields = [
    IFDField(0x0003, .values(.long, .unsigned([28_348]))), shorts(0x0014, [4]), shorts(0x001D, [0, 58, 0, 10]),
    ExifSamples.undefined(0x2001, Array("0303\0\u{0}2518\0\u{0}41\0\0\0\0".utf8)),
    shorts(0x2012, [3]), IFDField(0x2022, .values(.long, .unsigned([1_250]))), shorts(0x3003, [6]),
    shorts(0x3007, [15]), shorts(0x4001, [60, 30]),
  ]

  @Test("QVC notes may have either byte order, in any block", arguments: [false, true], [false, true])
  func qvc(blockIsBig: Bool, noteIsBig: Bool) async throws {
    let sample = Self.sample(
      "CASIO COMPUTER CO.,LTD.", "EX-Z3", Array("QVC\0\0\0".utf8), Self.newFields, bigEndian: blockIsBig,
      noteIsBig: noteIsBig)
    let group = try sample.group()
    #expect(group["FirmwareDate"] == .text("0303251841"))
    #expect(group["ObjectDistance"] == .decimal(1.25))
    #expect(group["CaptureFrameRate"] == .text("30-60"))
    #expect(try await sample.agreements() >= 8)
  }

  /// The directory of a hostile file may give any type.
  @Test("Numbers that no integer can hold do not trap", arguments: [1e300, -1e300, .infinity, .nan])
  func hugeNumbers(number: Double) throws {
    let fields = [0x0006, 0x2022, 0x4001].map { IFDField($0, .values(.double, .floats([number, number]))) }
    for signature in ["", "QVC\0\0\0"] {
      let sample = Self.sample("CASIO", "EX-Z3", Array(signature.utf8), fields, bigEndian: true)
      #expect(try sample.group()["Maker"] == .text("Casio"))
    }
  }

  /// The old table has other meanings for the same numbers.
  @Test("Notes without a header have the old tags", arguments: [false, true])
  func old(bigEndian: Bool) async throws {
    for model in ["QV-3000EX", "QV-8000SX"] {
      let fields = [
        Self.shorts(1, [1]), Self.shorts(2, [3]), Self.shorts(3, [2]), Self.shorts(4, [4]),
        IFDField(6, .values(.long, .unsigned([1_234]))), Self.shorts(7, [1]), Self.shorts(0x14, [64]),
      ]
      let sample = Self.sample("CASIO", model, [], fields, bigEndian: bigEndian)
      #expect(try sample.group()["ObjectDistance"] == .decimal(1.234))
      #expect(try await sample.agreements() >= 7)
    }
  }

  /// Both blocks of faces have a byte order of their own.
  @Test("Faces are read from both forms of their block", arguments: [0, 1, 2])
  func faces(count: UInt8) async throws {
    var first = [UInt8](repeating: 0, count: 1_100)
    first.replaceSubrange(0..<5, with: [count, 2, 0x80, 1, 0xE0])
    first.replaceSubrange(13..<21, with: [0, 10, 0, 20, 0, 110, 0, 120])
    first.replaceSubrange(124..<132, with: [1, 10, 0, 20, 1, 110, 0, 120])
    var second = [UInt8](repeating: 0, count: 600)
    second.replaceSubrange(0..<9, with: [2, 1, count, 0, 0x40, 1, 0xF0, 0, 1])
    second.replaceSubrange(24..<32, with: [10, 0, 20, 0, 110, 0, 120, 0])
    second.replaceSubrange(76..<84, with: [10, 1, 20, 0, 110, 1, 120, 0])
    for block in [first, second] {
      let sample = Self.sample(
        "CASIO COMPUTER CO.,LTD.", "EX-Z1080", Array("QVC\0\0\0".utf8), [ExifSamples.undefined(0x2089, block)],
        bigEndian: true)
      let group = try sample.group()
      let place = [10, 20, 110, 120].map { PropertyValue.integer($0) }
      #expect(group["FacesDetected"] == .integer(Int64(count)))
      #expect(group["Face1Position"] == (count >= 1 ? .array(place) : nil))
      #expect((group["Face2Position"] != nil) == (count >= 2))
      #expect(try await sample.agreements() >= 1)
    }
  }

  @Test("Sanyo's note is read in both byte orders", arguments: [false, true])
  func sanyo(bigEndian: Bool) async throws {
    let fields = [
      IFDField(0x0200, .values(.long, .unsigned([1, 2, 3]))), Self.shorts(0x0201, [0x0102]), Self.shorts(0x0202, [1]),
      ExifSamples.rationals(0x0204, [(3, 2)]), Self.shorts(0x020E, [2]), ExifSamples.rationals(0x0223, [(12, 10)]),
      Self.shorts(0x0225, [5]),
    ]
    let sample = Self.sample(
      "SANYO Electric Co.,Ltd.", "SX113", Array("SANYO\0".utf8) + [0, 1], fields, bigEndian: bigEndian)
    #expect(try sample.group()["DigitalZoom"]?.number == 1.5)
    #expect(try await sample.agreements() == 7)
    // The values follow the directory, although the fields 3 and 5 have the offset of field 0.
    let moved = MakerNoteSample(sample.make, "S4", bigEndian: bigEndian) { place in
      var bytes = try sample.note(place)
      for field in [3, 5] { bytes.replaceSubrange(18 + 12 * field..<22 + 12 * field, with: bytes[18..<22]) }
      return bytes
    }
    #expect(try moved.group()["DigitalZoom"]?.number == 1.5)
    #expect(try await moved.agreements() == 7)
  }
}
