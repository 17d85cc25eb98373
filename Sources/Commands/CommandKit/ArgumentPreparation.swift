/// Short options in the style of getopt(3) that the argument library reads in another way: `-rs256` (flags before an
/// option with a joined value) and `-oname=x` (a joined value that contains an equals sign).
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
/// with the square of the number of arguments, and is two seconds for 10,000 names.
///
/// Of several words without a dash only the first can be the value of an option, because no option takes several
/// values. The following ones are inputs. They are replaced by one placeholder, which no process can get as an
/// argument. Its place among the inputs says where they belong. Words after `--` that begin with a dash are not
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
