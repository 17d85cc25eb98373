internal import ByteStreams
internal import Glibc
internal import Synchronization

extension Spool {
  /// How the folders of this user begin; six characters follow.
  private static func prefix() -> String { "cameo-spool-\(geteuid())-" }

  /// Makes a folder and locks it; nil where that cannot be done.
  static func make(in base: String) -> (root: String, lock: Int32)? {
    // Between its making and its lock another process may have taken the folder for one that was left.
    for _ in 0..<10 {
      guard let root = SystemCall.makeTemporaryDirectory("\(base)/\(prefix())") else { return nil }
      let folder = SystemCall.open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if folder >= 0, flock(folder, LOCK_EX | LOCK_NB) == 0, SystemCall.linkStatus(of: root) != nil {
        return (root, folder)
      }
      if folder >= 0 { close(folder) }
    }
    return nil
  }

  private static let swept = Mutex<Set<String>>([])

  /// Removes the spools that killed processes of this user left behind, the first time that this process is asked to. What a living
  /// process holds is locked, and stays.
  package static func sweep(in base: String = "/tmp") {
    guard swept.withLock({ $0.insert(base).inserted }) else { return }
    let prefix = Array(prefix().utf8)
    for name in SystemCall.entries(of: base) ?? []
    where name.utf8.starts(with: prefix) && name.utf8.count == prefix.count + 6 {
      let path = "\(base)/\(name)"
      let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      var status = stat()
      // A folder that cannot be passed through belongs to somebody else, whatever its name says.
      if fstat(folder, &status) == 0, status.st_uid == geteuid(), flock(folder, LOCK_EX | LOCK_NB) == 0 {
        FolderRemoval.remove(path)
      }
      close(folder)
    }
  }
}
