internal import ImageModel

/// The fields of a directory that describe its picture.
struct TIFFFields {
  private let ifd: IFD
  private var values: [UInt16: IFDValue] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  private static let wanted: [UInt16] = [
    TIFFTag.newSubfileType, TIFFTag.subfileType, TIFFTag.imageWidth, TIFFTag.imageLength, TIFFTag.bitsPerSample,
    TIFFTag.compression, TIFFTag.photometricInterpretation, TIFFTag.orientation, TIFFTag.samplesPerPixel,
    TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit, TIFFTag.tileWidth, TIFFTag.tileLength,
    TIFFTag.extraSamples, TIFFTag.sampleFormat, TIFFTag.yCbCrSubSampling, IFDPointerTag.subIFDs, IFDPointerTag.exif,
    IFDPointerTag.gps,
  ]
  /// Each of these fields has at most one value per sample, or a few offsets. More values mean damage.
  private static let maxBytes = 1 << 20

  init(_ ifd: IFD) {
    self.ifd = ifd
  }

  /// - Throws: `io`.
  mutating func read(_ reader: inout IFDReader) throws(ImageError) {
    for tag in Self.wanted {
      guard let entry = ifd[tag] else { continue }
      do throws(ImageError) {
        values[tag] = try reader.value(of: entry, maxBytes: Self.maxBytes)
      } catch {
        if error.kind == .io { throw error }
        diagnostics.append(.warning("directory at \(ifd.offset): \(error.message)"))
      }
    }
  }

  func number(_ tag: UInt16) -> Int? { values[tag]?.firstInteger }

  private func numbers(_ tag: UInt16) -> [Int]? { values[tag]?.integers }

  /// Offsets other than 0.
  func offsets(_ tag: UInt16) -> [UInt64] {
    guard case .unsigned(let offsets)? = values[tag] else { return [] }
    return offsets.filter { $0 > 0 }
  }

  /// nil where the field is missing or out of range.
  var orientation: Orientation? { number(TIFFTag.orientation).flatMap(Orientation.init(rawValue:)) }

  private var resolution: Resolution? {
    guard let x = values[TIFFTag.xResolution]?.firstNumber, let y = values[TIFFTag.yResolution]?.firstNumber,
      x > 0, y > 0, x.isFinite, y.isFinite
    else { return nil }
    switch number(TIFFTag.resolutionUnit) ?? 2 {
    case 2: return Resolution(x: x, y: y, unit: .inch)
    case 3: return Resolution(x: x, y: y, unit: .centimeter)
    default: return Resolution(x: x, y: y, unit: .none)
    }
  }

  /// - Throws: `invalidData` without a size.
  func imageInfo() throws(ImageError) -> ImageInfo {
    guard let width = number(TIFFTag.imageWidth), let height = number(TIFFTag.imageLength) else {
      throw ImageError(.invalidData, "the width or the height is missing", format: "TIFF")
    }
    guard width > 0, height > 0 else {
      throw ImageError(.invalidData, "declares an empty picture of \(width)x\(height)", format: "TIFF")
    }
    let samples = max(1, number(TIFFTag.samplesPerPixel) ?? 1)
    let compression = number(TIFFTag.compression) ?? 1
    let extra = numbers(TIFFTag.extraSamples)
    let photometric = number(TIFFTag.photometricInterpretation) ?? guessedPhotometric(samples, compression, extra)
    let (model, colors) = Self.colorModel(photometric, samples: samples)
    var info = ImageInfo(
      size: PixelSize(width: width, height: height), colorModel: model,
      bitsPerSample: number(TIFFTag.bitsPerSample) ?? 1, samplesPerPixel: samples)
    if let alpha = TIFFAlpha(samples: samples, colors: colors, extra, photometric: photometric) {
      info.hasAlpha = true
      info.isPremultiplied = alpha.isPremultiplied
    }
    switch number(TIFFTag.sampleFormat) ?? 1 {
    case 2: info.sampleFormat = .signed
    case 3: info.sampleFormat = .float
    case 5, 6: info.sampleFormat = .complex
    default: info.sampleFormat = .unsigned
    }
    info.orientation = orientation ?? .up
    info.resolution = resolution
    info.compression = TIFFCompressionName.name(of: compression)
    if let tileWidth = number(TIFFTag.tileWidth), let tileHeight = number(TIFFTag.tileLength) {
      info.tileSize = PixelSize(width: tileWidth, height: tileHeight)
    }
    if photometric == 6 { info.chromaSubsampling = subsampling }
    return info
  }

  /// Whether the samples are the data of a sensor, of a mosaic (32803) or linear (34892).
  var areSensorData: Bool { [32803, 34892].contains(number(TIFFTag.photometricInterpretation) ?? 1) }

  /// Whether the samples are colours, and not data of a sensor (32803, 34892), depths (51177) or masks (52527), in a
  /// compression for pictures: not JPEG XL (50002, 52546), lossy JPEG of DNG (34892) or Nikon's (34713).
  var areColors: Bool {
    let known = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 32844, 32845]
    return known.contains(number(TIFFTag.photometricInterpretation) ?? 1)
      && ![34713, 34892, 50002, 52546].contains(number(TIFFTag.compression) ?? 1)
  }

  /// A missing field is guessed by libtiff's rules.
  private func guessedPhotometric(_ samples: Int, _ compression: Int, _ extra: [Int]?) -> Int {
    if samples - (extra?.count ?? 0) >= 3 { return 2 }
    return (2...4).contains(compression) ? 0 : 1
  }

  private var subsampling: String {
    let factors = numbers(TIFFTag.yCbCrSubSampling) ?? [2, 2]
    guard factors.count >= 2 else { return "4:2:0" }
    let known = ["1x1": "4:4:4", "2x1": "4:2:2", "2x2": "4:2:0", "4x1": "4:1:1", "1x2": "4:4:0", "4x2": "4:1:0"]
    let factor = "\(factors[0])x\(factors[1])"
    return known[factor] ?? factor
  }

  /// What PhotometricInterpretation means, and the number of samples that carry colour.
  private static func colorModel(_ photometric: Int, samples: Int) -> (ImageInfo.StoredColorModel, Int) {
    switch photometric {
    case 0, 1, 4, 32844: (.gray, 1)
    case 2: (.rgb, 3)
    case 3: (.palette, 1)
    case 5: (.cmyk, 4)
    case 6: (.ycbcr, 3)
    case 8, 9, 10: (.lab, 3)
    case 32803: (.other, 1)
    case 32845, 34892: (.other, 3)
    default: (.other, samples)
    }
  }
}

/// The alpha channel of a picture.
///
/// It is the first sample after the colours that ExtraSamples marks as alpha. Where none is marked, the first sample
/// after grey, RGB or CMYK counts as straight alpha, as in libvips, ImageMagick and GraphicsMagick; without the field
/// only a single one after grey or RGB.
package struct TIFFAlpha {
  /// The index of the sample in a pixel.
  package let sample: Int
  package let isPremultiplied: Bool

  /// - Parameters:
  ///   - colors: the number of samples with colours.
  ///   - extra: the values of ExtraSamples; nil without the field.
  ///   - photometric: PhotometricInterpretation.
  /// - Returns: nil for a picture without alpha.
  package init?(samples: Int, colors: Int, _ extra: [Int]?, photometric: Int) {
    guard samples > colors else { return nil }
    let described = (extra ?? []).prefix(samples - colors)
    if let index = described.firstIndex(where: { $0 == 1 || $0 == 2 }) {
      (sample, isPremultiplied) = (colors + index, described[index] == 1)
      return
    }
    let isAlpha = extra == nil ? photometric <= 2 && samples == colors + 1 : [0, 1, 2, 5].contains(photometric)
    guard isAlpha else { return nil }
    (sample, isPremultiplied) = (colors, false)
  }
}
