/// A QR code of a text (ISO/IEC 18004, model 2), in byte mode.
struct QRCode {
  /// How much of the code may be damaged: about 7, 15, 25 and 30 %.
  enum Level: String, CaseIterable {
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"
  }

  /// The most bytes of a text, at level L.
  static let maxBytes = 2_953

  /// The modules along each side.
  let size: Int
  /// Whether each module is dark, row by row.
  private(set) var modules: [Bool]
  /// Whether a module is a part of a pattern or of the format, and has no data.
  private var isReserved: [Bool]

  /// The smallest code of a text with at least this level. A code that has space for a higher level gets it.
  ///
  /// - Returns: nil for a text that is too long.
  init?(_ text: String, level: Level) {
    let bytes = Array(text.utf8)
    guard let version = (1...40).first(where: { Self.capacity($0, level) >= bytes.count }) else { return nil }
    var level = level
    for other in Level.allCases.drop(while: { $0 != level }) where Self.capacity(version, other) >= bytes.count {
      level = other
    }
    size = 17 + 4 * version
    modules = Array(repeating: false, count: size * size)
    isReserved = modules
    drawPatterns(version)
    place(Self.interleaved(Self.codewords(bytes, version, level), version, level))
    let drawn = (modules, isReserved)
    var best: (penalty: Int, modules: [Bool])?
    for mask in 0..<8 {
      (modules, isReserved) = drawn
      apply(mask: mask)
      drawFormat(level, mask: mask)
      let penalty = penalty
      if penalty < best?.penalty ?? .max { best = (penalty, modules) }
    }
    if let best { modules = best.modules }
  }

  /// Whether a module is dark.
  func isDark(x: Int, y: Int) -> Bool { modules[y * size + x] }

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y * size + x] = isDark
    isReserved[y * size + x] = true
  }

  // MARK: Capacity (clause 7.5.1, table 9)

  /// The codewords for error correction in a block, for the versions from 1 on.
  private static let correction: [Level: [Int]] = [
    .low: [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    .medium: [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    .quartile: [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    .high: [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]

  /// The number of blocks.
  private static let blocks: [Level: [Int]] = [
    .low: [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19, 20, 21, 22, 24, 25,
    ],
    .medium: [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
    .quartile: [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43,
      45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
    .high: [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51,
      54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]

  private static func blocks(_ version: Int, _ level: Level) -> (count: Int, correction: Int) {
    (blocks[level]?[version - 1] ?? 1, correction[level]?[version - 1] ?? 7)
  }

  /// The codewords of a version: its modules without patterns and format, in groups of eight.
  private static func codewordCount(_ version: Int) -> Int {
    let size = 17 + 4 * version
    // Three finders with their borders and the format, and the two timing patterns between them.
    var count = size * size - 3 * 64 - 31 - 2 * (size - 16)
    if version > 1 {
      let lines = version / 7 + 2
      // Patterns on a timing pattern share five modules with it.
      count -= 25 * (lines * lines - 3) - 2 * 5 * (lines - 2)
    }
    if version > 6 { count -= 36 }
    return count / 8
  }

  private static func dataCount(_ version: Int, _ level: Level) -> Int {
    let blocks = blocks(version, level)
    return codewordCount(version) - blocks.count * blocks.correction
  }

  /// The bytes that fit: without the mode of four bits and the count of eight or sixteen.
  private static func capacity(_ version: Int, _ level: Level) -> Int {
    (dataCount(version, level) * 8 - 4 - (version < 10 ? 8 : 16)) / 8
  }

  // MARK: Data

  /// The codewords of a text (clause 7.4).
  private static func codewords(_ bytes: [UInt8], _ version: Int, _ level: Level) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(4, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    let count = dataCount(version, level)
    append(0, min(4, count * 8 - bits.count))
    while bits.count % 8 != 0 { bits.append(false) }
    var codewords = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var isFirst = true
    while codewords.count < count {
      codewords.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    return codewords
  }

  /// The codewords of all blocks with their error correction, in the order in which they are placed (clause 7.6).
  private static func interleaved(_ data: [UInt8], _ version: Int, _ level: Level) -> [UInt8] {
    let (count, correction) = blocks(version, level)
    let divisor = generator(correction)
    // The last blocks have a codeword more, where they are not equally long.
    let short = data.count / count
    let longCount = data.count % count
    var parts: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
    var start = 0
    for index in 0..<count {
      let length = short + (index >= count - longCount ? 1 : 0)
      let part = data[start..<start + length]
      parts.append((part, remainder(part, divisor)))
      start += length
    }
    var result: [UInt8] = []
    for offset in 0...short {
      for part in parts where offset < part.data.count { result.append(part.data[part.data.startIndex + offset]) }
    }
    for offset in 0..<correction { for part in parts { result.append(part.correction[offset]) } }
    return result
  }

  // MARK: Reed-Solomon codes over GF(256) with the polynomial 0x11D

  private static let powers: [UInt8] = {
    var value = 1
    return (0..<255).map { _ in
      defer {
        value <<= 1
        if value > 255 { value ^= 0x11D }
      }
      return UInt8(value)
    }
  }()

  private static let logarithms: [Int] = {
    var table = [Int](repeating: 0, count: 256)
    for (exponent, value) in powers.enumerated() { table[Int(value)] = exponent }
    return table
  }()

  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    one == 0 || other == 0 ? 0 : powers[(logarithms[Int(one)] + logarithms[Int(other)]) % 255]
  }

  /// The coefficients of (x - 1)(x - 2)(x - 4)..., without the first, which is 1.
  private static func generator(_ degree: Int) -> [UInt8] {
    var polynomial: [UInt8] = [1]
    for exponent in 0..<degree {
      var next = polynomial + [0]
      for (index, value) in polynomial.enumerated() { next[index + 1] ^= product(value, powers[exponent]) }
      polynomial = next
    }
    return Array(polynomial.dropFirst())
  }

  private static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: divisor.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for (index, value) in divisor.enumerated() { rest[index] ^= product(value, factor) }
    }
    return rest
  }

  // MARK: Patterns (clause 6.3)

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    let places = Self.alignmentPlaces(version, size)
    for x in places {
      for y in places {
        // Not in the corners with finders.
        let isCorner = (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
        if !isCorner { drawAlignment(x, y) }
      }
    }
    drawFormat(.low, mask: 0)
    if version > 6 { draw(version: version) }
  }

  private mutating func drawFinder(_ centerX: Int, _ centerY: Int) {
    for y in max(0, centerY - 4)...min(size - 1, centerY + 4) {
      for x in max(0, centerX - 4)...min(size - 1, centerX + 4) {
        let distance = max(abs(x - centerX), abs(y - centerY))
        set(x, y, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ centerX: Int, _ centerY: Int) {
    for y in -2...2 {
      for x in -2...2 { set(centerX + x, centerY + y, max(abs(x), abs(y)) != 1) }
    }
  }

  /// The rows and columns of the centres of alignment patterns (annex E).
  private static func alignmentPlaces(_ version: Int, _ size: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    // The distances are even and equal, but for the first one.
    let step = version == 32 ? 26 : (size - 13 + 2 * (count - 1) - 1) / (2 * (count - 1)) * 2
    return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }

  /// The level and the mask, twice, with error correction (clause 7.9).
  private mutating func drawFormat(_ level: Level, mask: Int) {
    let number =
      switch level {
      case .low: 1
      case .medium: 0
      case .quartile: 3
      case .high: 2
      }
    let data = number << 3 | mask
    let bits = (data << 10 | Self.rest(of: data << 10, 0x537, 10)) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  /// The version, twice, with error correction (clause 7.10).
  private mutating func draw(version: Int) {
    let bits = version << 12 | Self.rest(of: version << 12, 0x1F25, 12)
    for index in 0..<18 {
      let (long, short) = (index / 3, size - 11 + index % 3)
      set(short, long, bits >> index & 1 == 1)
      set(long, short, bits >> index & 1 == 1)
    }
  }

  /// The remainder of a division of polynomials over GF(2).
  private static func rest(of value: Int, _ divisor: Int, _ degree: Int) -> Int {
    var value = value
    while value >> degree != 0 {
      let width = Int.bitWidth - value.leadingZeroBitCount
      value ^= divisor << (width - degree - 1)
    }
    return value
  }

  // MARK: Placement and masks

  /// Places codewords in columns two modules wide, from the lower right upwards and downwards (clause 7.7.3).
  private mutating func place(_ codewords: [UInt8]) {
    var next = 0
    var right = size - 1
    var goesUp = true
    while right > 0 {
      // The column of the vertical timing pattern is left out.
      if right == 6 { right = 5 }
      for step in 0..<size {
        let y = goesUp ? size - 1 - step : step
        for x in [right, right - 1] where !isReserved[y * size + x] && next < codewords.count * 8 {
          modules[y * size + x] = codewords[next / 8] >> (7 - UInt8(next % 8)) & 1 == 1
          next += 1
        }
      }
      right -= 2
      goesUp.toggle()
    }
  }

  /// Clause 7.8.2.
  private mutating func apply(mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isReserved[y * size + x] {
        let turns =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if turns { modules[y * size + x].toggle() }
      }
    }
  }

  /// How hard the code is to read: runs, squares and patterns like a finder, and an uneven share of dark modules (clause
  /// 7.8.3.1).
  private var penalty: Int {
    var total = 0
    let finders: [[Bool]] = [0b10111010000, 0b00001011101].map { bits in (0..<11).map { bits >> (10 - $0) & 1 == 1 } }
    for isColumn in [false, true] {
      for line in 0..<size {
        let row = (0..<size).map { isColumn ? modules[$0 * size + line] : modules[line * size + $0] }
        var length = 1
        for index in 1...size {
          if index < size, row[index] == row[index - 1] {
            length += 1
          } else {
            if length >= 5 { total += length - 2 }
            length = 1
          }
        }
        for start in 0...size - 11 where finders.contains(where: { $0.elementsEqual(row[start..<start + 11]) }) {
          total += 40
        }
      }
    }
    for y in 1..<size {
      for x in 1..<size {
        let color = modules[y * size + x]
        let others = [modules[y * size + x - 1], modules[(y - 1) * size + x], modules[(y - 1) * size + x - 1]]
        if others.allSatisfy({ $0 == color }) { total += 3 }
      }
    }
    let dark = modules.count { $0 }
    return total + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }
}
