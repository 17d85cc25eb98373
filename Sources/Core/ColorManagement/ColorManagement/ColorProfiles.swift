package import ImageModel

/// The names of profiles, their ICC bytes, and the check whether a profile is equivalent to sRGB.
package enum ColorProfiles {
  /// The name in a profile: `Adobe RGB (1998)`.
  ///
  /// - Returns: nil where it has none, or is not a profile.
  package static func name(of profile: ColorProfile, limits: Limits) -> String? {
    switch profile.definition {
    case .sRGB: return "sRGB"
    case .calibrated(let calibration): return "calibrated, gamma \(calibration.gamma)"
    case .codePoints(let points): return points.name
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
  /// - Throws: `invalidData` for bytes that are not a profile, `unsupported` for a colour space without pixel format.
  package static func colorModel(icc bytes: [UInt8], limits: Limits) throws(ImageError) -> PixelFormat.ColorModel {
    guard let model = try LCMSProfile(icc: bytes, limits: limits, in: LCMSContext()).colorModel else {
      throw ImageError(.unsupported, "its colours are not gray, RGB, CMYK or Lab", format: "ICC profile")
    }
    return model
  }

  /// Whether pixels with this profile can be treated as sRGB (gray: with sRGB's curve): no sample of 8 bits would
  /// change by more than 1.
  package static func isSRGB(_ profile: ColorProfile, limits: Limits) -> Bool {
    do throws(ImageError) {
      let context = LCMSContext()
      switch profile.definition {
      case .sRGB: return true
      case .calibrated(let calibration): return calibration.isSRGB
      case .codePoints(let points):
        return try LCMSProfile.codePoints(points, gray: false, in: context).looksLikeSRGB
      case .icc(let bytes): return try LCMSProfile(icc: bytes, limits: limits, in: context).looksLikeSRGB
      }
    } catch {
      return false
    }
  }

  /// A profile as ICC bytes, for embedding. Equal profiles always give equal bytes.
  ///
  /// - Parameter model: the colour model of the pixels, which chooses between RGB and gray where the profile's
  ///   definition allows both.
  /// - Throws: `invalidData` for a calibration without colours.
  package static func iccBytes(
    for profile: ColorProfile, _ model: PixelFormat.ColorModel
  ) throws(ImageError) -> [UInt8] {
    let context = LCMSContext()
    let gray = model == .gray
    return switch profile.definition {
    case .icc(let bytes): bytes
    case .calibrated(let calibration): try LCMSProfile.calibrated(calibration, gray: gray, in: context).serialized()
    case .codePoints(let points): try LCMSProfile.codePoints(points, gray: gray, in: context).serialized()
    case .sRGB: try (gray ? LCMSProfile.gray(in: context) : LCMSProfile.sRGB(in: context)).serialized()
    }
  }
}

extension ColorProfile.Calibration {
  /// PNG third edition, 11.3.2.5, recommends a gamma of 1/2.2 and these primaries as the label of sRGB for readers that
  /// do not know the sRGB chunk. Files with only these mean sRGB, and all comparable tools show them as sRGB.
  package var isSRGB: Bool {
    guard abs(gamma - 2.2) < 0.01 else { return false }
    guard let points = chromaticities else { return true }
    return zip(points.values, LCMSProfile.primariesOfSRGB).allSatisfy { abs($0 - $1) < 0.0015 }
  }
}

extension LCMSProfile {
  /// Whether the profile's colours are those of sRGB (gray: of sRGB's curve), within a step of 8 bits. False for
  /// a profile that cannot be used for conversion.
  var looksLikeSRGB: Bool {
    do throws(ImageError) {
      switch colorModel {
      case .rgb:
        // A change of less than one and a half steps moves no rounded sample by more than one.
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
