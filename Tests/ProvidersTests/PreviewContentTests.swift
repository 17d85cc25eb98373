internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("The content of previews", .timed)
struct PreviewContentTests {
  private func html(_ provider: String, _ name: String, _ type: String = "public.data") async throws -> String {
    let outcome = try await Shipped.named(provider).inProcess.preview(
      of: name.hasPrefix("/") ? name : Fixtures.path("preview/\(name)"), contentType: type)
    return String(decoding: outcome.bytes, as: UTF8.self)
  }

  @Test("The people of a group, as a table")
  func people() async throws {
    let page = try await html("peoplegroups", "valid/pioneers.pplgrp")
    #expect(page.contains("<h1>Pioneers of computing</h1>"))
    #expect(page.contains("<td>Zoë</td><td>Müller-Østergård</td>"))
    #expect(page.components("<tr>") == 12)
    let odd = try await html("peoplegroups", "valid/markup.pplgrp")
    #expect(odd.contains("<h1>&lt;script&gt;&amp;amp; co.</h1>"))
    #expect(odd.contains("<td>&lt;b&gt;Bold&lt;/b&gt;</td><td>&quot;O&#39;Neil&quot;</td>"))
  }

  @Test("Texts in four encodings")
  func encodings() async throws {
    for name in ["latin1.txt", "utf16.txt"] {
      #expect(try await html("text", "valid/\(name)").contains("<pre>Grüße aus Zürich\n</pre>"))
    }
    let folder = try TemporaryDirectory()
    // Unicode 15, 2.6, table 2-4: U+FEFF first, in either order.
    let characters = Array("Grüße 😀\n".unicodeScalars)
    for isBig in [true, false] {
      let bytes = ([0xFEFF] + characters.map(\.value)).flatMap { scalar in
        (0..<4).map { UInt8(truncatingIfNeeded: scalar >> (8 * (isBig ? 3 - $0 : $0))) }
      }
      let wide = try folder.write(bytes, to: "wide\(isBig).txt")
      #expect(try await html("text", wide).contains("<pre>Grüße 😀\n</pre>"))
    }
    let windows = try folder.write(
      [0x93, 0x80, 0x31, 0x94, 0x0D, 0x0A, 0x61, 0x0D, 0x62, 0x0D, 0x0D, 0x0A], to: "w.txt")
    #expect(try await html("text", windows).contains("<pre>\u{201C}€1\u{201D}\na\nb\n\n</pre>"))
    #expect(try await html("text", "valid/plain.txt").contains("Ä second, &lt;with&gt; &amp; markup.\n\tTabbed."))
  }

  @Test("RTF is shown as text, without fonts, pictures and field instructions")
  func richText() async throws {
    let text = #"""
      {\rtf1\ansi{\fonttbl{\f0 Times;}}{\*\generator Nobody;}{\info{\title Hidden}}\f0\fs24 Hello \b bold\b0  \{<b>\}\par
      Caf\'e9 \'93quoted\'94 \u8364? \u-10179?\u-8704?\par{\pict\wmetafile8 010203}\tab tabbed\~space
      {\field{\*\fldinst HYPERLINK "x"}{\fldrslt a link}}\par}
      """#
    let folder = try TemporaryDirectory()
    let page = try await html("text", folder.write(Array(text.utf8), to: "a.rtf"), "public.rtf")
    #expect(
      page.contains(
        "<pre>Hello bold {&lt;b&gt;}\nCafé \u{201C}quoted\u{201D} € \u{1F600}\n\ttabbed\u{A0}spacea link\n</pre>"))
    // Groups without an end, and more ends than beginnings.
    for odd in [
      String(repeating: "{", count: 100_000), "{\\rtf1 a}}}} b", "{\\rtf1\\bin99999999 x", "{\\rtf1\\'", "{\\rtf1\\u",
    ] {
      _ = try await html("text", folder.write(Array(("{\\rtf1" + odd).utf8), to: "odd.rtf"), "public.rtf")
    }
  }

  @Test("Comments, strings and keywords of source code are marked")
  func source() async throws {
    let page = try await html("text", "valid/words.swift")
    #expect(page.contains("<i>// Counts the words of a text.</i>"))
    #expect(page.contains("<i>/* A comment\n   of two lines. */</i>"))
    #expect(page.contains("<b>mutating</b>") || page.contains("mutating"))
    #expect(page.contains("<b>func</b> add"))
    #expect(page.contains("<i>// &quot;not a string&quot;</i>"))
    #expect(page.contains("<q>&quot;Hello, \\&quot;world\\&quot; // no comment&quot;</q>"))
  }

  @Test(
    "The language is found by type or name if the extension does not determine it",
    arguments: [
      ("backup", "public.shell-script", "if true # end\n", "<b>if</b> <b>true</b> <i># end</i>"),
      ("Makefile", "public.make-source", "# all\n", "<i># all</i>"),
      ("track.gpx", "mime.application.gpx+xml", "<gpx a=\"1\"/>", "<b>&lt;gpx</b> a=<q>&quot;1&quot;</q><b>/&gt;</b>"),
      ("map.x", "mime.application.geo+json", "{\"a\":[1]}", "{\n  <q>&quot;a&quot;</q>: [\n    1\n  ]\n}"),
    ])
  func languages(_ name: String, _ type: String, _ text: String, _ expected: String) async throws {
    let folder = try TemporaryDirectory()
    #expect(try await html("text", folder.write(Array(text.utf8), to: name), type).contains(expected))
  }

  @Test("Markdown becomes HTML without anything that could run")
  func markdown() async throws {
    let page = try await html("text", "valid/coast.md", "net.daringfireball.markdown")
    for part in [
      "<h1>A walk along the coast</h1>", "<strong>boots</strong>", "<del>heavy</del>", "<em>light</em>",
      "<a href=\"https://example.org/coast\">", "<th>stage</th>", "<td align=\"right\">19</td>",
      "type=\"checkbox\" checked=\"\"",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    for part in ["<script", "javascript:", "onclick"] { #expect(!page.contains(part), "\(part)") }
  }

  @Test("A table of comma-separated values")
  func table() async throws {
    let page = try await html("text", "valid/cities.csv")
    #expect(
      page.contains("<tr><th>city</th><th>country</th><th class=\"number\">people, in millions</th></tr></thead>"))
    #expect(page.contains("<td>São Paulo</td><td>Brazil</td><td class=\"number\">12.3</td>"))
    #expect(page.contains("<td>Washington &quot;D.C.&quot;</td>"))
    #expect(page.contains("<td>&lt;b&gt;Bern&lt;/b&gt;</td>"))
    #expect(page.components("<tr>") == 5)
    let folder = try TemporaryDirectory()
    let semicolons = try folder.write(Array("a;b\n1,5;\"x\ny\"\n".utf8), to: "t.csv")
    #expect(try await html("text", semicolons).contains("<tr><td class=\"number\">1,5</td><td>x\ny</td></tr>"))
  }

  @Test(
    "The separator of a table is found, quotation marks respected",
    arguments: [
      ("a\tb\tc\n1,5\t\"x \"\"y\"\"\"\t2,000.25\n", ["a", "b", "c"], ["1,5", "x &quot;y&quot;", "2,000.25"]),
      (
        "\"Name, Vorname\";Ort;\"Betrag\"\nMuster, Max;Bern;12,50\n", ["Name, Vorname", "Ort", "Betrag"],
        ["Muster, Max", "Bern", "12,50"]
      ),
      ("sep=;\nName;City\nA,1;B,2\n", ["Name", "City"], ["A,1", "B,2"]),
      ("\"sep=|\"\r\nName|City\r\nA;1|B;2\r\n", ["Name", "City"], ["A;1", "B;2"]),
      ("a|b\n1|2\n", ["a", "b"], ["1", "2"]),
      ("1,5;2,5\n3,5;4,5\n", ["1,5", "2,5"], ["3,5", "4,5"]),
      ("Name,Note\nA,x;y\nB,z\n", ["Name", "Note"], ["A", "x;y"]),
    ])
  func separators(row: (text: String, header: [String], values: [String])) async throws {
    let folder = try TemporaryDirectory()
    let page = try await html("text", folder.write(Array(row.text.utf8), to: "t.csv"))
    func cells(_ name: String) -> [String] {
      page.matches(of: try! Regex("<\(name)[^>]*>([^<]*)</\(name)>")).map { String($0.output[1].substring ?? "") }
    }
    #expect(cells("th") == row.header)
    #expect(Array(cells("td").prefix(row.values.count)) == row.values)
  }

  @Test(
    "Lists, addresses and decimal numbers within values do not separate them",
    arguments: [
      ("t.tsv", "Bahnhofstr. 1, 8001, CH\tMuster\n", ["Bahnhofstr. 1, 8001, CH", "Muster"]),
      ("t.tsv", "46.9,7.4\tBern\tCH\n", ["46.9,7.4", "Bern", "CH"]),
      ("t.csv", "Kaffee;3,50\nTee;2,80\n", ["Kaffee", "3,50"]),
      ("t.csv", "Muster, Max;12,50\nMuster, Eva;2,80\n", ["Muster, Max", "12,50"]),
      ("t.csv", "x,\"a;b;c\"\n", ["x", "a;b;c"]),
      ("t.csv", "x,a|b|c\n", ["x", "a|b|c"]),
    ])
  func firstRow(table: (name: String, text: String, values: [String])) async throws {
    let folder = try TemporaryDirectory()
    let type = table.name == "t.tsv" ? "public.tab-separated-values-text" : "public.comma-separated-values-text"
    let page = try await html("text", folder.write(Array(table.text.utf8), to: table.name), type)
    let cells = page.matches(of: try! Regex("<t[hd][^>]*>([^<]*)</t[hd]>")).map {
      String($0.output[1].substring ?? "")
    }
    #expect(Array(cells.prefix(table.values.count)) == table.values)
  }

  @Test("Front matter of Markdown is a table, and other texts between lines are not")
  func frontMatter() async throws {
    let folder = try TemporaryDirectory()
    func page(_ text: String) async throws -> String {
      try await html("text", folder.write(Array(text.utf8), to: "t.md"))
    }
    let yaml = try await page(
      "---\ntitle: \"My <post>\"\n# nothing\ndate: 2024-01-01\ntags: [a, b]\nlinks:\n  - one\n  - two\n---\n\n# Real\n")
    for (key, value) in [("title", "My &lt;post&gt;"), ("date", "2024-01-01"), ("tags", "a, b"), ("links", "one, two")]
    {
      #expect(yaml.contains("<tr><th>\(key)</th><td>\(value)</td></tr>"), "\(yaml)")
    }
    #expect(yaml.contains("<h1>Real</h1>") && !yaml.contains("<h2>") && !yaml.contains("nothing"))
    let toml = try await page("+++\ntitle = 'T'\n[params]\ncolor = \"red\"\n+++\ntext\n")
    #expect(toml.contains("<tr><th>title</th><td>T</td></tr>"))
    #expect(toml.contains("<tr><th>params.color</th><td>red</td></tr>") && toml.contains("<p>text</p>"))
    let arrays = try await page(
      "+++\ntags = [\n\"one\",\n  # nothing\n  \"two\",\n]\npairs = [\n[1, 2],\n[3, 4]]\nopen = [\nlast = 5\n+++\n")
    let two = "&quot;one&quot;, &quot;two&quot;"
    for (key, value) in [("tags", two), ("pairs", "[1, 2], [3, 4]"), ("last", "5")] {
      #expect(arrays.contains("<tr><th>\(key)</th><td>\(value)</td></tr>"), "\(arrays)")
    }
    #expect(try await page("---\ntags: [\n  a,\n  b\n]\nx: y\n---\n").contains("<th>tags</th><td>a, b</td>"))
    for other in ["---\nA sentence.\n---\n", "---\ntitle: x\n\nno end\n", "text\n---\na: b\n---\n"] {
      #expect(!(try await page(other)).contains("<table>"), "\(other)")
    }
    // The thumbnail shows the table, too: it is not the picture of the heading that the lines would be.
    func pixels(_ text: String) async throws -> [UInt8] {
      try await Shipped.named("text").inProcess.thumbnail(
        of: folder.write(Array(text.utf8), to: "t.md"), contentType: "net.daringfireball.markdown", side: 256
      ).bytes
    }
    #expect(try await pixels("---\na: b\n---\n") != pixels("a: b\n---\n"))
  }

  @Test("A guessed encoding and wrong bytes are said on the page, and an empty text is an empty page")
  func notes() async throws {
    let folder = try TemporaryDirectory()
    let latin = try await html("text", folder.write([0x63, 0x61, 0x66, 0xE9, 0x1A], to: "a.txt"))
    #expect(latin.contains("<p class=\"note\">The text is not UTF-8; it is read as Windows-1252.</p>"))
    #expect(latin.contains("<pre>café</pre>"))
    let words = Array("Grüße aus Zürich\n".utf8)
    let wrong = try await html("text", folder.write(words + [0xE9] + words, to: "b.txt"))
    #expect(wrong.contains("except for 1 byte, which is shown as U+FFFD.</p>"))
    #expect(wrong.components("Grüße aus Zürich") == 2)
    #expect(try await html("text", folder.write([], to: "c.txt")).contains("<pre></pre>"))
    for name in ["d.txt", "d.md", "d.csv", "d.swift", "d.rtf"] {
      let outcome = try await Shipped.named("text").inProcess.thumbnail(
        of: folder.write([], to: name), contentType: "public.data", side: 64)
      guard case .pixels = outcome.reply.content else { throw TestFailure("no pixels") }
    }
  }

  @Test("JSON and property lists are formatted; damaged ones are shown as they are")
  func structured() async throws {
    let json = try await html("text", "valid/settings.json")
    #expect(json.contains("<q>&quot;name&quot;</q>: <q>&quot;A &amp; &lt;B&gt;&quot;</q>"))
    #expect(json.contains("    2.50,\n    <b>null</b>\n"))
    #expect(try await html("text", "valid/settings.plist").contains("<q>&quot;Width&quot;</q>: 640"))
    let cut = try await html("text", "broken/cut.json")
    #expect(cut.contains("line 1") && cut.contains("{<q>&quot;name&quot;</q>: <q>&quot;A</q>"))
  }

  @Test("Bytes, dates and references of property lists are shown")
  func bytes() async throws {
    let page = try await html("text", "valid/blob.plist", "com.apple.binary-property-list")
    #expect(page.contains("<q>&quot;Data&quot;</q>: &lt;48656c6c 6f21&gt; (6 bytes)"))
    #expect(page.contains("&lt;00010203 04050607 08090a0b 0c0d0e0f 10111213 14151617 ...&gt; (64 bytes)"))
    #expect(page.contains("<q>&quot;When&quot;</q>: <q>&quot;2024-05-06T07:08:09Z&quot;</q>"))
    #expect(page.contains("<q>&quot;CF$UID&quot;</q>: 3"))
  }

  @Test("People with photographs are read", arguments: ["team.pplgrp", "crew.pplgrp"])
  func photographs(_ name: String) async throws {
    let page = try await html("peoplegroups", "valid/\(name)")
    #expect(page.contains("<h1>Sailing team</h1>"))
    #expect(page.contains("<td>Barbara</td><td>Liskov</td>"))
  }

  @Test("Portraits are attachments of the page, upright and small; those that cannot be read are initials")
  func portraits() async throws {
    let trial = try Shipped.named("peoplegroups").inProcess
    let choir = try await trial.preview(
      of: Fixtures.path("preview/valid/choir.people"), contentType: "org.cameo.people")
    let page = String(decoding: choir.bytes, as: UTF8.self)
    #expect(choir.attachments.count == 2)
    #expect(page.contains("<img src=\"cid:portrait-1\"") && page.contains("<img src=\"cid:portrait-2\""))
    // The third person has none.
    #expect(page.contains(">AT</b></td><td>Alan</td><td>Turing</td>"))
    let absent = try await trial.preview(
      of: Fixtures.path("preview/valid/absent.people"), contentType: "org.cameo.people")
    #expect(absent.attachments.isEmpty)
    #expect(String(decoding: absent.bytes, as: UTF8.self).contains(">KJ</b></td><td>Katherine</td>"))
  }

  @Test("A thumbnail shows the portrait where a person without one has a disc")
  func portraitsInThumbnails() async throws {
    let trial = try Shipped.named("peoplegroups").inProcess
    let outcome = try await trial.thumbnail(
      of: Fixtures.path("preview/valid/choir.people"), contentType: "org.cameo.people", side: 256)
    // The pictures of the fixtures are white in their middle, where a disc has letters or its own colour.
    let (row, left, right) = (50, 79, 177)
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(outcome.bytes[(y * 256 + x) * 4..<(y * 256 + x) * 4 + 3]) }
    for x in [left, right] { #expect(pixel(x, row + 12).allSatisfy { $0 > 235 }, "\(pixel(x, row + 12))") }
  }

  @Test("A package with a link that leads out of it is refused")
  func leadingOut() async throws {
    let folder = try TemporaryDirectory()
    let package = folder.file("a.people")
    let made = try await Tool.run("cp", ["-r", Fixtures.path("preview/valid/choir.people"), package])
    try #require(made.status == 0)
    try #require(try await Tool.run("ln", ["-s", "/etc/passwd", package + "/portraits/3.jpg"]).status == 0)
    await #expect {
      try await Shipped.named("peoplegroups").inProcess.thumbnail(of: package, contentType: "org.cameo.people")
    } throws: { ($0 as? ProviderError)?.code == .corruptInput }
  }

  @Test("A keyed archive is read as a list of things; a broken one is refused")
  func keyedArchive() async throws {
    let trial = try Shipped.named("collection").inProcess
    let outcome = try await trial.preview(
      of: Fixtures.path("preview/valid/keyed.mystuff"), contentType: "org.cameo.mystuff")
    let folder = try TemporaryDirectory()
    let text = try await Tool.run("pdftotext", [folder.write(outcome.bytes, to: "keyed.pdf"), "-"]).text
    for word in ["Lamp", "from the flea market", "Teapot", "Bicycle"] { #expect(text.contains(word)) }
    // An object that contains itself, one that does not exist, and a tree with 2 to the power of 40 leaves.
    let program = """
      import plistlib, sys
      uid = plistlib.UID
      loop = ["$null", {"NS.objects": [uid(1)]}]
      lost = ["$null", {"NS.objects": [uid(7)]}]
      tree = ["$null"] + [{"NS.objects": [uid(n + 2), uid(n + 2)]} for n in range(40)] + ["x"]
      for name, objects in [("loop", loop), ("lost", lost), ("tree", tree)]:
          archive = {"$archiver": "NSKeyedArchiver", "$objects": objects, "$top": {"root": uid(1)}, "$version": 100000}
          open(f"{sys.argv[1]}/{name}.pplgrp", "wb").write(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))
      """
    let made = try await Tool.python(program, [folder.path])
    try #require(made.status == 0, "\(made.errors)")
    let people = try Shipped.named("peoplegroups").inProcess
    for (name, code) in [
      ("loop", ProviderError.Code.limitExceeded), ("lost", .corruptInput), ("tree", .limitExceeded),
    ] {
      await #expect {
        try await people.preview(of: folder.file("\(name).pplgrp"), contentType: "org.cameo.pplgrp")
      } throws: { ($0 as? ProviderError)?.code == code }
    }
  }

  @Test("The names of tags are marked, and only strings in tags are strings")
  func markup() async throws {
    let page = try await html("text", "valid/note.xml", "public.xml")
    #expect(page.contains("<i>&lt;!-- a note --&gt;</i>"))
    #expect(page.contains("<b>&lt;note</b> to=<q>&quot;you&quot;</q><b>&gt;</b><b>&lt;body</b><b>&gt;</b>Remember"))
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("<p>say \"hello\" & 1 < 2</p>".utf8), to: "x.xml")
    #expect(try await html("text", path).contains("say &quot;hello&quot; &amp; 1 &lt; 2<b>&lt;/p</b><b>&gt;</b>"))
  }

  @Test("An archive's names and sizes", arguments: ["project.zip", "project.tar"])
  func archive(_ name: String) async throws {
    let page = try await html("archive", "valid/\(name)")
    #expect(page.contains("<td>readme.txt</td><td class=\"number\">120 B</td>"))
    #expect(page.contains("<td>photos/zürich.jpg</td><td class=\"number\">3.0 kB</td>"))
    #expect(page.contains("<td>&lt;i&gt;odd&lt;/i&gt;.txt</td>"))
    #expect(page.contains("4 files, "))
  }

  @Test("A collection reads no file outside its directory")
  func escape() async throws {
    let folder = try TemporaryDirectory()
    let list =
      "<plist><array><dict><key>name</key><string>x</string><key>image</key><string>p.jpg</string></dict>"
      + "</array></plist>"
    _ = try await Tool.run("mkdir", [folder.file("a.mystuff")])
    try folder.write(Array(list.utf8), to: "a.mystuff/things.plist")
    let trial = try Shipped.named("collection").inProcess
    func picture() async throws -> [UInt8] {
      try await trial.thumbnail(of: folder.file("a.mystuff"), contentType: "org.cameo.mystuff", side: 64).bytes
    }
    let without = try await picture()
    _ = try await Tool.run(
      "ln", ["-s", Fixtures.path("jpeg/valid/photo_landscape_420.jpg"), folder.file("a.mystuff/p.jpg")])
    #expect(try await picture() == without)
    _ = try await Tool.run(
      "cp",
      ["--remove-destination", Fixtures.path("jpeg/valid/photo_landscape_420.jpg"), folder.file("a.mystuff/p.jpg")])
    #expect(try await picture() != without)
  }
}

extension String {
  /// The number of times that a part occurs.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
