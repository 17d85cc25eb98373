internal import ByteStreams
internal import CWebPShims
internal import CodecKit
internal import Glibc
internal import ImageModel
internal import WebPStructure

/// Writes one picture, or the frames of an animation. libwebp needs a picture as a whole (`memory`, for version 1.2.4).
/// libwebpmux holds four canvases of an animation, and what has been encoded.
final class WebPEncoder: ImageEncoder {
  /// What `EncodeOptions.compression` may be.
  enum Compression: String, CaseIterable {
    case lossy, lossless
    /// Lossless after small changes of the pixels. The quality says how small; 60 is the default.
    case nearLossless = "near-lossless"
  }

  /// The longest side that the format can store.
  private static let maxSide = 16_383
  private static let defaultQuality = 80

  private let sink: any ByteSink
  private let limits: Limits
  /// The image that is being written; for the frames of an animation the first one has the metadata.
  private var image: EncodeImage?
  private var animator: OpaquePointer?
  /// The end of the frames so far, in seconds.
  private var time = 0.0
  private var settings = webp_shim_settings()
  private var pixels: [UInt8] = []
  private var isWritten = false

  init(_ sink: any ByteSink, limits: Limits) {
    self.sink = sink
    self.limits = limits
  }

  func begin(_ image: EncodeImage) throws(ImageError) {
    if let first = self.image {
      guard first.frame != nil, let frame = image.frame, first.size == image.size, first.format == image.format else {
        throw ImageError(.usage, "a WebP file holds one image, or frames of one size", format: "WebP")
      }
      self.image?.frame = frame
      return
    }
    guard image.format == .rgb8 || image.format == .rgba8 else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "WebP")
    }
    guard (1...Self.maxSide).contains(image.size.width), (1...Self.maxSide).contains(image.size.height) else {
      throw ImageError(
        .unsupported, "cannot hold a picture of \(image.size): a side has at most \(Self.maxSide) pixels",
        format: "WebP")
    }
    let name = image.options.compression?.lowercased() ?? Compression.lossy.rawValue
    guard let compression = Compression(rawValue: name) else {
      let known = Compression.allCases.map(\.rawValue).joined(separator: ", ")
      throw ImageError(.usage, "WebP has no compression \"\(name)\": it takes \(known)")
    }
    try LibWebP.load()
    try WebPCodec.encoder.memory(for: image, limits)
    settings.width = Int32(image.size.width)
    settings.height = Int32(image.size.height)
    settings.has_alpha = image.format.hasAlpha ? 1 : 0
    settings.is_lossless = compression == .lossy ? 0 : 1
    settings.quality = Float(image.options.quality ?? Self.defaultQuality)
    settings.near_lossless = compression == .nearLossless ? Int32(image.options.quality ?? 60) : 100
    pixels.reserveCapacity(image.pixelBytes)
    if let frame = image.frame {
      try LibWebP.loadMux()
      animator = webp_shim_animator_create(&settings, Int32(clamping: min(frame.loopCount, 65_535)))
      if animator == nil { throw ImageError(.limitExceeded, "no memory for an animation", format: "WebP") }
    }
    self.image = image
  }

  /// What libwebp and libwebpmux hold, and the pixels: measured with photographs. Alpha is always packed without loss.
  static func memory(for image: EncodeImage) -> Int {
    let library: Int
    switch Compression(rawValue: image.options.compression?.lowercased() ?? Compression.lossy.rawValue) {
    case .lossless: library = 38
    case .nearLossless: library = 46
    case .lossy, nil: library = image.format.hasAlpha ? 45 : 7
    }
    return (image.format.bytesPerPixel + library + (image.frame == nil ? 0 : 20)) * image.size.pixelCount
  }

  deinit { webp_shim_animator_destroy(animator) }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image else { throw ImageError(.usage, "rows come before the image", format: "WebP") }
    try image.append(rows, count: count, to: &pixels, "WebP")
  }

  func end() throws(ImageError) {
    guard let image, pixels.count == image.pixelBytes else {
      throw ImageError(.usage, "the picture ends too early", format: "WebP")
    }
    if let frame = image.frame {
      let begin = Self.milliseconds(time)
      try Self.check(pixels.withUnsafeBufferPointer { webp_shim_animator_add(animator, $0.baseAddress, begin) })
      pixels.removeAll(keepingCapacity: true)
      time += frame.duration
    } else {
      try write(image) { output in
        defer { pixels = [] }
        return pixels.withUnsafeBufferPointer {
          webp_shim_encode(&settings, $0.baseAddress, output.context, BufferedSink.write)
        }
      }
    }
  }

  /// The times of frames are rounded, not their durations, so that errors do not add up.
  private static func milliseconds(_ time: Double) -> Int32 {
    Int32(clamping: Int(min(time * 1_000, Double(Int32.max)).rounded()))
  }

  /// Writes the file that libwebp makes, with its metadata.
  ///
  /// - Parameter make: gives libwebp's status.
  private func write(_ image: EncodeImage, _ make: (BufferedSink) -> Int32) throws(ImageError) {
    let memory = MemoryByteSink()
    let output = BufferedSink(memory)
    try Self.check(make(output))
    _ = output.flush()
    if let failure = output.failure { throw failure }
    let file = MemoryByteSource(memory.bytes)
    var chunks = try WebPChunkRewriter(try WebPStructure.read(file, limits: limits), file)
    if let profile = image.profile?.iccBytes { chunks.set("ICCP", profile) }
    if let exif = image.metadata.exif, !exif.isEmpty { chunks.set("EXIF", exif) }
    if let xmp = image.metadata.xmp, !xmp.isEmpty { chunks.set("XMP ", xmp) }
    try chunks.finish().write(from: file, to: sink)
    isWritten = true
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    if let animator, let image {
      try write(image) { output in
        webp_shim_animator_finish(animator, Self.milliseconds(time), output.context, BufferedSink.write)
      }
    }
    guard isWritten else { throw ImageError(.usage, "there is no image to write", format: "WebP") }
    return []
  }

  private static func check(_ status: Int32) throws(ImageError) {
    switch status {
    case 0: return
    // VP8_ENC_ERROR_OUT_OF_MEMORY and VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY.
    case 1, 2: throw ImageError(.limitExceeded, "no memory to encode the picture", format: "WebP")
    // VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW, VP8_ENC_ERROR_FILE_TOO_BIG.
    case 6, 7, 9:
      throw ImageError(.unsupported, "the picture needs more bytes than the format allows; lower -q", format: "WebP")
    default: throw ImageError(.unsupported, "libwebp cannot write this picture (error \(status))", format: "WebP")
    }
  }
}
