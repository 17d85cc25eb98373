internal import ByteStreams
internal import Glibc

/// The thumbnails of the user's desktop (freedesktop.org, Thumbnail Managing Standard 0.9), shared with file managers.
///
/// An entry is a PNG file named by the MD5 of the document's URI; it counts while the URI, the time of the document's last
/// change and its size in it (`Thumb::URI`, `Thumb::MTime`, `Thumb::Size`) are the document's. Of entries that this program made
/// the state of the document has to be the same besides (`Cameo::State`), to the nanosecond.
package struct ThumbnailCache: Sendable {
  /// `$XDG_CACHE_HOME/thumbnails`, an absolute path.
  package let folder: String
  /// Names the folder of failures: `fail/cameo-1.2`.
  package let version: String

  package init(folder: String, version: String) {
    self.folder = folder
    self.version = version
  }

  /// The cache of the user who runs this process; nil where no home is known.
  package static func ofUser(version: String) -> ThumbnailCache? {
    func variable(_ name: String) -> String? {
      getenv(name).map { PathText.text($0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ "\($0)/.cache" }) else { return nil }
    return ThumbnailCache(folder: "\(base)/thumbnails", version: version)
  }

  /// A thumbnail that was found.
  package struct Entry: Hashable, Sendable {
    /// A PNG file without the texts of the cache: they name the document's path.
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int
    /// Who drew it, where this program put it here.
    package var provider: ProviderName?
    /// What was wrong with the document.
    package var warnings: [String]
  }

  /// The sizes that are kept, and their folders.
  package static let sizes: [(pixels: Int, folder: String)] = [
    (128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large"),
  ]

  /// Whether a document's thumbnails may be kept: not those of thumbnails.
  package func keeps(_ identity: DocumentIdentity) -> Bool {
    !identity.uri.hasPrefix(FileURI.text(path: folder) + "/")
  }

  /// The thumbnail of exactly one of the sizes; nil where there is none that is up to date.
  package func entry(for identity: DocumentIdentity, pixels: Int) -> Entry? {
    guard let path = path(identity, pixels), let bytes = CacheFile.read(path), let chunks = PNGChunks(bytes),
      Self.isCurrent(chunks.texts, identity), (1...pixels).contains(chunks.width),
      (1...pixels).contains(chunks.height)
    else { return nil }
    let provider = chunks.texts["Cameo::Provider"]?.split(separator: "/", maxSplits: 1).map(String.init)
    return Entry(
      bytes: chunks.withoutTexts(bytes), width: chunks.width, height: chunks.height,
      provider: provider?.count == 2 ? provider.map { ProviderName(id: $0[0], version: $0[1]) } : nil,
      warnings: ReplyText.lines(
        chunks.texts["Cameo::Warnings"]?.split(separator: "\n").map(String.init) ?? []))
  }

  /// Keeps a thumbnail, a PNG file that is at most `pixels` wide and high.
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

  /// What an entry says of its document.
  static func texts(_ identity: DocumentIdentity) -> [(String, String)] {
    var texts = [("Thumb::URI", identity.uri), ("Thumb::MTime", String(identity.modified)), ("Software", "Cameo")]
    if let size = identity.size { texts.append(("Thumb::Size", String(size))) }
    if let state = identity.state { texts.append(("Cameo::State", state)) }
    return texts
  }

  /// Whether an entry with these texts is of the document as it is now. What an entry does not say is not asked for.
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
