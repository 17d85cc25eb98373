internal import Foundation
internal import TestKit
internal import Testing

/// Arranging pages with `mkpdf`, as poppler and pikepdf see the results.
@Suite("mkpdf: arranging pages", .timed) struct MkpdfArrangeTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// `NAME.pdf` with pages of 200 x 100 points that say `NAME 1`, `NAME 2`. A page in `blank` has no content. The
  /// outline leads to the pages in `entries`.
  private func make(_ name: String, pages: Int, blank: [Int] = [], entries: [Int] = []) async throws {
    let made = try await Tool.python(
      """
      import sys, json, pikepdf
      from pikepdf import Dictionary, Name
      folder, name, count, blank, entries = sys.argv[1], sys.argv[2], int(sys.argv[3]), *map(json.loads, sys.argv[4:])
      pdf = pikepdf.new()
      font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
      for number in range(1, count + 1):
          pdf.add_blank_page(page_size=(200, 100))
          page = pdf.pages[-1].obj
          page.Resources = Dictionary(Font=Dictionary(F1=font))
          text = '' if number in blank else f'BT /F1 20 Tf 20 40 Td ({name}   {number}) Tj ET'
          page.Contents = pdf.make_stream(text.encode())
      with pdf.open_outline() as outline:
          for number in entries: outline.root.append(pikepdf.OutlineItem(f'Part {number}', number - 1))
      pdf.save(f'{folder}/{name}.pdf')
      """, [folder.path, name, "\(pages)", "\(blank)", "\(entries)"])
    #expect(made.errors == "")
  }

  private func run(_ arguments: [String]) async throws -> Tool.Result {
    let result = try await Tool.cameo("mkpdf", arguments, directory: folder.path)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result
  }

  /// The text of each page, without white space at its ends.
  private func texts(_ name: String = "out.pdf") async throws -> [String] {
    #expect(try await Tool.complaint(ofPDF: folder.file(name)) == nil)
    let text = try await Tool.run("pdftotext", ["-layout", folder.file(name), "-"]).text
    return text.split(separator: "\u{0C}", omittingEmptySubsequences: false).dropLast().map { page in
      page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  @Test("Pages are left out, taken twice, reversed, and every second one is taken")
  func ranges() async throws {
    try await make("a", pages: 5)
    for (pages, numbers) in [
      ("x2,4", [1, 3, 4, 5, 4]), ("z-1", [5, 4, 3, 2, 1]), ("1,1-2", [1, 1, 2]), ("1-z:even", [2, 4]),
    ] {
      _ = try await run(["a.pdf", "--pages", pages, "-o", "out.pdf"])
      #expect(try await texts() == numbers.map { "a \($0)" }, "\(pages)")
    }
  }

  @Test("--collate takes pages in turn, and then the rest of the longer document")
  func collate() async throws {
    try await make("front", pages: 3)
    try await make("back", pages: 2)
    let result = try await run(["--collate", "front.pdf", "back.pdf[2-1]", "--json", "-o", "out.pdf"])
    #expect(try await texts() == ["front 1", "back 2", "front 2", "back 1", "front 3"])
    // Each input is reported once, with its pages.
    let report = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let files = report?["files"] as? [[String: Any]] ?? []
    let pages = files.map { (($0["pages"] as? [[String: Any]]) ?? []).compactMap { $0["page"] as? Int } }
    #expect(pages == [[1, 3, 5], [2, 4]])
  }

  @Test("--pad-to 2 lets each input begin on an odd page")
  func padding() async throws {
    try await make("a", pages: 3)
    try await make("b", pages: 2)
    _ = try await run(["a.pdf", "b.pdf", "--pad-to", "2", "--footer-center", "{page}/{pages}", "-o", "out.pdf"])
    #expect(try await texts() == ["a 1 1/6", "a 2 2/6", "a 3 3/6", "", "b 1 5/6", "b 2 6/6"])
    let sizes = try await Tool.run("pdfinfo", ["-f", "4", "-l", "4", folder.file("out.pdf")]).text
    #expect(sizes.contains(/Page +4 size: +200 x 100 pts/))
  }

  @Test("--remove-blank leaves out pages without marks, also scanned ones")
  func removingBlank() async throws {
    try await make("a", pages: 4, blank: [2])
    let result = try await run(["a.pdf", "--remove-blank", "-o", "out.pdf"])
    #expect(try await texts() == ["a 1", "a 3", "a 4"])
    #expect(result.errors.contains("blank pages are left out: 2"), "\(result.errors)")
    let made = try await Tool.python(
      """
      import sys, random; from PIL import Image, ImageDraw
      random.seed(1)
      for name, text in (('blank', False), ('written', True)):
          image = Image.new('L', (1240, 1754), 244)
          draw = ImageDraw.Draw(image)
          for _ in range(12): draw.point((random.randrange(60, 1180), random.randrange(60, 1700)), 90)
          if text: draw.multiline_text((300, 400), 'Some lines of a letter\\nthat is short.\\nYours, Ada', fill=20)
          image.save(sys.argv[1] + f'/{name}.jpg', dpi=(150, 150))
          image.point(lambda value: 255 if value > 128 else 0).convert('1').save(
              sys.argv[1] + f'/{name}.tif', compression='group4', dpi=(150, 150))
      """, [folder.path])
    #expect(made.errors == "")
    _ = try await run(["blank.jpg", "written.jpg", "-o", "scans.pdf"])
    _ = try await run(["blank.tif", "written.tif", "-o", "fax.pdf"])
    #expect(try await Tool.run("pdfimages", ["-list", folder.file("fax.pdf")]).text.contains("ccitt"))
    for inputs in [["scans.pdf"], ["fax.pdf"], ["blank.jpg", "written.jpg"]] {
      _ = try await run(inputs + ["--remove-blank", "-o", "out.pdf"])
      #expect(try await Tool.run("pdfinfo", [folder.file("out.pdf")]).text.contains(/Pages: +1\n/), "\(inputs)")
    }
  }

  @Test("--split writes several documents, at pages, entries and blank pages")
  func splitting() async throws {
    try await make("a", pages: 7, blank: [5], entries: [1, 3, 4])
    _ = try await run(["a.pdf", "--split", "3", "-o", "by.pdf"])
    #expect(try await texts("by-1.pdf") == ["a 1", "a 2", "a 3"])
    #expect(try await texts("by-3.pdf") == ["a 7"])
    _ = try await run(["a.pdf", "--split", "outline", "-o", "part{n:2}.pdf"])
    #expect(try await texts("part01.pdf") == ["a 1", "a 2"])
    #expect(try await texts("part02.pdf") == ["a 3"])
    #expect(try await texts("part03.pdf") == ["a 4", "", "a 6", "a 7"])
    _ = try await run(["a.pdf", "--split", "blank", "-o", "{stem}_{n}.pdf"])
    #expect(try await texts("a_1.pdf") == ["a 1", "a 2", "a 3", "a 4"])
    #expect(try await texts("a_2.pdf") == ["a 6", "a 7"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasSuffix(".pdf") }.count == 9, "\(names)")
  }

  @Test("A part of --split that would be the input is refused before anything is written")
  func splittingOverInput() async throws {
    try await make("a", pages: 3)
    try FileManager.default.moveItem(atPath: folder.file("a.pdf"), toPath: folder.file("b-3.pdf"))
    let before = Fixtures.bytes(folder.file("b-3.pdf"))
    let result = try await Tool.cameo("mkpdf", ["b-3.pdf", "--split", "1", "-o", "b.pdf"], directory: folder.path)
    #expect(result.status != 0)
    #expect(result.errors.contains("the output is also an input"), "\(result.errors)")
    #expect(Fixtures.bytes(folder.file("b-3.pdf")) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("b-") } == ["b-3.pdf"])
  }

  @Test("Pages of full ink, with masked pictures and with deep forms are not blank; those without ink are")
  func inkIsNotBlank() async throws {
    let made = try await Tool.python(
      """
      import sys, pikepdf
      from pikepdf import Array, Dictionary, Name
      pdf = pikepdf.new()
      tint = pdf.make_stream(b'{0 exch 0 exch 0 exch}', FunctionType=4, Domain=[0, 1], Range=[0, 1] * 4)
      ink = Array([Name.Separation, Name.Black, Name.DeviceCMYK, tint])
      def picture(**entries):
          return pdf.make_stream(b'\\xff' * 64, Type=Name.XObject, Subtype=Name.Image, Width=8, Height=8,
              BitsPerComponent=8, **entries)
      mask = picture(ColorSpace=Name.DeviceGray)
      deep = pdf.make_stream(b'0 0 9 9 re f', Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
      for _ in range(30):
          deep = pdf.make_stream(b'/F Do', Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9],
              Resources=Dictionary(XObject=Dictionary(F=deep)))
      pictures = Dictionary(F=deep, I=picture(ColorSpace=ink), M=picture(ColorSpace=Name.DeviceGray, SMask=mask),
          W=picture(ColorSpace=Name.DeviceGray, Decode=[0, 1]))
      for content in ['/Ink cs 1 scn 9 9 50 50 re f', '/I Do', '/M Do', '/F Do',
          '/DeviceRGB cs 1 1 1 sc 9 9 50 50 re f', '/W Do']:
          pdf.add_blank_page(page_size=(200, 100))
          page = pdf.pages[-1].obj
          page.Resources = Dictionary(ColorSpace=Dictionary(Ink=ink), XObject=pictures)
          page.Contents = pdf.make_stream(content.encode())
      pdf.save(sys.argv[1] + '/ink.pdf')
      """, [folder.path])
    #expect(made.errors == "")
    let result = try await run(["ink.pdf", "--remove-blank", "-o", "out.pdf"])
    #expect(result.errors.contains("blank pages are left out: 5-6\n"), "\(result.errors)")
  }

  @Test("--split before a size writes as many pages as fit")
  func splittingBySize() async throws {
    // Twelve pictures of 20,000 bytes that do not compress.
    let made = try await Tool.python(
      """
      import sys, os, pikepdf
      from pikepdf import Dictionary, Name
      pdf = pikepdf.new()
      for number in range(12):
          pdf.add_blank_page(page_size=(100, 100))
          picture = pdf.make_stream(os.urandom(20000), Type=Name.XObject, Subtype=Name.Image, Width=200, Height=100,
              BitsPerComponent=8, ColorSpace=Name.DeviceGray)
          pdf.pages[-1].obj.Resources = Dictionary(XObject=Dictionary(I=picture))
          pdf.pages[-1].obj.Contents = pdf.make_stream(b'100 0 0 100 0 0 cm /I Do')
      pdf.save(sys.argv[1] + '/big.pdf', compress_streams=False)
      """, [folder.path])
    #expect(made.errors == "")
    _ = try await run(["big.pdf", "--split", "105kB", "-o", "b.pdf"])
    var counts: [Int] = []
    for number in 1...3 {
      let path = folder.file("b-\(number).pdf")
      #expect(Fixtures.bytes(path).count <= 105_000)
      let text = try await Tool.run("pdfinfo", [path]).text
      counts.append(text.firstMatch(of: /Pages: +(\d+)/).flatMap { Int($0.1) } ?? 0)
    }
    // Five of 20,000 bytes, and what a document needs besides.
    #expect(counts == [5, 5, 2])
    let large = try await Tool.cameo(
      "mkpdf", ["big.pdf[1]", "--split", "1kB", "-o", "c.pdf"], directory: folder.path)
    #expect(large.status == 3 && large.errors.contains("page 1 alone has"), "\(large.errors)")
  }

  @Test("A letterhead has another first page, lies below the text, and a stamp may be on some pages")
  func letterhead() async throws {
    try await make("letter", pages: 3)
    let made = try await Tool.python(
      """
      import sys, pikepdf
      pdf = pikepdf.new()
      for color in ('1 0 0', '0 0 1'):
          pdf.add_blank_page(page_size=(200, 100))
          pdf.pages[-1].obj.Contents = pdf.make_stream(f'{color} rg 0 0 200 100 re f'.encode())
      pdf.save(sys.argv[1] + '/paper.pdf')
      """, [folder.path])
    #expect(made.errors == "")
    _ = try await run(["letter.pdf", "--underlay", "paper.pdf[1,2]", "--underlay-pages", "1-2", "-o", "out.pdf"])
    #expect(try await texts() == ["letter 1", "letter 2", "letter 3"])
    #expect(try await corners() == ["255 0 0", "0 0 255", "255 255 255"])
    // The text is over the letterhead.
    #expect(try await darkest(page: 1) < 100)
    _ = try await run(["letter.pdf", "--stamp", "paper.pdf", "--stamp-pages", "z", "-o", "out.pdf"])
    #expect(try await corners() == ["255 255 255", "255 255 255", "255 0 0"])
  }

  /// The colour of a pixel near the upper left corner of each page of `out.pdf`.
  private func corners() async throws -> [String] {
    _ = try await Tool.run("pdftoppm", ["-r", "72", "-png", folder.file("out.pdf"), folder.file("page")])
    let result = try await Tool.python(
      """
      import sys, glob; from PIL import Image
      for name in sorted(glob.glob(sys.argv[1] + '/page-*.png')):
          print(*Image.open(name).convert('RGB').getpixel((4, 4)))
      """, [folder.path])
    return result.text.split(separator: "\n").map(String.init)
  }

  /// The sum of the samples of the darkest pixel of a page that `corners` has drawn.
  private func darkest(page: Int) async throws -> Int {
    let result = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1]).convert('RGB')
      print(min(sum(pixel) for pixel in image.getdata()))
      """, [folder.file("page-\(page).png")])
    return Int(result.text.split(separator: "\n").first ?? "") ?? 765
  }

  @Test("Bates numbers count up from the first one, and stand where a text has the field")
  func bates() async throws {
    try await make("a", pages: 2)
    let result = try await run(["a.pdf", "--bates", "ACME000099", "-o", "out.pdf"])
    #expect(try await texts() == ["a 1 ACME000099", "a 2 ACME000100"])
    #expect(result.errors.contains("Bates numbers ACME000099 to ACME000100"))
    _ = try await run(["a.pdf", "--bates", "7", "--header-left", "No. {bates}", "-o", "out.pdf"])
    #expect(try await texts() == ["No. 7 a 1", "No. 8 a 2"])
    let without = try await Tool.cameo(
      "mkpdf", ["a.pdf", "--header-left", "{bates}", "-o", "x.pdf"], directory: folder.path)
    #expect(without.status == 64 && without.errors.contains("{bates} needs --bates"), "\(without.errors)")
  }

  @Test("--crop cuts the edges of a page as it is seen", arguments: [0, 90, 180, 270])
  func crop(_ rotation: Int) async throws {
    try await make("a", pages: 1)
    _ = try await run(["a.pdf", "--rotate", "\(rotation)", "--crop", "10,20,30,40", "-o", "out.pdf"])
    let text = try await Tool.run("pdfinfo", ["-box", folder.file("out.pdf")]).text
    let match = text.firstMatch(of: /CropBox: +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)/)
    let box = match.map { [$0.1, $0.2, $0.3, $0.4].compactMap { Double($0) } }
    // Top, right, bottom and left of the page that is seen, on a page of 200 x 100 points.
    let expected: [Int: [Double]] = [
      0: [40, 30, 180, 90], 90: [10, 40, 170, 80], 180: [20, 10, 160, 70], 270: [30, 20, 190, 60],
    ]
    #expect(box == expected[rotation], "\(text)")
  }

  @Test(
    "Options that contradict each other are refused",
    arguments: [
      ["--collate", "a.pdf"], ["a.pdf", "--split", "0"], ["a.pdf", "--split", "big"], ["a.pdf", "--pad-to", "1"],
      ["a.pdf", "--collate", "--pad-to", "2"], ["a.pdf", "--crop", "60"], ["a.pdf", "--quality", "50"],
      ["a.pdf", "--remove", "pages"], ["a.pdf", "--stamp-pages", "1"], ["a.pdf", "--bates", "ACME"],
      ["a.pdf", "--bates", "1", "--footer-right", "x"],
    ])
  func refused(_ arguments: [String]) async throws {
    try await make("a", pages: 1)
    let result = try await Tool.cameo("mkpdf", arguments + ["-o", "out.pdf"], directory: folder.path)
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.pdf")))
  }
}
