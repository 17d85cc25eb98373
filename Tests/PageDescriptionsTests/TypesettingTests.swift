internal import Drawing
internal import PageDescriptions
internal import TestKit
internal import Testing

/// Flows, footnotes, hyphenation, contents and charts, as poppler sees them.
@Suite("Typesetting", .timed) struct TypesettingTests {
  /// A word and its box on a page, in points from the upper left.
  private struct Word {
    var page: Int
    var text: String
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
  }

  /// All words in the order of the file.
  private func words(of drawn: Drawn) async throws -> [Word] {
    var words: [Word] = []
    var page = 0
    for line in try await Tool.run("pdftotext", ["-bbox", "-raw", drawn.path, "-"]).text.split(separator: "\n") {
      if line.contains("<page ") { page += 1 }
      let parts = line.split(separator: "\"")
      guard line.contains("<word"), parts.count > 8 else { continue }
      let sides = [1, 3, 5, 7].compactMap { Double(parts[$0]) }
      let text = String(parts[8].dropFirst().prefix { $0 != "<" })
      words.append(
        Word(page: page, text: text, left: sides[0], top: sides[1], right: sides[2], bottom: sides[3]))
    }
    return words
  }

  private func page(_ elements: String, size: String = "[200, 200]", document: String = "{}") -> String {
    """
    {"version": 1, "document": \(document),
     "pages": [{"size": \(size), "margin": 10, "elements": [\(elements)]}]}
    """
  }

  /// Lines of their own, so that the height does not depend on the width of a font.
  private func lines(_ range: ClosedRange<Int>, _ name: String = "w") -> String {
    range.map { "\(name)\($0)" }.joined(separator: "\\n")
  }

  // MARK: The report

  @Test("The report has two equal columns, hyphens, a figure, a table, and its notes at the foot of the page")
  func report() async throws {
    let folder = "\(Fixtures.root)/docs/examples"
    let text = try await Tool.run("cat", ["\(folder)/report.json"]).text
    #expect(text.split(separator: "\n").count <= 20)
    let drawn = try Drawn(text, folder: folder)
    #expect(drawn.sizes.count == 1)
    let words = try await words(of: drawn)
    // The margins are 22 mm, the gap is 7 mm.
    let (left, right, middle) = (62.4, 595.28 - 62.4, 595.28 / 2)
    let abstract = try #require(words.first { $0.text == "Abstract." })
    #expect(abstract.left > left + 40)
    let body = words.filter { $0.top > abstract.bottom + 60 }
    #expect(body.allSatisfy { $0.left > left - 1 && $0.right < right + 1 })
    // No word is in both columns.
    #expect(body.allSatisfy { $0.right < middle || $0.left > middle })
    let note = try #require(words.first { $0.text == "textbooks." })
    #expect(note.bottom > 735 && note.bottom < 841.89 - 62.4 + 3)
    let columns = [body.filter { $0.right < middle }, body.filter { $0.left > middle }].map { column in
      column.filter { $0.bottom < 725 }.map(\.bottom).max() ?? 0
    }
    #expect(abs(columns[0] - columns[1]) < 60, "\(columns)")
    // Soft hyphens at the ends of lines are shown.
    #expect(body.count { $0.text.hasSuffix("\u{AD}") } > 5)
    // In each column the ends of most lines are at its right side.
    let lines = Dictionary(grouping: body.filter { $0.right < middle }, by: { Int($0.bottom) })
    let ends = lines.values.compactMap { line in line.map(\.right).max() }
    let side = ends.max() ?? 0
    #expect(ends.count { abs($0 - side) < 1 } > ends.count / 2)
    let order = ["Introduction", "Instruments", "Results", "Conclusions"].map { name in
      words.firstIndex { $0.text == name } ?? -1
    }
    #expect(order == order.sorted() && order[0] > 0)
  }

  // MARK: Flows

  /// Lines of 10 points are about 11.6 high in DejaVu Sans: 15 in 180 points.
  @Test("Text flows through columns and pages, and the last page is balanced")
  func columns() async throws {
    let style = #""style": {"font": "DejaVu Sans", "size": 10, "orphans": 1, "widows": 1}"#
    let drawn = try Drawn(
      page(
        #"{"type": "flow", "columns": 2, "gap": 20, "elements": [{"type": "text", "text": "\#(lines(1...40))"}]}"#,
        document: "{\(style)}"))
    #expect(drawn.sizes.count == 2)
    let words = try await words(of: drawn)
    #expect(words.map(\.text) == (1...40).map { "w\($0)" })
    // 30 lines on the first page, five in each column of the second.
    #expect(words.map(\.page) == (1...40).map { $0 <= 30 ? 1 : 2 })
    #expect(words.map { $0.left > 100 } == (1...40).map { (16...30).contains($0) || $0 > 35 })
    #expect(words.allSatisfy { abs($0.left - 10) < 2 || abs($0.left - 110) < 2 })
  }

  @Test("A heading stays with the lines under it, and no line of a paragraph is alone")
  func keepWithNext() async throws {
    // 13 lines, then a heading; two of the 15 are left, of which the space above the heading takes a half.
    let drawn = try Drawn(
      page(
        #"""
        {"type": "flow", "elements": [
          {"type": "text", "text": "\#(lines(1...13))"}, {"type": "text", "role": "heading", "text": "HEAD"},
          {"type": "text", "y": 0, "text": "\#(lines(1...12, "x"))"},
          {"type": "rectangle", "y": 0, "height": 12, "fill": "red"},
          {"type": "text", "y": 0, "runs": ["a\u2028b\u2028c"]}]}
        """#, document: #"{"style": {"font": "DejaVu Sans", "size": 10}}"#))
    let words = try await words(of: drawn)
    #expect(words.filter { $0.page == 1 }.map(\.text) == (1...13).map { "w\($0)" })
    #expect(words.first { $0.page == 2 }?.text == "HEAD")
    // The heading, 12 lines and the box leave space for one line of three: none stays.
    #expect(words.filter { $0.page == 3 }.map(\.text) == ["a", "b", "c"])
    let failures = [
      (#"{"type": "text", "text": "a", "float": "top"}"#, "elements[0].float (line 2): only the elements of a 'flow'"),
      (#"{"type": "flow", "elements": [{"type": "text", "text": "a", "below": true}]}"#, "elements[0].below"),
      (#"{"type": "flow", "elements": [{"type": "text", "text": "a", "on": "every"}]}"#, "elements[0].on"),
      (#"{"type": "flow", "columns": 0, "elements": []}"#, "columns (line 2): expected a number of columns"),
      (#"{"type": "flow", "gap": 300, "columns": 2, "elements": []}"#, "no space for 2 columns"),
      (#"{"type": "group", "elements": [{"type": "flow", "elements": []}]}"#, "a flow is an element of the page"),
      (
        #"{"type": "flow", "elements": [{"type": "rectangle", "height": 500, "fill": "red"}]}"#,
        "elements[0].elements[0] (line 2): needs 500 points; a column has 180"
      ),
      (
        #"{"type": "flow", "columns": 2, "elements": [{"type": "rectangle", "width": 91, "height": 9, "fill": "red"}]}"#,
        "reaches 10 points beyond its column, which is 81 wide"
      ),
      (
        #"{"type": "flow", "elements": [{"type": "text", "text": "a"}, {"type": "text", "y": -99, "text": "b"}]}"#,
        "elements[0].elements[1] (line 2): begins 8"
      ),
      (#"{"type": "flow", "elements": [{"type": "text", "text": "a", "caption": "b"}]}"#, "a text has no caption"),
    ]
    for (element, message) in failures {
      let found = failure { _ = try Drawn(page(element)) }
      #expect(found.contains(message), "\(element): \(found)")
    }
  }

  @Test("An element that stays together moves where less space is left than it needs")
  func needs() async throws {
    func pages(_ needs: Int) throws -> Int {
      try Drawn(
        page(
          #"""
          {"type": "flow", "elements": [{"type": "rectangle", "height": 100, "fill": "red"},
            {"type": "rectangle", "y": 0, "height": 10, "needs": \#(needs), "fill": "navy"}]}
          """#)
      ).sizes.count
    }
    #expect(try [0, 79, 81].map(pages) == [1, 1, 2])
  }

  @Test("Footnotes are at the foot of the column that refers to them")
  func footnotes() async throws {
    // 13 lines fit above the first note. The last of them has a note, too, so that it moves to the next page.
    let drawn = try Drawn(
      page(
        #"""
        {"type": "flow", "elements": [
          {"type": "text", "runs": ["\#(lines(1...3))", {"footnote": "first"}, "\n\#(lines(4...13))",
            {"footnote": ["second ", {"text": "note", "style": {"weight": "bold"}}]}, "\n\#(lines(14...20))"]}]}
        """#, document: #"{"style": {"font": "DejaVu Sans", "size": 10, "orphans": 1, "widows": 1}}"#))
    let words = try await words(of: drawn)
    let (first, second) = (
      try #require(words.first { $0.text == "first" }), try #require(words.first { $0.text == "second" })
    )
    #expect(first.page == 1 && abs(first.bottom - 190) < 4)
    #expect(second.page == 2 && abs(second.bottom - 190) < 4)
    let last = try #require(words.last { $0.page == 1 && $0.text.hasPrefix("w") })
    #expect(last.bottom < first.top - 5)
    #expect(words.first { $0.page == 2 }?.text.hasPrefix("w13") == true)
    // The number is small and above the baseline, right behind the word.
    #expect(words.contains { $0.text == "w31" || $0.text == "1" && $0.bottom < first.top })
    let outside = #"{"type": "text", "runs": ["a", {"footnote": "b"}]}"#
    #expect(
      failure { _ = try Drawn(page(outside)) }.contains("elements[0].runs[1].footnote (line 2): only a text that is"))
    let nested = #"{"type": "flow", "elements": [{"type": "text", "runs": [{"footnote": [{"footnote": "b"}]}]}]}"#
    #expect(failure { _ = try Drawn(page(nested)) }.contains("only a text that is"))
  }

  @Test("Floats go to the top and the bottom of their column, with their captions")
  func floats() async throws {
    let drawn = try Drawn(
      page(
        #"""
        {"type": "flow", "elements": [
          {"type": "text", "text": "one"},
          {"type": "rectangle", "height": 40, "fill": "red", "float": "top", "caption": "RED"},
          {"type": "rectangle", "height": 20, "fill": "navy", "float": "bottom"},
          {"type": "text", "text": "two"}]}
        """#, document: #"{"style": {"font": "DejaVu Sans", "size": 10}}"#))
    #expect(drawn.sizes.count == 1)
    #expect(
      try await drawn.pixels([(50, 11), (50, 49), (50, 168), (50, 171), (50, 189), (50, 191)]) == [
        "#ff0000", "#ff0000", "#ffffff", "#000080", "#000080", "#ffffff",
      ])
    let words = try await words(of: drawn)
    #expect(words.sorted { $0.top < $1.top }.map(\.text) == ["RED", "one", "two"])
    // The order of reading is that of the description.
    #expect(words.map(\.text) == ["one", "RED", "two"])
  }

  // MARK: Words

  @Test("Words are hyphenated by the patterns of their language")
  func hyphenation() async throws {
    func text(_ text: String, _ language: String) async throws -> [String] {
      let element = #"{"type": "text", "width": 20, "lang": "\#(language)", "text": "\#(text)"}"#
      let style = #"{"style": {"font": "DejaVu Sans", "size": 5, "hyphenate": true}}"#
      let drawn = try Drawn(page(element, document: style))
      return try await words(of: drawn).map { $0.text.replacing("\u{AD}", with: "-") }
    }
    // The divisions of Webster's and of Duden.
    let english = try await text("hyphenation typesetting", "en-US")
    #expect(english.count > 3 && english.joined().replacing("-", with: "") == "hyphenationtypesetting")
    let parts: Set = ["hy-", "hyphen-", "phen-", "ation", "type-", "typeset-", "set-", "setting", "ting"]
    #expect(english.allSatisfy(parts.contains), "\(english)")
    let german = try await text("Silbentrennung", "de-DE")
    #expect(german.joined().replacing("-", with: "") == "Silbentrennung")
    #expect(german.allSatisfy { ["Sil-", "ben-", "Silben-", "tren-", "nung", "trennung"].contains($0) }, "\(german)")
    // An address is broken anywhere, without hyphens.
    #expect(!(try await text("example.org/typesetting", "en-US").contains { $0.hasSuffix("-") }))
    // A cell that is only a text, and one that is an object.
    let table = #"{"type": "table", "columns": [50], "rows": [["hyphenation"], [{"text": "hyphenation"}]]}"#
    let cells = try Drawn(
      page(table, document: #"{"lang": "en-US", "style": {"font": "DejaVu Sans", "size": 8, "hyphenate": true}}"#))
    let cellTexts = try await words(of: cells).map(\.text)
    let half = cellTexts.count / 2
    #expect(half > 1 && cellTexts.prefix(half) == cellTexts.suffix(half), "\(cellTexts)")
    let element = #"{"type": "text", "text": "hyphenation", "style": {"hyphenate": true}}"#
    #expect(failure { _ = try Drawn(page(element)) }.contains("elements[0] (line 2): 'hyphenate' needs 'lang'"))
    #expect(
      failure { _ = try Drawn(page(element, document: #"{"lang": "xx"}"#)) }.contains(
        "elements[0] (line 2): there is no hyphenation dictionary for 'xx'"))
  }

  @Test("Justified lines with hyphens are as wide as the text", arguments: [100.0, 150, 200])
  func justifiedHyphens(width: Double) async throws {
    let text = "Internationalization and extraordinarily long considerations are hyphenated everywhere, and sweet."
    let element = #"{"type": "text", "width": \#(width), "text": "\#(text) \#(text)"}"#
    let style = #"{"font": "DejaVu Serif", "size": 9, "align": "justify", "hyphenate": true}"#
    let drawn = try Drawn(page(element, size: "[300, 300]", document: #"{"lang": "en-US", "style": \#(style)}"#))
    let words = try await words(of: drawn)
    #expect(words.contains { $0.text.hasSuffix("\u{AD}") })
    let ends = Dictionary(grouping: words, by: { Int($0.bottom) }).sorted { $0.key < $1.key }.map { line in
      line.value.map(\.right).max() ?? 0
    }
    #expect(ends.dropLast().allSatisfy { abs($0 - (10 + width)) < 0.5 }, "\(ends)")
  }

  @Test("Superscripts are small, above the baseline, and do not spread lines")
  func superscript() async throws {
    let small = #"{"text": "222", "style": {"script": "super"}}"#
    let low = #"{"text": "333", "style": {"script": "sub"}}"#
    let runs = #"["a\nb", \#(small), "c", \#(low), "\nd"]"#
    let drawn = try Drawn(
      page(#"{"type": "text", "runs": \#(runs)}"#, document: #"{"style": {"font": "DejaVu Sans", "size": 20}}"#))
    let text = try await Tool.run("pdftotext", ["-bbox-layout", drawn.path, "-"]).text
    #expect(text.contains("222") && text.contains("333"))
    let words = try await words(of: drawn)
    let (a, d) = (try #require(words.first), try #require(words.last))
    let middle = try #require(words.first { $0.text.hasPrefix("b") })
    #expect(abs((d.top - a.top) / 2 - (middle.top - a.top)) < 4)
  }

  @Test("Fonts of files are used, and others beside them")
  func fontFiles() async throws {
    let directory = try TemporaryDirectory()
    // The font of the system with another name of the same length, which is not installed.
    _ = try await Tool.python(
      """
      import subprocess, sys
      path = subprocess.check_output(['fc-match', '-f', '%{file}', 'DejaVu Sans Mono'], text=True)
      data = open(path, 'rb').read()
      for encoding in ['utf-16-be', 'ascii']:
        data = data.replace('DejaVu Sans Mono'.encode(encoding), 'Quixotic Xx Mono'.encode(encoding))
      open(sys.argv[1] + '/mono.ttf', 'wb').write(data)
      open(sys.argv[1] + '/bad.ttf', 'w').write('no font')
      """, [directory.path])
    func description(_ fonts: String) -> String {
      page(
        #"{"type": "text", "text": "wwiiwwii", "style": {"font": "Quixotic Xx Mono"}}"#,
        document: #"{"fonts": \#(fonts)}"#)
    }
    let drawn = try Drawn(description(#"["mono.ttf"]"#), folder: directory.path)
    let fonts = try await Tool.run("pdffonts", [drawn.path]).text
    #expect(fonts.contains("DejaVuSansMono"), "\(fonts)")
    let failures = [
      (#"["no.ttf"]"#, "document.fonts[0] (line 1)"), (#"["mono.ttf", "bad.ttf"]"#, "document.fonts[1] (line 1)"),
      (#""mono.ttf""#, "document.fonts (line 1): expected a list"), (#"["https://a/b.ttf"]"#, "is an address"),
    ]
    for (fonts, message) in failures {
      let found = failure { _ = try Drawn(description(fonts), folder: directory.path) }
      #expect(found.contains(message), "\(fonts): \(found)")
    }
  }

  // MARK: Pages

  @Test("Contents and references have the right pages, also where the contents take a page themselves")
  func contents() async throws {
    let data = "{\"chapters\": [" + (1...30).map { "\"Chapter\($0)\"" }.joined(separator: ",") + "]}"
    let drawn = try Drawn(
      """
      {"version": 1, "pages": [
        {"size": [200, 200], "margin": 10, "elements": [
          {"type": "contents", "id": "toc"}, {"type": "text", "below": "toc", "text": "last={pageOf.end}"}]},
        {"for": "n, name in chapters", "size": [200, 200], "margin": 10, "elements": [
          {"type": "text", "bookmark": "{name}", "text": "{name} on {page}"}]},
        {"id": "end"}]}
      """, data: data)
    let pages = drawn.sizes.count
    let count = pages - 31
    #expect(count >= 2)
    let text = try await Tool.run("pdftotext", ["-layout", "-l", "\(count)", drawn.path, "-"]).text
    let rows = text.split { $0 == "\n" || $0 == "\u{0C}" }.map { $0.split(separator: " ").map(String.init) }
      .filter { $0.count == 2 }
    #expect(rows.map { $0[0] } == (1...30).map { "Chapter\($0)" })
    #expect(rows.map { $0[1] } == (1...30).map { "\($0 + count)" })
    #expect(text.contains("last=\(pages)"))
    #expect(drawn.links.joined().map(\.target).contains(.page(count)))
    #expect(
      failure { _ = try Drawn(page(#"{"type": "text", "text": "{pageOf.nowhere}"}"#)) }.contains(
        "elements[0].text (line 2): '{pageOf.nowhere}': no page and no element has the id 'nowhere'"))
    #expect(failure { _ = try Drawn(lines: #"{"elements": [{"type": "contents"}]}"#) }.contains("line by line"))
    let title = page(#"{"type": "text", "id": "a", "text": "a"}"#, document: #"{"title": "{pageOf.a}"}"#)
    #expect(failure { _ = try Drawn(title) }.contains("document.title (line 1): {pageOf.a} is not known outside of"))
    // The second one is on page 1 if its number is 2, and on page 2 if it is 1.
    let unsettled = #"""
      {"type": "flow", "elements": [{"type": "rectangle", "height": 100, "fill": "red"},
        {"type": "rectangle", "id": "b", "y": "-0.{pageOf.b}", "height": 80.15, "fill": "navy"}]}
      """#
    #expect(failure { _ = try Drawn(page(unsettled)) }.contains("are other ones after each layout"))
  }

  // MARK: Tables

  @Test("Cells of several rows, pictures in cells, and rows that stay together")
  func tables() async throws {
    // Rows of 20 points: nine fit. The sum takes the row before it along.
    let rows = (1...8).map { #"{"height": 20, "cells": ["r\#($0)", "x"]}"# }.joined(separator: ",")
    let drawn = try Drawn(
      page(
        #"""
        {"type": "table", "columns": [60, "1fr"], "padding": 0, "rows": [
          {"cells": [{"rowSpan": 2, "verticalAlign": "bottom", "fill": "yellow",
            "elements": [{"type": "rectangle", "width": 10, "height": 15, "fill": "red"}]}, "a"], "height": 10},
          {"cells": ["b"], "height": 10}, \#(rows), {"height": 20, "keepWithPrevious": true, "cells": ["SUM", "y"]}]}
        """#, document: #"{"style": {"font": "DejaVu Sans", "size": 7}}"#))
    let words = try await words(of: drawn)
    #expect(words.filter { $0.page == 2 }.map(\.text) == ["r8", "x", "SUM", "y"])
    let b = try #require(words.first { $0.text == "b" })
    #expect(abs(b.left - 70) < 2 && b.top > 18)
    #expect(
      try await drawn.pixels([(15, 12), (15, 16), (15, 29), (40, 29), (65, 31)]) == [
        "#ffff00", "#ff0000", "#ff0000", "#ffff00", "#ffffff",
      ])
    let failures = [
      (#"[[{"text": "a", "rowSpan": 2}]]"#, "rows[0][0].rowSpan (line 2): reaches below the last row"),
      (#"[[{"text": "a", "rowSpan": 2}, "b"], ["c", "d"]]"#, "more cells than the table has columns"),
      (#"[["a", {"text": "b", "rowSpan": 2}], [{"text": "c", "span": 2}]]"#, "overlaps a cell of a row above"),
      (#"[[{"text": "a", "elements": []}]]"#, "one of 'text', 'runs' and 'elements'"),
      (#"[{"rows": [["a", "b", "c"]]}]"#, "more cells"),
    ]
    for (rows, message) in failures {
      let found = failure { _ = try Drawn(page(#"{"type": "table", "columns": [50, 50], "rows": \#(rows)}"#)) }
      #expect(found.contains(message), "\(rows): \(found)")
    }
  }

  // MARK: Values

  /// What ICU 78 writes (`Intl` of Node).
  @Test(
    "Numbers and dates are written as people of the language write them",
    arguments: [
      ("en", "1,234,567.50", "5/6/2024", "May 6, 2024", "May"),
      ("en-GB", "1,234,567.50", "06/05/2024", "6 May 2024", "May"),
      ("de", "1.234.567,50", "6.5.2024", "6. Mai 2024", "Mai"),
      ("fr", "1 234 567,50", "06/05/2024", "6 mai 2024", "mai"),
      ("es", "1.234.567,50", "6/5/2024", "6 de mayo de 2024", "mayo"),
      ("pl", "1 234 567,50", "6.05.2024", "6 maja 2024", "maja"),
      ("xx", "1,234,567.50", "5/6/2024", "May 6, 2024", "May"),
    ])
  func locales(_ language: String, _ number: String, _ short: String, _ long: String, _ month: String) async throws {
    let texts = ["{n:%'.2f}", "{d:%x}", "{d:%lx}", "{d:%B}", "{n:%.2f}", "{sumOf.l.v}", "{sumOf.l.v:%'.1f}"]
    let rows = texts.map { "[\"\($0)\"]" }.joined(separator: ",")
    let drawn = try Drawn(
      page(#"{"type": "table", "columns": ["1fr"], "rows": [\#(rows)]}"#, document: #"{"lang": "\#(language)"}"#),
      data: #"{"n": 1234567.5, "d": "2024-05-06", "l": [{"v": 0.1}, {"v": 0.20}, {"v": "3"}]}"#)
    let text = try await drawn.text(page: 1).map { line in
      String(line.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
    }
    #expect(Array(text.prefix(6)) == [number, short, long, month, "1234567.50", "3.30"])
  }

  @Test("Sums need lists of numbers")
  func sums() {
    func message(_ field: String) -> String {
      failure {
        _ = try Drawn(
          page(#"{"type": "text", "text": "\#(field)"}"#), data: #"{"l": [{"v": 1}, {"v": "a"}], "n": 3}"#)
      }
    }
    #expect(message("{sumOf.l.v}").contains("the 'v' of element 1 is not a number"))
    #expect(message("{sumOf.n.v}").contains("a number has no sum"))
    #expect(message("{sumOf.l}").contains("a sum is of a list and a member"))
    #expect(message("{sumOf.gone.v}").contains("is not there in the data"))
    #expect(message("{sumOf.gone.v|0}").isEmpty)
  }

  @Test("Charts have bars, lines and sectors where the numbers say")
  func charts() async throws {
    func chart(_ more: String) -> String {
      page(#"{"type": "chart", "x": 0, "y": 0, "width": 200, "height": 200, "style": {"size": 8}, \#(more)}"#)
    }
    let points = #""points": [{"label": "A", "value": 1}, {"label": "B", "value": 3}]"#
    let bars = try Drawn(chart(#""kind": "bars", "series": [{"color": "red"}], \#(points)"#))
    // The bars are in the middle of each half of the axis: the first is a third as high.
    #expect(
      try await bars.pixels([(65, 170), (65, 60), (150, 170), (150, 20)]) == [
        "#ff0000", "#ffffff", "#ff0000", "#ff0000",
      ])
    let pie = try Drawn(chart(#""kind": "pie", "series": [{"color": "red"}, {"color": "navy"}], \#(points)"#))
    // The first sector is a quarter from the top clockwise. A legend is above the pie.
    #expect(
      try await pie.pixels([(140, 60), (60, 60), (60, 160), (140, 160)]) == [
        "#ff0000", "#000080", "#000080", "#000080",
      ])
    // A line of one point is a dot, which is at the top here.
    let one = #""points": [{"label": "A", "value": 1}]"#
    let dot = try Drawn(chart(#""kind": "lines", "series": [{"color": "red"}], \#(one)"#))
    let places = (90...130).flatMap { x in (0...20).map { (Double(x), Double($0)) } }
    #expect(try await dot.pixels(places).contains("#ff0000"))
    // Labels do not leave the chart, and do not overlap.
    let long = (1...9).map { #"{"label": "number\#($0 * 111_111)", "value": \#($0)}"# }.joined(separator: ",")
    let labels = try await words(of: Drawn(chart(#""points": [\#(long)]"#))).filter { $0.text.hasPrefix("number") }
    #expect(labels.count > 1 && labels.allSatisfy { $0.left > -0.5 && $0.right < 200.5 }, "\(labels)")
    #expect(zip(labels, labels.dropFirst()).allSatisfy { $0.right < $1.left }, "\(labels)")
    let failures = [
      (#""points": []"#, "points (line 2): a chart needs a point"),
      (#""points": [{"label": "A"}]"#, "points[0] (line 2): has one of 'value' and 'values'"),
      (#""points": [{"value": 1e300}]"#, "points[0].value (line 2): expected a number from -1e12"),
      (#""kind": "pie", "points": [{"value": -1}]"#, "a pie has one value"),
      (#""minimum": 3, "maximum": 3, \#(points)"#, "the maximum is not above the minimum"),
      (#""maximum": 5e-324, \#(points)"#, "the maximum is not above the minimum"),
    ]
    for (more, message) in failures {
      let found = failure { _ = try Drawn(chart(more)) }
      #expect(found.contains(message), "\(more): \(found)")
    }
  }

  @Test("A page with a bleed is larger, and has marks at its corners")
  func bleed() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      Array(
        """
        {"version": 1, "document": {"page": {"size": [200, 100], "margin": 10, "bleed": 9, "marks": true}}, "pages": [
          {"background": "red", "elements": [{"type": "text", "id": "a", "text": "x", "link": {"destination": "a"}}]},
          {"bleed": 0, "marks": false}]}
        """.utf8), to: "a.json")
    let made = try await Tool.cameo("mkpdf", ["a.json", "-o", "a.pdf"], directory: directory.path)
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let found = try await Tool.python(
      """
      import sys, pikepdf
      document = pikepdf.open(sys.argv[1])
      for page in document.pages:
        print(*[' '.join(str(int(n)) for n in page.obj.get(k, [])) for k in ['/MediaBox', '/TrimBox', '/BleedBox']], sep='|')
      """, [directory.file("a.pdf")])
    // The marks are 4 points from the bleed and 12 long: the edge is 25 points wide.
    #expect(found.text == "0 0 250 150|25 25 225 125|16 16 234 134\n0 0 200 100||\n", "\(found.text)\(found.errors)")
    let image = directory.file("a")
    _ = try await Tool.run("pdftoppm", ["-png", "-r", "288", "-l", "1", "-singlefile", directory.file("a.pdf"), image])
    let pixels = try await Tool.python(
      """
      import sys; from PIL import Image
      image = Image.open(sys.argv[1]).convert('L')
      print([min(image.getpixel((int(4 * x) + d, int(4 * y) + d)) for d in [-1, 0, 1]) < 200
        for x, y in [(18, 18), (14, 14), (25, 6), (6, 25), (25, 14.5), (225, 144), (232, 132)]])
      """, [image + ".png"])
    #expect(pixels.text == "[True, False, True, True, False, True, True]\n")
    let failing = #"{"version": 1, "pages": [{"bleed": 300}]}"#
    #expect(failure { _ = try Drawn(failing) }.contains("pages[0].bleed (line 1): is more than 200 points"))
  }
}
