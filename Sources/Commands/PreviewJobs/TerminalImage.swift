internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import StructuredText

/// Pictures in a terminal.
package struct TerminalImage: Sendable {
  /// How a terminal receives pictures.
  package enum Method: String, CaseIterable, Hashable, Sendable {
    /// The graphics protocol of kitty.
    case kitty
    /// The inline images of iTerm2.
    case iterm
    /// DEC's sixels.
    case sixel
    /// Half blocks (U+2580) in 24-bit colours, which all current terminals show.
    case blocks
  }

  /// What the user chose.
  package enum Choice: Hashable, Sendable {
    /// Chosen by the environment variables that name the terminal.
    case automatic
    case method(Method)
  }

  let method: Method
  /// Columns and lines of the terminal.
  let columns: Int
  let rows: Int

  /// The terminal on standard output.
  ///
  /// - Throws: `ValidationError` where there is none and no method is chosen.
  static func terminal(_ choice: Choice) throws -> TerminalImage {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    let (columns, rows) = isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 25)
    if case .method(let method) = choice { return TerminalImage(method: method, columns: columns, rows: rows) }
    guard isatty(STDOUT_FILENO) == 1 else {
      throw ValidationError("standard output is not a terminal; --show=METHOD shows pictures without one")
    }
    func variable(_ name: String) -> String { getenv(name).map { PathText.text($0) } ?? "" }
    let names = ["TERM", "TERM_PROGRAM", "KITTY_WINDOW_ID", "TMUX", "STY"]
    let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, variable($0)) })
    return TerminalImage(method: method(environment), columns: columns, rows: rows)
  }

  /// The method that suits a terminal, by its environment variables. Multiplexers pass only text on.
  static func method(_ environment: [String: String]) -> Method {
    func value(_ name: String) -> String { environment[name] ?? "" }
    let (term, program) = (value("TERM"), value("TERM_PROGRAM"))
    if !value("TMUX").isEmpty || !value("STY").isEmpty || term.hasPrefix("screen") || term.hasPrefix("tmux") {
      return .blocks
    }
    if !value("KITTY_WINDOW_ID").isEmpty || term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" {
      return .kitty
    }
    if ["iTerm.app", "WezTerm", "mintty"].contains(program) { return .iterm }
    if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") || term.hasPrefix("yaft") {
      return .sixel
    }
    return .blocks
  }

  /// The size of pictures, in pixels. Unless the user chose one, they fill much of the terminal.
  func size(for target: RenderTarget) -> PixelSize {
    guard method == .blocks else { return target.isSizeChosen ? target.size : PixelSize(width: 512, height: 512) }
    // A cell shows two pixels, one above the other.
    let (width, height) = (max(8, columns), max(8, (rows - 2) * 2))
    guard target.isSizeChosen else { return PixelSize(width: width, height: height) }
    return PixelSize(width: min(width, target.size.width), height: min(height, target.size.height))
  }

  /// The text that shows a picture, with its name above.
  func text(_ rendered: RenderedDocument, name: String?) throws(ImageError) -> String {
    let heading = name.map { PrintableText.escaped($0) + "\n" } ?? ""
    switch method {
    case .kitty: return heading + Self.kitty(Base64.text(rendered.bytes)) + "\n"
    case .iterm:
      return heading
        + "\u{1B}]1337;File=inline=1;size=\(rendered.bytes.count);width=\(rendered.width)px;height=\(rendered.height)px"
        + ":\(Base64.text(rendered.bytes))\u{7}\n"
    case .blocks: return heading + TerminalBlocks.text(try Self.pixels(rendered))
    case .sixel: return heading + Sixels.text(try Self.pixels(rendered)) + "\n"
    }
  }

  /// PNG in pieces of 4,096 bytes, as the protocol demands (a=T: show at once, f=100: PNG, q=2: no replies).
  private static func kitty(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    var result = ""
    var isFirst = true
    repeat {
      let piece = rest.prefix(4_096)
      rest = rest.dropFirst(4_096)
      let keys = (isFirst ? "a=T,f=100,q=2," : "") + "m=\(rest.isEmpty ? 0 : 1)"
      result += "\u{1B}_G\(keys);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
      isFirst = false
    } while !rest.isEmpty
    return result
  }

  /// The pixels of a picture that our own encoder wrote: 8-bit red, green, blue and alpha.
  private static func pixels(_ rendered: RenderedDocument) throws(ImageError) -> PixelBuffer {
    let source = try ImageSource(bytes: rendered.bytes, name: "picture", .init(allowedFormats: ["png"]))
    let pixels = try source.image(at: 0).pixels
    if pixels.format == .rgba8 { return pixels }
    let channels = pixels.format.channelCount
    guard pixels.format.component == .uint8, channels <= 4 else {
      throw ImageError(.unsupported, "a picture of \(pixels.format)")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.size.pixelCount * 4)
    for place in stride(from: 0, to: pixels.bytes.count - channels + 1, by: channels) {
      let color = pixels.format.colorModel == .gray ? [0, 0, 0] : [0, 1, 2]
      for channel in color { bytes.append(pixels.bytes[place + channel]) }
      bytes.append(pixels.format.hasAlpha ? pixels.bytes[place + channels - 1] : 255)
    }
    return try PixelBuffer(size: pixels.size, format: .rgba8, bytes: bytes)
  }
}

/// A picture as lines of half blocks: two pixels a cell. The upper pixel is the character's colour, the lower one
/// the background's.
enum TerminalBlocks {
  /// - Parameter picture: 8-bit red, green, blue and alpha. Pixels that are less than half opaque are not shown.
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

  /// A line whose escape sequences set a colour only where it changes.
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

/// A picture as sixels (DEC STD 070, 6): bands six pixels high. A band has one row of characters for each colour.
enum Sixels {
  /// Steps of red, green and blue each: their 216 colours fit into 256 colour registers.
  private static let steps = 6

  /// - Parameter picture: 8-bit red, green, blue and alpha. Pixels that are less than half opaque are not painted.
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

  /// The nearest colour, with ordered dithering (Bayer, 4 by 4). nil if the pixel is not painted.
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

  /// The characters of a row, run-length encoded: a run of more than three is a count and the character.
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
