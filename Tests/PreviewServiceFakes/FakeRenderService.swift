internal import Crypto
package import PreviewService
package import ProviderProtocol
package import StructuredText
internal import Synchronization

/// Stands in for the host of providers: shows the digest of each document, and does what the document's name says.
///
/// `gate` takes until `openGate` is called; `sleep-500` takes half a second; `deaf-500` the same, without hearing that it is cancelled; `error-<code>` fails; `leak` fails
/// with a message that tells too much; `large` is a picture of 32 MB; `page.html` is HTML with a picture; `page.pdf`, `page.svg` and `page.bin` are that.
package final class FakeRenderService: RenderService {
  private struct Counts {
    var started = 0
    var finished = 0
    var cancelled = 0
    var tenants: [String] = []
    var isOpen = false
  }

  private let counts = Mutex(Counts())

  package init() {}

  /// Lets what is called `gate` be shown.
  package func openGate() { counts.withLock { $0.isOpen = true } }

  /// Who asked, in the order of the renderings.
  package var tenants: [String] { counts.withLock { $0.tenants } }

  package var started: Int { counts.withLock { $0.started } }
  package var finished: Int { counts.withLock { $0.finished } }
  package var cancelled: Int { counts.withLock { $0.cancelled } }

  package func start() async throws(ProviderError) {}
  package func shutdown(graceSeconds: Double) async {}
  package var generation: String { "1" }

  package func thumbnail(_ order: RenderOrder) async throws(ProviderError) -> RenderReply {
    let digest = try await work(order)
    if order.document.name == "large" {
      return RenderReply(bytes: [UInt8](repeating: 1, count: 32 << 20), contentType: "image/png")
    }
    return RenderReply(
      bytes: Array("\(digest) \(order.width)x\(order.height) \(order.page ?? 0)".utf8),
      contentType: "image/\(order.format)", width: order.width, height: order.height, provider: "org.cameo.fake/1",
      title: order.document.name, pageCount: 1,
      warnings: order.document.name == "damaged" ? ["row 3 is missing", "Grüße"] : [])
  }

  package func preview(_ order: RenderOrder) async throws(ProviderError) -> RenderReply {
    let digest = try await work(order)
    let name = order.document.name
    if name.hasSuffix(".html") {
      return RenderReply(
        bytes: Array("<p>\(digest)<img src=\"cid:picture\"><img src=\"cid:missing\"></p>".utf8),
        contentType: "text/html; charset=utf-8", provider: "org.cameo.fake/1", title: "Ein schönes Blatt",
        attachments: [.init(id: "picture", contentType: "image/png", bytes: [1, 2, 3])])
    }
    let types = ["pdf": "application/pdf", "svg": "image/svg+xml", "bin": "application/octet-stream"]
    let type = types.first { name.hasSuffix(".\($0.key)") }?.value ?? "image/\(order.format)"
    return RenderReply(bytes: Array(digest.utf8), contentType: type, provider: "org.cameo.fake/1")
  }

  package func types() async -> [TypeRecord] {
    [TypeRecord(identifier: "public.png", summary: "PNG image", conformsTo: ["public.image"], extensions: ["png"])]
  }

  package func providers() async -> [ProviderRecord] {
    [
      ProviderRecord(
        id: "org.cameo.fake", version: "1", level: 1, capabilities: [.thumbnail, .preview],
        supportedContentTypes: ["public.data"])
    ]
  }

  package func explain(
    _ document: ServedDocument, capability: ProviderCapability
  ) async throws(ProviderError) -> JSONValue {
    .object(["name": .string(document.name), "provider": "org.cameo.fake"])
  }

  package func health() async -> RenderHealth { RenderHealth(isReady: true, sandboxTier: "B") }

  package func metrics() async -> [MetricFamily] {
    [MetricFamily("fake_renderings_total", .counter, help: "Renderings.", samples: [.init(Double(finished))])]
  }

  private func work(_ order: RenderOrder) async throws(ProviderError) -> String {
    counts.withLock { counts in
      counts.started += 1
      counts.tenants.append(order.tenant)
    }
    defer { counts.withLock { $0.finished += 1 } }
    let name = order.document.name
    if let milliseconds = Int(name.dropFirst(6)), name.hasPrefix("sleep-") {
      do {
        try await Task.sleep(for: .milliseconds(milliseconds))
      } catch {
        counts.withLock { $0.cancelled += 1 }
        throw ProviderError(.cancelled, "it was cancelled")
      }
    }
    if let milliseconds = Int(name.dropFirst(5)), name.hasPrefix("deaf-") {
      await Task.detached { try? await Task.sleep(for: .milliseconds(milliseconds)) }.value
    }
    while name == "gate", !counts.withLock({ $0.isOpen }), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(10))
    }
    if name.hasPrefix("error-"), let code = ProviderError.Code(rawValue: String(name.dropFirst(6))) {
      throw ProviderError(code, "as it was asked for", provider: "org.cameo.fake")
    }
    if name == "leak" {
      throw ProviderError(.crashed, "no '/home/secret/spool/7/in.doc' at\n/var/lib/x: gone", provider: "org.cameo.fake")
    }
    guard let bytes = try? SecretFile.bytes(order.document.path, limit: 64 << 20) else {
      throw ProviderError(.sourceUnavailable, "it cannot be read")
    }
    return SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
