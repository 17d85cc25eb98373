internal import CTIFFShims
internal import CodecKit
internal import ImageModel
internal import TIFFStructure

/// How the samples of a page are converted to pixels.
struct PixelPlan {
  /// The type of the stored samples.
  enum SampleKind: Equatable {
    /// 1...32 or 64 bits.
    case unsigned(bits: Int)
    /// Two's complement. There is no rule for the look of negative samples, and peers differ. Here the smallest value
    /// is 0 and the largest is full range, which keeps the order and loses nothing.
    case signed(bits: Int)
    /// 16, 24, 32 or 64 bits.
    case float(bits: Int)

    var bits: Int {
      switch self {
      case .unsigned(let bits), .signed(let bits), .float(let bits): bits
      }
    }
  }

  /// The conversion of samples after they have the component type of the delivered pixels.
  enum Mapping {
    case none
    /// Grey where the file has 0 for white.
    case invert
    /// The same for plain values; the largest is black.
    case invertPlain(largest: Float)
    /// a* and b* are signed in the file (TIFF 6.0, section 23).
    case signedLab
    /// 16 bits in the encoding of ICC version 2, where 65,280 is 100 (TIFF Technical Note 4).
    case iccLab16
    /// ITU-T T.42 with its default ranges: a* -85...85, b* -75...125.
    case ituLab
    case palette(ColorMap)
    /// Luma and chroma of full resolution.
    case ycbcr
    /// CIE XYZ to linear RGB.
    case xyz
  }

  var format: PixelFormat
  var kind: SampleKind
  var mapping: Mapping
  /// The number of samples of a pixel in the file.
  var samples: Int
  /// Whether each sample has a plane of its own.
  var isSeparate: Bool
  /// The sample of the file for each channel of a delivered pixel; for palettes the index, then alpha.
  var channels: [Int]
  /// The meaning of the samples, where the encoding defines it and no profile does.
  var impliedProfile: ColorProfile?
  var diagnostics: [Diagnostic] = []
  /// The layout of rows that are delivered as they are stored; nil for other rows.
  var stored: StoredSamples?

  /// The bits of a delivered pixel.
  var bitsPerPixel: Int { stored?.bitsPerPixel ?? format.bytesPerPixel * 8 }

  /// The bytes of delivered pixels from the beginning of a row.
  func bytes(ofPixels count: Int) -> Int { (count * bitsPerPixel + 7) / 8 }

  /// The bytes that a stored row of a plane must have.
  func bytesPerStoredRow(width: Int) -> Int {
    let bits = product(width, isSeparate ? 1 : samples, kind.bits)
    return bits == .max ? .max : bits / 8 + (bits % 8 == 0 ? 0 : 1)
  }

  /// Whether a stored row is a delivered row, except for the byte order and the mapping.
  var isPacked: Bool {
    guard !isSeparate, channels == Array(0..<samples) else { return false }
    if case .palette = mapping { return false }
    if case .ituLab = mapping { return false }
    switch (kind, format.component) {
    case (.unsigned(8), .uint8), (.unsigned(16), .uint16), (.float(32), .float32): return true
    default: return false
    }
  }
}

extension PixelPlan {
  /// Chooses the pixels in which a page is delivered.
  ///
  /// 1...8 bits become `uint8`, other integers `uint16`, floats `float32`; a palette becomes `rgb` in 8 bits where its
  /// entries hold no more.
  ///
  /// - Parameters:
  ///   - header: what the file says; it has passed `PageHeader.check`.
  ///   - page: what libtiff makes of it.
  ///   - palette: the palette, for palette images.
  /// - Throws: `unsupported` by name; `invalidData` where samples are missing.
  init(_ header: PageHeader, _ page: tiff_shim_page, palette: ColorMap?) throws(ImageError) {
    guard var meaning = header.interpretation, let model = header.deliveredModel else {
      throw ImageError(.unsupported, "photometric interpretation \(header.photometric ?? 0)", format: "TIFF")
    }
    samples = Int(page.samples)
    isSeparate = page.planar == 2 && samples > 1
    // libtiff converts JPEG's YCbCr while it decodes.
    if meaning == .ycbcr, page.is_upsampled != 0 { meaning = .rgb }
    let colors = meaning.channelCount
    guard samples >= colors else {
      throw ImageError(
        .invalidData, "\(samples) samples a pixel are too few for \(meaning) data", format: "TIFF")
    }
    let isLab = model == .lab
    kind = try Self.kind(bits: Int(page.bits), format: isLab && page.sample_format != 3 ? 1 : Int(page.sample_format))
    channels = Array(0..<colors)
    mapping = .none
    var component = Self.component(for: kind)
    let alpha = header.alpha(afterColors: colors)

    switch meaning {
    case .minIsWhite: mapping = .invert
    case .palette:
      guard let palette, case .unsigned(let bits) = kind, bits <= 16 else {
        throw ImageError(.invalidData, "a palette image without a palette for its samples", format: "TIFF")
      }
      guard bits <= 8 || alpha == nil else {
        throw ImageError(.unsupported, "a palette for \(bits) bits with alpha", format: "TIFF")
      }
      component = palette.isWide ? .uint16 : .uint8
      mapping = .palette(palette)
    case .ycbcr:
      guard kind == .unsigned(bits: 8), samples == 3 else {
        throw ImageError(
          .unsupported, "YCbCr with \(samples) samples of \(kind.bits) bits", format: "TIFF")
      }
      mapping = .ycbcr
    case .cieLab, .iccLab, .ituLab:
      (mapping, component) = try Self.lab(meaning, kind)
    case .logLuv, .logL:
      guard kind == .float(bits: 32), page.compression == 34676 || page.compression == 34677 else {
        throw ImageError(
          .unsupported, "LogLuv in the compression \(TIFFCompressionName.name(of: Int(page.compression)))",
          format: "TIFF")
      }
      guard meaning == .logLuv else {
        impliedProfile = ColorProfile(.calibrated(.init(gamma: 1)))
        break
      }
      mapping = .xyz
      impliedProfile = Self.equalEnergyLinear
    case .minIsBlack, .mask, .rgb, .separated, .colorFilterArray, .linearRaw: break
    }
    format = PixelFormat(component, model)
    var extra = samples - colors
    if let alpha, alpha.sample < samples {
      format.alpha = alpha.isPremultiplied ? .premultiplied : .straight
      channels.append(alpha.sample)
      extra -= 1
    }
    if extra > 0 {
      diagnostics.append(.note("\(extra) extra \(extra == 1 ? "sample" : "samples") of each pixel left out"))
    }
  }

  private static func kind(bits: Int, format: Int) throws(ImageError) -> SampleKind {
    switch (format, bits) {
    case (3, 16), (3, 24), (3, 32), (3, 64): return .float(bits: bits)
    case (3, _): throw ImageError(.unsupported, "floats of \(bits) bits", format: "TIFF")
    case (5, _), (6, _): throw ImageError(.unsupported, "complex samples", format: "TIFF")
    case (2, 1...32), (2, 64): return .signed(bits: bits)
    case (_, 1...32), (_, 64): return .unsigned(bits: bits)
    default: throw ImageError(.unsupported, "\(bits) bits a sample", format: "TIFF")
    }
  }

  private static func component(for kind: SampleKind) -> PixelFormat.Component {
    switch kind {
    case .float: .float32
    case .unsigned(let bits), .signed(let bits): bits <= 8 ? .uint8 : .uint16
    }
  }

  private static func lab(
    _ meaning: Interpretation, _ kind: SampleKind
  ) throws(ImageError) -> (Mapping, PixelFormat.Component) {
    switch (meaning, kind) {
    case (.cieLab, .unsigned(8)): return (.signedLab, .uint8)
    case (.cieLab, .unsigned(16)): return (.signedLab, .uint16)
    // All writers of floats store the plain values.
    case (.cieLab, .float), (.iccLab, .float): return (.none, .float32)
    case (.iccLab, .unsigned(8)): return (.none, .uint8)
    case (.iccLab, .unsigned(16)): return (.iccLab16, .uint16)
    case (.ituLab, .unsigned(8)): return (.ituLab, .uint16)
    default: throw ImageError(.unsupported, "L*a*b* of \(kind.bits) bits", format: "TIFF")
    }
  }

  /// The meaning of libtiff's LogLuv: linear light with the primaries of ITU-R BT.709 and a white of equal energy.
  private static let equalEnergyLinear = ColorProfile(
    .calibrated(
      .init(
        gamma: 1,
        chromaticities: .init(
          white: .init(x: 1.0 / 3, y: 1.0 / 3), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.3, y: 0.6),
          blue: .init(x: 0.15, y: 0.06)))))
}

extension PixelPlan {
  /// Delivers rows as they are stored if `PixelFormat` cannot express their samples, and if they lie together.
  mutating func keepSamples(_ header: PageHeader, _ page: tiff_shim_page, palette: ColorMap?) {
    let isExpressed: Bool
    switch (kind, mapping) {
    case (_, .palette): isExpressed = false
    case (.unsigned(8), _), (.unsigned(16), _), (.float(32), _): isExpressed = true
    default: isExpressed = false
    }
    guard !isExpressed, !isSeparate, let interpretation = header.interpretation,
      [.minIsWhite, .minIsBlack, .rgb, .palette, .separated].contains(interpretation),
      page.is_tiled == 0 || product(Int(page.tile_width), samples, kind.bits) % 8 == 0
    else { return }
    let sampleKind: StoredSamples.Kind =
      switch kind {
      case .unsigned: .unsigned
      case .signed: .signed
      case .float: .float
      }
    let extra = (header.extraSamples ?? []).map { UInt16(clamping: $0) }
    // A field is invalid if it has more or fewer values than there are samples to describe.
    let count = samples - interpretation.channelCount
    stored = StoredSamples(
      bits: kind.bits, kind: sampleKind, samplesPerPixel: samples, interpretation: UInt16(interpretation.rawValue),
      extraSamples: Array((extra + [UInt16](repeating: 0, count: max(0, count))).prefix(count)),
      palette: palette?.columns ?? [])
    diagnostics = []
  }
}

extension PixelPlan {
  /// Delivers integers of other than 8 and 16 bits, and signed ones, as floats with their own values. Values beyond 24
  /// bits are rounded.
  mutating func keepValues() {
    guard !format.hasAlpha, kind != .unsigned(bits: 8), kind != .unsigned(bits: 16) else { return }
    if case .float = kind { return }
    switch mapping {
    case .none: break
    case .invert:
      // Inverting the bits of a signed value gives -1 minus the value.
      var largest = Float(sign: .plus, exponent: kind.bits, significand: 1) - 1
      if case .signed = kind { largest = -1 }
      mapping = .invertPlain(largest: largest)
    default: return
    }
    format.component = .float32
  }
}
