@testable internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

/// What programs that know nothing of sessions do with an open document.
@Suite("Other programs", .timed) struct OtherProgramsTests {
  private let desk: Desk
  private var options = DocumentOptions()

  init() throws {
    desk = try Desk()
    options.autosaves = false
  }

  private func shell(_ script: String) async throws {
    let result = try await Tool.run("sh", ["-c", script], directory: desk.directory.path)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func isReloaded(_ event: DocumentEvent) -> Bool { if case .reloaded = event { true } else { false } }

  static let changes = [
    "printf 'note:theirs' > a.note",
    "printf 'note:theirs' > b; mv b a.note",
    "rm a.note; printf 'note:theirs' > a.note",
    "cp a.note b; printf 'note:theirs' > a.note; rm b",
  ]

  @Test("Their change without one of ours is read again", arguments: changes)
  func reload(_ script: String) async throws {
    let session = try await DocumentSession.create(Note("ours"), at: desk("a.note"), options: options)
    let events = session.events
    try await shell(script)
    _ = try await next(events, where: isReloaded)
    #expect(await session.document.text == "theirs")
    #expect(await !session.hasUnsavedChanges)
    try await session.close()
    #expect(desk.text("a.note") == "note:theirs")
  }

  @Test("Their change with one of ours is a conflict, in which both are kept until it is resolved", arguments: changes)
  func conflict(_ script: String) async throws {
    let session = try await DocumentSession.create(Note("base"), at: desk("a.note"), options: options)
    let events = session.events
    await session.update { $0.text = "ours" }
    try await shell(script)
    _ = try await next(events) { if case .conflict = $0 { true } else { false } }
    #expect(await session.state.contains(.inConflict))
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    #expect(await session.document.text == "ours")
    #expect(desk.text("a.note") == "note:theirs")
    let sides = try FileVersion.unresolvedConflicts(of: desk("a.note"))
    #expect(sides.count == 2)
    for side in sides {
      let text = String(decoding: try side.fileWrapper().regularFileContents(), as: UTF8.self)
      #expect(text == (side.kind == .ours ? "note:ours" : "note:theirs"))
    }
    try await session.resolveConflict(.ours)
    try await session.close()
    #expect(desk.text("a.note") == "note:ours")
    #expect(try FileVersion.unresolvedConflicts(of: desk("a.note")).isEmpty)
    let kept = try FileVersion.versions(of: desk("a.note")).map {
      String(decoding: try $0.fileWrapper().regularFileContents(), as: UTF8.self)
    }
    #expect(kept.contains("note:theirs"))
  }

  @Test("A conflict in which theirs wins, and one with another value")
  func resolutions() async throws {
    for (resolution, expected) in [
      (DocumentSession<Note>.Resolution.theirs, "theirs"), (.document(Note("both")), "both"),
    ] {
      let session = try await DocumentSession.create(Note("base"), at: desk("\(expected).note"), options: options)
      await session.update { $0.text = "ours" }
      try await shell("printf 'note:theirs' > \(expected).note")
      #expect(await documentError { try await session.save() }?.kind == .conflict)
      try await session.resolveConflict(resolution)
      #expect(await session.document.text == expected)
      try await session.close()
      #expect(desk.text("\(expected).note") == "note:\(expected)")
    }
  }

  @Test("Changes that can be merged are")
  func merge() async throws {
    let session = try await DocumentSession.create(Ledger(counts: ["a": 1]), at: desk("m.ledger"), options: options)
    await session.update { $0.counts["a"] = 5 }
    try desk.directory.write(Ledger(counts: ["a": 2, "b": 1]).bytes, to: "m.ledger")
    try await session.close()
    #expect(try Ledger(path: desk("m.ledger")).counts == ["a": 6, "b": 1])
  }

  @Test("The same bytes with another time are no change")
  func touched() async throws {
    let session = try await DocumentSession.create(Note("same"), at: desk("a.note"), options: options)
    await session.update { $0.text = "ours" }
    try await shell("cp a.note b; mv b a.note; touch -d 2020-01-01 a.note")
    try await session.close()
    #expect(desk.text("a.note") == "note:ours")
  }

  @Test("A truncated document is told; the value stays, and a version has what was lost")
  func truncated() async throws {
    let session = try await DocumentSession.create(Note("all of it"), at: desk("a.note"), options: options)
    let events = session.events
    await session.update { $0.text = "all of it, and more" }
    try await session.save()
    try await shell("truncate -s 3 a.note")
    let event = try await next(events) { if case .reloadFailed = $0 { true } else { false } }
    guard case .reloadFailed(let error) = event else { return }
    #expect(error.kind == .invalidContents)
    #expect(await session.document.text == "all of it, and more")
    // With changes of ours it is a conflict.
    await session.update { $0.text = "ours" }
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    try await session.resolveConflict(.ours)
    try await session.close()
    #expect(desk.text("a.note") == "note:ours")
  }

  @Test(
    "A document that was moved is followed", arguments: ["mv a.note b.note", "mkdir d; mv a.note d/b.note"],
    [false, true])
  func moved(_ script: String, isDirty: Bool) async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    let events = session.events
    if isDirty { await session.update { $0.text = "two" } }
    try await shell(script)
    _ = try await next(events) { if case .moved = $0 { true } else { false } }
    #expect(await session.path.hasSuffix("/b.note"))
    try await session.close()
    #expect(desk.directory.names.contains("a.note") == false)
    #expect(desk.text(script.contains("d/") ? "d/b.note" : "b.note") == (isDirty ? "note:two" : "note:one"))
  }

  @Test("After a move, the recovery copy is found under the new name")
  func movedRecovery() async throws {
    var options = options
    options.autosavesInPlace = false
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    let events = session.events
    await session.update { $0.text = "two" }
    try await session.autosave()
    let store = try VersionStore.recovery()
    let old = await session.path
    #expect(store.list(old).count == 1)
    try await shell("mv a.note b.note")
    _ = try await next(events) { if case .moved = $0 { true } else { false } }
    try await session.autosave()
    #expect(store.list(old).isEmpty)
    let new = await session.path
    let copies = store.list(new)
    #expect(try copies.map { try $0.version.fileWrapper().regularFileContents() } == [Array("note:two".utf8)])
    try await session.close()
    #expect(store.list(new).isEmpty)
  }

  @Test("The folder around a document is moved")
  func movedFolder() async throws {
    try await shell("mkdir d")
    let session = try await DocumentSession.create(Note("one"), at: desk("d/a.note"), options: options)
    let events = session.events
    try await shell("mv d e")
    _ = try await next(events) { if case .moved = $0 { true } else { false } }
    await session.update { $0.text = "two" }
    try await session.close()
    #expect(desk.text("e/a.note") == "note:two")
  }

  @Test(
    "A deleted document is told, the value stays, and only an explicit save makes it again", arguments: [false, true])
  func deleted(isDirty: Bool) async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    let events = session.events
    if isDirty { await session.update { $0.text = "two" } }
    try await shell("rm a.note")
    _ = try await next(events) { if case .deleted = $0 { true } else { false } }
    #expect(await session.state.contains(.deleted))
    try await session.autosave()
    #expect(desk.directory.names == [])
    if isDirty { #expect(await documentError { try await session.close() }?.kind == .missing) }
    try await session.save()
    #expect(desk.text("a.note") == (isDirty ? "note:two" : "note:one"))
    try await session.close()
  }

  @Test(
    "A package is read again when a file in it is changed, added or removed",
    arguments: [
      "echo 'item-0 7' > p.album/items/item-0; sed -i 's/item-0 0/item-0 7/' p.album/index",
      """
      cp -r p.album q; rm -r p.album; sed -i 's/item-0 0/item-0 7/' q/index; echo 'item-0 7' > q/items/item-0
      mv q p.album
      """,
    ])
  func package(_ script: String) async throws {
    let session = try await DocumentSession.create(Album(count: 3, size: 20), at: desk("p.album"), options: options)
    let events = session.events
    try await shell(script)
    while await session.document.numbers["item-0"] != 7 { _ = try await next(events, where: isReloaded) }
    try await session.document.check()
    try await session.close()
  }

  @Test(
    "A conflict in a package that was replaced can be resolved; versions have what ours had not read",
    arguments: [true, false])
  func packageConflict(keepsVersions: Bool) async throws {
    var options = options
    options.keepsVersions = keepsVersions
    // A session that watches may find the conflict while the script has removed only some of the files.
    options.watches = false
    // Too large to stay in memory.
    let album = Album(count: 3, size: 100_000)
    let session = try await DocumentSession.create(album, at: desk("p.album"), options: options)
    await session.update { $0.setItem("item-0", number: 1, size: 20) }
    try await session.save()
    await session.update { $0.setItem("item-0", number: 5, size: 20) }
    try await shell(
      """
      cp -r p.album q; rm -r p.album; sed -i 's/item-1 0/item-1 7/' q/index; echo 'item-1 7' > q/items/item-1
      mv q p.album
      """)
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    let sides = try FileVersion.unresolvedConflicts(of: desk("p.album"))
    #expect(sides.count == 2)
    for side in sides {
      let album = try Album(configuration: .init(contentType: Album.readableContentTypes[0], file: side.fileWrapper()))
      #expect(album.numbers["item-0"] == (side.kind == .ours ? 5 : 1))
      #expect(album.items.count == 3)
      if keepsVersions || side.kind == .theirs { try album.check() }
    }
    try await session.resolveConflict(.ours)
    #expect(await session.state.isDisjoint(with: [.inConflict, .deleted]))
    // The value has files that can be read, and a later save has them, too.
    #expect(try await session.document.items["item-1"]?.regularFileContents().isEmpty == false)
    await session.update { $0.setItem("item-0", number: 5, size: 30) }
    try await session.close()
    let saved = try Album(path: desk("p.album"))
    #expect(saved.numbers == ["item-0": 5, "item-1": 0, "item-2": 0])
    #expect(try saved.items["item-2"]?.regularFileContents().count == 100_000)
    // What only the other program has is better than nothing.
    #expect(try saved.items["item-1"]?.regularFileContents().count == (keepsVersions ? 100_000 : 9))
  }

  @Test("A package that another program is removing is a deleted one, not one that has fewer files")
  func removedFileByFile() async throws {
    let path = desk("p.album")
    let session = try await DocumentSession.create(Album(count: 30, size: 20), at: path, options: options)
    await session.update { $0.setItem("item-0", number: 5, size: 20) }
    async let removal = Tool.python(
      """
      import os, sys, time
      os.chdir(sys.argv[1])
      for name in sorted(os.listdir("items")):
          os.remove("items/" + name)
          time.sleep(0.01)
      os.rmdir("items")
      os.remove("index")
      os.rmdir(sys.argv[1])
      """, [path])
    while Desk.status("\(path)/items/item-0").st_ino != 0 { try await Task.sleep(for: .milliseconds(5)) }
    try await session.save()
    let removed = try await removal
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(await session.state.isDisjoint(with: [.inConflict, .deleted]))
    #expect(try FileVersion.unresolvedConflicts(of: path).isEmpty)
    try await session.close()
    let saved = try Album(path: path)
    try saved.check()
    #expect(saved.items.count == 30 && saved.numbers["item-0"] == 5)
  }

  @Test("A conflict after a deletion that was noticed can be resolved")
  func conflictAfterDeletion() async throws {
    let session = try await DocumentSession.create(Note("base"), at: desk("a.note"), options: options)
    let events = session.events
    await session.update { $0.text = "ours" }
    try await shell("rm a.note")
    _ = try await next(events) { if case .deleted = $0 { true } else { false } }
    try await shell("printf 'note:theirs' > a.note")
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    try await session.resolveConflict(.ours)
    #expect(await session.state.isDisjoint(with: [.inConflict, .deleted, .savingError]))
    try await session.close()
    #expect(desk.text("a.note") == "note:ours")
  }

  @Test(
    "What takes the document's place and cannot be read is told; ours takes its name, and it gets another one",
    arguments: [
      "rm a.note; ln -s elsewhere a.note", "rm a.note; mkfifo a.note", "rm a.note; mkdir a.note; touch a.note/x",
      "truncate -s 2000 a.note",
    ])
  func unreadable(_ script: String) async throws {
    var options = options
    options.limits.maxBytes = 1_000
    let session = try await DocumentSession.create(Note("base"), at: desk("a.note"), options: options)
    let events = session.events
    await session.update { $0.text = "ours" }
    try await shell(script)
    _ = try await next(events) { if case .reloadFailed = $0 { true } else { false } }
    _ = try await next(events) { if case .conflict = $0 { true } else { false } }
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    // By the session's path: a path that leads through a link names what the link leads to.
    #expect(try VersionStore.versions().list(await session.path, [.ours]).count == 1)
    // Nobody can take theirs; the conflict goes on.
    #expect(await documentError { try await session.resolveConflict(.theirs) } != nil)
    #expect(await session.state.contains(.inConflict))
    try await session.resolveConflict(.ours)
    try await session.close()
    #expect(desk.text("a.note") == "note:ours")
    let others = desk.directory.names.filter { $0.hasPrefix("a.note.saved-") }
    #expect(others.count == 1)
    let other = Desk.status(desk(others.first ?? ""))
    #expect(other.st_mode & S_IFMT != S_IFREG || other.st_size == 2_000)
  }

  @Test("A hostile child in an open package is a conflict with unsaved changes, and told without")
  func hostileChild() async throws {
    let session = try await DocumentSession.create(Album(count: 3, size: 20), at: desk("p.album"), options: options)
    let events = session.events
    try await shell("ln -s /etc/passwd p.album/items/passwd")
    // Of links that lead out of a folder the watch tells nothing.
    await session.documentMayHaveChanged()
    let event = try await next(events) { if case .reloadFailed = $0 { true } else { false } }
    if case .reloadFailed(let error) = event { #expect(error.kind == .unsafePackage) }
    await session.update { $0.setItem("item-0", number: 5, size: 20) }
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    try await session.resolveConflict(.ours)
    try await session.close()
    #expect(try Album(path: desk("p.album")).numbers["item-0"] == 5)
    let other = try #require(desk.directory.names.first { $0.hasPrefix("p.album.saved-") })
    #expect(Desk.status(desk("\(other)/items/passwd")).st_mode & S_IFMT == S_IFLNK)
  }

  private static let trashes = ["\(DocumentHome.path)/.local/share/Trash/files", ".Trash-\(geteuid())/files"]

  @Test("In the trash a document is deleted; back in its place it is there again", arguments: trashes)
  func trashed(_ trash: String) async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    let events = session.events
    let name = "\(trash)/a-\(getpid()).note"
    let path = try DocumentStorage.resolve(desk("a.note"))
    try await shell("mkdir -p \(trash); mv a.note \(name)")
    _ = try await next(events) { if case .deleted = $0 { true } else { false } }
    #expect(await session.path == path)
    try await shell("mv \(name) a.note")
    _ = try await next(events) { if case .stateChanged(let state) = $0 { !state.contains(.deleted) } else { false } }
    await session.update { $0.text = "two" }
    try await session.save()
    #expect(desk.text("a.note") == "note:two")
    // An explicit save makes it anew; what is in the trash stays there.
    let again = session.events
    try await shell("mv a.note \(name)")
    _ = try await next(again) { if case .deleted = $0 { true } else { false } }
    await session.update { $0.text = "three" }
    try await session.save()
    try await session.close()
    #expect(desk.text("a.note") == "note:three")
    try await shell("grep -q 'note:two' \(name) && rm \(name)")
  }

  @Test("A package in the trash is saved anew with the files that nobody has read", arguments: [true, false])
  func trashedPackage(keepsVersions: Bool) async throws {
    var options = options
    options.keepsVersions = keepsVersions
    let trash = ".Trash-\(geteuid())/files"
    let session = try await DocumentSession.create(
      Album(count: 3, size: 100_000), at: desk("p.album"), options: options)
    let events = session.events
    try await shell("mkdir -p \(trash); mv p.album \(trash)")
    _ = try await next(events) { if case .deleted = $0 { true } else { false } }
    try await session.save()
    try await session.close()
    let saved = try Album(path: desk("p.album"))
    try saved.check()
    #expect(saved.items.count == 3)
  }

  @Test("A package that is taken out of the trash has the files that nobody has read")
  func backFromTrash() async throws {
    var options = options
    options.keepsVersions = false
    let trash = ".Trash-\(geteuid())/files"
    let session = try await DocumentSession.create(
      Album(count: 3, size: 100_000), at: desk("p.album"), options: options)
    let events = session.events
    try await shell("mkdir -p \(trash); mv p.album \(trash)")
    _ = try await next(events) { if case .deleted = $0 { true } else { false } }
    try await shell("mv \(trash)/p.album .")
    _ = try await next(events) { if case .stateChanged(let state) = $0 { !state.contains(.deleted) } else { false } }
    await session.update { $0.setItem("item-0", number: 5, size: 20) }
    try await session.close()
    let saved = try Album(path: desk("p.album"))
    try saved.check()
    #expect(saved.numbers == ["item-0": 5, "item-1": 0, "item-2": 0])
  }

  @Test("Where nobody has the files any more that ours had not read, the rest is kept and saved")
  func lostEverywhere() async throws {
    var options = options
    options.keepsVersions = false
    let session = try await DocumentSession.create(
      Album(count: 3, size: 100_000), at: desk("p.album"), options: options)
    await session.update { $0.setItem("item-0", number: 5, size: 20) }
    try await shell("rm -r p.album; ln -s elsewhere p.album")
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    try await session.autosave()
    let path = await session.path
    let kept = try VersionStore.recovery().newest(path, .recovery)
    #expect(kept?.items.map(\.path).sorted() == ["", "index", "items", "items/item-0"])
    try await session.resolveConflict(.ours)
    #expect(await session.document.items.keys.sorted() == ["item-0"])
    try await session.close()
    let saved = try Album(path: desk("p.album"))
    #expect(saved.numbers["item-0"] == 5 && saved.items.keys.sorted() == ["item-0"])
  }

  @Test("A session in a conflict goes on with another file, and tells of the conflict once")
  func saveAsInConflict() async throws {
    let session = try await DocumentSession.create(Note("base"), at: desk("a.note"), options: options)
    await session.update { $0.text = "ours" }
    let events = session.events
    try await shell("printf 'note:theirs' > a.note")
    #expect(await documentError { try await session.save() }?.kind == .conflict)
    await session.documentMayHaveChanged()
    await session.documentMayHaveChanged()
    try await session.save(to: desk("b.note"), as: .saveAs)
    await session.update { $0.text = "more" }
    try await session.close()
    #expect(desk.text("a.note") == "note:theirs" && desk.text("b.note") == "note:more")
    var conflicts = 0
    for await event in events {
      switch event {
      case .conflict: conflicts += 1
      case .reloadFailed(let error): Issue.record("\(error)")
      default: break
      }
    }
    #expect(conflicts == 1)
  }
}
