package import ProviderProtocol

/// Which worker a document gets.
extension WorkerPool {
  /// A worker for one document: one that served this tenant before, else one that has seen no document.
  ///
  /// - Parameters:
  ///   - tenant: nil for a worker that serves this one document, or has a process of its own for it.
  ///   - wantsFresh: whether it must be a process that was started anew.
  /// - Throws: `draining`, and what `WorkerProcess.start` throws.
  package func lease(tenant: String?, fresh wantsFresh: Bool = false) async throws(ProviderError) -> WorkerProcess {
    guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
    leased += 1
    do throws(ProviderError) {
      let worker: WorkerProcess
      if !wantsFresh, let used = try await usedWorker(for: tenant) {
        worker = used
      } else {
        // A second attempt is made at once, whatever pause the first one's failure asks for.
        worker = try await unused(pauses: !wantsFresh)
      }
      // Batches keep their workers; more would wait for nobody.
      if tenant == nil { refill() }
      return worker
    } catch {
      leased -= 1
      throw error
    }
  }

  /// One that has served the tenant; for a single document, and for a batch that has none yet, a fork server that is ready.
  private func usedWorker(for tenant: String?) async throws(ProviderError) -> WorkerProcess? {
    if let tenant {
      if let worker = await keptWorker(of: tenant) { return worker }
      return fresh.isEmpty ? await keptWorker(of: nil) : nil
    }
    while true {
      if let worker = await keptWorker(of: nil) { return worker }
      if let worker = await freshServer() { return worker }
      // While that was looked at, one may have been renewed.
      if kept.contains(where: { $0.tenant == nil }) { continue }
      guard !renewing.isEmpty else { return nil }
      // A small part of the time that a process takes to start; one that was given a document before it was prepared is no server.
      await renewal()
      if Task.isCancelled { throw ProviderError(.cancelled, "cancelled", provider: provider.id) }
      guard !isDraining else { throw ProviderError(.draining, "the host is ending") }
    }
  }

  private func keptWorker(of tenant: String?) async -> WorkerProcess? {
    while let index = kept.lastIndex(where: { $0.tenant == tenant }) {
      let candidate = kept.remove(at: index).worker
      if await candidate.isUsable, isYoung(candidate) { return candidate }
      retire(candidate)
    }
    return nil
  }

  private func freshServer() async -> WorkerProcess? {
    for worker in fresh where await worker.canFork && isYoung(worker) {
      // Meanwhile somebody else may have taken it.
      if let index = fresh.firstIndex(where: { $0 === worker }) { return fresh.remove(at: index) }
    }
    return nil
  }

  /// Waits until the next fork server is renewed, or has failed to be, or the task is cancelled.
  private func renewal() async {
    nextID += 1
    let id = nextID
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[id] = $0 }
    } onCancel: {
      Task { await self.wake(id) }
    }
  }

  func wake(_ id: Int) { waiting.removeValue(forKey: id)?.resume() }

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
}
