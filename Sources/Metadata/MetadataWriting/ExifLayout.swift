internal import ByteStreams
internal import ImageModel
internal import TIFFStructure

/// Where the parts of an Exif block lie.
struct ExifLayout {
  enum Kind: Hashable {
    case main, exif, gps, interoperability
  }

  struct Directory {
    var kind: Kind
    var ifd: IFD
  }

  let isBigEndian: Bool
  let main: IFD
  /// The directories below the first.
  private(set) var below: [Directory] = []
  /// The directories behind the first.
  private(set) var chain: [IFD] = []
  /// The directories of Exif below those behind the first; hardly a writer has any.
  private(set) var belowChain: [IFD] = []
  private let size: Int
  /// Where the small pictures lie that the directories behind the first describe.
  private var pictures: [Range<Int>] = []

  /// Directories that cannot be read count as absent. Those over a limit do not: what is not known cannot be removed.
  ///
  /// - Throws: `invalidData` where the first cannot be read; `limitExceeded`; `unsupported` for BigTIFF.
  init(_ block: [UInt8], limits: Limits) throws(ImageError) {
    size = block.count
    var reader = try IFDReader(MemoryByteSource(block), limits: limits)
    guard !reader.isBigTIFF else { throw ImageError(.unsupported, "Exif in a BigTIFF stream") }
    isBigEndian = reader.isBigEndian
    main = try reader.directory(at: reader.firstOffset)
    try readBelow(main, &reader, depth: 1)
    var next = main.next
    while next != 0, let ifd = try? reader.directory(at: next) {
      guard chain.count + 1 < limits.maxExifChain else {
        throw ImageError(
          .limitExceeded, "more than \(limits.maxExifChain) directories follow each other", format: "TIFF")
      }
      chain.append(ifd)
      pictures += Self.pictures(of: ifd, &reader)
      let children = Self.children(of: ifd, &reader)
      belowChain += children + children.flatMap { Self.children(of: $0, &reader) }
      next = ifd.next
    }
    let fields = ([main] + below.map(\.ifd) + chain + belowChain).reduce(0) { $0 + $1.entries.count }
    guard fields <= limits.maxExifFields else {
      throw limits.exceeded(
        "the directories have \(fields) fields", name: "max-directory-entries", value: limits.maxDirectoryEntries,
        format: "TIFF")
    }
  }

  private mutating func readBelow(_ ifd: IFD, _ reader: inout IFDReader, depth: Int) throws(ImageError) {
    let kinds: [(UInt16, Kind)] = [
      (IFDPointerTag.exif, .exif), (IFDPointerTag.gps, .gps), (IFDPointerTag.interoperability, .interoperability),
    ]
    for (tag, kind) in kinds where directory(kind) == nil {
      guard let entry = ifd[tag], let offset = try? reader.value(of: entry, maxBytes: 64).firstInteger, offset > 0
      else { continue }
      guard depth < reader.limits.maxDirectoryDepth else { throw reader.limits.tooDeep() }
      guard let child = try? reader.directory(at: UInt64(offset)) else { continue }
      below.append(Directory(kind: kind, ifd: child))
      if kind == .exif { try readBelow(child, &reader, depth: depth + 1) }
    }
  }

  private static func children(of ifd: IFD, _ reader: inout IFDReader) -> [IFD] {
    let pointers = [IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability]
    return ifd.entries.filter { pointers.contains($0.tag) }.compactMap { entry in
      guard let offset = try? reader.value(of: entry, maxBytes: 64).firstInteger, offset > 0 else { return nil }
      return try? reader.directory(at: UInt64(offset))
    }
  }

  /// A JPEG, or strips of plain pixels.
  private static func pictures(of ifd: IFD, _ reader: inout IFDReader) -> [Range<Int>] {
    func numbers(_ tag: UInt16) -> [Int] {
      guard let entry = ifd[tag], let value = try? reader.value(of: entry, maxBytes: 1 << 16) else { return [] }
      return value.integers ?? []
    }
    let places = numbers(TIFFTag.jpegInterchangeFormat) + numbers(TIFFTag.stripOffsets)
    let lengths = numbers(TIFFTag.jpegInterchangeFormatLength) + numbers(TIFFTag.stripByteCounts)
    return zip(places, lengths).compactMap { place, length in
      let (end, overflow) = place.addingReportingOverflow(length)
      return place > 0 && length > 0 && !overflow ? place..<end : nil
    }
  }

  func directory(_ kind: Kind) -> Directory? { below.first { $0.kind == kind } }

  func ifd(_ kind: Kind) -> IFD? { kind == .main ? main : directory(kind)?.ifd }

  /// Where the pointer to the next directory lies.
  func nextPointer(of ifd: IFD) -> Int { Int(ifd.offset) + 2 + 12 * ifd.entries.count }

  /// What a field takes besides its entry: a long value, and the directory that it points to.
  func ranges(of entry: IFDEntry) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    if let range = valueRange(entry) { ranges.append(range) }
    let kind: Kind? =
      switch entry.tag {
      case IFDPointerTag.gps: .gps
      case IFDPointerTag.exif: .exif
      case IFDPointerTag.interoperability: .interoperability
      default: nil
      }
    if let kind, let ifd = directory(kind)?.ifd { ranges += self.ranges(of: ifd) }
    return ranges
  }

  /// Whether some field may lead to parts of the block that are not known here: a maker note, a directory that cannot be read.
  var mayLeadElsewhere: Bool {
    let known: [UInt16: Kind] = [
      IFDPointerTag.exif: .exif, IFDPointerTag.gps: .gps, IFDPointerTag.interoperability: .interoperability,
    ]
    let ifds = [main] + below.map(\.ifd) + chain
    // Each small picture has one field that leads to it.
    let pictureFields = ifds.reduce(0) { $0 + $1.entries.count { OffsetTag.pictures.contains($0.tag) } }
    guard pictureFields <= pictures.count else { return true }
    return ifds.contains { ifd in
      ifd.entries.contains { entry in
        guard OffsetTag.mayLead(entry.tag, entry.type) else { return false }
        // Of two pointers to directories of one kind, one is read.
        return known[entry.tag].map { directory($0) == nil || isRepeated(entry.tag) } ?? true
      }
    }
  }

  private func isRepeated(_ tag: UInt16) -> Bool {
    ([main] + below.map(\.ifd) + chain).reduce(0) { $0 + $1.entries.count { $0.tag == tag } } > 1
  }

  var rangesOfChain: [Range<Int>] {
    (chain + belowChain).flatMap { ranges(of: $0) } + pictures.map { $0.clamped(to: 0..<size) }
  }

  /// Everything that the directories still lead to, and the header.
  var keptRanges: [Range<Int>] {
    [0..<min(8, size)] + ranges(of: main) + below.flatMap { ranges(of: $0.ifd) } + rangesOfChain
  }

  /// A directory and its long values.
  private func ranges(of ifd: IFD) -> [Range<Int>] {
    let start = Int(ifd.offset)
    return [start..<max(start, min(size, nextPointer(of: ifd) + 4))] + ifd.entries.compactMap { valueRange($0) }
  }

  /// Where a value lies that does not fit into its entry; nil where it fits or lies outside the block.
  private func valueRange(_ entry: IFDEntry) -> Range<Int>? {
    let (length, overflow) = entry.count.multipliedReportingOverflow(by: UInt64(entry.type?.byteCount ?? 1))
    guard !overflow, length > 4, entry.valueOffset < UInt64(size), length <= UInt64(size) - entry.valueOffset else {
      return nil
    }
    return Int(entry.valueOffset)..<Int(entry.valueOffset + length)
  }
}
