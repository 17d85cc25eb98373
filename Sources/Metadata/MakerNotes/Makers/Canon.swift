internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let canon: Maker = Maker(
    name: "Canon",
    headers: [MakerNoteHeader(make: "CANON")],
    tables: TagTables(canonTables, canonWords),
    words: [
      "PictureStyles": WordList(canonPictureStyles)
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
      // An index of sensitivity in eighths of a step: the lowest and the highest, after a switch.
      "isoRange": { value, _ in
        canonRange(value) { $0 < 2 ? $0 : $0 < 1000 ? exp2($0 / 8 - 9) * 100 : 0 }
      },
      "shutterRange": { value, context in
        context.count == 3 ? canonRange(value) { exp2(7 - $0 / 8) } : value.mapNumbers { exp(-$0 / (1_600 * M_LN2)) }
      },
      "apertureRange": { value, context in
        context.count == 3 ? canonRange(value) { exp2(($0 / 8 - 1) / 2) } : value.mapNumbers { exp($0 / 2_400) }
      },
      // Other numbers are not a temperature.
      "colorTemperature": { value, _ in value.number.map { (2_000...12_000).contains($0) } == true ? value : nil },
      "nonzero": { value, _ in value.bytes?.allSatisfy { $0 == 0 } == true ? nil : value },
      // Bytes of 255 can follow the text.
      "serialNumber": { value, _ in
        switch value {
        case .bytes(let bytes): .text(ExifText.text(bytes.prefix { $0 != 0xFF }))
        case .text(let text): .text(String(text.prefix { $0 != "\u{FF}" }))
        default: value
        }
      },
      "lensSerialNumber": { value, _ in value.bytes?.prefix(4).allSatisfy { $0 == 0 } == true ? nil : value },
      // Only these models state an output of zero.
      "flashOutput0": { value, context in
        let names = ["PowerShot", "IXUS", "IXY"]
        return value.number != 0 || names.contains { context.model.contains($0) } ? value : nil
      },
      // After four bytes with the length of the block.
      "batteryType": { value, _ in
        guard case .bytes(let bytes) = value else { return nil }
        let text = bytes.dropFirst(4).prefix { $0 != 0 }
        return text.isEmpty ? nil : .text(ExifText.text(text))
      },
    ],
    conditions: [
      "bigEndian": { _, context in context.isBigEndian },
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
      "firmware1DmkIV": { bytes, _ in CanonFirmware.models["1DmkIV"]?.aligned(bytes) },
      "firmware1DX": { bytes, _ in CanonFirmware.models["1DX"]?.aligned(bytes) },
      "firmware5DmkII": { bytes, _ in CanonFirmware.models["5DmkII"]?.aligned(bytes) },
      "firmware5DmkIII": { bytes, _ in CanonFirmware.models["5DmkIII"]?.aligned(bytes) },
      "firmware7D": { bytes, _ in CanonFirmware.models["7D"]?.aligned(bytes) },
      "firmware50D": { bytes, _ in CanonFirmware.models["50D"]?.aligned(bytes) },
      // The block begins with half its size in bytes.
      "previewInfo": { bytes, context in
        bytes.count >= 4 && 2 * canonNumber(bytes, context.isBigEndian ? 2 : 0, context.isBigEndian) == bytes.count
          ? bytes : nil
      },
      "AFInfo": { bytes, context in
        // The number of points, and how many of them are used. Blocks with other numbers hold other data.
        guard bytes.count >= 24 else { return nil }
        let (points, used) = (canonNumber(bytes, 0, context.isBigEndian), canonNumber(bytes, 2, context.isBigEndian))
        guard [1, 5, 7, 9, 15, 45, 53].contains(points), used <= points else { return nil }
        // Some have eight more numbers before the last.
        return bytes.count == 72 && !context.model.contains("EOS") ? Array(bytes[..<54] + bytes[70...]) : bytes
      },
      "temperature": { bytes, _ in canonTemperature(bytes) },
      "groups": { bytes, context in canonGroups(bytes, context.isBigEndian) },
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

  /// The numbers after the first one changed.
  private static func canonRange(_ value: PropertyValue, _ change: (Double) -> Double) -> PropertyValue {
    guard case .array(let values) = value, let first = values.first else { return value }
    return .array([first] + values.dropFirst().map { $0.mapNumbers(change) })
  }

  /// The number with the temperature of the camera, in blocks of 32-bit numbers. Its position depends on their count.
  private static func canonTemperature(_ bytes: [UInt8]) -> [UInt8]? {
    let count = bytes.count / 4
    let places = [72: 1, 85: 2, 93: 2, 94: 3, 96: 4, 104: 4]
    let third = [138, 148, 156, 162, 167, 171, 264].contains(count) || count > 400
    guard let place = (third ? 3 : places[count]).map({ count - $0 }) else { return nil }
    return Array(bytes[4 * place..<4 * place + 4])
  }

  /// The 16-bit number at a place.
  private static func canonNumber(_ bytes: [UInt8], _ place: Int, _ bigEndian: Bool) -> Int {
    Int(bytes[place + (bigEndian ? 0 : 1)]) << 8 | Int(bytes[place + (bigEndian ? 1 : 0)])
  }

  /// Custom functions: after the length of the block, words with a function's number and its value.
  private static func canonFunctions(_ bytes: [UInt8], _ bigEndian: Bool) -> [UInt8]? {
    guard (2...1_024).contains(bytes.count) else { return nil }
    let length = canonNumber(bytes, 0, bigEndian)
    guard length == bytes.count || length == bytes.count - 2 else { return nil }
    let numbers = stride(from: 2, to: bytes.count - 1, by: 2).map { (index: Int) -> (tag: UInt16, values: [UInt32]) in
      let (number, value) = bigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      return (UInt16(number), [UInt32(value)])
    }
    return canonDirectory(numbers, bigEndian)
  }

  /// Newer custom functions, and filters. They are groups with a number, a size in bytes and a count of functions. Each
  /// function has its number, a count, and values.
  private static func canonGroups(_ bytes: [UInt8], _ bigEndian: Bool) -> [UInt8]? {
    guard (4...1 << 16).contains(bytes.count), canonNumber(bytes, bigEndian ? 2 : 0, bigEndian) == bytes.count else {
      return nil
    }
    let words = stride(from: 0, to: bytes.count - 3, by: 4).map { index -> UInt32 in
      let word = bytes[index..<index + 4]
      return bigEndian ? UInt32(bigEndianBytes: word) : UInt32(bigEndianBytes: word.reversed())
    }
    var functions: [(tag: UInt16, values: [UInt32])] = []
    // The size and the count of groups come first.
    var group = 2
    while group + 3 <= words.count {
      let size = Int(words[group + 1]) / 4
      let end = min(words.count, group + 1 + size)
      var index = group + 3
      while index + 2 < end, Int(words[index + 1]) <= end - index - 2 {
        var count = Int(words[index + 1])
        // An early EOS-1D X Mark III states one value too few for the customised controls.
        let next = index + count + 3
        if words[index] == 0x70C, count == 0x66, next < end, words[next] == 0x70F { count += 1 }
        if let tag = UInt16(exactly: words[index]), count > 0 {
          functions.append((tag, Array(words[index + 2..<index + 2 + count])))
        }
        index += 2 + count
      }
      group += 1 + max(2, size)
    }
    return canonDirectory(functions, bigEndian)
  }

  /// A directory with signed 32-bit numbers.
  private static func canonDirectory(_ functions: [(tag: UInt16, values: [UInt32])], _ bigEndian: Bool) -> [UInt8]? {
    let fields = functions.map {
      IFDField($0.tag, .values(.signedLong, .signed($0.values.map { Int64(Int32(bitPattern: $0)) })))
    }
    return try? IFDWriter(bigEndian: bigEndian).directory(IFDTree(fields), at: 0).bytes
  }
}
