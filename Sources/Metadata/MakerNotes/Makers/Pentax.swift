internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Pentax, and the cameras of Samsung and Ricoh with Pentax's electronics.
  static let pentax: Maker = Maker(
    name: "Pentax",
    headers: [
      MakerNoteHeader("AOC\0", at: .at(6), order: .mark(at: 4)),
      MakerNoteHeader("PENTAX \0", at: .at(10), base: .note(0), order: .mark(at: 8)),
      MakerNoteHeader("RICOH\0II", at: .at(8), base: .note(0), order: .mark(at: 6)),
      MakerNoteHeader("RICOH\0MM", at: .at(8), base: .note(0), order: .mark(at: 6)),
      MakerNoteHeader(make: "ASAHI", table: "Type2"),
      MakerNoteHeader(
        make: "PENTAX", table: "Text",
        test: { note, _, _ in note.count >= 3 && note.prefix(3).allSatisfy { (0x30...0x39).contains($0) } }),
    ],
    tables: TagTables(pentaxTables),
    words: [
      "PentaxModelID": pentaxModels, "ISO": pentaxISO, "City": pentaxCities, "Filters": pentaxFilterNames,
      "LensType": pentaxLenses,
    ],
    conversions: [
      "numbers": { value, _ in
        guard case .bytes(let bytes) = value, bytes.count != 1 else { return value }
        return .array(bytes.map { .integer(Int64($0)) })
      },
      "whole": { value, _ in value.mapNumbers { ($0 + 0.5).rounded(.down) } },
      "above1": { value, _ in value.number.map { $0 > 1 } == true ? value : nil },
      "dotted": { value, _ in .text(value.exifToolText.split(separator: " ").joined(separator: ".")) },
      // "50mm" becomes "50 mm".
      "spacedUnit": { value, _ in
        guard let text = value.text, let unit = text.firstRange(of: "mm") else { return value }
        return .text("\(text[..<unit.lowerBound])mm \(text[unit.upperBound...])")
      },
      // A 16-bit year, a month and a day.
      "date": { value, _ in
        guard case .bytes(let bytes) = value, bytes.count == 4 else { return nil }
        let year = Int(bytes[0]) << 8 | Int(bytes[1])
        return .text("\(padded(year, 4)):\(padded(bytes[2], 2)):\(padded(bytes[3], 2))")
      },
      "time": { value, _ in
        guard case .bytes(let bytes) = value, bytes.count >= 3 else { return nil }
        return .text(bytes.prefix(3).map { padded($0, 2) }.joined(separator: ":"))
      },
      "shutterCount": { value, context in shutterCount(value, context) },
      // 20050403, or 50403 for the same day.
      "manufactured": { value, _ in
        var digits = value.exifToolText
        if digits.count == 5 { digits = "200" + digits }
        guard digits.count == 8, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
          return .text("Unknown (\(value.exifToolText))")
        }
        return .text("\(digits.prefix(4)):\(digits.dropFirst(4).prefix(2)):\(digits.suffix(2))")
      },
      // Four numbers, all bits of which are inverted.
      "inverted": { value, _ in
        guard let bytes = value.bytes, bytes.count == 4 else { return value }
        let numbers = bytes.map { ~$0 }
        return .text(([String(numbers[0])] + numbers[1...].map { padded($0, 2) }).joined(separator: " "))
      },
      // The colour temperature and two shifts of four bits with a sign.
      "temperature": { value, _ in
        guard let bytes = value.bytes, bytes.count == 4 else { return value }
        let kelvin = 53_190 - (Int64(bytes[0]) << 8 | Int64(bytes[1]))
        let shifts = [bytes[3] & 0x0F, bytes[3] >> 4].map { (bits: UInt8) -> Int64 in
          bits >= 8 ? Int64(bits) - 16 : Int64(bits)
        }
        return .array(([kelvin] + shifts).map { .integer($0) })
      },
      "kelvin": { value, _ in
        let numbers = value.numbers
        guard numbers.count == 4 else { return value }
        let parts = [53_190 - numbers[0], numbers[1], numbers[2] / 8192, numbers[3] / 8192]
        return .array(parts.map { .plainNumber($0) })
      },
      // Modes of the Optio 555 that mean something else on other models.
      "optio555": { value, context in
        guard context.model.contains("Optio 555"), let number = value.number, number < 4 else { return value }
        return .plainNumber(number + 0.1)
      },
      // Steps of 1/3 or 1/2 EV in the first number.
      "bracketing": { value, _ in
        var values: [PropertyValue] = if case .array(let values) = value { values } else { [value] }
        guard let number = values.first?.number.flatMap({ Int64(exactly: $0) }) else { return value }
        values[0] =
          switch number {
          case ..<10: .plainNumber(Double(number) / 3)
          case ..<20: .plainNumber(Double(number) - 9.5)
          case _ where number & 0x1000 != 0: .text("\(number - 0x1000)/2")
          case _ where number & 0x2000 != 0: .text("\(number - 0x2000)/3")
          default: .integer(number)
          }
        return values.count == 1 ? values[0] : .array(values)
      },
      // The first of two numbers is in sixths of an EV.
      "firstOf6": { value, _ in
        guard case .array(var values) = value, let number = values.first?.number else { return value }
        values[0] = .plainNumber(number / 6)
        return .array(values)
      },
      "ev": { value, _ in value.mapNumbers { pentaxEV($0) } },
      // The series in the low bits of the first byte, the lens in the last two.
      "lensType": { value, _ in
        let bytes = value.numbers.map { Int64($0) }
        guard bytes.count >= 4 else { return nil }
        return .array([.integer(bytes[0] & 0x0F), .integer(bytes[bytes.count - 2] * 256 + bytes[bytes.count - 1])])
      },
      "lensStops": { value, _ in value.number.map { .plainNumber(5 + Double(Int64($0) ^ 7) / 2) } },
      // Six bits of a number and two bits of a power of 4.
      "lensFocalLength": { value, _ in
        value.number.map { Int64($0) }.map { .plainNumber(10 * Double($0 >> 2) * exp2(2 * Double($0 & 3) - 4)) }
      },
      "stabilizedLength": { value, _ in
        guard let number = value.number.map({ Int64($0) }) else { return nil }
        return .plainNumber(number & 1 == 1 ? Double(number) * 4 : Double(number) / 2)
      },
      "guideNumber": { value, _ in
        value.mapNumbers { $0 == 0 ? 0 : exp2(($0 == 29 ? -3 : $0) / 16 + 4) }
      },
      // The number of a filter, and settings with signs. Without a filter there is no value.
      "filter": { value, _ in
        guard case .bytes(let bytes) = value, let first = bytes.first, first != 0 else { return nil }
        let settings = bytes.dropFirst().map { PropertyValue.integer(Int64(Int8(bitPattern: $0))) }
        return .array([.integer(Int64(first))] + settings)
      },
    ],
    conditions: [
      "asahi": { _, context in context.make.hasPrefix("Asahi") },
      "ricoh": { _, context in context.make.hasPrefix("RICOH") },
      "pentaxOrRicoh": { _, context in context.make.hasPrefix("PENTAX") || context.make.hasPrefix("RICOH") },
      "optioTenths": { _, context in
        guard context.model.hasPrefix("PENTAX Optio ") else { return false }
        let name = context.model.dropFirst(13).prefix { $0.isLetter || $0.isNumber }
        return ["30", "33WR", "43WR", "450", "550", "555", "750Z", "X"].contains(name)
      },
      "shortSettings": { _, context in context.count < 25 },
      "shortAE": { _, context in context.count <= 25 && context.count != 21 },
      "oldLensInfo": { value, context in
        if ["*ist", "GX-1L", "GX-1S"].contains(where: { context.model.contains($0) }) { return true }
        guard context.model.contains("K100D") || context.model.contains("K110D") else { return false }
        let end = PropertyValue(value).bytes?.dropFirst(20).prefix(2) ?? []
        return end.first == 0xFF || Array(end) == [0, 0]
      },
    ],
    preparations: [
      "oneByteOfFlags": { bytes, _ in
        bytes.count > 20 ? Array(bytes[..<8] + bytes[9...]) : bytes
      },
      // The places of as many faces as were found: two 16-bit numbers each.
      "faces": { bytes, context in
        var count = context.number("FacesDetected")
        if case .array(let values)? = context.value("FaceDetect"), values.count > 1 { count = values[1].number }
        return Array(bytes.prefix(4 * (Int(exactly: count ?? 0).map { min(max($0, 0), 32) } ?? 0)))
      },
      // Lines of a name and a value.
      "firmwareLine": { bytes, _ in
        let text = String(
          decoding: bytes.prefix(0x1_0000).map { (0x20..<0x7F).contains($0) ? $0 : 0x0A }, as: UTF8.self)
        guard let name = text.firstRange(of: "F/W Version:") else { return nil }
        return Array(text[name.upperBound...].drop { $0.isWhitespace }.prefix { $0 != "\n" }.utf8)
      },
    ])

  /// Steps of 1/8 EV, of which 3 and 5 mean 1/3 and 2/3 EV.
  private static func pentaxEV(_ number: Double) -> Double {
    let whole = (number / 8).rounded(.towardZero)
    let rest = number - whole * 8
    return switch abs(rest) {
    case 3: whole + rest / 9
    case 5: whole + rest * 2 / 15
    default: number / 8
    }
  }

  /// The number is encrypted with date and time.
  private static func shutterCount(_ value: PropertyValue, _ context: MakerNoteContext) -> PropertyValue? {
    guard let bytes = value.bytes, bytes.count == 4,
      let date = context.text("Date")?.split(separator: ":").compactMap({ UInt32($0) }), date.count == 3,
      let time = context.text("Time")?.split(separator: ":").compactMap({ UInt32($0) }), time.count == 3
    else { return nil }
    let day = date[0] << 16 | date[1] << 8 | date[2]
    let second = time[0] << 24 | time[1] << 16 | time[2] << 8
    return .integer(Int64(UInt32(bigEndianBytes: bytes) ^ day ^ ~second))
  }

  private static func padded(_ number: some BinaryInteger, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
