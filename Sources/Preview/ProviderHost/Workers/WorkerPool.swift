package import ProviderProtocol

/// The workers of one provider: some that wait, greeted and unused, those that serve one tenant's batch, and fork servers, which are as
/// good as unused as soon as they are renewed.
package actor WorkerPool {
  package nonisolated let provider: ProviderDescription
  private let policy: WorkerPolicy
  private let locale: String
  private let onEvent: (@Sendable (HostEvent) -> Void)?
  private let make: @Sendable () throws(ProviderError) -> WorkerProcess
  /// Greeted, and never used.
  var fresh: [WorkerProcess] = []
  var warming: [(id: Int, task: Task<WorkerProcess?, Never>)] = []
  /// Used, and waiting for more of the same tenant; renewed fork servers for anybody's next document.
  var kept: [Kept] = []
  var leased = 0
  private var sweeper: Task<Void, Never>?
  /// Fork servers whose last document is being cleared away, and leases that wait for one of them.
  var renewing: [Int: Task<Void, Never>] = [:]
  var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var failedRenewals = 0
  /// Those that are being ended.
  private var ending: [Int: Task<Void, Never>] = [:]
  var nextID = 0
  /// By who asks: documents of one party that end a provider make it rest for that party. Those without a failure are left out.
  private var breakers: [String?: CircuitBreaker] = [:]
  private var startFailures = 0
  private var notBefore: ContinuousClock.Instant?
  /// What the last worker that did not start logged and wrote to standard error.
  package private(set) var startLog = ""
  var isDraining = false
  /// Processes that were started so far.
  package private(set) var started = 0

  struct Kept {
    var worker: WorkerProcess
    /// nil for a fork server.
    var tenant: String?
    /// When it has waited long enough; nil for one of those that wait however long it takes.
    var end: ContinuousClock.Instant?
  }

  /// What a pool holds, for metrics.
  package struct Census: Hashable, Sendable {
    /// Greeted, and never used.
    package var fresh = 0
    package var warming = 0
    package var leased = 0
    /// For more of the same tenant.
    package var kept = 0
    /// Fork servers that wait for anybody's next document; they are counted nowhere else.
    package var servers = 0
    /// Fork servers whose last document is being cleared away.
    package var renewing = 0
    package var ending = 0
    package var started = 0
    /// Fork servers that ended because it was not certain that nothing was left of a document.
    package var failedRenewals = 0
    /// For somebody.
    package var isResting = false
  }

  /// - Parameters:
  ///   - onEvent: is told of fork servers that cannot be renewed.
  ///   - make: makes a worker that is not started.
  package init(
    provider: ProviderDescription, policy: WorkerPolicy, locale: String,
    onEvent: (@Sendable (HostEvent) -> Void)? = nil,
    make: @escaping @Sendable () throws(ProviderError) -> WorkerProcess
  ) {
    self.provider = provider
    self.policy = policy
    self.locale = locale
    self.onEvent = onEvent
    self.make = make
  }

  package var census: Census {
    get async {
      var prepared = 0
      for worker in fresh where await worker.canFork { prepared += 1 }
      return Census(
        fresh: max(0, fresh.count - prepared), warming: warming.count, leased: leased, kept: kept.count - idleServers,
        servers: idleServers + prepared, renewing: renewing.count, ending: ending.count, started: started,
        failedRenewals: failedRenewals, isResting: isResting)
    }
  }

  private var idleServers: Int { kept.count { $0.tenant == nil } }

  // MARK: The breaker

  /// Whether the provider rests because it failed too often.
  package var isResting: Bool { breakers.values.contains { $0.isResting() } }

  /// Asks whether the provider may be used at all; each success of this call is followed by one `report`.
  ///
  /// - Parameter party: who asks; nil for one that is everybody.
  package func enter(_ party: String?) throws(ProviderError) {
    guard var breaker = breakers[party] else { return }
    defer { breakers[party] = breaker }
    do throws(ProviderError) {
      try breaker.enter()
    } catch {
      throw ProviderError(error.code, error.message, provider: provider.id)
    }
  }

  /// What became of a request: nil for a success. Only failures that are the provider's own count.
  package func report(_ code: ProviderError.Code?, _ party: String?) {
    switch code {
    case .timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable:
      breakers[party, default: CircuitBreaker(policy: policy)].failed()
    case .cancelled, .draining, .overloaded, .sandboxUnavailable: breakers[party]?.abandoned()
    default: breakers[party] = nil
    }
  }

  // MARK: The stock

  func isYoung(_ worker: WorkerProcess) -> Bool { .now - worker.born < .seconds(policy.maxAgeSeconds) }

  /// - Throws: `providerUnavailable` in the pause after workers that did not start.
  func startWorker(pauses: Bool = true) async throws(ProviderError) -> WorkerProcess {
    if pauses, let notBefore, .now < notBefore {
      throw ProviderError(
        .providerUnavailable, "the provider does not start; later it is tried again", provider: provider.id)
    }
    started += 1
    let worker = try make()
    do throws(ProviderError) {
      try await worker.start(locale: locale)
    } catch {
      startLog = await worker.log
      retire(worker)
      // Neither is the provider's fault.
      if error.code != .cancelled, error.code != .overloaded {
        let pause = policy.backoffSeconds * Double(1 << min(startFailures, 20))
        startFailures += 1
        notBefore = .now + .seconds(min(pause, policy.backoffMaxSeconds))
      }
      throw error
    }
    startFailures = 0
    notBefore = nil
    return worker
  }

  /// Starts workers ahead until there are as many as should wait.
  package func refill() {
    guard !isDraining, notBefore.map({ .now >= $0 }) ?? true else { return }
    // Fork servers that are on lease count as little as other workers there: others come meanwhile.
    for _ in 0..<max(0, policy.prewarmed - fresh.count - warming.count - idleServers - renewing.count) {
      nextID += 1
      let id = nextID
      let task = Task<WorkerProcess?, Never> { await self.warm(id) }
      warming.append((id, task))
    }
  }

  private func warm(_ id: Int) async -> WorkerProcess? {
    let worker = try? await startWorker()
    // One that somebody waits for already is handed over by the task's value.
    guard let index = warming.firstIndex(where: { $0.id == id }) else {
      return worker
    }
    warming.remove(at: index)
    if let worker {
      if isDraining { retire(worker) } else { fresh.append(worker) }
    }
    return nil
  }

  /// Takes a worker back.
  ///
  /// - Parameter isSound: whether nothing speaks against giving it another document.
  package func giveBack(_ worker: WorkerProcess, tenant: String?, isSound: Bool) async {
    leased -= 1
    if let tenant {
      guard isSound, !isDraining, await isReusable(worker, limit: policy.reuseLimit), worker.spool.clear() else {
        return retire(worker)
      }
      return keep(worker, tenant: tenant)
    }
    guard isSound, !isDraining, await worker.isForkServer else { return replace(worker) }
    // Nobody waits for that but who has no other.
    nextID += 1
    let id = nextID
    renewing[id] = Task {
      let isReusable = await self.renew(worker)
      self.renewing[id] = nil
      if isReusable, !self.isDraining { self.keep(worker, tenant: nil) } else { self.replace(worker) }
      // Who finds nothing waits again, or starts a process where no server is left to wait for.
      for id in self.waiting.keys.sorted() { self.wake(id) }
    }
  }

  private func renew(_ worker: WorkerProcess) async -> Bool {
    do throws(ProviderError) {
      try await worker.renew()
    } catch {
      // Of one that was cancelled and went on nothing more is to be said.
      guard error.code != .cancelled else { return false }
      failedRenewals += 1
      onEvent?(HostEvent(error: error, isRetried: false, log: await worker.log))
      return false
    }
    return await isReusable(worker, limit: policy.forkLimit)
  }

  /// Ends a worker; where fewer wait than should, another is started.
  private func replace(_ worker: WorkerProcess) {
    retire(worker)
    refill()
  }

  private func keep(_ worker: WorkerProcess, tenant: String?) {
    // As many fork servers as workers that are started ahead wait however long it takes.
    let mayEnd = tenant != nil || fresh.count + idleServers >= policy.prewarmed
    kept.append(Kept(worker: worker, tenant: tenant, end: mayEnd ? .now + .seconds(policy.idleSeconds) : nil))
    if kept.count(where: { $0.end != nil }) > policy.mostKept, let oldest = kept.firstIndex(where: { $0.end != nil }) {
      retire(kept.remove(at: oldest).worker)
    }
    // One for all: a timer for each would stay behind with the system until its time, wherever its worker is by then.
    if mayEnd, sweeper == nil { sweeper = Task { await self.sweep() } }
  }

  /// Ends what has waited long enough, as long as there is anything that may.
  private func sweep() async {
    while let next = kept.compactMap(\.end).min(), !isDraining {
      do { try await Task.sleep(until: next, clock: .continuous) } catch { break }
      let now = ContinuousClock.now
      let over = kept.filter { $0.end.map { $0 <= now } ?? false }
      kept.removeAll { $0.end.map { $0 <= now } ?? false }
      for entry in over { retire(entry.worker) }
      // Those that wait however long it takes may have been taken by batches meanwhile.
      if over.contains(where: { $0.tenant == nil }) { refill() }
    }
    sweeper = nil
  }

  private func isReusable(_ worker: WorkerProcess, limit orders: Int) async -> Bool {
    guard await worker.isUsable, await worker.orders < orders, isYoung(worker) else { return false }
    guard let process = await worker.processIdentifier else { return false }
    let limit = Double(provider.limits.memoryMiB) * 1_048_576 * policy.memoryShare
    return Double(ProcessMemory.resident(tree: process)) < limit
  }

  /// Ends the workers that are kept for a tenant: its batch is over.
  package func release(tenant: String) {
    for entry in kept where entry.tenant == tenant { retire(entry.worker) }
    kept.removeAll { $0.tenant == tenant }
  }

  func retire(_ worker: WorkerProcess) {
    nextID += 1
    let id = nextID
    ending[id] = Task {
      await worker.end()
      self.ending[id] = nil
    }
  }

  /// Ends all workers; returns when none is left. Those that are on lease are waited for by their users.
  package func shutdown() async {
    isDraining = true
    for worker in fresh { retire(worker) }
    fresh = []
    sweeper?.cancel()
    for entry in kept { retire(entry.worker) }
    kept = []
    for entry in warming { entry.task.cancel() }
    for entry in warming { _ = await entry.task.value }
    while let task = renewing.first?.value { await task.value }
    while let task = ending.first?.value { await task.value }
  }
}
