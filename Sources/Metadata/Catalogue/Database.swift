internal import ByteStreams
internal import CSQLite
internal import Glibc
internal import ImageModel

/// A connection to the SQLite database of a catalogue. One thread at a time may use it.
///
/// All functions throw `ImageError` with the path. The corresponding C type is `sqlite3`.
final class Database {
  private let handle: OpaquePointer
  private let path: String
  private let lockTimeout: Int32
  /// The prepared statements that do not run now, by their texts.
  private var prepared: [String: Statement] = [:]
  private static let mostPrepared = 64

  /// How a database is opened. C: `sqlite3_open_v2`.
  enum Mode {
    /// A missing file is made.
    case writing
    case reading
    /// The file does not change while it is open. It is read without locks, and nothing is written beside it.
    case readingFixed
  }

  /// - Parameter lockTimeout: how long a call waits for another process, in milliseconds. A writer's transaction takes
  ///   a fraction of a second.
  init(path: String, mode: Mode, lockTimeout: Int32 = 60_000) throws(ImageError) {
    handle = try Self.open(path, mode, lockTimeout)
    self.path = path
    self.lockTimeout = lockTimeout
  }

  // The connection ends with its last statement.
  deinit { sqlite3_close_v2(handle) }

  private static func open(_ path: String, _ mode: Mode, _ lockTimeout: Int32) throws(ImageError) -> OpaquePointer {
    let flags =
      switch mode {
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reading: SQLITE_OPEN_READONLY
      case .readingFixed: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    var handle: OpaquePointer?
    let name = mode == .readingFixed ? fixedName(path) : path
    var code = PathText.withCString(name) { sqlite3_open_v2($0, &handle, flags | SQLITE_OPEN_NOMUTEX, nil) }
    if code == SQLITE_OK {
      sqlite3_busy_timeout(handle, lockTimeout)
      // With a write-ahead log the last transactions can be lost with the power, but nothing is damaged.
      let settings = "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536"
      code = sqlite3_exec(handle, settings, nil, nil, nil)
    }
    // Where SQLite may not write, it opens the file for reading.
    if code == SQLITE_OK, mode == .writing, sqlite3_db_readonly(handle, "main") == 1 { code = SQLITE_READONLY }
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw error(code, handle, path)
    }
    return handle
  }

  /// SQLite's name of a file that does not change while it is read.
  private static func fixedName(_ path: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return "file:" + path.unicodeScalars.map { escapes[$0] ?? String($0) }.joined() + "?immutable=1"
  }

  /// The error for a result code that the last call gave.
  private static func error(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> ImageError {
    switch code {
    case SQLITE_NOTADB: ImageError(.usage, "is not a catalogue of imgindex", path: path)
    case SQLITE_READONLY: ImageError(.io, "cannot be written here", path: path)
    case SQLITE_BUSY: ImageError(.io, "another process keeps it locked", path: path)
    case SQLITE_FULL: SystemCall.error("write", path: path, number: ENOSPC)
    case SQLITE_CANTOPEN where sqlite3_system_errno(handle) != 0:
      SystemCall.error("open", path: path, number: sqlite3_system_errno(handle))
    case SQLITE_IOERR where sqlite3_system_errno(handle) != 0:
      SystemCall.error("read or write", path: path, number: sqlite3_system_errno(handle))
    default: ImageError(.io, String(cString: sqlite3_errmsg(handle)), path: path)
    }
  }

  /// Turns on the write-ahead log. If other processes do so at the same time, SQLite does not wait, because all of them
  /// would wait for each other. So this tries again, as long as other calls wait.
  func useWriteAheadLog() throws(ImageError) {
    var waited: Int32 = 0
    while true {
      do throws(ImageError) {
        guard try first("PRAGMA journal_mode = WAL", [], { $0.text(0) }) == "wal" else {
          throw ImageError(.io, "could not activate WAL mode", path: path)
        }
        return
      } catch {
        guard sqlite3_errcode(handle) == SQLITE_BUSY, waited < lockTimeout else { throw error }
        usleep(10_000)
        waited += 10
      }
    }
  }

  private func check(_ code: Int32) throws(ImageError) {
    guard code == SQLITE_OK else { throw Self.error(code, handle, path) }
  }

  // MARK: Statements

  /// Runs statements without values, and drops their rows. C: `sqlite3_exec`.
  func execute(_ statements: String) throws(ImageError) { try check(sqlite3_exec(handle, statements, nil, nil, nil)) }

  /// Runs one statement that has no rows.
  ///
  /// - Parameter values: the values for the question marks, in their order.
  func execute(_ statement: String, _ values: [SQLValue]) throws(ImageError) {
    try run(statement, values) { _ in true }
  }

  /// Calls a function with each row of a statement.
  func forEach(
    _ statement: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(ImageError) -> Void
  ) throws(ImageError) {
    try run(statement, values) { row throws(ImageError) in
      try body(row)
      return true
    }
  }

  /// The result of a function for the first row; nil if there is no row.
  func first<Value>(
    _ statement: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(ImageError) -> Value
  ) throws(ImageError) -> Value? {
    var value: Value?
    try run(statement, values) { row throws(ImageError) in
      value = try body(row)
      return false
    }
    return value
  }

  /// The first column of the first row; nil if there is none, 0 for NULL.
  func integer(_ statement: String, _ values: [SQLValue] = []) throws(ImageError) -> Int64? {
    try first(statement, values) { $0.integer(0) }
  }

  /// The number of the row that was inserted last.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs a function in a transaction, which an error rolls back.
  ///
  /// - Parameter isForWriting: whether the transaction waits at its beginning until no other process writes.
  func transaction<Value>(
    isForWriting: Bool, _ body: (Database) throws(ImageError) -> Value
  ) throws(ImageError) -> Value {
    try execute(isForWriting ? "BEGIN IMMEDIATE" : "BEGIN")
    do throws(ImageError) {
      let value = try body(self)
      try execute("COMMIT")
      return value
    } catch {
      // After some errors SQLite has done it already.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Runs one statement, row by row while the function says so.
  private func run(
    _ sql: String, _ values: [SQLValue], _ body: (borrowing Row) throws(ImageError) -> Bool
  ) throws(ImageError) {
    // A nested call with the same text prepares a second statement.
    let statement = if let known = prepared.removeValue(forKey: sql) { known } else { try prepare(sql) }
    defer {
      // Its result repeats the error of the last step.
      sqlite3_reset(statement.handle)
      sqlite3_clear_bindings(statement.handle)
      if prepared.count < Self.mostPrepared { prepared[sql] = statement }
    }
    for (index, value) in values.enumerated() { try check(value.bind(to: statement.handle, at: Int32(index + 1))) }
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw Self.error(code, handle, path) }
      guard try body(Row(handle: statement.handle)) else { return }
    }
  }

  private func prepare(_ sql: String) throws(ImageError) -> Statement {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement else { throw ImageError(.io, "an SQL statement is empty", path: path) }
    return Statement(handle: statement)
  }
}

/// A prepared statement. The corresponding C type is `sqlite3_stmt`.
private final class Statement {
  let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }
}

/// A row that a statement has reached. Columns count from 0.
struct Row: ~Copyable {
  fileprivate let handle: OpaquePointer

  /// 0 for NULL. C: `sqlite3_column_int64`.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// nil for NULL. It ends before a NUL byte. C: `sqlite3_column_text`.
  func text(_ column: Int32) -> String? { sqlite3_column_text(handle, column).map { String(cString: $0) } }

  /// Empty for NULL. C: `sqlite3_column_blob`.
  func bytes(_ column: Int32) -> [UInt8] {
    // The bytes come first: the call may convert the value and change its length.
    let start = sqlite3_column_blob(handle, column)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .init(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}

/// A value in a column of a row.
enum SQLValue {
  case null, integer(Int64), real(Double), text(String), blob([UInt8])

  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
  init(_ number: Int?) { self.init(number.map { Int64($0) }) }
  init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// C: `sqlite3_bind_int64` and others. NaN becomes NULL, and a text ends before a NUL byte.
  fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        sqlite_shim_bind_text(statement, index, bytes.baseAddress, bytes.firstIndex(of: 0) ?? bytes.count)
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { sqlite_shim_bind_blob(statement, index, $0.baseAddress, $0.count) }
    }
  }
}
