/// The fixed part of an ICC profile (ICC.1:2010, 7.2). It shows what a profile is for without opening the profile.
package struct ICCHeader: Hashable, Sendable {
  /// The size in bytes that the profile declares.
  package var declaredSize: Int
  /// Four letters that say what the profile describes: `mntr` for a display, `link` for a device link.
  package var deviceClass: String
  /// The four letters of the data colour space: `RGB `, `GRAY`, `CMYK`, `Lab `.
  package var colorSpace: String

  /// The smallest number of bytes in which `hasSignature` finds the signature.
  package static let signatureEnd = 40

  /// Whether the bytes have the signature of ICC profiles (`acsp`) in its place.
  package static func hasSignature(_ bytes: [UInt8]) -> Bool {
    bytes.count >= signatureEnd && bytes[36..<signatureEnd].elementsEqual("acsp".utf8)
  }

  /// - Returns: nil where the bytes have no signature, or end before the count of tags that follows the header.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, Self.hasSignature(bytes) else { return nil }
    declaredSize = Int(bigEndianBytes: bytes[..<4])
    deviceClass = String(decoding: bytes[12..<16], as: UTF8.self)
    colorSpace = String(decoding: bytes[16..<20], as: UTF8.self)
  }

  /// Whether the profile describes a device or a colour space, and so can give pixels a meaning. Device links, abstract
  /// profiles and named colours cannot.
  package var describesPixels: Bool { ["mntr", "scnr", "prtr", "spac"].contains(deviceClass) }

  /// The colour model of the pixels that the profile describes; nil where no pixel format has it.
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
    case .sRGB, .calibrated, .codePoints:
      return model == .gray || model == .rgb ? nil : "the colour profile is for RGB, the pixels are \(model.rawValue)"
    case .icc(let bytes):
      guard let header = ICCHeader(bytes) else { return "the embedded colour profile is damaged" }
      guard header.colorModel != model else { return nil }
      let space = header.colorSpace.filter { $0 != " " }
      return "the embedded colour profile is for \(space), the pixels are \(model.rawValue)"
    }
  }
}
