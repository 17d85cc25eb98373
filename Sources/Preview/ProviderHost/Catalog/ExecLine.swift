package import ImageModel

/// The command line of a desktop entry (Desktop Entry Specification 1.5, 7).
package enum ExecLine {
  private static let longest = 256

  /// Splits a command line into words, as a shell does. Only quotation marks and backslashes are special, because no
  /// shell runs it.
  ///
  /// - Throws: `invalidData` for quotation marks that are not closed, `limitExceeded` for more than 256 words.
  package static func words(_ line: String) throws(ImageError) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\n", "\r":
        if let done = word { words.append(done) }
        word = nil
      case "'":
        guard let end = rest.firstIndex(of: "'") else { throw unclosed }
        word = (word ?? "") + rest[..<end]
        rest = rest[rest.index(after: end)...]
      case "\"": word = (word ?? "") + (try quoted(&rest))
      case "\\":
        guard let next = rest.popFirst() else { throw ImageError(.invalidData, "Exec ends with a backslash") }
        word = (word ?? "") + String(next)
      default: word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    guard words.count <= longest else { throw ImageError(.limitExceeded, "Exec has more than \(longest) words") }
    return words
  }

  /// What a field code in a word becomes. A word with spaces is likely a command for a shell (`sh -c "convert %i %o"`),
  /// so a value in it is quoted for the shell: the names of documents are no commands.
  package static func value(_ value: String, in word: String) -> String {
    let isCommand = word.contains { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == ";" }
    return isCommand ? "'" + value.replacing("'", with: "'\\''") + "'" : value
  }

  private static let unclosed = ImageError(.invalidData, "Exec has a quotation mark that is not closed")

  /// The text in double quotation marks, where a backslash escapes `"`, `` ` ``, `$` and itself.
  private static func quoted(_ rest: inout Substring) throws(ImageError) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" { return text }
      if character == "\\", let next = rest.first, "\"`$\\".contains(next) {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(character)
      }
    }
    throw unclosed
  }
}
