internal import CodecKit
public import ImageModel
internal import MetadataModel

/// Makes one thumbnail. `thumb` runs one job for each input.
public struct ThumbnailJob: Sendable {
  /// Which metadata a thumbnail keeps.
  public enum Keep: String, Hashable, Sendable, CaseIterable {
    /// Nothing; pixels are converted to sRGB.
    case none
    /// The ICC profile, if the pixels need it.
    case icc
    /// All that the format can hold.
    case all
  }

  public var input: JobInput
  public var output: JobOutput
  /// By default 256 pixels on the long side.
  public var thumbnail = RenderOptions(size: .longSide(256))
  /// `jpeg`, `png`, `tiff` or `same` (the input's). nil: PNG if the header says that the picture has transparency and
  /// no background is set, otherwise JPEG.
  public var format: String?
  /// For JPEG and WebP; with `maxBytes` the greatest that is tried.
  public var quality = 80
  /// The greatest length of the file in bytes. The quality is as high as it allows.
  public var maxBytes: Int?
  public var keep = Keep.icc
  /// Which image is shown.
  public enum Page: Hashable, Sendable {
    /// The primary one: of an animation the first frame.
    case primary
    /// Counted from 1.
    case number(Int)
    /// The one with the most information: `ImageSource.mostInformativeIndex`.
    case automatic
  }

  public var page = Page.primary
  /// Whether an animation stays one, if the format can hold it.
  public var keepsAnimation = false

  public init(input: JobInput, output: JobOutput) {
    self.input = input
    self.output = output
  }

  /// Does the work.
  ///
  /// - Throws: `ImageError` with the path of the input or output at fault. No output remains then.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    let source = try ImageSource(input, in: environment)
    let index = page == .automatic ? try source.mostInformativeIndex() : firstIndex(of: source)
    let info = try source.info(at: index)
    let descriptor = try ImageDestination.descriptor(format: formatName(for: source), path: nil)
    let isAnimated = keepsAnimation && source.animation != nil && descriptor.holdsFrames
    var options = ImageDestination.ImageOptions()
    options.quality = quality
    options.orientation = thumbnail.applyOrientation ? .apply : .keep
    options.metadata = metadata
    options.thumbnail = thumbnail
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    let writer = JobWriter(
      input: input, source: source, output: output, page: index + 1, descriptor: descriptor, environment: environment,
      maxBytes: maxBytes)
    source.keepsRows = maxBytes != nil
    try writer.write(isAnimated ? Array(0..<source.count) : [index], options, into: &report)
    return report
  }

  /// The index of the image that is shown, if it is known without decoding; else that of the primary one.
  private func firstIndex(of source: ImageSource) -> Int {
    if case .number(let page) = page { return page - 1 }
    return source.primaryIndex
  }

  /// The format that is written.
  package func formatName(for source: ImageSource) throws(ImageError) -> String {
    switch format {
    case nil where keepsAnimation && source.animation != nil: return source.format
    case nil:
      let info = try source.info(at: firstIndex(of: source))
      return info.hasAlpha && thumbnail.background == nil ? "png" : "jpeg"
    case "same": return source.format
    case let name?: return name
    }
  }

  /// The metadata that is copied.
  private var metadata: MetadataSelection {
    switch keep {
    case .none: []
    case .icc: .icc
    case .all: .all
    }
  }
}
