internal import ArgumentParser
internal import StructuredText

/// An option or flag that a command declares.
struct DeclaredOption: Sendable {
  /// The first long name, with its dashes; all names of an option lead to it.
  var name: String
  var takesValue: Bool
  var repeats: Bool

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
        repeats: argument.member("isRepeating")?.content == .bool(true))
      for text in texts { options[text] = declared }
    }
    return options
  }

  static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  /// The name in a word, with its dashes: that of `--size=256`, of `-s=256` and of `-s256`.
  static func name(in word: String) -> String {
    String(word.hasPrefix("--") ? word.prefix { $0 != "=" } : word.prefix(2))
  }
}

/// Finds an option with one value that is given twice. The argument library would use the last value in silence.
enum RepeatedOptions {
  /// Checks the words that the argument library gets.
  ///
  /// - Throws: `ValidationError`.
  static func check(_ words: [String], of command: any ParsableCommand.Type) throws {
    let names = words.prefix { $0 != "--" }.filter(DeclaredOption.isOption).map(DeclaredOption.name)
    // The command's options are looked at only if this can matter.
    if Set(names.map(longName)).count < names.count { try check(words, DeclaredOption.all(of: command)) }
  }

  private static func check(_ words: [String], _ options: [String: DeclaredOption]) throws {
    var given: Set<String> = []
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      let name = DeclaredOption.name(in: word)
      guard DeclaredOption.isOption(word), let option = options[name], option.takesValue else { continue }
      if word == name { rest = rest.dropFirst() }
      if !option.repeats, !given.insert(option.name).inserted {
        throw ValidationError("\(name) is given twice, and takes one value")
      }
    }
  }

  /// `--size` for `-s`, `--page` for `--frame`; a name without another one stays.
  private static func longName(_ name: String) -> String {
    if name == "--frame" { return "--page" }
    guard name.count == 2, let long = name.last.flatMap({ ShortOptions.withValue[$0] }) else { return name }
    return "--" + long
  }
}
