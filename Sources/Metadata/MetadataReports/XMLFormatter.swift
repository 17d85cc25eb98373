internal import ByteStreams
package import ImageModel
internal import MetadataModel
internal import StructuredText

/// An XML document: `files/file/image/group/property`; docs/metadata.md describes it.
package struct XMLFormatter: MetadataFormatter {
  private let style: ValueStyle

  package init(style: ValueStyle) { self.style = style }

  package var opening: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<files version=\"1\">\n" }
  package func closing() -> String { "</files>\n" }

  package func text(of file: FileMetadata) -> String {
    let metadata = file.metadata
    let name = XMLText.escaped(PathText.readable(file.name))
    var text =
      "<file input=\"\(name)\" format=\"\(metadata.format)\" contentType=\"\(metadata.contentType)\" "
      + "bytes=\"\(metadata.byteCount)\">\n"
    text += groups(file.container, indent: "  ")
    for image in file.images { text += "  <image>\n" + groups(image, indent: "    ") + "  </image>\n" }
    for diagnostic in metadata.diagnostics {
      let kind = diagnostic.severity.rawValue
      text += "  <\(kind)>\(XMLText.escaped(PathText.readable(diagnostic.message)))</\(kind)>\n"
    }
    return text + "</file>\n"
  }

  package func text(of error: ImageError, file name: String) -> String {
    let name = XMLText.escaped(PathText.readable(name))
    let reason = XMLText.escaped(PathText.readable(error.reason))
    return "<file input=\"\(name)\">\n  <error kind=\"\(error.kind.rawValue)\">\(reason)</error>\n</file>\n"
  }

  private func groups(_ tree: PropertyTree, indent: String) -> String {
    var text = ""
    for group in tree.groups {
      text += "\(indent)<group name=\"\(XMLText.escaped(group.name))\">\n"
      for property in group.properties { text += element(property, indent: indent + "  ") }
      text += "\(indent)</group>\n"
    }
    return text
  }

  private func element(_ property: Property, indent: String) -> String {
    var attributes = " name=\"\(XMLText.escaped(property.name))\""
    if let tag = property.tag { attributes += " tag=\"\(tag)\"" }
    if style != .raw, let readable = property.readable { attributes += " readable=\"\(XMLText.escaped(readable))\"" }
    if style == .readable, let readable = property.readable {
      return Self.line("property", " name=\"\(XMLText.escaped(property.name))\" type=\"text\"", readable, indent)
    }
    return Self.element("property", attributes, property.value, indent)
  }

  private static func line(_ tag: String, _ attributes: String, _ content: String, _ indent: String) -> String {
    "\(indent)<\(tag)\(attributes)>\(XMLText.escaped(content))</\(tag)>\n"
  }

  private static func element(
    _ tag: String, _ attributes: String, _ value: PropertyValue, _ indent: String
  ) -> String {
    switch value {
    case .boolean(let value): return line(tag, attributes + " type=\"boolean\"", value ? "true" : "false", indent)
    case .integer, .unsigned: return line(tag, attributes + " type=\"integer\"", value.plainText, indent)
    case .decimal: return line(tag, attributes + " type=\"decimal\"", value.plainText, indent)
    case .text(let text): return line(tag, attributes + " type=\"text\"", text, indent)
    case .rational(let fraction):
      let parts = " numerator=\"\(fraction.numerator)\" denominator=\"\(fraction.denominator)\""
      return line(tag, attributes + " type=\"rational\"" + parts, value.plainText, indent)
    case .bytes(let bytes):
      let isShort = bytes.count <= JSONWriter.longestBytes
      return line(
        tag, attributes + " type=\"bytes\" byteCount=\"\(bytes.count)\"", isShort ? Base64.text(bytes) : "", indent)
    case .array(let elements):
      return "\(indent)<\(tag)\(attributes) type=\"array\">\n"
        + elements.map { element("item", "", $0, indent + "  ") }.joined() + "\(indent)</\(tag)>\n"
    case .structure(let fields):
      let inner = fields.map { field in
        element("property", " name=\"\(XMLText.escaped(field.name))\"", field.value, indent + "  ")
      }
      return "\(indent)<\(tag)\(attributes) type=\"structure\">\n" + inner.joined() + "\(indent)</\(tag)>\n"
    }
  }
}
