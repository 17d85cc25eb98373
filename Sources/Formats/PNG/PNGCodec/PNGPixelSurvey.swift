internal import CodecKit
internal import ImageModel

/// Examines the pixels of a picture and finds the smallest lossless layout.
struct PNGPixelSurvey {
  /// The layouts that a profile allows: an RGB profile does not fit grey pixels, and a grey profile does not fit a
  /// palette.
  struct Constraints {
    var allowsGray = true
    var allowsPalette = true
  }

  private let format: PixelFormat
  private let constraints: Constraints
  private var isOpaque = true
  private var isGray = true
  /// Whether there are few enough colours for a palette, so far.
  private var hasFewColors: Bool
  private var table = ColorTable()
  /// With more grey levels than these, 8-bit grey is as small as a palette.
  private let maxColors: Int
  private var lastColor: UInt32?

  init(_ format: PixelFormat, constraints: Constraints) {
    self.format = format
    self.constraints = constraints
    hasFewColors = format.component == .uint8
    maxColors = format == .gray8 ? 16 : 256
  }

  /// Whether the layout may still become smaller than the format asks for.
  var mayReduce: Bool {
    (format.hasAlpha && isOpaque) || (format.colorModel == .rgb && isGray && constraints.allowsGray) || hasFewColors
  }

  /// Examines some pixels.
  mutating func observe(_ pixels: UnsafeRawBufferPointer) {
    guard mayReduce else { return }
    if format.component == .uint16 {
      observeWide(pixels)
      return
    }
    let channels = format.channelCount
    var last = lastColor ?? 0
    var isFirst = lastColor == nil
    for start in stride(from: 0, to: pixels.count - channels + 1, by: channels) {
      let color = Self.color(pixels, start, channels)
      if color == last, !isFirst { continue }
      last = color
      isFirst = false
      if color >> 24 != 255 { isOpaque = false }
      if (color ^ (color >> 8)) & 0xFFFF != 0 { isGray = false }
      if hasFewColors, table.insert(color) >= maxColors { hasFewColors = false }
      if !mayReduce { return }
    }
    if !isFirst { lastColor = last }
  }

  private mutating func observeWide(_ pixels: UnsafeRawBufferPointer) {
    let pixelBytes = format.bytesPerPixel
    let isRGB = format.colorModel == .rgb
    func sample(_ at: Int) -> UInt16 { pixels.loadUnaligned(fromByteOffset: at, as: UInt16.self) }
    for start in stride(from: 0, to: pixels.count - pixelBytes + 1, by: pixelBytes) {
      if format.hasAlpha, sample(start + pixelBytes - 2) != 65_535 { isOpaque = false }
      if isRGB, sample(start) != sample(start + 2) || sample(start) != sample(start + 4) { isGray = false }
      if !mayReduce { return }
    }
  }

  /// A pixel as red, green, blue and alpha from the lowest byte on.
  @inline(__always)
  static func color(_ pixels: UnsafeRawBufferPointer, _ start: Int, _ channels: Int) -> UInt32 {
    let first = UInt32(pixels[start])
    switch channels {
    case 1: return first * 0x01_0101 | 0xFF00_0000
    case 2: return first * 0x01_0101 | UInt32(pixels[start + 1]) << 24
    case 3: return first | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start + 2]) << 16 | 0xFF00_0000
    default:
      return first | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start + 2]) << 16
        | UInt32(pixels[start + 3]) << 24
    }
  }

  /// The smallest layout for all pixels that were seen.
  func layout(for size: PixelSize) -> PNGPixelLayout {
    let gray = (format.colorModel == .gray || isGray) && constraints.allowsGray
    let hasAlpha = format.hasAlpha && !isOpaque
    var best = PNGPixelLayout(isGray: gray, hasAlpha: hasAlpha, bitDepth: format.component == .uint16 ? 16 : 8)
    guard hasFewColors else { return best }
    if gray, !hasAlpha { best.bitDepth = grayDepth }
    guard constraints.allowsPalette else { return best }
    let indexed = PNGPixelLayout(colors: table.colors)
    return indexed.cost(size) < best.cost(size) ? indexed : best
  }

  /// The smallest depth whose levels include all greys that were seen.
  private var grayDepth: Int {
    [(1, 255), (2, 85), (4, 17)].first { _, step in table.colors.allSatisfy { Int($0 & 0xFF) % step == 0 } }?.0 ?? 8
  }
}
