internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Databases", .timed)
struct DatabaseTests {
  @Test("Tables are shown with their columns, first rows and numbers of rows")
  func tables() async throws {
    let page = try await FolderDocument("database", "valid/ships.sqlite").html()
    #expect(page.contains("<h2>ships</h2><p class=\"note\">503 rows</p>"))
    #expect(page.contains("<th class=\"number\">id</th><th>the name</th><th class=\"number\">tons</th><th>photo</th>"))
    #expect(
      page.contains(
        "<td class=\"number\">1</td><td>Ada &lt;b&gt;</td><td class=\"number\">12.5</td><td>(30 bytes)</td>"))
    #expect(page.contains("<td class=\"number\">5</td><td>Bø</td><td class=\"number\"></td><td></td>"))
    // A row of several pages.
    #expect(page.contains("<td>long long long") && page.contains("<td class=\"number\">-0.25</td>"))
    #expect(page.contains("These are the first 50 rows."))
    #expect(page.contains("<h2>spare</h2><p class=\"note\">0 rows</p>") && page.contains("<th>a</th><th>b</th>"))
    #expect(page.contains("<h2>log</h2><p class=\"note\">the rows are not shown</p>") && !page.contains("never shown"))
    #expect(page.contains("Views: heavy"))
  }

  @Test(
    "Databases in UTF-16 and with pages of other sizes, made by SQLite", arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func encodings(_ encoding: String) async throws {
    let folder = try TemporaryDirectory()
    for size in [512, 4_096, 65_536] {
      let path = folder.file("\(size).db")
      let made = try await Tool.python(
        """
        import sqlite3, sys
        database = sqlite3.connect(sys.argv[1])
        database.executescript(f"PRAGMA page_size = {sys.argv[2]}; PRAGMA encoding = '{sys.argv[3]}';")
        database.execute("create table [a, b] (x integer primary key, y text default 'a, (b', z as (x * 2), constraint c check (x))")
        database.execute("insert into [a, b] (x, y) values (-9223372036854775808, 'Grüße 😀')")
        database.execute("insert into [a, b] (x, y) values (9223372036854775807, ?)", ["ä" * 100_000])
        database.commit()
        """, [path, "\(size)", encoding])
      try #require(made.status == 0, "\(made.errors)")
      let page = try await FolderDocument("database", path: path).html()
      #expect(page.contains("<h2>a, b</h2><p class=\"note\">2 rows</p>"), "\(size)")
      #expect(page.contains("<td class=\"number\">-9223372036854775808</td><td>Grüße 😀</td></tr>"), "\(size)")
      #expect(page.contains("<td class=\"number\">9223372036854775807</td><td>ääää"), "\(size)")
    }
  }

  @Test("Tables that are made by long statements, and by statements with comments")
  func statements() async throws {
    let folder = try TemporaryDirectory()
    let made = try await Tool.python(
      """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      columns = ", ".join(f"a_column_with_a_long_name_{number} text" for number in range(30))
      database.execute(f"create table long ({columns})")
      database.execute(f"create table list ({columns}, primary key (a_column_with_a_long_name_0)) without rowid")
      database.execute('''create table noted (id integer primary key, -- the number, (of 'it'
        name text, /* what, -- it ( is */ tons real default '--', "a--b")''')
      database.execute("insert into noted values (7, 'Ada', 1.5, 'c')")
      database.commit()
      """, [folder.file("a.db")])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await FolderDocument("database", path: folder.file("a.db")).html()
    #expect(page.contains("<th>a_column_with_a_long_name_29</th>") && !page.contains("…"))
    #expect(page.contains("<h2>list</h2><p class=\"note\">the rows are not shown</p>"))
    #expect(
      page.contains("<th class=\"number\">id</th><th>name</th><th class=\"number\">tons</th><th>a--b</th></tr>"))
  }

  @Test("The thumbnail has the head of a database and the rows of the first table")
  func thumbnail() async throws {
    let pixels = try await FolderDocument("database", "valid/ships.sqlite").thumbnail()
    #expect((pixels.width, pixels.height) == (128, 91))
    #expect(pixels.isNear([41, 82, 128], 0.97, 0.1))
    #expect(pixels.count(rows: 0.25...0.95) { $0.allSatisfy { $0 < 150 } } > 50)
  }

  @Test("Bytes of a database at random places are changed, and nothing ends the process")
  func damaged() async throws {
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/ships.sqlite"))
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 11)
    for round in 0..<(isThorough ? 300 : 100) {
      var damaged = bytes
      // Every second round only the first pages, which say where all others are.
      let end = round % 2 == 0 ? 2_048 : bytes.count
      for _ in 0..<12 { damaged[Int.random(in: 16..<end, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      let file = FolderDocument("database", path: try folder.write(damaged, to: "a"))
      do {
        #expect(try await file.html().utf8.count < 16 << 20)
      } catch let error as ProviderError {
        #expect([.corruptInput, .limitExceeded].contains(error.code), "\(error)")
      }
    }
  }

  @Test("A page that contains itself, and a table of the whole first page")
  func loops() async throws {
    var bytes = Fixtures.bytes(Fixtures.path("preview/valid/ships.sqlite"))
    // The first page becomes an inner one with many children, all of which are the page itself.
    bytes[100] = 5
    (bytes[103], bytes[104]) = (0, 100)
    for cell in 0..<100 { (bytes[112 + 2 * cell], bytes[113 + 2 * cell]) = (1, 0xF0) }
    bytes.replaceSubrange(0x1F0..<0x1F4, with: [0, 0, 0, 1])
    bytes.replaceSubrange(108..<112, with: [0, 0, 0, 1])
    let folder = try TemporaryDirectory()
    let file = FolderDocument("database", path: try folder.write(bytes, to: "a"))
    await #expect {
      _ = try await file.html()
    } throws: { ($0 as? ProviderError)?.code == .corruptInput }
  }
}
