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
  /// Inputs to begin with that no file is needed for.
  package let made: @Sendable () -> [[UInt8]]

  package init(
    name: String, run: @escaping @Sendable ([UInt8]) throws -> Void,
    seeds: @escaping @Sendable (SeedFile) -> [[UInt8]], made: @escaping @Sendable () -> [[UInt8]] = { [] }
  ) {
    (self.name, self.run, self.seeds, self.made) = (name, run, seeds, made)
  }

  /// The targets of the metadata half: the readers of blocks, the walkers of containers, what changes metadata.
  package static let all = blockReaders + containers + editors + rewriters
}

/// What should never happen although nothing crashed: a file of ours that cannot be read again.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
