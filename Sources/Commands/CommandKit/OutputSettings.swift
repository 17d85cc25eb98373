internal import ArgumentParser
internal import Templates

/// Where a command writes: what `OutputOptions` reads from the command line.
package struct OutputSettings: Hashable, Sendable {
  /// A template, or `-` for standard output.
  package var output: String?
  package var directory: String?
  package var parents = false
  package var noClobber = false
  package var update = false
  package var sync = false
  package var inPlace = false

  package init() {}

  /// Checks that the settings make sense together.
  ///
  /// - Throws: `ValidationError`.
  package func check() throws {
    if output != nil, directory != nil { throw ValidationError("-o and -d cannot be used together") }
    if output == "" { throw ValidationError("-o needs a path") }
    if directory == "" { throw ValidationError("-d needs a directory") }
    if let output, output != "-" { _ = try OutputTemplate(output) }
  }
}
