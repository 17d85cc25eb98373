internal import Foundation
internal import TestKit
internal import Testing

/// The places of captions, headers and stamps, as pdftotext and poppler see them.
@Suite("Captions and stamps", .timed) struct CaptionTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Pictures of the given sizes in pixels, at 72 dots per inch.
  private func pictures(_ sizes: [String: (Int, Int)]) async throws {
    let list = sizes.map { "('\($0.key)', \($0.value.0), \($0.value.1))" }.joined(separator: ", ")
    _ = try await Tool.python(
      """
      import sys; from PIL import Image
      for name, w, h in [\(list)]: Image.new('RGB', (w, h), (200, 0, 0)).save(f'{sys.argv[1]}/{name}', dpi=(72, 72))
      """, [folder.path])
  }

  private func run(_ arguments: [String], status: Int = 0) async throws -> String {
    let result = try await Tool.cameo("mkpdf", arguments + ["-o", "out.pdf"], directory: folder.path)
    #expect(result.status == status, "\(result.errors)")
    return result.errors
  }

  private struct Word {
    var text: String
    var minX: Double, minY: Double, maxX: Double, maxY: Double
  }

  /// The words of the document, from the upper left, in points.
  private func words() async throws -> [Word] {
    let lines = try await Tool.run("pdftotext", ["-bbox", folder.file("out.pdf"), "-"]).text.split(separator: "\n")
    return lines.filter { $0.contains("<word") }.map { line in
      let numbers = line.split(separator: "\"").compactMap { Double($0) }
      let text = line.split(separator: ">")[1].split(separator: "<")[0]
      return Word(text: String(text), minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
    }
  }

  /// The bounding box of red on the first page, in points from the upper left.
  private func redBox() async throws -> [Double] {
    _ = try await Tool.run(
      "pdftoppm", ["-r", "72", "-singlefile", folder.file("out.pdf"), folder.file("seen")])
    let box = try await Tool.python(
      "import sys; from PIL import Image, ImageChops\nprint(*ImageChops.difference(*Image.open(sys.argv[1]).split()[:2]).point(lambda v: 255 * (v > 120)).getbbox())",
      [folder.file("seen.ppm")])
    return box.text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
  }

  @Test("A long caption in a cell is broken into lines, and no word is lost")
  func wrapped() async throws {
    try await pictures(["a.png": (300, 200)])
    let caption = (1...9).map { "word\($0)" }.joined(separator: " ")
    let errors = try await run(["a.png", "--contact-sheet", "4x5", "--caption", caption])
    #expect(errors.isEmpty)
    let words = try await words()
    #expect(words.map(\.text).joined(separator: " ") == caption)
    #expect((2...3).contains(Set(words.map(\.minY)).count))
  }

  @Test("A text that does not fit into three lines ends in an ellipsis, with a note")
  func cut() async throws {
    try await pictures(["a.png": (300, 200), "b.png": (300, 200)])
    let caption = String(repeating: "word ", count: 60)
    #expect(
      try await run(["a.png", "b.png", "--contact-sheet", "4x5", "--caption", caption])
        == "mkpdf: out.pdf: note: 2 captions were too long and are truncated; the first is that of a.png\n")
    #expect(Set(try await words().map(\.minY)).count == 3)
    #expect(
      try await run(["a.png", "--paper", "A5", "--header-left", caption, "--footer-right", "x"])
        == "mkpdf: out.pdf: note: a header or footer was too long and is truncated\n")
  }

  @Test("Captions of a row are at the same height, directly below their pictures of any shape")
  func rows() async throws {
    try await pictures(["wide.png": (400, 200), "high.png": (200, 400)])
    try folder.write(Array("text\n".utf8), to: "t.txt")
    _ = try await run(["wide.png", "high.png", "t.txt", "--contact-sheet", "3x2"])
    let names = try await words().filter { ["wide.png", "high.png", "t.txt"].contains($0.text) }
    #expect(names.count == 3 && Set(names.map(\.minY)).count == 1, "\(names)")
    // The lower end of both pictures, directly above the words.
    let box = try await redBox()
    #expect(names.allSatisfy { (0...8).contains($0.minY - box[3]) }, "\(names) \(box)")
  }

  @Test(
    "A caption is directly below its picture on paper, and away from the paper's edge",
    arguments: [["--paper", "A4"], ["--paper", "A4", "--fit", "shrink"], ["--paper", "image"], ["--margin", "0"]])
  func onPaper(_ options: [String]) async throws {
    try await pictures(["a.png": (300, 200)])
    _ = try await run(["a.png", "--caption", "below"] + options)
    let word = try #require(try await words().first)
    let box = try await redBox()
    #expect((0...8).contains(word.minY - box[3]), "\(word) \(box)")
    let height = try await Tool.run("pdfinfo", [folder.file("out.pdf")]).text.split(separator: "\n")
      .first { $0.hasPrefix("Page size") }?.split(separator: " ").compactMap { Double($0) }.last
    #expect(try #require(height) - word.maxY >= 5)
  }

  @Test("The header of a text file is aligned with the beginning of its lines")
  func headers() async throws {
    try folder.write(Array("body\n".utf8), to: "t.txt")
    for options in [[], ["--margin", "40pt"]] {
      _ = try await run(["t.txt", "--header-left", "head"] + options)
      let words = try await words()
      #expect(words.map(\.text).sorted() == ["body", "head"])
      #expect(abs(words[0].minX - words[1].minX) < 2, "\(words)")
    }
  }

  @Test("Fields of captions are readable as imgmeta shows them")
  func readable() async throws {
    try await pictures(["a.jpg": (300, 200)])
    _ = try await Tool.run(
      "exiftool", ["-q", "-overwrite_original", "-ExposureTime=1/1754", "-FNumber=1.8", folder.file("a.jpg")])
    _ = try await run(["a.jpg", "--caption", "{exif.ExposureTime} {exif.FNumber:%.2f}"])
    let text = try await words().map(\.text).joined(separator: " ")
    #expect(text.contains("1/1754") && text.hasSuffix("1.80"), "\(text)")
  }

  @Test(
    "A stamp has its own size and the given position; one that is too large is reduced",
    arguments: [
      ([], [85, 90, 115, 110]), (["--stamp-position", "top-left"], [28, 28, 58, 48]),
      (["--stamp-position", "bottom"], [85, 152, 115, 172]), (["--stamp-position", "right"], [142, 90, 172, 110]),
      (["--stamp-fit", "into"], [0, 33, 200, 167]),
    ])
  func stamps(_ options: [String], _ box: [Double]) async throws {
    try await pictures(["stamp.png": (30, 20), "large.png": (600, 400)])
    try folder.write(Array(" \n".utf8), to: "t.txt")
    let page = ["t.txt", "--paper", "200x200pt", "--margin", "10pt"]
    _ = try await run(page + ["--stamp", "stamp.png"] + options)
    #expect(zip(try await redBox(), box).allSatisfy { abs($0 - $1) <= 1.5 })
    _ = try await run(page + ["--stamp", "large.png"])
    #expect(zip(try await redBox(), [0, 33, 200, 167]).allSatisfy { abs($0 - $1) <= 1.5 })
  }

  @Test("With --skip-bad invalid lines of JSON Lines are left out, and the others become pages")
  func skippedLines() async throws {
    let lines = [
      #"{"version": 1}"#, #"{"elements": [{"type": "text", "x": 10, "y": 10, "text": "one"}]}"#, "{bad",
      #"{"elements": [{"type": "nothing"}]}"#, #"{"elements": [{"type": "text", "x": 10, "y": 10, "text": "two"}]}"#,
    ]
    try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "p.jsonl")
    let errors = try await run(["p.jsonl", "--skip-bad"], status: 1)
    #expect(errors.contains("line 3") && errors.split(separator: "\n").count == 2, "\(errors)")
    #expect(try await words().map(\.text) == ["one", "two"])
    _ = try await Tool.cameo("mkpdf", ["p.jsonl", "-o", "whole.pdf"], directory: folder.path)
    #expect(!folder.names.contains("whole.pdf"))
  }
}
