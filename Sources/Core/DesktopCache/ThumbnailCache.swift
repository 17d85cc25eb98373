package import ByteStreams
internal import Glibc

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
  /// The temporary files of entries that are being written, which the process removes when a signal ends it.
  package var temporaryNames = TemporaryNames()

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

  /// The shared repository of a folder, which moves with it: on a memory card, say. It has no failures of its own.
  ///
  /// Its documents are named relative to the folder (`./a.jpg`), and others may read what is in it.
  package static func shared(folder: String, version: String) -> ThumbnailCache {
    var cache = ThumbnailCache(folder: "\(folder)/.sh_thumbnails", version: version)
    cache.isShared = true
    return cache
  }

  /// Whether this is a shared repository.
  package private(set) var isShared = false

  /// The identity of a document in the cache: a file, or a package with all files in it; nil for anything else.
  package func identity(of path: String) -> DocumentIdentity? {
    var identity = DocumentIdentity(document: path)
    if isShared { identity?.uri = "./" + FileURI.escaped(PathText.split(path).name) }
    return identity
  }

  /// Whether thumbnails of a document may be cached. The files of the cache itself get no thumbnails.
  package func keeps(_ identity: DocumentIdentity) -> Bool {
    !identity.uri.hasPrefix(FileURI.text(path: folder) + "/")
  }

  /// Whether a file is in the cache, or in a shared repository.
  package func holds(_ path: String) -> Bool {
    guard let real = SystemCall.resolved(path) else { return false }
    return real.hasPrefix((SystemCall.resolved(folder) ?? folder) + "/") || real.contains("/.sh_thumbnails/")
  }

  /// An entry of the cache: a PNG file, its size in pixels, and its texts by keyword.
  package struct Entry: Sendable {
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int
    package var texts: [String: String]
  }

  /// The thumbnail of exactly one of the sizes; nil where there is none that is up to date and whole. The cache's texts
  /// are removed from the file, because they name the document's path.
  package func entry(for identity: DocumentIdentity, pixels: Int) -> Entry? {
    guard let path = path(identity, pixels), let bytes = CacheFile.read(path), let chunks = PNGChunks(bytes),
      Self.isCurrent(chunks.texts, identity), (1...pixels).contains(chunks.width),
      (1...pixels).contains(chunks.height), PNGChunks.isWhole(bytes)
    else { return nil }
    return Entry(
      bytes: chunks.withoutTexts(bytes), width: chunks.width, height: chunks.height, texts: chunks.texts)
  }

  /// Stores a thumbnail, a PNG file that is at most `pixels` wide and high.
  ///
  /// - Parameter texts: more texts of the file.
  /// - Returns: whether it was written.
  @discardableResult
  package func store(
    _ png: [UInt8], for identity: DocumentIdentity, pixels: Int, mimeType: String?,
    texts: [(keyword: String, text: String)] = []
  ) -> Bool {
    guard keeps(identity), let path = path(identity, pixels) else { return false }
    var all = self.texts(of: identity)
    if let mimeType { all.append(("Thumb::Mimetype", mimeType)) }
    guard let bytes = PNGChunks.adding(all + texts, to: png) else { return false }
    let folder = PathText.split(path).directory
    // Other users may be able to write beside a shared repository, so a link in its place is not followed.
    guard !isShared || [self.folder, folder].allSatisfy({ SystemCall.linkStatus(of: $0)?.isDirectory ?? true }) else {
      errno = ENOTDIR
      return false
    }
    return CacheFile.makeFolder(folder, mode: isShared ? 0o777 : 0o700)
      && CacheFile.write(bytes, to: path, mode: isShared ? 0o666 : 0o600, names: temporaryNames)
  }

  /// The texts of an entry about its document.
  private func texts(of identity: DocumentIdentity) -> [(keyword: String, text: String)] {
    var texts = [
      (keyword: "Thumb::URI", text: identity.uri), ("Thumb::MTime", String(identity.modified)), ("Software", "Cameo"),
    ]
    if let size = identity.size { texts.append(("Thumb::Size", String(size))) }
    if !isShared, let state = identity.state { texts.append(("Cameo::State", state)) }
    return texts
  }

  /// Whether an entry with these texts belongs to the document's current state. Texts that an entry lacks are not
  /// compared.
  static func isCurrent(_ texts: [String: String], _ identity: DocumentIdentity) -> Bool {
    func agrees(_ name: String, _ value: String?) -> Bool { value == nil || texts[name] == nil || texts[name] == value }
    return texts["Thumb::URI"] == identity.uri && texts["Thumb::MTime"] == String(identity.modified)
      && agrees("Thumb::Size", identity.size.map { String($0) }) && agrees("Cameo::State", identity.state)
  }

  /// The file of a thumbnail; nil for a number that is none of the sizes.
  package func path(_ identity: DocumentIdentity, _ pixels: Int) -> String? {
    Self.sizes.first { $0.pixels == pixels }.map { "\(folder)/\($0.folder)/\(Self.name(identity))" }
  }

  static func name(_ identity: DocumentIdentity) -> String { MD5.hexDigest(identity.uri.utf8) + ".png" }
}

/// Failures that are remembered, so that a file manager does not try a broken document again and again.
///
/// They are files in `fail/cameo-<version>/`, each with one grey pixel. Besides the texts of the specification, each
/// has texts of our own with the reason and its expiry.
extension ThumbnailCache {
  /// Why a document has no thumbnail.
  package struct Failure: Hashable, Sendable {
    /// A code of `ProviderError`: `corruptInput`.
    package var code: String
    /// One line, at most 500 characters.
    package var reason: String
    /// Seconds since 1970 after which the document is tried again.
    package var expires: Int
    /// The provider that failed.
    package var provider: String?
    /// Names the installed providers.
    package var providers: String?

    package init(code: String, reason: String, expires: Int, provider: String? = nil, providers: String? = nil) {
      self.code = code
      self.reason = reason
      self.expires = expires
      self.provider = provider
      self.providers = providers
    }
  }

  /// How long a document that is itself broken is not tried again: 30 days, unless it changes.
  package static let lifetimeOfBroken = 30 * 86_400

  /// The remembered failure of a document that has not changed since.
  package func failure(for identity: DocumentIdentity, now: Int = Int(time(nil))) -> Failure? {
    guard !isShared, let bytes = CacheFile.read(failurePath(identity)), let texts = PNGChunks(bytes)?.texts,
      Self.isCurrent(texts, identity), let code = texts["Cameo::Code"],
      let expires = texts["Cameo::Expires"].flatMap({ Int($0) }), now < expires
    else { return nil }
    return Failure(
      code: code, reason: texts["Cameo::Reason"] ?? "", expires: expires, provider: texts["Cameo::Provider"],
      providers: texts["Cameo::Providers"])
  }

  /// Remembers a failure.
  ///
  /// - Returns: whether it was written.
  @discardableResult
  package func remember(_ failure: Failure, for identity: DocumentIdentity) -> Bool {
    guard !isShared, keeps(identity) else { return false }
    var texts = texts(of: identity)
    texts += [
      ("Cameo::Code", failure.code), ("Cameo::Reason", failure.reason), ("Cameo::Expires", String(failure.expires)),
    ]
    if let providers = failure.providers { texts.append(("Cameo::Providers", providers)) }
    if let provider = failure.provider { texts.append(("Cameo::Provider", provider)) }
    let path = failurePath(identity)
    return CacheFile.makeFolder(PathText.split(path).directory)
      && CacheFile.write(PNGChunks.record(texts), to: path, names: temporaryNames)
  }

  /// Forgets a document's failure.
  package func forgetFailure(for identity: DocumentIdentity) {
    if !isShared { SystemCall.remove(failurePath(identity)) }
  }

  private func failurePath(_ identity: DocumentIdentity) -> String {
    "\(folder)/fail/cameo-\(version)/\(Self.name(identity))"
  }
}

extension ThumbnailCache {
  /// Removes the entries of files that no longer exist or have changed, failures of this version that have expired,
  /// and temporary files that are older than a day. Entries of other kinds of URIs stay.
  ///
  /// - Parameter dryRun: whether nothing is removed.
  /// - Returns: the number of files that were, or would be, removed.
  package func removeStale(dryRun: Bool = false, now: Int = Int(time(nil))) -> Int {
    let folders = Self.sizes.map { "\(folder)/\($0.folder)" } + ["\(folder)/fail/cameo-\(version)"]
    var removed = 0
    for folder in folders {
      for name in SystemCall.entries(of: folder) ?? [] {
        let path = "\(folder)/\(name)"
        if isStale(path, now: now), dryRun || SystemCall.remove(path) { removed += 1 }
      }
    }
    return removed
  }

  private func isStale(_ path: String, now: Int) -> Bool {
    guard path.hasSuffix(".png") else {
      guard path.hasSuffix(".tmp"), let status = SystemCall.linkStatus(of: path) else { return false }
      return status.isRegularFile && status.st_mtim.tv_sec < now - 86_400
    }
    guard let bytes = CacheFile.read(path), let texts = PNGChunks(bytes)?.texts,
      let document = texts["Thumb::URI"].flatMap(FileURI.path)
    else { return false }
    if let expires = texts["Cameo::Expires"].flatMap({ Int($0) }), expires <= now { return true }
    guard let status = SystemCall.status(of: document) else { return errno == ENOENT || errno == ENOTDIR }
    return texts["Thumb::MTime"] != String(status.st_mtim.tv_sec)
      || status.isRegularFile && texts["Thumb::Size"].map { $0 != String(status.st_size) } ?? false
  }
}
