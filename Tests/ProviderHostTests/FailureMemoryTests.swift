internal import ImageModel
@testable internal import ProviderHost
internal import ProviderProtocol
internal import TestKit
internal import Testing

@Suite("Remembered failures", .timed)
struct FailureMemoryTests {
  private static func request(
    _ side: Int = 256, content: String? = "sha256:1", name: String = "a.pdf",
    _ change: (inout RenderRequest) -> Void = { _ in }
  ) -> RenderRequest {
    var document = DocumentReference(path: "/a", name: name)
    document.fingerprint = content
    var request = RenderRequest(.thumbnail, of: document, maximumSize: PixelSize(width: side, height: side))
    change(&request)
    return request
  }

  private static let late = ProviderError(.timeout, "too late", provider: "org.example")

  @Test("A failure is remembered for the same content and page, the same or a larger size, and a time")
  func subject() throws {
    let memory = FailureMemory(seconds: 60)
    let now = ContinuousClock.now
    memory.remember(Self.late, of: Self.request(), providers: 1, now: now)
    func known(_ request: RenderRequest, _ providers: Int = 1, after seconds: Double = 0) -> ProviderError? {
      memory.failure(of: request, providers: providers, now: now + .seconds(seconds))
    }
    let error = try #require(known(Self.request(), after: 18))
    #expect(error.code == .timeout && error.provider == "org.example")
    #expect(error.message == "too late (remembered; it is tried again in 42 s)")
    #expect(known(Self.request(name: "b.c.pdf")) != nil && known(Self.request(1_024)) != nil)
    let others = [
      Self.request(255), Self.request(content: "sha256:2"), Self.request(content: nil), Self.request(name: "a.txt"),
      Self.request { $0.page = 2 }, Self.request { $0.capability = .preview }, Self.request { $0.tenant = "b" },
      Self.request { $0.document.contentType = "public.plain-text" },
    ]
    for other in others { #expect(known(other) == nil) }
    // Other providers may show it.
    #expect(known(Self.request(), 2) == nil)
    #expect(known(Self.request(), after: 61) == nil)
  }

  @Test("Only failures that took a worker's time are remembered", arguments: ProviderError.Code.allCases)
  func codes(code: ProviderError.Code) {
    let memory = FailureMemory(seconds: 60)
    memory.remember(ProviderError(code, "no"), of: Self.request(), providers: 0)
    let isCostly = [.timeout, .crashed, .resourceExhausted, .protocolViolation].contains(code)
    #expect((memory.failure(of: Self.request(), providers: 0) != nil) == isCostly)
  }

  @Test("The memory is bounded: the oldest failure is forgotten first")
  func bound() {
    let memory = FailureMemory(seconds: 60)
    let now = ContinuousClock.now
    for number in 0...1_000 {
      memory.remember(
        Self.late, of: Self.request(content: "\(number)"), providers: 0, now: now + .milliseconds(number))
    }
    #expect(memory.failure(of: Self.request(content: "0"), providers: 0, now: now) == nil)
    #expect(memory.failure(of: Self.request(content: "1"), providers: 0, now: now) != nil)
    #expect(memory.failure(of: Self.request(content: "1000"), providers: 0, now: now) != nil)
  }

  @Test("A document that crashed its provider does not get a worker again; the same document in a new state does")
  func host() async throws {
    let rig = try await HostRig("by-document") {
      $0.limits = HostRig.patientLimits
    } configure: {
      $0.failureSeconds = 600
    }
    var bad = rig.request
    bad.document.path = try rig.folder.write(Array("!".utf8), to: "bad.txt")
    bad.document.fingerprint = "one"
    #expect(await code { try await rig.host.thumbnail(bad) } == .crashed)
    let processes = rig.notes("pids").count
    #expect(processes == 2)
    #expect(await code { try await rig.host.thumbnail(bad) } == .crashed)
    #expect(rig.notes("pids").count == processes)
    bad.document.fingerprint = "two"
    #expect(await code { try await rig.host.thumbnail(bad) } == .crashed)
    #expect(rig.notes("pids").count == 2 * processes)
    #expect(await rig.leftovers() == [])
  }
}
