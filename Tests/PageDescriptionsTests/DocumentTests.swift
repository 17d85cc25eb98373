internal import ByteStreams
internal import Drawing
internal import ImageModel
internal import PDFDocuments
internal import PageDescriptions
internal import TestKit
internal import Testing

/// Descriptions as documents: what the PDF's other half makes of them.
@Suite("Documents of descriptions") struct DocumentTests {
  /// Writes a description as a document and returns its path.
  private func write(_ json: String, in directory: TemporaryDirectory) throws -> String {
    let limits = Drawn.limits
    let fonts = try FontCatalog()
    // Counting needs no document; the pictures of this one are embedded when its pages are prepared.
    let resources = LateResources()
    let description = try PageDescription(
      try DescriptionSyntax.parse(Array(json.utf8), limits: limits),
      DescriptionOptions(folder: directory.path, limits: limits), fonts: fonts, resources: resources)
    let document = PDFDocument()
    document.attributes = description.document.attributes
    document.pageLabels = description.document.pageLabels
    var outline = DescriptionOutline()
    for index in 0..<description.pageCount {
      let page = try description.page(at: index)
      outline.add(page, at: index)
      let inner = page.documentPage()
      let late = DrawnPage(size: page.size) { (objects) throws(ImageError) in
        if resources.inner == nil { resources.inner = DocumentResources(objects, limits: .standard) }
        try inner.prepare(objects)
      } _: { context, _ in
        try inner.draw(with: .media, to: context)
      }
      late.namedPlaces = inner.namedPlaces
      document.append(late)
    }
    document.outline = outline.entries
    let path = directory.file("out.pdf")
    _ = try document.write(to: path)
    return path
  }

  /// Resources that are known when the first page is prepared.
  private final class LateResources: DescriptionResources {
    var inner: DocumentResources?

    func picture(path: String, page: Int) throws(ImageError) -> DescriptionResource {
      guard let inner else { throw ImageError(.usage, "too early") }
      return try inner.picture(path: path, page: page)
    }

    func importedPage(path: String, page: Int, box: ImportedBox) throws(ImageError) -> DescriptionResource {
      guard let inner else { throw ImageError(.usage, "too early") }
      return try inner.importedPage(path: path, page: page, box: box)
    }
  }

  @Test func picturesAreUntouchedAndPagesAreImported() async throws {
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
    let path = try write(
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
    #expect(try await Tool.run("qpdf", ["--check", path]).status == 0)
    // One JPEG for both uses, its picture as it is in the file.
    let listed = try await Tool.run("pdfimages", ["-list", path]).text.split(separator: "\n")
    #expect(listed.filter { $0.contains(" jpeg ") }.count >= 1)
    _ = try await Tool.run("pdfimages", ["-all", path, directory.file("i")])
    let same = try await Tool.python(
      """
      import sys, glob; from PIL import Image
      a = Image.open(sys.argv[1] + '/turned.jpg').convert('RGB')
      names = glob.glob(sys.argv[1] + '/i-*.jpg')
      print(len(names) > 0 and all(list(Image.open(n).convert('RGB').getdata()) == list(a.getdata()) for n in names))
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
}
