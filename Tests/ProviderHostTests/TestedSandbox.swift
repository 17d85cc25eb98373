import Glibc
import ProviderHost
import TestKit
import Testing

/// The sandboxes that every test of confinement runs in.
enum TestedSandbox: String, CaseIterable, CustomTestStringConvertible {
  case a, b
  /// Tier A as on a kernel without Landlock, or with Landlock switched off.
  case aWithoutLandlock
  /// Tier B with the rights of Debian 12's kernel: Landlock's version 2.
  case bOfDebian12

  var testDescription: String {
    switch self {
    case .a: "tier A"
    case .aWithoutLandlock: "tier A without Landlock"
    case .b: "tier B"
    case .bOfDebian12: "tier B with Landlock 2"
    }
  }

  func sandbox() async throws -> Sandbox {
    var sandbox = Sandbox(
      tier: self == .a || self == .aWithoutLandlock ? .a : .b, launcher: try await Self.launcher(),
      bubblewrap: "/usr/bin/bwrap")
    if self == .bOfDebian12 { sandbox.landlockVersion = 2 }
    if self == .aWithoutLandlock { sandbox.landlockVersion = 0 }
    return sandbox
  }

  /// The launcher: `$CAMEO_LAUNCHER`, or compiled once for each run of the tests, beside the products.
  static func launcher() async throws -> String { try await build.value }

  private static let build = Task {
    if let named = getenv("CAMEO_LAUNCHER") { return String(cString: named) }
    let path = "\(Tool.products)/cameo-launcher"
    let result = try await Tool.run("\(Fixtures.root)/scripts/build-launcher", [path])
    guard result.status == 0 else { throw TestFailure("scripts/build-launcher: \(result.errors)") }
    return path
  }
}
