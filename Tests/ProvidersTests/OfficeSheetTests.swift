internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Sheets of workbooks", .timed)
struct OfficeSheetTests {
  /// A format code, or the number of a built-in format; the stored number; the shown text.
  private static let numbers: [(format: String, stored: String, shown: String)] = [
    ("0", "45000", "45000"), ("1", "0.25", "0.25"), ("14", "45000", "2023-03-15"), ("14", "45000.75", "2023-03-15"),
    ("22", "45000.75", "2023-03-15 18:00"), ("20", "0.5", "12:00"), ("21", "0.00001157407", "00:00:01"),
    ("46", "1.5", "36:00:00"), ("9", "0.25", "25%"), ("10", "0.25", "25.00%"), ("9", "0.285", "29%"),
    ("10", "-0.0725", "-7.25%"), ("14", "1", "1900-01-01"), ("14", "59", "1900-02-28"), ("14", "60", "1900-02-29"),
    ("14", "61", "1900-03-01"), ("14", "2958465", "9999-12-31"), ("14", "2958466", "2958466"), ("14", "-1", "-1"),
    ("14", "many", "many"), ("22", "44999.9999999", "2023-03-15 00:00"), ("yyyy\\-mm\\-dd;@", "45000", "2023-03-15"),
    ("[$-409]d\\ mmm\\ yyyy", "45000", "2023-03-15"), ("mmm", "45000", "2023-03-15"), ("hh:mm:ss", "0.25", "06:00:00"),
    ("dd/mm/yyyy hh:mm", "45000.25", "2023-03-15 06:00"), ("[hh]:mm", "30", "720:00:00"), ("0.0%", "0.125", "12.5%"),
    ("0.00\" days\"", "3.5", "3.5"), ("[Red]0.00", "3.5", "3.5"), ("#,##0\\ \\d", "3.5", "3.5"),
    ("0_h", "3.5", "3.5"), ("\"%\"0", "3.5", "3.5"), ("General", "3.5", "3.5"), ("#,##0.00 [$€-407]", "3.5", "3.5"),
    ("[&lt;1]0.0%;0", "2", "2"), ("0%;[&lt;1]0.0;0", "2", "2"), ("0%;[Red]-0%", "0.25", "25%"),
    ("0%;yyyy", "2", "200%"), ("[h", "1.5", "1.5"), ("9", "0x10", "0x10"), ("9", "nan", "nan"), ("9", "inf", "inf"),
    ("9", "2.5E-1", "25%"),
  ]

  @Test("Dates, times and percentages of a workbook are shown by the formats of their cells")
  func formats() async throws {
    let page = try await OfficeFile.page(Self.workbook(Self.numbers.map { ($0.format, $0.stored) }))
    for (row, number) in Self.numbers.enumerated() {
      #expect(page.contains("<td>row \(row)</td><td>\(number.shown)</td>"), "\(number)")
    }
  }

  @Test("The days of a workbook with the dates of old Macintosh versions count from 1904")
  func macintoshDates() async throws {
    let rows = [("14", "43538"), ("22", "43538.5"), ("14", "0"), ("14", "2957003"), ("14", "2957004")]
    let page = try await OfficeFile.page(Self.workbook(rows, properties: #"<workbookPr date1904="1"/>"#))
    for (row, shown) in ["2023-03-15", "2023-03-15 12:00", "1904-01-01", "9999-12-31", "2957004"].enumerated() {
      #expect(page.contains("<td>row \(row)</td><td>\(shown)</td>"), "\(shown)")
    }
  }

  /// A workbook whose sheet has one number in each row, in a cell of the row's format.
  private static func workbook(
    _ rows: [(format: String, stored: String)], properties: String = ""
  ) -> [(name: String, content: String)] {
    var (formats, styles, cells) = (
      "", "<xf numFmtId=\"0\"/>", "<row><c t=\"inlineStr\"><is><t>header</t></is></c></row>"
    )
    for (row, (format, stored)) in rows.enumerated() {
      let number = Int(format) ?? 164 + row
      if Int(format) == nil {
        let code = format.replacing("\"", with: "&quot;")
        formats += "<numFmt numFmtId=\"\(number)\" formatCode=\"\(code)\"/>"
      }
      styles += "<xf numFmtId=\"\(number)\"/>"
      cells += """
        <row><c t="inlineStr"><is><t>row \(row)</t></is></c><c s="\(row + 1)"><v>\(stored)</v></c>
        <c t="inlineStr"><is><t>x</t></is></c></row>
        """
    }
    // The last row makes the column one of texts.
    cells += "<row><c/><c t=\"inlineStr\"><is><t>text</t></is></c></row>"
    return OfficeFile.workbook(
      [("Sheet", cells)], properties: properties,
      styles: """
        <styleSheet><numFmts>\(formats)</numFmts><cellStyleXfs><xf numFmtId="14"/><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs>\(styles)</cellXfs><dxfs><dxf><numFmt numFmtId="1" formatCode="yyyy"/></dxf></dxfs></styleSheet>
        """)
  }

  private static let cell = "<row><c><v>7</v></c></row>"

  @Test("The first visible sheet that has cells is shown, with its name and the number of the others")
  func firstSheet() async throws {
    let page = try await OfficeFile.page(
      OfficeFile.workbook([
        ("Secret\" state=\"hidden", Self.cell), ("Deeper\" state=\"veryHidden", Self.cell), ("Empty", ""),
        ("Figures &amp; more", "<row><c><v>12</v></c></row>"), ("Last", Self.cell),
      ]))
    #expect(page.contains("<caption>Figures &amp; more</caption>") && page.contains(">12</th>"))
    #expect(page.contains("2 other sheets are not shown.") && !page.contains(">7<"))
    let single = try await OfficeFile.page(OfficeFile.workbook([("Only", Self.cell)]))
    #expect(single.contains("<caption>Only</caption>") && !single.contains("other sheet"))
    let empty = try await OfficeFile.page(OfficeFile.workbook([("One", ""), ("Two", "<row><c/></row>")]))
    #expect(empty.contains("The sheets have no cells.") && !empty.contains("<table>"))
    let hidden = try await OfficeFile.page(
      OfficeFile.workbook([("One\" state=\"hidden", Self.cell), ("Two\" state=\"hidden", Self.cell)]))
    #expect(hidden.contains("All sheets are hidden.") && !hidden.contains("<table>"))
  }

  @Test("Cells are looked for in the first five visible sheets", arguments: [4, 5])
  func emptySheets(_ count: Int) async throws {
    let empty = (1...count).map { (name: "Empty \($0)", rows: "") }
    let page = try await OfficeFile.page(OfficeFile.workbook(empty + [("Figures", Self.cell)]))
    if count < 5 {
      #expect(page.contains("<caption>Figures</caption>") && page.contains("4 other sheets are not shown."))
    } else {
      #expect(page.contains("The document is longer; its beginning has no cells.") && !page.contains("<caption>"))
    }
  }

  @Test("A cell too far down to be shown is noted, whatever the sheets after it have")
  func farCell() async throws {
    let far = (name: "Far", rows: "<row r=\"2500\"><c><v>7</v></c></row>")
    let alone = try await OfficeFile.page(OfficeFile.workbook([far, ("Empty", "")]))
    #expect(alone.contains("The document is longer; its beginning has no cells."))
    #expect(!alone.contains("The sheets have no cells."))
    let beside = try await OfficeFile.page(OfficeFile.workbook([far, ("Figures", "<row><c><v>12</v></c></row>")]))
    #expect(beside.contains("<caption>Figures</caption>") && beside.contains("The document is longer;"))
  }

  @Test("Of an OpenDocument spreadsheet, too")
  func openDocument() async throws {
    func table(_ name: String, _ style: String, _ value: String) -> String {
      let cell =
        value.isEmpty ? "<table:table-cell/>" : "<table:table-cell><text:p>\(value)</text:p></table:table-cell>"
      return """
        <table:table table:name="\(name)" table:style-name="\(style)"><table:table-row>\(cell)</table:table-row></table:table>
        """
    }
    let page = try await OfficeFile.page(
      OfficeFile.spreadsheet(
        table("Secret", "ta2", "7") + table("Empty", "ta1", "") + table("Figures", "ta1", "12")
          + table("Last", "ta1", "7") + table("Hidden too", "ta2", "7")))
    #expect(page.contains("<caption>Figures</caption>") && page.contains(">12</th>"))
    #expect(page.contains("2 other sheets are not shown.") && !page.contains(">7<"))
    let empty = try await OfficeFile.page(OfficeFile.spreadsheet(table("One", "ta1", "")))
    #expect(empty.contains("The sheets have no cells."))
    let hidden = try await OfficeFile.page(OfficeFile.spreadsheet(table("Secret", "ta2", "7")))
    #expect(hidden.contains("All sheets are hidden.") && !hidden.contains("<table>"))
  }

  @Test("Damaged shared texts are a warning")
  func damagedTexts() async throws {
    let parts = OfficeFile.workbook([("A", "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c></row>")])
    let page = try await OfficeFile.page(parts + [("xl/sharedStrings.xml", "<sst><si><t>first</t></si>\n<si></t>")])
    #expect(page.contains(">first<"))
    #expect(
      page.contains("The document is damaged: xl/sharedstrings.xml, line 2: mismatched tag; text may be missing."))
  }

  @Test("Damaged formats of numbers are a warning")
  func damagedFormats() async throws {
    let page = try await OfficeFile.page(OfficeFile.workbook([("A", Self.cell)], styles: "<styleSheet>\n<numFmts></t>"))
    #expect(page.contains(">7<"))
    #expect(page.contains("The document is damaged: xl/styles.xml, line 2: mismatched tag; text may be missing."))
  }

  @Test("More shared texts than are read are noted, and so are more cells")
  func long() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      def make(name, sheet, strings=""):
          with zipfile.ZipFile(sys.argv[1] + "/" + name, "w", zipfile.ZIP_DEFLATED) as archive:
              archive.writestr("_rels/.rels", '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></R>')
              archive.writestr("xl/workbook.xml", '<workbook><sheets><sheet name="A" r:id="q"/></sheets></workbook>')
              archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{sheet}</sheetData></worksheet>")
              archive.writestr("xl/sharedStrings.xml", f"<sst>{strings}</sst>")
      make("strings.xlsx", '<row><c t="s"><v>0</v></c><c t="s"><v>99999</v></c></row>',
           "<si><t>first</t></si>" + ("<si><t>" + "many words " * 10 + "</t></si>") * 100_000)
      make("cells.xlsx", "".join("<row>" + "<c><v>1234567890123</v></c>" * 90 + "</row>" for _ in range(1_000)))
      """, [folder.path])
    try #require(made.status == 0, "\(made.errors)")
    let strings = try await OfficeFile.page(folder.file("strings.xlsx"))
    #expect(strings.contains(">first<") && strings.contains("this is its beginning"))
    let cells = try await OfficeFile.page(folder.file("cells.xlsx"))
    #expect(cells.contains(">1234567890123<") && cells.contains("this is its beginning"))
    #expect(cells.utf8.count < 8 << 20)
  }
}

/// Office documents for one test, made part by part.
enum OfficeFile {
  /// The preview of a ZIP archive of parts.
  static func page(_ parts: [(name: String, content: String)]) async throws -> String {
    let folder = try TemporaryDirectory()
    return try await page(made(parts, in: folder))
  }

  static func page(_ path: String) async throws -> String {
    let outcome = try await Shipped.named("office").inProcess.preview(of: path, contentType: "public.data")
    try await HTMLJudge.check(outcome.bytes, path)
    return String(decoding: outcome.bytes, as: UTF8.self)
  }

  /// - Returns: the path of the archive.
  static func made(_ parts: [(name: String, content: String)], in folder: TemporaryDirectory) async throws -> String {
    let path = folder.file("document")
    let made = try await Tool.python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
          for name, content in zip(sys.argv[2::2], sys.argv[3::2]): archive.writestr(name, content)
      """, [path] + parts.flatMap { [$0.name, $0.content] })
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  /// The relationships of the archive, whose main part is the given one.
  static func root(_ main: String) -> (name: String, content: String) {
    ("_rels/.rels", #"<R><Relationship Id="a" Type="x/officeDocument" Target="\#(main)"/></R>"#)
  }

  /// A workbook of sheets. A name may go on with other attributes: `Costs" state="hidden`.
  static func workbook(
    _ sheets: [(name: String, rows: String)], properties: String = "", styles: String = "<styleSheet/>"
  ) -> [(name: String, content: String)] {
    let list = sheets.indices.map { "<sheet name=\"\(sheets[$0].name)\" r:id=\"r\($0)\"/>" }.joined()
    let targets = sheets.indices.map {
      "<Relationship Id=\"r\($0)\" Type=\"x/worksheet\" Target=\"worksheets/s\($0).xml\"/>"
    }
    return [
      root("xl/workbook.xml"), ("xl/workbook.xml", "<workbook>\(properties)<sheets>\(list)</sheets></workbook>"),
      ("xl/_rels/workbook.xml.rels", "<R>\(targets.joined())</R>"), ("xl/styles.xml", styles),
    ]
      + sheets.indices.map {
        ("xl/worksheets/s\($0).xml", "<worksheet><sheetData>\(sheets[$0].rows)</sheetData></worksheet>")
      }
  }

  /// A spreadsheet of OpenDocument: its tables. The style `ta2` hides a table.
  static func spreadsheet(_ tables: String) -> [(name: String, content: String)] {
    let content = """
      <o:document-content xmlns:o="o" xmlns:style="s" xmlns:table="t" xmlns:text="x"><o:automatic-styles>
      <style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>
      <style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>
      </o:automatic-styles><o:body><o:spreadsheet>\(tables)</o:spreadsheet></o:body></o:document-content>
      """
    return [("META-INF/manifest.xml", "<manifest/>"), ("content.xml", content)]
  }
}
