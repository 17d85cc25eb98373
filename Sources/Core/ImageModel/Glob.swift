/// Matches text with patterns: `*` stands for any bytes, `?` for one.
package enum Glob {
  /// Whether a text matches the whole pattern. The time is at most proportional to the product of their lengths: after
  /// a mismatch only the last star is extended by one byte.
  ///
  /// - Parameter hasSets: whether `[a-c]` stands for one of these, as in glob(7).
  package static func matches(_ pattern: [UInt8], _ text: [UInt8], hasSets: Bool) -> Bool {
    var (at, place) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
        star = (at, place)
        at += 1
      } else if let next = one(pattern, at, text[place], hasSets) {
        at = next
        place += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        at = last.pattern + 1
        place = last.text + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The index after the pattern element that matches a byte; nil where it does not match.
  private static func one(_ pattern: [UInt8], _ at: Int, _ byte: UInt8, _ hasSets: Bool) -> Int? {
    guard at < pattern.count else { return nil }
    switch pattern[at] {
    case UInt8(ascii: "?"): return at + 1
    case UInt8(ascii: "[") where hasSets:
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
