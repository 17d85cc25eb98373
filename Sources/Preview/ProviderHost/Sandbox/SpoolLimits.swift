/// Bounds on what is copied into a spool.
package struct SpoolLimits: Hashable, Sendable {
  /// Bytes of one document, of all files of a package together.
  package var bytes: UInt64
  /// Files and folders in a package.
  package var entries: Int
  /// Folders within folders in a package.
  package var depth: Int

  package init(bytes: UInt64 = 4 << 30, entries: Int = 10_000, depth: Int = 32) {
    self.bytes = bytes
    self.entries = entries
    self.depth = depth
  }
}
