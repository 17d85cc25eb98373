/// A command line that is nothing but file names, and `--json` perhaps.
///
/// The argument library takes longer to start than a header takes to be read (docs/decisions/0003): a command whose work is that
/// short reads such a line itself. Everything else, and every doubt, goes to the library.
package struct PlainCommandLine: Hashable, Sendable {
  package var files: [String] = []
  package var json = false

  /// nil for a line that holds anything else.
  package init?(_ arguments: [String]) {
    for argument in arguments {
      if argument == "--json" {
        json = true
      } else if argument.utf8.first == UInt8(ascii: "-") || argument.isEmpty {
        return nil
      } else {
        files.append(argument)
      }
    }
    if files.isEmpty { return nil }
  }
}
