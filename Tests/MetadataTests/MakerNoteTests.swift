internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataTestKit
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Maker notes")
struct MakerNoteTests {
  @Test("The readable texts are those of the program exif, except for its errors")
  func wordsOfExif() async throws {
    guard let corpus = getenv("CAMEO_CORPUS").map({ String(cString: $0) }) else { return }
    let found = try await Tool.run("find", [corpus + "/exif", "-name", "*.jpg", "-size", "-200k"])
    var compared = 0
    for path in found.text.split(separator: "\n").map({ String($0) }).sorted() {
      var options = MetadataReader.Options(.readable)
      options.makerNotes = true
      guard
        let metadata = try? MetadataReader.read(
          try FileByteSource(path: path), fileName: path, limits: .standard, options: options),
        let group = metadata.images.first?.properties["MakerNotes"]
      else { continue }
      let ours = group.properties.filter { $0.tag != nil }
      let other = try await Tool.run("exif", ["--show-mnote", "-m", path])
      let theirs = other.output.split(separator: 0x0A).compactMap { line in
        line.firstIndex(of: 0x09).map { line[($0 + 1)...].map { Unicode.Scalar($0) } }
      }
      // exif rejects a few files that we read.
      guard theirs.count == ours.count else { continue }
      for (own, other) in zip(ours, theirs) where !Self.isMended(own) {
        guard let words = own.readable else { continue }
        // exif cuts long values.
        let text = other.reversed().drop { $0 == " " }.reversed()
        #expect(Array(words.unicodeScalars).starts(with: text), "\(path) \(own.name)")
        compared += 1
      }
    }
    #expect(compared > 800)
  }

  /// Nikon's steps and lenses, Canon's distances.
  private static func isMended(_ property: Property) -> Bool {
    [0x0D, 0x0E, 0x12, 0x17, 0x18, 0x1C, 0x84, 0x8B].contains(property.tag)
      || property.name.hasPrefix("FocusDistance")
  }

  @Test(
    "The maker note is described by maker and size",
    arguments: [("SONY DSC \0\0\0", "Sony, 36,864 bytes"), ("?", "Maker, 36,864 bytes")])
  func makers(signature: String, words: String) throws {
    let note = Array(signature.utf8) + [UInt8](repeating: 0, count: 36_864 - signature.utf8.count)
    let tree = try ExifSamples.properties(
      [.text(0x010F, "Maker  ")], exif: [ExifSamples.undefined(0x927C, note)], detail: .readable)
    #expect(tree["Exif"]?.properties.first?.displayText == words)
  }

  /// libexif must return for hostile bytes.
  @Test func damagedNotesDoNotTrap() throws {
    let sample = try SampleExif.block(bigEndian: false)
    let note = try SampleExif.offset(of: Array("IMG:Cameo".utf8), in: sample)
    var random = SeededRandom(seed: 11)
    for _ in 0..<2_000 {
      var damaged = sample
      for _ in 0..<4 {
        let place = note - 60 + Int(random.next() % 80)
        damaged[min(max(0, place), damaged.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      let group = try ExifSamples.read(damaged, makerNotes: true).images.first?.properties["MakerNotes"]
      #expect(group?.properties.count ?? 0 <= 2 + 1_024 + 2_048)
    }
  }

  /// A note in the Exif directory of a file with Make.
  private func fields(_ make: String, _ note: [UInt8], bigEndian: Bool = true) throws -> PropertyGroup? {
    let block = try ExifSamples.block(
      [.text(0x010F, make)], exif: [ExifSamples.undefined(0x927C, note)], bigEndian: bigEndian)
    return try ExifSamples.read(block, detail: .readable, makerNotes: true).images.first?.properties["MakerNotes"]
  }

  @Test("Apple's lists of fractions are complete")
  func apple() throws {
    let vector = IFDTree([
      IFDField(1, .values(.signedLong, .signed([15]))),
      IFDField(8, .values(.signedRational, .rationals([.init(-1213, 1871), .init(2, 883), .init(-743, 991)]))),
    ])
    let note =
      try Array("Apple iOS\0\0\u{1}MM".utf8) + IFDWriter(bigEndian: true).directory(vector, at: 14).bytes
    let group = try #require(try fields("Apple", note))
    #expect(group["0x0001"] == .integer(15))
    let parts: [PropertyValue] = [.init(-1213, 1871), .init(2, 883), .init(-743, 991)].map { .rational($0) }
    #expect(group["0x0008"] == .array(parts))
  }

  /// Nikon's note contains a TIFF header, which offsets count from.
  private func nikon(bigEndian: Bool) throws -> [UInt8] {
    let writer = IFDWriter(bigEndian: bigEndian)
    let directory = try writer.directory(nikonFields, at: 8)
    let header: [UInt8] = bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    return Array("Nikon\0\u{2}\u{10}\0\0".utf8) + header + directory.bytes
  }

  private var nikonFields: IFDTree {
    IFDTree([
      .text(4, "FINE   "), ExifSamples.undefined(0x0E, [0xC5, 1, 12, 0]), ExifSamples.undefined(0x12, [0xF6, 1, 6, 0]),
      ExifSamples.rationals(0x84, [(110, 10), (275, 10), (35, 10), (56, 10)]),
      IFDField(0xA7, .values(.long, .unsigned([526]))), ExifSamples.undefined(0x8B, [64, 1, 12, 0]),
    ])
  }

  /// -59 * 1 / 12, -10 * 1 / 6 and 64 * 1 / 12.
  @Test("Nikon's steps have signs, in both byte orders", arguments: [false, true])
  func nikonSteps(bigEndian: Bool) throws {
    let group = try #require(try fields("NIKON CORPORATION", nikon(bigEndian: bigEndian), bigEndian: !bigEndian))
    let words = Dictionary(group.properties.map { ($0.name, $0.displayText) }) { first, _ in first }
    #expect(words["Quality"] == "FINE")
    #expect(group["Quality"] == .text("FINE   "))
    #expect(words["ExposureDiff"] == "-4.92 EV")
    #expect(words["FlashExpCompensation"] == "-1.67 EV")
    #expect(words["LensFStops"] == "5.33")
    #expect(words["Lens"] == "11-27.5 mm f/3.5-5.6")
    // libexif's name ends with a comma.
    #expect(group["TotalPictures"] == .integer(526))
  }

  @Test("Nikon's notes without a header are Nikon's too")
  func nikonWithoutHeader() throws {
    let count = try IFDWriter(bigEndian: true).directory(nikonFields, at: 0).bytes.count
    let marker = [UInt8](repeating: 0xA5, count: count)
    let place = try SampleExif.offset(
      of: marker,
      in: ExifSamples.block(
        [.text(0x010F, "NIKON CORPORATION")], exif: [ExifSamples.undefined(0x927C, marker)], bigEndian: true))
    let note = try IFDWriter(bigEndian: true).directory(nikonFields, at: UInt64(place)).bytes
    let group = try #require(try fields("NIKON CORPORATION", note))
    #expect(group["Quality"] == .text("FINE   "))
    #expect(group.properties.first { $0.name == "ExposureDiff" }?.readable == "-4.92 EV")
  }

  @Test("The note of a TIFF page is read at any offset", arguments: [100, 200_000])
  func tiff(padding: Int) throws {
    func file(_ note: [UInt8]) throws -> [UInt8] {
      let page = IFDTree([
        .short(0x0100, 1), .short(0x0101, 1), .short(0x0102, 8), .short(0x0103, 1), .short(0x0106, 1),
        .text(0x010F, "Canon"), .long(0x0111, 8), .short(0x0116, 1), .long(0x0117, 1),
        ExifSamples.undefined(0x8700, [UInt8](repeating: 1, count: padding)),
        .directory(IFDPointerTag.exif, IFDTree([ExifSamples.undefined(0x927C, note)])),
      ])
      return try IFDWriter(bigEndian: true).stream([page])
    }
    let tree = IFDTree([.text(0x0006, "IMG:Cameo test JPEG"), .text(0x0009, "The owner of the camera")])
    func note(at place: Int) throws -> [UInt8] {
      try IFDWriter(bigEndian: true).directory(tree, at: UInt64(place)).bytes
    }
    let marker = [UInt8](repeating: 0xA5, count: try note(at: 0).count)
    let place = try SampleExif.offset(of: marker, in: try file(marker))
    var options = MetadataReader.Options()
    options.makerNotes = true
    let metadata = try MetadataReader.read(
      MemoryByteSource(file(note(at: place))), fileName: nil, limits: .standard, options: options)
    let group = try #require(metadata.images.first?.properties["MakerNotes"])
    #expect(group["CanonImageType"] == .text("IMG:Cameo test JPEG"))
    #expect(group["OwnerName"] == .text("The owner of the camera"))
    #expect(metadata.diagnostics.filter { $0.severity == .warning }.isEmpty)
  }

  @Test("Unreadable fields are counted in one warning, and the rest is listed")
  func movedNote() throws {
    let tree = IFDTree([.short(0x001A, 1), .text(0x0006, "IMG:Cameo test JPEG")])
    let note = try IFDWriter(bigEndian: true).directory(tree, at: 60_000).bytes
    let block = try ExifSamples.block(
      [.text(0x010F, "Canon")], exif: [ExifSamples.undefined(0x927C, note)], bigEndian: true)
    let metadata = try ExifSamples.read(block, makerNotes: true)
    #expect(metadata.images.first?.properties["MakerNotes"]?.properties.contains { $0.name == "SuperMacro" } == true)
    #expect(metadata.diagnostics.contains { $0.message.contains("1 field cannot be read") })
  }

  /// All values of a note may share the same bytes: 1,000 values must not take 1,000 times the memory.
  @Test func fieldsThatShareBytesAreBounded() throws {
    let count = 1_000
    var note: [UInt8] = [UInt8(count >> 8), UInt8(count & 255)]
    for tag in 0..<count { note += [0x20, UInt8(tag & 255), 0, 7, 0, 0, 0xF0, 0, 0, 0, 0, 8] }
    note += [UInt8](repeating: 7, count: 40_000)
    let group = try #require(try fields("Canon", note))
    let bytes = group.properties.reduce(0) { sum, property in
      if case .bytes(let bytes) = property.value { sum + bytes.count } else { sum }
    }
    #expect(bytes <= 1 << 20)
  }
}
