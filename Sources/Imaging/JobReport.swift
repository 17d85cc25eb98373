internal import ByteStreams
internal import Digests
public import ImageModel

/// The result of a job.
public struct JobReport: Hashable, Sendable {
  /// Why a job did not write an output.
  public enum Skip: String, Hashable, Sendable {
    /// The output exists, and existing files are skipped.
    case exists
    /// The output is not older than the input.
    case upToDate = "up-to-date"
    /// The output is the input, and there is nothing to change in it.
    case unchanged
    /// Nothing is written in this run.
    case dryRun = "dry-run"
  }

  /// One output: written, or skipped with a reason.
  public struct Output: Hashable, Sendable {
    public var path: String
    /// The format's name: `jpeg`.
    public var format: String
    public var size: PixelSize
    public var byteCount: UInt64
    /// The number of images in the file.
    public var imageCount = 1
    /// Whether the picture is the preview that is embedded in the input.
    public var isEmbeddedPreview = false
    /// Whether the picture is the input's compressed data, copied or repacked without loss.
    public var isCopied = false
    /// Whether the picture was written without loss, because that was asked for and nothing was lost.
    public var isLossless = false
    /// The quality that was chosen for a greatest length of the file; nil if no quality was chosen.
    public var quality: Int?
    public var skipped: Skip?

    public init(path: String, format: String, size: PixelSize, byteCount: UInt64, skipped: Skip? = nil) {
      self.path = path
      self.format = format
      self.size = size
      self.byteCount = byteCount
      self.skipped = skipped
    }

    /// The SHA-256 of the file's bytes, as 64 hexadecimal digits.
    ///
    /// - Throws: `unsupported` where libcrypto cannot be loaded; `io`.
    package func sha256() throws(ImageError) -> String {
      Hexadecimal.text(try SHA256.digest(of: try FileByteSource(path: path)))
    }
  }

  /// A picture in a sheet (`PictureSheet`).
  public struct Sprite: Hashable, Sendable {
    /// The name of its file. An image of a file with several has its number before the suffix: `walk_2.gif`.
    public var name: String
    /// Where it lies in the sheet.
    public var place: PixelRect

    public init(name: String, place: PixelRect) {
      self.name = name
      self.place = place
    }
  }

  public var input: String
  /// The other inputs, if the images of several are in one output. What follows is about the first.
  public var furtherInputs: [String] = []
  /// The input's format: `jpeg`.
  public var inputFormat: String
  /// The size of the input's picture as it is stored, in pixels: its orientation is not applied.
  public var inputSize: PixelSize
  public var inputByteCount: UInt64
  public var outputs: [Output] = []
  /// The pictures in a sheet that was written.
  public var sprites: [Sprite] = []
  /// A text that stands for the blurred picture (BlurHash), if it was asked for.
  public var placeholder: String?
  /// The colours that the picture has most of, if they were asked for.
  public var colors: [Color]?
  /// How the picture differs from another one, if that was asked for.
  public var comparison: PictureComparison?
  /// For a change of metadata, the changes in words: `set exif.Artist`.
  public var changes: [String] = []
  /// Notes and warnings, in the order in which they occurred.
  public var diagnostics: [Diagnostic] = []

  /// The first error of a job that has written some of its outputs.
  public var error: ImageError?

  public init(input: String, inputFormat: String, inputSize: PixelSize, inputByteCount: UInt64) {
    self.input = input
    self.inputFormat = inputFormat
    self.inputSize = inputSize
    self.inputByteCount = inputByteCount
  }
}
