internal import CommandKit
internal import Foundation
internal import TestKit
internal import Testing

/// Documents that `mkpdf` makes, as poppler, qpdf and Pillow see them.
@Suite("mkpdf", .timed) struct MkpdfTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Makes a valid document and returns its path.
  @discardableResult
  private func make(
    _ arguments: [String], to name: String = "out.pdf", status: Int = 0, environment: [String: String] = [:]
  ) async throws -> String {
    let result = try await Tool.cameo(
      "mkpdf", arguments + ["-o", name], directory: folder.path, environment: environment)
    #expect(result.status == status, "\(result.errors)")
    #expect(try await Tool.complaint(ofPDF: folder.file(name)) == nil)
    return folder.file(name)
  }

  private func text(_ path: String, page: Int? = nil) async throws -> [String] {
    let pages = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
    return try await Tool.run("pdftotext", pages + [path, "-"]).text.split { Self.separators.contains($0) }
      .map(String.init)
  }

  /// White space, and the marks that poppler puts around text from right to left.
  private static let separators: Set<Character> = [" ", "\n", "\u{C}", "\u{202A}", "\u{202B}", "\u{202C}"]

  private func json(_ key: String, _ path: String) async throws -> Any? {
    let output = try await Tool.run("qpdf", ["--json=2", "--json-key=\(key)", path]).output
    return (try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any])?[key]
  }

  private func fixture(_ name: String) -> String { Fixtures.path(name) }

  // MARK: Pictures

  @Test("Every format that the suite reads becomes a page, and --allow knows its name", arguments: FormatOptions.names)
  func everyFormat(_ format: String) async throws {
    let picture = try #require(Fixtures.names(under: "\(format)/valid").first)
    let path = try await make(["--allow", format, fixture(picture)])
    #expect(try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n").count > 2)
    let refused = try await Tool.cameo(
      "mkpdf", ["--allow", "pdf", fixture(picture), "-o", "no.pdf"], directory: folder.path)
    #expect(refused.status == 1 && refused.errors.contains("not allowed"), "\(refused.errors)")
  }

  @Test(
    "All eight orientations look the same: on pages, with text on them, on sheets",
    arguments: [[], ["--footer-center", "x", "--margin", "0"], ["--nup", "1x1", "--paper", "48x36pt"]])
  func orientations(_ options: [String]) async throws {
    let path = try await make((1...8).map { fixture("jpeg/valid/orientation_\($0).jpg") } + options)
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "960", path, folder.file("seen")])
    let seen = try await Tool.python(
      """
      import sys; from PIL import Image, ImageChops, ImageStat
      # In large, for poppler moves a turned picture by up to a pixel.
      first = Image.open(sys.argv[1] + '-1.png').convert('RGB').resize((64, 48), Image.BOX)
      print(first.size)
      for n in range(2, 9):
        other = Image.open(f'{sys.argv[1]}-{n}.png').convert('RGB').resize((64, 48), Image.BOX)
        # The same scene, compressed eight times.
        print(other.size == first.size and max(ImageStat.Stat(ImageChops.difference(first, other)).mean) < 6)
      """, [folder.file("seen")])
    #expect(seen.text == "(64, 48)\n" + String(repeating: "True\n", count: 7))
  }

  @Test("A picture's data are the same on a plain page, below text, on a sheet and as a stamp")
  func untouched() async throws {
    let photo = fixture("jpeg/valid/photo_phone.jpg")
    try folder.write(Array("words".utf8), to: "t.txt")
    var streams: [[UInt8]] = []
    for options in [
      [photo], [photo, "--caption", "{name}"], [photo, "--contact-sheet", "2x2"], ["t.txt", "--stamp", photo],
    ] {
      let path = try await make(options)
      _ = try await Tool.run("pdfimages", ["-all", path, folder.file("image")])
      streams.append(Fixtures.bytes(folder.file("image-000.jpg")))
    }
    #expect(!streams[0].isEmpty && streams.allSatisfy { $0 == streams[0] })
    // The compressed data of the file, from its quantisation tables to its end.
    #expect(Fixtures.bytes(photo).suffix(1_000) == streams[0].suffix(1_000))
  }

  @Test(
    "Each page has its own picture, with anything else on the page, and the report lists it",
    arguments: [
      ["--footer-center", "{page}"], ["--caption", "{name}"], ["--watermark", "W"], ["--background", "white"],
      ["--stamp", "stamp.png"], ["--nup", "1x1", "--footer-center", "{page}"],
    ])
  func pictures(_ options: [String]) async throws {
    // Twelve greys of different widths; a stamp that covers only the middle of a page.
    _ = try await Tool.python(
      """
      import sys; from PIL import Image
      for n in range(12): Image.new('L', (90 + n, 100), 20 * n + 10).save(f'{sys.argv[1]}/{n + 10}.png')
      Image.new('L', (80, 10), 255).save(f'{sys.argv[1]}/stamp.png')
      """, [folder.path])
    let names = (10..<22).map { "\($0).png" }
    let arguments = names + options + ["--paper", "200x200pt", "--margin", "30pt", "--fit", "fill"]
    let path = try await make(arguments)
    _ = try await Tool.run("pdftoppm", ["-gray", "-r", "36", path, folder.file("seen")])
    let seen = try await Tool.python(
      """
      import glob, sys; from PIL import Image
      for path in sorted(glob.glob(sys.argv[1] + '-*.pgm')): print(Image.open(path).getpixel((20, 30)))
      """, [folder.file("seen")])
    #expect(seen.text.split(separator: "\n").compactMap { Int($0) } == (0..<12).map { 20 * $0 + 10 })
    let list = try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n").dropFirst(2)
    let widths = list.compactMap { Int($0.split(separator: " ")[3]) }.filter { $0 != 80 }
    #expect(widths == (90..<102).map { $0 })
    let report = try await Tool.cameo("mkpdf", arguments + ["-o", "again.pdf", "--json"], directory: folder.path)
    let object = try JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any]
    let files = object?["files"] as? [[String: Any]] ?? []
    #expect(files.map { ($0["images"] as? [Any])?.count } == Array(repeating: 1, count: 12))
  }

  @Test(
    "Pages with fractional sizes are coloured to their last row and column, and covers are in place",
    arguments: [[], ["--footer-center", "x"]])
  func brokenSizes(_ options: [String]) async throws {
    try folder.write(Array("words".utf8), to: "t.txt")
    let layout = ["--paper", "100.5x80.5pt", "--margin", "10pt", "--background", "#ff0000"]
    try await make(["t.txt"] + layout, to: "text.pdf")
    let path = try await make(["text.pdf", fixture("jpeg/valid/size_16x16.jpg")] + layout + options)
    _ = try await Tool.run("pdftocairo", ["-png", "-r", "144", path, folder.file("seen")])
    let seen = try await Tool.python(
      """
      import sys; from PIL import Image
      for n in (1, 2):
        image = Image.open(f'{sys.argv[1]}-{n}.png').convert('RGB'); right, low = image.width - 1, image.height - 1
        print(image.size, {image.getpixel(at) for at in ((0, 0), (right, 0), (0, low), (right, low), (right, 40))})
      """, [folder.file("seen")])
    #expect(seen.text == String(repeating: "(201, 161) {(255, 0, 0)}\n", count: 2))
    // A drawing over an imported page is at the same place as on a page of our own.
    guard !options.isEmpty else { return }
    let boxes = try await Tool.run("pdftotext", ["-bbox", path, "-"]).text.split(separator: "\n")
    let footers = boxes.filter { $0.contains(">x<") }
    #expect(footers.count == 2 && Set(footers).count == 1, "\(footers)")
  }

  @Test("Captions contain metadata of photographs")
  func captions() async throws {
    let photo = fixture("jpeg/valid/photo_phone.jpg")
    let date = try await Tool.run("exiftool", ["-s3", "-d", "%d.%m.%Y", "-DateTimeOriginal", photo]).text
    let path = try await make(
      [photo, "--paper", "A5", "--caption", "{stem}\\n{exif.DateTimeOriginal:%d.%m.%Y} {exif.ImageHistory|none}"])
    #expect(try await text(path) == ["photo_phone", date.split(separator: "\n").map(String.init)[0], "none"])
  }

  @Test("The background is painted below a picture and around it")
  func background() async throws {
    let path = try await make(
      [fixture("png/valid/rgba8.png"), "--paper", "100x100pt", "--margin", "20pt", "--background", "#ff0000"])
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "72", "-singlefile", path, folder.file("seen")])
    let seen = try await Tool.python(
      "import sys; from PIL import Image; print(Image.open(sys.argv[1]).convert('RGB').getpixel((5, 5)))",
      [folder.file("seen.png")])
    #expect(seen.text == "(255, 0, 0)\n")
  }

  // MARK: Text

  @Test("Text is found in its order, in many scripts, and fonts are embedded as subsets")
  func scripts() async throws {
    let words = ["Grüße", "καλημέρα", "здравствуйте", "你好", "שלום", "مرحبا"]
    try folder.write(Array(words.joined(separator: "\n").utf8), to: "t.txt")
    let path = try await make(["t.txt", "--header-left", "{name}", "--footer-center", "{page}/{pages}"])
    let found = try await text(path)
    #expect(found.first == "t.txt" && found.last == "1/1")
    #expect(found.dropFirst().dropLast().map { $0 } == words)
    let fonts = try await Tool.run("pdffonts", [path]).text.split(separator: "\n").dropFirst(2)
    #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains("yes yes yes") })
  }

  @Test("A form feed ends a page, and long text goes on")
  func pages() async throws {
    try folder.write(Array("one\u{C}two\r\n".utf8) + (1...200).flatMap { Array("line\($0)\n".utf8) }, to: "t.txt")
    let path = try await make(["t.txt"])
    #expect(try await text(path, page: 1) == ["one"])
    #expect(Array(try await text(path).dropFirst()) == ["two"] + (1...200).map { "line\($0)" })
  }

  @Test("Windows-1252 and UTF-16 are read, the first with a note")
  func encodings() async throws {
    try folder.write([0x63, 0x61, 0x66, 0xE9, 0x20, 0x80], to: "w.txt")
    try folder.write([0xFF, 0xFE] + "Ωmega".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, to: "u.txt")
    let result = try await Tool.cameo("mkpdf", ["w.txt", "u.txt", "-o", "out.pdf"], directory: folder.path)
    #expect(result.errors == "mkpdf: w.txt: note: the text is not UTF-8; it is read as Windows-1252\n")
    #expect(try await text(folder.file("out.pdf")) == ["café", "€", "Ωmega"])
  }

  @Test("Texts are read as previews read them: control characters, few wrong bytes, other scripts, nothing at all")
  func oddTexts() async throws {
    try folder.write(Array("Hello\r\nWorld\r\n\u{1A}".utf8), to: "dos.txt")
    try folder.write(Array("Grüße aus Zürich\n".utf8) + [0xFF, 0x0A], to: "wrong.txt")
    // 中文标题你好，世界。 in GB18030, by Python.
    try folder.write(
      [
        0xD6, 0xD0, 0xCE, 0xC4, 0xB1, 0xEA, 0xCC, 0xE2, 0xC4, 0xE3, 0xBA, 0xC3, 0xA3, 0xAC, 0xCA, 0xC0, 0xBD, 0xE7,
        0xA1, 0xA3,
      ], to: "chinese.txt")
    try folder.write([], to: "empty.csv")
    let result = try await Tool.cameo(
      "mkpdf", ["dos.txt", "wrong.txt", "chinese.txt", "empty.csv", "-o", "out.pdf"], directory: folder.path)
    #expect(
      result.errors == """
        mkpdf: wrong.txt: note: the text is UTF-8 except for 1 byte, which is shown as U+FFFD
        mkpdf: chinese.txt: note: the text is not UTF-8; it is read as GB18030

        """)
    #expect(try await text(folder.file("out.pdf"), page: 1) == ["Hello", "World"])
    #expect(try await text(folder.file("out.pdf"), page: 3) == ["中文标题你好，世界。"])
    #expect(try await Tool.run("pdfinfo", [folder.file("out.pdf")]).text.contains("Pages:           4"))
  }

  // MARK: Existing PDFs

  /// A PDF with an outline, a link from its first page to its second, a name and labels.
  private func book(_ name: String) async throws {
    try folder.write(
      Array(
        """
        {"version": 1, "document": {"pageLabels": [{"from": 1, "style": "roman"}]}, "pages": [
          {"size": [200, 100], "margin": 5, "bookmark": "\(name) one", "elements": [
            {"type": "text", "text": "\(name)1", "link": {"destination": "there"}}]},
          {"size": [200, 100], "margin": 5, "id": "there", "bookmark": "\(name) two", "elements": [
            {"type": "text", "text": "\(name)2"}]}]}
        """.utf8), to: "\(name).json")
    try await make(["\(name).json"], to: "\(name).pdf")
  }

  @Test("Merging keeps outlines, links, names and labels; names that clash are renamed")
  func merging() async throws {
    try await book("a")
    try await book("b")
    let path = try await make([fixture("jpeg/valid/size_16x16.jpg"), "a.pdf", "b.pdf[2,1]", "--outline", "names"])
    #expect(try await text(path) == ["a1", "a2", "b2", "b1"])
    let outline = try await json("outlines", path) as? [[String: Any]] ?? []
    func lines(_ entries: [[String: Any]]) -> [String] {
      entries.flatMap { entry in
        ["\(entry["title"] ?? "") \(entry["destpageposfrom1"] ?? "-")"] + lines(entry["kids"] as? [[String: Any]] ?? [])
      }
    }
    #expect(lines(outline) == ["size_16x16 1", "a 2", "a one 2", "a two 3", "b 4", "b one 5", "b two 4"])
    let names = try await Tool.run("pdfinfo", ["-dests", path]).text.split(separator: "\n")
    func page(_ name: String) -> Substring? {
      names.first { $0.contains("\"\(name)\"") }?.split(separator: " ").first
    }
    #expect(page("there") == "3" && page("there-2") == "4")
    // The link on the second file's first page, which is the last here, leads to the renamed place.
    let annotations = try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", path, "-"]).text
    #expect(annotations.contains("/Dest (there-2)"))
    // The picture is 1, then i and ii of each file.
    let labels = try await Tool.python(
      """
      import json, subprocess, sys
      for entry in json.loads(subprocess.run(['qpdf', '--json=2', '--json-key=pagelabels', sys.argv[1]], capture_output=True).stdout)['pagelabels']:
        print(entry['index'], entry['label'].get('/S'), entry['label'].get('/St', 1))
      """, [path])
    #expect(labels.text == "0 /D 1\n1 /r 1\n3 /r 2\n4 /r 1\n")
  }

  @Test("Headers, watermarks and stamps are drawn over pages that keep their links, upright on rotated pages, too")
  func covers() async throws {
    try await book("a")
    let stamp = fixture("jpeg/valid/size_16x16.jpg")
    let path = try await make(
      ["a.pdf", "--rotate", "-270", "--header-left", "{page}of{pages}", "--watermark", "W", "--stamp", stamp])
    #expect(Set(try await text(path, page: 1)) == ["1of2", "a1", "W"])
    let info = try await Tool.run("pdfinfo", ["-f", "1", "-l", "1", path]).text
    #expect(info.split(separator: "\n").contains { $0.contains(" rot:") && $0.hasSuffix(" 90") })
    // The page is seen 100 wide and 200 high; the header is at its top, from left to right.
    let boxes = try await Tool.run("pdftotext", ["-bbox", "-f", "1", "-l", "1", path, "-"]).text
    let header = try #require(boxes.split(separator: "\n").first { $0.contains(">1of2<") })
    let numbers = header.split(separator: "\"").compactMap { Double($0) }
    #expect(numbers[0] < 50 && numbers[1] < 40 && numbers[2] - numbers[0] > numbers[3] - numbers[1])
    let dictionary = try await Tool.run("qpdf", ["--qdf", "--object-streams=disable", path, "-"]).text
    #expect(dictionary.contains("/Dest (there)") && dictionary.contains("/Annots"))
  }

  /// Letters of grey 0.25 or their white edge, at an opacity of 0.4, differ from grey b by 0.4 * |b - 0.25| or
  /// 0.4 * (1 - b): at least 0.15, where b is 0.625. Formerly grey letters were lost on grey.
  @Test("A watermark can be read on any grey", arguments: [0, 64, 128, 159, 200, 255])
  func watermark(_ gray: Int) async throws {
    let program = """
      import os, subprocess, sys
      from PIL import Image
      os.chdir(sys.argv[-1])
      if sys.argv[1] == 'make':
          Image.new('L', (200, 100), int(sys.argv[2])).save('gray.png')
      else:
          subprocess.run(['pdftoppm', '-gray', '-r', '288', '-singlefile', sys.argv[2], 'page'], check=True)
          samples = Image.open('page.pgm').tobytes()
          print(sum(abs(sample - int(sys.argv[3])) >= 36 for sample in samples) * 100 // len(samples))
      """
    _ = try await Tool.python(program, ["make", "\(gray)", folder.path])
    let path = try await make(["gray.png", "--watermark", "DRAFT"])
    let percent = try await Tool.python(program, ["compare", path, "\(gray)", folder.path])
    #expect(Int(percent.text.split(separator: "\n").first ?? "") ?? 0 >= 1, "\(percent.text)\(percent.errors)")
    // The edge is not text: a search finds each letter once.
    #expect(try await text(path, page: 1).joined().sorted() == ["A", "D", "F", "R", "T"])
  }

  @Test("A booklet's sides hold the pages that folding puts in order")
  func booklet() async throws {
    for number in 1...5 { try folder.write(Array("p\(number)".utf8), to: "\(number).txt") }
    let path = try await make((1...5).map { "\($0).txt" } + ["--booklet"])
    var sides: [[String]] = []
    for page in 1...4 { sides.append(try await text(path, page: page)) }
    #expect(sides == [["p1"], ["p2"], ["p3"], ["p4", "p5"]])
  }

  @Test("A booklet without a file that failed leads to the right sides")
  func bookletWithoutOne() async throws {
    try await writePages("4 0 R 3 0 R 3 0 R 3 0 R", to: "bad.pdf")
    for number in 1...4 { try folder.write(Array("p\(number)".utf8), to: "\(number).txt") }
    let path = try await make(
      ["bad.pdf"] + (1...4).map { "\($0).txt" } + ["--skip-bad", "--booklet", "--outline", "names"], status: 1)
    #expect(try await text(path, page: 1).sorted() == ["p1", "p4"])
    let outline = try await json("outlines", path) as? [[String: Any]] ?? []
    #expect(outline.map { $0["destpageposfrom1"] as? Int } == [1, 2, 2, 1])
  }

  @Test("Pages on sheets are whole, and the outline leads to their sheet")
  func sheets() async throws {
    try await book("a")
    let path = try await make(["a.pdf", "a.pdf", "a.pdf", "--nup", "2x2", "--outline", "names"])
    #expect(try await text(path, page: 1).sorted() == ["a1", "a1", "a2", "a2"])
    let outline = try await json("outlines", path) as? [[String: Any]] ?? []
    #expect(outline.map { $0["destpageposfrom1"] as? Int } == [1, 1, 2])
  }

  // MARK: The document

  @Test("The same inputs give the same bytes; a date comes from SOURCE_DATE_EPOCH alone")
  func determinism() async throws {
    try await book("a")
    let inputs = ["a.pdf", "a.json", fixture("png/valid/rgba8.png"), "--footer-center", "{page}", "--title", "T"]
    let first = Fixtures.bytes(try await make(inputs, to: "1.pdf"))
    let second = Fixtures.bytes(try await make(inputs, to: "2.pdf"))
    #expect(!first.isEmpty && first == second)
    #expect(!(try await Tool.run("pdfinfo", [folder.file("1.pdf")]).text.contains("CreationDate")))
    let dated = try await make(inputs, environment: ["SOURCE_DATE_EPOCH": "86400"])
    let info = try await Tool.run("pdfinfo", ["-isodates", dated], environment: ["TZ": "UTC"]).text
    #expect(info.contains("CreationDate:    1970-01-02T00:00:00Z") && info.contains("Title:           T"))
  }

  @Test("Passwords from the environment and from files open documents")
  func passwords() async throws {
    try folder.write(Array("sësame\nmore".utf8), to: "password")
    let result = try await Tool.cameo(
      "mkpdf",
      [
        fixture("jpeg/valid/size_16x16.jpg"), "--encrypt", "--user-password", "env:SECRET", "--owner-password",
        "file:password", "-o", "locked.pdf",
      ], directory: folder.path, environment: ["SECRET": "open"])
    #expect(result.status == 0)
    for (password, status) in [("open", 0), ("sësame", 0), ("wrong", 2)] {
      #expect(
        try await Tool.run("qpdf", ["--password=\(password)", "--check", folder.file("locked.pdf")]).status == status)
    }
    let copied = try await Tool.cameo(
      "mkpdf", ["locked.pdf", "--password", "file:password", "-o", "copy.pdf"], directory: folder.path)
    #expect(copied.errors == "mkpdf: locked.pdf: note: it is encrypted; the new document is not (see --encrypt)\n")
    #expect(try await Tool.run("pdfinfo", [folder.file("copy.pdf")]).text.contains("Encrypted:       no"))
    let relocked = try await Tool.cameo(
      "mkpdf", ["locked.pdf", "--password", "file:password", "--encrypt", "--user-password", "x", "-o", "copy.pdf"],
      directory: folder.path)
    #expect(relocked.status == 0 && relocked.errors == "")
    try await make(["--password", "env:SECRET", "locked.pdf"], environment: ["SECRET": "open"])
    let refused = try await Tool.cameo("mkpdf", ["locked.pdf", "-o", "x.pdf"], directory: folder.path)
    #expect(refused.status == 1 && refused.errors == "mkpdf: locked.pdf: is encrypted and needs a password\n")
  }

  @Test("--linearize writes a document that qpdf accepts as linearized")
  func linearized() async throws {
    let path = try await make([fixture("jpeg/valid/photo_landscape_420.jpg"), "--linearize"])
    #expect(try await Tool.run("qpdf", ["--check-linearization", path]).status == 0)
  }

  @Test("Standard input and output")
  func streams() async throws {
    let result = try await Tool.cameo(
      "mkpdf", ["-", "-o", "-"], input: Fixtures.bytes(fixture("jpeg/valid/orientation_6.jpg")))
    #expect(result.status == 0 && result.output.starts(with: "%PDF-1.7".utf8))
  }

  @Test("Many inputs need few open files")
  func manyInputs() async throws {
    try await book("a")
    let script = """
      ulimit -n 64
      for i in $(seq 300); do ln -s "$2" $i.jpg; cp a.pdf $i.pdf; done
      "$1" *.jpg *.pdf -o many.pdf && "$1" *.jpg a.pdf --contact-sheet 20x20 --caption '{n}' -o sheet.pdf
      """
    let result = try await Tool.run(
      "bash", ["-c", script, "bash", "\(Tool.products)/mkpdf", fixture("jpeg/valid/size_16x16.jpg")],
      directory: folder.path)
    #expect(
      result.status == 0
        && result.errors == """
          mkpdf: many.pdf: note: not kept of 301 PDFs: Info (Title), XMP metadata
          mkpdf: a.pdf: note: not kept: tags for screen readers
          mkpdf: sheet.pdf: note: not kept of a.pdf: Info (Title), XMP metadata

          """,
      "\(result.errors)")
    #expect(try await Tool.run("qpdf", ["--show-npages", folder.file("many.pdf")]).text == "902\n")
  }

  @Test("No file that was read is overwritten: data, outlines, passwords, pictures and pages of descriptions")
  func overwriting() async throws {
    let picture = fixture("jpeg/valid/size_16x16.jpg")
    try await make([picture], to: "part.pdf")
    for (name, text) in [
      ("data.x", "{}"), ("outline.x", #"[{"title": "a", "page": 1}]"#), ("secret", "word"), ("list", picture),
      ("page.json", #"{"version": 1, "pages": [{"elements": [{"type": "importedPage", "path": "part.pdf"}]}]}"#),
    ] { try folder.write(Array(text.utf8), to: name) }
    for (arguments, output) in [
      ([picture, "--data", "data.x"], "data.x"), ([picture, "--outline", "outline.x"], "outline.x"),
      ([picture, "--encrypt", "--user-password", "file:secret"], "secret"), (["--files-from", "list"], "list"),
      (["page.json"], "part.pdf"),
    ] {
      let before = Fixtures.bytes(folder.file(output))
      let result = try await Tool.cameo("mkpdf", arguments + ["-o", output], directory: folder.path)
      #expect(result.status == 64 && result.errors.contains("output"), "\(output): \(result.errors)")
      #expect(Fixtures.bytes(folder.file(output)) == before)
    }
  }

  @Test("A description's picture that is a pipe is refused at once")
  func pipes() async throws {
    try folder.write(
      Array(#"{"version": 1, "pages": [{"elements": [{"type": "image", "path": "pipe"}]}]}"#.utf8), to: "p.json")
    // A process keeps the pipe open and writes nothing. The limit is for the command alone: tests wait for one another.
    let result = try await Tool.run(
      "bash",
      ["-c", "mkfifo pipe; exec 9<>pipe; timeout 30 \"$1\" p.json -o out.pdf", "bash", "\(Tool.products)/mkpdf"],
      directory: folder.path)
    #expect(result.status == 1 && result.errors.contains("is a pipe"), "\(result.errors)")
  }

  @Test("--landscape or --portrait alone means A4, and limits may be the largest numbers")
  func directions() async throws {
    let picture = fixture("jpeg/valid/size_16x16.jpg")
    try await make([picture], to: "part.pdf")
    for (option, size) in [("--landscape", "841.89 x 595.276"), ("--portrait", "595.276 x 841.89")] {
      let path = try await make([picture, "part.pdf", option, "--max-warnings", "9223372036854775807"])
      #expect(try await Tool.run("pdfinfo", [path]).text.contains("Page size:       \(size) pts"))
    }
  }

  @Test("Long metadata is cut in captions and footers, and the album is made")
  func longCaptions() async throws {
    _ = try await Tool.run("cp", [fixture("jpeg/valid/size_16x16.jpg"), folder.file("long.jpg")])
    _ = try await Tool.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-ImageDescription=" + String(repeating: "word ", count: 4_000),
        folder.file("long.jpg"),
      ])
    let field = "{exif.ImageDescription}"
    let path = try await make(["long.jpg", "--paper", "A4", "--caption", field, "--footer-center", field])
    #expect(try await text(path).prefix(2) == ["word", "word"])
    try await make(["long.jpg", "--contact-sheet", "2x2", "--caption", field, "--watermark", field])
  }

  @Test("Text is white on a dark page and black on a light one", arguments: [("black", "255"), ("#ffff00", "0")])
  func contrast(_ background: String, _ ink: String) async throws {
    try folder.write(Array("MMMM\nMMMM".utf8), to: "t.txt")
    let path = try await make(["t.txt", "--background", background, "--paper", "200x100pt", "--margin", "10pt"])
    _ = try await Tool.run("pdftocairo", ["-png", "-r", "288", "-singlefile", path, folder.file("seen")])
    let seen = try await Tool.python(
      """
      import sys; from PIL import Image
      blue = Image.open(sys.argv[1]).convert('RGB'); back = blue.getpixel((0, 0))
      print(max((sum(abs(x - y) for x, y in zip(c, back)), c) for _, c in blue.getcolors(1 << 24))[1][0])
      """, [folder.file("seen.png")])
    #expect(seen.text == "\(ink)\n")
  }

  /// A PDF whose page 3 0 R is empty. The content of 4 0 R is in parts with an unknown filter: they cannot be joined
  /// for a cell.
  private func writePages(_ kids: String, to name: String) async throws {
    _ = try await Tool.python(
      """
      import sys
      kids = sys.argv[2].encode()
      parts = [b'<</Type/Catalog/Pages 2 0 R>>', b'<</Type/Pages/Kids[%b]/Count %d>>' % (kids, kids.count(b'R')),
        b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>',
        b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents[5 0 R 5 0 R]>>',
        b'<</Length 1/Filter/Unknown>>stream\\nx\\nendstream']
      data, places = b'%PDF-1.4\\n', []
      for number, part in enumerate(parts, 1):
        places.append(len(data)); data += b'%d 0 obj\\n%s\\nendobj\\n' % (number, part)
      table = b'xref\\n0 6\\n0000000000 65535 f \\n' + b''.join(b'%010d 00000 n \\n' % place for place in places)
      data += table + b'trailer<</Size 6/Root 1 0 R>>\\nstartxref\\n%d\\n%%%%EOF\\n' % len(data)
      open(sys.argv[1], 'wb').write(data)
      """, [folder.file(name), kids])
  }

  @Test("PDFs that fail half-way are closed")
  func failingInputs() async throws {
    try await book("a")
    try await writePages("3 0 R 4 0 R", to: "half.pdf")
    let result = try await Tool.run(
      "bash",
      [
        "-c",
        "ulimit -n 64; for i in $(seq 150); do ln -s half.pdf h$i.pdf; done; "
          + "\"$1\" h*.pdf a.pdf --skip-bad --nup 1x1 -o out.pdf", "bash", "\(Tool.products)/mkpdf",
      ], directory: folder.path)
    #expect(result.status == 1 && !result.errors.contains("open files"), "\(result.errors.suffix(300))")
    #expect(
      result.errors.split(separator: "\n").count(where: { $0.contains("Unknown") || $0.contains("filter") }) >= 150)
    #expect(Array(try await text(folder.file("out.pdf"))) == ["a1", "a2"])
  }

  @Test("A full disk leaves no file")
  func fullDisk() async throws {
    let result = try await Tool.run(
      "bash",
      [
        "-c", "ulimit -f 4; \"$1\" \"$2\" -o out.pdf", "bash", "\(Tool.products)/mkpdf",
        fixture("jpeg/valid/photo_large_420.jpg"),
      ], directory: folder.path)
    #expect(result.status == 1 && result.errors == "mkpdf: out.pdf: cannot write: File too large\n")
    #expect(folder.names.isEmpty)
  }

  @Test("mkpdf prints nothing where fontconfig cannot write its cache")
  func fontCache() async throws {
    let folder = try TemporaryDirectory()
    let fonts = """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>/usr/share/fonts</dir><cachedir>/proc/nowhere</cachedir></fontconfig>
      """
    let made = try await Tool.cameo(
      "mkpdf", [try folder.write(Array("words".utf8), to: "words.txt"), "-o", folder.file("out.pdf")],
      environment: ["FONTCONFIG_FILE": try folder.write(Array(fonts.utf8), to: "fonts.conf")])
    #expect((made.status, made.errors) == (0, ""))
  }
}
