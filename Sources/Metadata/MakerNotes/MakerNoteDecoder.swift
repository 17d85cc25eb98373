internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Reads the directories and blocks of one note by the tables of its maker, within limits.
struct MakerNoteDecoder {
  var note: MakerNote { context.note }
  /// The maker whose tables are read.
  private var maker: Maker
  private var source: MakerNoteSource
  private let bytes: [UInt8]
  private var context: MakerNoteContext
  private var fieldsLeft = 8_192
  private var bytesLeft = 4 << 20
  private var numbersLeft = 1 << 20
  /// Whether the bytes are those of the source, so that values have positions in it.
  private var isSource = true

  init(_ maker: Maker, _ source: MakerNoteSource, note: [UInt8], isBigEndian: Bool) {
    self.maker = maker
    self.source = source
    bytes = note
    context = MakerNoteContext(source, MakerNote(maker: maker.name), isBigEndian: isBigEndian)
  }

  /// Reads the note from its first table on.
  ///
  /// - Parameter place: where its tags begin in the note.
  /// - Throws: `invalidData` or `limitExceeded` if the first directory cannot be read; `io`.
  mutating func readMain(_ header: MakerNoteHeader, at place: Int) throws(ImageError) {
    context.note.maker = header.maker ?? maker.name
    let table = maker.tables[header.table]
    let start = source.range.lowerBound + UInt64(place)
    guard table.form == .directory else {
      return try readBlock(table, bytes[place...], at: start, depth: 1)
    }
    var directory = try directory(at: start, hasPaddedCount: header.hasPaddedCount)
    let stated: Int64
    switch header.base {
    case .header: stated = source.header
    case .note(let offset): stated = Int64(clamping: source.range.lowerBound) + Int64(offset)
    case .none:
      putInOrder(&directory)
      return try read(directory, table, origin: 0, depth: 1)
    }
    let origin = MakerNoteOrigin(directory, note: bytes, range: source.range, header: source.header)
      .best(stated: stated, original: maker.originalOffset(bytes))
    try read(directory, table, origin: origin, depth: 1)
  }

  /// Gives each field the offset of its value after the directory, instead of an offset that leads elsewhere.
  private func putInOrder(_ directory: inout IFD) {
    var place = directory.offset + 6 + 12 * UInt64(directory.entries.count)
    for index in directory.entries.indices {
      guard let size = MakerNoteOrigin.size(directory.entries[index]), size > 4 else { continue }
      // A value that does not fit into the source gets the largest offset, which cannot be read.
      let isThere = place <= source.range.upperBound && size <= source.range.upperBound - place
      directory.entries[index].valueOffset = isThere ? place : .max
      if isThere { place += size + size % 2 }
    }
  }

  /// The directory at a position of the source. The pointers of its fields are as stored.
  private mutating func directory(at start: UInt64, hasPaddedCount: Bool = false) throws(ImageError) -> IFD {
    var reader = self.reader()
    let directory = try reader.directory(at: start, hasPaddedCount: hasPaddedCount)
    fieldsLeft -= directory.entries.count
    return directory
  }

  private func reader() -> IFDReader {
    IFDReader(
      source.source, bigEndian: context.isBigEndian, base: 0, limits: source.limits, maxFields: max(0, fieldsLeft))
  }

  // MARK: Directories

  private static let maxDepth = 6

  private mutating func read(_ directory: IFD, _ table: TagTable, origin: Int64, depth: Int) throws(ImageError) {
    var reader = self.reader()
    let early = depth == 1 ? directory.entries.filter { maker.early.contains($0.tag) } : []
    for var entry in early + directory.entries.filter({ depth > 1 || !maker.early.contains($0.tag) }) {
      let rows = table.rows(Int(entry.tag))
      // Unknown tags are worth showing for the maker's main directory only.
      if rows.isEmpty, depth > 1 { continue }
      guard let size = MakerNoteOrigin.size(entry), let place = MakerNoteOrigin.place(entry, size, origin),
        place <= source.source.size, size <= source.source.size - place, size <= UInt64(bytesLeft)
      else {
        context.note.unreadable += 1
        continue
      }
      entry.valueOffset = place
      bytesLeft -= Int(size)
      // Numbers take more memory than their bytes in the file.
      numbersLeft -= Int(clamping: entry.count)
      guard numbersLeft > 0 || size <= 4 else {
        context.note.unreadable += 1
        continue
      }
      let value = try reader.value(of: entry, maxBytes: Int(size))
      context.count = Int(clamping: entry.count)
      context.type = entry.type
      guard let row = rows.first(where: { counts($0, for: value) }) else {
        if rows.isEmpty, source.showsUnknown {
          append(Hexadecimal.number(entry.tag), PropertyValue(value), Int(entry.tag), nil)
        }
        continue
      }
      if let name = row.table {
        let outer = maker
        defer { maker = outer }
        let bytes = try reader.rawBytes(of: entry, maxBytes: Int(size))
        try descend(into: enter(name), value, bytes, at: place, origin, depth)
      } else if let format = row.format {
        let bytes = try reader.rawBytes(of: entry, maxBytes: Int(size))
        let count = min(count(of: format, in: bytes.count), bytes.count / format.size)
        let value = format.value(of: bytes[..<(count * format.size)], bigEndian: context.isBigEndian)
        take(row, value, at: place, count * format.size)
      } else {
        take(row, value, at: place, Int(size))
      }
    }
  }

  private func counts(_ row: TagRow, for value: IFDValue) -> Bool {
    row.conditions.allSatisfy { $0.holds(value, context, maker) }
  }

  /// The table of this name, `Minolta.Main` for that of another maker, which is the maker from then on.
  private mutating func enter(_ name: String) -> TagTable {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return maker.tables[name] }
    let parts = name.split(separator: ".").map { String($0) }
    guard parts.count == 2, let other = Maker.all.first(where: { $0.name == parts[0] }) else {
      return maker.tables[name]
    }
    maker = other
    return other.tables[parts[1]]
  }

  /// Reads the table of a field: a directory that the value points to or consists of, or a block.
  private mutating func descend(
    into table: TagTable, _ value: IFDValue, _ bytes: [UInt8], at place: UInt64, _ origin: Int64, _ depth: Int
  ) throws(ImageError) {
    guard depth < Self.maxDepth else { return context.note.unsearched += 1 }
    guard table.form == .directory else {
      return try readBlock(table, bytes[...], at: place, depth: depth + 1)
    }
    let outer = context.isBigEndian
    defer { context.isBigEndian = outer }
    if let order = table.order { context.isBigEndian = order == .big }
    var start = place
    if case .unsigned(let values) = value, values.count == 1 {
      let (sum, overflow) = Int64(clamping: values[0]).addingReportingOverflow(origin)
      guard !overflow, sum >= 0 else { return context.note.unreadable += 1 }
      start = UInt64(sum)
    }
    do throws(ImageError) {
      if table.preparation != nil { return try readPrepared(table, bytes, depth) }
      var reader = self.reader()
      if table.hasMark { context.isBigEndian = try reader.mark(at: start) ?? context.isBigEndian }
      let directory = try directory(at: start &+ UInt64(table.start))
      try read(directory, table, origin: table.hasOwnBase ? Int64(clamping: start) : origin, depth: depth + 1)
    } catch {
      if error.kind == .io { throw error }
      context.note.unreadable += 1
    }
  }

  /// Reads the directory that a function of the maker makes of bytes. It begins with the first byte of the result, from
  /// which its offsets count.
  private mutating func readPrepared(_ table: TagTable, _ stored: [UInt8], _ depth: Int) throws(ImageError) {
    guard let prepared = prepared(table, stored) else { return context.note.unsearched += 1 }
    let outer = (source.source, isSource)
    defer { (source.source, isSource) = outer }
    (source.source, isSource) = (MemoryByteSource(prepared), false)
    try read(directory(at: 0), table, origin: 0, depth: depth + 1)
  }

  /// The readable bytes of a block; nil if there are none.
  private func prepared(_ table: TagTable, _ stored: [UInt8]) -> [UInt8]? {
    guard let name = table.preparation else { return stored }
    guard let prepare = maker.preparations[name] else { preconditionFailure("no preparation is called \(name)") }
    return prepare(stored, context)
  }

  // MARK: Blocks

  /// - Parameter start: the position of the bytes in the source.
  private mutating func readBlock(
    _ table: TagTable, _ stored: ArraySlice<UInt8>, at start: UInt64, depth: Int
  ) throws(ImageError) {
    guard depth <= Self.maxDepth else { return context.note.unsearched += 1 }
    var bytes = stored
    let outerIsSource = isSource
    defer { isSource = outerIsSource }
    if let name = table.preparation {
      guard let prepared = prepared(table, Array(stored)) else { return context.note.unsearched += 1 }
      bytes = prepared[...]
      isSource = isSource && maker.substitutions.contains(name)
    }
    let outer = context.isBigEndian
    defer { context.isBigEndian = outer }
    if let order = table.order { context.isBigEndian = order == .big }
    if table.isSized, !isSize(bytes.prefix(table.format.size), of: stored.count) { return context.note.unreadable += 1 }
    var cursor = 0
    var settled: Set<TagRow.Place> = []
    for row in table.rows {
      // A table takes all bytes that are left.
      let format = row.format ?? (row.table == nil ? table.format : ValueFormat(.bytes, count: .rest))
      let offset = table.form == .sequence ? cursor : row.number * table.format.size
      guard offset < bytes.count else { continue }
      guard fieldsLeft > 0 else { return context.note.unsearched += 1 }
      let left = bytes.count - offset
      let count = count(of: format, in: left)
      if table.form == .sequence { cursor += count * format.size }
      // Text and plain bytes may be cut short; numbers may not.
      guard count > 0, count * format.size <= left || format.kind == .text || format.kind == .bytes else { continue }
      let first = bytes.startIndex + offset
      let part = bytes[first..<first + min(left, count * format.size)]
      let value = format.value(of: part, bigEndian: context.isBigEndian)
      context.count = count
      context.type = nil
      // Of several rows for one place, the first whose condition holds is used.
      if settled.contains(row.place) || !counts(row, for: value) { continue }
      if !row.conditions.isEmpty { settled.insert(row.place) }
      fieldsLeft -= 1
      if let name = row.table {
        let inner = maker.tables[name]
        guard inner.form != .directory else { continue }
        if row.format?.kind == .u32 {
          guard case .unsigned(let offsets) = value, let offset = offsets.first, offset > 0, offset < bytes.count
          else { continue }
          try readBlock(inner, bytes.dropFirst(Int(offset)), at: start + offset, depth: depth + 1)
        } else {
          try readBlock(inner, part, at: start + UInt64(first - bytes.startIndex), depth: depth + 1)
        }
      } else {
        take(row, value, at: start + UInt64(first - bytes.startIndex), part.count)
      }
    }
  }

  private func isSize(_ bytes: ArraySlice<UInt8>, of count: Int) -> Bool {
    // In little-endian notes some have flags in the higher half of 32 bits.
    let number = context.isBigEndian ? Int(bigEndianBytes: bytes) : Int(bigEndianBytes: bytes.prefix(2).reversed())
    return number == count
  }

  /// The number of values of a format, at most as many as the bytes could hold.
  private func count(of format: ValueFormat, in bytes: Int) -> Int {
    switch format.count {
    case .fixed(let count): return count
    case .rest: return bytes / format.size
    case .value(let name, let divisor):
      guard let number = context.number(name), number > 0, number < 1e6 else { return 0 }
      return (Int(number) + divisor - 1) / divisor
    }
  }

  // MARK: Values

  /// - Parameters:
  ///   - place: the position of the value's bytes in the source.
  ///   - size: their number.
  private mutating func take(_ row: TagRow, _ stored: IFDValue, at place: UInt64, _ size: Int) {
    guard row.name != "-" else { return }
    if !source.privateKinds.isEmpty, let kind = MakerNote.privateKind(row.name), source.privateKinds.contains(kind),
      stored.hasContent
    {
      context.note.privateValues.append(
        MakerNote.PrivateValue(
          name: row.name, place: isSource ? place..<place + UInt64(size) : nil,
          replacement: replacement(of: stored, size, row)))
    }
    var value: PropertyValue? = PropertyValue(stored)
    // Texts often have the type of plain bytes.
    if row.steps.isEmpty, case .bytes(let bytes) = stored, let text = Self.text(bytes) { value = .text(text) }
    if let mask = row.mask, case .integer(let number)? = value {
      value = .integer(Int64(UInt64(bitPattern: number) & mask) >> mask.trailingZeroBitCount)
    }
    for step in row.steps {
      guard let current = value else { return }
      switch step {
      case .multiply(let factor): value = current.mapNumbers { $0 * factor }
      case .divide(let divisor): value = current.mapNumbers { $0 / divisor }
      case .add(let number): value = current.mapNumbers { $0 + number }
      case .omit(let number): if current.numbers == [number] { return }
      case .convert(let name):
        guard let convert = maker.conversions[name] ?? Conversions.common[name] else {
          return assertionFailure("no conversion is called \(name)")
        }
        value = convert(current, context)
      }
    }
    guard let value else { return }
    // A value that only others need is that of the block that they are in.
    if row.name.utf8.first == UInt8(ascii: "_") {
      context.hidden[row.name] = value
    } else {
      append(row.name, value, row.number, row.words.flatMap { words($0) }, isLow: row.isLow)
    }
  }

  /// The bytes that mean "no value": zeros, or ones if 0 has a meaning.
  private func replacement(of value: IFDValue, _ size: Int, _ row: TagRow) -> [UInt8] {
    if case .text(let bytes) = value {
      let kept = maker.keys[row.name]?(bytes) ?? []
      return (kept + [UInt8](repeating: 0, count: size)).dropLast(kept.count)
    }
    let zero = row.words.flatMap { words($0)?.text(.integer(0)) }
    return [UInt8](repeating: zero == nil || zero == "n/a" ? 0 : 0xFF, count: size)
  }

  private func words(_ words: TagRow.Words) -> WordList? {
    switch words {
    case .list(let list): return list
    case .named(let name):
      let list = maker.words[name] ?? maker.tables.words(name)
      assert(list != nil, "no list of words is called \(name)")
      return list
    }
  }

  /// Printable ASCII, with NULs at its end.
  private static func text(_ bytes: [UInt8]) -> String? {
    let text = bytes.prefix { $0 != 0 }
    guard !text.isEmpty, text.allSatisfy({ (0x20..<0x7F).contains($0) }), bytes[text.count...].allSatisfy({ $0 == 0 })
    else { return nil }
    return ExifText.text(text)
  }

  private mutating func append(
    _ name: String, _ value: PropertyValue, _ tag: Int, _ words: WordList?, isLow: Bool = false
  ) {
    let readable = source.describes ? words?.text(value) : nil
    let property = Property(name, value, tag: tag, readable: readable)
    context.note.add(MakerNote.Field(property: property, words: words), isLow: isLow)
  }
}
