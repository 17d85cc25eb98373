internal import ByteStreams
internal import CAVIFShims
internal import CodecKit
internal import HEIFStructure
internal import ImageModel

/// The frames of an AVIF sequence, which libavif decodes in the order of the file.
final class AVIFFrames {
  private let info: ImageInfo
  private let file: AVIFFile
  private let decoder: OpaquePointer
  private let heldMemory: Int
  /// The index of the frame that is decoded next.
  private var nextFrame = 0

  /// More frames than any real file has: libavif keeps a record of each.
  private static let maxFrames = 100_000

  /// - Throws: `invalidData` for a sequence that libavif cannot read; `unsupported` without libavif or its codec;
  ///   `limitExceeded`; `io`.
  init(_ sequence: HEIFSequence, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    info = sequence.picture.info
    try limits.check(info.size, streamed: false, format: "AVIF")
    guard sequence.frameCount <= Self.maxFrames else {
      throw ImageError(
        .limitExceeded, "declares \(sequence.frameCount) frames, more than \(Self.maxFrames)", format: "AVIF")
    }
    try LibAVIF.load()
    // The pixels, and the pictures that AV1 refers to: eight, and the one that is decoded.
    let halves = ["4:2:0": 3, "4:2:2": 4][info.chromaSubsampling ?? ""] ?? 6
    let samples = (halves + (info.hasAlpha ? 2 : 0)) * 9 / 2 + info.samplesPerPixel
    let bytesPerPixel = info.bitsPerSample > 8 ? 2 * samples : samples
    let (memory, overflow) = info.size.pixelCount.multipliedReportingOverflow(by: bytesPerPixel)
    heldMemory = overflow ? .max : memory + Int(clamping: source.size)
    try limits.check(memory: heldMemory, for: "a sequence of \(info.size)", format: "AVIF")
    file = try AVIFFile(source, without: sequence.otherTracks)
    var bounds = avif_shim_limits(
      max_pixels: UInt32(clamping: limits.maxPixels), max_axis: UInt32(clamping: limits.maxAxis),
      max_frames: UInt32(Self.maxFrames))
    var made: OpaquePointer?
    let status = avif_shim_decoder_create(file.bytes.baseAddress, file.bytes.count, &bounds, &made)
    do throws(ImageError) {
      try LibAVIF.check(status, "the sequence")
      guard let made, avif_shim_decoder_frames(made) >= sequence.animation.durations.count else {
        throw ImageError(.invalidData, "has fewer than its \(sequence.frameCount) frames", format: "AVIF")
      }
      decoder = made
    } catch {
      avif_shim_decoder_destroy(made)
      throw error
    }
  }

  deinit { avif_shim_decoder_destroy(decoder) }

  /// Decodes a frame, and those before it that have not been.
  ///
  /// - Throws: `invalidData`, `cancelled`.
  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    // For an earlier frame libavif begins with the key frame before it.
    for frame in min(index, nextFrame)...index {
      try request.checkCancellation()
      try LibAVIF.check(avif_shim_decoder_go(decoder, UInt32(frame)), "frame \(frame + 1)")
    }
    nextFrame = index + 1
    let isDeep = info.bitsPerSample > 8
    let format = PixelFormat(isDeep ? .uint16 : .uint8, .rgb, alpha: info.hasAlpha ? .straight : .none)
    var layout = avif_shim_layout(
      width: UInt32(info.size.width), height: UInt32(info.size.height), has_alpha: info.hasAlpha ? 1 : 0,
      bits: isDeep ? 16 : 8)
    var pixels = [UInt8](repeating: 0, count: info.size.pixelCount * format.bytesPerPixel)
    let status = pixels.withUnsafeMutableBufferPointer { avif_shim_decoder_pixels(decoder, &layout, $0.baseAddress) }
    try LibAVIF.check(status, "frame \(index + 1)")
    let buffer = try PixelBuffer(size: info.size, format: format, profile: info.profile, bytes: pixels)
    return BufferRowSource(buffer, heldMemory: heldMemory)
  }
}

/// A file in memory that does not move: libavif keeps pointers to it.
private final class AVIFFile {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter tracks: the headers of tracks that are not to be seen: libavif 0.11 refuses a file with sound.
  /// - Throws: `io`, also for a file that has become shorter.
  init(_ source: any ByteSource, without tracks: [Range<UInt64>]) throws(ImageError) {
    bytes = .allocate(capacity: Int(clamping: source.size))
    bytes.initialize(repeating: 0)
    let count = try source.read(into: UnsafeMutableRawBufferPointer(bytes), at: 0)
    if count < bytes.count { throw ImageError(.io, "the file has become shorter while it was read") }
    for header in tracks {
      // The type follows the length of 32 bits.
      for (index, letter) in "free".utf8.enumerated() { bytes[Int(header.lowerBound) + 4 + index] = letter }
    }
  }

  deinit { bytes.deallocate() }
}

/// Loads the library.
enum LibAVIF {
  /// Throws `unsupported` where libavif cannot be loaded. Call it before any other call of the library.
  static func load() throws(ImageError) {
    guard let problem = avif_shim_load() else { return }
    throw ImageError(.unsupported, "install libavif15: \(String(cString: problem))", format: "AVIF")
  }

  /// - Parameter part: what a step was about, for its error.
  static func check(_ status: avif_shim_status, _ part: String) throws(ImageError) {
    switch status {
    case avif_shim_ok: return
    case avif_shim_no_codec: throw ImageError(.unsupported, "libavif has no codec for it", format: "AVIF")
    case avif_shim_no_memory: throw ImageError(.limitExceeded, "no memory for \(part)", format: "AVIF")
    case avif_shim_unsupported: throw ImageError(.unsupported, "libavif cannot read \(part)", format: "AVIF")
    default: throw ImageError(.invalidData, "\(part) is damaged or cut short", format: "AVIF")
    }
  }
}
