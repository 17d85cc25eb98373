internal import ByteStreams
internal import ContentTypes
internal import ImageModel
internal import Imaging
internal import StructuredText

/// The files of one input as a list for a web page, which chooses the one that it needs.
enum Srcset: String, CaseIterable {
  /// An object on a line of its own.
  case json
  /// An `img` element (HTML, 4.8.4.1) on a line of its own. The largest file is for browsers that know no `srcset`.
  case html

  /// The text for an input; empty for one without files.
  func text(_ report: JobReport) -> String {
    let outputs = report.outputs.sorted { ($0.size.width, $0.size.height) < ($1.size.width, $1.size.height) }
    guard let largest = outputs.last else { return "" }
    // A width may be listed only once (HTML, 4.8.4.2.1); of several files the highest is.
    let listed = zip(outputs, outputs.dropFirst()).filter { $0.size.width < $1.size.width }.map { $0.0 } + [largest]
    let set = listed.map { "\(PathText.url($0.path)) \($0.size.width)w" }.joined(separator: ", ")
    let sizes = "(max-width: \(largest.size.width)px) 100vw, \(largest.size.width)px"
    switch self {
    case .html:
      var attributes = [
        ("src", PathText.url(largest.path)), ("srcset", set), ("sizes", sizes), ("width", "\(largest.size.width)"),
        ("height", "\(largest.size.height)"), ("alt", ""),
      ]
      if let placeholder = report.placeholder { attributes.append(("data-blurhash", placeholder)) }
      return "<img" + attributes.map { " \($0.0)=\"\(HTMLText.escaped($0.1))\"" }.joined() + ">\n"
    case .json:
      let type = ContentTypeRegistry.format(named: largest.format)?.mimeTypes.first
      var members: [JSONMember] = [
        JSONMember("input", .path(report.input)), JSONMember("type", type.map { .string($0) } ?? .null),
        JSONMember("src", .string(PathText.url(largest.path))), JSONMember("srcset", .string(set)),
        JSONMember("sizes", .string(sizes)), JSONMember("images", .array(outputs.map(Self.image))),
      ]
      if let placeholder = report.placeholder { members.append(JSONMember("placeholder", .string(placeholder))) }
      return JSONWriter.text(.object(members)) + "\n"
    }
  }

  private static func image(_ output: JobReport.Output) -> JSONValue {
    .object([
      "src": .string(PathText.url(output.path)), "width": .int(Int64(output.size.width)),
      "height": .int(Int64(output.size.height)), "bytes": .uint(output.byteCount),
    ])
  }
}
