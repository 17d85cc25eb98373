internal import ByteStreams
internal import CHEIFShims
internal import CodecKit
internal import HEIFStructure
internal import ImageModel

/// The rows of a picture, which libheif decodes as a whole. They are not turned; the clean aperture is applied.
final class HEIFRows: RowSource {
  let layout: RowLayout
  let diagnostics: [Diagnostic] = []
  let heldMemory: Int
  private let image: OpaquePointer?
  private let pixels: heif_shim_pixels
  private let crop: PixelRect
  /// The new value for each value of a sample; empty if the samples stay.
  private let levels: [UInt16]
  private let alphaLevels: [UInt16]
  private var nextRow = 0

  /// - Parameter owner: the picture that the image belongs to, or the same.
  /// - Throws: `invalidData`, `unsupported`, `limitExceeded`, `io`.
  init(
    _ picture: HEIFPicture, of owner: HEIFPicture, _ structure: HEIFStructure, _ source: any ByteSource, limits: Limits,
    _ request: DecodeRequest
  ) throws(ImageError) {
    try LibHEIF.load()
    try structure.check(picture, source, limits: limits)
    let info = picture.info
    let isGray = info.colorModel == .gray
    let component: PixelFormat.Component = info.bitsPerSample > 8 ? .uint16 : .uint8
    layout = RowLayout(
      size: info.size,
      format: PixelFormat(
        component, isGray ? .gray : .rgb,
        alpha: !info.hasAlpha ? .none : info.isPremultiplied ? .premultiplied : .straight),
      profile: info.profile)
    // The planes of the codec, and the pixels that libheif makes of them.
    let bytesPerPixel = layout.format.bytesPerPixel + (isGray ? 0 : layout.format.bytesPerPixel)
    heldMemory = Int(clamping: source.size) + bytesPerPixel * picture.codedSize.pixelCount
    try limits.check(memory: heldMemory, for: "a picture of \(picture.codedSize)", format: "HEIF")
    try request.checkCancellation()
    var file = try source.bytes(at: 0, count: Int(clamping: source.size))
    // libheif 1.15 knows no hidden images.
    let place = Int(clamping: picture.item.flagsOffset)
    if picture.item.isHidden, file.indices.contains(place) { file[place] &= 0xFE }
    var wanted = heif_shim_request()
    wanted.item = picture.item.id
    wanted.owner = owner.item.id
    wanted.is_primary = owner.item.id == structure.primaryID ? 1 : 0
    wanted.is_gray = isGray ? 1 : 0
    wanted.has_alpha = info.hasAlpha ? 1 : 0
    wanted.transforms = picture.isTransformedByCodec ? 1 : 0
    wanted.uses_threads = request.usesThreads ? 1 : 0
    var (decoded, found) = (OpaquePointer?.none, heif_shim_pixels())
    var message = [CChar](repeating: 0, count: 256)
    let status = file.withUnsafeBufferPointer {
      heif_shim_decode($0.baseAddress, $0.count, &wanted, &decoded, &found, &message)
    }
    image = decoded
    pixels = found
    crop = picture.crop
    levels = Self.levels(
      bits: Int(found.bits), to: component, isFullRange: picture.isFullRange || found.is_rgb != 0)
    alphaLevels = Self.levels(bits: Int(found.alpha_bits), to: component, isFullRange: true)
    try LibHEIF.check(status, message)
    guard found.pixels != nil, found.width == picture.codedSize.width, found.height == picture.codedSize.height,
      component == .uint16 || found.bits <= 8
    else {
      throw ImageError(
        .invalidData, "declares \(picture.codedSize) pixels and has \(found.width)x\(found.height)", format: "HEIF")
    }
    guard isGray, info.hasAlpha else { return }
    // libheif leaves the plane of alpha in the size that the file gives it.
    guard found.alpha != nil else { throw ImageError(.invalidData, "its alpha cannot be used", format: "HEIF") }
    guard found.alpha_width == found.width, found.alpha_height == found.height else {
      let sizes = "\(found.alpha_width)x\(found.alpha_height) for \(picture.codedSize) pixels"
      throw ImageError(.invalidData, "its alpha has \(sizes)", format: "HEIF")
    }
  }

  deinit { heif_shim_image_destroy(image) }

  /// The full-range values of samples. Empty where they are the same.
  private static func levels(bits: Int, to component: PixelFormat.Component, isFullRange: Bool) -> [UInt16] {
    guard (1...16).contains(bits), component == .uint16 || !isFullRange else { return [] }
    let most = component == .uint16 ? 65_535.0 : 255
    let scale = Double(1 << bits) / 256
    let (low, high) = isFullRange ? (0, Double(1 << bits - 1)) : (16 * scale, 235 * scale)
    return (0..<1 << bits).map {
      UInt16(min(max((Double($0) - low) / (high - low) * most, 0), most).rounded())
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, maxRows: Int) throws(ImageError) -> Int {
    let count = min(maxRows, buffer.count / layout.bytesPerRow, layout.size.height - nextRow)
    guard count > 0 else { return 0 }
    for row in 0..<count {
      let out = UnsafeMutableRawBufferPointer(
        rebasing: buffer[row * layout.bytesPerRow..<(row + 1) * layout.bytesPerRow])
      copy(crop.y + nextRow + row, to: out)
    }
    nextRow += count
    return count
  }

  /// Copies one row of the picture, from the crop's left border on.
  private func copy(_ y: Int, to out: UnsafeMutableRawBufferPointer) {
    let width = layout.size.width
    guard let colors = pixels.pixels?.advanced(by: y * pixels.stride) else { return }
    let alpha = pixels.alpha?.advanced(by: y * pixels.alpha_stride)
    let channels = alpha == nil ? layout.format.channelCount : 1
    if layout.format.component == .uint8, levels.isEmpty, alpha == nil {
      out.copyMemory(from: UnsafeRawBufferPointer(start: colors + crop.x * channels, count: out.count))
      return
    }
    let step = alpha == nil ? 1 : 2
    fill(out, from: colors, at: crop.x * channels, count: width * channels, step: step, levels, pixels.bits)
    if let alpha {
      let after = UnsafeMutableRawBufferPointer(rebasing: out[layout.format.component.byteCount...])
      fill(after, from: alpha, at: crop.x, count: width, step: 2, alphaLevels, pixels.alpha_bits)
    }
  }

  /// Writes samples to every `step`-th place.
  private func fill(
    _ out: UnsafeMutableRawBufferPointer, from samples: UnsafePointer<UInt8>, at first: Int, count: Int, step: Int,
    _ levels: [UInt16], _ bits: Int32
  ) {
    let isDeep = layout.format.component == .uint16
    let samples = UnsafeRawPointer(samples)
    for index in 0..<count {
      let place = first + index
      var value =
        bits > 8
        ? UInt16(littleEndian: samples.load(fromByteOffset: 2 * place, as: UInt16.self))
        : UInt16(samples.load(fromByteOffset: place, as: UInt8.self))
      if !levels.isEmpty { value = levels[min(Int(value), levels.count - 1)] }
      if isDeep {
        out.storeBytes(of: value, toByteOffset: 2 * step * index, as: UInt16.self)
      } else {
        out[step * index] = UInt8(truncatingIfNeeded: value)
      }
    }
  }
}
