internal import ByteStreams
internal import ImageModel
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Fields that are set, replaced and deleted, read back by exiv2 and ExifTool.
@Suite(.timed) struct IFDEditorTests {
  /// A tag that no standard defines, so that readers show it by its type alone.
  private static let tag: UInt16 = 0xEA60

  /// A field type, two values for it as bytes in big-endian order, and the texts by which exiv2 shows them.
  struct Sample: Sendable {
    var type: IFDFieldType
    /// The size of the units whose bytes depend on the byte order.
    var unit: Int
    var name: String
    var first: (bytes: [UInt8], text: String)
    /// Has more values than `first`, so that they do not fit at its offset.
    var second: (bytes: [UInt8], text: String)
  }

  static let samples = [
    Sample(type: .byte, unit: 1, name: "Byte", first: ([7], "7"), second: ([1, 2, 3, 4, 255], "1 2 3 4 255")),
    Sample(
      type: .ascii, unit: 1, name: "Ascii", first: ([0x41, 0x62, 0], "Ab"),
      second: (Array("A longer text\0".utf8), "A longer text")),
    Sample(
      type: .short, unit: 2, name: "Short", first: ([0x12, 0x34], "4660"),
      second: ([0, 1, 0, 2, 255, 255], "1 2 65535")),
    Sample(
      type: .long, unit: 4, name: "Long", first: ([0, 1, 0, 0], "65536"),
      second: ([255, 255, 255, 255, 0, 0, 0, 9], "4294967295 9")),
    Sample(
      type: .rational, unit: 4, name: "Rational", first: ([0, 0, 0, 1, 0, 0, 0, 3], "1/3"),
      second: ([0, 0, 0, 22, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0], "22/7 0/0")),
    Sample(
      type: .undefined, unit: 1, name: "Undefined", first: ([0, 9], "0 9"),
      second: ([5, 4, 3, 2, 1, 0], "5 4 3 2 1 0")),
    Sample(
      type: .signedByte, unit: 1, name: "SByte", first: ([0xFB], "-5"), second: ([0x80, 0, 1, 2, 3], "-128 0 1 2 3")),
    Sample(
      type: .signedShort, unit: 2, name: "SShort", first: ([0xFF, 0xFE], "-2"),
      second: ([0x80, 0, 0, 1, 0x7F, 0xFF], "-32768 1 32767")),
    Sample(
      type: .signedLong, unit: 4, name: "SLong", first: ([0xFF, 0xFF, 0xFF, 0xFF], "-1"),
      second: ([0x80, 0, 0, 0, 0, 0, 0, 2], "-2147483648 2")),
    Sample(
      type: .signedRational, unit: 4, name: "SRational", first: ([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 2], "-1/2"),
      second: ([0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFC, 0, 0, 0, 0, 0, 0, 0, 1], "3/-4 0/1")),
    // IEEE 754: 1.5 is 3FC00000, -2 is C0000000; 0.25 is 3FD0000000000000.
    Sample(
      type: .float, unit: 4, name: "Float", first: ([0x3F, 0xC0, 0, 0], "1.5"),
      second: ([0xC0, 0, 0, 0, 0x3F, 0xC0, 0, 0], "-2 1.5")),
    Sample(
      type: .double, unit: 8, name: "Double", first: ([0x3F, 0xD0, 0, 0, 0, 0, 0, 0], "0.25"),
      second: ([0xC0, 0, 0, 0, 0, 0, 0, 0, 0x3F, 0xD0, 0, 0, 0, 0, 0, 0], "-2 0.25")),
  ]

  private func ordered(_ bytes: [UInt8], _ unit: Int, bigEndian: Bool) -> [UInt8] {
    if bigEndian { return bytes }
    return stride(from: 0, to: bytes.count, by: unit).flatMap { bytes[$0..<$0 + unit].reversed() }
  }

  private func edit(
    _ bytes: [UInt8], isFile: Bool = false, _ change: (inout IFDEditor) throws -> Void
  ) throws -> [UInt8] {
    let source = MemoryByteSource(bytes)
    var editor = try IFDEditor(source, isFile: isFile, limits: .standard)
    try change(&editor)
    return try editor.finish().bytes(from: source)
  }

  /// exiv2's line about the tag: its type and its value.
  private func exiv2(_ bytes: [UInt8]) async throws -> String? {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "block.tif")
    let result = try await Tool.run("exiv2", ["-u", "-Pkyv", path])
    return result.text.split(separator: "\n").first { $0.hasPrefix("Exif.Image.0xea60") }.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).dropFirst().joined(separator: " ")
    }
  }

  @Test(
    "A field of each type is added, replaced by a longer value, by a shorter one, and deleted", arguments: samples,
    [false, true])
  func types(sample: Sample, bigEndian: Bool) async throws {
    func value(_ value: (bytes: [UInt8], text: String)) -> [UInt8] {
      ordered(value.bytes, sample.unit, bigEndian: bigEndian)
    }
    let block = try SampleExif.block(bigEndian: bigEndian)
    let added = try edit(block) { $0.set(Self.tag, sample.type, value(sample.first), in: 0) }
    #expect(try await exiv2(added) == "\(sample.name) \(sample.first.text)")
    let replaced = try edit(added) { $0.set(Self.tag, sample.type, value(sample.second), in: 0) }
    #expect(try await exiv2(replaced) == "\(sample.name) \(sample.second.text)")
    // The shorter value is written at the place of the longer one.
    let shorter = try edit(replaced) { $0.set(Self.tag, sample.type, value(sample.first), in: 0) }
    #expect(try await exiv2(shorter) == "\(sample.name) \(sample.first.text)")
    #expect(shorter.count <= replaced.count)
    let deleted = try edit(replaced) { $0.remove(Self.tag, from: 0) }
    #expect(try await exiv2(deleted) == nil)
    let properties = try await ExifTool.read(deleted, suffix: "tif")
    #expect(ExifTool.text(properties, "Canon:OwnerName") == "The owner of the camera")
    #expect(ExifTool.text(properties, "GPS:GPSLongitude") == "13.41")
    #expect(properties["ExifTool:Warning"] == nil)
  }

  @Test("A maker note keeps its place and its bytes while the directory that has it grows", arguments: [false, true])
  func makerNote(bigEndian: Bool) async throws {
    let block = try SampleExif.block(bigEndian: bigEndian)
    let text = Array("IMG:Cameo test JPEG".utf8)
    let place = try SampleExif.offset(of: text, in: block)
    let grown = try edit(block) { editor in
      let exif = try #require(editor.child(IFDPointerTag.exif, of: 0))
      editor.set(0xA433, .ascii, Array("A lens maker with a long name\0".utf8), in: exif)
      editor.set(0xA434, .ascii, Array(String(repeating: "lens ", count: 100).utf8) + [0], in: exif)
    }
    #expect(try SampleExif.offset(of: text, in: grown) == place)
    let directory = try TemporaryDirectory()
    let path = try directory.write(grown, to: "block.tif")
    let lines = try await Tool.run("exiv2", ["-Pkv", path]).text
    #expect(lines.contains("A lens maker with a long name") && lines.contains("IMG:Cameo test JPEG"))
    let properties = try await ExifTool.read(grown, suffix: "tif")
    #expect(ExifTool.text(properties, "Canon:CanonImageType") == "IMG:Cameo test JPEG")
    #expect(ExifTool.text(properties, "ExifIFD:LensMake") == "A lens maker with a long name")
    #expect(properties["ExifTool:Warning"] == nil)
  }

  @Test("Zeros after the thumbnail, with which cameras fill a block, take new values", arguments: [false, true])
  func padding(bigEndian: Bool) async throws {
    let sample = try SampleExif.block(bigEndian: bigEndian)
    var block = sample + [UInt8](repeating: 0, count: 2_000)
    for (tag, text) in [(0x013B, "Ann Artist"), (0x8298, "Somebody's rights"), (0x0131, "Some software")] {
      block = try edit(block) { $0.set(UInt16(tag), .ascii, Array("\(text)\0".utf8), in: 0) }
      #expect(block.count == sample.count + 2_000)
    }
    #expect(block[..<sample.count].suffix(SampleExif.thumbnail.count) == SampleExif.thumbnail[...])
    let properties = try await ExifTool.read(block, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Artist") == "Ann Artist")
    #expect(ExifTool.text(properties, "IFD0:Copyright") == "Somebody's rights")
    #expect(ExifTool.text(properties, "IFD0:Software") == "Some software")
    #expect(ExifTool.text(properties, "Canon:CanonImageType") == "IMG:Cameo test JPEG")
    #expect(properties["ExifTool:Warning"] == nil)
    // Too little room: the block grows.
    let grown = try edit(block) { $0.set(0x010E, .ascii, [UInt8](repeating: 0x41, count: 3_000) + [0], in: 0) }
    #expect(grown.count > block.count + 1_000)
    // Without the thumbnail the zeros follow the maker note, and may belong to it.
    let zeros = [UInt8](repeating: 0, count: 2_000)
    let note = IFDTree([IFDField(OffsetTag.makerNote, .values(.undefined, .bytes([1, 2, 3, 4, 5, 6])))])
    let bare = try IFDWriter(bigEndian: bigEndian).stream([IFDTree([.directory(IFDPointerTag.exif, note)])])
    let other = try edit(bare + zeros) { $0.set(0x013B, .ascii, Array("Ann Artist\0".utf8), in: 0) }
    #expect(other.count > bare.count + zeros.count)
  }

  @Test("Deleted bytes are overwritten, and the next edit uses the hole", arguments: [false, true])
  func holes(bigEndian: Bool) async throws {
    let bare = try IFDWriter(bigEndian: bigEndian).stream([IFDTree([.text(0x010F, "Acme")])])
    let secret = Array("SECRET-SECRET-SECRET".utf8) + [0]
    let full = try edit(bare) { editor in
      editor.set(0x013B, .ascii, secret, in: 0)
      editor.set(0x8298, .ascii, Array("Somebody's rights\0".utf8), in: 0)
    }
    let cleaned = try edit(full) { editor in editor.remove(0x013B, from: 0) }
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: Array("SECRET".utf8), in: cleaned) }
    let again = try edit(cleaned) { $0.set(0x0131, .ascii, Array("Software 1.0\0".utf8), in: 0) }
    #expect(again.count <= full.count)
    let properties = try await ExifTool.read(again, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Copyright") == "Somebody's rights")
    #expect(ExifTool.text(properties, "IFD0:Software") == "Software 1.0")
    #expect(ExifTool.text(properties, "IFD0:Make") == "Acme")
  }

  @Test(
    "A file's strips keep their places and bytes",
    arguments: ["tiff/valid/gray8.tif", "tiff/valid/exif_gps_big_endian.tif"])
  func files(name: String) async throws {
    let file = Fixtures.bytes(Fixtures.path(name))
    let edited = try edit(file, isFile: true) { editor in
      editor.set(0x010E, .ascii, Array("A description that is longer than four bytes\0".utf8), in: 0)
      let exif = try editor.makeChild(IFDPointerTag.exif, of: 0)
      editor.set(0xA434, .ascii, Array("Lens 50\0".utf8), in: exif)
    }
    let before = try await ExifTool.read(file, suffix: "tif")
    let after = try await ExifTool.read(edited, suffix: "tif")
    #expect(ExifTool.text(after, "IFD0:ImageDescription") == "A description that is longer than four bytes")
    #expect(ExifTool.text(after, "ExifIFD:LensModel") == "Lens 50")
    #expect(ExifTool.text(after, "IFD0:StripOffsets") == ExifTool.text(before, "IFD0:StripOffsets"))
    let place = try #require(
      ExifTool.text(before, "IFD0:StripOffsets")?.split(separator: " ").first.flatMap { Int($0) })
    #expect(edited[place..<place + 16] == file[place..<place + 16])
  }

  @Test("A new block holds what is put into it", arguments: [false, true])
  func newBlock(bigEndian: Bool) async throws {
    var editor = IFDEditor(newBlockBigEndian: bigEndian, limits: .standard)
    let source = editor.source
    editor.set(0x0112, .short, editor.bytes(UInt16(6)), in: 0)
    let gps = try editor.makeChild(IFDPointerTag.gps, of: 0)
    editor.set(1, .ascii, Array("N\0".utf8), in: gps)
    editor.set(2, .rational, [48, 1, 30, 1, 0, 1].flatMap { editor.bytes(UInt32($0)) }, in: gps)
    let properties = try await ExifTool.read(try editor.finish().bytes(from: source), suffix: "tif")
    #expect(ExifTool.text(properties, "File:ExifByteOrder") == (bigEndian ? "MM" : "II"))
    #expect(ExifTool.text(properties, "IFD0:Orientation") == "6")
    #expect(ExifTool.text(properties, "GPS:GPSLatitude") == "48.5")
  }
}
