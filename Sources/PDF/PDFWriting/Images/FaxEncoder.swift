/// Encodes bilevel rows as Group 4 fax data (ITU-T T.6). For scanned text, it is half as large as deflated data.
struct FaxEncoder {
  private let width: Int
  private let codes = FaxCodes()
  /// The positions of colour changes in the row before, beginning with white. Ends with the width, four times.
  private var reference: [Int]
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0
  /// Whether the data is so long that deflate will be better.
  private(set) var isTooLong = false
  private static let maxBytes = 16 << 20

  init(width: Int) {
    self.width = width
    reference = [Int](repeating: width, count: 4)
  }

  /// Appends a row of bits: 1 is white, the first pixel is in the highest bit.
  mutating func append(_ row: [UInt8]) {
    guard !isTooLong else { return }
    let changes = Self.changes(in: row, width: width)
    var (place, color, current, above) = (-1, 0, 0, 0)
    while place < width {
      // a1: the next change in this row; b1: the first change to the same colour in the row above, to the right.
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

  /// The data with the end marker; nil where it is too long.
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

/// The codes of runs (ITU-T T.4, tables 2 and 3). They are written as text, which is parsed on first use.
private struct FaxCodes {
  struct Code {
    var bits: UInt32
    var count: Int
  }

  /// By colour, white first: `terminating` for runs of 0...63, `makeUp` for 64, 128, ... 2,560.
  private let terminating: [[Code]]
  private let makeUp: [[Code]]

  init() {
    terminating = [Self.whiteTerminating, Self.blackTerminating].map(Self.codes)
    makeUp = [Self.whiteMakeUp, Self.blackMakeUp].map { Self.codes($0 + " " + Self.longMakeUp) }
  }

  /// Calls `body` with each code of a run.
  func forEach(_ run: Int, isWhite: Bool, _ body: (Code) -> Void) {
    let color = isWhite ? 0 : 1
    var rest = run
    while rest >= 2_560 {
      body(makeUp[color][39])
      rest -= 2_560
    }
    if rest >= 64 { body(makeUp[color][rest / 64 - 1]) }
    body(terminating[color][rest % 64])
  }

  private static func codes(_ text: String) -> [Code] {
    text.split(separator: " ").map { word in
      Code(bits: word.utf8.reduce(0) { $0 << 1 | UInt32($1 & 1) }, count: word.utf8.count)
    }
  }

  private static let whiteTerminating =
    "00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 "
    + "0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 "
    + "00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 "
    + "00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 "
    + "01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100"
  private static let blackTerminating =
    "0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 "
    + "0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 "
    + "00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 "
    + "000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 "
    + "000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 "
    + "000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 "
    + "000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111"
  private static let whiteMakeUp =
    "11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 "
    + "011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 "
    + "010011010 011000 010011011"
  private static let blackMakeUp =
    "0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 "
    + "0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 "
    + "0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 "
    + "0000001010101 0000001011010 0000001011011 0000001100100 0000001100101"
  private static let longMakeUp =
    "00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 "
    + "000000010111 000000011100 000000011101 000000011110 000000011111"
}
