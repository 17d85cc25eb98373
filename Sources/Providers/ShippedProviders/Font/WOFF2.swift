internal import Compression
internal import ImageModel
internal import ProviderProtocol
internal import ProviderSupport

/// WOFF2: the tables are one stream of Brotli, and those with outlines are written in a shorter form (WOFF File Format
/// 2.0, 4 and 5).
struct WOFF2 {
  private(set) var tables: SFNTTables

  private struct Entry {
    var tag: SFNTTables.Tag
    var isTransformed: Bool
    var plainSize: Int
    var storedSize: Int
  }

  /// The tags that a number of six bits stands for (4.1).
  private static let knownTags = """
    cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX \
    vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat \
    fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill
    """.split(separator: " ").map { $0.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 } }

  /// - Throws: `corruptInput`, `limitExceeded`, `unsupportedType` for collections and without Brotli.
  init(_ bytes: [UInt8]) throws {
    tables = SFNTTables(flavor: Array(bytes[min(4, bytes.count)..<min(8, bytes.count)]))
    if tables.flavor.elementsEqual("ttcf".utf8) {
      throw ProviderError(.unsupportedType, "collections of fonts that are compressed for the web are not shown")
    }
    let count = bytes.bigEndian(12, 2)
    var reader = FontBytes(bytes[...], at: 48)
    var entries: [Entry] = []
    var (plain, stored) = (0, 0)
    for _ in 0..<count {
      let entry = try Self.entry(&reader)
      entries.append(entry)
      plain += entry.plainSize
      stored += entry.storedSize
      guard max(plain, stored) <= WebFont.maxPlainBytes else {
        throw ProviderError(.limitExceeded, "the font's tables are too large")
      }
    }
    guard !entries.isEmpty else { throw WebFont.damaged("it has no tables") }
    let data = try reader.take(bytes.bigEndian(20, 4))
    let stream = try Brotli.decompress(Array(data), limit: stored, name: "the font")
    guard stream.count == stored else { throw WebFont.damaged("its tables are cut") }
    var place = 0
    var transformed: [String: ArraySlice<UInt8>] = [:]
    for entry in entries {
      let table = stream[place..<(place + entry.storedSize)]
      place += entry.storedSize
      if entry.isTransformed {
        transformed[String(decoding: entry.tag, as: UTF8.self)] = table
      } else {
        tables.append(entry.tag, Array(table))
      }
    }
    try restore(transformed)
  }

  private static func entry(_ reader: inout FontBytes) throws -> Entry {
    let flags = try reader.number(1)
    let (index, version) = (flags & 0x3F, flags >> 6)
    let tag = index < knownTags.count ? knownTags[index] : Array(try reader.take(4))
    let plainSize = try reader.base128()
    let hasOutlines = tag.elementsEqual("glyf".utf8) || tag.elementsEqual("loca".utf8)
    // For outlines, 3 is the plain form; for all others 0.
    let isTransformed = hasOutlines ? version != 3 : version != 0
    let storedSize = isTransformed ? try reader.base128() : plainSize
    return Entry(tag: tag, isTransformed: isTransformed, plainSize: plainSize, storedSize: storedSize)
  }

  /// Restores the tables in the shorter form: `glyf` with `loca`, and `hmtx`.
  private mutating func restore(_ transformed: [String: ArraySlice<UInt8>]) throws {
    var outlines: WOFF2Outlines?
    if let table = transformed["glyf"] {
      let restored = try WOFF2Outlines(table)
      tables.replace("glyf", with: restored.glyf)
      tables.replace("loca", with: restored.loca)
      // The offsets have four bytes.
      guard var head = tables["head"], head.count >= 54 else { throw WebFont.damaged("it has no head") }
      head.replaceSubrange(50..<52, with: [0, 1])
      tables.replace("head", with: head)
      outlines = restored
    }
    if let table = transformed["hmtx"] {
      guard let outlines, let header = tables["hhea"] else { throw WebFont.damaged("it has no widths") }
      tables.replace("hmtx", with: try Self.metrics(table, wide: header.bigEndian(34, 2), outlines.leftEdges))
    }
    let known: Set<String> = ["glyf", "loca", "hmtx"]
    guard transformed.keys.allSatisfy(known.contains) else { throw WebFont.damaged("a table has an unknown form") }
  }

  /// The widths, and the left edges where the table has none (5.4).
  private static func metrics(_ table: ArraySlice<UInt8>, wide: Int, _ leftEdges: [Int]) throws -> [UInt8] {
    var reader = FontBytes(table, at: 0)
    let flags = try reader.number(1)
    guard wide > 0, wide <= leftEdges.count else { throw WebFont.damaged("it has too many widths") }
    var widths: [Int] = []
    for _ in 0..<wide { widths.append(try reader.number(2)) }
    var edges = leftEdges
    if flags & 1 == 0 { for index in 0..<wide { edges[index] = try reader.number(2) } }
    if flags & 2 == 0 { for index in wide..<edges.count { edges[index] = try reader.number(2) } }
    var result: [UInt8] = []
    for (index, edge) in edges.enumerated() {
      if index < wide { result += SFNTTables.number(widths[index], 2) }
      result += SFNTTables.number(edge, 2)
    }
    return result
  }
}

/// Reads numbers of WOFF2 one after the other.
struct FontBytes {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>, at offset: Int) {
    self.bytes = bytes
    place = bytes.startIndex + offset
  }

  /// - Throws: `corruptInput` at the end.
  mutating func take(_ count: Int) throws(ProviderError) -> ArraySlice<UInt8> {
    guard place <= bytes.endIndex, count <= bytes.endIndex - place else { throw WebFont.damaged("it is cut") }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  /// The most significant byte is the first.
  mutating func number(_ count: Int) throws(ProviderError) -> Int { try take(count).bigEndian(0, count) }

  /// A number of 16 bits with a sign.
  mutating func signed() throws(ProviderError) -> Int { Int(Int16(truncatingIfNeeded: try number(2))) }

  /// `UIntBase128`: seven bits in each byte, the highest first (4.1).
  mutating func base128() throws(ProviderError) -> Int {
    var value = 0
    for _ in 0..<5 {
      let byte = try number(1)
      value = value << 7 | byte & 0x7F
      if byte & 0x80 == 0 { return value }
    }
    throw WebFont.damaged("a size has too many digits")
  }

  /// `255UInt16` (4.1).
  mutating func short() throws(ProviderError) -> Int {
    switch try number(1) {
    case 253: try number(2)
    case 254: try number(1) + 506
    case 255: try number(1) + 253
    case let value: value
    }
  }
}
