internal import ImageModel

/// The fixed part of an ICC profile (ICC.1:2010, 7.2), as far as PDF asks for it.
enum ProfileHeader {
  /// Why a profile cannot stand in a PDF for samples of a colour model; nil where it can.
  ///
  /// ISO 32000-1, 8.6.5.5 allows input, display, output and colour-space profiles.
  static func misfit(_ bytes: [UInt8], _ model: PixelFormat.ColorModel) -> String? {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else {
      return "the embedded colour profile is damaged"
    }
    let space = String(decoding: bytes[16..<20], as: UTF8.self)
    let expected: String? =
      switch model {
      case .gray: "GRAY"
      case .rgb: "RGB "
      case .cmyk: "CMYK"
      case .lab: nil
      }
    guard space == expected else {
      let letters = space.filter { ("A"..."z").contains($0) || ("0"..."9").contains($0) }
      return "the embedded colour profile is for \(letters), the pixels are \(model.rawValue)"
    }
    let kind = String(decoding: bytes[12..<16], as: UTF8.self)
    guard ["scnr", "mntr", "prtr", "spac"].contains(kind) else {
      return "the embedded colour profile describes no device"
    }
    return nil
  }
}
