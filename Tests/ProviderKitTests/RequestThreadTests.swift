internal import ByteStreams
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import Synchronization
internal import TestKit
internal import Testing

@Suite("Threads of requests", .timed)
struct RequestThreadTests {
  /// A greeted provider whose requests call a function on their thread.
  private struct GreetedProvider {
    let session: ProviderSession
    var messages: AsyncStream<ProviderMessage>.Iterator

    init(_ body: @escaping @Sendable () -> Void) async throws {
      let (stream, continuation) = AsyncStream<ProviderMessage>.makeStream()
      let definition = ProviderDefinition.thumbnails { _ in
        body()
        throw ProviderError(.corruptInput, "seen")
      }
      session = ProviderSession(definition) { continuation.yield($0) }
      messages = stream.makeAsyncIterator()
      let hello = HostMessage.Hello(protocols: [1], limits: .init(), capabilities: [], locale: "en")
      _ = session.take(line: Array(HostMessage.hello(hello).line.utf8))
      guard case .hello? = await messages.next() else { throw TestFailure("no hello") }
    }

    func request(_ id: Int) {
      let request = HostMessage.ThumbnailRequest(
        id: id, input: .init(path: "/x", name: "x", contentType: "t"), output: "/nowhere/\(id)",
        maximumSize: .init(width: 8, height: 8), minimumSize: .init(width: 0, height: 0), scale: 1, page: nil,
        deadlineMs: 1_000)
      _ = session.take(line: Array(HostMessage.thumbnail(request).line.utf8))
    }

    /// The number of the next request that was answered.
    mutating func answered() async throws -> Int {
      guard case .error(let id, _)? = await messages.next() else { throw TestFailure("no answer") }
      return id
    }
  }

  @Test("One request after the other runs on a thread that is kept, and ends with the session")
  func kept() async throws {
    let threads = Mutex<[String]>([])
    var provider: GreetedProvider? = try await GreetedProvider {
      threads.withLock { $0.append(SystemCall.linkTarget("/proc/thread-self") ?? "?") }
    }
    for id in 1...200 {
      provider?.request(id)
      #expect(try await provider?.answered() == id)
    }
    // If the thread is not back when the next request comes, that gets another one: how often depends on the machine.
    let used = Set(threads.withLock { $0 })
    #expect((1..<200).contains(used.count) && threads.withLock { $0.count } == 200)
    provider = nil
    for thread in used {
      for _ in 0..<500 where SystemCall.status(of: "/proc/\(thread)") != nil {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(SystemCall.status(of: "/proc/\(thread)") == nil)
    }
  }

  @Test("More requests at a time than there are threads are all answered")
  func many() async throws {
    let gate = Mutex(false)
    var provider = try await GreetedProvider { while !gate.withLock({ $0 }) { usleep(1_000) } }
    for id in 1...9 { provider.request(id) }
    gate.withLock { $0 = true }
    var answered: Set<Int> = []
    for _ in 1...9 { answered.insert(try await provider.answered()) }
    #expect(answered == Set(1...9))
  }
}
