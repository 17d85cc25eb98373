internal import ByteStreams
internal import Glibc
internal import ImageModel

/// Writes a package: a new folder beside the old one, in which files that have not changed are links to the same files,
/// takes its place at once.
struct PackageWriter {
  let location: DocumentLocation
  let expected: DocumentStorage.Expected
  let syncs: Bool
  /// The package of which a new one is a copy.
  var model: CopiedFile?
  /// Tests set this to false to get the behaviour of a file system without `RENAME_EXCHANGE`.
  var canExchange = true
  /// Tests do here what another program does at the last moment.
  var beforeExchange: () -> Void = {}

  private var target: String { location.path }
  /// The package whose permissions and attributes this one gets.
  private var example: String { model?.path ?? target }
  /// What the contents are to know of their new places when these have their names.
  private var settled: [(contents: FileContents, below: String, stamp: FileStamp)] = []
  /// What the new package is made of, as it was made: no change of another program passes for ours.
  private var entries: [PathKey: FileStamp] = [:]

  init(location: DocumentLocation, expected: DocumentStorage.Expected, syncs: Bool) {
    self.location = location
    self.expected = expected
    self.syncs = syncs
  }

  mutating func write(_ package: FileWrapper, _ children: [String: FileWrapper]) throws(DocumentError) -> DiskState {
    let old = SystemCall.linkStatus(of: target)
    if case .state(let state) = expected { try check(state, at: target) }
    let stage = try PackageStage(for: target, isPrivate: SystemCall.linkStatus(of: example) != nil)
    do throws(DocumentError) {
      try fill(stage.path, children, below: "", depth: 0)
      try finish(stage.path, like: example, package)
      return try placed(stage, replacing: old != nil)
    } catch {
      stage.remove()
      throw error
    }
  }

  /// Gives the stage its name.
  private func placed(_ stage: PackageStage, replacing: Bool) throws(DocumentError) -> DiskState {
    guard let status = SystemCall.linkStatus(of: stage.path) else { throw DocumentError.system("write", path: target) }
    var state = DiskState(status, [])
    state.entries = entries
    if !replacing {
      guard SystemCall.renameWithoutReplacing(stage.path, to: target) else {
        throw DocumentError.system("write", path: target)
      }
      syncNames()
      settle()
      return state
    }
    beforeExchange()
    guard stage.exchange(with: target, canExchange: canExchange) else {
      throw DocumentError.system("write", path: target)
    }
    // The old package has the name of the stage now. If another program has changed it since, it gets its own back.
    if case .state(let before) = expected {
      do {
        try check(before, at: stage.path)
      } catch {
        if !stage.exchange(with: target, canExchange: canExchange) { stage.giveBack(to: target) }
        throw error
      }
    }
    // Not before the new package has its name on the disk may the old one go.
    syncNames()
    let kept = Set(settled.map { ObjectIdentifier($0.contents) })
    location.keepOpen(in: stage.path) { contents in
      // An earlier value may have another object for a file that is in both packages.
      kept.contains(ObjectIdentifier(contents))
        || contents.place.map { entries[PathKey($0.below)] == $0.stamp } ?? false
    }
    settle()
    stage.remove()
    return state
  }

  private func syncNames() { if syncs { SystemCall.syncFolder(PathText.split(target).directory) } }

  private func settle() {
    for (contents, below, stamp) in settled {
      contents.settle(at: .init(location: location, below: below, stamp: stamp))
    }
  }

  private func check(_ state: DiskState, at path: String) throws(DocumentError) {
    var state = state
    guard try state.isCurrent(path) else {
      throw DocumentError(.changed, "another program has changed it", path: target)
    }
  }

  // MARK: The files

  private mutating func fill(
    _ stage: String, _ children: [String: FileWrapper], below folder: String, depth: Int
  ) throws(DocumentError) {
    guard depth < 256 else { throw DocumentError(.limitExceeded, "has too many folders within folders", path: target) }
    for (name, child) in children.sorted(by: { $0.key < $1.key }) {
      do throws(DocumentError) {
        try ChildNames.check(name)
        let below = folder + name
        let path = "\(stage)/\(name)"
        switch child.node {
        case .file(let contents): try put(contents, of: child, at: path, below: below)
        case .directory(let inner):
          guard SystemCall.makeDirectory(path) else { throw DocumentError.system("write", path: path) }
          entries[PathKey(below)] = DiskState.folder
          try fill(path, inner, below: below + "/", depth: depth + 1)
          try finish(path, like: "\(example)/\(below)", child)
        case .link(let destination):
          try ChildNames.check(destination: destination, depth: depth)
          guard SystemCall.makeSymbolicLink(to: destination, at: path), let status = SystemCall.linkStatus(of: path)
          else { throw DocumentError.system("write", path: path) }
          entries[PathKey(below)] = FileStamp(status)
        }
      } catch {
        throw Self.told(error, of: "\(target)/\(folder)\(name)", stage: stage)
      }
    }
  }

  /// The error with the path that users know instead of that of the stage.
  private static func told(_ error: DocumentError, of path: String, stage: String) -> DocumentError {
    var error = error
    if error.path?.utf8.starts(with: stage.utf8) ?? true { error.path = path }
    return error
  }

  private mutating func put(
    _ contents: FileContents, of child: FileWrapper, at path: String, below: String
  ) throws(DocumentError) {
    var stamp = try link(contents, at: path, below: below, child.permissions)
    if stamp == nil { stamp = try write(contents, child, path, below) }
    guard let stamp else { return }
    settled.append((contents, below, stamp))
    entries[PathKey(below)] = stamp
  }

  /// Writes a new file.
  private func write(
    _ contents: FileContents, _ child: FileWrapper, _ path: String, _ below: String
  ) throws(DocumentError) -> FileStamp {
    let old = Self.regularFile("\(example)/\(below)")
    // Its user can write it until it is complete.
    let mode = child.permissions ?? old.map { $0.st_mode & 0o777 } ?? child.permissionsRead
    let file = SystemCall.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: mode.map { $0 | 0o600 } ?? 0o666)
    guard file >= 0 else { throw DocumentError.system("write", path: path) }
    defer { close(file) }
    try copy(contents, to: file, path)
    if let old {
      guard SystemCall.copyAttributes(of: "\(example)/\(below)", to: file) else {
        throw DocumentError.system("keep the attributes", path: path)
      }
      keepOwner(of: old, file)
    }
    if let mode { fchmod(file, mode) }
    if let old { keepTimes(of: old, file) }
    if syncs, fsync(file) != 0 { throw DocumentError.system("write", path: path) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw DocumentError.system("write", path: path) }
    return FileStamp(status)
  }

  /// The file that has the name in the old package.
  private func oldFile(_ below: String) -> stat? { Self.regularFile("\(target)/\(below)") }

  private static func regularFile(_ path: String) -> stat? {
    SystemCall.linkStatus(of: path).flatMap { $0.isRegularFile ? $0 : nil }
  }

  /// Makes a link to the file in the old package, if that has the same contents.
  ///
  /// - Returns: nil if there is no such file, or the file system has no links.
  private func link(
    _ contents: FileContents, at path: String, below: String, _ permissions: UInt32?
  ) throws(DocumentError) -> FileStamp? {
    var source: (path: String, stamp: FileStamp)?
    if let place = contents.place, place.location === location || place.location.path == target {
      source = (place.path, place.stamp)
    } else if let old = oldFile(below), UInt64(clamping: old.st_size) == contents.size {
      // A document type may make all its contents anew each time; those of a version have a place of their own.
      let place = FileContents.Place(location: location, below: below, stamp: FileStamp(old))
      if FileContents(place).hasBytes(of: contents) { source = (place.path, place.stamp) }
    }
    guard let source else { return nil }
    if let permissions, let status = SystemCall.linkStatus(of: source.path), status.st_mode & 0o777 != permissions {
      // Another mode of the same file would be another mode of the old one, too.
      return nil
    }
    guard SystemCall.link(source.path, to: path) else {
      // Bytes in memory are still good.
      if errno != ENOENT || contents.memory != nil { return nil }
      throw DocumentError(.changed, "another program has removed it", path: source.path)
    }
    guard SystemCall.linkStatus(of: path).map({ FileStamp($0) }) == source.stamp else {
      SystemCall.remove(path)
      // Bytes in memory are still good.
      if contents.memory != nil { return nil }
      throw DocumentError(.changed, "another program has changed it", path: source.path)
    }
    return source.stamp
  }

  private func copy(_ contents: FileContents, to file: Int32, _ path: String) throws(DocumentError) {
    let source: any ByteSource
    do throws(ImageError) {
      source = try contents.source()
      var offset: UInt64 = 0
      // Within one file system this may make a reflink.
      if let other = source as? FileByteSource { offset = other.copy(0..<contents.size, to: file, at: 0) }
      lseek(file, off_t(offset), SEEK_SET)
      while offset < contents.size {
        let bytes = try source.bytes(at: offset, count: FileContents.pieceSize)
        guard !bytes.isEmpty, SystemCall.writeAll(bytes, to: file) else {
          throw SystemCall.error("write", path: path, number: bytes.isEmpty ? ESTALE : errno)
        }
        offset += UInt64(bytes.count)
      }
    } catch {
      throw error.systemError == ESTALE
        ? DocumentError(.changed, error.message, path: contents.path) : DocumentError(error)
    }
  }

  // MARK: The folders

  /// Gives a folder, which is complete, the attributes of the old one, and its permissions.
  private func finish(_ folder: String, like old: String, _ wrapper: FileWrapper) throws(DocumentError) {
    let file = SystemCall.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw DocumentError.system("write", path: folder) }
    defer { close(file) }
    var mode = wrapper.permissions
    var times: stat?
    if let status = SystemCall.linkStatus(of: old), status.isDirectory {
      guard SystemCall.copyAttributes(of: old, to: file) else {
        throw DocumentError.system("keep the attributes", path: folder)
      }
      keepOwner(of: status, file)
      mode = mode ?? status.st_mode & 0o7777
      times = status
    }
    if let mode = mode ?? wrapper.permissionsRead { fchmod(file, mode) }
    if let times { keepTimes(of: times, file) }
    if syncs, fsync(file) != 0 { throw DocumentError.system("write", path: folder) }
  }

  /// Where that is permitted. The copy of a package belongs to who makes it.
  private func keepOwner(of old: stat, _ file: Int32) {
    var new = stat()
    guard model?.isMoved ?? true, fstat(file, &new) == 0 else { return }
    if new.st_uid != old.st_uid { _ = fchown(file, old.st_uid, .max) }
    if new.st_gid != old.st_gid { _ = fchown(file, .max, old.st_gid) }
  }

  private func keepTimes(of old: stat, _ file: Int32) {
    if model?.isMoved ?? false { SystemCall.setTimes(of: file, like: old) }
  }
}
