package import Glibc
package import ImageModel

/// Everything in a folder, at every depth, as the system describes it. No link is followed, also not one that takes the
/// place of a folder meanwhile.
package enum FolderTree {
  package struct Entry {
    /// The path below the folder.
    package var path: String
    /// By `lstat`.
    package var status: stat
  }

  /// All entries, a folder before what is in it.
  ///
  /// - Throws: `limitExceeded`; `io` for a folder that cannot be read.
  package static func entries(
    of folder: String, maxDepth: Int, maxCount: Int
  ) throws(ImageError) -> [Entry] {
    let top = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard top >= 0 else { throw SystemCall.error("read the directory", path: folder) }
    defer { close(top) }
    var entries: [Entry] = []
    try visit(top, "", folder, maxDepth, maxCount, &entries)
    return entries
  }

  private static func visit(
    _ folder: Int32, _ below: String, _ top: String, _ depth: Int, _ maxCount: Int, _ entries: inout [Entry]
  ) throws(ImageError) {
    guard let names = FolderListing.names(of: folder) else { throw SystemCall.error("read the directory", path: top) }
    guard entries.count + names.count <= maxCount else {
      throw ImageError(.limitExceeded, "has more than \(maxCount) files and folders", path: top)
    }
    for name in names {
      var status = stat()
      // It may have gone since.
      guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let path = below + name.withUnsafeBufferPointer { $0.baseAddress.map { PathText.text($0) } ?? "" }
      entries.append(Entry(path: path, status: status))
      guard status.isDirectory else { continue }
      guard depth > 1 else { throw ImageError(.limitExceeded, "has too many folders within folders", path: top) }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard inner >= 0 else { throw SystemCall.error("read the directory", path: "\(top)/\(path)") }
      defer { close(inner) }
      try visit(inner, path + "/", top, depth - 1, maxCount, &entries)
    }
  }
}
