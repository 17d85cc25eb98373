package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The parts of a PNG file other than its pixels: the chunks, the header, and the unparsed metadata.
///
/// Damage is not an error if the values of IHDR are possible: intact parts are delivered, and `diagnostics` lists the
/// others.
package struct PNGStructure: ImageStructure {
  /// How much of a file is walked.
  package enum Scope: Hashable, Sendable {
    /// Up to the first IDAT: all that is needed to decode.
    case untilImageData
    /// To IEND, stepping over image data without reading it.
    case wholeFile
  }

  /// A frame of an animation: what fcTL says (PNG third edition, 11.3.4.2), and the frame's image data.
  package struct Frame: Hashable, Sendable {
    package var rect: PixelRect
    /// In seconds.
    package var duration: Double
    package var disposal: FrameDisposal
    /// Whether the frame is drawn over the canvas, rather than in place of it.
    package var isBlended: Bool
    /// IDAT of a frame that is the still picture, too, else fdAT.
    package var data: [PNGChunk] = []
  }

  package internal(set) var header: PNGHeader
  /// Why the header cannot be trusted: its check value is wrong, or it is not the first chunk. Nothing is decoded then.
  package internal(set) var headerDefect: String?
  /// Whether the file begins with the chunk CgBI, as Xcode writes PNG files for iPhones: IDAT contains a bare Deflate
  /// stream (RFC 1951), colours are in the order blue, green, red, and alpha is premultiplied.
  package internal(set) var isAppleVariant = false
  /// All chunks that were walked, in the order of the file, the first IDAT included.
  package internal(set) var chunks: [PNGChunk] = []
  /// Metadata in the order of the file. Texts are `.text` blocks, XMP is an `.xmp` block, the profile an `.icc` block;
  /// compressed ones are marked as such. Small chunks (tIME, bKGD, sBIT, hIST, ...) are `.other` by their names.
  package internal(set) var blocks: [MetadataBlock] = []
  /// The texts again (XMP left out), with all attributes of their chunks.
  package internal(set) var texts: [PNGText] = []
  /// PLTE: triples of red, green and blue.
  package internal(set) var palette: [UInt8]?
  /// The content of a valid tRNS chunk.
  package internal(set) var transparency: [UInt8]?
  package internal(set) var resolution: Resolution?
  /// The name that iCCP gives to its profile.
  package internal(set) var profileName: String?
  package internal(set) var color = PNGColor()
  /// What acTL declares: the number of frames, and how often they are shown; 0 is for ever.
  package internal(set) var declaredAnimation: (frameCount: Int, loopCount: Int)?
  /// The frames of an animation, as far as they can be read. Only complete for a whole file.
  package internal(set) var frames: [Frame] = []
  package internal(set) var diagnostics: [Diagnostic] = []

  init(header: PNGHeader) {
    self.header = header
  }

  /// Walks a file's chunks.
  ///
  /// Metadata beyond `limits.maxMetadataBlockBytes` or `limits.maxMetadataBytes` is skipped with a warning.
  ///
  /// - Throws: `invalidData` where the signature or a value of IHDR is wrong; `io`.
  package static func read(
    _ source: any ByteSource, limits: Limits, scope: Scope
  ) throws(ImageError) -> PNGStructure {
    var reader = PNGStructureReader(source, limits: limits)
    return try reader.read(scope)
  }

  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> PNGStructure {
    try read(source, limits: limits, scope: .wholeFile)
  }

  package var isAnimated: Bool { frames.count > 1 }

  /// Whether the still picture is none of the frames. Only programs that do not know animations show it.
  package var hidesStill: Bool { frames.first.map { $0.data.first?.isImageData != true } ?? false }

  /// The timing; nil for a still picture.
  package var animation: Animation? {
    guard isAnimated, let declaredAnimation else { return nil }
    return Animation(durations: frames.map(\.duration), loopCount: declaredAnimation.loopCount)
  }

  /// Whether some pixels of some frame may be transparent. Pixels that no frame covers are transparent.
  package var hasAlpha: Bool {
    guard !hasAlphaChannel, transparency == nil else { return true }
    guard isAnimated || hidesStill, let first = frames.first else { return false }
    return first.rect.size != header.size || first.disposal == .restore
      || frames.dropLast().contains { $0.disposal == .clear }
  }

  private var hasAlphaChannel: Bool { header.colorType == .grayAlpha || header.colorType == .rgba }

  package var isPremultiplied: Bool { isAppleVariant && hasAlphaChannel }

  /// Whether no other chunk lies between two IDAT chunks, as the standard demands (5.6). Only meaningful for a whole
  /// file.
  package var imageDataIsConsecutive: Bool {
    guard let first = chunks.firstIndex(where: \.isImageData), let last = chunks.lastIndex(where: \.isImageData) else {
      return true
    }
    return chunks[first...last].allSatisfy(\.isImageData)
  }

  /// The iCCP profile, a zlib stream.
  package var compressedProfile: MetadataBlock? { blocks.first { $0.kind == .icc } }

  /// What the header says about the picture.
  ///
  /// - Parameter iccProfile: the inflated content of `compressedProfile`, which this module cannot inflate; without it
  ///   the info has the profile that the other colour chunks describe.
  package func imageInfo(iccProfile: [UInt8]? = nil) -> ImageInfo {
    var info = ImageInfo(
      size: header.size, colorModel: header.colorType.isGray ? .gray : header.colorType == .palette ? .palette : .rgb,
      bitsPerSample: header.bitDepth, samplesPerPixel: header.colorType.samplesPerPixel, hasAlpha: hasAlpha)
    info.isPremultiplied = isPremultiplied
    info.compression = isAppleVariant ? "bare deflate" : "deflate"
    info.isProgressive = header.isInterlaced
    info.resolution = resolution
    info.profile = color.profile(iccProfile: iccProfile)
    return info
  }
}
