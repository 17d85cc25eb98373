internal import ByteStreams
@testable internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

@Suite("Coordination", .timed) struct CoordinationTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  /// Starts a worker, and waits until it says that it holds a document.
  private func start(_ work: String, _ path: String) async throws -> pid_t {
    let pipe = try #require(SystemCall.pipe())
    var program = ChildProcess(
      ["\(Tool.products)/document-worker", work, path],
      environment: ["HOME=\(DocumentHome.path)", "PATH=/bin:/usr/bin"])
    program.output = .descriptor(pipe.output)
    let process = try #require(program.start())
    close(pipe.output)
    let held = try await DetachedThread.run { () throws(DocumentError) in
      var bytes = [UInt8](repeating: 0, count: 5)
      return read(pipe.input, &bytes, 5)
    }
    close(pipe.input)
    try #require(held == 5)
    return process
  }

  @Test("A stopped holder of the lock delays others for their deadline only; its end frees the lock")
  func stoppedHolder() async throws {
    try await DocumentSession.create(Ledger(), at: desk("a.ledger")).close()
    let process = try await start("hold", desk("a.ledger"))
    kill(process, SIGSTOP)
    for deadline in [Duration.zero, .milliseconds(100)] {
      let coordinator = FileCoordinator(deadline: deadline)
      let reading = await documentError { try await coordinator.coordinate(readingAt: desk("a.ledger")) {} }
      #expect(reading?.kind == .timedOut && reading?.path == desk("a.ledger"))
      #expect(
        await documentError { try await coordinator.coordinate(writingAt: desk("a.ledger")) {} }?.kind == .timedOut)
    }
    var options = DocumentOptions()
    options.deadline = .milliseconds(50)
    let error = await documentError {
      _ = try await DocumentSession<Ledger>.open(at: desk("a.ledger"), options: options)
    }
    #expect(error?.kind == .timedOut)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    try await FileCoordinator(deadline: .seconds(10)).coordinate(writingAt: desk("a.ledger")) {}
  }

  @Test("A stopped session with unsaved changes delays readers no longer than the deadline; later they get these")
  func stoppedSession() async throws {
    let path = desk("b.ledger")
    try await DocumentSession.create(Ledger(), at: path).close()
    let process = try await start("present", path)
    kill(process, SIGSTOP)
    var coordinator = FileCoordinator(deadline: .seconds(10))
    coordinator.presenterTime = .milliseconds(100)
    #expect(try await coordinator.coordinate(readingAt: path) { try Ledger(path: path).counts } == [:])
    try await coordinator.coordinate(writingAt: path) {}
    // The time of presenters is a part of the deadline.
    (coordinator.deadline, coordinator.presenterTime) = (.milliseconds(100), .seconds(86_400))
    try await coordinator.coordinate(readingAt: [path], writingAt: [desk("c.ledger")]) {}
    kill(process, SIGCONT)
    coordinator.deadline = .seconds(240)
    coordinator.presenterTime = .seconds(120)
    #expect(try await coordinator.coordinate(readingAt: path) { try Ledger(path: path).counts } == ["present": 1])
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  @Test("Readers are together, a writer is alone, and readers without a pause do not keep a writer out")
  func readersAndWriters() async throws {
    struct State {
      var readers = 0
      var writers = 0
      var isWritten = false
    }
    let state = Monitor(State())
    let path = desk("x.note")
    let coordinator = FileCoordinator(deadline: .seconds(60))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          while !state.withLock({ $0.isWritten }) {
            try await coordinator.coordinate(readingAt: path) {
              state.withLock { $0.readers += 1 }
              await Task.yield()
              state.withLock {
                #expect($0.writers == 0)
                $0.readers -= 1
              }
            }
          }
        }
      }
      group.addTask {
        try await coordinator.coordinate(writingAt: path) {
          state.withLock {
            #expect($0.readers == 0)
            $0.writers += 1
          }
          await Task.yield()
          state.withLock {
            #expect($0.readers == 0)
            ($0.writers, $0.isWritten) = (0, true)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Programs that lock the same documents in other orders do not wait for each other for ever")
  func oneOrder() async throws {
    let paths = (0..<5).map { desk("\($0).note") }
    let coordinator = FileCoordinator(deadline: .seconds(60))
    let count = Monitor(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(seed))
          for _ in 0..<20 {
            let order = paths.shuffled(using: &random)
            try await coordinator.coordinate(readingAt: Array(order[..<2]), writingAt: Array(order[1...])) {
              count.withLock { $0 += 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(count.withLock { $0 } == 160)
  }

  @Test("A reader gets the unsaved changes of a session in time, by each path to the document")
  func savesFirst() async throws {
    var options = DocumentOptions()
    options.autosaveDelay = .seconds(3_600)
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    await session.update { $0.text = "two" }
    symlink("a.note", desk("link.note"))
    let text = try await FileCoordinator().coordinate(readingAt: desk("link.note")) {
      try Note(path: desk("a.note")).text
    }
    #expect(text == "two")
    await session.update { $0.text = "three" }
    let other = try await DocumentSession<Note>.open(at: desk("a.note"))
    #expect(await other.document.text == "three")
    try await other.close()
    try await session.close()
  }

  @Test("A session follows a coordinated move, and does not believe one that did not happen")
  func moves() async throws {
    var options = DocumentOptions()
    options.watches = false
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    try desk.directory.write(Array("note:other".utf8), to: "other.note")
    let key = try RuntimeFolder.key(DocumentStorage.resolve(desk("a.note")))
    for lie in [desk("other.note"), "/etc/passwd", desk("none.note")] {
      PresenterClient.ask(.moved(to: lie), key: key, within: .seconds(10), except: nil)
      #expect(await session.path.hasSuffix("/a.note"))
    }
    try await FileCoordinator().move(desk("a.note"), to: desk("b.note"))
    #expect(await session.path.hasSuffix("/b.note"))
    try await session.close()
  }

  @Test("A session whose document was deleted does not believe that another one is the moved one")
  func lieAfterDeletion() async throws {
    var options = DocumentOptions()
    (options.watches, options.autosaves) = (false, false)
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    await session.update { $0.text = "two" }
    try desk.directory.write(Array("note:six".utf8), to: "same-size.note")
    try desk.directory.write(Array("note:one".utf8), to: "copy.note")
    let key = try RuntimeFolder.key(DocumentStorage.resolve(desk("a.note")))
    #expect(unlink(desk("a.note")) == 0)
    for lie in ["same-size.note", "none.note"] {
      PresenterClient.ask(.moved(to: desk(lie)), key: key, within: .seconds(10), except: nil)
      #expect(await session.path.hasSuffix("/a.note"), "\(lie)")
    }
    // What another file system has of it after a move is a copy. A longer time than `poll` takes is no crash.
    PresenterClient.ask(.moved(to: desk("copy.note")), key: key, within: .seconds(10_000_000), except: nil)
    #expect(await session.path.hasSuffix("/copy.note"))
    try await session.close()
    #expect(desk.text("same-size.note") == "note:six" && desk.text("copy.note") == "note:two")
  }

  @Test("A socket at which nobody listens goes, unless it was made just now")
  func deadSockets() throws {
    let folder = try RuntimeFolder.path()
    let key = "0-0-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
    let names = ["\(key).1-old.socket", "\(key).1-new.socket"]
    for name in names { close(UnixSocket.listen(folder: folder, name: name)) }
    let before = timeval(tv_sec: time(nil) - 60, tv_usec: 0)
    #expect(utimes("\(folder)/\(names[0])", [before, before]) == 0)
    PresenterClient.ask(.save, key: key, within: .seconds(10), except: nil)
    #expect((SystemCall.entries(of: folder) ?? []).filter { $0.hasPrefix(key) } == [names[1]])
    SystemCall.remove("\(folder)/\(names[1])")
  }

  @Test("The sockets of processes that were killed go, of whatever document")
  func sweptSockets() throws {
    let folder = try RuntimeFolder.path()
    let key = "0-0-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
    // No process has the first number (pid_max is at most 4,194,304).
    let names = ["\(key).999999999-dead.socket", "\(key).\(getpid())-alive.socket", "\(key).999999999-new.socket"]
    for name in names { close(UnixSocket.listen(folder: folder, name: name)) }
    let before = timeval(tv_sec: time(nil) - 60, tv_usec: 0)
    for name in names.prefix(2) { #expect(utimes("\(folder)/\(name)", [before, before]) == 0) }
    DeadSockets.remove(from: folder)
    #expect((SystemCall.entries(of: folder) ?? []).filter { $0.hasPrefix(key) }.sorted() == names.dropFirst().sorted())
    for name in names.dropFirst() { SystemCall.remove("\(folder)/\(name)") }
  }

  @Test("Rubbish and silence at a session's socket do no harm")
  func hostileClients() async throws {
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"))
    let key = try RuntimeFolder.key(DocumentStorage.resolve(desk("a.note")))
    let folder = try RuntimeFolder.path()
    let name = try #require((SystemCall.entries(of: folder) ?? []).first { $0.hasPrefix(key + ".") })
    var silent: [Int32] = []
    for _ in 0..<80 { silent.append(UnixSocket.connect(folder: folder, name: name)) }
    for bytes in [[UInt8](repeating: 0x41, count: 100_000), Array("moved \u{0}\n".utf8), Array("\n\n\n".utf8)] {
      let client = UnixSocket.connect(folder: folder, name: name)
      _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(client)
    }
    for client in silent where client >= 0 { close(client) }
    await session.update { $0.text = "two" }
    // A reader waits some seconds for the session to save, which may be too short on a busy machine.
    var text = "one"
    for _ in 0..<10 where text == "one" {
      text = try await FileCoordinator().coordinate(readingAt: desk("a.note")) { try Note(path: desk("a.note")).text }
    }
    #expect(text == "two")
    try await session.close()
    #expect(!(SystemCall.entries(of: folder) ?? []).contains(name))
  }

  @Test("A folder for locks that others can write is refused")
  func foreignFolder() throws {
    var status = stat()
    let path = try RuntimeFolder.path()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o077 == 0 && status.st_uid == geteuid())
  }

  @Test("A removed package is gone as a whole; what cannot be removed stays as it was")
  func remove() async throws {
    let path = desk("a.album")
    try await DocumentSession.create(Album(count: 3, size: 10), at: path).close()
    // What a process that was killed while it removed one has left.
    let stage = try PackageStage(for: path, isPrivate: true)
    try await FileCoordinator().remove(path)
    #expect(desk.directory.names.map { "\(desk.directory.path)/\($0)" } == [stage.path])
    withExtendedLifetime(stage) {}
    #expect(await documentError { try await FileCoordinator().remove(path) }?.kind == .missing)
    // A folder in which nothing can be renamed, also not by root.
    let fixed = "/proc/self/attr"
    #expect(!PackageStage.removePackage(fixed))
    #expect(access("\(fixed)/current", F_OK) == 0)
  }

  @Test("The rubbish of a removal that was killed goes when a document with the name is made")
  func killedRemoval() async throws {
    let path = desk("a.album")
    let left = try PackageStage(for: path, isPrivate: true).path
    #expect(access(left, F_OK) == 0)
    try await DocumentSession.create(Album(count: 1, size: 10), at: path).close()
    #expect(desk.directory.names == ["a.album"])
  }
}
