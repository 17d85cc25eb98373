internal import CodecKit
internal import ImageModel

/// A compression for writing pages, by its name for users.
enum EncodingScheme: String, CaseIterable {
  case none, lzw, deflate, zstd, packbits, lzma, webp, jpeg, g4, g3, rle

  /// The value of the field Compression.
  var code: UInt16 {
    switch self {
    case .none: 1
    case .rle: 2
    case .g3: 3
    case .g4: 4
    case .lzw: 5
    case .jpeg: 7
    case .deflate: 8
    case .packbits: 32773
    case .lzma: 34925
    case .zstd: 50000
    case .webp: 50001
    }
  }

  /// Whether differences between neighbours may be stored.
  var takesPredictor: Bool {
    switch self {
    case .lzw, .deflate, .zstd, .lzma: true
    default: false
    }
  }

  /// Whether pixels are black and white, one bit each.
  var isBilevel: Bool {
    switch self {
    case .g4, .g3, .rle: true
    default: false
    }
  }

  /// The names, with a second one for deflate. Some may be unavailable: asking libtiff would load it for every command.
  static var names: [String] { allCases.map(\.rawValue) + ["zip"] }

  /// The scheme with a name; deflate without a name.
  ///
  /// - Throws: `usage` with the list of those that libtiff can write here, `unsupported` where it cannot be loaded.
  init(named name: String?) throws(ImageError) {
    let lower = (name ?? "deflate").lowercased()
    let found = Self(rawValue: lower == "zip" ? "deflate" : lower)
    guard let found, try LibTIFF.supports(found.code) else {
      var writable: [String] = []
      for scheme in Self.allCases where try LibTIFF.supports(scheme.code) { writable.append(scheme.rawValue) }
      let problem = found == nil ? "not one of" : "not in this libtiff, which writes"
      throw ImageError(
        .usage, "TIFF compression \(lower) is \(problem) \(writable.joined(separator: ", "))", format: "TIFF")
    }
    self = found
  }

  /// Refuses pixels that the scheme cannot store.
  ///
  /// - Throws: `usage`.
  func check(_ image: EncodeImage) throws(ImageError) {
    let format = image.format
    let isFit: Bool
    let wanted: String
    switch self {
    case .jpeg:
      isFit =
        format.component == .uint8 && !format.hasAlpha && (format.colorModel == .gray || format.colorModel == .rgb)
      wanted = "8-bit grey or RGB without alpha"
    case .webp:
      isFit = format.component == .uint8 && format.colorModel == .rgb
      wanted = "8-bit RGB"
    case .g4, .g3, .rle:
      // It is not known here whether grey pages follow: for one page of several the caller says so.
      isFit = image.stored?.isBilevel ?? (format == .gray8 && !image.options.isOneOfSeveral)
      wanted = "8-bit grey that is black and white only"
    default:
      isFit = true
      wanted = ""
    }
    guard isFit else {
      let given = image.stored.map { "\($0.bitsPerPixel) bits a pixel" } ?? "\(format)"
      throw ImageError(.usage, "TIFF compression \(rawValue) takes \(wanted), not \(given)", format: "TIFF")
    }
  }

  /// The value of the field Predictor: what the caller wants, else 3 for floats and 2 for integers.
  ///
  /// - Throws: `usage`.
  func predictor(_ wanted: Int?, for image: EncodeImage) throws(ImageError) -> UInt32 {
    let isFloat = image.stored.map { $0.kind == .float } ?? (image.format.component == .float32)
    // libtiff has no predictor for other depths, and neighbouring indices of a palette are unrelated.
    let isUseful = image.stored.map { $0.palette.isEmpty && (isFloat || [8, 16, 32, 64].contains($0.bits)) } ?? true
    switch wanted {
    case nil: return !takesPredictor || !isUseful ? 1 : isFloat ? 3 : 2
    case 1?: return 1
    case 2?, 3?:
      guard takesPredictor else {
        throw ImageError(.usage, "TIFF predictors need lzw, deflate, zstd or lzma, not \(rawValue)", format: "TIFF")
      }
      guard isUseful else {
        throw ImageError(.usage, "TIFF predictors are for 8, 16, 32 and 64 bits a sample", format: "TIFF")
      }
      guard (wanted == 3) == isFloat else {
        throw ImageError(.usage, "TIFF predictor 2 is for integers and 3 for floats", format: "TIFF")
      }
      return wanted == 3 ? 3 : 2
    default: throw ImageError(.usage, "TIFF predictor \(wanted ?? 0) is not one of 1, 2, 3", format: "TIFF")
    }
  }
}
