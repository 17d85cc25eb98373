internal import ContentTypes
internal import Documents
internal import TestKit
internal import Testing

private struct Checklist: FileDocument {
  static let readableContentTypes = [
    ContentType(
      identifier: "org.example.checklist", name: "checklist", conformsTo: ["public.plain-text"],
      fileExtensions: ["checklist"])
  ]

  var tasks: [String] = []

  init(tasks: [String] = []) { self.tasks = tasks }

  init(configuration: ReadConfiguration) throws {
    let bytes = try configuration.file.regularFileContents(atMost: 1 << 20)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DocumentError(.invalidContents, "is not UTF-8")
    }
    tasks = text.split(separator: "\n").map { String($0) }
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Array(tasks.joined(separator: "\n").utf8))
  }
}

extension Checklist {
  static func merge(base: Checklist, ours: Checklist, theirs: Checklist) throws -> Checklist? {
    let added = ours.tasks.filter { !base.tasks.contains($0) }
    let removed = base.tasks.filter { !ours.tasks.contains($0) }
    return Checklist(tasks: theirs.tasks.filter { !removed.contains($0) } + added)
  }
}

private struct Team: FileDocument {
  static let readableContentTypes = [
    ContentType(
      identifier: "org.example.team", name: "team", conformsTo: ["com.apple.package"], fileExtensions: ["team"])
  ]

  var names: [String] = []
  /// Pictures by name, which are not read before they are asked for.
  var portraits: [String: FileWrapper] = [:]

  init(names: [String] = []) { self.names = names }

  init(configuration: ReadConfiguration) throws {
    guard let list = configuration.file["names.txt"] else {
      throw DocumentError(.invalidContents, "the team has no names")
    }
    names = String(decoding: try list.regularFileContents(), as: UTF8.self).split(separator: "\n").map { String($0) }
    portraits = configuration.file["portraits"]?.fileWrappers ?? [:]
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(directoryWithFileWrappers: [
      "names.txt": FileWrapper(regularFileWithContents: Array(names.joined(separator: "\n").utf8)),
      "portraits": FileWrapper(directoryWithFileWrappers: portraits),
    ])
  }
}

/// The examples of docs/documents.md, word for word.
@Suite("The guide to Documents", .timed) struct GuideTests {
  private let desk: Desk
  private let path: String
  private let other: String
  private let team: String
  private let picture = Fixtures.bytes(Fixtures.path("png/valid/alpha_edge.png"))

  init() throws {
    desk = try Desk()
    path = desk("a.checklist")
    other = desk("b.checklist")
    team = desk("chess.team")
  }

  @Test("Every example of the guide is one of these")
  func complete() throws {
    // What only programs have is left out.
    func squeezed(_ text: String) -> String {
      text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
        .filter { !$0.hasPrefix("import ") && $0 != "let arguments = CommandLine.arguments" }
        .joined(separator: "\n").replacing("@main struct ", with: "struct ")
    }
    let guide = String(decoding: Fixtures.bytes("\(Fixtures.root)/docs/documents.md"), as: UTF8.self)
    // The types of the guide are private here.
    let sources = [#filePath, "\(Fixtures.root)/Tests/ProviderKitTests/ChecklistTests.swift"]
    let tests = squeezed(
      sources.map { String(decoding: Fixtures.bytes($0), as: UTF8.self) }.joined()
        .replacing("private struct ", with: "struct "))
    let examples = guide.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
    #expect(examples.count == 15)
    for example in examples { #expect(tests.contains(squeezed(String(example))), "\(example)") }
  }

  @Test("Sessions and versions")
  func sessions() async throws {
    do {
      let session = try await DocumentSession.create(Checklist(tasks: ["buy milk"]), at: path)
      await session.update("Add a Task") { $0.tasks.append("water the plants") }
      try await session.close()
    }
    do {
      let session = try await DocumentSession<Checklist>.open(at: path)
      let count = await session.document.tasks.count
      await session.update("Clear") { $0.tasks = [] }
      await session.undo()
      try await session.save()
      try await session.close()
      #expect(count == 2)
    }
    #expect(desk.text("a.checklist") == "buy milk\nwater the plants")
    do {
      let session = try await DocumentSession<Checklist>.open(at: path)
      if let recovery = await session.recovery {
        print("unsaved changes of \(recovery.date): \(recovery.byteCount) bytes")
        try await session.restoreRecovery()  // or discardRecovery()
      }
      try await session.close()
    }
    for version in try FileVersion.versions(of: path) { print(version.date, version.byteCount) }
    try await FileVersion.versions(of: path).last?.restore()
    let open = try FileVersion.unresolvedConflicts(of: path)
    for copy in open where copy.kind == .copy(by: "Syncthing") { try copy.remove() }
    #expect(desk.text("a.checklist") == "buy milk")
    let coordinator = FileCoordinator(deadline: .seconds(5))
    let size = try await coordinator.coordinate(readingAt: path) {
      try FileWrapper(path: path).byteCount
    }
    try await coordinator.move(path, to: other)
    #expect(size == 8)
    #expect(desk.directory.names == ["b.checklist"])
  }

  @Test("The program")
  func program() async throws {
    for words in [["new", path], ["add", path, "buy milk"], ["list", path]] {
      let arguments = ["checklist"] + words
      let path = arguments[2]
      do {
        switch arguments[1] {
        case "new": try await DocumentSession.create(Checklist(), at: path).close()
        case "add":
          let session = try await DocumentSession<Checklist>.open(at: path)
          await session.update("Add a Task") { $0.tasks.append(arguments[3]) }
          try await session.close()
        default: for task in try Checklist(path: path).tasks { print("-", task) }
        }
      } catch {
        print("checklist: \(error)")  // a.checklist: cannot write: File exists
      }
    }
    #expect(desk.text("a.checklist") == "buy milk")
  }

  @Test("The inbox")
  func inbox() async throws {
    let (folder, documents) = (desk("inbox"), desk("documents"))
    #expect(try await Tool.run("mkdir", [documents]).status == 0)
    try await DocumentSession.create(Checklist(tasks: ["buy milk"]), at: path).close()
    do {
      let inbox = DocumentInbox(folder)
      try await inbox.add(path)  // the program that hands over
      for item in try inbox.documents() {  // the program that receives
        let taken = try await inbox.take(item, into: documents)
        print(taken)
      }
    }
    #expect(desk.text("documents/a.checklist") == "buy milk" && desk.text("a.checklist") == "buy milk")
  }

  @Test("Events")
  func events() async throws {
    let session = try await DocumentSession.create(Checklist(), at: path)
    let shown = Recorder()
    @Sendable func show(_ what: some Any) async { shown.add("\(what)") }
    @Sendable func ask(_ question: String) async { shown.add(question) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      let events = session.events
      group.addTask {
        for await event in events { if case .deleted = event { try await session.close(discardingChanges: true) } }
      }
      group.addTask {
        for await event in session.events {
          switch event {
          case .reloaded, .merged, .changed: await show(session.document)
          case .moved(_, let path): await show(path)
          case .conflict: await ask("somebody else has changed it, too: keep yours, or take theirs?")
          case .deleted: await ask("it was deleted: save it again?")
          case .saveFailed(let error), .reloadFailed(let error): await show("\(error)")
          case .saved, .recoveryAvailable, .stateChanged: break
          }
        }
      }
      _ = try await Tool.run("rm", [path])
      try await group.waitForAll()
    }
    #expect(await session.state.contains(.closed))
  }

  @Test("Packages and previews")
  func packages() async throws {
    do {
      let session = try await DocumentSession.create(Team(names: ["Ada", "Grace"]), at: team)
      await session.update("Add a Portrait") { $0.portraits["Ada.png"] = FileWrapper(regularFileWithContents: picture) }
      try await session.save()
      await session.update("Rename") { $0.names[1] = "Grace Hopper" }  // Ada.png is not written again
      try await session.close()
    }
    let members = try Team(path: team)
    let portrait = try members.portraits["Ada.png"]?.regularFileContents()
    #expect(members.names == ["Ada", "Grace Hopper"] && portrait == picture)
    let session = try await DocumentSession<Team>.open(at: team)
    @Sendable func draw(_ team: Team, _ pixels: Int) throws -> [UInt8] { picture }
    await session.drawThumbnails([128, 256]) { team, pixels in
      try draw(team, pixels)  // a PNG file as bytes
    }
    try await session.close()
  }
}
