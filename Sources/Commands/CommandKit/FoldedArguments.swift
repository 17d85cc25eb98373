/// A command line in which long runs of plain words are folded into one word each, for the argument library needs time that
/// grows with the square of the number of its arguments.
///
/// Of words that do not begin with a dash only the first may be the value of an option: none of our options takes several. What
/// follows that first word are inputs, wherever they stand, behind `--` as well. They become one word that no process can be
/// given, and whose place among the inputs tells where they belong.
///
/// Words behind `--` that begin with a dash stay as they are: few files have such names.
struct FoldedArguments {
  /// Begins a word that stands for others: no argument of a process holds a NUL byte.
  private static let mark = "\u{0}\u{0}"

  /// What the library is to read.
  private(set) var arguments: [String] = []
  private var runs: [ArraySlice<String>] = []

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      arguments.append(word)
      if Self.isOption(word) { continue }
      fold(rest.prefix { !Self.isOption($0) }, of: &rest)
    }
  }

  /// Replaces words at the beginning of what is left by one that stands for them.
  private mutating func fold(_ run: ArraySlice<String>, of rest: inout ArraySlice<String>) {
    rest = rest[run.endIndex...]
    guard run.count > 1 else { return arguments += run }
    arguments.append("\(Self.mark)\(runs.count)")
    runs.append(run)
  }

  private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") }

  /// Inputs as the library gives them, with the words back in their places.
  func unfolded(_ inputs: [String]) -> [String] {
    if runs.isEmpty { return inputs }
    var result: [String] = []
    for input in inputs {
      if input.hasPrefix(Self.mark), let index = Int(input.dropFirst(2)), runs.indices.contains(index) {
        result += runs[index]
      } else {
        result.append(input)
      }
    }
    return result
  }
}
