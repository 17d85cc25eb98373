internal import Glibc
package import ImageModel

/// An output file that appears complete or not at all.
///
/// The bytes go into an unnamed file (`O_TMPFILE`) in the target's directory. `commit` gives it the target's name, or,
/// if that exists, a hidden name that is renamed over the target. A process that is killed at any moment leaves the old
/// file or the new one. The new file gets the mode of the old one, and its owner and group where that is permitted.
/// Symbolic links are resolved first. Standard output and a target that is not a regular file (`/dev/null`, a fifo)
/// cannot be replaced: the bytes are collected in a temporary file and copied by `commit`. Opening a fifo waits up to
/// five seconds for a reader. An empty file is not replaced either, because it holds nothing that could be lost: a
/// program such as tumbler makes it, starts a thumbnailer, and reads what was written by the descriptor that it has.
///
/// A hidden name (`.cameo-*.tmp`) remains if the process is killed while it exists. The next process that writes the
/// same target removes it. A living writer holds a lock on its file, which tells the two apart. Decision 2 names the
/// cases in which it stays.
package final class AtomicFile: ByteSink {
  /// How `commit` works.
  package struct Options: Sendable {
    /// Fails with `EEXIST` instead of replacing an existing file.
    package var noClobber = false
    /// Flushes the file and its directory to the disk (`fsync`) before and after the rename.
    package var sync = false
    /// What the file was made of, as its extended attribute `originAttribute`.
    package var origin: String?
    /// The file gets this mode less the umask, and replaces whatever has its name, even a link or a fifo.
    package var mode: UInt32?
    /// Whether the new file gets the extended attributes and the access control list of the old one.
    package var keepsAttributes = false
    /// What the file is a copy of: with `keepsAttributes` it gets the attributes of that one.
    package var model: CopiedFile?
    /// Whether a file that is replaced stays under its name with `backupSuffix`. An existing backup is not replaced.
    package var keepsBackup = false
    /// Replaces the target only in this state; otherwise `commit` fails with `ESTALE` and the target is as it was.
    /// Where the file system can exchange two names, a change is noticed at any moment.
    package var expected: FileStamp?
    /// Whether an empty target is filled instead of being replaced.
    package var fillsEmpty = true
    /// The permissions of the new file, whatever the umask and those of the old one are.
    package var permissions: UInt32?
    /// How long the reader of a fifo may take to open it, in milliseconds.
    var patience = PipeReader.patience
    /// Tests set this to false to get the behaviour of a file system without `O_TMPFILE`.
    package var usesUnnamedFile = true

    package init(noClobber: Bool = false, sync: Bool = false, mode: UInt32? = nil, origin: String? = nil) {
      self.noClobber = noClobber
      self.sync = sync
      self.mode = mode
      self.origin = origin
    }
  }

  /// What is added to the name of a file to name its backup, as ExifTool does.
  package static let backupSuffix = "_original"

  /// The name of the extended attribute that says what an output was made of.
  package static let originAttribute = "user.cameo.origin"

  private enum Target {
    /// A file in a directory, by the resolved path.
    case file(String)
    /// A stream, which gets a copy of the bytes.
    case stream(Int32)
    /// An empty file, which is filled.
    case empty(Int32)
  }

  /// The path as the caller gave it, for messages.
  package let path: String
  package private(set) var size: UInt64 = 0
  private var options: Options
  private let names: TemporaryNames
  private let target: Target
  private let descriptor: Int32
  /// The name of the temporary file while it has one.
  private var temporaryName: String?
  private var spool: TemporaryFile?
  /// The mode of an existing file that will be replaced, which the new one gets independent of the umask.
  private var finalMode: mode_t?
  /// The number of bytes that the system was asked to write to the disk.
  private var handedOver: UInt64 = 0

  /// Prepares to write to a path.
  ///
  /// - Throws: `io` when the directory is missing or cannot be written, or the target is a directory.
  package init(path: String, options: Options = Options(), names: TemporaryNames) throws(ImageError) {
    self.path = path
    self.options = options
    self.names = names
    guard let last = path.utf8.last else { throw SystemCall.error("write", path: path, number: ENOENT) }
    let status = options.mode == nil ? SystemCall.status(of: path) : nil
    if status?.isDirectory ?? (last == UInt8(ascii: "/")) {
      throw SystemCall.error("write", path: path, number: EISDIR)
    }
    if let status, !status.isRegularFile {
      // The path is used unresolved: the target of /dev/stdout has no path.
      target = .stream(try Self.openStream(path, isFifo: status.isFifo, patience: options.patience))
      descriptor = -1
      spool = try TemporaryFile()
      return
    }
    let resolved = options.mode == nil ? try Self.resolve(path) : path
    if let status {
      if options.noClobber { throw SystemCall.error("write", path: path, number: EEXIST) }
      let empty = status.st_size == 0 && options.fillsEmpty ? SystemCall.open(path, O_WRONLY | O_CLOEXEC) : -1
      if empty >= 0 {
        target = .empty(empty)
        descriptor = -1
        spool = try TemporaryFile()
        return
      }
    }
    target = .file(resolved)
    // Its user can write it until it has its final name, even if it replaces a file that nobody may write.
    // It has no more permissions before it gets the final ones.
    let mode = options.mode ?? (options.permissions ?? status.map { $0.st_mode & 0o777 }).map { $0 | 0o600 }
    let firstMode = mode ?? Self.defaultMode
    let unnamed = options.usesUnnamedFile ? Self.openUnnamed(beside: resolved, firstMode) : -1
    if unnamed >= 0 {
      descriptor = unnamed
    } else if !options.usesUnnamedFile || [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      guard let made = Self.makeHidden(beside: resolved, names, mode: firstMode) else {
        throw SystemCall.error("write", path: path)
      }
      temporaryName = made.name
      descriptor = made.descriptor
    } else {
      throw SystemCall.error("write", path: path)
    }
    finalMode = options.permissions ?? status.map { $0.st_mode & 0o777 }
    if let status { try keepOwner(of: status) }
  }

  private static func openStream(_ path: String, isFifo: Bool, patience: Int) throws(ImageError) -> Int32 {
    var patience = patience
    while true {
      let stream = SystemCall.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      if stream >= 0 {
        // Only the opening is non-blocking.
        _ = fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) & ~O_NONBLOCK)
        return stream
      }
      guard isFifo, errno == ENXIO else { throw SystemCall.error("write", path: path) }
      guard patience > 0 else { throw ImageError(.io, "is a fifo without a reader", path: path) }
      usleep(50_000)
      patience -= 50
    }
  }

  private static func openUnnamed(beside resolved: String, _ mode: mode_t) -> Int32 {
    SystemCall.open(directory(of: resolved), cameoOTmpfile | O_RDWR | O_CLOEXEC, mode: mode)
  }

  /// Copies owner and group of the old file (`fchown`). Without the right to change the owner, the new file keeps its
  /// own; changing only the group may still be permitted.
  private func keepOwner(of old: stat) throws(ImageError) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw SystemCall.error("write", path: path) }
    if new.st_uid != old.st_uid, fchown(descriptor, old.st_uid, .max) != 0, errno != EPERM {
      throw SystemCall.error("keep the owner", path: path)
    }
    if new.st_gid != old.st_gid, fchown(descriptor, .max, old.st_gid) != 0, errno != EPERM {
      throw SystemCall.error("keep the group", path: path)
    }
  }

  /// Prepares to write to standard output, or to what takes its place: all bytes are collected and copied there by
  /// `commit`.
  package init(
    standardOutputNamed name: String, descriptor replacement: Int32? = nil, names: TemporaryNames
  ) throws(ImageError) {
    path = name
    options = Options()
    self.names = names
    let copy = dup(replacement ?? STDOUT_FILENO)
    guard copy >= 0 else { throw SystemCall.error("write", path: name) }
    target = .stream(copy)
    descriptor = -1
    spool = try TemporaryFile()
  }

  deinit {
    if let temporaryName {
      SystemCall.remove(temporaryName)
      names.remove(temporaryName)
    }
    if descriptor >= 0 { close(descriptor) }
    switch target {
    case .stream(let open), .empty(let open): close(open)
    case .file: break
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    if let spool {
      try spool.write(bytes, at: offset)
    } else {
      try PositionedIO.write(descriptor, bytes, at: offset, path: path)
    }
    size = max(size, offset + UInt64(bytes.count))
  }

  package func append(_ source: any ByteSource, _ range: Range<UInt64>) throws(ImageError) -> Bool {
    guard descriptor >= 0, let file = source as? FileByteSource else { return try appendThroughMemory(source, range) }
    let copied = file.copy(range, to: descriptor, at: size)
    size += copied
    handOver()
    // The rest that the system did not copy is read and written, which reports the reason as an error.
    let rest = range.lowerBound + copied..<range.upperBound
    return rest.isEmpty ? true : try appendThroughMemory(source, rest)
  }

  /// Starts writing to the disk (`sync_file_range`, which does not wait). When a file is replaced, ext4 writes the new
  /// file at the rename in any case, and then frees the space of the old one. For a file of 36 MB this saves 5 to
  /// 10 ms, because most of it has been written before the rename.
  private func handOver() {
    let (piece, page): (UInt64, UInt64) = (4 << 20, 4096)
    guard finalMode != nil, size - handedOver >= piece, let syncFileRange = SystemCall.syncFileRange else { return }
    let end = size / page * page
    _ = syncFileRange(descriptor, Int64(handedOver), Int64(end - handedOver), SystemCall.syncFileRangeWrite)
    handedOver = end
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    if let spool { return try spool.read(into: buffer, at: offset) }
    return try PositionedIO.read(descriptor, into: buffer, at: offset, path: path)
  }

  /// Makes the file appear under its name. Without this call no file remains.
  ///
  /// - Throws: `io`; the target is then as it was (a stream may have got a part).
  package func commit() throws(ImageError) {
    switch target {
    case .stream(let stream): try copySpool(to: stream)
    case .empty(let file): try fill(file)
    case .file(let resolved): try replace(resolved)
    }
  }

  private func copySpool(to stream: Int32) throws(ImageError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    var offset: UInt64 = 0
    while offset < size {
      let count = try read(into: chunk, at: offset)
      guard count > 0 else { throw SystemCall.error("write", path: path, number: EIO) }
      try PositionedIO.writeStream(stream, UnsafeRawBufferPointer(rebasing: chunk[0..<count]), path: path)
      offset += UInt64(count)
    }
  }

  private func fill(_ file: Int32) throws(ImageError) {
    var now = stat()
    guard fstat(file, &now) == 0 else { throw SystemCall.error("write", path: path) }
    if now.st_size > 0 || FileIdentity(path: path) != FileIdentity(now) {
      // Something else has filled, replaced or removed it since it was opened.
      let other = try AtomicFile(path: path, options: options, names: names)
      if let spool { _ = try other.append(spool, 0..<size) }
      return try other.commit()
    }
    noteOrigin(in: file)
    do throws(ImageError) {
      try copySpool(to: file)
      if options.sync, fsync(file) != 0 { throw SystemCall.error("write", path: path) }
    } catch {
      ftruncate(file, 0)
      throw error
    }
  }

  /// The file's state, after `commit` that of the target; nil for a stream.
  package var stamp: FileStamp? {
    var status = stat()
    return descriptor >= 0 && fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
  }

  /// Says what the file is made of: `Options.origin`.
  package func setOrigin(_ text: String) { options.origin = text }

  private func noteOrigin(in file: Int32) {
    if let text = options.origin { SystemCall.setAttribute(Self.originAttribute, to: text, of: file) }
  }

  private func replace(_ resolved: String) throws(ImageError) {
    if options.keepsAttributes, !SystemCall.copyAttributes(of: options.model?.path ?? resolved, to: descriptor) {
      throw SystemCall.error("keep the attributes", path: path)
    }
    // The model may have an origin of its own.
    noteOrigin(in: descriptor)
    if let model = options.model, model.isMoved, let status = SystemCall.linkStatus(of: model.path) {
      try keepOwner(of: status)
      SystemCall.setTimes(of: descriptor, like: status)
    }
    if options.sync, fsync(descriptor) != 0 { throw SystemCall.error("write", path: path) }
    let isRenamed = options.keepsBackup && finalMode != nil ? try keepBackup(resolved) : false
    do throws(ImageError) {
      try place(resolved)
    } catch {
      if isRenamed { _ = SystemCall.renameWithoutReplacing(resolved + Self.backupSuffix, to: resolved) }
      throw error
    }
    if options.sync { SystemCall.syncFolder(Self.directory(of: resolved)) }
  }

  /// Gives the file that is replaced one more name. On a file system without links it is renamed.
  ///
  /// - Returns: whether the file was renamed, and so has its old name no longer.
  private func keepBackup(_ resolved: String) throws(ImageError) -> Bool {
    let backup = resolved + Self.backupSuffix
    if SystemCall.link(resolved, to: backup) || errno == EEXIST || errno == ENOENT { return false }
    if SystemCall.renameWithoutReplacing(resolved, to: backup) { return true }
    guard errno == EEXIST else { throw SystemCall.error("keep a backup", path: backup) }
    return false
  }

  /// Gives the file its name.
  private func place(_ resolved: String) throws(ImageError) {
    if temporaryName == nil {
      // If the name is free, the file is linked to it directly. A link, unlike a rename, never replaces anything.
      if finalMode == nil {
        if SystemCall.link(descriptor: descriptor, to: resolved) { return }
        guard errno == EEXIST, !options.noClobber else { throw SystemCall.error("write", path: path) }
      }
      temporaryName = Self.makeHidden(beside: resolved, names, linking: descriptor)?.name
      if temporaryName == nil { throw SystemCall.error("write", path: path) }
    }
    if let finalMode { fchmod(descriptor, finalMode) }
    guard let name = temporaryName else { return }
    if let expected = options.expected, try exchange(name, with: resolved, expected) { return }
    let placed =
      options.noClobber
      ? SystemCall.renameWithoutReplacing(name, to: resolved) : SystemCall.rename(name, to: resolved)
    guard placed else { throw SystemCall.error("write", path: path) }
    temporaryName = nil
    names.remove(name)
  }

  /// Takes the target's place if the target is in the expected state.
  ///
  /// - Returns: false if the file system cannot exchange names. The target was in the expected state then.
  /// - Throws: `io` with `ESTALE`.
  private func exchange(_ name: String, with resolved: String, _ expected: FileStamp) throws(ImageError) -> Bool {
    func isExpected(_ path: String) -> Bool { SystemCall.linkStatus(of: path).map { FileStamp($0) } == expected }
    let changed = ImageError(.io, "another program has changed it", path: path, systemError: ESTALE)
    guard isExpected(resolved) else { throw changed }
    guard SystemCall.exchange(name, with: resolved) else {
      if [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) { return false }
      throw errno == ENOENT ? changed : SystemCall.error("write", path: path)
    }
    // The old file has the hidden name now. If it is another one than a moment before, it gets its own name back.
    guard isExpected(name) else {
      if !SystemCall.exchange(name, with: resolved) {
        // The target is gone meanwhile. The hidden name has what another program wrote, which must not be removed.
        _ = SystemCall.renameWithoutReplacing(name, to: resolved)
        temporaryName = nil
        names.remove(name)
      }
      throw changed
    }
    SystemCall.remove(name)
    temporaryName = nil
    names.remove(name)
    return true
  }

  /// Follows symbolic links to the path to replace, which need not exist.
  private static func resolve(_ path: String) throws(ImageError) -> String {
    var current = path
    for _ in 0..<40 {
      guard let link = SystemCall.linkTarget(current) else { return current }
      current = link.hasPrefix("/") ? link : directory(of: current) + "/" + link
    }
    throw SystemCall.error("write", path: path, number: ELOOP)
  }

  private static func directory(of path: String) -> String {
    PathText.split(path).directory
  }

  /// Makes a file with a hidden name in the target's directory, or gives one to an unnamed file.
  ///
  /// - Returns: nil if that is not possible; `errno` says why.
  private static func makeHidden(
    beside resolved: String, _ names: TemporaryNames, linking unnamed: Int32? = nil, mode: mode_t = 0
  ) -> (name: String, descriptor: Int32)? {
    let hidden = hiddenNames(beside: resolved)
    for name in hidden.fixed { removeAbandoned(name) }
    if let unnamed { _ = lock(unnamed) }
    for name in hidden.fixed + [hidden.random] {
      var file: Int32 = -1
      let isMade = names.insert(name) {
        if let unnamed {
          file = SystemCall.link(descriptor: unnamed, to: name) ? unnamed : -1
        } else {
          file = SystemCall.open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode: mode)
        }
        return file >= 0
      }
      if isMade {
        // Before the lock, another process may have taken the file for one that is left.
        if lock(file), isFile(file, at: name) { return (name, file) }
        names.remove(name)
        if unnamed == nil { close(file) }
        errno = EEXIST
      }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  /// Names of temporary files for a target. The fixed names are the same for all processes, so that a process finds the
  /// files that a killed one left. Other machines, and other mounts of the same files, have others: a lock may not
  /// reach them.
  private static func hiddenNames(beside resolved: String) -> (fixed: [String], random: String) {
    let (directory, last) = PathText.split(resolved)
    func name(_ text: String) -> String { "\(directory)/.cameo-\(text).tmp" }
    let random = name(String(UInt64.random(in: 0...UInt64.max), radix: 36))
    guard let bootIdentity, let mount = FileIdentity(path: directory)?.device else { return ([], random) }
    let hash = String(StableHash.fnv1a(bootIdentity + "\(mount)".utf8 + PathText.bytes(last)), radix: 36)
    return ((0..<4).map { name("\(hash)-\($0)") }, random)
  }

  /// A file of Linux whose content is random and stays until the machine is started again (random(4)).
  package static let bootIdentityPath = "/proc/sys/kernel/random/boot_id"

  private static let bootIdentity = SystemCall.header(ofFile: bootIdentityPath, count: 36)

  /// Removes a temporary file if it exists and no process holds its lock.
  private static func removeAbandoned(_ name: String) {
    let file = SystemCall.open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return }
    defer { close(file) }
    // With the lock, nobody else renames or removes the file. It may have got its final name just before.
    if takesLock(file), isFile(file, at: name) { SystemCall.remove(name) }
  }

  /// Locks a file that this process made. On a file system without locks, the files of killed processes stay.
  ///
  /// - Returns: whether no other process has the lock.
  private static func lock(_ file: Int32) -> Bool { takesLock(file) || errno != EAGAIN }

  /// Takes the lock of an open file, which ends when it is closed.
  private static func takesLock(_ file: Int32) -> Bool { OpenFileLock.take(file) }

  private static func isFile(_ file: Int32, at path: String) -> Bool {
    var own = stat()
    return fstat(file, &own) == 0 && SystemCall.linkStatus(of: path).map(FileIdentity.init) == FileIdentity(own)
  }

  private static var defaultMode: mode_t { 0o666 }
}
