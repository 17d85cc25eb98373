/// The number in a stub picture: a small JPEG that a drawn page has in the place of a picture that is embedded untouched.
///
/// A comment segment (COM, ISO/IEC 10918-1, B.2.4.5) of the stub reads `cameo:` and the number.
enum StubMarker {
  /// Longer streams are no stubs.
  static let mostBytes = 4_096

  /// The number; nil for any other JPEG.
  static func number(in jpeg: [UInt8]) -> Int? {
    guard jpeg.count <= mostBytes, jpeg.starts(with: [0xFF, 0xD8]) else { return nil }
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] != 0xDA {
      let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
      guard length >= 2, place + 2 + length <= jpeg.count else { return nil }
      let content = jpeg[place + 4..<place + 2 + length]
      if jpeg[place + 1] == 0xFE, content.starts(with: Array("cameo:".utf8)) {
        let digits = content.dropFirst(6).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
      }
      place += 2 + length
    }
    return nil
  }
}
