package import ByteStreams
internal import Compression
package import ImageModel

/// Searches a file whose cross-references are lost for its objects, from its first byte to its last.
///
/// Objects are those between `N G obj` and the next one, and those in object streams, whose text is collected in
/// `unpacked`. The last definition of an object wins, as in a file with updates. The search is linear: bytes are read
/// again only after damaged dictionaries, and then at most twice the size of the file.
package struct ObjectSearch {
  /// What a search must know of an object.
  enum Role: Equatable {
    /// A page, or a node of the page tree, and the node above it.
    case page(parent: ObjectNumber?)
    case node(parent: ObjectNumber?)
    /// The catalog and its page tree.
    case catalog(pages: ObjectNumber?)
    case other
  }

  struct Found {
    var generation: Int32
    /// The offset in the file or, where `isUnpacked` is set, in `unpacked`.
    var offset: UInt64
    var isUnpacked: Bool
    var role: Role
  }

  /// The objects by their numbers.
  private(set) var objects: [Int32: Found] = [:]
  /// The text of the objects from object streams, as plain objects.
  private(set) var unpacked: [UInt8] = []
  /// The numbers of objects that are or were pages or catalogs, in the order in which they were found.
  private(set) var candidates: [Int32] = []
  /// The document information, as the last trailer that was found says.
  private(set) var information: ObjectNumber?
  private var isEncrypted = false
  /// The bytes of all inflated streams so far.
  private var inflatedBytes = 0
  /// The numbers of deflated streams whose first bytes are those of zlib, and of others.
  private var (plainCount, strangeCount) = (0, 0)

  private let source: any ByteSource
  private let limits: Limits
  private var tokenizer: PDFTokenizer
  /// The bytes that may still be read again.
  private var patience: UInt64

  /// The largest object number, less two for a catalog and a page tree that are added (ISO 32000-1, annex C).
  static let maxNumber = 8_388_607 - 2
  private static let keys: Set<String> = [
    "Type", "Parent", "Pages", "Length", "Filter", "N", "First", "Info", "Encrypt", "O", "U",
  ]

  /// - Throws: `unsupported` for an encrypted file; `limitExceeded`; `io`.
  package init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    (self.source, self.limits, tokenizer) = (source, limits, PDFTokenizer(source))
    patience = min(source.size, 1 << 48) * 2
    try search()
    if isEncrypted {
      throw ImageError(.unsupported, "is encrypted, and the part that says how is lost", format: "PDF")
    }
    // Encrypted data looks like random bytes.
    if strangeCount > plainCount {
      throw ImageError(
        .unsupported, "its cross-references are lost, and its data is encrypted or damaged", format: "PDF")
    }
  }

  private mutating func search() throws(ImageError) {
    // The two integers before the next token.
    var numbers: [(value: Int, start: UInt64)] = []
    while let (token, start) = try tokenizer.next(skipsStrings: false) {
      switch token {
      case .integer(let value):
        if numbers.count == 2 { numbers.removeFirst() }
        numbers.append((value, start))
        continue
      case .keyword("obj") where numbers.count == 2:
        if (1...Self.maxNumber).contains(numbers[0].value), (0...65_535).contains(numbers[1].value) {
          try readObject(
            ObjectNumber(number: Int32(numbers[0].value), generation: Int32(numbers[1].value)), at: numbers[0].start)
        }
      case .keyword("trailer"):
        if try tokenizer.next(skipsStrings: false)?.token == .dictionaryBegin, let trailer = try dictionary() {
          keep(trailer: trailer)
        }
      default: break
      }
      numbers = []
    }
  }

  /// Reads the value of an object after `obj`.
  private mutating func readObject(_ number: ObjectNumber, at start: UInt64) throws(ImageError) {
    let body = tokenizer.position
    guard try tokenizer.next(skipsStrings: false)?.token == .dictionaryBegin else {
      tokenizer.position = body
      return try add(number, Found(generation: number.generation, offset: start, isUnpacked: false, role: .other))
    }
    guard let entries = try dictionary() else { return }
    try add(
      number, Found(generation: number.generation, offset: start, isUnpacked: false, role: Self.role(of: entries)))
    if entries["Filter"] == .name("Standard"), entries["O"] != nil, entries["U"] != nil { isEncrypted = true }
    let end = tokenizer.position
    guard try tokenizer.next(skipsStrings: false)?.token == .keyword("stream") else {
      tokenizer.position = end
      return
    }
    try readStream(entries)
  }

  /// The dictionary whose `<<` was read. After a damaged one, the search continues within it.
  private mutating func dictionary() throws(ImageError) -> [String: PDFTokenizer.Value]? {
    let start = tokenizer.position
    if let entries = try tokenizer.dictionary(keys: Self.keys) { return entries }
    let count = tokenizer.position - start
    if count <= patience {
      patience -= count
      tokenizer.position = start
    }
    return nil
  }

  private static func role(of entries: [String: PDFTokenizer.Value]) -> Role {
    func reference(_ key: String) -> ObjectNumber? {
      if case .reference(let number)? = entries[key] { return number }
      return nil
    }
    return switch entries["Type"] {
    case .name("Page"): .page(parent: reference("Parent"))
    case .name("Pages"): .node(parent: reference("Parent"))
    case .name("Catalog"): .catalog(pages: reference("Pages"))
    default: .other
    }
  }

  private mutating func keep(trailer: [String: PDFTokenizer.Value]) {
    if case .reference(let number)? = trailer["Info"] { information = number }
    if trailer["Encrypt"] != nil { isEncrypted = true }
  }

  private mutating func add(_ number: ObjectNumber, _ found: Found) throws(ImageError) {
    if found.role != .other, objects[number.number]?.role ?? .other == .other { candidates.append(number.number) }
    objects[number.number] = found
    // An entry takes some 60 bytes.
    try limits.check(memory: objects.count * 256, for: "the objects of a damaged file", format: "PDF")
  }

  // MARK: Streams

  private mutating func readStream(_ entries: [String: PDFTokenizer.Value]) throws(ImageError) {
    try tokenizer.beginStream()
    let start = tokenizer.position
    var length: Int?
    if case .integer(let value)? = entries["Length"] { length = value }
    let end = try tokenizer.endStream(length: length)
    if entries["Filter"] == .name("FlateDecode") {
      let header = try source.bytes(at: start, count: 2)
      // RFC 1950, 2.2.
      if header.count == 2, header[0] & 15 == 8, (Int(header[0]) << 8 | Int(header[1])) % 31 == 0 {
        plainCount += 1
      } else {
        strangeCount += 1
      }
    }
    switch entries["Type"] {
    case .name("XRef"): keep(trailer: entries)
    case .name("ObjStm"): try unpack(entries, start..<(end ?? source.size))
    default: break
    }
  }

  /// Collects the objects of an object stream (7.5.7). From a damaged one it takes those before the damage.
  ///
  /// Streams with other filters than FlateDecode are left out; no program writes them.
  private mutating func unpack(
    _ entries: [String: PDFTokenizer.Value], _ range: Range<UInt64>
  ) throws(ImageError) {
    guard case .integer(let count)? = entries["N"], case .integer(let first)? = entries["First"],
      entries["Filter"] == nil || entries["Filter"] == .name("FlateDecode")
    else { return }
    let (content, isWhole) = try inflated(range, isPlain: entries["Filter"] == nil)
    guard first > 0, first < content.count else { return }
    var index = PDFTokenizer(MemoryByteSource(Array(content[..<first])))
    var places: [(number: Int32, offset: Int)] = []
    while places.count < count, case .integer(let number)? = try index.next()?.token,
      case .integer(let offset)? = try index.next()?.token
    {
      guard (1...Self.maxNumber).contains(number), offset >= 0, offset < content.count - first else { continue }
      places.append((Int32(number), first + offset))
    }
    places.sort { $0.offset < $1.offset }
    for (place, next) in zip(places, places.dropFirst().map(\.offset) + [isWhole ? content.count : nil]) {
      guard let next, next > place.offset else { continue }
      try add(unpacked: content[place.offset..<next], place.number)
    }
  }

  /// The content of a stream, as far as it can be read.
  ///
  /// - Throws: `limitExceeded` if it is long, or if all streams together inflate to more than `limits.maxMemory`.
  private mutating func inflated(
    _ range: Range<UInt64>, isPlain: Bool
  ) throws(ImageError) -> (content: [UInt8], isWhole: Bool) {
    let limit = max(limits.maxMemory / 8, 1 << 20)
    let length = Int(clamping: range.upperBound - range.lowerBound)
    guard length <= limit else { throw tooMuch }
    let stored = try source.bytes(at: range.lowerBound, count: length)
    if isPlain { return (stored, range.upperBound < source.size) }
    var content: [UInt8] = []
    let most = min(limit, limits.maxMemory - inflatedBytes)
    defer { inflatedBytes += content.count }
    var inflater = try Inflater()
    do throws(ImageError) {
      try stored.withRawBytes { bytes throws(ImageError) in
        try inflater.append(bytes) { piece throws(ImageError) in
          guard content.count + piece.count <= most else { throw tooMuch }
          content.append(contentsOf: piece)
        }
      }
    } catch  where error.kind == .invalidData {
      return (content, false)
    }
    return (content, inflater.hasEnded)
  }

  private mutating func add(unpacked body: ArraySlice<UInt8>, _ number: Int32) throws(ImageError) {
    guard unpacked.count + body.count <= limits.maxMemory / 4 else { throw tooMuch }
    var reader = PDFTokenizer(MemoryByteSource(Array(body)))
    var role = Role.other
    if try reader.next()?.token == .dictionaryBegin {
      guard let entries = try reader.dictionary(keys: Self.keys) else { return }
      role = Self.role(of: entries)
    }
    try add(
      ObjectNumber(number: number, generation: 0),
      Found(generation: 0, offset: UInt64(unpacked.count), isUnpacked: true, role: role))
    unpacked += Array("\(number) 0 obj\n".utf8) + body + Array("\nendobj\n".utf8)
  }

  private var tooMuch: ImageError {
    limits.exceeded(
      "its object streams need more memory than is allowed", name: "max-memory", value: limits.maxMemory, format: "PDF")
  }
}
