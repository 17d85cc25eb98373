package import Glibc
package import ImageModel

/// Small helpers around calls that set `errno`.
package enum SystemCall {
  /// Seconds since an arbitrary time, which nobody can set (`CLOCK_MONOTONIC`).
  package static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Repeats a call while signals interrupt it.
  @inline(__always)
  package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Up to `count` bytes from the start of an open file (`pread`); nil with `errno` set if reading fails.
  package static func header(of descriptor: Int32, count: Int) -> [UInt8]? {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      got = retrying { pread(descriptor, buffer.baseAddress, count, 0) }
      filled = max(0, got)
    }
    return got < 0 ? nil : bytes
  }

  /// Up to `count` bytes from the start of the file at a path; nil with `errno` set if it cannot be read.
  package static func header(ofFile path: String, count: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return header(of: file, count: count)
  }

  /// The signature of `copy_file_range`.
  package typealias CopyFileRange =
    @convention(c) (
      Int32, UnsafeMutablePointer<Int>, Int32, UnsafeMutablePointer<Int>, Int, UInt32
    ) -> Int

  /// `copy_file_range`, which the C library's headers hide from Swift; nil where the library has none.
  package static var copyFileRange: CopyFileRange? {
    dlsym(nil, "copy_file_range").map { unsafeBitCast($0, to: CopyFileRange.self) }
  }

  typealias SyncFileRange = @convention(c) (_ file: Int32, _ offset: Int64, _ count: Int64, _ flags: UInt32) -> Int32

  /// `SYNC_FILE_RANGE_WRITE`: starts writing and does not wait.
  static let syncFileRangeWrite: UInt32 = 2

  /// `sync_file_range`, which the headers hide, too.
  static var syncFileRange: SyncFileRange? {
    dlsym(nil, "sync_file_range").map { unsafeBitCast($0, to: SyncFileRange.self) }
  }

  /// The error for `errno` after a failed call; `action` reads as `cannot <action>`.
  package static func error(_ action: String, path: String?, number: Int32 = errno) -> ImageError {
    ImageError(.io, "cannot \(action): \(message(number))", path: path, systemError: number)
  }

  /// Whether a call failed because this process, or the system, has too many open files. The file is not at fault.
  package static func lacksDescriptors(_ number: Int32 = errno) -> Bool { number == EMFILE || number == ENFILE }

  /// The system's message for an error number.
  package static func message(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}

extension FileIdentity {
  /// The identity of the file at a path, following symbolic links; nil if it does not exist.
  package init?(path: String) {
    guard let status = SystemCall.status(of: path) else { return nil }
    self.init(status)
  }

  package init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

extension stat {
  package var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  package var isFifo: Bool { st_mode & S_IFMT == S_IFIFO }
  package var isCharacterDevice: Bool { st_mode & S_IFMT == S_IFCHR }
}

/// `O_TMPFILE`, which Swift cannot import because the header defines it as an expression of two macros.
let cameoOTmpfile: Int32 = 0o20000000 | O_DIRECTORY

/// `pread` and `pwrite`, repeated until all bytes are transferred.
enum PositionedIO {
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64, path: String
  ) throws(ImageError) -> Int {
    guard let base = buffer.baseAddress, offset <= UInt64(Int64.max) else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = SystemCall.retrying {
        pread(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
      }
      if count < 0 { throw SystemCall.error("read", path: path) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: UInt64, path: String
  ) throws(ImageError) {
    guard let base = bytes.baseAddress else { return }
    guard offset <= UInt64(Int64.max) - UInt64(bytes.count) else {
      throw SystemCall.error("write", path: path, number: EFBIG)
    }
    var done = 0
    while done < bytes.count {
      let count = SystemCall.retrying {
        pwrite(descriptor, base + done, bytes.count - done, off_t(offset) + off_t(done))
      }
      if count < 0 { throw SystemCall.error("write", path: path) }
      done += count
    }
  }

  /// Writes to a descriptor that has no position: a pipe, a terminal, a device.
  static func writeStream(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, path: String) throws(ImageError) {
    guard SystemCall.writeAll(bytes, to: descriptor) else { throw SystemCall.error("write", path: path) }
  }
}

extension SystemCall {
  /// Writes all bytes to a descriptor, in as many calls as needed (`write`).
  ///
  /// - Returns: false with `errno` set if not all could be written.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// Writes all bytes of an array to a descriptor (`write`); false with `errno` set if not all could be written.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  }

  /// Writes the names in a folder to the disk (`fsync`).
  package static func syncFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Makes a directory with a unique name that only its owner can use (`mkdtemp`, mode 0700).
  ///
  /// - Parameter prefix: a path to which six random characters are added.
  /// - Returns: the path; nil with `errno` set on failure.
  package static func makeTemporaryDirectory(_ prefix: String) -> String? {
    var template = PathText.bytes(prefix + "XXXXXX").map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { return nil }
    return PathText.text(template.dropLast().map { UInt8(bitPattern: $0) })
  }
}
