@testable internal import Documents
internal import Glibc
internal import TestDocuments
internal import TestKit
internal import Testing

@Suite("The inbox", .timed) struct InboxTests {
  private let desk: Desk
  private let inbox: DocumentInbox

  init() throws {
    desk = try Desk()
    inbox = DocumentInbox(desk("share/people/inbox"))
  }

  @Test("A document is handed over as a copy, and taken out under a name that is free")
  func handOver() async throws {
    #expect(try inbox.documents().isEmpty)
    try await DocumentSession.create(Note("one"), at: desk("a.note")).close()
    try await DocumentSession.create(Album(count: 2, size: 10), at: desk("p.album")).close()
    #expect(chmod(desk("a.note"), 0o640) == 0)
    let first = try await inbox.add(desk("a.note"))
    _ = try await inbox.add(desk("p.album"))
    #expect(try await inbox.add(desk("a.note")).hasSuffix("/a 2.note"))
    #expect(Desk.status(inbox.folder).st_mode & 0o777 == 0o700)
    #expect(Desk.status(first).st_mode & 0o777 == 0o640)
    // The oldest first; those of one tick of the clock by their names.
    let listed = try inbox.documents()
    #expect(zip(listed, listed.dropFirst()).allSatisfy { ($0.date, $0.path) < ($1.date, $1.path) })
    let items = try ["a.note", "p.album", "a 2.note"].map { name in
      try #require(listed.first { $0.name == name })
    }
    #expect(listed.count == 3)
    #expect(items.allSatisfy { abs($0.date - Double(time(nil))) < 60 })
    try Album(path: items[1].path).check()
    // Its name is taken here by the original.
    #expect(try await inbox.take(items[0], into: desk.directory.path).hasSuffix("/a 2.note"))
    #expect(desk.text("a.note") == "note:one" && desk.text("a 2.note") == "note:one")
    #expect(await documentError { try await inbox.take(items[0], into: desk.directory.path) }?.kind == .missing)
    try await inbox.remove(items[2])
    #expect(try inbox.documents().map(\.name) == ["p.album"])
  }

  @Test("What a session has not saved yet is handed over, too")
  func unsaved() async throws {
    var options = DocumentOptions()
    options.autosaveDelay = .seconds(3_600)
    let session = try await DocumentSession.create(Note("one"), at: desk("a.note"), options: options)
    await session.update { $0.text = "two" }
    #expect(try Note(path: await inbox.add(desk("a.note"))).text == "two")
    try await session.close()
  }

  @Test("What is no document is not handed over; links, fifos and hidden names in the inbox are none")
  func hostile() async throws {
    #expect(await documentError { _ = try await inbox.add(desk("none.note")) }?.kind == .missing)
    #expect(await documentError { _ = try await inbox.add("/dev/null") }?.kind == .unsafePackage)
    let script = """
      mkdir p.album; ln -s /etc/passwd p.album/link; cd share/people/inbox
      ln -s /etc/passwd a.note; mkfifo b.note; touch .hidden.note; mkdir .cameo-1-2-0.new
      """
    #expect(try await Tool.run("sh", ["-c", script], directory: desk.directory.path).status == 0)
    #expect(await documentError { _ = try await inbox.add(desk("p.album")) }?.kind == .unsafePackage)
    var limits = FileWrapper.Limits()
    limits.maxBytes = 3
    try desk.directory.write([1, 2, 3, 4], to: "large.note")
    #expect(await documentError { _ = try await inbox.add(desk("large.note"), limits: limits) }?.kind == .limitExceeded)
    #expect(try inbox.documents().isEmpty)
  }

  @Test("A link that takes a document's name is not followed")
  func swapped() async throws {
    try desk.directory.write(Array("note:one".utf8), to: "a.note")
    try desk.directory.write(Array("note:private".utf8), to: "private.note")
    _ = try await inbox.add(desk("a.note"))
    let item = try #require(try inbox.documents().first)
    #expect(unlink(item.path) == 0 && symlink(desk("private.note"), item.path) == 0)
    mkdir(desk("documents"), 0o700)
    #expect(await documentError { try await inbox.take(item, into: desk("documents")) }?.kind == .missing)
    #expect(await documentError { try await inbox.remove(item) }?.kind == .missing)
    #expect(desk.text("private.note") == "note:private")
  }

  @Test("Of two programs that take a document one gets it")
  func taken() async throws {
    for number in 0..<10 {
      try desk.directory.write(Array("note:\(number)".utf8), to: "\(number).note")
      _ = try await inbox.add(desk("\(number).note"))
    }
    let items = try inbox.documents()
    let folders = [desk("x"), desk("y")]
    for folder in folders { mkdir(folder, 0o700) }
    let errors: [DocumentError?] = await withTaskGroup(of: DocumentError?.self) { group in
      for item in items {
        for folder in folders {
          group.addTask {
            await documentError { try await inbox.take(item, into: folder, deadline: .seconds(120)) }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count { $0 == nil } == 10 && errors.count { $0?.kind == .missing } == 10)
    #expect(try inbox.documents().isEmpty)
    let texts = try folders.flatMap { folder in
      try DocumentInbox(folder).documents().map { try Note(path: $0.path).text }
    }
    #expect(texts.sorted() == (0..<10).map { "\($0)" })
  }

  @Test("Documents are told that are there, and those that come, also before there is an inbox")
  func arrivals() async throws {
    try desk.directory.write(Array("note:one".utf8), to: "a.note")
    var names = inbox.arrivals().makeAsyncIterator()
    _ = try await inbox.add(desk("a.note"))
    #expect(await names.next()?.name == "a.note")
    // A file manager moves one into it.
    #expect(rename(desk("a.note"), "\(inbox.folder)/b.note") == 0)
    #expect(await names.next()?.name == "b.note")
    // Another one under the name of one that was taken just now.
    #expect(rename("\(inbox.folder)/a.note", desk("taken.note")) == 0)
    try desk.directory.write(Array("note:one".utf8), to: "a.note")
    _ = try await inbox.add(desk("a.note"))
    #expect(await names.next()?.name == "a.note")
    var again = inbox.arrivals().makeAsyncIterator()
    let present = [await again.next()?.name, await again.next()?.name]
    #expect(Set(present) == ["a.note", "b.note"])
  }

  @Test("Ten programs hand over documents of one name at once, and nothing is lost")
  func together() async throws {
    for number in 0..<10 {
      mkdir(desk("\(number)"), 0o700)
      try desk.directory.write(Array("note:\(number)".utf8), to: "\(number)/a.note")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        group.addTask { _ = try await inbox.add(desk("\(number)/a.note"), deadline: .seconds(120)) }
      }
      try await group.waitForAll()
    }
    let texts = try inbox.documents().map { try Note(path: $0.path).text }
    #expect(texts.sorted() == (0..<10).map { "\($0)" })
  }
}
