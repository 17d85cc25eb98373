internal import ByteStreams
internal import Glibc

/// The folders into which file managers move what a user deletes (the Trash specification of freedesktop.org, 1.0).
enum Trash {
  /// Whether a file lies in the trash, itself or in a folder: in `$XDG_DATA_HOME/Trash/files`, or in `.Trash/UID/files`
  /// or `.Trash-UID/files` at the top of another file system.
  ///
  /// - Parameter path: absolute and without links.
  static func contains(_ path: String) -> Bool {
    if let home = Places.trash, path.utf8.starts(with: "\(SystemCall.resolved(home) ?? home)/".utf8) { return true }
    let user = geteuid()
    return ["/.Trash-\(user)/files/", "/.Trash/\(user)/files/"].contains { path.contains($0) }
  }
}
