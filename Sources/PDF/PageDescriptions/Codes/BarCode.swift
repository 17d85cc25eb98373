/// A linear bar code: the widths of bars and spaces in turn, which begin with a bar.
struct BarCode {
  enum Format: String, CaseIterable { case code128, ean13 }

  /// The widths, in modules.
  let widths: [Int]

  /// The number of modules.
  var count: Int { widths.reduce(0, +) }

  /// - Returns: nil for a text that the format does not have.
  init?(_ text: String, _ format: Format) {
    let widths =
      switch format {
      case .code128: Self.code128(Array(text.utf8))
      case .ean13: Self.ean13(Array(text.utf8))
      }
    guard let widths else { return nil }
    self.widths = widths
  }

  /// What a format accepts, for messages.
  static func expected(_ format: Format) -> String {
    switch format {
    case .code128: "1 to 200 characters of ASCII without control characters"
    case .ean13: "12 digits, or 13 with the right check digit"
    }
  }

  // MARK: Code 128 (ISO/IEC 15417)

  /// The widths of the values from 0 to 105, and of the stop character.
  private static let patterns: [[Int]] = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 \
    123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 \
    232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 \
    313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 \
    111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 \
    111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 \
    114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112
    """.split(separator: " ").map { $0.utf8.map { Int($0) - 0x30 } }

  private static let (codeC, codeB, startB, startC, stop) = (99, 100, 104, 105, 106)

  /// Pairs of digits take one character, in code C; everything else is in code B.
  private static func code128(_ bytes: [UInt8]) -> [Int]? {
    guard (1...200).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    func digits(from start: Int) -> Int { bytes[start...].prefix { (0x30...0x39).contains($0) }.count }
    var values: [Int] = []
    var isC = false
    var index = 0
    while index < bytes.count {
      let run = digits(from: index)
      // Changes cost a character each: four digits at an end pay, six between others.
      let isEnd = index == 0 || index + run == bytes.count
      if !isC, run >= (isEnd ? 4 : 6) {
        if run % 2 == 1 {
          // The odd digit is in code B.
          if values.isEmpty { values.append(startB) }
          values.append(Int(bytes[index]) - 0x20)
          index += 1
        }
        values.append(values.isEmpty ? startC : codeC)
        isC = true
      } else if isC, run < 2 {
        values.append(codeB)
        isC = false
      } else if values.isEmpty {
        values.append(startB)
      }
      if isC {
        values.append((Int(bytes[index]) - 0x30) * 10 + Int(bytes[index + 1]) - 0x30)
        index += 2
      } else {
        values.append(Int(bytes[index]) - 0x20)
        index += 1
      }
    }
    let sum = values.enumerated().reduce(0) { $0 + max(1, $1.offset) * $1.element }
    return (values + [sum % 103, stop]).flatMap { patterns[$0] }
  }

  // MARK: EAN-13 (ISO/IEC 15420)

  /// The widths of digits in number set A, from 0 to 9; those of set B are in reverse order.
  private static let digitWidths = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
    [1, 2, 1, 3], [3, 1, 1, 2],
  ]
  /// The digits of the left half in number set B, by the first digit.
  private static let sets = [
    [], [2, 4, 5], [2, 3, 5], [2, 3, 4], [1, 4, 5], [1, 2, 5], [1, 2, 3], [1, 3, 5], [1, 3, 4], [1, 2, 4],
  ]

  private static func ean13(_ bytes: [UInt8]) -> [Int]? {
    guard bytes.count == 12 || bytes.count == 13, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    var digits = bytes.map { Int($0) - 0x30 }
    let sum = digits.prefix(12).enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
    let check = (10 - sum % 10) % 10
    if digits.count == 12 { digits.append(check) }
    guard digits[12] == check else { return nil }
    var widths = [1, 1, 1]
    for place in 1...6 {
      let digit = digitWidths[digits[place]]
      widths += sets[digits[0]].contains(place - 1) ? digit.reversed() : digit
    }
    widths += [1, 1, 1, 1, 1]
    for place in 7...12 { widths += digitWidths[digits[place]] }
    return widths + [1, 1, 1]
  }
}
