internal import ImageModel
internal import MetadataFuzzing
internal import PDFFuzzing
internal import TestKit
internal import Testing

/// Inputs that once failed under a fuzzer. The same readers must now read them, or refuse them with a typed error.
///
/// The names of the files say the target and what broke: Fuzz/regressions/README.md.
@Suite("Inputs that fuzzers found", .timed)
struct FuzzRegressionTests {
  /// Relative to Fixtures, as `Fixtures` has it.
  private static let folder = "../Fuzz/regressions"
  static let files = Fixtures.names(under: folder).map { String($0.dropFirst(folder.count + 1)) }.filter {
    $0.contains("--")
  }

  @Test("What once failed does not fail again", arguments: files)
  func regression(file: String) throws {
    // `rewrite-jpeg--first-segment-removed.jpg`
    let target = try #require(
      FuzzTarget.every.first { file.hasPrefix($0.name + "--") }, "\(file): no target has this name")
    try run(target, Fixtures.bytes(Fixtures.path("\(Self.folder)/\(file)")))
  }

  @Test("Every target reads or refuses tiny inputs", arguments: FuzzTarget.every.map(\.name))
  func smallInputs(name: String) throws {
    let target = try #require(FuzzTarget.every.first { $0.name == name })
    for input in [[], [0], [0xFF, 0xD8, 0xFF], Array(repeating: 0x20, count: 100)] as [[UInt8]] {
      try run(target, input)
    }
  }

  private func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
    do {
      try target.run(input)
    } catch is ImageError {
      // The target refuses the input, as it should.
    }
  }
}
