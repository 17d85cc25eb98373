internal import Glibc
internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("What the host adds")
struct OverheadTests {
  /// Not a bound, a figure: `CAMEO_MEASURE=1` prints what a request to a provider that does nothing takes.
  @Test("Many requests to a provider that does nothing, with workers used once and again", arguments: [false, true])
  func overhead(reuse: Bool) async throws {
    let tools = try TemporaryDirectory()
    guard chmod(tools.path, 0o755) == 0 else { throw TestFailure("chmod") }
    let program = tools.file("trivial")
    let source = HostRig.script.replacingSuffix("misbehave.py", with: "trivial.c")
    let compiled = try await Tool.run("cc", ["-O2", "-o", program, source])
    #expect(compiled.status == 0, "\(compiled.errors)")
    let isMeasuring = getenv("CAMEO_MEASURE") != nil
    let rig = try await HostRig("", program: [program], limits: HostRig.patientLimits) { _ in
    } configure: {
      $0.workers.prewarmed = 2
    }
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
    // The first worker serves a hundred documents where it may.
    let started = try #require(await rig.host.metrics.workers["org.example.misbehave"]?.started)
    #expect(reuse ? started <= 50 : started >= 50)
    await rig.host.shutdown()
  }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) + other : self
  }
}
