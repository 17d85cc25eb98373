internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

/// Truncated and corrupted blocks give metadata or an error, never a crash.
@Suite("Damaged metadata blocks", .timed)
struct BlockDamageTests {
  static let fixtures = [
    "jpeg/valid/iptc_every_dataset.jpg", "jpeg/valid/photoshop_every_resource.jpg", "jpeg/valid/icc_every_tag.jpg",
    "jpeg/valid/mpf_two_images.jpg", "jpeg/valid/jfxx_jpeg.jpg", "jpeg/valid/jfxx_palette.jpg", "jpeg/valid/ducky.jpg",
    "png/valid/chunks_every.png", "png/valid/iptc_raw_profile.png", "tiff/valid/iptc_swapped_longs.tif",
    "tiff/valid/pyramid_subifds.tif",
  ]

  private func read(_ bytes: [UInt8]) {
    var options = MetadataReader.Options(.readable)
    options.profileTags = true
    do throws(ImageError) {
      let metadata = try MetadataReader.read(
        MemoryByteSource(bytes), fileName: nil, limits: .standard, options: options)
      #expect(metadata.diagnostics.count < 2_000)
      for preview in metadata.previews { #expect(preview.range.upperBound <= UInt64(bytes.count)) }
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }

  @Test("A truncated file is read or refused", arguments: fixtures)
  func truncated(name: String) {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    #expect(bytes.count > 100)
    for step in 0...200 { read(Array(bytes.prefix(bytes.count * step / 200))) }
  }

  @Test("Corrupted", arguments: fixtures)
  func corrupted(name: String) {
    let bytes = Fixtures.bytes(Fixtures.path(name))
    var random = SeededRandom(seed: UInt64(bytes.count) &* 31)
    for round in 0..<1_000 {
      var damaged = bytes
      for _ in 0..<(1 + round % 6) {
        let place = Int(random.next() % UInt64(min(damaged.count, 6_000)))
        let value = [0, 0xFF, 0x7F, 0x80, UInt8(truncatingIfNeeded: random.next())][round % 5]
        damaged[name.hasPrefix("tiff") ? damaged.count - 1 - place : place] = value
      }
      read(damaged)
    }
  }
}
