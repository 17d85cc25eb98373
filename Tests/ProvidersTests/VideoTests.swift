internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Films", .timed)
struct VideoTests {
  @Test(
    "The thumbnail is a frame after the black ones at the beginning",
    arguments: [("pier.mp4", 128, 96), ("pier.webm", 128, 96), ("wide.avi", 128, 48)])
  func frame(_ name: String, _ width: Int, _ height: Int) async throws {
    let pixels = try await FolderDocument("video", "valid/\(name)").thumbnail()
    #expect((pixels.width, pixels.height) == (width, height))
    #expect(pixels.isNear([200, 40, 40], 0.25, 0.5), "\(pixels.color(0.25, 0.5))")
    #expect(pixels.isNear([40, 60, 200], 0.75, 0.5), "\(pixels.color(0.75, 0.5))")
  }

  @Test("The preview has a frame and the facts")
  func facts() async throws {
    let outcome = try await FolderDocument("video", "valid/pier.mp4").preview()
    #expect(outcome.reply.title == "The <pier>")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>The &lt;pier&gt;</h1>"))
    #expect(page.contains("<img alt=\"A frame of the film\" src=\"cid:picture-0\">"))
    for (key, value) in [
      ("Length", "0:02"), ("Size", "160 × 120"), ("Frames per second", "4"), ("Video", "MPEG-4"),
      ("Audio", "AAC, mono, 48000 Hz, deu"),
    ] {
      #expect(page.contains("<th>\(key)</th><td>\(value)</td>"), "\(key)")
    }
  }

  @Test("Clients that prefer pictures get a frame")
  func picture() async throws {
    let video = try Shipped.named("video").inProcess
    let path = Fixtures.path("preview/valid/pier.mp4")
    for (accept, isPicture) in [(["image/png"], true), (["text/html", "image/png"], false), (["*/*"], false)] {
      let outcome = try await video.preview(of: path, contentType: "public.mpeg-4", accept: accept)
      if case .pixels = outcome.reply.content { #expect(isPicture) } else { #expect(!isPicture) }
    }
  }

  @Test("A film that names other files shows none of them")
  func otherFiles() async throws {
    let folder = try TemporaryDirectory()
    let film = Fixtures.path("preview/valid/pier.mp4")
    // A playlist, and a script of FFmpeg's `concat`.
    for text in ["#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(film)\n", "ffconcat version 1.0\nfile '\(film)'\n"] {
      let document = try FolderDocument("video", text: text, name: "a.mp4", in: folder)
      await #expect { try await document.thumbnail() } throws: { ($0 as? ProviderError)?.code == .corruptInput }
    }
  }

  @Test("Bytes of a film at random places are changed, and nothing ends the process")
  func damaged() async throws {
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/pier.webm"))
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 11)
    for _ in 0..<20 {
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let film = FolderDocument("video", path: try folder.write(damaged, to: "a.webm"))
      do {
        _ = try await film.thumbnail(side: 32)
      } catch let error as ProviderError {
        #expect([.corruptInput, .limitExceeded].contains(error.code), "\(error)")
      }
    }
  }
}
