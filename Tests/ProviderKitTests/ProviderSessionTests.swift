@testable internal import palette_provider
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import Synchronization
internal import TestKit
internal import Testing

@Suite("Provider sessions", .timed)
struct ProviderSessionTests {
  private static func hello(_ protocols: [Int] = [1]) -> [UInt8] {
    Array(HostMessage.hello(.init(protocols: protocols, limits: .init(), capabilities: [], locale: "en")).line.utf8)
  }

  private static func request(_ id: Int, _ folder: TemporaryDirectory) -> [UInt8] {
    let request = HostMessage.ThumbnailRequest(
      id: id, input: .init(path: "/x", name: "x", contentType: "t"), output: folder.file("out\(id)"),
      maximumSize: .init(width: 8, height: 8), minimumSize: .init(width: 0, height: 0), scale: 1, page: nil,
      deadlineMs: 1_000)
    return Array(HostMessage.thumbnail(request).line.utf8)
  }

  @Test("A cancelled request is answered as cancelled, and others go on")
  func cancel() async throws {
    let folder = try TemporaryDirectory()
    let (stream, continuation) = AsyncStream<ProviderMessage>.makeStream()
    let (started, start) = AsyncStream<Void>.makeStream()
    let definition = ProviderDefinition.thumbnails { request in
      start.yield()
      while !Task.isCancelled { await Task.yield() }
      throw CancellationError()
    }
    let session = ProviderSession(definition) { continuation.yield($0) }
    _ = session.take(line: Self.hello())
    _ = session.take(line: Self.request(1, folder))
    _ = session.take(line: Self.request(2, folder))
    var running = started.makeAsyncIterator()
    await running.next()
    await running.next()
    var messages = stream.makeAsyncIterator()
    guard case .hello? = await messages.next() else { throw TestFailure("no hello") }
    for id in [2, 1] {
      _ = session.take(line: Array(HostMessage.cancel(id: id).line.utf8))
      guard case .error(id, let error)? = await messages.next() else { throw TestFailure("no answer to \(id)") }
      #expect(error.code == .cancelled)
    }
  }

  @Test("Before hello everything else is a failure; after it unknown messages are ignored")
  func misunderstandings() {
    let log = Mutex<[ProviderMessage]>([])
    let session = ProviderSession(.thumbnails { _ in throw CancellationError() }) { message in
      log.withLock { $0.append(message) }
    }
    guard case .ends(isFailure: true) = session.take(line: Array("noise".utf8)) else {
      Issue.record("goes on")
      return
    }
    guard case .ends(isFailure: true) = session.take(line: Self.hello([7, 9])) else {
      Issue.record("takes a version that it does not know")
      return
    }
    _ = session.take(line: Self.hello([1, 9]))
    guard case .goesOn = session.take(line: Array("{\"type\":\"future\"}".utf8)) else {
      Issue.record("ends")
      return
    }
    guard case .ends(isFailure: false) = session.take(line: Array("{\"type\":\"shutdown\"}".utf8)) else {
      Issue.record("does not end")
      return
    }
    let messages = log.withLock { $0 }
    guard messages.count == 2, case .hello(let hello) = messages[0], case .log = messages[1] else {
      Issue.record("\(messages)")
      return
    }
    #expect(hello.protocol == 1)
    #expect(hello.capabilities == [.thumbnail])
  }
}

@Suite("Providers that are programs", .timed)
struct ProgramTests {
  private static let swatch = "\(Tool.products)/swatch-provider"
  private static let paletteProgram = "\(Tool.products)/palette-provider"

  private func swatchFile(_ folder: TemporaryDirectory, _ text: String = "#3366CC\n") throws -> String {
    try folder.write(Array(text.utf8), to: "a.swatch")
  }

  @Test("The example of the documentation is the program that is tested here")
  func example() throws {
    func code(_ path: String) -> String {
      String(decoding: Fixtures.bytes(Fixtures.root + "/" + path), as: UTF8.self)
    }
    let source = code("Examples/swatch-provider/Swatches.swift").replacing("internal import", with: "import")
    let documented = code("Sources/Providers/ProviderKit/Provider.swift").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.hasPrefix("/// ") ? $0.dropFirst(4) : $0.hasPrefix("///") ? $0.dropFirst(3) : $0 }.joined(
      separator: "\n")
    #expect(documented.contains("```swift\n" + source + "```\n"))
    func text(_ path: String) -> String {
      String(decoding: Fixtures.bytes(Fixtures.root + "/docs/" + path), as: UTF8.self)
    }
    let guide = text("writing-providers.md")
    #expect(guide.contains("```swift\n" + source + "```\n"))
    let palette = code("Examples/palette-provider/Palettes.swift").replacing("internal import", with: "import")
    #expect(guide.contains("```swift\n" + palette + "```\n"))
    #expect(guide.contains("```python\n" + text("examples/org.example.bars/provider.py") + "```\n"))
  }

  @Test("The example draws its colour, in the process and out of it")
  func swatchThumbnail() async throws {
    let folder = try TemporaryDirectory()
    let path = try swatchFile(folder)
    let outcome = try await ProviderTrial(.program(Self.swatch, [])).thumbnail(of: path, contentType: "t", side: 64)
    #expect(outcome.reply.content == .pixels(.init(format: .rgba8, width: 64, height: 64, stride: 256)))
    #expect(outcome.reply.title == "#3366CC")
    #expect(Array(outcome.bytes[32 * 256 + 128..<32 * 256 + 132]) == [0x33, 0x66, 0xCC, 255])
    #expect(outcome.bytes[3] == 0)
    let preview = try await ProviderTrial(.program(Self.swatch, [])).preview(of: path, contentType: "t")
    #expect(String(decoding: preview.bytes, as: UTF8.self).contains("#3366CC"))
    let broken = try swatchFile(folder, "blue")
    await #expect(throws: ProviderError(.corruptInput, "a swatch holds one colour, #RRGGBB")) {
      try await ProviderTrial(.program(Self.swatch, [])).thumbnail(of: broken, contentType: "t")
    }
  }

  @Test("A document type draws its thumbnails and previews, in the process and out of it, and says what is broken")
  func palette() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(##"{"name": "Sea", "colors": ["#3366CC", "#99CCEE"]}"##.utf8), to: "a.palette")
    for trial in [ProviderTrial(.program(Self.paletteProgram, [])), ProviderTrial(.inProcess(Palettes.definition))] {
      let outcome = try await trial.thumbnail(of: path, contentType: "org.example.palette", side: 64)
      #expect(outcome.reply.title == "Sea")
      let row = Array(outcome.bytes[32 * 256..<33 * 256])
      #expect(Array(row[0..<4]) == [0x33, 0x66, 0xCC, 255] && Array(row[252..<256]) == [0x99, 0xCC, 0xEE, 255])
      let preview = try await trial.preview(of: path, contentType: "org.example.palette")
      #expect(Array(preview.bytes.prefix(4)) == [0x33, 0x66, 0xCC, 255])
      for (text, error) in [
        ("{}", ProviderError(.corruptInput, "a palette has a name and colors")),
        (#"{"name": "x", "colors": ["blue"]}"#, ProviderError(.corruptInput, "a color is written #RRGGBB")),
        (String(repeating: " ", count: 1 << 20 + 1), ProviderError(.limitExceeded, "has more than 1048576 bytes")),
      ] {
        let broken = try folder.write(Array(text.utf8), to: "b.palette")
        await #expect(throws: error) { try await trial.thumbnail(of: broken, contentType: "org.example.palette") }
      }
      await #expect { try await trial.thumbnail(of: folder.file("none"), contentType: "x") } throws: { error in
        let error = error as? ProviderError
        // Whoever reads the message may not be allowed to see the folder.
        return error?.code == .sourceUnavailable && error?.message.contains(folder.path) == false
      }
    }
  }

  @Test("The Python example speaks the protocol")
  func python() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("one line\n<two>\n".utf8), to: "a.txt")
    let trial = ProviderTrial(
      .program("/usr/bin/python3", [Fixtures.root + "/docs/examples/org.example.bars/provider.py"]))
    let outcome = try await trial.thumbnail(of: path, contentType: "public.text", side: 16)
    #expect(outcome.reply.content == .pixels(.init(format: .gray8, width: 16, height: 16, stride: 16)))
    #expect(Array(outcome.bytes.prefix(16)) == [UInt8](repeating: 0x60, count: 8) + [UInt8](repeating: 255, count: 8))
    let preview = try await trial.preview(of: path, contentType: "public.text")
    #expect(String(decoding: preview.bytes, as: UTF8.self).contains("&lt;two&gt;"))
    let binary = try folder.write([0xFF, 0xFE, 0xFF], to: "b.txt")
    await #expect { try await trial.thumbnail(of: binary, contentType: "public.text") } throws: {
      ($0 as? ProviderError)?.code == .corruptInput
    }
    let lines = Fixtures.bytes(Fixtures.root + "/docs/examples/org.example.bars/provider.py").count { $0 == 0x0A }
    #expect(lines <= 26)
  }

  @Test("A program without a host draws a PNG file that Pillow reads")
  func single() async throws {
    let folder = try TemporaryDirectory()
    let path = try swatchFile(folder)
    let run = try await Tool.run(Self.swatch, ["--thumbnail", "48", path, folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
    let program =
      "import sys; from PIL import Image; i = Image.open(sys.argv[1]); i.load(); "
      + "print(i.mode, i.size, i.getpixel((24, 24)), i.getpixel((0, 0)))"
    #expect(
      try await Tool.python(program, [folder.file("out.png")]).text
        == "RGBA (48, 48) (51, 102, 204, 255) (0, 0, 0, 0)\n")
    #expect(try await Tool.run("pngcheck", ["-q", folder.file("out.png")]).status == 0)
    #expect(try await Tool.run(Self.swatch, ["--preview", path, folder.file("out.html")]).status == 0)
    #expect(try await Tool.run(Self.swatch, ["--dance"]).status == 64)
    #expect(try await Tool.run(Self.swatch, ["--help"]).status == 0)
    let missing = try await Tool.run(Self.swatch, ["--thumbnail", "48", "/nowhere", folder.file("out.png")])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("sourceUnavailable"))
  }

  @Test("The end of the input ends a provider, also after an incomplete line")
  func ends() async throws {
    #expect(try await Tool.run(Self.swatch, []).status == 0)
    let hello = HostMessage.hello(.init(limits: .init(), capabilities: [], locale: "en")).line + "\n"
    let greeted = try await Tool.run(Self.swatch, [], input: Array(hello.utf8))
    #expect(greeted.status == 0)
    #expect(try ProviderMessage(line: String(greeted.text.dropLast())) != .log(level: .info, message: ""))
    let endless = try await Tool.run(Self.swatch, [], input: [UInt8](repeating: 0x20, count: 1 << 20))
    #expect(endless.status == 1)
  }
}
