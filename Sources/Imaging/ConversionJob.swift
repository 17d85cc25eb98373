public import ImageModel

/// Converts one file: what the `imgconv` command runs for each input.
public struct ConversionJob: Sendable {
  /// Which images of the input are converted.
  public enum Pages: Hashable, Sendable {
    /// All where the target can hold several, else the primary one.
    case automatic
    /// One page, counted from 1.
    case one(Int)
    /// All: into one file where the target can hold several, else one file each.
    case all
  }

  public enum OrientationChoice: String, Hashable, Sendable, CaseIterable {
    /// Rows stay as they are, and the orientation travels as metadata.
    case keep
    /// The picture is turned upright.
    case apply
  }

  public var input: JobInput
  public var output: JobOutput
  /// `jpeg`, `png`, `tiff`; nil follows the output's suffix, or is the input's format.
  public var format: String?
  public var quality: Int?
  public var subsampling: String?
  public var compression: String?
  public var interlace = false
  public var progressive = false
  public var tileSize: PixelSize?
  public var bigTIFF: Bool?
  /// The long side is made at most this large.
  public var maximumPixelSize: Int?
  /// 8 or 16 bits a sample; nil keeps what the input has.
  public var depth: Int?
  public var orientation = OrientationChoice.keep
  public var profile = ProfileChoice.keep
  /// Kinds of metadata that are left out: `all`, `exif`, `gps`, `xmp`, `iptc`, `icc`, `comments`, `thumbnail`, ...
  public var strip: [String] = []
  /// Kinds of metadata that are kept although `strip` names them.
  public var keep: [String] = []
  public var background: BackgroundColor?
  public var pages = Pages.automatic

  public init(input: JobInput, output: JobOutput) {
    self.input = input
    self.output = output
  }

  /// Does the work.
  ///
  /// - Throws: `ImageError` with the path of the input or output at fault; no output is left behind then.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    throw ImageError(.unsupported, "conversion is not done yet", path: input.name)
  }
}
