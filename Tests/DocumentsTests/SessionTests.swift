internal import ByteStreams
internal import DesktopCache
@testable internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

@Suite("Sessions", .timed) struct SessionTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test("Create, change, save, open; nothing is left beside the document")
  func simple() async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"))
    #expect(desk.text("a.note") == "note:one")
    await session.update("Write") { $0.text = "two" }
    #expect(await session.hasUnsavedChanges)
    #expect(desk.text("a.note") == "note:one")
    try await session.save()
    #expect(await !session.hasUnsavedChanges)
    #expect(desk.text("a.note") == "note:two")
    try await session.close()
    #expect(await session.state.contains(.closed))
    let again = try await DocumentSession<Note>.open(at: desk("a.note"))
    #expect(await again.document.text == "two")
    try await again.close()
    #expect(desk.directory.names == ["a.note"])
    #expect(await documentError { try await again.save() }?.kind == .closed)
  }

  @Test("Errors say what and where")
  func errors() async throws {
    try desk.directory.write(Array("rubbish".utf8), to: "bad.note")
    try desk.directory.write(Array("note:x".utf8), to: "a.other")
    typealias Notes = DocumentSession<Note>
    #expect(await documentError { _ = try await Notes.open(at: desk("none.note")) }?.kind == .missing)
    let bad = await documentError { _ = try await Notes.open(at: desk("bad.note")) }
    #expect(bad?.kind == .invalidContents && bad?.path == desk("bad.note"))
    #expect(
      await documentError { _ = try await DocumentSession<Album>.open(at: desk("bad.note")) }?.kind == .unsupportedType)
    #expect(await documentError { _ = try await Notes.create(Note("x"), at: desk("bad.note")) }?.kind == .exists)
    #expect(await documentError { _ = try await Notes.create(Note("x"), at: desk("no/bad.note")) }?.kind == .missing)
    #expect(desk.text("bad.note") == "rubbish")
  }

  @Test("What could not be opened again is not saved; the document stays, the change is kept")
  func unreadableAgain() async throws {
    // A name with a space is one that Ledger writes and does not read.
    let file = try await DocumentSession.create(Ledger(counts: ["a": 1]), at: desk("a.ledger"))
    await file.update { $0.counts["b c"] = 1 }
    let error = await documentError { try await file.save() }
    let path = await file.path
    #expect(error?.kind == .invalidContents && error?.path == path)
    #expect(error?.message.hasSuffix("could not be opened again: line b c 1") == true, "\(error?.message ?? "")")
    #expect(try Ledger(path: desk("a.ledger")).counts == ["a": 1])
    #expect(await documentError { try await file.save(to: desk("b.ledger"), as: .copy) }?.kind == .invalidContents)
    await file.update { ledger in
      ledger.counts["b c"] = nil
      ledger.counts["bc"] = 1
    }
    try await file.close()
    #expect(try Ledger(path: desk("a.ledger")).counts == ["a": 1, "bc": 1])
    let new = await documentError {
      _ = try await DocumentSession.create(Ledger(counts: ["b c": 1]), at: desk("c.ledger"))
    }
    #expect(new?.kind == .invalidContents)
    #expect(desk.directory.names == ["a.ledger"])
  }

  @Test("More than is read is not saved", arguments: ["count", "bytes", "depth"])
  func limits(_ limit: String) async throws {
    let path = desk("a.album")
    var options = DocumentOptions()
    switch limit {
    // The index, the folder and its files.
    case "count": options.limits.maxCount = 4
    case "bytes": options.limits.maxBytes = 500
    default: options.limits.maxDepth = 3
    }
    let session = try await DocumentSession.create(Album(count: 2, size: 100), at: path, options: options)
    await session.update { album in
      switch limit {
      case "count": album.setItem("item-2", number: 1, size: 100)
      case "bytes": album.setItem("item-1", number: 1, size: 1_000)
      default:
        let inner = FileWrapper(directoryWithFileWrappers: ["b": FileWrapper(directoryWithFileWrappers: [:])])
        album.items["folder"] = FileWrapper(directoryWithFileWrappers: ["a": inner])
      }
    }
    #expect(await documentError { try await session.save() }?.kind == .limitExceeded)
    try Album(path: path).check()
    await session.undo()
    try await session.close()
    #expect(try Album(path: path).numbers == ["item-0": 0, "item-1": 0])
    _ = try FileWrapper(path: path, limits: options.limits)
  }

  @Test("Changes are saved after a quiet moment")
  func autosave() async throws {
    var options = DocumentOptions()
    options.autosaveDelay = .milliseconds(20)
    let session = try await DocumentSession.create(Note("one"), at: desk("auto.note"), options: options)
    let events = session.events
    await session.update { $0.text = "two" }
    _ = try await next(events) { if case .saved = $0 { true } else { false } }
    #expect(desk.text("auto.note") == "note:two")
    try await session.close()
  }

  @Test("Changes that go on are saved within the interval")
  func autosaveInterval() async throws {
    var options = DocumentOptions()
    (options.autosaveDelay, options.autosaveInterval) = (.seconds(3_600), .milliseconds(50))
    let session = try await DocumentSession.create(Note("one"), at: desk("busy.note"), options: options)
    let events = session.events
    await session.update { $0.text = "two" }
    _ = try await next(events) { if case .saved = $0 { true } else { false } }
    try await session.close()
  }

  @Test("Undo and redo, with names and groups")
  func undo() async throws {
    let session = try await DocumentSession.create(Note("0"), at: desk("undo.note"))
    await session.update("One") { $0.text = "1" }
    await session.beginUndoGrouping("Two and three")
    await session.update("Two") { $0.text = "2" }
    await session.update("Three") { $0.text = "3" }
    await session.endUndoGrouping()
    await session.update { $0.text = "4" }
    #expect(await session.undoActionName == nil)
    #expect(await session.undo())
    #expect(await session.document.text == "3")
    #expect(await session.undoActionName == "Two and three")
    #expect(await session.undo())
    #expect(await session.document.text == "1")
    #expect(await session.redoActionName == "Two and three")
    #expect(await session.redo())
    #expect(await session.document.text == "3")
    #expect(await session.undo())
    #expect(await session.undo())
    #expect(await session.document.text == "0")
    #expect(await !session.undo())
    // A change after an undo ends what can be redone.
    await session.update("Other") { $0.text = "5" }
    #expect(await !session.canRedo)
    struct Refused: Error {}
    await #expect(throws: Refused.self) {
      try await session.update { note throws(Refused) in
        note.text = "never"
        throw Refused()
      }
    }
    #expect(await session.document.text == "5")
    try await session.close()
    #expect(desk.text("undo.note") == "note:5")
  }

  @Test("The removal of 1,200 files can be undone after a save, in a process with 1,024 descriptors")
  func undoManyFiles() async throws {
    let path = desk("many.album")
    var options = DocumentOptions()
    (options.autosaves, options.watches, options.syncs) = (false, false, false)
    // Too large to stay in memory; all together more than is read, and less than what gets no version.
    let album = Album(count: 1_200, size: 70_000)
    let session = try await DocumentSession.create(album, at: path, options: options)
    await session.update { for name in $0.numbers.keys { $0.removeItem(name) } }
    try await session.save()
    #expect((SystemCall.entries(of: "/proc/self/fd") ?? []).count < 1_000)
    #expect(desk.directory.names == ["many.album"])
    await session.undo()
    try await session.document.check()
    try await session.close()
    let saved = try Album(path: path)
    #expect(saved.items.count == 1_200)
    try saved.check()
  }

  @Test("Move, duplicate, save as, revert")
  func places() async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"))
    let copy = try await session.duplicate()
    #expect(copy.hasSuffix("/a 2.note"))
    #expect(try await session.duplicate().hasSuffix("/a 3.note"))
    await session.update { $0.text = "two" }
    try await session.move(to: desk("b.note"))
    #expect(desk.text("b.note") == "note:two")
    #expect(await session.path.hasSuffix("/b.note"))
    #expect(await documentError { try await session.move(to: desk("a 2.note")) }?.kind == .exists)
    await session.update { $0.text = "three" }
    try await session.save(to: desk("c.note"), as: .saveAs)
    #expect(desk.text("b.note") == "note:two")
    await session.update { $0.text = "four" }
    try await session.revert()
    #expect(await session.document.text == "three")
    #expect(await !session.hasUnsavedChanges)
    await session.undo()
    try await session.close()
    #expect(desk.text("c.note") == "note:four")
    #expect(desk.text("a 2.note") == "note:one")
    #expect(desk.directory.names == ["a 2.note", "a 3.note", "b.note", "c.note"])
  }

  @Test("Moved to another file system, a package is whole there and gone here")
  func otherFileSystem() async throws {
    let mount = try TemporaryDirectory()
    try await Mount.tmpfs(at: mount.path, size: "1m")
    defer { Mount.unmount(mount.path) }
    let session = try await DocumentSession.create(Album(count: 3, size: 100), at: desk("m.album"))
    let other = try await DocumentSession<Album>.open(at: desk("m.album"))
    try await session.move(to: mount.file("n.album"))
    await session.update { $0.setItem("item-1", number: 3, size: 100) }
    try await session.close()
    try Album(path: mount.file("n.album")).check()
    #expect(desk.directory.names == [])
    // The session of another program was told.
    #expect(await other.path.hasSuffix("/n.album"))
    try await other.close()
  }

  /// What the system says of a file that a copy may keep: permissions, time, an attribute of the user.
  private func attributes(_ path: String) async throws -> [String] {
    let result = try await Tool.python(
      """
      import os, sys
      status = os.lstat(sys.argv[1])
      names = os.listxattr(sys.argv[1])
      print(oct(status.st_mode & 0o777), status.st_mtime_ns, [(n, os.getxattr(sys.argv[1], n)) for n in sorted(names)])
      """, [path])
    try #require(result.status == 0, "\(result.errors)")
    return result.text.split(separator: " ", maxSplits: 2).map(String.init)
  }

  private func mark(_ path: String) async throws {
    let result = try await Tool.python(
      """
      import os, sys
      os.setxattr(sys.argv[1], 'user.cameo.test', sys.argv[1].encode())
      os.chmod(sys.argv[1], 0o750)
      os.utime(sys.argv[1], (1_600_000_000, 1_600_000_000))
      """, [path])
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test("A copy has the permissions and attributes of the document and of its files")
  func copiedAttributes() async throws {
    for name in ["a.note", "p.album"] {
      let (path, copy) = (desk(name), desk("copy-\(name)"))
      let isPackage = name == "p.album"
      if isPackage {
        try await DocumentSession.create(Album(count: 2, size: 10), at: path).close()
        for child in ["items/item-1", "items"] { try await mark("\(path)/\(child)") }
      } else {
        try await DocumentSession.create(Note("one"), at: path).close()
      }
      try await mark(path)
      if isPackage {
        let session = try await DocumentSession<Album>.open(at: path)
        try await session.duplicate(to: copy)
        try await session.close()
      } else {
        let session = try await DocumentSession<Note>.open(at: path)
        try await session.duplicate(to: copy)
        try await session.close()
      }
      for child in isPackage ? ["", "/items", "/items/item-1", "/index"] : [""] {
        let (original, made) = (try await attributes(path + child), try await attributes(copy + child))
        #expect(original[0] == made[0] && original[2] == made[2], "\(name)\(child)")
      }
    }
  }

  @Test("A move to another file system keeps what mv keeps", arguments: ["m.album", "m.note"])
  func movedAttributes(_ name: String) async throws {
    let mount = try TemporaryDirectory()
    try await Mount.tmpfs(at: mount.path, size: "1m")
    defer { Mount.unmount(mount.path) }
    let isPackage = name == "m.album"
    if isPackage {
      try await DocumentSession.create(Album(count: 2, size: 10), at: desk(name)).close()
      for child in ["items/item-1", "items"] { try await mark("\(desk(name))/\(child)") }
    } else {
      try await DocumentSession.create(Note("one"), at: desk(name)).close()
    }
    try await mark(desk(name))
    // The oracle: what cp(1) keeps there.
    #expect(try await Tool.run("cp", ["-a", desk(name), mount.file("oracle")]).status == 0)
    try await FileCoordinator().move(desk(name), to: mount.file(name))
    for child in isPackage ? ["", "/items", "/items/item-1", "/index"] : [""] {
      let expected = try await attributes(mount.file("oracle") + child)
      #expect(try await attributes(mount.file(name) + child) == expected, "\(child)")
    }
    #expect(desk.directory.names == [])
  }

  @Test("Of two sessions that are offered the changes of one that was killed, one takes them")
  func recoveryOfTwo() async throws {
    try await DocumentSession.create(Note("one"), at: desk("r.note")).close()
    let path = try DocumentStorage.resolve(desk("r.note"))
    let lost = FileWrapper(regularFileWithContents: Array("note:lost".utf8))
    _ = try VersionStore.recovery().add(lost, of: path, kind: .recovery, by: VersionStore.randomName)
    let first = try await DocumentSession<Note>.open(at: path)
    let second = try await DocumentSession<Note>.open(at: path)
    #expect(await first.recovery != nil)
    try await first.restoreRecovery()
    #expect(await documentError { try await second.restoreRecovery() }?.kind == .missing)
    // It belongs to a session now.
    let third = try await DocumentSession<Note>.open(at: path)
    #expect(await third.recovery == nil)
    try await third.close()
    try await second.close()
    try await first.close()
    #expect(desk.text("r.note") == "note:lost")
    #expect(try VersionStore.recovery().list(path).isEmpty)
  }

  @Test("The copies of a session that lives are offered to nobody, however often others look")
  func recoveryOfTheLiving() async throws {
    var options = DocumentOptions()
    (options.autosaves, options.autosavesInPlace) = (false, false)
    let session = try await DocumentSession.create(Note("one"), at: desk("l.note"), options: options)
    let path = await session.path
    let isDone = Recorder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while isDone.all.isEmpty {
            for (version, _) in try VersionStore.recovery().list(path) where RecoveryCopies.isAbandoned(version) {
              // Between two copies the older one is removed.
              if VersionStore.record(version.id) != nil { Issue.record("\(version.id)") }
            }
            await Task.yield()
          }
        }
      }
      for number in 0..<100 {
        await session.update { $0.text = "\(number)" }
        try await session.autosave()
      }
      isDone.add("done")
      try await group.waitForAll()
    }
    try await session.close()
    #expect(try VersionStore.recovery().list(path).isEmpty)
  }

  @Test("Each save leaves a version; versions follow the document, and can be restored and removed")
  func versions() async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("v.note"))
    await session.update { $0.text = "two" }
    try await session.save()
    await session.update { $0.text = "three" }
    try await session.move(to: desk("w.note"))
    try await session.close()
    let versions = try FileVersion.versions(of: desk("w.note"))
    #expect(try versions.map { try text($0) } == ["three", "two", "one"])
    #expect(try FileVersion.versions(of: desk("v.note")).isEmpty)
    try await versions[1].restore(to: desk("w.note"))
    #expect(desk.text("w.note") == "note:two")
    let again = try await DocumentSession<Note>.open(at: desk("w.note"))
    try await again.revert(to: try #require(versions.first))
    try await again.close()
    #expect(desk.text("w.note") == "note:three")
    for version in try FileVersion.versions(of: desk("w.note")) { try version.remove() }
    #expect(try FileVersion.versions(of: desk("w.note")).isEmpty)
    #expect(await documentError { _ = try versions.first?.fileWrapper() }?.kind == .missing)
  }

  @Test("At each save the desktop's cache gets the thumbnail that the program draws")
  func thumbnails() async throws {
    let drawn = Fixtures.bytes(Fixtures.path("png/valid/alpha_edge.png"))
    let session = try await DocumentSession.create(Note("one"), at: desk("t.note"))
    let recorded = Recorder()
    await session.drawThumbnails([512]) { document, pixels in
      recorded.add("\(document.text) \(pixels)")
      return drawn
    }
    // A new document gets one at once.
    #expect(recorded.all == ["one 512"])
    await session.update { $0.text = "two" }
    try await session.close()
    #expect(recorded.all == ["one 512", "two 512"])
    let cache = ThumbnailCache(folder: "\(DocumentHome.path)/.cache/thumbnails", version: "documents")
    let identity = try #require(cache.identity(of: desk("t.note")))
    #expect(cache.entry(for: identity, pixels: 512) != nil)
  }

  private func text(_ version: FileVersion) throws -> String {
    String(decoding: try version.fileWrapper().regularFileContents().dropFirst(5), as: UTF8.self)
  }
}
