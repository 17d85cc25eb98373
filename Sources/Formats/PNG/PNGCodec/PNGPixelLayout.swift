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
