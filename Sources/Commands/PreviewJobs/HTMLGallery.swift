internal import Digests
internal import ImageModel
internal import ByteStreams
internal import ProviderHost
internal import StructuredText

/// Many documents in one HTML file that needs neither the network nor another file: the viewer (`share/viewer`) with
/// its data.
///
/// Each document is in a `noscript` element. Where scripts run, the browser takes it as text, which costs nothing until
/// the viewer shows the document. Where no script runs, it is a part of the page: the style sheet shows the document
/// that the URL's fragment names, or the first one.
struct HTMLGallery {
  let title: String
  let sections: [HTMLSection]
  let viewer: EmbeddedViewer

  var text: String {
    viewer.files.page([
      "home": "file",
      "policy": "<meta http-equiv=\"Content-Security-Policy\" content=\"\(viewer.policy)\">",
      "title": HTMLText.escaped(title),
      "style": "<style>\(viewer.files.style)</style>",
      "documents": documents,
      "data": ViewerFiles.inert(JSONWriter.text(data)),
      "script": "<script>\(viewer.files.script)</script>",
    ])
  }

  /// What the viewer lists.
  private var data: JSONValue {
    let items = sections.enumerated().map { index, section in section.item(id: Self.id(index + 1)) }
    return .object(["folder": .object(["name": .string(title)]), "items": .array(items)])
  }

  private static func id(_ number: Int) -> String { "d\(number)" }

  private var documents: String {
    var parts: [String] = []
    if sections.count > 1 { parts.append(contents) }
    parts.append("<main>\n")
    for (index, section) in sections.enumerated() { parts.append(document(section, number: index + 1)) }
    parts.append("</main>")
    return parts.joined()
  }

  private var contents: String {
    let lines = sections.enumerated().map { index, section in
      let name = section.name == section.title ? "" : "<small><bdi>\(HTMLText.escaped(section.name))</bdi></small>"
      return "<li><a href=\"#\(Self.id(index + 1))\"><bdi>\(HTMLText.escaped(section.title))</bdi></a>\(name)</li>\n"
    }
    return "<noscript><nav><h1>\(HTMLText.escaped(title))</h1>\n<ol>\n\(lines.joined())</ol></nav></noscript>\n"
  }

  private func document(_ section: HTMLSection, number: Int) -> String {
    let facts = ([section.name == section.title ? "" : section.name] + section.facts).filter { !$0.isEmpty }
    var paging = ""
    if sections.count > 1 {
      func link(_ target: Int, _ text: String) -> String {
        (1...sections.count).contains(target) ? "<a href=\"#\(Self.id(target))\">\(text)</a>" : "<span>\(text)</span>"
      }
      paging =
        "<p class=\"paging\">\(link(number - 1, "\u{2190} previous")) \(number) of \(sections.count) "
        + "\(link(number + 1, "next \u{2192}"))</p>\n"
    }
    return """
      <noscript data-id="\(Self.id(number))"><section class="document" id="\(Self.id(number))">
      <header><h2><bdi>\(HTMLText.escaped(section.title))</bdi></h2>
      \(paging)<p class="facts">\(HTMLText.escaped(facts.joined(separator: " \u{B7} ")))</p></header>
      \(section.body)
      </section></noscript>

      """
  }
}

/// The viewer with the content security policy of a file that contains it.
struct EmbeddedViewer: Sendable {
  let files: ViewerFiles
  /// Nothing is loaded, and only the viewer's own script runs, whatever a document contains. The frames of documents
  /// inherit this policy, and documents have styles of their own.
  let policy: String

  /// - Throws: `io` where the viewer is not installed; `unsupported` where libcrypto is missing.
  init(folders: [String]) throws(ImageError) {
    files = try ViewerFiles(folders: folders)
    let hash = Base64.text(try SHA256.digest(of: MemoryByteSource(Array(files.script.utf8))))
    policy =
      "default-src 'none'; script-src 'sha256-\(hash)'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
      + "media-src data:; base-uri 'none'; form-action 'none'"
  }
}
