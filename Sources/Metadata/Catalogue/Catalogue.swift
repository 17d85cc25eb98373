internal import ByteStreams
internal import Glibc
package import ImageModel
internal import Synchronization

/// A catalogue of image files: an SQLite database with what each file's metadata says.
///
/// Several processes may use one at once: readers see the last whole transaction (write-ahead log), and a writer waits
/// for another one.
package final class Catalogue: Sendable {
  // Used while `lock` is held.
  private nonisolated(unsafe) let database: Database
  private let lock = Mutex(())
  /// The database file, for messages.
  let path: String
  private let identity: FileIdentity?

  /// Opens a catalogue, or makes one.
  ///
  /// - Parameter forWriting: whether a missing catalogue is made.
  /// - Throws: `ImageError` with the path: `io`, or `usage` for a file that is not a catalogue.
  package init(path: String, forWriting: Bool) throws(ImageError) {
    database = try Self.open(path, forWriting: forWriting)
    self.path = path
    identity = FileIdentity(path: path)
  }

  private static func open(_ path: String, forWriting: Bool) throws(ImageError) -> Database {
    let needed = forWriting ? PathText.split(path).directory : path
    if SystemCall.status(of: needed) == nil { throw SystemCall.error("open", path: path) }
    let isNew = SystemCall.linkStatus(of: path) == nil
    guard SystemCall.status(of: path)?.isRegularFile ?? true else {
      throw ImageError(.usage, "is not a catalogue of imgindex", path: path)
    }
    // SQLite's error would be that of its second attempt, which is to read the file.
    let hasLog = SystemCall.status(of: path + "-wal") != nil
    if forWriting, isNew || !hasLog, !isWritable(PathText.split(path).directory) {
      throw SystemCall.error("write", path: path)
    }
    do throws(ImageError) {
      return try openFile(path, forWriting: forWriting)
    } catch {
      // On a full disk a new file may be there, without its tables.
      if isNew, error.kind == .io { removeEmpty(path) }
      throw error
    }
  }

  /// Removes a database without tables, and the files that SQLite makes beside one.
  private static func removeEmpty(_ path: String) {
    // Another process may have made its tables.
    guard (try? Database(path: path, mode: .reading).integer("SELECT count(*) FROM sqlite_master")) == 0 else { return }
    for suffix in ["", "-journal", "-wal", "-shm"] { SystemCall.remove(path + suffix) }
  }

  private static func openFile(_ path: String, forWriting: Bool) throws(ImageError) -> Database {
    let mode: Database.Mode = forWriting ? .writing : isFixed(path) ? .readingFixed : .reading
    let database = try Database(path: path, mode: mode)
    // Another process may be making it.
    let (isOurs, version, isEmpty) = try database.transaction(isForWriting: false) { database throws(ImageError) in
      (
        try database.integer("PRAGMA application_id") == CatalogueSchema.applicationID,
        try database.integer("PRAGMA user_version") ?? 0,
        try database.integer("SELECT count(*) FROM sqlite_master") == 0
      )
    }
    guard isOurs || isEmpty && forWriting else {
      throw ImageError(.usage, "is not a catalogue of imgindex", path: path)
    }
    guard !isOurs || version == CatalogueSchema.version else {
      throw ImageError(
        .usage, "was made by another version of imgindex: delete it, and 'imgindex update' makes it again", path: path)
    }
    if forWriting { try database.useWriteAheadLog() }
    if !isOurs {
      try database.transaction(isForWriting: true) { database throws(ImageError) in
        // Another process may have made it meanwhile.
        if try database.integer("PRAGMA user_version") == CatalogueSchema.version { return }
        try database.execute(CatalogueSchema.statements)
        try database.execute("PRAGMA application_id = \(CatalogueSchema.applicationID)")
        try database.execute("PRAGMA user_version = \(CatalogueSchema.version)")
      }
    }
    return database
  }

  private static func isWritable(_ folder: String) -> Bool { PathText.withCString(folder) { access($0, W_OK) } == 0 }

  /// Whether nobody writes the catalogue, and this process cannot make the file that readers share, because the medium
  /// or the directory is read-only. A writer's log is there while it is open.
  private static func isFixed(_ path: String) -> Bool {
    !isWritable(PathText.split(path).directory) && SystemCall.status(of: path + "-wal") == nil
  }

  /// Checks that changes by other processes are seen.
  ///
  /// - Throws: `io` for a catalogue that is read without locks, because its directory cannot be written.
  package func checkSeesChanges() throws(ImageError) {
    guard Self.isFixed(path) else { return }
    throw ImageError(.io, "its directory cannot be written, so that changes by others are not seen", path: path)
  }

  /// Checks that other processes still find this catalogue at its path.
  ///
  /// - Throws: `io` if the file was deleted, or another one has its path.
  package func checkIsInPlace() throws(ImageError) {
    guard FileIdentity(path: path) == identity else {
      throw ImageError(.io, "the catalogue was deleted or replaced", path: path)
    }
  }

  /// The number of the last transaction.
  package func revision() throws(ImageError) -> Int64 {
    try read { database throws(ImageError) in try Self.revision(database) }
  }

  static func revision(_ database: Database) throws(ImageError) -> Int64 {
    try database.integer("SELECT revision FROM state") ?? 0
  }

  /// The parts of pictures that this catalogue has: all that any run has asked for.
  package func parts(adding parts: CataloguePicture.Parts) throws(ImageError) -> CataloguePicture.Parts {
    let number = try read { database throws(ImageError) in try database.integer("SELECT parts FROM state") ?? 0 }
    let known = CataloguePicture.Parts(rawValue: Int(number))
    if known.isSuperset(of: parts) { return known }
    let all = known.union(parts)
    try write { database throws(ImageError) in
      try database.execute("UPDATE state SET parts = parts | ?", [SQLValue(all.rawValue)])
    }
    return all
  }

  // MARK: Access

  /// Calls a function that sees the catalogue as it is at one moment.
  func read<Value: Sendable>(_ body: (Database) throws(ImageError) -> Value) throws(ImageError) -> Value {
    try lock.withLock { _ throws(ImageError) in try database.transaction(isForWriting: false, body) }
  }

  /// Calls a function whose changes are made together, or not at all where it throws.
  func write<Value: Sendable>(_ body: (Database) throws(ImageError) -> Value) throws(ImageError) -> Value {
    try lock.withLock { _ throws(ImageError) in try database.transaction(isForWriting: true, body) }
  }
}
