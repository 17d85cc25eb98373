internal import Glibc
internal import TestKit
internal import Testing

/// `mkpdf --ocr`, beside poppler.
@Suite("mkpdf --ocr", .timed) struct MkpdfRecognitionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let launcher = Task {
    let path = "\(Tool.products)/cameo-launcher"
    if getenv("CAMEO_LAUNCHER") != nil || access(path, X_OK) == 0 { return }
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
  }

  private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Tool.Result {
    try await Self.launcher.value
    return try await Tool.cameo("mkpdf", arguments, directory: folder.path, environment: environment)
  }

  /// The place of a word on the first page: its left, top, right and bottom.
  private func place(of word: String, in name: String) async throws -> [Double] {
    let lines = try await Tool.run("pdftotext", ["-bbox", name, "-"], directory: folder.path).text.split(
      separator: "\n")
    let line = try #require(lines.first { $0.contains(">\(word)<") }, "\(lines)")
    let parts = line.split(separator: "\"")
    return [1, 3, 5, 7].compactMap { parts.count > $0 ? Double(parts[$0]) : nil }
  }

  @Test("The text of a scan can be found where it is seen, on pictures and on turned pages of PDFs")
  func scan() async throws {
    try folder.write(Array("The quick brown fox jumps over the lazy dog.\n".utf8), to: "a.txt")
    #expect(try await run("a.txt", "--font-size", "14", "--paper", "A5", "-o", "a.pdf").status == 0)
    let scan = try await Tool.run(
      "pdftoppm", ["-r", "150", "-gray", "-png", "-singlefile", "a.pdf", "scan"], directory: folder.path)
    #expect(scan.status == 0)
    let expected = try await place(of: "brown", in: "a.pdf")

    let picture = try await run("scan.png", "--ocr", "eng", "-o", "picture.pdf")
    #expect(
      picture.status == 0 && picture.errors == "mkpdf: picture.pdf: note: text was recognized on 1 page\n",
      "\(picture.errors)")
    let found = try await place(of: "brown", in: "picture.pdf")
    // tesseract counts the space after a word to its width, so that the word of 42 points ends a sixth before.
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 9 } && found.count == 4, "\(found) \(expected)")

    // The text is turned with its page.
    #expect(try await run("scan.png", "-o", "plain.pdf").status == 0)
    let turned = try await run("plain.pdf", "--rotate", "90", "--ocr", "eng", "-o", "turned.pdf")
    #expect(turned.status == 0, "\(turned.errors)")
    let there = try await place(of: "brown", in: "turned.pdf")
    let height = 595.28
    let rotated = [height - expected[3], expected[0], height - expected[1], expected[2]]
    #expect(zip(there, rotated).allSatisfy { abs($0 - $1) < 9 } && there.count == 4, "\(there) \(rotated)")
    // A picture without text is not counted.
    let pictures = try await run("scan.png", Fixtures.path("png/valid/gray1.png"), "--ocr", "eng", "-o", "two.pdf")
    #expect(pictures.errors.contains("text was recognized on 1 of 2 pages"), "\(pictures.errors)")
    // A page with text stays as it is.
    let again = try await run("turned.pdf", "a.pdf", "--ocr", "eng", "-o", "again.pdf")
    #expect(again.status == 0 && again.errors.contains("all pages have text already"), "\(again.errors)")
  }

  @Test("Jobs recognize text, each in its own language, if the command line allows it")
  func jobs() async throws {
    try folder.write(Array("The quick brown fox jumps over the lazy dog.\n".utf8), to: "a.txt")
    #expect(try await run("a.txt", "--font-size", "14", "--paper", "A5", "-o", "a.pdf").status == 0)
    let scan = try await Tool.run(
      "pdftoppm", ["-r", "150", "-gray", "-png", "-singlefile", "a.pdf", "scan"], directory: folder.path)
    #expect(scan.status == 0)
    let job = #"{"input": "scan.png", "output": "OUT.pdf"MORE}"#
    let lines = [("one", ""), ("two", #", "ocr": "eng""#), ("three", #", "ocr": "xyz""#)].map { name, more in
      job.replacing("OUT", with: name).replacing("MORE", with: more)
    }
    try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "jobs.jsonl")
    let done = try await run("--jobs", "jobs.jsonl", "--ocr", "eng", "--workers", "2")
    let results = done.text.split(separator: "\n")
    #expect(done.status == 0 && results.count == 3 && results[2].contains("no language 'xyz'"), "\(done.text)")
    for name in ["one.pdf", "two.pdf"] {
      let text = try await Tool.run("pdftotext", [name, "-"], directory: folder.path).text
      // Where the lines and columns are is tesseract's affair.
      let words = Set(text.split { $0.isWhitespace })
      #expect(words.isSuperset(of: ["quick", "brown", "fox", "jumps", "lazy"]), "\(name): \(text)")
    }
    let refused = try await run("--jobs", "jobs.jsonl")
    #expect(refused.text.contains("ocr: needs --ocr on the command line, too"), "\(refused.text)")
    let isolated = try await run("--jobs", "jobs.jsonl", "--ocr", "eng", "--isolate")
    #expect(isolated.status == 64 && isolated.errors.contains("--isolate and --ocr cannot be"), "\(isolated.errors)")
  }

  @Test("A stack of scans is split at pages with a bar code or a QR code")
  func barCodes() async throws {
    func code(_ kind: String, _ text: String) -> String {
      #"{"elements": [{"type": "code", "format": "\#(kind)", "text": "\#(text)", "width": 200, "height": 200}]}"#
    }
    let letter = #"{"elements": [{"type": "text", "text": "Letter"}]}"#
    let pages = [letter, letter, code("code128", "PATCHT"), letter, code("qr", #"A-17\nRoom 3"#), letter]
    try folder.write(Array(#"{"version": 1, "pages": [\#(pages.joined(separator: ","))]}"#.utf8), to: "stack.json")
    #expect(try await run("stack.json", "-o", "stack.pdf").status == 0)
    func counts(_ rule: String) async throws -> [String] {
      let made = try await run("stack.pdf", "--split", rule, "-o", "\(rule.count)-{n}.pdf")
      #expect(made.status == 0, "\(made.errors)")
      var counts: [String] = []
      for name in folder.names.sorted() where name.hasPrefix("\(rule.count)-") {
        let count = try await Tool.run("qpdf", ["--show-npages", folder.file(name)]).text
        counts.append(count.filter(\.isNumber))
      }
      return counts
    }
    // A text of two lines.
    #expect(try await counts("barcode:A-17\nRoom 3") == ["4", "1"])
    #expect(try await counts("barcode") == ["2", "2", "2"])
    let picture = try await run(Fixtures.path("png/valid/gray1.png"), "--split", "barcode", "-o", "none.pdf")
    #expect(picture.status == 1 && picture.errors.contains("is not a PDF: make one of it first"), "\(picture.errors)")
    let none = try await run("stack.pdf", "--split", "barcode:OTHER", "-o", "none.pdf")
    #expect(none.status == 64 && none.errors.contains("has no page with the code 'OTHER'"), "\(none.errors)")
  }

  @Test("A language that is missing beside another one is an error")
  func missingLanguage() async throws {
    let result = try await run(Fixtures.path("png/valid/gray1.png"), "--ocr", "eng+xyz", "-o", "a.pdf")
    #expect(result.status == 1 && result.errors.contains("has no language 'xyz'"), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test("Without tesseract the message names its package")
  func missing() async throws {
    let result = try await run(
      Fixtures.path("png/valid/gray1.png"), "--ocr", "eng", "-o", "a.pdf", environment: ["PATH": folder.path])
    #expect(
      result.status == 1 && result.errors.contains("is not installed (package tesseract-ocr)"), "\(result.errors)")
    #expect(folder.names.isEmpty)
    #expect(try await run("a.png", "--ocr", "-l", "-o", "a.pdf").status == 64)
  }
}
