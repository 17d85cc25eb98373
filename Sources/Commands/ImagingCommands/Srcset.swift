internal import ByteStreams
internal import ContentTypes
internal import ImageModel
package import Imaging
internal import StructuredText

/// The files of one input as a list for a web page, which chooses the one that it needs.
package enum Srcset: String, CaseIterable, Sendable {
  /// An object on a line of its own.
  case json
  /// An `img` element (HTML, 4.8.4.1) on a line of its own, for several formats in a `picture` element. Browsers that
  /// know no other format or no `srcset` take the largest file of the last format.
  case html

  /// The files of a format.
  private struct Files {
    var outputs: [JobReport.Output]
    var largest: JobReport.Output
    var type: String?

    /// - Returns: nil without files.
    init?(_ outputs: [JobReport.Output]) {
      self.outputs = outputs.sorted { ($0.size.width, $0.size.height) < ($1.size.width, $1.size.height) }
      guard let largest = self.outputs.last else { return nil }
      self.largest = largest
      type = ContentTypeRegistry.format(named: largest.format)?.mimeTypes.first
    }

    /// The attribute `srcset`. A width may be listed only once (HTML, 4.8.4.2.1); of several files the highest is.
    var set: String {
      let listed = zip(outputs, outputs.dropFirst()).filter { $0.size.width < $1.size.width }.map { $0.0 } + [largest]
      return listed.map { "\(PathText.url($0.path)) \($0.size.width)w" }.joined(separator: ", ")
    }

    var sizes: String { "(max-width: \(largest.size.width)px) 100vw, \(largest.size.width)px" }

    var members: [JSONMember] {
      [
        JSONMember("type", type.map { .string($0) } ?? .null), JSONMember("src", .string(PathText.url(largest.path))),
        JSONMember("srcset", .string(set)), JSONMember("sizes", .string(sizes)),
        JSONMember("images", .array(outputs.map(Srcset.image))),
      ]
    }
  }

  /// The text for an input; empty for one without files.
  package func text(_ report: JobReport) -> String {
    var formats: [String] = []
    for output in report.outputs where !formats.contains(output.format) { formats.append(output.format) }
    let all = formats.compactMap { format in Files(report.outputs.filter { $0.format == format }) }
    guard let last = all.last else { return "" }
    switch self {
    case .html:
      var attributes = [
        ("src", PathText.url(last.largest.path)), ("srcset", last.set), ("sizes", last.sizes),
        ("width", "\(last.largest.size.width)"), ("height", "\(last.largest.size.height)"), ("alt", ""),
      ]
      if let placeholder = report.placeholder { attributes.append(("data-blurhash", placeholder)) }
      let image = Self.element("img", attributes)
      if all.count == 1 { return image + "\n" }
      let sources = all.dropLast().map { files in
        Self.element("source", [("type", files.type ?? ""), ("srcset", files.set), ("sizes", files.sizes)])
      }
      return "<picture>\(sources.joined())\(image)</picture>\n"
    case .json:
      var members = [JSONMember("input", .path(report.input))] + last.members
      if all.count > 1 { members.append(JSONMember("sources", .array(all.dropLast().map { .object($0.members) }))) }
      if let placeholder = report.placeholder { members.append(JSONMember("placeholder", .string(placeholder))) }
      return JSONWriter.text(.object(members)) + "\n"
    }
  }

  private static func element(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name)" + attributes.map { " \($0.0)=\"\(HTMLText.escaped($0.1))\"" }.joined() + ">"
  }

  private static func image(_ output: JobReport.Output) -> JSONValue {
    .object([
      "src": .string(PathText.url(output.path)), "width": .int(Int64(output.size.width)),
      "height": .int(Int64(output.size.height)), "bytes": .uint(output.byteCount),
    ])
  }
}
