internal import ByteStreams
package import ProviderProtocol

/// The parts of a document that is a ZIP archive: an Office document (ECMA-376, part 2; OpenDocument 1.3, part 2), or a
/// book (EPUB 3.3, 4).
package struct DocumentArchive {
  package struct Part {
    package var bytes: [UInt8]
    /// Whether the part has more bytes.
    package var isCut: Bool
  }

  /// The parts that were found, by their names in lower case.
  package struct Parts {
    package fileprivate(set) var found: [String: Part] = [:]
    /// The damage after which no more could be read.
    package fileprivate(set) var damage: String?

    package subscript(name: String) -> Part? { found[name] }

    /// The error where a part is not there.
    package func lack(of name: String) -> ProviderError {
      DocumentArchive.damaged(damage ?? "the part \(DocumentArchive.shown(name)) is missing")
    }
  }

  package let path: String
  /// What the document should be: `an Office document`.
  private let kind: String

  package init(path: String, kind: String) {
    self.path = path
    self.kind = kind
  }

  private static let maxEntries = 10_000
  /// The bytes of all parts of one call. Parts beyond them are cut.
  private static let maxBytes = 48 << 20
  /// The limit on bytes that are read from an archive to reach its central directory and its content (libarchive counts
  /// what it decompresses between entries; a ZIP archive is read by seeking).
  private static let readLimit: Int64 = 1 << 30

  /// Some parts, by their names in lower case: names are compared without case (ECMA-376, part 2, 6.2.2).
  ///
  /// - Parameters:
  ///   - names: in lower case.
  ///   - limit: the most bytes of one part. Of a longer part the beginning is read.
  /// - Throws: `corruptInput` for a file that is not a ZIP archive, `passwordRequired` for encrypted parts,
  ///   `limitExceeded`.
  package func parts(_ names: Set<String>, atMost limit: Int) throws -> Parts {
    var parts = Parts()
    if names.isEmpty { return parts }
    let reader = try ArchiveReader(path: path, byteLimit: Self.readLimit)
    var (count, byteCount) = (0, 0)
    reading: while parts.found.count < names.count {
      try Task.checkCancellation()
      let entry: ArchiveReader.Entry
      switch reader.next() {
      case .entry(let next): entry = next
      case .end: break reading
      case .limit:
        throw ProviderError(.limitExceeded, "the document's parts take more than \(Self.readLimit >> 30) GiB")
      case .encrypted: throw Self.locked
      case .damaged(let message):
        guard count > 0 else { throw reader.isZIP ? Self.damaged(message) : noArchive }
        // The parts that were found before the damage may be enough.
        parts.damage = message
        break reading
      }
      guard reader.isZIP else { throw noArchive }
      count += 1
      guard count <= Self.maxEntries else {
        throw ProviderError(.limitExceeded, "the document has more than \(Self.maxEntries) parts")
      }
      guard let name = entry.name.flatMap({ String(validating: $0, as: UTF8.self) })?.lowercased(),
        names.contains(name), parts.found[name] == nil
      else { continue }
      if entry.isEncrypted { throw Self.locked }
      let limit = min(limit, Self.maxBytes - byteCount)
      // One more byte shows whether there is more.
      let bytes = reader.content(atMost: limit + 1)
      let part = Part(bytes: Array(bytes.prefix(limit)), isCut: bytes.count > limit)
      byteCount += part.bytes.count
      parts.found[name] = part
    }
    guard count > 0 else { throw Self.damaged("the ZIP archive is empty") }
    return parts
  }

  private var noArchive: ProviderError {
    let isEmpty = SystemCall.byteCount(of: path) == 0
    return ProviderError(
      .corruptInput, isEmpty ? "the file is empty" : "the file is not \(kind): it is not a ZIP archive")
  }
  package static let locked = ProviderError(.passwordRequired, "the document is protected by a password")

  /// - Parameter reason: what is wrong.
  package static func damaged(_ reason: String) -> ProviderError {
    ProviderError(.corruptInput, "the document is damaged: \(reason)")
  }

  /// The name of a part or sheet on one line, not too long.
  package static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let cut = String(String.UnicodeScalarView(scalars.prefix(100)))
    return PrintableText.escaped(cut) + (scalars.count > 100 ? "…" : "")
  }
}
