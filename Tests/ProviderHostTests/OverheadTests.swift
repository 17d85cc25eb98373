internal import Glibc
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("What the host adds", .timed, .serialized)
struct OverheadTests {
  /// Measures, and sets no limit: `CAMEO_MEASURE=1` prints the time of a request to a provider that does nothing, in
  /// the tier of `CAMEO_TIER`.
  @Test("Many requests to a provider that does nothing, with workers used once and again", arguments: [false, true])
  func overhead(reuse: Bool) async throws {
    let program = "\(try await TestProgram.folder())/trivial"
    let isMeasuring = getenv("CAMEO_MEASURE") != nil
    let tier = getenv("CAMEO_TIER").flatMap { SandboxTier(name: String(cString: $0)) } ?? .none
    let rig = try await HostRig(
      "", program: [program], limits: HostRig.patientLimits, tier: tier, configure: { $0.workers.prewarmed = 2 })
    var request = rig.request
    request.tenant = reuse ? "us" : nil
    var times: [Double] = []
    for _ in 0..<(isMeasuring ? 1_000 : 50) {
      let start = ContinuousClock.now
      #expect(try await rig.host.thumbnail(request).width == 16)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    if isMeasuring {
      times.sort()
      print("reuse \(reuse): p50 \(times[times.count / 2]) ms, p99 \(times[times.count * 99 / 100]) ms")
    }
    // With reuse, the first worker serves a hundred documents.
    let started = try #require(await rig.host.metrics.workers["org.example.misbehave"]?.started)
    #expect(reuse ? started <= 50 : started >= 50)
    await rig.host.shutdown()
  }
}
