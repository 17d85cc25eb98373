internal import ByteStreams

/// What names and links in a package may be.
enum ChildNames {
  /// The most bytes of a name (`NAME_MAX`).
  static let maxByteCount = 255

  /// - Throws: `unsafePackage` for what is no name of a file: empty, `..`, with a slash.
  static func check(_ name: String) throws(DocumentError) {
    let bytes = PathText.bytes(name)
    guard !bytes.isEmpty, bytes.count <= maxByteCount, name != ".", name != "..", !bytes.contains(0x2F),
      !bytes.contains(0)
    else { throw DocumentError(.unsafePackage, "'\(PathText.readable(name))' is no name for a file in a package") }
  }

  /// - Parameters:
  ///   - destination: where a link leads to, by its text.
  ///   - depth: the number of folders of the package that the link lies in, without the package itself.
  /// - Throws: `unsafePackage` for a link that leads out of the package.
  static func check(destination: String, depth: Int) throws(DocumentError) {
    var depth = depth
    var leadsOut = destination.isEmpty || destination.utf8.first == UInt8(ascii: "/") || destination.utf8.contains(0)
    for part in destination.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      depth += part.elementsEqual("..".utf8) ? -1 : 1
      if depth < 0 { leadsOut = true }
    }
    if leadsOut {
      throw DocumentError(
        .unsafePackage, "a link in the package leads out of it, to '\(PathText.readable(destination))'")
    }
  }
}
