internal import CLCMS2Shims
internal import ImageModel

/// A context of lcms2. Profiles and transforms that are made in it keep it alive. One thread at a time may use it.
///
/// Most pictures need no conversion, so the context is made on first use.
final class LCMSContext {
  private var made: OpaquePointer?

  deinit {
    if let made { lcms_shim_context_free(made) }
  }

  /// - Throws: `limitExceeded` without memory.
  func raw() throws(ImageError) -> OpaquePointer {
    if let made { return made }
    guard let new = lcms_shim_context_create() else {
      throw ImageError(.limitExceeded, "no memory for colour management")
    }
    made = new
    return new
  }
}

/// An open profile of lcms2.
final class LCMSProfile {
  let context: LCMSContext
  let raw: UnsafeMutableRawPointer

  private init(_ raw: UnsafeMutableRawPointer?, _ context: LCMSContext, _ what: String) throws(ImageError) {
    guard let raw else {
      throw ImageError(.invalidData, "\(what) failed", format: "ICC profile")
    }
    self.raw = raw
    self.context = context
  }

  deinit { lcms_shim_profile_close(raw) }

  /// The profile in ICC bytes.
  ///
  /// - Throws: `invalidData` for bytes that are not a profile; `limitExceeded` for a profile that is too large.
  convenience init(icc bytes: [UInt8], limits: Limits, in context: LCMSContext) throws(ImageError) {
    guard bytes.count <= limits.maxMetadataBlockBytes else {
      throw limits.exceeded(
        "the colour profile has \(bytes.count) bytes", name: "max-metadata-block-bytes",
        value: limits.maxMetadataBlockBytes)
    }
    let library = try context.raw()
    let raw = bytes.withUnsafeBufferPointer { lcms_shim_profile_open(library, $0.baseAddress, $0.count) }
    try self.init(raw, context, "opening it")
  }

  /// sRGB's white point and primaries, as in ITU-R BT.709.
  static let primariesOfSRGB = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  static func sRGB(in context: LCMSContext) throws(ImageError) -> LCMSProfile {
    try made(gamma: 0, primariesOfSRGB, "sRGB", in: context)
  }

  /// Gray with sRGB's curve.
  static func gray(in context: LCMSContext) throws(ImageError) -> LCMSProfile {
    try made(gamma: 0, nil, "Gray with sRGB curve", in: context)
  }

  /// A profile made of a curve and, for RGB, primaries. Without primaries it is a gray profile.
  ///
  /// - Parameters:
  ///   - gamma: 0 is the curve of sRGB.
  ///   - table: replaces the gamma unless it is empty.
  private static func made(
    gamma: Double, table: [Float] = [], _ primaries: [Double]?, _ name: String, in context: LCMSContext
  ) throws(ImageError) -> LCMSProfile {
    let library = try context.raw()
    let raw = table.withUnsafeBufferPointer { table in
      let curve = lcms_shim_curve(
        gamma: gamma, table: table.isEmpty ? nil : table.baseAddress, count: UInt32(table.count))
      return primaries.map { lcms_shim_profile_rgb(library, $0, curve, name) }
        ?? lcms_shim_profile_gray(library, curve, name)
    }
    return try LCMSProfile(raw, context, "making \(name)")
  }

  static func lab(in context: LCMSContext) throws(ImageError) -> LCMSProfile {
    try LCMSProfile(lcms_shim_profile_lab(context.raw()), context, "making Lab")
  }

  /// A gamma and, for RGB, primaries.
  ///
  /// - Throws: `invalidData` for values that do not define colours.
  static func calibrated(
    _ calibration: ColorProfile.Calibration, gray: Bool, in context: LCMSContext
  ) throws(ImageError) -> LCMSProfile {
    guard calibration.gamma.isFinite, (0.05...20).contains(calibration.gamma) else {
      throw ImageError(.invalidData, "a gamma of \(calibration.gamma)", format: "colour calibration")
    }
    if gray {
      return try made(gamma: calibration.gamma, nil, "Calibrated gray", in: context)
    }
    let values = calibration.chromaticities?.values ?? primariesOfSRGB
    guard values.allSatisfy({ $0.isFinite && abs($0) < 10 }), values[1] > 0.001 else {
      throw ImageError(.invalidData, "impossible primaries", format: "colour calibration")
    }
    return try made(gamma: calibration.gamma, values, "Calibrated RGB", in: context)
  }

  /// The primaries and transfer function of code points; light beyond SDR is mapped (`TransferFunction`).
  ///
  /// - Throws: `unsupported` for code points without a known meaning.
  static func codePoints(_ points: CodePoints, gray: Bool, in context: LCMSContext) throws(ImageError) -> LCMSProfile {
    guard let table = TransferFunction.table(points.transfer), let primaries = points.chromaticities else {
      throw ImageError(.unsupported, points.name, format: "colour code points")
    }
    return try made(gamma: 0, table: table, gray ? nil : primaries.values, points.name, in: context)
  }

  /// The colour model of the pixels that the profile describes; nil where no pixel format has it.
  var colorModel: PixelFormat.ColorModel? {
    switch lcms_shim_profile_space(raw) {
    case lcms_shim_gray: .gray
    case lcms_shim_rgb: .rgb
    case lcms_shim_cmyk: .cmyk
    case lcms_shim_lab: .lab
    default: nil
    }
  }

  /// The profile's description, in English if available.
  var description: String? {
    var text = [CChar](repeating: 0, count: 1024)
    let length = lcms_shim_profile_description(raw, &text, text.count)
    guard length > 0 else { return nil }
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The profile as a file. Equal profiles give equal bytes because the date of creation is fixed.
  func serialized() throws(ImageError) -> [UInt8] {
    var size: UInt32 = 0
    guard lcms_shim_profile_save(raw, nil, &size) != 0, size >= 128, size < 1 << 24 else {
      throw ImageError(.unsupported, "serialising a colour profile failed")
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard lcms_shim_profile_save(raw, &bytes, &size) != 0 else {
      throw ImageError(.unsupported, "serialising a colour profile failed")
    }
    // ICC.1:2010, 7.2.8: year, month, day, hours, minutes and seconds as 16-bit numbers.
    bytes.replaceSubrange(24..<36, with: [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return bytes
  }
}

/// A transform of lcms2 between interleaved pixels.
///
/// Its intent is perceptual with black point compensation, as in browsers and sharp. For profiles of a matrix and
/// curves this equals relative colorimetric. With ink, the darkest print becomes black.
final class LCMSTransform {
  private let raw: UnsafeMutableRawPointer
  private let context: LCMSContext

  /// - Throws: `invalidData` when the library can make no transform between the profiles.
  init(
    from source: LCMSProfile, _ sourceFormat: PixelFormat, to destination: LCMSProfile,
    _ destinationFormat: PixelFormat, precise: Bool
  ) throws(ImageError) {
    context = source.context
    let made = try lcms_shim_transform_create(
      context.raw(), source.raw, Self.format(sourceFormat), destination.raw, Self.format(destinationFormat),
      precise ? 1 : 0)
    guard let made else {
      throw ImageError(.invalidData, "no transform can be made with it", format: "ICC profile")
    }
    raw = made
  }

  deinit { lcms_shim_transform_free(raw) }

  func apply(_ source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, pixels: Int) {
    lcms_shim_transform_apply(raw, source, destination, UInt32(clamping: pixels))
  }

  private static func format(_ format: PixelFormat) -> lcms_shim_format {
    let space: lcms_shim_space =
      switch format.colorModel {
      case .gray: lcms_shim_gray
      case .rgb: lcms_shim_rgb
      case .cmyk: lcms_shim_cmyk
      case .lab: lcms_shim_lab
      }
    let component: lcms_shim_component =
      switch format.component {
      case .uint8: lcms_shim_uint8
      case .uint16: lcms_shim_uint16
      case .float32: lcms_shim_float32
      }
    return lcms_shim_format(space: space, component: component, has_alpha: format.hasAlpha ? 1 : 0)
  }
}
