internal import ImageModel
internal import MetadataWriting
internal import TestKit
internal import Testing

@Suite("Exif blocks that are edited in place")
struct ExifEditorTests {
  private func edit(_ bigEndian: Bool, _ change: (inout ExifEditor) throws -> Void) throws -> [UInt8] {
    var editor = try ExifEditor(try SampleExif.block(bigEndian: bigEndian), limits: .standard)
    try change(&editor)
    return editor.finish()
  }

  /// The maker note still reads, which it does not when anything has moved.
  private func expectMakerNote(_ properties: [String: Any]) {
    #expect(ExifTool.text(properties, "Canon:CanonImageType") == "IMG:Cameo test JPEG")
    #expect(ExifTool.text(properties, "Canon:OwnerName") == "The owner of the camera")
    #expect(ExifTool.text(properties, "ExifIFD:LensModel") == "Lens 24-70")
    #expect(ExifTool.text(properties, "InteropIFD:InteropIndex") == "R98")
    #expect(properties["ExifTool:Warning"] == nil)
  }

  @Test("An unedited block is what it was", arguments: [false, true])
  func unedited(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { _ in }
    #expect(try bytes == SampleExif.block(bigEndian: bigEndian))
    expectMakerNote(try await ExifTool.read(bytes, suffix: "tif"))
  }

  @Test("The orientation is overwritten", arguments: [false, true])
  func orientation(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { editor in try editor.setOrientation(.up) }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "IFD0:Orientation") == "1")
    #expect(ExifTool.text(properties, "GPS:GPSLongitude") == "13.41")
    expectMakerNote(properties)
  }

  @Test("An orientation that is missing is added, and nothing moves", arguments: [false, true])
  func addedOrientation(bigEndian: Bool) async throws {
    var editor = try ExifEditor(try edit(bigEndian) { try $0.removeResolution() }, limits: .standard)
    try editor.setOrientation(.left)
    var block = editor.finish()
    #expect(ExifTool.text(try await ExifTool.read(block, suffix: "tif"), "IFD0:Orientation") == "8")
    // Once more for a block that never had one.
    var bare = try ExifEditor(ExifBuilder.block(orientation: .right), limits: .standard)
    try bare.removeGPS()
    block = bare.finish()
    #expect(ExifTool.text(try await ExifTool.read(block, suffix: "tif"), "IFD0:Orientation") == "6")
  }

  @Test("A block with directories that are over a limit is not edited: what they hold could not be removed")
  func overTheLimits() throws {
    var limits = Limits.standard
    limits.maxDirectoryDepth = 1
    let sample = try SampleExif.block(bigEndian: false)
    let chain = OverlappingDirectories.stream(fields: 10, directories: 9)
    let full = OverlappingDirectories.stream(fields: 4_000, directories: 5)
    for (block, limits) in [(sample, limits), (chain, .standard), (full, .standard)] {
      let error = #expect(throws: ImageError.self) { try ExifEditor(block, limits: limits) }
      #expect(error?.kind == .limitExceeded)
    }
    _ = try ExifEditor(OverlappingDirectories.stream(fields: 10, directories: 8), limits: .standard)
  }

  @Test("The position is gone, its bytes too", arguments: [false, true])
  func position(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { try $0.removeGPS() }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(!properties.keys.contains { $0.hasPrefix("GPS:") })
    expectMakerNote(properties)
    // 1234/100 seconds of latitude.
    let seconds: [UInt8] = bigEndian ? [0, 0, 4, 0xD2, 0, 0, 0, 100] : [0xD2, 4, 0, 0, 100, 0, 0, 0]
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: seconds, in: bytes) }
    #expect(try SampleExif.offset(of: seconds, in: SampleExif.block(bigEndian: bigEndian)) > 0)
  }

  @Test("The small picture is cut off", arguments: [false, true])
  func thumbnail(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { try $0.removeThumbnail() }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(!properties.keys.contains { $0.hasPrefix("IFD1:") })
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: SampleExif.thumbnail, in: bytes) }
    #expect(try bytes.count <= SampleExif.block(bigEndian: bigEndian).count - SampleExif.thumbnail.count)
    expectMakerNote(properties)
  }

  @Test("Maker note and serial numbers are gone", arguments: [false, true])
  func privateThings(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { editor in
      try editor.removeMakerNote()
      try editor.removeSerialNumbers()
    }
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
    let bytes = try edit(bigEndian) { try $0.setPixelSize(PixelSize(width: 70_000, height: 33)) }
    let properties = try await ExifTool.read(bytes, suffix: "tif")
    #expect(ExifTool.text(properties, "ExifIFD:ExifImageWidth") == "70000")
    #expect(ExifTool.text(properties, "ExifIFD:ExifImageHeight") == "33")
    expectMakerNote(properties)
  }

  @Test("All edits together leave a block that exiv2 reads without complaint", arguments: [false, true])
  func everything(bigEndian: Bool) async throws {
    let bytes = try edit(bigEndian) { editor in
      try editor.setOrientation(.up)
      try editor.setPixelSize(PixelSize(width: 32, height: 24))
      try editor.removeThumbnail()
      try editor.removeResolution()
      try editor.removeSerialNumbers()
      try editor.removeGPS()
      try editor.removeMakerNote()
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "block.tif")
    let result = try await Tool.run("exiv2", ["-pa", path])
    #expect(result.text.contains("Lens 24-70"))
    #expect(!result.text.contains("GPSInfo"))
    #expect(result.errors.isEmpty)
  }

  /// Whatever bytes come, editing ends in a block or an error.
  @Test func damagedBlocksDoNotTrap() throws {
    let block = try SampleExif.block(bigEndian: true)
    var random = Deterministic(seed: 7)
    for round in 0..<1_000 {
      var damaged = block
      for _ in 0..<(1 + round % 6) {
        damaged[Int(random.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if round % 5 == 0 { damaged.removeLast(Int(random.next() % UInt64(damaged.count))) }
      do throws(ImageError) {
        var editor = try ExifEditor(damaged, limits: .standard)
        try editor.setOrientation(.right)
        try editor.setPixelSize(PixelSize(width: 1 << 20, height: 2))
        try editor.removeThumbnail()
        try editor.removeSerialNumbers()
        try editor.removeGPS()
        try editor.removeMakerNote()
        #expect(editor.finish().count <= damaged.count + 4_096 * 12)
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }
}

/// A sequence of numbers that is the same each time (SplitMix64).
struct Deterministic {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
