internal import ArgumentParser
internal import StructuredText

/// Finds an option with one value that is given twice. The argument library would use the last value in silence.
struct RepeatedOptions {
  /// An option that a command declares.
  private struct Declared {
    var name: String
    var takesValue: Bool
    var repeats: Bool
  }

  /// By their names, with their dashes. All names of an option lead to the same `Declared.name`.
  private var options: [String: Declared] = [:]

  /// Checks the words that the argument library gets.
  ///
  /// - Throws: `ValidationError`.
  static func check(_ words: [String], of command: any ParsableCommand.Type) throws {
    let names = words.prefix { $0 != "--" }.filter(isOption).map(name)
    // The library takes milliseconds to describe a command's options, so they are looked at only if this can matter.
    if Set(names.map(longName)).count < names.count { try Self(of: command).check(words) }
  }

  private init(of command: any ParsableCommand.Type) {
    var parser = JSONParser(Array(command._dumpHelp().utf8), limits: StructuredLimits())
    guard let description = try? parser.parse(),
      case .array(let arguments)? = description.member("command")?.member("arguments")?.content
    else { return }
    for argument in arguments {
      guard case .array(let names)? = argument.member("names")?.content else { continue }
      let texts = names.compactMap { name -> String? in
        guard case .string(let text)? = name.member("name")?.content else { return nil }
        return (text.count == 1 ? "-" : "--") + text
      }
      let declared = Declared(
        name: texts.first ?? "", takesValue: argument.member("kind")?.content == .string("option"),
        repeats: argument.member("isRepeating")?.content == .bool(true))
      for text in texts { options[text] = declared }
    }
  }

  private func check(_ words: [String]) throws {
    var given: Set<String> = []
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      guard Self.isOption(word), let option = options[Self.name(word)], option.takesValue else { continue }
      if word == Self.name(word) { rest = rest.dropFirst() }
      if !option.repeats, !given.insert(option.name).inserted {
        throw ValidationError("\(Self.name(word)) is given twice, and takes one value")
      }
    }
  }

  private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

  /// The name in a word, with its dashes: that of `--size=256`, of `-s=256` and of `-s256`.
  private static func name(_ word: String) -> String {
    String(word.hasPrefix("--") ? word.prefix { $0 != "=" } : word.prefix(2))
  }

  /// `--size` for `-s`, `--page` for `--frame`; a name without another one stays.
  private static func longName(_ name: String) -> String {
    if name == "--frame" { return "--page" }
    guard name.count == 2, let long = name.last.flatMap({ ShortOptions.withValue[$0] }) else { return name }
    return "--" + long
  }
}
