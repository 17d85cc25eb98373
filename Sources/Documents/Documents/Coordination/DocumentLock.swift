internal import ByteStreams
internal import Glibc

/// The lock of one document, for one writer or several readers. It ends with this object or with the process.
///
/// The lock is two bytes of a file. The second is the lock itself. Everyone takes the first, the gate, before it, and
/// gives it back then. A writer that waits in the gate lets no more readers in, so readers that follow each other
/// without a pause do not keep it waiting for ever.
final class DocumentLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Runs a function on a thread of its own while this process has the locks of some documents.
  ///
  /// - Throws: as `take`; what the function throws.
  static func holding<Result: Sendable>(
    _ paths: [(path: String, isWritten: Bool)], within deadline: Duration,
    _ body: @escaping @Sendable () throws(DocumentError) -> Result
  ) async throws(DocumentError) -> Result {
    let locks = try await take(paths, within: deadline)
    let result = try await DetachedThread.run(body)
    withExtendedLifetime(locks) {}
    return result
  }

  /// Takes the locks of several documents, all in the order of their keys.
  ///
  /// - Parameters:
  ///   - paths: without links; true for those that are written.
  ///   - deadline: how long all together are waited for.
  /// - Throws: `timedOut`, `cancelled`, `io`.
  static func take(_ paths: [(path: String, isWritten: Bool)], within deadline: Duration) async throws(DocumentError)
    -> [DocumentLock]
  {
    var wanted: [String: (path: String, isWritten: Bool)] = [:]
    for (path, isWritten) in paths {
      let key = try RuntimeFolder.key(path)
      wanted[key] = (path, isWritten || wanted[key]?.isWritten ?? false)
    }
    let end = ContinuousClock.now + deadline
    var locks: [DocumentLock] = []
    for (key, document) in wanted.sorted(by: { $0.key < $1.key }) {
      locks.append(try await take(key, document.path, isShared: !document.isWritten, until: end))
    }
    return locks
  }

  private static func take(
    _ key: String, _ path: String, isShared: Bool, until end: ContinuousClock.Instant
  ) async throws(DocumentError) -> DocumentLock {
    sweep()
    let file = "\(try RuntimeFolder.path())/\(key).lock"
    var pause = 0.5
    var lock: DocumentLock?
    var isInGate = false
    while true {
      if lock == nil {
        let descriptor = SystemCall.open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
        guard descriptor >= 0 else { throw DocumentError.system("lock", path: path) }
        lock = DocumentLock(descriptor)
        isInGate = false
      }
      guard let taken = lock else { continue }
      if !isInGate, OpenFileLock.take(taken.descriptor, gate, isShared: isShared) { (isInGate, pause) = (true, 0.5) }
      if isInGate, OpenFileLock.take(taken.descriptor, room, isShared: isShared) {
        OpenFileLock.release(taken.descriptor, gate)
        // Somebody may have removed the file as an abandoned one just before.
        if isNamed(taken.descriptor) { return taken }
        lock = nil
        continue
      }
      guard errno == EAGAIN || errno == EACCES || errno == EINTR else { throw DocumentError.system("lock", path: path) }
      guard ContinuousClock.now < end else {
        throw DocumentError(.timedOut, "another program has used it for longer than the deadline allows", path: path)
      }
      do {
        try await Task.sleep(for: .milliseconds(pause * Double.random(in: 0.5...1)))
      } catch {
        throw DocumentError(.cancelled, "cancelled", path: path)
      }
      // Whoever waits in the gate is the next one, and all others wait for it.
      pause = min(pause * 1.5, isInGate ? 2 : 20)
    }
  }

  private static let gate = 0..<1
  private static let room = 1..<2

  private static func isNamed(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  private static let isSwept = SharedFlag()

  /// Removes the files of locks that were made a day ago or earlier and that nobody has now; once in a process.
  private static func sweep() {
    guard !isSwept.isSet, let folder = try? RuntimeFolder.path() else { return }
    isSwept.set()
    OpenFileLock.removeUnused(in: folder, suffix: ".lock")
  }
}
