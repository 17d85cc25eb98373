internal import ArgumentParser
internal import ByteStreams
internal import Catalogue
internal import CommandKit
internal import FolderWatching
internal import Glibc
internal import ImageModel
internal import StructuredText

/// `imgindex watch`: keeps a catalogue up to date while files change.
struct Watch: Subcommand {
  static let configuration = CommandConfiguration.subcommand(
    "watch", "Keep a catalogue up to date while files change.", arguments: "<catalogue> <directory> ...",
    discussion: """
      Brings the catalogue up to date as 'imgindex update' does, then follows the directories until it is ended by a \
      signal, and prints each change. A file is read when its writer has closed it, or has left it alone for two \
      seconds. If a directory is unmounted or moved away, its files stay in the catalogue until there is a directory \
      at its path again that is not empty. Ends with status 1 if the system allows too few watches of directories, or \
      if the catalogue is deleted or replaced.
      """)

  @OptionGroup var source: SourceOptions

  func perform() throws -> ExitStatus {
    let work = try source.work()
    var options = FolderWatchOptions()
    options.includes = { [filter = work.filter] name, path, isFolder in
      filter.includes(name, path: path, isFolder: isFolder)
    }
    // Before the update, so that no change between the two is lost.
    let watcher = try FolderWatcher(work.folders, options)
    let console = Console(program: "imgindex", quiet: work.run.quiet)
    var first = work
    first.run.json = false
    if source.run.settings.json { first.run.quiet = true }
    _ = try first.perform()
    while true {
      let changes = try watcher.next(withinSeconds: 1)
      try work.catalogue.checkIsInPlace()
      // Who reads of a change finds it in the catalogue.
      try apply(changes, work)
      for change in changes { try show(change, console) }
      try console.flush()
    }
  }

  private func apply(_ changes: [FolderChange], _ work: UpdateRun) throws {
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
    _ = try work.bringUpToDate(read, below: gone + read.compactMap(\.path), reports: false)
  }

  private func show(_ change: FolderChange, _ console: Console) throws {
    let (name, path, old) = change.parts
    let event = WatchEvent(name, path, from: old)
    if source.run.settings.json {
      try console.print(event.line([JSONMember("path", .path(path))]))
    } else if !source.run.settings.quiet {
      try console.print(event.text)
    }
  }
}
