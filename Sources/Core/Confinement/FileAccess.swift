internal import ByteStreams
internal import Glibc

/// The files that a command needs, besides those of the system and its libraries.
///
/// An input is allowed as the file that it is now. Of many inputs, and for outputs, whole folders are allowed, with
/// everything below them.
package struct FileAccess: Hashable, Sendable {
  /// Files and folders that are read.
  private var inputs: [String] = []
  /// Folders in which files are made, replaced and removed.
  private var folders: [String] = []
  /// Devices, fifos and the like that are written.
  private var devices: [String] = []
  /// Whether text is drawn, with the fonts of the system and of the user.
  package var readsFonts = false
  /// Whether confined programs are started. All files then stay as they are, because the programs need others.
  package var startsPrograms = false

  package init() {}

  /// All files that the user may read and write, for names that come while the command works.
  package static let everywhere: FileAccess = {
    var access = FileAccess()
    access.read(["/"])
    access.write(folder: "/")
    return access
  }()

  /// Adds files and folders that are read.
  package mutating func read(_ paths: [String]) { inputs += paths }

  /// Adds a folder for outputs. If it does not exist, the nearest folder above it that does is meant, because outputs'
  /// folders are made there.
  package mutating func write(folder: String) {
    var folder = folder
    while SystemCall.status(of: folder) == nil, folder != ".", folder != "/" {
      folder = PathText.split(folder).directory
    }
    if folders.last != folder { folders.append(folder) }
  }

  /// Adds the output at a path: the folder in which it is made, or the device or fifo that is there.
  package mutating func write(file path: String) {
    if let status = SystemCall.status(of: path), !status.isRegularFile, !status.isDirectory {
      devices.append(path)
      return
    }
    var path = path
    // A link stays; the file that it leads to is replaced, or made.
    if let target = SystemCall.linkTarget(path) {
      let beside = target.hasPrefix("/") ? target : PathText.split(path).directory + "/" + target
      path = SystemCall.resolved(path) ?? beside
    }
    write(folder: PathText.split(path).directory)
  }

  /// A folder that is watched, or the one above it if it is a mount point: after an unmount and a mount, another folder
  /// is at its path.
  package static func watched(_ folder: String) -> String {
    guard let path = SystemCall.resolved(folder), path != "/" else { return folder }
    let above = PathText.split(path).directory
    let isMountPoint = SystemCall.status(of: path)?.st_dev != SystemCall.status(of: above)?.st_dev
    return isMountPoint && above != "/" ? above : folder
  }

  // MARK: Rules

  /// The most inputs that are allowed each. Of more, their folders are.
  static let mostFiles = 64
  /// The most folders for inputs. A rule costs 3 µs.
  static let mostInputFolders = 1_000
  /// The most folders for outputs.
  static let mostOutputFolders = 2_000

  enum Right { case read, use, write }

  /// The rules for these files, without those of the system.
  var rules: [(path: String, right: Right)] {
    let read = Self.bounded(inputs, folders: Self.mostInputFolders)
    let written = Self.bounded(folders, folders: Self.mostOutputFolders)
    return read.map { ($0, .read) } + devices.map { ($0, .use) } + written.map { ($0, .write) }
  }

  /// The paths; of more than `mostFiles`, their folders; of more than `most` folders, those around them.
  static func bounded(_ paths: [String], folders most: Int) -> [String] {
    if paths.count <= mostFiles { return paths }
    let folders = Set(paths.map { PathKey(folder(around: $0)) }).compactMap { SystemCall.resolved($0.path) }
    var bounded = Set(folders.map { PathKey($0) })
    while bounded.count > most {
      let depths = bounded.map { depth(of: $0.path) }
      guard let deepest = depths.max(), deepest > 0 else { break }
      bounded = Set(
        bounded.map { depth(of: $0.path) == deepest ? PathKey(PathText.split($0.path).directory) : $0 })
    }
    return bounded.map(\.path)
  }

  /// The folder of a file, or of the one that a link leads to; a folder itself.
  private static func folder(around path: String) -> String {
    if SystemCall.status(of: path)?.isDirectory ?? false { return path }
    guard let status = SystemCall.linkStatus(of: path) else { return path }
    return PathText.split(status.isLink ? SystemCall.resolved(path) ?? path : path).directory
  }

  /// The number of names in an absolute path without links.
  private static func depth(of path: String) -> Int { path == "/" ? 0 : path.utf8.count { $0 == UInt8(ascii: "/") } }
}
