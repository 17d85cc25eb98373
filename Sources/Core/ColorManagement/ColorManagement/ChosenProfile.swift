internal import ImageModel

/// The profile that is used for pixels: their own, or the default for their colour model.
struct ChosenProfile {
  var model: PixelFormat.ColorModel
  /// The requested profile; nil for the default of the colour model.
  var definition: ColorProfile.Definition?
  /// The opened profile; nil for one of the defaults.
  var opened: LCMSProfile?

  var isFromFile: Bool {
    if case .icc = definition { true } else { false }
  }

  /// Whether this is sRGB itself, or gray with its curve.
  var isSRGB: Bool {
    switch definition {
    case nil, .sRGB: model == .rgb || model == .gray
    case .calibrated, .codePoints, .icc: false
    }
  }

  /// Whether a formula converts the ink, because there is no profile.
  var isInkFormula: Bool { model == .cmyk && opened == nil }

  /// The library's profile; nil for the ink formula. Making a default takes the library some time, so it is made here,
  /// on first use.
  func profile(in context: LCMSContext) throws(ImageError) -> LCMSProfile? {
    if let opened { return opened }
    switch model {
    case .gray: return try .gray(in: context)
    case .rgb: return try .sRGB(in: context)
    case .lab: return try .lab(in: context)
    case .cmyk: return nil
    }
  }

  /// Whether two choices for the same colour model have the same colours.
  func isSame(as other: ChosenProfile) -> Bool {
    definition == other.definition || (looksLikeSRGB && other.looksLikeSRGB)
  }

  private var looksLikeSRGB: Bool {
    if isSRGB { return true }
    switch definition {
    case .calibrated(let calibration): return calibration.isSRGB
    case .icc, .codePoints: return opened?.looksLikeSRGB ?? false
    case nil, .sRGB: return false
    }
  }

  /// The default for a colour model.
  static func standard(_ model: PixelFormat.ColorModel) -> ChosenProfile { ChosenProfile(model: model) }

  /// The profile for pixels from a file, with warnings about a profile that cannot be used.
  ///
  /// - Throws: `limitExceeded` without memory for the library.
  static func source(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> (ChosenProfile, [Diagnostic]) {
    guard let profile, model != .lab else { return (standard(model), []) }
    if let misfit = profile.misfit(model) {
      return (standard(model), [.warning("\(misfit); \(fallback(model))")])
    }
    // A lack of memory in the library is not a fault of the profile.
    _ = try context.raw()
    do throws(ImageError) {
      return (try open(profile, model, limits, context), [])
    } catch {
      let warning = Diagnostic.warning(
        "the embedded colour profile cannot be used: \(error.message); \(fallback(model))")
      return (standard(model), [warning])
    }
  }

  /// The profile for output pixels.
  static func destination(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> ChosenProfile {
    guard let profile else { return standard(model) }
    if case .icc(let bytes) = profile.definition {
      guard let header = ICCHeader(bytes) else {
        throw ImageError(.invalidData, "it does not begin like a profile", format: "ICC profile")
      }
      guard header.colorModel == model else {
        throw ImageError(.usage, "the profile is for \(header.colorSpace), the pixels are to be \(model.rawValue)")
      }
    } else if model == .cmyk || model == .lab {
      throw ImageError(.usage, "the profile is for RGB, the pixels are to be \(model.rawValue)")
    }
    return try open(profile, model, limits, context)
  }

  private static func open(
    _ profile: ColorProfile, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> ChosenProfile {
    var chosen = ChosenProfile(model: model, definition: profile.definition)
    switch profile.definition {
    case .sRGB: break
    case .calibrated(let calibration):
      chosen.opened = try .calibrated(calibration, gray: model == .gray, in: context)
    case .codePoints(let points):
      chosen.opened = try .codePoints(points, gray: model == .gray, in: context)
    case .icc(let bytes):
      chosen.opened = try LCMSProfile(icc: bytes, limits: limits, in: context)
    }
    return chosen
  }

  private static func fallback(_ model: PixelFormat.ColorModel) -> String {
    switch model {
    case .gray, .rgb: "sRGB is assumed"
    case .cmyk: "a plain ink formula is used"
    case .lab: "it is not needed"
    }
  }
}
