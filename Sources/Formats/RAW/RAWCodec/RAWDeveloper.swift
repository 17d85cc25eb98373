internal import ByteStreams
internal import CRAWShims
internal import CodecKit
internal import ImageModel
internal import RAWStructure

/// A raw file whose picture libraw makes from the data of the sensor: in sRGB with 16 bits a sample, with the camera's
/// white balance. It is upright, whatever Exif says.
final class RAWDeveloper: ImageDecoder {
  let imageCount = 1
  let primaryIndex = 0
  let diagnostics: [Diagnostic]
  private let bytes: [UInt8]
  private let limits: Limits
  private let header: raw_shim_header
  private let info: ImageInfo

  /// - Throws: `invalidData`; `unsupported` for a camera that libraw does not know, and without libraw; `limitExceeded`
  ///   for the declared size; `io`.
  init(_ source: any ByteSource, limits: Limits) throws(ImageError) {
    diagnostics = try RAWStructure.read(source, limits: limits).diagnostics
    if let problem = raw_shim_load() {
      throw ImageError(.unsupported, "install libraw20: \(String(cString: problem))", format: "RAW")
    }
    try limits.check(memory: Int(clamping: source.size), for: "the file", format: "RAW")
    bytes = try source.bytes(at: 0, count: Int(clamping: source.size))
    var header = raw_shim_header()
    let result = bytes.withUnsafeBufferPointer { raw_shim_read_header($0.baseAddress, $0.count, &header) }
    try Self.check(result)
    let sensor = PixelSize(width: Int(header.raw_width), height: Int(header.raw_height))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    for size in [sensor, size] { try limits.check(size, streamed: false, format: "RAW") }
    self.header = header
    self.limits = limits
    var info = ImageInfo(
      size: size, colorModel: header.is_gray != 0 ? .gray : .rgb, bitsPerSample: 16,
      samplesPerPixel: header.is_gray != 0 ? 1 : 3)
    info.profile = header.is_gray != 0 ? nil : .sRGB
    self.info = info
  }

  func info(at index: Int) throws(ImageError) -> ImageInfo {
    try check(index: index, format: "RAW")
    return info
  }

  func rows(at index: Int, _ request: DecodeRequest) throws(ImageError) -> any RowSource {
    try check(index: index, format: "RAW")
    try request.checkCancellation()
    let wanted = request.minimumSize ?? info.size
    // libraw makes one pixel from each block of a mosaic; for other data it ignores this setting.
    let isHalf =
      header.is_mosaic != 0 && 2 * wanted.width <= info.size.width && 2 * wanted.height <= info.size.height
    let (pixels, diagnostics) = try develop(isHalf: isHalf, request)
    var box = SourceBox(pixels.size)
    if isHalf {
      // The last row and the last column may be halves of pixels.
      box.width = min(box.width, Double(info.size.width) / 2)
      box.height = min(box.height, Double(info.size.height) / 2)
    }
    let heldMemory = bytes.count + pixels.bytes.count
    return BufferRowSource(pixels, sourceBox: box, diagnostics: diagnostics, heldMemory: heldMemory)
  }

  private func develop(isHalf: Bool, _ request: DecodeRequest) throws(ImageError) -> (PixelBuffer, [Diagnostic]) {
    let format = PixelFormat(.uint16, header.is_gray != 0 ? .gray : .rgb)
    let bytesPerSensorPixel = header.is_mosaic != 0 || header.is_gray != 0 ? 2 : 8
    let sensorBytes = Int(header.raw_width) * (Int(header.raw_height) + 8) * bytesPerSensorPixel
    // libraw's picture of four samples, once more to change its shape, and the finished one.
    let bytesPerPixel = (header.is_reshaped != 0 ? 16 : 8) + format.bytesPerPixel
    let memory = bytes.count + sensorBytes + bytesPerPixel * info.size.pixelCount / (isHalf ? 4 : 1)
    try limits.check(memory: memory, for: "developing a picture of \(info.size)", format: "RAW")
    var wanted = raw_shim_request()
    wanted.half_size = isHalf ? 1 : 0
    wanted.megabytes = UInt32(clamping: max(1, limits.freeMemory >> 20))
    wanted.is_cancelled = { context in
      let request = context?.assumingMemoryBound(to: DecodeRequest.self).pointee
      return request?.isCancelled?() ?? false ? 1 : 0
    }
    var picture = raw_shim_picture()
    defer { raw_shim_picture_destroy(&picture) }
    let result = withUnsafePointer(to: request) { request in
      wanted.context = UnsafeMutableRawPointer(mutating: request)
      return bytes.withUnsafeBufferPointer { raw_shim_develop($0.baseAddress, $0.count, &wanted, &picture) }
    }
    try Self.check(result)
    let size = PixelSize(width: Int(picture.width), height: Int(picture.height))
    // libraw rounds the size of a half picture before it changes the shape of its pixels.
    let isExpected =
      isHalf
      ? abs(2 * size.width - info.size.width) <= 4 && abs(2 * size.height - info.size.height) <= 4 : size == info.size
    guard Int(picture.channels) == format.channelCount, isExpected else {
      throw ImageError(.invalidData, "declares \(info.size) pixels and has \(size)", format: "RAW")
    }
    let samples = UnsafeRawBufferPointer(start: picture.pixels, count: picture.size)
    let pixels = try PixelBuffer(size: size, format: format, profile: info.profile, bytes: Array(samples))
    let damage = Diagnostic.warning("the data of the sensor is damaged")
    return (pixels, picture.is_damaged != 0 ? [damage] : [])
  }

  private static func check(_ result: raw_shim_result) throws(ImageError) {
    let message = result.message.map { " (libraw: \(String(cString: $0)))" } ?? ""
    func error(_ kind: ImageError.Kind, _ text: String) -> ImageError {
      ImageError(kind, text + message, format: "RAW")
    }
    switch result.status {
    case raw_shim_ok: return
    case raw_shim_unknown: throw error(.unsupported, "libraw does not know its sensor's data")
    case raw_shim_damaged: throw error(.invalidData, "the data of the sensor is damaged or ends early")
    case raw_shim_too_large: throw error(.limitExceeded, "no memory to develop the picture")
    case raw_shim_cancelled: throw ImageError(.cancelled, "cancelled")
    default: throw error(.unsupported, "libraw cannot develop it")
    }
  }
}
