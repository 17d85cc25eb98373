internal import Glibc

/// The user that a worker runs as when the host is root.
package struct WorkerIdentity: Hashable, Sendable {
  package let user: UInt32
  package let group: UInt32

  /// A user of which nothing else runs, most likely; nil where the host is not root and can become nobody else.
  ///
  /// One of the numbers that systemd's table leaves unused (https://systemd.io/UIDS-GIDS), so that workers cannot reach each
  /// other's files and processes either, and each has a count of processes to itself.
  package static func ofNewWorker() -> WorkerIdentity? {
    guard geteuid() == 0 else { return nil }
    let number = UInt32.random(in: 60578...61183)
    return WorkerIdentity(user: number, group: number)
  }
}
