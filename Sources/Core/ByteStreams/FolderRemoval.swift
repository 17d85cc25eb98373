internal import Glibc

/// Reads folders by their descriptors. Names are bytes, not text.
package enum FolderListing {
  /// The names in an open folder, without `.` and `..`, each ended by a NUL.
  ///
  /// - Returns: no names where the folder cannot be read; nil where the process or the system has no descriptor left.
  package static func names(of folder: Int32) -> [[CChar]]? {
    // A second descriptor: it starts at the beginning, and `closedir` closes it.
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

/// Removes a folder whose contents cannot be trusted: of any depth, with any permissions, without following a link.
package enum FolderRemoval {
  /// Removes a folder and everything in it. Entries that cannot be removed stay.
  package static func remove(_ path: String) {
    guard SystemCall.linkStatus(of: path)?.isDirectory == true else { return }
    // Its maker may have removed the permission to read it.
    _ = PathText.withCString(path) { fchmodat(AT_FDCWD, $0, 0o700, AT_SYMLINK_NOFOLLOW) }
    let top = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard top >= 0 else { return }
    var moved = 0
    // A folder is emptied by moving its subfolders to the top. Each one is moved once, no path is longer than a name,
    // and three descriptors are enough.
    while true {
      let names = FolderListing.names(of: top) ?? []
      let before = moved
      var removed = 0
      for name in names {
        if unlinkat(top, name, 0) == 0 || removeFolder(name, in: top, moved: &moved) { removed += 1 }
      }
      if removed == 0, moved == before { break }
    }
    close(top)
    PathText.withCString(path) { _ = rmdir($0) }
  }

  /// Empties a folder at the top and removes it. Returns false where it is still there.
  private static func removeFolder(_ name: [CChar], in top: Int32, moved: inout Int) -> Bool {
    let folder = open(name, in: top)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    for inner in FolderListing.names(of: folder) ?? [] where unlinkat(folder, inner, 0) != 0 {
      // A folder must be writable itself to be moved to another parent. Everything else was removed above.
      fchmodat(folder, inner, 0o700, 0)
      if renameat(folder, inner, top, "moved-\(moved)") == 0 { moved += 1 }
    }
    return unlinkat(top, name, AT_REMOVEDIR) == 0
  }

  private static func open(_ name: [CChar], in top: Int32) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var status = stat()
    guard fstatat(top, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isDirectory else { return -1 }
    fchmodat(top, name, 0o700, 0)
    return openat(top, name, flags)
  }
}
