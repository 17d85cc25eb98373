internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import MetadataWriting
internal import TIFFStructure
internal import TestKit
internal import Testing

/// Cameras' raw files that are changed themselves. exiftool reads what was set, and compares all that was there.
@Suite(.timed) struct RAWRewriterTests {
  private static let settings = [
    "xmp.dc:title=Sea", "xmp.dc:subject=sea", "xmp.dc:subject=boat", "xmp.xmp:Rating=4",
    "exif.DateTimeOriginal=2023:04:05 06:07:08", "gps.position=-33.5,151.25,12",
  ]

  private func rewrite(
    _ file: [UInt8], _ suffix: String, set: [String] = [], delete: [String] = [], orientation: Int? = nil,
    editsRaw: Bool = true, _ change: (inout MetadataEdits) -> Void = { _ in }
  ) throws -> [UInt8] {
    try rewrite(
      MemoryByteSource(file), suffix, set: set, delete: delete, orientation: orientation, editsRaw: editsRaw, change)
  }

  private func rewrite(
    _ source: any ByteSource, _ suffix: String, set: [String], delete: [String] = [], orientation: Int? = nil,
    editsRaw: Bool = true, _ change: (inout MetadataEdits) -> Void = { _ in }
  ) throws -> [UInt8] {
    let metadata = try MetadataReader.read(source, fileName: "a.\(suffix)", limits: .standard)
    #expect(metadata.format == "raw")
    var edits = try MetadataEdits(
      set: set, delete: delete, strip: [], keep: [], orientation: orientation, shiftDates: nil)
    change(&edits)
    let rewritten = try MetadataRewriter.rewrite(
      source, metadata, edits, copied: nil, page: nil, editsRaw: editsRaw, limits: .standard)
    return try rewritten.patch.bytes(from: source)
  }

  // MARK: Files

  private static func fixture(_ suffix: String) -> [UInt8] {
    Fixtures.bytes(Fixtures.path("raw/valid/camera.\(suffix)"))
  }

  /// A fixture, that of CR2 and ARW with a maker note whose offsets count from the beginning of the file. The note of
  /// ORF, whose offsets count from the note, is in the fixture.
  private static func file(_ suffix: String) throws -> [UInt8] {
    let file = fixture(suffix)
    switch suffix {
    case "cr2":
      return try withNote(file) { place in
        let tree = IFDTree([.text(0x0006, "IMG:Cameo test JPEG"), .text(0x0009, "The owner of the camera")])
        return try IFDWriter().directory(tree, at: UInt64(place)).bytes
      }
    case "arw":
      return try withNote(file) { place in
        let head = Array("SONY DSC \0\0\0".utf8)
        let tree = IFDTree([.text(0xB020, "Standard")])
        return try head + IFDWriter().directory(tree, at: UInt64(place + head.count)).bytes
      }
    default: return file
    }
  }

  private static func withNote(_ file: [UInt8], _ note: (_ place: Int) throws -> [UInt8]) throws -> [UInt8] {
    let source = MemoryByteSource(file)
    func made(_ note: [UInt8]) throws -> [UInt8] {
      var editor = try IFDEditor(source, isFile: true, limits: .standard)
      let exif = try editor.makeChild(IFDPointerTag.exif, of: editor.chain[0])
      editor.set(OffsetTag.makerNote, .undefined, note, in: exif)
      return try editor.finish().bytes(from: source)
    }
    let marker = [UInt8](repeating: 0xA5, count: try note(0).count)
    return try made(note(SampleExif.offset(of: marker, in: made(marker))))
  }

  /// A property as exiftool prints it.
  private struct Line: Hashable, Comparable {
    var group: String
    var name: String
    var value: String

    static func < (one: Line, other: Line) -> Bool {
      (one.group, one.name, one.value) < (other.group, other.name, other.value)
    }
  }

  private func exiftool(_ options: [String], _ file: [UInt8], _ suffix: String) async throws -> [Line] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(file, to: "a.\(suffix)")
    let text = try await Tool.run("exiftool", ["-a", "-G1", "-n", "-s", "-sep", "|"] + options + [path]).text
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("["), let bracket = line.firstIndex(of: "]"), let colon = line.firstIndex(of: ":") else {
        return nil
      }
      let name = line[line.index(after: bracket)..<colon].filter { $0 != " " }
      return Line(
        group: String(line.dropFirst().prefix { $0 != "]" }), name: name,
        value: String(line[colon...].dropFirst().drop { $0 == " " }))
    }
  }

  // MARK: Tests

  @Test(
    "What is set is in the file, and all that was there is where it was",
    arguments: ["dng", "nef", "cr2", "arw", "orf", "pef", "rw2"])
  func settings(_ suffix: String) async throws {
    let before = try Self.file(suffix)
    // exiftool does not know the tag in the first directory of RW2.
    let texts = suffix == "rw2" ? [] : ["exif.ImageDescription=A bay"]
    let after = try rewrite(before, suffix, set: Self.settings + texts, orientation: 3)
    #expect(after.count > before.count)
    // Only the offset of the first directory has changed.
    let changed = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    #expect(!changed.isEmpty && changed.allSatisfy { (4..<8).contains($0) }, "\(changed)")

    let old = try await exiftool(["-u"], before, suffix)
    let new = try await exiftool(["-u"], after, suffix)
    var expected = [
      Line(group: "XMP-dc", name: "Title", value: "Sea"), Line(group: "XMP-dc", name: "Subject", value: "sea|boat"),
      Line(group: "XMP-xmp", name: "Rating", value: "4"), Line(group: "IFD0", name: "Orientation", value: "3"),
      Line(group: "ExifIFD", name: "DateTimeOriginal", value: "2023:04:05 06:07:08"),
      Line(group: "GPS", name: "GPSLatitudeRef", value: "S"), Line(group: "GPS", name: "GPSLatitude", value: "33.5"),
      Line(group: "GPS", name: "GPSLongitude", value: "151.25"), Line(group: "GPS", name: "GPSAltitude", value: "12"),
    ]
    if !texts.isEmpty { expected.append(Line(group: "IFD0", name: "ImageDescription", value: "A bay")) }
    for line in expected { #expect(new.contains(line), "\(line)") }
    func kept(_ lines: [Line]) -> [Line] {
      let groups: Set = ["GPS", "XMP-dc", "XMP-xmp", "XMP-x", "File", "System", "ExifTool", "Composite"]
      let names: Set = [
        "Orientation", "DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal", "ImageDescription",
      ]
      return lines.filter { !groups.contains($0.group) && !names.contains($0.name) }.sorted()
    }
    #expect(kept(new) == kept(old))
    let notes = ["cr2": "OwnerName", "arw": "CreativeStyle", "orf": "PreviewImageLength"]
    if let name = notes[suffix] { #expect(new.contains { $0.name == name }, "\(name)") }

    let known = Set(try await exiftool(["-validate", "-warning", "-error"], before, suffix).map(\.value))
    let found = try await exiftool(["-validate", "-warning", "-error"], after, suffix)
    #expect(found.filter { $0.name != "Validate" && !known.contains($0.value) } == [])
  }

  @Test("A second change takes the place of the first, and the same change again changes nothing")
  func again() async throws {
    let set = ["exif.Artist=Ann", "gps.position=10,20,30"]
    let once = try rewrite(Self.fixture("nef"), "nef", set: set, orientation: 8)
    #expect(try rewrite(once, "nef", set: set, orientation: 8) == once)
    let twice = try rewrite(once, "nef", set: ["exif.Artist=A much longer name"])
    let lines = try await exiftool(["-IFD0:Artist", "-IFD0:Orientation", "-GPS:GPSAltitude"], twice, "nef")
    #expect(lines.map(\.value) == ["A much longer name", "8", "30"])
  }

  @Test("A change in Exif alone moves the Exif directory alone")
  func exifAlone() async throws {
    let before = Self.fixture("pef")
    let after = try rewrite(before, "pef", set: ["exif.UserComment=A longer comment than before"])
    let changed = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    // The pointer in the first directory.
    #expect((1...4).contains(changed.count) && changed.allSatisfy { $0 >= 8 }, "\(changed)")
    let lines = try await exiftool(["-ExifIFD:UserComment", "-IFD0:Artist"], after, "pef")
    #expect(lines.map(\.value) == ["A longer comment than before", "Nobody"])
  }

  @Test(
    "What is not safe is refused by name",
    arguments: [
      ("cr3", ["exif.Artist=Ann"], [], "Canon CR3 files cannot be changed safely"),
      ("raf", ["exif.Artist=Ann"], [], "Fujifilm RAF files cannot be changed safely"),
      ("nef", ["exif.Make=Acme"], [], "exif.Make is not set"),
      ("nef", ["exif.BodySerialNumber=1"], [], "exif.BodySerialNumber is not set"),
      ("nef", ["dpi=300"], [], "the resolution is not set"), ("nef", ["comment=Sea"], [], "no comments are set"),
      ("nef", [], ["gps"], "nothing is deleted"), ("nef", [], ["makernotes"], "nothing is deleted"),
      ("nef", [], ["exif.Artist"], "nothing is deleted"), ("nef", [], ["xmp.dc:title[de]"], "nothing is deleted"),
    ] as [(String, [String], [String], String)])
  func refused(_ suffix: String, _ set: [String], _ delete: [String], _ reason: String) throws {
    let error = #expect(throws: ImageError.self) {
      try rewrite(Self.fixture(suffix), suffix, set: set, delete: delete)
    }
    #expect(error?.kind == .unsupported && error?.message.contains(reason) ?? false, "\(String(describing: error))")
  }

  /// It has the same header as a NEF file.
  @Test("Other kinds, thumbnails and what was not asked for are refused, too")
  func refusedOtherwise() throws {
    let file = Self.fixture("nef")
    let kind = #expect(throws: ImageError.self) { try rewrite(file, "srw", set: ["exif.Artist=Ann"]) }
    #expect(kind?.message.contains("Samsung SRW files cannot be changed safely") ?? false)
    let thumbnail = #expect(throws: ImageError.self) {
      try rewrite(file, "nef") { $0.thumbnail = SampleExif.thumbnail }
    }
    #expect(thumbnail?.message.contains("no thumbnail is put") ?? false)
    let copy = #expect(throws: ImageError.self) { try rewrite(file, "nef") { $0.copies = true } }
    #expect(copy?.message.contains("no metadata of another file is copied") ?? false)
    let request = #expect(throws: ImageError.self) {
      try rewrite(file, "nef", set: ["exif.Artist=Ann"], editsRaw: false)
    }
    #expect(request?.kind == .unsupported && request?.message.contains("with --edit-raw only") ?? false)
  }

  @Test("A damaged list of directories, and offsets past the end, are refused")
  func damaged() throws {
    let file = Self.fixture("cr2")
    func number(_ count: Int, at place: Int) -> Int {
      file[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func check(_ target: Int, at place: Int) {
      var damaged = file
      damaged.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: target >> (8 * $0)) })
      let error = #expect(throws: ImageError.self, "\(target)") {
        try rewrite(damaged, "cr2", set: ["exif.Artist=Ann"])
      }
      #expect(error?.kind == .invalidData && error?.message.contains("cannot be changed safely") ?? false, "\(target)")
    }
    let first = number(4, at: 4)
    let count = number(2, at: first)
    // The pointer to the second directory: far outside, where data is appended, and in a loop.
    for target in [file.count + 10_000_000, file.count + 20, first] { check(target, at: first + 2 + 12 * count) }
    // A GPS directory where data is appended.
    let fields = (0..<count).map { first + 2 + 12 * $0 }
    check(file.count + 20, at: try #require(fields.first { number(2, at: $0) == 0x8825 }) + 8)
  }

  @Test("A file that would have more than 4 GiB is refused")
  func tooLarge() throws {
    let source = PaddedSource(Self.fixture("orf"), size: UInt64(UInt32.max) - 10)
    let error = #expect(throws: ImageError.self) { try rewrite(source, "orf", set: ["exif.Artist=Somebody else"]) }
    #expect(error?.kind == .unsupported && error?.message.contains("4 GiB") ?? false)
  }

  /// A file with zeros after it.
  private final class PaddedSource: ByteSource {
    private let start: MemoryByteSource
    let size: UInt64

    init(_ bytes: [UInt8], size: UInt64) { (start, self.size) = (MemoryByteSource(bytes), size) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
      guard offset < size else { return 0 }
      let count = Int(min(UInt64(buffer.count), size - offset))
      let whole = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      whole.initializeMemory(as: UInt8.self, repeating: 0)
      if offset < start.size { _ = try start.read(into: whole, at: offset) }
      return count
    }
  }
}
