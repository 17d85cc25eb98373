internal import ImageModel

/// The profile that is used for pixels: the one that they came with, or the default for their colour model.
struct ChosenProfile {
  var model: PixelFormat.ColorModel
  /// What was asked for; nil is the default of the colour model.
  var definition: ColorProfile.Definition?
  /// The opened profile, where it is not one of the defaults.
  var opened: LCMSProfile?

  var isFromFile: Bool {
    if case .icc = definition { true } else { false }
  }

  /// Whether this is sRGB itself, or gray with its curve.
  var isSRGB: Bool {
    switch definition {
    case nil, .sRGB: model == .rgb || model == .gray
    case .calibrated, .icc: false
    }
  }

  /// Whether there is no profile and ink becomes colour by a formula.
  var isInkFormula: Bool { model == .cmyk && opened == nil }

  /// The profile in the library's form; nil for the ink formula. The defaults are made here, which takes the library a
  /// while, so it is asked for only when it is needed.
  func profile(in context: LCMSContext) throws(ImageError) -> LCMSProfile? {
    if let opened { return opened }
    switch model {
    case .gray: return try .gray(in: context)
    case .rgb: return try .sRGB(in: context)
    case .lab: return try .lab(in: context)
    case .cmyk: return nil
    }
  }

  /// Whether colours of two choices for the same colour model are the same.
  func isSame(as other: ChosenProfile) -> Bool {
    definition == other.definition || (looksLikeSRGB && other.looksLikeSRGB)
  }

  private var looksLikeSRGB: Bool {
    if isSRGB { return true }
    switch definition {
    case .calibrated(let calibration): return calibration.isSRGB
    case .icc: return opened?.looksLikeSRGB ?? false
    case nil, .sRGB: return false
    }
  }

  /// The default for a colour model.
  static func standard(_ model: PixelFormat.ColorModel) -> ChosenProfile { ChosenProfile(model: model) }

  /// The profile for pixels from a file, with warnings about one that had to be left out.
  ///
  /// - Throws: `unsupported` where the library cannot be loaded, `limitExceeded` without memory for it.
  static func source(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> (ChosenProfile, [Diagnostic]) {
    guard let profile, model != .lab else { return (standard(model), []) }
    if let misfit = profile.misfit(model) {
      return (standard(model), [.warning("\(misfit); \(fallback(model))")])
    }
    // What is wrong with the library is not wrong with the profile.
    _ = try context.raw()
    do throws(ImageError) {
      return (try open(profile, model, limits, context), [])
    } catch {
      let warning = Diagnostic.warning(
        "the embedded colour profile cannot be used: \(error.message); \(fallback(model))")
      return (standard(model), [warning])
    }
  }

  /// The profile for pixels that are to be made.
  static func destination(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> ChosenProfile {
    guard let profile else { return standard(model) }
    if case .icc(let bytes) = profile.definition {
      guard let header = ICCHeader(bytes) else {
        throw ImageError(.invalidData, "it does not begin like one", format: "ICC profile")
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
