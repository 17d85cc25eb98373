/// Short options as getopt(3) takes them, where the argument library reads them otherwise: `-rs256` (flags before an
/// option with a joined value) and `-oname=x` (a joined value with an equals sign in it).
enum ShortOptions {
  /// The letters of our options that take a value, in whatever command.
  private static let withValue = Set("dfjoqs")
  private static let flags = Set("rh")

  /// The arguments with such options taken apart: `-r -s=256`, `-o=name=x`.
  static func separated(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var isValue = false
    for (index, argument) in arguments.enumerated() {
      if argument == "--", !isValue { return result + arguments[index...] }
      let pieces = isValue ? nil : takeApart(argument)
      result += pieces ?? [argument]
      // What follows a long option may be its value.
      isValue = !isValue && (expectsValue(argument) || argument.hasPrefix("--") && !argument.contains("="))
    }
    return result
  }

  /// Whether an argument ends with an option that lacks its value.
  private static func expectsValue(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let last = argument.last, withValue.contains(last) else { return false }
    return argument.dropFirst().dropLast().allSatisfy(flags.contains)
  }

  private static func takeApart(_ argument: String) -> [String]? {
    guard argument.hasPrefix("-"), !argument.hasPrefix("--") else { return nil }
    let letters = argument.dropFirst()
    let cluster = letters.prefix { flags.contains($0) }
    guard let option = letters.dropFirst(cluster.count).first, withValue.contains(option) else { return nil }
    let value = letters.dropFirst(cluster.count + 1)
    guard !value.isEmpty, !cluster.isEmpty || value.contains("=") else { return nil }
    // `-o=x` is left as the library reads it.
    return cluster.map { "-\($0)" } + ["-\(option)=\(value.hasPrefix("=") ? value.dropFirst() : value)"]
  }
}
