internal import ByteStreams
package import ContentTypes
internal import Digests
internal import ImageModel
package import PreviewService
package import ProviderHost
package import ProviderProtocol
internal import Synchronization

/// Stands in for the providers below a host: renders the digest of each document, and does what the document's name
/// says.
///
/// `gate` takes until `openGate` is called or it is cancelled; `deaf` does not notice that it is cancelled; `sleep-500`
/// takes half a second; `error-<code>` fails; `leak` fails with a message that tells too much; `large` is a picture of
/// 32 MB, `medium` one of 100,000 bytes; `provisional` may be better later; `transparent` is a picture with alpha;
/// `page.html` is HTML with a picture; `page.pdf`, `page.svg` and `page.bin` are of these types.
package final class FakeRenderer: DocumentRendering {
  private struct Counts {
    var started = 0
    var finished = 0
    var cancelled = 0
    var clients: [String] = []
    var isOpen = false
  }

  private let counts = Mutex(Counts())
  private static let name = ProviderName(id: "org.cameo.fake", version: "1")

  package init() {}

  /// A host over this renderer.
  package func host(_ configuration: ServiceConfiguration) -> PreviewHost {
    let provider = ProviderDescription(
      id: Self.name.id, version: Self.name.version, command: [], supportedContentTypes: ["public.data"])
    return PreviewHost(
      configuration: configuration.host(version: "1", log: ServiceLog(isJSON: false) { _ in }),
      catalog: ProviderCatalog([provider], registry: ContentTypeRegistry()), renderer: self)
  }

  /// Lets documents named `gate` be rendered.
  package func openGate() { counts.withLock { $0.isOpen = true } }

  /// The clients of the renderings, in their order.
  package var clients: [String] { counts.withLock { $0.clients } }

  package var started: Int { counts.withLock { $0.started } }
  package var finished: Int { counts.withLock { $0.finished } }
  package var cancelled: Int { counts.withLock { $0.cancelled } }

  package var state: RendererState { RendererState(tier: "B") }

  package func render(
    _ request: RenderRequest, as type: ContentType, by catalog: ProviderCatalog, until end: ContinuousClock.Instant?
  ) async throws(ProviderError) -> RenderReply {
    let digest = try await work(request)
    let name = request.document.name
    let size = request.maximumSize
    let format = request.format ?? (name.hasPrefix("transparent") ? .png : .jpeg)
    var reply = RenderReply(contentType: format.contentType, provider: Self.name)
    switch request.capability {
    case .thumbnail where name == "large": reply.bytes = [UInt8](repeating: 1, count: 32 << 20)
    case .thumbnail where name == "medium": reply.bytes = (0..<100_000).map { UInt8($0 % 251) }
    case .thumbnail:
      reply.bytes = Array("\(digest) \(size) \(request.page ?? 0)".utf8)
      if let quality = request.quality { reply.bytes += " quality \(quality)".utf8 }
      if request.fit != .inside {
        reply.bytes += " \(request.fit.rawValue) \(request.position.x),\(request.position.y)".utf8
      }
      if let overlay = request.overlay { reply.bytes += " overlay \(overlay.opacity) at \(overlay.position.x)".utf8 }
      (reply.width, reply.height, reply.pageCount) = (size.width, size.height, 1)
      reply.isProvisional = name == "provisional"
      (reply.title, reply.warnings) = (name, name == "damaged" ? ["row 3 is missing", "Grüße"] : [])
    case .preview where name.hasSuffix(".html"):
      reply.bytes = Array("<p>\(digest)<img src=\"cid:picture\"><img src=\"cid:missing\"></p>".utf8)
      (reply.kind, reply.contentType, reply.encoding) = (.html, "text/html", "utf-8")
      reply.title = "Ein schönes Blatt"
      reply.attachments = [.init(id: "picture", contentType: "image/png", bytes: [1, 2, 3])]
    case .preview:
      reply.bytes = Array(digest.utf8)
      let types = ["pdf": "application/pdf", "svg": "image/svg+xml", "bin": "application/octet-stream"]
      if let type = types.first(where: { name.hasSuffix(".\($0.key)") })?.value {
        (reply.kind, reply.contentType) = (.data, type)
      }
    }
    return reply
  }

  private func work(_ request: RenderRequest) async throws(ProviderError) -> String {
    counts.withLock { counts in
      counts.started += 1
      counts.clients.append(request.clientID ?? "")
    }
    defer { counts.withLock { $0.finished += 1 } }
    let name = request.document.name
    if let milliseconds = Int(name.dropFirst(6)), name.hasPrefix("sleep-") {
      do {
        try await Task.sleep(for: .milliseconds(milliseconds))
      } catch {
        counts.withLock { $0.cancelled += 1 }
        throw ProviderError(.cancelled, "it was cancelled")
      }
    }
    while name == "gate" && !Task.isCancelled || name == "deaf", !counts.withLock({ $0.isOpen }) {
      await Task.detached { try? await Task.sleep(for: .milliseconds(10)) }.value
    }
    if name.hasPrefix("error-"), let code = ProviderError.Code(rawValue: String(name.dropFirst(6))) {
      throw ProviderError(code, "as it was asked for", provider: Self.name.id)
    }
    if name == "leak" {
      throw ProviderError(.crashed, "no '/home/secret/spool/7/in.doc' at\n/var/lib/x: gone", provider: Self.name.id)
    }
    guard let bytes = try? SmallFile.bytes(request.document.path, limit: 64 << 20) else {
      throw ProviderError(.sourceUnavailable, "it cannot be read")
    }
    return SHA256.digest(of: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
