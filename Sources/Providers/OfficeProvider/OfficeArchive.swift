internal import CArchiveShims
internal import Glibc
internal import ProviderProtocol

/// The parts of an Office document, which is a ZIP archive (ECMA-376, part 2; OpenDocument 1.3, part 2).
struct OfficeArchive {
  struct Part {
    var bytes: [UInt8]
    /// Whether the part has more bytes.
    var isCut: Bool
  }

  let path: String

  private static let mostEntries = 10_000
  /// The bytes of all parts of one call.
  private static let mostBytes = 48 << 20
  /// What an archive's central directory and its content may take on the way (libarchive counts what it decompresses
  /// between entries; a ZIP archive is read by seeking).
  private static let readLimit: Int64 = 1 << 30

  /// Some parts, by their names in lower case: names are compared without case (ECMA-376, part 2, 6.2.2).
  ///
  /// - Parameters:
  ///   - names: in lower case.
  ///   - limit: the most bytes of one part. Of a longer one the beginning is read.
  /// - Throws: `corruptInput` for what is not a ZIP archive, `passwordRequired` for encrypted parts, `limitExceeded`.
  func parts(_ names: Set<String>, atMost limit: Int) throws -> [String: Part] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ProviderError(.sourceUnavailable, "the document cannot be opened") }
    defer { close(descriptor) }
    var opened: OpaquePointer?
    let status = archive_shim_open(descriptor, Self.readLimit, &opened)
    defer { archive_shim_close(opened) }
    guard let reader = opened else {
      throw status == archive_shim_missing
        ? ProviderError(.providerUnavailable, "libarchive is not installed")
        : ProviderError(.resourceExhausted, "there is not enough memory for the document")
    }
    guard status == archive_shim_ok else { throw Self.damaged }
    var parts: [String: Part] = [:]
    var (count, byteCount) = (0, 0)
    while parts.count < names.count {
      try Task.checkCancellation()
      var entry = archive_shim_entry()
      let status = archive_shim_next(reader, &entry)
      if status == archive_shim_end { break }
      guard status == archive_shim_ok else {
        // What was found before the damage may do.
        if count > 0, status == archive_shim_damaged { break }
        throw status == archive_shim_encrypted ? Self.locked : Self.damaged
      }
      guard archive_shim_is_zip(reader) != 0 else { throw Self.damaged }
      count += 1
      guard count <= Self.mostEntries else {
        throw ProviderError(.limitExceeded, "the document has more than \(Self.mostEntries) parts")
      }
      guard let name = entry.name.flatMap({ String(validatingCString: $0) })?.lowercased(), names.contains(name),
        parts[name] == nil
      else { continue }
      if entry.is_encrypted != 0 { throw Self.locked }
      // One byte more tells whether there is more.
      let most = limit + 1
      let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
        filled = Int(max(0, archive_shim_read(reader, buffer.baseAddress, most)))
      }
      byteCount += bytes.count
      guard byteCount <= Self.mostBytes else {
        throw ProviderError(.limitExceeded, "the document has more than \(Self.mostBytes >> 20) MiB of text")
      }
      parts[name] = Part(bytes: Array(bytes.prefix(limit)), isCut: bytes.count > limit)
    }
    guard count > 0 else { throw Self.damaged }
    return parts
  }

  static let damaged = ProviderError(.corruptInput, "the file is damaged, or is not an Office document")
  static let locked = ProviderError(.passwordRequired, "the document is protected by a password")
}
