internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("PostScript documents", .timed)
struct PostScriptTests {
  @Test(
    "A thumbnail is a page, in the colours of the fixture", arguments: [(nil, [204, 38, 38]), (2, [38, 64, 204])])
  func page(_ page: Int?, _ color: [Int]) async throws {
    let pixels = try await FolderDocument("postscript", "valid/squares.ps").thumbnail(page: page)
    // A page has 200 by 300 points: 85.3 by 128.
    #expect((85...86).contains(pixels.width) && pixels.height == 128)
    #expect(pixels.isNear(color, 0.5, 0.8), "\(pixels.color(0.5, 0.8))")
  }

  @Test("An EPS file has the size of its box")
  func boundingBox() async throws {
    let pixels = try await FolderDocument("postscript", "valid/flag.eps").thumbnail()
    #expect((pixels.width, pixels.height) == (128, 64))
    #expect(pixels.isNear([204, 38, 38], 0.25, 0.5) && pixels.isNear([38, 64, 204], 0.75, 0.5))
  }

  @Test("Of an EPS file whose program fails, the small picture is shown")
  func smallPicture() async throws {
    let document = FolderDocument("postscript", "valid/small_only.eps")
    let pixels = try await document.thumbnail()
    #expect((pixels.width, pixels.height) == (40, 20))
    #expect(pixels.isNear([30, 140, 70], 0.5, 0.5), "\(pixels.color(0.5, 0.5))")
    guard case .pixels = try await document.preview().reply.content else { throw TestFailure("no pixels") }
  }

  @Test("The preview is a PDF with all pages, or with one of them")
  func preview() async throws {
    let postscript = try Shipped.named("postscript").inProcess
    let path = Fixtures.path("preview/valid/squares.ps")
    let folder = try TemporaryDirectory()
    for (page, count) in [(nil, 2), (2, 1)] as [(Int?, Int)] {
      let outcome = try await postscript.preview(of: path, contentType: "com.adobe.postscript", page: page)
      #expect(outcome.reply.content == .pdf)
      #expect(outcome.reply.title == "Two squares" && outcome.reply.pageCount == 2)
      let file = try folder.write(outcome.bytes, to: "\(count).pdf")
      let facts = try await Tool.run("pdfinfo", [file]).text
      #expect(
        facts.contains("Pages:           \(count)\n") && facts.contains("Page size:       200 x 300 pts"), "\(facts)")
    }
    await #expect { try await postscript.preview(of: path, contentType: "com.adobe.postscript", page: 3) } throws: {
      ($0 as? ProviderError)?.code == .requestInvalid
    }
  }

  @Test("A program that reads files or starts programs ends with an error that says so")
  func safer() async throws {
    for name in ["file.ps", "program.ps"] {
      await #expect { try await FolderDocument("postscript", "broken/\(name)").html() } throws: { error in
        (error as? ProviderError)?.message
          == "the document is damaged: its program ends with the error invalidfileaccess"
      }
    }
  }

  @Test("A program that does not end is ended with its request")
  func endless() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("%!PS\n{ 1 pop } loop\n".utf8), to: "loop.ps")
    var trial = ProviderTrial(.inProcess(try Shipped.named("postscript").definition))
    trial.deadlineSeconds = 2
    await #expect { try await trial.thumbnail(of: path, contentType: "com.adobe.postscript") } throws: { error in
      let code = (error as? ProviderError)?.code
      return code == .timeout || code == .cancelled
    }
  }
}
