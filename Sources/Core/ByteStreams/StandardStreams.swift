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
}
