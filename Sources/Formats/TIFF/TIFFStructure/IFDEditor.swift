package import ByteStreams
package import ImageModel

/// Edits the directories (IFDs) of a TIFF file or an Exif block in place.
///
/// Nothing that stays is moved: maker notes, whose offsets count from the beginning of the file, strips and thumbnails
/// keep their places. Parts that grow move to the end. Removed parts are overwritten with zeros, unless something that
/// stays uses the same bytes. An editor that only appends overwrites nothing but offsets of directories. Directories
/// have numbers; 0 is the first of the chain.
package struct IFDEditor {
  /// One field, its value unread.
  package struct Field {
    package var tag: UInt16
    package var rawType: UInt16
    package var count: UInt64
    /// The value or its offset, as the entry has it: 4 bytes, or 8 in BigTIFF.
    var inline: [UInt8]
    /// The range of a value that does not fit into the entry.
    package internal(set) var place: Range<UInt64>?
    /// The new value.
    var newValue: [UInt8]?
    /// New bytes whose offset is the value.
    var data: [UInt8]?
    /// The number of the directory that the field points to.
    var child: Int?
    /// The numbers of the directories that the field SubIFDs points to, and of those chained to them.
    var subDirectories: [Int] = []
    /// The parts that remain of a damaged directory that the field points to.
    var remains: [Range<UInt64>] = []
    /// Whether the field points to a directory that exists but cannot be read.
    var isUnread = false

    package var type: IFDFieldType? { IFDFieldType(rawValue: rawType) }
  }

  struct Directory {
    /// The place of the directory; nil for a new one.
    var offset: UInt64?
    var fields: [Field]
    /// The number of fields that fit at this place.
    var capacity: Int
    /// The number of the next directory in the chain.
    var next: Int?
    /// The offset of the next directory, as the file has it.
    var rawNext: UInt64
    /// Whether the file has an offset of a next directory that cannot be read; `rawNext` is 0 then.
    var hasUnreadNext = false
    var isChanged = false
    /// Whether a field points to this directory. Some writers end such directories without a pointer to the next one,
    /// so the bytes after the entries may belong to a value.
    var isChild = false
  }

  package let isBigEndian: Bool
  package let isBigTIFF: Bool
  /// Warnings about damage that does not prevent editing.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// The file or block that was given to `init`, or the header of a new block. The finished patch copies from it.
  package let source: any ByteSource
  package let limits: Limits
  private(set) var isFile = false
  /// Whether changed directories and values go to the end of the file, and the old ones stay, without a pointer.
  private(set) var appendsOnly = false
  var directories: [Directory] = []
  /// The numbers of the directories of the main chain: the pages of a file.
  package internal(set) var chain: [Int] = []
  /// The places of removed values and directories.
  var removed: [Range<UInt64>] = []
  /// Further places that must not be overwritten: shared directories.
  var keptElsewhere: [Range<UInt64>] = []
  /// New bytes for parts of values that stay, by their offsets.
  var overwritten: [UInt64: [UInt8]] = [:]
  /// The places of strips, tiles and thumbnails, by the numbers of their directories.
  var pictures: [Int: [Range<UInt64>]] = [:]
  /// Whether the strips of a file are declared to extend past its end.
  var picturesAreCutShort = false
  /// The numbers of the directories that fields point to, by their offsets.
  var childAt: [UInt64: Int] = [:]
  /// The offsets of directories that cannot be read. Thousands of fields may point to the same one.
  var unreadPlaces: Set<UInt64> = []
  /// The number of strips and tiles of all directories.
  var segmentCount: UInt64 = 0
  /// The numbers of the directories that SubIFDs fields point to, by their offsets.
  var subDirectoryAt: [UInt64: Int] = [:]
  /// Fields that point to a directory to which another field points as well.
  var sharedLinks: [(directory: Int, tag: UInt16, child: Int)] = []
  /// Whether there are sub-directories that cannot be read and so cannot be edited.
  package internal(set) var hasUnreadSubDirectories = false

  var offsetSize: Int { isBigTIFF ? 8 : 4 }
  var entrySize: Int { isBigTIFF ? 20 : 12 }
  var countSize: Int { isBigTIFF ? 8 : 2 }
  var headerSize: UInt64 { isBigTIFF ? 16 : 8 }

  /// Reads the directories.
  ///
  /// - Parameters:
  ///   - isFile: true for a TIFF file, whose chain of pages must be complete; false for an Exif block, where the
  ///     pointer after the first directory is often wrong, and the second directory then counts as absent.
  ///   - appendsOnly: for files in which programs find data in ways that are not known here, as in cameras' raw files.
  /// - Throws: `invalidData` for directories that cannot be read, because nothing can be changed safely then;
  ///   `limitExceeded`; `io`.
  package init(
    _ source: any ByteSource, isFile: Bool, appendsOnly: Bool = false, limits: Limits
  ) throws(ImageError) {
    self.source = source
    self.limits = limits
    self.isFile = isFile
    self.appendsOnly = appendsOnly
    var reader = try IFDReader(
      source, limits: limits, maxFields: isFile ? limits.maxFileFields : limits.maxExifFields)
    isBigEndian = reader.isBigEndian
    isBigTIFF = reader.isBigTIFF
    guard isFile || !isBigTIFF else { throw ImageError(.unsupported, "Exif in a BigTIFF stream") }
    try readChain(&reader, isFile: isFile)
  }

  /// A new Exif block without fields.
  package init(newBlockBigEndian bigEndian: Bool = false, limits: Limits) {
    isBigEndian = bigEndian
    isBigTIFF = false
    self.limits = limits
    source = MemoryByteSource(bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 0] : [0x49, 0x49, 42, 0, 0, 0, 0, 0])
    directories = [Directory(fields: [], capacity: 0, rawNext: 0, isChanged: true)]
    chain = [0]
  }

  /// The offset of a directory in the file as it was read.
  package func offset(of directory: Int) -> UInt64? { directories[directory].offset }

  package func fields(of directory: Int) -> [Field] { directories[directory].fields }

  /// The first field with a tag.
  package func field(_ tag: UInt16, in directory: Int) -> Field? {
    directories[directory].fields.first { $0.tag == tag }
  }

  /// The number of the directory that a field points to.
  package func child(_ tag: UInt16, of directory: Int) -> Int? {
    directories[directory].fields.first { $0.tag == tag && $0.child != nil }?.child
  }

  /// The numbers of the directories that all fields with a tag point to. A damaged or hand-made file may have several.
  package func children(_ tag: UInt16, of directory: Int) -> [Int] {
    directories[directory].fields.filter { $0.tag == tag }.compactMap(\.child)
  }

  /// Whether a field with a tag points to a directory that exists but cannot be read.
  package func hasUnreadChild(_ tag: UInt16, of directory: Int) -> Bool {
    directories[directory].fields.contains { $0.tag == tag && $0.isUnread }
  }

  /// The numbers of the directories that the field SubIFDs points to, of those chained to them and of those below.
  /// Their fields can be changed and removed, but none can be added.
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

  /// Sets the value of a field, in the byte order of the file. The field is added if there is none.
  package mutating func set(_ tag: UInt16, _ type: IFDFieldType, _ bytes: [UInt8], in directory: Int) {
    let count = UInt64(bytes.count / type.byteCount)
    let old = directories[directory].fields.filter { $0.tag == tag }
    // Otherwise a file would grow by each edit that changes nothing.
    if appendsOnly, old.count == 1, old[0].type == type, (try? value(of: old[0])) == bytes { return }
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

  /// Removes the fields with a tag, and what they point to.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package mutating func remove(_ tag: UInt16, from directory: Int) -> Bool { remove([tag], from: directory) }

  /// Removes the fields with any of some tags, and what they point to, in one walk over the directory.
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

  /// Removes the pictures of a directory, and of those below it, from `pictures`. Returns their ranges.
  private mutating func takePictures(of directory: Int) -> [Range<UInt64>] {
    ([directory] + subDirectories(of: directory)).flatMap { pictures.removeValue(forKey: $0) ?? [] }
  }

  /// The number of the directory that a field points to. Field and directory are added if there are none.
  ///
  /// - Throws: `invalidData` if there is one that cannot be read: a new one would lose it.
  package mutating func makeChild(_ tag: UInt16, of directory: Int) throws(ImageError) -> Int {
    if let child = child(tag, of: directory) { return child }
    if field(tag, in: directory) != nil {
      throw ImageError(
        .invalidData, "the directory of tag \(tag) cannot be read, and so cannot be changed", format: "TIFF")
    }
    directories.append(Directory(fields: [], capacity: 0, rawNext: 0, isChanged: true, isChild: true))
    set(tag, isBigTIFF ? .ifd8 : .long, [UInt8](repeating: 0, count: offsetSize), in: directory)
    // The field's value is an offset, which is known only when everything has its place.
    guard let index = directories[directory].fields.firstIndex(where: { $0.tag == tag }) else { return directory }
    directories[directory].fields[index].child = directories.count - 1
    directories[directory].fields[index].newValue = nil
    directories[directory].fields[index].inline = [UInt8](repeating: 0, count: offsetSize)
    return directories.count - 1
  }

  /// Removes the directories after the first one, and the thumbnails that they describe.
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

  /// Makes a JPEG file the thumbnail of an Exif block: the only directory after the first one describes it (Exif 2.32,
  /// 4.5.5 and 4.6.3).
  package mutating func setThumbnail(_ picture: [UInt8]) {
    removeChain()
    directories.append(Directory(fields: [], capacity: 0, rawNext: 0, isChanged: true))
    let number = directories.count - 1
    chain.append(number)
    directories[chain[0]].next = number
    directories[chain[0]].isChanged = true
    set(TIFFTag.compression, .short, bytes(UInt16(6)), in: number)
    for tag in [TIFFTag.xResolution, TIFFTag.yResolution] {
      set(tag, .rational, bytes(UInt32(72)) + bytes(UInt32(1)), in: number)
    }
    set(TIFFTag.resolutionUnit, .short, bytes(UInt16(2)), in: number)
    set(TIFFTag.jpegInterchangeFormat, .long, bytes(UInt32(0)), in: number)
    set(TIFFTag.jpegInterchangeFormatLength, .long, bytes(UInt32(clamping: picture.count)), in: number)
    if let index = directories[number].fields.firstIndex(where: { $0.tag == TIFFTag.jpegInterchangeFormat }) {
      directories[number].fields[index].data = picture
    }
  }

  /// Whether anything was changed.
  package var isChanged: Bool { !overwritten.isEmpty || directories.contains { $0.isChanged } }

  /// The places of a directory, its long values and all directories below it.
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

  /// The numbers of a directory and all directories below it.
  func below(_ directory: Int) -> [Int] {
    let next = directories[directory].fields.flatMap { ($0.child.map { [$0] } ?? []) + $0.subDirectories }
    return [directory] + next.flatMap { below($0) }
  }

  /// The thumbnail of a directory of an Exif block. If it has several strips, the first one.
  ///
  /// - Throws: `io`.
  package func picture(of directory: Int) throws(ImageError) -> [UInt8]? {
    guard let range = pictures[directory]?.first, range.upperBound - range.lowerBound <= UInt64(limits.maxMemory) else {
      return nil
    }
    return try source.exactBytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
  }

  /// The range of a directory. It includes the pointer to the next one, unless a field points to the directory.
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
