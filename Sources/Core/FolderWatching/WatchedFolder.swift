internal import ByteStreams

/// What a watcher remembers of a folder.
final class WatchedFolder {
  let path: String
  /// The path of the folder that the user has named.
  let root: String
  /// The path below the root, with a slash at its end; empty for the root.
  let below: String
  var watch: Int32 = -1
  /// nil while the root is gone.
  var identity: FileIdentity?
  /// For a root that was unmounted, the directory that is at its path instead.
  var placeholder: FileIdentity?
  /// Whether a root was deleted. An empty directory at its path is then a new one, and not left by an unmount.
  var isDeleted = false
  /// Whether the folder was forgotten, because its path leads to nothing or to another folder.
  var isForgotten = false
  var files: [PathKey: FileStamp] = [:]
  var folders: [PathKey: WatchedFolder] = [:]

  init(path: String, root: String, below: String) {
    self.path = path
    self.root = root
    self.below = below
  }

  func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

  /// The paths of all files in it, by name in natural order in each folder.
  var allFiles: [String] {
    let own = files.keys.map(\.path).sorted(by: PathText.naturallyPrecedes).map { path(of: $0) }
    return own
      + folders.sorted { PathText.naturallyPrecedes($0.key.path, $1.key.path) }.flatMap(\.value.allFiles)
  }
}
