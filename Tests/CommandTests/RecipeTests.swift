internal import Foundation
internal import TestKit
internal import Testing

/// Runs the command lines of docs/recipes.md, and compares what they print with what stands there.
@Suite("The recipes", .timed)
struct RecipeTests {
  @Test("The command lines of a recipe print what it says", arguments: try Recipe.all())
  func recipe(_ recipe: Recipe) async throws {
    #expect(!recipe.commands.isEmpty)
    let folder = try TemporaryDirectory()
    // Where the tests run as root, workers run as another user.
    #expect(chmod(folder.path, 0o755) == 0)
    let home = folder.file("home")
    try FileManager.default.copyItem(atPath: "\(Fixtures.root)/docs/examples", toPath: home)
    try FileManager.default.createDirectory(atPath: "\(home)/.data/cameo", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/.data/cameo/providers", withDestinationPath: "\(Fixtures.root)/share/providers")
    for (name, text) in recipe.files { try folder.write(Array(text.utf8), to: "home/\(name)") }
    let script = try folder.write(Array(recipe.script.utf8), to: "script")
    let result = try await Tool.run(
      "bash", [script], directory: home,
      environment: [
        "HOME": home, "XDG_DATA_HOME": "\(home)/.data", "XDG_CACHE_HOME": "\(home)/.cache", "LC_ALL": "C.UTF-8",
        "TZ": "UTC", "PATH": "\(Tool.products):/usr/local/bin:/usr/bin:/bin",
      ])
    let outputs = result.text.replacing(home, with: "/home/ada")
      .split(separator: Recipe.separator, omittingEmptySubsequences: false)
    #expect(outputs.count == recipe.commands.count + 1, "\(result.text)")
    for (command, output) in zip(recipe.commands, outputs) {
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let printed = lines.last == "" ? lines.dropLast() : lines[...]
      #expect(Recipe.agree(command.expected[...], printed), "\(command.line)\n\(output)")
    }
  }

  @Test("A line with three dots stands for any lines, and nothing else does")
  func comparison() {
    #expect(Recipe.agree(["a", "...", "d"], ["a", "b", "c", "d"]))
    #expect(Recipe.agree(["...", "d", "..."], ["d"]))
    #expect(!Recipe.agree(["a", "..."], ["b"]))
    #expect(!Recipe.agree(["a"], ["a", "b"]))
    #expect(!Recipe.agree(["a", "...", "d"], ["a", "d", "e"]))
  }
}

/// A section of docs/recipes.md.
struct Recipe: Sendable, CustomTestStringConvertible {
  var title: String
  /// The blocks that begin with `# NAME: `, by their names.
  var files: [String: String] = [:]
  /// The lines of the `console` blocks after `$`, with what is printed below them. Indented lines continue a command.
  var commands: [(line: String, expected: [String])] = []

  var testDescription: String { title }

  static let separator: Character = "\u{1E}"

  static func all() throws -> [Recipe] {
    let text = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/recipes.md"), as: UTF8.self)
    let recipes = text.split(separator: "\n## ").dropFirst().map { Recipe(section: String($0)) }
    guard recipes.count >= 3 else { throw TestFailure("docs/recipes.md has \(recipes.count) recipes") }
    return recipes
  }

  private init(section: String) {
    let parts = section.components(separatedBy: "```")
    title = String(section.prefix { $0 != "\n" })
    // Every second part is a block; its first line is the language.
    for block in parts.indices.filter({ $0 % 2 == 1 }).map({ parts[$0] }) {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      if block.hasPrefix("console\n") {
        add(lines.map(String.init))
      } else if let name = lines.first?.wholeMatch(of: #/[#] ([\w.]+): .+/#)?.1 {
        files[String(name)] = lines.joined(separator: "\n") + "\n"
      }
    }
  }

  private mutating func add(_ lines: [String]) {
    for line in lines {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), []))
      } else if line.hasPrefix("  "), commands.last?.expected.isEmpty == true {
        commands[commands.count - 1].line += "\n" + line
      } else {
        commands[commands.count - 1].expected.append(line)
      }
    }
  }

  /// All commands, for one shell: directories and variables last from one to the next.
  var script: String {
    """
    exec 2>&1
    preview() { command preview --timeout 120 "$@"; }

    """ + commands.map { "\($0.line)\nprintf '\\036'\n" }.joined()
  }

  /// Whether lines are as expected. A line `...` stands for any number of lines.
  static func agree(_ expected: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    if first == "..." {
      return (lines.startIndex...lines.endIndex).contains { agree(expected.dropFirst(), lines[$0...]) }
    }
    return lines.first == first && agree(expected.dropFirst(), lines.dropFirst())
  }
}
