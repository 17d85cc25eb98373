internal import BuiltInCodecs
internal import ByteStreams
internal import CodecKit
internal import ColorManagement
internal import ContentTypes
public import ImageModel
internal import MetadataModel
internal import MetadataWriting

/// Converts one file, or several into one. `imgconv` runs one job for each output.
///
/// If the format stays and no option changes the pixels, their encoding or the choice of pages, the compressed picture
/// is copied and not decoded.
public struct ConversionJob: Sendable {
  /// Which images of the input are converted.
  public enum Pages: Hashable, Sendable {
    /// All pages, or all frames of an animation, if the output can hold them, else the primary one.
    case automatic
    /// One page, counted from 1.
    case one(Int)
    /// All pages: in one file if the output can hold several, else each in its own.
    case all
  }

  public enum OrientationChoice: String, Hashable, Sendable, CaseIterable {
    /// Rows stay as they are, and the orientation is copied as metadata.
    case keep
    /// The picture is turned upright.
    case apply
  }

  public var input: JobInput
  /// Further inputs, whose images follow in the same file: as frames of an animation, as pages, or in a sheet.
  public var furtherInputs: [JobInput] = []
  public var output: JobOutput
  /// Its name, such as `jpeg`; nil: by the output's suffix, or else the input's format.
  public var format: String?
  /// `strip` and `keep` replace its `metadata`.
  public var options = ImageDestination.ImageOptions()
  /// Kinds of metadata that are left out: `all`, `exif`, `gps`, `xmp`, `iptc`, `icc`, `comments`, `thumbnail`, ...
  public var strip: [String] = []
  /// Kinds of metadata that are kept although `strip` names them.
  public var keep: [String] = []
  public var pages = Pages.automatic
  /// An image that belongs to the picture and is converted instead of it: `ImageSource.auxiliary`.
  public var image: String?
  /// The greatest length of the file in bytes. The quality is lowered where the file would be longer. A file that fits
  /// is copied, if nothing else changes the picture.
  public var maxBytes: Int?
  /// The sides of boxes for which each picture is made, in one file: an icon with several sizes.
  public var sizes: [Int] = []
  /// Puts all pictures into one.
  public var sheet: PictureSheet?
  /// Widths in pixels, for a file each: the output's name depends on its size. Those above the picture's own width are
  /// replaced by it. With widths or formats the picture is upright, and decoded once.
  public var widths: [Int] = []
  /// Names of formats, for a file each; they replace `format`.
  public var formats: [String] = []
  /// With widths or formats: whether the report has a placeholder, as that of `ThumbnailJob`.
  public var makesPlaceholder = false
  /// The placeholder of an earlier run. It is reported if all files are up to date.
  package var earlierPlaceholder: String?
  /// Makes further overlays for the first picture that is written, and for each image of several inputs.
  package var drawOverlays: OverlayDrawing?
  /// Whether the picture is encoded again even if it could be copied.
  public var encodesAgain = false

  public init(input: JobInput, output: JobOutput) {
    self.input = input
    self.output = output
  }

  /// Does the work.
  ///
  /// - Returns: the report. It contains an error if a page failed after others had been written to files of their own.
  /// - Throws: `ImageError` with the path of the input or output at fault. No output remains then.
  public func run(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    var report = try work(in: environment)
    report.setFileTimes(in: environment)
    return report
  }

  private func work(in environment: JobEnvironment) throws(ImageError) -> JobReport {
    let joins = !furtherInputs.isEmpty || !sizes.isEmpty || sheet != nil
    if joins, makesVariants {
      throw ImageError(.usage, "several widths or formats are made of one input each", path: input.name)
    }
    let whole = try ImageSource(input, in: environment)
    // Its lock lasts until the file is replaced.
    defer { withExtendedLifetime(whole) {} }
    var source = whole
    if let image { source = try source.auxiliary(image) }
    var options = options
    options.metadata = try MetadataSelection.parse(strip: strip, keep: keep)
    if joins { return try join(source, options, in: environment) }
    return makesVariants
      ? try writeVariants(source, options, in: environment) : try convert(source, options, in: environment)
  }

  /// - Parameter options: with the metadata that is copied.
  private func convert(
    _ source: ImageSource, _ options: ImageDestination.ImageOptions, in environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    var options = options
    let descriptor = try outputDescriptor(for: source)
    let keepsBlocks = descriptor.options(nil).contains(.blocks)
    // They are read more than once.
    source.keepsRows =
      maxBytes != nil || options.trim != nil || options.position.followsDetail || options.finish.readsPicture
    let fits = maxBytes.map { source.byteCount <= UInt64($0) } ?? true
    let keepsPixels = try keepsPixels(of: source)
    if keepsPixels, fits, descriptor.name == source.format, try canBeCopied(source, options.metadata),
      try isKind(of: source, descriptor.fileExtension)
    {
      let copying = copyingJob
      var copy: RewrittenFile?
      do throws(ImageError) {
        copy = try copying.rewritten(source, in: environment)
      } catch {
        guard error.kind == .invalidData || error.kind == .unsupported else { throw error }
        // A format without loss encodes the picture again, except for a damaged picture that would replace its own
        // file.
        let replacesDamage = environment.files.inPlace && error.kind == .invalidData
        guard source.traits.contains(.isExact), !replacesDamage else {
          var hint = error
          if keepsBlocks { hint.message += "; -q keep encodes the picture again" }
          throw hint
        }
      }
      if let copy {
        var report = try copying.write(copy, from: source, in: environment)
        if options.lossless { for index in report.outputs.indices { report.outputs[index].isLossless = true } }
        return report
      }
    }
    var notes: [Diagnostic] = []
    if keepsPixels, let repacker = try repacker(for: source, descriptor) {
      do throws(ImageError) {
        guard options.metadata == .all else {
          throw ImageError(.unsupported, "that would keep the metadata that is left out")
        }
        return try repack(source, by: repacker, for: descriptor, in: environment)
      } catch {
        guard error.kind == .unsupported else { throw error.at(path: input.name) }
        notes = [.note("the picture is encoded again, not repacked without loss: \(error.message)")]
      }
    }
    let first = firstIndex(of: source)
    let info = try source.info(at: first)
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    report.diagnostics = notes
    let losesPixels =
      keepsBlocks || info.compression == "lossy" || descriptor.isLossy && info.compression != "lossless"
    if keepsPixels, fits, source.format == descriptor.name, losesPixels {
      report.diagnostics.append(
        .note("the picture is encoded again: it would look different without its orientation or colour profile"))
    }
    if let drawn = try drawOverlays?(source, first) {
      options.finish.overlays += drawn.overlays
      report.diagnostics += drawn.diagnostics
    }
    let output = try output.named(byHashOf: source)
    func write(_ indices: [Int], page: Int) throws(ImageError) {
      let writer = JobWriter(
        input: input, source: source, output: output, page: page, descriptor: descriptor, environment: environment,
        image: image, maxBytes: maxBytes)
      try writer.write(indices, options, into: &report)
    }
    let holdsAll = descriptor.supportsSeveralImages || descriptor.holdsFrames && source.animation != nil
    switch pages {
    case .one(let page): try write([first], page: page)
    case .automatic:
      let all = holdsAll
      if !all, source.count > 1, environment.files.inPlace {
        throw ImageError(
          .usage, "has \(source.count) images, of which one could be written; the file is kept", path: input.name)
      }
      try write(all ? Array(0..<source.count) : [first], page: first + 1)
      if !all, source.count > 1 {
        report.diagnostics.append(
          .note("only page \(first + 1) of \(source.count) was converted; --page all makes a file of each"))
      }
    case .all where holdsAll && !namesPages:
      try write(Array(0..<source.count), page: 1)
    case .all:
      guard source.count == 1 || namesPages else {
        throw ImageError(
          .usage,
          "has \(source.count) pages, and \(descriptor.name) holds one: the output needs {page} in its name",
          path: input.name)
      }
      for index in 0..<source.count {
        do throws(ImageError) {
          try write([index], page: index + 1)
        } catch {
          guard !report.outputs.isEmpty else { throw error }
          report.error = error
          break
        }
      }
    }
    return report
  }

  /// Whether no option changes pixels, their encoding or the choice of pages.
  private func keepsPixels(of source: ImageSource) throws(ImageError) -> Bool {
    var options = options
    options.metadata = .all
    options.lossless = false
    options.assumesSquarePixels = false
    if options.orientation == .keep { options.orientation = nil }
    // Pictures that are upright are not turned.
    if options.orientation == .apply, try isUpright(source) { options.orientation = nil }
    // The file is a document then, not the picture that was drawn of it.
    if source.isOfDocument { return false }
    if case .one = pages { return false }
    if pages == .all, namesPages, source.count > 1 { return false }
    return !encodesAgain && image == nil && drawOverlays == nil && options == ImageDestination.ImageOptions()
  }

  private func isUpright(_ source: ImageSource) throws(ImageError) -> Bool {
    for index in 0..<source.count {
      if try source.info(at: index).orientation != .up { return false }
    }
    return true
  }

  /// Whether the file can be copied without the metadata that is not selected: the pictures look the same, and nothing
  /// stays that should go.
  private func canBeCopied(_ source: ImageSource, _ selection: MetadataSelection) throws(ImageError) -> Bool {
    // A copied TIFF file would keep layers and the like. When the file is written anew, its samples are copied as they
    // are.
    if source.traits.contains(.keepsUnknownData), MetadataSelection.removesUnknown(strip: strip, keep: keep) {
      return false
    }
    // For a raw file, only a preview is shown and written.
    if try source.info(at: source.primaryIndex).role == .reduced { return false }
    for index in 0..<source.count {
      let info = try source.info(at: index)
      // Apple's variant becomes a file that others read.
      if !source.descriptor.isCommon(info) { return false }
      if !selection.contains(.orientation), info.orientation != .up, options.orientation != .keep { return false }
      // The picture would lose the properties that only Exif or XMP has.
      if !selection.contains(.exif), info.profile == .adobeRGB { return false }
      if !selection.contains(.xmp), info.orientation != .up, source.traits.contains(.isOrientedByXMP) { return false }
      if !selection.contains(.icc), let profile = info.profile,
        !ColorProfiles.isSRGB(profile, limits: source.options.limits)
      {
        return false
      }
    }
    return true
  }

  /// Whether the output's name is that of a cursor if the input is a cursor, and otherwise that of an icon.
  private func isKind(of source: ImageSource, _ fileExtension: String) throws(ImageError) -> Bool {
    guard source.traits.contains(.hasCursors) else { return true }
    let size = try source.info(at: source.primaryIndex).size
    guard let path = output.path(fileExtension, page: 1, size, box: nil) else { return true }
    return try (source.bytes.bytes(at: 2, count: 1) == [2]) == ImageDestination.isCursor(path: path)
  }

  /// The job that copies the compressed picture, and all metadata that is selected.
  private var copyingJob: MetadataRewriteJob {
    var job = MetadataRewriteJob(input: input, output: output)
    // `format` has been asked for, whatever the suffix says.
    job.checksSuffix = format == nil
    job.strip = strip
    job.keep = keep
    return job
  }

  /// The repacker that packs the file's compressed data in another format; nil if there is none.
  private func repacker(for source: ImageSource, _ descriptor: EncoderDescriptor) throws(ImageError) -> Repacker? {
    let formats = (source.format, descriptor.name)
    guard source.count == 1, let found = BuiltInCodecs.repackers.first(where: { ($0.from, $0.to) == formats }),
      try found.applies(source.bytes, source.options.limits)
    else { return nil }
    return found
  }

  /// Packs the file's compressed data in another format.
  ///
  /// - Throws: `unsupported` where that is not possible, and the picture has to be encoded again.
  private func repack(
    _ source: ImageSource, by repacker: Repacker, for descriptor: EncoderDescriptor, in environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    let size = try source.info(at: 0).size
    let sink = MemoryByteSink()
    let (memory, overflow) = size.pixelCount.multipliedReportingOverflow(by: repacker.bytesPerPixel)
    try environment.limits.encoding.check(memory: overflow ? .max : memory, for: "packing without loss")
    try MemoryBudget.ofEncoders.holding(memory) { () throws(ImageError) in
      try repacker.run(source.bytes, sink, environment.limits)
    }
    if let maxBytes, sink.bytes.count > maxBytes {
      throw ImageError(.unsupported, "that takes \(sink.bytes.count) bytes, more than --max-bytes")
    }
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: size, inputByteCount: source.byteCount)
    report.diagnostics = source.diagnostics
    let writer = JobWriter(
      input: input, source: source, output: try output.named(byHashOf: source), page: 1, descriptor: descriptor,
      environment: environment)
    try writer.write(sink.bytes, size, into: &report)
    return report
  }

  /// The index of the first image that is written.
  func firstIndex(of source: ImageSource) -> Int {
    if case .one(let page) = pages, !source.isOfDocument { page - 1 } else { source.primaryIndex }
  }

  /// Whether each page is written to a file of its own.
  private var namesPages: Bool { if case .named(let name) = output { name.dependsOnPage } else { false } }

  /// The requested format, or that of the output's suffix, or the input's.
  func outputDescriptor(for source: ImageSource) throws(ImageError) -> EncoderDescriptor {
    if let format { return try ImageDestination.descriptor(format: format, path: nil) }
    switch output {
    case .path(let path): return try ImageDestination.descriptor(format: nil, path: path)
    case .standardOutput, .named: return try ImageDestination.descriptor(format: source.format, path: nil)
    }
  }
}
