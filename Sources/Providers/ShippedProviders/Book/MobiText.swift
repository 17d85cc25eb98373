internal import ProviderSupport

/// The text in the records of a book of Mobipocket (MobileRead's wiki, "MOBI" and "PalmDOC").
enum MobiText {
  /// What follows the text of a record: entries for readers, each with its own size at its end.
  ///
  /// - Parameter flags: bit 0 for a character that is cut by the end of the record, the others for an entry each.
  static func withoutEntries(_ record: [UInt8], flags: Int) -> ArraySlice<UInt8> {
    var text = record[...]
    for bit in 1..<16 where flags >> bit & 1 != 0 {
      // Seven bits in each byte, read from the end; the first byte of the number has the highest bit.
      var (size, shift) = (0, 0)
      for byte in text.suffix(4).reversed() {
        size |= Int(byte & 0x7F) << shift
        shift += 7
        if byte & 0x80 != 0 { break }
      }
      // The size counts its own bytes.
      text = text.dropLast(max(1, size))
    }
    if flags & 1 != 0, let last = text.last { text = text.dropLast(Int(last & 3) + 1) }
    return text
  }

  /// A record of PalmDOC's compression, whose text has at most `limit` bytes. Damage ends the text.
  static func unpacked(_ data: ArraySlice<UInt8>, atMost limit: Int) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(limit)
    var place = data.startIndex
    while place < data.endIndex, text.count < limit {
      let byte = data[place]
      place += 1
      switch byte {
      case 1...8:
        let end = min(place + Int(byte), data.endIndex)
        text += data[place..<end]
        place = end
      case 0x80...0xBF:
        guard place < data.endIndex else { return text }
        let pair = Int(byte) << 8 | Int(data[place])
        place += 1
        let (distance, length) = (pair >> 3 & 0x7FF, pair & 7 + 3)
        guard distance > 0, distance <= text.count else { return text }
        // The copy may overlap what it makes.
        for _ in 0..<length { text.append(text[text.count - distance]) }
      case 0xC0...0xFF: text += [UInt8(ascii: " "), byte ^ 0x80]
      default: text.append(byte)
      }
    }
    return text
  }
}
