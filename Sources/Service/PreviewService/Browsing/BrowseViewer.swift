internal import ByteStreams
internal import ImageModel
internal import ProviderHost
internal import StructuredText

/// The viewer as a service gives it: the page of a folder, and beside it the style sheet and the script.
struct BrowseViewer: Sendable {
  struct Asset: Sendable {
    let contentType: String
    let bytes: [UInt8]
    let tag: EntityTag

    init(_ text: String, contentType: String) {
      (bytes, self.contentType, tag) = (Array(text.utf8), contentType, EntityTag([text]))
    }

    /// A part of its address, so that no cache has an old one.
    var version: String { String(tag.text.dropFirst().prefix(12)) }
  }

  /// By their names at `/browse/-/`.
  let assets: [String: Asset]
  private let files: ViewerFiles

  /// - Throws: `io` where the viewer is not installed.
  init() throws(ImageError) {
    files = try ViewerFiles(folders: ProviderFolders.viewers())
    assets = [
      "viewer.css": Asset(files.style, contentType: "text/css; charset=utf-8"),
      "viewer.js": Asset(files.script, contentType: "text/javascript; charset=utf-8"),
    ]
  }

  /// The page of a folder.
  ///
  /// - Parameters:
  ///   - documents: HTML for browsers without scripts.
  ///   - data: what scripts read.
  func page(title: String, documents: String, data: JSONValue) -> String {
    // The browser asks for the list while it still reads the page.
    let list = "<link rel=\"preload\" href=\"?list\" as=\"fetch\" crossorigin>"
    return files.page([
      "home": "service", "title": HTMLText.escaped(title), "style": "\(list)\n\(style)", "documents": documents,
      "data": ViewerFiles.inert(JSONWriter.text(data)), "script": "<script src=\"\(address("viewer.js"))\"></script>",
    ])
  }

  /// The element with the style sheet.
  var style: String { "<link rel=\"stylesheet\" href=\"\(address("viewer.css"))\">" }

  private func address(_ name: String) -> String {
    "\(BrowseAddress.prefix)\(BrowseAddress.own)/\(name)?v=\(assets[name]?.version ?? "")"
  }
}
