package import ByteStreams
package import ImageModel

/// The objects of a PDF file, read on demand without decoding a picture or a page: for its metadata.
///
/// Only the parts that are asked for are read. A file whose cross-references are lost is searched (`RebuiltFile`). The
/// limits: a stream inflates to `maxMetadataBlockBytes`, all streams to sixteen times the file and a gigabyte, and all
/// that is read is at most four times the file and a quarter of a gigabyte. Use it in one thread.
package final class PDFObjects: ObjectSource {
  /// The version in the header, such as `1.7`.
  package private(set) var headerVersion = ""
  package private(set) var trailer = FileDictionary()
  /// Whether the objects of the first page come first, and the file was not changed since (annex F).
  package private(set) var isLinearized = false
  /// How many times the file was updated by appending.
  package private(set) var updateCount = 0
  /// Whether the cross-references were lost, and the objects were found by a search.
  package private(set) var isRebuilt = false
  package private(set) var diagnostics: [Diagnostic] = []
  /// How the file is encrypted; nil for a file that is not.
  package private(set) var encryption: PDFDecryption?

  /// The bytes of the file as it is.
  package let file: any ByteSource
  private var source: any ByteSource
  private let limits: Limits
  private var table = CrossReferenceTable()
  /// The offset of `%PDF-`, from which offsets count.
  private var header: UInt64 = 0
  private var objects: [ObjectNumber: Kept] = [:]
  /// Where the data of streams begins.
  private var streamStarts: [ObjectNumber: UInt64] = [:]
  private var packed: [Int32: PackedObjects] = [:]
  private var packedBytes = 0
  /// The objects that are being read, which ends loops.
  private var open: Set<Int32> = []
  private var bytesLeft: UInt64
  /// The bytes to which streams may still inflate.
  private var inflatedLeft: UInt64
  /// The weight of objects that may still be returned: many objects may be at one place of an object stream, and one
  /// object may be used in many places.
  private var weightLeft: Int
  /// The weight of `objects`.
  private var keptWeight = 0

  /// An object, and how much memory it takes: its values, and a quarter of its bytes in the file.
  private struct Kept {
    var object: FileObject
    var weight: Int
  }

  /// The objects of an object stream (7.5.7).
  private struct PackedObjects {
    var content: [UInt8] = []
    /// Where the objects are in `content`, by their numbers.
    var places: [Int: Int] = [:]
  }

  /// Opens a file.
  ///
  /// An encrypted file is opened even if the password is wrong: then `encryption.isOpen` is false, and strings and
  /// streams stay encrypted.
  ///
  /// - Throws: `invalidData` where there is no catalog; `limitExceeded`; `io`.
  package init(_ source: any ByteSource, password: String? = nil, limits: Limits) throws(ImageError) {
    (file, self.source, self.limits) = (source, source, limits)
    let size = min(source.size, 1 << 48)
    (bytesLeft, inflatedLeft) = (size * 4 + 256 << 20, size * 16 + 1 << 30)
    weightLeft = Int(size / 2) + 20_000_000
    try readHeader()
    try readStructure()
    try readEncryption(password)
    // Without the password, even the catalog may be unreadable.
    if encryption?.isOpen == false { return }
    if try catalog == nil {
      guard let rebuilt = try Self.rebuilt(source, limits) else {
        throw ImageError(.invalidData, "there is no catalog", format: "PDF")
      }
      (self.source, isRebuilt) = (rebuilt, true)
      (table, trailer, updateCount) = (CrossReferenceTable(), FileDictionary(), 0)
      (objects, streamStarts, packed, packedBytes) = ([:], [:], [:], 0)
      try readStructure()
      guard try catalog != nil else { throw ImageError(.invalidData, "there is no catalog", format: "PDF") }
      warn("its cross-references are lost; its objects were found by a search")
    }
  }

  /// - Returns: nil also for an encrypted file, which the search cannot read.
  private static func rebuilt(_ source: any ByteSource, _ limits: Limits) throws(ImageError) -> (any ByteSource)? {
    do throws(ImageError) {
      return try RebuiltFile.source(for: source, limits: limits)
    } catch  where error.kind == .invalidData {
      return nil
    }
  }

  private func warn(_ message: String) {
    guard diagnostics.count < limits.maxWarnings, !diagnostics.contains(where: { $0.message == message }) else {
      return
    }
    diagnostics.append(.warning(message))
  }

  // MARK: Objects

  /// The catalog (7.7.2); nil where there is none.
  package var catalog: FileDictionary? {
    get throws(ImageError) {
      let catalog = try resolve(trailer["Root"]).dictionary
      return try resolve(catalog?["Pages"]).dictionary == nil ? nil : catalog
    }
  }

  /// The value of an object; null for an object that does not exist or is damaged.
  package func object(_ number: ObjectNumber) throws(ImageError) -> FileObject {
    if let kept = objects[number] {
      try count(kept.weight)
      return kept.object
    }
    // An object may need others: the length of its object stream may be in the next one.
    guard let place = table.places[number.number], open.count < Self.maxOpen, open.insert(number.number).inserted else {
      return .null
    }
    defer { open.remove(number.number) }
    let read: Kept
    switch place {
    case .free: read = Self.missing
    case .offset(let offset, let generation):
      read = generation == number.generation ? try self.read(number, at: offset) : Self.missing
    case .compressed(let stream): read = try self.read(number, packedIn: stream)
    }
    // Documents with millions of objects are not kept in memory.
    if objects.count >= Self.maxKept || keptWeight > Self.maxKeptWeight {
      objects.removeAll(keepingCapacity: true)
      keptWeight = 0
    }
    objects[number] = read
    keptWeight += read.weight
    return read.object
  }

  private static let missing = Kept(object: .null, weight: 0)
  private static let maxOpen = 32
  private static let maxKept = 50_000
  private static let maxKeptWeight = 2_000_000

  /// Counts an object that is returned.
  private func count(_ weight: Int) throws(ImageError) {
    weightLeft -= weight
    guard weightLeft > 0 else { throw ImageError(.limitExceeded, "has too many values", format: "PDF") }
  }

  /// The value at the place of a parser, counted.
  private func value(_ parser: inout ObjectParser) throws(ImageError) -> Kept {
    let (values, place) = (parser.valuesLeft, parser.position)
    let value = parser.value() ?? .null
    let weight = values - parser.valuesLeft + (parser.position - place) / 4
    try count(weight)
    return Kept(object: value, weight: weight)
  }

  private func read(_ number: ObjectNumber, at offset: UInt64) throws(ImageError) -> Kept {
    guard let place = absolute(offset) else { return Self.missing }
    // Most objects are shorter.
    var length = 1_024
    while true {
      let bytes = try take(at: place, count: length)
      var parser = ObjectParser(bytes)
      guard parser.integer() == Int(number.number), parser.integer() == Int(number.generation), parser.take("obj")
      else {
        warn("object \(number.number) is not where the cross-references say")
        return Self.missing
      }
      var kept = try value(&parser)
      let isStream = parser.take("stream")
      if parser.hasReachedEnd, bytes.count == length, length < limits.maxMetadataBlockBytes {
        length *= 4
        continue
      }
      guard isStream, case .dictionary(let dictionary) = kept.object else {
        kept.object = decrypted(kept.object, number)
        return kept
      }
      var tokenizer = PDFTokenizer(source)
      tokenizer.position = place + UInt64(parser.position)
      try tokenizer.beginStream()
      streamStarts[number] = tokenizer.position
      kept.object = decrypted(.stream(dictionary), number)
      return kept
    }
  }

  private func read(_ number: ObjectNumber, packedIn stream: Int32) throws(ImageError) -> Kept {
    let packed = try packedObjects(stream)
    guard let place = packed.places[Int(number.number)] else { return Self.missing }
    var parser = ObjectParser(packed.content, at: place)
    return try value(&parser)
  }

  /// The objects of an object stream; none for a damaged one.
  private func packedObjects(_ number: Int32) throws(ImageError) -> PackedObjects {
    if let known = packed[number] { return known }
    let result = try readPackedObjects(number)
    if packedBytes > limits.maxMemory / 8 { (packed, packedBytes) = ([:], 0) }
    packed[number] = result
    // An entry of `places` takes some 32 bytes.
    packedBytes += result.content.count + result.places.count * 32
    return result
  }

  private func readPackedObjects(_ number: Int32) throws(ImageError) -> PackedObjects {
    let stream = ObjectNumber(number: number, generation: 0)
    guard case .stream(let dictionary) = try object(stream), let count = try resolve(dictionary["N"]).integer,
      let first = try resolve(dictionary["First"]).integer, let content = try content(of: stream), first >= 0,
      first <= content.count
    else {
      warn("the object stream \(number) is damaged")
      return PackedObjects()
    }
    var parser = ObjectParser(Array(content[..<first]))
    var result = PackedObjects(content: content)
    while result.places.count < count, let number = parser.integer(), let place = parser.integer() {
      guard place >= 0, place < content.count - first else { continue }
      result.places[number] = first + place
    }
    return result
  }

  // MARK: Streams

  /// The decoded content of a stream; nil where the object is none, or where a filter is not decoded here.
  ///
  /// - Throws: `limitExceeded` for more than `maxMetadataBlockBytes`; `io`.
  package func content(of number: ObjectNumber) throws(ImageError) -> [UInt8]? {
    guard case .stream(let dictionary) = try object(number), let stored = try stored(number, dictionary) else {
      return nil
    }
    guard inflatedLeft > 0 else { throw Self.readTooOften }
    let content = try StreamFilters.decode(
      stored, try filters(of: dictionary), limit: min(limits.maxMetadataBlockBytes, Int(clamping: inflatedLeft)))
    inflatedLeft -= min(inflatedLeft, UInt64(content?.count ?? 0))
    return content
  }

  /// The bytes of a stream before its filters are applied, decrypted.
  private func stored(_ number: ObjectNumber, _ dictionary: FileDictionary) throws(ImageError) -> [UInt8]? {
    guard let range = try dataRange(of: number) else { return nil }
    let count = range.upperBound - range.lowerBound
    guard count <= UInt64(limits.maxMetadataBlockBytes) else {
      throw limits.exceeded(
        "a stream has \(count) bytes", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes,
        format: "PDF")
    }
    let bytes = try take(at: range.lowerBound, count: Int(count))
    guard let encryption, dictionary["Type"]?.name != "XRef" else { return bytes }
    if dictionary["Type"]?.name == "Metadata", !encryption.hidesMetadata { return bytes }
    // A filter of its own may leave a stream as it is (7.4.10).
    if let first = try filters(of: dictionary).first, first.name == "Crypt",
      first.parameters["Name"]?.name ?? "Identity" == "Identity"
    {
      return bytes
    }
    return encryption.decrypt(stream: bytes, of: number)
  }

  /// Where the data of a stream is in the file; nil where the object is no stream, or is in an object stream.
  package func dataRange(of number: ObjectNumber) throws(ImageError) -> Range<UInt64>? {
    guard case .stream(let dictionary) = try object(number), let start = streamStarts[number] else { return nil }
    var tokenizer = PDFTokenizer(source)
    tokenizer.position = start
    let length = try resolve(dictionary["Length"]).integer
    let end = try tokenizer.endStream(length: length) ?? max(start, source.size)
    // The search after a wrong length reads up to the next `endstream`.
    guard end - start <= bytesLeft else { throw Self.readTooOften }
    bytesLeft -= end - start
    return start..<end
  }

  /// The filters of a stream with their parameters.
  package func filters(
    of dictionary: FileDictionary
  ) throws(ImageError) -> [(name: String, parameters: FileDictionary)] {
    func list(_ first: String, _ second: String) throws(ImageError) -> [FileObject] {
      let value = try resolve(dictionary[first] ?? dictionary[second])
      guard let array = value.array else { return value == .null ? [] : [value] }
      var elements: [FileObject] = []
      for element in array.prefix(16) { elements.append(try resolve(element)) }
      return elements
    }
    let names = try list("Filter", "F")
    let parameters = try list("DecodeParms", "DP")
    return names.indices.compactMap { index in
      names[index].name.map { ($0, index < parameters.count ? parameters[index].dictionary ?? .init() : .init()) }
    }
  }

  // MARK: Structure

  private func readHeader() throws(ImageError) {
    let head = try take(at: 0, count: 1_024 + 16)
    let mark = Array("%PDF-".utf8)
    guard let start = head.indices.first(where: { head[$0...].starts(with: mark) }) else { return }
    header = UInt64(start)
    let version = head[(start + mark.count)...].prefix { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    headerVersion = String(decoding: version.prefix(8), as: UTF8.self)
    var parser = ObjectParser(head, at: start)
    if parser.integer() != nil, parser.integer() != nil, parser.take("obj"), let first = parser.value()?.dictionary {
      isLinearized = first["Linearized"] != nil && first["L"]?.integer.map { UInt64(clamping: $0) } == source.size
    }
  }

  /// The offset in the file of one that counts from the header.
  private func absolute(_ offset: UInt64) -> UInt64? {
    let (place, overflow) = offset.addingReportingOverflow(header)
    return overflow || place >= source.size ? nil : place
  }

  /// Reads all cross-references, from the last section back to the first.
  private func readStructure() throws(ImageError) {
    let tailStart = source.size - min(source.size, 2_048)
    let tail = try take(at: tailStart, count: 2_048)
    let mark = Array("startxref".utf8)
    guard let place = tail.indices.last(where: { tail[$0...].starts(with: mark) }) else { return }
    var parser = ObjectParser(tail, at: place + mark.count)
    var next = parser.integer().flatMap { UInt64(exactly: $0) }
    var visited: Set<UInt64> = []
    var sectionCount = 0
    while let offset = next, visited.insert(offset).inserted, visited.count <= 4_096 {
      guard let section = try readSection(at: offset) else { break }
      sectionCount += 1
      for entry in section.entries where trailer[entry.key] == nil { trailer.entries.append(entry) }
      // Objects of a hybrid file that old readers must not see (7.5.8.4).
      if let hidden = section["XRefStm"]?.integer.flatMap({ UInt64(exactly: $0) }), visited.insert(hidden).inserted {
        _ = try readSection(at: hidden)
      }
      next = section["Prev"]?.integer.flatMap { UInt64(exactly: $0) }
    }
    // A linearized file has two sections from the beginning.
    updateCount = max(0, sectionCount - (isLinearized ? 2 : 1))
  }

  /// Reads a section of cross-references.
  ///
  /// - Returns: its trailer; nil where there is none.
  private func readSection(at offset: UInt64) throws(ImageError) -> FileDictionary? {
    guard let place = absolute(offset) else { return nil }
    var length = 1 << 16
    while true {
      let bytes = try take(at: place, count: length)
      var parser = ObjectParser(bytes)
      guard parser.take("xref") else { return try readStreamSection(at: place) }
      var added = CrossReferenceTable()
      let isTable = added.add(table: &parser)
      let trailer = isTable ? parser.value()?.dictionary : nil
      if parser.hasReachedEnd, bytes.count == length, length < limits.maxMetadataBytes {
        length *= 4
        continue
      }
      guard let trailer else { return nil }
      try add(added)
      return trailer
    }
  }

  private func readStreamSection(at place: UInt64) throws(ImageError) -> FileDictionary? {
    var parser = ObjectParser(try take(at: place, count: 1 << 16))
    guard let number = parser.integer().flatMap({ Int32(exactly: $0) }), parser.integer() != nil, parser.take("obj"),
      case .dictionary(let dictionary)? = parser.value(), parser.take("stream")
    else { return nil }
    var tokenizer = PDFTokenizer(source)
    tokenizer.position = place + UInt64(parser.position)
    try tokenizer.beginStream()
    // Its length is direct (7.5.8.2). The object is known under a number that no object has.
    let key = ObjectNumber(number: number, generation: -1)
    (objects[key], streamStarts[key]) = (Kept(object: .stream(dictionary), weight: 0), tokenizer.position)
    var added = CrossReferenceTable()
    guard let content = try content(of: key), added.add(stream: dictionary, content) else { return nil }
    try add(added)
    return dictionary
  }

  /// Adds an older section of cross-references.
  private func add(_ section: CrossReferenceTable) throws(ImageError) {
    table.add(section)
    try limits.check(memory: table.places.count * 48, for: "the cross-references", format: "PDF")
  }

  /// Reads bytes, and counts them.
  private func take(at offset: UInt64, count: Int) throws(ImageError) -> [UInt8] {
    let bytes = try source.bytes(at: offset, count: count)
    guard UInt64(bytes.count) <= bytesLeft else {
      throw Self.readTooOften
    }
    bytesLeft -= UInt64(bytes.count)
    return bytes
  }

  private static var readTooOften: ImageError {
    ImageError(.limitExceeded, "its objects are read again and again", format: "PDF")
  }

  // MARK: Encryption

  private func readEncryption(_ password: String?) throws(ImageError) {
    guard let entry = trailer["Encrypt"] else { return }
    let identifier = try resolve(try resolve(trailer["ID"]).array?.first).string ?? []
    guard let dictionary = try resolve(entry).dictionary else { return }
    var entries: [FileDictionary.Entry] = []
    for entry in dictionary.entries { entries.append(.init(key: entry.key, value: try resolve(entry.value))) }
    encryption = PDFDecryption(FileDictionary(entries: entries), identifier: identifier, password: password ?? "")
    // Objects that were read so far have encrypted strings, and object streams could not be read.
    (objects, packed, packedBytes) = ([:], [:], 0)
    if let number = entry.reference { objects[number] = Kept(object: .dictionary(dictionary), weight: 0) }
  }

  /// A value with its strings decrypted. Strings in object streams are not encrypted by themselves (7.5.7).
  private func decrypted(_ value: FileObject, _ number: ObjectNumber) -> FileObject {
    guard let encryption, encryption.isOpen else { return value }
    switch value {
    case .string(let bytes): return .string(encryption.decrypt(string: bytes, of: number))
    case .array(let elements): return .array(elements.map { decrypted($0, number) })
    case .dictionary(let dictionary): return .dictionary(decrypted(dictionary, number))
    case .stream(let dictionary): return .stream(decrypted(dictionary, number))
    default: return value
    }
  }

  private func decrypted(_ dictionary: FileDictionary, _ number: ObjectNumber) -> FileDictionary {
    // The signature itself is not encrypted (12.8.1).
    let isSignature = dictionary["ByteRange"] != nil
    return FileDictionary(
      entries: dictionary.entries.map { entry in
        isSignature && entry.key == "Contents"
          ? entry : .init(key: entry.key, value: decrypted(entry.value, number))
      })
  }
}
