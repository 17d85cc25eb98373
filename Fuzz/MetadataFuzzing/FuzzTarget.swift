package import ImageModel

/// One way in for hostile bytes: what a fuzzer feeds, and what the tests feed again with inputs that once failed.
package struct FuzzTarget: Sendable {
  /// The name on the command line, and before the `--` in the name of a file in Fuzz/regressions.
  package let name: String
  /// Reads one input.
  ///
  /// - Throws: `ImageError` for an input that is refused, which is as it should be; `BrokenPromise` for a failure.
  package let run: @Sendable ([UInt8]) throws -> Void
  /// Inputs to begin with, out of a sound file.
  let seeds: @Sendable (SeedFile) -> [[UInt8]]

  /// All targets: the readers of blocks, the walkers of containers, what changes metadata.
  package static let all = blockReaders + containers + editors + rewriters

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What should never happen although nothing crashed: a changed file that cannot be read again.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
