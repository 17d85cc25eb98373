internal import Documents

extension FileWrapper {
  /// Whether all files and folders in two wrappers have the same names and bytes. Sizes are compared before bytes.
  ///
  /// - Throws: as `regularFileContents`.
  func hasContents(of other: FileWrapper) throws(DocumentError) -> Bool {
    if let destination = symbolicLinkDestination { return destination == other.symbolicLinkDestination }
    if let children = fileWrappers {
      guard let others = other.fileWrappers, children.count == others.count else { return false }
      for (name, child) in children {
        guard let same = others[name], try child.hasContents(of: same) else { return false }
      }
      return true
    }
    guard other.isRegularFile, byteCount == other.byteCount else { return false }
    var start: UInt64 = 0
    while start < byteCount {
      let piece = start..<min(byteCount, start + 1 << 20)
      guard try regularFileContents(in: piece) == other.regularFileContents(in: piece) else { return false }
      start = piece.upperBound
    }
    return true
  }
}
