internal import DesktopCache
package import ImageModel

/// Splits the `Exec` line of a thumbnailer into words, and expands its field codes.
///
/// `%s` is the size in pixels, `%u` the input's URI, `%i` its path, `%o` the output's path, `%%` a percent sign.
package enum ThumbnailerCommand {
  /// Splits a command line into words.
  ///
  /// - Throws: `invalidData` for quotation marks that are not closed, for other field codes, and for a line without
  ///   `%o`, or without `%i` and `%u`.
  package static func parse(_ line: String) throws(ImageError) -> [String] {
    let words = try ExecLine.words(line)
    try check(words)
    return words
  }

  private static func check(_ words: [String]) throws(ImageError) {
    guard let program = words.first, !program.isEmpty else { throw ImageError(.invalidData, "Exec is empty") }
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
  /// - Parameters:
  ///   - command: the result of `parse`.
  ///   - input: an absolute path.
  package static func expand(_ command: [String], input: String, output: String, size: Int) -> [String] {
    command.map { word in
      guard word.contains("%") else { return word }
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
        result += ExecLine.value(value, in: word)
      }
      return result
    }
  }
}
