package import ByteStreams
internal import CodecKit
internal import Glibc
package import ImageModel
internal import Synchronization

/// Writes images of a source, or of several, into one output of a job.
struct JobWriter {
  let input: JobInput
  let source: ImageSource
  let output: JobOutput
  /// The page in the output's name, counted from 1.
  let page: Int
  let descriptor: EncoderDescriptor
  let environment: JobEnvironment
  /// All inputs of a job with several, and of one that makes a sheet; nil: `source` is the only one.
  var inputs: JobInputs?
  /// How all pictures are put into one.
  var sheet: PictureSheet?
  /// Makes further overlays for each image.
  var drawOverlays: OverlayDrawing?
  /// The image that is converted instead of the picture that it belongs to.
  var image: String?
  /// The greatest length of the file in bytes; the quality is lowered until it fits. nil allows any length.
  var maxBytes: Int?
  /// An existing output of the same picture. If that is damaged, no other output of it is written either.
  var kept: String?
  /// The size of the file, if it is known before the work.
  var size: PixelSize?

  /// Writes images of `source`.
  ///
  /// - Throws: `ImageError` with the path at fault. No output remains then.
  func write(
    _ indices: [Int], _ options: ImageDestination.ImageOptions, into report: inout JobReport
  ) throws(ImageError) {
    try write(images: indices.map { JobImage(index: $0) }, options, into: &report)
  }

  /// Writes images of any inputs.
  ///
  /// - Throws: as above.
  func write(
    images: [JobImage], _ options: ImageDestination.ImageOptions, into report: inout JobReport
  ) throws(ImageError) {
    guard let firstImage = images.first, let last = images.last else { return }
    let firstIndex = firstImage.index
    var options = options.adapted(to: descriptor)
    let box = options.thumbnail?.size ?? options.resize?.box ?? options.maximumSize
    let placement = placement(
      madeWith: "\(descriptor.name) \(images) \(image ?? "") \(environment.raw) \(maxBytes ?? 0) "
        + (sheet.map { "\($0) " } ?? "") + (source.isOfDocument ? "page \(environment.pageOfDocument) " : "")
        + Self.text(of: options))
    options.isOneOfSeveral = images.count > 1 && sheet == nil
    options.isAnimation = options.isOneOfSeveral && descriptor.holdsFrames
    if !options.isAnimation, options.frameDuration != nil || options.loopCount != nil {
      report.diagnostics.append(.note("one picture is no animation, so --delay and --loop have no effect"))
    }
    if inputs == nil { try source.checkFrames(upTo: last.index) }
    if environment.files.dryRun {
      let layout = try unify(images, &options, &report.diagnostics)
      let own = try self.options(options, for: firstImage)
      let size =
        if let layout { layout.size } else {
          try ImageDestination.plannedSize(source, index: firstIndex, own, descriptor)
        }
      let plan = try placement.plan(path(size: size, box), "\(size) pixels, \(descriptor.name)")
      if plan.skip == .dryRun {
        try ImageDestination.checkMemory(
          source, index: firstIndex, size, own, descriptor, limits: environment.limits)
      }
      report.outputs.append(skipped(plan.path, size, plan.skip))
      report.diagnostics.append(plan.note)
      return
    }
    // If the name is known now, nothing is decoded for an output that is skipped.
    if let path = path(size: size, box), let reason = placement.skip(path) {
      let size = try ImageDestination.plannedSize(source, index: firstIndex, options, descriptor)
      report.outputs.append(skipped(path, size, reason))
      return
    }
    if options.isAnimation { try settle(images, &options) }
    let layout = try unify(images, &options, &report.diagnostics)
    // The size, on which the name may depend, is known once the first image is prepared.
    let content: Content
    if let layout {
      content = .sheet(try drawing(images, options, layout), options.ofSheet)
    } else {
      content = .images(try prepared(firstImage, options, limits: environment.limits), images, options)
    }
    let file: AtomicFile
    let path: String
    switch try open(content.size, box, placement) {
    case .standardOutput(let opened): (file, path) = (opened, "-")
    case .file(let name, .write(let opened)): (file, path) = (opened, name)
    case .file(let name, .skip(let reason)):
      report.outputs.append(skipped(name, content.size, reason))
      return
    }
    let destination: ImageDestination
    var quality: Int?
    var diagnostics: [Diagnostic]
    if let maxBytes {
      let fitting = try fitting(content, maxBytes, path)
      (destination, quality, diagnostics) = (fitting.destination, fitting.quality, fitting.diagnostics)
      try placement.checkDamage(file, kept ?? path, diagnostics)
      try file.append(fitting.bytes)
      try file.commit()
    } else {
      destination = try ImageDestination(file: file, descriptor, limits: environment.limits)
      diagnostics = try add(content, isPrepared: true, quality: options.quality, to: destination)
      try placement.checkDamage(file, kept ?? path, diagnostics)
      let known = destination.diagnostics.count
      diagnostics += try destination.finish().dropFirst(known)
    }
    report.diagnostics += diagnostics
    var written = JobReport.Output(
      path: path, format: descriptor.name, size: content.size, byteCount: destination.byteCount)
    written.imageCount = destination.count
    written.isLossless = options.lossless && !destination.hasLoss
    written.quality = quality
    written.isEmbeddedPreview = content.usesEmbeddedPreview
    report.outputs.append(written)
    if case .sheet(let sheet, _) = content { report.sprites = sheet.sprites }
  }

  /// What is written into one file.
  private enum Content {
    /// The first image, ready to be written, and all of them.
    case images(ImageDestination.Prepared, [JobImage], ImageDestination.ImageOptions)
    case sheet(DrawnSheet, ImageDestination.ImageOptions)

    var size: PixelSize {
      switch self {
      case .images(let first, _, _): first.size
      case .sheet(let sheet, _): sheet.pixels.size
      }
    }

    var options: ImageDestination.ImageOptions {
      switch self {
      case .images(_, _, let options), .sheet(_, let options): options
      }
    }

    var usesEmbeddedPreview: Bool {
      if case .images(let first, _, _) = self { first.rendering.usedEmbeddedPreview } else { false }
    }
  }

  /// Adds everything to a file that is not finished.
  ///
  /// - Parameter isPrepared: whether the first image, whose rows can be read once, has not been written yet.
  /// - Returns: the notes and warnings about the inputs and their images.
  private func add(
    _ content: Content, isPrepared: Bool, quality: Int?, to destination: ImageDestination
  ) throws(ImageError) -> [Diagnostic] {
    var options = content.options
    options.quality = quality
    guard case .images(let first, let images, _) = content else {
      guard case .sheet(let sheet, _) = content else { return [] }
      try destination.add(sheet.pixels, options)
      return sheet.diagnostics + destination.diagnostics
    }
    var ofInputs: [Diagnostic] = []
    var ofImages: [(diagnostic: Diagnostic, image: JobImage)] = []
    for (number, image) in images.enumerated() {
      let source = try source(of: image)
      let known = destination.diagnostics.count
      if number == 0, isPrepared {
        try destination.add(first)
      } else {
        let isLater = options.isAnimation && number > 0
        try destination.add(prepared(image, options, isLaterFrame: isLater, limits: destination.limits))
      }
      ofImages += destination.diagnostics.dropFirst(known).map { ($0, image) }
      if number + 1 == images.count || images[number + 1].input != image.input {
        ofInputs += source.diagnostics.map { named($0, image) }
        if options.isAnimation, image.input > 0, let note = try metadataNote(source, options) {
          ofImages.append((note, image))
        }
      }
    }
    return ofInputs + listed(ofImages)
  }

  private static let texts = Mutex<[ImageDestination.ImageOptions: String]>([:])

  /// The options as a text, which takes as long as a sixth of a small thumbnail. The pictures of a run share a few.
  private static func text(of options: ImageDestination.ImageOptions) -> String {
    // Overlays have many pixels, and each picture may have its own.
    let overlays = (options.thumbnail ?? RenderOptions()).finish.overlays + options.finish.overlays
    if !overlays.isEmpty { return "\(options)" }
    if let known = texts.withLock({ $0[options] }) { return known }
    let text = "\(options)"
    texts.withLock { texts in
      if texts.count >= 64 { texts = [:] }
      texts[options] = text
    }
    return text
  }

  /// The report of an output that is left alone, with the size of the picture that is there.
  ///
  /// - Parameter size: the one that would be written.
  private func skipped(_ path: String, _ size: PixelSize, _ reason: JobReport.Skip) -> JobReport.Output {
    var output = JobReport.Output(path: path, format: descriptor.name, size: size, byteCount: 0, skipped: reason)
    output.describeExisting(in: environment)
    return output
  }

  /// A file in memory.
  private typealias Fitting = (
    destination: ImageDestination, bytes: [UInt8], quality: Int?, diagnostics: [Diagnostic]
  )

  /// Encodes in memory. If the file fits as it would be without a greatest length, it is used. Otherwise at most seven
  /// more tries search the greatest lower quality whose file has at most `limit` bytes.
  ///
  /// - Parameter path: of the output.
  /// - Returns: the file and its quality. The quality is nil if the format or compression has none, or if the options
  ///   leave the choice to the encoder.
  /// - Throws: `limitExceeded` if the lowest quality gives more.
  private func fitting(_ content: Content, _ limit: Int, _ path: String) throws(ImageError) -> Fitting {
    // The best file so far and the one that is being made.
    let (memory, overflow) = limit.multipliedReportingOverflow(by: 2)
    try environment.limits.check(memory: overflow ? .max : memory, for: "files of at most \(limit) bytes")
    let limits = environment.limits.holding(memory)
    let options = content.options
    // nil for a file that is too long.
    func encoded(_ quality: Int?) throws(ImageError) -> Fitting? {
      let sink = LimitedByteSink(limit: limit)
      do throws(ImageError) {
        let destination = try ImageDestination(
          sink: sink, name: input.name, path: path, descriptor, limits: limits)
        var diagnostics = try add(content, isPrepared: false, quality: quality, to: destination)
        let known = destination.diagnostics.count
        diagnostics += try destination.finish().dropFirst(known)
        if !sink.isExceeded { return (destination, sink.bytes, quality, diagnostics) }
      } catch {
        guard sink.isExceeded else { throw error }
      }
      return nil
    }
    let hasQuality = !options.lossless && descriptor.options(options.compression).contains(.quality)
    if var asGiven = try encoded(options.quality) {
      if !hasQuality { asGiven.quality = nil }
      return asGiven
    }
    var best: Fitting?
    if hasQuality {
      var (low, high) = (1, options.quality.map { $0 - 1 } ?? 100)
      while low <= high {
        let quality = (low + high) / 2
        if let shorter = try encoded(quality) {
          best = shorter
          low = quality + 1
        } else {
          high = quality - 1
        }
      }
    }
    if let best { return best }
    throw ImageError(
      .limitExceeded, "does not fit as \(descriptor.name)\(hasQuality ? " at the lowest quality" : "")",
      limit: .init(name: "max-bytes", value: UInt64(limit), option: "--max-bytes"), path: input.name)
  }

  /// Writes a file that holds the input's compressed data.
  func write(_ bytes: [UInt8], _ size: PixelSize, into report: inout JobReport) throws(ImageError) {
    var written = JobReport.Output(
      path: path(size: size, nil) ?? "-", format: descriptor.name, size: size, byteCount: UInt64(bytes.count))
    written.isCopied = true
    let placement = placement(madeWith: "\(descriptor.name), repacked")
    if environment.files.dryRun {
      let plan = try placement.plan(path(size: size, nil), "\(descriptor.name), repacked without loss")
      written.skipped = plan.skip
      report.diagnostics.append(plan.note)
    } else {
      switch try open(size, nil, placement) {
      case .standardOutput(let file), .file(_, .write(let file)):
        try placement.checkDamage(file, written.path, source.diagnostics)
        try bytes.withRawBytes { bytes throws(ImageError) in try file.append(bytes) }
        try file.commit()
      case .file(_, .skip(let reason)):
        written.skipped = reason
        written.describeExisting(in: environment)
      }
    }
    report.outputs.append(written)
  }

  /// Writes rows that are made of more than one file, without metadata.
  func write(_ rendering: Rendering, into report: inout JobReport) throws(ImageError) {
    let size = rendering.rows.layout.size
    var written = JobReport.Output(
      path: path(size: size, nil) ?? "-", format: descriptor.name, size: size, byteCount: 0)
    let placement = placement(madeWith: "\(descriptor.name), compared")
    if environment.files.dryRun {
      let plan = try placement.plan(path(size: size, nil), "\(size) pixels, \(descriptor.name)")
      written.skipped = plan.skip
      report.diagnostics.append(plan.note)
    } else {
      switch try open(size, nil, placement) {
      case .standardOutput(let file), .file(_, .write(let file)):
        let destination = try ImageDestination(file: file, descriptor, limits: environment.limits)
        try destination.add(
          ImageDestination.Prepared(
            rendering: rendering, metadata: EncodeMetadata(), sourceName: input.name, diagnostics: [],
            options: ImageDestination.ImageOptions()))
        report.diagnostics += try destination.finish()
        written.byteCount = destination.byteCount
      case .file(_, .skip(let reason)):
        written.skipped = reason
        written.describeExisting(in: environment)
      }
    }
    report.outputs.append(written)
  }

  private enum Opened {
    case standardOutput(AtomicFile)
    case file(String, OutputPlacement.Decision)
  }

  private func placement(madeWith options: @autoclosure () -> String) -> OutputPlacement {
    OutputPlacement(
      environment: environment, inputName: input.name, furtherInputs: inputs?.further ?? [],
      inputIdentity: source.bytes.identity, isByContent: output.isByContent, options: options())
  }

  /// The output's path; nil for standard output, or if the path depends on a size that is not known yet.
  private func path(size: PixelSize?, _ box: SizeRequest?) -> String? {
    output.path(descriptor.fileExtension, page: page, size, box: box)
  }

  private func open(
    _ size: PixelSize, _ box: SizeRequest?, _ placement: OutputPlacement
  ) throws(ImageError) -> Opened {
    guard let path = path(size: size, box) else { return .standardOutput(try placement.openStandardOutput()) }
    return .file(path, try placement.open(path))
  }
}

extension JobReport.Output {
  /// Takes the sizes of the file that is left alone.
  mutating func describeExisting(in environment: JobEnvironment) {
    guard let skipped, skipped != .dryRun else { return }
    isCopied = false
    byteCount = SystemCall.byteCount(of: path)
    let options = ImageSource.Options(limits: environment.limits, allowedFormats: environment.allowedFormats)
    if let size = try? ImageSource(path: path, options).info(at: 0).size { self.size = size }
  }
}

/// The rules for all outputs: whether a job may write to a path.
package struct OutputPlacement {
  let environment: JobEnvironment
  /// The name of the input, for messages.
  let inputName: String
  /// The names of the other inputs of an output with several.
  private let furtherInputs: [String]
  /// The device and inode of the input; nil for a pipe.
  let inputIdentity: FileIdentity?
  /// What the output is made of, in a short form: the options, and the input's name, size and time. With `--update` an
  /// output of another origin is made again. nil for an input without a path, and where it is not known.
  let origin: String?

  /// Whether the output's name has the hash of the input. Equal inputs then share an output.
  private let isByContent: Bool

  package init(
    environment: JobEnvironment, inputName: String, furtherInputs: [String] = [], inputIdentity: FileIdentity?,
    isByContent: Bool = false, options: @autoclosure () -> String? = nil
  ) {
    self.environment = environment
    self.inputName = inputName
    self.furtherInputs = furtherInputs
    self.inputIdentity = inputIdentity
    self.isByContent = isByContent
    origin = environment.files.inPlace ? nil : Self.origin((isByContent ? [] : [inputName]) + furtherInputs, options())
  }

  /// - Parameter names: those of the inputs, without the one that the output's name tells.
  private static func origin(_ names: [String], _ options: String?) -> String? {
    guard var text = options else { return nil }
    for name in names {
      guard let status = SystemCall.status(of: name) else { return nil }
      let time = status.st_mtim
      text += " \(PathText.split(name).name) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }
    return String(StableHash.fnv1a(text.utf8), radix: 36)
  }

  /// The origin of what was left of a damaged picture.
  private static let damaged = "damaged"

  /// Whether an output is written.
  package enum Decision {
    case write(AtomicFile)
    case skip(JobReport.Skip)
  }

  /// Opens an output file, or returns why it is skipped.
  ///
  /// - Throws: `usage` if the output is the input, another input of this run, or the output of another input; `io`.
  package func open(_ path: String) throws(ImageError) -> Decision {
    if let skip = try reasonToSkip(path) { return .skip(skip) }
    try OutputFolder.prepare(for: path, parents: environment.files.parents)
    return .write(try openAgain(path))
  }

  /// Opens an output file that `open` has opened before, for other bytes than those that were not committed.
  package func openAgain(_ path: String) throws(ImageError) -> AtomicFile {
    let files = environment.files
    // Two inputs with the same content write the same output at a time: it does not matter which one comes last.
    let noClobber = files.noClobber && !isByContent
    var options = AtomicFile.Options(noClobber: noClobber, sync: files.sync, origin: origin)
    options.keepsBackup = files.keepsBackup
    if files.preserves, inputIdentity != nil, let status = SystemCall.status(of: inputName), status.isRegularFile {
      options.keepsAttributes = true
      options.model = CopiedFile(path: SystemCall.resolved(inputName) ?? inputName, isMoved: true)
      options.permissions = status.st_mode & 0o777
    }
    return try AtomicFile(path: path, options: options, names: environment.temporaryNames)
  }

  /// Checks an output that a job is about to write, and claims it for the job's input.
  ///
  /// - Returns: why the output is skipped; nil if it is written.
  /// - Throws: as `open`.
  func reasonToSkip(_ path: String) throws(ImageError) -> JobReport.Skip? {
    let files = environment.files
    let status = SystemCall.status(of: path)
    if let status, let inputIdentity, FileIdentity(status) == inputIdentity, !files.inPlace {
      throw ImageError(.usage, "the output is the input itself; --in-place allows that", path: path)
    }
    if let status, FileIdentity(status) != inputIdentity, environment.inputs.contains(FileIdentity(status)) {
      throw ImageError(.usage, "the output of \(inputName) is another input of this run", path: path)
    }
    if let skip = skip(path) { return skip }
    // Many inputs may write to one device or fifo, but only one to a file.
    if !isByContent, status?.isRegularFile ?? true {
      try environment.claims.claim(path, Self.canonical(path), for: inputName)
    }
    return nil
  }

  /// What a run without `--dry-run` would do with an output, as far as this is known without decoding.
  ///
  /// - Parameters:
  ///   - path: nil for standard output.
  ///   - content: what would be written, in words.
  /// - Returns: the reason why nothing is written, and a note on what would be written.
  /// - Throws: as `open`.
  func plan(
    _ path: String?, _ content: String
  ) throws(ImageError) -> (path: String, skip: JobReport.Skip, note: Diagnostic) {
    if let path {
      if let skip = try reasonToSkip(path) {
        let reason = skip == .exists ? "it exists" : "it is not older than its input"
        return (path, skip, .note("would leave \(path) alone: \(reason)"))
      }
      try OutputFolder.check(for: path, parents: environment.files.parents)
    }
    return (path ?? "-", .dryRun, .note("would write \(path ?? "-"): \(content)"))
  }

  /// Refuses to write what is left of a damaged picture, if the options or an existing file say so. A file that is left
  /// of one may be replaced.
  ///
  /// - Parameters:
  ///   - file: the output, which gets the note that its picture is damaged.
  ///   - path: the existing file that may be better; `-` for standard output.
  /// - Throws: `invalidData`.
  func checkDamage(_ file: AtomicFile, _ path: String, _ diagnostics: [Diagnostic]) throws(ImageError) {
    guard let damage = diagnostics.first(where: { $0.severity == .warning && $0.subject == .file }) else { return }
    if origin != nil { file.setOrigin(Self.damaged) }
    if environment.files.damage == .isWritten { return }
    var reason = damage.message
    if environment.files.damage == nil {
      guard path != "-", Self.isKept(path) else { return }
      reason += "; \(path) stays as it is (--fail-on none replaces it)"
    }
    throw ImageError(.invalidData, reason, path: damage.input ?? inputName)
  }

  /// Whether there is a file that what is left of a damaged picture must not replace.
  static func isKept(_ path: String) -> Bool {
    guard let status = SystemCall.status(of: path), status.isRegularFile, status.st_size > 0 else { return false }
    return SystemCall.attribute(AtomicFile.originAttribute, of: path) != damaged
  }

  /// Opens standard output.
  func openStandardOutput() throws(ImageError) -> AtomicFile {
    try environment.streams.openOutput(names: environment.temporaryNames)
  }

  /// Why an output is skipped; nil if it is written.
  package func skip(_ path: String) -> JobReport.Skip? {
    guard let status = SystemCall.status(of: path), status.isRegularFile else { return nil }
    if environment.files.noClobber { return .exists }
    guard environment.files.update, SystemCall.status(of: inputName) != nil else { return nil }
    // The input's time may be older than that of a picture that was there before.
    if let origin, let earlier = SystemCall.attribute(AtomicFile.originAttribute, of: path) {
      return earlier == origin ? .upToDate : nil
    }
    // A file of another program, or on a file system without attributes: only its time counts.
    let output = status.st_mtim
    let isNewer = ([inputName] + furtherInputs).allSatisfy { name in
      guard let source = SystemCall.status(of: name)?.st_mtim else { return false }
      return (output.tv_sec, output.tv_nsec) >= (source.tv_sec, source.tv_nsec)
    }
    return isNewer ? .upToDate : nil
  }

  /// A name that all paths to one file share, whether or not it and its folder exist: the path without links. It is
  /// bytes, because é can be encoded in two ways, which are the names of two files.
  private static func canonical(_ path: String) -> [UInt8] { PathText.bytes(resolved(path)) }

  /// The path without symbolic links, as far as it exists.
  private static func resolved(_ path: String) -> String {
    let (folder, name) = PathText.split(path)
    return SystemCall.resolved(path) ?? (folder == path ? path : resolved(folder) + "/" + name)
  }
}
