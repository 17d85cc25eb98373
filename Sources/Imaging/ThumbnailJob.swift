public import ImageModel

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
    throw ImageError(.unsupported, "thumbnails are not made yet", path: input.name)
  }
}
