internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// Copies one document into a worker's directory, and counts its bytes and files against the limits.
struct DocumentCopy {
  private let directory: WorkerDirectory
  private let limits: DocumentLimits
  /// Called between pieces.
  private let isCancelled: () -> Bool
  /// Bytes copied so far.
  private var bytes: UInt64 = 0
  /// Files and folders of a package so far.
  private var entries = 0
  /// One line for each file of a package that could not be read, up to `maxOmissions`.
  private(set) var omissions: [String] = []

  private static let maxOmissions = 4

  init(to directory: WorkerDirectory, limits: DocumentLimits, isCancelled: @escaping () -> Bool) {
    self.directory = directory
    self.limits = limits
    self.isCancelled = isCancelled
  }

  /// Copies an open file: by reference where the file system can (`FICLONE`), else within the kernel
  /// (`copy_file_range`), else by reading and writing. The worker's group can then read the copy.
  ///
  /// - Throws: `cancelled`, `limitExceeded`; `sourceUnavailable` where the source cannot be read; `providerUnavailable`
  ///   where the target cannot be written; `overloaded` where no file can be opened.
  mutating func file(_ source: Int32, to target: Int32) throws(ProviderError) {
    var status = stat()
    guard fstat(source, &status) == 0 else {
      throw WorkerDirectory.failure("read the document", code: .sourceUnavailable)
    }
    if isCancelled() { throw ProviderError(.cancelled, "cancelled") }
    let size = UInt64(max(0, status.st_size))
    try count(size)
    let clone: UInt = 0x4004_9409
    var length = size
    if ioctl(target, clone, source) != 0 {
      // A file whose size is not known may be any length. One byte above the limit is enough to notice that.
      length = try copy(source, to: target, size: size, most: min(limits.bytes - (bytes - size), 1 << 62) + 1)
      if length > size { try count(length - size) }
    }
    // The target may hold an earlier, longer document.
    guard ftruncate(target, off_t(length)) == 0, directory.share(target, mode: 0o440) else {
      throw WorkerDirectory.writeFailure
    }
  }

  /// Copies the contents of an open folder. Links, sockets and other special files are left out.
  ///
  /// - Parameter depth: how many folders of the package contain this one.
  /// - Throws: as `file`.
  mutating func folder(_ source: Int32, to target: Int32, depth: Int) throws(ProviderError) {
    guard depth < limits.depth else {
      throw ProviderError(.limitExceeded, "the package has folders deeper than \(limits.depth)")
    }
    guard let names = FolderListing.names(of: source) else { throw .tooManyFiles }
    for name in names {
      entries += 1
      guard entries <= limits.entries else {
        throw ProviderError(.limitExceeded, "the package holds more than \(limits.entries) files")
      }
      if isCancelled() { throw ProviderError(.cancelled, "cancelled") }
      try entry(name, of: source, to: target, depth: depth)
    }
    guard directory.share(target, mode: 0o550) else { throw WorkerDirectory.writeFailure }
  }

  private mutating func entry(
    _ name: [CChar], of source: Int32, to target: Int32, depth: Int
  ) throws(ProviderError) {
    let inner = openat(source, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    if inner < 0, SystemCall.lacksDescriptors() { throw .tooManyFiles }
    if inner < 0, errno == EACCES || errno == EPERM { omit(name) }
    // A link, a socket, or a file that was removed: it is left out.
    guard inner >= 0 else { return }
    defer { close(inner) }
    var status = stat()
    guard fstat(inner, &status) == 0 else { return }
    if status.isDirectory {
      guard mkdirat(target, name, 0o700) == 0 else { throw WorkerDirectory.writeFailure }
      let made = openat(target, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard made >= 0 else { throw WorkerDirectory.writeFailure }
      defer { close(made) }
      try folder(inner, to: made, depth: depth + 1)
    } else if status.isRegularFile {
      let made = openat(target, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard made >= 0 else { throw WorkerDirectory.writeFailure }
      defer { close(made) }
      try file(inner, to: made)
    }
  }

  private mutating func omit(_ name: [CChar]) {
    guard omissions.count < Self.maxOmissions else { return }
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    omissions.append(ReplyText.line("\(text) of the package cannot be read: Permission denied", limit: 300) ?? "")
  }

  private mutating func count(_ more: UInt64) throws(ProviderError) {
    bytes += more
    guard bytes <= limits.bytes else {
      throw ProviderError(.limitExceeded, "the document has more than \(limits.bytes) bytes")
    }
  }

  /// Copies to the end that the file had when it was looked at, at most `most` bytes. Returns how many were copied.
  ///
  /// - Parameter size: 0 where it is not known; then everything is copied.
  private func copy(
    _ source: Int32, to target: Int32, size: UInt64, most: UInt64
  ) throws(ProviderError) -> UInt64 {
    var left = most
    if let copyFileRange = SystemCall.copyFileRange {
      var (from, to) = (0, 0)
      while left > 0 {
        if size > 0, from >= size { return most - left }
        if isCancelled() { throw ProviderError(.cancelled, "cancelled") }
        let hole = min(left, Self.hole(of: source, at: from))
        if hole > 0 {
          // The target may hold an earlier document.
          guard ftruncate(target, off_t(to)) == 0 else { throw WorkerDirectory.writeFailure }
          left -= hole
          (from, to) = (from + Int(hole), to + Int(hole))
          continue
        }
        let wanted = Int(min(left, 1 << 26, Self.data(of: source, at: from)))
        let count = SystemCall.retrying { copyFileRange(source, &from, target, &to, wanted, 0) }
        if count < 0 { break }
        if count == 0 && from > 0 { return most - left }
        // Files in /proc have contents although their size is 0. They must be read.
        if count == 0 { break }
        left -= UInt64(count)
      }
      lseek(source, off_t(from), SEEK_SET)
      lseek(target, off_t(to), SEEK_SET)
    }
    return most - left + (try copyByReading(source, to: target, most: left))
  }

  /// `SEEK_DATA` and `SEEK_HOLE` of unistd.h, which Swift does not import.
  private static let seekData: Int32 = 3
  private static let seekHole: Int32 = 4

  /// The length in bytes of the hole that begins at an offset (lseek(2), SEEK_DATA); 0 where there is none, or the file
  /// system cannot tell.
  private static func hole(of file: Int32, at offset: Int) -> UInt64 {
    let data = lseek(file, off_t(offset), Self.seekData)
    if data >= 0 { return UInt64(max(0, data - off_t(offset))) }
    // Only a hole follows, or the end of the file.
    return errno == ENXIO ? UInt64(max(0, lseek(file, 0, SEEK_END) - off_t(offset))) : 0
  }

  /// The number of bytes from an offset to the next hole, at least 1 (lseek(2), SEEK_HOLE).
  private static func data(of file: Int32, at offset: Int) -> UInt64 {
    let hole = lseek(file, off_t(offset), seekHole)
    return hole > offset ? UInt64(hole - off_t(offset)) : .max
  }

  private func copyByReading(_ source: Int32, to target: Int32, most: UInt64) throws(ProviderError) -> UInt64 {
    var left = most
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while left > 0 {
      if isCancelled() { throw ProviderError(.cancelled, "cancelled") }
      let wanted = Int(min(left, UInt64(buffer.count)))
      let count = SystemCall.retrying { read(source, buffer.baseAddress, wanted) }
      if count == 0 { break }
      guard count > 0 else { throw WorkerDirectory.failure("read the document", code: .sourceUnavailable) }
      guard SystemCall.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target) else {
        throw WorkerDirectory.writeFailure
      }
      left -= UInt64(count)
    }
    return most - left
  }
}
