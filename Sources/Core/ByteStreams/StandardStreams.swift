package import ImageModel

/// What takes the place of standard input and standard output, for code that would read or write these.
package struct StandardStreams: Sendable {
  /// nil: standard input.
  package var input: (any ByteSource)?
  /// nil: standard output.
  package var output: TemporaryFile?

  package init(input: (any ByteSource)? = nil, output: TemporaryFile? = nil) {
    self.input = input
    self.output = output
  }

  /// Opens standard input, or what takes its place.
  ///
  /// - Throws: as `InputOpening.openStandardInput`.
  package func openInput(
    name: String, limits: Limits, check: HeaderCheck? = nil
  ) throws(ImageError) -> any ByteSource {
    if let input { return input }
    return try InputOpening.openStandardInput(name: name, limits: limits, check: check)
  }

  /// Prepares to write to standard output, or to what takes its place.
  package func openOutput(names: TemporaryNames) throws(ImageError) -> AtomicFile {
    try AtomicFile(standardOutputNamed: "standard output", descriptor: output?.descriptor, names: names)
  }
}
