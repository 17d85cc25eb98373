internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Comic books", .timed)
struct ComicTests {
  private static let colors = [[200, 40, 40], [40, 60, 200], [30, 140, 70]]

  @Test(
    "Pages are the pictures in the order of their names, in archives of each kind",
    arguments: ["squares.cbz", "squares.cbt", "squares.cbr", "zipped.cbr"])
  func pages(_ name: String) async throws {
    let book = FolderDocument("comic", "valid/\(name)")
    for page in 1...3 {
      let pixels = try await book.thumbnail(page: page)
      #expect((pixels.width, pixels.height) == (85, 128))
      #expect(pixels.isNear(Self.colors[page - 1], 0.95, 0.95), "page \(page): \(pixels.color(0.95, 0.95))")
    }
    let cover = try await book.thumbnail()
    #expect(cover.isNear(Self.colors[0], 0.95, 0.95))
    await #expect {
      _ = try await book.thumbnail(page: 4)
    } throws: { ($0 as? ProviderError)?.code == .requestInvalid }
  }

  @Test("A 7-Zip archive of pictures is a comic book, too")
  func sevenZip() async throws {
    let folder = try TemporaryDirectory()
    _ = try folder.write(Fixtures.bytes(Fixtures.path("png/valid/alpha_edge.png")), to: "1.png")
    let run = try await Tool.run("7z", ["a", "-bd", folder.file("book.7z"), folder.file("1.png")])
    try #require(run.status == 0, "\(run.errors)")
    let pixels = try await FolderDocument("comic", path: folder.file("book.7z")).thumbnail()
    #expect(pixels.width > 1)
  }

  @Test("The preview shows the pages, and what the book says of itself")
  func preview() async throws {
    let outcome = try await FolderDocument("comic", "valid/squares.cbz").preview()
    #expect(outcome.reply.title == "The Squares")
    #expect(outcome.reply.pageCount == 3)
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<th>Series</th><td>Shapes</td>") && page.contains("<th>Writer</th><td>A &amp; B</td>"))
    #expect(page.contains("<img alt=\"Page 3\" src=\"cid:picture-"))
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no page") }
    #expect(attachments.map(\.contentType).sorted() == ["image/jpeg", "image/png", "image/png"])
  }

  @Test("A page that is not a picture is said, and a broken cover gives way to the next page")
  func broken() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          archive.writestr("1.png", b"no picture")
          archive.write(sys.argv[2], "2.jpg")
      """, [folder.file("a.cbz"), Fixtures.path("jpeg/valid/photo_landscape_420.jpg")])
    try #require(made.status == 0, "\(made.errors)")
    let book = FolderDocument("comic", path: folder.file("a.cbz"))
    #expect(try await book.thumbnail().width > 1)
    #expect(try await book.html().contains("Page 1 cannot be shown."))
  }
}
