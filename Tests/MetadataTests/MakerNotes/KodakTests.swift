internal import ImageModel
internal import MetadataModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Kodak's maker notes", .timed)
struct KodakTests {
  private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private static let kodak = "EASTMAN KODAK COMPANY"
  private static let date = Array("2005/01/31 10:11:12\0".utf8)

  private struct Layout: Sendable {
    var model: String
    var note: [UInt8]
    var values: Int
    var make = KodakTests.kodak
  }

  /// The layouts that are blocks: how each begins, and the number of values.
  private static let layouts = [
    Layout(model: "DC4800", note: Array("KDK INFODC4800\0\0".utf8) + bytes(104, seed: 1), values: 25),
    Layout(model: "DX4900", note: Array("KDK0100\0DX4900\0\0".utf8) + bytes(104, seed: 2), values: 25),
    Layout(
      model: "C20", note: bytes(8, seed: 3) + Array("Eastman Kodak\0".utf8) + [UInt8](repeating: 0, count: 120),
      values: 4,
      make: "Minolta Co., Ltd."),
    Layout(model: "DC280", note: [0, 1] + bytes(10, seed: 4) + [7, 0xD1] + bytes(90, seed: 4), values: 8),
    Layout(
      model: "DC200", note: [UInt8](repeating: 0, count: 32) + Array("P0000001.JPG".utf8) + [0, 0], values: 1,
      make: "Eastman Kodak Company"),
    Layout(model: "CX6200", note: [0] + bytes(80, seed: 5), values: 9),
    Layout(model: "DX3215", note: [0] + bytes(80, seed: 6), values: 6),
    Layout(model: "DX3700", note: [0] + bytes(80, seed: 7), values: 6),
    Layout(model: "V570", note: Array("KCKFS61200101 \0\0".utf8) + bytes(40, seed: 8), values: 1),
    Layout(
      model: "Z915",
      note: Array("IIII\u{2}\0".utf8) + bytes(14, seed: 9) + date + bytes(47, seed: 10)
        + Array("1.0.2\0".utf8) + [UInt8](repeating: 0, count: 75) + Array("ABC123\0".utf8) + [0, 0], values: 6),
  ]

  @Test("Blocks are recognised and have ExifTool's values", arguments: layouts.indices)
  func blocks(index: Int) async throws {
    let layout = Self.layouts[index]
    for bigEndian in [false, true] {
      let sample = MakerNoteSample(layout.make, "KODAK " + layout.model, bigEndian: bigEndian, layout.note)
      #expect(try await sample.agreements() == layout.values, "\(layout.model)")
    }
  }

  /// The directories of types 8 have offsets from the TIFF header, or from their own header.
  @Test("Directories and their inner directories are read", arguments: [false, true], [false, true])
  func directories(bigEndian: Bool, hasHeader: Bool) async throws {
    let sample = MakerNoteSample(Self.kodak, "KODAK V1233", bigEndian: bigEndian) { place in
      let writer = IFDWriter(bigEndian: bigEndian)
      let mark: [UInt8] = bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
      let inner = IFDTree([IFDField(0xFA19, .values(.ascii, .text(Array("KCX1234".utf8)))), .short(0xFA1D, 3072)])
      let zoom = IFDTree([.long(0x6006, 250)])
      let tree = try IFDTree([
        .short(1, 5), ExifSamples.undefined(0xFC00, mark + writer.directory(inner, at: 2).bytes),
        ExifSamples.undefined(0xFC02, mark + writer.directory(zoom, at: 2).bytes), .long(0xFF00, 0),
      ])
      let header: [UInt8] =
        !hasHeader ? [] : bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
      return try header + writer.directory(tree, at: UInt64(hasHeader ? 8 : place)).bytes
    }
    let group = try sample.group()
    #expect(group["SerialNumber"] == .text("KCX1234"))
    #expect(group["KodakImageWidth"] == .integer(3072))
    #expect(group["OpticalZoom"] == .decimal(2.5))
    #expect(try await sample.agreements() == 3)
  }

  /// Four bytes stand for the number of fields.
  @Test("The notes of the PixPro cameras are read", arguments: [false, true])
  func pixPro(bigEndian: Bool) async throws {
    let tree = IFDTree([.text(0x104, "1.05 firmware"), .short(0x203, 3), .text(0x309, "12-45mm lens")])
    let directory = try IFDWriter(bigEndian: bigEndian).directory(tree, at: 10).bytes
    let header: [UInt8] = bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    let count: [UInt8] = bigEndian ? [0, 0, 0, 3] : [3, 0, 0, 0]
    let sample = MakerNoteSample("JK Imaging, Ltd.", "KODAK PIXPRO S-1", header + count + directory[2...])
    #expect(try sample.group()["LensModel"] == .text("12-45mm lens"))
    #expect(try sample.group().properties.first { $0.name == "PictureEffect" }?.readable == "Monochrome")
    #expect(try await sample.agreements() == 3)
  }

  /// All conditions index bytes of the note.
  @Test("Short notes are not read")
  func short() throws {
    for layout in Self.layouts {
      for count in 0..<13 {
        let block = try ExifSamples.block(
          [.text(0x010F, layout.make), .text(0x0110, layout.model)],
          exif: [ExifSamples.undefined(0x927C, Array(layout.note.prefix(count)))])
        #expect(try ExifSamples.read(block, makerNotes: true).images.count == 1)
      }
    }
  }
}
