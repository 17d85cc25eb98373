/// A name in which `*` stands for any characters and `?` for one; case does not count.
package struct GlobPattern: Hashable, Sendable {
  /// The name as it was given.
  package let text: String
  private let bytes: [UInt8]
  /// Whether the name has neither.
  package let isPlain: Bool

  package init(_ text: String) {
    self.text = text
    bytes = text.utf8.map(Self.lower)
    isPlain = !bytes.contains(UInt8(ascii: "*")) && !bytes.contains(UInt8(ascii: "?"))
  }

  package func matches(_ text: String) -> Bool {
    if isPlain {
      return text.utf8.count == bytes.count && zip(bytes, text.utf8).allSatisfy { $0 == Self.lower($1) }
    }
    return matchesPattern(text.utf8.map(Self.lower))
  }

  /// Goes back to the last star only: time grows with the product of the lengths at most.
  private func matchesPattern(_ text: [UInt8]) -> Bool {
    var (at, place) = (0, 0)
    var star: (at: Int, place: Int)?
    while place < text.count {
      if at < bytes.count, bytes[at] == UInt8(ascii: "*") {
        star = (at, place)
        at += 1
      } else if at < bytes.count, bytes[at] == UInt8(ascii: "?") || bytes[at] == text[place] {
        at += 1
        place += 1
      } else if let last = star {
        star = (last.at, last.place + 1)
        at = last.at + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return bytes[at...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
