internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Books", .timed)
struct BookTests {
  private static let red = [200, 40, 40]

  @Test(
    "The thumbnail is the cover, however the book names it",
    arguments: ["lamp.epub", "old_lamp.epub", "drawn_cover.epub"])
  func cover(_ name: String) async throws {
    let pixels = try await FolderDocument("book", "valid/\(name)").thumbnail()
    // The cover has 200 by 300 pixels.
    #expect((pixels.width, pixels.height) == (85, 128))
    #expect(pixels.isNear(Self.red, 0.5, 0.9), "\(pixels.color(0.5, 0.9))")
  }

  @Test("A book without a cover gets one in a colour of its own, with its title")
  func withoutCover() async throws {
    let pixels = try await FolderDocument("book", "valid/plain_lamp.epub").thumbnail()
    #expect((pixels.width, pixels.height) == (85, 128))
    let letters = pixels.count(rows: 0.1...0.6) { $0.allSatisfy { $0 > 200 } }
    #expect(letters > 60, "\(letters)")
  }

  @Test("The preview has the title, the authors, the facts and the description")
  func facts() async throws {
    let outcome = try await FolderDocument("book", "valid/lamp.epub").preview()
    #expect(outcome.reply.title == "The Lamp & the Sea")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>The Lamp &amp; the Sea</h1>"))
    #expect(page.contains("<p>Zoë Müller, Ada Quill</p>"))
    #expect(page.contains("<th>Publisher</th><td>Harbour Press</td>"))
    #expect(page.contains("<p>A keeper counts <b>ships</b>.</p>"))
    #expect(page.contains("<img class=\"cover\""))
  }

  @Test("The contents are those of EPUB 3, and of the NCX of EPUB 2", arguments: ["lamp.epub", "old_lamp.epub"])
  func contents(_ name: String) async throws {
    let page = try await FolderDocument("book", "valid/\(name)").html()
    #expect(
      page.contains(
        """
        <p class="entry d0">The keeper</p>
        <p class="entry d1">The ships</p>
        <p class="entry d0">The storm</p>
        """))
    #expect(!page.contains("Not this"))
  }

  @Test("The first chapter with text is shown with its pictures, without scripts and styles")
  func chapter() async throws {
    let outcome = try await FolderDocument("book", "valid/lamp.epub").preview()
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<em>counted</em> the ships that passed—one"))
    #expect(page.contains("<img alt=\"A wave\" src=\"cid:picture-1\">"))
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no page") }
    #expect(attachments.map(\.contentType) == ["image/png", "image/jpeg"])
    for part in ["alert", "color: red", "style.css", "javascript", "Storm."] {
      #expect(!page.contains(part), "\(part)")
    }
  }

  @Test("A chapter without pictures, as most novels have them")
  func withoutPictures() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          archive.writestr("META-INF/container.xml",
                           '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>')
          archive.writestr("a.opf", '<package><metadata><title>Plain</title></metadata><manifest><item id="a" '
                           'href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/>'
                           '</spine></package>')
          archive.writestr("a.xhtml", "<html><body><p>" + "The keeper lit the lamp. " * 40 + "</p></body></html>")
      """, [folder.file("a.epub")])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await FolderDocument("book", path: folder.file("a.epub")).html()
    #expect(page.contains("<h1>Plain</h1>") && page.contains("The keeper lit the lamp."))
  }

  @Test("Of a book whose text is encrypted, the cover, the facts and the contents are shown")
  func encrypted() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import shutil, sys, zipfile
      shutil.copy(sys.argv[1], sys.argv[2])
      with zipfile.ZipFile(sys.argv[2], "a") as archive:
          archive.writestr("META-INF/encryption.xml", '<encryption><EncryptedData><EncryptionMethod Algorithm='
                           '"http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>')
      """, [Fixtures.path("preview/valid/lamp.epub"), folder.file("a.epub")])
    try #require(made.status == 0, "\(made.errors)")
    let book = FolderDocument("book", path: folder.file("a.epub"))
    let page = try await book.html()
    #expect(page.contains("The text of the book is encrypted") && page.contains("The storm"))
    #expect(!page.contains("the keeper lit the lamp"))
    #expect(try await book.thumbnail().isNear(Self.red, 0.5, 0.9))
  }

  @Test("A book that names itself as its chapter, parts outside of it, or a million parts")
  func hostile() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      container = '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>'
      def make(name, package, parts=()):
          with zipfile.ZipFile(sys.argv[1] + "/" + name, "w", zipfile.ZIP_DEFLATED) as archive:
              archive.writestr("META-INF/container.xml", container)
              archive.writestr("a.opf", package)
              for part, content in parts: archive.writestr(part, content)
      item = '<item id="{0}" href="{1}" media-type="application/xhtml+xml"/>'
      make("itself.epub", '<package><manifest>' + item.format("a", "a.opf") + '</manifest><spine toc="a">'
           + '<itemref idref="a"/>' * 1000 + '</spine></package>')
      make("outside.epub", '<package><manifest>' + item.format("a", "../../../../etc/passwd") + item.format("b", "/etc/passwd")
           + '</manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>')
      make("many.epub", '<package><manifest>' + item.format("a", "a.xhtml") * 100_000 + '</manifest><spine>'
           + '<itemref idref="a"/>' * 100_000 + '</spine></package>', [("a.xhtml", "<p>" * 100_000 + "text")])
      make("entities.epub", '<!DOCTYPE p [<!ENTITY a "aaaa">]><package><metadata><title>&a;</title></metadata></package>')
      spine = '</manifest><spine><itemref idref="a"/></spine></package>'
      make("subjects.epub", '<package><metadata><title>' + 'a&amp;' * 300_000 + '</title>'
           + '<subject>a</subject>' * 180_000 + '</metadata><manifest>' + item.format("a", "a.xhtml") + spine,
           [("a.xhtml", "<p>text")])
      make("large.epub", '<package><manifest>' + item.format("a", "a.xhtml") + '</manifest><spine><itemref idref="a"/></spine>'
           '</package>', [("a.xhtml", b"<p>" + b" a" * (40 << 20))])
      """, [folder.path])
    try #require(made.status == 0, "\(made.errors)")
    for name in ["itself", "outside", "many", "entities", "subjects", "large"] {
      let document = FolderDocument("book", path: folder.file("\(name).epub"))
      do {
        let page = try await document.html()
        #expect(!page.contains("root:x:0"))
        #expect(page.utf8.count < 4 << 20)
        _ = try await document.thumbnail()
        #expect(name != "entities")
      } catch let error as ProviderError {
        #expect(error.code == .corruptInput && ["entities", "many", "subjects"].contains(name), "\(name): \(error)")
      }
    }
  }
}
