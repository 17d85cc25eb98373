internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Office documents")
struct OfficeTests {
  private func trial() throws -> ProviderTrial { try Shipped.named("office").inProcess }

  private func thumbnail(_ path: String) async throws -> ProviderTrial.Outcome {
    try await trial().thumbnail(of: path, contentType: "public.data", side: 256)
  }

  private func page(_ path: String) async throws -> String {
    let outcome = try await trial().preview(of: path, contentType: "public.data")
    try await HTMLJudge.check(outcome.bytes, path)
    return String(decoding: outcome.bytes, as: UTF8.self)
  }

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
    // The carried picture has 182 by 256 pixels, all of them red.
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
