internal import ByteStreams

/// PNG files around texts, and files with corrected check values.
package enum SmallPNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A grey pixel with a text in front.
  static func around(keyword: String, text: [UInt8]) -> [UInt8] {
    signature + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]) + chunk("tEXt", Array(keyword.utf8) + [0] + text)
      + chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1]) + chunk("IEND", [])
  }

  /// A PNG file with correct check values; nil for a file of another format.
  package static func repaired(_ file: [UInt8], format: String) -> [UInt8]? {
    format == "png" ? withCheckValues(file) : nil
  }

  /// The same file with a correct check value in each complete chunk, because a fuzzer does not find CRC-32s by itself.
  package static func withCheckValues(_ file: [UInt8]) -> [UInt8] {
    var result = file
    for chunk in chunks(of: file) {
      let end = chunk.upperBound - 4
      result.replaceSubrange(end..<end + 4, with: checkValue(file[chunk.lowerBound + 4..<end]))
    }
    return result
  }

  /// The joined contents of all chunks with a name.
  static func contents(of name: String, in file: [UInt8]) -> [UInt8] {
    let named = chunks(of: file).filter { file[$0.lowerBound + 4..<$0.lowerBound + 8].elementsEqual(name.utf8) }
    return named.flatMap { file[$0.lowerBound + 8..<$0.upperBound - 4] }
  }

  /// The ranges of the complete chunks, from the length to the check value.
  private static func chunks(of file: [UInt8]) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var position = signature.count
    while file.count - position >= 12 {
      let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - position - 12 else { break }
      chunks.append(position..<position + 12 + length)
      position += 12 + length
    }
    return chunks
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + named + checkValue(named[...])
  }

  private static func checkValue(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    withUnsafeBytes(of: CRC32.value(of: Array(bytes)).bigEndian) { Array($0) }
  }
}
