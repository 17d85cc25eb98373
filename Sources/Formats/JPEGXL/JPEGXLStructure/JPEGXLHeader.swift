package import ImageModel

/// The header of a codestream (ISO/IEC 18181-1, annex D): the size and ImageMetadata.
package struct JPEGXLHeader: Hashable, Sendable {
  package struct Depth: Hashable, Sendable {
    package var bits = 8
    /// 0 for integers.
    package var exponentBits = 0
  }

  /// A channel besides the colours.
  package struct ExtraChannel: Hashable, Sendable {
    /// 0 alpha, 1 depth, 2 spot colour, 3 selection, 4 black.
    package var kind = 0
    package var depth = Depth()
    package var isPremultiplied = false
  }

  package struct Animation: Hashable, Sendable {
    package var ticksPerSecond: Double
    /// 0 for ever.
    package var loopCount: Int
  }

  package var size: PixelSize
  package var orientation = Orientation.up
  package var animation: Animation?
  package var depth = Depth()
  package var extraChannels: [ExtraChannel] = []
  /// Whether the colours are stored as XYB, which only lossy pictures are.
  package var isXYB = true
  package var isGray = false
  package var hasProfile = false
  /// The meaning of the colours; nil if a profile or other numbers state it.
  package var codePoints: CodePoints? = CodePoints(primaries: 1, transfer: 13)

  /// Where fields lie, in bits from the beginning of the codestream on.
  struct Layout: Hashable, Sendable {
    /// The flag that says that all fields of ImageMetadata have their defaults, and whether it is set.
    var metadata = 0
    var isDefault = true
    /// The three bits of the orientation; nil where they are left out.
    var orientation: Int?
    /// The end of the colours.
    var colors = 0
    /// The end of the header, after which the next byte begins; nil where a compressed profile follows, and where it is
    /// cut off.
    var end: Int?
  }
  private(set) var layout = Layout()

  package var alpha: ExtraChannel? { extraChannels.first { $0.kind == 0 } }

  /// - Throws: `invalidData` where the header ends too early or has impossible values.
  init(_ codestream: [UInt8]) throws(ImageError) {
    var bits = BitReader(codestream)
    _ = bits.number(16)
    size = bits.size()
    layout.metadata = bits.position
    layout.isDefault = bits.flag()
    if !layout.isDefault { readMetadata(&bits) }
    guard !bits.isExhausted, size.width > 0, size.height > 0 else {
      throw ImageError(.invalidData, "the header is cut short or damaged", format: "JPEG XL")
    }
    guard !hasProfile else { return }
    if !layout.isDefault {
      // ToneMapping: two halves, a flag, another half.
      if layout.orientation != nil, !bits.flag() { bits.skip(3 * 16 + 1) }
      bits.skipExtensions()
    }
    bits.skipTransforms(isXYB: isXYB)
    if !bits.isExhausted { layout.end = bits.position }
  }

  private mutating func readMetadata(_ bits: inout BitReader) {
    if bits.flag() {
      layout.orientation = bits.position
      orientation = Orientation(rawValue: bits.number(3) + 1) ?? .up
      if bits.flag() { _ = bits.size() }
      if bits.flag() { bits.skipPreviewSize() }
      if bits.flag() {
        let numerator = bits.choice((100, 0), (1_000, 0), (1, 10), (1, 30))
        let denominator = bits.choice((1, 0), (1_001, 0), (1, 8), (1, 10))
        let loops = bits.choice((0, 0), (0, 3), (0, 16), (0, 32))
        _ = bits.flag()
        animation = Animation(ticksPerSecond: Double(numerator) / Double(denominator), loopCount: loops)
      }
    }
    depth = bits.depth()
    _ = bits.flag()
    let count = bits.choice((0, 0), (1, 0), (2, 4), (1, 12))
    for _ in 0..<count where !bits.isExhausted { extraChannels.append(bits.extraChannel()) }
    isXYB = bits.flag()
    if !bits.flag() { readColors(&bits) }
    layout.colors = bits.position
  }

  /// ColourEncoding.
  private mutating func readColors(_ bits: inout BitReader) {
    codePoints = nil
    hasProfile = bits.flag()
    let space = bits.enumeration()
    isGray = space == 1
    guard !hasProfile else { return }
    defer { _ = bits.enumeration() }
    // XYB has no further fields but the intent.
    guard space != 2 else { return }
    let white = bits.enumeration()
    if white == 2 { bits.skipChromaticity() }
    var primaries = 1
    if !isGray {
      primaries = bits.enumeration()
      if primaries == 2 { for _ in 0..<3 { bits.skipChromaticity() } }
    }
    let hasGamma = bits.flag()
    let transfer = hasGamma ? bits.number(24) : bits.enumeration()
    // 11 are the primaries of P3, which H.273 numbers by their white point.
    guard !hasGamma, white == 1, [1, 9, 11].contains(primaries) else { return }
    codePoints = CodePoints(primaries: primaries == 11 ? 12 : UInt8(primaries), transfer: UInt8(clamping: transfer))
  }
}

/// Reads the fields of the header, the lowest bit of a byte first. After the end everything is 0.
private struct BitReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isExhausted: Bool { position > 8 * bytes.count }

  /// u(n).
  mutating func number(_ count: Int) -> Int {
    var result = 0
    for bit in 0..<count {
      let place = position + bit
      if place / 8 < bytes.count { result |= Int(bytes[place / 8] >> (place % 8) & 1) << bit }
    }
    position += count
    return result
  }

  mutating func flag() -> Bool { number(1) == 1 }

  mutating func skip(_ count: Int) { position += count }

  /// U64, of which 32 bits are more than any header has.
  mutating func longNumber() -> Int {
    switch number(2) {
    case 0: return 0
    case 1: return 1 + number(4)
    case 2: return 17 + number(8)
    default:
      var (value, shift) = (number(12), 12)
      while shift < 60, flag() {
        value |= number(8) << shift
        shift += 8
      }
      if shift == 60, flag() { skip(4) }
      return value
    }
  }

  /// Extensions: the lengths in bits of those that are there, and these.
  mutating func skipExtensions() {
    let present = longNumber()
    guard present != 0 else { return }
    var total = 0
    for bit in 0..<60 where present >> bit & 1 != 0 { total = min(total + longNumber(), 1 << 32) }
    skip(total)
  }

  /// CustomTransformData: the matrix of XYB, and three tables of weights.
  mutating func skipTransforms(isXYB: Bool) {
    guard !flag() else { return }
    if isXYB, !flag() { skip(16 * 16) }
    let tables = number(3)
    for (index, count) in [15, 55, 210].enumerated() where tables >> index & 1 != 0 { skip(16 * count) }
  }

  /// U32: one of four fields, each an offset and a number of bits.
  mutating func choice(_ a: (Int, Int), _ b: (Int, Int), _ c: (Int, Int), _ d: (Int, Int)) -> Int {
    let chosen = [a, b, c, d][number(2)]
    return chosen.0 + number(chosen.1)
  }

  mutating func enumeration() -> Int { choice((0, 0), (1, 0), (2, 4), (18, 6)) }

  /// SizeHeader.
  mutating func size() -> PixelSize {
    let isSmall = flag()
    func side(_ bits: inout BitReader) -> Int {
      isSmall ? 8 * (bits.number(5) + 1) : bits.choice((1, 9), (1, 13), (1, 18), (1, 30))
    }
    let height = side(&self)
    let ratio = number(3)
    return PixelSize(width: ratio == 0 ? side(&self) : Self.width(height, ratio), height: height)
  }

  private static func width(_ height: Int, _ ratio: Int) -> Int {
    let (numerator, denominator) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio - 1]
    return height * numerator / denominator
  }

  /// PreviewHeader.
  mutating func skipPreviewSize() {
    let isDivided = flag()
    func side(_ bits: inout BitReader) {
      _ =
        isDivided
        ? bits.choice((16, 0), (32, 0), (1, 5), (33, 9)) : bits.choice((1, 6), (65, 8), (321, 10), (1_345, 12))
    }
    side(&self)
    if number(3) == 0 { side(&self) }
  }

  /// BitDepth.
  mutating func depth() -> JPEGXLHeader.Depth {
    guard flag() else { return .init(bits: choice((8, 0), (10, 0), (12, 0), (1, 6))) }
    let bits = choice((32, 0), (16, 0), (24, 0), (1, 6))
    return .init(bits: bits, exponentBits: number(4) + 1)
  }

  /// ExtraChannelInfo.
  mutating func extraChannel() -> JPEGXLHeader.ExtraChannel {
    var channel = JPEGXLHeader.ExtraChannel()
    guard !flag() else { return channel }
    channel.kind = enumeration()
    channel.depth = depth()
    _ = choice((0, 0), (3, 0), (4, 0), (1, 3))
    position += 8 * choice((0, 0), (0, 4), (16, 5), (48, 10))
    switch channel.kind {
    case 0: channel.isPremultiplied = flag()
    case 2: position += 4 * 16
    case 5: _ = choice((1, 0), (0, 2), (3, 4), (19, 8))
    default: break
    }
    return channel
  }

  /// Customxy.
  mutating func skipChromaticity() {
    for _ in 0..<2 { _ = choice((0, 19), (524_288, 19), (1_048_576, 20), (2_097_152, 21)) }
  }
}
