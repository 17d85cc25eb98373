package import ByteStreams
package import ImageModel

/// Edits directories of a TIFF file or an Exif block where they lie.
///
/// Nothing that stays is moved: maker notes, whose offsets count from the beginning of the file, strips and thumbnails stay
/// where they are. What becomes larger goes to the end; what is removed is overwritten with zeros, as far as nothing that
/// stays lies there. Directories are named by numbers, of which 0 is the first of the chain.
package struct DirectoryEditor {
  /// One field, its value unread.
  package struct Field {
    package var tag: UInt16
    package var rawType: UInt16
    package var count: UInt64
    /// The value, or the offset of it, as it stands in the entry: 4 bytes, 8 in BigTIFF.
    var inline: [UInt8]
    /// Where a value lies that does not fit into the entry.
    var place: Range<UInt64>?
    /// A value that replaces the old one.
    var newValue: [UInt8]?
    /// The directory that the field leads to, by its number.
    var child: Int?
    /// The directories that the field SubIFDs leads to, and those behind them, by their numbers.
    var subDirectories: [Int] = []
    /// Where parts of a directory lie that the field leads to and that cannot be read.
    var remains: [Range<UInt64>] = []
    /// Whether the field leads to a directory that is there and cannot be read.
    var isUnread = false

    package var type: IFDFieldType? { IFDFieldType(rawValue: rawType) }
  }

  struct Directory {
    /// Where it lies; nil for a new one.
    var offset: UInt64?
    var fields: [Field]
    /// The number of fields that there is room for.
    var capacity: Int
    /// The directory behind it, by its number.
    var next: Int?
    /// The offset of the next directory as the file has it.
    var rawNext: UInt64
    var isChanged = false
    /// A directory that a field leads to. Some writers end these without a pointer to the next, so that the bytes behind
    /// the entries may belong to a value.
    var isChild = false
  }

  package let isBigEndian: Bool
  package let isBigTIFF: Bool
  /// What was odd, and does not stand in the way.
  package internal(set) var diagnostics: [Diagnostic] = []
  let source: any ByteSource
  let limits: Limits
  private(set) var isFile = false
  var directories: [Directory] = []
  /// The directories of the chain, by their numbers.
  package internal(set) var chain: [Int] = []
  /// Where removed things lay.
  var removed: [Range<UInt64>] = []
  /// What must not be overwritten besides the directories that are edited: directories that are shared.
  var keptElsewhere: [Range<UInt64>] = []
  var pictures: [Int: [Range<UInt64>]] = [:]
  /// Whether strips of a file are said to go on behind its end.
  var picturesAreCutShort = false
  /// The directories that fields lead to, by their places.
  var childAt: [UInt64: Int] = [:]
  /// Where directories ought to be that cannot be read. Thousands of fields may lead to one.
  var unreadPlaces: Set<UInt64> = []
  /// How many strips and tiles all directories have.
  var segmentCount: UInt64 = 0
  /// The directories that SubIFDs leads to, by their places.
  var subDirectoryAt: [UInt64: Int] = [:]
  /// Fields that lead to a directory that another field leads to as well.
  var sharedLinks: [(directory: Int, tag: UInt16, child: Int)] = []
  /// Whether there are sub-directories that cannot be read, and so cannot be edited.
  package internal(set) var hasUnreadSubDirectories = false

  var offsetSize: Int { isBigTIFF ? 8 : 4 }
  var entrySize: Int { isBigTIFF ? 20 : 12 }
  var countSize: Int { isBigTIFF ? 8 : 2 }
  var headerSize: UInt64 { isBigTIFF ? 16 : 8 }

  /// Reads the directories.
  ///
  /// - Parameter isFile: a TIFF file, whose chain of pages must be whole; else an Exif block, where what lies behind the
  ///   first directory often leads nowhere and then counts as absent.
  /// - Throws: `invalidData` for directories that cannot be read, without which nothing can be changed safely;
  ///   `limitExceeded`; `io`.
  package init(_ source: any ByteSource, isFile: Bool, limits: Limits) throws(ImageError) {
    self.source = source
    self.limits = limits
    self.isFile = isFile
    var reader = try IFDReader(
      source, limits: limits, maxFields: isFile ? limits.maxFileFields : limits.maxExifFields)
    isBigEndian = reader.isBigEndian
    isBigTIFF = reader.isBigTIFF
    guard isFile || !isBigTIFF else { throw ImageError(.unsupported, "Exif in a BigTIFF stream") }
    try readChain(&reader, isFile: isFile)
  }

  /// A new block without a field.
  package init(newBlockBigEndian bigEndian: Bool = false, limits: Limits) {
    isBigEndian = bigEndian
    isBigTIFF = false
    self.limits = limits
    source = MemoryByteSource(bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 0] : [0x49, 0x49, 42, 0, 0, 0, 0, 0])
    directories = [Directory(fields: [], capacity: 0, rawNext: 0, isChanged: true)]
    chain = [0]
  }

  /// The place of a directory in the file as it was read.
  package func offset(of directory: Int) -> UInt64? { directories[directory].offset }

  package func fields(of directory: Int) -> [Field] { directories[directory].fields }

  /// The first field with a tag.
  package func field(_ tag: UInt16, in directory: Int) -> Field? {
    directories[directory].fields.first { $0.tag == tag }
  }

  /// The directory that a field leads to.
  package func child(_ tag: UInt16, of directory: Int) -> Int? {
    directories[directory].fields.first { $0.tag == tag && $0.child != nil }?.child
  }

  /// The directories that all fields with a tag lead to; a damaged or hand-made file may have several.
  package func children(_ tag: UInt16, of directory: Int) -> [Int] {
    directories[directory].fields.filter { $0.tag == tag }.compactMap(\.child)
  }

  /// Whether a field with a tag leads to a directory that is there and cannot be read.
  package func hasUnreadChild(_ tag: UInt16, of directory: Int) -> Bool {
    directories[directory].fields.contains { $0.tag == tag && $0.isUnread }
  }

  /// The directories that the field SubIFDs leads to, those behind them and those below. Fields of these can be changed
  /// and removed; there is no room for further ones.
  package func subDirectories(of directory: Int) -> [Int] {
    directories[directory].fields.flatMap(\.subDirectories).flatMap { [$0] + subDirectories(of: $0) }
  }

  /// The bytes of a field's value, in the byte order of the file.
  ///
  /// - Throws: `invalidData` for a value outside the file; `limitExceeded`; `io`.
  package func value(of field: Field) throws(ImageError) -> [UInt8] {
    if let newValue = field.newValue { return newValue }
    guard let type = field.type else {
      throw ImageError(.invalidData, "tag \(field.tag) has the unknown type \(field.rawType)", format: "TIFF")
    }
    let (size, overflow) = field.count.multipliedReportingOverflow(by: UInt64(type.byteCount))
    if !overflow, size <= UInt64(offsetSize) { return Array(field.inline.prefix(Int(size))) }
    guard let place = field.place, size <= UInt64(limits.maxMetadataBlockBytes),
      let bytes = try source.exactBytes(at: place.lowerBound, count: Int(size))
    else { throw ImageError(.invalidData, "the value of tag \(field.tag) lies outside the data", format: "TIFF") }
    return bytes
  }

  /// Gives a field a value, in the byte order of the file; the field is made where there is none.
  package mutating func set(_ tag: UInt16, _ type: IFDFieldType, _ bytes: [UInt8], in directory: Int) {
    let count = UInt64(bytes.count / type.byteCount)
    let old = directories[directory].fields.filter { $0.tag == tag }
    var field = Field(tag: tag, rawType: type.rawValue, count: count, inline: [], newValue: bytes)
    field.place = old.first?.place
    for other in old { removed += ranges(of: other) }
    let place =
      directories[directory].fields.firstIndex { $0.tag == tag }
      ?? directories[directory].fields.firstIndex { $0.tag > tag } ?? directories[directory].fields.count
    directories[directory].fields.removeAll { $0.tag == tag }
    directories[directory].fields.insert(field, at: min(place, directories[directory].fields.count))
    directories[directory].isChanged = true
  }

  /// Takes the fields with a tag out, and what they lead to.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package mutating func remove(_ tag: UInt16, from directory: Int) -> Bool { remove([tag], from: directory) }

  /// Takes the fields with any of some tags out, and what they lead to. One call for all takes one walk over the directory.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package mutating func remove(_ tags: Set<UInt16>, from directory: Int) -> Bool {
    let old = directories[directory].fields.filter { tags.contains($0.tag) }
    guard !old.isEmpty else { return false }
    for field in old {
      removed += ranges(of: field)
      for sub in field.subDirectories { removed += takePictures(of: sub) }
    }
    directories[directory].fields.removeAll { tags.contains($0.tag) }
    directories[directory].isChanged = true
    return true
  }

  /// Where the pictures of a directory that goes lie, and of those below it.
  private mutating func takePictures(of directory: Int) -> [Range<UInt64>] {
    ([directory] + subDirectories(of: directory)).flatMap { pictures.removeValue(forKey: $0) ?? [] }
  }

  /// The directory that a field leads to, made where there is none.
  ///
  /// - Throws: `invalidData` where there is one that cannot be read: a new one would lose it.
  package mutating func makeChild(_ tag: UInt16, of directory: Int) throws(ImageError) -> Int {
    if let child = child(tag, of: directory) { return child }
    if field(tag, in: directory) != nil {
      throw ImageError(
        .invalidData, "the directory of tag \(tag) cannot be read, and so not be changed", format: "TIFF")
    }
    directories.append(Directory(fields: [], capacity: 0, rawNext: 0, isChanged: true, isChild: true))
    set(tag, isBigTIFF ? .ifd8 : .long, [UInt8](repeating: 0, count: offsetSize), in: directory)
    // Not a value, but an offset that is known when everything is written.
    guard let index = directories[directory].fields.firstIndex(where: { $0.tag == tag }) else { return directory }
    directories[directory].fields[index].child = directories.count - 1
    directories[directory].fields[index].newValue = nil
    directories[directory].fields[index].inline = [UInt8](repeating: 0, count: offsetSize)
    return directories.count - 1
  }

  /// Takes the directories behind the first out, and the small pictures that they describe.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package mutating func removeChain() -> Bool {
    guard chain.count > 1 else {
      if directories[0].rawNext != 0 {
        directories[0].rawNext = 0
        directories[0].isChanged = true
      }
      return false
    }
    for directory in chain.dropFirst() { removed += rangesBelow(directory) + takePictures(of: directory) }
    chain = [chain[0]]
    directories[chain[0]].next = nil
    directories[chain[0]].rawNext = 0
    directories[chain[0]].isChanged = true
    return true
  }

  /// Whether anything was changed.
  package var isChanged: Bool { directories.contains { $0.isChanged } }

  /// A directory, its long values and all below it.
  func rangesBelow(_ directory: Int) -> [Range<UInt64>] {
    var ranges: [Range<UInt64>] = []
    if let own = ownRange(directory) { ranges.append(own) }
    for field in directories[directory].fields { ranges += self.ranges(of: field) }
    return ranges
  }

  private func ranges(of field: Field) -> [Range<UInt64>] {
    (field.newValue == nil ? field.place.map { [$0] } ?? [] : [])
      + (field.child.map { rangesBelow($0) } ?? []) + field.subDirectories.flatMap { rangesBelow($0) } + field.remains
  }

  /// A directory and all below it.
  func below(_ directory: Int) -> [Int] {
    let next = directories[directory].fields.flatMap { ($0.child.map { [$0] } ?? []) + $0.subDirectories }
    return [directory] + next.flatMap { below($0) }
  }

  /// The small picture of a directory of an Exif block, as far as it is stored in one piece.
  ///
  /// - Throws: `io`.
  package func picture(of directory: Int) throws(ImageError) -> [UInt8]? {
    guard let range = pictures[directory]?.first, range.upperBound - range.lowerBound <= UInt64(limits.maxMemory) else {
      return nil
    }
    return try source.exactBytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
  }

  /// Where a directory lies, with its pointer to the next unless it is one that a field leads to.
  func ownRange(_ directory: Int) -> Range<UInt64>? {
    guard let offset = directories[directory].offset else { return nil }
    let length =
      countSize + directories[directory].capacity * entrySize + (directories[directory].isChild ? 0 : offsetSize)
    return offset..<min(source.size, offset + UInt64(length))
  }

  /// A number in the byte order of the file.
  package func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
  }

  func offsetBytes(_ value: UInt64) -> [UInt8] {
    isBigTIFF ? bytes(value) : bytes(UInt32(truncatingIfNeeded: value))
  }
}
