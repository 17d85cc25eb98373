internal import ByteStreams
@testable internal import Catalogue
internal import ImageModel
internal import TestKit
internal import Testing

/// The layer over SQLite. ImgindexTests try the catalogue as a whole.
@Suite("The database of a catalogue", .timed)
struct CatalogueDatabaseTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func database(_ name: String = "a.db", _ mode: Database.Mode = .writing) throws -> Database {
    try Database(path: folder.file(name), mode: mode, lockTimeout: 100)
  }

  @Test("Values are stored as sqlite3 shows them, and come back; a text ends before a NUL byte")
  func values() async throws {
    let database = try database()
    try database.execute("CREATE TABLE t(x)")
    let values: [(SQLValue, String)] = [
      (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"), (.real(0.5), "0.5"),
      (.real(.nan), "NULL"), (.null, "NULL"), (.text(""), "''"), (.text("it's ä"), "'it''s ä'"),
      (.text("a\0b"), "'a'"), (.blob([]), "X''"), (.blob([0, 0xFF]), "X'00FF'"),
    ]
    for (value, _) in values { try database.execute("INSERT INTO t VALUES (?)", [value]) }
    let shown = try await Tool.run("sqlite3", [folder.file("a.db"), "SELECT quote(x) FROM t ORDER BY rowid"])
    #expect(shown.text.split(separator: "\n").map(String.init) == values.map(\.1))
    var copies: [SQLValue] = []
    try database.forEach("SELECT x FROM t ORDER BY rowid") { copies.append($0.value(0)) }
    try database.execute("DELETE FROM t")
    for value in copies { try database.execute("INSERT INTO t VALUES (?)", [value]) }
    let again = try await Tool.run("sqlite3", [folder.file("a.db"), "SELECT quote(x) FROM t ORDER BY rowid"])
    #expect(again.text == shown.text)
  }

  @Test("What another process keeps locked is an error with the path, and can be written afterwards")
  func locked() throws {
    let (one, other) = (try database(), try database())
    try one.execute("CREATE TABLE t(x)")
    let error = #expect(throws: ImageError.self) {
      try one.transaction(isForWriting: true) { _ throws(ImageError) in
        try other.transaction(isForWriting: true) { _ throws(ImageError) in }
      }
    }
    #expect(error?.kind == .io)
    #expect(error?.reason == "another process keeps it locked")
    #expect(error?.path == folder.file("a.db"))
    try other.transaction(isForWriting: true) { database throws(ImageError) in
      try database.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try one.integer("SELECT count(*) FROM t") == 1)
  }

  @Test("An error undoes what its transaction has written, and names what is wrong")
  func undone() throws {
    let database = try database()
    try database.execute("CREATE TABLE t(x UNIQUE)")
    let error = #expect(throws: ImageError.self) {
      try database.transaction(isForWriting: true) { database throws(ImageError) in
        for _ in 0..<2 { try database.execute("INSERT INTO t VALUES (?)", [.integer(1)]) }
      }
    }
    #expect(error?.reason == "UNIQUE constraint failed: t.x")
    #expect(try database.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("A statement may run for each of its own rows")
  func nested() throws {
    let database = try database()
    try database.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)")
    var pairs: [[Int64]] = []
    let sql = "SELECT x FROM t WHERE x > ? ORDER BY x"
    try database.forEach(sql, [.integer(1)]) { row throws(ImageError) in
      let one = row.integer(0)
      try database.forEach(sql, [.integer(one)]) { pairs.append([one, $0.integer(0)]) }
    }
    #expect(pairs == [[2, 3]])
  }

  @Test("A file that nobody changes is read by any name, and nothing is written beside it")
  func fixed() async throws {
    let name = "50%20 #1?.db"
    try database(name).execute("CREATE TABLE t(x); INSERT INTO t VALUES (7)")
    let reader = try database(name, .readingFixed)
    #expect(try reader.integer("SELECT x FROM t") == 7)
    #expect(folder.names == [name])
    let error = #expect(throws: ImageError.self) { try reader.execute("DELETE FROM t") }
    #expect(error?.reason == "cannot be written here")
  }

  @Test("A name that is not UTF-8 names the same file as elsewhere")
  func rawName() throws {
    let path = PathText.text(Array(folder.path.utf8) + Array("/caf".utf8) + [0xE9])
    try Database(path: path, mode: .writing).execute("CREATE TABLE t(x)")
    #expect(SystemCall.status(of: path) != nil)
  }

  /// SQLite itself gives up at once when two connections turn on the log together.
  @Test("Connections that make one catalogue at the same time wait for each other")
  func creation() async throws {
    let folder = try TemporaryDirectory()
    for round in 0..<200 {
      let path = folder.file("\(round).db")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            let database = try Database(path: path, mode: .writing)
            _ = try database.transaction(isForWriting: false) { database throws(ImageError) in
              try database.integer("PRAGMA user_version")
            }
            try database.useWriteAheadLog()
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
