internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport
internal import StructuredText
internal import TextReading

/// JSON or a property list: its value, or its text where the value cannot be read.
enum StructuredDocument {
  case value(StructuredValue)
  /// The error is nil where the document is too long to be parsed.
  case text(TextDocument, (any Error)?)

  /// The longest document that is parsed. Thumbnails and previews share the limit, so that they find the same damage.
  private static let maxBytes = 4 << 20

  /// - Parameter textLimit: the most bytes that are shown of a document that is not parsed.
  /// - Throws: `corruptInput` for a damaged document that is not text either, `limitExceeded` for a binary one that is
  ///   too long to be parsed, `unsupportedType`, and what reading throws.
  init(path: String, textLimit: Int) throws {
    let (bytes, isWhole) = try DocumentFile.beginning(of: path, atMost: Self.maxBytes)
    let isBinary = bytes.starts(with: "bplist".utf8)
    var problem: (any Error)?
    if isWhole {
      do {
        self = .value(try ValueFile.parse(bytes))
        return
      } catch {
        if isBinary || !DecodedText.isText(bytes) { throw error }
        problem = error
      }
    } else if isBinary {
      throw ProviderError(.limitExceeded, "a binary property list of more than \(Self.maxBytes >> 20) MiB")
    }
    self = .text(try TextDocument(path: path, limit: textLimit), problem)
  }
}

/// Formats JSON and property lists for people: one member a line, two spaces a level.
struct StructuredLines {
  private(set) var text = ""
  /// The length of the text, in bytes, after which the rest is left out.
  private let limit: Int
  private(set) var isCut = false

  init(_ value: StructuredValue, limit: Int) {
    self.limit = limit
    write(value, level: 0)
  }

  private mutating func write(_ value: StructuredValue, level: Int) {
    guard text.utf8.count < limit else {
      isCut = true
      return
    }
    switch value.content {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(_, let digits): text += digits
    case .string(let string): text += JSONWriter.text(.string(string))
    case .bytes(let bytes): text += Self.text(bytes)
    case .array(let elements):
      list(elements, "[", "]", level: level) { lines, element in lines.write(element, level: level + 1) }
    case .object(let object):
      list(object.members, "{", "}", level: level) { lines, member in
        lines.text += JSONWriter.text(.string(member.name)) + ": "
        lines.write(member.value, level: level + 1)
      }
    }
  }

  /// `<48656c6c 6f21> (6 bytes)`, in groups of four as old property lists have them; only the first of many bytes.
  private static func text(_ bytes: [UInt8]) -> String {
    var digits = ""
    for (index, byte) in bytes.prefix(maxBytes).enumerated() {
      if index > 0, index % 4 == 0 { digits += " " }
      digits += Hexadecimal.text([byte])
    }
    let rest = bytes.count > maxBytes ? " ..." : ""
    return "<\(digits)\(rest)> (\(bytes.count) \(bytes.count == 1 ? "byte" : "bytes"))"
  }

  private static let maxBytes = 24

  private mutating func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, level: Int, _ write: (inout Self, Element) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      guard text.utf8.count < limit else {
        isCut = true
        return
      }
      text += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: level + 1)
      write(&self, element)
    }
    if !elements.isEmpty { text += "\n" + String(repeating: "  ", count: level) }
    text += close
  }
}
