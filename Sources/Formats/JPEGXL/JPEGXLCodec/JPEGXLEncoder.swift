internal import ByteStreams
internal import CJPEGXLShims
internal import CodecKit
internal import Glibc
internal import ImageModel

/// Writes one picture. libjxl needs it as a whole.
final class JPEGXLEncoder: ImageEncoder {
  /// What `EncodeOptions.compression` may be.
  enum Compression: String, CaseIterable {
    case lossy, lossless
  }

  private static let defaultQuality = 90

  private let sink: any ByteSink
  private let limits: Limits
  private var image: EncodeImage?
  private var distance: Float = 0
  private var effort: Int32 = 7
  private var pixels: [UInt8] = []
  private var isClipped = false
  private var isWritten = false

  init(_ sink: any ByteSink, limits: Limits) {
    self.sink = sink
    self.limits = limits
  }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard self.image == nil else { throw ImageError(.usage, "a JPEG XL file holds one image only", format: "JPEG XL") }
    guard JPEGXLCodec.encoder.accepts(image.format) == image.format else {
      throw ImageError(.unsupported, "cannot hold pixels of \(image.format)", format: "JPEG XL")
    }
    guard let compression = Self.compression(image) else {
      let known = Compression.allCases.map(\.rawValue).joined(separator: ", ")
      throw ImageError(
        .usage, "JPEG XL has no compression \"\(image.options.compression ?? "")\": it takes \(known)")
    }
    try JPEGXLCodec.load()
    distance = compression == .lossless ? 0 : Self.distance(quality: image.options.quality ?? Self.defaultQuality)
    effort = Self.effort(for: image, try JPEGXLCodec.encoder.memory(for: image, limits)).level
    pixels.reserveCapacity(image.pixelBytes)
    self.image = image
  }

  /// The distance that cjxl takes for a quality.
  private static func distance(quality: Int) -> Float {
    if quality >= 100 { return 0 }
    if quality >= 30 { return 0.1 + Float(100 - quality) * 0.09 }
    return min(15, 6.4 + pow(2.5, Float(30 - quality) / 5) / 6.25)
  }

  private static func compression(_ image: EncodeImage) -> Compression? {
    Compression(rawValue: image.options.compression?.lowercased() ?? Compression.lossy.rawValue)
  }

  /// How hard libjxl tries, on its scale of 1 to 9, and what version 0.7 holds for a pixel then: measured with
  /// photographs.
  private struct Effort {
    var level: Int32
    var bytesPerPixel: Int
  }

  /// The usual effort, or a lower one with half the memory, for files that are hardly larger.
  ///
  /// - Parameter available: the bytes of working memory that there are.
  private static func effort(for image: EncodeImage, _ available: Int) -> Effort {
    let isLossless = compression(image) == .lossless
    var more = image.format.bytesPerPixel
    if image.format.hasAlpha { more += isLossless ? 50 : 30 }
    if image.format.component != .uint8, isLossless { more += 15 }
    let usual = Effort(level: 7, bytesPerPixel: (isLossless ? 88 : 92) + more)
    let saving = Effort(level: isLossless ? 3 : 5, bytesPerPixel: (isLossless ? 69 : 52) + more)
    return usual.bytesPerPixel * image.size.pixelCount <= available ? usual : saving
  }

  static func memory(for image: EncodeImage, _ available: Int) -> Int {
    effort(for: image, available).bytesPerPixel * image.size.pixelCount
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image else { throw ImageError(.usage, "rows come before the image", format: "JPEG XL") }
    try image.append(rows, count: count, to: &pixels, "JPEG XL")
  }

  func end() throws(ImageError) {
    guard let image, pixels.count == image.pixelBytes else {
      throw ImageError(.usage, "the picture ends too early", format: "JPEG XL")
    }
    if image.format.component == .float32, distance > 0 { clip() }
    var picture = jpegxl_shim_picture()
    (picture.width, picture.height) = (UInt32(image.size.width), UInt32(image.size.height))
    picture.layout = jpegxl_shim_layout(
      channels: UInt32(image.format.channelCount), bytes_per_sample: UInt32(image.format.component.byteCount))
    picture.orientation = Int32(image.metadata.orientation.rawValue)
    picture.distance = distance
    picture.effort = effort
    let output = BufferedSink(sink)
    let icc = image.profile?.iccBytes ?? []
    // The box begins with the offset of the TIFF stream.
    let exif = image.metadata.exif.map { $0.isEmpty ? [] : [0, 0, 0, 0] + $0 } ?? []
    let xmp = image.metadata.xmp ?? []
    let isDone = icc.withUnsafeBufferPointer { icc in
      exif.withUnsafeBufferPointer { exif in
        xmp.withUnsafeBufferPointer { xmp in
          if !icc.isEmpty { (picture.icc, picture.icc_size) = (icc.baseAddress, icc.count) }
          if !exif.isEmpty { (picture.exif, picture.exif_size) = (exif.baseAddress, exif.count) }
          if !xmp.isEmpty { (picture.xmp, picture.xmp_size) = (xmp.baseAddress, xmp.count) }
          return pixels.withUnsafeBytes {
            jpegxl_shim_encode(&picture, $0.baseAddress, $0.count, output.context, BufferedSink.write)
          }
        }
      }
    }
    pixels = []
    if isDone != 0 { _ = output.flush() }
    if let failure = output.failure { throw failure }
    guard isDone != 0 else { throw ImageError(.unsupported, "libjxl cannot write this picture", format: "JPEG XL") }
    isWritten = true
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard isWritten else { throw ImageError(.usage, "there is no image to write", format: "JPEG XL") }
    let bound = Int(Self.largestSample)
    return isClipped
      ? [.note("samples that are no numbers became 0, those beyond ±\(bound) were clipped; lossless keeps them")]
      : []
  }

  /// The largest half float.
  private static let largestSample: Float = 65_504

  /// libjxl 0.7 ends the process if a sample of a lossy picture is not a number, infinite, or about 10^15.
  private func clip() {
    isClipped = pixels.withUnsafeMutableBytes { bytes in
      var isClipped = false
      let samples = bytes.bindMemory(to: Float.self)
      for index in samples.indices where !(abs(samples[index]) <= Self.largestSample) {
        let sample = samples[index]
        samples[index] = sample.isNaN ? 0 : sample < 0 ? -Self.largestSample : Self.largestSample
        isClipped = true
      }
      return isClipped
    }
  }
}
