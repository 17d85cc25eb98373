internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Fujifilm's and General Imaging's maker notes", .timed)
struct FujifilmTests {
  /// The notes are little-endian and state where their directory is. Offsets count from the note.
  private static func sample(
    _ make: String, _ model: String, _ fields: [IFDField], signature: String = "FUJIFILM", start: Int = 12
  ) throws -> MakerNoteSample {
    let directory = try IFDWriter(bigEndian: false).directory(IFDTree(fields), at: UInt64(start)).bytes
    let gap = [UInt8](repeating: 0, count: start - 12)
    return MakerNoteSample(
      make, model, bigEndian: true, Array(signature.utf8) + [UInt8(start), 0, 0, 0] + gap + directory)
  }

  private static func longs(_ tag: UInt16, _ values: [UInt64]) -> IFDField {
    IFDField(tag, .values(.long, .unsigned(values)))
  }

  private static func shorts(_ tag: UInt16, _ values: [UInt64]) -> IFDField {
    IFDField(tag, .values(.short, .unsigned(values)))
  }

  private static let fields = [
    ExifSamples.undefined(0x0000, Array("0130".utf8)), .text(0x1000, "FINE   "), shorts(0x1002, [0x0F00]),
    shorts(0x100B, [0x100]), shorts(0x102B, [0x21]), longs(0x102D, [0x0003_1212]), longs(0x102E, [0x0122]),
    IFDField(0x1040, .values(.signedLong, .signed([-32]))), longs(0x1044, [12]), shorts(0x1100, [2]),
    longs(0x1103, [0x0300_0001]), IFDField(0x1304, .values(.long, .unsigned([5]))), shorts(0x1401, [0x600]),
    shorts(0x1422, [3, 1, 0]), shorts(0x1438, [0x8123]), shorts(0x4100, [2]),
    shorts(0x4103, [10, 20, 110, 120, 300, 310, 400, 410]),
  ]

  @Test("The note is little-endian with its own base, and agrees with ExifTool", arguments: [12, 26])
  func agreement(start: Int) async throws {
    for model in ["X-T3", "X-T30", "FinePix F40fd"] {
      #expect(try await Self.sample("FUJIFILM", model, Self.fields, start: start).agreements() >= 20)
    }
    let other = try Self.sample("GENERAL IMAGING CO.", "E1040", Self.fields, signature: "GENERALE", start: start)
    #expect(try await other.agreements() >= 20)
    #expect(try other.group()["Maker"] == .text("General Imaging"))
  }

  /// The highest bit of the number of pictures has another meaning. The drive mode has bits of one number.
  @Test("Settings share numbers")
  func bits() throws {
    let group = try Self.sample("FUJIFILM", "X-T3", Self.fields).group()
    let words = Dictionary(group.properties.map { ($0.name, $0.displayText) }) { first, _ in first }
    #expect(group["ImageCount"] == .integer(0x123))
    #expect(group["DriveSpeed"] == .integer(3))
    #expect(group["NoiseReduction"] == nil)
    #expect(words["DriveMode"] == "Continuous Low")
    #expect(words["AF-SPriority"] == "Release")
    #expect(words["AF-CPriority"] == "Focus")
    #expect(words["FocusMode2"] == "AF-C")
    #expect(words["AFAreaMode"] == "Wide/Tracking")
    #expect(words["FilmMode"] == "Classic Chrome")
    #expect(words["ImageStabilization"] == "OIS Lens; On (mode 1, continuous)")
    #expect(words["AutoBracketing"] == "Pre-shot")
  }

  @Test("General Imaging's own layout is read", arguments: [false, true])
  func generalImaging(bigEndian: Bool) async throws {
    let tree = IFDTree([Self.shorts(0x0202, [1]), .text(0x0207, "J1050 model"), .text(0x0300, "GE of long ago")])
    let sample = MakerNoteSample("GEDSC IMAGING CORP.", "J1050", bigEndian: bigEndian) { place in
      let directory = try IFDWriter(bigEndian: bigEndian).directory(tree, at: UInt64(place + 18)).bytes
      return Array("GENIC\0".utf8) + [UInt8](repeating: 0, count: 12) + directory
    }
    #expect(try sample.group()["GEModel"] == .text("J1050 model"))
    #expect(try await sample.agreements() == 3)
  }

  /// As the E1035 writes it: the values are right behind the directory, and their offsets count from two bytes before
  /// the note.
  @Test("Offsets of General Imaging's notes count from two bytes before the note")
  func generalImagingOrigin() async throws {
    let header = Array("GE\0\0\0\0\u{1}\0\0\0MM\0*\0\0\0\u{8}".utf8)
    let directory: [UInt8] = [
      0, 3, 2, 2, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 2, 7, 0, 2, 0, 0, 0, 6, 0, 0, 0, 58, 3, 0, 0, 2, 0, 0, 0, 16, 0, 0, 0,
      64,
    ]
    let sample = MakerNoteSample(
      "General Imaging Co.", "E1035", bigEndian: true,
      header + directory + Array("E1035\0GE DIGITAL CAM\0\0".utf8) + [UInt8](repeating: 0, count: 24))
    #expect(try sample.group()["GEModel"] == .text("E1035"))
    #expect(try sample.group()["GEMake"] == .text("GE DIGITAL CAM"))
    #expect(try await sample.agreements() == 3)
  }

  @Test("A start outside the note is no directory", arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 1, 0, 0]] as [[UInt8]])
  func hostileStart(start: [UInt8]) throws {
    let note = Array("FUJIFILM".utf8) + start + [UInt8](repeating: 0, count: 20)
    let block = try MakerNoteSample("FUJIFILM", "X-T3", note).block()
    let group = try ExifSamples.read(block, makerNotes: true).images.first?.properties["MakerNotes"]
    #expect(group?.properties.contains { $0.tag != nil } != true)
  }
}
