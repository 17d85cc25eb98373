/// A pattern for the names of files of a type, as shared-mime-info has them: `*.tar.gz`, `Makefile`, `*.so.[0-9]*`.
package struct NamePattern: Hashable, Sendable {
  /// `*` stands for any characters, `?` for one, `[a-c]` for one of these.
  package var text: String
  /// From 0 to 100. Among matching patterns of the database the highest weight wins.
  package var weight: Int
  package var isCaseSensitive: Bool
  package var isFromDatabase: Bool

  package init(_ text: String, weight: Int = 50, isCaseSensitive: Bool = false, isFromDatabase: Bool = false) {
    self.text = text
    self.weight = weight
    self.isCaseSensitive = isCaseSensitive
    self.isFromDatabase = isFromDatabase
  }

  /// How a pattern is looked up.
  enum Form: Hashable {
    /// The whole name.
    case literal(String)
    /// The end of the name.
    case tail(String)
    case glob
  }

  /// The text, in lower case unless case matters.
  var folded: String { isCaseSensitive ? text : text.lowercased() }

  var form: Form {
    let special: Set<UInt8> = [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")]
    let text = folded
    if !text.utf8.contains(where: special.contains) { return .literal(text) }
    let rest = text.dropFirst()
    if text.utf8.first == UInt8(ascii: "*"), !rest.isEmpty, !rest.utf8.contains(where: special.contains) {
      return .tail(String(rest))
    }
    return .glob
  }

  /// Whether a name matches the whole pattern. The time is at most proportional to the product of their lengths: after
  /// a mismatch only the last star is extended by one byte.
  static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var (at, place) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while place < name.count {
      if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
        star = (at, place)
        at += 1
      } else if let next = one(pattern, at, name[place]) {
        at = next
        place += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        at = last.pattern + 1
        place = last.name + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The index after the pattern element that matches a byte; nil where it does not match.
  private static func one(_ pattern: [UInt8], _ at: Int, _ byte: UInt8) -> Int? {
    guard at < pattern.count else { return nil }
    switch pattern[at] {
    case UInt8(ascii: "?"): return at + 1
    case UInt8(ascii: "["):
      var index = at + 1
      let isNegated =
        index < pattern.count && (pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^"))
      if isNegated { index += 1 }
      let first = index
      var isMember = false
      while index < pattern.count, index == first || pattern[index] != UInt8(ascii: "]") {
        if index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "-"), pattern[index + 2] != UInt8(ascii: "]") {
          isMember = isMember || (pattern[index] <= byte && byte <= pattern[index + 2])
          index += 3
        } else {
          isMember = isMember || pattern[index] == byte
          index += 1
        }
      }
      // An unclosed bracket stands for itself (glob(7)).
      guard index < pattern.count else { return byte == UInt8(ascii: "[") ? at + 1 : nil }
      return isMember != isNegated ? index + 1 : nil
    default: return pattern[at] == byte ? at + 1 : nil
    }
  }
}
