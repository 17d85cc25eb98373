/// An option of a command line.
struct GivenOption {
  /// As it was written: `-s`, `--size`.
  var word: String
  var option: DeclaredOption
  /// nil for a flag, and for a value that is missing.
  var value: String?

  /// The options in the words that the argument library would get, up to `--`.
  ///
  /// - Parameter options: those of the command, by their names.
  static func all(_ words: [String], _ options: [String: DeclaredOption]) -> [GivenOption] {
    var given: [GivenOption] = []
    var rest = words[...]
    while let argument = rest.popFirst(), argument != "--" {
      // mkpdf marks options that apply to one input.
      let word = argument.first == "\u{0}" ? String(argument.dropFirst()) : argument
      let name = DeclaredOption.name(in: word)
      guard DeclaredOption.isOption(word), let option = options[name] else { continue }
      var value: String?
      if option.takesValue {
        let joined = word.dropFirst(name.count)
        value = word == name ? rest.popFirst() : String(joined.first == "=" ? joined.dropFirst() : joined)
      }
      given.append(GivenOption(word: name, option: option, value: value))
    }
    return given
  }
}
