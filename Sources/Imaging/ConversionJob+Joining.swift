internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import ImageOps
internal import MetadataModel

/// An image of one of a job's inputs that becomes an image of its output.
struct JobImage: CustomStringConvertible {
  /// The number of the input, from 0.
  var input = 0
  /// The number of the image in it, from 0.
  var index: Int
  /// The side of the box that it is made for; nil for the size that the options give.
  var side: Int?

  var description: String { (input > 0 ? "\(input):" : "") + "\(index)" + (side.map { " \($0)" } ?? "") }
}

/// The inputs of a job with several. Each is opened when it is needed, and closed for the next one: a process may not
/// have as many open files as an animation has frames. What can be read only once stays open.
final class JobInputs {
  let all: [JobInput]
  private let environment: JobEnvironment
  private let image: String?
  private var kept: [Int: ImageSource]
  private var latest: (number: Int, source: ImageSource)?

  /// - Parameters:
  ///   - first: the first input.
  ///   - image: the image that is read instead of the picture that it belongs to.
  init(_ first: ImageSource, _ all: [JobInput], image: String?, in environment: JobEnvironment) {
    kept = [0: first]
    self.all = all
    self.image = image
    self.environment = environment
  }

  /// The names of all but the first.
  var further: [String] { all.dropFirst().map(\.name) }

  /// - Throws: as `ImageSource.init`.
  func source(_ number: Int) throws(ImageError) -> ImageSource {
    if let source = kept[number] { return source }
    if let latest, latest.number == number { return latest.source }
    latest = nil
    var source = try ImageSource(all[number], in: environment)
    if let image { source = try source.auxiliary(image) }
    if case .path(let path) = all[number], !source.isOfDocument, SystemCall.status(of: path)?.isRegularFile ?? false {
      latest = (number, source)
    } else {
      kept[number] = source
    }
    return source
  }
}

extension ConversionJob {
  /// Writes the images of all inputs into one output, with several sizes or as a sheet if that is asked for.
  ///
  /// - Parameters:
  ///   - source: the first input.
  ///   - options: with the metadata that is copied.
  /// - Throws: `usage` for a format that does not hold them; as `run`.
  func join(
    _ source: ImageSource, _ options: ImageDestination.ImageOptions, in environment: JobEnvironment
  ) throws(ImageError) -> JobReport {
    var environment = environment
    for case .path(let path) in furtherInputs {
      if let identity = FileIdentity(path: path) { environment.inputs.insert(identity) }
    }
    let descriptor = try outputDescriptor(for: source)
    let holdsAll = descriptor.supportsSeveralImages || descriptor.holdsFrames && sizes.isEmpty
    guard sheet != nil || holdsAll else {
      let cause = sizes.isEmpty ? "of several inputs" : "of several sizes (--sizes)"
      throw ImageError(.usage, "a \(descriptor.name) file does not hold pictures \(cause)", path: input.name)
    }
    let inputs = JobInputs(source, [input] + furtherInputs, image: image, in: environment)
    var notes: [Diagnostic] = []
    let images = try images(of: inputs, options.adapted(to: descriptor), descriptor, &notes, environment.limits)
    let info = try source.info(at: images.first?.index ?? source.primaryIndex)
    var report = JobReport(
      input: input.name, inputFormat: source.format, inputSize: info.size, inputByteCount: source.byteCount)
    report.furtherInputs = inputs.further
    report.diagnostics = notes
    var writer = JobWriter(
      input: input, source: source, output: try output.named(byHashOf: source), page: (images.first?.index ?? 0) + 1,
      descriptor: descriptor, environment: environment)
    (writer.inputs, writer.sheet, writer.drawOverlays) = (inputs, sheet, drawOverlays)
    (writer.image, writer.maxBytes) = (image, maxBytes)
    try writer.write(images: images, options, into: &report)
    return report
  }

  /// The images that are written: of each input all frames of an animation, all pages if the output holds pages, else
  /// the primary one; or what `pages` says.
  ///
  /// - Parameter notes: gets what is left out.
  private func images(
    of inputs: JobInputs, _ options: ImageDestination.ImageOptions, _ descriptor: EncoderDescriptor,
    _ notes: inout [Diagnostic], _ limits: Limits
  ) throws(ImageError) -> [JobImage] {
    var images: [JobImage] = []
    for (number, input) in inputs.all.enumerated() {
      let source = try inputs.source(number)
      func note(_ message: String) {
        var note = Diagnostic.note(message)
        if number > 0 { note.input = input.name }
        notes.append(note)
      }
      var indices = [source.primaryIndex]
      switch pages {
      case .one(let page) where !source.isOfDocument:
        try source.check(page - 1)
        indices = [page - 1]
      case .all: indices = Array(0..<source.count)
      case .automatic where sizes.isEmpty && (source.animation != nil || descriptor.supportsSeveralImages):
        indices = Array(0..<source.count)
      case .automatic where source.count > 1:
        note("only page \(indices[0] + 1) of \(source.count) was used; --page all takes all")
      case .automatic, .one: break
      }
      guard images.count + indices.count <= limits.maxImages else {
        throw limits.exceeded(
          "the output would have more than \(limits.maxImages) images", name: "max-images", value: limits.maxImages
        ).at(path: input.name)
      }
      if sizes.isEmpty {
        images += indices.map { JobImage(input: number, index: $0) }
        continue
      }
      for index in indices {
        var made: Set<PixelSize> = []
        for side in sizes {
          var own = options
          own.maximumSize = .longSide(side)
          let size = try ImageDestination.plannedSize(source, index: index, own, descriptor)
          if made.insert(size).inserted {
            images.append(JobImage(input: number, index: index, side: side))
          } else {
            note("several sizes give \(size) pixels, which are written once")
          }
        }
      }
    }
    return images
  }
}

extension JobWriter {
  /// The source that an image belongs to.
  func source(of image: JobImage) throws(ImageError) -> ImageSource {
    guard let inputs else { return source }
    return try inputs.source(image.input)
  }

  /// The options of one image, without the overlays that are made for it.
  func options(
    _ options: ImageDestination.ImageOptions, for image: JobImage
  ) throws(ImageError) -> ImageDestination.ImageOptions {
    var own = options
    if let side = image.side { own.maximumSize = .longSide(side) }
    guard inputs != nil else { return own }
    let source = try source(of: image)
    if own.isAnimation {
      own.frame?.duration = options.frameDuration ?? source.animation?.durations[safe: image.index] ?? 0.1
    }
    return own
  }

  /// An image, ready to be written.
  ///
  /// - Parameters:
  ///   - options: those of all images.
  ///   - isLaterFrame: whether another one has the metadata.
  func prepared(
    _ image: JobImage, _ options: ImageDestination.ImageOptions, isLaterFrame: Bool = false, limits: Limits
  ) throws(ImageError) -> ImageDestination.Prepared {
    let source = try source(of: image)
    var own = try self.options(options, for: image)
    own.isLaterFrame = isLaterFrame
    let drawn = try drawOverlays?(source, image.index)
    own.finish.overlays += drawn?.overlays ?? []
    var prepared = try ImageDestination.prepare(
      source, index: image.index, own, .init(), descriptor, limits: limits)
    prepared.diagnostics += drawn?.diagnostics ?? []
    return prepared
  }

  /// A note or warning with the name of its input, if that is not the first one.
  func named(_ diagnostic: Diagnostic, _ image: JobImage) -> Diagnostic {
    guard image.input > 0, let inputs else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.input = inputs.all[image.input].name
    return diagnostic
  }

  /// Notes and warnings with the names of their inputs. The same note is listed for three inputs, and then once with
  /// the number of further ones.
  func listed(_ found: [(diagnostic: Diagnostic, image: JobImage)]) -> [Diagnostic] {
    let most = 3
    var inputs: [Diagnostic: Set<Int>] = [:]
    var order: [Diagnostic] = []
    var listed: [Diagnostic] = []
    for (diagnostic, image) in found {
      if diagnostic.severity == .note {
        var known = inputs[diagnostic] ?? []
        if known.isEmpty { order.append(diagnostic) }
        guard known.insert(image.input).inserted else { continue }
        inputs[diagnostic] = known
        if known.count > most { continue }
      }
      listed.append(named(diagnostic, image))
    }
    for diagnostic in order {
      let more = (inputs[diagnostic]?.count ?? 0) - most
      if more > 0 { listed.append(.note("\(more) more input\(more == 1 ? "" : "s"): \(diagnostic.message)")) }
    }
    return listed
  }

  /// A note if a source has metadata that is selected; the caller leaves it out.
  func metadataNote(
    _ source: ImageSource, _ options: ImageDestination.ImageOptions
  ) throws(ImageError) -> Diagnostic? {
    guard !options.metadata.isDisjoint(with: [.exif, .gps, .xmp, .iptc]) else { return nil }
    let kinds: [MetadataBlock.Kind] = [.exif, .xmp, .photoshop, .iptc]
    guard try source.metadata().blocks.contains(where: { kinds.contains($0.kind) }) else { return nil }
    return .note(
      sheet == nil
        ? "the metadata is left out: the file has that of the first picture" : "the metadata is left out")
  }

  /// Gives the images of several inputs what the frames of an animation share, or the pictures of a sheet: the format
  /// of pixels, the colours and, in an animation, the size. It is known from the headers of all inputs.
  ///
  /// - Returns: where the pictures of a sheet lie.
  /// - Throws: `usage` for options with which pictures of different sizes cannot get one size; `limitExceeded`.
  func unify(
    _ images: [JobImage], _ options: inout ImageDestination.ImageOptions, _ notes: inout [Diagnostic]
  ) throws(ImageError) -> SheetLayout? {
    guard inputs != nil, options.isAnimation || sheet != nil else { return nil }
    options.orientation = .apply
    var sizes: [PixelSize] = []
    var profiles: Set<ColorProfile> = []
    var hasAlpha = false
    var loopCount: Int?
    for image in images {
      let source = try source(of: image)
      let info = try source.info(at: image.index)
      let own = try self.options(options, for: image)
      sizes.append(try ImageDestination.plannedSize(source, index: image.index, own, descriptor))
      profiles.insert(info.profile ?? .sRGB)
      hasAlpha = hasAlpha || info.hasAlpha
      loopCount = loopCount ?? source.animation?.loopCount
    }
    if options.profile == .keep, profiles.count > 1 || sheet != nil {
      options.profile = .sRGB
      if profiles != [.sRGB] { notes.append(.note("the colours were converted to sRGB, which all pictures share")) }
    }
    // A background with transparency may be visible around a picture.
    let isClear = options.background.map { !$0.isOpaque } ?? hasAlpha
    options.sharedFormat = isClear && descriptor.accepts(.rgba8).hasAlpha ? .rgba8 : .rgb8
    do throws(ImageError) {
      if let sheet { return try sheet.layout(of: sizes, limits: environment.limits) }
      try share(sizes, &options, &notes)
      options.frame = EncodeFrame(
        duration: 0, loopCount: options.loopCount ?? loopCount ?? 0, count: images.count)
    } catch {
      throw error.at(path: input.name)
    }
    return nil
  }

  /// Gives frames of different sizes that of the largest ones, in which the others lie in the middle.
  private func share(
    _ sizes: [PixelSize], _ options: inout ImageDestination.ImageOptions, _ notes: inout [Diagnostic]
  ) throws(ImageError) {
    let canvas = PixelSize(width: sizes.map(\.width).max() ?? 1, height: sizes.map(\.height).max() ?? 1)
    if sizes.contains(where: { $0 != canvas }) {
      var frame = options.finish.frame ?? PictureFrame(.box(canvas))
      if case .border = frame.extent {
        throw ImageError(
          .usage, "the pictures have different sizes, so --border cannot be used; --resize WxH --pad makes them equal")
      }
      frame.extent = .box(canvas)
      options.finish.frame = frame
      notes.append(.note("the pictures have different sizes: all frames have \(canvas) pixels"))
    }
    try environment.limits.check(result: canvas)
    try environment.limits.check(frames: sizes.count, of: canvas)
  }

  /// Decides for all frames of an animation what depends on the pixels, or the picture would jump: the part that is
  /// shown and the levels of its tones are those of the first frame, and the border is what is border in all of them.
  /// Pictures of different sizes do not show one scene, so each is left to itself.
  func settle(_ images: [JobImage], _ options: inout ImageDestination.ImageOptions) throws(ImageError) {
    guard let first = images.first else { return }
    if inputs != nil {
      options.orientation = .apply
      var sizes: Set<PixelSize> = []
      for image in images { sizes.insert(try source(of: image).info(at: image.index).uprightSize) }
      guard sizes.count == 1 else { return }
    }
    if options.trim != nil {
      var whole: PixelRect?
      for image in images {
        let trimmed = try options.trimmed(source(of: image), index: image.index)
        guard case .pixels(let part)? = trimmed.crop else { continue }
        whole = whole.map { $0.union(part) } ?? part
      }
      (options.crop, options.trim) = (whole.map { .pixels($0) }, nil)
    }
    let info = try source.info(at: first.index)
    let settled = try Renderer.settled(
      source, index: first.index, options.pipeline(info.size, info.resolution, info.orientation)
    ).render
    if options.thumbnail != nil {
      options.thumbnail?.position = settled.position
      options.thumbnail?.finish = settled.finish
    } else {
      (options.position, options.finish) = (settled.position, settled.finish)
    }
  }
}
