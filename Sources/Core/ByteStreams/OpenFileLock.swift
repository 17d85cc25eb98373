internal import Glibc

/// Locks of open files (`F_OFD_SETLK`). They belong to the opening, not to the process, and end when the file is closed
/// or the process ends. Sandboxes deny `flock`.
package enum OpenFileLock {
  /// Takes the lock of a range of bytes, which need not exist, if nobody else has it; false with `errno` set: `EAGAIN`
  /// if somebody has.
  ///
  /// - Parameters:
  ///   - range: nil for the whole file.
  ///   - isShared: whether others may have it, too. The file needs to be open for reading, else for writing.
  package static func take(_ descriptor: Int32, _ range: Range<Int>? = nil, isShared: Bool = false) -> Bool {
    set(descriptor, range, isShared ? F_RDLCK : F_WRLCK)
  }

  /// Whether another open file has a lock on any part of a file. Nothing is locked, so that nobody who looks is taken
  /// for an owner. True where the file system cannot tell.
  package static func isHeld(_ descriptor: Int32) -> Bool {
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    // F_OFD_GETLK of fcntl.h, which Swift does not import.
    return fcntl(descriptor, 36, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  /// Whether `take` failed with this `errno` because the file system has no locks, not because somebody has this one.
  package static func isUnsupported(_ error: Int32) -> Bool {
    [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL].contains(error)
  }

  /// Removes the files of a folder that were made a day ago or earlier and that nobody has locked now.
  ///
  /// - Parameter suffix: of the names of files that exist for their locks.
  package static func removeUnused(in folder: String, suffix: String) {
    for name in SystemCall.entries(of: folder) ?? [] where name.hasSuffix(suffix) {
      let path = "\(folder)/\(name)"
      guard let status = SystemCall.linkStatus(of: path), status.st_mtim.tv_sec < time(nil) - 86_400 else { continue }
      let file = SystemCall.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { continue }
      if take(file) { SystemCall.remove(path) }
      close(file)
    }
  }

  /// Gives a lock back.
  package static func release(_ descriptor: Int32, _ range: Range<Int>) { _ = set(descriptor, range, F_UNLCK) }

  private static func set(_ descriptor: Int32, _ range: Range<Int>?, _ kind: Int32) -> Bool {
    // A length of 0 is all bytes from the start on.
    var lock = flock(
      l_type: Int16(kind), l_whence: Int16(SEEK_SET), l_start: range?.lowerBound ?? 0, l_len: range?.count ?? 0,
      l_pid: 0)
    return fcntl(descriptor, 37, &lock) == 0
  }
}
