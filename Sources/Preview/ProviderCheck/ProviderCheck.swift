package import ContentTypes
package import ProviderHost
package import ProviderProtocol

/// How a provider is checked.
package struct CheckOptions: Sendable {
  /// Documents that the provider should show; empty for the files of `samples` beside the manifest.
  package var samples: [String] = []
  /// The folders in which a provider is searched by its id: `ProviderFolders.manifests`.
  package var folders: [String] = []
  /// The folders of `.thumbnailer` files. The report says that these cannot be checked.
  package var thumbnailerFolders: [String] = []
  package var limits = ProviderLimits()
  package var programs = ProgramLookup()
  /// The types that are known without the provider's manifest.
  package var registry = ContentTypeRegistry()
  /// The absolute path of cameo-launcher; nil where it is not installed. Then no check can be run.
  package var launcher: String?
  package var bubblewrap: String?
  /// The tier for all checks; nil for the strongest that works. In addition, a short check runs in each tier that
  /// works.
  package var tier: SandboxTier?
  /// The number of requests that one worker gets in a row.
  package var requests = 100
  /// The folder in which damaged documents are written.
  package var scratch = "/tmp"
  /// Folders that the sandbox shows besides the provider's own: for a debug build, the Swift runtime.
  package var readableFolders: [String] = []
  /// How long the checks wait; the defaults are those of hosts.
  package var policy = WorkerPolicy()
  /// Called with each result as soon as it is known.
  package var onResult: (@Sendable (CheckResult) -> Void)?

  package init() {}
}

/// Tests a provider with samples, damaged documents, hosts of later versions, and hosts that cancel and end.
///
/// The provider runs in the sandbox, so a bad one does no harm.
package struct ProviderCheck: Sendable {
  package let options: CheckOptions

  package init(_ options: CheckOptions) { self.options = options }

  /// Runs all checks.
  ///
  /// - Parameter name: a folder with `provider.json`, or the id of an installed provider.
  /// - Returns: the report. If there is no such provider, the report says so.
  /// - Throws: `sandboxUnavailable` where no tier works; `cancelled`.
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
    let standardErrors = StandardErrorLog()
    let run = CheckRun(
      CheckReport(provider: provider.id, version: provider.version, source: provider.source), options.onResult,
      standardErrors)
    await ManifestChecks(target: target).check(run)
    let probe = await Sandbox.probe(
      launcher: options.launcher, bubblewrap: options.bubblewrap, wanted: options.tier, folder: options.scratch)
    let sandbox = try probe.sandbox()
    let session = CheckSession(provider, sandbox, options.policy, standardErrors)
    let decoder = PictureDecoder(for: options, beside: session)
    await session.decode(by: decoder)
    if await GreetingChecks(session: session).check(run) {
      await checkDocuments(target, session, run)
      await TierChecks(target: target, session: session, probe: probe).check(run)
    }
    await session.end()
    await decoder.end()
    if Task.isCancelled { throw ProviderError(.cancelled, "cancelled") }
    return await run.report
  }

  private func checkDocuments(_ target: CheckTarget, _ session: CheckSession, _ run: CheckRun) async {
    guard await SampleChecks(target: target, session: session).check(run) else {
      // A lack of samples was reported already.
      guard !target.samples.isEmpty else { return }
      return await run.add(
        CheckResult("further checks", .notApplicable, "not run, because no sample could be shown"))
    }
    await LaterHostChecks(target: target, session: session).check(run)
    await DamageChecks(target: target, session: session, scratch: options.scratch).check(run)
    await EnduranceChecks(target: target, session: session, requests: options.requests).check(run)
    await EndingChecks(target: target, session: session).check(run)
  }
}

/// Collects the results of one run.
actor CheckRun {
  private(set) var report: CheckReport
  private let onResult: (@Sendable (CheckResult) -> Void)?
  private let standardErrors: StandardErrorLog

  init(
    _ report: CheckReport, _ onResult: (@Sendable (CheckResult) -> Void)?,
    _ standardErrors: StandardErrorLog = StandardErrorLog()
  ) {
    self.report = report
    self.onResult = onResult
    self.standardErrors = standardErrors
  }

  func add(_ result: CheckResult) {
    var result = result
    // Standard error is only shown for a check that failed.
    let lines = standardErrors.take()
    if result.verdict == .failed { result.standardError = lines }
    report.results.append(result)
    onResult?(result)
  }
}
