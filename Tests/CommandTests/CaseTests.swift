internal import Foundation
internal import TestKit
internal import Testing

@Suite("Command cases", .timed)
struct CaseTests {
  @Test("Output, diagnostics, status and files are as expected", arguments: CommandCase.all)
  func run(_ example: CommandCase) async throws {
    if let pattern = ProcessInfo.processInfo.environment["CAMEO_RECORD"] {
      guard example.testDescription.contains(try Regex(pattern)) else { return }
      try example.record(try await example.run())
      Issue.record("recorded: check the difference by hand, then run the tests without CAMEO_RECORD")
      return
    }
    let outcome = try await example.run()
    let expected = example.expected
    for name in CommandCase.goldenNames {
      #expect(outcome[name] == expected[name], "\(name)")
    }
  }

  @Test("There are cases for each command")
  func allCommands() {
    #expect(Set(CommandCase.all.map(\.command)).isSuperset(of: ["thumb", "imgconv", "mkpdf", "preview"]))
  }
}
