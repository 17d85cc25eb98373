internal import Foundation
internal import TestKit
internal import Testing

/// `preview compare`: documents page by page.
@Suite("preview: comparing documents", .timed) struct PreviewCompareTests {
  private let run: PreviewRun
  private let options = ["--providers", "\(Fixtures.root)/share/providers", "--timeout", "120"]

  init() throws { run = try PreviewRun() }

  /// A document of pages of 200 x 100 points, each with black squares of 20 points at the x positions in a list.
  private func make(_ name: String, _ pages: [[Int]]) async throws {
    let made = try await Tool.python(
      """
      import sys, json, pikepdf
      pdf = pikepdf.new()
      for places in json.loads(sys.argv[2]):
          pdf.add_blank_page(page_size=(200, 100))
          text = ''.join(f'{x} 40 20 20 re f ' for x in places)
          pdf.pages[-1].obj.Contents = pdf.make_stream(text.encode())
      pdf.save(sys.argv[1])
      """, [run.folder.file(name), "\(pages)"])
    #expect(made.errors == "")
  }

  @Test("Equal documents give no lines and status 0, however they are written")
  func equal() async throws {
    try await make("a.pdf", [[20], [60, 100]])
    let other = try await Tool.run(
      "qpdf", ["--object-streams=generate", run.folder.file("a.pdf"), run.folder.file("b.pdf")])
    #expect(other.status == 0)
    let result = try await run.run(["compare", "a.pdf", "b.pdf"] + options)
    #expect(result.status == 0 && result.text == "" && result.errors == "", "\(result.text)\(result.errors)")
  }

  @Test("A page that differs is named, and its picture shows in colours what each document has")
  func different() async throws {
    try await make("a.pdf", [[20], [20, 60]])
    try await make("b.pdf", [[20], [20, 140]])
    let result = try await run.run(["compare", "a.pdf", "b.pdf", "-o", "diff.png", "-s", "400"] + options)
    #expect(result.status == 1, "\(result.errors)")
    // Two squares of 20 x 20 of 200 x 100 points.
    #expect(result.text == "page 2: differs in 4 % of its pixels, diff-2.png\n", "\(result.text)")
    let colors = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1]).convert('RGB')
      print(image.size, *[image.getpixel((x, 100)) for x in (60, 140, 300, 380)])
      """, [run.folder.file("diff-2.png")])
    #expect(
      colors.text == "(400, 200) (191, 191, 191) (220, 30, 30) (30, 60, 220) (254, 254, 254)\n", "\(colors.text)")
    #expect(!FileManager.default.fileExists(atPath: run.folder.file("diff-1.png")))
  }

  @Test("A page that only one document has is a difference; the report has all pages")
  func missing() async throws {
    try await make("a.pdf", [[20]])
    try await make("b.pdf", [[20], [40]])
    let result = try await run.run(["compare", "a.pdf", "b.pdf"] + options)
    #expect(result.status == 1 && result.text == "page 2: is only in the second document\n", "\(result.text)")
    let json = try await run.run(["compare", "--json", "b.pdf", "a.pdf"] + options)
    #expect(json.status == 1)
    #expect(
      try await run.json("[.equal, .pages[0].difference, .pages[1].difference]", json.output)
        == #"[false,null,"onlyFirst"]"#)
  }

  @Test("A document that cannot be drawn gives status 2, a wrong command line 64")
  func failures() async throws {
    try await make("a.pdf", [[20]])
    try run.folder.write(Array("%PDF-1.7\nnothing".utf8), to: "bad.pdf")
    let result = try await run.run(["compare", "a.pdf", "bad.pdf"] + options)
    #expect(result.status == 2 && result.errors.hasPrefix("preview: bad.pdf: "), "\(result.errors)")
    let missing = try await run.run(["compare", "a.pdf", "none.pdf"] + options)
    #expect(missing.status == 2 && missing.errors.contains("none.pdf"), "\(missing.errors)")
    #expect(try await run.run(["compare", "a.pdf"] + options).status == 64)
    let other = try await run.run(["compare", "a.pdf", "a.pdf", "-o", "d.jpg"] + options)
    #expect(other.status == 64 && other.errors.contains("cannot end in .jpg"), "\(other.errors)")
    #expect(try await run.run(["compare", "a.pdf", "a.pdf", "--tolerance", "101"] + options).status == 64)
  }
}
