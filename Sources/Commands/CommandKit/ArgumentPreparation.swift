internal import ArgumentParser

// This file does what the argument library (swift-argument-parser 1.8) cannot do for all commands. The doc
// comment of each part names the reason. `arranged` of mkpdf and preview does what only these two commands need.

extension CameoCommand {
  /// The command with its options, or a command of the library, such as that for help.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try WordsWithOneDash.check(arguments, of: self)
    let joined = NegativeNumbers.joined(try arranged(arguments), of: self)
    let words = EmptyValues.separated(ShortOptions.separated(joined), of: self)
    guard self is any InputCommand.Type else {
      let command = try parseAsRoot(words)
      try RepeatedOptions.check(words, of: self)
      try UnusedOptions.check(words, of: self)
      return command
    }
    let folded = FoldedArguments(words)
    let command = try parseAsRoot(folded.arguments)
    try RepeatedOptions.check(folded.arguments, of: self)
    try UnusedOptions.check(words, of: self)
    guard var own = command as? any InputCommand else { return command }
    own.files = folded.unfolded(own.files)
    return own
  }

  /// The library suggests options that have little in common with an unknown one: `--update` for `--rotate`. Our own
  /// hint takes the place of its guess.
  private static func withOwnHint(_ message: String) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts[0] == "Unknown option " else { return message }
    let word = parts[1]
    let isLong = word.hasPrefix("--")
    let hint =
      UnknownOption.isFile(word)
      ? UnknownOption.fileHint(word)
      : isLong ? UnknownOption.hint(String(word.dropFirst(2)), DeclaredOption.all(of: self)) : ""
    return "\(parts[0])'\(word)'\(hint)"
  }

  /// The argument library's message as one line that begins like all our messages.
  static func usageLine(_ message: String) -> String {
    let lines = message.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    // For `-x.jpg` the library also guesses "or: Missing value for '-j'". Only its first guess is kept.
    let joined = withOwnHint(lines.filter { !$0.lowercased().hasPrefix("or: ") }.joined(separator: " "))
    guard let first = joined.first, let second = joined.dropFirst().first, !second.isUppercase else { return joined }
    return first.lowercased() + joined.dropFirst()
  }
}

/// Former names of options. The argument library would show a second name of an option in its help.
enum FormerNames {
  /// The arguments with today's names. Values of options stay as they are.
  static func replaced(_ arguments: [String], of command: any CameoCommand.Type) -> [String] {
    let names = command.formerNames
    // The command's options are looked at only if this can matter.
    guard arguments.contains(where: { names[DeclaredOption.name(in: $0)] != nil }) else { return arguments }
    let options = DeclaredOption.all(of: command)
    var result: [String] = []
    var isValue = false
    for (index, argument) in arguments.enumerated() {
      if argument == "--", !isValue { return result + arguments[index...] }
      let name = DeclaredOption.name(in: argument)
      let newName = isValue ? nil : names[name]
      result.append(newName.map { $0 + argument.dropFirst(name.count) } ?? argument)
      isValue = !isValue && argument == name && (options[newName ?? name]?.takesValue ?? false)
    }
    return result
  }
}

/// Numbers below zero as values: `--page -1`. The argument library would take them for options, and say that the value
/// is missing. With its strategy `.unconditional`, an option would take the name of the next option as its value.
enum NegativeNumbers {
  /// The arguments with such values joined to their options: `--page=-1`.
  static func joined(_ words: [String], of command: any ParsableCommand.Type) -> [String] {
    // The command's options are looked at only if this can matter.
    guard words.contains(where: isNegative) else { return words }
    let options = DeclaredOption.all(of: command)
    var result: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return result + words[index...] }
      if isNegative(word), let option = result.last, options[option]?.takesValue ?? false {
        result[result.count - 1] = "\(option)=\(word)"
      } else {
        result.append(word)
      }
    }
    return result
  }

  private static func isNegative(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second.isASCII && second.isNumber || second == "."
  }
}

/// Empty values after an equals sign: `--output=`. The argument library would take the next word as the value:
/// `--output=$NAME a.jpg b.jpg` with an empty variable would write to `a.jpg`.
enum EmptyValues {
  /// The arguments with such values as words of their own: `--output` and an empty one.
  static func separated(_ words: [String], of command: any ParsableCommand.Type) -> [String] {
    // The command's options are looked at only if this can matter.
    guard words.contains(where: isCandidate) else { return words }
    let options = DeclaredOption.all(of: command)
    var result: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return result + words[index...] }
      let name = String(word.dropLast())
      let isEmptyValue = isCandidate(word) && options[name]?.takesValue ?? false
      result += isEmptyValue ? [name, ""] : [word]
    }
    return result
  }

  private static func isCandidate(_ word: String) -> Bool { word.hasPrefix("-") && word.hasSuffix("=") }
}

/// Short options in the style of getopt(3) that the argument library reads in another way: `-rs256` (flags before an
/// option with a joined value) and `-oname=x` (a joined value that contains an equals sign). The library joins a value
/// only to the first letter of a word, and takes a word with an equals sign for a long option with one dash.
enum ShortOptions {
  /// The letters of the options with a value, over all commands that process files, and their long names. A test
  /// compares them with the declarations.
  static let withValue: [Character: String] = [
    "d": "directory", "f": "format", "j": "workers", "o": "output", "q": "quality", "s": "size",
  ]
  static let flags = Set("rh")

  /// The arguments with such options split: `-r -s=256`, `-o=name=x`.
  static func separated(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var isValue = false
    for (index, argument) in arguments.enumerated() {
      if argument == "--", !isValue { return result + arguments[index...] }
      let pieces = isValue ? nil : split(argument)
      result += pieces ?? [argument]
      // The argument after a long option may be its value.
      isValue = !isValue && (expectsValue(argument) || argument.hasPrefix("--") && !argument.contains("="))
    }
    return result
  }

  /// Whether an argument ends with an option whose value is the next argument.
  private static func expectsValue(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let last = argument.last, withValue[last] != nil else { return false }
    return argument.dropFirst().dropLast().allSatisfy(flags.contains)
  }

  private static func split(_ argument: String) -> [String]? {
    guard argument.hasPrefix("-"), !argument.hasPrefix("--") else { return nil }
    let letters = argument.dropFirst()
    let cluster = letters.prefix { flags.contains($0) }
    guard let option = letters.dropFirst(cluster.count).first, withValue[option] != nil else { return nil }
    let value = letters.dropFirst(cluster.count + 1)
    guard !value.isEmpty, !cluster.isEmpty || value.contains("=") else { return nil }
    // The library reads `-o=x` as we do.
    return cluster.map { "-\($0)" } + ["-\(option)=\(value.hasPrefix("=") ? value.dropFirst() : value)"]
  }
}

/// A command line in which each long run of file names is folded into one word: the time of the argument library grows
/// with the square of the number of arguments, and is two seconds for 10,000 names. For each name it copies the array
/// of the names before it, whatever the strategy of parsing.
///
/// Of several words without a dash only the first can be the value of an option, because no option takes several
/// values. The following ones are inputs. They are replaced by one placeholder, which no process can get as an
/// argument. Its position among the inputs says where they belong. Words after `--` that begin with a dash are not
/// folded; few files have such names.
struct FoldedArguments {
  /// The beginning of a placeholder: no argument of a process contains a NUL byte.
  private static let mark = "\u{0}\u{0}"

  /// The arguments for the library.
  private(set) var arguments: [String] = []
  private var runs: [ArraySlice<String>] = []

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      arguments.append(word)
      if Self.isOption(word) { continue }
      let run = rest.prefix { !Self.isOption($0) }
      rest = rest[run.endIndex...]
      if run.count > 1 {
        arguments.append("\(Self.mark)\(runs.count)")
        runs.append(run)
      } else {
        arguments += run
      }
    }
  }

  private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") }

  /// The inputs as the library returned them, with each placeholder replaced by its words.
  func unfolded(_ inputs: [String]) -> [String] {
    if runs.isEmpty { return inputs }
    return inputs.flatMap { input -> ArraySlice<String> in
      guard input.hasPrefix(Self.mark), let index = Int(input.dropFirst(2)), runs.indices.contains(index) else {
        return [input]
      }
      return runs[index]
    }
  }
}

/// Finds an option with one value that is given twice. The argument library would silently use the last value: only
/// flags can be declared exclusive, and a transformation of a value does not see an earlier value.
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
    var names: Set<String> = []
    for given in GivenOption.all(words, options) where given.option.takesValue && !given.option.repeats {
      guard names.insert(given.option.name).inserted else {
        throw ValidationError("\(given.word) is given twice, and takes one value")
      }
    }
  }

  /// `--size` for `-s`; other names are returned unchanged.
  static func longName(_ name: String) -> String {
    guard name.count == 2, let long = name.last.flatMap({ ShortOptions.withValue[$0] }) else { return name }
    return "--" + long
  }
}

/// Finds an option that does not apply to the work that another option chooses. The argument library does not tell
/// which options were given.
enum UnusedOptions {
  /// Checks the words that the argument library gets.
  ///
  /// - Throws: `ValidationError`.
  static func check(_ words: [String], of command: any CameoCommand.Type) throws {
    let works = command.otherWork
    // The command's options are looked at only if this can matter.
    let names = Set(words.map(DeclaredOption.name))
    guard works.contains(where: { names.contains($0.key) }) else { return }
    let given = GivenOption.all(words, DeclaredOption.all(of: command))
    guard let work = works.first(where: { work in given.contains { $0.option.name == work.key } }) else { return }
    let others = Set(works.map(\.key))
    let unused = given.first { given in
      let option = given.option
      return !work.value.contains(option.name) && !others.contains(option.name) && !option.isAction
        && !["Job options", "Limits"].contains(option.section)
    }
    if let unused { throw ValidationError("\(unused.word) does not apply to \(work.key)") }
  }
}
