internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

/// One copy of a document into a spool, with what it has taken so far.
struct DocumentCopy {
  let spool: Spool
  private var bytes: UInt64 = 0
  private var entries = 0

  init(spool: Spool) { self.spool = spool }

  /// Copies an open file: by reference where the file system can (`FICLONE`), within the kernel (`copy_file_range`), else by hand.
  mutating func file(_ source: Int32, to target: Int32) throws(ProviderError) {
    var status = stat()
    guard fstat(source, &status) == 0 else { throw Spool.failure("read the document", code: .sourceUnavailable) }
    let size = UInt64(max(0, status.st_size))
    try count(size)
    let clone: UInt = 0x4004_9409
    var length = size
    if ioctl(target, clone, source) != 0 {
      // It may grow meanwhile: a byte more than the limit leaves room for is enough to see that.
      length = try copy(source, to: target, most: min(spool.limits.bytes - (bytes - size), 1 << 62) + 1)
      if length > size { try count(length - size) }
    }
    // What was in the file before may have been longer.
    guard ftruncate(target, off_t(length)) == 0, spool.hand(over: target, mode: 0o440) else {
      throw Spool.failure("write the spool")
    }
  }

  /// Copies what an open folder holds, without following any link.
  mutating func folder(_ source: Int32, to target: Int32, depth: Int) throws(ProviderError) {
    guard depth < spool.limits.depth else {
      throw ProviderError(.limitExceeded, "the package has folders deeper than \(spool.limits.depth)")
    }
    guard let names = FolderListing.names(of: source) else { throw .tooManyFiles }
    for name in names {
      entries += 1
      guard entries <= spool.limits.entries else {
        throw ProviderError(.limitExceeded, "the package holds more than \(spool.limits.entries) files")
      }
      try entry(name, of: source, to: target, depth: depth)
    }
    guard spool.hand(over: target, mode: 0o550) else { throw Spool.failure("write the spool") }
  }

  private mutating func entry(
    _ name: [CChar], of source: Int32, to target: Int32, depth: Int
  ) throws(ProviderError) {
    let inner = openat(source, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    if inner < 0, SystemCall.lacksDescriptors() { throw .tooManyFiles }
    // A link, a socket, or gone: left out. What is there and may not be read is missing from the copy as well.
    guard inner >= 0 else { return }
    defer { close(inner) }
    var status = stat()
    guard fstat(inner, &status) == 0 else { return }
    if status.isDirectory {
      guard mkdirat(target, name, 0o700) == 0 else { throw Spool.failure("write the spool") }
      let made = openat(target, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard made >= 0 else { throw Spool.failure("write the spool") }
      defer { close(made) }
      try folder(inner, to: made, depth: depth + 1)
    } else if status.isRegularFile {
      let made = openat(target, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard made >= 0 else { throw Spool.failure("write the spool") }
      defer { close(made) }
      try file(inner, to: made)
    }
  }

  private mutating func count(_ more: UInt64) throws(ProviderError) {
    bytes += more
    guard bytes <= spool.limits.bytes else {
      throw ProviderError(.limitExceeded, "the document has more than \(spool.limits.bytes) bytes")
    }
  }

  /// Copies to the end of the file, at most so many bytes; how many it were.
  private func copy(_ source: Int32, to target: Int32, most: UInt64) throws(ProviderError) -> UInt64 {
    var left = most
    if let copyFileRange = SystemCall.copyFileRange {
      var (from, to) = (0, 0)
      while left > 0 {
        let wanted = Int(min(left, 1 << 30))
        let count = SystemCall.retrying { copyFileRange(source, &from, target, &to, wanted, 0) }
        if count < 0 { break }
        // Some file systems of the kernel's own have files that are read and yet have no size.
        if count == 0 && from > 0 { return most - left }
        if count == 0 { break }
        left -= UInt64(count)
      }
      lseek(source, off_t(from), SEEK_SET)
      lseek(target, off_t(to), SEEK_SET)
    }
    return most - left + (try copyByHand(source, to: target, most: left))
  }

  private func copyByHand(_ source: Int32, to target: Int32, most: UInt64) throws(ProviderError) -> UInt64 {
    var left = most
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while left > 0 {
      let wanted = Int(min(left, UInt64(buffer.count)))
      let count = SystemCall.retrying { read(source, buffer.baseAddress, wanted) }
      if count == 0 { break }
      guard count > 0 else { throw Spool.failure("read the document", code: .sourceUnavailable) }
      guard SystemCall.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target) else {
        throw Spool.failure("write the spool")
      }
      left -= UInt64(count)
    }
    return most - left
  }
}
