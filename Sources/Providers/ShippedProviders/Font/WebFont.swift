internal import ByteStreams
internal import Compression
internal import Glibc
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// A font that is compressed for the web, as a plain font: pango draws no letters of compressed ones.
enum WebFont {
  private static let maxBytes = 32 << 20
  /// The bytes of all tables, before they are compressed.
  static let maxPlainBytes = 64 << 20

  /// The path of a plain font: the document itself, or a new file in the folder, which the caller removes.
  ///
  /// - Throws: `corruptInput`, `limitExceeded`, `unsupportedType` for a compressed collection, and what reading throws.
  static func plain(_ path: String, in folder: String) throws -> (path: String, isCopy: Bool) {
    let head = try DocumentFile.beginning(of: path, atMost: 4).bytes
    guard head.starts(with: "wOF".utf8) else { return (path, false) }
    let bytes = try DocumentFile.read(path, atMost: maxBytes)
    let tables: SFNTTables
    if bytes.starts(with: "wOFF".utf8) {
      tables = try tablesOfWOFF(bytes)
    } else if bytes.starts(with: "wOF2".utf8) {
      tables = try WOFF2(bytes).tables
    } else {
      throw damaged("it has no known signature")
    }
    let copy = folder + "/font"
    let descriptor = SystemCall.open(copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: 0o600)
    defer { close(descriptor) }
    guard descriptor >= 0, SystemCall.writeAll(tables.file, to: descriptor) else {
      throw ProviderError(.resourceExhausted, "the font cannot be unpacked: \(SystemCall.message(errno))")
    }
    return (copy, true)
  }

  static func damaged(_ reason: String) -> ProviderError {
    ProviderError(.corruptInput, "the font is damaged: \(reason)")
  }

  /// WOFF: each table is compressed by itself, or not at all (WOFF File Format 1.0, 4 and 5).
  private static func tablesOfWOFF(_ bytes: [UInt8]) throws -> SFNTTables {
    var tables = SFNTTables(flavor: Array(bytes[4..<min(8, bytes.count)]))
    var room = maxPlainBytes
    let count = bytes.bigEndian(12, 2)
    guard count > 0, 44 + 20 * count <= bytes.count else { throw damaged("its list of tables is cut") }
    for index in 0..<count {
      let entry = 44 + 20 * index
      let (start, size) = (bytes.bigEndian(entry + 4, 4), bytes.bigEndian(entry + 8, 4))
      let plainSize = bytes.bigEndian(entry + 12, 4)
      guard start <= bytes.count, size <= bytes.count - start, size <= plainSize else {
        throw damaged("a table is outside of the file")
      }
      guard plainSize <= room else { throw ProviderError(.limitExceeded, "the font's tables are too large") }
      room -= plainSize
      let data = Array(bytes[start..<(start + size)])
      let table = size == plainSize ? data : try Zlib.inflate(data, limit: plainSize, name: "a table of the font")
      guard table.count == plainSize else { throw damaged("a table is cut") }
      tables.append(Array(bytes[entry..<(entry + 4)]), table)
    }
    return tables
  }
}
