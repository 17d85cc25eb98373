/// An entry point for hostile bytes: fuzzers feed it, and the tests feed it with inputs that once failed.
package struct FuzzTarget: Sendable {
  /// The name on the command line, and before `--` in the names of files in Fuzz/regressions.
  package let name: String
  /// The longest input in bytes (`-max_len` of libFuzzer). Short inputs are tried more often.
  package let maxLength: Int
  /// The name of a file in Fuzz/dictionaries, without its suffix; nil for none.
  package let dictionary: String?
  /// Reads one input.
  ///
  /// - Throws: `BrokenPromise` for a failure; any other error for an input that is refused, as expected.
  package let run: @Sendable ([UInt8]) throws -> Void
  /// The initial inputs from a valid file.
  let seeds: @Sendable (SeedFile) -> [[UInt8]]
  /// Initial inputs that need no file.
  package let made: @Sendable () -> [[UInt8]]

  package init(
    name: String, maxLength: Int = 65_536, dictionary: String? = nil, run: @escaping @Sendable ([UInt8]) throws -> Void,
    seeds: @escaping @Sendable (SeedFile) -> [[UInt8]] = { _ in [] },
    made: @escaping @Sendable () -> [[UInt8]] = { [] }
  ) {
    (self.name, self.maxLength, self.dictionary) = (name, maxLength, dictionary)
    (self.run, self.seeds, self.made) = (run, seeds, made)
  }

  /// A row in a table of parsers.
  ///
  /// - Parameters:
  ///   - files: how the names of the files end whose beginnings are initial inputs.
  ///   - texts: further initial inputs.
  package init(
    _ name: String, _ dictionary: String? = nil, longest maxLength: Int = 4_096, files suffixes: [String] = [],
    texts: [String] = [], run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.init(
      name: name, maxLength: maxLength, dictionary: dictionary, run: run,
      seeds: { $0.beginning(maxLength, ifNamed: suffixes) }, made: { texts.map { Array($0.utf8) } })
  }

  /// The same for a parser of texts. Bytes that are not UTF-8 become U+FFFD.
  package init(
    text name: String, _ dictionary: String? = nil, longest maxLength: Int = 512, texts: [String],
    run: @escaping @Sendable (String) throws -> Void
  ) {
    self.init(
      name, dictionary, longest: maxLength, texts: texts, run: { try run(String(decoding: $0, as: UTF8.self)) })
  }

  /// The targets for metadata: readers of blocks, walkers of containers, editors.
  package static let all = blockReaders + makerNotes + containers + documents + reports + editors + rewriters
}

/// A failure without a crash: a file that we wrote cannot be read.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
