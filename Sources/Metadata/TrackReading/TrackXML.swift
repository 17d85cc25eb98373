internal import XMLReading

/// A track in XML: its elements, by their names without prefixes.
struct TrackXML {
  let document: XMLDocument
  /// The names by their numbers in `document`.
  let names: [String]

  private static let deepest = 64

  init(_ bytes: [UInt8], maxNodes: Int) {
    let document = XMLDocument(bytes[...], maxDepth: Self.deepest, maxNodes: maxNodes)
    self.document = document
    names = (0..<document.nameCount).map { index in
      let name = document.name(index).string
      return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
  }

  /// The name of the outermost element; nil if there is none.
  var root: String? {
    guard document.eventCount > 0, case .start(let root, _) = document.event(0) else { return nil }
    return names[root]
  }

  /// What is wrong before the end, with its line.
  var damage: String? {
    document.stop.map { stop in
      let reason =
        switch stop {
        case .damaged: "not well-formed"
        case .badReference: "a reference to a character that XML forbids"
        case .documentType: "a document type declaration"
        case .tooManyNodes: "too many elements and attributes"
        case .noMemory: "there is not enough memory"
        }
      return "line \(document.stopLine): \(reason)"
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// A text without white space around it.
  static func trimmed(_ text: [UInt8]) -> String {
    let start = text.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String(decoding: start[start.startIndex..<end], as: UTF8.self)
  }
}
