internal import TestKit
internal import Testing

/// Descriptions as complete documents, written by `mkpdf`.
@Suite("Documents of descriptions", .timed) struct DocumentTests {
  /// Writes a description as a document with `mkpdf` and returns its path.
  private func write(_ json: String, in directory: TemporaryDirectory) async throws -> String {
    let path = directory.file("out.pdf")
    let input = try directory.write(Array(json.utf8), to: "pages.json")
    let result = try await Tool.cameo("mkpdf", [input, "-o", path])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return path
  }

  @Test("Pictures are untouched and pages are imported")
  func picturesAreUntouchedAndPagesAreImported() async throws {
    let directory = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.radial_gradient('L').resize((60, 40)).convert('RGB')
      exif = Image.Exif(); exif[274] = 6
      image.save(sys.argv[1] + '/turned.jpg', exif=exif, quality=90)
      page = Image.new('RGB', (100, 50), 'blue'); page.save(sys.argv[1] + '/page.pdf', resolution=72)
      """, [directory.path])
    #expect(made.status == 0)
    let path = try await write(
      """
      {"version": 1, "document": {"title": "Made", "pageLabels": [{"from": 1, "style": "upper-roman"}]}, "pages": [
        {"size": [200, 200], "margin": 10, "id": "start", "bookmark": "One", "elements": [
          {"type": "image", "path": "turned.jpg", "x": 10, "y": 10, "height": 60},
          {"type": "image", "path": "turned.jpg", "x": 100, "y": 10, "height": 60, "rotation": 90},
          {"type": "importedPage", "path": "page.pdf", "x": 10, "y": 100, "width": 80},
          {"type": "text", "y": 170, "text": "words", "link": {"page": 2}}]},
        {"size": [200, 100], "margin": 10, "elements": [
          {"type": "text", "text": "back", "link": {"destination": "start"}, "bookmark": {"title": "Two", "level": 2}}]}]}
      """, in: directory)
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    // The JPEG serves both uses, and its picture is that of the file.
    let listed = try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n")
    #expect(listed.filter { $0.contains(" jpeg ") }.count >= 1)
    _ = try await Tool.run("pdfimages", ["-all", path, directory.file("i")])
    let same = try await Tool.python(
      """
      import sys, glob; from PIL import Image
      a = Image.open(sys.argv[1] + '/turned.jpg').convert('RGB')
      names = glob.glob(sys.argv[1] + '/i-*.jpg')
      print(any(list(Image.open(n).convert('RGB').getdata()) == list(a.getdata()) for n in names))
      """, [directory.path])
    #expect(same.text == "True\n")
    #expect(try await Tool.run("pdftotext", [path, "-"]).text.split { " \n\u{C}".contains($0) } == ["words", "back"])
    let information = try await Tool.run("pdfinfo", [path]).text
    #expect(information.contains("Title:") && information.contains("Made"))
    // The imported page is 100 by 50, 80 wide here: blue from 10, 100 to 90, 140.
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "72", "-singlefile", path, directory.file("seen")])
    let seen = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1] + '/seen.png').convert('RGB')
      # The turned picture is 40 by 60: gray inside, white beside.
      for place in [(50, 120), (50, 98), (50, 142), (30, 40), (55, 40), (120, 40), (145, 40)]:
        r, g, b = image.getpixel(place)
        print('blue' if b > 200 and r < 60 else 'white' if min(r, g, b) > 250 else 'other')
      """, [directory.path])
    #expect(
      seen.text.split(separator: "\n") == ["blue", "white", "white", "other", "white", "other", "other"])
    let judged = try await Tool.run("qpdf", ["--json=2", path]).text
    #expect(judged.contains("\"u:One\"") && judged.contains("\"u:Two\""))
  }

  @Test("Standard input is read line by line")
  func standardInputIsReadLineByLine() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.pdf")
    let lines = (1...700).map { "{\"elements\": [{\"type\": \"text\", \"text\": \"line \($0) page {page}\"}]}\n" }
    let made = try await Tool.cameo("mkpdf", ["-", "-o", path], input: Array(lines.joined().utf8))
    #expect(made.status == 0, "\(made.errors)")
    let text = try await Tool.run("pdftotext", [path, "-"]).text
    #expect(text.contains("line 1 page 1\n") && text.contains("line 700 page 700\n"))
    let pages = "{\"elements\": [{\"type\": \"text\", \"text\": \"{pages}\"}]}\n"
    let refused = try await Tool.cameo("mkpdf", ["-", "-o", directory.file("no.pdf")], input: Array(pages.utf8))
    #expect(refused.status != 0 && refused.errors.contains("{pages} is not known"))
    #expect(!directory.names.contains("no.pdf"))
  }

  @Test("An error names file and place and leaves no output")
  func anErrorNamesFileAndPlaceAndLeavesNoOutput() async throws {
    let directory = try TemporaryDirectory()
    let json = """
      {"version": 1, "pages": [{}, {}, {},
        {"elements": [{"type": "link", "width": 1, "height": 1, "page": 1}, {"type": "text", "text": ""},
          {"type": "text", "text": "a", "x": []}]}]}
      """
    let input = try directory.write(Array(json.utf8), to: "pages.json")
    let made = try await Tool.cameo("mkpdf", [input, "-o", directory.file("out.pdf")])
    #expect(made.status == 1)
    #expect(made.errors.contains("pages.json: "))
    #expect(made.errors.contains("pages[3].elements[2].x (line 3): expected a length"))
    #expect(directory.names == ["pages.json"])
  }

  @Test("Data make form letters")
  func dataMakeFormLetters() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out.pdf")
    let folder = "\(Fixtures.root)/docs/examples"
    let made = try await Tool.cameo(
      "mkpdf", ["\(folder)/letters.json", "--data", "\(folder)/letters-data.json", "-o", path])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await Tool.complaint(ofPDF: path) == nil)
    #expect(try await Tool.run("pdftotext", ["-f", "3", path, "-"]).text.contains("王小明"))
    // The error for a missing name contains the name.
    let wrong = try await Tool.cameo("mkpdf", ["\(folder)/letters.json", "-o", path])
    #expect(wrong.status == 1 && wrong.errors.contains("there is no 'people' in the data"))
  }

  @Test("Property lists make the same bytes as JSON", arguments: ["FMT_XML", "FMT_BINARY"])
  func propertyListsMakeTheSameBytesAsJSON(_ format: String) async throws {
    let directory = try TemporaryDirectory()
    let folder = "\(Fixtures.root)/docs/examples"
    for name in ["invoice", "invoice-data"] {
      let converted = try await Tool.python(
        """
        import json, plistlib, sys
        plistlib.dump(json.load(open(sys.argv[1])), open(sys.argv[2], 'wb'), fmt=plistlib.\(format), sort_keys=False)
        """, ["\(folder)/\(name).json", directory.file("\(name).plist")])
      #expect(converted.status == 0, "\(converted.errors)")
    }
    let (one, other) = (directory.file("json.pdf"), directory.file("plist.pdf"))
    let json = try await Tool.cameo(
      "mkpdf", ["\(folder)/invoice.json", "--data", "\(folder)/invoice-data.json", "-o", one])
    let list = try await Tool.cameo(
      "mkpdf", [directory.file("invoice.plist"), "--data", directory.file("invoice-data.plist"), "-o", other])
    #expect(json.status == 0 && list.status == 0, "\(json.errors)\(list.errors)")
    #expect(try await Tool.run("cmp", [one, other]).status == 0)
    #expect(try await Tool.complaint(ofPDF: one) == nil)
  }
}
