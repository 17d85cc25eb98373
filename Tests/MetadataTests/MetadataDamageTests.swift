internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Truncated and corrupted files give metadata or an error, never a crash.
@Suite("Damaged metadata", .timed)
struct MetadataDamageTests {
  static let fixtures = [
    "jpeg/valid/everything.jpg", "jpeg/valid/exif_thumbnail.jpg", "jpeg/valid/exif_gps_little_endian.jpg",
    "png/valid/exif.png", "png/valid/exif_raw_profile.png", "png/valid/colour_iccp.png", "png/valid/text_packed.png",
    "tiff/valid/exif_gps_big_endian.tif", "tiff/valid/pages_two_with_subifds_bigtiff.tif", "tiff/valid/icc.tif",
  ]

  private func read(_ bytes: [UInt8]) {
    for detail in [MetadataReader.Detail.essentials, .readable] {
      do throws(ImageError) {
        let metadata = try MetadataReader.read(
          MemoryByteSource(bytes), fileName: nil, limits: .standard, options: .init(detail))
        #expect(metadata.diagnostics.count < 2_000)
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }

  @Test("A truncated file is read or refused", arguments: fixtures)
  func truncated(name: String) {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    #expect(bytes.count > 100)
    for sixteenth in 0...16 { read(Array(bytes.prefix(bytes.count * sixteenth / 16))) }
    for count in 0..<min(bytes.count, 200) { read(Array(bytes.prefix(count))) }
  }

  @Test("Corrupted", arguments: fixtures)
  func corrupted(name: String) {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    var random = SeededRandom(seed: UInt64(bytes.count))
    for round in 0..<400 {
      var damaged = bytes
      // In these files the structure is in the first kilobytes; in TIFF files at the end.
      for _ in 0..<(1 + round % 8) {
        let place = Int(random.next() % UInt64(min(damaged.count, 4_096)))
        let value = [0, 0xFF, 0x7F, 0x80, UInt8(truncatingIfNeeded: random.next())][round % 5]
        damaged[round % 2 == 0 ? place : damaged.count - 1 - place] = value
      }
      read(damaged)
    }
  }

  @Test("Broken fixtures are read, or rejected with a reason")
  func brokenFixtures() {
    for name in ["jpeg/broken", "png/broken", "tiff/broken"].flatMap({ Fixtures.names(under: $0) }) {
      read(Fixtures.bytes(Fixtures.path(name)))
    }
  }
}
