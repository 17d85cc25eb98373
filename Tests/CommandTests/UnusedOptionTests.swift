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
      ("imgconv a.png -d . --manifest list.json", "--manifest needs --widths or --formats"),
      (
        "imgconv a.png -o b.png --widths 16,32",
        "several widths need -o or -d with {width}, {size} or {box} in the names; the output of a job is one file"
      ),
      (
        "imgconv a.png -o {width}.png --formats png,webp",
        "several formats need -o or -d with {ext} in the names; the output of a job is one file"
      ),
      ("imgconv a.png -d . --widths 16,32 --resize 50%", "--widths and --resize cannot be used together"),
      ("imgconv a.png -d . --widths 16,32 --delay 5", "--widths and --delay cannot be used together"),
      (
        "imgconv a.png -d . --formats png,gif --progressive", "--progressive applies to none of the formats png and gif"
      ),
      (
        "imgconv a.png -d . --formats png,gif --compression lossy",
        "--compression lossy applies to none of the formats png and gif"
      ),
      (
        "imgconv a.png -o {stem}.png --sprites a.css",
        "--sprites needs the name of one picture, without fields: -o FILE"
      ),
      ("imgconv a.png -o - --formats png,webp", "standard output (-o -) takes one picture and nothing else"),
      ("thumb a.png -q80 -fpng", "--quality does not apply to PNG"),
      ("thumb a.png -q 80 -o b.tif --linear", "--quality does not apply to TIFF"),
      ("thumb a.png --dominant-colors", "--dominant-colors needs --json, which prints them"),
      ("thumb a.png --placeholder", "--placeholder needs --json or --srcset, which print it"),
      ("thumb a.png --position top", "--position needs --fit cover, --extend or --pad"),
      ("thumb a.png -s 64x64 --fit stretch --position 10%,5%", "--position needs --fit cover, --extend or --pad"),
    ])
  func formats(_ line: String, _ message: String) throws {
    let command = line.prefix { $0 != " " }
    #expect(try complaint(line) == "\(command): \(message) (see '\(command) --help')\n")
  }

  @Test(
    "An output that is named like a format, or with the fields of another program, is a usage error",
    arguments: [
      ("thumb a.png -ojpg", "-o jpg: that is a format"), ("mkpdf a.png -opdf", "-o pdf: that is a format"),
      ("imgconv a.png -f png -o=tiff", "-o tiff: that is a format"),
      ("preview a.png --output=png", "-o png: that is a format"),
      ("thumb a.png --output=%s_thumb.jpg", "-o %s_thumb.jpg: '%s' is not a field; {stem} is"),
      ("imgconv a.png --output=out/%03d.png", "-o out/%03d.png: '%03d' is not a field"),
      ("mkpdf a.png --output=%d.pdf", "-o %d.pdf: '%d' is not a field"),
    ])
  func outputNames(_ line: String, _ message: String) throws {
    let command = line.prefix { $0 != " " }
    let errors = try complaint(line)
    #expect(errors.hasPrefix("\(command): \(message)") && errors.hasSuffix("(see '\(command) --help')\n"), "\(errors)")
  }

  @Test(
    "Such a name may be written with ./, and a per cent sign is a letter like others",
    arguments: ["./jpg", "./%s.jpg", "100%sure.jpg", "a%20d.jpg", "5%.jpg"])
  func unusualNames(_ name: String) async throws {
    let result = try await Tool.cameo("thumb", ["a.png", "-o", name], directory: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.names.contains(name.hasPrefix("./") ? String(name.dropFirst(2)) : name))
  }

  @Test("A picture, or a text in UTF-16, is no list of names", arguments: ["thumb", "imgmeta", "mkpdf -o x.pdf"])
  func noList(_ command: String) throws {
    let words = try ShellWords.split(command)
    try folder.write(Array("a.png\n".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), 0] }, to: "utf16")
    for list in ["a.png", "utf16"].map(folder.file) {
      let result = try InProcess(words[0], Array(words.dropFirst()) + ["--files-from", list], outputs: folder)
      #expect(result.status == 64)
      #expect(result.errors == "\(words[0]): \(list): is not a list of file names (--files-from)\n")
    }
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
