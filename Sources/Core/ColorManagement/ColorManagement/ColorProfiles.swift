package import ImageModel

/// What profiles are called, how they are written, and which are sRGB by another name.
package enum ColorProfiles {
  /// The name that a profile's maker gave it: `Adobe RGB (1998)`.
  ///
  /// - Returns: nil where it has none, or is no profile.
  package static func name(of profile: ColorProfile, limits: Limits) -> String? {
    switch profile.definition {
    case .sRGB: return "sRGB"
    case .calibrated(let calibration): return "calibrated, gamma \(calibration.gamma)"
    case .icc(let bytes):
      do throws(ImageError) {
        return try LCMSProfile(icc: bytes, limits: limits, in: LCMSContext()).description
      } catch {
        return nil
      }
    }
  }

  /// The colour model of the pixels that an ICC profile describes.
  ///
  /// - Throws: `invalidData` for what is no profile, `unsupported` for a colour space without pixel format.
  package static func colorModel(icc bytes: [UInt8], limits: Limits) throws(ImageError) -> PixelFormat.ColorModel {
    guard let model = try LCMSProfile(icc: bytes, limits: limits, in: LCMSContext()).colorModel else {
      throw ImageError(.unsupported, "its colours are not gray, RGB, CMYK or Lab", format: "ICC profile")
    }
    return model
  }

  /// Whether pixels with this profile may be taken for sRGB (gray: with sRGB's curve) as they are: no sample of 8 bits
  /// would change by more than 1.
  package static func isSRGB(_ profile: ColorProfile, limits: Limits) -> Bool {
    do throws(ImageError) {
      let context = LCMSContext()
      switch profile.definition {
      case .sRGB: return true
      case .calibrated(let calibration): return calibration.isSRGB
      case .icc(let bytes): return try LCMSProfile(icc: bytes, limits: limits, in: context).looksLikeSRGB
      }
    } catch {
      return false
    }
  }

  /// A profile as ICC bytes, for embedding. The same profile gives the same bytes at any time.
  ///
  /// - Parameter model: the colour model of the pixels, which chooses between RGB and gray where the profile's definition
  ///   allows both.
  /// - Throws: `invalidData` for a calibration without colours.
  package static func iccBytes(
    for profile: ColorProfile, _ model: PixelFormat.ColorModel
  ) throws(ImageError) -> [UInt8] {
    if case .icc(let bytes) = profile.definition { return bytes }
    let context = LCMSContext()
    if case .calibrated(let calibration) = profile.definition {
      return try LCMSProfile.calibrated(calibration, gray: model == .gray, in: context).serialized()
    }
    let made = try model == .gray ? LCMSProfile.gray(in: context) : LCMSProfile.sRGB(in: context)
    return try made.serialized()
  }
}

extension ColorProfile.Calibration {
  /// PNG third edition, 11.3.2.5, gives a gamma of 1/2.2 and these primaries as what sRGB is to be labelled with for
  /// readers that know no better; files that carry only these mean sRGB, and all peers show them so.
  package var isSRGB: Bool {
    guard abs(gamma - 2.2) < 0.01 else { return false }
    guard let points = chromaticities else { return true }
    let values = [points.white, points.red, points.green, points.blue].flatMap { [$0.x, $0.y] }
    return zip(values, LCMSProfile.primariesOfSRGB).allSatisfy { abs($0 - $1) < 0.0015 }
  }
}

extension LCMSProfile {
  /// Whether the profile's colours are those of sRGB (gray: of sRGB's curve), within a step of 8 bits. One with which
  /// nothing can be converted is not.
  var looksLikeSRGB: Bool {
    do throws(ImageError) {
      switch colorModel {
      case .rgb:
        // Less than one and a half steps moves no rounded sample by more than one.
        return MatrixShaper(self, count: 33).map { $0.largestChangeToSRGB < 1.5 } ?? false
      case .gray: return try looksLikeSRGBGray()
      case .cmyk, .lab, nil: return false
      }
    } catch {
      return false
    }
  }

  private func looksLikeSRGBGray() throws(ImageError) -> Bool {
    let format = PixelFormat(.float32, .gray)
    let transform = try LCMSTransform(from: self, format, to: .gray(in: context), format, precise: true)
    let samples = (0...32).map { Float($0) / 32 }
    var result = [Float](repeating: 0, count: samples.count)
    samples.withUnsafeBytes { samples in
      result.withUnsafeMutableBytes { result in
        guard let from = samples.baseAddress, let to = result.baseAddress else { return }
        transform.apply(from, to: to, pixels: samples.count / format.bytesPerPixel)
      }
    }
    return zip(samples, result).allSatisfy { abs($0 - $1) <= 1 / 255 }
  }
}
