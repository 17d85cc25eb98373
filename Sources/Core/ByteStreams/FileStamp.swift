package import Glibc

/// Tells whether a file was changed: what the system says about it without reading it.
package struct FileStamp: Hashable, Sendable {
  package var identity: FileIdentity
  /// In bytes.
  package var size: Int64
  /// The time of the last change of the content, in nanoseconds since 1970.
  package var changed: Int64

  package init(_ status: stat) {
    self.init(
      identity: FileIdentity(status), size: Int64(status.st_size), changed: Self.nanoseconds(status.st_mtim))
  }

  package init(identity: FileIdentity, size: Int64, changed: Int64) {
    self.identity = identity
    self.size = size
    self.changed = changed
  }

  /// How long ago the file was changed, in nanoseconds.
  package var age: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Self.nanoseconds(now) &- changed
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
