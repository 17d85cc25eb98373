internal import ArgumentParser
internal import ImageModel
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
  /// The default that the library knows.
  var standard: String
  /// All names, with their dashes.
  var names: [String]

  /// Whether it does something else instead of the command's work, or belongs to one process. Such an option has no
  /// default in a file.
  var isAction: Bool {
    ["--help", "--version", "--first-line", ConfigurationListing.option].contains(name)
  }

  /// The options of a command by their names, with their dashes. The library takes milliseconds to describe them.
  static func all(of command: any ParsableCommand.Type) -> [String: DeclaredOption] {
    var options: [String: DeclaredOption] = [:]
    for option in list(of: command) {
      for name in option.names { options[name] = option }
    }
    return options
  }

  /// The options of a command, in the order of its help.
  static func list(of command: any ParsableCommand.Type) -> [DeclaredOption] {
    var parser = JSONParser(Array(command._dumpHelp().utf8), limits: StructuredLimits())
    guard let description = try? parser.parse(),
      case .array(let arguments)? = description.member("command")?.member("arguments")?.content
    else { return [] }
    return arguments.compactMap { argument -> DeclaredOption? in
      guard case .array(let names)? = argument.member("names")?.content else { return nil }
      let texts = names.compactMap { name -> String? in
        guard case .string(let text)? = name.member("name")?.content else { return nil }
        return (text.count == 1 ? "-" : "--") + text
      }
      return DeclaredOption(
        name: texts.first { $0.hasPrefix("--") } ?? texts.first ?? "",
        takesValue: argument.member("kind")?.content == .string("option"),
        repeats: argument.member("isRepeating")?.content == .bool(true),
        letter: texts.first { $0.count == 2 }?.last, value: text("valueName", of: argument),
        help: text("abstract", of: argument), section: text("sectionTitle", of: argument),
        standard: text("defaultValue", of: argument), names: texts)
    }
  }

  /// The option as words of a command line.
  ///
  /// - Parameter value: the value as a job or a file has it: true for a flag, a text or a number, or a list of them for
  ///   an option that can be given several times. false and null are no words.
  /// - Throws: `usage` with what is expected, for a value of another kind.
  func words(for value: StructuredValue.Content) throws(ImageError) -> [String] {
    func word(_ value: StructuredValue.Content) throws(ImageError) -> String {
      let text: String? =
        switch value {
        case .string(let text) where !text.utf8.contains(0): text
        case .number(_, let text): text
        default: nil
        }
      guard let text else { throw ImageError(.usage, "expected a text or a number") }
      return "\(name)=\(text)"
    }
    switch value {
    case .null: return []
    case .bool(let isSet) where !takesValue: return isSet ? [name] : []
    case _ where !takesValue: throw ImageError(.usage, "expected true or false")
    case .array(let values) where repeats:
      var words: [String] = []
      for value in values { words.append(try word(value.content)) }
      return words
    default: return [try word(value)]
    }
  }

  /// The names of options in a message, with their dashes.
  static func names(in message: String) -> [String] {
    message.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-") }.compactMap { word in
      word.hasPrefix("-") && word.contains { $0 != "-" } ? String(word) : nil
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
