internal import ImageModel

/// A picture as lines of half blocks: two pixels a cell, the upper one the character's colour, the lower one the background's.
enum TerminalBlocks {
  /// - Parameter picture: 8-bit red, green, blue and alpha. What is less than half opaque is not shown.
  static func text(_ picture: PixelBuffer) -> String {
    var text = ""
    let (width, height) = (picture.size.width, picture.size.height)
    for y in stride(from: 0, to: height, by: 2) {
      var line = Line()
      for x in 0..<width {
        line.add(upper: color(picture, x, y), lower: y + 1 < height ? color(picture, x, y + 1) : nil)
      }
      text += line.text + "\u{1B}[0m\n"
    }
    return text
  }

  private static func color(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> String? {
    let place = y * picture.bytesPerRow + x * 4
    let bytes = picture.bytes
    guard bytes[place + 3] >= 128 else { return nil }
    return "\(bytes[place]);\(bytes[place + 1]);\(bytes[place + 2])"
  }

  /// A line that changes colours only where they change.
  private struct Line {
    var text = ""
    private var foreground: String?
    private var background: String?

    mutating func add(upper: String?, lower: String?) {
      switch (upper, lower) {
      case (nil, nil):
        back(nil)
        text += " "
      case (let upper?, let lower):
        front(upper)
        back(lower)
        text += "\u{2580}"
      case (nil, let lower?):
        front(lower)
        back(nil)
        text += "\u{2584}"
      }
    }

    private mutating func front(_ color: String) {
      if color != foreground { text += "\u{1B}[38;2;\(color)m" }
      foreground = color
    }

    private mutating func back(_ color: String?) {
      if color != background { text += color.map { "\u{1B}[48;2;\($0)m" } ?? "\u{1B}[49m" }
      background = color
    }
  }
}
