internal import BuiltInCodecs
internal import ByteStreams
internal import CodecKit
internal import ColorManagement
internal import ContentTypes
public import ImageModel
internal import ImageOps
internal import MetadataWriting

/// A file that images are written to. The counterpart of CGImageDestination on Apple's systems.
///
/// Order of calls: `add+ finish`. Without `finish` no file appears. An image of a source is streamed: it is never in
/// memory as a whole.
///
/// ```swift
/// let destination = try ImageDestination(path: "small.png", format: "png")
/// var options = ImageDestination.ImageOptions()
/// options.maximumSize = .longSide(1024)
/// try destination.add(from: source, index: 0, options)
/// let notes = try destination.finish()
/// ```
public final class ImageDestination {
  /// The format's name: `jpeg`.
  public let format: String
  /// The size of the last image that was added.
  public private(set) var lastSize: PixelSize?
  /// The number of images that were added.
  public private(set) var count = 0
  /// Notes and warnings about the images, so far.
  public private(set) var diagnostics: [Diagnostic] = []
  /// Whether a note says that samples or colours were lost, apart from lossy compression.
  private(set) var hasLoss = false

  let descriptor: EncoderDescriptor
  let limits: Limits
  private let encoder: any ImageEncoder
  private let sink: any ByteSink
  private let file: AtomicFile?
  private let name: String
  private let isCursor: Bool

  /// Writes to a file, which appears when `finish` succeeds.
  ///
  /// - Parameter format: its name, such as `jpeg`; nil follows the suffix of the path.
  /// - Throws: `usage` for an unknown format, `io`.
  public convenience init(path: String, format: String? = nil, limits: Limits = .standard) throws(ImageError) {
    let descriptor = try Self.descriptor(format: format, path: path)
    let file = try AtomicFile(path: path, names: TemporaryNames())
    try self.init(file, file: file, name: path, path: path, descriptor, limits: limits)
  }

  /// Writes to memory: `finishedBytes` returns the file.
  public convenience init(format: String, limits: Limits = .standard) throws(ImageError) {
    let descriptor = try Self.descriptor(format: format, path: nil)
    try self.init(MemoryByteSink(), file: nil, name: "memory", path: nil, descriptor, limits: limits)
  }

  /// Writes to an output that a job has opened.
  convenience init(
    file: AtomicFile, _ descriptor: EncoderDescriptor, limits: Limits
  ) throws(ImageError) {
    try self.init(file, file: file, name: file.path, path: file.path, descriptor, limits: limits)
  }

  /// Writes to the sink of a job.
  ///
  /// - Parameters:
  ///   - name: used in messages.
  ///   - path: of the file that the bytes are for; nil if there is none.
  convenience init(
    sink: any ByteSink, name: String, path: String?, _ descriptor: EncoderDescriptor, limits: Limits
  ) throws(ImageError) {
    try self.init(sink, file: nil, name: name, path: path, descriptor, limits: limits)
  }

  private init(
    _ sink: any ByteSink, file: AtomicFile?, name: String, path: String?, _ descriptor: EncoderDescriptor,
    limits: Limits
  ) throws(ImageError) {
    isCursor = path.map(Self.isCursor(path:)) ?? false
    self.sink = sink
    self.file = file
    self.name = name
    self.descriptor = descriptor
    self.limits = limits
    format = descriptor.name
    do throws(ImageError) {
      encoder = try descriptor.open(sink, limits)
    } catch {
      throw error.at(path: name)
    }
  }

  /// Whether an icon with a name is a cursor.
  static func isCursor(path: String) -> Bool { PathText.suffix(of: path).lowercased() == ".cur" }

  /// The encoders by name.
  static let encoders = EncoderRegistry(BuiltInCodecs.encoders, contentTypes: ContentTypeRegistry())

  /// Whether files of a format can hold more than one image; false for an unknown format.
  package static func holdsSeveralImages(format: String) -> Bool {
    encoders.descriptor(named: format)?.supportsSeveralImages ?? false
  }

  /// Whether files of a format can hold an animation; false for an unknown format.
  package static func holdsFrames(format: String) -> Bool {
    encoders.descriptor(named: format)?.holdsFrames ?? false
  }

  /// Whether a format can hold 16 bits a sample; true for an unknown format.
  package static func holds16Bits(format: String) -> Bool {
    encoders.descriptor(named: format)?.accepts(PixelFormat(.uint16, .rgb)).component != .uint8
  }

  /// Whether an option has a meaning for a format with a compression; false for an unknown format.
  package static func takes(_ option: EncodingOption, format: String, compression: String? = nil) -> Bool {
    encoders.descriptor(named: format)?.options(compression).contains(option) ?? false
  }

  /// The compressions of a format; empty for an unknown format and for one without a choice.
  package static func compressions(format: String) -> [String] {
    encoders.descriptor(named: format)?.compressions ?? []
  }

  /// Checks before any work that a compression can be written. Loads the format's C library if only that knows.
  ///
  /// - Throws: `usage` with the compressions that can be written, `unsupported` if the library cannot be loaded.
  package static func check(compression: String, format: String) throws(ImageError) {
    try encoders.descriptor(named: format)?.checkCompression(compression)
  }

  /// The command that writes another kind of files.
  private static func hint(_ format: String) -> String {
    format.lowercased() == "pdf" ? " here, but by mkpdf" : ""
  }

  /// The encoder for a format's name, or for the suffix of a path.
  static func descriptor(format: String?, path: String?) throws(ImageError) -> EncoderDescriptor {
    if let format {
      guard let descriptor = encoders.descriptor(named: format) else {
        throw ImageError(.usage, "\(format) files cannot be written\(hint(format)); \(writable)")
      }
      return descriptor
    }
    let found = PathText.suffix(of: path ?? "")
    guard !found.isEmpty else {
      throw ImageError(.usage, "the output's name has no suffix that names the format; \(writable)", path: path)
    }
    let suffix = String(found.dropFirst())
    guard let descriptor = encoders.descriptor(named: suffix) else {
      throw ImageError(.usage, ".\(suffix) files cannot be written\(hint(suffix)); \(writable)", path: path)
    }
    return descriptor
  }

  private static var writable: String {
    "formats are " + encoders.descriptors.map(\.name).joined(separator: ", ")
  }

  /// Adds a picture that is in memory.
  ///
  /// - Throws: `usage` for options that the format does not have and for a second image in a format that holds one;
  ///   `io`.
  public func add(
    _ pixels: PixelBuffer, _ options: ImageOptions = ImageOptions(), properties: Properties = Properties()
  ) throws(ImageError) {
    let options = options.adapted(to: descriptor)
    do throws(ImageError) {
      var pipeline = options.pipeline(
        pixels.size, properties.resolution, properties.orientation ?? .up, accepts: descriptor.accepts)
      pipeline.keepsAlpha = descriptor.maxColors == nil
      let rendering = try Renderer.render(pixels, pipeline, limits: limits)
      var metadata = EncodeMetadata()
      properties.apply(
        to: &metadata, orientation: options.turnsRows ? .up : properties.orientation ?? .up, descriptor.holds)
      if options.embedThumbnail {
        let small = try Self.thumbnail(pipeline, limits: limits) { options throws(ImageError) in
          try Renderer.render(pixels, options, limits: limits)
        }
        try embed(small, in: &metadata)
      }
      try write(rendering, options, metadata)
    } catch {
      throw error.at(path: name)
    }
  }

  /// Adds an image of a source, streaming its rows.
  ///
  /// - Parameter properties: take precedence over the source's metadata.
  /// - Throws: as `add`, and errors of decoding, with the path of the file at fault.
  public func add(
    from source: ImageSource, index: Int, _ options: ImageOptions = ImageOptions(),
    properties: Properties = Properties()
  ) throws(ImageError) {
    let prepared = try prepare(source, index: index, options, properties)
    try add(prepared)
  }

  /// An image of a source, ready to be written.
  struct Prepared {
    var rendering: Rendering
    var metadata: EncodeMetadata
    /// The block coding of the source.
    var coding: (any BlockCoding)?
    var sourceName: String
    var diagnostics: [Diagnostic]
    /// Whether a note says that samples or colours are lost.
    var hasLoss = false
    /// The options, adapted to the image.
    var options: ImageOptions
    var size: PixelSize { rendering.rows.layout.size }
  }

  func prepare(
    _ source: ImageSource, index: Int, _ options: ImageOptions, _ properties: Properties = Properties()
  ) throws(ImageError) -> Prepared {
    try Self.prepare(source, index: index, options, properties, descriptor, limits: limits)
  }

  /// Writes a prepared image.
  func add(_ prepared: Prepared) throws(ImageError) {
    do throws(ImageError) {
      diagnostics += prepared.diagnostics
      hasLoss = hasLoss || prepared.hasLoss
      try write(prepared.rendering, prepared.options, prepared.metadata, prepared.coding)
    } catch {
      throw error.at(path: error.kind == .io ? name : prepared.sourceName)
    }
  }

  private func write(
    _ rendering: Rendering, _ options: ImageOptions, _ metadata: EncodeMetadata,
    _ coding: (any BlockCoding)? = nil
  ) throws(ImageError) {
    let layout = rendering.rows.layout
    var image = EncodeImage(size: layout.size, format: layout.format, profile: layout.profile, metadata: metadata)
    image.options = options.encodeOptions
    image.stored = layout.stored
    image.options.coding = coding
    image.options.isCursor = isCursor
    image.turn = rendering.turn
    image.frame = options.frame
    image.heldMemory = rendering.rows.heldMemory
    image.profile = options.includesProfile ? try held(layout.profile, layout.format.colorModel) : nil
    // Other threads may encode pictures as a whole, too.
    try MemoryBudget.ofEncoders.holding(descriptor.memory(for: image, limits)) { () throws(ImageError) in
      try encoder.begin(image)
      if rendering.turn == nil {
        try RowCopy.copy(rendering.rows, limits: limits) { rows, count throws(ImageError) in
          try encoder.write(rows: rows, count: count)
        }
      }
      try encoder.end()
    }
    diagnostics += rendering.diagnostics
    diagnostics += rendering.rows.diagnostics
    count += 1
    lastSize = layout.size
  }

  /// The profile as the format holds it: a calibration becomes an ICC profile if the format has no calibrations, and so
  /// do code points.
  private func held(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel
  ) throws(ImageError) -> ColorProfile? {
    let kind: EncoderDescriptor.MetadataSupport
    switch profile?.definition {
    case .calibrated: kind = .calibration
    case .codePoints: kind = .codePoints
    case .icc, .sRGB, nil: return profile
    }
    guard let profile, !descriptor.holds.contains(kind) else { return profile }
    return .icc(try ColorProfiles.iccBytes(for: profile, model))
  }

  /// Writes the rest and gives the file its name.
  ///
  /// - Returns: all notes and warnings.
  /// - Throws: `usage` when no image was added, `io`.
  @discardableResult
  public func finish() throws(ImageError) -> [Diagnostic] {
    guard count > 0 else { throw ImageError(.usage, "no image was added", path: name) }
    do throws(ImageError) {
      let notes = try encoder.finish()
      diagnostics += notes
      // Formats with few colours add a note when they have mixed others.
      if descriptor.maxColors != nil, !notes.isEmpty { hasLoss = true }
      try file?.commit()
    } catch {
      throw error.at(path: name)
    }
    return diagnostics
  }

  /// The number of bytes written, complete after `finish`.
  public var byteCount: UInt64 { sink.size }

  /// The finished file if it was written to memory; empty otherwise.
  public var finishedBytes: [UInt8] { (sink as? MemoryByteSink)?.bytes ?? [] }
}
