internal import ByteStreams
internal import DesktopCache
internal import Glibc
package import ProviderProtocol
internal import Synchronization

/// Limits on a document that is copied into a worker's directory.
package struct DocumentLimits: Hashable, Sendable {
  /// Bytes of one document: of all files of a package together.
  package var bytes: UInt64
  /// Files and folders in a package.
  package var entries: Int
  /// Folders within folders in a package.
  package var depth: Int

  package init(
    bytes: UInt64 = 4 << 30, entries: Int = FileState.packageLimits.entries, depth: Int = FileState.packageLimits.depth
  ) {
    self.bytes = bytes
    self.entries = entries
    self.depth = depth
  }
}

/// The directory that a worker and its host share. The host puts documents into `in`, which the worker can only read.
/// The worker writes results into `out`. Paths are the same inside the sandbox and outside.
///
/// The directory is removed with everything in it when its last owner releases it, or by `remove`. No process of the
/// worker may be left then: the launcher ends after all of them. If the host is killed, the next host removes the
/// directory.
package final class WorkerDirectory: Sendable {
  /// The folder that contains `in` and `out`.
  package var root: String { folder.path }
  package let inFolder: String
  package let outFolder: String
  /// The user that the worker runs as; nil for the host's own.
  package let identity: WorkerIdentity?
  /// The worker's control group; nil where the host has none for workers.
  package var group: WorkerGroup? { groupInUse.withLock { $0 } }
  private let groupInUse: Mutex<WorkerGroup?>
  private let folder: LockedFolder
  private let limits: DocumentLimits
  private let documentCount = Atomic<Int>(0)
  private let reusable = Mutex<ReusableFile?>(nil)
  private static let swept = Mutex<Set<String>>([])

  /// Makes the directory.
  ///
  /// - Parameters:
  ///   - base: the folder to make it in. The worker's user must be able to search it.
  ///   - group: the worker's control group.
  /// - Throws: `providerUnavailable`, `overloaded`.
  package init(
    in base: String = "/tmp", limits: DocumentLimits = DocumentLimits(), group: WorkerGroup? = WorkerGroups.make()
  ) throws(ProviderError) {
    self.limits = limits
    groupInUse = Mutex(group)
    identity = WorkerIdentity.ofNewWorker()
    Self.sweep(base)
    guard let folder = LockedFolder(in: base, prefix: Self.prefix) else {
      throw Self.failure("make a directory for a worker")
    }
    self.folder = folder
    inFolder = "\(folder.path)/in"
    outFolder = "\(folder.path)/out"
    // Only the worker's group may pass through the root. `in` belongs to the host, `out` to the worker.
    guard SystemCall.makeDirectory(inFolder, mode: 0o700), SystemCall.makeDirectory(outFolder, mode: 0o700),
      share(folder: root, mode: 0o710), share(folder: inFolder, mode: 0o750),
      identity == nil || giveAway(outFolder, to: identity?.user ?? 0)
    else {
      let error = Self.failure("prepare a directory for a worker")
      folder.remove()
      throw error
    }
  }

  /// How the names of this user's directories begin; six characters follow.
  package static var prefix: String { "cameo-worker-\(geteuid())-" }

  /// Removes the directories that killed hosts of this user left behind, the first time that this process calls it for
  /// a base. Directories of living processes stay.
  package static func sweep(_ base: String = "/tmp") {
    if swept.withLock({ $0.insert(base).inserted }) { LockedFolder.sweep(base, prefix: prefix) }
  }

  /// Removes the directory. A second call does nothing.
  package func remove() {
    reusable.withLock { $0 = nil }
    groupInUse.withLock { $0 = nil }
    folder.remove()
  }

  // MARK: Documents

  /// A document in the directory: its path, and one line for each file of a package that could not be read, up to a
  /// limit.
  package typealias Copied = (path: String, omissions: [String])

  /// The largest document, in bytes, that the calling task copies itself. That takes some milliseconds.
  private static let copiedByTask = 16 << 20

  /// Copies a document as `add` does. A large one is copied on a thread of its own, because the host has only as many
  /// threads for tasks as there are processors.
  package func copy(document path: String, name: String?) async throws(ProviderError) -> Copied {
    if let status = SystemCall.status(of: path), status.isRegularFile, status.st_size <= Self.copiedByTask {
      return try add(document: path, name: name)
    }
    let isCancelled = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await Result.awaiting { () async throws(ProviderError) in
        try await DetachedThread.run { () throws(ProviderError) in
          try self.add(document: path, name: name) { isCancelled.value.load(ordering: .relaxed) }
        }
      }
    } onCancel: {
      isCancelled.value.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  /// Whether the task that a thread works for is cancelled.
  private final class CancellationFlag: Sendable {
    let value = Atomic(false)
  }

  /// Copies a document into the directory: a file, or a package with all its files.
  ///
  /// If `path` is a link, it is followed, because the caller means its target. Links within a package are left out, so
  /// that nothing from outside the package comes in. Entries that are neither files nor folders are left out, too.
  ///
  /// - Parameters:
  ///   - name: the document's name for people, if it is not the path's own. Programs know types by its extension.
  ///   - isCancelled: called between pieces.
  /// - Returns: the path at which the worker finds the document: a number, with the extension if that is a plain one.
  /// - Throws: `cancelled`, between pieces of a large document; `sourceUnavailable`; `limitExceeded`;
  ///   `providerUnavailable` where the directory cannot be written; `overloaded`.
  package func add(
    document path: String, name: String? = nil, isCancelled: @escaping () -> Bool = { Task.isCancelled }
  ) throws(ProviderError) -> Copied {
    let name = name ?? PathText.split(path).name
    let suffix = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    let target = "\(inFolder)/\(nextName(extension: suffix))"
    // O_NONBLOCK: a fifo is opened without waiting for a writer.
    let source = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard source >= 0 else { throw Self.failure("open the document", code: .sourceUnavailable) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw Self.failure("read the document", code: .sourceUnavailable) }
    var copy = DocumentCopy(to: self, limits: limits, isCancelled: isCancelled)
    if status.isDirectory {
      guard SystemCall.makeDirectory(target, mode: 0o700) else { throw Self.writeFailure }
      let folder = SystemCall.open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { throw Self.writeFailure }
      defer { close(folder) }
      try copy.folder(source, to: folder, depth: 0)
    } else if status.isRegularFile {
      try add(file: source, at: target, with: &copy)
    } else {
      throw ProviderError(.sourceUnavailable, "the document is neither a file nor a folder")
    }
    return (target, copy.omissions)
  }

  /// Copies an open file, over the reusable one where there is one.
  private func add(file source: Int32, at target: String, with copy: inout DocumentCopy) throws(ProviderError) {
    var document: ReusableFile
    if let file = takeReusable(renamedTo: target) {
      document = file
    } else {
      document = ReusableFile(descriptor: try create(target), path: target)
    }
    document.isFree = false
    try copy.file(source, to: document.descriptor)
    var whole: ReusableFile? = consume document
    reusable.withLock { reusable in
      // One reusable file is enough.
      if reusable == nil { reusable = whole.take() }
    }
  }

  private func takeReusable(renamedTo target: String) -> ReusableFile? {
    reusable.withLock { reusable in
      guard var file = reusable.take() else { return nil }
      if file.isFree, lseek(file.descriptor, 0, SEEK_SET) == 0, SystemCall.rename(file.path, to: target) {
        file.path = target
        return file
      }
      reusable = consume file
      return nil
    }
  }

  private func create(_ path: String) throws(ProviderError) -> Int32 {
    let file = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
    guard file >= 0 else { throw Self.writeFailure }
    return file
  }

  /// Writes bytes into the directory as a document.
  ///
  /// - Returns: the path at which the worker finds it.
  package func add(bytes: [UInt8], extension suffix: String?) throws(ProviderError) -> String {
    let target = "\(inFolder)/\(nextName(extension: suffix))"
    let file = try create(target)
    defer { close(file) }
    guard SystemCall.writeAll(bytes, to: file), share(file, mode: 0o440) else { throw Self.writeFailure }
    return target
  }

  /// A name for the next document: a number, and the extension if it is a plain one. Programs know types by it.
  private func nextName(extension suffix: String?) -> String {
    let number = documentCount.add(1, ordering: .relaxed).newValue
    guard let suffix, (1...16).contains(suffix.utf8.count), suffix.unicodeScalars.allSatisfy(Self.isPlain) else {
      return "\(number)"
    }
    return "\(number).\(suffix)"
  }

  /// The path at which the worker writes the result of a request. `clear` empties its folder between requests.
  ///
  /// - Parameter id: the request's number. Only letters and digits of it become part of the name.
  package func outputPath(id: String) -> String {
    "\(outFolder)/result-" + id.unicodeScalars.filter(Self.isPlain).prefix(64).map(String.init).joined()
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  // MARK: Between requests

  /// Removes all documents and results, for the next request of the same worker. The file of one document stays,
  /// and the next document is written over it: the worker has seen that content already.
  ///
  /// - Returns: whether nothing else is left.
  @discardableResult
  package func clear() -> Bool {
    let kept = freeReusable()
    func others(in folder: String) -> [String]? {
      SystemCall.entries(of: folder)?.map { "\(folder)/\($0)" }.filter { $0 != kept }
    }
    var isClear = true
    for folder in [inFolder, outFolder] {
      guard let paths = others(in: folder) else {
        isClear = false
        continue
      }
      // Neither call follows a link, and the worker cannot replace the folders themselves.
      for path in paths where !SystemCall.remove(path) { FolderRemoval.remove(path) }
      // It may still write, and something may be left.
      if !paths.isEmpty, others(in: folder) != [] { isClear = false }
    }
    return isClear
  }

  /// Marks the reusable file as free. Returns its path; nil where there is none.
  private func freeReusable() -> String? {
    reusable.withLock { reusable in
      guard var file = reusable.take() else { return nil }
      var status = stat()
      guard fstat(file.descriptor, &status) == 0, status.st_size <= ReusableFile.largest else { return nil }
      file.isFree = true
      let path = file.path
      reusable = consume file
      return path
    }
  }

  /// The file of an earlier document, which the next document overwrites. That takes a quarter of the time that a new
  /// file takes, because no pages must be allocated (docs/decisions/0017).
  ///
  /// The host keeps the file open for writing: with its mode, nobody can open it for writing again.
  private struct ReusableFile: ~Copyable {
    /// In bytes. Larger files are removed at once, because an idle worker should take little space.
    static let largest: Int64 = 64 << 20

    let descriptor: Int32
    var path: String
    /// Whether the request that it belonged to is over.
    var isFree = false

    init(descriptor: Int32, path: String) {
      self.descriptor = descriptor
      self.path = path
    }

    deinit { close(descriptor) }
  }

  // MARK: Permissions and failures

  /// Gives the worker's group the right to read what the host has made here. Returns false with `errno` set.
  func share(_ descriptor: Int32, mode: mode_t) -> Bool {
    if let identity, fchown(descriptor, 0, identity.group) != 0 { return false }
    return fchmod(descriptor, mode) == 0
  }

  private func share(folder path: String, mode: mode_t) -> Bool {
    let folder = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return share(folder, mode: mode)
  }

  private func giveAway(_ path: String, to user: UInt32) -> Bool {
    PathText.withCString(path) { lchown($0, user, user) } == 0
  }

  /// Makes a file outside of `in` and `out` that the worker's user may read and write. The self-test checks that the
  /// sandbox denies access to it.
  func makeForeignFile() throws(ProviderError) -> String {
    let path = "\(root)/foreign"
    let file = try create(path)
    defer { close(file) }
    if let identity, fchown(file, identity.user, identity.group) != 0 { throw Self.writeFailure }
    return path
  }

  /// The error for a system call that failed, by `errno`: `overloaded` where this process has no descriptor left,
  /// `storageFull` where the disk is full.
  static func failure(_ action: String, code: ProviderError.Code = .providerUnavailable) -> ProviderError {
    if SystemCall.lacksDescriptors() { return .tooManyFiles }
    return ProviderError(
      ProviderError.isDiskFull() ? .storageFull : code, "cannot \(action): \(SystemCall.message(errno))")
  }

  static var writeFailure: ProviderError { failure("write the worker's directory") }
}
