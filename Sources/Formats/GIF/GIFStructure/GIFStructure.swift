package import ByteStreams
package import ImageModel
internal import MetadataModel

/// The parts of a GIF file other than its pixels (GIF89a specification): the screen, the frames' places and times, and
/// the unparsed metadata.
///
/// Damage after the first frame's header is not an error: intact parts are delivered, and `diagnostics` lists the
/// others.
package struct GIFStructure: PictureStructure {
  package struct Frame: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var size: PixelSize
    package var isInterlaced: Bool
    /// The range of the table in the file, triples of red, green and blue; the global one, or the frame's own. nil
    /// where there is none.
    package var colorTable: Range<UInt64>?
    /// The index of the transparent colour.
    package var transparentIndex: Int?
    /// In hundredths of a second.
    package var delay: Int
    /// Clause 23. The background colour is not used where a rectangle is cleared, as in browsers.
    package var disposal: FrameDisposal
    /// From the image descriptor to the end of the data.
    package var data: Range<UInt64>
    /// The offset of the first sub-block of the data, after the code size.
    package var dataStart: UInt64

    package var rect: PixelRect { PixelRect(x: x, y: y, size: size) }
  }

  /// A block that is not a part of a frame: an extension.
  package struct Extension: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case comment, xmp, icc, loop, plainText, other }
    package var kind: Kind
    package var range: Range<UInt64>
  }

  /// `87a` or `89a`.
  package internal(set) var version: String
  /// The logical screen. It is enlarged where the first frame is larger.
  package internal(set) var size: PixelSize
  /// The size that the header declares.
  package internal(set) var declaredSize: PixelSize
  /// The packed field of the screen's descriptor.
  package internal(set) var screenFlags: UInt8
  package internal(set) var backgroundIndex: Int
  /// The field for the aspect ratio of a pixel; 0 says nothing, other values mean (n + 15) / 64.
  package internal(set) var aspectCode: Int
  /// The range of the global colour table in the file.
  package internal(set) var globalColorTable: Range<UInt64>?
  package internal(set) var frames: [Frame] = []
  /// How often an animation is repeated; 0 is for ever, nil never.
  package internal(set) var loopCount: Int?
  package internal(set) var extensions: [Extension] = []
  package internal(set) var blocks: [MetadataBlock] = []
  /// The end of the last block that was read.
  package internal(set) var end: UInt64
  /// Whether the file was read to its trailer, or ends after a whole block.
  package internal(set) var isComplete = false
  package internal(set) var diagnostics: [Diagnostic] = []

  /// Walks a file's blocks.
  ///
  /// - Throws: `invalidData` where there is no frame; `io`.
  package static func read(_ source: any ByteSource, limits: Limits) throws(ImageError) -> GIFStructure {
    var reader = GIFStructureReader(source, limits: limits)
    return try reader.read()
  }

  package var isAnimated: Bool { frames.count > 1 }

  /// The timing; nil for a still picture.
  package var animation: Animation? {
    guard isAnimated else { return nil }
    return Animation(
      durations: frames.map { Double($0.delay) / 100 }, loopCount: loopCount.map { $0 == 0 ? 0 : $0 + 1 } ?? 1)
  }

  /// Whether some pixels of some frame may be transparent. Pixels that no frame covers are transparent.
  package var hasAlpha: Bool {
    guard let first = frames.first else { return true }
    let isCovered = first.x == 0 && first.y == 0 && first.size.width >= size.width && first.size.height >= size.height
    return !isCovered || first.transparentIndex != nil || isAnimated && first.disposal == .restore
      || frames.dropLast().contains { $0.disposal == .clear }
  }

  /// The ICC profile.
  package var profile: [UInt8]? { blocks.first { $0.kind == .icc }?.bytes }

  package var imageInfo: ImageInfo {
    var info = ImageInfo(
      size: size, colorModel: .palette, bitsPerSample: Int(screenFlags & 7) + 1, samplesPerPixel: 1,
      hasAlpha: hasAlpha)
    info.compression = "LZW"
    info.isProgressive = frames.first?.isInterlaced ?? false
    info.profile = profile.map { .icc($0) }
    if aspectCode != 0 { info.resolution = Resolution(x: 64, y: Double(aspectCode + 15), unit: .none) }
    return info
  }
}
