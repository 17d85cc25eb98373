internal import ByteStreams
package import ImageModel

/// The page in which people look at many documents: `share/viewer`. `preview --html` puts it into one file with all
/// documents, and a service gives it for a folder.
///
/// ```swift
/// let viewer = try ViewerFiles(folders: ProviderFolders.viewers())
/// let page = viewer.page(["home": "file", "title": "3 documents", ...])
/// ```
package struct ViewerFiles: Sendable {
  /// HTML with `{{fields}}`:
  /// - `home`: `file` or `service`
  /// - `policy`: a `meta` element with a content security policy, or nothing if the policy is a header
  /// - `title`: text
  /// - `style`, `script`: elements with the style sheet and the script, or with their addresses
  /// - `documents`: what is shown where no script runs. It is in `noscript` elements.
  /// - `data`: JSON: the folder and its items, or nothing if the page asks for them. `inert` makes it safe here.
  package let template: String
  package let style: String
  /// All scripts, one after the other.
  package let script: String

  /// The scripts in the order in which they are run.
  private static let scripts = [
    "changes.js", "homes.js", "list.js", "pages.js", "picker.js", "stage.js", "viewer.js",
  ]

  /// - Parameter folders: the first one that has the page counts.
  /// - Throws: `io` if none has it, or if a file cannot be read.
  package init(folders: [String]) throws(ImageError) {
    guard let folder = folders.first(where: { SystemCall.status(of: $0 + "/viewer.html")?.isRegularFile ?? false })
    else {
      throw ImageError(
        .io, "the viewer is not installed: there is no viewer.html in \(folders.joined(separator: ", "))")
    }
    func text(_ name: String) throws(ImageError) -> String {
      String(decoding: try SmallFile.bytes("\(folder)/\(name)", onlyRegular: true), as: UTF8.self)
    }
    template = try text("viewer.html")
    style = try text("viewer.css")
    var script = ""
    for name in Self.scripts { script += try text(name) }
    self.script = script
  }

  /// The page with its fields filled in. Fields in the values are not filled in again. A field without a value becomes
  /// nothing.
  package func page(_ values: [String: String]) -> String {
    var page = ""
    var rest = template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      page += rest[..<start.lowerBound]
      page += values[String(rest[start.upperBound..<end.lowerBound])] ?? ""
      rest = rest[end.upperBound...]
    }
    return page + rest
  }

  /// JSON that cannot end the `script` element that it is in (HTML, 4.12.1.3).
  package static func inert(_ json: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(json.utf8.count + 1_024)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { result += "\\u003c".utf8 } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
