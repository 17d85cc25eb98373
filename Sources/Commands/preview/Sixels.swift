internal import ImageModel

/// A picture as sixels (DEC STD 070, 6): bands six pixels high, each colour of a band a row of characters.
enum Sixels {
  /// The colours: six steps each of red, green and blue, which terminals with 256 colour registers can hold.
  private static let steps = 6

  /// - Parameter picture: 8-bit red, green, blue and alpha. What is less than half opaque is not painted.
  static func text(_ picture: PixelBuffer) -> String {
    let (width, height) = (picture.size.width, picture.size.height)
    var text = "\u{1B}P0;1q\"1;1;\(width);\(height)"
    for color in 0..<steps * steps * steps {
      let parts = [color / (steps * steps), color / steps % steps, color % steps].map { $0 * 100 / (steps - 1) }
      text += "#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])"
    }
    for top in stride(from: 0, to: height, by: 6) {
      var rows: [Int: [UInt8]] = [:]
      for y in top..<min(top + 6, height) {
        for x in 0..<width {
          guard let color = color(picture, x, y) else { continue }
          rows[color, default: [UInt8](repeating: 0, count: width)][x] |= 1 << UInt8(y - top)
        }
      }
      text += rows.keys.sorted().map { "#\($0)" + packed(rows[$0] ?? []) }.joined(separator: "$") + "-"
    }
    return text + "\u{1B}\\"
  }

  /// The nearest colour, the error spread by an ordered pattern (Bayer, 4 by 4).
  private static func color(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Int? {
    let place = y * picture.bytesPerRow + x * 4
    guard picture.bytes[place + 3] >= 128 else { return nil }
    let threshold = pattern[(y & 3) * 4 + (x & 3)]
    return (0..<3).reduce(0) { sum, channel in
      let scaled = Int(picture.bytes[place + channel]) * (steps - 1) * 16
      return sum * steps + min(steps - 1, (scaled / 255 + threshold) / 16)
    }
  }

  private static let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// Characters, of which more than three alike are counted.
  private static func packed(_ row: [UInt8]) -> String {
    var text: [UInt8] = []
    var place = 0
    while place < row.count {
      var end = place + 1
      while end < row.count, row[end] == row[place] { end += 1 }
      let character = row[place] + 63
      if end - place > 3 {
        text += "!\(end - place)".utf8
        text.append(character)
      } else {
        text += [UInt8](repeating: character, count: end - place)
      }
      place = end
    }
    return String(decoding: text, as: UTF8.self)
  }
}
