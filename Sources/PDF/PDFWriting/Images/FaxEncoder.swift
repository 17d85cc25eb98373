/// Group 4 fax data (ITU-T T.6) of rows in black and white: for scanned text half of what deflate makes of it.
struct FaxEncoder {
  private let width: Int
  private let codes = FaxCodes()
  /// Where the colour changes in the row before, from white on; ends with the width, four times.
  private var reference: [Int]
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0
  /// Whether the data became so long that something else will be better.
  private(set) var isTooLong = false
  private static let maxBytes = 16 << 20

  init(width: Int) {
    self.width = width
    reference = [Int](repeating: width, count: 4)
  }

  /// Takes a row of bits, 1 for white, the first pixel in the highest bit.
  mutating func append(_ row: [UInt8]) {
    guard !isTooLong else { return }
    let changes = Self.changes(in: row, width: width)
    var (place, color, current, above) = (-1, 0, 0, 0)
    while place < width {
      // a1: the next change of this row; b1: the first change of the row above, to the same colour, right of here.
      while changes[current] <= place, changes[current] < width { current += 1 }
      if current & 1 != color { current += 1 }
      above = max(0, above - 2) & ~1 | color
      while reference[above] <= place, reference[above] < width { above += 2 }
      let (a1, b1, b2) = (changes[current], reference[above], reference[above + 1])
      if b2 < a1 {
        put(0b0001, 4)
        place = b2
      } else if abs(a1 - b1) <= 3 {
        vertical(a1 - b1)
        place = a1
        color ^= 1
      } else {
        let a2 = changes[current + 1]
        put(0b001, 3)
        run(a1 - max(0, place), isWhite: color == 0)
        run(a2 - a1, isWhite: color == 1)
        place = a2
      }
    }
    reference = changes
    if bytes.count > Self.maxBytes { isTooLong = true }
  }

  /// The data with its end marked; nil where it became too long.
  mutating func finish() -> [UInt8]? {
    guard !isTooLong else { return nil }
    put(0b0000_0000_0001, 12)
    put(0b0000_0000_0001, 12)
    if pendingCount > 0 { put(0, 8 - pendingCount) }
    return bytes
  }

  private mutating func vertical(_ distance: Int) {
    switch distance {
    case 0: put(0b1, 1)
    case 1: put(0b011, 3)
    case 2: put(0b0000_11, 6)
    case 3: put(0b0000_011, 7)
    case -1: put(0b010, 3)
    case -2: put(0b0000_10, 6)
    default: put(0b0000_010, 7)
    }
  }

  private mutating func run(_ length: Int, isWhite: Bool) {
    var parts: [FaxCodes.Code] = []
    codes.forEach(length, isWhite: isWhite) { parts.append($0) }
    for part in parts { put(part.bits, part.count) }
  }

  private mutating func put(_ bits: UInt32, _ count: Int) {
    pending = pending << UInt32(count) | bits
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount)))
    }
  }

  private static func changes(in row: [UInt8], width: Int) -> [Int] {
    var changes: [Int] = []
    var isWhite = true
    var x = 0
    while x < width {
      let byte = row[x >> 3]
      if x & 7 == 0, byte == (isWhite ? 0xFF : 0x00) {
        x += 8
        continue
      }
      if (byte >> UInt8(7 - x & 7) & 1 == 1) != isWhite {
        changes.append(x)
        isWhite.toggle()
      }
      x += 1
    }
    for _ in 0..<4 { changes.append(width) }
    return changes
  }
}
