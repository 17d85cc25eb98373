internal import ProviderProtocol

/// Runs a limited number of renderings at a time, lets a limited number of requests wait, and refuses the others.
///
/// Clients share the queue. One client never has all turns, so others can always get one, however long its documents
/// take. Waiting clients get turns one after the other (round robin). In a full queue, a request of a client with few
/// requests displaces the last request of the client with the most. The share of turns does not limit requests without
/// a client.
actor RenderQueue {
  private typealias Outcome = Result<String?, ProviderError>

  private struct Waiter {
    var id: Int
    /// The request that the turn is for, so that equal requests can join; nil where none can join.
    var work: RenderRequest?
    /// The clients that wait for this turn. It can be counted for any of them.
    var clients: [String?]
    var continuation: CheckedContinuation<Outcome, Never>
    var timer: Task<Void, Never>
  }

  private let concurrency: Int
  private let length: Int
  /// The maximum number of turns that one client has at a time.
  private let share: Int
  private(set) var active = 0
  /// The turns of each client that has any.
  private var turns: [String?: Int] = [:]
  /// The waiting requests, the oldest first.
  private var waiters: [Waiter] = []
  /// The clients that wait, in the order in which they get their next turns.
  private var order: [String?] = []
  private var lastID = 0
  private var isDraining = false
  /// A moving average of the renderings' times, in seconds.
  private var usualSeconds = 0.2

  init(concurrency: Int, length: Int) {
    self.concurrency = max(1, concurrency)
    self.length = max(0, length)
    // A quarter of the turns, at least one, is kept for other clients. A single turn cannot be divided.
    share = max(1, self.concurrency - max(1, self.concurrency / 4))
  }

  /// The number of requests that wait.
  var depth: Int { waiters.count }

  /// Whether the next request of a client would be refused.
  func isFull(for client: String?) -> Bool {
    !mayBegin(client) && waiters.count >= length && displaced(by: client) == nil
  }

  /// The number of seconds after which a client may get a turn, 1 to 60.
  func retryAfter(for client: String?) -> Int {
    let own = waiters.count { $0.clients.contains(client) }
    let turns = client == nil ? concurrency : share
    return max(1, min(60, Int((Double(own + 1) * usualSeconds / Double(turns)).rounded(.up))))
  }

  /// Waits for a turn. Each turn is ended by one `leave`.
  ///
  /// - Parameter work: the request that the turn is for; nil where no other request can join it.
  /// - Returns: the client that the turn is counted for: this one, or one that has joined it.
  /// - Throws: `overloaded` where the queue is full or no turn comes within `seconds`; `cancelled`, `draining`.
  func enter(_ client: String?, for work: RenderRequest? = nil, seconds: Double) async throws(ProviderError) -> String?
  {
    guard !isDraining else { throw Self.draining }
    if mayBegin(client) {
      begin(client)
      return client
    }
    if waiters.count >= length {
      guard let last = displaced(by: client) else { throw full }
      refuse(waiters[last].id, full)
    }
    lastID += 1
    let id = lastID
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        if Task.isCancelled { return continuation.resume(returning: .failure(Self.cancelled)) }
        let timer = Task {
          try? await Task.sleep(for: .seconds(seconds))
          if !Task.isCancelled { self.refuse(id, ProviderError(.overloaded, "no turn within \(seconds) s")) }
        }
        waiters.append(Waiter(id: id, work: work, clients: [client], continuation: continuation, timer: timer))
        if !order.contains(client) { order.append(client) }
      }
    } onCancel: {
      Task { await self.refuse(id, Self.cancelled) }
    }.get()
  }

  /// Adds a client to a request that is waiting already. The request then gets a turn even if the first client has no
  /// turns left. Does nothing if no such request waits.
  func join(_ work: RenderRequest, _ client: String?) {
    guard let index = waiters.firstIndex(where: { $0.work == work }), !waiters[index].clients.contains(client) else {
      return
    }
    waiters[index].clients.append(client)
    if !order.contains(client) { order.append(client) }
    serve()
  }

  /// Ends a client's turn, which took `seconds`, and gives it to a request that waits.
  func leave(_ client: String?, after seconds: Double) {
    usualSeconds = 0.8 * usualSeconds + 0.2 * seconds
    active -= 1
    let left = turns[client, default: 0] - 1
    turns[client] = left > 0 ? left : nil
    serve()
  }

  /// Refuses the waiting requests and all later ones.
  func drain() {
    isDraining = true
    for waiter in waiters { refuse(waiter.id, Self.draining) }
  }

  private func mayBegin(_ client: String?) -> Bool {
    active < concurrency && (client == nil || turns[client, default: 0] < share)
  }

  private func begin(_ client: String?) {
    active += 1
    turns[client, default: 0] += 1
  }

  /// Gives the free turns to waiting requests.
  private func serve() {
    while let place = order.firstIndex(where: mayBegin) {
      let client = order.remove(at: place)
      order.append(client)
      guard let index = waiters.firstIndex(where: { $0.clients.contains(client) }) else { return }
      begin(client)
      remove(at: index).continuation.resume(returning: .success(client))
    }
  }

  /// The index of the request that one more request of a client displaces: the last one whose clients all have more
  /// requests than this client would then have. nil if there is none.
  private func displaced(by client: String?) -> Int? {
    var counts: [String?: Int] = [:]
    for waiter in waiters { for client in waiter.clients { counts[client, default: 0] += 1 } }
    let own = counts[client, default: 0] + 1
    guard let most = counts.values.max(), own < most else { return nil }
    // Among these, the request belongs to a client with the most.
    let yields = { (waiter: Waiter) in waiter.clients.allSatisfy { counts[$0, default: 0] > own } }
    return waiters.lastIndex { waiter in yields(waiter) && waiter.clients.contains { counts[$0] == most } }
      ?? waiters.lastIndex(where: yields)
  }

  private func refuse(_ id: Int, _ error: ProviderError) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    remove(at: index).continuation.resume(returning: .failure(error))
  }

  private func remove(at index: Int) -> Waiter {
    let waiter = waiters.remove(at: index)
    waiter.timer.cancel()
    order.removeAll { client in
      waiter.clients.contains(client) && !waiters.contains { $0.clients.contains(client) }
    }
    return waiter
  }

  private var full: ProviderError {
    ProviderError(.overloaded, "\(length == 1 ? "one request waits" : "\(length) requests wait") already")
  }
  private static var cancelled: ProviderError { ProviderError(.cancelled, "cancelled") }
  private static var draining: ProviderError { ProviderError(.draining, "the host is ending") }
}
