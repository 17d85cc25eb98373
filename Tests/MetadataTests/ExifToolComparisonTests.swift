internal import TestKit
internal import Testing

/// scripts/compare-metadata finds only explained differences over the fixtures.
@Suite("Comparison with ExifTool by the script", .timed)
struct ExifToolComparisonTests {
  @Test("Every difference over the fixtures is explained")
  func everyDifferenceOverTheFixturesIsExplained() async throws {
    let script = "\(Fixtures.root)/scripts/compare-metadata"
    let result = try await Tool.run(script, [Fixtures.path("."), "--imgmeta", "\(Tool.products)/imgmeta"])
    #expect(result.status == 0, "\(result.text.suffix(4_000)) \(result.errors)")
    #expect(result.text.contains("0 without agreement or a reason"))
  }

  @Test("A value that differs is found")
  func differencesAreFound() async throws {
    let directory = try TemporaryDirectory()
    let path = Fixtures.path("jpeg/valid/everything.jpg")
    let json = try await Tool.cameo("imgmeta", ["--json", path]).text
    let changed = json.replacing("\"Fixture One\"", with: "\"Fixture Two\"").replacing(
      "\"FNumber\"", with: "\"FNummer\"")
    let report = try directory.write(Array(changed.utf8), to: "report.json")
    let program = try directory.write(Array("#!/bin/sh\ncat '\(report)'\n".utf8), to: "imgmeta")
    _ = try await Tool.run("chmod", ["+x", program])
    let result = try await Tool.run("\(Fixtures.root)/scripts/compare-metadata", [path, "--imgmeta", program])
    #expect(result.status == 1)
    #expect(result.text.contains("different: \(path): IFD0:Model: ours Fixture Two, ExifTool Fixture One"))
    #expect(result.text.contains("only here: \(path): ExifIFD:FNummer"))
    #expect(result.text.contains("only there: \(path): ExifIFD:FNumber"))
  }
}
