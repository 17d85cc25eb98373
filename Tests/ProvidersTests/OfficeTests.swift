internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Office documents", .timed)
struct OfficeTests {
  private func trial() throws -> ProviderTrial { try Shipped.named("office").inProcess }

  private func thumbnail(_ path: String) async throws -> ProviderTrial.Outcome {
    try await trial().thumbnail(of: path, contentType: "public.data", side: 256)
  }

  private func page(_ path: String) async throws -> String { try await OfficeFile.page(path) }

  private static func fixture(_ name: String) -> String { Fixtures.path("preview/\(name)") }

  /// The middle pixel: red, green, blue.
  private func middle(_ outcome: ProviderTrial.Outcome) throws -> [UInt8] {
    guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
    let place = pixels.height / 2 * pixels.stride + pixels.width / 2 * pixels.format.bytesPerPixel
    return Array(outcome.bytes[place..<place + 3])
  }

  @Test(
    "A thumbnail is the picture that the document carries",
    arguments: ["pictured_letter.docx", "pictured_walk.pptx", "pictured_letter.odt"])
  func carried(_ name: String) async throws {
    let outcome = try await thumbnail(Self.fixture("valid/\(name)"))
    guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
    // The carried picture has 182 by 256 pixels, most of them red.
    #expect((pixels.width, pixels.height) == (182, 256))
    let color = try middle(outcome)
    #expect(color[0] > 180 && color[1] < 60 && color[2] < 70)
  }

  @Test(
    "Without a picture, with a metafile and with a broken picture a thumbnail shows the text",
    arguments: ["letter.docx", "metafile_letter.docx", "cut_picture_letter.docx", "letter.odt"])
  func written(_ name: String) async throws {
    let outcome = try await thumbnail(Self.fixture("valid/\(name)"))
    guard case .pixels(let pixels) = outcome.reply.content else { throw TestFailure("no pixels") }
    // A4; white paper with some dark letters in the upper third and none below the middle.
    #expect((pixels.width, pixels.height) == (181, 256))
    func darkPixels(_ rows: Range<Int>) -> Int {
      rows.reduce(0) { count, row in
        count
          + (10..<170).count { outcome.bytes[row * pixels.stride + $0 * pixels.format.bytesPerPixel + 1] < 120 }
      }
    }
    #expect(darkPixels(10..<90) > 50)
    #expect(darkPixels(130..<250) == 0)
  }

  @Test("Paragraphs are shown as they are, without deleted text, definitions of tabs, footnotes and notes")
  func prose() async throws {
    #expect(
      try await page(Self.fixture("valid/letter.docx")).contains(
        "<pre>Dear Ms Müller,\n\nthe boat is in the harbour &amp; the sails are &lt;b&gt;dry&lt;/b&gt;.\n"
          + "Price\t12.50\nnext line\nYours sincerely</pre>"))
    #expect(
      try await page(Self.fixture("valid/letter.odt")).contains(
        "<pre>Grüße\nOne   two\tthree\nfour, in one line.\nleft\tright</pre>"))
  }

  @Test("Hidden runs are left out, with the text boxes in them")
  func hiddenRuns() async throws {
    func run(_ properties: String, _ content: String) -> String { "<w:r><w:rPr>\(properties)</w:rPr>\(content)</w:r>" }
    let box = "<w:drawing><w:txbxContent><w:p>\(run("<w:b/>", "<w:t>boxed</w:t>"))</w:p></w:txbxContent></w:drawing>"
    let runs = [
      run("<w:b/>", "<w:t>shown</w:t>"), run("<w:b/><w:vanish/>", "<w:t>hidden</w:t><w:tab/>\(box)"),
      run(#"<w:vanish w:val="0"/>"#, "<w:t> and</w:t>"), run(#"<w:vanish w:val="1"/>"#, "<w:t>hidden</w:t>"),
      run("<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>", "<w:t> no longer hidden</w:t>"),
    ]
    let page = try await OfficeFile.page([
      OfficeFile.root("word/document.xml"),
      (
        "word/document.xml",
        "<w:document xmlns:w=\"w\"><w:body><w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>\(runs.joined())</w:p></w:body></w:document>"
      ),
    ])
    #expect(page.contains("<pre>shown") && page.contains(" and no longer hidden</pre>"))
    #expect(!page.contains(">hidden") && !page.contains("boxed") && !page.contains("\t"))
  }

  @Test("The first sheet is a table", arguments: ["stock.xlsx", "stock.ods"])
  func sheets(_ name: String) async throws {
    let page = try await page(Self.fixture("valid/\(name)"))
    #expect(page.contains("<th>Item</th><th class=\"number\">Pieces</th>"))
    #expect(page.contains("<td>Lamp</td><td class=\"number\">3</td>"))
    #expect(!page.contains("99") && !page.contains("reading") && !page.contains("1+2"))
    if name.hasSuffix("xlsx") {
      #expect(page.contains("<td>Teapot</td><td class=\"number\">12.5</td><td></td><td>TRUE</td>"))
      // The empty row between.
      #expect(page.ranges(of: "<tr>").count == 4)
    } else {
      // A row that is repeated twice; not the million of empty ones.
      #expect(page.ranges(of: "<tr>").count == 3)
    }
  }

  @Test("Slides are shown in the order of the presentation", arguments: ["walk.pptx", "walk.odp", "walk.odg"])
  func slides(_ name: String) async throws {
    let page = try await page(Self.fixture("valid/\(name)"))
    #expect(page.contains("<pre>A walk along the coast\nBoots\n") && page.contains("\n\nThe way back</pre>"))
    #expect(!page.contains("say hello"))
    // A thumbnail is wider than high, and shows the first slide.
    guard case .pixels(let pixels) = try await thumbnail(Self.fixture("valid/\(name)")).reply.content else {
      throw TestFailure("no pixels")
    }
    #expect((pixels.width, pixels.height) == (256, 181))
  }

  @Test("A presentation's preview also has the picture that it carries")
  func picturedPreview() async throws {
    let outcome = try await trial().preview(of: Self.fixture("valid/pictured_walk.pptx"), contentType: "public.data")
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no data") }
    #expect(attachments.map(\.contentType) == ["image/jpeg"])
    #expect(String(decoding: outcome.bytes, as: UTF8.self).contains("src=\"cid:page\""))
  }

  /// An OpenDocument text whose carried picture Python makes.
  private func document(picture: String, in folder: TemporaryDirectory) async throws -> String {
    let made = try await Tool.python(
      """
      import io, sys, zipfile
      from PIL import Image, ImageDraw
      picture = Image.new("RGBA", (128, 180), \(picture))
      if picture.getpixel((0, 0))[3] == 0:
          ImageDraw.Draw(picture).rectangle((0, 0, 127, 40), fill=(0, 0, 0, 255))
      buffer = io.BytesIO()
      picture.save(buffer, "PNG")
      with zipfile.ZipFile(sys.argv[1]) as whole, zipfile.ZipFile(sys.argv[2], "w") as other:
          for name in whole.namelist():
              other.writestr(name, buffer.getvalue() if name.endswith("png") else whole.read(name))
      """, [Self.fixture("valid/pictured_letter.odt"), folder.file("a.odt")])
    try #require(made.status == 0, "\(made.errors)")
    return folder.file("a.odt")
  }

  @Test("A carried picture of one colour is not used, and a transparent one lies on white paper")
  func oneColor() async throws {
    let folder = try TemporaryDirectory()
    let blank = try await thumbnail(document(picture: "(255, 255, 255, 255)", in: folder))
    // The text on its sheet, as of a document without a picture.
    let text = try await thumbnail(Self.fixture("valid/letter.odt"))
    #expect(blank.bytes == text.bytes && blank.reply.content == text.reply.content)
    let dark = try await thumbnail(document(picture: "(0, 0, 0, 0)", in: folder))
    guard case .pixels(let pixels) = dark.reply.content else { throw TestFailure("no pixels") }
    #expect(pixels.format == .rgb8)
    #expect(try middle(dark) == [255, 255, 255])
    #expect(Array(dark.bytes.prefix(3)) == [0, 0, 0])
  }

  @Test("A carried picture that is broken is not in the preview")
  func brokenPicture() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as whole, zipfile.ZipFile(sys.argv[2], "w") as broken:
          for name in whole.namelist():
              content = whole.read(name)
              broken.writestr(name, content[:30] if name.endswith("jpeg") else content)
      """, [Self.fixture("valid/pictured_walk.pptx"), folder.file("a.pptx")])
    try #require(made.status == 0, "\(made.errors)")
    let outcome = try await trial().preview(of: folder.file("a.pptx"), contentType: "public.data")
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no data") }
    #expect(attachments.isEmpty)
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(!page.contains("<img") && page.contains("A walk along the coast"))
  }

  @Test("A presentation without slides, and a document without text, say so", arguments: ["", "<p:sldIdLst/>"])
  func empty(_ list: String) async throws {
    let page = try await OfficeFile.page([
      OfficeFile.root("ppt/presentation.xml"),
      ("ppt/presentation.xml", "<p:presentation xmlns:p=\"p\">\(list)</p:presentation>"),
    ])
    #expect(page.contains("<p class=\"note\">The presentation has no slides.</p>"))
    #expect(
      try await OfficeFile.page([
        OfficeFile.root("word/document.xml"), ("word/document.xml", "<w:document xmlns:w=\"w\"><w:body/></w:document>"),
      ]).contains("The document has no text."))
  }

  @Test("Of OpenDocument in one XML file the text, cells and slides are shown, without headers and pictures")
  func flat() async throws {
    let folder = try TemporaryDirectory()
    func document(_ kind: String, _ content: String) throws -> String {
      let names = ["office", "style", "text", "table", "draw"].map { "xmlns:\($0)=\"\($0)\"" }.joined(separator: " ")
      let header = "<style:master-page><style:header><text:p>Header</text:p></style:header></style:master-page>"
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <office:document \(names)><office:master-styles>\(header)</office:master-styles>
        <office:body><office:\(kind)>\(content)</office:\(kind)></office:body></office:document>
        """
      return try folder.write(Array(text.utf8), to: kind)
    }
    let data = "<office:binary-data>iVBORw0KGgo=</office:binary-data>"
    let picture = "<draw:frame><draw:image>\(data)</draw:image></draw:frame>"
    let text = try document("text", "<text:p>Harbours\(picture)</text:p><text:p>Boats come.</text:p>")
    #expect(try await page(text).contains("<pre>Harbours\nBoats come.</pre>"))
    let cells = ["Item", "Lamp"].map {
      "<table:table-row><table:table-cell><text:p>\($0)</text:p></table:table-cell></table:table-row>"
    }
    let sheet = try await page(try document("spreadsheet", "<table:table>\(cells.joined())</table:table>"))
    #expect(sheet.contains(">Lamp<") && !sheet.contains("Header"))
    let slide = "<draw:page><draw:frame><draw:text-box><text:p>A walk</text:p></draw:text-box></draw:frame></draw:page>"
    #expect(try await page(try document("presentation", slide)).contains("<pre>A walk</pre>"))
    guard case .pixels = try await thumbnail(text).reply.content else { throw TestFailure("no pixels") }
    for (other, message) in [
      ("<a><p>text</p></a>", "the file is not an Office document: it is other XML"),
      ("<office:document>\n</x>", "the document is damaged: line 2: mismatched tag"),
      ("<!DOCTYPE a><a/>", "the document is damaged: line 1: a document type declaration"),
    ] {
      let path = try folder.write(Array(other.utf8), to: "other")
      await #expect { try await page(path) } throws: { ($0 as? ProviderError)?.message == message }
    }
  }

  /// The parts of a document, and what its error says is wrong.
  private static let damages: [(parts: [(String, String)], message: String)] = [
    ([], "the document is damaged: the ZIP archive is empty"),
    ([("a.txt", "a")], "the document is damaged: the part _rels/.rels is missing"),
    ([("META-INF/manifest.xml", "<m/>")], "the document is damaged: the part content.xml is missing"),
    (
      [OfficeFile.root("word/x\u{202E}y.xml")],
      "the document is damaged: the part word/x\\u{202E}y.xml is missing"
    ),
    (
      [OfficeFile.root("word/document.xml"), ("word/document.xml", "<w>\n<p>\n</w>")],
      "the document is damaged: word/document.xml, line 3: mismatched tag"
    ),
    (
      [OfficeFile.root("word/\(String(repeating: "a", count: 5_000))")],
      "the document is damaged: the part word/\(String(repeating: "a", count: 95))… is missing"
    ),
    (
      [
        OfficeFile.root("ppt/p.xml"),
        ("ppt/p.xml", "<p:presentation xmlns:p=\"p\"><p:sldId r:id=\"q\"/></p:presentation>"),
      ], "the document is damaged: the part ppt/slides/slide1.xml is missing"
    ),
  ]

  @Test("The error of a damaged document says what is wrong, on one line", arguments: damages.indices)
  func damage(_ index: Int) async throws {
    let folder = try TemporaryDirectory()
    let path = try await OfficeFile.made(Self.damages[index].parts, in: folder)
    await #expect { try await page(path) } throws: { ($0 as? ProviderError)?.message == Self.damages[index].message }
  }

  @Test("Damage after the first text is a warning, and stands below the text")
  func partlyDamaged() async throws {
    let folder = try TemporaryDirectory()
    let path = try await OfficeFile.made(
      [
        OfficeFile.root("word/document.xml"),
        ("word/document.xml", "<w:document xmlns:w=\"w\">\n<w:p><w:t>first</w:t></w:p>\n<w:p></w:t>"),
      ], in: folder)
    let warning = "the document is damaged: word/document.xml, line 3: mismatched tag; text may be missing"
    #expect(try await thumbnail(path).reply.warnings == [warning])
    let preview = try await trial().preview(of: path, contentType: "public.data")
    #expect(preview.reply.warnings == [warning])
    let page = String(decoding: preview.bytes, as: UTF8.self)
    #expect(page.contains("<pre>first</pre>") && page.contains(">The\(warning.dropFirst(3)).</p>"))
  }

  @Test("Of a presentation with very many pages the beginning is shown")
  func manyPages() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      page = "<d:page><t:p>" + "many words " * 20 + "</t:p></d:page>"
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
          archive.writestr("META-INF/manifest.xml", "<m/>")
          archive.writestr("content.xml", '<o:c xmlns:o="o" xmlns:t="t" xmlns:d="d"><o:body><o:presentation>'
                           + page * 200_000 + "</o:presentation></o:body></o:c>")
      """, [folder.file("a.odp")])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await page(folder.file("a.odp"))
    #expect(page.contains("many words") && page.contains("this is its beginning") && page.utf8.count < 2 << 20)
    guard case .pixels = try await thumbnail(folder.file("a.odp")).reply.content else { throw TestFailure("no pixels") }
  }

  @Test(
    "Documents with a password are told apart, also by their content alone", arguments: ["locked.docx", "locked.odt"])
  func locked(_ name: String) async throws {
    await #expect { try await thumbnail(Self.fixture("broken/\(name)")) } throws: {
      ($0 as? ProviderError)?.code == .passwordRequired
    }
    await #expect { try await page(Self.fixture("broken/\(name)")) } throws: {
      ($0 as? ProviderError)?.message == "the document is protected by a password"
    }
  }

  @Test(
    "Without LibreOffice a document of Office 97 says which package is missing",
    arguments: [
      ("com.microsoft.word.doc", "libreoffice-writer"), ("com.microsoft.excel.xls", "libreoffice-calc"),
      ("com.microsoft.powerpoint.ppt", "libreoffice-impress"),
    ])
  func office97(_ contentType: String, _ package: String) async throws {
    let folder = try TemporaryDirectory()
    // The beginning of a compound file; nothing in it is encrypted.
    let header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 1_528)
    let path = try folder.write(header, to: "a.doc")
    // LibreOffice is never started in the process of a test.
    let missing = ProviderError(
      .providerUnavailable, "LibreOffice, which shows these documents, is not installed (the package \(package))")
    await #expect { try await trial().thumbnail(of: path, contentType: contentType) } throws: {
      ($0 as? ProviderError)?.code == missing.code && ($0 as? ProviderError)?.message == missing.message
    }
    await #expect { try await trial().preview(of: path, contentType: contentType) } throws: {
      ($0 as? ProviderError)?.code == missing.code
    }
  }

  @Test("Entities are not expanded, and no file is read for them")
  func entities() async throws {
    await #expect { try await page(Self.fixture("broken/entities.docx")) } throws: {
      ($0 as? ProviderError)?.code == .corruptInput
    }
  }

  @Test("Documents that are much larger unpacked end at a limit")
  func bombs() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import os, sys, zipfile
      os.chdir(sys.argv[1])
      root = ('<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/>'
              '<Relationship Id="b" Type="x/metadata/thumbnail" Target="t.png"/></Relationships>')
      def make(name, entries, count=0):
          with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
              for number in range(count): archive.writestr(f"{number}.xml", b"")
              for entry, content in [("_rels/.rels", root)] + entries: archive.writestr(entry, content)
      paragraph = "<w:p><w:r><w:t>" + "many words " * 20 + "</w:t></w:r></w:p>"
      make("long.docx", [("word/document.xml", "<w:document><w:body>" + paragraph * 400_000 + "</w:body></w:document>")])
      make("text.docx", [("word/document.xml", "<w:document><w:p><w:t>" + "a" * (300 << 20) + "</w:t></w:p></w:document>")])
      make("deep.docx", [("word/document.xml", "<w:document>" + "<w:p>" * 500_000)])
      make("picture.docx", [("t.png", bytes(200 << 20)),
                            ("word/document.xml", "<w:document><w:p><w:t>plain</w:t></w:p></w:document>")])
      make("many.docx", [("word/document.xml", "<w:document/>")], count=20_000)
      sheet = "".join(f'<row r="{n}"><c r="ZZZ{n}"><v>1</v></c><c r="A{n}"><v>2</v></c></row>' for n in range(1, 60_000))
      make("sheet.xlsx", [("word/document.xml", '<workbook><sheets><sheet r:id="q"/></sheets></workbook>'),
                          ("word/_rels/document.xml.rels", '<Relationships><Relationship Id="q" Type="x" Target="s.xml"/></Relationships>'),
                          ("word/s.xml", "<worksheet><sheetData>" + sheet + "</sheetData></worksheet>")])
      rows = "".join(f'<row r="{n}"><c r="A1"><v>{n}</v></c></row><row><c><v>after</v></c></row>'
                     for n in (-(1 << 63), -300_000_000, 0, 5, (1 << 63) - 1, 1 << 64))
      make("rows.xlsx", [("word/document.xml", '<workbook><sheets><sheet r:id="q"/></sheets></workbook>'),
                         ("word/_rels/document.xml.rels", '<Relationships><Relationship Id="q" Type="x" Target="s.xml"/></Relationships>'),
                         ("word/s.xml", "<worksheet><sheetData>" + rows + "</sheetData></worksheet>")])
      """, [folder.path])
    try #require(made.status == 0, "\(made.errors)")
    let long = try await page(folder.file("long.docx"))
    #expect(long.contains("many words") && long.contains("this is its beginning") && long.utf8.count < 2 << 20)
    let text = try await page(folder.file("text.docx"))
    #expect(text.contains("this is its beginning") && text.utf8.count < 16 << 20)
    #expect(try await page(folder.file("picture.docx")).contains("<pre>plain</pre>"))
    let sheet = try await page(folder.file("sheet.xlsx"))
    #expect(sheet.contains("<td class=\"number\">2</td>") && sheet.contains("this is its beginning"))
    #expect(sheet.utf8.count < 1 << 20)
    // Rows with impossible numbers follow the row before them.
    let rows = try await page(folder.file("rows.xlsx"))
    #expect(rows.contains(">-300000000<") && rows.contains(">18446744073709551616<") && rows.utf8.count < 16 << 10)
    for (name, code) in [("deep.docx", ProviderError.Code.corruptInput), ("many.docx", .limitExceeded)] {
      await #expect { try await page(folder.file(name)) } throws: { ($0 as? ProviderError)?.code == code }
    }
  }
}
