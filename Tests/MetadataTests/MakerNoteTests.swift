internal import ByteStreams
internal import ImageModel
@testable internal import MakerNotes
internal import MetadataModel
internal import MetadataReading
internal import TIFFStructure
internal import TestKit
internal import Testing

@Suite("Maker notes", .timed)
struct MakerNoteTests {
  @Test(
    "The maker note is described by maker and size",
    arguments: [("SONY DSC \0\0\0", "Sony, 36,864 bytes"), ("?", "Maker, 36,864 bytes")])
  func makers(signature: String, words: String) throws {
    let note = Array(signature.utf8) + [UInt8](repeating: 0, count: 36_864 - signature.utf8.count)
    let tree = try ExifSamples.properties(
      [.text(0x010F, "Maker  ")], exif: [ExifSamples.undefined(0x927C, note)], detail: .readable)
    #expect(tree["Exif"]?.properties.first?.displayText == words)
  }

  @Test("A note finds each of its fields by name, and of two with one name the last that is reliable")
  func names() {
    var note = MakerNote(maker: "Maker")
    func add(_ name: String, _ value: Int64, isLow: Bool = false) {
      note.add(MakerNote.Field(property: Property(name, .integer(value)), words: nil), isLow: isLow)
    }
    for number in 0..<3_000 { add("Field\(number)", Int64(number)) }
    add("Field17", -1)
    add("Field18", -1, isLow: true)
    #expect(note.fields.count == 3_000)
    for number in 0..<3_000 {
      #expect(note.value("Field\(number)") == .integer(number == 17 ? -1 : Int64(number)))
    }
    #expect(note["Field3000"] == nil && note.value("") == nil)
  }

  @Test("Damaged notes do not trap")
  func damagedNotesDoNotTrap() throws {
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
      #expect(group?.properties.count ?? 0 <= 2 + 8_192)
    }
  }

  /// A note in the Exif directory of a file with Make.
  private func fields(_ make: String, _ note: [UInt8], bigEndian: Bool = true) throws -> PropertyGroup? {
    let block = try ExifSamples.block(
      [.text(0x010F, make)], exif: [ExifSamples.undefined(0x927C, note)], bigEndian: bigEndian)
    return try ExifSamples.read(block, detail: .readable, makerNotes: true).images.first?.properties["MakerNotes"]
  }

  @Test("All tables can be parsed, and name what exists", arguments: Maker.all.map(\.name))
  func tables(name: String) throws {
    let maker = try #require(Maker.all.first { $0.name == name })
    let names = Set(maker.tables.names)
    for header in maker.headers { #expect(names.contains(header.table)) }
    for name in names {
      let table = maker.tables[name]
      #expect(!table.rows.isEmpty, "\(name)")
      if let preparation = table.preparation { #expect(maker.preparations[preparation] != nil, "\(preparation)") }
      for row in table.rows {
        let place = "\(name): \(row.name)"
        if let inner = row.table {
          let others = Maker.all.lazy.filter { inner.hasPrefix($0.name + ".") }.flatMap(\.tables.names)
          #expect(names.contains(inner) || others.contains { inner.hasSuffix("." + $0) }, "\(place)")
        }
        if case .named(let list)? = row.words {
          #expect(maker.words[list] ?? maker.tables.words(list) != nil, "\(place): \(list)")
        }
        for condition in row.conditions { #expect(condition.isKnown(to: maker), "\(place)") }
        for case .convert(let conversion) in row.steps {
          #expect(maker.conversions[conversion] ?? Conversions.common[conversion] != nil, "\(place): \(conversion)")
        }
      }
    }
  }

  @Test("Tables with heads on consecutive lines share the rows that have a number in their column")
  func columns() {
    let tables = TagTables(
      """
      [A u8]
      [B u16 low]
        1   2&0x0f First u32 = 0: Off;
          1: On
        -   0x10 Second
        3   - Third

      [C]
      1 Fourth
      """)
    let (a, b) = (tables["A"], tables["B"])
    #expect(tables.names == ["A", "B", "C"])
    #expect(a.rows.map(\.name) == ["First", "Third"] && a.rows.map(\.number) == [1, 3])
    #expect(b.rows.map(\.name) == ["First", "Second"] && b.rows.map(\.number) == [2, 16])
    #expect(a.rows.map(\.mask) == [nil, nil] && b.rows.map(\.mask) == [0x0F, nil])
    #expect(a.format.kind == .u8 && b.format.kind == .u16 && !a.isLow && b.isLow)
    #expect(tables["C"].rows.map(\.name) == ["Fourth"])
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
  @Test("Fields that share bytes are bounded")
  func fieldsThatShareBytesAreBounded() throws {
    let count = 1_000
    var note: [UInt8] = [UInt8(count >> 8), UInt8(count & 255)]
    for tag in 0..<count { note += [0x20, UInt8(tag & 255), 0, 7, 0, 0, 0xF0, 0, 0, 0, 0, 8] }
    note += [UInt8](repeating: 7, count: 40_000)
    let group = try #require(try fields("Canon", note))
    let bytes = group.properties.reduce(0) { sum, property in
      if case .bytes(let bytes) = property.value { sum + bytes.count } else { sum }
    }
    #expect(bytes <= 4 << 20)
  }
}
