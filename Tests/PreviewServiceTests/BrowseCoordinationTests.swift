internal import ContentTypes
internal import Documents
internal import Glibc
internal import TestKit
internal import Testing

/// A text as a document of a program that has it open.
private struct Letter: FileDocument {
  static let readableContentTypes = [
    ContentType(
      identifier: "org.example.letter", name: "letter", conformsTo: ["public.plain-text"], fileExtensions: ["letter"])
  ]

  var text: String

  init(_ text: String) { self.text = text }

  init(configuration: ReadConfiguration) throws {
    text = String(decoding: try configuration.file.regularFileContents(), as: UTF8.self)
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Array(text.utf8))
  }
}

@Suite("previewd: changes at /browse/ and programs with documents", .timed)
struct BrowseCoordinationTests {
  private static func post(_ service: RunningService, _ target: String) async throws -> Answer {
    try await service.ask(
      "/browse/root/\(target)", method: "POST", headers: ["Authorization: Bearer \(BrowseAccessTests.writer)"])
  }

  @Test("What another program is reading or writing is not changed")
  func locked() async throws {
    try await BrowseAccessTests.with([:]) { service in
      let path = "\(service.folder)/root/a.txt"
      for change in ["a.txt?rename=b.txt", "a.txt?trash"] {
        try await FileCoordinator().coordinate(readingAt: path) {
          let answer = try await Self.post(service, change)
          #expect(answer.isProblem(409, "conflict") && answer.text.contains("another program is using it"))
        }
      }
      #expect(access(path, F_OK) == 0)
      #expect(try await Self.post(service, "a.txt?rename=b.txt").status == 200)
    }
  }

  @Test("A program with unsaved changes saves them before its document is renamed, and follows it")
  func session() async throws {
    try await BrowseAccessTests.with([:]) { service in
      let root = "\(service.folder)/root"
      var options = DocumentOptions()
      options.autosaves = false
      let session = try await DocumentSession.create(Letter("one"), at: "\(root)/a.letter", options: options)
      await session.update { $0.text = "two" }
      #expect(try await Self.post(service, "a.letter?rename=b.letter").status == 200)
      #expect(Fixtures.bytes("\(root)/b.letter") == Array("two".utf8))
      await session.update { $0.text = "three" }
      try await session.close()
      #expect(Fixtures.bytes("\(root)/b.letter") == Array("three".utf8))
      #expect(access("\(root)/a.letter", F_OK) != 0)
    }
  }
}
