/// One text of a multiLocalizedUnicodeType (ICC.1:2010, 10.13).
struct ICCLocalizedText: Hashable {
  /// Language and country: `en-US`; the language alone where no country is given.
  var language: String
  var text: String

  /// Apple's profiles have some forty.
  private static let maxTexts = 256
  /// Languages may share their bytes, which count each time; small tags may do so freely.
  private static let leastRoom = 16_384

  /// The texts of a tag; those that do not lie in it are left out.
  static func texts(_ tag: ArraySlice<UInt8>) -> [ICCLocalizedText] {
    var head = BigEndianCursor(tag.dropFirst(8))
    guard let count = head.uint32(), let recordSize = head.uint32(), recordSize >= 12 else { return [] }
    var texts: [ICCLocalizedText] = []
    var room = max(2 * tag.count, leastRoom)
    for _ in 0..<min(Int(count), maxTexts) {
      guard let record = head.bytes(Int(recordSize)) else { break }
      var cursor = BigEndianCursor(record)
      guard let letters = cursor.bytes(4), let length = cursor.uint32(), let offset = cursor.uint32(),
        Int(offset) <= tag.count, Int(length) <= min(room, tag.count - Int(offset))
      else { continue }
      room -= Int(length)
      let start = tag.startIndex + Int(offset)
      texts.append(
        ICCLocalizedText(
          language: code(letters), text: ExifText.utf16(tag[start..<start + Int(length)], bigEndian: true)))
    }
    return texts
  }

  /// The text in English where there is one, else the first.
  static func main(of texts: [ICCLocalizedText]) -> ICCLocalizedText? {
    texts.first { $0.language.hasPrefix("en") } ?? texts.first
  }

  private static func code(_ letters: ArraySlice<UInt8>) -> String {
    let parts = [letters.prefix(2), letters.dropFirst(2)].map { part in
      String(decoding: part.filter { (0x21..<0x7F).contains($0) }, as: UTF8.self)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "-")
  }
}
