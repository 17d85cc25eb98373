internal import TestKit

/// Splits a line into words as a shell does: blanks separate words, both kinds of quotes join them, and `$'...'` has
/// the escapes `\n`, `\t` and `\e`.
enum ShellWords {
  static func split(_ line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case " ":
        if let finished = word { words.append(finished) }
        word = nil
      case "'", "\"":
        guard let end = rest.firstIndex(of: character) else { throw TestFailure("an open quote in: \(line)") }
        var text = String(rest[..<end])
        if word?.last == "$" {
          word?.removeLast()
          for (escape, meaning) in [("\\n", "\n"), ("\\t", "\t"), ("\\e", "\u{1B}")] {
            text = text.split(separator: escape, omittingEmptySubsequences: false).joined(separator: meaning)
          }
        }
        word = (word ?? "") + text
        rest = rest[rest.index(after: end)...]
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
