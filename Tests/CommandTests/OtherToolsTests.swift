internal import TestKit
internal import Testing

/// Runs the tables of docs/pictures.md and docs/exiftool.md: the calls of other tools and ours.
@Suite("The calls of other tools", .timed)
struct OtherToolsTests {
  /// A row of a table.
  struct Row: Sendable, CustomTestStringConvertible {
    var theirs: String
    var ours: String
    var testDescription: String { theirs }

    /// How much samples may differ on average. Palettes are not the same, grey is weighted in linear light here, and a
    /// rotated picture may lie a pixel further.
    var tolerance: Double {
      let exceptions = ["--colors": 25.0, "--gray": 8, "--rotate 5": 8]
      return exceptions.first { ours.contains($0.key) }?.value ?? 3
    }

    /// The rows whose first column is code, and begins with one of some words.
    static func all(_ words: String...) throws -> [Row] {
      let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/pictures.md"), as: UTF8.self)
      let rows = text.split(separator: "\n").compactMap { line -> Row? in
        let codes = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard line.hasPrefix("| `"), codes.count == 5, codes[3].hasPrefix("imgconv ") || codes[3].hasPrefix("thumb ")
        else { return nil }
        return Row(theirs: codes[1], ours: codes[3])
      }
      return rows.filter { row in words.contains { row.theirs.hasPrefix($0) } }
    }
  }

  /// The first of our calls in each row of the table of docs/exiftool.md.
  static func callsOfExifTool() -> [String] {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/exiftool.md"), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let codes = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
      guard line.hasPrefix("| `exiftool ") else { return nil }
      return codes.first { $0.hasPrefix("imgconv ") || $0.hasPrefix("imgmeta ") }
    }
  }

  /// A folder with the files that the table of docs/exiftool.md names: photographs with everything that is read.
  private func photographs() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/exif_thumbnail.jpg")), to: "a.jpg")
    let profile = try await Tool.run("exiftool", ["-b", "-ICC_Profile", Fixtures.path("jpeg/valid/icc_one_piece.jpg")])
    try folder.write(profile.output, to: "a.icc")
    let video = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    let made = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-charset", "iptc=Cyrillic", "-DateTimeOriginal=2024:05:06 10:00:30", "-Model=X1",
        "-IPTC:Caption-Abstract=Привет", "-XMP-dc:Subject=lake", "-XMP-GCamera:MicroVideo=1",
        "-XMP-GCamera:MicroVideoOffset=\(video.count)", "-ICC_Profile<=\(folder.file("a.icc"))", "-XResolution=72",
        folder.file("a.jpg"),
      ])
    try #require(made.status == 0, "\(made.errors)")
    let photograph = Fixtures.bytes(folder.file("a.jpg")) + video
    for name in ["a.jpg", "IMG_20240501_120301.jpg"] { try folder.write(photograph, to: name) }
    let others = [
      "b.jpg": "jpeg/valid/photo_landscape_444.jpg", "b.png": "png/valid/photo_rgb.png",
      "t.jpg": "jpeg/valid/size_1x1.jpg", "a.nef": "raw/valid/camera.nef",
    ]
    for (name, fixture) in others { try folder.write(Fixtures.bytes(Fixtures.path(fixture)), to: name) }
    let point = #"<trkpt lat="48.1" lon="11.5"><time>2024-05-06T08:00:30Z</time></trkpt>"#
    try folder.write(Array("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8), to: "walk.gpx")
    return folder
  }

  @Test("What is written for a call of exiftool runs", arguments: callsOfExifTool())
  func exifTool(_ call: String) async throws {
    let folder = try await photographs()
    let words = try ShellWords.split(call).flatMap { $0 == "*.jpg" ? ["a.jpg", "b.jpg"] : [$0] }
    let result = try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
    // There are differences, and findings.
    let expected = call.contains("--diff") ? [1] : call.contains("--validate") ? [0, 3] : [0]
    #expect(expected.contains(result.status), "\(result.status): \(result.errors)")
  }

  /// A folder with the pictures that the tables name.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_landscape_444.jpg")), to: "photo.jpg")
    for (name, bytes) in try await Self.drawings.value { try folder.write(bytes, to: name) }
    return folder
  }

  private static let drawings = Task {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys
      from PIL import Image, ImageDraw
      scan = Image.new('RGB', (90, 60), (250, 249, 248))
      ImageDraw.Draw(scan).ellipse((20, 11, 61, 47), fill=(10, 90, 200))
      scan.save(sys.argv[1])
      Image.new('RGBA', (40, 20), (255, 0, 0, 128)).save(sys.argv[2])
      """, [folder.file("scan.png"), folder.file("logo.png")])
    guard made.status == 0 else { throw TestFailure(made.errors) }
    return folder.names.map { ($0, Fixtures.bytes(folder.file($0))) }
  }

  private func run(_ line: String, in folder: TemporaryDirectory) async throws -> String {
    let words = try ShellWords.split(line)
    let isOurs = ["imgconv", "thumb"].contains(words[0])
    let result =
      isOurs
      ? try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
      : try await Tool.run(words[0], Array(words.dropFirst()), directory: folder.path)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return folder.file(folder.names.first { $0.hasPrefix("out.") } ?? "out.png")
  }

  @Test("Ours gives what ImageMagick and vips give", arguments: try Row.all("convert ", "montage ", "vips "))
  func compared(_ row: Row) async throws {
    let (theirs, ours) = (try await folder(), try await folder())
    let paths = [try await run(row.theirs, in: theirs), try await run(row.ours, in: ours)]
    let result = try await Tool.python(
      """
      import sys, numpy
      from PIL import Image
      one, other = [Image.open(path).convert('RGB') for path in sys.argv[1:]]
      print(max(abs(one.width - other.width), abs(one.height - other.height)))
      width, height = min(one.width, other.width), min(one.height, other.height)
      a, b = [numpy.asarray(im.crop((0, 0, width, height))).astype(float) for im in (one, other)]
      print(abs(a - b).mean())
      """, paths)
    let values = result.text.split(separator: "\n").compactMap { Double($0) }
    try #require(values.count == 2, "\(result.errors)")
    // A rotation by an angle may have another row or column.
    #expect(values[0] <= (row.theirs.contains("-rotate 5") ? 3 : 0), "\(row.ours)")
    #expect(values[1] < row.tolerance, "\(row.ours)")
  }

  @Test("What is written for a call of sharp runs", arguments: try Row.all("."))
  func runs(_ row: Row) async throws {
    let folder = try await folder()
    let path = try await run(row.ours, in: folder)
    #expect(!Fixtures.bytes(path).isEmpty)
  }

  @Test("The tables are found")
  func tables() throws {
    #expect(try Row.all("convert ").count >= 20)
    #expect(try Row.all("vips ").count >= 8)
    #expect(try Row.all(".").count >= 15)
    #expect(Self.callsOfExifTool().count >= 25)
  }
}
