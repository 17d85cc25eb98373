/// Dates and times of IIM in the form of Exif's: `20240506` is `2024:05:06`, `123456+0100` is `12:34:56+01:00`.
enum IPTCDateTime {
  /// nil where it is not eight digits.
  static func date(_ value: ArraySlice<UInt8>) -> String? {
    let characters = Array(value)
    guard characters.count == 8, characters.allSatisfy(isDigit) else { return nil }
    return text(characters[..<4]) + ":" + text(characters[4..<6]) + ":" + text(characters[6...])
  }

  /// nil where it is neither six digits nor six digits with an offset from universal time.
  static func time(_ value: ArraySlice<UInt8>) -> String? {
    let characters = Array(value)
    guard characters.count == 6 || characters.count == 11, characters[..<6].allSatisfy(isDigit) else { return nil }
    let time = text(characters[..<2]) + ":" + text(characters[2..<4]) + ":" + text(characters[4..<6])
    guard characters.count == 11 else { return time }
    let sign = characters[6]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), characters[7...].allSatisfy(isDigit) else {
      return nil
    }
    return time + text(characters[6..<9]) + ":" + text(characters[9...])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func text(_ digits: ArraySlice<UInt8>) -> String { String(decoding: digits, as: UTF8.self) }
}
