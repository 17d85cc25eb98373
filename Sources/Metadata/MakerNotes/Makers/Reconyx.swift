internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Reconyx's wildlife cameras: blocks of three kinds.
  static let reconyx: Maker = Maker(
    name: "Reconyx",
    headers: [
      MakerNoteHeader("RECONYXUF\0", table: "Type2", order: .little),
      MakerNoteHeader("RECONYXH2\0", table: "Type3", order: .little),
      MakerNoteHeader(make: "RECONYX", order: .little),
      // Some cameras state no maker.
      MakerNoteHeader(
        "\u{1}", order: .little,
        test: { note, _, _ in note.count > 3 && note[1] == 0xF1 && (2...3).contains(note[2]) && note[3] == 0 }),
    ],
    tables: TagTables(reconyxTables),
    words: [:],
    conversions: [
      // Version, date and revision, in decimal digits of hexadecimal bytes.
      "version": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 7 else { return nil }
        let digits = bytes.map { Hexadecimal.text([$0]) }
        let revision = String(UnicodeScalar(bytes[6]))
        return .text("V\(digits[0]).\(digits[1]) \(digits[3])\(digits[2]):\(digits[4]):\(digits[5]) Rev.\(revision)")
      },
      // The year, and month and day, in hexadecimal digits.
      "date": { value, _ in
        let numbers = value.numbers.compactMap { UInt16(exactly: $0) }
        guard numbers.count >= 2 else { return nil }
        let (year, day) = (numbers[0].bigEndianBytes, numbers[1].bigEndianBytes)
        return .text("\(Hexadecimal.text(year)):\(Hexadecimal.text([day[0]])):\(Hexadecimal.text([day[1]]))")
      },
      "joinedHalves": { value, _ in
        let numbers = value.numbers
        return numbers.count == 2 ? .plainNumber(numbers[0] * 65_536 + numbers[1]) : nil
      },
      "shortVersion": { value, _ in
        let numbers = value.numbers.compactMap { UInt8(exactly: $0) }
        guard numbers.count == 3 else { return nil }
        return .text("\(numbers[0]).\(numbers[1])\(UnicodeScalar(numbers[2]))")
      },
      // Second, minute, hour, month, day, year. Some cameras write them with the other byte order.
      "dateTime": { value, _ in
        var numbers = value.numbers.compactMap { UInt16(exactly: $0) }
        guard numbers.count == 6 else { return nil }
        if numbers[0] > 0xFF, numbers[0] & 0xFF == 0 { numbers = numbers.map(\.byteSwapped) }
        return dateTime(year: numbers[5], [numbers[3], numbers[4], numbers[2], numbers[1], numbers[0]])
      },
      // Second, minute, hour, day, month, year.
      "dateTimeReversed": { value, _ in
        let numbers = value.numbers.compactMap { UInt16(exactly: $0) }
        guard numbers.count == 6 else { return nil }
        return dateTime(year: numbers[5], [numbers[4], numbers[3], numbers[2], numbers[1], numbers[0]])
      },
      "dateTimeOfBytes": { value, _ in
        let numbers = value.numbers.compactMap { UInt16(exactly: $0) }
        guard numbers.count == 7, numbers[6] < 256, numbers[5] < 256 else { return nil }
        return dateTime(
          year: numbers[5] + numbers[6] * 256, [numbers[4], numbers[3], numbers[2], numbers[1], numbers[0]])
      },
      "utf16": { value, _ in
        guard let bytes = value.bytes else { return nil }
        let text = ExifText.utf16(bytes, bigEndian: false)
        return .text(String(text.prefix { $0 != "\u{0}" }))
      },
    ])

  /// - Parameter rest: month, day, hour, minute, second.
  private static func dateTime(year: UInt16, _ rest: [UInt16]) -> PropertyValue {
    let parts = rest.map { DecimalText.padded(Int($0)) }
    return .text("\(year):\(parts[0]):\(parts[1]) \(parts[2]):\(parts[3]):\(parts[4])")
  }
}
