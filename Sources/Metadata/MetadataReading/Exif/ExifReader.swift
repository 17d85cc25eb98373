internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Reads the directories of Exif metadata within limits. Damaged parts are left out with a warning.
struct ExifReader {
  /// The defects found, with their places.
  private(set) var diagnostics: [Diagnostic] = []
  private let source: any ByteSource
  private let limits: Limits
  /// Only these tags are read. nil: all.
  private let wanted: Set<UInt16>?
  private var reader: IFDReader
  /// The rest of the limit for values. They may overlap, so that a small block could expand to gigabytes.
  private var bytesLeft: Int

  /// How much may be read. The pages of one file share a budget.
  struct Budget {
    /// Fields of directories.
    var fields: Int
    /// Bytes of values.
    var bytes: Int
  }

  /// The rest of the budget.
  var budget: Budget { Budget(fields: reader.fieldsLeft, bytes: bytesLeft) }

  /// The tags for showing a picture, and for finding its thumbnail.
  static let essentials: Set<UInt16> = [
    TIFFTag.orientation, TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit,
    TIFFTag.jpegInterchangeFormat, TIFFTag.jpegInterchangeFormatLength,
  ]

  /// - Parameters:
  ///   - base: the offset of the TIFF header in the source.
  ///   - wanted: only these tags are read. nil: all.
  ///   - budget: nil: the budget of one Exif block.
  /// - Throws: `invalidData` without a TIFF header; `io`.
  init(
    _ source: any ByteSource, base: UInt64 = 0, limits: Limits, wanted: Set<UInt16>? = nil, budget: Budget? = nil
  ) throws(ImageError) {
    self.source = source
    self.limits = limits
    self.wanted = wanted
    reader = try IFDReader(source, base: base, limits: limits, maxFields: budget?.fields ?? limits.maxExifFields)
    bytesLeft = max(0, budget?.bytes ?? limits.maxMetadataBytes)
  }

  /// A reader for a directory without a TIFF header: a maker note.
  ///
  /// - Parameter base: the position that its offsets count from.
  init(_ source: any ByteSource, bigEndian: Bool, base: UInt64, limits: Limits, budget: Budget) {
    self.source = source
    self.limits = limits
    wanted = nil
    reader = IFDReader(source, bigEndian: bigEndian, base: base, limits: limits, maxFields: budget.fields)
    bytesLeft = max(0, budget.bytes)
  }

  /// Reads a whole Exif block.
  ///
  /// - Parameter isRaw: it is a raw file, whose directories have the places of pixels, and blocks with readers of their
  ///   own.
  /// - Throws: `invalidData` or `limitExceeded` if IFD0 cannot be read; `io`.
  mutating func readBlock(isRaw: Bool = false) throws(ImageError) -> ExifContent {
    let skip = { (tag: UInt16) in isRaw && Self.isPixelStorage(tag) }
    var content = ExifContent(isBigEndian: reader.isBigEndian)
    let first = try reader.directory(at: reader.firstOffset)
    try read(first, as: .chain(0), into: &content, skip: skip)
    var next = first.next
    var index = 1
    while next != 0, wanted == nil || index < 2 {
      guard index < limits.maxExifChain else {
        warn("more than \(limits.maxExifChain) directories in a chain; the rest is left out")
        break
      }
      guard let ifd = try directory(at: next, as: .chain(index)) else { break }
      try read(ifd, as: .chain(index), into: &content, skip: skip)
      next = ifd.next
      index += 1
    }
    content.thumbnail = thumbnail(content[.chain(1)])
    finish()
    return content
  }

  /// Reads the directory of a TIFF page, and the Exif and GPS directories that belong to it.
  ///
  /// - Throws: `io`.
  mutating func readPage(_ page: TIFFDirectory) throws(ImageError) -> ExifContent {
    var content = ExifContent(isBigEndian: reader.isBigEndian)
    try read(page.ifd, as: .chain(0), into: &content, skip: Self.isPixelStorage)
    finish()
    return content
  }

  private mutating func finish() {
    // Fields that are cut off are reported by the IFD reader.
    for diagnostic in reader.diagnostics { warn(diagnostic.message) }
    if diagnostics.count > limits.maxWarnings {
      diagnostics.removeSubrange(limits.maxWarnings...)
      diagnostics.append(.warning("Exif: further defects are not listed").about(.metadata))
    }
  }

  private mutating func warn(_ message: String) {
    let warning = Diagnostic.warning("Exif: \(message)").about(.metadata)
    // A field may occur many times.
    if diagnostics.count <= limits.maxWarnings, !diagnostics.contains(warning) { diagnostics.append(warning) }
  }

  private mutating func warn(_ error: ImageError, in kind: ExifDirectory.Kind) {
    // The reason names the option that raises a limit.
    warn("\(kind.groupName): \(error.kind == .limitExceeded ? error.reason : error.message)")
  }

  /// The field, for messages: `Exif: ExposureTime (0x829A)`.
  private func place(of entry: IFDEntry, in kind: ExifDirectory.Kind) -> String {
    let hex = Hexadecimal.number(entry.tag)
    let name = ExifTagNames.name(of: entry.tag, in: kind)
    return "\(kind.groupName): " + (name.map { "\($0) (\(hex))" } ?? "tag \(hex)")
  }

  /// Offsets and tables of pixels, and blocks that have readers of their own.
  private static func isPixelStorage(_ tag: UInt16) -> Bool {
    switch tag {
    case TIFFTag.stripOffsets, TIFFTag.stripByteCounts, TIFFTag.tileOffsets, TIFFTag.tileByteCounts: true
    case TIFFTag.xmp, TIFFTag.iptc, TIFFTag.photoshop, TIFFTag.iccProfile: true
    // TransferFunction, ColorMap, JPEGTables.
    case 301, 320, 347: true
    default: false
    }
  }

  /// The directory at an offset; nil, with a warning, if it cannot be read.
  private mutating func directory(
    at offset: UInt64, as kind: ExifDirectory.Kind
  ) throws(ImageError) -> IFD? {
    do throws(ImageError) {
      return try reader.directory(at: offset)
    } catch {
      if error.kind == .io { throw error }
      warn(error, in: kind)
      return nil
    }
  }

  private mutating func read(
    _ ifd: IFD, as kind: ExifDirectory.Kind, into content: inout ExifContent, depth: Int = 1,
    skip: (UInt16) -> Bool = { _ in false }
  ) throws(ImageError) {
    var directory = ExifDirectory(kind: kind)
    var below: [(ExifDirectory.Kind, UInt64)] = []
    // Ascending tags, as TIFF 6.0, section 2 requires, have no duplicates: then no set is needed.
    let ascends = zip(ifd.entries, ifd.entries.dropFirst()).allSatisfy { $0.tag < $1.tag }
    var seen: Set<UInt16> = []
    directory.fields.reserveCapacity(ifd.entries.count)
    for entry in ifd.entries where wanted?.contains(entry.tag) ?? true {
      guard ascends || seen.insert(entry.tag).inserted else {
        warn("\(place(of: entry, in: kind)) occurs twice; the first counts")
        continue
      }
      if skip(entry.tag) { continue }
      guard let value = try value(of: entry, in: kind) else { continue }
      if let child = Self.directory(below: kind, tag: entry.tag) {
        if let offset = value.firstInteger, offset > 0 { below.append((child, UInt64(offset))) }
      } else {
        directory.fields.append(ExifDirectory.Field(entry: entry, value: value))
      }
    }
    content.directories.append(directory)
    for (child, offset) in below where content[child] == nil {
      guard depth < limits.maxDirectoryDepth else {
        warn(limits.tooDeep(), in: child)
        continue
      }
      guard let ifd = try self.directory(at: offset, as: child) else { continue }
      try read(ifd, as: child, into: &content, depth: depth + 1)
    }
  }

  /// The directory that a tag points to.
  private static func directory(below kind: ExifDirectory.Kind, tag: UInt16) -> ExifDirectory.Kind? {
    switch (kind, tag) {
    case (.chain(0), IFDPointerTag.exif): .exif
    case (.chain(0), IFDPointerTag.gps): .gps
    // Some writers put the GPS directory below the Exif directory.
    case (.exif, IFDPointerTag.gps): .gps
    case (.exif, IFDPointerTag.interoperability), (.chain(0), IFDPointerTag.interoperability): .interoperability
    default: nil
    }
  }

  /// Numbers of more bytes in total are kept as bytes.
  private static let largestNumbers = 1 << 16
  /// Roughly what one number takes in memory.
  private static let bytesOfNumber = 32

  private mutating func value(
    of entry: IFDEntry, in kind: ExifDirectory.Kind
  ) throws(ImageError) -> IFDValue? {
    guard entry.type != nil else {
      warn("\(place(of: entry, in: kind)) has the unknown type \(entry.rawType)")
      return nil
    }
    do throws(ImageError) {
      return try value(of: entry)
    } catch {
      if error.kind == .io { throw error }
      warn("\(place(of: entry, in: kind)): \(error.kind == .limitExceeded ? error.reason : error.message)")
      return nil
    }
  }

  private mutating func value(of entry: IFDEntry) throws(ImageError) -> IFDValue {
    // The caller has refused unknown types.
    let type = entry.type ?? .undefined
    let limit = min(bytesLeft, limits.maxMetadataBlockBytes)
    let (size, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
    guard !overflow, entry.valueOffset <= source.size, size <= source.size - entry.valueOffset else {
      let length = overflow ? "\(entry.count) values" : "\(size) byte\(size == 1 ? "" : "s")"
      let offset = entry.valueOffset >= reader.base ? entry.valueOffset - reader.base : 0
      throw ImageError(.invalidData, "\(length) at \(offset) lie outside the data")
    }
    let value: IFDValue
    switch type {
    case .ascii, .utf8, .undefined: value = try reader.value(of: entry, maxBytes: limit)
    default:
      value =
        size > UInt64(Self.largestNumbers)
        ? .bytes(try reader.rawBytes(of: entry, maxBytes: limit)) : try reader.value(of: entry, maxBytes: limit)
    }
    // Numbers take more memory than their bytes in the file.
    let cost =
      switch value {
      case .bytes, .text: Int(clamping: size)
      // Not more than this: larger values were kept as bytes.
      default: Int(clamping: min(entry.count, UInt64(Self.largestNumbers))) * Self.bytesOfNumber
      }
    bytesLeft = max(0, bytesLeft - cost)
    return value
  }

  /// The fields of a single directory in the order of the file, duplicates included, and the number of unreadable ones.
  ///
  /// - Parameter offset: from the base.
  /// - Throws: `invalidData` or `limitExceeded` if there is no readable directory; `io`.
  mutating func fields(at offset: UInt64) throws(ImageError) -> (fields: [ExifDirectory.Field], unreadable: Int) {
    var fields: [ExifDirectory.Field] = []
    let entries = try reader.directory(at: offset).entries
    for entry in entries {
      do throws(ImageError) {
        fields.append(ExifDirectory.Field(entry: entry, value: try value(of: entry)))
      } catch {
        if error.kind == .io { throw error }
      }
    }
    return (fields, entries.count - fields.count)
  }

  /// The range of the embedded JPEG; nil, with a warning, if it lies outside the source.
  ///
  /// Some cameras count one byte too many: a thumbnail that lacks only its last byte is delivered, with a warning.
  private mutating func thumbnail(_ directory: ExifDirectory?) -> Range<UInt64>? {
    guard let offset = directory?[TIFFTag.jpegInterchangeFormat]?.firstInteger,
      let length = directory?[TIFFTag.jpegInterchangeFormatLength]?.firstInteger, length > 0
    else { return nil }
    let (start, overflow) = reader.base.addingReportingOverflow(UInt64(clamping: offset))
    guard offset > 0, !overflow, start < source.size, UInt64(length) - 1 <= source.size - start else {
      warn("IFD1: the thumbnail lies outside the data")
      return nil
    }
    let end = min(start + UInt64(length), source.size)
    if end - start < UInt64(length) { warn("IFD1: the thumbnail ends one byte after the data") }
    return start..<end
  }
}
