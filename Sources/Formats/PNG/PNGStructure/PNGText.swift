internal import ImageModel

/// A text of a PNG file: tEXt, zTXt or iTXt (PNG third edition, 11.3.3), with its value unparsed.
package struct PNGText: Hashable, Sendable {
  /// The chunk that the text was in.
  package enum Chunk: String, Hashable, Sendable {
    case tEXt, zTXt, iTXt
  }

  package var chunk: Chunk
  package var keyword: String
  /// The value: Latin-1 in tEXt and zTXt, UTF-8 in iTXt; a zlib stream of that where `isCompressed`.
  package var bytes: [UInt8]
  package var isCompressed: Bool
  /// Whether the value, once inflated, is UTF-8; otherwise it is Latin-1.
  package var isUTF8: Bool { chunk == .iTXt }
  /// iTXt: the language as in RFC 3066, empty where not given.
  package var language = ""
  /// iTXt: the keyword in that language, empty where not given.
  package var translatedKeyword = ""
  /// Where the value begins in the file.
  package var offset: UInt64

  /// The keyword under which an iTXt chunk carries an XMP packet (XMP specification, part 3, 1.1.5).
  package static let xmpKeyword = "XML:com.adobe.xmp"

  /// Parses a chunk's content; nil for an invalid one.
  init?(_ chunk: Chunk, content: [UInt8], offset: UInt64) {
    self.chunk = chunk
    guard let keywordEnd = content.prefix(80).firstIndex(of: 0), keywordEnd > 0 else { return nil }
    keyword = Self.latin1(content[..<keywordEnd])
    var start = keywordEnd + 1
    switch chunk {
    case .tEXt:
      isCompressed = false
    case .zTXt:
      guard start < content.count, content[start] == 0 else { return nil }
      isCompressed = true
      start += 1
    case .iTXt:
      guard start + 2 <= content.count, content[start] < 2 else { return nil }
      isCompressed = content[start] == 1
      if isCompressed, content[start + 1] != 0 { return nil }
      let languageStart = start + 2
      guard let languageEnd = content[languageStart...].firstIndex(of: 0),
        let translatedEnd = content[(languageEnd + 1)...].firstIndex(of: 0)
      else { return nil }
      language = Self.latin1(content[languageStart..<languageEnd])
      translatedKeyword = String(decoding: content[languageEnd + 1..<translatedEnd], as: UTF8.self)
      start = translatedEnd + 1
    }
    bytes = Array(content[start...])
    self.offset = offset + UInt64(start)
  }

  /// Latin-1 bytes as text.
  package static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    Latin1.text(bytes)
  }

  /// The beginnings of the keywords of texts that hold a block in hexadecimal.
  package static let rawProfilePrefix = "Raw profile type "

  /// The content of a tEXt chunk that holds a block in hexadecimal, as ImageMagick, ExifTool and exiv2 write blocks
  /// that have no chunk of their own: a name, the number of bytes, lines of 72 digits.
  package static func rawProfile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var content = Array((rawProfilePrefix + name).utf8) + [0] + Array("\n\(name)\n".utf8)
    let count = String(bytes.count)
    content += Array((String(repeating: " ", count: max(0, 8 - count.utf8.count)) + count).utf8)
    let digits = Array("0123456789abcdef".utf8)
    for (index, byte) in bytes.enumerated() {
      if index % 36 == 0 { content.append(UInt8(ascii: "\n")) }
      content.append(digits[Int(byte >> 4)])
      content.append(digits[Int(byte & 15)])
    }
    return content + [UInt8(ascii: "\n")]
  }
}
