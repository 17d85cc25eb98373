package import ImageModel

/// How much a structured text may hold: bounds far above what anybody has use for, which keep a hostile one from taking the
/// machine.
package struct StructuredLimits: Hashable, Sendable {
  /// Bytes of the text.
  package var maxBytes = 64 << 20
  /// Lists and objects in one another.
  package var maxDepth = 64
  /// Values of the text.
  package var maxValues = 4_000_000

  package init() {}

  package init(maxBytes: Int, maxDepth: Int, maxValues: Int) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
    self.maxValues = maxValues
  }

  /// The error for a bound that has no option.
  package static func exceeded(_ what: String) -> ImageError { ImageError(.limitExceeded, what) }
}
