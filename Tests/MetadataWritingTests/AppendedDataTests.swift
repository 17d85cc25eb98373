internal import ByteStreams
internal import ImageModel
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Exif blocks whose last parts are cut off, or whose offsets lead past the end: after an edit they do not lead into
/// the bytes that it appends.
@Suite(.timed) struct AppendedDataTests {
  enum Damage: CaseIterable, Sendable {
    case pointerOfIFD1CutOff, pointerOfIFD1HalfCutOff, textCutOff, gpsAtTheEnd, exifAfterTheEnd, thumbnailAfterTheEnd
    case ifd2AfterTheEnd

    func block() throws -> [UInt8] {
      switch self {
      case .pointerOfIFD1CutOff: try Self.block().dropLast(4)
      case .pointerOfIFD1HalfCutOff: try Self.block().dropLast(2)
      case .textCutOff: try Self.block(second: [.text(0x0131, "Some software")]).dropLast(5)
      case .gpsAtTheEnd: try Self.block(distance: 0) { [.long(0x8825, $0)] }
      case .exifAfterTheEnd: try Self.block(distance: 2) { [.long(0x8769, $0)] }
      case .thumbnailAfterTheEnd: try Self.block(distance: 10) { [.long(0x0201, $0), .long(0x0202, 20)] }
      case .ifd2AfterTheEnd:
        try Self.block().dropLast(4)
          + (0..<4).map { UInt8(truncatingIfNeeded: (try Self.block().count + 4) >> (8 * $0)) }
      }
    }

    /// A block in little-endian order with IFD0 and IFD1.
    private static func block(_ main: [IFDField] = [], second: [IFDField] = []) throws -> [UInt8] {
      let trees = [IFDTree([.text(0x010F, "Acme")] + main), IFDTree([.short(0x0103, 6)] + second)]
      return try IFDWriter(bigEndian: false).stream(trees)
    }

    /// A block with fields that lead to `distance` bytes after its end.
    private static func block(distance: UInt32, _ fields: (UInt32) -> [IFDField]) throws -> [UInt8] {
      try block(fields(UInt32(try block(fields(0)).count) + distance))
    }
  }

  private func edit(_ block: [UInt8]) throws -> [UInt8] {
    var editor = try IFDEditor(MemoryByteSource(block), isFile: false, limits: .standard)
    // As a directory, the text has fields of unknown kinds.
    editor.set(0x013B, .ascii, Array(String(repeating: "\u{1}\u{2}\u{3}AB", count: 60).utf8) + [0], in: 0)
    let source = editor.source
    return try editor.finish().bytes(from: source)
  }

  @Test("Readers show what they showed before", arguments: Damage.allCases)
  func same(damage: Damage) async throws {
    let block = try damage.block()
    let before = try await ExifTool.read(block, suffix: "tif")
    let bytes = try edit(block)
    let after = try await ExifTool.read(bytes, suffix: "tif")
    #expect(after["IFD0:Artist"] != nil)
    let known = Set(before.keys).union(["IFD0:Artist"])
    #expect(after.keys.filter { !known.contains($0) } == [])
    var reader = try IFDReader(MemoryByteSource(bytes), limits: .standard)
    let second = try reader.directory(at: try reader.directory(at: reader.firstOffset).next)
    #expect(second.next == 0)
    // A second edit finds nothing to append to, either.
    let again = try await ExifTool.read(try edit(bytes), suffix: "tif")
    #expect(again.keys.filter { !known.contains($0) } == [])
  }

  @Test("A thumbnail and a directory that are cut off keep what there is of them")
  func cutOff() async throws {
    let block = Array(try SampleExif.block(bigEndian: false).dropLast())
    let editor = try IFDEditor(MemoryByteSource(try edit(block)), isFile: false, limits: .standard)
    #expect(try editor.picture(of: editor.chain[1]) == SampleExif.thumbnail.dropLast())
    let gps = IFDTree([.text(1, "N"), .text(3, "W"), .text(0x10, "T")])
    let whole = try IFDWriter(bigEndian: false).stream([IFDTree([.directory(IFDPointerTag.gps, gps)])])
    // The pointer, the last field and half of the one before it are missing.
    let properties = try await ExifTool.read(try edit(Array(whole.dropLast(4 + 12 + 6))), suffix: "tif")
    #expect(ExifTool.text(properties, "GPS:GPSLatitudeRef") == "N")
    #expect(properties.keys.count { $0.hasPrefix("GPS:") } == 1)
  }

  @Test("A cut directory shows no values from the bytes after the block")
  func cutValues() async throws {
    let exif = IFDTree([.short(0x8827, 200), .text(0x9003, "2020:01:02 03:04:05"), .short(0xA001, 1)])
    let whole = try IFDWriter(bigEndian: false).stream([IFDTree([.directory(IFDPointerTag.exif, exif)])])
    let place = try SampleExif.offset(of: [0x01, 0xA0, 3, 0], in: whole)
    // The value of the date begins far beyond what the edit appends.
    var block = Array(whole.prefix(place))
    block.replaceSubrange(place - 4..<place, with: [0, 0x10, 0, 0])
    let bytes = try edit(block) + [UInt8](repeating: 0x41, count: 8_192)
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "ExifIFD:ISO") == "200")
    #expect(properties["ExifIFD:DateTimeOriginal"] == nil)
  }

  @Test("A damaged directory that lies over another one is not changed")
  func overlap() throws {
    let exif = IFDTree([.short(0x8827, 200), .long(0x8828, 9)])
    var block = try IFDWriter(bigEndian: false).stream([
      IFDTree([.text(0x010F, "Acme"), .directory(IFDPointerTag.exif, exif)]), IFDTree([.short(0x0103, 6)]),
    ])
    // IFD1 is said to begin within the first field of Exif: one text of 65536 bytes, which is not there.
    let first = try SampleExif.offset(of: [0x27, 0x88, 3, 0], in: block) - 2
    block.replaceSubrange(first + 8..<first + 14, with: [1, 0, 0x31, 1, 2, 0])
    block.replaceSubrange(first + 14..<first + 18, with: [0, 0, 1, 0])
    block.replaceSubrange(34..<38, with: [UInt8(first + 8), 0, 0, 0])
    #expect(throws: ImageError.self) { try edit(block) }
  }
}
