internal import DesktopCache
package import ImageModel

/// Splits the `Exec` line of a thumbnailer into words, and expands its field codes.
///
/// `%s` is the size in pixels, `%u` the input's URI, `%i` its path, `%o` the output's path, `%%` a percent sign.
package enum ThumbnailerCommand {
  private static let longest = 256

  /// Splits a command line into words, as a shell does. Only quotation marks and backslashes are special, because no
  /// shell runs it.
  ///
  /// - Throws: `invalidData` for quotation marks that are not closed, for other field codes, and for a line without
  ///   `%o`, or without `%i` and `%u`.
  package static func parse(_ line: String) throws(ImageError) -> [String] {
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
    try check(words)
    return words
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

  private static func check(_ words: [String]) throws(ImageError) {
    guard let program = words.first, !program.isEmpty else { throw ImageError(.invalidData, "Exec is empty") }
    guard words.count <= longest else { throw ImageError(.limitExceeded, "Exec has more than \(longest) words") }
    guard !program.replacing("%%", with: "").contains("%") else {
      throw ImageError(.invalidData, "Exec begins with a field code")
    }
    var codes: Set<Character> = []
    for word in words {
      var rest = word[...]
      while let character = rest.popFirst() {
        guard character == "%" else { continue }
        guard let code = rest.popFirst(), "suio%".contains(code) else {
          throw ImageError(.invalidData, "Exec has a field code that is not %s, %u, %i, %o or %%: '\(word)'")
        }
        codes.insert(code)
      }
    }
    guard codes.contains("o") else { throw ImageError(.invalidData, "Exec has no %o") }
    guard codes.contains("i") || codes.contains("u") else {
      throw ImageError(.invalidData, "Exec has neither %i nor %u")
    }
  }

  /// The arguments for one document.
  ///
  /// A word with spaces is likely a command for a shell (`sh -c "convert %i %o"`), so the paths in it are quoted for
  /// the shell.
  ///
  /// - Parameters:
  ///   - command: the result of `parse`.
  ///   - input: an absolute path.
  package static func expand(_ command: [String], input: String, output: String, size: Int) -> [String] {
    command.map { word in
      guard word.contains("%") else { return word }
      let isProgram = word.contains { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == ";" }
      var result = ""
      var rest = word[...]
      while let character = rest.popFirst() {
        guard character == "%", let code = rest.popFirst() else {
          result.append(character)
          continue
        }
        let value: String? =
          switch code {
          case "s": String(size)
          case "i": input
          case "o": output
          case "u": FileURI.text(path: input)
          default: nil
          }
        guard let value else {
          result += "%"
          continue
        }
        result += isProgram ? "'" + value.replacing("'", with: "'\\''") + "'" : value
      }
      return result
    }
  }
}
