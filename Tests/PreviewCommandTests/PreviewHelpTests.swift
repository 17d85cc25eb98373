@testable internal import preview
internal import ArgumentParser
internal import CommandKit
internal import TestKit
internal import Testing

@Suite("preview: help", .timed) struct PreviewHelpTests {
  @Test("The examples are understood")
  func examples() throws {
    let lines = PreviewHelp.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }
    let examples = lines.compactMap { line in
      line.split(separator: "|").map { $0.split(separator: ">")[0].split(separator: "&")[0] }
        .first { $0.contains("preview ") && !$0.contains(": 0 ") }
    }
    #expect(examples.count >= 8)
    for example in examples {
      var words = example.split(separator: " ").map(String.init)
      #expect(words.removeFirst() == "preview")
      let type = words.first.flatMap { Preview.subcommand($0) }
      if type != nil { words.removeFirst() }
      #expect(throws: Never.self, "\(example)") {
        if let type { _ = try type.parseAsRoot(words) } else { _ = try Preview.parseAsRoot(Preview.arranged(words)) }
      }
    }
  }

  @Test(
    "Help fits a terminal and names the commands below",
    arguments: [
      [], ["explain"], ["can"], ["apps"], ["open"], ["compare"], ["export"], ["versions"], ["restore"], ["conflicts"],
      ["doctor"],
    ])
  func help(_ command: [String]) {
    let type = command.first.flatMap { Preview.subcommand($0) } ?? Preview.self
    let text = type.helpMessage(columns: 80)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    if command.isEmpty {
      for name in ["SUBCOMMANDS:", "explain", "types", "providers", "can", "export", "doctor", "--sandbox"] {
        #expect(text.contains(name), "\(name)")
      }
    } else {
      #expect(text.contains("preview \(command[0])"))
    }
  }

  @Test("A process prints the help of a subcommand", arguments: [["explain", "--help"], ["help", "explain"]])
  func process(_ arguments: [String]) async throws {
    let result = try await Tool.cameo("preview", arguments, environment: ["COLUMNS": "80"])
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(result.text.contains("preview explain"))
  }

  @Test("--show alone becomes --show=auto; arguments after -- are not changed")
  func show() throws {
    #expect(try Preview.arranged(["--show", "a", "--", "--show"]) == ["--show=auto", "a", "--", "--show"])
  }
}
