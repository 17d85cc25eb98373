internal import ByteStreams
internal import ImageModel
internal import MetadataModel
@testable internal import MetadataWriting
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Edits of Exif blocks", .timed)
struct ExifRevisionTests {
  /// The sample block after edits by kind, as a conversion makes them.
  private func edit(_ bigEndian: Bool, _ change: (inout MetadataEdits) -> Void) throws -> [UInt8] {
    try edit(SampleExif.block(bigEndian: bigEndian), change)
  }

  private func edit(_ block: [UInt8], _ change: (inout MetadataEdits) -> Void) throws(ImageError) -> [UInt8] {
    var edits = MetadataEdits()
    change(&edits)
    var revision = BlockRevision(edits, nil, limits: .standard)
    return try revision.exif(block, ExifRevision.Container()) ?? []
  }

  /// The maker note can be read, which shows that nothing has moved.
  private func expectMakerNote(_ properties: [String: Any]) {
    #expect(ExifTool.text(properties, "Canon:CanonImageType") == "IMG:Cameo test JPEG")
    #expect(ExifTool.text(properties, "Canon:OwnerName") == "The owner of the camera")
    #expect(ExifTool.text(properties, "ExifIFD:LensModel") == "Lens 24-70")
    #expect(ExifTool.text(properties, "InteropIFD:InteropIndex") == "R98")
    #expect(properties["ExifTool:Warning"] == nil)
  }

  @Test("An unedited block is unchanged", arguments: [false, true])
  func unedited(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { _ in }
    #expect(try bytes == SampleExif.block(bigEndian: bigEndian))
    expectMakerNote(try await ExifTool.read(bytes, suffix: "tif"))
  }

  @Test("The orientation is overwritten", arguments: [false, true])
  func orientation(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { $0.orientation = .up }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Orientation") == "1")
    #expect(ExifTool.text(properties, "GPS:GPSLongitude") == "13.41")
    expectMakerNote(properties)
  }

  @Test("An orientation that is missing is added, and nothing moves", arguments: [false, true])
  func addedOrientation(bigEndian: Bool) async throws {
    let without = try edit(bigEndian) { $0.selection = MetadataSelection.all.subtracting(.orientation) }
    #expect(ExifTool.text(try await ExifTool.read(without, suffix: "tif"), "IFD0:Orientation") == nil)
    let properties = try await ExifTool.read(try edit(without) { $0.orientation = .left }, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Orientation") == "8")
    expectMakerNote(properties)
    // Once more for a block that never had one.
    let bare = try IFDWriter(bigEndian: bigEndian).stream([IFDTree([.text(0x010F, "Acme")])])
    let turned = try await ExifTool.read(try edit(bare) { $0.orientation = .right }, suffix: "tif")
    #expect(ExifTool.text(turned, "IFD0:Orientation") == "6" && ExifTool.text(turned, "IFD0:Make") == "Acme")
  }

  @Test("A block with directories beyond a limit is not edited, because their contents could not be removed")
  func overTheLimits() throws {
    var limits = Limits.standard
    limits.maxDirectoryDepth = 1
    let sample = try SampleExif.block(bigEndian: false)
    let chain = OverlappingDirectories.stream(fields: 10, directories: 9)
    let full = OverlappingDirectories.stream(fields: 4_000, directories: 5)
    for (block, limits) in [(sample, limits), (chain, .standard), (full, .standard)] {
      let error = #expect(throws: ImageError.self) {
        try IFDEditor(MemoryByteSource(block), isFile: false, limits: limits)
      }
      #expect(error?.kind == .limitExceeded)
    }
    let chain8 = OverlappingDirectories.stream(fields: 10, directories: 8)
    #expect(try IFDEditor(MemoryByteSource(chain8), isFile: false, limits: .standard).chain.count == 8)
  }

  @Test("The position and its bytes are removed", arguments: [false, true])
  func position(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { $0.selection = MetadataSelection.all.subtracting(.gps) }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(!properties.keys.contains { $0.hasPrefix("GPS:") })
    expectMakerNote(properties)
    // 1234/100 seconds of latitude.
    let seconds: [UInt8] = bigEndian ? [0, 0, 4, 0xD2, 0, 0, 0, 100] : [0xD2, 4, 0, 0, 100, 0, 0, 0]
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: seconds, in: bytes) }
    #expect(try SampleExif.offset(of: seconds, in: SampleExif.block(bigEndian: bigEndian)) > 0)
  }

  @Test("The thumbnail is removed", arguments: [false, true])
  func thumbnail(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { $0.selection = MetadataSelection.all.subtracting(.thumbnail) }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(!properties.keys.contains { $0.hasPrefix("IFD1:") })
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: SampleExif.thumbnail, in: bytes) }
    #expect(try bytes.count <= SampleExif.block(bigEndian: bigEndian).count - SampleExif.thumbnail.count)
    expectMakerNote(properties)
  }

  @Test("Maker note and serial numbers are removed", arguments: [false, true])
  func privateThings(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { $0.selection = MetadataSelection.all.subtracting([.makerNotes, .serialNumbers]) }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(!properties.keys.contains { $0.hasPrefix("Canon:") })
    for name in ["SerialNumber", "LensSerialNumber", "ImageUniqueID"] {
      #expect(properties["ExifIFD:\(name)"] == nil, "\(name)")
    }
    #expect(ExifTool.text(properties, "ExifIFD:LensModel") == "Lens 24-70")
    for text in ["BODY-42", "LENS-43", "The owner of the camera"] {
      #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: Array(text.utf8), in: bytes) }
    }
  }

  @Test("The size is overwritten, whether it fits into its type or not", arguments: [false, true])
  func size(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) {
      $0.picture = .init(source: PixelSize(width: 640, height: 480), size: PixelSize(width: 70_000, height: 33))
    }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "ExifIFD:ExifImageWidth") == "70000")
    #expect(ExifTool.text(properties, "ExifIFD:ExifImageHeight") == "33")
    expectMakerNote(properties)
  }

  @Test("All edits together leave a block that exiv2 reads without complaint", arguments: [false, true])
  func everything(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { edits in
      edits.selection = [.exif, .orientation]
      edits.orientation = .up
      edits.picture = .init(source: PixelSize(width: 640, height: 480), size: PixelSize(width: 32, height: 24))
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "block.tif")
    let result = try await Tool.run("exiv2", ["-pa", path])
    #expect(result.text.contains("Lens 24-70"))
    #expect(!result.text.contains("GPSInfo"))
    #expect(result.errors.isEmpty)
  }

  /// For any bytes, editing ends in a block or an error.
  @Test("Damaged blocks do not trap")
  func damagedBlocksDoNotTrap() throws {
    let block = try SampleExif.block(bigEndian: true)
    var random = SeededRandom(seed: 7)
    for round in 0..<1_000 {
      var damaged = block
      for _ in 0..<(1 + round % 6) {
        damaged[Int(random.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if round % 5 == 0 { damaged.removeLast(Int(random.next() % UInt64(damaged.count))) }
      do throws(ImageError) {
        let edited = try edit(damaged) { edits in
          edits.selection = [.exif, .orientation]
          edits.orientation = .right
          edits.picture = .init(source: PixelSize(width: 640, height: 480), size: PixelSize(width: 1 << 20, height: 2))
        }
        #expect(edited.count <= damaged.count + 4_096 * 12)
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }

  @Test("Of IPTC data in Exif only what is asked for goes", arguments: [false, true])
  func iptc(bigEndian: Bool) async throws {
    func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let data = dataset(80, "Ann Lee") + dataset(90, "Rome") + dataset(55, "20240506") + dataset(110, "Agency")
    let block = try IFDWriter(bigEndian: bigEndian).stream([
      IFDTree([.text(0x010F, "Acme"), IFDField(0x83BB, .values(.undefined, .bytes(data)))])
    ])
    var edits = MetadataEdits()
    edits.selection.remove(.gps)
    edits.deletions = [try MetadataDeletion("iptc.Credit")]
    var revision = BlockRevision(edits, nil, limits: .standard)
    let new = try #require(try revision.exif(block, ExifRevision.Container()))
    #expect(revision.changes == ["deleted iptc.City in exif", "deleted iptc.Credit in exif"])
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: Array("Rome".utf8), in: new) }
    let properties = try await ExifTool.read(new, suffix: "tif")
    #expect(ExifTool.text(properties, "IPTC:By-line") == "Ann Lee")
    #expect(ExifTool.text(properties, "IPTC:DateCreated") == "2024:05:06")
    #expect(properties["IPTC:City"] == nil && properties["IPTC:Credit"] == nil)
  }
}
