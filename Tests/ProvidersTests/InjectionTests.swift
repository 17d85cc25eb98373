internal import ProviderKit
internal import ProviderTesting
internal import TestKit
internal import Testing

/// Documents whose texts are HTML: previews show it as text.
@Suite("Markup in documents", .timed)
struct InjectionTests {
  static let payloads = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>",
    "</title></style><script src=//evil.example></script>", "--><iframe src=//evil.example></iframe>",
    "<meta http-equiv=refresh content=0;url=//evil.example>", "&lt;script&gt;", "<base href=//evil.example>",
    "]]><b style=background:url(//evil.example)>", "javascript:alert(1)",
  ]

  private func preview(
    _ provider: String, _ bytes: [UInt8], _ name: String, _ type: String
  ) async throws -> String {
    let folder = try TemporaryDirectory()
    let path = try folder.write(bytes, to: name)
    let outcome = try await Shipped.named(provider).inProcess.preview(of: path, contentType: type)
    try await HTMLJudge.check(outcome.bytes, "\(provider) \(name)")
    return String(decoding: outcome.bytes, as: UTF8.self)
  }

  /// The payload as it must appear in the page.
  private func escaped(_ text: String) -> String {
    var text = text.replacing("&", with: "&amp;")
    for (character, reference) in [("<", "lt"), (">", "gt"), ("\"", "quot"), ("'", "#39")] {
      text = text.replacing(character, with: "&\(reference);")
    }
    return text
  }

  @Test("In the names of a group and of its people", arguments: payloads)
  func people(_ payload: String) async throws {
    let text = escaped(payload)
    let person = "<dict><key>firstName</key><string>\(text)</string><key>lastName</key><string>\(text)</string></dict>"
    let list =
      "<plist><dict><key>name</key><string>\(text)</string><key>people</key><array>\(person)</array></dict></plist>"
    let page = try await preview("peoplegroups", Array(list.utf8), "x.pplgrp", "org.cameo.pplgrp")
    #expect(page.contains("<h1>\(text)</h1>"))
    #expect(page.contains("<td>\(text)</td><td>\(text)</td>"))
  }

  @Test("In texts of all kinds, and in their names", arguments: payloads)
  func texts(_ payload: String) async throws {
    let json = payload.replacing("\"", with: "\\\"")
    let documents: [(String, String, String)] = [
      ("public.plain-text", "txt", payload), ("public.source-code", "swift", "let a = \"\(json)\" // \(payload)"),
      ("public.json", "json", "{\"\(json)\": [\"\(json)\"]}"), ("public.json", "json", "{\"\(json)"),
      ("public.comma-separated-values-text", "csv", "\(payload),b\n\(payload),2\n"),
      ("public.tab-separated-values-text", "tsv", "a\tb\n\(payload)\t\(payload)\n"),
      ("public.xml", "xml", "<a>\(payload)</a>"),
      (
        "com.apple.property-list", "plist",
        "<plist><dict><key>\(escaped(payload))</key><string>x</string></dict></plist>"
      ),
      (
        "net.daringfireball.markdown", "md",
        """
        # \(payload)
        \(payload) [a](\(payload)) ![b](\(payload)) <\(payload)> `\(payload)`

        | \(payload) |
        |---|
        | \(payload) |

            \(payload)

        ```\(payload)
        \(payload)
        ```
        [c]: \(payload) "\(payload)"
        ![d](https://evil.example/d.png "\(payload)") ![](//evil.example/e.png) [![f](x.png)](vbscript:x)
        """
      ),
    ]
    for (type, suffix, content) in documents {
      let name = payload.replacing("/", with: "\u{2215}")
      let page = try await preview("text", Array(content.utf8), "\(name).\(suffix)", type)
      #expect(page.contains("<title>\(escaped("\(name).\(suffix)"))</title>"))
    }
  }

  @Test("In mails, calendars, contacts, notebooks and pages, and in their names", arguments: payloads)
  func folder(_ payload: String) async throws {
    let json = payload.replacing("\"", with: "\\\"")
    let text = escaped(payload)
    let documents: [(provider: String, suffix: String, content: String, shown: String)] = [
      ("mail", "eml", "From: \(payload)\nSubject: \(payload)\n\n\(payload)\n", "<h1>\(text)</h1>"),
      (
        "calendar", "ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:\(payload)\nLOCATION:\(payload)\nEND:VEVENT\n",
        "<h2>\(text)</h2>"
      ),
      ("contact", "vcf", "BEGIN:VCARD\nFN:\(payload)\nTEL:\(payload)\nNOTE:\(payload)\n", "<h2>\(text)</h2>"),
      (
        "notebook", "ipynb",
        """
        {"cells": [{"cell_type": "code", "source": "\(json)", "outputs": [{"output_type": "stream", "text": "\(json)"},
        {"data": {"text/html": "\(json)"}}]}, {"cell_type": "markdown", "source": "\(json)"},
        {"cell_type": "raw", "source": "\(json)"}]}
        """, "<pre>\(text)</pre>"
      ),
      ("web", "html", "<p title=\"\(payload)\">\(payload)</p><title>\(payload)</title>", "<body>"),
      ("web", "html", "<a href=\"\(payload)\">a</a><img src='\(payload)' alt=\"\(payload)\">", "<body>"),
      ("web", "html", "<p dir=\"\(payload)\"><td colspan='\(payload)'>\(payload)", "<body>"),
    ]
    for (provider, suffix, content, shown) in documents {
      let name = payload.replacing("/", with: "\u{2215}")
      let page = try await preview(provider, Array(content.utf8), "\(name).\(suffix)", "public.data")
      #expect(page.contains(shown), "\(provider)")
    }
  }

  @Test("In the names of an archive's entries, and in its own", arguments: payloads)
  func archives(_ payload: String) async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          archive.writestr(sys.argv[2], b"x")
      """, [folder.file("a.zip"), payload])
    try #require(made.status == 0, "\(made.errors)")
    let name = payload.replacing("/", with: "\u{2215}") + ".zip"
    let page = try await preview("archive", Fixtures.bytes(folder.file("a.zip")), name, "public.zip-archive")
    #expect(page.contains("<td>\(escaped(payload))</td>"))
    #expect(page.contains("<h1>\(escaped(name))</h1>"))
  }

  @Test("Pictures outside the Markdown text are replaced by their descriptions")
  func pictures() async throws {
    let text = """
      ![A map](https://example.org/map.png) ![](photos/boat.jpg) ![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)
      [![linked](x.png)](https://example.org)
      """
    let page = try await preview("text", Array(text.utf8), "x.md", "net.daringfireball.markdown")
    #expect(page.contains("<em>A map</em>"))
    #expect(page.contains("<em>boat.jpg</em>"))
    #expect(page.contains("src=\"data:image/gif;base64,"))
    #expect(page.contains("<a href=\"https://example.org\"><em>linked</em></a>"))
    #expect(!page.contains("map.png"))
  }
}
