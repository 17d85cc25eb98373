internal import ByteStreams
internal import Glibc

/// The folder beside a package in which the next state of the package is made.
///
/// Its name tells what it is, so that a later process knows what a killed one has left:
///
/// | name | what it is |
/// |---|---|
/// | `.cameo-*.new` | a state that is being made, or the old one after an exchange: rubbish |
/// | `.cameo-*.ready` | the next state, complete. Rubbish if the package is there; else it is the package |
/// | `.cameo-*.old` | the former state, which has lost its name. Rubbish if the package is there |
///
/// The last two are there only where the file system cannot exchange two names. The maker locks the folder (`flock`),
/// and the former one before it takes its place, so that nobody removes them meanwhile.
final class PackageStage {
  let path: String
  private let base: String
  private var locks: [Int32] = []

  /// Makes and locks the folder, and removes what killed processes have left.
  ///
  /// - Throws: as `mkdir`.
  init(for target: String, isPrivate: Bool) throws(DocumentError) {
    Self.removeAbandoned(beside: target)
    for index in 0..<64 {
      let base = Self.base(of: target) + "\(Self.host)-\(index)"
      let path = base + ".new"
      guard SystemCall.makeDirectory(path, mode: isPrivate ? 0o700 : 0o777) else {
        if errno == EEXIST { continue }
        throw DocumentError.system("write", path: target)
      }
      (self.base, self.path) = (base, path)
      lock(path)
      return
    }
    throw DocumentError.system("write", path: target, number: EEXIST)
  }

  deinit { for lock in locks { close(lock) } }

  /// Locks a folder while this object exists.
  func lock(_ folder: String) {
    let lock = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard lock >= 0 else { return }
    _ = flock(lock, LOCK_EX | LOCK_NB)
    locks.append(lock)
  }

  /// Removes the folder.
  func remove() { FolderRemoval.remove(path) }

  /// Gives the folder, which is what another program made, a name that nobody removes: that of the package, if it is
  /// free.
  func giveBack(to target: String) {
    if SystemCall.renameWithoutReplacing(path, to: target) { return }
    _ = SystemCall.renameWithoutReplacing(path, to: Self.otherName(for: target))
  }

  /// Gives what has the name of a document another one, `team.notes.saved-1x2y3z`, which nobody removes.
  ///
  /// - Returns: the new path; nil with `errno` set.
  static func putAside(_ path: String) -> String? {
    let other = otherName(for: path)
    return SystemCall.renameWithoutReplacing(path, to: other) ? other : nil
  }

  private static func otherName(for path: String) -> String {
    "\(path).saved-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
  }

  /// Puts the folder in the place of the package, whose former state is at `path` then.
  ///
  /// - Returns: false with `errno` set; everything is as it was.
  func exchange(with target: String, canExchange: Bool = true) -> Bool {
    lock(target)
    if canExchange {
      if SystemCall.exchange(path, with: target) { return true }
      guard errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP else { return false }
    }
    let (ready, old) = (base + ".ready", base + ".old")
    guard SystemCall.rename(path, to: ready) else { return false }
    guard SystemCall.rename(target, to: old) else {
      let number = errno
      _ = SystemCall.rename(ready, to: path)
      errno = number
      return false
    }
    // A reader that finds no package may have finished this already.
    if !SystemCall.renameWithoutReplacing(ready, to: target), SystemCall.linkStatus(of: ready) != nil {
      let number = errno
      _ = SystemCall.renameWithoutReplacing(old, to: target)
      _ = SystemCall.rename(ready, to: path)
      errno = number
      return false
    }
    return SystemCall.rename(old, to: path)
  }

  /// Removes a package. It loses its name first, so that nobody finds a part of it.
  ///
  /// - Returns: false with `errno` set; the package is there as it was.
  static func removePackage(_ target: String) -> Bool {
    for index in 0..<64 {
      let rubbish = base(of: target) + "\(host)-\(index).new"
      if SystemCall.renameWithoutReplacing(target, to: rubbish) {
        FolderRemoval.remove(rubbish)
        return true
      }
      guard errno == EEXIST else { return false }
    }
    return false
  }

  // MARK: After a killed process

  /// Completes or undoes what a killed process has begun with a package that has no name now.
  ///
  /// - Returns: whether there is a package under the name now.
  static func finish(_ target: String) -> Bool {
    for suffix in [".ready", ".old"] {
      for name in leftovers(beside: target) where name.hasSuffix(suffix) {
        if SystemCall.renameWithoutReplacing(name, to: target) || errno == EEXIST { return true }
      }
    }
    return false
  }

  /// Removes the folders that no living process has locked. Those of other machines are left for a day.
  private static func removeAbandoned(beside target: String) {
    let isThere = SystemCall.linkStatus(of: target) != nil
    for name in leftovers(beside: target) where isThere || name.hasSuffix(".new") {
      let folder = SystemCall.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      defer { close(folder) }
      var status = stat()
      guard fstat(folder, &status) == 0, flock(folder, LOCK_EX | LOCK_NB) == 0 else { continue }
      let isOurs = name.utf8.starts(with: (base(of: target) + host + "-").utf8)
      if isOurs || status.st_ctim.tv_sec < time(nil) - 86_400 { FolderRemoval.remove(name) }
    }
  }

  private static func leftovers(beside target: String) -> [String] {
    let (folder, _) = PathText.split(target)
    let prefix = PathText.split(base(of: target)).name
    return (SystemCall.entries(of: folder) ?? []).filter { $0.utf8.starts(with: prefix.utf8) }.map { "\(folder)/\($0)" }
  }

  private static func base(of target: String) -> String {
    let (folder, name) = PathText.split(target)
    return "\(folder)/.cameo-\(String(StableHash.fnv1a(PathText.bytes(name)), radix: 36))-"
  }

  /// Stands for this machine in names.
  private static let host = String(StableHash.fnv1a(HostName.text.utf8) & 0xFFFF_FFFF, radix: 36)
}
