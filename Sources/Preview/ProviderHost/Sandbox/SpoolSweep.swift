internal import ByteStreams
internal import Glibc
internal import Synchronization

/// Removes what hosts leave behind that are killed: folders with copies of people's documents.
enum SpoolSweep {
  private static let swept = Mutex<Set<String>>([])

  /// Looks through a folder of spools, the first time that this process makes one there.
  static func sweep(_ base: String) {
    guard swept.withLock({ $0.insert(base).inserted }) else { return }
    for name in SystemCall.entries(of: base) ?? [] where name.hasPrefix(Spool.prefix) {
      removeAbandoned("\(base)/\(name)")
    }
  }

  private static func removeAbandoned(_ path: String) {
    let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var status = stat()
    // Whoever uses one holds a lock on it, but for the moment between making and locking it.
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec > 60,
      flock(folder, LOCK_EX | LOCK_NB) == 0
    else { return }
    FolderRemoval.remove(path)
  }
}
