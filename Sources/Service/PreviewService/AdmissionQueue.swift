internal import ProviderProtocol

/// Lets a number of renderings run at a time, a number of requests wait for so long, and refuses the rest at once.
actor AdmissionQueue {
  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<ProviderError?, Never>
    var alarm: Task<Void, Never>
  }

  private let concurrency: Int
  private let length: Int
  private(set) var active = 0
  private var waiters: [Waiter] = []
  private var lastID = 0
  /// How long renderings took lately, in seconds: what Retry-After goes by.
  private var usualSeconds = 0.2

  init(concurrency: Int, length: Int) {
    self.concurrency = concurrency
    self.length = length
  }

  /// Requests that wait.
  var depth: Int { waiters.count }

  /// Whether one more request would be refused.
  var isFull: Bool { active >= concurrency && waiters.count >= length }

  /// After how many seconds there may be room again.
  var retryAfter: Int {
    max(1, min(60, Int((Double(waiters.count + 1) * usualSeconds / Double(concurrency)).rounded(.up))))
  }

  /// Waits for a turn. Who gets one gives it back with `leave`.
  ///
  /// - Parameter seconds: how long to wait at most.
  /// - Throws: `overloaded`; `cancelled` when the task is.
  func enter(seconds: Double) async throws(ProviderError) {
    if Task.isCancelled { throw Self.cancelled }
    if active < concurrency && waiters.isEmpty {
      active += 1
      return
    }
    guard waiters.count < length else { throw Self.overloaded("too many requests wait") }
    lastID += 1
    let id = lastID
    let refusal = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let alarm = Task { [weak self] in
          try? await Task.sleep(for: .seconds(seconds))
          if !Task.isCancelled { await self?.abandon(id, Self.overloaded("no turn came within \(seconds) s")) }
        }
        waiters.append(Waiter(id: id, continuation: continuation, alarm: alarm))
      }
    } onCancel: {
      Task { await self.abandon(id, Self.cancelled) }
    }
    if let refusal { throw refusal }
  }

  /// Ends a turn.
  ///
  /// - Parameter seconds: how long it took.
  func leave(after seconds: Double) {
    usualSeconds = 0.8 * usualSeconds + 0.2 * seconds
    if waiters.isEmpty {
      active -= 1
    } else {
      // The turn goes on to the one who waited longest.
      let next = waiters.removeFirst()
      next.alarm.cancel()
      next.continuation.resume(returning: nil)
    }
  }

  private func abandon(_ id: Int, _ error: ProviderError) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    let waiter = waiters.remove(at: index)
    waiter.alarm.cancel()
    waiter.continuation.resume(returning: error)
  }

  private static let cancelled = ProviderError(.cancelled, "the caller has gone")
  private static func overloaded(_ message: String) -> ProviderError { ProviderError(.overloaded, message) }
}
