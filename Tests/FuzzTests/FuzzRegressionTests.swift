internal import MetadataFuzzing
internal import ParserFuzzing
internal import ServiceFuzzing
internal import TestKit
internal import Testing

/// Inputs that once failed under a fuzzer, and the inputs with which fuzzers begin. All must be read, or refused.
///
/// The names of the files say the target and what broke: Fuzz/regressions/README.md.
@Suite("Inputs of fuzzers", .timed)
struct FuzzRegressionTests {
  static let targets = FuzzTarget.every + FuzzTarget.service

  /// Relative to Fixtures, as `Fixtures` has it.
  private static let folder = "../Fuzz/regressions"
  static let files = Fixtures.names(under: folder).map { String($0.dropFirst(folder.count + 1)) }.filter {
    $0.contains("--")
  }

  @Test("What once failed does not fail again", arguments: files)
  func regression(file: String) throws {
    // `rewrite-jpeg--first-segment-removed.jpg`
    let target = try #require(
      Self.targets.first { file.hasPrefix($0.name + "--") }, "\(file): no target has this name")
    try run(target, Fixtures.bytes(Fixtures.path("\(Self.folder)/\(file)")))
  }

  @Test("Every target reads or refuses tiny inputs and its own examples", arguments: targets.map(\.name))
  func smallInputs(name: String) throws {
    let target = try #require(Self.targets.first { $0.name == name })
    for input in [[], [0], [0xFF, 0xD8, 0xFF], Array(repeating: 0x20, count: 100)] as [[UInt8]] {
      try run(target, input)
    }
    for input in target.made() { try run(target, input) }
  }

  /// Fixtures of which the targets take their first inputs. Larger files are longer than any input.
  private static let seedFiles =
    Fixtures.names(under: ".").filter { $0.contains("/valid/") }.sorted().compactMap { name -> SeedFile? in
      let bytes = Fixtures.bytes(Fixtures.path(name))
      return bytes.count <= 65_536 ? SeedFile(bytes, name: name) : nil
    }

  @Test("Every target has inputs to begin with, and reads the first", arguments: targets.map(\.name))
  func seeds(name: String) throws {
    let target = try #require(Self.targets.first { $0.name == name })
    var count = target.made().count
    for file in Self.seedFiles where count < 3 {
      for input in file.seeds(for: target).prefix(1) {
        try run(target, input)
        count += 1
      }
    }
    #expect(count > 0, "\(name) has no seeds")
  }

  @Test("The targets have different names")
  func names() {
    let names = Self.targets.map(\.name)
    #expect(Set(names).count == names.count)
  }

  private func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
    do {
      try target.run(input)
    } catch let failure as BrokenPromise {
      throw failure
    } catch {
      // The target refuses the input, as it should.
    }
  }
}
