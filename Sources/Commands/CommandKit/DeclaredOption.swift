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
  /// The heading in help; empty for the first options.
  var section: String

  /// The options of a command by their names, with their dashes. The library takes milliseconds to describe them.
  static func all(of command: any ParsableCommand.Type) -> [String: DeclaredOption] {
    var options: [String: DeclaredOption] = [:]
    for (names, option) in list(of: command) {
      for name in names { options[name] = option }
    }
    return options
  }

  /// The options of a command and their names, with their dashes, in the order of help.
  static func list(of command: any ParsableCommand.Type) -> [(names: [String], option: DeclaredOption)] {
    var parser = JSONParser(Array(command._dumpHelp().utf8), limits: StructuredLimits())
    guard let description = try? parser.parse(),
      case .array(let arguments)? = description.member("command")?.member("arguments")?.content
    else { return [] }
    return arguments.compactMap { argument in
      guard case .array(let names)? = argument.member("names")?.content else { return nil }
      let texts = names.compactMap { name -> String? in
        guard case .string(let text)? = name.member("name")?.content else { return nil }
        return (text.count == 1 ? "-" : "--") + text
      }
      let declared = DeclaredOption(
        name: texts.first { $0.hasPrefix("--") } ?? texts.first ?? "",
        takesValue: argument.member("kind")?.content == .string("option"),
        repeats: argument.member("isRepeating")?.content == .bool(true),
        letter: texts.first { $0.count == 2 }?.last, value: text("valueName", of: argument),
        help: text("abstract", of: argument), section: text("sectionTitle", of: argument))
      return (texts, declared)
    }
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
