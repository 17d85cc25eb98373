@testable internal import imgconv
@testable internal import mkpdf
@testable internal import thumb
internal import ArgumentParser
@testable internal import CommandKit
internal import TestKit
internal import Testing

@Suite("Help")
struct HelpTests {
  static let commands: [String: (type: any CameoCommand.Type, text: String)] = [
    "thumb": (Thumb.self, ThumbHelp.discussion), "imgconv": (Imgconv.self, ImgconvHelp.discussion),
    "mkpdf": (Mkpdf.self, MkpdfHelp.discussion),
  ]

  @Test("The command lines of the examples are valid", arguments: commands.keys.sorted())
  func examples(_ command: String) throws {
    let (type, text) = try #require(Self.commands[command])
    // Of a pipe the part with the command is used; redirections are cut off.
    let examples = text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.compactMap {
      $0.split(separator: "|").map { $0.split(separator: ">")[0] }.first { $0.contains("\(command) ") }
    }
    #expect(examples.count >= 5)
    for example in examples where !example.contains("all done") {
      let words = try ShellWords.split(String(example))
      #expect(words.first == command)
      #expect(throws: Never.self, "\(example)") {
        _ = try type.parseAsRoot(ShortOptions.separated(type.arranged(Array(words.dropFirst()))))
      }
    }
  }

  @Test("Help names every limit and every group, and fits a terminal", arguments: commands.keys.sorted())
  func help(_ command: String) async throws {
    let result = try await Tool.cameo(command, ["--help"], environment: ["COLUMNS": "80"])
    #expect(result.status == 0)
    for word in ["--max-samples-per-pixel", "--files-from", "EXAMPLES:", "EXIT STATUS:", "LIMITS:", "--warning-exit-0"]
    {
      #expect(result.text.contains(word), "\(word)")
    }
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("The description for man pages is JSON", arguments: commands.keys.sorted())
  func dump(_ command: String) async throws {
    let result = try await Tool.cameo(command, ["--experimental-dump-help"])
    #expect(result.status == 0)
    #expect(try await Tool.run("jq", ["-r", ".command.commandName"], input: result.output).text == "\(command)\n")
  }
}
