internal import ByteStreams
internal import Glibc

/// Follows a path below a folder and never leaves that folder, as the kernel's RESOLVE_BENEATH does (openat2(2)).
///
/// Each folder on the way is held open. Each step opens one name in it without following links, so a folder that is
/// renamed meanwhile cannot lead the walk outside. Links are read and followed in the same way. A link that is absolute
/// or leads out of the root ends the walk. (Many containers deny the system call itself, and the C library has no
/// function for it.)
struct BeneathWalk: ~Copyable {
  /// The folders on the way down; the root first.
  private var folders: [Int32]
  /// Whether a step failed because too many files are open, which says nothing about the path.
  private(set) var isOutOfDescriptors = false
  private static let maxLinks = 40
  private static let maxSteps = 4_096

  /// `O_PATH`, which Swift does not import: opens a place in the file system without the right to read.
  static let place: Int32 = 0o10000000

  struct Found {
    var descriptor: Int32
    var status: stat
  }

  /// - Returns: nil where too many files are open.
  init?(root: Int32) {
    let copy = fcntl(root, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    folders = [copy]
  }

  deinit {
    for folder in folders { close(folder) }
  }

  /// Opens a file or folder for reading; nil where that is not possible, and for devices, pipes and sockets.
  mutating func open(_ path: String) -> Found? {
    var names = Array(PathNames.of(path).reversed())
    let mustBeFolder = path.utf8.last == UInt8(ascii: "/")
    var links = 0
    var steps = 0
    while let name = names.popLast() {
      steps += 1
      guard steps <= Self.maxSteps, let folder = folders.last else { return nil }
      if name == "." { continue }
      if name == ".." {
        guard folders.count > 1, let left = folders.popLast() else { return nil }
        close(left)
        continue
      }
      let step = PathText.withCString(name) { name in
        SystemCall.retrying { openat(folder, name, Self.place | O_NOFOLLOW | O_CLOEXEC) }
      }
      guard step >= 0 else {
        isOutOfDescriptors = SystemCall.lacksDescriptors()
        return nil
      }
      var status = stat()
      guard fstat(step, &status) == 0 else {
        close(step)
        return nil
      }
      if status.isLink {
        let target = Self.target(of: step)
        close(step)
        links += 1
        guard links <= Self.maxLinks, let target, !target.isEmpty,
          target.utf8.first != UInt8(ascii: "/")
        else { return nil }
        names += PathNames.of(target).reversed()
        continue
      }
      folders.append(step)
      if !status.isDirectory {
        // No name may follow a file.
        guard names.isEmpty, !mustBeFolder else { return nil }
        return status.isRegularFile ? opened(step, flags: 0) : nil
      }
    }
    guard let folder = folders.last, folders.count > 1 else { return nil }
    return opened(folder, flags: O_DIRECTORY)
  }

  /// Opens a place for reading that was opened with `O_PATH`.
  private mutating func opened(_ place: Int32, flags: Int32) -> Found? {
    let descriptor = SystemCall.open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
    var status = stat()
    guard descriptor >= 0 else {
      isOutOfDescriptors = SystemCall.lacksDescriptors()
      return nil
    }
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    return Found(descriptor: descriptor, status: status)
  }

  /// The target of an open link (readlinkat(2) with an empty name).
  private static func target(of link: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(link, "", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return PathText.text(buffer[..<count].map { UInt8(bitPattern: $0) })
  }
}

/// The names that a path is made of.
enum PathNames {
  /// Splits a path at its bytes, as the kernel does. In a Swift string, a slash followed by a combining mark is another
  /// character, so a name could contain a slash.
  static func of(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// Whether a text is one name: not empty, without a slash.
  static func isName(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains(UInt8(ascii: "/")) }
}
