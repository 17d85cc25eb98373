@testable internal import imgconv
@testable internal import imgindex
@testable internal import imgmeta
@testable internal import mkpdf
@testable internal import preview
@testable internal import thumb
internal import ArgumentParser
@testable internal import CommandKit
internal import Foundation
internal import TestKit
internal import Testing

@Suite("Help", .timed)
struct HelpTests {
  static let commands: [String: (type: any CameoCommand.Type, text: String)] = [
    "thumb": (Thumb.self, ThumbHelp.discussion), "imgconv": (Imgconv.self, ImgconvHelp.discussion),
    "mkpdf": (Mkpdf.self, MkpdfHelp.discussion),
  ]

  @Test("The command lines of the examples are valid", arguments: commands.keys.sorted())
  func examples(_ command: String) throws {
    let (type, text) = try #require(Self.commands[command])
    // In a pipe, the part with the command is used; redirections are cut off.
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

  /// A terminal would wrap a longer one, and a paste would run half of it.
  @Test("No example is wider than a terminal")
  func width() {
    let texts = [
      ThumbHelp.discussion, ImgconvHelp.discussion, MkpdfHelp.discussion, ImgmetaHelp.discussion,
      ImgindexHelp.discussion, PreviewHelp.discussion,
    ]
    for text in texts {
      let lines = text.split(separator: "\n").drop { $0 != "EXAMPLES:" }.prefix { $0 != "EXIT STATUS:" }
      #expect(lines.count > 10)
      for line in lines { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test("Help names every limit and every group, and fits a terminal", arguments: commands.keys.sorted())
  func help(_ command: String) throws {
    let text = try #require(Self.commands[command]).type.helpMessage(columns: 80)
    for word in ["--max-samples-per-pixel", "--files-from", "EXAMPLES:", "EXIT STATUS:", "LIMITS:", "--warning-exit-0"]
    {
      #expect(text.contains(word), "\(word)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("-h is short: it has ten options of --help", arguments: InProcess.commands.keys.sorted())
  func short(_ command: String) throws {
    let type = try #require(InProcess.commands[command])
    let text = try #require(type.ending(of: ["-h"]).output)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(lines.first?.hasPrefix("\(command) [options] ") == true)
    #expect(lines.last == "'\(command) --help' has all options, and examples.")
    let names = text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }.filter { $0 != "--help" }
    let long = type.helpMessage(columns: 80)
    let options = lines.filter { $0.contains(/^  (-[a-z], |    )--/) }
    #expect(options.count == 10, "\(text)")
    for name in names { #expect(long.contains(name), "\(name)") }
  }

  @Test("-h is short among other words, too, and a value that looks like it is none")
  func shortAmongOthers() throws {
    #expect(Thumb.ending(of: ["-h", "p.jpg"]).output == Thumb.ending(of: ["-h"]).output)
    #expect(Thumb.ending(of: ["-r", "p.jpg", "-h"]).output == Thumb.ending(of: ["-h"]).output)
    #expect(!ShortHelp.isAsked(["-o", "-h", "p.jpg"], of: Thumb.self))
    #expect(!ShortHelp.isAsked(["--", "-h"], of: Thumb.self))
  }

  @Test(
    "-h of a subcommand has its options, and fits a screen",
    arguments: [
      ("imgindex query", "--sort NAME"), ("imgindex update", "--thumbnails"), ("imgindex watch", "--looks"),
      ("preview explain", "--json"), ("preview check", "--sample FILE"), ("imgindex", "duplicates"),
    ])
  func shortOfSubcommand(_ name: String, _ line: String) async throws {
    let words = name.split(separator: " ").map(String.init)
    let help = try await Tool.cameo(words[0], Array(words.dropFirst()) + ["-h"])
    let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(help.status == 0 && lines.count <= 40 && lines.allSatisfy { $0.count <= 80 }, "\(help.text)")
    #expect(help.text.contains(line) && help.text.hasSuffix("'\(name) --help' says more.\n"), "\(help.text)")
  }

  @Test("-h after a subcommand of previewd is about that")
  func shortOfService() async throws {
    let help = try await Tool.cameo("previewd", ["sign", "-h"])
    #expect(help.status == 0 && help.text.contains("--expires-in"), "\(help.text)")
  }

  @Test("A process prints the help for its terminal, and the description for man pages, which is JSON")
  func process() async throws {
    let help = try await Tool.cameo("thumb", ["--help"], environment: ["COLUMNS": "80"])
    #expect(help.status == 0 && help.text == Thumb.helpMessage(columns: 80) + "\n")
    let dump = try await Tool.cameo("thumb", ["--experimental-dump-help"])
    #expect(dump.status == 0)
    #expect(try await Tool.run("jq", ["-r", ".command.commandName"], input: dump.output).text == "thumb\n")
    #expect(String(decoding: dump.output, as: UTF8.self) == Thumb._dumpHelp() + "\n")
  }

  @Test("The description of a command names it", arguments: commands.keys.sorted())
  func dump(_ command: String) throws {
    let text = try #require(Self.commands[command]).type._dumpHelp()
    let description = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((description?["command"] as? [String: Any])?["commandName"] as? String == command)
  }
}
