internal import ByteStreams

/// Writes property lists in XML.
package enum PropertyListText {
  /// The text before the value. It ends with a line feed.
  package static let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
  package static let closing = "</plist>\n"

  /// A value as an element, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - level: how far it is indented.
  ///   - longestBytes: longer bytes become an object with their count.
  package static func element(_ value: JSONValue, level: Int, longestBytes: Int = .max) -> String {
    func inner(_ value: JSONValue) -> String { element(value, level: level + 1, longestBytes: longestBytes) }
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
    case .date(let text): return "\(indent)<date>\(XMLText.escaped(text))</date>\n"
    case .path(let text): return "\(indent)<string>\(XMLText.escaped(PathText.readable(text)))</string>\n"
    case .bytes(let bytes) where bytes.count <= longestBytes:
      return "\(indent)<data>\(Base64.text(bytes))</data>\n"
    case .bytes(let bytes):
      return element(.object(["byteCount": .int(Int64(bytes.count))]), level: level)
    case .array(let elements):
      if elements.isEmpty { return "\(indent)<array/>\n" }
      return "\(indent)<array>\n" + elements.map(inner).joined() + "\(indent)</array>\n"
    case .object(let members):
      if members.isEmpty { return "\(indent)<dict/>\n" }
      var text = "\(indent)<dict>\n"
      for member in members where member.value != .null {
        text += "\(indent)  <key>\(XMLText.escaped(member.name))</key>\n" + inner(member.value)
      }
      return text + "\(indent)</dict>\n"
    }
  }
}
