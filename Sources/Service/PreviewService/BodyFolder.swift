internal import ByteStreams
internal import Crypto
internal import Glibc
package import ImageModel
internal import ProviderProtocol
internal import Synchronization

/// A temporary folder for the bodies of requests.
package final class BodyFolder: Sendable {
  private let path: String
  /// The open folder, locked while the process lives. A folder without a lock was left behind by a killed process.
  private let lock: Int32
  private let lastNumber = Atomic<Int>(0)
  /// Bytes of all bodies together, and the most that there may be.
  private let used = Atomic<Int>(0)
  private let capacity: Int

  /// Makes the folder, and removes the folders of killed processes.
  ///
  /// - Parameters:
  ///   - parent: nil for `$TMPDIR`, or /tmp.
  ///   - capacity: bytes of all bodies together.
  /// - Throws: `io`.
  package convenience init(in parent: String?, capacity: Int) throws(ImageError) {
    let made = try Self.make(in: parent)
    self.init(path: made.path, lock: made.lock, capacity: capacity)
  }

  // A failure between the properties crashes the optimizer of Swift 6.3.1, so all that fails comes before.
  private init(path: String, lock: Int32, capacity: Int) {
    self.path = path
    self.lock = lock
    self.capacity = capacity
  }

  private static func make(in parent: String?) throws(ImageError) -> (path: String, lock: Int32) {
    let parent = parent ?? getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    for name in SystemCall.entries(of: parent) ?? [] where name.hasPrefix("previewd-") && name.utf8.count == 15 {
      Self.removeStale("\(parent)/\(name)")
    }
    // Before it is locked, another process may take the folder for a stale one.
    for _ in 0..<10 {
      guard let path = SystemCall.makeTemporaryDirectory("\(parent)/previewd-") else { break }
      let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if folder >= 0, flock(folder, LOCK_EX | LOCK_NB) == 0, SystemCall.linkStatus(of: path) != nil {
        return (path, folder)
      }
      if folder >= 0 { close(folder) }
    }
    throw SystemCall.error("make a folder in", path: parent)
  }

  /// Removes a folder of this user that no process has locked.
  private static func removeStale(_ path: String) {
    let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid(), flock(folder, LOCK_EX | LOCK_NB) == 0 else { return }
    empty(path)
  }

  deinit {
    remove()
    close(lock)
  }

  /// Removes the folder with its files: also for an end of the process without `deinit`.
  package func remove() { Self.empty(path) }

  private static func empty(_ path: String) {
    for name in SystemCall.entries(of: path) ?? [] { SystemCall.remove("\(path)/\(name)") }
    _ = PathText.withCString(path) { rmdir($0) }
  }

  /// A file for one body.
  ///
  /// - Parameter limit: the bytes that the body may have.
  func makeWriter(limit: Int) throws(ServiceProblem) -> BodyWriter {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    let path = "\(path)/\(number)"
    let descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    return BodyWriter(file: BodyFile(path: path, folder: self), descriptor: descriptor, limit: limit)
  }

  /// Whether `bytes` more would fit now.
  func hasSpace(for bytes: Int) -> Bool { used.load(ordering: .relaxed) <= capacity - bytes }

  /// Counts bytes; false where they are too many, and then they are not counted.
  fileprivate func reserve(_ bytes: Int) -> Bool {
    if used.add(bytes, ordering: .relaxed).newValue <= capacity { return true }
    release(bytes)
    return false
  }

  fileprivate func release(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }

  /// Why a body cannot be stored. A full disk is not the client's fault, and may pass.
  fileprivate static func failure(_ number: Int32) -> ServiceProblem {
    [ENOSPC, EDQUOT, EMFILE, ENFILE].contains(number)
      ? full : ServiceProblem(.internalError, "the body cannot be stored")
  }

  static var full: ServiceProblem {
    ServiceProblem(ProviderError(.overloaded, "there is no space for more bodies now"), retryAfter: 5)
  }
}

/// The file of one body, removed with its last user.
final class BodyFile: Sendable {
  let path: String
  private let folder: BodyFolder
  private let size = Atomic<Int>(0)

  fileprivate init(path: String, folder: BodyFolder) {
    self.path = path
    self.folder = folder
  }

  deinit {
    SystemCall.remove(path)
    folder.release(size.load(ordering: .relaxed))
  }

  /// Counts bytes that are about to be written; false where the folder has no space for them.
  fileprivate func grow(by bytes: Int) -> Bool {
    guard folder.reserve(bytes) else { return false }
    size.add(bytes, ordering: .relaxed)
    return true
  }
}

/// Writes a body piece by piece: no body is ever in memory as a whole.
final class BodyWriter {
  private let file: BodyFile
  private let descriptor: Int32
  private let limit: Int
  private var hash = SHA256()
  private(set) var size = 0

  fileprivate init(file: BodyFile, descriptor: Int32, limit: Int) {
    self.file = file
    self.descriptor = descriptor
    self.limit = limit
  }

  deinit { close(descriptor) }

  /// - Throws: `bodyTooLarge`; `overloaded` where the folder or the disk is full.
  func append(_ bytes: UnsafeRawBufferPointer) throws(ServiceProblem) {
    size += bytes.count
    guard size <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
    guard file.grow(by: bytes.count) else { throw BodyFolder.full }
    hash.update(bufferPointer: bytes)
    guard SystemCall.writeAll(bytes, to: descriptor) else { throw BodyFolder.failure(errno) }
  }

  /// The file with all that was written.
  func finish() -> BodyFile { file }

  /// Names what was written: bodies with the same content have the same.
  var fingerprint: String { "sha256:" + Hexadecimal.text(hash.finalize()) }
}
