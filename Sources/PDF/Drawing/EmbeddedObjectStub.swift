/// The JPEG that stands for an object in a PDF of cairo's until the writer replaces it.
package enum EmbeddedObjectStub {
  /// The text of the comment segment: `cameo:` and the object's number in decimal digits.
  package static func comment(_ id: Int) -> String { "\(comment)\(id)" }

  private static let comment = "cameo:"

  /// A grey baseline JPEG of 2x2 pixels with the comment in its COM segment (ITU-T T.81, B.2).
  package static func jpeg(_ id: Int) -> [UInt8] {
    let text = Array(comment(id).utf8)
    return [0xff, 0xd8, 0xff, 0xfe, 0, UInt8(text.count + 2)] + text
      + [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
      + [0xff, 0xc0, 0, 11, 8, 0, 2, 0, 2, 1, 1, 0x11, 0]
      + huffmanTable(0x00) + huffmanTable(0x10)
      + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9]
  }

  /// Longer streams are no stubs.
  package static let mostBytes = 4_096

  /// The number in the comment of such a JPEG, which may have other segments before it; nil for any other bytes.
  package static func id(of jpeg: [UInt8]) -> Int? {
    guard jpeg.count <= mostBytes, jpeg.starts(with: [0xff, 0xd8]) else { return nil }
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xff, jpeg[place + 1] != 0xda {
      let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
      guard length >= 2, place + 2 + length <= jpeg.count else { return nil }
      let content = jpeg[place + 4..<place + 2 + length]
      if jpeg[place + 1] == 0xfe, content.starts(with: comment.utf8) {
        let digits = String(decoding: content.dropFirst(comment.utf8.count), as: UTF8.self)
        guard let id = Int(digits), String(id) == digits else { return nil }
        return id
      }
      place += 2 + length
    }
    return nil
  }

  /// A table with one code, of one bit, for 0.
  private static func huffmanTable(_ kind: UInt8) -> [UInt8] {
    [0xff, 0xc4, 0, 20, kind, 1] + [UInt8](repeating: 0, count: 16)
  }
}
