internal import ArgumentParser
internal import CatalogueJobs
internal import CommandKit
internal import Confinement

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

  var confinement: ConfinementOption { source.limits.confinement }

  func prepare() throws -> PreparedWork {
    let work = try source.work()
    var access = FileAccess(catalogue: source.catalogue)
    access.read(source.paths.map { FileAccess.watched($0) })
    return PreparedWork(access) { try work.watch() }
  }
}
