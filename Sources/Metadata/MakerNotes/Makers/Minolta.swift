internal import Glibc
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Minolta and Konica Minolta.
  static let minolta = Maker(
    name: "Minolta",
    headers: [
      MakerNoteHeader(make: "MINOLTA"),
      MakerNoteHeader(make: "KONICA MINOLTA"),
    ],
    tables: TagTables(minoltaTables),
    words: [
      "LensType": WordList(minoltaLensType)
    ],
    conversions: [
      "level": { value, context in
        value.mapNumbers { $0 - (context.model.contains("DiMAGE A2") ? 5 : 3) }
      },
      // Seconds; 0 for a bulb exposure.
      "bulbTime": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2(6 - $0 / 8) } },
      "on": { _, _ in .text("On") },
      // A date and a time in the bytes of a number.
      "date": { value, _ in
        guard let number = value.number.flatMap({ UInt32(exactly: $0) }) else { return nil }
        return .text("\(number >> 16):\(twoDigits(number >> 8)):\(twoDigits(number))")
      },
      "time": { value, _ in
        guard let number = value.number.flatMap({ UInt32(exactly: $0) }) else { return nil }
        return .text("\(twoDigits(number >> 16)):\(twoDigits(number >> 8)):\(twoDigits(number))")
      },
    ],
    conditions: [
      "isSony": { _, context in context.make.hasPrefix("SONY") }
    ])

  /// The lowest byte of a number, with two decimal digits.
  static func twoDigits(_ number: UInt32) -> String {
    let byte = number & 0xFF
    return byte < 10 ? "0\(byte)" : "\(byte)"
  }
}
