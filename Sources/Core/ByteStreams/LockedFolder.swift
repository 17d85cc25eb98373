internal import Glibc
internal import Synchronization

/// A temporary folder. `remove`, or the end of this object, removes it with everything in it.
///
/// The process locks the folder (`flock`) while it exists. A folder without a lock was left by a process that was
/// killed; a later process removes it (`sweep`).
package final class LockedFolder: Sendable {
  package let path: String
  private let lock: Int32
  private let isRemoved = Atomic<Bool>(false)

  /// The folders that this process has made and not removed yet.
  private struct Living {
    var paths: Set<String> = []
    /// Whether the process is about to end. No more folders are made then.
    var isEnded = false
  }

  private static let living = Mutex(Living())

  /// Makes and locks a folder. Returns nil with `errno` set where that fails, and after `removeAll`.
  ///
  /// - Parameter prefix: how its name begins; six characters follow.
  package init?(in base: String, prefix: String) {
    // Under the mutex, so that `removeAll` does not miss a folder that is made at the same time.
    let made = Self.living.withLock { living -> (path: String, lock: Int32)? in
      guard !living.isEnded, let made = Self.make("\(base)/\(prefix)") else { return nil }
      living.paths.insert(made.path)
      return made
    }
    guard let made else { return nil }
    (path, lock) = made
  }

  private static func make(_ prefix: String) -> (path: String, lock: Int32)? {
    // Until the folder is locked, another process may take it for an abandoned one and remove it.
    for _ in 0..<10 {
      guard let path = SystemCall.makeTemporaryDirectory(prefix) else { return nil }
      let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder >= 0, flock(folder, LOCK_EX | LOCK_NB) == 0, SystemCall.linkStatus(of: path) != nil {
        return (path, folder)
      }
      if folder >= 0 { close(folder) }
    }
    return nil
  }

  deinit { remove() }

  /// Removes the folder with everything in it. A second call does nothing.
  package func remove() {
    if isRemoved.exchange(true, ordering: .acquiringAndReleasing) { return }
    FolderRemoval.remove(path)
    close(lock)
    // A process may still have been writing into it. `removeAll` then tries again.
    if SystemCall.linkStatus(of: path) == nil { Self.living.withLock { _ = $0.paths.remove(path) } }
  }

  /// Removes all folders of this process, which is about to end, even those in use. No more can be made.
  package static func removeAll() {
    let paths = living.withLock { living in
      living.isEnded = true
      return living.paths
    }
    for path in paths {
      // Another thread or process may be writing into the folder at this moment: up to a second.
      for _ in 0..<1_000 {
        FolderRemoval.remove(path)
        if SystemCall.linkStatus(of: path) == nil { break }
        usleep(1_000)
      }
    }
  }

  /// Removes the folders of this user that killed processes have left.
  package static func sweep(_ base: String, prefix: String) {
    let prefix = Array(prefix.utf8)
    for name in SystemCall.entries(of: base) ?? []
    where name.utf8.starts(with: prefix) && name.utf8.count == prefix.count + 6 {
      let path = "\(base)/\(name)"
      let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      var status = stat()
      // Only folders of this user: anyone can choose such a name.
      if fstat(folder, &status) == 0, status.st_uid == geteuid(), flock(folder, LOCK_EX | LOCK_NB) == 0 {
        FolderRemoval.remove(path)
      }
      close(folder)
    }
  }
}
