package import ProviderProtocol

/// The workers of one provider: some that wait, greeted and unused, those that serve one tenant's batch, and fork servers, which are as
/// good as unused whenever they are not on lease.
package actor WorkerPool {
  package nonisolated let provider: ProviderDescription
  private let policy: WorkerPolicy
  private let locale: String
  private let make: @Sendable () throws(ProviderError) -> WorkerProcess
  /// Greeted, and never used.
  private var fresh: [WorkerProcess] = []
  private var warming: [(id: Int, task: Task<WorkerProcess?, Never>)] = []
  /// Used, and waiting for more of the same tenant; fork servers for anybody's next document.
  private var kept: [Kept] = []
  private var leased = 0
  /// Fork servers that have served a document, wherever they are.
  private var servers: Set<ObjectIdentifier> = []
  private var renewing: [Int: Task<Void, Never>] = [:]
  /// Those that are being ended.
  private var ending: [Int: Task<Void, Never>] = [:]
  private var nextID = 0
  private var breaker: CircuitBreaker
  private var startFailures = 0
  private var notBefore: ContinuousClock.Instant?
  /// What the last worker that did not start logged and wrote to standard error.
  package private(set) var startLog = ""
  private var isDraining = false
  /// Processes that were started so far.
  package private(set) var started = 0

  private struct Kept {
    var id: Int
    var worker: WorkerProcess
    /// nil for a fork server.
    var tenant: String?
    /// nil for one of those that wait however long it takes.
    var expiry: Task<Void, Never>?
  }

  /// What a pool holds, for metrics.
  package struct Census: Hashable, Sendable {
    package var fresh = 0
    package var warming = 0
    package var leased = 0
    package var kept = 0
    /// Fork servers whose last document is being cleared away.
    package var renewing = 0
    /// Those of `fresh` and `kept` that can fork for the next document.
    package var forkServers = 0
    package var ending = 0
    package var started = 0
    package var breaker = "closed"
  }

  package init(
    provider: ProviderDescription, policy: WorkerPolicy, locale: String,
    make: @escaping @Sendable () throws(ProviderError) -> WorkerProcess
  ) {
    self.provider = provider
    self.policy = policy
    self.locale = locale
    self.make = make
    breaker = CircuitBreaker(policy: policy)
  }

  package var census: Census {
    get async {
      var forkServers = 0
      for worker in fresh + kept.map(\.worker) where await worker.isForkServer { forkServers += 1 }
      return Census(
        fresh: fresh.count, warming: warming.count, leased: leased, kept: kept.count, renewing: renewing.count,
        forkServers: forkServers, ending: ending.count, started: started, breaker: breaker.state.rawValue)
    }
  }

  // MARK: The breaker

  /// Asks whether the provider may be used at all; each success of this call is followed by one `report`.
  package func enter() throws(ProviderError) {
    do throws(ProviderError) {
      try breaker.enter()
    } catch {
      throw ProviderError(error.code, error.message, provider: provider.id)
    }
  }

  /// What became of a request: nil for a success. Only failures that are the provider's own count.
  package func report(_ code: ProviderError.Code?) {
    switch code {
    case .timeout, .crashed, .resourceExhausted, .protocolViolation, .providerUnavailable: breaker.failed()
    case .cancelled, .draining, .overloaded, .sandboxUnavailable: breaker.abandoned()
    default: breaker.succeeded()
    }
  }

  // MARK: Leases

  /// A worker for one document: one that served this tenant before, else one that has seen no document.
  ///
  /// - Parameters:
  ///   - tenant: nil for a worker that serves this one document, or has a process of its own for it.
  ///   - wantsFresh: whether it must be a process that was started anew.
  /// - Throws: `draining`, and what `WorkerProcess.start` throws.
  package func lease(tenant: String?, fresh wantsFresh: Bool = false) async throws(ProviderError) -> WorkerProcess {
    guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
    if !wantsFresh, let worker = await keptWorker(of: tenant) {
      leased += 1
      if tenant == nil { refill() }
      return worker
    }
    leased += 1
    do throws(ProviderError) {
      // A second attempt is made at once, whatever pause the first one's failure asks for.
      let worker = try await unused(pauses: !wantsFresh)
      if tenant == nil {
        if await worker.isForkServer { servers.insert(ObjectIdentifier(worker)) }
        // Batches keep their workers; more would wait for nobody.
        refill()
      }
      return worker
    } catch {
      leased -= 1
      throw error
    }
  }

  private func keptWorker(of tenant: String?) async -> WorkerProcess? {
    while let index = kept.lastIndex(where: { $0.tenant == tenant }) {
      let candidate = kept.remove(at: index)
      candidate.expiry?.cancel()
      if await candidate.worker.isUsable, isYoung(candidate.worker) { return candidate.worker }
      retire(candidate.worker)
    }
    return nil
  }

  private func unused(pauses: Bool) async throws(ProviderError) -> WorkerProcess {
    while !fresh.isEmpty {
      let worker = fresh.removeFirst()
      if await worker.isUsable, isYoung(worker) { return worker }
      retire(worker)
    }
    while !warming.isEmpty {
      let task = warming.removeFirst().task
      // It is this request's now, and ends with it.
      let worker = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      if let worker { return worker }
      if Task.isCancelled { throw ProviderError(.cancelled, "cancelled", provider: provider.id) }
    }
    return try await startWorker(pauses: pauses)
  }

  private func isYoung(_ worker: WorkerProcess) -> Bool { .now - worker.born < .seconds(policy.maxAgeSeconds) }

  /// - Throws: `providerUnavailable` in the pause after workers that did not start.
  private func startWorker(pauses: Bool = true) async throws(ProviderError) -> WorkerProcess {
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
    guard !isDraining, breaker.state == .closed, notBefore.map({ .now >= $0 }) ?? true else { return }
    for _ in 0..<max(0, policy.prewarmed - fresh.count - warming.count - servers.count) {
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
    servers.insert(ObjectIdentifier(worker))
    // Nobody waits for that.
    nextID += 1
    let id = nextID
    renewing[id] = Task {
      let isRenewed = await worker.renew()
      let isReusable = if isRenewed { await self.isReusable(worker, limit: self.policy.forkLimit) } else { false }
      self.renewing[id] = nil
      if isReusable, !self.isDraining { self.keep(worker, tenant: nil) } else { self.replace(worker) }
    }
  }

  /// Ends a worker; in the place of a fork server, which was as good as an unused one, another is started.
  private func replace(_ worker: WorkerProcess) {
    retire(worker)
    refill()
  }

  private func keep(_ worker: WorkerProcess, tenant: String?) {
    nextID += 1
    let id = nextID
    var expiry: Task<Void, Never>?
    // As many fork servers as workers that are started ahead wait like those.
    if tenant != nil || fresh.count + kept.count(where: { $0.tenant == nil }) >= policy.prewarmed {
      expiry = Task { [policy] in
        try? await Task.sleep(for: .seconds(policy.idleSeconds))
        if !Task.isCancelled { self.expire(id) }
      }
    }
    kept.append(Kept(id: id, worker: worker, tenant: tenant, expiry: expiry))
    if kept.count > policy.mostKept {
      // Not one of those that wait however long it takes.
      let surplus = kept.remove(at: kept.firstIndex { $0.expiry != nil } ?? 0)
      surplus.expiry?.cancel()
      retire(surplus.worker)
    }
  }

  private func isReusable(_ worker: WorkerProcess, limit orders: Int) async -> Bool {
    guard await worker.isUsable, await worker.orders < orders, isYoung(worker) else { return false }
    guard let process = await worker.processIdentifier else { return false }
    let limit = Double(provider.limits.memoryMiB) * 1_048_576 * policy.memoryShare
    return Double(ProcessMemory.resident(tree: process)) < limit
  }

  private func expire(_ id: Int) {
    guard let index = kept.firstIndex(where: { $0.id == id }) else { return }
    let entry = kept.remove(at: index)
    if entry.tenant == nil { replace(entry.worker) } else { retire(entry.worker) }
  }

  /// Ends the workers that are kept for a tenant: its batch is over.
  package func release(tenant: String) {
    for entry in kept where entry.tenant == tenant {
      entry.expiry?.cancel()
      retire(entry.worker)
    }
    kept.removeAll { $0.tenant == tenant }
  }

  private func retire(_ worker: WorkerProcess) {
    servers.remove(ObjectIdentifier(worker))
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
    for entry in kept {
      entry.expiry?.cancel()
      retire(entry.worker)
    }
    kept = []
    for entry in warming { entry.task.cancel() }
    for entry in warming { _ = await entry.task.value }
    while let task = renewing.first?.value { await task.value }
    while let task = ending.first?.value { await task.value }
  }
}
