public import ImageModel

/// What a job did.
public struct JobReport: Hashable, Sendable {
  /// Why a job did not write.
  public enum Skip: String, Hashable, Sendable {
    /// The output exists, and existing files are to be left alone.
    case exists
    /// The output is not older than the input.
    case upToDate = "up-to-date"
    /// The output is the input, and there is nothing to be changed in it.
    case unchanged
  }

  /// One written file.
  public struct Output: Hashable, Sendable {
    public var path: String
    /// The format's name: `jpeg`.
    public var format: String
    public var size: PixelSize
    public var byteCount: UInt64
    /// The number of images in the file.
    public var imageCount = 1
    public var skipped: Skip?

    public init(path: String, format: String, size: PixelSize, byteCount: UInt64, skipped: Skip? = nil) {
      self.path = path
      self.format = format
      self.size = size
      self.byteCount = byteCount
      self.skipped = skipped
    }
  }

  public var input: String
  /// The input's format: `jpeg`.
  public var inputFormat: String
  /// The size of the input's rows before orientation.
  public var inputSize: PixelSize
  public var inputByteCount: UInt64
  public var outputs: [Output] = []
  /// What was changed in the metadata, in plain words (`set exif.Artist`), where that was the job.
  public var changes: [String] = []
  /// Notes and warnings, in the order in which they came up.
  public var diagnostics: [Diagnostic] = []

  /// What ended the job after some of its outputs were written: they are there.
  public var error: ImageError?

  public init(input: String, inputFormat: String, inputSize: PixelSize, inputByteCount: UInt64) {
    self.input = input
    self.inputFormat = inputFormat
    self.inputSize = inputSize
    self.inputByteCount = inputByteCount
  }
}
