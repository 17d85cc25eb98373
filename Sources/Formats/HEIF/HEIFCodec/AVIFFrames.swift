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
  /// A fraction of a second. libavif cannot be cancelled in between.
  private static let maxChunkSteps = 100_000_000

  /// - Throws: `invalidData` for a sequence that libavif cannot read; `unsupported` without libavif or its codec;
  ///   `limitExceeded`; `io`.
  init(_ sequence: HEIFSequence, _ source: any ByteSource, limits: Limits) throws(ImageError) {
    info = sequence.picture.info
    try limits.check(info.size, streamed: false, format: "AVIF")
    guard sequence.frameCount <= Self.maxFrames else {
      throw ImageError(
        .limitExceeded, "declares \(sequence.frameCount) frames, more than \(Self.maxFrames)", format: "AVIF")
    }
    guard let steps = sequence.chunkSteps, steps <= Self.maxChunkSteps else {
      throw ImageError(.limitExceeded, "has too many boxes, or a table of chunks that is too long", format: "AVIF")
    }
    try LibAVIF.load()
    // The pixels, and the pictures that AV1 refers to: eight, and the one that is decoded.
    let halves = ["4:2:0": 3, "4:2:2": 4][info.chromaSubsampling ?? ""] ?? 6
    let samples = (halves + (info.hasAlpha ? 2 : 0)) * 9 / 2 + info.samplesPerPixel
    let bytesPerPixel = info.bitsPerSample > 8 ? 2 * samples : samples
    let (memory, overflow) = info.size.pixelCount.multipliedReportingOverflow(by: bytesPerPixel)
    heldMemory = overflow ? .max : memory + Int(clamping: source.size)
    try limits.check(memory: heldMemory, for: "a sequence of \(info.size)", format: "AVIF")
    file = try AVIFFile(source, without: sequence.hiddenBoxes)
    // Memory is reserved for frames of the declared size. The size has been checked.
    var bounds = avif_shim_limits(
      max_pixels: UInt32(clamping: info.size.pixelCount), max_axis: UInt32(max(info.size.width, info.size.height)),
      max_frames: UInt32(Self.maxFrames))
    var made: OpaquePointer?
    let result = avif_shim_decoder_create(file.bytes.baseAddress, file.bytes.count, &bounds, &made)
    do throws(ImageError) {
      try LibAVIF.check(result, "the sequence")
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

  /// Decodes a frame, and the frames before it that have not been decoded.
  ///
  /// - Throws: `invalidData`, `cancelled`.
  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    // For a frame before the last one, libavif starts at the key frame before that frame.
    for frame in min(index, nextFrame)...index {
      try request.checkCancellation()
      try LibAVIF.check(avif_shim_decoder_go(decoder, UInt32(frame)), "frame \(frame + 1)")
    }
    nextFrame = index + 1
    let isDeep = info.bitsPerSample > 8
    let format = PixelFormat(
      isDeep ? .uint16 : .uint8, info.colorModel == .gray ? .gray : .rgb, alpha: info.hasAlpha ? .straight : .none)
    let converter = try converter(to: format)
    let bytesPerRow = info.size.width * format.bytesPerPixel
    let pixels = [UInt8](unsafeUninitializedCapacity: bytesPerRow * info.size.height) { buffer, count in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      for row in 0..<info.size.height {
        converter.convert(row: row, columns: 0..<info.size.width, to: start + row * bytesPerRow)
      }
      count = buffer.count
    }
    let buffer = try PixelBuffer(size: info.size, format: format, profile: info.profile, bytes: pixels)
    return BufferRowSource(buffer, heldMemory: heldMemory)
  }

  /// What makes pixels of the frame that was decoded last.
  ///
  /// - Throws: `invalidData` for a frame of another kind than the sequence declares; `unsupported` for its colours.
  private func converter(to format: PixelFormat) throws(ImageError) -> PlaneConverter {
    var frame = avif_shim_frame()
    avif_shim_decoder_frame(decoder, &frame)
    func planes(_ found: [avif_shim_plane]) throws(ImageError) -> SamplePlanes {
      let planes = found.compactMap { plane in
        plane.samples.map {
          SamplePlanes.Plane(
            samples: UnsafeRawPointer($0), stride: plane.stride,
            size: PixelSize(width: Int(plane.width), height: Int(plane.height)))
        }
      }
      return try SamplePlanes(planes, bits: Int(frame.bits), owner: self)
    }
    let samples = try planes([frame.planes.0, frame.planes.1, frame.planes.2])
    guard samples.size == info.size, (frame.bits > 8) == (info.bitsPerSample > 8),
      (samples.planes.count == 1) == (format.colorModel == .gray), !format.hasAlpha || frame.alpha.samples != nil
    else { throw ImageError(.invalidData, "a frame is of another size or kind than the sequence", format: "AVIF") }
    var coding = HEIFSampleCoding()
    coding.points.matrix = frame.matrix
    coding.points.isFullRange = frame.is_full_range != 0
    coding.chroma = frame.chroma_position == 1 ? .left : frame.chroma_position == 2 ? .topLeft : .center
    let alpha = format.hasAlpha ? (planes: try planes([frame.alpha]), isFullRange: true) : nil
    return try PlaneConverter(samples, coding, alpha: alpha, to: format)
  }
}

/// A file in memory that does not move: libavif keeps pointers to it.
private final class AVIFFile {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter boxes: where boxes begin that become free space. libavif 0.11 refuses a file with sound, or with a
  ///   still picture that is larger than the frames, and takes quadratic time for a long list of times or of items.
  /// - Throws: `io`, also for a file that has become shorter.
  init(_ source: any ByteSource, without boxes: [UInt64]) throws(ImageError) {
    bytes = .allocate(capacity: Int(clamping: source.size))
    bytes.initialize(repeating: 0)
    let count = try source.read(into: UnsafeMutableRawBufferPointer(bytes), at: 0)
    if count < bytes.count { throw ImageError(.io, "the file has become shorter while it was read") }
    for box in boxes {
      // The type follows the length of 32 bits.
      for (index, letter) in "free".utf8.enumerated() { bytes[Int(box) + 4 + index] = letter }
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
  static func check(_ result: avif_shim_result, _ part: String) throws(ImageError) {
    func error(_ kind: ImageError.Kind, _ text: String) -> ImageError {
      let message = result.message.map { " (libavif: \(String(cString: $0)))" } ?? ""
      return ImageError(kind, text + message, format: "AVIF")
    }
    switch result.status {
    case avif_shim_ok: return
    case avif_shim_no_codec: throw error(.unsupported, "the installed libavif has no codec for \(part)")
    case avif_shim_no_memory: throw error(.limitExceeded, "no memory for \(part)")
    case avif_shim_unsupported: throw error(.unsupported, "libavif does not support \(part)")
    default: throw error(.invalidData, "\(part) is damaged or cut short")
    }
  }
}
