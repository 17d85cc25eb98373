/// The resources that one input may use. All code that reads input takes limits, and checks declared sizes before it
/// allocates memory.
public struct Limits: Hashable, Sendable {
  /// Pixels of the declared size of one image.
  public var maxPixels = 268_402_689
  /// Pixels of all frames of an animation that are decoded: 1,000 of 1920 x 1080, and some more.
  public var maxAnimationPixels = 2 << 30
  /// Pixels along one axis where the format's decoder keeps whole rows or the whole image.
  public var maxAxis = 65_535
  /// Pixels along one axis of a PNG or TIFF that is decoded row by row.
  public var maxStreamedAxis = 1_000_000
  /// Bytes of working memory for one file. It sets `maxEncodingMemory`, too.
  public var maxMemory = 512 << 20 { didSet { maxEncodingMemory = maxMemory } }
  /// The same while a picture is encoded by a library that needs it as a whole, and several times its size: by default
  /// enough for 48 megapixels in every format.
  public var maxEncodingMemory = 4 << 30
  /// Bytes that are read from a pipe.
  public var maxInputBytes = 4 << 30
  /// Scans of a JPEG file.
  public var maxScans = 100
  /// Warnings from libpng before decoding stops, and warnings about metadata that are listed.
  public var maxWarnings = 100
  /// Bytes of all metadata of one file.
  public var maxMetadataBytes = 64 << 20
  /// Bytes of one block of metadata, after decompression.
  public var maxMetadataBlockBytes = 16 << 20
  /// Depth of nested TIFF directories.
  public var maxDirectoryDepth = 8
  /// Entries of one TIFF directory.
  public var maxDirectoryEntries = 4_096
  /// Images in one file.
  public var maxImages = 1_000
  /// Samples of one pixel.
  public var maxSamplesPerPixel = 64
  /// Bytes of `maxMemory` that earlier stages of the work on a file hold.
  package private(set) var heldMemory = 0

  /// The defaults. docs/threat-model.md gives the reasons for them.
  public init() {}

  /// The defaults, under a name that reads well as an argument.
  public static let standard = Limits()
}

extension Limits {
  /// Checks a declared size.
  ///
  /// - Parameter streamed: whether memory grows with the width only, which allows longer axes.
  /// - Throws: `ImageError` of kind `invalidData` for an empty size and `limitExceeded` for too large a one.
  public func check(_ size: PixelSize, streamed: Bool, format: String) throws(ImageError) {
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.invalidData, "declares an empty picture of \(size)", format: format)
    }
    let axis = streamed ? max(maxAxis, maxStreamedAxis) : maxAxis
    guard size.longSide <= axis else {
      throw exceeded(
        "declares \(size) pixels", name: streamed ? "max-streamed-axis" : "max-axis", value: axis, format: format)
    }
    guard size.pixelCount <= maxPixels else {
      throw exceeded("declares \(size) pixels", name: "max-pixels", value: maxPixels, format: format)
    }
  }

  /// Checks the size of a picture that becomes larger than its source by what is added around it.
  package func check(result size: PixelSize) throws(ImageError) {
    guard size.pixelCount > maxPixels else { return }
    throw exceeded("would have \(size) pixels", name: "max-pixels", value: maxPixels)
  }

  /// The limits while a picture is encoded as a whole.
  package var encoding: Limits {
    var limits = self
    limits.maxMemory = maxEncodingMemory
    return limits
  }

  /// The working memory in bytes that is left for further stages.
  package var freeMemory: Int { max(0, maxMemory - heldMemory) }

  /// The limits for a stage after others, which hold some of the working memory.
  package func holding(_ bytes: Int) -> Limits {
    var limits = self
    limits.heldMemory += min(max(0, bytes), maxMemory)
    return limits
  }

  /// Checks an amount of working memory in bytes before it is allocated.
  public func check(memory bytes: Int, for purpose: String, format: String? = nil) throws(ImageError) {
    guard bytes < 0 || bytes > freeMemory else { return }
    let held = heldMemory > 0 ? " beside \(Self.mebibytes(heldMemory)) that are in use" : ""
    let (total, overflow) = bytes.addingReportingOverflow(heldMemory)
    var error = exceeded(
      "needs \(Self.mebibytes(bytes)) for \(purpose)\(held)", name: "max-memory", value: maxMemory, format: format)
    // A sum that overflows is no size of anything.
    if bytes >= 0, !overflow, bytes < 1 << 50 { error.limit?.neededBytes = UInt64(clamping: total) }
    throw error
  }

  /// `985 MiB`, rounded up.
  private static func mebibytes(_ bytes: Int) -> String {
    bytes >= 0 && bytes < 1 << 50 ? "\((bytes + 1 << 20 - 1) >> 20) MiB" : "more memory than there is"
  }

  /// Checks the work of decoding the first frames of an animation, of which a small file can declare many.
  package func check(frames count: Int, of size: PixelSize) throws(ImageError) {
    let (pixels, overflow) = size.pixelCount.multipliedReportingOverflow(by: count)
    guard overflow || pixels > maxAnimationPixels else { return }
    throw exceeded(
      "the first \(count) frames of \(size) have more pixels than are decoded of an animation",
      name: "max-animation-pixels", value: maxAnimationPixels)
  }

  /// A warning about the frames of an animation beyond `maxImages`; empty where all are read.
  package func leftOut(frames count: Int) -> [Diagnostic] {
    guard count > maxImages else { return [] }
    let hint = "(limit max-images is \(maxImages); raise it with --max-images)"
    return [.warning("of \(count) frames the first \(maxImages) are read \(hint)")]
  }

  /// A warning about a block of metadata that is too large to be read; nil where it may be.
  ///
  /// - Parameter total: the bytes of metadata that have been read before it.
  package func leftOut(_ name: String, bytes count: Int, after total: Int) -> Diagnostic? {
    if count > maxMetadataBlockBytes {
      let hint =
        "(limit max-metadata-block-bytes is \(maxMetadataBlockBytes); raise it with --max-metadata-block-bytes)"
      return .warning("\(name) of \(count) bytes is left out \(hint)")
    }
    guard count > maxMetadataBytes - total else { return nil }
    let hint = "(limit max-metadata-bytes is \(maxMetadataBytes); raise it with --max-metadata-bytes)"
    return .warning("\(name) is left out: there is more metadata than fits \(hint)")
  }

  /// The error for a limit whose option carries the limit's name.
  public func exceeded(_ message: String, name: String, value: Int, format: String? = nil) -> ImageError {
    ImageError(
      .limitExceeded, message, format: format,
      limit: .init(name: name, value: UInt64(clamping: value), option: "--\(name)"))
  }
}
