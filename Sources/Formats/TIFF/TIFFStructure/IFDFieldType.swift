/// The type of a field's values, with the numbers of TIFF 6.0, section 2, and of BigTIFF.
package enum IFDFieldType: UInt16, Hashable, Sendable {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  /// A LONG that is the offset of a directory (TIFF Technical Note 1).
  case ifd = 13
  /// UTF-8 text (Exif 3.0, 4.6.2).
  case utf8 = 129
  case long8 = 16
  case signedLong8 = 17
  case ifd8 = 18

  /// The size of one value in bytes.
  package var byteCount: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined, .utf8: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .ifd: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .ifd8: 8
    }
  }
}
