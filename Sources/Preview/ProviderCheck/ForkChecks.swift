internal import ProviderHost
internal import ProviderProtocol

/// A provider that says it forks for each document, as a host has it do that: only in tier A.
struct ForkChecks {
  var target: CheckTarget
  var session: CheckSession

  private static let name = "fork server"
  /// Documents, one after the other; the samples are repeated.
  private static let documents = 10
  /// For what it prepares behind hello, in seconds.
  private static let preparation = 5.0
  private static let advice =
    "docs/writing-providers.md, \"Fork servers\"; without forks in the manifest hosts start a process for each document"

  func check(_ run: CheckRun) async {
    guard target.provider.forks, !target.leaders.isEmpty else { return }
    guard session.sandbox.tier == .a else {
      return await run.add(CheckResult(Self.name, .notApplicable, "hosts ask for it in tier A only"))
    }
    do throws(ProviderError) {
      let spool = try Spool()
      let command = session.sandbox.command(
        target.provider.command, spool: spool, readable: target.provider.readableFolders,
        limits: SandboxLimits(target.provider.limits))
      let worker = WorkerProcess(
        provider: target.provider, spool: spool, command: command, policy: session.policy, mayFork: true)
      let result: CheckResult
      do throws(ProviderError) {
        try await worker.start(locale: "en")
        result = try await serve(worker)
      } catch {
        result = CheckResult(Self.name, .failed, "\(error)", advice: Self.advice)
      }
      await worker.end()
      await session.lastWords.keep(worker.log)
      await run.add(result)
    } catch {
      await run.add(CheckResult(Self.name, .failed, "\(error)"))
    }
  }

  private func serve(_ worker: WorkerProcess) async throws(ProviderError) -> CheckResult {
    let end = ContinuousClock.now + .seconds(Self.preparation)
    while await !worker.canFork, .now < end {
      do { try await Task.sleep(for: .milliseconds(10)) } catch { throw ProviderError(.cancelled, "cancelled") }
    }
    guard await worker.canFork else {
      return CheckResult(
        Self.name, .warning, "the manifest says forks, but within \(Int(Self.preparation)) s nobody said ready",
        advice: "it must have one thread and no open file behind prepare; " + Self.advice)
    }
    let start = ContinuousClock.now
    for number in 0..<Self.documents {
      let sample = target.leaders[number % target.leaders.count]
      for capability in target.provider.capabilities {
        let order = CheckOrder(
          place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
        try await give(order, to: worker)
      }
    }
    let count = Self.documents * target.provider.capabilities.count
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return CheckResult(
      Self.name, .passed,
      "\(count) orders, each by a process of its own, \(CheckWords.seconds(seconds / Double(count))) each")
  }

  private func give(_ order: CheckOrder, to worker: WorkerProcess) async throws(ProviderError) {
    guard case .copy(let document) = order.place else { return }
    let id = await worker.nextOrder
    let path = try worker.spool.add(document: document).path
    let output = worker.spool.outputPath(id: String(id))
    let seconds = order.capability == .thumbnail ? session.seconds.thumbnail : session.seconds.preview
    let reply = try await worker.perform(
      order.message(id: id, path: path, output: output, seconds: seconds), seconds: seconds, alone: true)
    _ = try CheckedReply(reply, to: order, at: output, limits: target.provider.limits)
    try await worker.renew()
  }
}
