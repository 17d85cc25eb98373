package import ProviderProtocol

/// Makes something once for all who want the same at the same time.
///
/// One who gives up leaves the others alone; when the last gives up, the work is cancelled.
package actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  package typealias Update = @Sendable (Value) -> Void
  package typealias Outcome = Result<Value, ProviderError>

  private struct Waiter {
    var id: Int
    var continuation: CheckedContinuation<Outcome, Never>
    var onUpdate: Update?
  }

  private struct Flight {
    var task: Task<Void, Never>
    var waiters: [Waiter]
    /// Nobody joins a flight without a key.
    var key: Key?
  }

  private var flights: [Int: Flight] = [:]
  private var byKey: [Key: Int] = [:]
  private var nextID = 0

  package init() {}

  /// Work that is under way, and those who wait for it.
  package var count: Int { flights.count }
  package var waiting: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

  /// - Parameters:
  ///   - key: names the work; nil for work that is nobody else's.
  ///   - onUpdate: is told what is made on the way, of this caller's or another's doing.
  ///   - make: does the work, with something to call with what is made on the way.
  /// - Throws: what the work fails with; `cancelled` for the caller whose task is.
  package func value(
    for key: Key?, onUpdate: Update? = nil, make: @escaping @Sendable (@escaping Update) async -> Outcome
  ) async throws(ProviderError) -> Value {
    try await outcome(for: key, onUpdate: onUpdate, make: make).get()
  }

  /// The same for who keeps failures as values.
  package func outcome(
    for key: Key?, onUpdate: Update? = nil, make: @escaping @Sendable (@escaping Update) async -> Outcome
  ) async -> Outcome {
    nextID += 1
    let id = nextID
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        if Task.isCancelled {
          continuation.resume(returning: .failure(ProviderError(.cancelled, "cancelled")))
          return
        }
        let waiter = Waiter(id: id, continuation: continuation, onUpdate: onUpdate)
        if let key, let flight = byKey[key] {
          flights[flight]?.waiters.append(waiter)
        } else {
          begin(key, waiter, make)
        }
      }
    } onCancel: {
      Task { await self.leave(id) }
    }
  }

  private func begin(_ key: Key?, _ waiter: Waiter, _ make: @escaping @Sendable (@escaping Update) async -> Outcome) {
    // The first waiter's number is the flight's.
    let id = waiter.id
    let (updates, onUpdate) = AsyncStream.makeStream(of: Value.self)
    let task = Task {
      async let told: Void = self.tell(id, updates)
      let outcome = await make { onUpdate.yield($0) }
      onUpdate.finish()
      await told
      self.land(id, outcome)
    }
    flights[id] = Flight(task: task, waiters: [waiter], key: key)
    if let key { byKey[key] = id }
  }

  private func tell(_ id: Int, _ updates: AsyncStream<Value>) async {
    for await update in updates {
      for waiter in flights[id]?.waiters ?? [] { waiter.onUpdate?(update) }
    }
  }

  private func land(_ id: Int, _ outcome: Outcome) {
    guard let flight = flights.removeValue(forKey: id) else { return }
    if let key = flight.key, byKey[key] == id { byKey[key] = nil }
    for waiter in flight.waiters { waiter.continuation.resume(returning: outcome) }
  }

  private func leave(_ waiter: Int) {
    for (id, flight) in flights {
      guard let index = flight.waiters.firstIndex(where: { $0.id == waiter }) else { continue }
      flight.waiters[index].continuation.resume(returning: .failure(ProviderError(.cancelled, "cancelled")))
      flights[id]?.waiters.remove(at: index)
      if flight.waiters.count == 1 {
        flight.task.cancel()
        // Who comes now wants it, and gets work of its own.
        if let key = flight.key, byKey[key] == id { byKey[key] = nil }
      }
      return
    }
  }

  /// Waits until nothing is under way; after some seconds everything is cancelled.
  package func drain(graceSeconds: Double) async {
    let timer = Task {
      try? await Task.sleep(for: .seconds(graceSeconds))
      if !Task.isCancelled { for flight in self.flights.values { flight.task.cancel() } }
    }
    while let flight = flights.first?.value { await flight.task.value }
    timer.cancel()
  }
}
