internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let nikon = Maker(
    name: "Nikon",
    headers: [
      // Coolpix cameras before 2001.
      MakerNoteHeader("Nikon\0\u{1}", table: "Type2", at: .at(8)),
      // With a TIFF header of its own.
      MakerNoteHeader(
        "Nikon\0\u{2}", at: .stored(at: 14, plus: 10), base: .note(10), order: .mark(at: 10)),
      MakerNoteHeader(make: "NIKON"),
    ],
    tables: TagTables(nikonTables),
    // The keys of encrypted blocks.
    early: [0x1D, 0xA7],
    words: [
      "PrimaryAFPoint": WordList(nikonPrimaryAFPoint)
    ],
    conversions: [
      // Three bytes: steps, the size of a step, its divisor.
      "steps": { value, _ in steps(value) { Double(Int8(bitPattern: $0)) } },
      "unsignedSteps": { value, _ in steps(value) { Double($0) } },
      // Four digits, as text or as bytes.
      "version": { value, _ in
        guard case .bytes(let bytes) = value, let first = bytes.first else { return value }
        return .text(first < 10 ? bytes.map { String($0) }.joined() : ExifText.text(bytes))
      },
      "withoutZeros": { value, _ in
        guard case .array(var values) = value else { return value }
        while values.count > 1, values.last?.number == 0 { values.removeLast() }
        return values.count == 1 ? values[0] : .array(values)
      },
      // Four bits as a signed number.
      "nibble": { value, _ in value.mapNumbers { $0 > 7 ? $0 - 16 : $0 } },
      // The distance in metres grows by a factor of 10 in 40 steps.
      "focusDistance": { value, _ in value.mapNumbers { 0.01 * pow(10, $0 / 40) } },
      "repeats": { value, _ in value.mapNumbers { $0 < 10 ? $0 + 1 : 5 * ($0 - 7) } },
      "rate": { value, _ in value.mapNumbers { $0 < 10 ? $0 + 1 : 10 * ($0 - 8) } },
      "inverse2048": { value, _ in value.mapNumbers { $0 == 0 ? 0 : 2048 / $0 } },
      // Of the four levels red and blue are stored halved.
      "doubledEnds": { value, _ in
        let numbers = value.numbers
        guard numbers.count == 4 else { return value }
        return .array([numbers[0] * 2, numbers[1], numbers[2], numbers[3] * 2].map { .plainNumber($0) })
      },
      "hexBytes": { value, _ in value.bytes.map { .text($0.map { Hexadecimal.text([$0]) }.joined(separator: " ")) } },
    ],
    preparations: [
      // Version 1 is not encrypted.
      "decrypt": { bytes, context in
        bytes.starts(with: "01".utf8) ? bytes : decrypted(bytes, from: 4, context)
      },
      "decrypt284": { bytes, context in decrypted(bytes, from: 284, context) },
    ])

  private static func steps(_ value: PropertyValue, _ number: (UInt8) -> Double) -> PropertyValue? {
    guard let bytes = value.bytes, bytes.count >= 3 else { return nil }
    let parts = bytes[..<3].map(number)
    return .plainNumber(parts[2] == 0 ? 0 : parts[0] * (parts[1] / parts[2]))
  }

  private static func decrypted(_ bytes: [UInt8], from start: Int, _ context: MakerNoteContext) -> [UInt8]? {
    NikonCipher.keys(context).map { NikonCipher.plain(bytes, from: start, serial: $0.serial, count: $0.count) }
  }
}
