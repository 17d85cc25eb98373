package import ByteStreams
package import ImageModel

/// Reads TIFF directories (IFDs) with bounds: the structure of TIFF files and of Exif blocks alike.
///
/// Visited offsets are remembered, so a looping chain ends in an error. Nothing is allocated before a declared size has
/// been compared with the source and the limits.
package struct IFDReader {
  package let isBigEndian: Bool
  /// Whether offsets are 64 bits wide.
  package let isBigTIFF: Bool
  /// The declared offset of the first directory, counted from `base`.
  package let firstOffset: UInt64
  /// The origin of offsets: the position of the byte-order mark.
  package let base: UInt64
  package let limits: Limits
  /// Problems found so far.
  package private(set) var diagnostics: [Diagnostic] = []
  private var reader: WindowedReader
  private var visited: Set<UInt64> = []
  /// How many more fields may be read. Directories may overlap, so their sum is limited.
  package private(set) var fieldsLeft: Int

  /// Reads the header: byte order, version, place of the first directory.
  ///
  /// - Parameters:
  ///   - base: where the header begins in the source.
  ///   - maxFields: how many fields all directories may have together; `limits.maxFileFields` where nil.
  /// - Throws: `invalidData` without a valid header; `io`.
  package init(
    _ source: any ByteSource, base: UInt64 = 0, limits: Limits, maxFields: Int? = nil
  ) throws(ImageError) {
    self.base = base
    self.limits = limits
    fieldsLeft = max(0, maxFields ?? limits.maxFileFields)
    reader = WindowedReader(source)
    guard let mark = try reader.bytes(at: base, count: 4) else {
      throw ImageError(.invalidData, "the header is cut short", format: "TIFF")
    }
    switch (mark[0], mark[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: throw ImageError(.invalidData, "there is no byte-order mark", format: "TIFF")
    }
    let version = isBigEndian ? UInt16(mark[2]) << 8 | UInt16(mark[3]) : UInt16(mark[3]) << 8 | UInt16(mark[2])
    switch version {
    // Panasonic's and Olympus's raw files have numbers of their own.
    case 42, 0x55, 0x4F52, 0x5352:
      isBigTIFF = false
      guard let first = try reader.uint32(at: base + 4, bigEndian: isBigEndian) else {
        throw ImageError(.invalidData, "the header is cut short", format: "TIFF")
      }
      firstOffset = UInt64(first)
    case 43:
      isBigTIFF = true
      guard let size = try reader.uint16(at: base + 4, bigEndian: isBigEndian), size == 8,
        let first = try reader.uint64(at: base + 8, bigEndian: isBigEndian)
      else { throw ImageError(.invalidData, "the BigTIFF header is damaged", format: "TIFF") }
      firstOffset = first
    default: throw ImageError(.invalidData, "version \(version) is unknown", format: "TIFF")
    }
  }

  /// A reader for directories without a header, as in the maker notes of Exif.
  ///
  /// - Parameters:
  ///   - base: where offsets are counted from.
  ///   - maxFields: how many fields all directories may have together.
  package init(_ source: any ByteSource, bigEndian: Bool, base: UInt64, limits: Limits, maxFields: Int) {
    self.base = base
    self.limits = limits
    isBigEndian = bigEndian
    isBigTIFF = false
    firstOffset = 0
    fieldsLeft = max(0, maxFields)
    reader = WindowedReader(source)
  }

  /// Reads the directory at an offset that is counted from `base`.
  ///
  /// A truncated directory gives the fields that exist, and a diagnostic.
  ///
  /// - Parameter hasPaddedCount: whether four bytes stand for the number of fields, in either order of their halves, as
  ///   a few cameras write in their maker notes.
  /// - Throws: `invalidData` for an offset outside the source and for one that has been read before (a loop);
  ///   `limitExceeded` for more than `limits.maxDirectoryEntries` fields, or more than `fieldsLeft`.
  package mutating func directory(at relativeOffset: UInt64, hasPaddedCount: Bool = false) throws(ImageError) -> IFD {
    let (offset, overflow) = base.addingReportingOverflow(relativeOffset)
    guard !overflow, offset < reader.size else {
      throw ImageError(.invalidData, "a directory is said to be at \(relativeOffset), outside the data", format: "TIFF")
    }
    guard visited.insert(offset).inserted else {
      throw ImageError(.invalidData, "the directory at \(relativeOffset) is part of a loop", format: "TIFF")
    }
    let countSize: UInt64 = isBigTIFF ? 8 : hasPaddedCount ? 4 : 2
    var declared =
      isBigTIFF
      ? try reader.uint64(at: offset, bigEndian: isBigEndian)
      : try reader.uint16(at: offset, bigEndian: isBigEndian).map { UInt64($0) }
    if hasPaddedCount, declared == 0 {
      declared = try reader.uint16(at: offset + 2, bigEndian: isBigEndian).map { UInt64($0) }
    }
    guard let declared else {
      throw ImageError(.invalidData, "the directory at \(relativeOffset) is cut short", format: "TIFF")
    }
    guard declared <= UInt64(limits.maxDirectoryEntries) else {
      throw limits.exceeded(
        "the directory at \(relativeOffset) declares \(declared) fields", name: "max-directory-entries",
        value: limits.maxDirectoryEntries, format: "TIFF")
    }
    guard declared <= UInt64(fieldsLeft) else {
      throw limits.exceeded(
        "the directory at \(relativeOffset) has more fields than all may have together", name: "max-directory-entries",
        value: limits.maxDirectoryEntries, format: "TIFF")
    }
    fieldsLeft -= Int(declared)
    let entrySize: UInt64 = isBigTIFF ? 20 : 12
    var entries: [IFDEntry] = []
    entries.reserveCapacity(Int(declared))
    for index in 0..<declared {
      // No overflow: the offset lies in the source, the number of fields is bounded.
      guard let entry = try entry(at: offset + countSize + index * entrySize) else {
        diagnostics.append(
          .warning("the directory at \(relativeOffset) is cut short: \(index) of \(declared) fields exist"))
        return IFD(offset: offset, entries: entries, next: 0)
      }
      entries.append(entry)
    }
    let end = offset + countSize + declared * entrySize
    let next =
      isBigTIFF
      ? try reader.uint64(at: end, bigEndian: isBigEndian)
      : try reader.uint32(at: end, bigEndian: isBigEndian).map { UInt64($0) }
    return IFD(offset: offset, entries: entries, next: next ?? 0)
  }

  /// Whether the byte-order mark at a position is that of big-endian data; nil if there is none.
  package mutating func mark(at offset: UInt64) throws(ImageError) -> Bool? {
    switch try reader.uint16(at: offset, bigEndian: true) {
    case 0x4949: false
    case 0x4D4D: true
    default: nil
    }
  }

  private mutating func entry(at offset: UInt64) throws(ImageError) -> IFDEntry? {
    // The tag, the type and, in classic TIFF, the count.
    guard let head = try reader.uint64(at: offset, bigEndian: isBigEndian) else { return nil }
    let tag = UInt16(truncatingIfNeeded: isBigEndian ? head >> 48 : head)
    let rawType = UInt16(truncatingIfNeeded: isBigEndian ? head >> 32 : head >> 16)
    var count = UInt64(UInt32(truncatingIfNeeded: isBigEndian ? head : head >> 32))
    let inlineSize: UInt64 = isBigTIFF ? 8 : 4
    if isBigTIFF {
      guard let wide = try reader.uint64(at: offset + 4, bigEndian: isBigEndian) else { return nil }
      count = wide
    }
    let field = offset + (isBigTIFF ? 12 : 8)
    var entry = IFDEntry(tag: tag, rawType: rawType, count: count, valueOffset: field)
    guard try reader.hasBytes(at: field, count: Int(inlineSize)) else { return nil }
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: UInt64(entry.type?.byteCount ?? 1))
    if overflow || byteCount > inlineSize {
      let pointer =
        isBigTIFF
        ? try reader.uint64(at: field, bigEndian: isBigEndian) ?? 0
        : UInt64(try reader.uint32(at: field, bigEndian: isBigEndian) ?? 0)
      let (place, outside) = base.addingReportingOverflow(pointer)
      entry.valueOffset = outside ? .max : place
    }
    return entry
  }

  /// The bytes of a field's value as stored in the file.
  ///
  /// - Parameter maxBytes: the most bytes accepted; nil means `limits.maxMetadataBlockBytes`.
  /// - Throws: `invalidData` for an unknown type and for a value outside the source; `limitExceeded`.
  package mutating func rawBytes(of entry: IFDEntry, maxBytes: Int? = nil) throws(ImageError) -> [UInt8] {
    guard let type = entry.type else {
      throw ImageError(.invalidData, "tag \(entry.tag) has the unknown type \(entry.rawType)", format: "TIFF")
    }
    let limit = maxBytes ?? limits.maxMetadataBlockBytes
    let (byteCount, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
    guard !overflow, entry.valueOffset <= reader.size, byteCount <= reader.size - entry.valueOffset else {
      throw ImageError(.invalidData, "the value of tag \(entry.tag) lies outside the data", format: "TIFF")
    }
    guard byteCount <= UInt64(limit) else {
      throw limits.exceeded(
        "the value of tag \(entry.tag) has \(byteCount) bytes", name: "max-metadata-block-bytes", value: limit,
        format: "TIFF")
    }
    guard let bytes = try reader.bytes(at: entry.valueOffset, count: Int(byteCount)) else {
      throw ImageError(.invalidData, "the value of tag \(entry.tag) is cut short", format: "TIFF")
    }
    return bytes
  }

  /// The values of a field.
  ///
  /// - Throws: as `rawBytes`.
  package mutating func value(of entry: IFDEntry, maxBytes: Int? = nil) throws(ImageError) -> IFDValue {
    if entry.count == 1, maxBytes ?? limits.maxMetadataBlockBytes >= 8, let value = try number(of: entry) {
      return value
    }
    var bytes = try rawBytes(of: entry, maxBytes: maxBytes)
    // rawBytes has refused unknown types.
    let type = entry.type ?? .undefined
    switch type {
    case .byte: return .unsigned(bytes.map { UInt64($0) })
    case .undefined: return .bytes(bytes)
    case .ascii, .utf8:
      while bytes.last == 0 { bytes.removeLast() }
      return .text(bytes)
    case .signedByte: return .signed(bytes.map { Int64(Int8(bitPattern: $0)) })
    case .short: return .unsigned(values(bytes, of: UInt16.self) { UInt64($0) })
    case .long, .ifd: return .unsigned(values(bytes, of: UInt32.self) { UInt64($0) })
    case .long8, .ifd8: return .unsigned(values(bytes, of: UInt64.self) { $0 })
    case .signedShort: return .signed(values(bytes, of: Int16.self) { Int64($0) })
    case .signedLong: return .signed(values(bytes, of: Int32.self) { Int64($0) })
    case .signedLong8: return .signed(values(bytes, of: Int64.self) { $0 })
    case .float: return .floats(values(bytes, of: UInt32.self) { Double(Float(bitPattern: $0)) })
    case .double: return .floats(values(bytes, of: UInt64.self) { Double(bitPattern: $0) })
    case .rational: return .rationals(pairs(bytes, of: UInt32.self))
    case .signedRational: return .rationals(pairs(bytes, of: Int32.self))
    }
  }

  /// The value of a field that is one number, as in most fields. Its bytes are not copied. nil for other types, and if
  /// it lies outside the source.
  private mutating func number(of entry: IFDEntry) throws(ImageError) -> IFDValue? {
    let place = entry.valueOffset
    switch entry.type {
    case .short: return try reader.uint16(at: place, bigEndian: isBigEndian).map { .unsigned([UInt64($0)]) }
    case .long, .ifd: return try reader.uint32(at: place, bigEndian: isBigEndian).map { .unsigned([UInt64($0)]) }
    case .rational, .signedRational:
      guard let both = try reader.uint64(at: place, bigEndian: isBigEndian) else { return nil }
      let first = UInt32(truncatingIfNeeded: isBigEndian ? both >> 32 : both)
      let second = UInt32(truncatingIfNeeded: isBigEndian ? both : both >> 32)
      return entry.type == .rational
        ? .rationals([IFDValue.Rational(Int64(first), Int64(second))])
        : .rationals([IFDValue.Rational(Int64(Int32(bitPattern: first)), Int64(Int32(bitPattern: second)))])
    default: return nil
    }
  }

  private func pairs<T: FixedWidthInteger>(_ bytes: [UInt8], of type: T.Type) -> [IFDValue.Rational] {
    let size = MemoryLayout<T>.size
    return bytes.withUnsafeBytes { buffer in
      stride(from: 0, to: buffer.count - 2 * size + 1, by: 2 * size).map { offset in
        IFDValue.Rational(
          Int64(truncatingIfNeeded: number(buffer, offset, type)),
          Int64(truncatingIfNeeded: number(buffer, offset + size, type)))
      }
    }
  }

  private func values<T: FixedWidthInteger, Value>(
    _ bytes: [UInt8], of type: T.Type, _ make: (T) -> Value
  ) -> [Value] {
    bytes.withUnsafeBytes { buffer in
      stride(from: 0, to: buffer.count - MemoryLayout<T>.size + 1, by: MemoryLayout<T>.size).map {
        make(number(buffer, $0, type))
      }
    }
  }

  private func number<T: FixedWidthInteger>(_ buffer: UnsafeRawBufferPointer, _ offset: Int, _ type: T.Type) -> T {
    let value = buffer.loadUnaligned(fromByteOffset: offset, as: T.self)
    return isBigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }
}

/// Limits on all directories of one file or block together. A limit per directory is not enough because directories may
/// overlap in the file: a few kilobytes could expand to gigabytes.
extension Limits {
  /// Directories in the chain of one Exif block: two have a meaning.
  package var maxExifChain: Int { 8 }

  /// Fields of all directories of one Exif block.
  package var maxExifFields: Int { Self.product(4, maxDirectoryEntries) }

  /// Fields of all directories of one TIFF file: 64 for each of the images, and some directories that are full.
  package var maxFileFields: Int {
    let (sum, overflow) = maxExifFields.addingReportingOverflow(Self.product(64, maxImages))
    return overflow ? .max : sum
  }

  private static func product(_ factor: Int, _ limit: Int) -> Int {
    let (product, overflow) = max(0, limit).multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  /// The error for a directory that is nested too deeply; the first directory is at depth 1.
  package func tooDeep() -> ImageError {
    exceeded(
      "directories are nested more deeply than \(maxDirectoryDepth)", name: "max-directory-depth",
      value: maxDirectoryDepth, format: "TIFF")
  }
}
