internal import ImageModel

/// The profile that is used for pixels: the one that they came with, or the default for their colour model.
struct ChosenProfile {
  /// nil is the ink formula.
  var profile: LCMSProfile?
  /// What was asked for; nil is the default of the colour model.
  var definition: ColorProfile.Definition?

  var isFromFile: Bool {
    if case .icc = definition { true } else { false }
  }

  /// Whether this is sRGB itself, or gray with its curve.
  var isSRGB: Bool {
    switch definition {
    case nil: profile?.colorModel == .rgb || profile?.colorModel == .gray
    case .sRGB: true
    case .calibrated, .icc: false
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
    case .icc: return profile?.looksLikeSRGB ?? false
    case nil, .sRGB: return false
    }
  }

  /// The profile for pixels from a file, with warnings about one that had to be left out.
  static func source(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> (ChosenProfile, [Diagnostic]) {
    guard let profile, model != .lab else { return (try standard(model, context), []) }
    if let misfit = profile.misfit(model) {
      return (try standard(model, context), [.warning("\(misfit); \(fallback(model))")])
    }
    do throws(ImageError) {
      return (try open(profile, model, limits, context), [])
    } catch {
      let warning = Diagnostic.warning(
        "the embedded colour profile cannot be used: \(error.message); \(fallback(model))")
      return (try standard(model, context), [warning])
    }
  }

  /// The profile for pixels that are to be made.
  static func destination(
    _ profile: ColorProfile?, _ model: PixelFormat.ColorModel, _ limits: Limits, _ context: LCMSContext
  ) throws(ImageError) -> ChosenProfile {
    guard let profile else { return try standard(model, context) }
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
    switch profile.definition {
    case .sRGB: return ChosenProfile(profile: try standard(model, context).profile, definition: .sRGB)
    case .calibrated(let calibration):
      let made = try LCMSProfile.calibrated(calibration, gray: model == .gray, in: context)
      return ChosenProfile(profile: made, definition: profile.definition)
    case .icc(let bytes):
      let opened = try LCMSProfile(icc: bytes, limits: limits, in: context)
      return ChosenProfile(profile: opened, definition: profile.definition)
    }
  }

  private static func standard(
    _ model: PixelFormat.ColorModel, _ context: LCMSContext
  ) throws(ImageError) -> ChosenProfile {
    switch model {
    case .gray: ChosenProfile(profile: try .gray(in: context))
    case .rgb: ChosenProfile(profile: try .sRGB(in: context))
    case .lab: ChosenProfile(profile: try .lab(in: context))
    case .cmyk: ChosenProfile(profile: nil)
    }
  }

  private static func fallback(_ model: PixelFormat.ColorModel) -> String {
    switch model {
    case .gray, .rgb: "sRGB is assumed"
    case .cmyk: "a plain ink formula is used"
    case .lab: "it is not needed"
    }
  }
}
