internal import ByteStreams
internal import Glibc

/// Removes a folder that a stranger has filled: of any depth, with any permissions, without following a link.
enum FolderRemoval {
  /// Removes a folder and all in it. What cannot be removed stays.
  static func remove(_ path: String) {
    guard SystemCall.linkStatus(of: path)?.isDirectory == true else { return }
    // Its maker may have taken everybody's right to read it.
    _ = PathText.withCString(path) { fchmodat(AT_FDCWD, $0, 0o700, AT_SYMLINK_NOFOLLOW) }
    let top = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard top >= 0 else { return }
    var moved = 0
    // Each folder is emptied by moving the folders in it up to the top: that takes each one once, needs no path longer than a
    // name, and no more than three descriptors.
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

  /// Empties a folder at the top and removes it; false where it is still there.
  private static func removeFolder(_ name: [CChar], in top: Int32, moved: inout Int) -> Bool {
    let folder = open(name, in: top)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    for inner in FolderListing.names(of: folder) ?? [] where unlinkat(folder, inner, 0) != 0 {
      // To be moved to another parent a folder must be writable itself; what is no folder was removed above.
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
