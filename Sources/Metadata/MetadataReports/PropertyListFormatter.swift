internal import ByteStreams
package import ImageModel
internal import StructuredText

/// An XML property list: an array with the records of JSON, in which bytes are data.
package struct PropertyListFormatter: MetadataFormatter {
  private let style: ValueStyle

  package init(style: ValueStyle) { self.style = style }

  package var opening: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <array>

    """
  }
  package func closing() -> String { "</array>\n</plist>\n" }

  package func text(of file: FileMetadata) -> String {
    var record = JSONValueBuilder()
    MetadataRecord.write(file, style: style, to: &record)
    return Self.element(record.value, level: 1)
  }

  package func text(of error: ImageError, file name: String) -> String {
    Self.element(MetadataRecord.record(of: error, file: name), level: 1)
  }

  private static func element(_ value: JSONValue, level: Int) -> String {
    let indent = String(repeating: "  ", count: level)
    switch value {
    // A property list has no null: such members are left out of their dictionary.
    case .null: return ""
    case .bool(let value): return "\(indent)<\(value)/>\n"
    case .int(let value): return "\(indent)<integer>\(value)</integer>\n"
    case .uint(let value): return "\(indent)<integer>\(value)</integer>\n"
    case .double(let value):
      let text = value.isFinite ? "\(value)" : value.isNaN ? "nan" : value > 0 ? "+infinity" : "-infinity"
      return "\(indent)<real>\(text)</real>\n"
    case .string(let text): return "\(indent)<string>\(XMLText.escaped(text))</string>\n"
    case .path(let text): return element(.string(PathText.readable(text)), level: level)
    case .bytes(let bytes) where bytes.count <= JSONWriter.longestBytes:
      return "\(indent)<data>\(Base64.text(bytes))</data>\n"
    case .bytes(let bytes): return element(.object(["byteCount": .int(Int64(bytes.count))]), level: level)
    case .array(let elements):
      if elements.isEmpty { return "\(indent)<array/>\n" }
      return "\(indent)<array>\n" + elements.map { element($0, level: level + 1) }.joined() + "\(indent)</array>\n"
    case .object(let members):
      if members.isEmpty { return "\(indent)<dict/>\n" }
      var text = "\(indent)<dict>\n"
      for member in members where member.value != .null {
        text += "\(indent)  <key>\(XMLText.escaped(member.name))</key>\n" + element(member.value, level: level + 1)
      }
      return text + "\(indent)</dict>\n"
    }
  }
}
