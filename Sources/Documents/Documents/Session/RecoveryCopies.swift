internal import ByteStreams
internal import Glibc

/// The recovery copies of one session. While it lives, it has a lock on the newest one, which tells that one from the
/// copies of programs that have ended.
struct RecoveryCopies: Sendable {
  /// Stands for the session in the names of its copies.
  let maker = VersionStore.randomName
  private var kept: [FileVersion] = []
  private var lock: RecoveryLock?
  /// The number of changes in the newest copy; nil without one.
  private(set) var count: Int?

  /// A copy takes the place of all before.
  ///
  /// - Parameter version: nil if the newest copy of any session is the same.
  mutating func keep(_ version: FileVersion?, _ count: Int) {
    self.count = count
    guard let version else { return }
    let before = kept.filter { $0 != version }
    kept = [version]
    lock = RecoveryLock(version)
    for version in before { try? version.remove() }
  }

  /// The changes are saved.
  mutating func remove() {
    for version in kept { try? version.remove() }
    (kept, lock, count) = ([], nil, nil)
  }

  /// The document has another path, under which nobody would find the newest copy. It stays until there is one.
  mutating func renew() { count = nil }

  static func isAbandoned(_ version: FileVersion) -> Bool { RecoveryLock(version)?.isTaken ?? false }
}

final class RecoveryLock: Sendable {
  private let descriptor: Int32
  let isTaken: Bool

  init?(_ version: FileVersion) {
    descriptor = SystemCall.open(version.record, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    isTaken = OpenFileLock.take(descriptor)
  }

  deinit { close(descriptor) }
}
