internal import Glibc
package import ImageModel

/// An output that is there whole or not at all.
///
/// The bytes go into a file without a name (`O_TMPFILE`) in the target's directory, which is given a name and renamed
/// over the target by `commit`. Killed at any moment, there is the old file or the new one. Symbolic links are
/// resolved first. A target that is no regular file (`/dev/null`, a fifo) and standard output cannot be replaced: the
/// bytes are collected in a temporary file and copied at `commit`.
package final class AtomicFile: ByteSink {
  /// What to do at `commit`.
  package struct Options: Sendable {
    /// Fails with `EEXIST` instead of replacing an existing file.
    package var noClobber = false
    /// Flushes the file and its directory to the disk (`fsync`) before and after the rename.
    package var sync = false

    package init(noClobber: Bool = false, sync: Bool = false) {
      self.noClobber = noClobber
      self.sync = sync
    }
  }

  private enum Target {
    /// A file in a directory, by the resolved path.
    case file(String)
    /// Something that is written through.
    case stream(Int32)
  }

  /// The path as the caller gave it, for messages.
  package let path: String
  package private(set) var size: UInt64 = 0
  private let options: Options
  private let names: TemporaryNames
  private let target: Target
  private let descriptor: Int32
  /// The name of the temporary file while it has one.
  private var temporaryName: String?
  private var spool: TemporaryFile?

  /// Prepares to write to a path.
  ///
  /// - Throws: `io` when the directory is missing or cannot be written, or the target is a directory.
  package init(path: String, options: Options = Options(), names: TemporaryNames) throws(ImageError) {
    self.path = path
    self.options = options
    self.names = names
    guard let last = path.utf8.last else { throw SystemCall.error("write", path: path, number: ENOENT) }
    let status = SystemCall.status(of: path)
    if status?.isDirectory ?? (last == UInt8(ascii: "/")) {
      throw SystemCall.error("write", path: path, number: EISDIR)
    }
    if let status, !status.isRegularFile {
      // By the path as it is given: what /dev/stdout leads to has no path of its own.
      let stream = SystemCall.retrying { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
      guard stream >= 0 else { throw SystemCall.error("write", path: path) }
      target = .stream(stream)
      descriptor = -1
      spool = try TemporaryFile()
      return
    }
    let resolved = try Self.resolve(path)
    if status != nil, options.noClobber { throw SystemCall.error("write", path: path, number: EEXIST) }
    target = .file(resolved)
    let mode = status.map { $0.st_mode & 0o777 } ?? Self.defaultMode
    let unnamed = SystemCall.retrying {
      open(Self.directory(of: resolved), cameoOTmpfile | O_RDWR | O_CLOEXEC, mode)
    }
    if unnamed >= 0 {
      descriptor = unnamed
    } else if errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
      let name = Self.temporaryName(beside: resolved)
      names.insert(name)
      let named = SystemCall.retrying { open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode) }
      guard named >= 0 else {
        let error = SystemCall.error("write", path: path)
        names.remove(name)
        throw error
      }
      descriptor = named
      temporaryName = name
    } else {
      throw SystemCall.error("write", path: path)
    }
    // The mode of an existing target is kept, whatever the umask says.
    if status != nil { fchmod(descriptor, mode) }
  }

  /// Prepares to write to standard output: all bytes are collected and copied there by `commit`.
  package init(standardOutputNamed name: String, names: TemporaryNames) throws(ImageError) {
    path = name
    options = Options()
    self.names = names
    let copy = dup(STDOUT_FILENO)
    guard copy >= 0 else { throw SystemCall.error("write", path: name) }
    target = .stream(copy)
    descriptor = -1
    spool = try TemporaryFile()
  }

  deinit {
    if let temporaryName {
      unlink(temporaryName)
      names.remove(temporaryName)
    }
    if descriptor >= 0 { close(descriptor) }
    if case .stream(let stream) = target { close(stream) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(ImageError) {
    if let spool {
      try spool.write(bytes, at: offset)
    } else {
      try PositionedIO.write(descriptor, bytes, at: offset, path: path)
    }
    size = max(size, offset + UInt64(bytes.count))
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    if let spool { return try spool.read(into: buffer, at: offset) }
    return try PositionedIO.read(descriptor, into: buffer, at: offset, path: path)
  }

  /// Puts the bytes in their place. Without this call nothing is left behind.
  ///
  /// - Throws: `io`; the target is then as it was (a stream may have got a part).
  package func commit() throws(ImageError) {
    switch target {
    case .stream(let stream): try copySpool(to: stream)
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

  private func replace(_ resolved: String) throws(ImageError) {
    if options.sync, fsync(descriptor) != 0 { throw SystemCall.error("write", path: path) }
    let name: String
    if let temporaryName { name = temporaryName } else { name = try linkUnnamed(beside: resolved) }
    if options.noClobber {
      // A link, unlike a rename, never replaces what somebody else has put there meanwhile.
      guard link(name, resolved) == 0 else { throw SystemCall.error("write", path: path) }
      unlink(name)
    } else {
      guard rename(name, resolved) == 0 else { throw SystemCall.error("write", path: path) }
    }
    temporaryName = nil
    names.remove(name)
    if options.sync {
      let directory = open(Self.directory(of: resolved), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if directory >= 0 {
        fsync(directory)
        close(directory)
      }
    }
  }

  /// Gives the unnamed file a name (`linkat` over /proc/self/fd, as open(2) describes).
  private func linkUnnamed(beside resolved: String) throws(ImageError) -> String {
    let name = Self.temporaryName(beside: resolved)
    names.insert(name)
    guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
      let error = SystemCall.error("write", path: path)
      names.remove(name)
      throw error
    }
    temporaryName = name
    return name
  }

  /// Follows symbolic links to the path that is to be replaced, which need not exist.
  private static func resolve(_ path: String) throws(ImageError) -> String {
    var current = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink(current, &buffer, buffer.count)
      if count < 0 { return current }
      let link = String(decoding: buffer[0..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      current = link.hasPrefix("/") ? link : directory(of: current) + "/" + link
    }
    throw SystemCall.error("write", path: path, number: ELOOP)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A hidden name in the target's directory, at most as long as any file name may be.
  private static func temporaryName(beside resolved: String) -> String {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return directory(of: resolved) + "/.cameo-\(getpid())-\(random).tmp"
  }

  private static var defaultMode: mode_t { 0o666 }
}
