package import ByteStreams
package import ImageModel

/// The headers of a JPEG 2000 picture (ISO/IEC 15444-1): a JP2 or JPX file with its boxes (annex I), or a codestream
/// alone (annex A). The compressed data is not read.
package struct JPEG2000Structure: Sendable {
  package struct Component: Hashable, Sendable {
    package var bits: Int
    package var isSigned: Bool
    /// The distance of its samples on the grid of the picture: 1 x 1 without subsampling.
    package var step: PixelSize
  }

  package enum ColorSpace: Hashable, Sendable {
    /// A number of table I.10: 16 sRGB, 17 grey, 18 sYCC, 12 CMYK (JPX).
    case enumerated(Int)
    case icc([UInt8])
  }

  package enum Opacity: Hashable, Sendable { case none, straight, premultiplied }

  package internal(set) var size = PixelSize(width: 0, height: 0)
  package internal(set) var components: [Component] = []
  /// The boxes of the file itself; empty for a codestream alone.
  package internal(set) var boxes: [ISOBox] = []
  /// The codestream, from SOC on.
  package internal(set) var codestream: Range<UInt64>
  package internal(set) var colorSpace: ColorSpace?
  /// The number of channels that the palette makes of one component.
  package internal(set) var paletteChannels: Int?
  package internal(set) var opacity = Opacity.none
  package internal(set) var resolution: Resolution?
  package internal(set) var diagnostics: [Diagnostic] = []

  /// The number of channels for colours.
  package var colorChannels: Int { (paletteChannels ?? components.count) - (opacity == .none ? 0 : 1) }

  package var isSubsampled: Bool { components.contains { $0.step != PixelSize(width: 1, height: 1) } }

  /// - Throws: `invalidData` where the header is damaged or there is no codestream; `limitExceeded`; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> JPEG2000Structure {
    var structure = JPEG2000Structure(codestream: 0..<source.size)
    if try source.bytes(at: 0, count: 4) != [0xFF, 0x4F, 0xFF, 0x51] {
      try structure.readBoxes(source, limits)
    }
    try structure.readSize(source, limits)
    // EOC (table A.7).
    if try source.bytes(at: structure.codestream.upperBound - 2, count: 2) != [0xFF, 0xD9] {
      structure.diagnostics.append(.warning("the data has no end: a part of the picture may be missing"))
    }
    return structure
  }

  /// What the headers say about the picture.
  package var imageInfo: ImageInfo {
    var info = ImageInfo(
      size: size, colorModel: colorModel, bitsPerSample: components.map(\.bits).max() ?? 8,
      samplesPerPixel: components.count, hasAlpha: opacity != .none)
    info.isPremultiplied = opacity == .premultiplied
    info.resolution = resolution
    info.compression = "JPEG 2000"
    if case .icc(let bytes)? = colorSpace { info.profile = ColorProfile(.icc(bytes)) }
    return info
  }

  private var colorModel: ImageInfo.StoredColorModel {
    if paletteChannels != nil { return .palette }
    if colorSpace == .enumerated(18) { return .ycbcr }
    return switch colorChannels {
    case 1: .gray
    case 3: .rgb
    case 4: .cmyk
    default: .other
    }
  }

  static func error(_ reason: String) -> ImageError { ImageError(.invalidData, reason, format: "JPEG 2000") }

  /// SIZ (A.5.1), which follows SOC.
  private mutating func readSize(_ source: any ByteSource, _ limits: Limits) throws(ImageError) {
    let start = codestream.lowerBound
    guard codestream.count > 42, let head = try source.exactBytes(at: start, count: 42),
      head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    else { throw Self.error("the codestream does not begin with its size") }
    func number(_ place: Int) -> Int { Int(bigEndianBytes: head[place..<place + 4]) }
    let (width, height) = (number(8) - number(16), number(12) - number(20))
    guard width > 0, height > 0 else { throw Self.error("declares an empty picture") }
    size = PixelSize(width: width, height: height)
    try limits.check(size, streamed: false, format: "JPEG 2000")
    let count = Int(bigEndianBytes: head[40..<42])
    guard count <= limits.maxSamplesPerPixel else {
      throw limits.exceeded(
        "declares \(count) samples per pixel", name: "max-samples-per-pixel", value: limits.maxSamplesPerPixel,
        format: "JPEG 2000")
    }
    guard count > 0, let fields = try source.exactBytes(at: start + 42, count: 3 * count) else {
      throw Self.error("the components are missing")
    }
    components = (0..<count).map { index in
      let field = fields[3 * index..<3 * index + 3].map { Int($0) }
      return Component(
        bits: field[0] & 0x7F + 1, isSigned: field[0] & 0x80 != 0, step: PixelSize(width: field[1], height: field[2]))
    }
  }
}
