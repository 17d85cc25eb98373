internal import ByteStreams
internal import ProviderProtocol
internal import ProviderSupport

/// The names and sizes of the entries in an archive, read by libarchive.
struct ArchiveListing {
  struct Entry {
    var name: String
    /// nil where the archive does not say.
    var byteCount: Int64?
    var isDirectory: Bool
    var isEncrypted: Bool
  }

  var entries: [Entry] = []
  /// The format and the compression: `ZIP`, `GNU tar format, gzip`.
  var format = ""
  /// Whether there are more entries than were read.
  var isCut = false
  /// The damage after which no more could be read; nil where there is none.
  var damage: String?

  /// Reads the list of entries.
  ///
  /// - Parameters:
  ///   - fileName: the name of the archive. A compressed file that is not an archive has one entry, with this name
  ///     without its extension.
  ///   - limit: the maximum number of entries that are read.
  ///   - byteLimit: the maximum number of bytes that are decompressed to find the entries.
  /// - Throws: `corruptInput` where not even the first entry can be read, `passwordRequired` where names are encrypted,
  ///   `providerUnavailable` without libarchive.
  init(path: String, fileName: String, limit: Int, byteLimit: Int64 = 1 << 30) throws {
    let reader = try ArchiveReader(path: path, byteLimit: byteLimit)
    var nameBytes = 0
    reading: while true {
      try Task.checkCancellation()
      let found: ArchiveReader.Entry
      switch reader.next() {
      case .entry(let entry): found = entry
      case .end: break reading
      case .limit:
        isCut = true
        break reading
      case .encrypted where entries.isEmpty:
        throw ProviderError(
          .passwordRequired, "the archive is protected by a password, which hides even the names in it")
      case .damaged(let message) where entries.isEmpty:
        throw ProviderError(.corruptInput, "the file is damaged, or is not an archive: \(message)")
      case .damaged(let message), .encrypted(let message):
        damage = message
        break reading
      }
      guard entries.count < limit, nameBytes < 4 << 20, reader.byteCount <= byteLimit else {
        isCut = true
        break
      }
      let name = found.name.map { EntryName.text($0, isZIP: reader.isZIP) } ?? Self.withoutExtension(fileName)
      nameBytes += name.utf8.count
      guard let name = EntryName.shown(name, isDirectory: found.isDirectory) else { continue }
      entries.append(
        Entry(
          name: name, byteCount: found.isDirectory ? nil : found.byteCount, isDirectory: found.isDirectory,
          isEncrypted: found.isEncrypted))
    }
    format = reader.format
    // For ZIP the library adds the compression of the last entry, but each entry may have its own.
    if reader.isZIP, let end = format.firstRange(of: " (") { format = String(format[..<end.lowerBound]) }
    let compression = reader.compression
    if !compression.isEmpty { format = format.isEmpty ? compression : "\(format), \(compression)" }
  }

  /// `notes.txt` for `notes.txt.gz`.
  private static func withoutExtension(_ fileName: String) -> String {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && !parts[0].isEmpty ? parts.dropLast().joined(separator: ".") : fileName
  }

  /// The warnings of a reply.
  var warnings: [String] { damage.map { ["the archive is damaged: \($0)"] } ?? [] }

  /// The size of all entries whose size is known, in bytes.
  var byteCount: Int64 { entries.reduce(0) { $0 &+ max(0, $1.byteCount ?? 0) } }

  /// `1.2 kB`, `12 kB`: decimal units, with one decimal place below ten.
  static func readable(_ count: Int64) -> String {
    guard count >= 1_000 else { return "\(count) B" }
    var (value, unit) = (Double(count) / 1_000, 0)
    while value >= 999.5, unit < 4 { (value, unit) = (value / 1_000, unit + 1) }
    let text = value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
    return text + " " + ["kB", "MB", "GB", "TB", "PB"][unit]
  }
}

/// The names of an archive's entries as text.
enum EntryName {
  /// The name of an entry as text. Names are usually UTF-8. Few older archives say which encoding they use: for ZIP it
  /// is that of the IBM PC (APPNOTE.TXT, appendix D), for others Latin-1 is the best guess.
  static func text(_ name: [UInt8], isZIP: Bool) -> String {
    if let text = String(validating: name, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in name { scalars.append(isZIP && byte >= 0x80 ? upperHalf[Int(byte) - 0x80] : Unicode.Scalar(byte)) }
    return String(scalars)
  }

  /// The name in the same form for all archives: without `./` at the beginning, and with a slash at the end for a
  /// directory. nil for the directory `.` itself. Control and direction characters are escaped, because they could make
  /// a name look like another one: `\u{202E}` would show `exe.gpj` as `jpg.exe`.
  static func shown(_ name: String, isDirectory: Bool) -> String? {
    var shown = name[...]
    while shown.hasPrefix("./") { shown = shown.dropFirst(2).drop { $0 == "/" } }
    guard isDirectory else { return PrintableText.escaped(String(shown)) }
    if shown.isEmpty || shown == "." { return nil }
    return PrintableText.escaped(shown.hasSuffix("/") ? String(shown) : shown + "/")
  }

  /// Code page 437 from 0x80 on.
  private static let upperHalf = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩\
    ≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)
}
