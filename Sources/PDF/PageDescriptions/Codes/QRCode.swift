internal import CQRencodeShims
internal import ImageModel

/// A QR code of a text (ISO/IEC 18004, model 2), in byte mode, by libqrencode. A text that is not of ASCII is marked as
/// UTF-8.
struct QRCode {
  /// How much of the code may be damaged: about 7, 15, 25 and 30 %. The order is that of `QRecLevel`.
  enum Correction: String, CaseIterable {
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"
  }

  /// The most bytes of a text: of ASCII, with the correction L.
  static let maxBytes = 2_953

  /// The modules along each side.
  let size: Int
  /// 1 for each dark module, row by row.
  private let modules: [UInt8]

  /// The smallest code of a text with this correction.
  ///
  /// - Returns: nil for a text that is empty or too long.
  /// - Throws: `unsupported` where libqrencode cannot be loaded; `limitExceeded` without memory.
  init?(_ text: String, _ correction: Correction) throws(ImageError) {
    let bytes = Array(text.utf8)
    guard (1...Self.maxBytes).contains(bytes.count) else { return nil }
    if let problem = qrencode_shim_load() {
      throw ImageError(.unsupported, "a QR code needs libqrencode4; install it: \(String(cString: problem))")
    }
    let number = Int32(Correction.allCases.firstIndex(of: correction) ?? 0)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    var side = 0
    modules = Array(unsafeUninitializedCapacity: qrencode_shim_max_side * qrencode_shim_max_side) { buffer, count in
      side = Int(qrencode_shim_encode(bytes, Int32(bytes.count), isASCII, number, buffer.baseAddress))
      count = side > 0 ? side * side : 0
    }
    guard side >= 0 else { throw ImageError(.limitExceeded, "no memory to make a QR code") }
    guard side > 0 else { return nil }
    size = side
  }

  /// Whether a module is dark.
  func isDark(x: Int, y: Int) -> Bool { modules[y * size + x] == 1 }
}
