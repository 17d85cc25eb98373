internal import ByteStreams
internal import FolderWatching
internal import Glibc
internal import ImageModel
internal import Synchronization

/// Says when something may have happened to a document: at events of its folder (inotify), and, where a file system has
/// none, when the document looks different after a second. It ends with this object.
final class DocumentWatch: Sendable {
  private let isEnded: SharedFlag

  /// - Parameter changed: called on the watch's thread.
  init(_ path: String, changed: @escaping @Sendable () -> Void) {
    let flag = SharedFlag()
    isEnded = flag
    _ = DetachedThread.start { Self.run(path, flag, changed) }
  }

  deinit { isEnded.set() }

  private static func run(_ path: String, _ isEnded: SharedFlag, _ changed: () -> Void) {
    let (folder, name) = PathText.split(path)
    var options = FolderWatchOptions()
    options.settleSeconds = 0.05
    options.quietSeconds = 0.3
    options.includes = { _, below, _ in below == name || below.utf8.starts(with: "\(name)/".utf8) }
    var watcher = try? FolderWatcher([folder], options)
    var last = stamp(path)
    // It may have changed since it was read.
    changed()
    while !isEnded.isSet {
      var isChanged = false
      if let watching = watcher {
        do throws(ImageError) {
          isChanged = try !watching.next(withinSeconds: 1).isEmpty
        } catch {
          // The system has no watches left.
          watcher = nil
        }
      } else {
        // Only a look at all of it tells whether something has changed.
        usleep(500_000)
        isChanged = true
        // The folder may be there again.
        watcher = try? FolderWatcher([folder], options)
      }
      let now = stamp(path)
      if isChanged || now != last, !isEnded.isSet { changed() }
      last = now
    }
  }

  private static func stamp(_ path: String) -> FileStamp? { SystemCall.linkStatus(of: path).map { FileStamp($0) } }
}

/// A value that threads share and that changes once.
final class SharedFlag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// An open name of a document (`O_PATH`), by which it is found when another program has moved it.
final class DocumentMark: Sendable {
  private let descriptor: Int32

  init(_ path: String) {
    descriptor = SystemCall.open(path, SystemCall.pathOnly | O_NOFOLLOW | O_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Where the document is now; nil if it has no name or is out of sight.
  var path: String? {
    var own = stat()
    guard descriptor >= 0, fstat(descriptor, &own) == 0,
      let path = SystemCall.linkTarget("/proc/self/fd/\(descriptor)"),
      let status = SystemCall.linkStatus(of: path), FileIdentity(status) == FileIdentity(own)
    else { return nil }
    return path
  }
}
