internal import ImageModel

/// The character set of the texts in IIM records 2 to 6 (IIM 4.2, dataset 1:90).
enum IPTCCharacterSet: Hashable {
  /// Not declared: UTF-8 if it is valid, else Windows-1252.
  case undeclared
  case utf8
  case latin1
  /// A part of ISO 8859 whose upper half differs from Latin-1.
  case iso8859(Int)

  /// The set that an escape sequence of ISO 2022 declares; nil if it is unknown.
  ///
  /// A declaration of ASCII alone does not say what bytes from 0x80 on mean.
  init?(escapeSequence sequence: ArraySlice<UInt8>) {
    let rest = sequence.drop { $0 == 0x20 }
    // ESC % G, and with a level: ESC % / G, H, I.
    if rest.starts(with: [0x1B, 0x25, 0x47]) || rest.starts(with: [0x1B, 0x25, 0x2F]) {
      self = .utf8
      return
    }
    var declared: IPTCCharacterSet?
    for part in rest.split(separator: 0x1B) {
      guard let kind = part.first, let final = part.dropFirst().first else { continue }
      switch kind {
      // Sets of 96 characters as G1, G2 or G3.
      case 0x2D, 0x2E, 0x2F: declared = Self.sets[final] ?? declared
      // ASCII and its national variants.
      case 0x28, 0x29: declared = declared ?? .undeclared
      default: break
      }
    }
    guard let declared else { return nil }
    self = declared
  }

  /// By the final bytes of the escape sequences in the International Register of Coded Character Sets.
  private static let sets: [UInt8: IPTCCharacterSet] = [
    UInt8(ascii: "A"): .latin1, UInt8(ascii: "B"): .iso8859(2), UInt8(ascii: "F"): .iso8859(7),
    UInt8(ascii: "L"): .iso8859(5), UInt8(ascii: "M"): .iso8859(9), UInt8(ascii: "b"): .iso8859(15),
  ]

  /// The usual name; nil if nothing is declared.
  var name: String? {
    switch self {
    case .undeclared: nil
    case .utf8: "UTF-8"
    case .latin1: "ISO 8859-1"
    case .iso8859(let part): "ISO 8859-\(part)"
    }
  }

  /// nil for bytes that are not in the set.
  func text(_ bytes: ArraySlice<UInt8>) -> String? {
    switch self {
    case .undeclared: return String(validating: bytes, as: UTF8.self) ?? Self.windows(bytes)
    case .utf8: return String(validating: bytes, as: UTF8.self)
    case .latin1: return Latin1.text(bytes)
    case .iso8859(let part):
      let upper = Self.upperHalves[part] ?? []
      return Self.text(bytes) { byte in
        byte < 0xA0 || upper.isEmpty ? Unicode.Scalar(byte) : upper[Int(byte) - 0xA0]
      }
    }
  }

  /// Windows-1252: Latin-1 with letters and signs in place of the C1 controls.
  static func windows(_ bytes: ArraySlice<UInt8>) -> String {
    text(bytes) { (0x80..<0xA0).contains($0) ? windowsSigns[Int($0) - 0x80] : Unicode.Scalar($0) }
  }

  /// The characters of 0x80 to 0x9F; five bytes are undefined and become the code points of the same number.
  private static let windowsSigns = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private static func text(_ bytes: ArraySlice<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.map(scalar))
    return text
  }

  /// The characters of 0xA0 to 0xFF, by part of ISO 8859.
  private static let upperHalves: [Int: [Unicode.Scalar]] = [
    2: Array(
      ("\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ"
        + "ĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙").unicodeScalars),
    5: Array(
      ("\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
        + "абвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ").unicodeScalars),
    7: Array(
      ("\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟ"
        + "ΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}").unicodeScalars),
    9: Array(
      ("\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
        + "ĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ").unicodeScalars),
    15: Array(
      ("\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
        + "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars),
  ]
}
