package import ImageModel

/// The content of IHDR (PNG third edition, 11.2.1).
package struct PNGHeader: Hashable, Sendable {
  package enum ColorType: UInt8, Hashable, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    /// The number of samples that are stored for a pixel.
    package var samplesPerPixel: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    package var isGray: Bool { self == .gray || self == .grayAlpha }

    func allows(bitDepth: Int) -> Bool {
      switch self {
      case .gray: [1, 2, 4, 8, 16].contains(bitDepth)
      case .palette: [1, 2, 4, 8].contains(bitDepth)
      case .rgb, .grayAlpha, .rgba: bitDepth == 8 || bitDepth == 16
      }
    }
  }

  package var size: PixelSize
  package var bitDepth: Int
  package var colorType: ColorType
  package var isInterlaced: Bool

  /// - Throws: `invalidData` for what the standard does not allow. The size is not yet checked against a limit.
  init(_ content: [UInt8]) throws(ImageError) {
    guard content.count == 13 else { throw Self.invalid("IHDR has \(content.count) bytes instead of 13") }
    let (width, height) = (UInt32(bigEndianBytes: content[..<4]), UInt32(bigEndianBytes: content[4..<8]))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw Self.invalid("declares an impossible size of \(width)x\(height)")
    }
    size = PixelSize(width: Int(width), height: Int(height))
    bitDepth = Int(content[8])
    guard let type = ColorType(rawValue: content[9]), type.allows(bitDepth: bitDepth) else {
      throw Self.invalid("colour type \(content[9]) with \(content[8]) bits does not exist")
    }
    colorType = type
    guard content[10] == 0 else { throw Self.invalid("compression method \(content[10]) does not exist") }
    guard content[11] == 0 else { throw Self.invalid("filter method \(content[11]) does not exist") }
    guard content[12] < 2 else { throw Self.invalid("interlace method \(content[12]) does not exist") }
    isInterlaced = content[12] == 1
  }

  private static func invalid(_ message: String) -> ImageError {
    ImageError(.invalidData, message, format: "PNG")
  }
}

/// What the colour chunks of a PNG file say, apart from the content of iCCP.
package struct PNGColor: Hashable, Sendable {
  /// sRGB: the rendering intent.
  package var renderingIntent: UInt8?
  /// gAMA: the encoding exponent times 100,000, never 0.
  package var gamma: UInt32?
  /// cHRM
  package var chromaticities: ColorProfile.Chromaticities?
  /// cICP
  package var codePoints: CodePoints?

  /// The meaning of cICP; nil if it is missing or not supported: samples must be RGB of full range.
  var codePointProfile: ColorProfile? {
    guard let codePoints, codePoints.matrix == 0, codePoints.isFullRange else { return nil }
    return ColorProfile(rgb: codePoints)
  }

  /// The profile to use, by the precedence of PNG third edition, 4.3: cICP, iCCP, sRGB, gAMA with cHRM.
  ///
  /// cICP is used only where it is supported. A gAMA of 45,455 whose cHRM is missing or is that of sRGB counts as sRGB,
  /// as in browsers: writers mean sRGB by it. cHRM without gAMA does not define the samples, and is left out.
  package func profile(iccProfile: [UInt8]?) -> ColorProfile? {
    if let codePointProfile { return codePointProfile }
    if let iccProfile { return .icc(iccProfile) }
    if renderingIntent != nil { return .sRGB }
    guard let gamma else { return nil }
    let hasSRGBPrimaries = chromaticities.map(Self.areNearlySRGB) ?? true
    if abs(Int(gamma) - 45_455) <= 100, hasSRGBPrimaries { return .sRGB }
    return ColorProfile(.calibrated(.init(gamma: 100_000 / Double(gamma), chromaticities: chromaticities)))
  }

  /// The chromaticities of IEC 61966-2-1.
  static let sRGBChromaticities = ColorProfile.Chromaticities(
    white: .init(x: 0.3127, y: 0.329), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.3, y: 0.6),
    blue: .init(x: 0.15, y: 0.06))

  /// Writers round differently, in the third decimal at most.
  private static func areNearlySRGB(_ other: ColorProfile.Chromaticities) -> Bool {
    func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.0015 }
    let reference = sRGBChromaticities
    return [
      (reference.white, other.white), (reference.red, other.red), (reference.green, other.green),
      (reference.blue, other.blue),
    ].allSatisfy { isNear($0.x, $1.x) && isNear($0.y, $1.y) }
  }
}
