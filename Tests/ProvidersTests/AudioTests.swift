internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Audio files", .timed)
struct AudioTests {
  /// What scripts/fixture_maker/folder.py writes into the files. 11,484 frames of 1,152 samples at 44,100 Hz are five
  /// minutes.
  static let files: [(name: String, title: String, length: String, facts: [String])] = [
    ("hut.mp3", "Die Hütte", "5:00", ["<td>Zoë</td>", "<td>Sea</td>", "<td>44100 Hz</td>"]),
    ("lamp.flac", "The Lamp", "3:07", ["<td>Zoë</td>", "<td>48000 Hz</td>", "<td>stereo</td>"]),
    ("lamp.m4a", "Die Lampe", "1:05", ["<td>Zoë</td>", "<td>MPEG-4</td>"]),
    ("lamp.opus", "Die Lampe", "1:15", ["<td>Opus</td>"]),
  ]

  @Test("Title, length and facts of each format", arguments: files.map(\.name))
  func facts(_ name: String) async throws {
    let expected = try #require(Self.files.first { $0.name == name })
    let outcome = try await FolderDocument("audio", "valid/\(name)").preview()
    #expect(outcome.reply.title == expected.title)
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<h1>\(expected.title)</h1>"))
    #expect(page.contains("<th>Length</th><td>\(expected.length)</td>"))
    for fact in expected.facts { #expect(page.contains(fact), "\(fact)") }
    #expect(page.contains("<img alt=\"Cover\" src=\"cid:picture-0\">"))
  }

  @Test("The thumbnail is the cover of each format", arguments: files.map(\.name))
  func cover(_ name: String) async throws {
    let pixels = try await FolderDocument("audio", "valid/\(name)").thumbnail()
    #expect(pixels.width == pixels.height)
    #expect(pixels.isNear([30, 140, 70], 0.03, 0.03), "\(pixels.color(0.03, 0.03))")
  }

  @Test("Without a cover, the thumbnail is a record with the title")
  func record() async throws {
    let pixels = try await FolderDocument("audio", "valid/plain.mp3").thumbnail()
    #expect(pixels.isNear([255, 255, 255], 0.56, 0.38))
    #expect(pixels.isNear([26, 26, 26], 0.33, 0.25))
    #expect(pixels.count(rows: 0.7...0.85) { $0.allSatisfy { $0 > 220 } } > 30)
  }

  @Test(
    "FLAC and Speex in Ogg",
    arguments: [("lamp.oga", "3:07", "Ogg FLAC", 48_000), ("lamp.spx", "1:30", "Speex", 16_000)])
  func ogg(_ name: String, _ length: String, _ format: String, _ rate: Int) async throws {
    let outcome = try await FolderDocument("audio", "valid/\(name)").preview()
    #expect(outcome.reply.title == "Die Lampe")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    for (key, value) in [("Artist", "Zoë"), ("Length", length), ("Format", format), ("Rate", "\(rate) Hz")] {
      #expect(page.contains("<th>\(key)</th><td>\(value)</td>"), "\(key)")
    }
  }

  @Test("Bytes of a file at random places are changed, and nothing ends the process", arguments: files.map(\.name))
  func damaged(_ name: String) async throws {
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/\(name)"))
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 7)
    for _ in 0..<(isThorough ? 200 : 50) {
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: 0..<min(400, bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let file = FolderDocument("audio", path: try folder.write(damaged, to: "a"))
      do {
        _ = try await file.thumbnail(side: 32)
      } catch let error as ProviderError {
        #expect([.corruptInput, .unsupportedType].contains(error.code))
      }
    }
  }
}
