internal import ByteStreams
internal import Foundation
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import TestKit
internal import Testing

@Suite("Data after the picture of a JPEG file", .timed)
struct TrailerReadingTests {
  private let picture = Fixtures.bytes(Fixtures.path("jpeg/valid/gray.jpg"))
  private let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
  private let iptc =
    SegmentedJPEG.dataset(2, 120, Array("A caption".utf8)) + SegmentedJPEG.dataset(2, 90, Array("Rome".utf8))

  private func number(_ value: Int, bigEndian: Bool = true) -> [UInt8] {
    let bytes = UInt32(value).bigEndianBytes
    return bigEndian ? bytes : bytes.reversed()
  }

  /// The picture with AFCP's trailer, whose offsets are wrong by `error`.
  private func afcp(bigEndian: Bool, error: Int = 0) -> [UInt8] {
    let parts = [
      ("IPTC", iptc), ("TEXT", Array("Some text".utf8)), ("Nail", [UInt8](repeating: 0, count: 18) + thumbnail),
    ]
    let signature = Array((bigEndian ? "AXS!" : "AXS*").utf8)
    let start = picture.count + error
    var directory = signature + [0, 0] + (bigEndian ? [0, 3] : [3, 0]) + [0, 0, 0, 0]
    var offset = start + 12 + 12 * parts.count
    for (name, content) in parts {
      directory += Array(name.utf8) + number(content.count, bigEndian: bigEndian) + number(offset, bigEndian: bigEndian)
      offset += content.count
    }
    return picture + directory + parts.flatMap(\.1) + signature + number(start, bigEndian: bigEndian) + [0, 0, 0, 0]
  }

  private func fotoStation(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    content + [0, tag] + number(content.count + 10) + [0xA1, 0xB2, 0xC3, 0xD4]
  }

  private func read(_ bytes: [UInt8], _ limits: Limits = .standard) throws -> ImageMetadata {
    try MetadataReader.read(
      MemoryByteSource(bytes), fileName: nil, limits: limits, options: MetadataReader.Options(.values))
  }

  @Test("AFCP, also in a file whose picture has changed its length", arguments: [(true, 0), (false, 0), (true, -7)])
  func readsAFCP(bigEndian: Bool, error: Int) async throws {
    let bytes = afcp(bigEndian: bigEndian, error: error)
    let properties = try await ExifTool.read(bytes, suffix: "jpg")
    let metadata = try read(bytes)
    #expect(metadata.group("AFCP")?["Text"] == .text("Some text"))
    #expect(ExifTool.text(properties, "AFCP:Text") == "Some text")
    #expect(metadata.group("AFCP")?["ThumbnailLength"] == .integer(4))
    #expect(metadata.group("IPTC")?["Caption-Abstract"] == .text("A caption"))
    #expect(ExifTool.text(properties, "IPTC2:Caption-Abstract") == "A caption")
    let place = bytes.count - 12 - 4
    #expect(metadata.previews.map(\.range) == [UInt64(place)..<UInt64(place + 4)])
  }

  @Test("FotoStation's records follow each other, and AFCP may come before them")
  func readsFotoStation() async throws {
    let edits = [800, 600, 3, 1000, 9000, 0x1122_2211, 0, 25_000, 100_000, 75_500, 2, 3000]
    let bytes =
      afcp(bigEndian: true) + fotoStation(4, [0xFF, 0xD8, 0xFF, 0xDB]) + fotoStation(1, iptc)
      + fotoStation(2, edits.flatMap { number($0) })
    let properties = try await ExifTool.read(bytes, suffix: "jpg")
    let metadata = try read(bytes)
    let group = try #require(metadata.group("FotoStation"))
    #expect(group.properties.count == 11)
    for property in group.properties where property.name != "PreviewLength" {
      let expected = ExifTool.text(properties, "FotoStation:" + property.name)
      #expect(property.value.plainText == expected, "\(property.name)")
    }
    #expect(metadata.group("AFCP")?["Text"] == .text("Some text"))
  }

  /// Blocks in the trailer of Samsung's telephones, and their directory.
  private func samsung(_ blocks: [(type: UInt16, name: String, data: String)]) -> [UInt8] {
    func little(_ value: Int) -> [UInt8] { number(value, bigEndian: false) }
    let contents = blocks.map { block in
      [0, 0, UInt8(block.type & 0xFF), UInt8(block.type >> 8)] + little(block.name.utf8.count)
        + Array((block.name + block.data).utf8)
    }
    var directory = Array("SEFH".utf8) + little(106) + little(blocks.count)
    for (index, content) in contents.enumerated() {
      directory += content[..<4] + little(contents[index...].reduce(0) { $0 + $1.count }) + little(content.count)
    }
    return contents.flatMap { $0 } + directory + little(directory.count) + Array("SEFT".utf8)
  }

  private static let samsungBlocks: [(type: UInt16, name: String, data: String)] = [
    (0x0A01, "Image_UTC_Data", "1737287607031"), (0x0AA1, "MCC_Data", "416"),
    (0x0A30, "MotionPhoto_Data", "ftyp a video"), (0x0100, "SoundShot_000", "a sound"),
  ]

  @Test("The trailer of Samsung's telephones tells the time, the country of the network and what is embedded")
  func readsSamsung() async throws {
    let bytes = picture + samsung(Self.samsungBlocks)
    let properties = try await ExifTool.read(bytes, suffix: "jpg")
    let group = try #require(read(bytes).group("Samsung"))
    for name in ["TimeStamp", "MCCData", "EmbeddedVideoType", "EmbeddedAudioFileName"] {
      #expect(group[name]?.plainText == ExifTool.text(properties, "Samsung:" + name), "\(name)")
    }
    #expect(group["TimeStamp"] == .text("2025:01:19 11:53:27.031+00:00"))
    #expect(group["MCCData"] == .integer(416))
  }

  @Test("HEIC files of Samsung's telephones have the same data in a box")
  func readsSamsungBox() async throws {
    let data = samsung(Array(Self.samsungBlocks.prefix(2)))
    let bytes =
      Fixtures.bytes(Fixtures.path("heic/valid/rgb.heic")) + number(data.count + 8) + Array("sefd".utf8) + data
    let properties = try await ExifTool.read(bytes, suffix: "heic")
    let group = try #require(read(bytes).group("Samsung"))
    #expect(group["MCCData"]?.plainText == ExifTool.text(properties, "Samsung:MCCData"))
    #expect(group["TimeStamp"]?.plainText == ExifTool.text(properties, "Samsung:TimeStamp"))
  }

  @Test("A damaged trailer of Samsung's telephones shows what is there")
  func damagedSamsung() throws {
    let trailer = samsung([(0x0A01, "Image_UTC_Data", "17372876070319999"), (0x0AA1, "MCC_Data", "416")])
    #expect(try read(picture + trailer).group("Samsung")?.properties.map(\.name) == ["MCCData"])
    for index in 4..<8 {
      var bytes = trailer
      bytes[index] = 0xFF
      #expect(try read(picture + bytes).group("Samsung")?.properties.map(\.name) == ["MCCData"])
    }
  }

  @Test("Sizes and offsets outside the file are not followed")
  func hostile() throws {
    for size in [0, 9, 11, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      _ = try read(picture + [1, 2, 3, 0, 1] + number(size) + [0xA1, 0xB2, 0xC3, 0xD4])
      _ = try read(picture + Array("AXS!".utf8) + number(size) + [0, 0, 0, 0])
    }
    // A directory whose entries lie outside.
    let start = picture.count
    let entry = Array("TEXT".utf8) + number(0xFFFF_FFFF) + number(0xFFFF_FFF0)
    let trailer =
      Array("AXS!".utf8) + [0, 0, 0, 1, 0, 0, 0, 0] + entry + Array("AXS!".utf8) + number(start) + [0, 0, 0, 0]
    let metadata = try read(picture + trailer)
    #expect(metadata.group("AFCP") == nil)
    #expect(metadata.diagnostics.contains { $0.message.contains("AFCP") })
    var limits = Limits.standard
    limits.maxMetadataBlockBytes = 8
    #expect(try read(picture + fotoStation(1, iptc), limits).group("IPTC") == nil)
  }
}
