internal import MetadataModel

/// One picture of the index (CIPA DC-007, 5.2.3.3).
struct MultiPictureEntry {
  private let attribute: UInt32
  private let length: UInt32
  /// Counted from the beginning of the file.
  private let start: UInt64
  private let dependents: [UInt16]

  /// - Parameters:
  ///   - bytes: 16 of them.
  ///   - base: where the index begins in the file, from which places count; the first picture says 0 and means the file.
  init(_ bytes: ArraySlice<UInt8>, bigEndian: Bool, base: UInt64) {
    func number(_ at: Int, _ count: Int) -> UInt32 {
      let part = bytes.dropFirst(at).prefix(count)
      return bigEndian
        ? part.reduce(0) { $0 << 8 | UInt32($1) } : part.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    attribute = number(0, 4)
    length = number(4, 4)
    let offset = UInt64(number(8, 4))
    start = offset == 0 ? 0 : base + offset
    dependents = [UInt16(truncatingIfNeeded: number(12, 2)), UInt16(truncatingIfNeeded: number(14, 2))]
  }

  /// 0 is the only format that the standard gives a meaning.
  var isJPEG: Bool { format == 0 }

  /// The bytes of the file that are the picture; nil where there are none.
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
