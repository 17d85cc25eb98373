package import ProviderProtocol

/// The results of trying each tier: for choosing one, for `preview doctor` and for the health of a service.
package struct SandboxProbe: Hashable, Sendable {
  /// The result for one tier.
  package struct Trial: Hashable, Sendable {
    package var tier: SandboxTier
    package var works: Bool
    /// Why the tier does not work, one line; empty where it works.
    package var reason: String
    /// The lines of the self-test, in order: `read-foreign denied`.
    package var findings: [String]
    /// The actions that were tried and denied: `read-foreign`.
    package var denied: [String] {
      findings.filter { $0.hasSuffix(" denied") }.map { String($0.dropLast(" denied".count)) }
    }
    /// The actions that were tried and succeeded. A tier in which one succeeds that it must deny does not work.
    package var allowed: [String] {
      findings.filter { $0.hasSuffix(" ALLOWED") }.map { String($0.dropLast(" ALLOWED".count)) }
    }
    /// The duration of the trial.
    package var milliseconds: Double
  }

  /// The tiers that were tried, the strongest first.
  package var trials: [Trial]
  /// The version of Landlock in the kernel. 0 means none; nil means that no trial found out.
  package var landlockVersion: Int?
  /// The tier that was asked for by name; nil for the strongest that works.
  package var wanted: SandboxTier?
  /// The launcher that was tried; nil where it was not found.
  package var launcher: String?
  package var bubblewrap: String?

  /// The tier to use: the wanted one, or without one the strongest; nil where it does not work.
  package var tier: SandboxTier? { trials.first { $0.works && ($0.tier == wanted || wanted == nil) }?.tier }

  /// The sandbox to use.
  ///
  /// - Throws: `sandboxUnavailable` where the wanted tier does not work, or where none works. Then no provider may run.
  package func sandbox() throws(ProviderError) -> Sandbox {
    guard let launcher else { throw ProviderError(.sandboxUnavailable, "cameo-launcher is missing") }
    guard let tier else {
      let reasons = trials.filter { !$0.works }.map { "\($0.tier.rawValue): \($0.reason)" }.joined(separator: "; ")
      throw ProviderError(.sandboxUnavailable, "no sandbox works here (\(reasons))")
    }
    return Sandbox(tier: tier, launcher: launcher, bubblewrap: bubblewrap)
  }
}

extension Sandbox {
  /// Tries each tier by running a program in it that attempts what must not be possible (`cameo-launcher --self-test`).
  ///
  /// - Parameters:
  ///   - launcher: an absolute path; nil where the launcher is not installed. Then no tier works.
  ///   - bubblewrap: an absolute path; nil where bubblewrap is not installed. Then tier A does not work.
  ///   - wanted: the only tier to try; nil to try A and B.
  ///   - folder: where the directories of workers are made.
  package static func probe(
    launcher: String?, bubblewrap: String?, wanted: SandboxTier? = nil, folder: String = "/tmp"
  ) async -> SandboxProbe {
    var probe = SandboxProbe(
      trials: [], landlockVersion: nil, wanted: wanted, launcher: launcher, bubblewrap: bubblewrap)
    guard let launcher else { return probe }
    for tier in wanted.map({ [$0] }) ?? [.a, .b] {
      if Task.isCancelled { break }
      let sandbox = Sandbox(tier: tier, launcher: launcher, bubblewrap: bubblewrap)
      let trial = await sandbox.trial(folder: folder)
      for finding in trial.findings where finding.hasPrefix("landlock-version ") {
        probe.landlockVersion = Int(finding.dropFirst("landlock-version ".count))
      }
      probe.trials.append(trial)
    }
    return probe
  }

  /// Runs the self-test in this sandbox. A failure is part of the result.
  package func trial(folder: String = "/tmp") async -> SandboxProbe.Trial {
    var trial = SandboxProbe.Trial(tier: tier, works: false, reason: "", findings: [], milliseconds: 0)
    if tier == .a, bubblewrap == nil {
      trial.reason = "bubblewrap is not installed"
      return trial
    }
    do {
      let directory = try WorkerDirectory(in: folder)
      let foreign = try directory.makeForeignFile()
      // Tier none denies nothing. There it is enough that a program runs.
      let test = tier == .none ? ["--help"] : ["--self-test", directory.inFolder, directory.outFolder, foreign]
      let command = command([launcher] + test, directory: directory, limits: SandboxLimits(processes: 8))
      let start = ContinuousClock.now
      // Some milliseconds are usual. The limit only ends a test that hangs, so it is long enough for any load.
      let (end, output) = try await BoundedRun(command: command, seconds: 120).run()
      trial.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      trial.findings = output.split(separator: "\n").map(String.init)
      trial.reason = reason(for: end, trial.findings)
      trial.works = trial.reason.isEmpty
    } catch {
      trial.reason = error.message
    }
    return trial
  }

  /// Why the sandbox cannot be used, by the result of its self-test; empty where it can be used.
  private func reason(for end: ProcessEnd, _ findings: [String]) -> String {
    guard let verdict = end.verdict else { return "the launcher cannot be started" }
    switch verdict {
    case .provider where tier == .none: return findings.isEmpty ? "the program did not run" : ""
    case .provider(status: 0) where !findings.contains("fork works"): return "the self-test did not reach its end"
    case .provider(status: 0), .provider(status: 1):
      let broken = findings.filter { finding in
        // Only a mount can deny loading code from the output folder, and only tier A has mounts of its own.
        if finding == "load-output ALLOWED", tier == .b { return false }
        return finding.hasSuffix(" ALLOWED") || finding.hasSuffix(" BROKEN")
      }
      if broken.isEmpty, verdict == .provider(status: 1) { return "the self-test did not run" }
      return broken.joined(separator: ", ")
    default: return verdict.error(ProviderLimits()).message
    }
  }
}
