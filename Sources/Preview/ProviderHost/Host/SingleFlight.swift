package import ProviderProtocol
internal import Synchronization

/// Records when shared work began, which is when its turn came.
package final class FlightStart: Sendable {
  private let start = Mutex<ContinuousClock.Instant?>(nil)

  /// The time when the work began; nil as long as it waits.
  package var instant: ContinuousClock.Instant? { start.withLock { $0 } }

  /// Notes that the work begins now.
  package func begin() { start.withLock { $0 = .now } }
}

/// Runs work once for all callers that want the same result at the same time.
///
/// A caller that gives up does not affect the others. When the last one gives up, the work is cancelled.
package actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  package typealias Outcome = Result<Value, ProviderError>
  /// Answers the callers with an error at once and cancels the work, which may take a while to end.
  package typealias GiveUp = @Sendable (ProviderError) async -> Void

  private struct Flight {
    var task: Task<Void, Never>
    var start: FlightStart
    var waiters: [Int: CheckedContinuation<Outcome, Never>]
    /// nil for a flight that no other caller can join.
    var key: Key?
  }

  private var flights: [Int: Flight] = [:]
  private var byKey: [Key: Int] = [:]
  private var lastID = 0

  package init() {}

  /// The number of callers that wait.
  package var waiting: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

  /// Runs work, or joins the same work that is under way, and returns its result.
  ///
  /// - Parameters:
  ///   - key: names the work; nil for work that cannot be shared.
  ///   - start: is set to the time at which the work's turn came; nil if it did not come.
  ///   - work: is run in a task of its own.
  /// - Throws: the work's failure; `cancelled` where the caller's task is cancelled.
  package func value(
    for key: Key?, start: inout ContinuousClock.Instant?,
    _ work: @escaping @Sendable (FlightStart, @escaping GiveUp) async -> Outcome
  ) async throws(ProviderError) -> Value {
    lastID += 1
    let id = lastID
    var boarded: FlightStart?
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        if Task.isCancelled {
          continuation.resume(returning: .failure(Self.cancelled))
        } else if let key, let flight = byKey[key] {
          flights[flight]?.waiters[id] = continuation
          boarded = flights[flight]?.start
        } else {
          // The flight gets the number of its first waiter.
          let start = FlightStart()
          let task = Task {
            let outcome = await work(start) { await self.end(id, .failure($0)) }
            self.end(id, outcome)
            self.flights[id] = nil
          }
          flights[id] = Flight(task: task, start: start, waiters: [id: continuation], key: key)
          if let key { byKey[key] = id }
          boarded = start
        }
      }
    } onCancel: {
      Task { await self.leave(id) }
    }
    start = boarded?.instant
    return try outcome.get()
  }

  /// Answers the waiters. The next caller starts a new flight.
  private func end(_ id: Int, _ outcome: Outcome) {
    guard let flight = flights[id] else { return }
    flights[id]?.waiters = [:]
    close(id)
    if case .failure = outcome { flight.task.cancel() }
    for waiter in flight.waiters.values { waiter.resume(returning: outcome) }
  }

  private func leave(_ waiter: Int) {
    guard let id = flights.first(where: { $0.value.waiters[waiter] != nil })?.key else { return }
    flights[id]?.waiters.removeValue(forKey: waiter)?.resume(returning: .failure(Self.cancelled))
    if flights[id]?.waiters.isEmpty ?? false {
      flights[id]?.task.cancel()
      close(id)
    }
  }

  private func close(_ id: Int) {
    if let key = flights[id]?.key, byKey[key] == id { byKey[key] = nil }
  }

  /// Waits until all work has ended; after `graceSeconds` it is cancelled.
  package func drain(graceSeconds: Double) async {
    let timer = Task {
      try? await Task.sleep(for: .seconds(graceSeconds))
      if !Task.isCancelled { for flight in self.flights.values { flight.task.cancel() } }
    }
    while let flight = flights.first?.value { await flight.task.value }
    timer.cancel()
  }

  private static var cancelled: ProviderError { ProviderError(.cancelled, "cancelled") }
}
