package import ByteStreams
package import ImageModel

/// The header of a bitmap, in a BMP file or in an icon: `BITMAPCOREHEADER` of OS/2 (12 bytes), `BITMAPINFOHEADER` (40),
/// its longer kinds (52, 56), `BITMAPV4HEADER` (108), `BITMAPV5HEADER` (124), and OS/2's second (16 to 64).
package struct BMPHeader: Sendable {
  package enum Compression: Hashable, Sendable {
    case none
    /// Runs of indices of 4 or 8 bits: RLE4, RLE8.
    case runLength
    /// One that is not decoded, by its name.
    case other(String)
  }

  /// One channel of a pixel: which bits of the number that is stored.
  package struct Mask: Hashable, Sendable {
    package var shift = 0
    package var width = 0
  }

  /// The header as it is stored. Its length says which kind it is.
  package let bytes: [UInt8]
  package let size: PixelSize
  /// Whether the first stored row is the top one.
  package let isTopDown: Bool
  package let bitsPerPixel: Int
  package private(set) var compression = Compression.none
  /// Red, green, blue, alpha, where the pixels are not indices. The alpha mask may be empty.
  package private(set) var masks: [Mask] = []
  /// Blue, green and red of each index.
  package private(set) var palette: [[UInt8]] = []
  /// Where the pixels begin.
  package private(set) var dataOffset: UInt64

  /// Reads a header.
  ///
  /// - Parameters:
  ///   - dataOffset: where the pixels begin, if the file says it; otherwise they follow the palette.
  ///   - isIcon: a mask of one bit a pixel follows the pixels, and the declared height includes both.
  /// - Throws: `invalidData` for impossible fields, `unsupported` for an unknown kind of header; `io`.
  package init(
    _ source: any ByteSource, at start: UInt64, dataOffset declaredOffset: UInt64 = 0, isIcon: Bool = false
  ) throws(ImageError) {
    var reader = WindowedReader(source, windowSize: 2_048)
    guard let length = try reader.uint32(at: start, bigEndian: false) else { throw Self.invalid("the header is cut") }
    guard length == 12 || (16...64).contains(length) || length == 108 || length == 124 else {
      throw ImageError(.unsupported, "a header of \(length) bytes", format: "BMP")
    }
    guard let bytes = try reader.bytes(at: start, count: Int(length)) else { throw Self.invalid("the header is cut") }
    self.bytes = bytes
    let isCore = length == 12
    let width = isCore ? Int(Self.uint16(bytes, 4)) : Int(Int32(bitPattern: Self.uint32(bytes, 4)))
    let height = isCore ? Int(Self.uint16(bytes, 6)) : Int(Int32(bitPattern: Self.uint32(bytes, 8)))
    size = PixelSize(width: width, height: isIcon ? abs(height) / 2 : abs(height))
    guard size.width > 0, size.height > 0 else { throw Self.invalid("declares a picture of \(width)x\(height)") }
    isTopDown = height < 0
    bitsPerPixel = Int(Self.uint16(bytes, isCore ? 10 : 14))

    var end = start + UInt64(length)
    let isOS2 = length < 40 || length == 64
    let code = Self.uint32(bytes, 16)
    switch (code, bitsPerPixel) {
    case (0, 1), (0, 2), (0, 4), (0, 8): break
    case (0, 16): masks = try Self.masks([0x7C00, 0x3E0, 0x1F, 0])
    // In icons the fourth byte is alpha.
    case (0, 32) where isIcon: masks = try Self.masks([0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000])
    case (0, 24), (0, 32): masks = try Self.masks([0xFF_0000, 0xFF00, 0xFF, 0])
    case (1, 8), (2, 4): compression = .runLength
    case (3, 16), (3, 32), (6, 16), (6, 32):
      if isOS2 { fallthrough }
      // They follow the shortest of Windows' headers, and are fields of the longer ones.
      var fields = Array(bytes.dropFirst(40))
      if fields.isEmpty {
        fields = try reader.bytes(at: end, count: code == 3 ? 12 : 16) ?? []
        end += UInt64(fields.count)
      }
      guard fields.count >= 12 else { throw Self.invalid("the bit fields are cut") }
      masks = try Self.masks((0..<4).map { Self.uint32(fields, 4 * $0) })
    default:
      let name =
        switch code {
        case 3 where isOS2: "Huffman compression"
        case 4: isOS2 ? "RLE24 compression" : "an embedded JPEG"
        case 5: "an embedded PNG"
        default: "compression \(code)"
        }
      compression = .other("\(name), \(bitsPerPixel) bits a pixel")
    }
    if bitsPerPixel <= 8 {
      // A palette that is declared too long ends where the pixels begin.
      let declared = Int(Self.uint32(bytes, 32))
      let most = 1 << bitsPerPixel
      let size = isCore ? 3 : 4
      var count = declared == 0 ? most : min(declared, most)
      if declaredOffset > end { count = min(count, Int(declaredOffset - end) / size) }
      let colors = try reader.bytes(at: end, count: count * size) ?? []
      palette = stride(from: 0, to: colors.count, by: size).map { Array(colors[$0..<$0 + 3]) }
      end += UInt64((declared == 0 ? most : declared) * size)
    }
    // Some writers leave the field empty.
    dataOffset = declaredOffset == 0 ? end : declaredOffset
  }

  /// The bytes of a stored row.
  package var bytesPerRow: Int { (size.width * bitsPerPixel + 31) / 32 * 4 }

  /// Whether all colours of the palette are greys.
  package var isGray: Bool { !palette.isEmpty && palette.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] } }

  package var hasAlpha: Bool { masks.count == 4 && masks[3].width > 0 }

  package var imageInfo: ImageInfo {
    let isIndexed = masks.isEmpty
    var info = ImageInfo(
      size: size, colorModel: isIndexed ? isGray ? .gray : .palette : .rgb,
      bitsPerSample: isIndexed ? bitsPerPixel : masks.map(\.width).max() ?? 8,
      samplesPerPixel: isIndexed ? 1 : hasAlpha ? 4 : 3, hasAlpha: hasAlpha)
    info.compression = compression == .runLength ? "RLE" : "none"
    let (x, y) = (uint32(24) ?? 0, uint32(28) ?? 0)
    if x > 0, y > 0 { info.resolution = Resolution(x: Double(x), y: Double(y), unit: .meter) }
    return info
  }

  /// The four letters of `bV5CSType`; nil in older headers.
  package var colorSpace: String? { bytes.count >= 108 ? Latin1.text(bytes[56..<60].reversed()) : nil }

  /// A field of the header; nil where the header is shorter.
  package func uint32(_ at: Int) -> UInt32? {
    at + 4 <= bytes.count ? Self.uint32(bytes, at) : nil
  }

  /// The masks of four channels.
  ///
  /// - Throws: `invalidData` where a mask's bits do not lie together.
  private static func masks(_ fields: [UInt32]) throws(ImageError) -> [Mask] {
    var masks: [Mask] = []
    for bits in fields {
      let mask = Mask(shift: bits == 0 ? 0 : bits.trailingZeroBitCount, width: bits.nonzeroBitCount)
      guard mask.width == 0 || mask.shift + mask.width == 32 - bits.leadingZeroBitCount else {
        throw invalid("the bits of a mask do not lie together")
      }
      masks.append(mask)
    }
    return masks
  }

  /// Fields beyond the header are 0.
  private static func uint16(_ bytes: [UInt8], _ at: Int) -> UInt16 {
    at + 2 <= bytes.count ? UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8 : 0
  }

  private static func uint32(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    UInt32(uint16(bytes, at)) | UInt32(uint16(bytes, at + 2)) << 16
  }

  private static func invalid(_ message: String) -> ImageError { ImageError(.invalidData, message, format: "BMP") }
}
