@testable internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

@Suite("Versions", .timed) struct VersionTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test("All versions of an hour are kept, then one for an hour, a day, a week")
  func thinning() {
    let now: Int64 = 1_700_000_000
    func kept(everySeconds step: Int64, from first: Int64, to last: Int64) -> Int {
      let dates = stride(from: first, to: last, by: Int64.Stride(step)).map { now - $0 }
      return VersionThinning.kept(dates, now: now).count { $0 }
    }
    #expect(kept(everySeconds: 60, from: 0, to: 3_600) == 60)
    #expect((23...24).contains(kept(everySeconds: 60, from: 3_600, to: 86_400)))
    #expect((29...30).contains(kept(everySeconds: 3_600, from: 86_400, to: 30 * 86_400)))
    #expect((47...49).contains(kept(everySeconds: 86_400, from: 30 * 86_400, to: 365 * 86_400)))
    // The newest one always.
    #expect(VersionThinning.kept([0], now: now) == [true])
  }

  @Test("Versions of a package share the files that did not change, and are no second names of living files")
  func sharing() async throws {
    let path = desk("s.album")
    let session = try await DocumentSession.create(Album(count: 5, size: 10_000), at: path)
    for number in 1...3 {
      await session.update { $0.setItem("item-0", number: number, size: 10_000) }
      try await session.save()
    }
    try await session.close()
    let versions = try FileVersion.versions(of: path)
    #expect(versions.count == 4 || versions.count == 3)
    for version in versions {
      try Album(configuration: .init(contentType: Album.readableContentTypes[0], file: version.fileWrapper())).check()
    }
    let objects = String(try #require(versions.first).id.split(separator: "/").dropLast().joined(separator: "/"))
    let size = try await Tool.run("du", ["-sb", "--apparent-size", "/\(objects)/objects"])
    let bytes = try #require(Int(size.text.split(separator: "\t")[0]))
    // Five items, three changes, and indexes.
    #expect(bytes < 9 * 10_000 + 10_000)
    #expect(Desk.status("\(path)/items/item-1").st_nlink == 1)
    _ = try await Tool.run("sh", ["-c", "echo overwritten > items/item-1"], directory: path)
    let last = try #require(try versions.first?.fileWrapper())
    #expect(try last["items"]?["item-1"]?.regularFileContents().starts(with: "item-1 0\n".utf8) == true)
  }

  @Test("The oldest versions go when all together are too large; the newest of a document stays")
  func limit() async throws {
    let home = try TemporaryDirectory()
    let store = try VersionStore(home.path)
    for text in ["one", "two", "three", "four"] {
      let bytes = [UInt8](repeating: text.utf8.first ?? 0, count: 1_000) + text.utf8
      let wrapper = FileWrapper(regularFileWithContents: bytes)
      _ = try store.add(wrapper, of: "/x/a.note", kind: .version)
    }
    _ = try store.add(FileWrapper(regularFileWithContents: Array("ours".utf8)), of: "/x/b.note", kind: .ours)
    // Each version has a record of some hundred bytes, which counts.
    store.limit(to: 3_500)
    #expect(store.list("/x/a.note").count == 2)
    store.limit(to: 0)
    let rest = store.list("/x/a.note")
    #expect(rest.count == 1)
    #expect(try rest.first.map { try $0.version.fileWrapper().byteCount } == 1_004)
    #expect(store.list("/x/b.note").count == 1)
  }

  @Test("While bytes are removed no version is added; who waits too long is told")
  func locked() throws {
    let home = try TemporaryDirectory()
    let removing = try #require(StoreLock(removing: home.path))
    #expect(throws: DocumentError.self) { _ = try StoreLock(adding: home.path, patience: 10) }
    do throws(DocumentError) {
      _ = try StoreLock(adding: home.path, patience: 10)
    } catch {
      #expect(error.kind == .timedOut && error.path == home.path)
    }
    withExtendedLifetime(removing) {}
  }

  @Test("Two who add a version do not wait for each other; who removes bytes leaves it")
  func shared() throws {
    let home = try TemporaryDirectory()
    let one = try StoreLock(adding: home.path, patience: 10)
    let other = try StoreLock(adding: home.path, patience: 10)
    #expect(StoreLock(removing: home.path) == nil)
    withExtendedLifetime([one, other]) {}
  }

  @Test("A side of a conflict that is resolved is a version; a copy that cannot be read stays")
  func resolve() async throws {
    try await DocumentSession.create(Note("one"), at: desk("s.note")).close()
    try desk.directory.write(Array("note:theirs".utf8), to: "s.sync-conflict-20240131-120000-ABCDEFG.note")
    let side = try #require(try FileVersion.unresolvedConflicts(of: desk("s.note")).first)
    try side.resolve()
    #expect(desk.directory.names == ["s.note"])
    let kept = try FileVersion.versions(of: desk("s.note")).map { try $0.fileWrapper().regularFileContents() }
    #expect(kept == [Array("note:theirs".utf8)])
    // What cannot be read cannot be kept, and stays.
    symlink("s.note", desk("s.sync-conflict-20240131-130000-ABCDEFG.note"))
    let link = try #require(try FileVersion.unresolvedConflicts(of: desk("s.note")).first)
    #expect(link.problem?.kind == .unsafePackage)
    #expect(await documentError { try link.resolve() }?.kind == .unsafePackage)
    #expect(desk.directory.names.count == 2)
    try link.remove()
    #expect(desk.directory.names == ["s.note"])
  }

  @Test("A version is restored without writing the files that are the same", arguments: [true, false])
  func restoreIncrementally(bySession: Bool) async throws {
    let path = desk("a.album")
    // Too large to stay in memory.
    let session = try await DocumentSession.create(Album(count: 3, size: 100_000), at: path)
    await session.update { $0.setItem("item-0", number: 1, size: 100_000) }
    try await session.save()
    let version = try #require(try FileVersion.versions(of: path).last)
    func inodes() -> [UInt] { (0..<3).map { UInt(Desk.status("\(path)/items/item-\($0)").st_ino) } }
    let before = inodes()
    if bySession {
      try await session.revert(to: version)
      try await session.close()
    } else {
      try await session.close()
      try await version.restore()
    }
    let album = try Album(path: path)
    try album.check()
    #expect(album.numbers["item-0"] == 0)
    let after = inodes()
    #expect(after[0] != before[0] && after[1...] == before[1...])
    #expect(Desk.status("\(path)/items/item-1").st_nlink == 1)
  }

  @Test(
    "A version takes the place of what cannot be read or replaced, which gets another name",
    arguments: ["rm a.note; mkfifo a.note", "rm a.note; mkdir a.note; touch a.note/x"])
  func restoreOverOther(_ script: String) async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"))
    await session.update { $0.text = "two" }
    try await session.close()
    #expect(try await Tool.run("sh", ["-c", script], directory: desk.directory.path).status == 0)
    let before = Desk.status(desk("a.note"))
    let version = try #require(try FileVersion.versions(of: desk("a.note")).last)
    let aside = try #require(try await version.restore())
    #expect(desk.text("a.note") == "note:one")
    #expect(Desk.status(aside).st_ino == before.st_ino)
    #expect(desk.directory.names.count == 2 && aside.contains("/a.note.saved-"))
  }

  @Test(
    "The same for packages",
    arguments: ["rm -r a.album; echo x > a.album", "ln -s /etc/passwd a.album/items/x", "mkfifo a.album/items/x"])
  func restorePackageOverOther(_ script: String) async throws {
    let path = desk("a.album")
    let session = try await DocumentSession.create(Album(count: 2, size: 10), at: path)
    await session.update { $0.setItem("item-0", number: 1, size: 10) }
    try await session.close()
    #expect(try await Tool.run("sh", ["-c", script], directory: desk.directory.path).status == 0)
    let before = Desk.status(path)
    let version = try #require(try FileVersion.versions(of: path).last)
    let aside = try #require(try await version.restore())
    try Album(path: path).check()
    #expect(Desk.status(aside).st_ino == before.st_ino)
    #expect(desk.directory.names.count == 2)
    // What can be kept as a version keeps no other name.
    try desk.directory.write(Array("rubbish".utf8), to: "a.album/index")
    #expect(try await version.restore() == nil)
    try Album(path: path).check()
  }

  @Test("A version that was there before is not kept twice")
  func same() async throws {
    try await DocumentSession.create(Note("one"), at: desk("a.note")).close()
    #expect(try await FileVersion.add(of: desk("a.note")) != nil)
    #expect(try await FileVersion.add(of: desk("a.note")) == nil)
    #expect(try FileVersion.versions(of: desk("a.note")).count == 1)
  }

  @Test(
    "Copies of programs for synchronisation are recognised by their names",
    arguments: [
      ("team.sync-conflict-20240131-120000-ABCDEFG.notes", "Syncthing"),
      ("team (conflicted copy 2024-01-31 120000).notes", "Nextcloud"),
      ("team_conflict-20240131-120000.notes", "Nextcloud"),
      ("team (Ada's conflicted copy 2024-01-31).notes", "Dropbox"),
      ("team (conflicted copy 2024-01-31).notes", "Dropbox"),
      ("team (SFConflict ada@example.com 2024-01-31-12-00-00).notes", "Seafile"),
      ("team.notes", nil), ("team 2.notes", nil), ("team (copy).notes", nil), ("teams.notes", nil),
      ("team.sync-conflict-x.notes", nil), ("team (SFConflict x).other", nil),
    ] as [(String, String?)])
  func copies(_ name: String, _ maker: String?) {
    #expect(SyncCopies.maker(of: name, copiedFrom: "team.notes") == maker)
  }

  @Test("A copy beside the document is a conflict until it is removed")
  func syncCopy() async throws {
    try await DocumentSession.create(Note("one"), at: desk("a.note")).close()
    try desk.directory.write(Array("note:theirs".utf8), to: "a.sync-conflict-20240131-120000-ABCDEFG.note")
    let found = try FileVersion.unresolvedConflicts(of: desk("a.note"))
    #expect(found.map(\.kind) == [.copy(by: "Syncthing")])
    let session = try await DocumentSession<Note>.open(at: desk("a.note"))
    try await session.revert(to: try #require(found.first))
    try await session.close()
    #expect(desk.text("a.note") == "note:theirs")
    try found.first?.remove()
    #expect(try FileVersion.unresolvedConflicts(of: desk("a.note")).isEmpty)
    #expect(desk.directory.names == ["a.note"])
  }
}
