package import DesktopCache
internal import Glibc
package import ProviderProtocol

/// Thumbnails and failures of providers in the desktop's cache.
extension ThumbnailCache {
  /// The thumbnail of exactly one of the sizes; nil where there is none that is up to date.
  package func reply(for identity: DocumentIdentity, pixels: Int) -> RenderReply? {
    guard let entry = entry(for: identity, pixels: pixels) else { return nil }
    let provider = entry.texts["Cameo::Provider"]?.split(separator: "/", maxSplits: 1).map(String.init)
    var reply = RenderReply(
      bytes: entry.bytes, contentType: "image/png",
      provider: provider?.count == 2 ? provider.map { ProviderName(id: $0[0], version: $0[1]) } : nil)
    (reply.width, reply.height, reply.isCached) = (entry.width, entry.height, true)
    reply.warnings = ReplyText.lines(entry.texts["Cameo::Warnings"]?.split(separator: "\n").map(String.init) ?? [])
    return reply
  }

  /// Stores a provider's thumbnail, a PNG file that is at most `pixels` wide and high.
  ///
  /// - Returns: whether it was written.
  @discardableResult
  package func store(
    _ png: [UInt8], for identity: DocumentIdentity, pixels: Int, mimeType: String?, provider: ProviderName?,
    warnings: [String] = []
  ) -> Bool {
    var texts: [(keyword: String, text: String)] = []
    if let provider { texts.append(("Cameo::Provider", "\(provider.id)/\(provider.version)")) }
    if !warnings.isEmpty { texts.append(("Cameo::Warnings", warnings.joined(separator: "\n"))) }
    return store(png, for: identity, pixels: pixels, mimeType: mimeType, texts: texts)
  }

  /// How long a failure is remembered, in seconds; nil for a failure that is not remembered.
  package static func lifetime(_ code: ProviderError.Code) -> Int? {
    switch code {
    case .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType: lifetimeOfBroken
    case .timeout, .crashed, .resourceExhausted, .protocolViolation: 600
    case .requestInvalid, .overloaded, .storageFull, .draining, .sandboxUnavailable, .providerUnavailable,
      .sourceUnavailable, .cancelled:
      nil
    }
  }

  /// The remembered failure of a document that has not changed since.
  ///
  /// - Parameter providers: names the installed providers. When they change, a type that was not supported is tried
  ///   again.
  package func failure(for identity: DocumentIdentity, providers: String, now: Int = Int(time(nil))) -> ProviderError? {
    guard let failure: Failure = failure(for: identity, now: now),
      let code = ProviderError.Code(rawValue: failure.code), let lifetime = Self.lifetime(code),
      failure.expires <= now + lifetime
    else { return nil }
    if code == .unsupportedType, failure.providers != providers { return nil }
    return ProviderError(code, failure.reason, provider: failure.provider)
  }

  /// Remembers a failure whose code has a lifetime.
  @discardableResult
  package func remember(
    _ error: ProviderError, for identity: DocumentIdentity, providers: String, now: Int = Int(time(nil))
  ) -> Bool {
    guard let lifetime = Self.lifetime(error.code) else { return false }
    return remember(
      Failure(
        code: error.code.rawValue, reason: ReplyText.line(error.message, limit: 500) ?? "", expires: now + lifetime,
        provider: error.provider, providers: providers),
      for: identity)
  }
}
