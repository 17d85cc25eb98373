internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Each defect gives a warning with its place, and the rest is delivered.
@Suite("Defects of Exif directories", .timed)
struct ExifDefectTests {
  private func warnings(_ metadata: ImageMetadata) -> [String] {
    metadata.diagnostics.filter {
      $0.severity == .warning && !$0.message.contains("JPEG") && $0.message.hasPrefix("Exif")
    }
    .map(\.message)
  }

  /// Make, Model and ExposureTime, one of them damaged: `change` gets the twelve bytes of a tag's entry.
  private func spoil(_ tag: UInt16, _ change: (inout [UInt8]) -> Void) throws -> ImageMetadata {
    var block = try ExifSamples.block(
      [.text(0x010F, "Make of it"), .text(0x0110, "Model")], exif: [ExifSamples.rationals(0x829A, [(1, 250)])])
    let pattern = [UInt8(tag & 255), UInt8(tag >> 8)]
    let place = try SampleExif.offset(of: pattern + [tag == 0x829A ? 5 : 2, 0], in: block)
    var entry = Array(block[place..<place + 12])
    change(&entry)
    block.replaceSubrange(place..<place + 12, with: entry)
    return try ExifSamples.read(block)
  }

  @Test("A value outside")
  func aValueOutside() throws {
    let metadata = try spoil(0x829A) { $0.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0x7F]) }
    #expect(warnings(metadata) == ["Exif: Exif: ExposureTime (0x829A): 8 bytes at 2147483647 lie outside the data"])
    #expect(metadata.images.first?.properties["IFD0"]?["Model"] == .text("Model"))
  }

  @Test("A count of four billion values allocates nothing")
  func aHugeCount() throws {
    let metadata = try spoil(0x829A) { $0.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF]) }
    #expect(warnings(metadata).count == 1)
    #expect(warnings(metadata).first?.hasPrefix("Exif: Exif: ExposureTime (0x829A): 34359738360 bytes at ") == true)
    #expect(metadata.images.first?.properties["IFD0"]?["Make"] == .text("Make of it"))
  }

  @Test("An unknown type")
  func anUnknownType() throws {
    let metadata = try spoil(0x010F) { $0[2] = 99 }
    #expect(warnings(metadata) == ["Exif: IFD0: Make (0x010F) has the unknown type 99"])
    #expect(metadata.images.first?.properties["IFD0"]?["Model"] == .text("Model"))
    #expect(metadata.images.first?.properties["Exif"]?["ExposureTime"] == .rational(.init(1, 250)))
  }

  @Test("A tag that occurs twice")
  func aTagThatOccursTwice() throws {
    let metadata = try spoil(0x010F) { $0[0] = 0x10 }
    #expect(warnings(metadata) == ["Exif: IFD0: Model (0x0110) occurs twice; the first counts"])
    #expect(metadata.images.first?.properties["IFD0"]?["Model"] == .text("Make of it"))
  }

  @Test("A tag that occurs many times is one warning")
  func aTagThatOccursManyTimes() throws {
    var block = try ExifSamples.block([.text(0x0110, "Model"), .short(0x0112, 1), .short(0x0128, 2), .short(0x0213, 1)])
    // The last three fields become Model, too.
    for tag: [UInt8] in [[0x12, 1, 3, 0], [0x28, 1, 3, 0], [0x13, 2, 3, 0]] {
      let place = try SampleExif.offset(of: tag, in: block)
      block.replaceSubrange(place..<place + 2, with: [0x10, 1])
    }
    #expect(warnings(try ExifSamples.read(block)) == ["Exif: IFD0: Model (0x0110) occurs twice; the first counts"])
  }

  @Test("Loops of directories end")
  func loops() throws {
    var block = try ExifSamples.block([.text(0x0110, "Model")], exif: [.short(0x8827, 100), .short(0xA005, 8)])
    let place = try SampleExif.offset(of: [0x05, 0xA0, 3, 0], in: block)
    block[place + 2] = 4
    let metadata = try ExifSamples.read(block)
    #expect(warnings(metadata).count == 1)
    #expect(warnings(metadata).first?.contains("Interop") == true)
    #expect(warnings(metadata).first?.contains("the directory at 8 is part of a loop") == true)
    #expect(metadata.images.first?.properties["Exif"]?["ISOSpeedRatings"] == .integer(100))
  }

  @Test("A header with another version is read anyway", arguments: [false, true])
  func anotherVersion(bigEndian: Bool) throws {
    var block = try ExifSamples.block([.text(0x0110, "Model")], bigEndian: bigEndian)
    block[bigEndian ? 3 : 2] = 0x55
    let metadata = try ExifSamples.read(block)
    #expect(warnings(metadata) == ["Exif: the header has version 85 instead of 42; it is read anyway"])
    #expect(metadata.images.first?.properties["IFD0"]?["Model"] == .text("Model"))
  }

  @Test("A wrong byte order gives no tags, a warning, and the picture")
  func wrongByteOrder() throws {
    var block = try ExifSamples.block([.text(0x0110, "Model")])
    block.replaceSubrange(0..<4, with: [0x4D, 0x4D, 0, 42])
    let metadata = try ExifSamples.read(block)
    #expect(warnings(metadata).count == 1)
    #expect(metadata.images.first?.properties["IFD0"] == nil)
  }

  @Test("Fields in the wrong directory are read")
  func wrongDirectory() throws {
    let tree = try ExifSamples.properties(
      [ExifSamples.rationals(0x829A, [(1, 60)]), .text(0x9003, "2024:05:06 07:08:09")], exif: [.text(0x0110, "Model")])
    #expect(tree["IFD0"]?["ExposureTime"] == .rational(.init(1, 60)))
    #expect(tree["Exif"]?["Model"] == .text("Model"))
    #expect(tree["Derived"]?["DateCreatedSource"] == .text("IFD0:DateTimeOriginal"))
  }

  @Test("A thumbnail outside the data is ignored, and the rest of its directory is read")
  func thumbnailOutside() throws {
    let block = try IFDWriter().stream([
      IFDTree([.text(0x0110, "Model")]), IFDTree([.short(0x0103, 6), .long(0x0201, 60_000), .long(0x0202, 5_000)]),
    ])
    let metadata = try ExifSamples.read(block)
    #expect(warnings(metadata) == ["Exif: IFD1: the thumbnail lies outside the data"])
    #expect(metadata.previews.isEmpty && metadata.embeddedThumbnail == nil)
    let group = metadata.images.first?.properties["IFD1"]
    #expect(group?["JPEGInterchangeFormat"] == .integer(60_000))
    #expect(group?["ThumbnailOffset"] == nil)
  }

  @Test("A thumbnail that ends one byte after the data is delivered with a warning; two bytes are too many")
  func thumbnailCutShort() throws {
    for (missing, isDelivered) in [(1, true), (2, false)] {
      let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
      let directories = [
        IFDTree([.text(0x0110, "Model")]),
        IFDTree([.short(0x0103, 6), .long(0x0201, 200), .long(0x0202, UInt32(jpeg.count + missing))]),
      ]
      var block = try IFDWriter().stream(directories)
      block += [UInt8](repeating: 0, count: 200 - block.count) + jpeg
      let metadata = try ExifSamples.read(block)
      #expect(metadata.embeddedThumbnail == (isDelivered ? jpeg : nil))
      let problem = isDelivered ? "ends one byte after" : "lies outside"
      #expect(warnings(metadata) == ["Exif: IFD1: the thumbnail \(problem) the data"])
    }
  }
}
