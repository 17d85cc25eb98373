internal import ByteStreams
internal import Glibc

/// The lock of a document's folder in a store: shared by those who add versions, and for one who removes bytes.
final class StoreLock: Sendable {
  private let descriptor: Int32
  /// How long who adds waits, in milliseconds. Who removes looks at the records of one document, which takes less.
  static let patience = 5_000

  /// Waits until nobody removes bytes.
  ///
  /// - Throws: `timedOut` if somebody removes for more than five seconds: without the lock, bytes of the new version
  ///   could go; `notPermitted`, `io`.
  init(adding folder: String, patience: Int = StoreLock.patience) throws(DocumentError) {
    descriptor = Self.open(folder)
    guard descriptor >= 0 else { throw DocumentError.system("lock the versions", path: folder) }
    var rest = patience
    while !OpenFileLock.take(descriptor, isShared: true) {
      // On a file system without locks nobody removes bytes.
      if OpenFileLock.isUnsupported(errno) { return }
      guard [EAGAIN, EACCES, EINTR].contains(errno) else {
        throw DocumentError.system("lock the versions", path: folder)
      }
      guard rest > 0 else {
        throw DocumentError(.timedOut, "another program has kept the versions locked", path: folder)
      }
      usleep(2_000)
      rest -= 2
    }
  }

  /// - Returns: nil if another process has the lock.
  init?(removing folder: String) {
    descriptor = Self.open(folder)
    guard descriptor >= 0, OpenFileLock.take(descriptor) else { return nil }
  }

  private static func open(_ folder: String) -> Int32 {
    SystemCall.open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
