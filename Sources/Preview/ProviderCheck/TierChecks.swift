internal import ProviderHost
internal import ProviderProtocol

/// Checks the provider in each tier of the sandbox that works here. The report also lists what the self-test of the
/// sandbox tried in that tier, and what was denied.
struct TierChecks {
  var target: CheckTarget
  var session: CheckSession
  /// The probe that chose the tier of the other checks. It names the launcher.
  var probe: SandboxProbe

  func check(_ run: CheckRun) async {
    // The probe tried all tiers unless one of them was asked for.
    let all =
      probe.wanted == nil ? probe : await Sandbox.probe(launcher: probe.launcher, bubblewrap: probe.bubblewrap)
    for trial in all.trials {
      let name = "tier \(trial.tier.rawValue)"
      guard trial.works, let launcher = probe.launcher else {
        await run.add(CheckResult(name, .notApplicable, "does not work here: \(trial.reason)"))
        continue
      }
      await run.add(attacks(trial))
      let sandbox = Sandbox(tier: trial.tier, launcher: launcher, bubblewrap: probe.bubblewrap)
      await run.add(await result(name, session.another(in: sandbox)))
    }
  }

  /// What the self-test tried in a tier. It always passes: a tier that does not deny all that it must deny does not
  /// work, and is not used. The attacks that succeed are those that the tier allows.
  private func attacks(_ trial: SandboxProbe.Trial) -> CheckResult {
    let possible = trial.allowed.isEmpty ? "" : "; possible: " + trial.allowed.joined(separator: ", ")
    return CheckResult(
      "attacks in tier \(trial.tier.rawValue)", .passed, "denied: " + trial.denied.joined(separator: ", ") + possible)
  }

  private func result(_ name: String, _ session: CheckSession) async -> CheckResult {
    var seen: [String] = []
    for sample in target.leaders {
      for capability in target.provider.capabilities {
        let request = CheckRequest(
          place: .copy(of: sample.path), name: sample.name, contentType: sample.contentType, capability: capability)
        switch await session.ask(request) {
        case .made: seen.append("\(capability.rawValue) of \(sample.name)")
        case .refused(let error), .fault(let error):
          await session.end()
          return CheckResult(
            name, .failed, "\(capability.rawValue) of \(sample.name): \(error)",
            advice: error.code == .protocolViolation
              ? CheckAdvice.text(for: error)
              : "there is no network, nothing can be written but beside the output, "
                + "and nothing of the user's can be read"
          )
        }
      }
    }
    if seen.isEmpty {
      // Without documents, only the hello can be tested.
      do throws(ProviderError) { _ = try await session.worker() } catch {
        return CheckResult(name, .failed, "\(error)")
      }
      seen = ["hello"]
    }
    await session.end()
    return CheckResult(name, .passed, seen.joined(separator: ", "))
  }
}
