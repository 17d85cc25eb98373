/// A command line that is nothing but file names, `--json` perhaps, and the commonest short options with a value.
///
/// The argument library takes longer to start than a header takes to be read (docs/decisions/0003): a command whose work is that
/// short reads such a line itself. Everything else, and every doubt, goes to the library.
package struct PlainCommandLine: Hashable, Sendable {
  package var files: [String] = []
  package var json = false
  /// The values of options, by the options' letters.
  package var values: [Character: String] = [:]

  /// Reads a line in which options have the form `-s 256` or `-s256`; nil for a line that holds anything else.
  ///
  /// - Parameter options: the letters of the options that may occur, each once.
  package init?(_ arguments: [String], options: Set<Character> = []) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--json" {
        json = true
      } else if argument.utf8.first != UInt8(ascii: "-"), !argument.isEmpty {
        files.append(argument)
      } else if let letter = argument.dropFirst().first, options.contains(letter), values[letter] == nil,
        let value = Self.value(argument.dropFirst(2), &rest)
      {
        values[letter] = value
      } else {
        return nil
      }
    }
    if files.isEmpty { return nil }
  }

  /// The rest of an argument, else the next argument; nil for what the library might read in another way.
  private static func value(_ joined: Substring, _ rest: inout ArraySlice<String>) -> String? {
    if !joined.isEmpty { return joined.contains("=") ? nil : String(joined) }
    guard let next = rest.popFirst(), !next.isEmpty, !next.hasPrefix("-") else { return nil }
    return next
  }
}
