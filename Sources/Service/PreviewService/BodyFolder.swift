internal import ByteStreams
internal import Digests
internal import Glibc
package import ImageModel
internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization

/// A temporary folder for the bodies of requests.
package final class BodyFolder: Sendable {
  private let folder: LockedFolder
  private let lastNumber = Atomic<Int>(0)
  private let space: SpaceShares

  /// Makes the folder, and removes the folders of killed processes.
  ///
  /// - Parameters:
  ///   - parent: nil for `usualParent`.
  ///   - capacity: bytes of all bodies together; those of one client have half of it.
  /// - Throws: `io`.
  package convenience init(in parent: String?, capacity: Int) throws(ImageError) {
    let parent = parent ?? Self.usualParent
    LockedFolder.sweep(parent, prefix: Self.prefix)
    guard let folder = LockedFolder(in: parent, prefix: Self.prefix) else {
      throw SystemCall.error("make a folder in", path: parent)
    }
    self.init(folder, capacity: capacity)
  }

  // An error thrown between the assignments crashes the optimizer of Swift 6.3.1, so everything that can fail runs
  // first.
  private init(_ folder: LockedFolder, capacity: Int) {
    self.folder = folder
    space = SpaceShares(capacity: capacity)
  }

  /// Checks that the folder can be made, and makes nothing.
  ///
  /// - Throws: `io`.
  static func check(in parent: String?) throws(ImageError) {
    let parent = parent ?? usualParent
    guard SystemCall.mayWrite("\(parent)/.") else { throw SystemCall.error("make a folder in", path: parent) }
  }

  private static let prefix = "previewd-"

  /// The folder that the folder is made in by default: `$TMPDIR`, or /tmp.
  static var usualParent: String { getenv("TMPDIR").map { PathText.text($0) } ?? "/tmp" }

  /// Removes the folder with its files. Needed when the process ends without `deinit`.
  package func remove() { folder.remove() }

  /// A file for one body.
  ///
  /// - Parameters:
  ///   - limit: the bytes that the body may have.
  ///   - client: whose body it is.
  func makeWriter(limit: Int, client: String) throws(ServiceProblem) -> BodyWriter {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    let path = "\(folder.path)/\(number)"
    let descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    let file = BodyFile(path: path, folder: self, part: SpacePart(of: space, for: client))
    return BodyWriter(file: file, descriptor: descriptor, limit: limit)
  }

  /// Whether `bytes` more of a client would fit now.
  func hasSpace(for bytes: Int, client: String) -> Bool { space.hasSpace(for: bytes, of: client) }

  /// The problem for a body that cannot be stored.
  fileprivate static func failure(_ number: Int32) -> ServiceProblem {
    if SystemCall.lacksDescriptors(number) { return ServiceProblem(.tooManyFiles, retryAfter: 5) }
    return ProviderError.isDiskFull(number)
      ? ServiceProblem(ProviderError(.storageFull, "the disk is full on which bodies are stored"))
      : ServiceProblem(.internalError, "the body cannot be stored")
  }

  static var full: ServiceProblem {
    ServiceProblem(ProviderError(.overloaded, "there is no space for more bodies now"), retryAfter: 5)
  }
}

/// The file of one body. It is removed when its last user releases it.
final class BodyFile: Sendable {
  let path: String
  private let folder: BodyFolder
  fileprivate let part: SpacePart

  fileprivate init(path: String, folder: BodyFolder, part: SpacePart) {
    self.path = path
    self.folder = folder
    self.part = part
  }

  deinit { SystemCall.remove(path) }
}

/// Writes a body piece by piece. A body is never in memory as a whole.
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

  /// - Throws: `bodyTooLarge`; `overloaded` where the folder is full; `storageFull` where the disk is.
  func append(_ bytes: UnsafeRawBufferPointer) throws(ServiceProblem) {
    size += bytes.count
    guard size <= limit else { throw ServiceProblem.bodyTooLarge(limit: limit) }
    guard file.part.grow(by: bytes.count) else { throw BodyFolder.full }
    hash.update(bytes)
    guard SystemCall.writeAll(bytes, to: descriptor) else { throw BodyFolder.failure(errno) }
  }

  /// The file with all that was written.
  func finish() -> BodyFile { file }

  /// A digest of what was written. Bodies with the same content have the same fingerprint.
  var fingerprint: String { Self.fingerprintPrefix + Hexadecimal.text(hash.digest) }
  static let fingerprintPrefix = "sha256:"
}
