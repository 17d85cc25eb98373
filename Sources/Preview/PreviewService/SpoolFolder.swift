internal import ByteStreams
internal import Crypto
internal import Glibc
package import ImageModel
internal import Synchronization

/// A folder of our own for the bodies of requests, which goes with the service.
package final class SpoolFolder: Sendable {
  let path: String
  /// The open folder, locked while the process lives: what is not locked was left by one that was killed.
  private let lock: Int32
  private let lastNumber = Atomic<Int>(0)

  /// Makes the folder, and removes those of processes that are gone.
  ///
  /// - Parameter parent: nil for `$TMPDIR`, or /tmp.
  /// - Throws: `io`.
  package convenience init(in parent: String?) throws(ImageError) {
    let made = try Self.make(in: parent)
    self.init(path: made.path, lock: made.lock)
  }

  // The work is done before there is an object: Swift 6.3.1's optimiser ends over a failure between the properties.
  private init(path: String, lock: Int32) {
    self.path = path
    self.lock = lock
  }

  private static func make(in parent: String?) throws(ImageError) -> (path: String, lock: Int32) {
    let parent = parent ?? getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp"
    for name in SystemCall.entries(of: parent) ?? [] where name.hasPrefix("previewd-") && name.utf8.count == 15 {
      Self.removeStale("\(parent)/\(name)")
    }
    // Between its making and its lock another process may have taken the folder for a stale one.
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

  /// Removes a folder of ours that no process holds.
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

  /// Removes the folder and what is in it: for an end without `deinit`, too.
  package func remove() { Self.empty(path) }

  private static func empty(_ path: String) {
    for name in SystemCall.entries(of: path) ?? [] { SystemCall.remove("\(path)/\(name)") }
    _ = PathText.withCString(path) { rmdir($0) }
  }

  /// How many files there are.
  package var count: Int { SystemCall.entries(of: path)?.count ?? 0 }

  /// A file for one body.
  func makeWriter(limit: Int) throws(ServiceProblem) -> SpoolWriter {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    let path = "\(path)/\(number)"
    let descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
    guard descriptor >= 0 else { throw ServiceProblem(.internalError, "the body cannot be kept") }
    return SpoolWriter(path: path, descriptor: descriptor, limit: limit)
  }
}

/// Takes a body piece by piece: no body is ever in memory as a whole.
final class SpoolWriter {
  private let path: String
  private let descriptor: Int32
  private let limit: Int
  private var hash = SHA256()
  private(set) var size = 0
  private var isGivenAway = false

  init(path: String, descriptor: Int32, limit: Int) {
    self.path = path
    self.descriptor = descriptor
    self.limit = limit
  }

  deinit {
    close(descriptor)
    if !isGivenAway { SystemCall.remove(path) }
  }

  /// - Throws: `bodyTooLarge`; `internalError` when the disk is full.
  func append(_ bytes: UnsafeRawBufferPointer) throws(ServiceProblem) {
    size += bytes.count
    guard size <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
    hash.update(bufferPointer: bytes)
    guard SystemCall.writeAll(bytes, to: descriptor) else {
      throw ServiceProblem(.internalError, "the body cannot be kept")
    }
  }

  /// The document that the body is, which owns the file from now on.
  func document(name: String, typeIdentifier: String?, mimeType: String?) -> ServedDocument {
    isGivenAway = true
    return ServedDocument(
      spooled: path, name: name, typeIdentifier: typeIdentifier, mimeType: mimeType,
      digest: Hexadecimal.text(hash.finalize()))
  }
}

extension ServiceProblem {
  static func bodyTooLarge(limit: Int) -> ServiceProblem {
    ServiceProblem(.bodyTooLarge, "the body is larger than \(limit) bytes")
  }
}
