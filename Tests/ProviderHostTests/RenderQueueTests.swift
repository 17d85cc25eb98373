internal import ImageModel
@testable internal import ProviderHost
internal import ProviderProtocol
internal import Synchronization
internal import TestKit
internal import Testing

@Suite("The queue of renderings", .timed)
struct RenderQueueTests {
  /// Notes who got a turn, in order.
  private final class Turns: Sendable {
    private let names = Mutex<[String]>([])
    func add(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  /// Enters a queue that makes the caller wait, and returns when it does.
  private static func wait(
    _ queue: RenderQueue, _ client: String, _ name: String? = nil, for work: RenderRequest? = nil,
    _ turns: Turns = Turns()
  ) async -> Task<String?, any Error> {
    let depth = await queue.depth
    let task = Task {
      let turn = try await queue.enter(client, for: work, seconds: 30)
      turns.add(name ?? client)
      return turn
    }
    await until { await queue.depth != depth }
    return task
  }

  /// Lets other tasks go on until a condition holds; gives up where it never does.
  private static func until(_ condition: () async -> Bool) async {
    for _ in 0..<100_000 where await !condition() { await Task.yield() }
  }

  /// Gives a client as many turns as it can get without waiting.
  private static func fill(_ queue: RenderQueue, _ client: String, _ count: Int) async throws {
    for _ in 0..<count { _ = try await queue.enter(client, seconds: 30) }
  }

  private static let document = RenderRequest(
    .thumbnail, of: DocumentReference(path: "/a", name: "a"), maximumSize: PixelSize(width: 9, height: 9))

  @Test("One client never has all turns, so that another one begins at once", arguments: [(2, 1), (4, 3), (8, 6)])
  func reserve(concurrency: Int, share: Int) async throws {
    let queue = RenderQueue(concurrency: concurrency, length: 8)
    try await Self.fill(queue, "a", share)
    let waiting = await Self.wait(queue, "a")
    #expect(await queue.active == share)
    #expect(try await queue.enter("b", seconds: 30) == "b")
    // The turn of the other client stays free for others.
    await queue.leave("b", after: 0.1)
    #expect(await queue.active == share)
    #expect(await queue.depth == 1)
    await queue.leave("a", after: 0.1)
    #expect(try await waiting.value == "a")
  }

  @Test("Requests without a client have all turns, and so does a client where there is only one turn")
  func noReserve() async throws {
    let queue = RenderQueue(concurrency: 4, length: 0)
    for _ in 0..<4 { _ = try await queue.enter(nil, seconds: 30) }
    #expect(await queue.isFull(for: nil))
    let single = RenderQueue(concurrency: 1, length: 0)
    #expect(try await single.enter("a", seconds: 30) == "a")
  }

  @Test("Clients that wait get turns one after the other, however many requests each has")
  func roundRobin() async throws {
    let queue = RenderQueue(concurrency: 1, length: 16)
    let turns = Turns()
    try await Self.fill(queue, "a", 1)
    var tasks: [Task<String?, any Error>] = []
    for name in ["a1", "a2", "a3", "a4", "b1", "b2", "c1"] {
      tasks.append(await Self.wait(queue, String(name.prefix(1)), name, turns))
    }
    var last = "a"
    for _ in tasks {
      let count = turns.all.count
      await queue.leave(last, after: 0.1)
      await Self.until { turns.all.count > count }
      last = String(turns.all.last?.prefix(1) ?? "")
    }
    #expect(turns.all == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  }

  @Test("In a full queue a client with few requests takes a place of the client with the most")
  func displacement() async throws {
    let queue = RenderQueue(concurrency: 2, length: 4)
    try await Self.fill(queue, "a", 1)
    try await Self.fill(queue, "b", 1)
    var waiting: [Task<String?, any Error>] = []
    for _ in 0..<4 { waiting.append(await Self.wait(queue, "a")) }
    #expect(await queue.isFull(for: "a"))
    #expect(await !queue.isFull(for: "b"))
    #expect(await code { try await queue.enter("a", seconds: 30) } == .overloaded)
    let others = [Task { try await queue.enter("b", seconds: 30) }, Task { try await queue.enter("c", seconds: 30) }]
    #expect(await code { try await waiting[3].value } == .overloaded)
    #expect(await code { try await waiting[2].value } == .overloaded)
    // Two, one and one: a second one of `b` would take from `a` what `b` then has more.
    await Self.until { await queue.depth == 4 }
    for client in ["a", "b"] { #expect(await queue.isFull(for: client)) }
    #expect(await !queue.isFull(for: "d"))
    await queue.drain()
    for task in waiting[..<2] + others { #expect(await code { try await task.value } == .draining) }
  }

  @Test("Who joins the work of a client does not wait behind that client's other work")
  func joining() async throws {
    let queue = RenderQueue(concurrency: 4, length: 4)
    try await Self.fill(queue, "a", 3)
    let turns = Turns()
    let first = await Self.wait(queue, "a", "first", turns)
    let joined = await Self.wait(queue, "a", "joined", for: Self.document, turns)
    await queue.join(Self.document, "b")
    #expect(try await joined.value == "b")
    #expect(turns.all == ["joined"])
    // Nobody waits for it now.
    await queue.join(Self.document, "c")
    #expect(await queue.depth == 1)
    await queue.drain()
    #expect(await code { try await first.value } == .draining)
  }

  @Test("A client that gives up leaves nothing in the queue")
  func cancellation() async throws {
    let queue = RenderQueue(concurrency: 1, length: 4)
    try await Self.fill(queue, "a", 1)
    let waiting = await Self.wait(queue, "b")
    waiting.cancel()
    #expect(await code { try await waiting.value } == .cancelled)
    #expect(await queue.depth == 0)
    await queue.leave("a", after: 0.1)
    #expect(await queue.active == 0)
  }

  @Test("Clients that join each other's requests do not keep the queue full")
  func joinedPlaces() async throws {
    let queue = RenderQueue(concurrency: 2, length: 4)
    try await Self.fill(queue, "a", 1)
    try await Self.fill(queue, "b", 1)
    var waiting: [Task<String?, any Error>] = []
    for page in 1...4 {
      var work = Self.document
      work.page = page
      waiting.append(await Self.wait(queue, "a", for: work))
      await queue.join(work, "b")
    }
    #expect(await !queue.isFull(for: "good"))
    let good = Task { try await queue.enter("good", seconds: 30) }
    #expect(await code { try await waiting[3].value } == .overloaded)
    await queue.drain()
    for task in waiting[..<3] + [good] { #expect(await code { try await task.value } == .draining) }
  }
}
