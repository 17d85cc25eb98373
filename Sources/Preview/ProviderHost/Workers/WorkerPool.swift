package import ProviderProtocol

/// The workers of one provider. A worker is
///
///     starting -> ready -> running (-> idle -> running)* -> ending
///
/// Ready workers have seen no document. A document without a tenant gets a worker of its own, which then ends. A
/// tenant's documents may share workers: an idle worker waits for the next one of the same tenant.
package actor WorkerPool {
  private let id: String
  /// The installed version; nil if the provider was removed.
  private var provider: ProviderDescription?
  /// Workers that were made earlier get no further document.
  private var renewed = ContinuousClock.now
  private let policy: WorkerPolicy
  private let locale: String
  private let make: @Sendable (ProviderDescription) throws(ProviderError) -> ProviderClient
  private var starting: [(id: Int, task: Task<ProviderClient?, Never>)] = []
  private var ready: [ProviderClient] = []
  private var running = 0
  private var idle: [IdleWorker] = []
  private var ending: [Int: Task<Void, Never>] = [:]
  private var lastID = 0
  /// Workers that were started so far.
  private var started = 0
  /// Ends idle workers when their time is over.
  private var sweeper: Task<Void, Never>?
  /// By client; nil for requests that share one breaker. Breakers without a failure are left out.
  private var breakers: [String?: CircuitBreaker] = [:]
  /// Clients can be as many as there are addresses.
  private static let maxBreakers = 1_000
  private var startFailures = 0
  private var notBefore: ContinuousClock.Instant?
  private var isDraining = false
  /// The log and the standard error of the last worker that did not start.
  package private(set) var startLog = ""

  private struct IdleWorker {
    var worker: ProviderClient
    var tenant: String
    var end: ContinuousClock.Instant
  }

  /// What a pool holds, for metrics.
  package struct Census: Hashable, Sendable {
    package var starting = 0
    package var ready = 0
    package var running = 0
    package var idle = 0
    package var ending = 0
    /// Workers that were started so far.
    package var started = 0
    /// Whether the circuit breaker of at least one client is open.
    package var isOpen = false
  }

  /// - Parameters:
  ///   - id: the provider's.
  ///   - provider: the installed version; nil if the provider was removed.
  ///   - make: makes a worker that is not started.
  package init(
    id: String, provider: ProviderDescription?, policy: WorkerPolicy, locale: String,
    make: @escaping @Sendable (ProviderDescription) throws(ProviderError) -> ProviderClient
  ) {
    self.id = id
    self.provider = provider
    self.policy = policy
    self.locale = locale
    self.make = make
  }

  package var census: Census {
    Census(
      starting: starting.count, ready: ready.count, running: running, idle: idle.count, ending: ending.count,
      started: started, isOpen: isOpen)
  }

  // MARK: Circuit breaker

  /// Whether the circuit breaker of at least one client is open.
  package var isOpen: Bool { breakers.values.contains { $0.isOpen } }

  /// Asks the circuit breaker whether the provider may be used. Each success of this call needs one `report`.
  ///
  /// - Parameter clientID: the client whose failures are counted; nil for requests that share one breaker.
  /// - Throws: `providerUnavailable`.
  package func enter(_ clientID: String?) throws(ProviderError) {
    guard var breaker = breakers[clientID] else { return }
    defer { breakers[clientID] = breaker }
    do throws(ProviderError) {
      try breaker.enter()
    } catch {
      throw ProviderError(error.code, error.message, provider: id)
    }
  }

  /// Reports the outcome of a request's start: nil if a worker took the document, else why none did. Only failures of
  /// the provider itself are counted. What happens to a worker that has a document is not reported: the document may be
  /// the cause, and must not stop other documents.
  package func report(_ code: ProviderError.Code?, _ clientID: String?) {
    switch code {
    case .crashed, .protocolViolation, .providerUnavailable, .timeout:
      if breakers.count >= Self.maxBreakers, breakers[clientID] == nil { forgetBreaker() }
      breakers[clientID, default: CircuitBreaker(policy: policy)].failed()
    case nil: breakers[clientID] = nil
    default: breakers[clientID]?.abandoned()
    }
  }

  /// Makes room for another client's breaker. Closed breakers are removed first; of several, the one that failed
  /// longest ago.
  private func forgetBreaker() {
    let first = breakers.min {
      ($0.value.isOpen ? 1 : 0, $0.value.lastFailure) < ($1.value.isOpen ? 1 : 0, $1.value.lastFailure)
    }
    if let first { breakers[first.key] = nil }
  }

  // MARK: Leases

  /// A worker for one document: an idle one of the same tenant, else one that has seen no document.
  ///
  /// - Parameters:
  ///   - provider: the version that was installed when the request began.
  ///   - tenant: whose documents may share the worker; nil for a worker for this document only.
  ///   - unused: whether the worker must be one that has seen no document, for the second attempt. It is then started
  ///     at once, even in the pause after a worker that did not start.
  /// - Throws: `draining`, and what `ProviderClient.start` throws.
  package func lease(
    _ provider: ProviderDescription, tenant: String?, unused: Bool = false
  ) async throws(ProviderError) -> ProviderClient {
    guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
    running += 1
    do throws(ProviderError) {
      let worker: ProviderClient
      if !unused, let tenant, let used = await idleWorker(of: provider, for: tenant) {
        worker = used
      } else {
        worker = try await unusedWorker(of: provider, waitsForPause: !unused)
      }
      // Tenants keep their workers and need no new ones.
      if tenant == nil { refill() }
      return worker
    } catch {
      running -= 1
      throw error
    }
  }

  /// Takes a worker back after its document.
  ///
  /// - Parameter isSound: whether it may get another document.
  package func giveBack(_ worker: ProviderClient, tenant: String?, isSound: Bool) async {
    running -= 1
    guard let tenant, isSound, !isDraining, await isReusable(worker), worker.directory.clear(), !isDraining else {
      return retire(worker)
    }
    idle.append(IdleWorker(worker: worker, tenant: tenant, end: .now + .seconds(policy.idleSeconds)))
    if idle.count > policy.idleLimit { retire(idle.removeFirst().worker) }
    if sweeper == nil { sweeper = Task { await self.sweep() } }
  }

  private func idleWorker(of provider: ProviderDescription, for tenant: String) async -> ProviderClient? {
    while let index = idle.lastIndex(where: { $0.tenant == tenant && $0.worker.provider == provider }) {
      let worker = idle.remove(at: index).worker
      if await worker.isUsable, isYoung(worker) { return worker }
      retire(worker)
    }
    return nil
  }

  private func unusedWorker(
    of provider: ProviderDescription, waitsForPause: Bool
  ) async throws(ProviderError) -> ProviderClient {
    while let index = ready.firstIndex(where: { $0.provider == provider }) {
      let worker = ready.remove(at: index)
      if await worker.isUsable, isYoung(worker) { return worker }
      retire(worker)
    }
    while provider == self.provider, !starting.isEmpty {
      let task = starting.removeFirst().task
      // The start now belongs to this request, and is cancelled with it.
      let worker = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      if let worker {
        if worker.provider == provider, isYoung(worker) { return worker }
        retire(worker)
      }
      if Task.isCancelled { throw ProviderError(.cancelled, "cancelled", provider: id) }
    }
    return try await start(provider, waitsForPause: waitsForPause)
  }

  private func isYoung(_ worker: ProviderClient) -> Bool {
    worker.created >= renewed && .now - worker.created < .seconds(policy.maxAgeSeconds)
  }

  /// After the first of so many answers, the memory of a worker is looked at: that reads many files of /proc. A
  /// document for which an earlier one has left too little memory gets a new worker (`RenderJob.isRetried`).
  private static let answersBetweenLooks = 8

  private func isReusable(_ worker: ProviderClient) async -> Bool {
    let answers = await worker.answers
    guard await worker.isUsable, answers < policy.reuseLimit, isYoung(worker),
      let process = await worker.processIdentifier
    else { return false }
    if answers % Self.answersBetweenLooks != 1 { return true }
    let limit = Double(worker.provider.limits.memoryMiB) * 1_048_576 * policy.memoryShare
    return Double(ProcessTree.residentBytes(root: process)) < limit
  }

  // MARK: Start and end

  /// Starts workers in advance until the wanted number is ready.
  private func refill() {
    guard !isDraining, let provider, notBefore.map({ .now >= $0 }) ?? true else { return }
    for _ in 0..<max(0, policy.prewarmed - ready.count - starting.count) {
      lastID += 1
      let id = lastID
      starting.append((id, Task { await self.startAhead(provider, id) }))
    }
  }

  /// - Returns: the worker where a request waits for it; nil where it was put into `ready`, or did not start.
  private func startAhead(_ provider: ProviderDescription, _ id: Int) async -> ProviderClient? {
    let worker = try? await start(provider)
    guard let index = starting.firstIndex(where: { $0.id == id }) else { return worker }
    starting.remove(at: index)
    if let worker {
      if isDraining || !isYoung(worker) { retire(worker) } else { ready.append(worker) }
    }
    return nil
  }

  /// - Throws: `providerUnavailable` in the pause after workers that did not start.
  private func start(
    _ provider: ProviderDescription, waitsForPause: Bool = true
  ) async throws(ProviderError) -> ProviderClient {
    if waitsForPause, let notBefore, .now < notBefore {
      throw ProviderError(
        .providerUnavailable, "the provider does not start; it is tried again later", provider: id)
    }
    started += 1
    let worker = try make(provider)
    do throws(ProviderError) {
      try await worker.start(locale: locale)
    } catch {
      retire(worker)
      startLog = await worker.log + worker.standardError
      // The provider did not cause a cancellation or an overload.
      if ![.cancelled, .overloaded, .storageFull].contains(error.code) {
        let pause = policy.backoffSeconds * Double(1 << min(startFailures, 20))
        startFailures += 1
        notBefore = .now + .seconds(min(pause, policy.backoffMaxSeconds))
      }
      throw ProviderError(error.code, error.message, provider: id)
    }
    startFailures = 0
    notBefore = nil
    return worker
  }

  private func retire(_ worker: ProviderClient) {
    lastID += 1
    let id = lastID
    ending[id] = Task {
      await worker.end()
      self.ending[id] = nil
    }
  }

  /// Ends idle workers whose time is over, as long as there are any. One task for all: a timer for each worker would
  /// outlive it.
  private func sweep() async {
    while let next = idle.map(\.end).min(), !isDraining {
      do { try await Task.sleep(until: next, clock: .continuous) } catch { break }
      let now = ContinuousClock.now
      for entry in idle where entry.end <= now { retire(entry.worker) }
      idle.removeAll { $0.end <= now }
    }
    sweeper = nil
  }

  /// Uses the provider that is installed now. Its program may have changed even if its description is the same, so idle
  /// workers end now and busy ones after their document. Circuit breakers and pauses are reset.
  ///
  /// - Parameter provider: nil if it was removed.
  package func renew(_ provider: ProviderDescription?) {
    self.provider = provider
    renewed = .now
    breakers = [:]
    (startFailures, notBefore) = (0, nil)
    retireWaiting()
  }

  private func retireWaiting() {
    for worker in ready { retire(worker) }
    ready = []
    for entry in idle { retire(entry.worker) }
    idle = []
    for entry in starting { entry.task.cancel() }
  }

  /// Ends all workers except those that run. Their users give them back. Returns when no other is left.
  package func shutdown() async {
    isDraining = true
    sweeper?.cancel()
    retireWaiting()
    for entry in starting { _ = await entry.task.value }
    while let task = ending.first?.value { await task.value }
  }
}
