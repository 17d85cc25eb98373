internal import TestKit
internal import Testing

@Suite("Options that do not apply", .timed)
struct UnusedOptionTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("png/valid/rgb8.png")), to: "a.png")
  }

  /// The messages of a command line on standard error.
  private func complaint(_ line: String) throws -> String {
    let words = try ShellWords.split(line).map { $0 == "a.png" ? folder.file($0) : $0 }
    let result = try InProcess(words[0], Array(words.dropFirst()), outputs: folder)
    #expect(result.status == 64)
    #expect(folder.names == ["a.png"])
    return result.errors
  }

  @Test(
    "An option that the format does not have is a usage error",
    arguments: [
      ("imgconv a.png -o b.png -q 80", "--quality does not apply to PNG"),
      ("imgconv a.png -o b.tif -q 80", "--quality does not apply to TIFF without --compression jpeg or webp"),
      ("imgconv a.png -o b.png --subsampling 420", "--subsampling does not apply to PNG"),
      ("imgconv a.png -o b.jpg --compression 9", "--compression does not apply to JPEG"),
      ("imgconv a.png -o b.tif --progressive", "--progressive does not apply to TIFF"),
      ("imgconv a.png -o - -f jpeg --interlace", "--interlace does not apply to JPEG"),
      ("imgconv a.png -d . -f jpeg --tile 64x64", "--tile does not apply to JPEG"),
      ("imgconv a.png -o b.jpg --bigtiff", "--bigtiff does not apply to JPEG"),
      ("imgconv a.png -o b.jxl --subsampling 420", "--subsampling does not apply to JPEG XL"),
      ("imgconv a.png -o b.webp --interlace", "--interlace does not apply to WebP"),
      ("imgconv a.png -o b.jpg --depth 16", "--depth 16 does not apply to JPEG, which has 8 bits"),
      ("thumb a.png -q80 -fpng", "--quality does not apply to PNG"),
      ("thumb a.png -q 80 -o b.tif --linear", "--quality does not apply to TIFF"),
      ("thumb a.png --placeholder", "--placeholder needs --json or --srcset, which print it"),
    ])
  func formats(_ line: String, _ message: String) throws {
    let command = line.prefix { $0 != " " }
    #expect(try complaint(line) == "\(command): \(message) (see '\(command) --help')\n")
  }

  @Test(
    "Options that the format has are accepted",
    arguments: [
      "imgconv a.png -o b.tif -q 80 --compression jpeg --subsampling 4:2:0 --tile 16x16",
      "imgconv a.png -o b.{ext} -q 80 --progressive", "thumb a.png -q80", "thumb a.png -q 80 -f same",
    ])
  func usable(_ line: String) async throws {
    let words = try ShellWords.split(line)
    let result = try await Tool.cameo(words[0], Array(words.dropFirst()), directory: folder.path)
    #expect(result.status == 0 && result.errors == "")
  }

  @Test("A file named in an option that cannot be read stops everything", arguments: ["thumb", "imgconv -d x"])
  func missingFiles(_ command: String) throws {
    let name = command.split(separator: " ")[0]
    #expect(
      try complaint("\(command) a.png --profile none.icc")
        == "\(name): none.icc: cannot open: No such file or directory (--profile)\n")
    #expect(
      try complaint("\(command) a.png --files-from none.txt")
        == "\(name): none.txt: cannot open: No such file or directory (--files-from)\n")
  }

  @Test(
    "One broken profile is reported once", arguments: ["jpeg/broken/icc_garbage.jpg", "png/broken/icc_garbage.png"])
  func brokenProfile(_ fixture: String) async throws {
    for command in ["thumb", "imgconv"] {
      let result = try await Tool.cameo(
        command, [Fixtures.path(fixture), "-f", "tiff", "-o", "/dev/null"], directory: folder.path)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
  }

  @Test("A compression without a name is reported once, by its number")
  func unknownCompression() async throws {
    let path = Fixtures.path("tiff/broken/compression_12345.tif")
    let result = try await Tool.cameo("thumb", [path, "-o", "/dev/null"], directory: folder.path)
    #expect(result.errors == "thumb: \(path): unsupported TIFF: compression 12345\n")
  }

  @Test("The missing rows of a truncated PNG are those of the picture, not of the thumbnail")
  func missingRows() async throws {
    let path = Fixtures.path("png/broken/truncated_at_8_16.png")
    let result = try await Tool.cameo("thumb", [path, "-s16", "-o", "/dev/null"], directory: folder.path)
    #expect(result.errors.hasSuffix("of 120 rows are missing\n"))
  }
}
