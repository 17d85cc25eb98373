internal import Glibc
internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  static let sony: Maker = Maker(
    name: "Sony",
    headers: [
      MakerNoteHeader("SONY DSC ", at: .at(12)),
      MakerNoteHeader("SONY CAM ", at: .at(12)),
      MakerNoteHeader("SONY MOBILE", at: .at(12)),
      MakerNoteHeader("\0\0SONY PIC\0", at: .at(12)),
      MakerNoteHeader("VHAB     \0", at: .at(12)),
      MakerNoteHeader("SEMC MS", maker: "Sony Ericsson", table: "Ericsson", at: .at(20)),
      // The first raw files begin with another kind of note.
      MakerNoteHeader(make: "SONY", test: { note, _, _ in !note.starts(with: [1, 0]) }),
      // Hasselblad's versions of Sony's cameras.
      MakerNoteHeader(
        make: "HASSELBLAD",
        test: { note, _, model in
          !note.starts(with: [1, 0]) && ["HV", "Stellar", "Lusso", "Lunar"].contains { model.hasPrefix($0) }
        }),
    ],
    tables: TagTables(sonyTables, sonyWords),
    words: [
      "LensType": WordList(minoltaLenses + ";\n" + sonyLenses),
      "AFStatus": autofocusStatus,
      "AFPointSelected19": WordList(sonyAFPoints19),
      "AFPointSelected79": WordList(sonyAFPoints79),
      "AFPointsUsed19": setBits(WordList(sonyAFPoints19), first: 1),
      "AFPointsUsed79": setBits(WordList(sonyAFPoints79)),
      "SetBits": setBits(WordList("")),
      "LensSpec": SonyLensSpec.words,
      "PixelShift": WordList { pixelShiftText($0.plainText) },
      // 0x0180 is version 1.80.
      "MountVersion": WordList { value in
        guard let number = value.number.flatMap({ UInt16(exactly: $0) }) else { return nil }
        return "\(String(number >> 8, radix: 16)).\(Hexadecimal.text([UInt8(number & 0xFF)]))"
      },
    ],
    conversions: [
      "low24": { value, _ in
        value.number.flatMap { Int64(exactly: $0) }.map { .integer($0 & 0xFF_FFFF) }
      },
      "bulbTime256": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2(16 - $0 / 256) } },
      "iso8": { value, _ in value.mapNumbers { $0 == 0 ? 0 : exp2($0 / 8 - 6) * 100 } },
      // From 254 on, the numbers are codes.
      "iso8Coded": { value, _ in value.mapNumbers { $0 == 0 || $0 >= 254 ? $0 : exp2($0 / 8 - 6) * 100 } },
      "isoStep": { value, _ in value.number.flatMap { Int(exactly: $0) }.flatMap { isoSteps[$0] } },
      "lensSpec": { value, _ in value.bytes.flatMap { SonyLensSpec.value($0) } },
      // The two bytes of each 16-bit number in the other order.
      "lensSpecSwapped": { value, _ in
        guard let bytes = value.bytes, bytes.count == 8 else { return nil }
        return SonyLensSpec.value((0..<8).map { bytes[$0 ^ 1] })
      },
      "pixelShift": { value, _ in value.bytes.flatMap { pixelShift($0) } },
      // The precision that a fraction of 16-bit numbers can have.
      "sevenDigits": { value, _ in value.mapNumbers { SignificantDigits.rounded($0, 7) } },
      "signedByte": { value, _ in value.mapNumbers { $0 > 128 ? $0 - 256 : $0 } },
      "upTo8": { value, _ in value.mapNumbers { $0 > 8 ? 0 : $0 } },
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
        return .text("\(DecimalText.padded(Int(bytes[0]))):\(DecimalText.padded(Int(bytes[1])))")
      },
      "shortDateTime": { value, _ in
        guard let bytes = value.bytes, bytes.count >= 6, bytes[0] > 0 else { return nil }
        return dateTime("20" + DecimalText.padded(Int(bytes[0])), bytes[1..<6])
      },
      // The bytes of the serial number come in the wrong order.
      "serial": { value, _ in
        guard let digits = value.text.map({ Array($0) }), digits.count >= 8 else { return value }
        let text = String([6, 7, 4, 5, 2, 3, 0, 1].map { digits[$0] } + digits[8...])
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
        context.number("FlashStatus").flatMap { Int(exactly: $0) }.map { $0 & 1 == 0 } ?? true
      },
      "fourth1": { value, _ in byte(3, of: value) == 1 },
      "fourth8": { value, _ in byte(3, of: value) == 8 },
      "third8or27": { value, _ in [8, 27].contains(byte(2, of: value)) },
      "hasAFArea": { _, context in context.value("AFAreaModeSetting") != nil },
      // The lens is known to be an adapter by its number alone.
      "isAdapter": { value, _ in value.firstInteger.map { (1..<32_784).contains($0) } ?? false },
      // Cameras with the blocks of the ILCE-6400; one of them is an older camera with new firmware.
      "isNewLayout": { _, context in
        let models = ["ILCE-6100", "ILCE-6400", "ILCE-6600", "ILCE-7C", "ILCE-7RM4", "ILCE-9M2", "ZV-E10"]
        return isNewA9(context) || models.contains { context.model.hasPrefix($0) }
      },
      "isNewA9": { _, context in isNewA9(context) },
      "isSet": { value, _ in value.firstInteger.map { $0 != 0 } ?? false },
      "isPanorama": { _, context in context.value("PanoramaFullWidth") != nil },
      "hasPanorama": { value, _ in
        guard case .bytes(let bytes) = value else { return false }
        return bytes.starts(with: [1, 1]) || bytes.starts(with: [0, 0, 1, 1])
      },
    ],
    preparations: [
      "decipher": { bytes, _ in bytes.map { sonyPlain[Int($0)] } },
      "moreInfo": { bytes, _ in moreInfo(bytes) },
    ],
    substitutions: ["decipher"])

  /// The plain byte for each byte of an enciphered block: bytes below 249 were replaced by their third power modulo
  /// 249.
  private static let sonyPlain: [UInt8] = {
    var plain = (0...255).map { UInt8($0) }
    for byte in 0..<249 { plain[byte * byte * byte % 249] = UInt8(byte) }
    return plain
  }()

  /// The numbered blocks of MoreInfo, with a TIFF directory in front of them.
  ///
  /// They begin with their count, the size of all, and the number and the offset of each: 16-bit little-endian numbers.
  private static func moreInfo(_ bytes: [UInt8]) -> [UInt8]? {
    func number(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    guard bytes.count >= 4, number(0) <= 50, bytes.count >= 4 + 4 * number(0) else { return nil }
    let blocks = (0..<number(0)).map { (number: number(4 + 4 * $0), start: number(6 + 4 * $0)) }
    let stated = number(2)
    let end = blocks.contains { $0.start > stated } ? bytes.count : min(stated, bytes.count)
    let fields = blocks.compactMap { block -> (number: Int, start: Int, size: Int)? in
      // If several blocks have one offset, it is not known which of them is not empty.
      if blocks.count(where: { $0.start == block.start }) > 1 { return nil }
      let next = blocks.map(\.start).filter { $0 > block.start }.min() ?? end
      let size = min(next, end) - block.start
      // Values of up to four bytes would be in the field itself.
      return size > 4 ? (block.number, block.start, size) : nil
    }
    let size = 2 + 12 * fields.count + 4
    var directory: [UInt8] = UInt16(fields.count).bigEndianBytes.reversed()
    for field in fields {
      directory += UInt16(field.number).bigEndianBytes.reversed() + [7, 0]
      directory += UInt32(field.size).bigEndianBytes.reversed() + UInt32(size + field.start).bigEndianBytes.reversed()
    }
    return directory + [0, 0, 0, 0] + bytes
  }

  /// The values of ISO settings by their numbers.
  private static let isoSteps: [Int: PropertyValue] = {
    let values: [Int64] = [
      40, 50, 64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250, 1600, 2000, 2500, 3200, 4000, 5000,
      6400, 8000, 10_000, 12_800, 16_000, 20_000, 25_600, 32_000, 40_000, 51_200, 64_000, 80_000, 102_400, 128_000,
      160_000, 204_800, 256_000, 320_000, 409_600,
    ]
    var steps: [Int: PropertyValue] = [0: .text("Auto"), 5: .integer(25)]
    for (index, value) in values.enumerated() { steps[7 + index] = .integer(value) }
    return steps
  }()

  private static func byte(_ index: Int, of value: IFDValue) -> UInt8? {
    guard case .bytes(let bytes) = value, index < bytes.count else { return nil }
    return bytes[index]
  }

  private static func isNewA9(_ context: MakerNoteContext) -> Bool {
    ["ILCE-9 v5.0", "ILCE-9 v6.0"].contains { context.software.hasPrefix($0) }
  }

  /// Words for the bits that are set in bytes, the lowest bit of the first byte first.
  ///
  /// - Parameter first: the key of the first bit.
  private static func setBits(_ words: WordList, first: Int64 = 0) -> WordList {
    WordList { value in
      guard let bytes = value.bytes else { return nil }
      let bits = (0..<bytes.count * 8).filter { (bit: Int) -> Bool in bytes[bit / 8] >> UInt8(bit % 8) & 1 == 1 }
      let names = bits.map { words.text(.integer(Int64($0) + first)) ?? "\($0)" }
      return names.isEmpty ? "(none)" : names.joined(separator: ", ")
    }
  }

  /// The group, the picture's number, the number of pictures, and the rest of the group's number as text.
  ///
  /// The group is four numbers of two digits in 5, 5, 6 and 6 bits. The rest are the ten bits above them.
  private static func pixelShift(_ bytes: [UInt8]) -> PropertyValue? {
    guard bytes.count >= 6 else { return nil }
    let id = UInt32(bigEndianBytes: bytes[..<4].reversed())
    let numbers: [UInt32] = [id >> 17 & 0x1F, id >> 12 & 0x1F, id >> 6 & 0x3F, id & 0x3F]
    let group = numbers.map { DecimalText.padded(Int($0)) }.joined()
    return .text("\(group) \(bytes[4]) \(bytes[5]) 0x\(String(id >> 22, radix: 16))")
  }

  private static func pixelShiftText(_ value: String) -> String? {
    let parts = value.split(separator: " ")
    guard parts.count == 4, parts[2] != "0" else { return "n/a" }
    let shot = parts[1] == "0" ? "Composed \(parts[2])-shot" : "Shot \(parts[1])/\(parts[2])"
    return "Group \(parts[0]), \(shot) (\(parts[3]))"
  }

  private static func dateTime(_ year: String, _ rest: ArraySlice<UInt8>) -> PropertyValue {
    let parts = rest.map { DecimalText.padded(Int($0)) }
    let year = String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year
    return .text("\(year):\(parts[0]):\(parts[1]) \(parts[2]):\(parts[3]):\(parts[4])")
  }
}
