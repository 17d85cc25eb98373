internal import ArgumentParser
internal import CommandKit
internal import ProviderHost

/// How providers are run.
struct SandboxOptions: ParsableArguments {
  @Option(
    name: [.customLong("tier"), .customLong("sandbox")],
    help: ArgumentHelp(
      "A (bubblewrap), B (Landlock and seccomp alone) or none (limits only: for providers that you trust). "
        + "(default: the strongest that works here)", valueName: "TIER"),
    completion: .list(SandboxTier.allCases.map(\.rawValue)), transform: { try Self.tier($0) })
  var tier: SandboxTier?

  @Option(
    help: ArgumentHelp(
      "Give a document so many seconds, unless its provider asks for fewer. (default: 10, previews 30)",
      valueName: "SECONDS"),
    transform: { try Self.seconds($0) })
  var timeout: Double?

  @Flag(help: "Neither look for thumbnails where the desktop keeps them nor leave any there.")
  var noCache = false

  private static func tier(_ text: String) throws -> SandboxTier {
    guard let tier = SandboxTier(name: text) else { throw ValidationError("expected A, B or none") }
    return tier
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let value = Double(text), value > 0, value <= 3_600 else {
      throw ValidationError("expected a number of seconds above 0, at most 3600")
    }
    return value
  }
}
