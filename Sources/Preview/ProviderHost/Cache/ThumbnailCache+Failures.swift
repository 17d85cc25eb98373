internal import ByteStreams
internal import Glibc
package import ProviderProtocol

/// Failures that are remembered, so that a file manager does not try a broken document again and again.
///
/// They lie in `fail/cameo-<version>/`, one grey pixel each, with the reason and its expiry in texts of our own beside those
/// of the specification.
extension ThumbnailCache {
  /// How long a failure is remembered, in seconds; nil for not at all. The codes' table in the providers' contract.
  package static func lifetime(_ code: ProviderError.Code) -> Int? {
    switch code {
    case .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType: 30 * 86_400
    case .timeout, .crashed, .resourceExhausted, .protocolViolation: 600
    case .requestInvalid, .overloaded, .draining, .sandboxUnavailable, .providerUnavailable, .sourceUnavailable,
      .cancelled:
      nil
    }
  }

  /// The failure of a document that has not changed since, while it is remembered.
  ///
  /// - Parameter providers: names the providers that there are; a type that was not supported is tried again when they
  ///   change.
  package func failure(for identity: DocumentIdentity, providers: String, now: Int = Int(time(nil))) -> ProviderError? {
    guard let bytes = CacheFile.read(failurePath(identity)), let texts = PNGChunks(bytes)?.texts,
      Self.isCurrent(texts, identity), let code = texts["Cameo::Code"].flatMap(ProviderError.Code.init(rawValue:)),
      let lifetime = Self.lifetime(code),
      let expires = texts["Cameo::Expires"].flatMap({ Int($0) }), now < expires, expires <= now + lifetime
    else { return nil }
    if code == .unsupportedType, texts["Cameo::Providers"] != providers { return nil }
    return ProviderError(code, texts["Cameo::Reason"] ?? "", provider: texts["Cameo::Provider"])
  }

  /// Remembers a failure where its code is one of those that last.
  @discardableResult
  package func remember(
    _ error: ProviderError, for identity: DocumentIdentity, providers: String, now: Int = Int(time(nil))
  ) -> Bool {
    guard let lifetime = Self.lifetime(error.code), keeps(identity) else { return false }
    var texts = Self.texts(identity)
    texts += [
      ("Cameo::Code", error.code.rawValue), ("Cameo::Reason", ReplyText.line(error.message, limit: 500) ?? ""),
      ("Cameo::Expires", String(now + lifetime)), ("Cameo::Providers", providers),
    ]
    if let provider = error.provider { texts.append(("Cameo::Provider", provider)) }
    let path = failurePath(identity)
    return CacheFile.makeFolder(PathText.split(path).directory)
      && CacheFile.write(PNGChunks.record(texts.map { (keyword: $0.0, text: $0.1) }), to: path)
  }

  /// Forgets a document's failure: it has a thumbnail now.
  package func forgetFailure(for identity: DocumentIdentity) { SystemCall.remove(failurePath(identity)) }

  private func failurePath(_ identity: DocumentIdentity) -> String {
    "\(folder)/fail/cameo-\(version)/\(Self.name(identity))"
  }
}
