internal import ByteStreams
internal import ImageModel
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Writing directories", .timed)
struct IFDWriterTests {
  @Test("ExifTool reads back what was written", arguments: [false, true], [false, true])
  func readBack(bigEndian: Bool, bigTIFF: Bool) async throws {
    let tree = SampleExif.tree(makerNote: [])
    let bytes = try IFDWriter(bigEndian: bigEndian, bigTIFF: bigTIFF).stream([tree, IFDTree([.text(0x0110, "Second")])])
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    var expected = [
      "File:ExifByteOrder": bigEndian ? "MM" : "II", "IFD0:Make": "Canon", "IFD0:Model": "Cameo Test",
      "IFD0:Orientation": "6", "IFD0:XResolution": "300", "ExifIFD:ExposureTime": "0.008",
      "ExifIFD:DateTimeOriginal": "2024:05:06 07:08:09", "ExifIFD:LensModel": "Lens 24-70",
      "InteropIFD:InteropIndex": "R98", "GPS:GPSVersionID": "2 3 0 0", "GPS:GPSLatitudeRef": "N",
      "GPS:GPSLongitude": "13.41", "IFD1:Model": "Second",
    ]
    // ExifTool does not follow the pointers to Exif and GPS in BigTIFF, nor name its byte order.
    if bigTIFF { expected = expected.filter { $0.key.hasPrefix("IFD") } }
    for (name, value) in expected { #expect(ExifTool.text(properties, name) == value, "\(name)") }
    #expect(properties["ExifTool:Warning"] == nil)
  }

  @Test("A directory written for an offset is valid at that offset", arguments: [8, 1000, 65_536])
  func placed(offset: Int) async throws {
    let tree = SampleExif.tree(makerNote: [])
    let placed = try IFDWriter().directory(tree, at: UInt64(offset))
    var file: [UInt8] = [0x49, 0x49, 42, 0] + (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
    file += [UInt8](repeating: 0, count: offset - 8) + placed.bytes
    let properties = try await ExifTool.read(file, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Model") == "Cameo Test")
    #expect(ExifTool.text(properties, "ExifIFD:LensModel") == "Lens 24-70")
    #expect(ExifTool.text(properties, "InteropIFD:InteropIndex") == "R98")
    #expect(placed.nextPointer == 2 + 12 * tree.fields.count)
    #expect(Array(placed.bytes[placed.nextPointer..<placed.nextPointer + 4]) == [0, 0, 0, 0])
  }

  @Test("Fields are sorted and values begin at even offsets")
  func fieldsAreSortedAndValuesBeginAtEvenOffsets() throws {
    let bytes = try IFDWriter().stream([
      IFDTree([.text(0x0132, "abcde"), .text(0x010F, "odd"), .text(0x0110, "fghij")])
    ])
    var reader = try IFDReader(MemoryByteSource(bytes), limits: .standard)
    let ifd = try reader.directory(at: 8)
    #expect(ifd.entries.map(\.tag) == [0x010F, 0x0110, 0x0132])
    #expect(ifd.entries.allSatisfy { $0.valueOffset % 2 == 0 })
  }

  @Test("Values that do not fit are refused")
  func valuesThatDoNotFitAreRefused() {
    for field in [
      IFDField(1, .values(.short, .unsigned([70_000]))), IFDField(1, .values(.byte, .unsigned([256]))),
      IFDField(1, .values(.rational, .rationals([.init(-1, 2)]))), IFDField(1, .values(.ascii, .unsigned([1]))),
      IFDField(1, .raw(type: .long, bytes: [1, 2, 3])),
    ] {
      let error = #expect(throws: ImageError.self) { try IFDWriter().stream([IFDTree([field])]) }
      #expect(error?.kind == .usage)
    }
  }
}
