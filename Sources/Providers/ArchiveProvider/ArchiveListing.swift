internal import CArchiveShims
internal import Glibc
internal import ProviderProtocol

/// The names and sizes in an archive, read by libarchive.
struct ArchiveListing {
  struct Entry {
    var name: String
    /// nil where the archive does not say.
    var byteCount: Int64?
    var isDirectory: Bool
    var isEncrypted: Bool
  }

  var entries: [Entry] = []
  /// `ZIP 2.0`, `GNU tar format, gzip`
  var format = ""
  /// Whether there are more than were read.
  var isCut = false
  /// What stopped the reading of a damaged archive whose beginning could be read.
  var damage: String?

  /// - Parameters:
  ///   - limit: of the entries.
  ///   - byteLimit: of what is decompressed on the way to the entries of a compressed tar archive.
  ///   - fileName: of the archive; what is compressed but no archive is called by it, without its end.
  /// - Throws: `corruptInput` where not even the first entry can be read, `passwordRequired` where names are encrypted,
  ///   `providerUnavailable` without libarchive.
  init(path: String, fileName: String, limit: Int, byteLimit: Int64 = 1 << 30) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ProviderError(.sourceUnavailable, "the archive cannot be opened") }
    defer { close(descriptor) }
    var opened: OpaquePointer?
    let status = archive_shim_open(descriptor, byteLimit, &opened)
    defer { archive_shim_close(opened) }
    guard let reader = opened else {
      throw status == archive_shim_missing
        ? ProviderError(.providerUnavailable, "libarchive is not installed")
        : ProviderError(.resourceExhausted, "no memory for the archive")
    }
    guard status == archive_shim_ok else { throw ProviderError(.corruptInput, Self.words(reader)) }
    var nameBytes = 0
    while true {
      try Task.checkCancellation()
      var found = archive_shim_entry()
      let status = archive_shim_next(reader, &found)
      if status == archive_shim_end { break }
      if status == archive_shim_limit {
        isCut = true
        break
      }
      guard status != archive_shim_encrypted || !entries.isEmpty else {
        throw ProviderError(.passwordRequired, "the names in the archive are encrypted")
      }
      guard status == archive_shim_ok else {
        guard !entries.isEmpty else { throw ProviderError(.corruptInput, Self.words(reader)) }
        damage = Self.words(reader)
        break
      }
      guard entries.count < limit, nameBytes < 4 << 20, archive_shim_bytes(reader) <= byteLimit else {
        isCut = true
        break
      }
      let name =
        found.name.map { EntryName.text($0, isZip: archive_shim_is_zip(reader) != 0) } ?? Self.withoutEnd(fileName)
      nameBytes += name.utf8.count
      let isDirectory = found.is_directory != 0
      guard let name = EntryName.shown(name, isDirectory: isDirectory) else { continue }
      entries.append(
        Entry(
          name: name, byteCount: isDirectory || found.size < 0 ? nil : found.size, isDirectory: isDirectory,
          isEncrypted: found.is_encrypted != 0))
    }
    let compression = String(cString: archive_shim_compression(reader))
    format = String(cString: archive_shim_format(reader))
    // The library names the last entry's way of compression; each may have its own.
    if archive_shim_is_zip(reader) != 0, let end = format.firstRange(of: " (") {
      format = String(format[..<end.lowerBound])
    }
    if !compression.isEmpty { format = format.isEmpty ? compression : "\(format), \(compression)" }
  }

  /// `notes.txt` for `notes.txt.gz`.
  private static func withoutEnd(_ fileName: String) -> String {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && !parts[0].isEmpty ? parts.dropLast().joined(separator: ".") : fileName
  }

  /// What the library says, on one line without an end.
  private static func words(_ reader: OpaquePointer) -> String {
    String(cString: archive_shim_message(reader)).split { $0.isNewline || $0 == "." }.joined(separator: ";")
  }

  /// What a reply says of the damage.
  var warnings: [String] { damage.map { ["the archive is damaged: \($0)"] } ?? [] }

  /// The bytes of all files that say their size.
  var byteCount: Int64 { entries.reduce(0) { $0 &+ max(0, $1.byteCount ?? 0) } }

  /// `12,3 kB` in the way of the suite: decimal units, one digit behind the point below ten.
  static func readable(_ count: Int64) -> String {
    guard count >= 1_000 else { return "\(count) B" }
    var (value, unit) = (Double(count) / 1_000, 0)
    while value >= 999.5, unit < 4 { (value, unit) = (value / 1_000, unit + 1) }
    let text = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
    return text + " " + ["kB", "MB", "GB", "TB", "PB"][unit]
  }
}
