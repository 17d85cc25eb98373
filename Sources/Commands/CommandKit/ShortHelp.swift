internal import ArgumentParser
internal import StructuredText

/// What `-h` prints: how a command is called, and the options that most people use. `--help` lists all of them.
enum ShortHelp {
  /// - Parameter options: their long names, in the order of the text.
  static func text(of command: any ParsableCommand.Type, _ options: [String], arguments: String) -> String {
    var lines = ["\(command._commandName) [options]" + (arguments.isEmpty ? "" : " \(arguments)"), ""]
    let declared = DeclaredOption.all(of: command)
    let rows = options.compactMap { name in declared["--" + name].map { row(name, $0) } }
    let width = rows.map(\.left.count).max() ?? 0
    for row in rows {
      let left = "  " + row.left + String(repeating: " ", count: width - row.left.count + 2)
      for (index, line) in wrapped(row.right, 78 - left.count).enumerated() {
        lines.append((index == 0 ? left : String(repeating: " ", count: left.count)) + line)
      }
    }
    return (lines + ["", "'\(command._commandName) --help' has all options, and examples."]).joined(separator: "\n")
  }

  private static func row(_ name: String, _ option: DeclaredOption) -> (left: String, right: String) {
    let left =
      (option.letter.map { "-\($0), " } ?? "    ") + "--\(name)" + (option.takesValue ? " \(option.value)" : "")
    // The first sentence, and the default.
    let sentences = option.help.split(separator: ". ", maxSplits: 1)
    var right = sentences.first.map { $0.hasSuffix(".") || sentences.count == 1 ? String($0) : $0 + "." } ?? ""
    if sentences.count > 1, let start = sentences[1].firstRange(of: "(default: "), sentences[1].hasSuffix(")") {
      right += " " + sentences[1][start.lowerBound...]
    }
    return (left, right)
  }

  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}
