internal import ImageModel
internal import MetadataModel
@testable internal import MetadataWriting
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Private values of maker notes", .timed)
struct MakerNoteRevisionTests {
  /// An Exif block with a note, for an offset at which the note begins.
  private func block(_ make: String, _ model: String, _ note: (Int) throws -> [UInt8]) throws -> [UInt8] {
    func block(_ note: [UInt8]) throws -> [UInt8] {
      let exif = IFDTree([IFDField(0x927C, .values(.undefined, .bytes(note)))])
      return try IFDWriter().stream([
        IFDTree([.text(0x010F, make), .text(0x0110, model), .directory(IFDPointerTag.exif, exif)])
      ])
    }
    let marker = [UInt8](repeating: 0xA5, count: try note(0).count)
    return try block(note(SampleExif.offset(of: marker, in: block(marker))))
  }

  /// The block without kinds, and the revision that made it.
  private func strip(_ block: [UInt8], _ kinds: MetadataSelection) throws -> ([UInt8], BlockRevision) {
    var edits = MetadataEdits()
    edits.selection.subtract(kinds)
    var revision = BlockRevision(edits, nil, limits: .standard)
    let new = try #require(try revision.exif(block, ExifRevision.Container()))
    return (new, revision)
  }

  private func expectNone(_ text: String, in bytes: [UInt8]) {
    #expect(throws: SampleExif.Missing.self) { try SampleExif.offset(of: Array(text.utf8), in: bytes) }
  }

  @Test("The owner's name is overwritten in place, and nothing else changes", arguments: [false, true])
  func owner(bigEndian: Bool) async throws {
    let old = try SampleExif.block(bigEndian: bigEndian)
    let (new, revision) = try strip(old, .serialNumbers)
    expectNone("The owner", in: new)
    #expect(revision.changes.contains("deleted makernotes.OwnerName"))
    #expect(revision.diagnostics.isEmpty)
    let properties = try await ExifTool.read(new, suffix: "tif")
    #expect(ExifTool.text(properties, "Canon:CanonImageType") == "IMG:Cameo test JPEG")
    #expect(ExifTool.text(properties, "Canon:OwnerName") == "")
    // Positions are another kind.
    let (other, _) = try strip(old, .gps)
    #expect(
      ExifTool.text(try await ExifTool.read(other, suffix: "tif"), "Canon:OwnerName") == "The owner of the camera")
  }

  @Test("Names of places go with positions")
  func places() async throws {
    let block = try block("Panasonic", "DMC-TZ40") { place in
      let tree = IFDTree([
        .text(0x0025, "F12"), IFDField(0x006D, .values(.undefined, .bytes(Array("Lisbon".utf8)))),
        IFDField(0x0067, .values(.undefined, .bytes(Array("Rua Augusta".utf8)))),
      ])
      return try Array("Panasonic\0\0\0".utf8)
        + IFDWriter().directory(tree, at: UInt64(place + 12)).bytes
    }
    let (new, revision) = try strip(block, .gps)
    #expect(Set(revision.changes) == ["deleted makernotes.City", "deleted makernotes.Location"])
    expectNone("Lisbon", in: new)
    expectNone("Augusta", in: new)
    #expect(new.count == block.count)
    let again = try strip(new, .gps)
    #expect(again.0 == new && again.1.changes.isEmpty)
  }

  @Test("Nikon's serial number keeps the bits that are a key")
  func nikon() async throws {
    // LensData, version 0204: from the fifth byte on it is encrypted by the low byte of the serial number and by the
    // number of pictures. These are the keys for 1 and 0.
    var lens = Array("0204".utf8) + [UInt8](repeating: 0, count: 28)
    lens[13] = 0x93
    var (sum, step): (UInt8, UInt8) = (0xA7, 0x60)
    for index in 4..<lens.count {
      sum = sum &+ 0xBF &* step
      step &+= 1
      lens[index] ^= sum
    }
    let block = try block("NIKON CORPORATION", "NIKON D90") { _ in
      let tree = IFDTree([
        .text(0x001D, "2560001"), IFDField(0x0098, .values(.undefined, .bytes(lens))), .long(0x00A7, 0),
      ])
      return try Array("Nikon\0\u{2}\u{10}\0\0".utf8) + IFDWriter().stream([tree])
    }
    let old = try await ExifTool.read(block, suffix: "tif")
    let (new, revision) = try strip(block, .serialNumbers)
    let properties = try await ExifTool.read(new, suffix: "tif")
    expectNone("2560001", in: new)
    #expect(ExifTool.text(properties, "Nikon:SerialNumber") == "0000001")
    #expect(ExifTool.text(old, "Nikon:LensIDNumber") != nil)
    #expect(ExifTool.text(properties, "Nikon:LensIDNumber") == ExifTool.text(old, "Nikon:LensIDNumber"))
    #expect(revision.changes == ["deleted makernotes.SerialNumber"])
    #expect(revision.diagnostics.map(\.message).contains { $0.hasPrefix("Nikon SerialNumber keeps its last 8 bits") })
  }

  @Test("A serial number in Sony's enciphered block becomes 0")
  func sony() async throws {
    var plain = [UInt8](repeating: 0, count: 1_000)
    plain.replaceSubrange(136..<142, with: [0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    // The third power of a byte modulo 249.
    let block = try block("SONY", "ILCE-7M3") { place in
      let tree = IFDTree([
        IFDField(0x9050, .values(.undefined, .bytes(plain.map { UInt8(Int($0) * Int($0) * Int($0) % 249) }))),
        .short(0xB001, 362),
      ])
      return try IFDWriter().directory(tree, at: UInt64(place)).bytes
    }
    let old = try await ExifTool.read(block, suffix: "tif")
    #expect(ExifTool.text(old, "Sony:InternalSerialNumber") == "17 34 51 68 85 102")
    let (new, revision) = try strip(block, .serialNumbers)
    let properties = try await ExifTool.read(new, suffix: "tif")
    #expect(ExifTool.text(properties, "Sony:InternalSerialNumber") == "0 0 0 0 0 0")
    #expect(revision.changes == ["deleted makernotes.InternalSerialNumber"])
  }

  @Test("Values outside the stated length of a note are found, unless something else is there")
  func outside() async throws {
    let signature = Array("OLYMP\0\u{1}\0".utf8)
    var block = try block("OLYMPUS", "E-10") { place in
      let tree = IFDTree([.text(0x0207, "SX959"), .text(0x101A, "123456789")])
      return try signature + IFDWriter().directory(tree, at: UInt64(place + 8)).bytes
    }
    // The field MakerNote: its tag, type 7, and the number of bytes.
    let field = try SampleExif.offset(of: [0x7C, 0x92, 7, 0], in: block)
    block[field + 4] = UInt8(signature.count + 2 + 2 * 12 + 4)
    let (new, revision) = try strip(block, .serialNumbers)
    expectNone("123456789", in: new)
    #expect(new.count == block.count && revision.changes == ["deleted makernotes.SerialNumber"])
    #expect(ExifTool.text(try await ExifTool.read(new, suffix: "tif"), "Olympus:CameraType") == "SX959")
    // The same place as the camera's model.
    let model = UInt8(try SampleExif.offset(of: Array("E-10".utf8), in: block))
    let serial = try SampleExif.offset(of: [0x1A, 0x10, 2, 0], in: block)
    block[serial + 4] = 5
    block[serial + 8] = model
    let (kept, other) = try strip(block, .serialNumbers)
    _ = try SampleExif.offset(of: Array("E-10".utf8), in: kept)
    let messages = other.diagnostics.map(\.message)
    #expect(
      messages.contains("Olympus SerialNumber stays in the maker note: its bytes are used for something else, too"))
  }

  @Test("A note that is deleted by its name may have had private values, and new values take its place")
  func deleted() async throws {
    let block = try SampleExif.block(bigEndian: false)
    var edits = MetadataEdits()
    edits.selection.subtract(.serialNumbers)
    edits.deletions = [try MetadataDeletion("exif.MakerNote")]
    for artist in [nil, "Ann Artist"] {
      edits.exif = artist.map { [.init(home: .main, tag: 0x013B, payload: .bytes(.ascii, Array($0.utf8) + [0]))] } ?? []
      var revision = BlockRevision(edits, nil, limits: .standard)
      let new = try #require(try revision.exif(block, ExifRevision.Container()))
      expectNone("The owner", in: new)
      expectNone("IMG:Cameo", in: new)
      #expect(revision.changes.contains("deleted exif.MakerNote"))
      let properties = try await ExifTool.read(new, suffix: "tif")
      #expect(!properties.keys.contains { $0.hasPrefix("Canon:") } && properties["ExifTool:Warning"] == nil)
      #expect(ExifTool.text(properties, "IFD0:Artist") == artist)
    }
  }

  @Test("A note in an unknown layout is named")
  func unknown() throws {
    let block = try block("Acme", "One") { _ in Array("ACME NOTE with a serial number 12345".utf8) }
    let (new, revision) = try strip(block, [.gps, .serialNumbers])
    #expect(new == block)
    #expect(
      revision.diagnostics.map(\.message) == [
        "the maker note is kept and may hold a location", "the maker note is kept and may hold serial numbers",
      ])
  }
}
