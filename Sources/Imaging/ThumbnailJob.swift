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
    let output = try output.named(byHashOf: source)
    var writer = JobWriter(
      input: input, source: source, output: output, page: index + 1, descriptor: descriptor, environment: environment,
      maxBytes: maxBytes)
    var overlays = thumbnail.finish.overlays
    if let drawn = try drawOverlays?(source, index) {
      overlays += drawn.overlays
      report.diagnostics += drawn.diagnostics
    }
    let plans = try plans(source, index: index, options, overlays, descriptor, output, into: &report)
    // Before any of them is written. A single one is looked at when it is.
    if plans.count > 1 {
      writer.kept = plans.lazy.compactMap { plan in
        output.path(descriptor.fileExtension, page: index + 1, plan.size, box: plan.options.thumbnail?.size)
      }.first(where: OutputPlacement.isKept)
    }
    source.keepsRows =
      maxBytes != nil || plans.count > 1 || makesPlaceholder || thumbnail.position.followsDetail
      || thumbnail.finish.readsPicture
    for plan in plans {
      do throws(ImageError) {
        try writer.write(isAnimated ? Array(0..<source.count) : [index], plan.options, into: &report)
      } catch {
        // A smaller one may be within the limits.
        report.error = report.error ?? error
        if error.kind == .cancelled { break }
      }
    }
    if report.outputs.isEmpty, let error = report.error { throw error }
    // In the order of their sizes.
    report.outputs.reverse()
    if makesPlaceholder, report.error == nil, let plan = plans.first, !environment.files.dryRun {
      do throws(ImageError) {
        report.placeholder = try placeholder(source, index: index, plan.options)
      } catch {
        report.error = error
      }
    }
    return report
  }

  /// The index of the image that is shown, if it is known without decoding; else that of the primary one.
  private func firstIndex(of source: ImageSource) -> Int {
    if case .number(let page) = page { return page - 1 }
    return source.primaryIndex
  }

  private typealias Plan = (options: ImageDestination.ImageOptions, size: PixelSize)

  /// How each file is made, the largest first, so that its rows are enough for the others.
  ///
  /// - Throws: `usage` for several sizes whose files get the same name.
  private func plans(
    _ source: ImageSource, index: Int, _ options: ImageDestination.ImageOptions, _ overlays: [Overlay],
    _ descriptor: EncoderDescriptor, _ output: JobOutput, into report: inout JobReport
  ) throws(ImageError) -> [Plan] {
    var plans: [Plan] = []
    for size in sizes.isEmpty ? [thumbnail.size] : sizes.map(Optional.some) {
      var options = options
      var render = thumbnail
      render.size = size
      render.finish.overlays = overlays
      options.thumbnail = render
      let size = try ImageDestination.plannedSize(source, index: index, options, descriptor)
      let isMade = plans.contains { plan in
        plan.size == size && (!output.dependsOnBox || plan.options.thumbnail?.size == render.size)
      }
      if isMade {
        report.diagnostics.append(.note("several sizes give \(size) pixels, which are written once"))
        continue
      }
      plans.append((options, size))
    }
    var names: Set<String?> = []
    for plan in plans {
      let name = output.path(
        descriptor.fileExtension, page: index + 1, plan.size, box: plan.options.thumbnail?.size)
      guard names.insert(name).inserted else {
        throw ImageError(
          .usage, "several sizes need {box}, {size} or {width} in the output's name, so that the names differ",
          path: input.name)
      }
    }
    return plans.sorted { $0.size.pixelCount > $1.size.pixelCount }
  }

  /// A small version of the same part of the picture, as a text.
  private func placeholder(
    _ source: ImageSource, index: Int, _ options: ImageDestination.ImageOptions
  ) throws(ImageError) -> String {
    let info = try source.info(at: index)
    var small = options.pipeline(info.size, info.resolution, info.orientation)
    // What is around the picture and over it is left out.
    small.render.removeFinish()
    let size = try small.outputSize(for: info.size)
    let scale = min(1, 32 / Double(size.longSide))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    small.render.size = SizeRequest(width: side(size.width), height: side(size.height))
    if small.render.fit == .inside { small.render.fit = .stretch }
    (small.render.linear, small.render.embedded) = (true, .never)
    small.outputFormat = { _ in .rgb8 }
    let pixels = try source.collect(Renderer.render(source, index: index, small)).pixels
    let isWide = size.width >= size.height
    return BlurHash.text(pixels, columns: isWide ? 4 : 3, rows: isWide ? 3 : 4)
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
