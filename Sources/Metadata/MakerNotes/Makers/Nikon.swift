internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let nikon: Maker = Maker(
    name: "Nikon",
    headers: [
      // Coolpix cameras before 2001.
      MakerNoteHeader("Nikon\0\u{1}", table: "Type2", at: .at(8)),
      // With a TIFF header of its own.
      MakerNoteHeader(
        "Nikon\0\u{2}", at: .stored(at: 14, plus: 10), base: .note(10), order: .mark(at: 10)),
      MakerNoteHeader(make: "NIKON"),
    ],
    tables: TagTables(nikonTables, nikonOffsetTables, nikonSettingsTable, nikonWords),
    // The keys of encrypted blocks.
    early: [0x1D, 0xA7],
    conversions: [
      // Three bytes: steps, the size of a step, its divisor.
      "steps": { value, _ in steps(value) { Double(Int8(bitPattern: $0)) } },
      "unsignedSteps": { value, _ in steps(value) { Double($0) } },
      // Four digits, as text or as bytes.
      "version": { value, _ in
        guard case .bytes(let bytes) = value, let first = bytes.first else { return value }
        return .text(first < 10 ? bytes.map { String($0) }.joined() : ExifText.text(bytes))
      },
      // A digit, a point, and digits with a letter: 1.00g. Other models have other data in this place.
      "firmware": { value, _ in
        guard let bytes = value.text.map({ Array($0.utf8) }), bytes.count >= 4, bytes[1] == UInt8(ascii: ".") else {
          return nil
        }
        let digits = bytes[..<1] + bytes[2..<bytes.count - 1]
        return digits.allSatisfy { (0x30...0x39).contains($0) } ? value : nil
      },
      // A 16-bit year, then a byte each for month, day, hour, minute and second.
      "powerUpTime": { value, context in
        guard let bytes = value.bytes, bytes.count >= 7 else { return nil }
        let year = context.isBigEndian ? Int(bytes[0]) << 8 | Int(bytes[1]) : Int(bytes[1]) << 8 | Int(bytes[0])
        let parts = bytes[2..<7].map { DecimalText.padded(Int($0)) }
        let digits = "000\(year)".suffix(max(4, String(year).count))
        return .text("\(digits):\(parts[0]):\(parts[1]) \(parts[2]):\(parts[3]):\(parts[4])")
      },
      // No value without four digits.
      "versionText": { value, _ in
        value.text.map { $0.utf8.count == 4 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } == true ? value : nil
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
      // Two of the four levels, red and blue, are stored halved.
      "doubledEnds": { value, _ in
        let numbers = value.numbers
        guard numbers.count == 4 else { return value }
        return .array([numbers[0] * 2, numbers[1], numbers[2], numbers[3] * 2].map { .plainNumber($0) })
      },
      // Two bytes, the low one first.
      "low16": { value, _ in
        guard let bytes = value.bytes, bytes.count == 2 else { return nil }
        return .integer(Int64(bytes[1]) << 8 | Int64(bytes[0]))
      },
      // 1 if any byte but the first is not zero.
      "flag": { value, _ in
        .integer(value.bytes.map { $0.dropFirst().contains { $0 != 0 } } == true ? 1 : 0)
      },
      // A fraction of a full turn in 16 bits. The value is at most half a turn to each side.
      "angle": { value, _ in
        value.mapNumbers { number in
          let degrees = (number / 65_536 * 1e5).rounded() / 1e5
          return degrees <= 180 ? degrees : degrees - 360
        }
      },
    ],
    conditions: [
      "firmware1.40": { _, context in isFirmware("1.40", context) },
      "firmware01.30": { _, context in isFirmware("01.30", context) },
      "firmware03.00": { _, context in isFirmware("03.00", context) },
      "littleFileInfo": isLittleFileInfo,
    ],
    preparations: [
      // Version 1 is not encrypted.
      "decrypt": { bytes, context in
        bytes.starts(with: "01".utf8) ? bytes : decrypted(bytes, from: 4, context)
      },
      "settings": { bytes, context in settings(bytes, isBigEndian: context.isBigEndian) },
      "decrypt284": { bytes, context in decrypted(bytes, from: 284, context) },
    ],
    keys: ["SerialNumber": { NikonCipher.key(ofSerial: $0) }])

  /// Whether the camera's firmware has at least a version. Versions are texts of the same length.
  private static func isFirmware(_ version: String, _ context: MakerNoteContext) -> Bool {
    context.text("FirmwareVersion").map { $0 >= version } ?? false
  }

  /// FileInfo does not state its byte order. The folder has three digits and the file four. If both orders fit, or
  /// neither, the model decides.
  private static func isLittleFileInfo(_ value: IFDValue, _ context: MakerNoteContext) -> Bool {
    guard case .bytes(let bytes) = value, bytes.count >= 10 else { return true }
    func isPlausible(high: Int) -> Bool {
      let folder = Int(bytes[6 + high]) << 8 | Int(bytes[7 - high])
      let file = Int(bytes[8 + high]) << 8 | Int(bytes[9 - high])
      return (100...999).contains(folder) && file <= 9_999
    }
    let (isLittle, isBig) = (isPlausible(high: 1), isPlausible(high: 0))
    if isLittle != isBig { return isLittle }
    return ["D4S", "D750", "D810", "D3300", "D5200", "D5300", "D5500", "D7100"].contains {
      context.model == "NIKON " + $0
    }
  }

  /// A directory of settings. It begins with 24 bytes, the last four of which are the number of settings. Each setting
  /// has eight bytes: a tag, the type, which is always 4, and a 32-bit value.
  private static func settings(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8]? {
    func ordered(_ bigEndian: [UInt8]) -> [UInt8] { isBigEndian ? bigEndian : bigEndian.reversed() }
    guard bytes.count >= 24 else { return nil }
    let stated = Int(bigEndianBytes: ordered(Array(bytes[20..<24])))
    let count = min(stated, (bytes.count - 24) / 8, 4_096)
    let places = (0..<count).map { 24 + 8 * $0 }.prefix { bytes[$0 + 3] == 4 }
    var directory = ordered(UInt16(places.count).bigEndianBytes)
    for place in places {
      directory += bytes[place..<place + 2]
      directory += ordered([0, 4]) + ordered([0, 0, 0, 1])
      directory += bytes[(place + 4)..<(place + 8)]
    }
    return directory + [0, 0, 0, 0]
  }

  private static func steps(_ value: PropertyValue, _ number: (UInt8) -> Double) -> PropertyValue? {
    guard let bytes = value.bytes, bytes.count >= 3 else { return nil }
    let parts = bytes[..<3].map(number)
    return .plainNumber(parts[2] == 0 ? 0 : parts[0] * (parts[1] / parts[2]))
  }

  private static func decrypted(_ bytes: [UInt8], from start: Int, _ context: MakerNoteContext) -> [UInt8]? {
    NikonCipher.keys(context).map { NikonCipher.plain(bytes, from: start, serial: $0.serial, count: $0.count) }
  }
}
