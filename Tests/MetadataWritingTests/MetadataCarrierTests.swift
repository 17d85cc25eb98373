internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting
internal import TestKit
internal import Testing

@Suite("Metadata that is copied", .timed)
struct MetadataCarrierTests {
  private func metadata(_ name: String) throws -> ImageMetadata {
    try MetadataReader.read(try FileByteSource(path: Fixtures.path(name)), fileName: name, limits: .standard)
  }

  private func carry(
    _ metadata: ImageMetadata, _ selection: MetadataSelection, applied: Bool = false, resized: PixelSize? = nil
  ) -> CarriedMetadata {
    MetadataCarrier.carry(
      metadata: metadata, imageIndex: 0, selection: selection, orientationApplied: applied,
      change: resized.map { PictureChange(source: PixelSize(width: 640, height: 480), size: $0) },
      limits: .standard)
  }

  @Test("Everything is copied unchanged", arguments: ["jpeg/valid/everything.jpg"])
  func all(name: String) throws {
    let metadata = try metadata(name)
    let carried = carry(metadata, .all)
    #expect(carried.exif == metadata.blocks.first { $0.kind == .exif }?.bytes)
    #expect(carried.xmp == metadata.blocks.first { $0.kind == .xmp }?.bytes)
    #expect(carried.photoshop == metadata.blocks.first { $0.kind == .photoshop }?.bytes)
    #expect(carried.comments == metadata.comments && !carried.comments.isEmpty)
  }

  @Test("An XMP packet is copied without the NUL bytes after it", arguments: [MetadataSelection.all, [.xmp]])
  func paddedXMP(selection: MetadataSelection) throws {
    var metadata = try metadata("jpeg/valid/everything.jpg")
    let index = try #require(metadata.blocks.firstIndex { $0.kind == .xmp })
    metadata.blocks[index].bytes += [0, 0]
    #expect(carry(metadata, selection).xmp?.suffix(5) == Array("\"w\"?>".utf8)[...])
  }

  @Test("Nothing is copied when nothing is selected", arguments: ["jpeg/valid/everything.jpg", "tiff/valid/xmp.tif"])
  func none(name: String) throws {
    let carried = carry(try metadata(name), [])
    #expect(carried.exif == nil && carried.xmp == nil && carried.photoshop == nil && carried.comments.isEmpty)
  }

  @Test(
    "A TIFF page's Exif fields become a block",
    arguments: ["tiff/valid/exif_gps_big_endian.tif", "tiff/valid/exif_gps_little_endian.tif"])
  func fromTIFF(name: String) async throws {
    let block = try #require(carry(try metadata(name), .all).exif)
    let properties = try await ExifTool.read(block, suffix: "tif")
    let original = try #require(try await ExifTool.read([Fixtures.path(name)])[Fixtures.path(name)])
    for key in original.keys where key.hasPrefix("ExifIFD:") || key.hasPrefix("GPS:") {
      #expect(ExifTool.text(properties, key) == ExifTool.text(original, key), "\(key)")
    }
    #expect(ExifTool.text(properties, "IFD0:Model") == ExifTool.text(original, "IFD0:Model"))
    #expect(properties["IFD0:StripOffsets"] == nil && properties["IFD0:BitsPerSample"] == nil)
  }

  @Test("Stripping the position leaves the rest")
  func strippingThePositionLeavesTheRest() async throws {
    let selection = try MetadataSelection.parse(strip: ["gps"], keep: [])
    for name in ["jpeg/valid/everything.jpg", "png/valid/exif.png", "tiff/valid/exif_gps_big_endian.tif"] {
      let block = try #require(carry(try metadata(name), selection).exif, "\(name)")
      let properties = try await ExifTool.read(block, suffix: "tif")
      #expect(!properties.keys.contains { $0.hasPrefix("GPS:") }, "\(name)")
      #expect(ExifTool.text(properties, "IFD0:Model") == "Fixture One", "\(name)")
    }
  }

  @Test("The orientation is kept when the rest of Exif is removed")
  func orientationAlone() async throws {
    let selection = try MetadataSelection.parse(strip: ["all"], keep: ["icc,orientation"])
    let carried = carry(try metadata("jpeg/valid/orientation_6.jpg"), selection)
    let properties = try await ExifTool.read(try #require(carried.exif), suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Orientation") == "6")
    #expect(properties["IFD0:Model"] == nil)
    #expect(carry(try metadata("jpeg/valid/orientation_6.jpg"), selection, applied: true).exif == nil)
  }

  @Test("The position alone is kept when it is asked for")
  func positionAlone() async throws {
    let selection = try MetadataSelection.parse(strip: ["exif"], keep: ["gps"])
    let carried = carry(try metadata("jpeg/valid/exif_gps_big_endian.jpg"), selection)
    let properties = try await ExifTool.read(try #require(carried.exif), suffix: "tif")
    #expect(properties["GPS:GPSLatitude"] != nil)
    #expect(properties["IFD0:Model"] == nil && properties["ExifIFD:LensModel"] == nil)
  }

  @Test("An upright picture has the orientation up")
  func anUprightPictureHasTheOrientationUp() async throws {
    let carried = carry(
      try metadata("jpeg/valid/exif_thumbnail.jpg"), .all, applied: true, resized: PixelSize(width: 24, height: 32))
    let properties = try await ExifTool.read(try #require(carried.exif), suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Orientation") ?? "1" == "1")
    #expect(!properties.keys.contains { $0.hasPrefix("IFD1:") })
    #expect(ExifTool.text(properties, "ExifIFD:ExifImageWidth") ?? "24" == "24")
  }

  @Test("A maker note that stays is reported")
  func aMakerNoteThatStaysIsReported() throws {
    var metadata = ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: 0)
    metadata.images = [ImageMetadata.Image(info: nil)]
    var block = try SampleExif.block(bigEndian: false)
    metadata.blocks = [MetadataBlock(.exif, offset: 0, bytes: block)]
    let selection = MetadataSelection.all.subtracting(.gps)
    #expect(carry(metadata, selection).diagnostics.isEmpty)
    // A note of another maker has an unknown layout.
    let make = try SampleExif.offset(of: Array("Canon\0".utf8), in: block)
    block.replaceSubrange(make..<make + 5, with: Array("Acme!".utf8))
    metadata.blocks = [MetadataBlock(.exif, offset: 0, bytes: block)]
    let kept = carry(metadata, selection)
    #expect(kept.diagnostics.contains { $0.severity == .note && $0.message.contains("maker note") })
    #expect(carry(metadata, selection.subtracting(.makerNotes)).diagnostics.isEmpty)
  }

  @Test("Places that IPTC names are removed, and the rest stays", arguments: [true, false])
  func places(isBare: Bool) throws {
    var metadata = ImageMetadata(format: "jpeg", contentType: "public.jpeg", byteCount: 0)
    metadata.images = [ImageMetadata.Image(info: nil)]
    let title: [UInt8] = [0x1C, 2, 5, 0, 5] + Array("Title".utf8)
    let iptc = title + [0x1C, 2, 90, 0, 6] + Array("Berlin".utf8)
    // 8BIM, 0x0404, an empty name, the length.
    let header = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0]
    metadata.blocks = [
      isBare
        ? MetadataBlock(.iptc, offset: 0, bytes: iptc)
        : MetadataBlock(.photoshop, offset: 0, bytes: header + [UInt8(iptc.count)] + iptc + [0])
    ]
    let carried = carry(metadata, MetadataSelection.all.subtracting(.gps))
    #expect(carried.photoshop == header + [10] + title)
    #expect(carried.diagnostics.isEmpty)
  }

  @Test("Selections are parsed")
  func selectionsAreParsed() throws {
    #expect(try MetadataSelection.parse(strip: [], keep: []) == .all)
    #expect(try MetadataSelection.parse(strip: ["all"], keep: []) == [])
    #expect(try MetadataSelection.parse(strip: ["all"], keep: ["icc,orientation"]) == [.icc, .orientation])
    #expect(try MetadataSelection.parse(strip: [], keep: ["icc"]) == .icc)
    let withoutPrivate = try MetadataSelection.parse(strip: ["gps,XMP", "makernotes"], keep: [])
    #expect(withoutPrivate == MetadataSelection.all.subtracting([.gps, .xmp, .makerNotes]))
    let withoutExif = try MetadataSelection.parse(strip: ["exif"], keep: [])
    #expect(withoutExif.isSuperset(of: [.orientation, .resolution, .xmp, .icc]))
    #expect(withoutExif.isDisjoint(with: [.exif, .gps, .makerNotes, .thumbnail, .serialNumbers]))
    for bad in ["gsp", "", "icc,,gps"] {
      let error = #expect(throws: ImageError.self) { try MetadataSelection.parse(strip: [bad], keep: []) }
      #expect(error?.kind == .usage)
    }
  }
}
