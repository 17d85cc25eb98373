internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import Synchronization
internal import TestKit
internal import Testing

@Suite("Threads of orders")
struct OrderThreadTests {
  /// A conversation that was greeted, with orders that call a function on their thread.
  private struct Talk {
    let conversation: Conversation
    var messages: AsyncStream<ProviderMessage>.Iterator

    init(_ body: @escaping @Sendable () -> Void) async throws {
      let (stream, continuation) = AsyncStream<ProviderMessage>.makeStream()
      let definition = ProviderDefinition.thumbnails { _ in
        body()
        throw ProviderError(.corruptInput, "seen")
      }
      conversation = Conversation(definition) { continuation.yield($0) }
      messages = stream.makeAsyncIterator()
      let hello = HostMessage.Hello(protocols: [1], limits: .init(), capabilities: [], locale: "en")
      _ = conversation.take(line: Array(HostMessage.hello(hello).line.utf8))
      guard case .hello? = await messages.next() else { throw TestFailure("no hello") }
    }

    func order(_ id: Int) {
      let order = HostMessage.ThumbnailOrder(
        id: id, input: .init(path: "/x", name: "x", contentType: "t"), output: "/nowhere/\(id)",
        maximumSize: .init(width: 8, height: 8), minimumSize: .init(width: 0, height: 0), scale: 1, page: nil,
        deadlineMs: 1_000)
      _ = conversation.take(line: Array(HostMessage.thumbnail(order).line.utf8))
    }

    /// The number of the order that was answered next.
    mutating func answered() async throws -> Int {
      guard case .error(let id, _)? = await messages.next() else { throw TestFailure("no answer") }
      return id
    }
  }

  @Test("One order after the other runs on a thread that is kept, and ends with the conversation")
  func kept() async throws {
    let threads = Mutex<[String]>([])
    var talk: Talk? = try await Talk {
      threads.withLock { $0.append(SystemCall.linkTarget("/proc/thread-self") ?? "?") }
    }
    for id in 1...200 {
      talk?.order(id)
      #expect(try await talk?.answered() == id)
    }
    // The thread that answers may not be back when the next order comes, seldom, or not so seldom on a busy machine: then that has another one.
    let used = Set(threads.withLock { $0 })
    #expect((1...50).contains(used.count) && threads.withLock { $0.count } == 200)
    talk = nil
    for thread in used {
      for _ in 0..<500 where SystemCall.status(of: "/proc/\(thread)") != nil {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(SystemCall.status(of: "/proc/\(thread)") == nil)
    }
  }

  @Test("More orders at a time than there are threads are all answered")
  func many() async throws {
    let gate = Mutex(false)
    var talk = try await Talk { while !gate.withLock({ $0 }) { usleep(1_000) } }
    for id in 1...9 { talk.order(id) }
    gate.withLock { $0 = true }
    var answered: Set<Int> = []
    for _ in 1...9 { answered.insert(try await talk.answered()) }
    #expect(answered == Set(1...9))
  }
}
