package import Templates

/// Where one input's output goes.
package enum OutputTarget: Hashable, Sendable {
  case standardOutput
  /// The same file whatever comes of the input.
  case path(String)
  /// A path that depends on what only the work finds out.
  case named(OutputTemplate, InputName)
}
