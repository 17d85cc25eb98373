internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Notebooks", .timed)
struct NotebookTests {
  @Test("Cells are shown with their outputs: text, tables, pictures and errors")
  func cells() async throws {
    let outcome = try await FolderDocument("notebook", "valid/ships.ipynb").preview()
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>Ships of the <em>week</em></h1>"))
    #expect(page.contains("[1]</span><pre><b>import</b> ships  <i># a comment</i>"))
    #expect(page.contains("<pre>tons Ada\ntons &lt;Bo&gt;\n</pre>"))
    #expect(page.contains("<tr><td>Ada</td><td>12</td></tr>"))
    #expect(page.contains("<img alt=\"\" src=\"cid:picture-0\">"))
    #expect(page.contains("<pre class=\"error\">ZeroDivisionError: division by zero</pre>"))
    #expect(page.contains("<pre>raw &amp; plain</pre>"))
    #expect(!page.contains("alert") && !page.contains("<Figure"))
    guard case .data(_, _, let attachments) = outcome.reply.content else { throw TestFailure("no page") }
    #expect(attachments.map(\.contentType) == ["image/png"])
  }

  @Test("Notebooks before version 4 are shown, too")
  func old() async throws {
    let page = try await FolderDocument("notebook", "valid/old.ipynb").html()
    #expect(page.contains("<h2>An old notebook</h2>") && page.contains("[7]") && page.contains("<pre>2</pre>"))
  }

  @Test("The thumbnail shows the picture that the code drew")
  func thumbnail() async throws {
    let pixels = try await FolderDocument("notebook", "valid/ships.ipynb").thumbnail(side: 256)
    #expect((pixels.width, pixels.height) == (181, 256))
    #expect(pixels.count(rows: 0.2...1) { $0[2] > 150 && $0[0] < 100 } > 200)
  }

  @Test(
    "Notebooks with members of other kinds, very many cells and broken pictures",
    arguments: [
      #"{"cells": []}"#, #"{"cells": [1, null, {}, {"cell_type": 3}, {"cell_type": "code", "outputs": [1, {}]}]}"#,
      #"{"cells": [{"cell_type": "code", "source": [1, [2], {}], "outputs": {"a": 1}}]}"#,
      #"{"worksheets": [{"cells": [{"cell_type": "heading", "level": 1e300, "source": "a"}]}]}"#,
      #"{"cells": [{"cell_type": "code", "outputs": [{"data": {"image/png": "AAAA"}}, {"data": {"image/png": ["="]}}]}]}"#,
      #"{"cells": [{"cell_type": "code", "outputs": [{"data": {"text/html": "<script>alert(1)</script>"}}]}]}"#,
      "many",
    ])
  func hostile(_ text: String) async throws {
    let cell = #"{"cell_type": "code", "source": "a", "outputs": [{"output_type": "stream", "text": "\u001b["}]}"#
    let many = "{\"cells\": [" + String(repeating: cell + ",", count: 50_000) + cell + "]}"
    let folder = try TemporaryDirectory()
    let notebook = try FolderDocument("notebook", text: text == "many" ? many : text, in: folder)
    let page = try await notebook.html()
    #expect(page.utf8.count < 8 << 20)
    #expect(!page.contains("alert"))
    _ = try await notebook.thumbnail()
  }
}
