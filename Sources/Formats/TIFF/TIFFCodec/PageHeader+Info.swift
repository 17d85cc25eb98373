internal import ImageModel

extension PageHeader {
  /// What the header says about the picture; the profile is read apart.
  ///
  /// - Throws: `invalidData` without a size.
  func info(profile: ColorProfile?) throws(ImageError) -> ImageInfo {
    guard let size, size.width > 0, size.height > 0 else {
      throw ImageError(.invalidData, "the picture has no size", format: "TIFF")
    }
    let interpretation = interpretation
    let colors = interpretation?.channelCount ?? samples
    let alpha = alpha(afterColors: colors)
    var info = ImageInfo(
      size: size, colorModel: interpretation?.storedModel ?? .other, bitsPerSample: bits.first ?? 1,
      samplesPerPixel: samples, hasAlpha: alpha != nil)
    info.isPremultiplied = alpha?.kind == .premultiplied
    switch sampleFormats.first ?? 1 {
    case 2: info.sampleFormat = .signed
    case 3: info.sampleFormat = .float
    case 5, 6: info.sampleFormat = .complex
    default: info.sampleFormat = .unsigned
    }
    info.orientation = orientation
    info.resolution = resolution
    info.role = role
    info.compression = CompressionNames.name(of: compression)
    if interpretation == .ycbcr, subsampling.count == 2 {
      let known = ["1x1": "4:4:4", "2x1": "4:2:2", "2x2": "4:2:0", "4x1": "4:1:1", "1x2": "4:4:0", "4x2": "4:1:0"]
      let notation = "\(subsampling[0])x\(subsampling[1])"
      info.chromaSubsampling = known[notation] ?? notation
    }
    info.tileSize = tile
    info.profile = profile
    return info
  }

  /// The meaning of the colour samples; nil for one that is not known.
  ///
  /// Where the field is missing it is guessed as libtiff does.
  var interpretation: Interpretation? {
    if let photometric { return Interpretation(rawValue: photometric) }
    if samples - (extraSamples?.count ?? 0) >= 3 { return .rgb }
    return (2...4).contains(compression) ? .minIsWhite : .minIsBlack
  }

  /// The alpha channel: the first sample behind the colours that ExtraSamples calls alpha.
  ///
  /// A fourth sample of RGB about which the file says nothing counts as straight alpha, as in Pillow and libvips; one that is
  /// said to be unspecified does not.
  func alpha(afterColors colors: Int) -> (sample: Int, kind: PixelFormat.Alpha)? {
    guard samples > colors else { return nil }
    guard let extraSamples else {
      return interpretation == .rgb && samples == 4 ? (3, .straight) : nil
    }
    guard let index = extraSamples.firstIndex(where: { $0 == 1 || $0 == 2 }), colors + index < samples else {
      return nil
    }
    return (colors + index, extraSamples[index] == 1 ? .premultiplied : .straight)
  }

  /// The colour model in which the picture is delivered; nil where it is not.
  var deliveredModel: PixelFormat.ColorModel? {
    switch interpretation {
    case .minIsWhite, .minIsBlack, .mask, .logL: .gray
    case .rgb, .palette, .ycbcr, .logLuv: .rgb
    case .separated: inkSet == 1 ? .cmyk : nil
    case .cieLab, .iccLab, .ituLab: .lab
    case .colorFilterArray, .linearRaw, nil: nil
    }
  }
}

/// PhotometricInterpretation.
enum Interpretation: Int {
  case minIsWhite = 0
  case minIsBlack = 1
  case rgb = 2
  case palette = 3
  case mask = 4
  case separated = 5
  case ycbcr = 6
  case cieLab = 8
  case iccLab = 9
  case ituLab = 10
  case colorFilterArray = 32803
  case logL = 32844
  case logLuv = 32845
  case linearRaw = 34892

  /// The number of samples that carry colour in the file.
  var channelCount: Int {
    switch self {
    case .minIsWhite, .minIsBlack, .palette, .mask, .colorFilterArray, .logL: 1
    case .rgb, .ycbcr, .cieLab, .iccLab, .ituLab, .logLuv, .linearRaw: 3
    case .separated: 4
    }
  }

  var storedModel: ImageInfo.StoredColorModel {
    switch self {
    case .minIsWhite, .minIsBlack, .mask, .logL: .gray
    case .rgb: .rgb
    case .palette: .palette
    case .separated: .cmyk
    case .ycbcr: .ycbcr
    case .cieLab, .iccLab, .ituLab: .lab
    case .colorFilterArray, .logLuv, .linearRaw: .other
    }
  }
}
