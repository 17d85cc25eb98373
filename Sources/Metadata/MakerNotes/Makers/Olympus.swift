internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Olympus and OM System. Epson's cameras, and simple ones of Minolta, Sony and others, have the same tags.
  static let olympus: Maker = Maker(
    name: "Olympus",
    headers: [
      MakerNoteHeader("OLYMPUS\0", at: .at(12), base: .note(0), order: .mark(at: 8)),
      MakerNoteHeader("OM SYSTEM\0", maker: "OM System", at: .at(16), base: .note(0), order: .mark(at: 12)),
      MakerNoteHeader("OLYMP\0", at: .at(8)),
      MakerNoteHeader("EPSON\0", maker: "Epson", at: .at(8)),
      MakerNoteHeader("MINOL\0", maker: "Minolta", at: .at(8)),
      // Cameras that others made for Minolta, Mustek, Pentax, Ricoh and Vivitar.
      MakerNoteHeader("CAMER\0", at: .at(8)),
      MakerNoteHeader("SONY PI\0", maker: "Sony", at: .at(12)),
      MakerNoteHeader("PREMI\0", maker: "Sony", at: .at(8)),
    ],
    tables: TagTables(olympusTables, olympusWords),
    words: [
      "Filter": WordList("parts " + olympusFilter),
      "Areas": WordList { value in areas(value) },
      "Point": WordList { value in point(value) },
      // The last three hexadecimal digits come after the point.
      "Version": WordList { value in
        guard case .integer(let number) = value, number > 0 else { return nil }
        let rest = String(number & 0xFFF, radix: 16)
        return String(number >> 12, radix: 16) + "." + String(repeating: "0", count: 3 - rest.count) + rest
      },
    ],
    conversions: [
      "apertureOf256": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2($0 / 512) } },
      // The coordinates of the selected point follow a number that has no meaning.
      "withoutFirst": { value, _ in
        if case .array(let values) = value, values.count > 1 { .array(Array(values.dropFirst())) } else { value }
      },
      "lowAndHigh": { value, _ in
        guard let number = value.number.flatMap({ Int(exactly: $0) }) else { return value }
        return .array([.integer(Int64(number & 0x1F)), .integer(Int64(number & 0xFFE0))])
      },
      // Maker, model and sub-model of a lens: "0 01 10".
      "lensNumber": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 4 else { return nil }
        return .text("\(String(bytes[0], radix: 16)) \(Hexadecimal.text([bytes[2]])) \(Hexadecimal.text([bytes[3]]))")
      },
      "extenderNumber": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 3 else { return nil }
        return .text("\(String(bytes[0], radix: 16)) \(Hexadecimal.text([bytes[2]]))")
      },
      // Millimetres, and 4,294,967,295 without a limit.
      "focusDistance": { value, _ in
        guard let number = value.numbers.first else { return nil }
        return .plainNumber(number == 0xFFFF_FFFF ? 0 : number / 1000)
      },
      // The angle in tenths of a degree, and 1 if it is known.
      "roll": { value, _ in angle(value, -0.1) },
      "pitch": { value, _ in angle(value, 0.1) },
      "highAndLow": { value, _ in
        guard let number = value.number.flatMap({ Int(exactly: $0) }) else { return value }
        return .array([.integer(Int64(number >> 8)), .integer(Int64(number & 0xFF))])
      },
    ],
    conditions: [
      "isOwnCamera": { _, context in
        ["OLYMPUS", "OM ", "SEIKO EPSON"].contains { context.make.uppercased().hasPrefix($0) }
      },
      "isEpson": { _, context in context.make.uppercased().hasPrefix("SEIKO EPSON") },
      "noStabilization": { _, context in context.value("ImageStabilization") == nil },
    ],
    preparations: ["textInfo": { bytes, _ in textInfo(bytes) }])

  /// The text of the first cameras, as a block with places of 64 bytes for Resolution and Type.
  ///
  /// Its form is `[pictureInfo] Resolution=1 [Camera Info] Type=SX552`, with spaces or lines between the parts.
  private static func textInfo(_ bytes: [UInt8]) -> [UInt8]? {
    let names = ["Resolution", "Type"]
    var values = [[UInt8]](repeating: [], count: names.count)
    for part in bytes.split(whereSeparator: { $0 < 0x20 || $0 == UInt8(ascii: "[") }) {
      var place: Int?
      for word in part.split(separator: UInt8(ascii: " ")) {
        guard let sign = word.firstIndex(of: UInt8(ascii: "=")) else {
          // Values may have several words.
          if let place { values[place] += [UInt8(ascii: " ")] + word }
          continue
        }
        place = names.firstIndex { word[..<sign].elementsEqual($0.utf8) }
        if let place { values[place] = Array(word[(sign + 1)...]) }
      }
    }
    return values.flatMap { value in
      let value = value.prefix(63)
      return value + [UInt8](repeating: 0, count: 64 - value.count)
    }
  }

  /// The corners of up to 64 focus areas, which have a byte each of a number: `(118,108)-(137,146)`.
  /// 255 is the width or the height of the picture.
  private static func areas(_ value: PropertyValue) -> String? {
    let areas = value.numbers.prefix(64).compactMap { UInt32(exactly: $0) }.filter { $0 != 0 }.map { number in
      let bytes = number.bigEndianBytes
      return "(\(bytes[0]),\(bytes[1]))-(\(bytes[2]),\(bytes[3]))"
    }
    return areas.isEmpty ? "none" : areas.joined(separator: ", ")
  }

  /// The corners of the selected area in percent of the picture's size.
  private static func point(_ value: PropertyValue) -> String? {
    let percents = value.numbers.compactMap { Int64(exactly: ($0 * 100).rounded(.towardZero)) }
    guard percents.count == 4 else { return "n/a" }
    return "(\(percents[0])%,\(percents[1])%) (\(percents[2])%,\(percents[3])%)"
  }

  private static func angle(_ value: PropertyValue, _ factor: Double) -> PropertyValue? {
    let numbers = value.numbers
    guard numbers.count == 2, numbers[1] == 1 else { return .text("n/a") }
    return .plainNumber(numbers[0] * factor)
  }

}
