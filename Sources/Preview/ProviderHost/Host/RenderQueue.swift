internal import ProviderProtocol

/// Lets so many requests render at a time, keeps so many more waiting for so long, and refuses the rest.
actor RenderQueue {
  private let concurrency: Int
  private let length: Int
  private(set) var active = 0
  private var waiting: [Waiter] = []
  private var nextID = 0
  private var isDraining = false

  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<Result<Void, ProviderError>, Never>
    var timer: Task<Void, Never>
  }

  init(concurrency: Int, length: Int) {
    self.concurrency = max(1, concurrency)
    self.length = max(0, length)
  }

  /// Requests that wait.
  var depth: Int { waiting.count }

  /// Waits for a turn; each that is granted is followed by one `leave`.
  ///
  /// - Throws: `overloaded` where the queue is full or the turn does not come in time; `cancelled`, `draining`.
  func enter(seconds: Double) async throws(ProviderError) {
    guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
    if active < concurrency {
      active += 1
      return
    }
    guard waiting.count < length else {
      throw ProviderError(.overloaded, "\(length) requests wait already")
    }
    nextID += 1
    let id = nextID
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, ProviderError>, Never>) in
        if Task.isCancelled {
          continuation.resume(returning: .failure(ProviderError(.cancelled, "cancelled")))
          return
        }
        let timer = Task {
          try? await Task.sleep(for: .seconds(seconds))
          if !Task.isCancelled { self.drop(id, ProviderError(.overloaded, "no turn within \(seconds) s")) }
        }
        waiting.append(Waiter(id: id, continuation: continuation, timer: timer))
      }
    } onCancel: {
      Task { await self.drop(id, ProviderError(.cancelled, "cancelled")) }
    }
    try result.get()
  }

  /// Ends a turn and gives it to the one that waits longest.
  func leave() {
    guard let next = waiting.first else {
      active -= 1
      return
    }
    waiting.removeFirst()
    next.timer.cancel()
    next.continuation.resume(returning: .success(()))
  }

  /// Refuses those that wait, and all that come.
  func drain() {
    isDraining = true
    for waiter in waiting { drop(waiter.id, ProviderError(.draining, "the host is ending")) }
  }

  private func drop(_ id: Int, _ error: ProviderError) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    let waiter = waiting.remove(at: index)
    waiter.timer.cancel()
    waiter.continuation.resume(returning: .failure(error))
  }
}
