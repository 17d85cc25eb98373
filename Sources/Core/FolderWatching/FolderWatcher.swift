internal import ByteStreams
internal import Glibc
package import ImageModel

/// Follows trees of folders by inotify(7), and says which files are new, changed, renamed or deleted.
///
/// Events are only hints. The watcher remembers each file's identity, length and time (about 150 bytes for a file). It
/// compares the file after an event, and the whole tree after a lost event (overflow) or when a folder was replaced. So
/// a burst of events is one change, and changes between the start and the first `next` are not lost.
///
/// Links to files in the same tree are followed, other links are not. A change of a file is also a change of the links
/// to it: some time after any event, all links are checked. Folders that cannot be read are left out.
///
/// Order of calls: `init next*`. Used by one thread.
package final class FolderWatcher {
  private let options: FolderWatchOptions
  private let inotify: Inotify
  private var roots: [WatchedFolder]
  private var watched: [Int32: WatchedFolder] = [:]
  private var pending: [PathKey: Pending] = [:]
  /// The links that are followed, and those that do not lead to a file now.
  private var links: [PathKey: Place] = [:]
  /// When the links are looked at; nil if nothing has happened.
  private var linksDue: Double?
  /// The path that something was last moved away from, and the number by which the event of its new path is recognised.
  private var moved: (cookie: UInt32, from: PathKey)?
  private var nextFolderCheck = 0.0

  /// Starts to watch. All folders in the tree are looked at once.
  ///
  /// - Throws: `ImageError`: `io` for a folder that is not there, `limitExceeded` if the system allows too few watches.
  package init(_ folders: [String], _ options: FolderWatchOptions = FolderWatchOptions()) throws(ImageError) {
    self.options = options
    inotify = try Inotify()
    roots = folders.map { WatchedFolder(path: $0, root: $0, below: "") }
    var outcome = Outcome()
    for root in roots {
      guard let status = SystemCall.status(of: root.path) else { throw SystemCall.error("watch", path: root.path) }
      guard status.isDirectory else { throw ImageError(.io, "is not a directory", path: root.path) }
      guard SystemCall.entries(of: root.path) != nil else {
        throw SystemCall.error("read the directory", path: root.path)
      }
      root.identity = FileIdentity(status)
      try scan(root, &outcome)
    }
    for (place, stamp) in outcome.appeared { remember(place, stamp) }
    nextFolderCheck = SystemCall.monotonicSeconds + options.folderCheckSeconds
  }

  /// Waits for changes.
  ///
  /// - Returns: the changes since the last call, each file once; empty if there are none within the time.
  /// - Throws: `limitExceeded` if a new folder cannot be watched; `io`.
  package func next(withinSeconds seconds: Double) throws(ImageError) -> [FolderChange] {
    let end = SystemCall.monotonicSeconds + seconds
    while true {
      try inotify.readEvents(note)
      let due = min(nextFolderCheck, linksDue ?? end, pending.values.lazy.map(\.due).min() ?? end)
      var changes: [FolderChange] = []
      if due <= SystemCall.monotonicSeconds {
        // The files of a folder that is gone cannot be looked at.
        changes = try checkRoots() + settle() + settleLinks()
      }
      let now = SystemCall.monotonicSeconds
      if !changes.isEmpty || now >= end { return changes }
      inotify.wait(seconds: min(end, due) - now)
    }
  }

  /// The paths of all files that are there, sorted by name in each folder.
  package var files: [String] { roots.flatMap(\.allFiles) }

  /// Postpones the files that were written so lately that they may be incomplete, as is done with new files.
  ///
  /// - Returns: the others.
  package func postponeYoung(among paths: [String]) -> [String] {
    let asked = Set(paths.map { PathKey($0) })
    var young = Set<PathKey>()
    func visit(_ folder: WatchedFolder) {
      for (name, stamp) in folder.files where !isOld(stamp) {
        let place = Place(folder: folder, name: name.path)
        guard asked.contains(PathKey(place.path)) else { continue }
        folder.files[name] = nil
        postpone(place)
        young.insert(PathKey(place.path))
      }
      for inner in folder.folders.values { visit(inner) }
    }
    for root in roots { visit(root) }
    return paths.filter { !young.contains(PathKey($0)) }
  }

  // MARK: What is remembered

  /// A path about which there were events.
  private struct Pending {
    /// The time at which it is looked at.
    var due: Double
    /// Whether the file was written and not closed since.
    var isBeingWritten = false
    var folder: WatchedFolder
    var name: String
    /// The other path of a rename. Both are looked at together.
    var partner: PathKey?
  }

  /// What a comparison has found.
  private struct Outcome {
    var gone: [(path: String, stamp: FileStamp)] = []
    var appeared: [(place: Place, stamp: FileStamp)] = []
  }

  private struct Place {
    var folder: WatchedFolder
    var name: String
    var path: String { folder.path(of: name) }
  }

  private func remember(_ place: Place, _ stamp: FileStamp) { place.folder.files[PathKey(place.name)] = stamp }

  // MARK: Events

  private func note(_ event: Inotify.Event) {
    let (name, has) = (event.name, event.has)
    if !links.isEmpty, linksDue == nil { linksDue = SystemCall.monotonicSeconds + options.quietSeconds }
    if has(IN_Q_OVERFLOW) {
      for root in roots where root.identity != nil { lookAgain(at: root) }
      return
    }
    guard let folder = watched[event.watch] else { return }
    if has(IN_UNMOUNT), folder.below.isEmpty {
      // The directory that is at the path now was hidden by the mount. The folder is back only when something else is
      // there. A mounted directory, whose device is not that of its parent, is back already.
      let now = Self.identity(of: folder.path)
      folder.placeholder = now?.device == Self.identity(of: folder.path + "/..")?.device ? now : nil
      nextFolderCheck = 0
    }
    if has(IN_UNMOUNT) || has(IN_IGNORED) {
      watched[event.watch] = nil
      folder.watch = -1
      let isWithItsRoot = folder.identity?.device == root(of: folder)?.identity?.device
      if !folder.below.isEmpty, !has(IN_UNMOUNT) || !isWithItsRoot {
        // Files of a disk that was unmounted are not deleted.
        if has(IN_UNMOUNT) {
          var unmounted = Outcome()
          for inner in folder.folders.values { forget(inner, &unmounted) }
          (folder.files, folder.folders) = ([:], [:])
        }
        lookAgain(at: folder)
      }
      folder.isDeleted = !has(IN_UNMOUNT)
      return
    }
    let isFolder = has(IN_ISDIR)
    guard !name.isEmpty, options.includes(name, folder.below + name, isFolder) else { return }
    let key = PathKey(folder.path(of: name))
    var item = pending[key] ?? Pending(due: 0, folder: folder, name: name)
    item.folder = folder
    if has(IN_CLOSE_WRITE) || has(IN_MOVED_TO) || has(IN_MOVED_FROM) || has(IN_DELETE) {
      item.isBeingWritten = false
    } else if !isFolder, has(IN_CREATE) || has(IN_MODIFY) {
      item.isBeingWritten = true
    }
    // A new folder is watched at once, so that few files in it are missed when they are closed.
    let delay = item.isBeingWritten ? options.quietSeconds : isFolder && has(IN_CREATE) ? 0 : options.settleSeconds
    item.due = SystemCall.monotonicSeconds + delay
    if has(IN_MOVED_FROM) { moved = (event.cookie, key) }
    if has(IN_MOVED_TO), let moved, moved.cookie == event.cookie, pending[moved.from] != nil {
      pending[moved.from]?.partner = key
      item.partner = moved.from
    }
    pending[key] = item
  }

  /// Schedules a comparison of the whole folder. An empty name stands for the folder itself.
  private func lookAgain(at folder: WatchedFolder) {
    pending[PathKey(folder.path(of: ""))] = Pending(
      due: SystemCall.monotonicSeconds + options.settleSeconds, folder: folder, name: "")
  }

  // MARK: Comparing

  /// Looks at the paths that are due.
  private func settle() throws(ImageError) -> [FolderChange] {
    let now = SystemCall.monotonicSeconds
    var due = pending.filter { $0.value.due <= now }
    if due.isEmpty { return [] }
    var partners = due.values.compactMap(\.partner)
    while let partner = partners.popLast() {
      guard due[partner] == nil, let item = pending[partner] else { continue }
      due[partner] = item
      if let next = item.partner { partners.append(next) }
    }
    for key in due.keys { pending[key] = nil }
    var outcome = Outcome()
    for item in due.values where !item.folder.isForgotten {
      if item.name.isEmpty {
        try scan(item.folder, &outcome)
      } else {
        try compare(item.folder, item.name, &outcome, whole: false)
      }
    }
    return changes(outcome, waited: due)
  }

  /// Looks at the links, if it is time.
  private func settleLinks() throws(ImageError) -> [FolderChange] {
    guard let due = linksDue, due <= SystemCall.monotonicSeconds else { return [] }
    linksDue = nil
    links = links.filter { !$0.value.folder.isForgotten }
    var outcome = Outcome()
    for place in links.values where root(of: place.folder)?.identity != nil {
      let stamp = SystemCall.status(of: place.path).flatMap { $0.isRegularFile ? FileStamp($0) : nil }
      if stamp == place.folder.files[PathKey(place.name)] { continue }
      try compare(place.folder, place.name, &outcome, whole: false)
    }
    return changes(outcome, waited: [:])
  }

  /// The watched folder with a folder in its tree.
  private func root(of folder: WatchedFolder) -> WatchedFolder? { roots.first { $0.path == folder.root } }

  /// Compares one entry of a folder with what is remembered.
  ///
  /// - Parameter whole: whether a known folder is compared as well.
  private func compare(
    _ folder: WatchedFolder, _ name: String, _ outcome: inout Outcome, whole: Bool
  ) throws(ImageError) {
    let key = PathKey(name)
    let path = folder.path(of: name)
    var status = SystemCall.linkStatus(of: path)
    links[PathKey(path)] = nil
    if status?.isLink ?? false {
      let root = SystemCall.resolved(folder.root) ?? folder.root
      let target = SystemCall.status(of: path)
      status = SystemCall.isFile(linkedFrom: path, inside: root) ? target : nil
      if status != nil || target?.isRegularFile != true { links[PathKey(path)] = Place(folder: folder, name: name) }
    }
    let stamp = status.flatMap { $0.isRegularFile ? FileStamp($0) : nil }
    if let known = folder.files[key], known.identity != stamp?.identity {
      folder.files[key] = nil
      outcome.gone.append((path, known))
    }
    let identity = status.flatMap { $0.isDirectory ? FileIdentity($0) : nil }
    if let known = folder.folders[key], known.identity != identity {
      folder.folders[key] = nil
      forget(known, &outcome)
    }
    if let stamp {
      if folder.files[key] != stamp { outcome.appeared.append((Place(folder: folder, name: name), stamp)) }
    } else if let identity {
      let inner = folder.folders[key] ?? WatchedFolder(path: path, root: folder.root, below: folder.below + name + "/")
      if folder.folders[key] == nil || whole {
        inner.identity = identity
        folder.folders[key] = inner
        try scan(inner, &outcome)
      }
    }
  }

  /// Watches a folder and compares everything in it.
  private func scan(_ folder: WatchedFolder, _ outcome: inout Outcome) throws(ImageError) {
    try watch(folder)
    guard let names = SystemCall.entries(of: folder.path) else { return }
    let gone = Set(folder.files.keys).union(folder.folders.keys).subtracting(names.lazy.map { PathKey($0) })
    for key in gone { try compare(folder, key.path, &outcome, whole: false) }
    for name in names {
      let key = PathKey(name)
      let isKnown = folder.files[key] != nil || folder.folders[key] != nil
      if !isKnown {
        let isFolder = SystemCall.linkStatus(of: folder.path(of: name))?.isDirectory ?? false
        guard options.includes(name, folder.below + name, isFolder) else { continue }
      }
      try compare(folder, name, &outcome, whole: true)
    }
  }

  /// Forgets a folder that is not there any more, with everything in it.
  private func forget(_ folder: WatchedFolder, _ outcome: inout Outcome) {
    unwatch(folder)
    folder.isForgotten = true
    for (key, stamp) in folder.files { outcome.gone.append((folder.path(of: key.path), stamp)) }
    for inner in folder.folders.values { forget(inner, &outcome) }
  }

  /// The changes of a comparison for the caller: first the deleted files, then renames, then the rest. A file that may
  /// be incomplete has to wait.
  ///
  /// - Parameter waited: the paths that have waited already.
  private func changes(_ outcome: Outcome, waited: [PathKey: Pending]) -> [FolderChange] {
    var moved = Dictionary(outcome.gone.map { ($0.stamp.identity, $0) }, uniquingKeysWith: { first, _ in first })
    var gone = Set(outcome.gone.map { PathKey($0.path) })
    var renames: [(from: String, to: String)] = []
    var others: [FolderChange] = []
    let appeared = outcome.appeared.map { (path: $0.place.path, place: $0.place, stamp: $0.stamp) }
    for (path, place, stamp) in appeared.sorted(by: { $0.path < $1.path }) {
      // An event about the file and a comparison of the whole folder may have found the same.
      if place.folder.files[PathKey(place.name)] == stamp { continue }
      let key = PathKey(path)
      let isReplaced = gone.remove(key) != nil
      let isKnown = isReplaced || place.folder.files[PathKey(place.name)] != nil
      if let old = moved[stamp.identity], old.stamp == stamp, old.path != path {
        moved[stamp.identity] = nil
        gone.remove(PathKey(old.path))
        remember(place, stamp)
        renames.append((old.path, path))
      } else if isOld(stamp) || waited[key] != nil && links[key] == nil {
        remember(place, stamp)
        others.append(isKnown ? .changed(path) : .new(path))
      } else if pending[key]?.folder.isForgotten ?? true {
        postpone(place)
      }
    }
    return gone.map(\.path).sorted().map { .deleted($0) } + Self.inOrder(renames) + others
  }

  /// Renames in an order in which they could have happened: no file is renamed to a name that another one still has.
  /// Files that have exchanged their names have changed.
  private static func inOrder(_ renames: [(from: String, to: String)]) -> [FolderChange] {
    let sources = Set(renames.map { PathKey($0.from) })
    var waiting = Dictionary(renames.map { (PathKey($0.to), $0) }, uniquingKeysWith: { first, _ in first })
    var changes: [FolderChange] = []
    for rename in renames where !sources.contains(PathKey(rename.to)) {
      // Each rename frees a name, for which another one may wait.
      var name = PathKey(rename.to)
      while let rename = waiting.removeValue(forKey: name) {
        changes.append(.renamed(from: rename.from, to: rename.to))
        name = PathKey(rename.from)
      }
    }
    return changes + waiting.values.map(\.to).sorted().map { .changed($0) }
  }

  private func postpone(_ place: Place) {
    pending[PathKey(place.path)] = Pending(
      due: SystemCall.monotonicSeconds + options.quietSeconds, isBeingWritten: true, folder: place.folder,
      name: place.name)
  }

  /// Whether a file was last written so long ago that it must be complete, or its time is wrong.
  private func isOld(_ stamp: FileStamp) -> Bool { abs(Double(stamp.age)) / 1e9 >= options.quietSeconds }

  // MARK: Watches

  private func watch(_ folder: WatchedFolder) throws(ImageError) {
    guard let watch = try inotify.watch(folder.path, followsLink: folder.below.isEmpty) else { return }
    if folder.watch != watch, watched[folder.watch] === folder { watched[folder.watch] = nil }
    folder.watch = watch
    watched[watch] = folder
  }

  private func unwatch(_ folder: WatchedFolder) {
    // A folder that was renamed keeps its watch, which may be another entry's already.
    if watched[folder.watch] === folder {
      inotify.unwatch(folder.watch)
      watched[folder.watch] = nil
    }
    folder.watch = -1
  }

  // MARK: The watched folders themselves

  /// Looks whether each watched folder is still the one at its path. No event reports that it was moved together with
  /// the folder around it, or that something was mounted over it.
  private func checkRoots() throws(ImageError) -> [FolderChange] {
    nextFolderCheck = SystemCall.monotonicSeconds + options.folderCheckSeconds
    var changes: [FolderChange] = []
    for root in roots {
      var identity = Self.identity(of: root.path)
      if let placeholder = root.placeholder, identity == placeholder { identity = nil }
      if identity != nil, identity != root.identity || root.watch < 0 {
        let names = SystemCall.entries(of: root.path)
        // Nothing would ever be found in it, also where the process has confined itself to the folder before.
        if names == nil, errno == EACCES {
          throw ImageError(
            .io, "another directory is at the path, and this process may not read it", path: root.path,
            systemError: EACCES)
        }
        // After an unmount an empty directory remains. Some unmounts send no event.
        if identity != root.identity, !root.isDeleted, names?.isEmpty ?? true { identity = nil }
      }
      // A new directory may have the inode of the one before.
      if identity == root.identity, identity == nil || root.watch >= 0 { continue }
      if identity == nil { changes.append(.folderGone(root.path)) }
      if identity != nil, root.identity == nil { changes.append(.folderBack(root.path)) }
      unwatchAll(root)
      pending = pending.filter { !$0.key.path.utf8.starts(with: root.path(of: "").utf8) }
      root.identity = identity
      guard identity != nil else { continue }
      root.placeholder = nil
      root.isDeleted = false
      var outcome = Outcome()
      try scan(root, &outcome)
      changes += self.changes(outcome, waited: [:])
    }
    return changes
  }

  /// The identity of a directory; nil for anything else.
  private static func identity(of path: String) -> FileIdentity? {
    SystemCall.status(of: path).flatMap { $0.isDirectory ? FileIdentity($0) : nil }
  }

  private func unwatchAll(_ folder: WatchedFolder) {
    unwatch(folder)
    for inner in folder.folders.values { unwatchAll(inner) }
  }
}
