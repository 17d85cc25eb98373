internal import ArgumentParser
internal import StructuredText

/// What `-h` prints: how a command is called, its subcommands, and the options that most people use: for a command that
/// names none, those without a heading in `--help`.
enum ShortHelp {
  /// Whether a command line asks for it. The library answers for subcommands that are not ours.
  static func isAsked(_ words: [String], of command: any ParsableCommand.Type) -> Bool {
    let words = words.prefix { $0 != "--" }
    guard let index = words.firstIndex(of: "-h"),
      !command.configuration.subcommands.contains(where: { $0._commandName == words[0] })
    else { return false }
    return index == 0 || DeclaredOption.all(of: command)[words[index - 1]]?.takesValue != true
  }

  static func text(of command: any CameoCommand.Type) -> String {
    let (names, arguments) = command.shortHelp
    let name = (command.program.map { $0 + " " } ?? "") + command._commandName
    let declared = DeclaredOption.list(of: command)
    let options =
      names.isEmpty
      ? declared.filter { $0.section.isEmpty && !["--help", "--version"].contains($0.name) }
      : names.compactMap { name in declared.first { $0.name == "--" + name } }
    let usage = names.isEmpty ? command.configuration.usage : nil
    let call = usage ?? "\(name)\(options.isEmpty ? "" : " [options]")" + (arguments.isEmpty ? "" : " \(arguments)")
    var lines = [call, ""]
    let subcommands = command.configuration.subcommands
    let rows =
      options.isEmpty ? subcommands.map(row(ofSubcommand:)) : options.map(row)
    let width = rows.map(\.0.count).max() ?? 0
    for row in rows {
      let left = "  " + row.0 + String(repeating: " ", count: width - row.0.count + 2)
      for (index, line) in wrapped(row.1, 78 - left.count).enumerated() {
        lines.append((index == 0 ? left : String(repeating: " ", count: left.count)) + line)
      }
    }
    if !options.isEmpty, !subcommands.isEmpty {
      lines += [""] + wrapped("Subcommands: " + subcommands.map { $0._commandName }.joined(separator: ", "), 78)
    }
    let more = names.isEmpty ? "says more" : "has all options, and examples"
    return (lines + ["", "'\(name) --help' \(more)."]).joined(separator: "\n")
  }

  private static func row(ofSubcommand command: any ParsableCommand.Type) -> (String, String) {
    let name = command._commandName
    return (name, command.configuration.abstract)
  }

  private static func row(_ option: DeclaredOption) -> (String, String) {
    let left =
      (option.letter.map { "-\($0), " } ?? "    ") + option.name + (option.takesValue ? " \(option.value)" : "")
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
