internal import ImageModel
internal import StructuredText
internal import XMLReading

/// Parses a property list in XML: the same values as JSON, in Apple's elements `dict`, `array`, `string`, `real`, ...
///
/// The parser is expat. Every property list has a document type declaration, at which the shim would stop. So the
/// declaration is first replaced by spaces. A declaration with an internal subset is rejected.
enum XMLPropertyList {
  /// - Throws: `invalidData` with the line; `limitExceeded`.
  static func parse(
    _ bytes: [UInt8], limits: StructuredLimits, allKinds: Bool
  ) throws(ImageError) -> StructuredValue {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw error("is not UTF-8", line: 0) }
    let text = try withoutDocumentType(bytes)
    let document = XMLDocument(
      text[...], maxDepth: limits.maxDepth + 2, maxNodes: min(2 * limits.maxValues, Int(Int32.max)))
    let line = document.stopLine
    switch document.stop {
    case nil: break
    case .damaged(let message): throw error(message, line: line)
    case .badReference: throw error("a reference to a character that XML forbids", line: line)
    case .documentType: throw error("a document type declaration with an internal subset", line: line)
    case .tooManyNodes: throw StructuredLimits.exceeded("line \(line): more than \(limits.maxValues) values")
    case .noMemory: throw StructuredLimits.exceeded("not enough memory for the property list")
    }
    guard document.droppedCount == 0 else {
      throw StructuredLimits.exceeded("lists and objects are nested more than \(limits.maxDepth) levels deep")
    }
    var reader = PropertyListEvents(document, allKinds: allKinds)
    return try reader.parse()
  }

  /// The bytes with spaces in place of `<!DOCTYPE plist ...>`. Line numbers do not change.
  private static func withoutDocumentType(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    let word = Array("<!DOCTYPE".utf8)
    // Only the XML declaration and comments may come before it.
    var position = 0
    while position < bytes.count, let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      if rest.starts(with: word) {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")), !bytes[start..<end].contains(UInt8(ascii: "[")) else {
          return bytes
        }
        var result = bytes
        for index in start...end where !JSONParser.isSpace(result[index]) { result[index] = 0x20 }
        return result
      }
      let isComment = rest.starts(with: "<!--".utf8)
      guard isComment || rest.starts(with: "<?".utf8) else { return bytes }
      let mark = Array((isComment ? "-->" : "?>").utf8)
      guard let end = rest.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return bytes }
      position = end + mark.count
    }
    return bytes
  }

  static func error(_ message: String, line: Int) -> ImageError {
    ImageError(
      .invalidData, (line > 0 ? "line \(line): " : "") + message, format: StructuredSyntax.xmlPropertyList.rawValue)
  }
}

/// Converts the elements of a property list to values.
private struct PropertyListEvents {
  private enum Tag {
    case start(name: String, line: Int)
    case end
  }

  private let document: XMLDocument
  private let allKinds: Bool
  private var index = 0

  init(_ document: XMLDocument, allKinds: Bool) {
    self.document = document
    self.allKinds = allKinds
  }

  mutating func parse() throws(ImageError) -> StructuredValue {
    guard case .start("plist", let line)? = try next() else {
      throw XMLPropertyList.error("the outermost element is not plist", line: 1)
    }
    guard case .start(let name, let start)? = try next() else {
      throw XMLPropertyList.error("plist is empty", line: line)
    }
    let value = try value(name, line: start)
    guard case .end? = try next() else { throw XMLPropertyList.error("plist has more than one value", line: line) }
    return value
  }

  /// The next tag. Attributes are ignored; text between elements must be white space.
  private mutating func next() throws(ImageError) -> Tag? {
    while index < document.eventCount {
      let event = document.event(index)
      index += 1
      switch event {
      case .start(let name, let line): return .start(name: document.name(name).string, line: line)
      case .end: return .end
      case .attribute: continue
      case .text(let text):
        guard text.isSpace else {
          throw XMLPropertyList.error("text '\(text.string.prefix(40))' between elements", line: 0)
        }
      }
    }
    return nil
  }

  /// The text up to the end of the current element.
  private mutating func text(_ name: String, line: Int) throws(ImageError) -> String {
    var text = ""
    while index < document.eventCount {
      let event = document.event(index)
      index += 1
      switch event {
      case .text(let part): text += part.string
      case .attribute: continue
      case .end: return text
      case .start(let inner, let line):
        throw XMLPropertyList.error("\(document.name(inner).string) is not allowed in \(name)", line: line)
      }
    }
    return text
  }

  private mutating func value(_ name: String, line: Int) throws(ImageError) -> StructuredValue {
    func invalid(_ message: String) -> ImageError { XMLPropertyList.error(message, line: line) }
    switch name {
    case "dict": return StructuredValue(.object(try dictionary(line: line)), line: line)
    case "array":
      var elements: [StructuredValue] = []
      while case .start(let inner, let line)? = try next() { elements.append(try value(inner, line: line)) }
      return StructuredValue(.array(elements), line: line)
    case "true", "false":
      _ = try text(name, line: line)
      return StructuredValue(.bool(name == "true"), line: line)
    case "string", "date":
      return StructuredValue(.string(try text(name, line: line)), line: line, isDate: name == "date")
    case "integer", "real":
      let text = try text(name, line: line)
      let digits = text.utf8.filter { !JSONParser.isSpace($0) }
      guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite || allKinds else {
        throw invalid("'\(text.prefix(40))' is not a number")
      }
      guard number.isFinite else {
        return StructuredValue(.string(String(decoding: digits, as: UTF8.self)), line: line)
      }
      return StructuredValue(.number(number, text: String(decoding: digits, as: UTF8.self)), line: line)
    case "data" where allKinds:
      guard let bytes = Base64.bytes(try text(name, line: line).utf8) else { throw invalid("data is not base64") }
      return StructuredValue(.bytes(bytes), line: line)
    case "data": throw invalid("bytes (data) have no meaning in this file")
    default: throw invalid("\(name) is not an element of a property list")
    }
  }

  private mutating func dictionary(line: Int) throws(ImageError) -> StructuredObject {
    var members: [StructuredObject.Member] = []
    while case .start(let tag, let keyLine)? = try next() {
      guard tag == "key" else { throw XMLPropertyList.error("expected a key before \(tag)", line: keyLine) }
      let name = try text("key", line: keyLine)
      guard case .start(let inner, let valueLine)? = try next() else {
        throw XMLPropertyList.error("the key '\(name)' has no value", line: keyLine)
      }
      members.append(.init(name: name, value: try value(inner, line: valueLine)))
    }
    switch StructuredObject.make(members) {
    case .success(let object): return object
    case .failure(let duplicate):
      throw XMLPropertyList.error(
        "the key '\(duplicate.member.name)' occurs twice", line: duplicate.member.value.line)
    }
  }
}
