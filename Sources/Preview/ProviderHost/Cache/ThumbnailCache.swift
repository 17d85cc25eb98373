internal import ByteStreams
internal import Glibc
package import ProviderProtocol

/// The thumbnails of the user's desktop (freedesktop.org, Thumbnail Managing Standard 0.9), shared with file
/// managers.
///
/// An entry is a PNG file named by the MD5 of the document's URI. It is valid while its URI, modification time and
/// size (`Thumb::URI`, `Thumb::MTime`, `Thumb::Size`) are the document's. Entries of this program also compare the
/// document's state to the nanosecond (`Cameo::State`).
package struct ThumbnailCache: Sendable {
  /// `$XDG_CACHE_HOME/thumbnails`, an absolute path.
  package let folder: String
  /// Part of the name of the folder for failures: `fail/cameo-1.2`.
  package let version: String

  package init(folder: String, version: String) {
    self.folder = folder
    self.version = version
  }

  /// The cache of this process's user; nil where no home folder is known.
  package static func ofUser(version: String) -> ThumbnailCache? {
    func variable(_ name: String) -> String? {
      getenv(name).map { PathText.text($0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ "\($0)/.cache" }) else { return nil }
    return ThumbnailCache(folder: "\(base)/thumbnails", version: version)
  }

  /// The sizes of the cache, and their folders.
  package static let sizes: [(pixels: Int, folder: String)] = [
    (128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large"),
  ]

  /// Whether thumbnails of a document may be cached. The files of the cache itself get no thumbnails.
  package func keeps(_ identity: DocumentIdentity) -> Bool {
    !identity.uri.hasPrefix(FileURI.text(path: folder) + "/")
  }

  /// The thumbnail of exactly one of the sizes; nil where there is none that is up to date. The cache's texts are
  /// removed, because they name the document's path.
  package func entry(for identity: DocumentIdentity, pixels: Int) -> RenderReply? {
    guard let path = path(identity, pixels), let bytes = CacheFile.read(path), let chunks = PNGChunks(bytes),
      Self.isCurrent(chunks.texts, identity), (1...pixels).contains(chunks.width),
      (1...pixels).contains(chunks.height)
    else { return nil }
    let provider = chunks.texts["Cameo::Provider"]?.split(separator: "/", maxSplits: 1).map(String.init)
    var reply = RenderReply(
      bytes: chunks.withoutTexts(bytes), contentType: "image/png",
      provider: provider?.count == 2 ? provider.map { ProviderName(id: $0[0], version: $0[1]) } : nil)
    (reply.width, reply.height, reply.isCached) = (chunks.width, chunks.height, true)
    reply.warnings = ReplyText.lines(chunks.texts["Cameo::Warnings"]?.split(separator: "\n").map(String.init) ?? [])
    return reply
  }

  /// Stores a thumbnail, a PNG file that is at most `pixels` wide and high.
  ///
  /// - Returns: whether it was written.
  @discardableResult
  package func store(
    _ png: [UInt8], for identity: DocumentIdentity, pixels: Int, mimeType: String?, provider: ProviderName? = nil,
    warnings: [String] = []
  ) -> Bool {
    guard keeps(identity), let path = path(identity, pixels) else { return false }
    var texts = Self.texts(identity)
    if let mimeType { texts.append(("Thumb::Mimetype", mimeType)) }
    if let provider { texts.append(("Cameo::Provider", "\(provider.id)/\(provider.version)")) }
    if !warnings.isEmpty { texts.append(("Cameo::Warnings", warnings.joined(separator: "\n"))) }
    guard let bytes = PNGChunks.adding(texts.map { (keyword: $0.0, text: $0.1) }, to: png) else { return false }
    return CacheFile.makeFolder(PathText.split(path).directory) && CacheFile.write(bytes, to: path)
  }

  /// The texts of an entry about its document.
  static func texts(_ identity: DocumentIdentity) -> [(String, String)] {
    var texts = [("Thumb::URI", identity.uri), ("Thumb::MTime", String(identity.modified)), ("Software", "Cameo")]
    if let size = identity.size { texts.append(("Thumb::Size", String(size))) }
    if let state = identity.state { texts.append(("Cameo::State", state)) }
    return texts
  }

  /// Whether an entry with these texts belongs to the document's current state. Texts that an entry lacks are not
  /// compared.
  static func isCurrent(_ texts: [String: String], _ identity: DocumentIdentity) -> Bool {
    func agrees(_ name: String, _ value: String?) -> Bool { value == nil || texts[name] == nil || texts[name] == value }
    return texts["Thumb::URI"] == identity.uri && texts["Thumb::MTime"] == String(identity.modified)
      && agrees("Thumb::Size", identity.size.map { String($0) }) && agrees("Cameo::State", identity.state)
  }

  private func path(_ identity: DocumentIdentity, _ pixels: Int) -> String? {
    Self.sizes.first { $0.pixels == pixels }.map { "\(folder)/\($0.folder)/\(Self.name(identity))" }
  }

  static func name(_ identity: DocumentIdentity) -> String { MD5.hexDigest(identity.uri.utf8) + ".png" }
}

/// Failures that are remembered, so that a file manager does not try a broken document again and again.
///
/// They are files in `fail/cameo-<version>/`, each with one grey pixel. Besides the texts of the specification, each
/// has texts of our own with the reason and its expiry.
extension ThumbnailCache {
  /// How long a failure is remembered, in seconds; nil for a failure that is not remembered.
  package static func lifetime(_ code: ProviderError.Code) -> Int? {
    switch code {
    case .corruptInput, .passwordRequired, .limitExceeded, .unsupportedType: 30 * 86_400
    case .timeout, .crashed, .resourceExhausted, .protocolViolation: 600
    case .requestInvalid, .overloaded, .draining, .sandboxUnavailable, .providerUnavailable, .sourceUnavailable,
      .cancelled:
      nil
    }
  }

  /// The remembered failure of a document that has not changed since.
  ///
  /// - Parameter providers: names the installed providers. When they change, a type that was not supported is tried
  ///   again.
  package func failure(for identity: DocumentIdentity, providers: String, now: Int = Int(time(nil))) -> ProviderError? {
    guard let bytes = CacheFile.read(failurePath(identity)), let texts = PNGChunks(bytes)?.texts,
      Self.isCurrent(texts, identity), let code = texts["Cameo::Code"].flatMap(ProviderError.Code.init(rawValue:)),
      let lifetime = Self.lifetime(code),
      let expires = texts["Cameo::Expires"].flatMap({ Int($0) }), now < expires, expires <= now + lifetime
    else { return nil }
    if code == .unsupportedType, texts["Cameo::Providers"] != providers { return nil }
    return ProviderError(code, texts["Cameo::Reason"] ?? "", provider: texts["Cameo::Provider"])
  }

  /// Remembers a failure whose code has a lifetime.
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

  /// Forgets a document's failure.
  package func forgetFailure(for identity: DocumentIdentity) { SystemCall.remove(failurePath(identity)) }

  private func failurePath(_ identity: DocumentIdentity) -> String {
    "\(folder)/fail/cameo-\(version)/\(Self.name(identity))"
  }
}
