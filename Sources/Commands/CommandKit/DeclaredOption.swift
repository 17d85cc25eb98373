internal import ArgumentParser
internal import StructuredText

/// An option or flag that a command declares.
struct DeclaredOption: Sendable {
  /// The first long name, with its dashes; all names of an option lead to it.
  var name: String
  var takesValue: Bool
  var repeats: Bool
  /// The letter of its short name.
  var letter: Character?
  /// What its value is called: `SIZE`.
  var value: String
  var help: String

  /// The options of a command by their names, with their dashes. The library takes milliseconds to describe them.
  static func all(of command: any ParsableCommand.Type) -> [String: DeclaredOption] {
    var parser = JSONParser(Array(command._dumpHelp().utf8), limits: StructuredLimits())
    guard let description = try? parser.parse(),
      case .array(let arguments)? = description.member("command")?.member("arguments")?.content
    else { return [:] }
    var options: [String: DeclaredOption] = [:]
    for argument in arguments {
      guard case .array(let names)? = argument.member("names")?.content else { continue }
      let texts = names.compactMap { name -> String? in
        guard case .string(let text)? = name.member("name")?.content else { return nil }
        return (text.count == 1 ? "-" : "--") + text
      }
      let declared = DeclaredOption(
        name: texts.first { $0.hasPrefix("--") } ?? texts.first ?? "",
        takesValue: argument.member("kind")?.content == .string("option"),
        repeats: argument.member("isRepeating")?.content == .bool(true),
        letter: texts.first { $0.count == 2 }?.last, value: text("valueName", of: argument),
        help: text("abstract", of: argument))
      for text in texts { options[text] = declared }
    }
    return options
  }

  private static func text(_ name: String, of argument: StructuredValue) -> String {
    if case .string(let text)? = argument.member(name)?.content { text } else { "" }
  }

  static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  /// The name in a word, with its dashes: that of `--size=256`, of `-s=256` and of `-s256`.
  static func name(in word: String) -> String {
    String(word.hasPrefix("--") ? word.prefix { $0 != "=" } : word.prefix(2))
  }
}
