internal import ImageModel
internal import TIFFStructure

/// How a picture is stored, from the fields of its directory, read before libtiff sees it.
struct PageHeader {
  /// Where the directory lies.
  var offset: UInt64
  /// nil where the field is missing.
  var width: Int?
  var height: Int?
  /// One value for each sample, or one for all.
  var bits: [Int]
  var sampleFormats: [Int]
  var samples: Int
  var compression: Int
  var photometric: Int?
  var planar: Int
  /// nil where the field is missing and the meaning of extra samples is unknown.
  var extraSamples: [Int]?
  var inkSet: Int
  var tile: PixelSize?
  /// The number of strips that the file lists; 0 for tiles.
  var stripCount: UInt64
  var rowsPerStrip: Int?

  /// Reads the fields; those that cannot be read count as missing.
  ///
  /// - Throws: `io`.
  init(_ directory: IFD, _ reader: inout IFDReader) throws(ImageError) {
    func numbers(_ tag: UInt16) throws(ImageError) -> [Int]? {
      guard let entry = directory[tag] else { return nil }
      do throws(ImageError) {
        return try reader.value(of: entry, maxBytes: 1 << 20).integers
      } catch {
        if error.kind == .io { throw error }
        return nil
      }
    }
    func number(_ tag: UInt16) throws(ImageError) -> Int? { try numbers(tag)?.first }

    offset = directory.offset
    width = try number(TIFFTag.imageWidth)
    height = try number(TIFFTag.imageLength)
    bits = try numbers(TIFFTag.bitsPerSample) ?? [1]
    sampleFormats = try numbers(TIFFTag.sampleFormat) ?? [1]
    samples = try number(TIFFTag.samplesPerPixel) ?? 1
    compression = try number(TIFFTag.compression) ?? 1
    photometric = try number(TIFFTag.photometricInterpretation)
    planar = try number(Self.planarConfiguration) ?? 1
    extraSamples = try numbers(TIFFTag.extraSamples)
    inkSet = try number(Self.inkSet) ?? 1
    stripCount = directory[TIFFTag.stripOffsets]?.count ?? 0
    rowsPerStrip = try number(TIFFTag.rowsPerStrip)
    if directory[TIFFTag.tileWidth] != nil || directory[TIFFTag.tileLength] != nil {
      tile = PixelSize(width: try number(TIFFTag.tileWidth) ?? 0, height: try number(TIFFTag.tileLength) ?? 0)
    }
  }

  private static let planarConfiguration: UInt16 = 284
  private static let inkSet: UInt16 = 332

  /// The size; nil where it is missing or negative.
  var size: PixelSize? {
    guard let width, let height, width >= 0, height >= 0 else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The bits of each sample. The file may list more values than there are samples.
  var distinctBits: Set<Int> { Set(bits.prefix(max(1, samples))) }
  var distinctFormats: Set<Int> { Set(sampleFormats.prefix(max(1, samples))) }

  /// Whether samples have 8 bits and are declared as signed.
  var hasSignedBytes: Bool { distinctFormats == [2] && distinctBits == [8] }
}

extension PageHeader {
  /// Refuses pictures that cannot be decoded or exceed a limit, before libtiff allocates memory for them.
  ///
  /// - Throws: `invalidData`, `unsupported` by name, `limitExceeded`, `io` without libtiff.
  func check(_ limits: Limits) throws(ImageError) {
    guard let size else { throw ImageError(.invalidData, "the width or the height is missing", format: "TIFF") }
    try limits.check(size, streamed: true, format: "TIFF")
    guard samples >= 1 else { throw ImageError(.invalidData, "\(samples) samples a pixel", format: "TIFF") }
    guard samples <= limits.maxSamplesPerPixel else {
      throw limits.exceeded(
        "declares \(samples) samples a pixel", name: "max-samples-per-pixel", value: limits.maxSamplesPerPixel,
        format: "TIFF")
    }
    try checkSamples()
    try checkSampleBytes(of: size, limits)
    guard planar == 1 || planar == 2 else {
      throw ImageError(.invalidData, "planar configuration \(planar)", format: "TIFF")
    }
    guard let compression = UInt16(exactly: compression), try LibTIFF.supports(compression) else {
      let (number, name) = ("compression \(compression)", TIFFCompressionName.name(of: compression))
      throw ImageError(.unsupported, name == number ? number : "\(number) (\(name))", format: "TIFF")
    }
    try checkMeaning()
    try checkPlanes(of: size)
    if let tile {
      guard tile.width > 0, tile.height > 0 else {
        throw ImageError(.invalidData, "tiles of \(tile)", format: "TIFF")
      }
      try limits.check(
        memory: product(tile.width, tile.height, samples, bits.first ?? 1) / 8, for: "a tile of \(tile)", format: "TIFF"
      )
    }
  }

  /// All strips may share the same few bytes of the file, so only this limit bounds the work that a small file causes.
  /// A pixel of four 32-bit samples has 16 bytes.
  private func checkSampleBytes(of size: PixelSize, _ limits: Limits) throws(ImageError) {
    let bytes = product(size.width, size.height, samples, bits.first ?? 1) / 8
    guard bytes <= product(limits.maxPixels, 16) else {
      throw limits.exceeded(
        "declares \(size) pixels of \(samples) samples of \(bits.first ?? 1) bits, "
          + "more than 16 bytes for each pixel allowed",
        name: "max-pixels", value: limits.maxPixels, format: "TIFF")
    }
  }

  private func checkSamples() throws(ImageError) {
    guard distinctBits.count == 1, let bits = distinctBits.first else {
      throw ImageError(
        .unsupported,
        "samples of different depths (\(self.bits.prefix(8).map(String.init).joined(separator: ", ")) bits)",
        format: "TIFF")
    }
    guard bits > 0 else { throw ImageError(.invalidData, "\(bits) bits a sample", format: "TIFF") }
    guard bits <= 32 || bits == 64 else { throw ImageError(.unsupported, "\(bits) bits a sample", format: "TIFF") }
    guard distinctFormats.count == 1 else {
      throw ImageError(.unsupported, "samples of different types", format: "TIFF")
    }
    if let type = distinctFormats.first, type == 5 || type == 6 {
      throw ImageError(.unsupported, "complex samples", format: "TIFF")
    }
  }

  /// Separate planes begin where RowsPerStrip says. More strips than it allows mean that RowsPerStrip is wrong. Then
  /// only the first plane would be found.
  private func checkPlanes(of size: PixelSize) throws(ImageError) {
    guard planar == 2, samples > 1, tile == nil, size.height > 0 else { return }
    let rows = max(1, min(rowsPerStrip ?? size.height, size.height))
    let strips = product((size.height - 1) / rows + 1, samples)
    guard stripCount <= UInt64(strips) else {
      throw ImageError(
        .invalidData, "\(stripCount) strips do not fit \(samples) planes of \(strips / samples)", format: "TIFF")
    }
  }

  private func checkMeaning() throws(ImageError) {
    switch interpretation {
    case .colorFilterArray, .linearRaw:
      throw ImageError(.unsupported, "raw data of a camera's sensor", format: "TIFF")
    case .separated where inkSet != 1:
      throw ImageError(.unsupported, "inks other than CMYK (ink set \(inkSet))", format: "TIFF")
    case nil:
      throw ImageError(.unsupported, "photometric interpretation \(photometric ?? 0)", format: "TIFF")
    default: break
    }
  }
}

extension PageHeader {
  /// The meaning of the colour samples; nil for one that is not known.
  ///
  /// A missing field is guessed by libtiff's rules.
  var interpretation: Interpretation? {
    if let photometric { return Interpretation(rawValue: photometric) }
    if samples - (extraSamples?.count ?? 0) >= 3 { return .rgb }
    return (2...4).contains(compression) ? .minIsWhite : .minIsBlack
  }

  func alpha(afterColors colors: Int) -> TIFFAlpha? {
    interpretation.flatMap {
      TIFFAlpha(samples: samples, colors: colors, extraSamples, photometric: $0.rawValue)
    }
  }

  /// The colour model in which the picture is delivered; nil where it cannot be delivered.
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
}
