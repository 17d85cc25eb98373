public import ImageModel
internal import MetadataModel

/// Makes one thumbnail: what the `thumb` command runs for each input.
public struct ThumbnailJob: Sendable {
  /// Which metadata a thumbnail keeps.
  public enum Keep: String, Hashable, Sendable, CaseIterable {
    /// Nothing; pixels are converted to sRGB.
    case none
    /// The ICC profile, where the pixels need it.
    case icc
    /// All that the format can hold.
    case all
  }

  public var input: JobInput
  public var output: JobOutput
  public var size = SizeRequest.longSide(256)
  public var fit = FitMode.inside
  public var position = CropPosition.center
  /// Whether small pictures are made larger.
  public var enlarge = false
  /// `jpeg`, `png`, `tiff`, `same` (the input's); nil is JPEG, or PNG when the header says that there is transparency.
  public var format: String?
  /// For JPEG.
  public var quality = 80
  /// nil keeps transparency where the format can, and flattens on white where it cannot.
  public var background: BackgroundColor?
  public var profile = ProfileChoice.sRGB
  public var keep = Keep.icc
  /// Whether the picture is turned upright.
  public var rotate = true
  public var embedded = EmbeddedPreviewUse.auto
  public var kernel = ResamplingKernel.lanczos3
  /// Whether pixels are averaged as light rather than as sRGB values.
  public var linear = false
  /// The page, counted from 1; nil is the primary one.
  public var page: Int?

  public init(input: JobInput, output: JobOutput) {
    self.input = input
    self.output = output
  }

  /// Does the work.
  ///
  /// - Throws: `ImageError` with the path of the input or output at fault; no output is left behind then.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    let source = try ImageSource(input, in: environment)
    let index = page.map { $0 - 1 } ?? source.primaryIndex
    let info = try source.info(at: index)
    let descriptor = try ImageDestination.descriptor(format: formatName(info, of: source), path: nil)
    var options = ImageDestination.ImageOptions()
    options.quality = quality
    options.orientation = rotate ? .apply : .keep
    options.metadata = metadata
    options.thumbnail = thumbnailOptions
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    let writer = JobWriter(
      input: input, source: source, output: output, page: index + 1, descriptor: descriptor, environment: environment)
    try writer.write([index], options, into: &report)
    return report
  }

  /// The format that is written: nil means JPEG, or PNG for a picture with transparency.
  private func formatName(_ info: ImageInfo, of source: ImageSource) -> String {
    switch format {
    case nil: info.hasAlpha && background == nil ? "png" : "jpeg"
    case "same": source.format
    case let name?: name
    }
  }

  /// Thumbnails keep no metadata but the profile unless all is asked for.
  private var metadata: MetadataSelection {
    switch keep {
    case .none: []
    case .icc: .icc
    case .all: .all
    }
  }

  private var thumbnailOptions: ImageSource.ThumbnailOptions {
    var options = ImageSource.ThumbnailOptions(size: size)
    options.fit = fit
    options.position = position
    options.enlarge = enlarge
    options.applyOrientation = rotate
    options.embedded = embedded
    options.kernel = kernel
    options.linear = linear
    options.profile = profile
    options.background = background
    return options
  }
}
