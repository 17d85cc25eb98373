package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The parts of a WebP file other than its pixels: the chunks, the headers of the pictures, and the unparsed metadata.
///
/// Damage after the header of the first picture is not an error: intact parts are delivered, and `diagnostics` lists
/// the others. The source is the WebP Container Specification; RFC 6386 for lossy pictures, and the WebP Lossless
/// Bitstream Specification for the others.
package struct WebPStructure: PictureStructure {
  /// What the header of a picture's data says.
  package struct Picture: Hashable, Sendable {
    package var size: PixelSize
    package var isLossless: Bool
    package var hasAlpha: Bool
    /// The version in a lossy picture's header, 0 to 3.
    package var version: UInt8 = 0
    /// The upscaling of a lossy picture that its header recommends along both axes, 0 to 3. No decoder applies it.
    package var scaleX: UInt8 = 0
    package var scaleY: UInt8 = 0
    /// The chunks of the picture: `ALPH` and `VP8 `, or `VP8L`.
    package var data: Range<UInt64>
  }

  /// A picture of an animation (`ANMF`).
  package struct Frame: Hashable, Sendable {
    /// Where the picture's corner lies on the canvas.
    package var x: Int
    package var y: Int
    package var picture: Picture
    /// In milliseconds.
    package var duration: Int
    /// Whether the picture is drawn over the canvas, rather than in place of it.
    package var isBlended: Bool
    /// Whether its rectangle is cleared before the next frame.
    package var isDisposed: Bool

    func isInside(_ canvas: PixelSize) -> Bool {
      x + picture.size.width <= canvas.width && y + picture.size.height <= canvas.height
    }
  }

  /// The size of the canvas.
  package internal(set) var size: PixelSize
  /// The flags of `VP8X`; nil for a file without it.
  package internal(set) var flags: UInt8?
  /// The still picture, or the picture of the first frame.
  package internal(set) var picture: Picture
  /// The frames of an animation; empty for a still picture.
  package internal(set) var frames: [Frame] = []
  /// How often an animation is shown; 0 is for ever.
  package internal(set) var loopCount = 0
  /// The background that an animation recommends, as blue, green, red and alpha. Viewers ignore it.
  package internal(set) var background: [UInt8] = []
  /// All chunks, those of frames' contents left out.
  package internal(set) var chunks: [WebPChunk] = []
  package internal(set) var blocks: [MetadataBlock] = []
  /// Whether the list has all chunks of the file, and none is cut off.
  package internal(set) var isComplete = true
  package internal(set) var diagnostics: [Diagnostic] = []

  /// Walks a file's chunks.
  ///
  /// - Throws: `invalidData` if no picture has a header that can be read; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> WebPStructure {
    var reader = WebPStructureReader(source, limits: limits)
    return try reader.read()
  }

  package var isAnimated: Bool { !frames.isEmpty }

  /// The timing; nil for a still picture.
  package var animation: Animation? {
    isAnimated ? Animation(durations: frames.map { Double($0.duration) / 1_000 }, loopCount: loopCount) : nil
  }

  /// Whether some pixels may be transparent. Pixels that no frame covers are transparent.
  package var hasAlpha: Bool {
    guard let first = frames.first else { return picture.hasAlpha }
    // The flag in the header only says that a frame is drawn over others.
    return first.picture.hasAlpha || first.picture.size != size || frames.dropLast().contains(where: \.isDisposed)
      || frames.contains { $0.picture.hasAlpha && !$0.isBlended }
  }

  /// The ICC profile.
  package var profile: [UInt8]? { blocks.first { $0.kind == .icc }?.bytes }

  package var imageInfo: ImageInfo {
    var info = ImageInfo(
      size: size, colorModel: picture.isLossless ? .rgb : .ycbcr, bitsPerSample: 8,
      samplesPerPixel: hasAlpha ? 4 : 3, hasAlpha: hasAlpha)
    info.compression = picture.isLossless ? "lossless" : "lossy"
    if !picture.isLossless { info.chromaSubsampling = "4:2:0" }
    info.profile = profile.map { .icc($0) }
    return info
  }
}

/// The bits of `VP8X`.
package enum WebPFlag {
  package static let animation: UInt8 = 0x02
  package static let xmp: UInt8 = 0x04
  package static let exif: UInt8 = 0x08
  package static let alpha: UInt8 = 0x10
  package static let icc: UInt8 = 0x20
}
