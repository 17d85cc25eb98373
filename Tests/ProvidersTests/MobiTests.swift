internal import ProviderKit
internal import ProviderProtocol
internal import ProviderTesting
internal import TestKit
internal import Testing

@Suite("Books of Mobipocket and the Kindle", .timed)
struct MobiTests {
  @Test("The thumbnail is the cover, not the first picture", arguments: ["lamp.mobi", "lamp.azw3", "locked.azw"])
  func cover(_ name: String) async throws {
    let pixels = try await FolderDocument("book", "valid/\(name)").thumbnail()
    #expect((pixels.width, pixels.height) == (85, 128))
    #expect(pixels.isNear([200, 40, 40], 0.5, 0.9), "\(pixels.color(0.5, 0.9))")
  }

  @Test("The preview has the facts, and the text with its pictures", arguments: ["lamp.mobi", "lamp.azw3"])
  func preview(_ name: String) async throws {
    let outcome = try await FolderDocument("book", "valid/\(name)").preview()
    #expect(outcome.reply.title == "The Lamp & the Sea")
    let page = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(page.contains("<p>Zoë Müller, Ada Quill</p>"))
    #expect(page.contains("<th>Publisher</th><td>Harbour Press</td>"))
    #expect(page.contains("<p>A keeper counts <b>ships</b>.</p>"))
    #expect(page.contains("<i>counted</i> the ships—one, two."))
    #expect(page.contains("<img alt=\"A wave\" src=\"cid:picture-1\">"))
    // The text goes on over the end of its first record, in the middle of which a word is.
    #expect(page.occurrences("The sea was grün, and then it was blue again.") == 90)
    #expect(page.contains("<p>The end.</p>"))
    #expect(!page.contains("alert"))
  }

  @Test("Of an encrypted book, the cover and the facts are shown")
  func encrypted() async throws {
    let page = try await FolderDocument("book", "valid/locked.azw").html()
    #expect(page.contains("The text of the book is encrypted") && page.contains("Harbour Press"))
    #expect(!page.contains("The sea was"))
  }

  @Test("A book that goes on, with copies that reach before its beginning, and numbers beyond its end")
  func hostile() async throws {
    let folder = try TemporaryDirectory()
    let bytes = Fixtures.bytes(Fixtures.path("preview/valid/lamp.mobi"))
    // The header of record 0 begins where the first entry of the list says.
    let start = bytes[78..<82].reduce(0) { $0 << 8 | Int($1) }
    let end = bytes[86..<90].reduce(0) { $0 << 8 | Int($1) }
    func document(_ change: (inout [UInt8]) -> Void) throws -> FolderDocument {
      var changed = bytes
      change(&changed)
      return FolderDocument("book", path: try folder.write(changed, to: "a.mobi"))
    }
    // The number of records, of text records, the sizes of the headers, the places of names and pictures.
    for offset in [8, 20, 36, 84, 88, 108, 16 + 232 + 4, 16 + 232 + 8, 16 + 232 + 16] {
      let book = try document {
        $0.replaceSubrange((start + offset)..<(start + offset + 4), with: [255, 255, 255, 255])
      }
      _ = try await book.thumbnail(side: 32)
      _ = try await book.html()
    }
    for count in [0, 1, 65_535] {
      let book = try document { $0.replaceSubrange(76..<78, with: [UInt8(count >> 8), UInt8(count & 255)]) }
      do {
        _ = try await book.html()
      } catch let error as ProviderError {
        #expect(error.code == .corruptInput)
      }
    }
    // The first bytes of the text are copied from before it.
    let far = try document { $0.replaceSubrange(end..<(end + 2), with: [0xBF, 0xFF]) }
    #expect(try await far.html().contains("The Lamp &amp; the Sea"))
    // A book of many records without end, each of which unpacks to more than readers use.
    let made = try await Tool.python(
      """
      import struct, sys
      data = open(sys.argv[1], "rb").read()
      start, end = struct.unpack(">I4xI", data[78:90])
      head = bytearray(data[start:end])
      head[8:10] = struct.pack(">H", 60000)
      records = [bytes(head)] + [b"a" + b"\\x80\\x0f" * 4000 + b"\\0\\x41\\x82"] * 6000
      place, list = 78 + 8 * len(records), b""
      for record in records:
          list += struct.pack(">II", place, 0)
          place += len(record)
      open(sys.argv[2], "wb").write(data[:76] + struct.pack(">H", len(records)) + list + b"".join(records))
      """, [Fixtures.path("preview/valid/lamp.mobi"), folder.file("long.mobi")])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await FolderDocument("book", path: folder.file("long.mobi")).html()
    #expect(page.contains("The book goes on; this is its beginning."))
    #expect(page.utf8.count < 1 << 20)
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func occurrences(_ text: String) -> Int { self.ranges(of: text).count }
}
