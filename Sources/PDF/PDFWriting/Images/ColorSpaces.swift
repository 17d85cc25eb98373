internal import ColorManagement
internal import Compression
internal import ImageModel

/// The colour spaces of the images in a file, each written once.
///
/// Images without a profile have a device colour space. sRGB is also written as DeviceRGB, which viewers treat as sRGB.
/// So samples are unchanged, and no image needs a profile of 3 kB.
struct ColorSpaces {
  private var references: [PDFObject: PDFReference] = [:]
  private var profiles: [[UInt8]: PDFReference] = [:]
  private var profileBytes = 0
  private static let maxSpaces = 1_024
  private static let maxProfileBytes = 16 << 20

  /// The colour space for samples of a colour model.
  ///
  /// - Parameters:
  ///   - profile: the profile of the image. An unsuitable one is left out with a warning.
  ///   - palette: triples of red, green and blue. The samples are then indices.
  mutating func space(
    _ model: PixelFormat.ColorModel, _ profile: ColorProfile?, palette: [UInt8]? = nil, in writer: PDFWriter,
    _ diagnostics: inout [Diagnostic]
  ) throws(ImageError) -> PDFObject {
    let base = try base(model, profile, in: writer, &diagnostics)
    guard let palette else { return try object(base, in: writer) }
    let count = palette.count / 3
    return try object(
      .array([.name("Indexed"), base, .integer(max(0, count - 1)), .string(Array(palette.prefix(3 * count)))]),
      in: writer)
  }

  private mutating func base(
    _ model: PixelFormat.ColorModel, _ profile: ColorProfile?, in writer: PDFWriter, _ diagnostics: inout [Diagnostic]
  ) throws(ImageError) -> PDFObject {
    switch profile?.definition {
    case .icc(let bytes) where model != .lab:
      if let misfit = ProfileHeader.misfit(bytes, model) {
        diagnostics.append(.warning("\(misfit); it is left out"))
        break
      }
      return .array([.name("ICCBased"), .reference(try self.profile(bytes, model, in: writer))])
    case .codePoints where model == .gray || model == .rgb:
      guard let profile else { break }
      let bytes = try ColorProfiles.iccBytes(for: profile, model)
      return .array([.name("ICCBased"), .reference(try self.profile(bytes, model, in: writer))])
    case .calibrated(let calibration) where model == .gray || model == .rgb:
      return CalibratedSpace.object(calibration, isGray: model == .gray)
    default: break
    }
    switch model {
    case .gray: return .name("DeviceGray")
    case .rgb: return .name("DeviceRGB")
    case .cmyk: return .name("DeviceCMYK")
    case .lab:
      // The white point of ICC's profile connection space, and the range of its encodings.
      let white: [Double] = [0.9642, 1, 0.8249]
      return .array([
        .name("Lab"),
        .dictionary([
          "WhitePoint": .array(white.map { .real($0) }),
          "Range": .array([.integer(-128), .integer(127), .integer(-128), .integer(127)]),
        ]),
      ])
    }
  }

  /// Writes an array as an indirect object, which images share.
  private mutating func object(_ space: PDFObject, in writer: PDFWriter) throws(ImageError) -> PDFObject {
    guard case .array = space else { return space }
    if let reference = references[space] { return .reference(reference) }
    if references.count >= Self.maxSpaces { references = [:] }
    let reference = try writer.add(space)
    references[space] = reference
    return .reference(reference)
  }

  private mutating func profile(
    _ bytes: [UInt8], _ model: PixelFormat.ColorModel, in writer: PDFWriter
  ) throws(ImageError) -> PDFReference {
    if let reference = profiles[bytes] { return reference }
    var dictionary: PDFDictionary = ["N": .integer(model.channelCount)]
    dictionary["Filter"] = .name("FlateDecode")
    let reference = try writer.addStream(dictionary, [.bytes(try Zlib.deflate(bytes, level: 9))])
    if profileBytes + bytes.count > Self.maxProfileBytes {
      profiles = [:]
      profileBytes = 0
    }
    profiles[bytes] = reference
    profileBytes += bytes.count
    return reference
  }
}

/// CalGray and CalRGB (ISO 32000-1, 8.6.5.2 and 8.6.5.3) for the PNG chunks gAMA and cHRM.
private enum CalibratedSpace {
  static func object(_ calibration: ColorProfile.Calibration, isGray: Bool) -> PDFObject {
    let chromaticities = calibration.chromaticities ?? sRGB
    let white = xyz(chromaticities.white)
    var dictionary: PDFDictionary = ["WhitePoint": numbers(white)]
    guard !isGray else {
      dictionary["Gamma"] = .real(calibration.gamma)
      return .array([.name("CalGray"), .dictionary(dictionary)])
    }
    dictionary["Gamma"] = numbers([calibration.gamma, calibration.gamma, calibration.gamma])
    let primaries = [chromaticities.red, chromaticities.green, chromaticities.blue].map(xyz)
    // The primaries are scaled so that their sum is the white point. Without a solution, the default matrix (XYZ) would
    // be wrong; the primaries of sRGB are a good fallback.
    let scales = solve(primaries, white) ?? solve([sRGB.red, sRGB.green, sRGB.blue].map(xyz), white)
    if let scales {
      dictionary["Matrix"] = numbers(zip(primaries, scales).flatMap { primary, scale in primary.map { $0 * scale } })
    }
    return .array([.name("CalRGB"), .dictionary(dictionary)])
  }

  private static let sRGB = ColorProfile.Chromaticities(
    white: .init(x: 0.3127, y: 0.329), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.3, y: 0.6),
    blue: .init(x: 0.15, y: 0.06))

  private static func numbers(_ values: [Double]) -> PDFObject { .array(values.map { .real($0) }) }

  private static func xyz(_ point: ColorProfile.Chromaticities.Point) -> [Double] {
    [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
  }

  /// Cramer's rule for columns * scales = target.
  private static func solve(_ columns: [[Double]], _ target: [Double]) -> [Double]? {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[1][0] * (m[0][1] * m[2][2] - m[0][2] * m[2][1])
        + m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1])
    }
    let whole = determinant(columns)
    guard abs(whole) > 1e-9 else { return nil }
    return (0..<3).map { index in
      var replaced = columns
      replaced[index] = target
      return determinant(replaced) / whole
    }
  }
}

/// Checks the header of an ICC profile (ICC.1:2010, 7.2).
private enum ProfileHeader {
  /// The reason why a profile cannot be used in a PDF for a colour model; nil where it can.
  ///
  /// ISO 32000-1, 8.6.5.5 allows input, display, output and colour-space profiles.
  static func misfit(_ bytes: [UInt8], _ model: PixelFormat.ColorModel) -> String? {
    guard let header = ICCHeader(bytes) else {
      return "the embedded colour profile is damaged"
    }
    guard header.colorModel == model, model != .lab else {
      let letters = header.colorSpace.filter { ("A"..."z").contains($0) || ("0"..."9").contains($0) }
      return "the embedded colour profile is for \(letters), the pixels are \(model.rawValue)"
    }
    guard header.describesPixels else {
      return "the embedded colour profile does not describe a device"
    }
    return nil
  }
}
