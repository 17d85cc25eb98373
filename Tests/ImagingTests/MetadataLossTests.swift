internal import ImageModel
internal import Imaging
internal import TestKit
internal import Testing

/// A conversion reports the metadata that it loses.
@Suite(.timed) struct MetadataLossTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func convert(_ name: String, to output: String, strip: [String] = []) throws -> [String] {
    var job = ConversionJob(input: .path(Fixtures.path(name)), output: .path(directory.file(output)))
    job.strip = strip
    job.encodesAgain = true
    return try job.run(in: JobEnvironment(limits: .standard)).diagnostics.map(\.message)
  }

  @Test("Extended XMP is copied, joined with its packet", arguments: ["jpg", "png", "tif"])
  func extendedXMP(_ suffix: String) async throws {
    let notes = try convert("jpeg/valid/xmp_extended.jpg", to: "out.\(suffix)")
    #expect(!notes.contains { $0.contains("extended") })
    func properties(_ path: String) async throws -> Set<String> {
      let result = try await Tool.run("exiftool", ["-a", "-G1", "-s", "-n", "-XMP:all", "--HasExtendedXMP", path])
      return Set(result.text.split(separator: "\n").map(String.init))
    }
    let before = try await properties(Fixtures.path("jpeg/valid/xmp_extended.jpg"))
    let after = try await properties(directory.file("out.\(suffix)"))
    // The fixture has a title in both parts; that of the packet is used. Everything else is copied.
    #expect(after.isSubset(of: before))
    #expect(before.subtracting(after).allSatisfy { $0.contains("Title") }, "\(before.subtracting(after))")
    #expect(after.contains { $0.contains("Label") })
  }

  @Test("Further pictures, chunks and segments that are not copied are named")
  func notes() throws {
    #expect(try convert("jpeg/valid/mpf_two_images.jpg", to: "a.png").contains { $0.contains("(MPF) are not copied") })
    let chunks = try convert("png/valid/sbit_bkgd_time.png", to: "b.png").first { $0.contains("not copied") }
    #expect(chunks?.contains("tIME") == true && chunks?.contains("sBIT") == true, "\(chunks ?? "")")
    #expect(
      try !convert("png/valid/sbit_bkgd_time.png", to: "c.png", strip: ["all"]).contains { $0.contains("not copied") })
  }

  @Test("Adobe's segment, which encoders write themselves, is not a loss; another segment is")
  func adobe() throws {
    func notes(_ marker: UInt8, _ number: Int) throws -> [String] {
      let input = try directory.write(HandMadeJPEG.with([(marker, Array("other".utf8))]), to: "in\(number).jpg")
      var job = ConversionJob(input: .path(input), output: .path(directory.file("out\(number).jpg")))
      job.encodesAgain = true
      return try job.run(in: JobEnvironment(limits: .standard)).diagnostics.map(\.message)
    }
    #expect(try notes(0xEE, 1) == [])
    #expect(try notes(0xE4, 2) == ["APP4 is not copied"])
  }

  /// An Exif block with a maker note, an Interoperability directory and a thumbnail. Little-endian; all offsets are
  /// those of this layout: IFD0 at 8, Exif at 26, Interoperability at 56, IFD1 at 74, the note at 116.
  private static func exif(makerNote note: [UInt8]) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16) }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      short(tag) + short(type) + long(count) + long(value)
    }
    let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    return Array("II*\0".utf8) + long(8)
      + short(1) + entry(0x8769, 4, 1, 26) + long(74)
      + short(2) + entry(0x927C, 7, note.count, 116) + entry(0xA005, 4, 1, 56) + long(0)
      + short(1) + entry(0x0001, 2, 4, 0x0038_3952) + long(0)
      + short(3) + entry(0x0103, 3, 1, 6) + entry(0x0201, 4, 1, 116 + note.count) + entry(0x0202, 4, 1, thumbnail.count)
      + long(0) + note + thumbnail
  }

  /// A maker note with offsets from the file's header would be wrong in a TIFF file. Pillow reads what is there.
  @Test(
    "A maker note moves to and from TIFF only if its offsets stay right",
    arguments: [("OLYMPUS\0II\u{3}\0\0\0", true), ("\u{1}\0\u{1}\0\u{4}\0\0\0\u{8}\0", false)])
  func makerNotes(_ text: String, _ moves: Bool) async throws {
    let note = Array(text.utf8) + [UInt8](repeating: 7, count: 30)
    let exif = Array("Exif\0\0".utf8) + Self.exif(makerNote: note)
    let input = try directory.write(HandMadeJPEG.with([(0xE1, exif)]), to: "in.jpg")
    func notes(_ from: String, _ to: String) throws -> [String] {
      var job = ConversionJob(input: .path(from), output: .path(directory.file(to)))
      job.encodesAgain = true
      return try job.run(in: JobEnvironment(limits: .standard)).diagnostics.map(\.message)
    }
    let lost = try notes(input, "out.tif")
    #expect(lost.contains { $0.contains("maker note is left out") } == !moves, "\(lost)")
    #expect(lost.contains { $0.contains("Interoperability") } && lost.contains { $0.contains("thumbnail") }, "\(lost)")
    _ = try notes(directory.file("out.tif"), "back.jpg")
    let program = """
      import sys
      from PIL import Image
      for path in sys.argv[1:]: print((Image.open(path).getexif().get_ifd(0x8769).get(0x927C) or b'').hex())
      """
    let found = try await Tool.python(program, [input, directory.file("out.tif"), directory.file("back.jpg")])
    let hex = note.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(found.text == "\(hex)\n\(moves ? hex : "")\n\(moves ? hex : "")\n", "\(found.errors)")
  }

  @Test("An oddity of the metadata of a whole picture is a note, not a warning")
  func oddities() throws {
    let exif = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let input = try directory.write(HandMadeJPEG.with([(0xE1, exif)]), to: "in.jpg")
    let job = ThumbnailJob(input: .path(input), output: .path(directory.file("out.png")))
    let found = try job.run(in: JobEnvironment(limits: .standard)).diagnostics
    #expect(found.map(\.severity) == [.note], "\(found)")
    #expect(found.first?.message.contains("orientation is 0") == true)
  }

  @Test("A second block of Exif is a note, too, and the picture may replace an older one")
  func repeatedExif() async throws {
    let program = """
      import struct, sys, zlib
      png = open(sys.argv[1], 'rb').read()
      def chunk(name, data): return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
      exif = chunk(b'eXIf', bytes.fromhex('49492a00 08000000 0100 0e010200 02000000 41000000 00000000'))
      open(sys.argv[2], 'wb').write(png[:33] + exif + exif + png[33:])
      """
    let input = directory.file("in.png")
    _ = try await Tool.python(program, [Fixtures.path("png/valid/rgb8.png"), input])
    try directory.write([1], to: "out.png")
    let job = ThumbnailJob(input: .path(input), output: .path(directory.file("out.png")))
    let found = try job.run(in: JobEnvironment(limits: .standard)).diagnostics
    #expect(found.first == .note("there is more than one eXIf"))
    #expect(found.allSatisfy { $0.severity == .note }, "\(found)")
  }
}
