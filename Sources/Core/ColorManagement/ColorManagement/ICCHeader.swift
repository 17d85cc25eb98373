package import ImageModel

/// The fixed part of an ICC profile (ICC.1:2010, 7.2), enough to see whether it fits pixels without opening it.
package struct ICCHeader: Hashable, Sendable {
  /// The four letters of the data colour space: `RGB `, `GRAY`, `CMYK`, `Lab `.
  package var colorSpace: String

  /// - Returns: nil for what does not begin like a profile.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    colorSpace = String(decoding: bytes[16..<20], as: UTF8.self)
  }

  /// The colour model of the pixels that the profile describes; nil where there is no pixel format for it.
  package var colorModel: PixelFormat.ColorModel? {
    switch colorSpace {
    case "GRAY": .gray
    case "RGB ": .rgb
    case "CMYK": .cmyk
    case "Lab ": .lab
    default: nil
    }
  }
}

extension ColorProfile {
  /// Why the profile cannot describe pixels of a colour model, as far as its header says; nil where it can.
  package func misfit(_ model: PixelFormat.ColorModel) -> String? {
    switch definition {
    case .sRGB, .calibrated:
      return model == .gray || model == .rgb ? nil : "the colour profile is for RGB, the pixels are \(model.rawValue)"
    case .icc(let bytes):
      guard let header = ICCHeader(bytes) else { return "the embedded colour profile is damaged" }
      guard header.colorModel != model else { return nil }
      let space = header.colorSpace.filter { $0 != " " }
      return "the embedded colour profile is for \(space), the pixels are \(model.rawValue)"
    }
  }
}
