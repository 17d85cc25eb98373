internal import ByteStreams
internal import DesktopCache
internal import Glibc
internal import ImageModel
internal import ProviderHost

/// The files of the result cache: a folder that only its user can enter. Several processes may use it at the same time.
///
/// A file appears as a whole, and is never changed afterwards. Its time of modification says when it was last used. The
/// file `size` has the sum of the sizes in decimal digits; it is locked (`flock`) while it is changed. The sum may be
/// too high after a process was killed, and is right again when files are removed to make room.
final class ResultFolder: Sendable {
  /// The state of an entry that was asked for.
  enum Found {
    /// - Parameter state: the state of the file (`FileState`) since before it was checked.
    case reply(RenderReply, state: String)
    case nothing
    /// The file was damaged. It is removed.
    case damage
  }

  let path: String
  private let limit: Int
  private let names = TemporaryNames()
  /// A reply may take this part of the whole space.
  private static let largestPart = 4
  /// Files are removed until this part of the space is free, so that it does not happen for each new file.
  private static let freedPart = 8
  /// A file takes whole blocks on the disk.
  private static let blockSize = 4_096

  /// Makes the folder where it is missing.
  ///
  /// - Parameters:
  ///   - parent: the folder that it is made in, which may be missing, too.
  ///   - limit: the bytes of all files together.
  /// - Throws: `io`; `usage` for a folder that other users can use.
  init(in parent: String, limit: Int) throws(ImageError) {
    let path = Self.path(in: parent)
    guard CacheFile.makeFolder(path) else { throw SystemCall.error("make the result cache", path: path) }
    try Self.check(SystemCall.linkStatus(of: path), path)
    (self.path, self.limit) = (path, limit)
  }

  private static func path(in parent: String) -> String { "\(parent)/results-1" }

  private static func check(_ status: stat?, _ path: String) throws(ImageError) {
    guard let status, status.isDirectory, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw ImageError(.usage, "the result cache must be a folder that only the service's user can enter", path: path)
    }
  }

  /// Checks that the folder could be used or made, and makes nothing.
  ///
  /// - Throws: as `init`.
  static func check(in parent: String) throws(ImageError) {
    let path = path(in: parent)
    if let status = SystemCall.linkStatus(of: path) { return try check(status, path) }
    guard errno == ENOENT else { throw SystemCall.error("make the result cache", path: path) }
    // The nearest folder that exists is where the first one would be made.
    var folder = parent
    while SystemCall.status(of: folder) == nil, errno == ENOENT {
      let above = PathText.split(folder).directory
      guard above != folder else { break }
      folder = above
    }
    guard SystemCall.mayWrite("\(folder)/.") else { throw SystemCall.error("make the result cache", path: path) }
  }

  /// The parent by default: what systemd provides (`CacheDirectory=`), or the user's folder for caches; nil where there
  /// is neither.
  static var usualParent: String? {
    if let folders = UserFolder.variable("CACHE_DIRECTORY"), folders.hasPrefix("/"),
      let folder = folders.split(separator: ":").first
    {
      return String(folder)
    }
    return UserFolder.cache.path().map { "\($0)/cameo/previewd" }
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  // MARK: Reading

  /// The time after which a file is checked again when it is read, and marked as used.
  private static let trustSeconds = 10

  /// An entry that was checked lately, if its file has not been touched since.
  ///
  /// - Parameters:
  ///   - reply: the reply without its content.
  ///   - size: the size of the content.
  ///   - state: the state of the file when it was checked.
  func trusted(_ name: String, _ reply: RenderReply, size: Int, state: String) -> RenderReply? {
    guard let status = SystemCall.linkStatus(of: file(name)), FileState.text(status) == state,
      abs(status.st_mtim.tv_sec - time(nil)) <= Self.trustSeconds,
      let source = try? FileByteSource(path: file(name)), source.identity == FileIdentity(status)
    else { return nil }
    var reply = reply
    reply.file = ReplyFile(source, size: size)
    return reply
  }

  /// Notes that an entry is used now. Returns false where there is no such entry.
  func touch(_ name: String) -> Bool {
    PathText.withCString(file(name)) { utimensat(AT_FDCWD, $0, nil, AT_SYMLINK_NOFOLLOW) } == 0
  }

  /// Reads an entry and checks all of it.
  func find(_ name: String) -> Found {
    guard touch(name), let status = SystemCall.linkStatus(of: file(name)) else { return .nothing }
    do throws(ImageError) {
      let source = try FileByteSource(path: file(name))
      if let reply = try ResultEntry.reply(in: source, name: name) {
        return .reply(reply, state: FileState.text(status))
      }
    } catch {
      // Too many open files, say. The entry may be sound.
      return .nothing
    }
    SystemCall.remove(file(name))
    return .damage
  }

  // MARK: Writing

  /// Stores an entry, unless it is there already or too large.
  ///
  /// - Throws: `io`, with the path.
  func store(_ entry: ResultEntry, as name: String) async throws(ImageError) {
    let size = Self.charge(entry.size)
    guard size <= limit / Self.largestPart, try await reserve(size, for: name) else { return }
    let output = try AtomicFile(path: file(name), options: .init(mode: 0o600), names: names)
    try entry.write(to: output, name: name)
    try output.commit()
  }

  private static func charge(_ size: Int) -> Int { (size + blockSize - 1) / blockSize * blockSize }

  /// Adds a new file's size to the sum, and removes old files where it would exceed the limit.
  ///
  /// - Returns: whether the file is to be written.
  private func reserve(_ size: Int, for name: String) async throws(ImageError) -> Bool {
    var lock = openSum()
    // Whoever empties the cache may delete the folder.
    if lock < 0, errno == ENOENT, CacheFile.makeFolder(path) {
      try Self.check(SystemCall.linkStatus(of: path), path)
      lock = openSum()
    }
    guard lock >= 0 else { throw SystemCall.error("write the result cache", path: path) }
    defer { close(lock) }
    // A process that makes room may take a while. Without the lock, the reply is just not stored.
    guard await Self.acquire(lock), SystemCall.linkStatus(of: file(name)) == nil else { return false }
    var sum = Self.sum(lock)
    if sum.map({ $0 + size > limit }) ?? true { sum = await makeRoom(for: size) }
    guard let sum, sum + size <= limit else { return false }
    let digits = Array("\(sum + size)".utf8)
    guard pwrite(lock, digits, digits.count, 0) == digits.count, ftruncate(lock, digits.count) == 0 else {
      throw SystemCall.error("write the result cache", path: path)
    }
    return true
  }

  private func openSum() -> Int32 {
    SystemCall.open(file("size"), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
  }

  private static func acquire(_ lock: Int32) async -> Bool {
    for _ in 0..<100 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// nil for a new file, or one that is broken.
  private static func sum(_ lock: Int32) -> Int? {
    SystemCall.header(of: lock, count: 20).flatMap { Int(String(decoding: $0, as: UTF8.self)) }.flatMap {
      (0...1 << 60).contains($0) ? $0 : nil
    }
  }

  // MARK: Removing

  /// Removes the files that were not used for longest, where `size` more bytes would exceed the limit.
  ///
  /// - Returns: the sum of the sizes of all files that are left.
  private func makeRoom(for size: Int) async -> Int {
    // There may be very many files, and there are only as many threads for tasks as processors.
    await DetachedThread.run { self.removeOldest(for: size) }
  }

  private func removeOldest(for size: Int) -> Int {
    var files: [(name: String, size: Int, used: timespec)] = []
    var sum = 0
    for name in SystemCall.entries(of: path) ?? [] {
      guard let status = SystemCall.linkStatus(of: file(name)), status.isRegularFile else { continue }
      if name.utf8.count == 2 * 32 {
        let charge = Self.charge(Int(status.st_size))
        files.append((name, charge, status.st_mtim))
        sum += charge
      } else if name.hasPrefix(".cameo-"), status.st_mtim.tv_sec < time(nil) - 3_600 {
        // A process was killed while it named a file.
        SystemCall.remove(file(name))
      }
    }
    guard sum + size > limit else { return sum }
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    for oldest in files {
      guard sum + size > limit - limit / Self.freedPart else { break }
      if SystemCall.remove(file(oldest.name)) || errno == ENOENT { sum -= oldest.size }
    }
    return sum
  }
}
