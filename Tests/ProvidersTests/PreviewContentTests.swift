internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("What previews say")
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

  @Test("Texts in three encodings")
  func encodings() async throws {
    for name in ["latin1.txt", "utf16.txt"] {
      #expect(try await html("text", "valid/\(name)").contains("<pre>Grüße aus Zürich\n</pre>"))
    }
    #expect(try await html("text", "valid/plain.txt").contains("Ä second, &lt;with&gt; &amp; markup.\n\tTabbed."))
  }

  @Test("Source code with comments, texts and keywords apart")
  func source() async throws {
    let page = try await html("text", "valid/words.swift")
    #expect(page.contains("<i>// Counts the words of a text.</i>"))
    #expect(page.contains("<i>/* A comment\n   of two lines. */</i>"))
    #expect(page.contains("<b>mutating</b>") || page.contains("mutating"))
    #expect(page.contains("<b>func</b> add"))
    #expect(page.contains("<i>// &quot;not a string&quot;</i>"))
    #expect(page.contains("<q>&quot;Hello, \\&quot;world\\&quot; // no comment&quot;</q>"))
  }

  @Test("Markdown becomes HTML without what could run")
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
    #expect(page.contains("<tr><th>city</th><th>country</th><th>people, in millions</th></tr>"))
    #expect(page.contains("<td>Washington &quot;D.C.&quot;</td>"))
    #expect(page.contains("<td>&lt;b&gt;Bern&lt;/b&gt;</td>"))
    #expect(page.components("<tr>") == 5)
    let folder = try TemporaryDirectory()
    let semicolons = try folder.write(Array("a;b\n1,5;\"x\ny\"\n".utf8), to: "t.csv")
    #expect(try await html("text", semicolons).contains("<tr><td>1,5</td><td>x\ny</td></tr>"))
  }

  @Test("JSON and property lists are laid out; damaged ones are shown as they are")
  func structured() async throws {
    let json = try await html("text", "valid/settings.json")
    #expect(json.contains("<q>&quot;name&quot;</q>: <q>&quot;A &amp; &lt;B&gt;&quot;</q>"))
    #expect(json.contains("    2.50,\n    <b>null</b>\n"))
    #expect(try await html("text", "valid/settings.plist").contains("<q>&quot;Width&quot;</q>: 640"))
    let cut = try await html("text", "broken/cut.json")
    #expect(cut.contains("line 1") && cut.contains("{<q>&quot;name&quot;</q>: <q>&quot;A</q>"))
  }

  @Test("An archive's names and sizes", arguments: ["project.zip", "project.tar"])
  func archive(_ name: String) async throws {
    let page = try await html("archive", "valid/\(name)")
    #expect(page.contains("<td>readme.txt</td><td class=\"number\">120 B</td>"))
    #expect(page.contains("<td>photos/zürich.jpg</td><td class=\"number\">3.0 kB</td>"))
    #expect(page.contains("<td>&lt;i&gt;odd&lt;/i&gt;.txt</td>"))
    #expect(page.contains("4 files, "))
  }

  @Test("A collection reads no file outside of itself")
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
    _ = try await Tool.run("ln", ["-s", Fixtures.path("jpeg/valid/photo_landscape_420.jpg"), folder.file("a.mystuff/p.jpg")])
    #expect(try await picture() == without)
    _ = try await Tool.run(
      "cp", ["--remove-destination", Fixtures.path("jpeg/valid/photo_landscape_420.jpg"), folder.file("a.mystuff/p.jpg")])
    #expect(try await picture() != without)
  }
}

extension String {
  /// How many times a part occurs.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
