package import Glibc

/// The system calls that take paths. No other code in the suite passes a path to the system: only here do strings
/// become bytes (`PathText`).
extension SystemCall {
  /// `open`, repeated while a signal interrupts it; -1 with `errno` set.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> Int32 {
    PathText.withCString(path) { path in retrying { Glibc.open(path, flags, mode) } }
  }

  /// `O_PATH`, a flag of `open` that the headers hide: what is opened can only be named and looked at.
  package static let pathOnly: Int32 = 0o10000000

  /// `stat` for a path; nil with `errno` set.
  package static func status(of path: String) -> stat? {
    var status = stat()
    return PathText.withCString(path) { stat($0, &status) } == 0 ? status : nil
  }

  /// `lstat` for a path, which does not follow a symbolic link at its end; nil with `errno` set.
  package static func linkStatus(of path: String) -> stat? {
    var status = stat()
    return PathText.withCString(path) { lstat($0, &status) } == 0 ? status : nil
  }

  /// Whether the process may write to a file, or make files in a directory (`access`); false with `errno` set.
  package static func mayWrite(_ path: String) -> Bool {
    let wanted = status(of: path)?.isDirectory ?? false ? W_OK | X_OK : W_OK
    return PathText.withCString(path) { access($0, wanted) } == 0
  }

  /// The target of a symbolic link (`readlink`); nil for other files.
  package static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = PathText.withCString(path) { readlink($0, &buffer, buffer.count - 1) }
    return count < 0 ? nil : PathText.text(buffer[..<count].map { UInt8(bitPattern: $0) })
  }

  /// The path without symbolic links (`realpath`); nil with `errno` set if it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let real = PathText.withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return PathText.text(real)
  }

  /// Whether a symbolic link leads to a regular file in a directory or below it. The directory's path must contain no
  /// links.
  package static func isFile(linkedFrom link: String, inside directory: String) -> Bool {
    guard status(of: link)?.isRegularFile ?? false, let real = resolved(link) else { return false }
    return real.utf8.starts(with: (directory.hasSuffix("/") ? directory : directory + "/").utf8)
  }

  /// `mkdir`; false with `errno` set.
  package static func makeDirectory(_ path: String, mode: mode_t = 0o777) -> Bool {
    PathText.withCString(path) { mkdir($0, mode) } == 0
  }

  /// `rmdir`; false with `errno` set.
  package static func removeDirectory(_ path: String) -> Bool {
    PathText.withCString(path) { rmdir($0) } == 0
  }

  /// `unlink`; false with `errno` set.
  @discardableResult
  package static func remove(_ path: String) -> Bool {
    PathText.withCString(path) { unlink($0) } == 0
  }

  /// `rename`, which replaces an existing file; false with `errno` set.
  package static func rename(_ path: String, to other: String) -> Bool {
    PathText.withCString(path) { path in PathText.withCString(other) { Glibc.rename(path, $0) } } == 0
  }

  /// A rename that replaces nothing (`renameat2` with `RENAME_NOREPLACE`, or `renameWithoutFlags` on file systems
  /// without it); false with `errno` set, `EEXIST` if the target exists.
  package static func renameWithoutReplacing(_ path: String, to other: String) -> Bool {
    if let rename = renameat2 {
      let noReplace: UInt32 = 1
      let isDone = PathText.withCString(path) { path in
        PathText.withCString(other) { rename(AT_FDCWD, path, AT_FDCWD, $0, noReplace) == 0 }
      }
      if isDone { return true }
      guard errno == EINVAL || errno == ENOSYS else { return false }
    }
    return renameWithoutFlags(path, to: other)
  }

  /// The same for NFS and others that have no flags for a rename. A file is linked and unlinked. A folder cannot have a
  /// second name: it is renamed if the target does not exist. Of what is made there at this moment, the system replaces
  /// only an empty folder.
  static func renameWithoutFlags(_ path: String, to other: String) -> Bool {
    guard linkStatus(of: path)?.isDirectory == true else {
      guard link(path, to: other) else { return false }
      remove(path)
      return true
    }
    guard linkStatus(of: other) == nil else {
      errno = EEXIST
      return false
    }
    return rename(path, to: other)
  }

  /// Lets two paths exchange what is at them, at once (`renameat2` with `RENAME_EXCHANGE`); false with `errno` set:
  /// `EINVAL` or `ENOSYS` where the file system cannot.
  package static func exchange(_ path: String, with other: String) -> Bool {
    guard let rename = renameat2 else {
      errno = ENOSYS
      return false
    }
    let exchange: UInt32 = 2
    return PathText.withCString(path) { path in
      PathText.withCString(other) { rename(AT_FDCWD, path, AT_FDCWD, $0, exchange) }
    } == 0
  }

  /// Gives a file one more name (`link`), without following a symbolic link; false with `errno` set.
  package static func link(_ path: String, to other: String) -> Bool {
    PathText.withCString(path) { path in PathText.withCString(other) { Glibc.link(path, $0) } } == 0
  }

  /// Makes a symbolic link (`symlink`); false with `errno` set.
  package static func makeSymbolicLink(to target: String, at path: String) -> Bool {
    PathText.withCString(target) { target in PathText.withCString(path) { symlink(target, $0) } } == 0
  }

  private typealias Renameat2 =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// `renameat2`, which the C library's headers hide from Swift.
  private static var renameat2: Renameat2? {
    dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Renameat2.self) }
  }

  /// Gives an unnamed open file an unused name (`linkat` over /proc/self/fd, as open(2) describes); false with `errno`
  /// set.
  package static func link(descriptor: Int32, to path: String) -> Bool {
    PathText.withCString(path) {
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
    } == 0
  }

  /// The names in a directory without `.` and `..`, in natural order (`opendir`, `readdir`); nil with `errno` set.
  package static func entries(of directory: String) -> [String]? {
    guard let stream = PathText.withCString(directory, { opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    if errno != 0 { return nil }
    names.sort(by: PathText.naturallyPrecedes)
    return names.map { PathText.text($0) }
  }
}

extension SystemCall {
  /// The length of a file; 0 where there is none.
  package static func byteCount(of path: String) -> UInt64 {
    status(of: path).map { UInt64(clamping: $0.st_size) } ?? 0
  }
}
