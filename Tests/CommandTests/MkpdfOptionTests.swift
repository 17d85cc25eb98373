internal import Foundation
internal import TestKit
internal import Testing

/// Options of `mkpdf` that do not apply, or not to all pages, and the messages about them.
@Suite("mkpdf options", .timed) struct MkpdfOptionTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes(Fixtures.path("jpeg/valid/photo_phone.jpg")), to: "a.jpg")
    try folder.write(Array("words\n".utf8), to: "t.txt")
  }

  private func run(_ arguments: [String]) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments + ["-o", "out.pdf"], directory: folder.path)
  }

  /// The end of a command line that is refused before any work.
  private func refusal(_ arguments: [String]) throws -> InProcess {
    let before = Fixtures.bytes(folder.file("out.pdf"))
    defer { #expect(Fixtures.bytes(folder.file("out.pdf")) == before) }
    return try InProcess(
      "mkpdf", arguments.map { ["a.jpg", "t.txt"].contains($0) ? folder.file($0) : $0 } + ["-o", "out.pdf"],
      outputs: folder)
  }

  /// A name of another type, a field that documents have not, a folder that is missing, and the input.
  @Test(
    "A dry run refuses the outputs that a run refuses", arguments: ["x.png", "{page}.pdf", "none/x.pdf", "in.pdf"])
  func dryRun(_ output: String) async throws {
    let made = try await Tool.cameo("mkpdf", ["a.jpg", "-o", "in.pdf"], directory: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let names = folder.names
    let words = ["in.pdf", "-o", output]
    let real = try await Tool.cameo("mkpdf", words, directory: folder.path)
    let plan = try await Tool.cameo("mkpdf", words + ["--dry-run"], directory: folder.path)
    #expect(real.status != 0 && plan.status == real.status)
    #expect(plan.errors == real.errors)
    #expect(folder.names == names)
  }

  /// The end of the message about a name without a group.
  private static func known(_ name: String) -> String {
    "; there are {page} {pages} {label} {bates} {date} {today} {name} {stem} {path} {dir} {n} and properties of pictures,"
      + " such as {exif.Model}; a property of XMP is written {XMP:\(name)}"
  }

  @Test(
    "A field that no picture can have is a usage error, which suggests the nearest",
    arguments: [
      ("--caption", "{foo}", "there is no field 'foo'\(known("foo"))"),
      ("--caption", "{nmae}", "there is no field 'nmae'; did you mean name?\(known("nmae"))"),
      ("--footer-center", "{page}/{pagse}", "there is no field 'pagse'; did you mean page?\(known("pagse"))"),
      ("--header-left", "{exif.Foo}", "Exif has no 'Foo'"),
      (
        "--caption", "{exif.DateTimeOrginal:%Y|none}",
        "Exif has no 'DateTimeOrginal'; did you mean exif.DateTimeOriginal?"
      ),
      ("--watermark", "{gps.Latitud}", "GPS has no 'Latitud'; did you mean gps.Latitude?"),
      ("--caption", "{iptc.Caption}", "IPTC has no 'Caption'; did you mean iptc.Caption-Abstract?"),
      ("--caption", "{exfi:ISO}", "there is no group 'exfi'; did you mean Exif?"),
      ("--caption", "{camera.Model}", "there is no group 'camera'"),
      ("--caption", "{name", "'{name' lacks its '}'; write '{{' for a brace"),
      (
        "--caption", "{exif.ISO:%Q}",
        "'%Q' is not a format; numbers have %d or %.2f, dates %Y %m %d %H %M %S %y %B %b %f %z"
      ),
      ("--footer-left", "{today:%03d}", "'{today:%03d}': a date takes a format such as %Y-%m-%d or %d %B %Y"),
      ("--footer-left", "{label:%d}", "'{label:%d}': a text takes no format"),
    ])
  func unknownFields(_ option: String, _ text: String, _ message: String) throws {
    let result = try refusal(["a.jpg", option, text])
    #expect(result.status == 64)
    #expect(
      result.errors
        == "mkpdf: the value '\(text)' is invalid for '\(option) <TEXT>': \(message) (see 'mkpdf --help')\n")
  }

  /// 1,000,000,000 seconds after the beginning of 1970 is 2001-09-09 01:46:40 in UTC.
  @Test("The date is that of SOURCE_DATE_EPOCH, or today's")
  func dates() async throws {
    func text(_ template: String, _ environment: [String: String]) async throws -> String {
      let result = try await Tool.cameo(
        "mkpdf", ["t.txt", "--footer-center", template, "-o", "out.pdf"], directory: folder.path,
        environment: environment)
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      return try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text
    }
    let epoch = ["SOURCE_DATE_EPOCH": "1000000000"]
    #expect(
      try await text("{date} = {today:%d %B %Y, %b} {date:%H:%M}", epoch).contains(
        "2001-09-09 = 09 September 2001, Sep 01:46"))
    // The day may end between the two.
    let days = [
      try await Tool.run("date", ["+%F"]).text, try await text("<{today}>", [:]),
      try await Tool.run("date", ["+%F"]).text,
    ]
    #expect(days[1].contains("<\(days[0].dropLast())>") || days[1].contains("<\(days[2].dropLast())>"))
  }

  @Test("Page labels are those that viewers show")
  func labelFields() async throws {
    func labels(_ arguments: [String]) async throws -> [String] {
      let result = try await run(arguments + ["--footer-center", "<{label}>"])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      let text = try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text
      return text.split(separator: "<").filter { $0.contains(">") }.map { String($0.prefix { $0 != ">" }) }
    }
    try folder.write(Array(Array(repeating: "page", count: 7).joined(separator: "\u{c}").utf8), to: "pages.txt")
    #expect(
      try await labels(["pages.txt", "--page-labels", "1:r/8,3:A/26,5:D/9/A-,6:-//Plate,7:R/1994"])
        == ["viii", "ix", "Z", "AA", "A-9", "Plate", "MCMXCIV"])
    // It has no title, whose loss would be noted.
    #expect(
      try await Tool.run("qpdf", ["--empty", "--pages", folder.file("out.pdf"), "--", folder.file("in.pdf")]).status
        == 0)
    #expect(try await labels(["t.txt", "in.pdf[2,5]"]).filter { $0 != "ix" && $0 != "A-9" } == ["1"])
    let described = #"{"version": 1, "document": {"pageLabels": [{"from": 1, "style": "roman"}]}, "pages": [{}, {}]}"#
    try folder.write(Array(described.utf8), to: "in.json")
    #expect(try await labels(["in.json"]) == ["i", "ii"])
    let lines = #"{"version": 1, "document": {"pageLabels": [{"from": 1, "style": "roman"}]}}"# + "\n{}\n{}\n"
    try folder.write(Array(lines.utf8), to: "lines.json")
    #expect(try await labels(["lines.json", "t.txt"]) == ["i", "ii", "3"])
  }

  @Test("A font is named by its family, not by a file")
  func fontFiles() async throws {
    for name in ["/usr/share/fonts/x.ttf", "x.OTF", "./x"] {
      let result = try refusal(["t.txt", "--font", name])
      #expect(result.status == 64 && result.errors.contains("'\(name)' is a file; a font is named by its family"))
    }
    #expect(try await run(["t.txt", "--font", "DejaVu Sans, Noto Sans"]).status == 64)
    #expect(!folder.names.contains("out.pdf"))
  }

  @Test("Page numbers accept number formats only")
  func numberForms() async throws {
    let result = try await run(["a.jpg", "a.jpg", "--footer-center", "no{page:%03d}of{pages:%d}"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let text = try await Tool.run("pdftotext", [folder.file("out.pdf"), "-"]).text
    #expect(text.contains("no001of2\n") && text.contains("no002of2\n"), "\(text)")
    let date = try refusal(["a.jpg", "--footer-center", "{page:%Y}"])
    #expect(date.status == 64 && date.errors.contains("'{page:%Y}': a number takes %d or %03d"), "\(date.errors)")
  }

  @Test("A field that a picture lacks is empty, with a note if no picture has it")
  func missingFields() async throws {
    let asked = "{ISO}{exif.ImageHistory}{xmp.dc:foo}{Text:mine}{dc:title[1]}{GPS:*Ref}{ifd0.0x9999}{iptc.Headline|no}"
    let result = try await run(["a.jpg", "--caption", asked])
    #expect(result.status == 0)
    #expect(result.errors.contains("note: no picture has 'exif.ImageHistory'\n"))
    #expect(!result.errors.contains("iptc.Headline"))
    let text = try await run(["t.txt", "--header-left", "{Title}"])
    #expect(text.errors == "mkpdf: out.pdf: note: no picture has 'Title'\n")
  }

  @Test("A property in the name of a document cannot choose a folder or another type")
  func nameOfProperty() async throws {
    #expect(try await run(["t.txt", "--title", "to/a.png"]).status == 0)
    func name(_ output: String) async throws -> Tool.Result {
      try await Tool.cameo("mkpdf", ["out.pdf", "-o", output], directory: folder.path)
    }
    let names = folder.names
    let other = try await name("{Title}")
    #expect(other.status == 64 && other.errors.contains("'to_a.png' has the suffix of PNG"), "\(other.errors)")
    let missing = try await name("{Author}.pdf")
    #expect(missing.status == 1 && missing.errors.hasPrefix("mkpdf: out.pdf: no name: it has no {Author}"))
    #expect(folder.names == names)
    #expect(try await name("{Title}.pdf").status == 0 && folder.names.contains("to_a.png.pdf"))
  }

  @Test("Data without a description, and the look of texts without one, are reported")
  func unusedData() async throws {
    try folder.write(Array("{}".utf8), to: "d.json")
    let result = try await run(["a.jpg", "--data", "d.json", "--contents", "--style", "report"])
    #expect(result.status == 0)
    #expect(
      result.errors.split(separator: "\n") == [
        "mkpdf: out.pdf: note: --data has no effect: no input is a page description",
        "mkpdf: out.pdf: note: --contents has no effect: no input is Markdown",
        "mkpdf: out.pdf: note: --style has no effect: no input is Markdown or a table",
      ])
  }

  @Test("All properties that imgmeta lists can be fields with their group")
  func knownFields() async throws {
    let files = [
      "jpeg/valid/photo_phone.jpg", "png/valid/chunks_every.png", "png/valid/iptc_raw_profile.png",
      "png/valid/colour_iccp.png",
    ].map(Fixtures.path)
    let listed = try await Tool.cameo("imgmeta", ["--json"] + files)
    let records = try JSONSerialization.jsonObject(with: Data(listed.output)) as? [[String: Any]] ?? []
    var fields: [String] = []
    for record in records {
      for tree in [record["properties"] as Any] + (record["images"] as? [Any] ?? []) {
        for (group, properties) in tree as? [String: [String: Any]] ?? [:] {
          fields += properties.keys.map { "{\(group):\($0)}" }
        }
      }
    }
    #expect(fields.count > 100)
    let result = try await run(["a.jpg", "--caption", fields.joined()])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "Negative lengths are distinguished from missing ones",
    arguments: [
      (["--margin", "-1cm"], "'-1cm' is invalid for '--margin <LENGTHS>': a margin cannot be negative"),
      (["--margin=-1cm"], "'-1cm' is invalid for '--margin <LENGTHS>': a margin cannot be negative"),
      (["--margin", "1cm,-.5in"], "'1cm,-.5in' is invalid for '--margin <LENGTHS>': a margin cannot be negative"),
      (["--nup", "2x2", "--gap", "-3"], "'-3' is invalid for '--gap <LENGTH>': a gap cannot be negative"),
      (["--font-size", "-9"], "'-9' is invalid for '--font-size <N>': expected points from 1 to 1000"),
      (["--rotate", "-45"], "'-45' is invalid for '--rotate <DEGREES>': expected 90, 180, 270 or -90"),
    ])
  func negative(_ options: [String], _ message: String) throws {
    let result = try refusal(["a.jpg"] + options)
    #expect(result.status == 64)
    #expect(result.errors == "mkpdf: the value \(message) (see 'mkpdf --help')\n")
  }

  @Test("A label rule for a missing page is a warning")
  func labels() async throws {
    let result = try await run(["a.jpg", "--page-labels", "1:r,5:D"])
    #expect(result.status == 3)
    #expect(result.errors == "mkpdf: out.pdf: warning: --page-labels has a rule for page 5 of 1\n")
    let check = try await Tool.run("qpdf", ["--json", "--json-key=pagelabels", folder.file("out.pdf")])
    #expect(check.text.contains("\"/r\"") && !check.text.contains("\"/D\""))
  }

  @Test("Options without effect on pages of PDFs and descriptions are reported; sheets of one cell apply them")
  func pagesWithSizes() async throws {
    #expect(try await run(["a.jpg", "--paper", "100x200pt"]).status == 0)
    try folder.write(Fixtures.bytes(folder.file("out.pdf")), to: "in.pdf")
    try folder.write(Array(#"{"version": 1, "pages": [{}]}"#.utf8), to: "in.json")
    let kept = try await run(["in.pdf", "in.json", "--paper", "A5", "--landscape", "--margin", "1cm"])
    #expect(kept.status == 0)
    #expect(
      kept.errors == """
        mkpdf: in.pdf: note: --paper, --landscape and --margin do not change pages of PDFs; --nup 1x1 puts them on paper
        mkpdf: in.json: note: --paper, --landscape and --margin do not change page descriptions; --nup 1x1 puts them on paper
        mkpdf: out.pdf: note: not kept of in.pdf: Info (Title), XMP metadata

        """)
    let size = try await Tool.run("pdfinfo", [folder.file("out.pdf")])
    #expect(size.text.contains("100 x 200 pts"))
    let laid = try await run(["in.pdf", "--paper", "A5", "--landscape", "--nup", "1x1"])
    #expect(laid.errors == "")
    #expect(try await Tool.run("pdfinfo", [folder.file("out.pdf")]).text.contains("595.276 x 419.528 pts"))
    let turned = try await run(["--rotate", "90", "in.json", "t.txt", "in.pdf"])
    #expect(
      turned.errors == """
        mkpdf: in.json: note: --rotate does not turn page descriptions
        mkpdf: t.txt: note: --rotate does not turn text
        mkpdf: out.pdf: note: not kept of in.pdf: Info (Title), XMP metadata

        """)
    // Headers are in the margin.
    #expect(try await run(["in.pdf", "--margin", "1cm", "--footer-center", "x"]).errors == "")
  }

  @Test("Options of inputs apply to the input before them, and before all inputs to all")
  func positions() async throws {
    #expect(try await run(["t.txt", "--paper", "100x200pt", "--margin", "10pt"]).status == 0)
    try folder.write(Fixtures.bytes(folder.file("out.pdf")), to: "in.pdf")
    func rotations(_ arguments: [String]) async throws -> [String] {
      #expect(try await run(arguments).status == 0)
      return try await Tool.run("pdfinfo", ["-l", "9", folder.file("out.pdf")]).text.split(separator: "\n")
        .filter { $0.contains(" rot:") }.compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    #expect(try await rotations(["in.pdf", "in.pdf", "--rotate", "90", "in.pdf"]) == ["0", "90", "0"])
    #expect(try await rotations(["--rotate=-90", "in.pdf", "in.pdf", "--rotate", "0"]) == ["270", "0"])
    #expect(
      try await rotations(["--rotate", "180", "--pages", "1,1", "in.pdf", "in.pdf[1]"]) == ["180", "180", "180"])
    let twice = try refusal(["in.pdf[1]", "--pages", "2"])
    #expect(twice.status == 64 && twice.errors.contains("'in.pdf' has two lists of pages"), "\(twice.errors)")
  }

  @Test("Names of outputs are templates, as those of imgconv")
  func names() async throws {
    func made(_ arguments: [String]) async throws -> [String] {
      let before = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
      let result = try await Tool.cameo("mkpdf", arguments, directory: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting(before).sorted()
    }
    #expect(try await made(["a.jpg", "-o", "{stem}_x.{ext}"]) == ["a_x.pdf"])
    #expect(try await made(["a.jpg", "-o", "./"]) == ["a.pdf"])
    #expect(try await made(["a.jpg", "t.txt", "-o", "{{page}}.pdf"]) == ["{page}.pdf"])
    for (output, message) in [
      ("p-{page}.pdf", "-o cannot have {page}: mkpdf writes all pages into one document"),
      ("{stem}.pdf", "-o with a field or a directory needs one input: mkpdf makes one document of all inputs"),
      ("{odd}.pdf", "unknown field '{odd}'; there are {dir} {name} {stem} {ext}"),
      ("a{.pdf", "'{.pdf' lacks its '}'; write '{{' for a brace"),
    ] {
      let result = try InProcess("mkpdf", [folder.file("a.jpg"), folder.file("t.txt"), "-o", output])
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("Backgrounds and letters take the colours of descriptions")
  func colors() async throws {
    let options = ["--paper", "100x100pt", "--margin", "10pt", "--font-size", "60"]
    let result = try await run(["t.txt", "--background", "teal", "--text-color", "rgb(255, 0, 0)"] + options)
    #expect(result.errors == "")
    _ = try await Tool.run(
      "pdftoppm", ["-png", "-r", "72", "-f", "1", "-l", "1", folder.file("out.pdf"), folder.file("seen")])
    let seen = try await Tool.python(
      """
      import glob, sys; from PIL import Image
      colors = Image.open(glob.glob(sys.argv[1] + '-*.png')[0]).convert('RGB').getcolors(10000)
      print((0, 128, 128) in [color for _, color in colors], (255, 0, 0) in [color for _, color in colors])
      """, [folder.file("seen")])
    #expect(seen.text == "True True\n")
    let wrong = try refusal(["t.txt", "--text-color", "teel"])
    #expect(wrong.status == 64 && wrong.errors.contains("silver, teal, white or yellow"))
    let pale = try refusal(["t.txt", "--background", "#00000080"])
    #expect(pale.status == 64 && pale.errors.contains("expected an opaque colour"))
  }

  @Test("An encrypted stamp is opened by the password of all files")
  func stamp() async throws {
    try await #expect(run(["a.jpg"]).status == 0)
    _ = try await Tool.run(
      "qpdf", ["--encrypt", "open", "own", "256", "--", folder.file("out.pdf"), folder.file("locked.pdf")])
    let closed = try await run(["t.txt", "--stamp", "locked.pdf"])
    #expect(closed.status == 1)
    #expect(
      closed.errors
        == "mkpdf: locked.pdf: is encrypted and needs a password; --password before all files applies to the stamp, too\n"
    )
    let opened = try await run(["--password", "open", "t.txt", "--stamp", "locked.pdf"])
    #expect(opened.status == 0, "\(opened.errors)")
    #expect(try await Tool.run("pdfimages", ["-list", folder.file("out.pdf")]).text.contains("jpeg"))
  }
}
