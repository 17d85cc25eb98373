internal import ByteStreams
internal import FolderWatching
internal import Glibc
internal import ImageModel

/// The folder in which other programs put documents for a program: `~/.local/share/people/inbox`.
///
/// A document appears in it complete or not at all. The program takes it to a place of its own, or removes it. Files
/// with hidden names, links and what is neither a file nor a folder are not documents.
public struct DocumentInbox: Sendable {
  /// A document that was handed over.
  public struct Item: Hashable, Sendable, Identifiable {
    /// Where it is in the inbox.
    public let path: String
    /// The name under which it was handed over, with a number if the name was taken.
    public var name: String { PathText.split(path).name }
    /// When it came, in seconds since 1970.
    public let date: Double

    /// Unique in the inbox.
    public var id: String { path }
  }

  /// The folder, which need not exist before the first document comes.
  public let folder: String

  /// - Parameter folder: an absolute path, such as `StandardDirectories("people").inbox` of the module Preferences.
  public init(_ folder: String) { self.folder = folder }

  // MARK: Handing over

  /// Hands a copy of a document over. Programs that have unsaved changes of it are asked to save first. The inbox is
  /// made if it is missing; only this user can enter it then.
  ///
  /// - Returns: the path of the copy. If the name is taken, it gets a number: `chess 2.team`.
  /// - Throws: `missing`, `unsafePackage`, `limitExceeded`, `timedOut`, `diskFull`, `notPermitted`, `io`. Nothing is
  ///   handed over then.
  @discardableResult
  public func add(
    _ path: String, limits: FileWrapper.Limits = FileWrapper.Limits(), deadline: Duration = .seconds(10)
  ) async throws(DocumentError) -> String {
    let source = try DocumentStorage.resolve(path)
    guard PrivateFolder.make(folder) else { throw DocumentError.system("make the inbox", path: folder) }
    let rest = await FileCoordinator(deadline: deadline).ask(.save, source).deadline
    return try await NumberedName.free(in: folder, PathText.split(source).name) { target throws(DocumentError) in
      let target = try DocumentStorage.resolve(target)
      return try await DocumentLock.holding([(source, false), (target, true)], within: rest) {
        () throws(DocumentError) in
        _ = try DocumentStorage.write(
          try FileWrapper(path: source, limits: limits), to: DocumentLocation(target), replacing: .nothing, syncs: true,
          model: CopiedFile(path: source, isMoved: false))
        return target
      }
    }
  }

  // MARK: Receiving

  /// The documents that are there, the oldest first; none if there is no inbox.
  ///
  /// - Throws: `notPermitted`, `io`.
  public func documents() throws(DocumentError) -> [Item] {
    guard let names = SystemCall.entries(of: folder) else {
      if errno == ENOENT { return [] }
      throw DocumentError.system("read the inbox", path: folder)
    }
    let items = names.compactMap { name -> Item? in
      let path = "\(folder)/\(name)"
      guard name.utf8.first != UInt8(ascii: "."), let status = SystemCall.linkStatus(of: path),
        status.isRegularFile || status.isDirectory
      else { return nil }
      // A copy may have the time of the original, but not of its last change of name.
      let time = status.st_ctim
      return Item(path: path, date: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
    return items.sorted { ($0.date, $0.path) < ($1.date, $1.path) }
  }

  /// The documents that are there, and each one that comes, within a second. It ends only with its task.
  public func arrivals() -> AsyncStream<Item> {
    AsyncStream { continuation in
      let isEnded = SharedFlag()
      continuation.onTermination = { _ in isEnded.set() }
      if !DetachedThread.start({ follow(until: isEnded) { continuation.yield($0) } }) { continuation.finish() }
    }
  }

  /// Moves a document out of the inbox. If several programs take it, one gets it. Between two file systems it is a copy
  /// that is complete before the document goes.
  ///
  /// - Parameter destination: the folder that it gets into.
  /// - Returns: its new path. If the name is taken, it gets a number.
  /// - Throws: `missing` if it is not there any more; `timedOut`, `diskFull`, `notPermitted`, `io`. It stays in the
  ///   inbox then.
  @discardableResult
  public func take(
    _ item: Item, into destination: String, deadline: Duration = .seconds(10)
  ) async throws(DocumentError) -> String {
    let source = try source(of: item)
    let coordinator = FileCoordinator(deadline: deadline)
    let rest = await coordinator.ask(.letGo, source).deadline
    return try await NumberedName.free(in: destination, item.name) { target throws(DocumentError) in
      let target = try DocumentStorage.resolve(target)
      _ = try await coordinator.move(resolved: source, to: target, presenter: nil, within: rest)
      return target
    }
  }

  /// Deletes a document that nobody wants.
  ///
  /// - Throws: `missing`, `timedOut`, `notPermitted`, `io`.
  public func remove(_ item: Item) async throws(DocumentError) {
    try await FileCoordinator().remove(resolved: try source(of: item))
  }

  /// The path of a document. Links are resolved only in that of the inbox: one that has taken the document's name
  /// meanwhile leads to something that nobody has handed over.
  ///
  /// - Throws: `missing`.
  private func source(of item: Item) throws(DocumentError) -> String {
    let path = "\(try DocumentStorage.resolve(folder))/\(item.name)"
    guard let status = SystemCall.linkStatus(of: path), status.isRegularFile || status.isDirectory else {
      throw DocumentError(.missing, "is not in the inbox any more", path: path)
    }
    return path
  }

  /// Tells each document once, on the thread of the caller.
  private func follow(until isEnded: SharedFlag, _ tell: (Item) -> Void) {
    var options = FolderWatchOptions()
    options.includes = { entry, below, _ in entry == below }
    var watcher: FolderWatcher?
    // A file, too: another one may have come under the name of one that was taken just now.
    var known: [String: FileIdentity] = [:]
    while !isEnded.isSet {
      // What comes after the watch has begun is noticed, and what came before is seen.
      if watcher == nil { watcher = try? FolderWatcher([folder], options) }
      let present = (try? documents()) ?? []
      var found: [String: FileIdentity] = [:]
      for item in present {
        // It may be taken already.
        guard let file = SystemCall.linkStatus(of: item.path).map({ FileIdentity($0) }) else { continue }
        found[item.path] = file
        if known[item.path] != file { tell(item) }
      }
      known = found
      guard let watching = watcher else {
        // There is no inbox yet.
        usleep(500_000)
        continue
      }
      do throws(ImageError) {
        _ = try watching.next(withinSeconds: 1)
      } catch {
        watcher = nil
        usleep(500_000)
      }
    }
  }
}
