internal import CodecKit
public import ImageModel
internal import ImageOps
public import MetadataModel

/// Makes one thumbnail. `thumb` runs one job for each input.
public struct ThumbnailJob: Sendable {
  public var input: JobInput
  public var output: JobOutput
  /// By default 256 pixels on the long side.
  public var thumbnail = RenderOptions(size: .longSide(256))
  /// Sizes that replace that of `thumbnail`, for a file each: the output's name depends on its size. The picture is
  /// decoded once.
  public var sizes: [SizeRequest] = []
  /// Whether the report has a placeholder: a text that stands for the blurred picture (BlurHash).
  public var makesPlaceholder = false
  /// Whether the report has the colours that the picture has most of.
  public var findsColors = false
  /// The name of a format that can be written, or `same` (the input's). nil: PNG if the header says that the picture
  /// has transparency and no background is set, otherwise JPEG.
  public var format: String?
  /// From 1 to 100, for formats with lossy compression; with `maxBytes` the greatest that is tried. nil: 60 for AVIF
  /// and HEIC, 80 for the others, whose scales differ from theirs; with `maxBytes` 100.
  public var quality: Int?
  /// The greatest length of the file in bytes. The quality is as high as it allows.
  public var maxBytes: Int?
  /// The metadata that is carried over. The profile is left out where the pixels do not need it, and without it they
  /// are converted to sRGB.
  public var keep = MetadataSelection.icc
  /// Which image is shown.
  public enum Page: Hashable, Sendable {
    /// The primary image; in an animation the first frame.
    case primary
    /// Counted from 1.
    case number(Int)
    /// The one with the most information: `ImageSource.mostInformativeIndex`.
    case automatic
  }

  public var page = Page.primary
  /// Whether an animation stays an animation, if the format can hold it.
  public var keepsAnimation = false

  /// Makes further overlays for the image that is shown.
  package var drawOverlays: OverlayDrawing?

  public init(input: JobInput, output: JobOutput) {
    self.input = input
    self.output = output
  }

  /// Does the work.
  ///
  /// - Returns: the report. It contains an error if some of the files were written and others failed.
  /// - Throws: `ImageError` with the path of the input or output at fault. No output remains then.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    var report = try makeThumbnails(in: environment)
    report.setFileTimes(in: environment)
    return report
  }

  private func makeThumbnails(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    let source = try ImageSource(input, in: environment)
    let index = page == .automatic ? try source.mostInformativeIndex() : firstIndex(of: source)
    let info = try source.info(at: index)
    let descriptor = try ImageDestination.descriptor(format: formatName(for: source), path: nil)
    let isAnimated = keepsAnimation && source.animation != nil && descriptor.holdsFrames
    var options = ImageDestination.ImageOptions()
    options.quality = quality ?? (maxBytes == nil ? descriptor.thumbnailQuality : 100)
    options.orientation = thumbnail.applyOrientation ? .apply : .keep
    options.metadata = keep
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    var variants = OutputVariants(
      input: input, source: source, output: try output.named(byHashOf: source), index: index, environment: environment)
    variants.maxBytes = maxBytes
    var overlays = thumbnail.finish.overlays
    if let drawn = try drawOverlays?(source, index) {
      overlays += drawn.overlays
      report.diagnostics += drawn.diagnostics
    }
    for size in sizes.isEmpty ? [thumbnail.size] : sizes.map(Optional.some) {
      var render = thumbnail
      render.size = size
      // A drawing has no natural size: it fills the box as far as it was drawn smaller.
      if source.isOfDocument, render.fit != .inside { render.enlarge = true }
      render.finish.overlays = overlays
      options.thumbnail = render
      try variants.add(options, descriptor, into: &report)
    }
    source.keepsRows =
      maxBytes != nil || variants.all.count > 1 || makesPlaceholder || findsColors || thumbnail.position.followsDetail
      || thumbnail.finish.readsPicture
    try variants.write(into: &report) { _ in isAnimated ? Array(0..<source.count) : [index] }
    if makesPlaceholder || findsColors, report.error == nil, let variant = variants.largest, !environment.files.dryRun {
      do throws(ImageError) {
        if makesPlaceholder { report.placeholder = try source.placeholder(at: index, variant.options) }
        if findsColors { report.colors = try source.dominantColors(at: index, variant.options) }
      } catch {
        report.error = error
      }
    }
    return report
  }

  /// The index of the image that is shown, if it is known without decoding; else that of the primary one.
  private func firstIndex(of source: ImageSource) -> Int {
    if case .number(let page) = page, !source.isOfDocument { return page - 1 }
    return source.primaryIndex
  }

  /// The format that is written.
  package func formatName(for source: ImageSource) throws(ImageError) -> String {
    switch format {
    case nil where keepsAnimation && source.animation != nil:
      return ImageDestination.holdsFrames(format: source.format) ? source.format : "webp"
    case nil:
      let info = try source.info(at: firstIndex(of: source))
      return thumbnail.keepsTransparency(info.hasAlpha) ? "png" : "jpeg"
    case "same": return source.format
    case let name?: return name
    }
  }
}
