internal import ByteStreams
internal import CAVIFShims
internal import CodecKit
internal import HEIFStructure
internal import ImageModel

/// Writes AVIF: one picture with libheif, or the frames of an animation with libavif.
final class AVIFEncoder: ImageEncoder {
  private let sink: any ByteSink
  private let limits: Limits
  private var encoder: (any ImageEncoder)?

  init(_ sink: any ByteSink, limits: Limits) { (self.sink, self.limits) = (sink, limits) }

  func begin(_ image: EncodeImage) throws(ImageError) {
    if encoder == nil {
      encoder =
        image.frame == nil
        ? HEIFEncoder(sink, isAV1: true, limits: limits) : AVIFSequenceEncoder(sink, limits: limits)
    }
    try encoder?.begin(image)
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let encoder else { throw ImageError(.usage, "rows come before the image", format: "AVIF") }
    try encoder.write(rows: rows, count: count)
  }

  func end() throws(ImageError) { try encoder?.end() }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard let encoder else { throw ImageError(.usage, "there is no image to write", format: "AVIF") }
    return try encoder.finish()
  }
}

/// Writes frames of 8 bits a sample. Memory holds all encoded data, one frame, and libaom's look-ahead frames.
final class AVIFSequenceEncoder: ImageEncoder {
  /// Hundredths and thousandths of a second, and frames at the usual rates of video, are whole numbers of these ticks.
  private static let ticksPerSecond = 90_000

  private let sink: any ByteSink
  private let limits: Limits
  /// The first frame, which has the metadata.
  private var first: EncodeImage?
  private var frame: EncodeFrame?
  private var encoder: OpaquePointer?
  private var pixels: [UInt8] = []
  /// The end of the frames so far, in seconds.
  private var time = 0.0
  private var heldMemory = 0
  private var diagnostics: [Diagnostic] = []

  init(_ sink: any ByteSink, limits: Limits) { (self.sink, self.limits) = (sink, limits) }

  deinit { avif_shim_encoder_destroy(encoder) }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard let frame = image.frame else { throw ImageError(.usage, "one image only can be written", format: "AVIF") }
    self.frame = frame
    if let first {
      guard first.size == image.size, first.format == image.format else {
        throw ImageError(.usage, "the frames of a sequence have one size", format: "AVIF")
      }
      return
    }
    guard image.format == .rgb8 || image.format == .rgba8 else {
      throw ImageError(.unsupported, "frames cannot hold pixels of \(image.format)", format: "AVIF")
    }
    let quality = image.options.quality ?? HEIFEncoder.defaultQuality
    let chroma = try HEIFEncoder.chroma(image.options.subsampling, quality)
    try LibAVIF.load()
    try limits.check(image.size, streamed: false, format: "AVIF")
    heldMemory = try image.heldMemory + HEIFCodec.avifEncoder.memory(for: image, limits)
    try prepare(image, quality: quality, chroma: Int32(chroma) ?? 420)
    pixels.reserveCapacity(image.pixelBytes)
    first = image
  }

  /// What libaom 3.6 holds, measured. It looks up to 35 frames ahead.
  static func memory(for image: EncodeImage, _ frame: EncodeFrame) -> Int {
    let quality = image.options.quality ?? HEIFEncoder.defaultQuality
    let isHalved = (try? HEIFEncoder.chroma(image.options.subsampling, quality)) == "420"
    let ahead = min(frame.count, 35)
    let bytes = (isHalved ? 60 + 5 * ahead : 90 + 8 * ahead) + (image.format.hasAlpha ? 50 + 5 * ahead : 0)
    return bytes * image.size.pixelCount
  }

  private func prepare(_ image: EncodeImage, quality: Int, chroma: Int32) throws(ImageError) {
    var settings = avif_shim_settings()
    (settings.width, settings.height) = (UInt32(image.size.width), UInt32(image.size.height))
    settings.has_alpha = image.format.hasAlpha ? 1 : 0
    (settings.quality, settings.chroma) = (Int32(quality), chroma)
    let points = image.profile.codePoints
    (settings.primaries, settings.transfer) = (Int32(points.primaries), Int32(points.transfer))
    settings.ticks_per_second = UInt64(Self.ticksPerSecond)
    let (icc, exif, xmp) = (image.profile?.iccBytes ?? [], image.metadata.exif ?? [], image.metadata.xmp ?? [])
    let result = icc.withUnsafeBufferPointer { icc in
      exif.withUnsafeBufferPointer { exif in
        xmp.withUnsafeBufferPointer { xmp in
          if !icc.isEmpty { (settings.profile, settings.profile_size) = (icc.baseAddress, icc.count) }
          if !exif.isEmpty { (settings.exif, settings.exif_size) = (exif.baseAddress, exif.count) }
          if !xmp.isEmpty { (settings.xmp, settings.xmp_size) = (xmp.baseAddress, xmp.count) }
          return avif_shim_encoder_create(&settings, &encoder)
        }
      }
    }
    try LibAVIF.check(result, "a sequence of \(image.size)")
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let first else { throw ImageError(.usage, "rows come before the image", format: "AVIF") }
    try first.append(rows, count: count, to: &pixels, "AVIF")
  }

  func end() throws(ImageError) {
    guard let first, let frame, pixels.count == first.pixelBytes else {
      throw ImageError(.usage, "the picture ends too early", format: "AVIF")
    }
    // The times of frames are rounded, not their durations, so that errors do not add up.
    let begin = Self.ticks(time)
    // The file has 32 bits for the time of a frame, and readers such as FFmpeg take the upper half as negative.
    let longest = Double(Int32.max / Int32(Self.ticksPerSecond))
    if frame.duration > longest, diagnostics.isEmpty {
      diagnostics.append(.note("a frame is shown for at most \(Int(longest)) seconds"))
    }
    time += min(max(0, frame.duration), longest)
    let result = pixels.withUnsafeBufferPointer {
      avif_shim_encoder_add(encoder, $0.baseAddress, max(1, Self.ticks(time) - begin))
    }
    pixels.removeAll(keepingCapacity: true)
    try LibAVIF.check(result, "a frame of \(first.size)")
  }

  private static func ticks(_ time: Double) -> UInt64 { UInt64((time * Double(ticksPerSecond)).rounded()) }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard first != nil, let frame else { throw ImageError(.usage, "there is no image to write", format: "AVIF") }
    var (bytes, count) = (UnsafePointer<UInt8>?.none, 0)
    try LibAVIF.check(avif_shim_encoder_finish(encoder, &bytes, &count), "the sequence")
    try limits.encoding.holding(heldMemory).check(memory: 2 * count, for: "the encoded frames", format: "AVIF")
    let file = MemoryByteSource(Array(UnsafeBufferPointer(start: bytes, count: count)))
    try HEIFSequence.repeating(file, frame.loopCount).write(from: file, to: sink)
    return diagnostics
  }
}
