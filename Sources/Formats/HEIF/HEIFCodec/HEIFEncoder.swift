internal import ByteStreams
internal import CHEIFShims
internal import CodecKit
internal import ImageModel

/// Writes one picture with libheif, which needs it as a whole. Samples of 16 bits become 12 in AV1
/// and 10 in HEVC.
final class HEIFEncoder: ImageEncoder {
  static let defaultQuality = 60
  /// The quality from which colours are stored in full resolution, as in JPEG.
  private static let fullChromaQuality = 90

  private let sink: any ByteSink
  private let limits: Limits
  private let name: String
  private var settings = heif_shim_settings()
  private var image: EncodeImage?
  private var encoder: OpaquePointer?
  private var pixels: UnsafeMutablePointer<UInt8>?
  private var stride = 0
  private var rowsWritten = 0
  private var isWritten = false

  init(_ sink: any ByteSink, isAV1: Bool, limits: Limits) {
    self.sink = sink
    self.limits = limits
    name = isAV1 ? "AVIF" : "HEIC"
    settings.is_av1 = isAV1 ? 1 : 0
  }

  deinit { heif_shim_encoder_destroy(encoder) }

  func begin(_ image: EncodeImage) throws(ImageError) {
    guard self.image == nil else { throw ImageError(.usage, "one image only can be written", format: name) }
    let format = image.format
    guard format.component != .float32, format.alpha != .premultiplied, format.colorModel == .rgb else {
      throw ImageError(.unsupported, "cannot hold pixels of \(format)", format: name)
    }
    guard image.size.longSide <= Self.maxSide else {
      throw ImageError(
        .unsupported, "cannot hold a picture of \(image.size): a side has at most \(Self.maxSide) pixels",
        format: name)
    }
    let quality = image.options.quality ?? Self.defaultQuality
    let chroma = try Self.chroma(image.options.subsampling, quality)
    try LibHEIF.load()
    try (settings.is_av1 != 0 ? HEIFCodec.avifEncoder : HEIFCodec.heicEncoder).memory(for: image, limits)
    settings.width = Int32(image.size.width)
    settings.height = Int32(image.size.height)
    settings.has_alpha = format.hasAlpha ? 1 : 0
    // libheif 1.15 aborts the process when it writes AV1 of 10 bits.
    settings.bits = format.component == .uint8 ? 8 : settings.is_av1 != 0 ? 12 : 10
    settings.quality = Int32(quality)
    let points = image.profile.codePoints
    (settings.primaries, settings.transfer) = (Int32(points.primaries), Int32(points.transfer))
    try prepare(chroma: chroma, profile: image.profile?.iccBytes ?? [])
    self.image = image
  }

  /// What libheif, with libaom 3.6 or x265 3.5, holds for a picture: measured with photographs, and a tenth more.
  static func memory(for image: EncodeImage, isAV1: Bool) -> Int {
    let quality = image.options.quality ?? defaultQuality
    let hasFullChroma = (try? chroma(image.options.subsampling, quality)) != "420"
    var bytes = isAV1 ? (hasFullChroma ? 40 : 25) : (hasFullChroma ? 38 : 24)
    if image.format.component != .uint8 { bytes += bytes / 2 }
    if image.format.hasAlpha { bytes += 4 * image.format.component.byteCount }
    return bytes * image.size.pixelCount
  }

  private static let maxSide = 65_535

  /// - Throws: `usage` for a subsampling that the formats do not have.
  static func chroma(_ name: String?, _ quality: Int) throws(ImageError) -> String {
    switch name {
    case "4:4:4": return "444"
    case "4:2:2": return "422"
    case "4:2:0": return "420"
    case nil, "auto": return quality < fullChromaQuality ? "420" : "444"
    default:
      throw ImageError(.usage, "there is no subsampling \"\(name ?? "")\": it is 4:4:4, 4:2:2, 4:2:0 or auto")
    }
  }

  private func prepare(chroma: String, profile: [UInt8]) throws(ImageError) {
    var message = [CChar](repeating: 0, count: 256)
    let status = chroma.withCString { chroma in
      profile.withUnsafeBufferPointer { profile in
        settings.chroma = chroma
        settings.profile = profile.isEmpty ? nil : profile.baseAddress
        settings.profile_size = profile.count
        return heif_shim_encoder_create(&settings, &encoder, &pixels, &stride, &message)
      }
    }
    if status == heif_shim_no_codec {
      let package = settings.is_av1 != 0 ? "libheif-plugin-aomenc" : "libheif-plugin-x265"
      throw ImageError(
        .unsupported, "the installed libheif has no encoder for it; install \(package)", format: name)
    }
    try LibHEIF.check(status, message)
  }

  func write(rows: UnsafeRawBufferPointer, count: Int) throws(ImageError) {
    guard let image, let pixels else { throw ImageError(.usage, "rows come before the image", format: name) }
    let bytesPerRow = image.size.width * image.format.bytesPerPixel
    guard rows.count >= count * bytesPerRow, rowsWritten + count <= image.size.height else {
      throw ImageError(.usage, "\(count) rows are more than the picture has", format: name)
    }
    let most = UInt32(1) << UInt32(settings.bits) - 1
    for row in 0..<count {
      let from = UnsafeRawBufferPointer(rebasing: rows[row * bytesPerRow..<(row + 1) * bytesPerRow])
      let to = UnsafeMutableRawBufferPointer(start: pixels + (rowsWritten + row) * stride, count: bytesPerRow)
      if image.format.component == .uint8 {
        to.copyMemory(from: from)
      } else {
        for place in Swift.stride(from: 0, to: bytesPerRow, by: 2) {
          let value = UInt32(from.loadUnaligned(fromByteOffset: place, as: UInt16.self))
          let short = UInt16(truncatingIfNeeded: (value * most + 32_767) / 65_535)
          to.storeBytes(of: short.littleEndian, toByteOffset: place, as: UInt16.self)
        }
      }
    }
    rowsWritten += count
  }

  func end() throws(ImageError) {
    guard let image, rowsWritten == image.size.height else {
      throw ImageError(.usage, "the picture ends too early", format: name)
    }
    let output = BufferedSink(sink)
    var message = [CChar](repeating: 0, count: 256)
    let (exif, xmp) = (image.metadata.exif ?? [], image.metadata.xmp ?? [])
    let status = exif.withUnsafeBufferPointer { exif in
      xmp.withUnsafeBufferPointer { xmp in
        var metadata = heif_shim_metadata(
          exif: exif.isEmpty ? nil : exif.baseAddress, exif_size: exif.count,
          xmp: xmp.isEmpty ? nil : xmp.baseAddress, xmp_size: xmp.count)
        return heif_shim_encoder_finish(encoder, &metadata, output.context, BufferedSink.write, &message)
      }
    }
    if status == heif_shim_ok { _ = output.flush() }
    if let failure = output.failure { throw failure }
    try LibHEIF.check(status, message)
    isWritten = true
  }

  func finish() throws(ImageError) -> [Diagnostic] {
    guard isWritten else { throw ImageError(.usage, "there is no image to write", format: name) }
    return []
  }
}

extension ColorProfile? {
  /// The code points of the colours. For a profile of another kind, or without one, they are those of sRGB.
  var codePoints: CodePoints {
    if case .codePoints(let points)? = self?.definition { return points }
    return CodePoints(primaries: 1, transfer: 13)
  }
}
