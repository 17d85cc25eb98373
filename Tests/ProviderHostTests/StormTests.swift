internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

/// Providers that try to take the whole machine. Serialized: one at a time is enough load.
@Suite("Bombs and storms through the host", .timed, .serialized)
struct StormTests {
  @Test(
    "A fork bomb is ended, and the limit is named", arguments: ["fork-bomb", "chain-bomb"], SandboxTier.allCases)
  func bomb(_ mode: String, _ tier: SandboxTier) async throws {
    let rig = try await HostRig(mode, limits: HostRig.patientLimits, tier: tier)
    let error = await #expect(throws: ProviderError.self) { try await rig.host.thumbnail(rig.request) }
    #expect(error?.code == .resourceExhausted)
    #expect(error?.message == "the provider started more processes or threads than it may (64)")
    #expect(await rig.leftovers() == [])
  }

  @Test(
    "After a storm of bad providers no process, file or descriptor is left",
    arguments: SandboxTier.allCases)
  func storm(_ tier: SandboxTier) async throws {
    let modes = [
      "garbage", "endless-line", "two-replies", "cut", "exit-0", "segfault", "closes-all", "away-children",
      "memory", "writes-much", "noisy-memory", "stopped", "deaf", "leaves-child", "symlink",
    ]
    let found = try await withThrowingTaskGroup(of: [String].self) { group in
      var left: [String] = []
      for (index, mode) in modes.enumerated() {
        if index >= 4, let more = try await group.next() { left += more }
        group.addTask {
          let rig = try await HostRig(mode, limits: HostRig.hastyLimits, tier: tier)
          await withTaskGroup(of: Void.self) { requests in
            for _ in 0..<3 { requests.addTask { _ = await code { try await rig.host.thumbnail(rig.request) } } }
          }
          return await rig.leftovers()
        }
      }
      for try await more in group { left += more }
      return left
    }
    #expect(found == [])
  }
}
