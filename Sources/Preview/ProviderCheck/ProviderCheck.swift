internal import ContentTypes
internal import ProviderHost
package import ProviderProtocol

/// Tries a provider with all that can come its way: documents, damaged documents, hosts of later versions, impatient hosts.
///
/// Everything runs in the sandbox. A provider that fails here does no harm, but shows nothing either.
package struct ProviderCheck: Sendable {
  package let options: CheckOptions

  package init(_ options: CheckOptions) { self.options = options }

  /// Runs all checks.
  ///
  /// - Parameter name: a folder with `provider.json`, or the id of an installed provider.
  /// - Returns: the report, also where there is no such provider.
  /// - Throws: `sandboxUnavailable` where no tier works: then nothing is run. `cancelled`.
  package func run(_ name: String) async throws(ProviderError) -> CheckReport {
    let target: CheckTarget
    do throws(CheckTarget.Absence) {
      target = try CheckTarget(name, options)
    } catch {
      let run = CheckRun(CheckReport(provider: "", version: "", source: name), options.onResult)
      await run.add(CheckResult("manifest", .failed, error.reason, advice: error.advice))
      return await run.report
    }
    let provider = target.provider
    guard provider.level > 0 else {
      let run = CheckRun(CheckReport(provider: provider.id, version: "", source: provider.source), options.onResult)
      await run.add(
        CheckResult(
          "level", .failed,
          "this is a thumbnailer of the desktop (level 0), which speaks no protocol: it cannot be checked",
          advice: "preview --provider \(provider.id) --no-cache -o OUT.png FILE shows what it makes"))
      return await run.report
    }
    let lastWords = LastWords()
    let run = CheckRun(
      CheckReport(provider: provider.id, version: provider.version, source: provider.source), options.onResult,
      lastWords)
    await ManifestChecks(target: target).check(run)
    let probe = await Sandbox.probe(
      launcher: options.launcher, bubblewrap: options.bubblewrap, wanted: options.tier, folder: options.scratch)
    let sandbox = try probe.sandbox()
    let session = CheckSession(provider, sandbox, options.policy, lastWords)
    if await GreetingChecks(session: session).check(run) {
      await checkDocuments(target, session, run)
      await TierChecks(target: target, session: session, probe: probe).check(run)
    }
    await session.end()
    if Task.isCancelled { throw ProviderError(.cancelled, "cancelled") }
    return await run.report
  }

  private func checkDocuments(_ target: CheckTarget, _ session: CheckSession, _ run: CheckRun) async {
    guard await SampleChecks(target: target, session: session).check(run) else {
      // Where there is none, that was said.
      guard !target.samples.isEmpty else { return }
      return await run.add(
        CheckResult("further checks", .notApplicable, "not run: no sample is shown as it should"))
    }
    await AdditionChecks(target: target, session: session).check(run)
    await DamageChecks(target: target, session: session, scratch: options.scratch).check(run)
    await EnduranceChecks(target: target, session: session, orders: options.orders).check(run)
    await EndingChecks(target: target, session: session).check(run)
    await ForkChecks(target: target, session: session).check(run)
  }
}

/// Collects results.
actor CheckRun {
  private(set) var report: CheckReport
  private let onResult: (@Sendable (CheckResult) -> Void)?
  private let lastWords: LastWords

  init(
    _ report: CheckReport, _ onResult: (@Sendable (CheckResult) -> Void)?, _ lastWords: LastWords = LastWords()
  ) {
    self.report = report
    self.onResult = onResult
    self.lastWords = lastWords
  }

  func add(_ result: CheckResult) {
    var result = result
    // Those of a check that passed all the same are nobody's.
    let words = lastWords.take()
    if result.verdict == .failed { result.standardError = words }
    report.results.append(result)
    onResult?(result)
  }
}
