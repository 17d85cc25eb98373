internal import ByteStreams
internal import ImageModel

/// The few chunks of a PNG file that a thumbnail cache needs: the size, and texts (PNG, third edition, 5 and
/// 11.3.3.2).
///
/// This reads entries of the cache, files of the user, and pictures that the host encoded itself. It never reads
/// documents or output of providers. It reads only the chunks before the pixels, within limits, and decodes nothing.
package struct PNGChunks {
  package var width: Int
  package var height: Int
  /// The texts before the pixels, by keyword; the first of two with the same keyword.
  package var texts: [String: String]
  /// The byte ranges of those texts in the file.
  private var textRanges: [Range<Int>] = []

  /// Limits on what is read: chunks before the pixels, and bytes of a text.
  private static let chunkLimit = 64
  private static let textLimit = 16 << 10

  /// - Returns: nil for bytes that are not a PNG file, or end before the pixels.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGFrame.signature) else { return nil }
    var position = 8
    var size: (Int, Int)?
    texts = [:]
    for _ in 0..<Self.chunkLimit {
      guard bytes.count - position >= 12 else { return nil }
      let length = Self.number(bytes, position)
      let kind = bytes[position + 4..<position + 8]
      guard length <= bytes.count - position - 12 else { return nil }
      let content = bytes[position + 8..<position + 8 + length]
      if kind.elementsEqual("IDAT".utf8) {
        guard let size else { return nil }
        (width, height) = size
        return
      }
      if kind.elementsEqual("IHDR".utf8), length == 13 {
        size = (Self.number(bytes, position + 8), Self.number(bytes, position + 12))
      } else if kind.elementsEqual("tEXt".utf8), length <= Self.textLimit,
        let end = content.firstIndex(of: 0)
      {
        textRanges.append(position..<position + 12 + length)
        let keyword = Self.latin1(content[..<end])
        if texts[keyword] == nil { texts[keyword] = Self.latin1(content[(end + 1)...]) }
      }
      position += 12 + length
    }
    return nil
  }

  /// Whether a PNG file ends with its last chunk, and the check value of each chunk is right (PNG, third edition, 5.3).
  package static func isWhole(_ bytes: [UInt8]) -> Bool {
    var position = 8
    while bytes.count - position >= 12 {
      let length = number(bytes, position)
      guard length <= bytes.count - position - 12 else { return false }
      let end = position + 8 + length
      var crc = CRC32()
      bytes.withUnsafeBytes { crc.update(UnsafeRawBufferPointer(rebasing: $0[position + 4..<end])) }
      guard Int(crc.value) == number(bytes, end) else { return false }
      if bytes[position + 4..<position + 8].elementsEqual("IEND".utf8) { return true }
      position = end + 4
    }
    return false
  }

  /// The file that this was read from, without the texts.
  package func withoutTexts(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var start = 0
    for range in textRanges {
      result += bytes[start..<range.lowerBound]
      start = range.upperBound
    }
    return result + bytes[start...]
  }

  /// A PNG file with texts inserted after its header. Characters outside of Latin-1 become question marks.
  ///
  /// - Returns: nil for bytes that are not a PNG file.
  package static func adding(_ texts: [(keyword: String, text: String)], to png: [UInt8]) -> [UInt8]? {
    let headerEnd = 8 + 25
    guard png.starts(with: PNGFrame.signature), png.count > headerEnd, png[12..<16].elementsEqual("IHDR".utf8) else {
      return nil
    }
    let chunks = texts.flatMap(chunk)
    return png[..<headerEnd] + chunks + png[headerEnd...]
  }

  /// A PNG file of one grey pixel, with texts: the specification requires that records of failures are PNG files.
  static func record(_ texts: [(keyword: String, text: String)]) -> [UInt8] {
    // One row of one pixel after its filter byte, in a stored block of a zlib stream (RFC 1950, RFC 1951).
    let pixels: [UInt8] = [0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01]
    return PNGFrame.signature + PNGFrame.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
      + texts.flatMap(chunk) + PNGFrame.chunk("IDAT", pixels) + PNGFrame.chunk("IEND", [])
  }

  private static func chunk(_ text: (keyword: String, text: String)) -> [UInt8] {
    PNGFrame.chunk("tEXt", latin1(text.keyword) + [0] + latin1(text.text))
  }

  private static func number(_ bytes: [UInt8], _ position: Int) -> Int {
    Int(bigEndianBytes: bytes[position..<position + 4])
  }

  private static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  private static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(exactly: $0.value).flatMap { $0 == 0 ? nil : $0 } ?? UInt8(ascii: "?") }
  }
}
