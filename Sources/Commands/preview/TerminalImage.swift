internal import ArgumentParser
internal import ByteStreams
internal import CommandKit
internal import Glibc
internal import ImageModel
internal import Imaging
internal import ProviderHost
internal import StructuredText

/// Pictures in a terminal.
struct TerminalImage: Sendable {
  /// How a terminal takes a picture.
  enum Way: String, CaseIterable, Hashable, Sendable {
    /// The graphics protocol of kitty.
    case kitty
    /// The inline images of iTerm2.
    case iterm
    /// DEC's sixels.
    case sixel
    /// Half blocks (U+2580) in 24-bit colours: every terminal of today.
    case blocks
  }

  let way: Way
  /// Columns and lines of the terminal.
  let columns: Int
  let rows: Int

  /// The terminal on standard output.
  ///
  /// - Throws: `ValidationError` where there is none and no way is named.
  static func terminal(_ choice: RenderOptions.ShowChoice) throws -> TerminalImage {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    let (columns, rows) = isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 25)
    if case .way(let way) = choice { return TerminalImage(way: way, columns: columns, rows: rows) }
    guard isatty(STDOUT_FILENO) == 1 else {
      throw ValidationError("standard output is no terminal; --show=blocks and its like show without one")
    }
    func variable(_ name: String) -> String { getenv(name).map { PathText.text($0) } ?? "" }
    let names = ["TERM", "TERM_PROGRAM", "KITTY_WINDOW_ID", "TMUX", "STY"]
    let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, variable($0)) })
    return TerminalImage(way: way(environment), columns: columns, rows: rows)
  }

  /// What a terminal can show, by what it says of itself in the environment. Multiplexers pass nothing but text on.
  static func way(_ environment: [String: String]) -> Way {
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

  /// The picture to ask for.
  ///
  /// - Parameter isDefault: whether the user named no size: then one that fills much of the terminal is taken.
  func size(for want: Want, isDefault: Bool) -> PixelSize {
    guard way == .blocks else { return isDefault ? .init(width: 512, height: 512) : want.size }
    // A cell shows two pixels, one above the other.
    let (width, height) = (max(8, columns), max(8, (rows - 2) * 2))
    if isDefault { return .init(width: width, height: height) }
    return .init(width: min(width, want.size.width), height: min(height, want.size.height))
  }

  /// What shows a picture, with its name above.
  func text(_ made: Deliverable, name: String?) throws(ImageError) -> String {
    let heading = name.map { PrintableText.escaped($0) + "\n" } ?? ""
    switch way {
    case .kitty: return heading + Self.kitty(Base64.text(made.bytes)) + "\n"
    case .iterm:
      return heading
        + "\u{1B}]1337;File=inline=1;size=\(made.bytes.count);width=\(made.width)px;height=\(made.height)px"
        + ":\(Base64.text(made.bytes))\u{7}\n"
    case .blocks: return heading + TerminalBlocks.text(try Self.pixels(made))
    case .sixel: return heading + Sixels.text(try Self.pixels(made)) + "\n"
    }
  }

  /// PNG in pieces of 4,096 bytes, as the protocol wants it (a=T: show at once, f=100: PNG, q=2: say nothing).
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
  private static func pixels(_ made: Deliverable) throws(ImageError) -> PixelBuffer {
    let source = try ImageSource(bytes: made.bytes, name: "picture", .init(allowedFormats: ["png"]))
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
