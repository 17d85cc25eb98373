internal import ArgumentParser
internal import ByteStreams
package import CommandKit
internal import FolderWatching
internal import Glibc
internal import ImageModel
internal import Imaging
internal import StructuredText
internal import Synchronization
internal import Templates

extension ImagingRun {
  /// Makes the thumbnails of directories, and keeps them up to date until a signal ends the process.
  ///
  /// - Parameter isWanted: whether a file is not left out.
  /// - Throws: `ValidationError` for options that do not fit; `ImageError` if a directory cannot be watched.
  package func watch(where isWanted: @escaping (InputFile) -> Bool = { _ in true }) throws -> ExitStatus {
    var run = self
    run.naming = run.naming.keepingExtension
    if try run.naming.template(run.output).literalPath != nil {
      throw ValidationError("--watch needs a field such as {stem} in -o, so that each picture has its own thumbnail")
    }
    run.output.files.parents = run.output.files.parents || run.output.directory != nil
    run.input.recursive = true
    var options = FolderWatchOptions(run.input.filter)
    options.includes = { [run, included = options.includes] name, path, isFolder in
      guard included(name, path, isFolder) else { return false }
      guard isFolder, let directory = run.output.directory, let own = FileIdentity(path: directory) else { return true }
      // The thumbnails themselves.
      return !run.input.files.contains { FileIdentity(path: "\($0)/\(path)") == own }
    }
    let watcher = try FolderWatcher(run.input.files, options)
    var follower = try ThumbnailFollower(run, isWanted)
    var status = try follower.start(watcher)
    while status != .brokenPipe { status = try follower.follow(watcher.next(withinSeconds: 3_600)) }
    return status
  }
}

/// Keeps the thumbnails up to date while the pictures change.
private struct ThumbnailFollower {
  private let run: ImagingRun
  private let isWanted: (InputFile) -> Bool
  private let names = TemporaryNames()
  private let console: Console
  /// The paths of each picture's thumbnails. A picture that could not be read has none.
  private var outputs: [PathKey: [String]] = [:]
  /// The pictures of each thumbnail. A file and links to it share one in the desktop's cache, which knows files by
  /// their real paths.
  private var pictures: [PathKey: [PathKey]] = [:]
  /// The pictures as files, which no thumbnail replaces.
  private var identities: [PathKey: FileIdentity] = [:]

  init(_ run: ImagingRun, _ isWanted: @escaping (InputFile) -> Bool) throws {
    self.run = run
    self.isWanted = isWanted
    console = Console(program: run.program, quiet: run.run.quiet)
    TerminationWaiter.start(removing: names)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes the thumbnails that are missing, or older than their pictures. A picture that may be incomplete is reported
  /// as new later.
  mutating func start(_ watcher: FolderWatcher) throws -> ExitStatus {
    let (pictures, note) = try OutputPlan.withoutEarlierOutputs(
      watcher.files.map(input), input: run.input, output: run.output, naming: run.naming)
    let inputs = watcher.postponeYoung(among: pictures.map(\.name)).map(input)
    if let note { console.note(note) }
    var update = run
    update.output.files.update = true
    return try make(inputs.map { ($0, "found", nil) }, update)
  }

  mutating func follow(_ changes: [FolderChange]) throws -> ExitStatus {
    var wanted: [(InputFile, event: String, from: String?)] = []
    var renamed: [[String]] = []
    for change in changes {
      let (event, path, from) = change.parts
      // Thumbnails appear and change as well.
      if pictures[PathKey(path)] != nil { continue }
      switch change {
      case .new, .changed: wanted.append((input(path), event, nil))
      case .renamed(let old, _):
        renamed.append(forget(old))
        wanted.append((input(path), event, from))
      case .deleted:
        // Otherwise it was a thumbnail, or is not known.
        guard outputs[PathKey(path)] != nil else { continue }
        let old = forget(path)
        remove(old)
        try show(event, path, [JSONMember("outputs", .array(old.map { .path($0) }))])
      case .folderGone, .folderBack: try show(event, path, [])
      }
    }
    try console.flush()
    let status = wanted.isEmpty ? .success : try make(wanted, run)
    for old in renamed { remove(old) }
    return status
  }

  /// An input for a file, with its folder in the tree.
  private func input(_ path: String) -> InputFile {
    for root in run.input.files {
      let start = root.hasSuffix("/") ? root : root + "/"
      guard path.utf8.starts(with: start.utf8) else { continue }
      let folder = PathText.split(path).directory
      return .path(path, below: folder.utf8.count < start.utf8.count ? "" : folder.dropFirst(start.count) + "/")
    }
    return .path(path)
  }

  /// Makes thumbnails and reports them.
  private mutating func make(
    _ wanted: [(input: InputFile, event: String, from: String?)], _ run: ImagingRun
  ) throws -> ExitStatus {
    let wanted = wanted.filter { isWanted($0.input) }
    if wanted.isEmpty { return .success }
    for (input, _, _) in wanted { identities[PathKey(input.name)] = FileIdentity(path: input.name) }
    let work = try run.singleWork(names, inputs: Set(identities.values))
    let made = MadeOutputs()
    let events = Dictionary(wanted.map { (PathKey($0.input.name), $0) }, uniquingKeysWith: { _, last in last })
    var format = RecordFormat { [run] record, input in
      let (_, name, from) = events[PathKey(input.name)] ?? (input, "", nil)
      let event = WatchEvent(name, input.name, from: from)
      if run.run.json, case .object(let members) = record.json(input: input.name) { return event.line(members) }
      return run.run.quiet || record.error != nil ? "" : event.text
    }
    format.isFlushed = true
    let runner = BatchRunner(
      program: run.program, options: run.run, limits: run.limits, temporaryNames: nil, format: format)
    let status = runner.run(wanted.map(\.input)) { _, input throws(ImageError) in
      var record: BatchRecord
      do throws(ImageError) {
        let report = try work(input)
        made.add(PathKey(input.name), report.outputs.map(\.path))
        record = BatchRecord(report)
        let isKnown = events[PathKey(input.name)]?.event == "found"
        record.isOmitted = isKnown && report.outputs.allSatisfy { $0.skipped == .upToDate } && report.error == nil
      } catch {
        // The next change says that it was deleted.
        guard let path = input.path, SystemCall.status(of: path) == nil, errno == ENOENT else { throw error }
        record = BatchRecord()
        record.isOmitted = true
      }
      return record
    }
    for picture in events.keys where outputs[picture] == nil { outputs[picture] = [] }
    for (picture, paths) in made.all { remember(picture, paths) }
    return status
  }

  private mutating func remember(_ picture: PathKey, _ paths: [String]) {
    for path in paths {
      let others = pictures[PathKey(path)] ?? []
      if others.contains(picture) { continue }
      if let other = others.first, FileIdentity(path: other.path) != FileIdentity(path: picture.path) {
        console.line("warning: \(path) is the thumbnail of \(other.path) and \(picture.path): use {name} in -o")
      }
      pictures[PathKey(path)] = others + [picture]
    }
    let old = outputs.updateValue(paths, forKey: picture) ?? []
    // A picture that became another one may have thumbnails with other names.
    let kept = Set(paths.map { PathKey($0) })
    remove(release(old.filter { !kept.contains(PathKey($0)) }, by: picture))
  }

  /// Forgets a picture. Returns the thumbnails that have no other one.
  private mutating func forget(_ path: String) -> [String] {
    let picture = PathKey(path)
    identities[picture] = nil
    return release(outputs.removeValue(forKey: picture) ?? [], by: picture)
  }

  /// Takes thumbnails from a picture. Returns the thumbnails that belong to no other picture.
  private mutating func release(_ paths: [String], by picture: PathKey) -> [String] {
    for path in paths { pictures[PathKey(path)]?.removeAll { $0 == picture } }
    return paths.filter { pictures[PathKey($0)] == [] }
  }

  /// Removes thumbnails that no picture has any more.
  private mutating func remove(_ paths: [String]) {
    for path in paths where pictures[PathKey(path)] == [] {
      pictures[PathKey(path)] = nil
      SystemCall.remove(path)
    }
  }

  // MARK: Reporting

  private func show(_ event: String, _ path: String, _ members: [JSONMember]) throws {
    try WatchEvent(event, path).print([JSONMember("input", .path(path))] + members, to: console, run.run)
  }
}

/// The thumbnails that the threads of a run have made or found.
private final class MadeOutputs: Sendable {
  private let outputs = Mutex<[PathKey: [String]]>([:])

  var all: [PathKey: [String]] { outputs.withLock { $0 } }

  func add(_ picture: PathKey, _ paths: [String]) { outputs.withLock { $0[picture] = paths } }
}
