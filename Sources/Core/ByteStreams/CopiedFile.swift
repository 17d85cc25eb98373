package import Glibc

/// What a file or folder is a copy of.
package struct CopiedFile: Sendable {
  package var path: String
  /// Whether the copy takes the place of the other one: it then gets its owner, where that is permitted, and its times,
  /// too.
  package var isMoved: Bool

  package init(path: String, isMoved: Bool) {
    self.path = path
    self.isMoved = isMoved
  }
}

extension SystemCall {
  /// Gives an open file or folder the times of another one (`futimens`).
  package static func setTimes(of descriptor: Int32, like status: stat) {
    let times = [status.st_atim, status.st_mtim]
    _ = futimens(descriptor, times)
  }

  /// Sets the time of the last change of a file (`futimens`, which a confined process may call); false with `errno`
  /// set.
  ///
  /// - Parameter seconds: since 1970.
  package static func setChangeTime(of path: String, to seconds: Int) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return futimens(descriptor, [status.st_atim, timespec(tv_sec: seconds, tv_nsec: 0)]) == 0
  }
}
