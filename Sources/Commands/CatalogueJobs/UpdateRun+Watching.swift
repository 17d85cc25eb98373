internal import ByteStreams
internal import Catalogue
package import CommandKit
internal import FolderWatching
internal import StructuredText

extension UpdateRun {
  /// Brings the catalogue up to date, and keeps it so until a signal ends the process.
  ///
  /// - Throws: as `CameoCommand.perform()`; also if a directory cannot be watched, or the catalogue was replaced.
  package func watch() throws -> ExitStatus {
    // Before the update, so that no change between the two is lost.
    let watcher = try FolderWatcher(folders, FolderWatchOptions(filter))
    let console = Console(program: "imgindex", quiet: run.quiet)
    var first = self
    first.run.json = false
    if run.json { first.run.quiet = true }
    _ = try first.perform()
    while true {
      let changes = try watcher.next(withinSeconds: 1)
      try catalogue.checkIsInPlace()
      // A program that reads of a change finds it in the catalogue.
      try apply(changes)
      for change in changes {
        let (name, path, old) = change.parts
        try WatchEvent(name, path, from: old).print([JSONMember("path", .path(path))], to: console, run)
      }
      try console.flush()
    }
  }

  private func apply(_ changes: [FolderChange]) throws {
    var read: [InputFile] = []
    var gone: [String] = []
    for change in changes {
      switch change {
      case .new(let path), .changed(let path): read.append(.path(path))
      case .renamed(let old, let path):
        read.append(.path(path))
        gone.append(old)
      case .deleted(let path): gone.append(path)
      case .folderGone, .folderBack: break
      }
    }
    if read.isEmpty, gone.isEmpty { return }
    // Also the rows of the paths themselves: files may have exchanged their names.
    _ = try bringUpToDate(read, below: gone + read.compactMap(\.path), reports: false)
  }
}
