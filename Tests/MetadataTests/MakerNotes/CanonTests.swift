internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Canon's maker notes", .timed)
struct CanonTests {
  @Test("The note is listed on request", arguments: [false, true])
  func listed(bigEndian: Bool) throws {
    let block = try SampleExif.block(bigEndian: bigEndian)
    #expect(try ExifSamples.read(block).images.first?.properties["MakerNotes"] == nil)
    let group = try #require(try ExifSamples.read(block, makerNotes: true).images.first?.properties["MakerNotes"])
    #expect(group["Maker"] == .text("Canon"))
    #expect(group["Size"]?.number ?? 0 > 40)
    // The text that SampleExif wrote.
    #expect(group["CanonImageType"] == .text("IMG:Cameo test JPEG"))
  }

  /// The trailer is a TIFF header with the original offset of the note.
  @Test("A note that was moved with its old offsets is read with the help of its trailer")
  func moved() throws {
    let tree = IFDTree([.text(0x0006, "IMG:Cameo test JPEG"), .text(0x0009, "The owner of the camera")])
    let note = try IFDWriter(bigEndian: false).directory(tree, at: 4_000).bytes + [0x49, 0x49, 42, 0, 0xA0, 0x0F, 0, 0]
    let padding = ExifSamples.undefined(0x9286, [UInt8](repeating: 0x20, count: 8_000))
    let block = try ExifSamples.block(
      [.text(0x010F, "Canon")], exif: [ExifSamples.undefined(0x927C, note), padding], bigEndian: false)
    // Padding after the note keeps all offsets inside the block.
    let group = try #require(try ExifSamples.read(block, makerNotes: true).images.first?.properties["MakerNotes"])
    #expect(group["CanonImageType"] == .text("IMG:Cameo test JPEG"))
    #expect(group["OwnerName"] == .text("The owner of the camera"))
  }

  /// 0x2D5 is 725 cm.
  @Test("Blocks begin with their length, and distances are metres")
  func distances() throws {
    var shot = [UInt64](repeating: 0, count: 34)
    (shot[0], shot[19], shot[20]) = (68, 65_535, 0x2D5)
    let group = try Self.group(Self.block("Canon EOS R5", [Self.shorts(4, shot)], bigEndian: true))
    #expect(group["FocusDistanceUpper"] == .decimal(655.35))
    #expect(group.properties.first { $0.name == "FocusDistanceUpper" }?.readable == "infinite")
    #expect(group["FocusDistanceLower"] == .decimal(7.25))
  }

  /// A program that moves a note and keeps its offsets leads to other bytes.
  @Test("A block that does not begin with its length is other data", arguments: [true, false])
  func otherData(bigEndian: Bool) throws {
    func group(_ length: UInt64, _ points: UInt64) throws -> PropertyGroup {
      let numbers = [UInt64](repeating: 1, count: 33)
      let functions = [length - 26] + (1...20).map { UInt64($0 << 8 + 1) }
      let fields = [
        Self.shorts(1, [length] + numbers), Self.shorts(4, [length] + numbers), Self.shorts(0x0F, functions),
        Self.shorts(0x12, [points, points, 4_000, 3_000, 4_000, 3_000, 50, 40] + numbers),
        Self.longs(0xB6, [(length - 44) / 2, 2, 8_000, 640, 480, 900]),
      ]
      return try Self.group(Self.block("Canon EOS 20D", fields, bigEndian: bigEndian))
    }
    let names = ["MacroMode", "AutoISO", "LongExposureNoiseReduction", "NumAFPoints", "PreviewImageWidth"]
    let intact = try group(68, 9)
    #expect(names.filter { intact[$0] == nil } == [])
    let damaged = try group(64, 8)
    #expect(names.filter { damaged[$0] != nil } == [])
  }

  /// A camera, and where its block of camera information has the version of the firmware.
  struct Camera: Sendable, CustomTestStringConvertible {
    var model: String
    var version: Int?
    var testDescription: String { "\(model), version at \(version ?? 0)" }
  }

  private static let cameras = [
    Camera(model: "EOS-1D Mark II"), Camera(model: "EOS 30D"), Camera(model: "EOS DIGITAL REBEL XTi"),
    Camera(model: "EOS 450D"), Camera(model: "EOS 7D"), Camera(model: "EOS 7D", version: 0x1A8),
    Camera(model: "EOS 7D", version: 0x1AC), Camera(model: "EOS-1D X", version: 0x271),
    Camera(model: "EOS-1D X", version: 0x285), Camera(model: "EOS 5D Mark III", version: 0x22C),
    Camera(model: "EOS 5D Mark III", version: 0x247), Camera(model: "EOS 90D"), Camera(model: "EOS R5"),
    Camera(model: "PowerShot G5"), Camera(model: "PowerShot SX60 HS"),
  ]

  @Test("Blocks, lists of functions and conditions by model agree with ExifTool", arguments: cameras)
  func agreement(camera: Camera) async throws {
    var random = SeededRandom(seed: 5)
    let block = try Self.block("Canon " + camera.model, Self.fields(camera, &random), bigEndian: false)
    let directory = try TemporaryDirectory()
    let path = try directory.write(ExifSamples.jpeg(block), to: "canon.jpg")
    let result = try await Tool.run("exiftool", ["-json", "-n", "-G", path])
    let list = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
    let others = try #require(list?.first).filter { $0.key.hasPrefix("MakerNotes:") }
    let group = try Self.group(block)
    for (key, value) in others {
      let own = group[String(key.dropFirst(11))]
      #expect(own.map { BlockAgreement.agree($0, value) } == true, "\(key): \(own?.plainText ?? "-"), \(value)")
    }
    #expect(others.count > 100)
  }

  @Test("Damaged lists and blocks do not trap")
  func damage() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      let fields = [UInt16(0x0D), 0x0F, 0x12, 0x26, 0x38, 0x93, 0x99, 0x4001, 0x4024].map { tag in
        ExifSamples.undefined(
          tag, (0..<Int(random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next() & random.next()) })
      }
      let model = ["EOS 7D", "EOS-1D X", "PowerShot G5"][Int(random.next() % 3)]
      let group = try Self.group(Self.block("Canon " + model, fields, bigEndian: random.next() % 2 == 0))
      #expect(group.properties.count < 1_000)
    }
  }

  // MARK: Notes

  private static func group(_ block: [UInt8]) throws -> PropertyGroup {
    let metadata = try ExifSamples.read(block, detail: .readable, makerNotes: true)
    return try #require(metadata.images.first?.properties["MakerNotes"])
  }

  /// An Exif block with a note, whose offsets count from the beginning of the block.
  private static func block(_ model: String, _ fields: [IFDField], bigEndian: Bool) throws -> [UInt8] {
    func block(_ note: [UInt8]) throws -> [UInt8] {
      try ExifSamples.block(
        [.text(0x010F, "Canon"), .text(0x0110, model)], exif: [ExifSamples.undefined(0x927C, note)],
        bigEndian: bigEndian)
    }
    func note(at place: Int) throws -> [UInt8] {
      try IFDWriter(bigEndian: bigEndian).directory(IFDTree(fields), at: UInt64(place)).bytes
    }
    let marker = [UInt8](repeating: 0xA5, count: try note(at: 0).count)
    return try block(note(at: SampleExif.offset(of: marker, in: block(marker))))
  }

  private static func shorts(_ tag: UInt16, _ values: [UInt64]) -> IFDField {
    IFDField(tag, .values(.short, .unsigned(values)))
  }

  private static func longs(_ tag: UInt16, _ values: [UInt64]) -> IFDField {
    IFDField(tag, .values(.long, .unsigned(values)))
  }

  /// Fields with small numbers. Most blocks begin with their length in bytes.
  private static func fields(_ camera: Camera, _ random: inout SeededRandom) -> [IFDField] {
    func numbers(_ count: Int, below limit: UInt64 = 60) -> [UInt64] { (0..<count).map { _ in random.next() % limit } }
    func sized(_ tag: UInt16, _ count: Int) -> IFDField {
      shorts(tag, [UInt64(2 * count)] + numbers(count - 1))
    }
    var information = numbers(1_000, below: 120).map { UInt8($0) }
    if let version = camera.version {
      information.replaceSubrange(version - 12..<version + 20, with: [UInt8](repeating: 0, count: 32))
      information.replaceSubrange(version..<version + 5, with: "1.0.4".utf8)
    }
    let isEOS = camera.model.hasPrefix("EOS")
    // Nine points: places and sizes, one number of bits for each of the two lists of points.
    let points = [UInt64(2 * 48), 2, 9, 9, 4_000, 3_000, 4_000, 3_000] + numbers(40)
    let oldPoints = [UInt64(9), 9, 4_000, 3_000, 4_000, 3_000, 50, 40] + numbers(isEOS ? 19 : 28)
    // The number of a function is in the upper byte.
    let functions = [UInt64(42)] + (0..<20).map { UInt64($0 << 8) + random.next() % 4 }
    return [
      sized(1, 50), sized(4, 34), .text(6, "Canon " + camera.model),
      isEOS ? ExifSamples.undefined(0x0D, information) : longs(0x0D, numbers(148)),
      shorts(0x0F, functions), shorts(0x12, oldPoints), ExifSamples.undefined(0x28, [UInt8](repeating: 0, count: 16)),
      shorts(0x26, points),
      ExifSamples.undefined(0x38, [76, 0, 0, 0] + "LP-E6N".utf8 + [UInt8](repeating: 0, count: 66)),
      sized(0x93, 62),
      longs(
        0x99,
        groups([
          (1, [(0x103, [1, 40, 30]), (0x10C, [1, 20, 90]), (0x10D, [0, 40, 20]), (0x101, [1])]),
          (7, [(0x701, [2, 0]), (0x80B, [1]), (0x70C, numbers(9))]),
        ])),
      sized(0xA0, 16), shorts(0x4001, [11] + numbers(1_505)),
      ExifSamples.undefined(0x4019, [0, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 25)),
      longs(0x4024, groups([(4, [(0x401, [0xFFFF_FFFF]), (0x403, [8])])])),
    ]
  }

  /// A length and a count of groups; in each group its number, its length, a count of functions; for each function its
  /// number, a count, and values.
  private static func groups(_ groups: [(UInt64, [(UInt64, [UInt64])])]) -> [UInt64] {
    let bodies = groups.map { number, functions in
      let values = functions.flatMap { [$0.0, UInt64($0.1.count)] + $0.1 }
      return [number, UInt64(4 * (values.count + 2)), UInt64(functions.count)] + values
    }
    let all = bodies.flatMap { $0 }
    return [UInt64(4 * (all.count + 2)), UInt64(groups.count)] + all
  }
}
