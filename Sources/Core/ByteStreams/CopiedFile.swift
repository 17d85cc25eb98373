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
}
