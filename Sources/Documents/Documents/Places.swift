internal import ByteStreams
internal import Glibc
internal import Synchronization

/// The user's folders for data (XDG Base Directory Specification 0.8).
enum Places {
  /// Versions of documents: `$XDG_DATA_HOME/cameo/versions`.
  static var versions: String? { UserFolder.data.path(variable).map { "\($0)/cameo/versions" } }

  /// Unsaved changes: `$XDG_STATE_HOME/cameo/documents`.
  static var recovery: String? { UserFolder.state.path(variable).map { "\($0)/cameo/documents" } }

  /// The thumbnails of the desktop: `$XDG_CACHE_HOME/thumbnails`.
  static var thumbnails: String? { UserFolder.cache.path(variable).map { "\($0)/thumbnails" } }

  /// What the user has deleted: `$XDG_DATA_HOME/Trash/files`.
  static var trash: String? { UserFolder.data.path(variable).map { "\($0)/Trash/files" } }

  /// Tests set this to a folder that takes the place of the home folder and of all variables.
  static let replacement = Mutex<String?>(nil)

  /// The value of a variable of the environment that is an absolute path.
  static func variable(_ name: String) -> String? {
    if let home = replacement.withLock({ $0 }) { return name == "HOME" ? home : nil }
    return getenv(name).map { PathText.text($0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
