internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting
internal import TestKit
internal import TIFFStructure
internal import Testing

/// The parts that a conversion keeps of Exif blocks that are damaged or unusual.
@Suite("Damaged Exif in conversions", .timed)
struct DamagedExifTests {
  /// A small block: Make, the Exif directory (ISO, serial number), the GPS directory, a thumbnail.
  private struct Block {
    static let exif = 64
    static let second = 112
    static let gps = 168
    static let picture = 192

    var thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
    /// The stated offset and length of the thumbnail.
    var place: (offset: Int, length: Int)?
    /// Whether the second directory points to the Exif directory of the first.
    var sharesExif = false
    /// The stated number of fields in the Exif directory.
    var exifCount = 2

    private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    var bytes: [UInt8] {
      var bytes: [UInt8] = [0x49, 0x49, 42, 0] + number(8, 4)
      func put(_ part: [UInt8], at offset: Int) {
        bytes += [UInt8](repeating: 0, count: offset - bytes.count) + part
      }
      let main = [entry(0x010F, 2, 4, 0x41_42_43), entry(0x8769, 4, 1, Self.exif), entry(0x8825, 4, 1, Self.gps)]
      put(number(main.count, 2) + main.joined() + number(Self.second, 4), at: 8)
      put(
        number(exifCount, 2) + entry(0x8827, 3, 1, 200) + entry(0xA431, 2, 8, Self.exif + 32) + number(0, 4),
        at: Self.exif)
      put(Array("BODY-42\0".utf8), at: Self.exif + 32)
      let place = place ?? (Self.picture, thumbnail.count)
      var second = [entry(0x0103, 3, 1, 6), entry(0x0201, 4, 1, place.offset), entry(0x0202, 4, 1, place.length)]
      if sharesExif { second.append(entry(0x8769, 4, 1, Self.exif)) }
      put(number(second.count, 2) + second.joined() + number(0, 4), at: Self.second)
      put(number(1, 2) + entry(1, 2, 2, 0x4E) + number(0, 4), at: Self.gps)
      put(thumbnail, at: Self.picture)
      return bytes
    }
  }

  private func carry(_ block: Block, strip: String) throws -> CarriedMetadata {
    var metadata = ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: 0)
    metadata.images = [ImageMetadata.Image(info: nil)]
    metadata.blocks = [MetadataBlock(.exif, offset: 0, bytes: block.bytes)]
    return try carry(metadata, strip: strip)
  }

  private func carry(
    _ metadata: ImageMetadata, strip: String?, applied: Bool = false, resized: PixelSize? = nil
  ) throws -> CarriedMetadata {
    MetadataCarrier.carry(
      metadata: metadata, imageIndex: 0,
      selection: try MetadataSelection.parse(strip: strip.map { [$0] } ?? [], keep: []), orientationApplied: applied,
      change: resized.map { PictureChange(source: PixelSize(width: 640, height: 480), size: $0) },
      limits: .standard)
  }

  private func fixture(_ name: String) throws -> ImageMetadata {
    let path = Fixtures.path("jpeg/broken/\(name)")
    return try MetadataReader.read(try FileByteSource(path: path), fileName: name, limits: .standard)
  }

  private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: Unicode.ASCII.self).contains(text)
  }

  @Test("Removing a thumbnail that shares the Exif directory removes nothing else")
  func sharedExif() async throws {
    let carried = try carry(Block(sharesExif: true), strip: "gps,serials")
    let bytes = try #require(carried.exif)
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Make") == "CBA")
    #expect(ExifTool.text(properties, "ExifIFD:ISO") == "200")
    #expect(properties["ExifIFD:SerialNumber"] == nil && !holds(bytes, "BODY"))
    #expect(!properties.keys.contains { $0.hasPrefix("GPS:") })
    #expect(properties["IFD1:ThumbnailOffset"] != nil)
    #expect(carried.diagnostics.isEmpty)
  }

  @Test("A thumbnail at a wrong offset is removed, and nothing else", arguments: [(0, 40), (6, 60)])
  func wrongPlace(offset: Int, length: Int) async throws {
    let carried = try carry(Block(place: (offset, length)), strip: "gps")
    let properties = try await ExifTool.read(try #require(carried.exif), suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Make") == "CBA")
    #expect(ExifTool.text(properties, "ExifIFD:ISO") == "200")
    #expect(!properties.keys.contains { $0.hasPrefix("GPS:") || $0.hasPrefix("IFD1:") })
    #expect(carried.diagnostics.map(\.severity) == [.note])
    #expect(carried.diagnostics.first?.message.contains("thumbnail") == true)
  }

  @Test("An Exif directory that cannot be read is removed, and nothing else", arguments: ["gps", "serials"])
  func unreadExif(strip: String) async throws {
    let carried = try carry(Block(exifCount: 400), strip: strip)
    let bytes = try #require(carried.exif)
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Make") == "CBA")
    #expect(properties["IFD1:ThumbnailOffset"] != nil)
    #expect(!holds(bytes, "BODY"))
    #expect(carried.diagnostics.map(\.severity) == [.note])
    let loop = try carry(fixture("metadata_exif_sub_ifd_loop.jpg"), strip: strip)
    let kept = try await ExifTool.read(try #require(loop.exif), suffix: "tif")
    for name in ["ImageDescription", "Make", "Model", "XResolution"] {
      #expect(ExifTool.text(kept, "IFD0:\(name)") != nil, "\(name)")
    }
    #expect(!loop.diagnostics.contains { $0.severity == .warning || $0.message.contains("--delete") })
  }

  /// A JPEG picture with one segment before its scan.
  private func picture(_ marker: UInt8, _ content: [UInt8], fill: [UInt8] = []) -> [UInt8] {
    [0xFF, 0xD8] + fill + [0xFF, marker] + UInt16(content.count + 2).bigEndianBytes + content + [0xFF, 0xDA]
  }

  private func exif(_ fields: [IFDField]) throws -> [UInt8] {
    try Array("Exif\0\0".utf8) + IFDWriter().stream([IFDTree(fields)])
  }

  /// Photoshop's resources with one dataset of IPTC.
  private func photoshop(_ number: UInt8, _ text: String) -> [UInt8] {
    let iptc: [UInt8] = [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    return Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
  }

  @Test("A thumbnail is removed only for metadata that it has and that is to be removed")
  func thumbnail() throws {
    let position = try exif([.directory(IFDPointerTag.gps, IFDTree([.text(1, "N")]))])
    let serial = try exif([.directory(IFDPointerTag.exif, IFDTree([.text(0xA431, "B7")]))])
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let cases: [([UInt8], String, stays: Bool)] = [
      // Raw pixels, and the data of a scan.
      ([1, 2, 3, 0xFF, 0xE1, 0, 4, 0xFF, 0xED, 9], "gps", true),
      ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xE1, 0, 2], "xmp", true),
      (picture(0xE1, try exif([.text(0x010F, "Acme")])), "gps", true),
      (picture(0xE1, position), "gps", false), (picture(0xE1, position), "serials", true),
      (picture(0xE1, serial), "gps", true), (picture(0xE1, serial, fill: [0xFF]), "serials", false),
      (picture(0xE1, Array("Exif\0\0damaged".utf8)), "gps", false),
      (picture(0xE1, xmp), "iptc", true), (picture(0xE1, xmp), "xmp", false),
      (picture(0xED, photoshop(80, "Ann")), "gps", true), (picture(0xED, photoshop(80, "Ann")), "iptc", false),
      (picture(0xED, photoshop(90, "Rome")), "gps", false),
      // Photoshop puts these ten bytes into its thumbnails.
      (picture(0xED, Array("Adobe_CM\0\u{2}".utf8)), "gps", true), (picture(0xED, []), "iptc", false),
    ]
    for (index, (picture, strip, stays)) in cases.enumerated() {
      let carried = try carry(Block(thumbnail: picture), strip: strip)
      let bytes = try #require(carried.exif)
      #expect((Array(bytes.suffix(picture.count)) == picture) == stays, "\(index)")
      #expect(carried.diagnostics.map(\.severity) == (stays ? [] : [.note]), "\(index)")
    }
  }

  @Test("There is no warning about Exif that is not wanted")
  func unwanted() throws {
    #expect(try carry(fixture("metadata_exif_5000_entries.jpg"), strip: "exif").diagnostics.isEmpty)
  }

  @Test("Directories without tags are left out without a warning")
  func onlyPointers() throws {
    let metadata = try fixture("metadata_exif_200_levels.jpg")
    for carried in [
      try carry(metadata, strip: "xmp"), try carry(metadata, strip: nil, applied: true),
      try carry(metadata, strip: nil, resized: PixelSize(width: 8, height: 6)),
    ] {
      #expect(!carried.diagnostics.contains { $0.severity == .warning })
    }
  }
}
