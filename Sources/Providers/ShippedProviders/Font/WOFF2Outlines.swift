internal import ProviderProtocol
internal import ProviderSupport

/// The outlines of a font in the form of WOFF2, restored as `glyf` and `loca` (WOFF File Format 2.0, 5.1 to 5.3).
struct WOFF2Outlines {
  private(set) var glyf: [UInt8] = []
  private(set) var loca: [UInt8] = []
  /// The least x of each glyph; 0 for empty ones.
  private(set) var leftEdges: [Int] = []

  private var contourCounts: FontBytes
  private var pointCounts: FontBytes
  private var flags: FontBytes
  private var glyphs: FontBytes
  private var composites: FontBytes
  private var boxes: FontBytes
  private var instructions: FontBytes
  /// A bit for each glyph whose box is in `boxes`.
  private let boxBits: ArraySlice<UInt8>

  /// - Throws: `corruptInput`, `limitExceeded`.
  init(_ table: ArraySlice<UInt8>) throws {
    var reader = FontBytes(table, at: 4)
    let count = try reader.number(2)
    _ = try reader.number(2)
    var sizes: [Int] = []
    for _ in 0..<7 { sizes.append(try reader.number(4)) }
    var streams: [FontBytes] = []
    for size in sizes {
      streams.append(FontBytes(try reader.take(size), at: 0))
    }
    (contourCounts, pointCounts, flags, glyphs) = (streams[0], streams[1], streams[2], streams[3])
    (composites, boxes, instructions) = (streams[4], streams[5], streams[6])
    boxBits = try boxes.take((count + 31) / 32 * 4)
    for index in 0..<count {
      if index % 256 == 0 { try Task.checkCancellation() }
      loca += SFNTTables.number(glyf.count, 4)
      let hasBox = boxBits[boxBits.startIndex + index / 8] >> (7 - index % 8) & 1 != 0
      try addGlyph(hasBox: hasBox)
      glyf += [UInt8](repeating: 0, count: -glyf.count & 3)
      guard glyf.count <= WebFont.maxPlainBytes else {
        throw ProviderError(.limitExceeded, "the font's outlines are too large")
      }
    }
    loca += SFNTTables.number(glyf.count, 4)
  }

  private mutating func addGlyph(hasBox: Bool) throws(ProviderError) {
    let contours = try contourCounts.signed()
    if contours == 0 {
      guard !hasBox else { throw WebFont.damaged("an empty glyph has a box") }
      leftEdges.append(0)
    } else if contours > 0 {
      try addSimple(contours, hasBox: hasBox)
    } else {
      guard hasBox else { throw WebFont.damaged("a glyph has no box") }
      try addComposite()
    }
  }

  // MARK: Simple glyphs

  private mutating func addSimple(_ contours: Int, hasBox: Bool) throws(ProviderError) {
    var ends: [UInt8] = []
    var count = 0
    for _ in 0..<contours {
      count += try pointCounts.short()
      ends += SFNTTables.number(count - 1, 2)
    }
    guard count > 0, count <= 65_535 else { throw WebFont.damaged("a glyph has \(count) points") }
    var (marks, xs, ys) = ([UInt8](), [UInt8](), [UInt8]())
    var (x, y) = (0, 0)
    var (left, bottom, right, top) = (Int.max, Int.max, Int.min, Int.min)
    for _ in 0..<count {
      let flag = try flags.number(1)
      let (dx, dy) = try step(flag & 0x7F)
      (x, y) = (x + dx, y + dy)
      (left, bottom, right, top) = (min(left, x), min(bottom, y), max(right, x), max(top, y))
      // On the outline, or not; both coordinates have two bytes.
      marks.append(flag & 0x80 == 0 ? 1 : 0)
      xs += SFNTTables.number(dx, 2)
      ys += SFNTTables.number(dy, 2)
    }
    let program = try instructions.take(try glyphs.short())
    var box = [left, bottom, right, top].flatMap { SFNTTables.number($0, 2) }
    if hasBox { box = Array(try boxes.take(8)) }
    leftEdges.append(Int(Int16(truncatingIfNeeded: box.bigEndian(0, 2))))
    glyf += SFNTTables.number(contours, 2)
    for part in [box, ends, SFNTTables.number(program.count, 2), Array(program), marks, xs, ys] { glyf += part }
  }

  /// The way from one point to the next (5.2, table of triplets).
  private mutating func step(_ flag: Int) throws(ProviderError) -> (Int, Int) {
    func signed(_ bits: Int, _ value: Int) -> Int { bits & 1 != 0 ? value : -value }
    let byte = try glyphs.number(1)
    switch flag {
    case ..<10: return (0, signed(flag, (flag & 14) << 7 + byte))
    case ..<20: return (signed(flag, ((flag - 10) & 14) << 7 + byte), 0)
    case ..<84:
      let base = flag - 20
      return (signed(flag, 1 + (base & 0x30) + byte >> 4), signed(flag >> 1, 1 + (base & 0x0C) << 2 + byte & 0x0F))
    case ..<120:
      let base = flag - 84
      let x = 1 + (base / 12) << 8 + byte
      return (signed(flag, x), signed(flag >> 1, 1 + ((base % 12) >> 2) << 8 + (try glyphs.number(1))))
    case ..<124:
      let second = try glyphs.number(1)
      let x = byte << 4 + second >> 4
      return (signed(flag, x), signed(flag >> 1, (second & 0x0F) << 8 + (try glyphs.number(1))))
    default:
      let x = byte << 8 + (try glyphs.number(1))
      return (signed(flag, x), signed(flag >> 1, try glyphs.number(2)))
    }
  }

  // MARK: Glyphs of other glyphs

  private mutating func addComposite() throws(ProviderError) {
    let box = try boxes.take(8)
    leftEdges.append(Int(Int16(truncatingIfNeeded: box.bigEndian(0, 2))))
    glyf += SFNTTables.number(-1, 2) + box
    var (flags, hasProgram) = (0x20, false)
    // Flags of a part (OpenType 1.9, `glyf`): more parts, instructions, the sizes of what follows.
    while flags & 0x20 != 0 {
      let head = try composites.take(4)
      flags = head.bigEndian(0, 2)
      hasProgram = hasProgram || flags & 0x100 != 0
      let place = flags & 1 != 0 ? 4 : 2
      let scale = flags & 0x8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      glyf += head
      glyf += try composites.take(place + scale)
    }
    guard hasProgram else { return }
    let program = try instructions.take(try glyphs.short())
    glyf += SFNTTables.number(program.count, 2) + program
  }
}
