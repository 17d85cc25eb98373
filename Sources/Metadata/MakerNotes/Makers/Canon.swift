internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let canon = Maker(
    name: "Canon",
    headers: [MakerNoteHeader(make: "CANON")],
    tables: TagTables(canonTables),
    words: [
      "CanonModelID": WordList(canonCanonModelID),
      "EasyMode": WordList(canonEasyMode),
      "LensType": WordList(canonLensType),
    ],
    conversions: [
      "ev": { value, _ in value.mapNumbers { canonEV($0) } },
      // Lengths and focal lengths are in these parts of a millimetre.
      "focalUnits": { value, context in
        let units = context.number("FocalUnits") ?? 1
        return units == 0 ? value : value.mapNumbers { $0 / units }
      },
      "cameraISO": { value, _ in
        guard let number = value.number.flatMap({ Int(exactly: $0) }) else { return nil }
        if number & 0x4000 != 0 { return .integer(Int64(number & 0x3FFF)) }
        let known: [Int: PropertyValue] = [
          0: .text("n/a"), 14: .text("Auto High"), 15: .text("Auto"), 16: .integer(50), 17: .integer(100),
          18: .integer(200), 19: .integer(400), 20: .integer(800),
        ]
        return known[number] ?? .text("Unknown (\(number))")
      },
      "flashOutput": { value, _ in value.mapNumbers { $0 >= 255 ? 255 : exp2(($0 - 200) / 16) } },
      // The two 16-bit halves of a number change places.
      "swappedHalves": { value, _ in
        value.mapNumbers { number in UInt32(exactly: number).map { Double($0 >> 16 | $0 << 16) } ?? number }
      },
      // Directory and file in one number, packed in a way of the model.
      "fileNumber350D": { value, _ in
        value.number.flatMap { UInt32(exactly: $0) }.map { number in
          .integer(Int64((number & 0xFFC0) >> 6) * 10_000 + Int64((number >> 16 & 0xFF) + (number & 0x3F) << 8))
        }
      },
      "fileNumber30D": { value, _ in
        value.number.flatMap { UInt32(exactly: $0) }.map { number in
          var directory = Int64((number & 0xFFC00) >> 10)
          // Bits are missing; directories begin at 100.
          while directory < 100 { directory += 0x40 }
          return .integer(directory * 10_000 + Int64((number & 0x3FF) << 4 + number >> 20 & 0x0F))
        }
      },
      // Firmware versions: other bytes are not one.
      "version": { value, _ in
        let parts = value.text?.trimmingTrailingSpaces.split(separator: ".") ?? []
        return parts.count == 3 && parts.allSatisfy({ Int($0) != nil }) ? value : nil
      },
      "atLeast40": { value, _ in value.number.map { $0 >= 40 } == true ? value : nil },
      "targetTime": { value, context in
        guard let number = value.number, number > -1000 else { return nil }
        let names = ["EOS", "PowerShot", "IXUS", "IXY"]
        return number != 0 || names.contains { context.model.contains($0) } ? value : nil
      },
      // The first number is the length of the block.
      "afterLength": { value, _ in
        guard case .array(let values) = value else { return value }
        let rest = values.dropFirst()
        return rest.count == 1 ? rest.first : .array(Array(rest))
      },
    ],
    conditions: [
      // These models state the size of the sensor.
      "focalPlane": { _, context in
        let last = context.model.split(separator: " ").last.map { String($0) } ?? ""
        return !context.model.contains("EOS")
          || ["EOS-1D", "EOS-1DS", "5D", "D30", "D60", "10D", "20D", "30D"].contains(last)
          || ["300D", "350D", "400D", "REBEL", "Kiss Digital"].contains { context.model.contains($0) }
      },
      "isText": { value, _ in
        guard case .bytes(let bytes) = value else { return false }
        return bytes.first.map { (0x30...0x39).contains($0) } ?? false
      },
      "notZero": { value, _ in
        switch value {
        case .bytes(let bytes), .text(let bytes): bytes.prefix(4).contains { $0 != 0 }
        case .unsigned(let numbers): numbers.first != 0
        default: true
        }
      },
    ],
    preparations: [
      "functions": { bytes, context in canonFunctions(bytes, context.isBigEndian) },
      "functions2": { bytes, context in canonFunctions2(bytes, context.isBigEndian) },
    ],
    originalOffset: { note in
      // The last eight bytes are a TIFF header with the note's original offset.
      let end = Array(note.suffix(8))
      switch Array(end.prefix(4)) {
      case [0x49, 0x49, 42, 0]: return Int(bigEndianBytes: end.suffix(4).reversed())
      case [0x4D, 0x4D, 0, 42]: return Int(bigEndianBytes: end.suffix(4))
      default: return nil
      }
    })

  /// Exposure values are in 32nds, with 12 and 20 for a third and two thirds.
  private static func canonEV(_ value: Double) -> Double {
    guard abs(value) < 1e6 else { return value }
    let number = Int(abs(value))
    let fraction =
      switch number & 0x1F {
      case 0x0C: 32.0 / 3
      case 0x14: 64.0 / 3
      case let other: Double(other)
      }
    let whole = Double(number & ~0x1F)
    return (value < 0 ? -1 : 1) * (whole + fraction) / 32
  }

  /// Custom functions: after the length of the block, words with the function's number and its value. The result has a
  /// value for each of 256 functions, and 65,535 where there is none.
  private static func canonFunctions(_ bytes: [UInt8], _ bigEndian: Bool) -> [UInt8]? {
    var values = [UInt8](repeating: 0xFF, count: 512)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (number, value) = bigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      values[2 * Int(number)] = 0
      values[2 * Int(number) + 1] = value
    }
    return values
  }

  /// Newer custom functions: groups with a number, a size and a count of functions; then for each function its number, a
  /// count, and values. The result has the first value of each of 4,096 functions, and 4,294,967,295 where there is none.
  private static func canonFunctions2(_ bytes: [UInt8], _ bigEndian: Bool) -> [UInt8]? {
    let words = stride(from: 0, to: bytes.count - 3, by: 4).map { index -> UInt32 in
      let word = bytes[index..<index + 4]
      return bigEndian ? UInt32(bigEndianBytes: word) : UInt32(bigEndianBytes: word.reversed())
    }
    var values = [UInt8](repeating: 0xFF, count: 4 * 4_096)
    // The size and the count of groups come first.
    var group = 2
    while group + 3 <= words.count {
      let size = Int(words[group + 1]) / 4
      let end = min(words.count, group + 1 + size)
      var index = group + 3
      while index + 2 < end {
        let (number, count) = (Int(words[index]), Int(words[index + 1]))
        if number < 4_096, count > 0 {
          values.replaceSubrange(4 * number..<4 * number + 4, with: words[index + 2].bigEndianBytes)
        }
        index += 2 + min(count, words.count)
      }
      group += 1 + max(2, size)
    }
    return values
  }
}
