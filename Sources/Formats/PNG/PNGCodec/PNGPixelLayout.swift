internal import ImageModel

/// How pixels are stored in a PNG file: the colour type, the depth, and the palette.
struct PNGPixelLayout: Hashable {
  /// As in IHDR.
  var colorType: UInt8
  var bitDepth: Int
  /// Red in the lowest byte, then green, blue and alpha; colours that are not opaque come first.
  var palette: [UInt32] = []
  /// The number of colours of the palette that are not opaque.
  var transparentCount = 0

  static let gray: UInt8 = 0
  static let rgb: UInt8 = 2
  static let palette: UInt8 = 3
  static let grayAlpha: UInt8 = 4
  static let rgba: UInt8 = 6

  /// A layout that stores pixels in their own format.
  init(_ format: PixelFormat) {
    self.init(
      isGray: format.colorModel == .gray, hasAlpha: format.hasAlpha, bitDepth: format.component == .uint16 ? 16 : 8)
  }

  init(isGray: Bool, hasAlpha: Bool, bitDepth: Int) {
    switch (isGray, hasAlpha) {
    case (true, false): colorType = Self.gray
    case (true, true): colorType = Self.grayAlpha
    case (false, false): colorType = Self.rgb
    case (false, true): colorType = Self.rgba
    }
    self.bitDepth = bitDepth
  }

  /// The smallest palette for some colours, at most 256.
  init(colors: [UInt32]) {
    colorType = Self.palette
    bitDepth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
    let transparent = colors.filter { $0 >> 24 < 255 }
    palette = transparent + colors.filter { $0 >> 24 == 255 }
    transparentCount = transparent.count
  }

  var samplesPerPixel: Int {
    switch colorType {
    case Self.rgb: 3
    case Self.grayAlpha: 2
    case Self.rgba: 4
    default: 1
    }
  }

  /// Bytes of a row as it is handed to libpng: samples of less than 8 bits take a byte each.
  func bytesPerRow(width: Int) -> Int { width * samplesPerPixel * (bitDepth == 16 ? 2 : 1) }

  /// Bytes that the picture takes before compression, with the palette. Layouts are compared by this number.
  func cost(_ size: PixelSize) -> Int {
    let overhead = palette.isEmpty ? 0 : 12 + 3 * palette.count + (transparentCount > 0 ? 12 + transparentCount : 0)
    return (size.width * samplesPerPixel * bitDepth + 7) / 8 * size.height + overhead
  }
}

/// The distinct colours of a picture, numbered in the order of their first appearance.
struct PNGColorTable {
  private(set) var colors: [UInt32] = []
  /// Open addressing: the number of a colour plus 1, or 0 for an empty place. There are four times as many
  /// places as colours.
  private var places = [UInt16](repeating: 0, count: 1_024)

  init() {}

  init(_ colors: [UInt32]) {
    for color in colors { _ = insert(color) }
  }

  /// The number of a colour, which is added when it is new and there are fewer than 257.
  ///
  /// - Returns: 256 or more when the table is full.
  mutating func insert(_ color: UInt32) -> Int {
    var place = Self.hash(color)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if colors[number] == color { return number }
      place = (place + 1) & 1_023
    }
    if colors.count <= 256 {
      colors.append(color)
      places[place] = UInt16(colors.count)
    }
    return colors.count - 1
  }

  /// The number of a colour; 0 for an unknown one.
  func number(of color: UInt32) -> Int {
    var place = Self.hash(color)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if colors[number] == color { return number }
      place = (place + 1) & 1_023
    }
    return 0
  }

  @inline(__always)
  private static func hash(_ color: UInt32) -> Int { Int((color &* 0x9E37_79B1) >> 22) }
}
