internal import ByteStreams
internal import Glibc
internal import TestKit
internal import Testing

@Suite("Paths as text", .timed)
struct PathTextTests {
  @Test("Any bytes are converted to text and back without loss")
  func roundTrip() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for bytes in [[first, second], [0x61, first, 0xC3, second], [0xF4, 0x8F, first, second]] {
          #expect(PathText.bytes(PathText.text(bytes)) == bytes)
        }
      }
    }
    #expect(PathText.bytes(PathText.text([])) == [])
  }

  @Test("Different bytes give different texts")
  func unambiguous() {
    // U+10FEFF itself, and the byte that it represents.
    let (character, byte) = (PathText.text([0xF4, 0x8F, 0xBB, 0xBF]), PathText.text([0xFF]))
    #expect(character != byte)
    #expect(character.unicodeScalars.count == 4)
    #expect(byte == "\u{10FEFF}")
  }

  @Test("Names that are UTF-8 are unchanged", arguments: ["", "a.jpg", "写真/é.png", "😀", "\u{10FFFF}"])
  func ordinary(_ name: String) {
    #expect(PathText.text(Array(name.utf8)) == name)
    #expect(PathText.bytes(name) == Array(name.utf8))
    #expect(PathText.readable(name) == name)
  }

  @Test(
    "Bytes that are not UTF-8 are shown as numbers",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3, 0xA9, 0xC3], "é\\xC3"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
    ] as [([UInt8], String)])
  func readable(_ bytes: [UInt8], _ expected: String) {
    #expect(PathText.readable(PathText.text(bytes)) == expected)
  }

  @Test(
    "A path is split at its last slash, even if a combining mark follows it",
    arguments: [
      ("a", ".", "a"), ("/a", "/", "a"), ("x/y/a", "x/y", "a"), ("x/\u{301}a", "x", "\u{301}a"), ("x/", "x", ""),
    ])
  func split(_ path: String, _ directory: String, _ name: String) {
    let parts = PathText.split(path)
    #expect(Array(parts.directory.utf8) == Array(directory.utf8) && Array(parts.name.utf8) == Array(name.utf8))
  }

  @Test("System calls get and return the original bytes")
  func systemCalls() throws {
    let folder = try TemporaryDirectory()
    let name: [UInt8] = [0x61, 0xFF, 0x2F, 0xFE]
    let inner = PathText.text(Array(folder.path.utf8) + [0x2F] + name)
    #expect(SystemCall.makeDirectory(PathText.split(inner).directory))
    let file = SystemCall.open(inner, O_CREAT | O_WRONLY, mode: 0o600)
    #expect(file >= 0)
    close(file)
    #expect(SystemCall.entries(of: folder.path) == [PathText.text([0x61, 0xFF])])
    #expect(SystemCall.resolved(inner).map { PathText.bytes($0) }?.suffix(4) == name[...])
    let link = folder.file("link")
    #expect(PathText.withCString(inner) { symlink($0, link) } == 0)
    #expect(SystemCall.linkTarget(link) == inner)
    #expect(SystemCall.rename(inner, to: folder.file("b")))
    #expect(SystemCall.status(of: inner) == nil)
    #expect(folder.names.contains("b"))
  }

  @Test("Names are in the order in which people count")
  func naturalOrder() throws {
    let folder = try TemporaryDirectory()
    let ordered = [
      "IMG_9.jpg", "IMG_10.jpg", "a", "a1", "a01", "a2b", "a10", "a10b", "b", "page-2.png", "page-10.png",
      "page-18446744073709551617.png", "x1.9", "x1.10",
    ]
    for name in ordered.reversed() { try folder.write([], to: name) }
    // `a1` and `a01` have the same value: the byte 0 is before 1.
    let expected = ordered.map { $0 == "a1" ? "a01" : $0 == "a01" ? "a1" : $0 }
    #expect(SystemCall.entries(of: folder.path) == expected)
  }
}
