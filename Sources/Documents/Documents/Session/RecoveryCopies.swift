internal import ByteStreams
internal import Glibc

/// The recovery copies of one session. While it lives, it has a lock of its own, which tells them from the copies of
/// programs that have ended.
struct RecoveryCopies: Sendable {
  /// Stands for the session in the names of its copies.
  let maker = VersionStore.randomName
  private var kept: [FileVersion] = []
  /// Those of this session, and of the sessions whose copies it has taken.
  private var locks: [RecoveryLock] = []
  /// The number of changes in the newest copy; nil without one.
  private(set) var count: Int?

  /// Takes the session's lock, before its first copy is there for others to see.
  mutating func begin() throws(DocumentError) {
    if !locks.contains(where: { $0.maker == maker }) { locks.append(try RecoveryLock(of: maker)) }
  }

  /// A copy takes the place of all before.
  ///
  /// - Parameter version: nil if the newest copy of any session is the same.
  mutating func keep(_ version: FileVersion?, _ count: Int) {
    self.count = count
    guard let version else { return }
    let before = kept.filter { $0 != version }
    kept = [version]
    for version in before { try? version.remove() }
  }

  /// The copy of a program that has ended belongs to this session from now on.
  ///
  /// - Throws: `missing` if another session has taken it.
  mutating func adopt(_ version: FileVersion) throws(DocumentError) {
    guard let maker = VersionStore.maker(of: version) else { return }
    guard let lock = try? RecoveryLock(of: maker) else {
      throw DocumentError(.missing, "another program has taken the unsaved changes", path: version.documentPath)
    }
    locks.append(lock)
  }

  /// The changes are saved.
  mutating func remove() {
    for version in kept { try? version.remove() }
    // Not before the copies are gone.
    for lock in locks { lock.remove() }
    (kept, locks, count) = ([], [], nil)
  }

  /// The document has another path, under which nobody would find the newest copy. It stays until there is one.
  mutating func renew() { count = nil }

  /// Whether the program that made a copy has ended.
  static func isAbandoned(_ version: FileVersion) -> Bool {
    VersionStore.maker(of: version).map { !RecoveryLock.isHeld(of: $0) } ?? true
  }
}

/// The lock of a session on its recovery copies: a file in the store, `MAKER.session`. It is there before the first
/// copy and goes after the last one. It ends with this object or with the process.
final class RecoveryLock: Sendable {
  let maker: String
  private let path: String
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Throws: `timedOut` if another session has it; `notPermitted`, `io`.
  init(of maker: String) throws(DocumentError) {
    let folder = try VersionStore.recovery().folder
    guard PrivateFolder.make(folder) else { throw DocumentError.system("keep the changes", path: folder) }
    let path = Self.path(maker, in: folder)
    // Somebody may remove the file as an abandoned one just before it is locked.
    for _ in 0..<100 {
      let file = SystemCall.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
      guard file >= 0 else { throw DocumentError.system("keep the changes", path: path) }
      // On a file system without locks nobody takes the copies for abandoned ones.
      let isLocked = OpenFileLock.take(file) || OpenFileLock.isUnsupported(errno)
      if isLocked, SystemCall.linkStatus(of: path).map({ FileIdentity($0) }) == Self.identity(file) {
        (self.maker, self.path, descriptor) = (maker, path, file)
        return
      }
      close(file)
      // Who sweeps has the lock for a moment.
      usleep(1_000)
    }
    throw DocumentError(.timedOut, "another program has the unsaved changes", path: path)
  }

  deinit { close(descriptor) }

  /// Removes the file.
  func remove() { SystemCall.remove(path) }

  /// Whether a session has the lock.
  static func isHeld(of maker: String) -> Bool {
    guard let folder = try? VersionStore.recovery().folder else { return false }
    let file = SystemCall.open(Self.path(maker, in: folder), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    return OpenFileLock.isHeld(file)
  }

  /// Removes the files of sessions that ended a day ago or earlier. Copies without one count as abandoned, too.
  static func sweep() {
    guard let folder = try? VersionStore.recovery().folder else { return }
    OpenFileLock.removeUnused(in: folder, suffix: ".session")
  }

  private static func path(_ maker: String, in folder: String) -> String { "\(folder)/\(maker).session" }

  private static func identity(_ file: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(file, &status) == 0 ? FileIdentity(status) : nil
  }
}
