internal import TestKit
internal import Testing

/// The pages of office documents, which LibreOffice lays out in the sandbox. `soffice`, started as a user would, is the
/// judge: it loads and writes documents in another way than the provider.
@Suite("preview: pages of office documents", .timed)
struct OfficePagesTests {
  enum Scenario: String {
    case words, texts, sheets, slides, pages, limits, hostile
  }

  /// `scripts/test --all` plays all of them, because they need LibreOffice.
  private static let scenarios: [Scenario] =
    [.words] + (isThorough ? [.texts, .sheets, .slides, .pages, .limits, .hostile] : [])

  private let run: PreviewRun

  init() throws { run = try PreviewRun() }

  @Test(
    "Real pages where LibreOffice is installed and can show the document, else what is shown without it",
    arguments: scenarios)
  func play(_ scenario: Scenario) async throws {
    switch scenario {
    case .words: try await words()
    case .texts: try await pages(of: "text.fodt", Self.text, as: ["fodt", "odt", "docx", "doc", "rtf"])
    case .sheets: try await pages(of: "sheet.fods", Self.sheet, as: ["fods", "ods", "xlsx", "xls"])
    case .slides: try await pages(of: "slides.fodp", Self.slides, as: ["fodp", "odp", "pptx", "ppt"])
    case .pages: try await singlePages()
    case .limits: try await limits()
    case .hostile: for tier in ["A", "B"] { try await hostile(tier) }
    }
  }

  // MARK: What is tried

  /// A document that LibreOffice does not open, because it lacks the types of its parts: its words are shown.
  private func words() async throws {
    try run.add("preview/valid/letter.docx")
    let page = try await run.shipped("--kind", "preview", "-o", "letter.html", "letter.docx")
    #expect(page.status == 0, "\(page.errors)")
    #expect(String(decoding: Fixtures.bytes(run.folder.file("letter.html")), as: UTF8.self).contains("Dear Ms M"))
    let pdf = try await run.shipped("-f", "pdf", "-o", "letter.pdf", "letter.docx")
    #expect(pdf.status == 1 && !run.folder.names.contains("letter.pdf"))
    #expect(pdf.errors == "preview: letter.docx: the preview is text/html, not PDF\n")
    // The words are one page. Where LibreOffice is installed, they say nothing about further pages.
    let second = try await run.shipped("--page", "2", "--no-cache", "letter.docx")
    let messages = [
      "there is no page 2: the document has one", "LibreOffice cannot show it", "did not show it in time",
    ]
    #expect(second.status != 0 && messages.contains { second.errors.contains($0) }, "\(second.errors)")
  }

  /// A document in several formats: the PDF has the pages, words and fonts of the judge's, and the thumbnail is that of
  /// its first page.
  private func pages(of name: String, _ source: String, as formats: [String]) async throws {
    try run.folder.write(Array(source.utf8), to: name)
    for format in formats {
      let document = name.hasSuffix(".\(format)") ? name : try await judge(name, to: format)
      let expected = try await judge(document, to: "pdf")
      try await preview("-f", "pdf", "-o", "made.pdf", document)
      let bytes = Fixtures.bytes(run.folder.file("made.pdf"))
      try await preview("-f", "pdf", "-o", "again.pdf", document)
      #expect(Fixtures.bytes(run.folder.file("again.pdf")) == bytes, "\(document): a second time")
      let words = try await words(of: "made.pdf")
      #expect(try await words == self.words(of: expected) && !words.isEmpty, "\(document)")
      #expect(try await fonts(of: "made.pdf") == fonts(of: expected), "\(document)")
      #expect(try await pageCount("made.pdf") == pageCount(expected), "\(document)")
      try await preview("-s", "200", "--no-cache", "-o", "made.png", document)
      try await drawFirstPage(of: expected, to: "wanted")
      let difference = try await difference("made.png", "wanted.png")
      // A picture that the document carries differs by up to 2.5, because it was made smaller twice; the words of the
      // same document, without its layout, by 3 and more.
      #expect(difference < 2.8, "\(document): the mean difference of a sample is \(difference)")
    }
  }

  /// `--page` shows one page, and names the number of pages where there is no such page.
  private func singlePages() async throws {
    try run.folder.write(Array(Self.text.utf8), to: "text.fodt")
    let document = try await judge("text.fodt", to: "docx")
    try await preview("-f", "pdf", "--page", "2", "-o", "second.pdf", document)
    #expect(try await pageCount("second.pdf") == "1")
    let words = try await words(of: "second.pdf")
    #expect(words.contains("The second page") && !words.contains("Harbours"))
    let none = try await run.shipped("--page", "7", "--no-cache", document)
    #expect(none.status == 64 && none.errors.contains("there is no page 7: the document has 2"), "\(none.errors)")
    // A viewer that prefers HTML gets the words.
    try await preview("--html", "all.html", document)
    #expect(String(decoding: Fixtures.bytes(run.folder.file("all.html")), as: UTF8.self).contains("Harbours"))
  }

  /// A sheet with a thousand million cells needs too much memory. Its thumbnail has its first cells, and a good
  /// document after it in the same run has its pages.
  private func limits() async throws {
    let rows = """
      <table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" \
      table:number-columns-repeated="1000"><text:p>abc</text:p></table:table-cell></table:table-row>
      """
    let sheet = Self.flat("spreadsheet", "<table:table table:name=\"S\">\(rows)</table:table>")
    try run.folder.write(Array(sheet.utf8), to: "a.fods")
    try run.folder.write(Array(Self.text.utf8), to: "b.fodt")
    let good = try await judge("b.fodt", to: "docx")
    try await zip("spreadsheet", "a.fods", "a.ods")
    let result = try await run.run(
      PreviewRun.providers + ["--timeout", "600", "-j", "1", "--no-cache", "--parents", "-d", "thumbs", "a.ods", good])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await run.picture("thumbs/a_thumb.png").hasPrefix("PNG 256x"))
    // The words alone would have 181 by 256 pixels.
    #expect(try await run.picture("thumbs/b_thumb.png") == "PNG 182x256")
  }

  /// A document with a macro for the time when it is opened, and a text from another file: neither is used. Nor are
  /// pictures in files that the sandbox does not show.
  private func hostile(_ tier: String) async throws {
    try run.folder.write(Array("secret".utf8), to: "other.txt")
    let content = """
      <text:p>The document itself</text:p>
      <text:section text:name="s" text:protected="true">
      <text:section-source xlink:href="file://\(run.folder.file("other.txt"))"/><text:p>its own words</text:p></text:section>
      """
    try run.folder.write(Array(Self.flat("text", content, scripts: Self.listener).utf8), to: "a.fodt")
    try await zip("text", "a.fodt", "a.odt")
    try await preview("--sandbox", tier, "-f", "pdf", "-o", "a.pdf", "a.odt")
    let words = try await words(of: "a.pdf")
    #expect(words.contains("The document itself") && words.contains("its own words"), "\(words)")
    #expect(!words.contains("secret") && !words.contains("by a macro"))
    let picture = run.folder.file("magenta.png")
    let made = try await Tool.python(
      "import sys\nfrom PIL import Image\nImage.new('RGB', (200, 200), (255, 0, 255)).save(sys.argv[1])", [picture])
    try #require(made.status == 0, "\(made.errors)")
    let field = #"{\field{\*\fldinst{ INCLUDEPICTURE "\#(picture)" \\d }}{\fldrslt{ }}}"#
    try run.folder.write(Array(#"{\rtf1\ansi before \#(field) after\par}"#.utf8), to: "b.rtf")
    let frame = """
      <draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image xlink:type="simple"
        xlink:href="file://\(picture)"/></draw:frame>
      """
    try run.folder.write(Array(Self.flat("text", "<text:p>before \(frame) after</text:p>").utf8), to: "b.fodt")
    for name in ["b.rtf", "b.fodt"] {
      try await preview("--sandbox", tier, "-f", "pdf", "-o", "b.pdf", name)
      #expect(try await self.words(of: "b.pdf").contains("after"), "\(name)")
      try await drawFirstPage(of: "b.pdf", to: "b")
      let found = try await Tool.python(
        """
        import sys
        from PIL import Image
        pixels = Image.open(sys.argv[1]).convert("RGB").getdata()
        print(any(red > 200 and green < 80 and blue > 200 for red, green, blue in pixels))
        """, [run.folder.file("b.png")])
      #expect(found.text == "False\n", "\(name): \(found.errors)")
    }
  }

  // MARK: Documents

  private static func flat(_ kind: String, _ content: String, styles: String = "", scripts: String = "") -> String {
    let names = [
      "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing", "script": "script",
      "fo": "xsl-fo-compatible", "svg": "svg-compatible", "presentation": "presentation",
    ].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($1):1.0\"" }.sorted().joined(separator: " ")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <office:document \(names) xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dom="http://www.w3.org/2001/xml-events"
        office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.\(kind)">
      \(scripts)\(styles)<office:body><office:\(kind)>\(content)</office:\(kind)></office:body></office:document>
      """
  }

  private static let text = flat(
    "text",
    """
    <text:p text:style-name="Title">Harbours</text:p><text:p text:style-name="Body">Boats come and go.</text:p>
    <text:p text:style-name="Next">The second page</text:p>
    """,
    styles: """
      <office:automatic-styles>
      <style:style style:name="Title" style:family="paragraph"><style:text-properties style:font-name="DejaVu Serif"
        fo:font-family="DejaVu Serif" fo:font-size="40pt" fo:color="#aa2222"/></style:style>
      <style:style style:name="Body" style:family="paragraph"><style:text-properties style:font-name="Liberation Sans"
        fo:font-family="Liberation Sans" fo:font-size="14pt"/></style:style>
      <style:style style:name="Next" style:family="paragraph"><style:paragraph-properties
        fo:break-before="page"/></style:style>\(paper)
      </office:automatic-styles>
      <office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P"/></office:master-styles>
      """)

  /// Without a size, the paper would be that of the language of each program.
  private static let paper = """
    <style:page-layout style:name="P"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/>\
    </style:page-layout>
    """

  private static let sheet = flat(
    "spreadsheet",
    "<table:table table:name=\"Stock\">"
      + [["Item", "Pieces"], ["Lamp", "3"], ["Teapot", "12"]].map { row in
        "<table:table-row>"
          + row.map { "<table:table-cell office:value-type=\"string\"><text:p>\($0)</text:p></table:table-cell>" }
          .joined() + "</table:table-row>"
      }.joined() + "</table:table>",
    styles: """
      <office:automatic-styles>\(paper)</office:automatic-styles>
      <office:master-styles><style:master-page style:name="Default" style:page-layout-name="P"/></office:master-styles>
      """)

  private static let slides = flat(
    "presentation",
    ["A walk along the coast", "The way back"].map { words in
      """
      <draw:page draw:master-page-name="M"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm">
      <draw:text-box><text:p>\(words)</text:p></draw:text-box></draw:frame></draw:page>
      """
    }.joined(),
    styles: """
      <office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties fo:page-width="28cm"
        fo:page-height="15.75cm"/></style:page-layout></office:automatic-styles>
      <office:master-styles><style:master-page style:name="M" style:page-layout-name="P"/></office:master-styles>
      """)

  /// A macro, and the event that runs it.
  private static let listener = """
    <office:scripts><office:script script:language="ooo:Basic"><ooo:libraries
      xmlns:ooo="http://openoffice.org/2004/office"><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M">
    <ooo:source-code>Sub Main
    ThisComponent.Text.String = "changed by a macro"
    End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
    <office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load"
      xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners>
    </office:scripts>
    """

  // MARK: Tools

  /// Runs `preview` with time enough for a busy machine.
  private func preview(_ arguments: String...) async throws {
    let result = try await run.run(PreviewRun.providers + ["--timeout", "600"] + arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
  }

  /// Converts a file by `soffice`, and returns the new one's name.
  private func judge(_ name: String, to format: String) async throws -> String {
    let folder = run.folder.path
    let made = try await Tool.run(
      "soffice",
      ["-env:UserInstallation=file://\(folder)/judge", "--headless", "--convert-to", format, "--outdir", folder, name],
      directory: folder)
    let result = name.prefix { $0 != "." } + "." + format
    guard run.folder.names.contains(String(result)) else { throw TestFailure("soffice: \(made.text) \(made.errors)") }
    return String(result)
  }

  /// Makes an archive of OpenDocument of a flat file, without LibreOffice.
  private func zip(_ kind: String, _ flat: String, _ name: String) async throws {
    let made = try await Tool.python(
      """
      import re, sys, zipfile
      kind, source, target = sys.argv[1:]
      text = open(source, encoding="utf-8").read()
      media = "application/vnd.oasis.opendocument." + kind
      manifest = '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">%s</m:manifest>'
      entries = [("/", media), ("content.xml", "text/xml")]
      with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
          archive.writestr("mimetype", media, zipfile.ZIP_STORED)
          # In an archive, macros are files of their own.
          for module in re.findall(r"<ooo:source-code>(.*?)</ooo:source-code>", text, re.S):
              head = '<?xml version="1.0" encoding="UTF-8"?>\\n<!DOCTYPE %s PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "%s.dtd">\\n'
              library = ' xmlns:library="http://openoffice.org/2000/library" '
              parts = {
                  "Basic/script-lc.xml": head % ("library:libraries", "libraries") + "<library:libraries" + library
                  + '><library:library library:name="Standard" library:link="false"/></library:libraries>',
                  "Basic/Standard/script-lb.xml": head % ("library:library", "library") + "<library:library" + library
                  + 'library:name="Standard"><library:element library:name="M"/></library:library>',
                  "Basic/Standard/M.xml": head % ("script:module", "module")
                  + '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" '
                  + 'script:language="StarBasic">' + module + "</script:module>",
              }
              for name, content in parts.items():
                  archive.writestr(name, content)
                  entries.append((name, "text/xml"))
          text = re.sub(r"<office:script .*?</office:script>", "", text, flags=re.S)
          archive.writestr("content.xml", text.replace("office:document ", "office:document-content ")
                           .replace("</office:document>", "</office:document-content>"))
          archive.writestr("META-INF/manifest.xml", manifest % "".join(
              f'<m:file-entry m:full-path="{path}" m:media-type="{kind}"/>' for path, kind in entries))
      """, [kind, run.folder.file(flat), run.folder.file(name)])
    try #require(made.status == 0, "\(made.errors)")
  }

  private func words(of name: String) async throws -> String {
    try await Tool.run("pdftotext", ["-layout", run.folder.file(name), "-"]).text
  }

  /// The names of the fonts, without the letters that name a subset.
  private func fonts(of name: String) async throws -> Set<Substring> {
    let lines = try await Tool.run("pdffonts", [run.folder.file(name)]).text.split(separator: "\n").dropFirst(2)
    return Set(lines.compactMap { $0.split(separator: " ").first?.split(separator: "+").last })
  }

  private func pageCount(_ name: String) async throws -> String {
    let lines = try await Tool.run("pdfinfo", [run.folder.file(name)]).text.split(separator: "\n")
    return String(lines.first { $0.hasPrefix("Pages:") }?.split(separator: " ").last ?? "")
  }

  private func drawFirstPage(of name: String, to stem: String) async throws {
    let drawn = try await Tool.run(
      "pdftocairo",
      ["-png", "-singlefile", "-f", "1", "-scale-to", "200", run.folder.file(name), run.folder.file(stem)])
    #expect(drawn.status == 0, "\(drawn.errors)")
  }

  /// The mean difference of the samples of two pictures, from 0 to 255. They may have other proportions: LibreOffice
  /// makes the picture that a sheet carries 341 by 461 pixels, of a page of 210 by 297.
  private func difference(_ one: String, _ other: String) async throws -> Double {
    let result = try await Tool.python(
      """
      import sys
      from PIL import Image, ImageChops, ImageStat
      one, other = (Image.open(path).convert("RGB") for path in sys.argv[1:])
      assert all(abs(a - b) <= 6 for a, b in zip(one.size, other.size)), (one.size, other.size)
      print(sum(ImageStat.Stat(ImageChops.difference(one.resize(other.size), other)).mean) / 3)
      """, [run.folder.file(one), run.folder.file(other)])
    guard let mean = Double(result.text.filter { !$0.isWhitespace }) else { throw TestFailure(result.errors) }
    return mean
  }
}
