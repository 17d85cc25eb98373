internal import ProviderProtocol

/// Runs a limited number of renderings at a time, lets a limited number of requests wait, and refuses the others.
actor RenderQueue {
  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<ProviderError?, Never>
    var timer: Task<Void, Never>
  }

  private let concurrency: Int
  private let length: Int
  private(set) var active = 0
  private var waiters: [Waiter] = []
  private var lastID = 0
  private var isDraining = false
  /// A moving average of the renderings' times, in seconds.
  private var usualSeconds = 0.2

  init(concurrency: Int, length: Int) {
    self.concurrency = max(1, concurrency)
    self.length = max(0, length)
  }

  /// The number of requests that wait.
  var depth: Int { waiters.count }

  /// Whether the next request would be refused.
  var isFull: Bool { active >= concurrency && waiters.count >= length }

  /// In how many seconds a turn may be free again, 1 to 60.
  var retryAfter: Int {
    max(1, min(60, Int((Double(waiters.count + 1) * usualSeconds / Double(concurrency)).rounded(.up))))
  }

  /// Waits for a turn. Each turn is ended by one `leave`.
  ///
  /// - Throws: `overloaded` where the queue is full or no turn comes within `seconds`; `cancelled`, `draining`.
  func enter(seconds: Double) async throws(ProviderError) {
    guard !isDraining else { throw Self.draining }
    if active < concurrency {
      active += 1
      return
    }
    guard waiters.count < length else {
      throw ProviderError(.overloaded, "\(length == 1 ? "one request waits" : "\(length) requests wait") already")
    }
    lastID += 1
    let id = lastID
    let refusal = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<ProviderError?, Never>) in
        if Task.isCancelled { return continuation.resume(returning: Self.cancelled) }
        let timer = Task {
          try? await Task.sleep(for: .seconds(seconds))
          if !Task.isCancelled { self.refuse(id, ProviderError(.overloaded, "no turn within \(seconds) s")) }
        }
        waiters.append(Waiter(id: id, continuation: continuation, timer: timer))
      }
    } onCancel: {
      Task { await self.refuse(id, Self.cancelled) }
    }
    if let refusal { throw refusal }
  }

  /// Ends a turn of `seconds` and gives it to the request that has waited longest.
  func leave(after seconds: Double) {
    usualSeconds = 0.8 * usualSeconds + 0.2 * seconds
    guard !waiters.isEmpty else {
      active -= 1
      return
    }
    let next = waiters.removeFirst()
    next.timer.cancel()
    next.continuation.resume(returning: nil)
  }

  /// Refuses the requests that wait, and all that come.
  func drain() {
    isDraining = true
    for waiter in waiters { refuse(waiter.id, Self.draining) }
  }

  private func refuse(_ id: Int, _ error: ProviderError) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    let waiter = waiters.remove(at: index)
    waiter.timer.cancel()
    waiter.continuation.resume(returning: error)
  }

  private static var cancelled: ProviderError { ProviderError(.cancelled, "cancelled") }
  private static var draining: ProviderError { ProviderError(.draining, "the host is ending") }
}
