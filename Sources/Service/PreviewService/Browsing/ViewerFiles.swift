internal import ByteStreams
internal import ImageModel
internal import ProviderHost
internal import StructuredText

/// The files of the viewer (share/viewer): a page with places for what each folder has, and its styles and scripts.
struct ViewerFiles: Sendable {
  struct Asset: Sendable {
    let contentType: String
    let bytes: [UInt8]
    let tag: EntityTag

    /// A part of its address, so that a cache keeps no old one.
    var version: String { String(tag.text.dropFirst().prefix(12)) }
  }

  let assets: [String: Asset]
  private let template: String

  /// Reads the files: those of the user, of the package whose `.build` has the program, or of the installation.
  ///
  /// - Throws: `io` where there are none.
  init() throws(ImageError) {
    let folders = ProviderFolders.manifests().map { PathText.split($0).directory + "/viewer" }
    guard let folder = folders.first(where: { SystemCall.status(of: "\($0)/viewer.html")?.isRegularFile ?? false })
    else { throw ImageError(.io, "the pages for --browse are not installed: share/cameo/viewer is missing") }
    template = String(decoding: try SmallFile.bytes("\(folder)/viewer.html", limit: Self.largest), as: UTF8.self)
    var assets: [String: Asset] = [:]
    for name in SystemCall.entries(of: folder) ?? [] {
      guard let type = Self.types.first(where: { name.hasSuffix($0.key) })?.value else { continue }
      let bytes = try SmallFile.bytes("\(folder)/\(name)", limit: Self.largest)
      assets[name] = Asset(
        contentType: type, bytes: bytes, tag: EntityTag([String(decoding: bytes, as: UTF8.self)]))
    }
    self.assets = assets
  }

  private static let largest = 1 << 20
  private static let types = [
    ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
  ]

  /// The page of a folder.
  ///
  /// - Parameters:
  ///   - documents: HTML for browsers without scripts.
  ///   - data: what scripts read; in it nothing may end the element.
  func page(title: String, documents: String, data: JSONValue) -> String {
    let script = JSONWriter.text(data).replacing("<", with: "\\u003C")
    let values = [
      "home": "service", "policy": "", "title": HTMLText.escaped(title), "style": styles, "documents": documents,
      "data": script, "script": scripts,
    ]
    // One pass: a value may hold what looks like a place.
    var page = ""
    var rest = template[...]
    while let start = rest.firstRange(of: "{{") {
      page += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "}}") else { break }
      page += values[String(rest[..<end.lowerBound])] ?? ""
      rest = rest[end.upperBound...]
    }
    return page + rest
  }

  private func address(_ name: String) -> String {
    "\(BrowseAddress.prefix)-/\(name)?v=\(assets[name]?.version ?? "")"
  }

  var styles: String {
    assets.keys.filter { $0.hasSuffix(".css") }.sorted()
      .map { "<link rel=\"stylesheet\" href=\"\(address($0))\">" }.joined(separator: "\n")
  }

  /// The others define what `viewer.js` uses, so it is the last one.
  private var scripts: String {
    let names = assets.keys.filter { $0.hasSuffix(".js") }
      .sorted { ($0 == "viewer.js" ? 1 : 0, $0) < ($1 == "viewer.js" ? 1 : 0, $1) }
    return names.map { "<script src=\"\(address($0))\"></script>" }.joined(separator: "\n")
  }
}
