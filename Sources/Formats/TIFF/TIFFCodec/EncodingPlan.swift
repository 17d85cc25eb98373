internal import CTIFFShims
internal import CodecKit
internal import ImageModel

/// The layout of an image in the file: the values of its fields, and the size of its strips or tiles.
struct EncodingPlan {
  let size: PixelSize
  let format: PixelFormat
  let scheme: EncodingScheme
  let predictor: UInt32
  let quality: Int?
  /// Luma samples for each chroma sample, for JPEG of RGB.
  let subsampling: (x: Int, y: Int)
  let tile: PixelSize?
  let rowsPerStrip: Int

  /// The approximate size of a strip in bytes before compression.
  private static let stripBytes = 256 << 10

  /// - Throws: `usage` for options that contradict the pixels or each other; `limitExceeded`.
  init(_ image: EncodeImage, limits: Limits) throws(ImageError) {
    size = image.size
    format = image.format
    guard size.width > 0, size.height > 0, size.width <= UInt32.max, size.height <= UInt32.max else {
      throw ImageError(.usage, "a TIFF image cannot be \(size)", format: "TIFF")
    }
    scheme = try EncodingScheme(named: image.options.compression)
    try scheme.check(format)
    predictor = try scheme.predictor(image.options.predictor, for: format)
    quality = image.options.quality
    if let quality, !(1...100).contains(quality) {
      throw ImageError(.usage, "quality \(quality) is not in 1...100", format: "TIFF")
    }
    subsampling =
      scheme == .jpeg && format.colorModel == .rgb
      ? try Self.subsampling(image.options.subsampling, quality: quality ?? Self.defaultQuality) : (1, 1)
    tile = image.options.tileSize
    if let tile {
      let unit = max(16, subsampling.x * 8)
      guard tile.width > 0, tile.height > 0, tile.width % unit == 0, tile.height % 16 == 0 else {
        throw ImageError(
          .usage, "TIFF tiles have a width that is a multiple of \(unit) and a height that is one of 16, not \(tile)",
          format: "TIFF")
      }
    }
    let bytesPerRow = product(size.width, format.bytesPerPixel)
    try limits.check(
      memory: product(bytesPerRow, tile?.height ?? 1), for: tile == nil ? "a row" : "a row of tiles", format: "TIFF")
    // Strips of JPEG are whole rows of blocks.
    let unit = scheme == .jpeg ? 16 : 1
    rowsPerStrip = max(unit, Self.stripBytes / max(1, bytesPerRow) / unit * unit)
  }

  static let defaultQuality = 90

  private static func subsampling(_ name: String?, quality: Int) throws(ImageError) -> (x: Int, y: Int) {
    switch name ?? "auto" {
    case "auto": return quality < 90 ? (2, 2) : (1, 1)
    case "4:4:4": return (1, 1)
    case "4:2:2": return (2, 1)
    case "4:2:0": return (2, 2)
    case "4:4:0": return (1, 2)
    case "4:1:1": return (4, 1)
    default:
      throw ImageError(
        .usage, "subsampling \(name ?? "") is not one of 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1, auto", format: "TIFF")
    }
  }

  /// Whether the file may outgrow 32-bit offsets: more than 3.5 GiB of pixels.
  var needsBigTIFF: Bool {
    product(size.width, size.height, format.bytesPerPixel) > 7 << 29
  }

  /// Bytes that the page takes without compression.
  var uncompressedBytes: Int {
    product(scheme.isBilevel ? (size.width + 7) / 8 : product(size.width, format.bytesPerPixel), size.height)
  }

  /// PhotometricInterpretation.
  var interpretation: Interpretation {
    switch format.colorModel {
    case .gray: scheme.isBilevel ? .minIsWhite : .minIsBlack
    case .rgb: scheme == .jpeg ? .ycbcr : .rgb
    case .cmyk: .separated
    case .lab: .cieLab
    }
  }
}

extension EncodingPlan {
  /// Sets the fields that say how the pixels are stored: `TIFFSetField`.
  ///
  /// - Throws: what libtiff refuses.
  func setFields(of handle: borrowing TIFFHandle) throws(ImageError) {
    let shim = handle.shim
    func set(_ tag: UInt32, _ value: Int) -> Bool { tiff_shim_set_integer(shim, tag, UInt32(clamping: value)) == 1 }
    var isSet =
      set(256, size.width) && set(257, size.height)
      && set(258, scheme.isBilevel ? 1 : format.component.byteCount * 8) && set(277, format.channelCount)
      && set(259, Int(scheme.code)) && set(262, interpretation.rawValue) && set(284, 1)
    if let tile {
      isSet = isSet && set(322, tile.width) && set(323, tile.height)
    } else {
      isSet = isSet && set(278, min(rowsPerStrip, size.height))
    }
    if format.component == .float32 { isSet = isSet && set(339, 3) }
    if format.colorModel == .cmyk { isSet = isSet && set(332, 1) }
    if format.hasAlpha {
      var kind: UInt16 = format.alpha == .premultiplied ? 1 : 2
      isSet = isSet && tiff_shim_set_shorts(shim, 338, 1, &kind) == 1
    }
    if predictor != 1 { isSet = isSet && set(317, Int(predictor)) }
    if scheme == .jpeg { isSet = isSet && setJPEG(shim) }
    if scheme == .webp {
      // Pseudo-tags of libtiff's codec: WEBP_LEVEL and WEBP_LOSSLESS.
      isSet = isSet && (quality.map { set(65568, $0) } ?? set(65569, 1))
    }
    guard isSet else { throw handle.error("libtiff refuses the options", kind: .usage) }
  }

  private func setJPEG(_ shim: OpaquePointer) -> Bool {
    let jpegQuality: UInt32 = 65537
    let jpegColorMode: UInt32 = 65538
    guard tiff_shim_set_integer(shim, jpegQuality, UInt32(quality ?? Self.defaultQuality)) == 1 else { return false }
    guard format.colorModel == .rgb else { return true }
    // libtiff converts RGB to YCbCr and subsamples it.
    return tiff_shim_set_pair(shim, 530, UInt16(subsampling.x), UInt16(subsampling.y)) == 1
      && tiff_shim_set_integer(shim, jpegColorMode, 1) == 1
  }
}
