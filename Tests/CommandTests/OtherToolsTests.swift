internal import TestKit
internal import Testing

/// Runs the tables of docs/pictures.md: the calls of other tools and ours.
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
  }
}
