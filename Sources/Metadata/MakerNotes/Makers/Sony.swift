internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let sony = Maker(
    name: "Sony",
    headers: [
      MakerNoteHeader("SONY DSC ", at: .at(12)),
      MakerNoteHeader("SONY CAM ", at: .at(12)),
      MakerNoteHeader("SONY MOBILE", at: .at(12)),
      MakerNoteHeader("VHAB     ", at: .at(12)),
      MakerNoteHeader("SEMC MS", maker: "Sony Ericsson", table: "Ericsson", at: .at(20)),
      MakerNoteHeader(make: "SONY"),
    ],
    tables: TagTables(sonyTables),
    words: [
      "AFPoint": WordList(sonyAFPoint),
      "AFPointAtShutterRelease": WordList(sonyAFPointAtShutterRelease),
      "AFPointInFocus": WordList(sonyAFPointInFocus),
      "LensType": WordList(sonyLensType),
      "LensType2": WordList(sonyLensType2),
      "LensType3": WordList(sonyLensType3),
      "SonyModelID": WordList(sonySonyModelID),
    ],
    conversions: [
      "low24": { value, _ in
        value.number.flatMap { Int64(exactly: $0) }.map { .integer($0 & 0xFF_FFFF) }
      },
      // Seconds; 0 for a bulb exposure.
      "bulbTime": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2(6 - $0 / 8) } },
      "bulbTime256": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2(16 - $0 / 256) } },
      "iso8": { value, _ in value.mapNumbers { $0 == 0 || $0 >= 254 ? $0 : exp2($0 / 8 - 6) * 100 } },
      "signedByte": { value, _ in value.mapNumbers { $0 > 128 ? $0 - 256 : $0 } },
      "hexBytes": { value, _ in value.bytes.map { .text($0.map { Hexadecimal.text([$0]) }.joined(separator: " ")) } },
      "notDSC": { value, context in
        context.model.hasPrefix("DSC-") || context.model.hasPrefix("Stellar") ? nil : value
      },
      "reversed": { value, _ in if case .array(let values) = value { .array(values.reversed()) } else { value } },
      // The rectangle of a face: left and top come second, and all are in 15ths.
      "areas": { value, _ in
        let numbers = value.numbers
        guard numbers.count == 4 else { return value }
        return .array([numbers[1], numbers[0], numbers[3], numbers[2]].map { .plainNumber($0 * 15) })
      },
      // Year in two bytes, then month, day, hour, minute, second.
      "dateTime": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 7 else { return nil }
        return dateTime(String(Int(bytes[0]) | Int(bytes[1]) << 8), bytes[2..<7])
      },
      "minutesSeconds": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 2 else { return nil }
        return .text("\(twoDigits(UInt32(bytes[0]))):\(twoDigits(UInt32(bytes[1])))")
      },
      "shortDateTime": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 6, bytes[0] > 0 else { return nil }
        return dateTime("20" + twoDigits(UInt32(bytes[0])), bytes[1..<6])
      },
      // The bytes of the serial number come in the wrong order.
      "serial": { value, _ in
        guard let digits = value.text.map({ Array($0) }), digits.count >= 8 else { return value }
        let text = String(digits[6...7] + digits[4...5] + digits[2...3] + digits[0...1] + digits[8...])
        return .text(text.hasPrefix("0") ? String(text.dropFirst()) : text)
      },
    ],
    conditions: [
      "hasLensMount": { _, context in
        let models = ["RX10M4", "RX100M6", "RX100M7", "RX100M5A", "HX99", "RX0M2"]
        return !context.model.hasPrefix("DSC-") || models.contains { context.model.hasPrefix("DSC-" + $0) }
      },
      // The count is not right when the flash fires.
      "flashOff": { _, context in
        context.number("FlashFired").flatMap { Int(exactly: $0) }.map { $0 & 1 == 0 } ?? true
      },
      "isPanorama": { value, _ in
        guard case .bytes(let bytes) = value else { return false }
        return bytes.starts(with: [1, 1]) || bytes.starts(with: [0, 0, 1, 1])
      },
    ],
    preparations: [
      "decipher": { bytes, _ in bytes.map { sonyPlain[Int($0)] } }
    ])

  /// The plain byte for each byte of an enciphered block: bytes below 249 were replaced by their third power modulo
  /// 249.
  private static let sonyPlain: [UInt8] = {
    var plain = (0...255).map { UInt8($0) }
    for byte in 0..<249 { plain[byte * byte * byte % 249] = UInt8(byte) }
    return plain
  }()

  private static func dateTime(_ year: String, _ rest: ArraySlice<UInt8>) -> PropertyValue {
    let parts = rest.map { twoDigits(UInt32($0)) }
    let year = String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year
    return .text("\(year):\(parts[0]):\(parts[1]) \(parts[2]):\(parts[3]):\(parts[4])")
  }
}
