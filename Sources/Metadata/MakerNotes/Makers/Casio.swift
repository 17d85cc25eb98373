internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let casio: Maker = Maker(
    name: "Casio",
    headers: [
      MakerNoteHeader("QVC\0", table: "Type2", at: .at(6)),
      MakerNoteHeader("DCI\0", table: "Type2", at: .at(6)),
      MakerNoteHeader(make: "CASIO"),
      // Pentax's header, but Casio's tags.
      MakerNoteHeader(
        "AOC\0", maker: "Pentax", table: "Type2", at: .at(6), order: .mark(at: 4),
        test: { _, _, model in
          ["PENTAX Optio 330RS", "PENTAX Optio330RS", "PENTAX Optio 430RS", "PENTAX Optio430RS"].contains(model)
        }),
    ],
    tables: TagTables(casioTables),
    words: [:],
    conversions: [
      // Digits in groups of four with NULs between them: year and month, day and hour, minute.
      "withoutNULs": { value, _ in
        if case .bytes(let bytes) = value { .text(ExifText.text(bytes.filter { $0 != 0 })) } else { value }
      },
      // Millimetres.
      "distance": { value, _ in
        value.number.map { $0 >= 0x2000_0000 ? .text("inf") : .plainNumber($0 / 1000) }
      },
      // Millimetres, or the two ends of a range.
      "distanceRange": { value, _ in
        let numbers = value.numbers
        guard let first = numbers.first else { return nil }
        if numbers.count == 1 { return .plainNumber(first / 1000) }
        if numbers[1] != 0 {
          return .text(
            numbers.prefix(2).reversed().map { PropertyValue.plainNumber($0).exifToolText }.joined(separator: "-"))
        }
        return .plainNumber(first > 10_000 ? first / 1000 : first)
      },
    ],
    conditions: [
      "isFaceInfo1": { value, _ in
        guard case .bytes(let bytes) = value, bytes.count >= 5 else { return false }
        return bytes.starts(with: [0, 0]) || Array(bytes[1..<5]) == [2, 0x80, 1, 0xE0]
      },
      "isFaceInfo2": { value, _ in
        if case .bytes(let bytes) = value { bytes.starts(with: [2, 1]) } else { false }
      },
    ])
}
