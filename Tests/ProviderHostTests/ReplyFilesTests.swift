internal import ByteStreams
internal import Glibc
@testable internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("Large replies in files", .timed)
struct ReplyFilesTests {
  private static func reply(_ count: Int) -> RenderReply {
    RenderReply(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) }, contentType: "image/png", provider: nil)
  }

  @Test("A large reply is in a file without a name, a small one in memory, and the space is free when it is released")
  func keeping() async throws {
    let folder = try TemporaryDirectory()
    let files = ReplyFiles(in: folder.path, capacity: 250_000)
    let small = Self.reply(ReplyFiles.threshold)
    #expect(try files.keeping(small) == small)
    let large = Self.reply(100_000)
    var kept: [RenderReply] = []
    for _ in 0..<2 {
      let reply = try files.keeping(large)
      let file = try #require(reply.file)
      #expect(reply.bytes.isEmpty && file.size == 100_000 && reply.contentType == "image/png")
      #expect(try file.start(100_000) == large.bytes)
      kept.append(reply)
    }
    #expect(folder.names == [])
    #expect(await code { try files.keeping(large) } == .overloaded)
    kept.removeLast()
    #expect(try files.keeping(large).file != nil)
  }

  @Test("HTML that is put together with its pictures later stays in memory")
  func attachments() throws {
    var reply = Self.reply(100_000)
    reply.attachments = [.init(id: "a", contentType: "image/png", bytes: [1])]
    #expect(try ReplyFiles(in: nil, capacity: .max).keeping(reply) == reply)
  }

  @Test("A folder that cannot be written is reported")
  func noFolder() async {
    let files = ReplyFiles(in: "/nowhere", capacity: .max)
    #expect(await code { try files.keeping(Self.reply(100_000)) } == .providerUnavailable)
  }

  @Test("What a worker writes is copied to a file: the worker's own file changes afterwards, the reply does not")
  func copies() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Self.reply(600_000).bytes, to: "result")
    let descriptor = SystemCall.open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let files = ReplyFiles(in: folder.path, capacity: 1_000_000)
    let copy = try #require(try files.copy(of: descriptor, size: 600_000))
    #expect(ftruncate(descriptor, 0) == 0)
    #expect(try copy.start(600_000) == Self.reply(600_000).bytes)
    // Shorter than it was said to be.
    #expect(try files.copy(of: descriptor, size: 100_000) == nil)
  }
}
