internal import ContentTypes
internal import Documents
internal import Drawing
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

/// The document type of docs/documents.md. `GuideTests` compares the provider with that of the guide.
private struct Checklist: FileDocument {
  static let readableContentTypes = [
    ContentType(
      identifier: "org.example.checklist", name: "checklist", conformsTo: ["public.plain-text"],
      fileExtensions: ["checklist"])
  ]

  var tasks: [String]

  init(configuration: ReadConfiguration) throws {
    let text = String(decoding: try configuration.file.regularFileContents(atMost: 1 << 20), as: UTF8.self)
    tasks = text.split(separator: "\n").map { String($0) }
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Array(tasks.joined(separator: "\n").utf8))
  }
}

private struct ChecklistPreviews: Provider {
  static let definition = ProviderDefinition(
    id: "org.example.checklist", version: "1.0", document: Checklist.self,
    thumbnail: { checklist, request in
      ThumbnailReply(
        contextSize: request.maximumSize,
        currentContextDrawing: { context in
          context.fill(.rect(Rect(context.size)), .color(.white))
          let style = TextStyle(size: context.size.width / 10, color: .black)
          let tasks = AttributedText(checklist.tasks.joined(separator: "\n"), style)
          let text = try TextLayout(tasks, width: context.size.width, fonts: context.fonts)
          context.draw(text, at: .zero)
        })
    },
    preview: { checklist, _ in
      .data(of: "text/plain") { Array(checklist.tasks.joined(separator: "\n").utf8) }
    })
}

@Suite("The provider of the guide to Documents", .timed)
struct ChecklistTests {
  @Test("It draws and shows a checklist")
  func example() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("buy milk\nwater the plants".utf8), to: "a.checklist")
    let trial = ProviderTrial(.inProcess(ChecklistPreviews.definition))
    let thumbnail = try await trial.thumbnail(of: path, contentType: "org.example.checklist", side: 64)
    // Black letters on white.
    #expect(thumbnail.bytes.prefix(4) == [255, 255, 255, 255] && thumbnail.bytes.contains { $0 < 64 })
    let preview = try await trial.preview(of: path, contentType: "org.example.checklist")
    #expect(String(decoding: preview.bytes, as: UTF8.self) == "buy milk\nwater the plants")
  }
}
