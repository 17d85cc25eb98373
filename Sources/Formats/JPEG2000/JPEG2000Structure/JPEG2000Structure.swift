package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The headers of a JPEG 2000 picture (ISO/IEC 15444-1): a JP2 or JPX file with its boxes (annex I), or a codestream
/// alone (annex A). The compressed data is not read.
package struct JPEG2000Structure: PictureStructure {
  package struct Component: Hashable, Sendable {
    package var bits: Int
    package var isSigned: Bool
    /// The distance of the component's samples on the picture's grid, which has a point for each pixel: 1 x 1 without
    /// subsampling.
    package var step: PixelSize
  }

  package enum ColorSpace: Hashable, Sendable {
    /// A number of table I.10, or of JPX (ISO/IEC 15444-2, table M.25): 16 sRGB, 17 grey, 18 sYCC, 12 CMYK.
    case enumerated(Int)
    case icc([UInt8])
  }

  package enum Opacity: Hashable, Sendable { case none, straight, premultiplied }

  /// A palette (I.5.3.4), column by column.
  package struct Palette: Hashable, Sendable {
    package var columns: [[Int]]
    package var bits: [Int]
  }

  /// A channel (I.5.3.5): a component, or a component that a column of the palette maps.
  package struct Channel: Hashable, Sendable {
    package var component: Int
    package var column: Int?
  }

  /// What a channel means (I.5.3.6).
  struct ChannelDefinition: Hashable, Sendable {
    var channel: Int
    /// 0 for a colour, 1 for opacity, 2 for premultiplied opacity; others have no meaning for the pixels.
    var kind: Int
    /// 0 for the whole picture, else the number of the colour.
    var association: Int
  }

  package internal(set) var size = PixelSize(width: 0, height: 0)
  package internal(set) var components: [Component] = []
  package internal(set) var tiles = Tiles()
  /// The boxes of the file itself; empty for a codestream alone.
  package internal(set) var boxes: [ISOBox] = []
  /// The boxes of the header `jp2h`.
  package internal(set) var headerBoxes: [ISOBox] = []
  /// The codestream, from SOC on.
  package internal(set) var codestream: Range<UInt64>
  package internal(set) var colorSpace: ColorSpace?
  package internal(set) var palette: Palette?
  /// The channels that the header maps; empty where each component is one.
  var mappedChannels: [Channel] = []
  var definitions: [ChannelDefinition] = []
  var codingStyles: [CodingStyle] = []
  /// Where the first part of a tile begins, after the main header.
  var firstTile: UInt64 = 0
  var layers = 1
  package internal(set) var resolution: Resolution?
  package internal(set) var blocks: [MetadataBlock] = []
  package internal(set) var diagnostics: [Diagnostic] = []

  /// Whether the samples of a component do not lie on each point of the file's grid.
  package internal(set) var isSubsampled = false

  /// - Throws: `invalidData` where the header is damaged or there is no codestream; `limitExceeded`; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> JPEG2000Structure {
    var structure = JPEG2000Structure(codestream: 0..<source.size)
    if try source.bytes(at: 0, count: 4) != [0xFF, 0x4F, 0xFF, 0x51] {
      try structure.readBoxes(source, limits)
    }
    try structure.readSize(source, limits)
    structure.checkChannels()
    try structure.readMainHeader(source, limits)
    // EOC (table A.7).
    if try source.bytes(at: structure.codestream.upperBound - 2, count: 2) != [0xFF, 0xD9] {
      structure.diagnostics.append(.warning("the data has no end: a part of the picture may be missing"))
    }
    return structure
  }

  /// What the headers say about the picture.
  package var imageInfo: ImageInfo {
    var info = ImageInfo(
      size: size, colorModel: storedModel, bitsPerSample: components.map(\.bits).max() ?? 8,
      samplesPerPixel: components.count, hasAlpha: alphaChannel != nil)
    if components.contains(where: \.isSigned) { info.sampleFormat = .signed }
    info.isPremultiplied = alphaChannel != nil && alpha == .premultiplied
    info.resolution = resolution
    info.compression = "JPEG 2000"
    if tiles.count > 1 { info.tileSize = tiles.size }
    info.profile = profile
    return info
  }

  static func error(_ reason: String) -> ImageError { ImageError(.invalidData, reason, format: "JPEG 2000") }
}
