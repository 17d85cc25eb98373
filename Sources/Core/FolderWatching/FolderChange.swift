/// What has happened to a file in a watched folder.
package enum FolderChange: Hashable, Sendable {
  /// A file has appeared and is complete.
  case new(String)
  /// A file has another length, time of change or inode than before, and is complete.
  case changed(String)
  case renamed(from: String, to: String)
  case deleted(String)
  /// The watched folder itself is not there any more: it was unmounted, moved or deleted. Files that were not deleted
  /// before it are not reported.
  case folderGone(String)
  /// There is a folder again where the watched one was. Files that differ from their earlier state are reported.
  case folderBack(String)

  /// The change in words, the path, and for a rename the path before.
  package var parts: (event: String, path: String, from: String?) {
    switch self {
    case .new(let path): ("new", path, nil)
    case .changed(let path): ("changed", path, nil)
    case .renamed(let old, let path): ("renamed", path, old)
    case .deleted(let path): ("deleted", path, nil)
    case .folderGone(let path): ("directory gone", path, nil)
    case .folderBack(let path): ("directory back", path, nil)
    }
  }
}

/// Which files are watched, and how long the watcher waits for a file.
package struct FolderWatchOptions {
  /// How long the watcher waits for further events after a file was closed, moved or deleted. Events within this time
  /// are one change, and the two halves of a rename find each other.
  package var settleSeconds = 0.1
  /// How long a file must remain unchanged if no event says that it is complete: it was not closed since it was last
  /// written, or was written before the watch began.
  package var quietSeconds = 2.0
  /// How often the watcher looks whether the watched folder is still the one at its path.
  package var folderCheckSeconds = 1.0
  /// Whether a file or folder is watched.
  ///
  /// - Parameter path: below the watched folder.
  package var includes: (_ name: String, _ path: String, _ isFolder: Bool) -> Bool = { _, _, _ in true }

  package init() {}
}
