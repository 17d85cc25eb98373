internal import ByteStreams
internal import ImageModel
internal import ProviderKit
internal import ProviderProtocol
internal import ProviderSupport

/// Reads the tables of an SQLite database from its pages (sqlite.org, "Database File Format"). No SQL is run, and
/// nothing is written: a journal beside the database is not applied.
///
/// Why it does not use the library: that runs what a stranger wrote into the schema (views, computed columns, virtual
/// tables), and has to be kept from it by a list of settings.
struct SQLiteFile {
  enum Value: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Its size in bytes.
    case blob(Int)

    var text: String {
      switch self {
      case .null: ""
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): text
      case .blob(let count): "(\(count) bytes)"
      }
    }
  }

  struct Row {
    var id: Int64
    var values: [Value]
  }

  /// Whether more pages would have to be read than are allowed.
  private(set) var isExhausted = false
  private(set) var damage: String?
  private let file: FileByteSource
  private let pageSize: Int
  /// The bytes of a page that are used.
  private let usable: Int
  private let encoding: Int
  private var pageCount = 0
  /// The bytes of all rows, and of those that overlap with others in a hostile file.
  private var rowBytes = 0

  private static let mark = Array("SQLite format 3\0".utf8)
  private static let maxPages = 40_000
  private static let maxBytes = 256 << 20
  /// The bytes of one row that are read.
  private static let maxRowBytes = 64 << 10
  private static let longestText = 300
  /// The page with the root of the schema. Its texts are the statements that made the tables, and are not shortened.
  static let schemaRoot = 1
  private static let deepest = 24

  /// - Throws: `corruptInput` for a file of another kind, and what reading throws.
  init(path: String) throws(ProviderError) {
    let head = try DocumentFile.beginning(of: path, atMost: 100).bytes
    guard head.count == 100, head.starts(with: Self.mark) else {
      throw ProviderError(.corruptInput, "the file is not an SQLite database")
    }
    do {
      file = try FileByteSource(path: path)
    } catch {
      throw ProviderError(.sourceUnavailable, error.message)
    }
    let size = head.bigEndian(16, 2)
    pageSize = size == 1 ? 65_536 : size
    usable = pageSize - Int(head[20])
    encoding = head.bigEndian(56, 4)
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, usable >= 480 else {
      throw ProviderError(.corruptInput, "the database is damaged: its pages cannot have \(size) bytes")
    }
  }

  // MARK: Trees

  /// Goes through the rows of a table in the order of their numbers.
  ///
  /// - Parameters:
  ///   - root: the page with the root of the table's tree.
  ///   - visit: gets a row; false ends the walk.
  mutating func rows(_ root: Int, _ visit: (Row) throws -> Bool) throws {
    let longest = root == Self.schemaRoot ? Self.maxRowBytes : Self.longestText
    _ = try walk(root, depth: 0) { file, page, offset in
      guard let row = try file.row(page, offset, longestText: longest) else { return !file.isExhausted }
      return try visit(row)
    }
  }

  /// The number of rows of a table, without reading them.
  mutating func rowCount(_ root: Int) throws -> Int {
    var count = 0
    _ = try walk(root, depth: 0) { _, _, _ in
      count += 1
      return true
    }
    return count
  }

  private mutating func walk(
    _ number: Int, depth: Int, _ visit: (inout SQLiteFile, [UInt8], Int) throws -> Bool
  ) throws -> Bool {
    guard depth < Self.deepest else {
      damage = damage ?? "a tree of pages is too deep"
      return false
    }
    guard let page = try page(number) else { return false }
    // The first page begins with the header of the file.
    let head = number == 1 ? 100 : 0
    let kind = page[head]
    guard kind == 0x0D || kind == 0x05 else {
      damage = damage ?? "page \(number) is not part of a table"
      return false
    }
    let cells = page.bigEndian(head + 3, 2)
    let list = head + (kind == 0x0D ? 8 : 12)
    for index in 0..<cells {
      let offset = page.bigEndian(list + 2 * index, 2)
      guard offset >= list, offset < usable else {
        damage = damage ?? "page \(number) has a row outside of it"
        return true
      }
      if kind == 0x0D {
        guard try visit(&self, page, offset) else { return false }
      } else {
        guard try walk(page.bigEndian(offset, 4), depth: depth + 1, visit) else { return false }
      }
    }
    if kind == 0x05 { return try walk(page.bigEndian(head + 8, 4), depth: depth + 1, visit) }
    return true
  }

  /// A page, counted from 1; nil where it is missing, or too many were read.
  private mutating func page(_ number: Int) throws -> [UInt8]? {
    pageCount += 1
    if pageCount % 256 == 0 { try Task.checkCancellation() }
    guard pageCount <= Self.maxPages else {
      isExhausted = true
      return nil
    }
    let bytes = number > 0 ? try file.bytes(at: UInt64(number - 1) * UInt64(pageSize), count: pageSize) : []
    guard bytes.count == pageSize else {
      damage = damage ?? "page \(number) is missing"
      return nil
    }
    return bytes
  }

  // MARK: Rows

  /// A number of one to nine bytes, and the place after it.
  private static func variable(_ bytes: some RandomAccessCollection<UInt8>, _ place: inout Int) -> Int64 {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place >= 0, place < bytes.count else { return 0 }
      let byte = bytes[bytes.index(bytes.startIndex, offsetBy: place)]
      place += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }

  private mutating func row(_ page: [UInt8], _ offset: Int, longestText: Int) throws -> Row? {
    var place = offset
    let size = Int(Self.variable(page, &place))
    let id = Self.variable(page, &place)
    guard size >= 0, size < 1 << 31 else { return nil }
    // How much of a row is in its page ("Database File Format", 1.6).
    let most = usable - 35
    var local = size
    if size > most {
      let least = (usable - 12) * 32 / 255 - 23
      let some = least + (size - least) % (usable - 4)
      local = some <= most ? some : least
    }
    guard local >= 0, local <= page.count - place else {
      damage = damage ?? "a row goes beyond its page"
      return nil
    }
    rowBytes += local + 64
    guard rowBytes <= Self.maxBytes else {
      isExhausted = true
      return nil
    }
    var payload = Array(page[place..<min(place + local, place + Self.maxRowBytes)])
    var next = size > local ? page.bigEndian(place + local, 4) : 0
    while next != 0, payload.count < min(size, Self.maxRowBytes) {
      guard let overflow = try self.page(next) else { break }
      payload += overflow[4..<min(usable, 4 + size - payload.count)]
      next = overflow.bigEndian(0, 4)
    }
    return Row(id: id, values: values(payload, longestText: longestText))
  }

  private func values(_ payload: [UInt8], longestText: Int) -> [Value] {
    var place = 0
    let headSize = Int(clamping: Self.variable(payload, &place))
    guard headSize <= payload.count else { return [] }
    var data = headSize
    var values: [Value] = []
    while place < headSize, values.count < 2_000 {
      let type = Int(clamping: Self.variable(payload, &place))
      let size =
        switch type {
        case 1...4: type
        case 5: 6
        case 6, 7: 8
        case 12...: (type - 12) / 2
        default: 0
        }
      guard size >= 0 else { return values }
      let isWhole = size <= payload.count - data
      let bytes = payload[min(data, payload.count)..<min(data + min(size, payload.count), payload.count)]
      switch type {
      case 1...6: values.append(isWhole ? .integer(Self.integer(bytes)) : .null)
      case 7:
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        values.append(isWhole ? .real(Double(bitPattern: bits)) : .null)
      case 8, 9: values.append(.integer(Int64(type - 8)))
      case 12...: values.append(type % 2 == 0 ? .blob(size) : .text(text(bytes, longestText)))
      default: values.append(.null)
      }
      data = min(data + min(size, payload.count), payload.count)
    }
    return values
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let start: Int64 = (bytes.first ?? 0) >= 0x80 ? -1 : 0
    return bytes.reduce(start) { $0 << 8 | Int64($1) }
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ longest: Int) -> String {
    let bytes = bytes.prefix(4 * longest)
    let text: String
    if encoding == 2 || encoding == 3 {
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
        let (one, other) = (UInt16(bytes[$0]), UInt16(bytes[$0 + 1]))
        return encoding == 3 ? one << 8 | other : other << 8 | one
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text.shortened(to: longest)
  }
}
