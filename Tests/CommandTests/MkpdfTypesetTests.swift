internal import TestKit
internal import Testing

/// Markdown and tables as pages of mkpdf, beside pikepdf and poppler.
@Suite("Typeset texts of mkpdf", .timed) struct MkpdfTypesetTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String...) async throws -> Tool.Result {
    try await Tool.cameo("mkpdf", arguments, directory: folder.path)
  }

  private func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

  private func text(_ name: String, _ options: String...) async throws -> String {
    try await Tool.run("pdftotext", options + [name, "-"], directory: folder.path).text
  }

  private static let guide = """
    ---
    title: The Guide
    author: Ada Lovelace
    keywords: [one, two]
    ---
    # The Guide

    Words with *emphasis*, **weight**, `code {x}` and a [page](https://example.org/a?b=c), or
    [another chapter](#second-chapter); a note[^1]. <b>Bold</b> &amp; more.

    ## First chapter

    1. apple
    2. banana
       - inner

    - [x] done
    - [ ] open

    > [!NOTE]
    > A quotation.

    ![inside](pictures/a%20b.png) and ![badge](https://example.org/badge.png)

    ![outside](../secret.png) ![link](pictures/link.png)

    ```swift
    let x = { 1 }
    ```

    ## Second chapter

    | Name | Count |
    |:-----|------:|
    | pear | 12    |
    | `fig` | 3 |

    ### Details

    The end.

    [^1]: The text of the note.
    """

  @Test("Markdown becomes headings with an outline, lists, tables, code, pictures beside it, links and footnotes")
  func markdown() async throws {
    let home = folder.file("home")
    _ = try await Tool.run("mkdir", ["-p", home + "/pictures"])
    let picture = Fixtures.bytes(Fixtures.path("png/valid/gray1.png"))
    try folder.write(picture, to: "home/pictures/a b.png")
    try folder.write(picture, to: "secret.png")
    _ = try await Tool.run("ln", ["-s", "../../secret.png", home + "/pictures/link.png"])
    try write(Self.guide, to: "home/guide.md")
    let result = try await run("home/guide.md", "--style", "article", "--contents", "-o", "guide.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let notes = result.errors.split(separator: "\n").map {
      $0.replacing("mkpdf: home/guide.md: note: the picture ", with: "")
    }
    #expect(
      notes == [
        "'https://example.org/badge.png' is left out: nothing is downloaded",
        "'../secret.png' is left out: is not a file in the folder of the text",
        "'pictures/link.png' is left out: is not a file in the folder of the text",
      ])
    let facts = try await Tool.python(
      """
      import sys, pikepdf
      document = pikepdf.open(sys.argv[1])
      pages = {page.objgen: number for number, page in enumerate(document.pages, 1)}
      names = {str(k): v for k, v in pikepdf.NameTree(document.Root.Names.Dests).items()}
      def place(target):
        target = names[str(target)] if not isinstance(target, pikepdf.Array) else target
        target = target.D if isinstance(target, pikepdf.Dictionary) else target
        return pages[target[0].objgen]
      def walk(items, depth):
        for item in items:
          print('outline', depth, item.title, pages[(item.destination or item.action.D)[0].objgen])
          walk(item.children, depth + 1)
      with document.open_outline() as outline: walk(outline.root, 0)
      for number, page in enumerate(document.pages, 1):
        for link in page.get('/Annots', []):
          if '/A' in link and '/URI' in link.A: print('uri', number, link.A.URI)
          else: print('link', number, place(link.Dest if '/Dest' in link else link.A.D))
      print('info', document.docinfo.Title, document.docinfo.Author, document.docinfo.Keywords)
      """, [folder.file("guide.pdf")])
    let lines = facts.text.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("outline") } == [
        "outline 0 The Guide 1", "outline 1 First chapter 2", "outline 1 Second chapter 2", "outline 2 Details 2",
      ], "\(facts.text) \(facts.errors)")
    #expect(lines.contains("uri 2 https://example.org/a?b=c"))
    // Three entries of the contents, each with its number; the link to a chapter, and that to the note.
    #expect(lines.count { $0 == "link 1 2" } == 6 && lines.count { $0 == "link 2 2" } == 2)
    let listed = try await Tool.run("pdfimages", ["-list", "guide.pdf"], directory: folder.path).text
    #expect(listed.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").first } == ["2"], "\(listed)")
    #expect(lines.last == "info The Guide Ada Lovelace one, two")

    let words = try await text("guide.pdf", "-layout")
    for line in [
      "Contents", "First chapter 2", "1. apple", "2. banana", "\u{2013} inner", "\u{2611} done", "\u{2610} open",
      "Note", "A quotation.", "let x = { 1 }", "Name Count", "pear 12", "fig 3", "1. The text of the note.",
    ] {
      let found = words.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      #expect(found.contains(line), "\(line) in \(words)")
    }
    let flat = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains("code {x}") && flat.contains("a note\u{B9}.") && flat.contains("Bold & more."))
  }

  @Test("Without a title of its own the text begins with its heading, and --style text shows what is written")
  func designs() async throws {
    try write("# One\n\nwords *here*\n\n# Two\n\nmore\n", to: "a.md")
    #expect(try await run("a.md", "-o", "plain.pdf").status == 0)
    #expect(try await text("plain.pdf").split(whereSeparator: \.isNewline) == ["One", "words here", "Two", "more"])
    // The place of a font is that of the text, not of the description that is made of it.
    let font = try await run("a.md", "--font", "No Such Font", "-o", "font.pdf")
    #expect(font.errors.hasPrefix("mkpdf: a.md: warning: font 'No Such Font' is not installed"), "\(font.errors)")
    // A style says that a text without a name is Markdown.
    let piped = Array("# One\n\nwords *here*<script>x()</script>".utf8)
    let pipe = try await Tool.cameo(
      "mkpdf", ["-", "--style", "plain", "-o", "pipe.pdf"], input: piped, directory: folder.path)
    #expect(pipe.status == 0 && pipe.errors == "", "\(pipe.errors)")
    #expect(try await text("pipe.pdf").split(whereSeparator: \.isNewline) == ["One", "words here"])
    #expect(try await run("a.md", "--style", "text", "-o", "text.pdf").status == 0)
    #expect(try await text("text.pdf").hasPrefix("# One\n"))
    // A page for the title, and one for the first words; the second chapter begins on a further page.
    #expect(try await run("a.md", "--style", "report", "-o", "report.pdf").status == 0)
    let pages = try await text("report.pdf").split(separator: "\u{C}").map { $0.split(whereSeparator: \.isNewline) }
    #expect(
      pages.map(\.first) == ["One", "words here", "Two"] && pages.map { $0.last ?? "" } == ["One", "2/3", "3/3"])
    #expect(try await run("a.md", "--style", "text", "--contents", "-o", "x.pdf").status == 64)
  }

  @Test("No heading is the last line of a page, and the contents have the pages of the headings")
  func longText() async throws {
    let sections = (1...150).map { "## Section \($0)\n\n" + String(repeating: "word ", count: 20 + $0 % 40) + "\n\n" }
    try write(sections.joined(), to: "long.md")
    let result = try await run("long.md", "--contents", "--paper", "A5", "-o", "long.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let pages = try await text("long.pdf", "-layout").split(separator: "\u{C}", omittingEmptySubsequences: false)
    var listed: [String: Int] = [:]
    var found: [String: Int] = [:]
    for (index, page) in pages.enumerated() {
      let lines = page.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      for line in lines where line.first == "Section" && line.count > 1 {
        if line.count == 3 { listed[line[1]] = Int(line[2]) } else { found[line[1]] = index + 1 }
      }
      #expect(lines.last?.first != "Section" || lines.last?.count == 3, "page \(index + 1)")
    }
    #expect(found.count == 150 && found == listed)
    let tags = try await Tool.run("pdfinfo", ["-struct", "long.pdf"], directory: folder.path).text
      .split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(tags.count { $0.hasPrefix("TOCI") } == 150 && !tags.contains { $0.hasPrefix("Table") })
  }

  @Test("A long text has all its paragraphs in order, and far too many headings are refused at once")
  func manyHeadings() async throws {
    let words = (1...2_000).map { "Chapter \($0)" }
    let text = words.map { "## \($0)\n\nWords of \($0).\n\n" }.joined()
    try folder.write(Array(text.utf8), to: "long.md")
    let made = try await run("long.md", "--footer-center", "{page} of {pages}", "-o", "long.pdf")
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    let lines = try await Tool.run("pdftotext", ["-layout", folder.file("long.pdf"), "-"]).text
      .split { $0 == "\n" || $0 == "\u{0C}" }.map { String($0.drop { $0 == " " }) }
    #expect(lines.filter { $0.contains("Chapter") } == words.flatMap { [$0, "Words of \($0)."] })
    let pages = lines.filter { !$0.contains("Chapter") }
    #expect(pages == (1...pages.count).map { "\($0) of \(pages.count)" } && pages.count > 50, "\(pages.count)")
    try folder.write(Array(String(repeating: "# a\n", count: 262_000).utf8), to: "headings.md")
    let refused = try await run("headings.md", "-o", "headings.pdf")
    #expect(refused.status == 1 && refused.errors.contains("makes more than 10000 pages"), "\(refused.errors)")
  }

  @Test("A table has its header on each page and numbers at the right, and wide ones turn the paper")
  func table() async throws {
    let rows = (1...120).map { "item \($0);\($0 * $0);\"a; \"\"b\"\"\"" }
    try write("Name;Count;Note\n" + rows.joined(separator: "\n"), to: "a.csv")
    let result = try await run("a.csv", "-o", "a.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let pages = try await text("a.pdf", "-layout").split(separator: "\u{C}").map { $0.split(separator: "\n") }
    #expect(pages.count > 1)
    #expect(pages.allSatisfy { $0.first?.split(separator: " ") == ["Name", "Count", "Note"] })
    let cells = pages.flatMap { $0.dropFirst() }.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(cells == (1...120).map { "item \($0) \($0 * $0) a; \"b\"" })
    let ends = try await text("a.pdf", "-bbox").split(separator: "\n").compactMap { line -> Double? in
      let parts = line.split(separator: "\"")
      guard line.contains(">14400<") || line.contains(">9<") && line.contains("word"), parts.count > 5 else {
        return nil
      }
      return Double(parts[5])
    }
    // 3 x 3 and `item 9` have the same digit: the number is the second word.
    let right = try #require(ends.max())
    #expect(ends.count == 3 && ends.count { abs($0 - right) < 0.5 } == 2)

    // The header alone is higher than the page.
    try write(String(repeating: String(repeating: "x", count: 300) + ",", count: 40) + "\n1", to: "b.csv")
    let high = try await run("b.csv", "-o", "b.pdf")
    #expect(high.status == 1 && high.errors.hasPrefix("mkpdf: b.csv: cannot be typeset: "), "\(high.errors)")
    #expect(high.errors.contains("--style text") && !high.errors.contains("not a valid"))

    // Each short row of Markdown gets a cell for each column.
    let bars = String(repeating: "|", count: 900)
    try write("\(bars)\n\(bars.replacing("|", with: "|-"))|\n" + String(repeating: "x\n", count: 9_000), to: "c.md")
    let many = try await run("c.md", "-o", "c.pdf")
    #expect(many.status == 1 && many.errors.contains("has tables of more than"), "\(many.errors)")

    let header = (1...24).map { "column \($0)" }.joined(separator: "\t")
    try write(header + "\n" + header, to: "wide.tsv")
    #expect(try await run("wide.tsv", "-o", "wide.pdf").status == 0)
    let size = try await Tool.run("pdfinfo", ["wide.pdf"], directory: folder.path).text
    #expect(size.contains("841.89 x 595.276 pts (A4)"))

    // Its lines are less than 400 points wide, and there are 425.
    let narrow = "Person number 30,Springfield Town,29000,paid in full,AB-29,2024-01-30"
    try write("Name,City,Amount,Remark,Code,Day\n" + narrow, to: "narrow.csv")
    #expect(try await run("narrow.csv", "--style", "article", "-o", "narrow.pdf").status == 0)
    let upright = try await Tool.run("pdfinfo", ["narrow.pdf"], directory: folder.path).text
    #expect(upright.contains("595.276 x 841.89 pts (A4)"))

    try write("a,b\n1,\"2\n3,4\n", to: "open.csv")
    #expect(try await run("open.csv", "-o", "open.pdf").errors.contains("a quotation mark is not closed"))

    // The words of a table of Markdown are not broken.
    let names = (1...14).map { "Header\($0)" }
    try write([names, names.map { _ in "---" }].map { $0.joined(separator: "|") }.joined(separator: "\n"), to: "w.md")
    #expect(try await run("w.md", "-o", "w.pdf").status == 0)
    #expect(try await text("w.pdf").split(whereSeparator: \.isWhitespace).map(String.init) == names)
  }
}
