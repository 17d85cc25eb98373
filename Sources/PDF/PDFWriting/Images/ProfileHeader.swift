internal import ImageModel

/// The fixed part of an ICC profile (ICC.1:2010, 7.2), as far as PDF asks for it.
enum ProfileHeader {
  /// Why a profile cannot stand in a PDF for samples of a colour model; nil where it can.
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
      return "the embedded colour profile describes no device"
    }
    return nil
  }
}
