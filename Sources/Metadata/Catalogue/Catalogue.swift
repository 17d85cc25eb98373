internal import ByteStreams
internal import GRDB
internal import Glibc
package import ImageModel

/// A catalogue of image files: an SQLite database with what each file's metadata says.
///
/// Several processes may use one at once: readers see the last whole transaction (write-ahead log), and a writer waits
/// for another one.
package final class Catalogue: Sendable {
  let queue: DatabaseQueue
  /// The database file, for messages.
  let path: String
  private let identity: FileIdentity?

  /// Opens a catalogue, or makes one.
  ///
  /// - Parameter forWriting: whether a missing catalogue is made.
  /// - Throws: `ImageError` with the path: `io`, or `usage` for a file that is not a catalogue.
  package init(path: String, forWriting: Bool) throws(ImageError) {
    self.path = path
    let needed = forWriting ? PathText.split(path).directory : path
    if SystemCall.status(of: needed) == nil { throw SystemCall.error("open", path: path) }
    guard SystemCall.status(of: path)?.isRegularFile ?? true else {
      throw ImageError(.usage, "is not a catalogue of imgindex", path: path)
    }
    var configuration = Configuration()
    configuration.label = "imgindex"
    // Another writer's transaction takes a fraction of a second.
    configuration.busyMode = .timeout(60)
    configuration.journalMode = .wal
    configuration.readonly = !forWriting
    // With a write-ahead log the last transactions can be lost with the power, but nothing is damaged.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536") }
    let settings = configuration
    let name = forWriting || !Self.isFixed(path) ? path : Self.fixedName(path)
    queue = try Self.reporting(path) { try DatabaseQueue(path: name, configuration: settings) }
    identity = FileIdentity(path: path)
    try reporting {
      let (isOurs, version, isEmpty) = try queue.inDatabase { database in
        (
          try Int.fetchOne(database, sql: "PRAGMA application_id") == CatalogueSchema.applicationID,
          try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
          try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        )
      }
      guard isOurs || isEmpty && forWriting else {
        throw ImageError(.usage, "is not a catalogue of imgindex", path: path)
      }
      if isOurs, version == CatalogueSchema.version { return }
      guard !isOurs else {
        throw ImageError(
          .usage, "was made by another version of imgindex: delete it, and 'imgindex update' makes it again", path: path
        )
      }
      try queue.write { database in
        // Another process may have made it meanwhile.
        if try Int.fetchOne(database, sql: "PRAGMA user_version") == CatalogueSchema.version { return }
        try database.execute(sql: CatalogueSchema.statements)
        try database.execute(sql: "PRAGMA application_id = \(CatalogueSchema.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(CatalogueSchema.version)")
      }
    }
  }

  /// Whether nobody writes the catalogue, and this process cannot make the file for what readers share: on a medium or
  /// in a directory that is read-only. A writer's log is there while it is open.
  private static func isFixed(_ path: String) -> Bool {
    let isWritable = PathText.withCString(PathText.split(path).directory) { access($0, W_OK) } == 0
    return !isWritable && SystemCall.status(of: path + "-wal") == nil
  }

  /// SQLite's name of a file that does not change while it is read.
  private static func fixedName(_ path: String) -> String {
    let escapes = ["%": "%25", "?": "%3f", "#": "%23"]
    return "file:" + path.map { escapes[String($0)] ?? String($0) }.joined() + "?immutable=1"
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
    try read { try Int64.fetchOne($0, sql: "SELECT revision FROM state") ?? 0 }
  }

  /// The parts of pictures that this catalogue has: those that any run has asked for.
  package func parts(adding parts: CataloguePicture.Parts) throws(ImageError) -> CataloguePicture.Parts {
    let known = CataloguePicture.Parts(
      rawValue: try read { try Int.fetchOne($0, sql: "SELECT parts FROM state") ?? 0 })
    if known.isSuperset(of: parts) { return known }
    let all = known.union(parts)
    try write { try $0.execute(sql: "UPDATE state SET parts = parts | ?", arguments: [all.rawValue]) }
    return all
  }

  // MARK: Access

  func read<Value>(_ body: (Database) throws -> Value) throws(ImageError) -> Value {
    try reporting { try queue.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(ImageError) -> Value {
    try reporting { try queue.write(body) }
  }

  private func reporting<Value>(_ body: () throws -> Value) throws(ImageError) -> Value {
    try Self.reporting(path, body)
  }

  /// Turns errors of SQLite into ours.
  private static func reporting<Value>(_ path: String, _ body: () throws -> Value) throws(ImageError) -> Value {
    do {
      return try body()
    } catch let error as ImageError {
      throw error
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_NOTADB: throw ImageError(.usage, "is not a catalogue of imgindex", path: path)
      case .SQLITE_READONLY: throw ImageError(.io, "cannot be written here", path: path)
      case .SQLITE_BUSY: throw ImageError(.io, "another process keeps it locked", path: path)
      default: throw ImageError(.io, error.message ?? "SQLite error \(error.resultCode.rawValue)", path: path)
      }
    } catch {
      throw ImageError(.io, "\(error)", path: path)
    }
  }
}
