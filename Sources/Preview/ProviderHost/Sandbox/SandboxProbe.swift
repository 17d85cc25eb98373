package import ProviderProtocol

/// What was found when each tier was tried: for the choice of one, for `preview doctor` and for the health of a service.
package struct SandboxProbe: Hashable, Sendable {
  /// How one tier fared.
  package struct Trial: Hashable, Sendable {
    package var tier: SandboxTier
    package var works: Bool
    /// Why it does not work: one line; empty where it does.
    package var reason: String
    /// What was tried from inside, in its order: `read-foreign denied`.
    package var findings: [String]
    /// From start to end of the trial.
    package var milliseconds: Double
  }

  /// The tiers that were tried, the strongest first.
  package var trials: [Trial]
  /// The version of Landlock that the kernel has; 0 for none, nil where no trial got so far.
  package var landlockVersion: Int?
  /// The tier that was asked for by name; nil for the strongest that works.
  package var wanted: SandboxTier?
  /// The launcher that was tried; nil where it was not found.
  package var launcher: String?
  package var bubblewrap: String?

  /// The tier in force; nil where none is strong enough.
  package var tier: SandboxTier? { trials.first { $0.works && ($0.tier == wanted || wanted == nil) }?.tier }

  /// The sandbox in force.
  ///
  /// - Throws: `sandboxUnavailable` where the tier that is wanted does not work, or none does: then nothing is run.
  package func sandbox() throws(ProviderError) -> Sandbox {
    guard let launcher else { throw ProviderError(.sandboxUnavailable, "cameo-launcher is missing") }
    guard let tier else {
      let reasons = trials.filter { !$0.works }.map { "\($0.tier.rawValue): \($0.reason)" }.joined(separator: "; ")
      throw ProviderError(.sandboxUnavailable, "no sandbox works here (\(reasons))")
    }
    return Sandbox(tier: tier, launcher: launcher, bubblewrap: bubblewrap)
  }
}
