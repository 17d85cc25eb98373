internal import CTIFFShims
internal import CodecKit
internal import ImageModel

/// The layout of an image in the file: the values of its fields, and the size of its strips or tiles.
struct EncodingPlan {
  let size: PixelSize
  let format: PixelFormat
  /// The layout of rows that are written as they come; nil for other rows.
  let stored: StoredSamples?
  let scheme: EncodingScheme
  /// Why the compression that was asked for is not that of this page.
  let refusal: ImageError?
  let predictor: UInt32
  let quality: Int?
  /// As written.
  let bitsPerPixel: Int
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
    stored = image.stored
    var scheme = try EncodingScheme(named: image.options.compression)
    var refusal: ImageError?
    do throws(ImageError) {
      try scheme.check(image)
    } catch {
      guard image.options.isOneOfSeveral else { throw error }
      refusal = error
      scheme = .deflate
    }
    self.refusal = refusal
    self.scheme = scheme
    predictor = try scheme.predictor(image.options.predictor, for: image)
    quality = image.options.quality
    if let quality, !(1...100).contains(quality) {
      throw ImageError(.usage, "quality \(quality) is not in 1...100", format: "TIFF")
    }
    bitsPerPixel =
      image.stored?.bitsPerPixel ?? (scheme.isBilevel ? 1 : format.bytesPerPixel * 8)
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
    let bytesPerRow = Self.bytes(size.width, bitsPerPixel)
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
    uncompressedBytes > 7 << 29
  }

  /// Bytes that the page takes without compression.
  var uncompressedBytes: Int {
    product(Self.bytes(size.width, bitsPerPixel), size.height)
  }

  /// The bytes of pixels in the file before compression.
  static func bytes(_ pixels: Int, _ bitsPerPixel: Int) -> Int {
    let bits = product(pixels, bitsPerPixel)
    return bits == .max ? .max : bits / 8 + (bits % 8 == 0 ? 0 : 1)
  }

  /// The bytes of a row as the encoder gets it.
  var bytesPerGivenRow: Int {
    stored == nil ? product(size.width, format.bytesPerPixel) : Self.bytes(size.width, bitsPerPixel)
  }

  /// Whether pixels of 8 bits are packed into one each.
  var packsBits: Bool { stored == nil && scheme.isBilevel }

  /// Whether bits are inverted, because the fax codecs take 0 for white.
  var invertsBits: Bool { scheme.isBilevel && stored?.interpretation == 1 }

  /// PhotometricInterpretation.
  var interpretation: Int {
    if let stored { return invertsBits ? 0 : Int(stored.interpretation) }
    return delivered.rawValue
  }

  private var delivered: Interpretation {
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
      && set(258, stored?.bits ?? (scheme.isBilevel ? 1 : format.component.byteCount * 8))
      && set(277, stored?.samplesPerPixel ?? format.channelCount)
      && set(259, Int(scheme.code)) && set(262, interpretation) && set(284, 1)
    if let tile {
      isSet = isSet && set(322, tile.width) && set(323, tile.height)
    } else {
      isSet = isSet && set(278, min(rowsPerStrip, size.height))
    }
    if let stored {
      if stored.kind != .unsigned { isSet = isSet && set(339, Int(stored.kind.rawValue)) }
      if !stored.palette.isEmpty { isSet = isSet && tiff_shim_set_palette(shim, stored.palette) == 1 }
    } else if format.component == .float32 {
      isSet = isSet && set(339, 3)
    }
    if interpretation == Interpretation.separated.rawValue { isSet = isSet && set(332, 1) }
    if let stored {
      if !stored.extraSamples.isEmpty {
        isSet = isSet && tiff_shim_set_shorts(shim, 338, UInt16(stored.extraSamples.count), stored.extraSamples) == 1
      }
    } else if format.hasAlpha {
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
