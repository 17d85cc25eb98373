internal import ByteStreams
internal import Glibc
internal import ProviderProtocol

extension Sandbox {
  /// Tries the tiers by running a program in each that does what must not be possible (`cameo-launcher --self-test`).
  ///
  /// - Parameters:
  ///   - launcher: absolute; nil where there is none, and then no tier works.
  ///   - bubblewrap: absolute; nil where it is not installed, and then tier A does not work.
  ///   - wanted: the one tier to try; nil tries A and B. No limits alone are tried unless they are wanted.
  ///   - folder: where spools are made.
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

  /// Runs the self-test in this sandbox.
  package func trial(folder: String = "/tmp") async -> SandboxProbe.Trial {
    var trial = SandboxProbe.Trial(tier: tier, works: false, reason: "", findings: [], milliseconds: 0)
    if tier == .a, bubblewrap == nil {
      trial.reason = "bubblewrap is not installed"
      return trial
    }
    do {
      let spool = try Spool(in: folder)
      let foreign = try spool.makeForeignFile()
      // Limits alone deny nothing: there it is enough that a program runs.
      let test = tier == .none ? ["--help"] : ["--self-test", spool.inFolder, spool.outFolder, foreign]
      let command = command([launcher] + test, spool: spool, limits: SandboxLimits(processes: 8))
      let start = ContinuousClock.now
      let (end, output) = try await BoundedRun(command: command, seconds: 30).run()
      trial.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      trial.findings = output.split(separator: "\n").map(String.init)
      trial.reason = reason(for: end, trial.findings)
      trial.works = trial.reason.isEmpty
    } catch {
      trial.reason = error.message
    }
    return trial
  }

  /// Why a self-test does not speak for the sandbox; empty where it does.
  private func reason(for end: ProcessEnd, _ findings: [String]) -> String {
    guard let verdict = end.verdict else { return "the launcher cannot be started" }
    switch verdict {
    case .provider where tier == .none: return findings.isEmpty ? "the program did not run" : ""
    case .provider(status: 0): return findings.contains("fork works") ? "" : "the self-test did not reach its end"
    case .provider(status: 1):
      let broken = findings.filter { $0.hasSuffix(" ALLOWED") || $0.hasSuffix(" BROKEN") }
      return broken.isEmpty ? "the self-test did not run" : broken.joined(separator: ", ")
    default: return verdict.error().message
    }
  }
}

extension Spool {
  /// A file beside the folders that the worker's user may read and write, so that nothing but the sandbox keeps a worker from it.
  func makeForeignFile() throws(ProviderError) -> String {
    let path = "\(root)/foreign"
    let file = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
    guard file >= 0 else { throw Self.failure("write the spool") }
    defer { close(file) }
    if let identity, fchown(file, identity.user, identity.group) != 0 { throw Self.failure("write the spool") }
    return path
  }
}
