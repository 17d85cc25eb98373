internal import ByteStreams
internal import CJPEGXLShims
internal import CodecKit
internal import ImageModel
internal import JPEGXLStructure

/// A JPEG XL file whose headers have been read. The frames of an animation are its images.
final class JPEGXLDecoder: ImageDecoder {
  let imageCount: Int
  let primaryIndex = 0
  let animation: Animation?
  let diagnostics: [Diagnostic]
  private let limits: Limits
  private let structure: JPEGXLStructure
  private let bytes: [UInt8]
  private let color: JPEGXLFrames.Color
  /// The frames, from the first one that was decoded.
  private var frames: JPEGXLFrames

  /// - Throws: `invalidData`, `unsupported`, `limitExceeded`, `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    structure = try JPEGXLStructure.read(source, limits: limits)
    try limits.check(structure.header.size, streamed: false, format: "JPEG XL")
    guard structure.imageInfo.samplesPerPixel <= limits.maxSamplesPerPixel else {
      throw limits.exceeded(
        "declares \(structure.imageInfo.samplesPerPixel) samples per pixel", name: "max-samples-per-pixel",
        value: limits.maxSamplesPerPixel, format: "JPEG XL")
    }
    try JPEGXLCodec.load()
    try limits.check(memory: Int(clamping: source.size), for: "the file", format: "JPEG XL")
    bytes = try source.bytes(at: 0, count: Int(clamping: source.size))
    let timing = structure.header.animation
    let ticks = timing == nil ? [] : Self.frames(bytes, most: limits.maxImages)
    imageCount = max(1, min(ticks.count, limits.maxImages))
    let isAnimated = ticks.count > 1 && !ticks.contains(Self.page)
    animation = timing.flatMap { timing in
      guard isAnimated else { return nil }
      return Animation(durations: ticks.map { Double($0) / timing.ticksPerSecond }, loopCount: timing.loopCount)
    }
    diagnostics = structure.diagnostics + limits.leftOut(frames: ticks.count)
    frames = try JPEGXLFrames(bytes, structure, limits: limits, usesThreads: false)
    color = frames.color
    self.limits = limits
  }

  /// The duration of a frame that is a page (ISO/IEC 18181-1, annex F).
  private static let page = UInt32.max

  /// The durations of the frames; one more than `most` where there are more.
  private static func frames(_ bytes: [UInt8], most: Int) -> [UInt32] {
    guard let shim = jpegxl_shim_create(0) else { return [] }
    defer { jpegxl_shim_destroy(shim) }
    return bytes.withUnsafeBufferPointer { bytes in
      var (found, ticks): ([UInt32], UInt32) = ([], 0)
      guard jpegxl_shim_start_frames(shim, bytes.baseAddress, bytes.count) != 0 else { return [] }
      while found.count <= most, jpegxl_shim_next_frame(shim, &ticks) != 0 { found.append(ticks) }
      return found
    }
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "JPEG XL")
    var info = structure.imageInfo
    info.profile = color.profile
    return info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try check(index: index, format: "JPEG XL")
    try request.checkCancellation()
    let isFirst = index == 0
    if isFirst || frames.nextFrame > index {
      frames = try JPEGXLFrames(bytes, structure, limits: limits, usesThreads: request.usesThreads)
    }
    // A frame begins with a picture at 1/8. libjxl takes longer to enlarge it than to decode the rest, so small sizes
    // also need the whole frame.
    return try frames.rows(at: index)
  }
}

/// The frames of a file, decoded one after the other.
final class JPEGXLFrames {
  /// What the pixels are.
  struct Color {
    var format: PixelFormat
    var profile: ColorProfile?
  }

  let color: Color
  /// The index of the frame that is decoded next.
  private(set) var nextFrame = 0
  private let bytes: [UInt8]
  private let size: PixelSize
  private let heldMemory: Int
  private let shim: OpaquePointer

  init(
    _ bytes: [UInt8], _ structure: JPEGXLStructure, limits: Limits, usesThreads: Bool
  ) throws(ImageError) {
    guard let shim = jpegxl_shim_create(usesThreads ? 1 : 0) else {
      throw ImageError(.limitExceeded, "no memory for the decoder", format: "JPEG XL")
    }
    var header = jpegxl_shim_color()
    let isRead = bytes.withUnsafeBufferPointer { jpegxl_shim_read_header(shim, $0.baseAddress, $0.count, &header) }
    guard isRead != 0, header.has_black == 0, (header.is_rgb != 0) != structure.header.isGray else {
      jpegxl_shim_destroy(shim)
      if header.has_black != 0 { throw ImageError(.unsupported, "CMYK", format: "JPEG XL") }
      throw ImageError(.invalidData, "the header is damaged or cut short", format: "JPEG XL")
    }
    self.shim = shim
    self.bytes = bytes
    size = structure.header.size
    let format = Self.format(structure.header)
    color = Color(format: format, profile: Self.profile(shim, header, limits))
    // libjxl keeps floats of all channels, and what it needs to decode them.
    let channels = structure.imageInfo.samplesPerPixel
    let (memory, overflow) = size.pixelCount.multipliedReportingOverflow(by: format.bytesPerPixel + 4 * channels + 4)
    heldMemory = overflow ? .max : memory + bytes.count
    try limits.check(memory: heldMemory, for: "a picture of \(size)", format: "JPEG XL")
  }

  deinit { jpegxl_shim_destroy(shim) }

  /// Up to 8 and 16 bits become integers of the full range; more bits and floats stay floats.
  private static func format(_ header: JPEGXLHeader) -> PixelFormat {
    let depths = [header.depth] + (header.alpha.map { [$0.depth] } ?? [])
    let isFloat = depths.contains { $0.exponentBits > 0 || $0.bits > 16 }
    let isDeep = depths.contains { $0.bits > 8 }
    let alpha: PixelFormat.Alpha = header.alpha.map { $0.isPremultiplied ? .premultiplied : .straight } ?? .none
    return PixelFormat(isFloat ? .float32 : isDeep ? .uint16 : .uint8, header.isGray ? .gray : .rgb, alpha: alpha)
  }

  private static func profile(_ shim: OpaquePointer, _ header: jpegxl_shim_color, _ limits: Limits) -> ColorProfile? {
    let points = CodePoints(primaries: UInt8(clamping: header.primaries), transfer: UInt8(clamping: header.transfer))
    if header.primaries > 0, header.is_rgb != 0 || points.transfer == 13, let known = ColorProfile(rgb: points) {
      return known
    }
    guard header.profile_size > 0, header.profile_size <= limits.maxMetadataBlockBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: header.profile_size)
    return jpegxl_shim_profile(shim, &bytes, bytes.count) != 0 ? .icc(bytes) : nil
  }

  /// Decodes a frame.
  ///
  /// - Throws: `invalidData`.
  func rows(at index: Int) throws(ImageError) -> any RowSource {
    let layout = jpegxl_shim_layout(
      channels: UInt32(color.format.channelCount), bytes_per_sample: UInt32(color.format.component.byteCount))
    var pixels = [UInt8](repeating: 0, count: size.pixelCount * color.format.bytesPerPixel)
    let skipped = index - nextFrame
    nextFrame = index + 1
    let status = pixels.withUnsafeMutableBytes { pixels in
      bytes.withUnsafeBufferPointer {
        jpegxl_shim_decode_frame(
          shim, $0.baseAddress, $0.count, skipped, layout, pixels.baseAddress, pixels.count)
      }
    }
    var diagnostics: [Diagnostic] = []
    switch status {
    case jpegxl_shim_done: break
    case jpegxl_shim_partial:
      diagnostics = [.warning("the data ends early: details or parts of the picture are missing")]
    default: throw ImageError(.invalidData, "frame \(index + 1) is damaged or cut short", format: "JPEG XL")
    }
    let buffer = try PixelBuffer(size: size, format: color.format, profile: color.profile, bytes: pixels)
    return BufferRowSource(buffer, diagnostics: diagnostics, heldMemory: heldMemory)
  }
}
