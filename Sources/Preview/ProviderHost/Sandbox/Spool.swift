internal import ByteStreams
internal import Glibc
package import ProviderProtocol
internal import Synchronization

/// A folder that one worker and its host share: documents go in by `in`, which the worker only reads, and results come out by
/// `out`, which it writes. Paths are the same inside the sandbox and outside.
///
/// The folder is removed with all that is in it when the spool goes, or by `remove`. By then no process of the worker may be left:
/// the launcher sees to that before it ends. Where the host is killed, the next one removes it (`SpoolSweep`).
package final class Spool: Sendable {
  /// The folder that holds both.
  package let root: String
  package let inFolder: String
  package let outFolder: String
  /// The user that the worker runs as; nil for the host's own.
  package let identity: WorkerIdentity?
  let limits: SpoolLimits
  /// The open folder, locked as long as the spool is there: what nobody holds was left by a process that was killed.
  private let lock: Int32
  private let documents = Atomic<Int>(0)
  /// The document that the next one may be written over.
  let spare = Mutex<SpareDocument?>(nil)
  private let isRemoved = Atomic<Bool>(false)

  /// Makes the folders.
  ///
  /// - Parameter base: where; must be a folder that the worker's user can pass through.
  package init(in base: String = "/tmp", limits: SpoolLimits = SpoolLimits()) throws(ProviderError) {
    self.limits = limits
    identity = WorkerIdentity.ofNewWorker()
    Self.sweep(in: base)
    // Nobody ends the process in between and leaves a folder that is not noted yet.
    let made = Self.living.withLock { living -> (root: String, lock: Int32)? in
      guard !living.isEnded, let made = Self.make(in: base) else { return nil }
      living.roots.insert(made.root)
      return made
    }
    guard let made else { throw Self.failure("make a spool folder") }
    (root, lock) = made
    inFolder = "\(root)/in"
    outFolder = "\(root)/out"
    // Only the worker's group passes through the root; the host keeps `in`, and `out` is the worker's.
    guard SystemCall.makeDirectory(inFolder, mode: 0o700), SystemCall.makeDirectory(outFolder, mode: 0o700),
      own(root, mode: 0o710), own(inFolder, mode: 0o750),
      identity == nil || change(outFolder, user: identity?.user ?? 0)
    else {
      let error = Self.failure("prepare a spool folder")
      remove()
      throw error
    }
  }

  deinit { remove() }

  /// Removes the folder. Nothing happens the second time.
  package func remove() {
    if isRemoved.exchange(true, ordering: .acquiringAndReleasing) { return }
    spare.withLock { $0 = nil }
    FolderRemoval.remove(root)
    close(lock)
    Self.living.withLock { _ = $0.roots.remove(root) }
  }

  private struct Living {
    /// The folders that this process has made and not removed yet.
    var roots: Set<String> = []
    /// The process is about to end.
    var isEnded = false
  }

  private static let living = Mutex(Living())

  /// Removes the folders of all spools of this process, which is about to end, whoever still holds them. No more can be made.
  package static func removeAll() {
    let roots = living.withLock { living in
      living.isEnded = true
      return living.roots
    }
    for root in roots {
      // Whoever holds it may be putting something into it at this moment.
      for _ in 0..<100 {
        FolderRemoval.remove(root)
        if SystemCall.linkStatus(of: root) == nil { break }
        usleep(1_000)
      }
    }
  }

  /// Where the worker may write the result of an order. The folder, which is emptied between orders (`clear`), is the order's own.
  ///
  /// - Parameter id: what the worker calls the order; only its letters and digits become part of the name.
  package func outputPath(id: String) -> String {
    "\(outFolder)/result-" + id.unicodeScalars.filter(Self.isPlain).prefix(64).map(String.init).joined()
  }

  /// A name for the next document: a number, and the extension where it is a plain one, by which programs know types.
  func nextName(extension suffix: String?) -> String {
    let number = documents.add(1, ordering: .relaxed).newValue
    guard let suffix, (1...16).contains(suffix.utf8.count), suffix.unicodeScalars.allSatisfy(Self.isPlain) else {
      return "\(number)"
    }
    return "\(number).\(suffix)"
  }

  /// Gives what the host has made in the spool to the worker's group for reading; false with `errno` set.
  func hand(over descriptor: Int32, mode: mode_t) -> Bool {
    if let identity, fchown(descriptor, 0, identity.group) != 0 { return false }
    return fchmod(descriptor, mode) == 0
  }

  static func failure(_ action: String, code: ProviderError.Code = .providerUnavailable) -> ProviderError {
    SystemCall.lacksDescriptors()
      ? .tooManyFiles : ProviderError(code, "cannot \(action): \(SystemCall.message(errno))")
  }

  private func own(_ path: String, mode: mode_t) -> Bool {
    let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return hand(over: folder, mode: mode)
  }

  private func change(_ path: String, user: UInt32) -> Bool {
    PathText.withCString(path) { lchown($0, user, user) } == 0
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}
