package import ImageModel

/// Looks at the first bytes of a pipe and says whether the rest is wanted, before it is taken in.
package struct HeaderCheck: Sendable {
  /// How many bytes the check looks at; less are left to whoever reads the source.
  package let byteCount: Int
  /// Throws what is wrong with these bytes.
  package let check: @Sendable (_ header: [UInt8]) throws(ImageError) -> Void

  package init(byteCount: Int, check: @escaping @Sendable (_ header: [UInt8]) throws(ImageError) -> Void) {
    self.byteCount = byteCount
    self.check = check
  }
}
