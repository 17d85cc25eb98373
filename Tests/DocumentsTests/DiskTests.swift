internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

/// Disks that do not take what is saved. Most of these tests mount small ones.
@Suite("Disks", .timed) struct DiskTests {
  private let desk: Desk
  private var options = DocumentOptions()

  init() throws {
    desk = try Desk()
    options.autosaveDelay = .milliseconds(10)
  }

  private func isSaved(_ event: DocumentEvent) -> Bool { if case .saved = event { true } else { false } }

  private func isFailed(_ event: DocumentEvent) -> Bool { if case .saveFailed = event { true } else { false } }

  @Test("On a full disk the old document stays, the changes too, and are saved when there is room")
  func full() async throws {
    try await Mount.tmpfs(at: desk.directory.path, size: "256k")
    defer { Mount.unmount(desk.directory.path) }
    let file = try await DocumentSession.create(Ledger(size: 1_000), at: desk("a.ledger"), options: options)
    let package = try await DocumentSession.create(Album(count: 3, size: 1_000), at: desk("a.album"), options: options)
    try desk.directory.write([UInt8](repeating: 1, count: 190_000), to: "filler")
    let (fileEvents, packageEvents) = (file.events, package.events)
    await file.update { $0 = Ledger(counts: ["a": 1], size: 100_000) }
    await package.update { $0.setItem("item-1", number: 4, size: 100_000) }
    for events in [fileEvents, packageEvents] {
      guard case .saveFailed(let error) = try await next(events, where: isFailed) else { return }
      #expect(error.kind == .diskFull && error.systemError == ENOSPC)
    }
    #expect(await file.state.contains(.savingError))
    #expect(try Ledger(path: desk("a.ledger")).size == 1_000)
    try Album(path: desk("a.album")).check()
    let (fileSaved, packageSaved) = (file.events, package.events)
    unlink(desk("filler"))
    _ = try await next(fileSaved, where: isSaved)
    _ = try await next(packageSaved, where: isSaved)
    #expect(await !file.state.contains(.savingError))
    #expect(try Ledger(path: desk("a.ledger")).size == 100_000)
    #expect(try Album(path: desk("a.album")).numbers["item-1"] == 4)
    try await file.close()
    try await package.close()
    #expect(desk.directory.names == ["a.album", "a.ledger"])
  }

  @Test("A document that cannot be written is told, and saved when it can be; unsaved changes are in the recovery copy")
  func readOnly() async throws {
    try await Mount.tmpfs(at: desk.directory.path, size: "1m")
    defer { Mount.unmount(desk.directory.path) }
    try await DocumentSession.create(Note("one"), at: desk("a.note")).close()
    try await Mount.mount("-o", "remount,ro", desk.directory.path)
    let session = try await DocumentSession<Note>.open(at: desk("a.note"), options: options)
    #expect(await session.state.contains(.editingDisabled))
    let events = session.events
    await session.update { $0.text = "two" }
    guard case .saveFailed(let error) = try await next(events, where: isFailed) else { return }
    #expect(error.kind == .notPermitted && error.systemError == EROFS)
    #expect(desk.text("a.note") == "note:one")
    // What a program that is killed now leaves is offered by the next one.
    try? await session.autosave()
    let saved = session.events
    try await Mount.mount("-o", "remount,rw", desk.directory.path)
    _ = try await next(saved, where: isSaved)
    #expect(desk.text("a.note") == "note:two")
    try await session.close()
  }

  @Test("While the folder is unmounted nothing is lost; when it is back the changes are saved")
  func unmounted() async throws {
    let place = try TemporaryDirectory()
    try await Mount.mount("--bind", desk.directory.path, place.path)
    defer { Mount.unmount(place.path) }
    let session = try await DocumentSession.create(Note("one"), at: place.file("a.note"), options: options)
    Mount.unmount(place.path)
    rmdir(place.path)
    let events = session.events
    await session.update { $0.text = "two" }
    _ = try await next(events, where: isFailed)
    let saved = session.events
    mkdir(place.path, 0o700)
    try await Mount.mount("--bind", desk.directory.path, place.path)
    _ = try await next(saved, where: isSaved)
    #expect(desk.text("a.note") == "note:two")
    try await session.close()
  }

  @Test("Where a user may not write, the document stays and the change is kept, until it can be saved")
  func lostPermission() async throws {
    let home = try TemporaryDirectory()
    let environment = DocumentHome.environment(home.path)
    let folder = desk("shared")
    let path = "\(folder)/l.ledger"
    #expect(mkdir(folder, 0o755) == 0)
    try await DocumentSession.create(Ledger(size: 10), at: path).close()
    // To root everything is permitted: the worker is another user then.
    let (user, isRoot) = (uid_t(65_534), geteuid() == 0)
    if isRoot {
      for path in [home.path, "\(home.path)/run"] { #expect(chown(path, user, gid_t(user)) == 0) }
      #expect(chmod(desk.directory.path, 0o755) == 0)
    }
    func worker(_ work: String) async throws -> Tool.Result {
      let words = ["\(Tool.products)/document-worker", work, path]
      let before = isRoot ? ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []
      let all = before + words
      return try await Tool.run(all[0], Array(all.dropFirst()), environment: environment)
    }
    #expect(chmod(folder, 0o555) == 0)
    let refused = try await worker("refused")
    #expect(refused.status == 0, "\(refused.text)\(refused.errors)")
    #expect(try Ledger(path: path).size == 10)
    #expect(chmod(folder, 0o777) == 0)
    let recovered = try await worker("recovered")
    #expect(recovered.status == 0, "\(recovered.text)\(recovered.errors)")
    #expect(try Ledger(path: path).size == 70_000)
  }

  @Test("A file size limit (RLIMIT_FSIZE) is no crash")
  func sizeLimit() async throws {
    try await DocumentSession.create(Ledger(size: 10), at: desk("l.ledger")).close()
    let home = try TemporaryDirectory()
    let worker = "\(Tool.products)/document-worker"
    // 1 block of 512 or 1,024 bytes; the signal that would end the process is ignored.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" grow \"$1\""
    let result = try await Tool.run(
      "sh", ["-c", script, worker, desk("l.ledger")], environment: DocumentHome.environment(home.path))
    #expect(result.status == 0 && result.text == "\(EFBIG)\n", "\(result.text) \(result.errors)")
    #expect(try Ledger(path: desk("l.ledger")).size == 10)
  }

  /// Runs a program that the kernel refuses to write 4,096 bytes or more at once, as it does when a quota is full: with
  /// EDQUOT. A filter (seccomp(2)) needs neither rights nor a disk with quotas.
  private static let quota = """
    import ctypes, errno, os, platform, struct, sys
    write, pwrite64, copy_file_range = {'x86_64': (1, 18, 326), 'aarch64': (64, 68, 285)}[platform.machine()]
    load, equal, atLeast, end = 0x20, 0x15, 0x35, 0x06
    rules = [(load, 0, 0, 0), (equal, 4, 0, copy_file_range), (equal, 1, 0, write), (equal, 0, 3, pwrite64),
      (load, 0, 0, 32), (atLeast, 0, 1, 4096), (end, 0, 0, 0x50000 | errno.EDQUOT), (end, 0, 0, 0x7fff0000)]
    code = ctypes.create_string_buffer(b''.join(struct.pack('<HBBI', *rule) for rule in rules))
    program = struct.pack('@HP', len(rules), ctypes.addressof(code))
    c = ctypes.CDLL(None, use_errno=True)
    if c.prctl(38, 1, 0, 0, 0) or c.prctl(22, 2, ctypes.c_char_p(program), 0, 0):
      sys.exit('prctl: ' + os.strerror(ctypes.get_errno()))
    os.execv(sys.argv[1], sys.argv[1:])
    """

  @Test("With a full quota the old document stays, and the change is kept", arguments: ["l.ledger", "l.album"])
  func quota(_ name: String) async throws {
    let path = desk(name)
    if name.hasSuffix("album") {
      try await DocumentSession.create(Album(count: 2, size: 10), at: path).close()
    } else {
      try await DocumentSession.create(Ledger(size: 10), at: path).close()
    }
    let home = try TemporaryDirectory()
    let result = try await Tool.run(
      "/usr/bin/python3", ["-c", Self.quota, "\(Tool.products)/document-worker", "grow", path],
      environment: DocumentHome.environment(home.path))
    #expect(result.status == 0 && result.text == "\(EDQUOT)\n", "\(result.text) \(result.errors)")
    if name.hasSuffix("album") {
      let album = try Album(path: path)
      try album.check()
      #expect(album.numbers == ["item-0": 0, "item-1": 0])
    } else {
      #expect(try Ledger(path: path).size == 10)
    }
    #expect(desk.directory.names == [name])
  }
}
