internal import ImageModel

/// An entry point for hostile bytes: fuzzers feed it, and the tests feed it with inputs that once failed.
package struct FuzzTarget: Sendable {
  /// The name on the command line, and before `--` in the names of files in Fuzz/regressions.
  package let name: String
  /// Reads one input.
  ///
  /// - Throws: `ImageError` for an input that is rejected, as expected; `BrokenPromise` for a failure.
  package let run: @Sendable ([UInt8]) throws -> Void
  /// The initial inputs from a valid file.
  let seeds: @Sendable (SeedFile) -> [[UInt8]]
  /// Initial inputs that need no file.
  package let made: @Sendable () -> [[UInt8]]

  package init(
    name: String, run: @escaping @Sendable ([UInt8]) throws -> Void,
    seeds: @escaping @Sendable (SeedFile) -> [[UInt8]], made: @escaping @Sendable () -> [[UInt8]] = { [] }
  ) {
    (self.name, self.run, self.seeds, self.made) = (name, run, seeds, made)
  }

  /// The targets for metadata: readers of blocks, walkers of containers, editors.
  package static let all = blockReaders + containers + editors + rewriters
}

/// A failure without a crash: a file that we wrote cannot be read.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
