internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("DjVu documents", .timed)
struct DjVuTests {
  @Test(
    "A thumbnail is a page, in the colours of the fixture", arguments: [(nil, [200, 40, 40]), (2, [40, 60, 200])])
  func page(_ page: Int?, _ color: [Int]) async throws {
    let pixels = try await FolderDocument("djvu", "valid/squares.djvu").thumbnail(page: page)
    // A page has 200 by 300 pixels.
    #expect((pixels.width, pixels.height) == (85, 128))
    #expect(pixels.isNear(color, 0.5, 0.8), "\(pixels.color(0.5, 0.8))")
    #expect(pixels.isNear([255, 255, 255], 0.18, 0.12), "\(pixels.color(0.18, 0.12))")
  }

  @Test("The preview has the facts, the contents and the pages")
  func preview() async throws {
    let outcome = try await FolderDocument("djvu", "valid/squares.djvu").preview()
    #expect(outcome.reply.title == "The \"Squares\"")
    #expect(outcome.reply.pageCount == 3)
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no page") }
    #expect(attachments.count == 3)
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<th>Author</th><td>Zoë &amp; Ada</td>") && page.contains("<th>year</th><td>2024</td>"))
    #expect(
      page.contains(
        """
        <p class="entry d0">One</p>
        <p class="entry d0">Two &lt;b&gt;</p>
        <p class="entry d1">Three</p>
        """))
    #expect(page.contains("<img alt=\"Page 3\" src=\"cid:picture-2\">"))
  }

  @Test("A page that the document does not have is refused, and one that is cut is named")
  func pages() async throws {
    let document = FolderDocument("djvu", "valid/squares.djvu")
    await #expect { try await document.thumbnail(page: 4) } throws: {
      ($0 as? ProviderError)?.code == .requestInvalid
    }
    // The third page is at the end of the file.
    let folder = try TemporaryDirectory()
    let bytes = Fixtures.bytes(document.path)
    let cut = FolderDocument("djvu", path: try folder.write(Array(bytes.dropLast(1_700)), to: "cut.djvu"))
    let page = try await cut.html()
    #expect(page.contains("<img alt=\"Page 1\"") && page.contains("Page 3 is damaged."))
  }
}
