internal import ByteStreams
internal import Glibc

/// An earlier state of a document, one side of a conflict, or unsaved changes of a program that was killed.
///
/// Versions are in `$XDG_DATA_HOME/cameo/versions`, unsaved changes in `$XDG_STATE_HOME/cameo/documents`. They are
/// copies, by content: the same file in two versions is there once. Of the versions, all of the last hour are kept, one
/// for each hour of the last day, one for each day of the last month, and one for each week; all together up to 2 GiB.
public struct FileVersion: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    /// A state that was saved.
    case version
    /// What a session had changed when another program saved, and nobody has decided yet.
    case ours
    /// What the other program had saved then.
    case theirs
    /// A copy beside the document that a program for synchronisation has made; its name: `Syncthing`.
    case copy(by: String)
    /// Changes that a program had not saved when it ended.
    case recovery
  }

  public let kind: Kind
  /// The document's path when the version was made.
  public let documentPath: String
  /// Seconds since 1970.
  public let date: Double
  /// Who made it, and where; nil where that is not known.
  public let user: String?
  public let host: String?
  /// The number of bytes of all its files.
  public let byteCount: UInt64
  /// Why a copy beside the document cannot be read: it is a link, say, or beyond the limits of a package. nil if it
  /// can.
  public let problem: DocumentError?
  /// The record of the version, or the copy beside the document.
  let record: String

  /// Unique among all versions of all documents.
  public var id: String { record }

  init(_ record: VersionRecord, at path: String) {
    kind = record.kind
    documentPath = record.documentPath
    date = Double(record.date) / 1e9
    user = record.user
    host = record.host
    byteCount = record.byteCount
    problem = nil
    self.record = path
  }

  private init(copy path: String, by maker: String, of document: String) throws(DocumentError) {
    guard let status = SystemCall.linkStatus(of: path) else { throw DocumentError.system("open", path: path) }
    kind = .copy(by: maker)
    documentPath = document
    date = Double(status.st_mtim.tv_sec)
    user = nil
    host = nil
    record = path
    do throws(DocumentError) {
      byteCount = try Self.copy(at: path).byteCount
      problem = nil
    } catch {
      byteCount = status.isRegularFile ? UInt64(clamping: status.st_size) : 0
      problem = error
    }
  }

  // MARK: Finding

  /// All versions of a document that were saved, the newest first.
  ///
  /// - Throws: `missing` where the document's folder or the home folder does not exist.
  public static func versions(of path: String) throws(DocumentError) -> [FileVersion] {
    let path = try DocumentStorage.resolve(path)
    return try VersionStore.versions().list(path, [.version]).map(\.version)
  }

  /// The conflicts of a document that nobody has resolved yet: both sides of those that a session found, and the copies
  /// that Syncthing, Nextcloud, Dropbox and Seafile leave beside a document. A copy that cannot be read is one, too,
  /// with a `problem`.
  ///
  /// - Throws: as `versions`.
  public static func unresolvedConflicts(of path: String) throws(DocumentError) -> [FileVersion] {
    let path = try DocumentStorage.resolve(path)
    var found = try VersionStore.versions().list(path, [.ours, .theirs]).map(\.version)
    for copy in SyncCopies.copies(of: path) {
      // It may be gone already.
      if let version = try? FileVersion(copy: copy.path, by: copy.maker, of: path) { found.append(version) }
    }
    return found
  }

  // MARK: Using

  /// Keeps the present state of a document as a version.
  ///
  /// - Returns: nil if the newest version is the same.
  @discardableResult
  public static func add(
    of path: String, limits: FileWrapper.Limits = FileWrapper.Limits()
  ) async throws(DocumentError) -> FileVersion? {
    let path = try DocumentStorage.resolve(path)
    return try await DocumentLock.holding([(path, false)], within: .seconds(10)) { () throws(DocumentError) in
      let store = try VersionStore.versions()
      return try store.add(try FileWrapper(path: path, limits: limits), of: path, kind: .version)
    }
  }

  /// The contents, which are read when they are asked for.
  ///
  /// - Throws: `missing` if the version was removed; the `problem`.
  public func fileWrapper() throws(DocumentError) -> FileWrapper {
    if case .copy = kind { return try Self.copy(at: record) }
    guard let found = VersionStore.record(record) else {
      throw DocumentError(.missing, "the version does not exist any more", path: documentPath)
    }
    return try VersionStore.wrapper(found, at: record)
  }

  /// A copy beside a document. A link would lead to something that nobody has copied.
  private static func copy(at path: String) throws(DocumentError) -> FileWrapper {
    if SystemCall.linkStatus(of: path)?.isLink ?? false {
      throw DocumentError(.unsafePackage, "is a link, not a copy", path: path)
    }
    return try FileWrapper(path: path)
  }

  /// Puts the version in the place of its document, whose present state is kept as a version before; the restored one
  /// is the newest version then. What cannot be
  /// read, and a folder in the place of a file or the reverse, gets another name beside the document instead:
  /// `chess.team.saved-1x2y3z`.
  ///
  /// - Parameter path: where the document is now; nil for where it was.
  /// - Returns: the path of what has another name now; nil if nothing has.
  /// - Throws: `missing`, `timedOut`, `diskFull`, `notPermitted`, `io`; the document is as it was then.
  @discardableResult
  public func restore(to path: String? = nil) async throws(DocumentError) -> String? {
    let path = try DocumentStorage.resolve(path ?? documentPath)
    let rest = await FileCoordinator().ask(.letGo, path).deadline
    return try await DocumentLock.holding([(path, true)], within: rest) {
      () throws(DocumentError) -> String? in
      let wrapper = try fileWrapper()
      var expected = DocumentStorage.Expected.nothing
      if let state = try Self.keepPresent(path), state.isDirectory == wrapper.isDirectory { expected = .state(state) }
      var aside: String?
      if case .nothing = expected, SystemCall.linkStatus(of: path) != nil {
        aside = PackageStage.putAside(path)
        if aside == nil { throw DocumentError.system("put aside", path: path) }
      }
      do throws(DocumentError) {
        _ = try DocumentStorage.write(wrapper, to: DocumentLocation(path), replacing: expected, syncs: true)
      } catch {
        if let aside { _ = SystemCall.renameWithoutReplacing(aside, to: path) }
        throw error
      }
      // The newest version is what the document is now. It comes back if somebody deletes the document.
      _ = try? VersionStore.versions().add(wrapper, of: path, kind: .version)
      return aside
    }
  }

  /// Keeps what is under a document's name as a version.
  ///
  /// - Returns: its state; nil where there is nothing, or something that cannot be read.
  private static func keepPresent(_ path: String) throws(DocumentError) -> DiskState? {
    do throws(DocumentError) {
      guard let state = try DiskState.read(path) else { return nil }
      _ = try VersionStore.versions().add(try FileWrapper(path: path), of: path, kind: .version)
      return state
    } catch {
      // Of the document, or of a file in it. The folder of versions is elsewhere.
      guard error.isAboutContents, error.path?.utf8.starts(with: path.utf8) ?? false else { throw error }
      return nil
    }
  }

  /// Keeps the contents of one side of a conflict as an ordinary version. The side stays.
  ///
  /// - Returns: nil if the newest version is the same.
  /// - Throws: the `problem`; `diskFull`, `notPermitted`, `timedOut`, `io`.
  @discardableResult
  public func keepAsVersion() throws(DocumentError) -> FileVersion? {
    if kind == .version { return nil }
    return try VersionStore.versions().add(try fileWrapper(), of: documentPath, kind: .version)
  }

  /// Ends one side of a conflict without losing it: it is an ordinary version from now on.
  ///
  /// - Throws: as `keepAsVersion`; `changed` if the copy has changed meanwhile. The side stays then.
  public func resolve() throws(DocumentError) {
    if kind == .version { return }
    var state: DiskState?
    if case .copy = kind { state = try DiskState.read(record) }
    try keepAsVersion()
    if var state, try !state.isCurrent(record) {
      throw DocumentError(.changed, "another program has changed it", path: record)
    }
    try remove()
  }

  /// Removes the version. Of a conflict, this side is resolved then; a copy beside the document is deleted.
  ///
  /// - Throws: `notPermitted`, `io`.
  public func remove() throws(DocumentError) {
    guard case .copy = kind else { return try VersionStore.remove(record) }
    guard SystemCall.linkStatus(of: record) != nil else { return }
    try DocumentMove.remove(record)
  }
}
