internal import ByteStreams
package import Glibc
internal import ImageModel

/// Reads and writes files of the thumbnail cache. They are replaced as a whole or not at all.
package enum CacheFile {
  /// The maximum size in bytes. Thumbnails of 1,024 pixels are much smaller.
  static let sizeLimit = 16 << 20

  /// The bytes of a regular file; nil where there is none, or it is too large.
  static func read(_ path: String) -> [UInt8]? {
    let file = SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.isRegularFile, (1...sizeLimit).contains(Int(status.st_size)) else {
      return nil
    }
    return contents(file, count: Int(status.st_size))
  }

  /// The first `count` bytes of an open file; nil where it has fewer.
  package static func contents(_ file: Int32, count: Int) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
        let got = SystemCall.retrying { pread(file, rest.baseAddress, rest.count, off_t(filled)) }
        guard got > 0 else {
          isWhole = false
          return
        }
        filled += got
      }
    }
    return isWhole ? bytes : nil
  }

  /// Replaces a file.
  ///
  /// - Returns: false where the file could not be written; `errno` says why.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600, names: TemporaryNames) -> Bool {
    do throws(ImageError) {
      let file = try AtomicFile(path: path, options: .init(mode: mode), names: names)
      try file.append(bytes)
      try file.commit()
      return true
    } catch {
      errno = error.systemError ?? EIO
      return false
    }
  }

  /// Makes a folder and its missing parents, which without `mode` only the user may enter, as the specification
  /// requires.
  ///
  /// - Returns: whether the folder exists now.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) -> Bool {
    if SystemCall.status(of: path)?.isDirectory == true { return true }
    let parent = PathText.split(path).directory
    guard parent != path, parent == "/" || parent == "." || makeFolder(parent, mode: mode) else { return false }
    return SystemCall.makeDirectory(path, mode: mode) || errno == EEXIST
  }
}
