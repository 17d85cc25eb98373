internal import ByteStreams
internal import Glibc

/// Reads folders by their descriptors. Names stay the bytes that they are.
enum FolderListing {
  /// The names in an open folder, without `.` and `..`, each ended by a NUL; none where it cannot be
  /// read, and nil where no file can be opened any more.
  static func names(of folder: Int32) -> [[CChar]]? {
    // A descriptor of its own, for closing the listing closes it; and from the beginning.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { return SystemCall.lacksDescriptors() ? nil : [] }
    guard let listing = fdopendir(own) else {
      close(own)
      return []
    }
    defer { closedir(listing) }
    var names: [[CChar]] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      let dot = CChar(UInt8(ascii: "."))
      if name != [dot, 0], name != [dot, dot, 0] { names.append(name) }
    }
    return names
  }
}
