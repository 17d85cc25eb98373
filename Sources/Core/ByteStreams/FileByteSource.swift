package import Glibc
package import ImageModel

/// A regular file, read by position (`pread`). It is never mapped, so a file that shrinks meanwhile only ends early. A
/// small file is read into memory when it is opened.
package final class FileByteSource: ByteSource {
  package let size: UInt64
  package let identity: FileIdentity?
  package let path: String
  private let descriptor: Int32
  /// The contents of a small file. Headers are read in many pieces, each of which would be a system call.
  private let content: [UInt8]?
  private static let smallSize = 64 << 10

  /// Opens a file for reading.
  ///
  /// - Throws: `ImageError` of kind `io` with the path, if `open` or `fstat` fails or the path is a directory.
  package convenience init(path: String) throws(ImageError) {
    let descriptor = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemCall.error("open", path: path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    try self.init(taking: descriptor, isKnown ? status : nil, path: path)
  }

  /// Takes over an open descriptor, which is closed in any case.
  ///
  /// - Parameter status: nil where `fstat` has just failed.
  /// - Throws: as `init(path:)`.
  package init(taking descriptor: Int32, _ status: stat?, path: String) throws(ImageError) {
    guard let status else {
      let error = SystemCall.error("open", path: path)
      close(descriptor)
      throw error
    }
    guard status.isRegularFile else {
      close(descriptor)
      let reason = status.isDirectory ? "is a directory" : "is neither a file nor a directory"
      throw ImageError(.io, reason, path: path, systemError: status.isDirectory ? EISDIR : nil)
    }
    self.descriptor = descriptor
    self.path = path
    self.size = UInt64(max(0, status.st_size))
    self.identity = FileIdentity(status)
    content = Self.content(descriptor, count: Int(clamping: status.st_size))
  }

  /// nil for large files and for files that cannot be read; reading them later reports the error.
  private static func content(_ descriptor: Int32, count: Int) -> [UInt8]? {
    guard (1...smallSize).contains(count) else { return nil }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let got = SystemCall.retrying { pread(descriptor, buffer.baseAddress, count, 0) }
      initialized = max(0, got)
      isWhole = got == count
    }
    return isWhole ? bytes : nil
  }

  deinit { close(descriptor) }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(ImageError) -> Int {
    guard offset < size else { return 0 }
    let wanted = Int(min(UInt64(buffer.count), size - offset))
    if let content {
      let start = Int(offset)
      content.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + wanted])) }
      return wanted
    }
    return try PositionedIO.read(
      descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[0..<wanted]), at: offset, path: path)
  }

  /// Copies a part of the file to an offset of another without passing the bytes through memory (`copy_file_range`).
  ///
  /// - Returns: the number of bytes copied; fewer than requested at the end of the file, or where the system cannot
  ///   copy between these two files.
  package func copy(_ range: Range<UInt64>, to target: Int32, at offset: UInt64) -> UInt64 {
    guard range.upperBound <= UInt64(Int64.max), offset <= UInt64(Int64.max) - range.upperBound,
      let copyFileRange = SystemCall.copyFileRange
    else { return 0 }
    var (from, to) = (Int(range.lowerBound), Int(offset))
    while from < Int(range.upperBound) {
      let wanted = Int(range.upperBound - UInt64(from))
      let count = SystemCall.retrying { copyFileRange(descriptor, &from, target, &to, wanted, 0) }
      if count <= 0 { break }
    }
    return UInt64(from) - range.lowerBound
  }
}
