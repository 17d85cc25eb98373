internal import ImageModel

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
    func isSpecial(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[")
    }
    let text = folded
    if !text.utf8.contains(where: isSpecial) { return .literal(text) }
    let rest = text.utf8.dropFirst()
    if text.utf8.first == UInt8(ascii: "*"), !rest.isEmpty, !rest.contains(where: isSpecial) {
      return .tail(String(Substring(rest)))
    }
    return .glob
  }

  /// Whether the pattern matches a name, which is in lower case unless case matters.
  func matches(_ name: [UInt8]) -> Bool { Glob.matches(Array(folded.utf8), name, hasSets: true) }
}
