internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

/// Reads the index of the multi-picture format (CIPA DC-007): a TIFF structure with the positions of the file's further
/// pictures.
struct MultiPictureReader {
  private let block: MetadataBlock
  private var group = PropertyGroup("MPF")
  private var reading = BlockReading()
  private var maxEntries = 0
  private var hasEntries = false

  /// The group `MPF`. All pictures but the first are previews; the caller checks that they lie in the file.
  static func read(_ block: MetadataBlock, limits: Limits) -> BlockReading {
    var reader = MultiPictureReader(block: block)
    do throws(ImageError) {
      try reader.walk(limits)
    } catch {
      reader.reading.warn("MPF: \(error.message)")
    }
    if !reader.group.properties.isEmpty { reader.reading.groups = [reader.group] }
    return reader.reading
  }

  private init(block: MetadataBlock) {
    self.block = block
  }

  private static let entriesTag: UInt16 = 0xB002
  private static let entrySize = 16
  /// Longer lists of numbers are kept as bytes, and values of more bytes are left out: the standard has neither.
  private static let maxNumbers: UInt64 = 16
  private static let maxBytes = 4_096

  /// Reads the index, and the directory after it, which describes the first picture.
  private mutating func walk(_ limits: Limits) throws(ImageError) {
    maxEntries = limits.maxImages
    var reader = try IFDReader(MemoryByteSource(block.bytes), limits: limits)
    var next = reader.firstOffset
    for _ in 0..<2 where next != 0 {
      let directory = try reader.directory(at: next)
      for entry in directory.entries { take(entry, &reader) }
      next = directory.next
    }
    reading.diagnostics += reader.diagnostics
  }

  private mutating func take(_ entry: IFDEntry, _ reader: inout IFDReader) {
    do throws(ImageError) {
      if entry.tag == Self.entriesTag {
        guard !hasEntries else { return reading.warn("MPF: there is a second list of pictures, which is not read") }
        hasEntries = true
        // If a list is cut short, the part in the block is read.
        var available = entry
        let room = UInt64(block.bytes.count) - min(entry.valueOffset, UInt64(block.bytes.count))
        if entry.count > room {
          reading.warn("MPF: the list of pictures is cut short: \(room) of \(entry.count) bytes")
          available.count = room
        }
        takeEntries(try reader.rawBytes(of: available), bigEndian: reader.isBigEndian)
        return
      }
      let isText = entry.type == .ascii || entry.type == .utf8
      let value =
        entry.count > Self.maxNumbers && !isText
        ? IFDValue.bytes(try reader.rawBytes(of: entry, maxBytes: Self.maxBytes))
        : try reader.value(of: entry, maxBytes: Self.maxBytes)
      group.properties.append(
        Property(Self.names[entry.tag] ?? Hexadecimal.number(entry.tag), Self.value(value), tag: Int(entry.tag)))
    } catch {
      reading.warn("MPF: \(error.reason)")
    }
  }

  private static let names: [UInt16: String] = [
    0xB000: "MPFVersion", 0xB001: "NumberOfImages", 0xB003: "ImageUIDList", 0xB004: "TotalFrames",
    0xB101: "MPIndividualNum", 0xB201: "PanOrientation", 0xB202: "PanOverlapH", 0xB203: "PanOverlapV",
    0xB204: "BaseViewpointNum", 0xB205: "ConvergenceAngle", 0xB206: "BaselineLength", 0xB207: "VerticalDivergence",
    0xB208: "AxisDistanceX", 0xB209: "AxisDistanceY", 0xB20A: "AxisDistanceZ", 0xB20B: "YawAngle", 0xB20C: "PitchAngle",
    0xB20D: "RollAngle",
  ]

  private static func value(_ value: IFDValue) -> PropertyValue {
    func one<T>(_ values: [T], _ make: (T) -> PropertyValue) -> PropertyValue {
      values.count == 1 ? make(values[0]) : .array(values.map(make))
    }
    switch value {
    case .text(let bytes): return .text(ExifText.text(bytes))
    // The version is four digits.
    case .bytes(let bytes):
      return bytes.count == 4 && bytes.allSatisfy { (0x30...0x39).contains($0) }
        ? .text(ExifText.text(bytes)) : .bytes(bytes)
    case .unsigned(let values): return one(values) { .integer(Int64(clamping: $0)) }
    case .signed(let values): return one(values) { .integer($0) }
    case .floats(let values): return one(values) { .decimal($0) }
    case .rationals(let values): return one(values) { .rational(.init($0.numerator, $0.denominator)) }
    }
  }

  private mutating func takeEntries(_ bytes: [UInt8], bigEndian: Bool) {
    var values: [PropertyValue] = []
    if bytes.count / Self.entrySize > maxEntries {
      reading.warn("MPF: there are more than \(maxEntries) pictures; raise the limit with --max-images")
    }
    for start in stride(from: 0, to: bytes.count - Self.entrySize + 1, by: Self.entrySize).prefix(maxEntries) {
      let entry = MultiPictureEntry(bytes[start..<start + Self.entrySize], bigEndian: bigEndian, base: block.offset)
      values.append(.structure(entry.properties))
      if start > 0, let range = entry.range {
        reading.previews.append(
          ImageMetadata.Preview(origin: "MPF", format: entry.isJPEG ? "jpeg" : "unknown", range: range))
      }
    }
    group.properties.append(Property("MPEntry", .array(values), tag: Int(Self.entriesTag)))
  }
}

/// One entry of the index (CIPA DC-007, 5.2.3.3).
struct MultiPictureEntry {
  private let attribute: UInt32
  private let length: UInt32
  /// From the beginning of the file.
  private let start: UInt64
  private let dependents: [UInt16]

  /// - Parameters:
  ///   - bytes: 16 bytes.
  ///   - base: the offset of the index in the file, which positions count from. A position of 0 is the file itself.
  init(_ bytes: ArraySlice<UInt8>, bigEndian: Bool, base: UInt64) {
    func number(_ at: Int, _ count: Int) -> UInt32 {
      let part = bytes.dropFirst(at).prefix(count)
      return bigEndian ? UInt32(bigEndianBytes: part) : UInt32(bigEndianBytes: part.reversed())
    }
    attribute = number(0, 4)
    length = number(4, 4)
    let offset = UInt64(number(8, 4))
    start = offset == 0 ? 0 : base + offset
    dependents = [UInt16(truncatingIfNeeded: number(12, 2)), UInt16(truncatingIfNeeded: number(14, 2))]
  }

  /// 0 is the only format that the standard defines.
  var isJPEG: Bool { format == 0 }

  /// The range of the picture in the file; nil if the entry has none.
  var range: Range<UInt64>? { length > 0 && start > 0 ? start..<start + UInt64(length) : nil }

  private var flags: UInt32 { attribute >> 27 }
  private var format: UInt32 { attribute >> 24 & 7 }
  private var type: UInt32 { attribute & 0xFF_FFFF }

  var properties: [Property] {
    [
      Property("MPImageFlags", .integer(Int64(flags)), readable: flagWords),
      Property("MPImageFormat", .integer(Int64(format)), readable: isJPEG ? "JPEG" : nil),
      Property("MPImageType", .integer(Int64(type)), readable: Self.types[type]),
      Property("MPImageLength", .integer(Int64(length))),
      Property("MPImageStart", .integer(Int64(clamping: start))),
      Property("DependentImage1EntryNumber", .integer(Int64(dependents[0]))),
      Property("DependentImage2EntryNumber", .integer(Int64(dependents[1]))),
    ]
  }

  private var flagWords: String {
    var words: [String] = []
    if flags & 16 != 0 { words.append("dependent parent") }
    if flags & 8 != 0 { words.append("dependent child") }
    if flags & 4 != 0 { words.append("representative") }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }

  private static let types: [UInt32: String] = [
    0: "undefined", 0x01_0001: "large thumbnail (VGA equivalent)", 0x01_0002: "large thumbnail (full HD equivalent)",
    0x01_0003: "large thumbnail (4K equivalent)", 0x01_0004: "large thumbnail (8K equivalent)",
    0x01_0005: "large thumbnail (16K equivalent)", 0x02_0001: "panorama", 0x02_0002: "disparity",
    0x02_0003: "multi-angle", 0x03_0000: "baseline primary image", 0x04_0000: "original preservation image",
    0x05_0000: "gain map image",
  ]
}
