internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Kodak. There are eleven layouts, few of which say what they are.
  static let kodak: Maker = Maker(
    name: "Kodak",
    headers: [
      MakerNoteHeader("KDK INFO", make: "EASTMAN KODAK", at: .at(8), order: .big),
      MakerNoteHeader("KDK", make: "EASTMAN KODAK", at: .at(8), order: .little),
      // Kodak also made cameras for Hewlett-Packard, Pentax and Minolta.
      MakerNoteHeader(
        table: "Type2", order: .big,
        test: { note, _, _ in
          note.dropFirst(8).starts(with: "Eastman Kodak".utf8) || KodakLayout.isNamedType2(note)
        }),
      MakerNoteHeader(
        table: "Type3", order: .big,
        test: { note, make, _ in
          make.hasPrefix("EASTMAN KODAK") && !KodakLayout.hasMark(note) && note.count > 12 && note[12] == 7
        }),
      MakerNoteHeader(
        table: "Type4", order: .big,
        test: { note, make, _ in
          make.hasPrefix("Eastman Kodak") && !KodakLayout.hasMark(note) && note.dropFirst(41).starts(with: "JPG".utf8)
        }),
      MakerNoteHeader(
        table: "Type5", order: .big,
        test: { note, make, model in make.hasPrefix("EASTMAN KODAK") && KodakLayout.isType5(note, model) }),
      MakerNoteHeader(
        make: "EASTMAN KODAK", table: "Type6", order: .big, test: { _, _, model in model.contains("DX3215") }),
      MakerNoteHeader(
        make: "EASTMAN KODAK", table: "Type6", order: .little, test: { _, _, model in model.contains("DX3700") }),
      MakerNoteHeader(
        table: "Type7", order: .little,
        test: { note, make, _ in KodakLayout.isSerialNumber(note) && KodakLayout.isKodak(make) }),
      MakerNoteHeader(
        table: "Type8", test: { note, make, _ in KodakLayout.isDirectory(note) && KodakLayout.isKodak(make) }),
      MakerNoteHeader(
        "MM\0*\0\0\0\u{8}\0", table: "Type8", at: .at(8), base: .note(0), order: .big, hasPaddedCount: true,
        test: { note, make, _ in
          KodakLayout.isKodak(make) && note.count > 12 && note[10] == 0 && note[11] == 0
        }),
      MakerNoteHeader(
        "MM\0*\0\0\0\u{8}", table: "Type8", at: .at(8), base: .note(0), order: .mark(at: 0),
        test: { _, make, _ in KodakLayout.isKodak(make) }),
      MakerNoteHeader(
        "II*\0\u{8}\0\0\0", table: "Type8", at: .at(8), base: .note(0), order: .mark(at: 0),
        test: { _, make, _ in KodakLayout.isKodak(make) }),
      MakerNoteHeader("IIII", table: "Type9", order: .little, test: { note, _, _ in KodakLayout.isType9(note) }),
      MakerNoteHeader(
        table: "Type10", at: .at(2), order: .mark(at: 0),
        test: { note, make, _ in KodakLayout.isMarkedDirectory(note) && KodakLayout.isKodak(make) }),
      // The PixPro cameras; Make is that of JK Imaging.
      MakerNoteHeader(
        "II*\0\u{8}\0\0\0", table: "Type11", at: .at(8), base: .note(0), order: .little, hasPaddedCount: true,
        test: { note, _, model in
          KodakLayout.isPixPro(model) && note.count > 12 && note[9...11].allSatisfy { $0 == 0 }
        }),
      MakerNoteHeader(
        "MM\0*\0\0\0\u{8}\0\0\0", table: "Type11", at: .at(8), base: .note(0), order: .big, hasPaddedCount: true,
        test: { _, _, model in KodakLayout.isPixPro(model) }),
    ],
    tables: TagTables(kodakTables),
    conversions: [
      "monthDay": { value, _ in
        let parts = value.numbers.map { DecimalText.padded(Int($0)) }
        return parts.count == 2 ? .text("\(parts[0]):\(parts[1])") : nil
      },
      // The last number is hundredths of a second.
      "time": { value, _ in
        let parts = value.numbers.map { DecimalText.padded(Int($0)) }
        return parts.count == 4 ? .text("\(parts[0]):\(parts[1]):\(parts[2]).\(parts[3])") : nil
      },
      "spacedTime": { value, _ in
        let parts = value.numbers.map { DecimalText.padded(Int($0)) }
        guard parts.count == 4 else { return nil }
        let hour = parts[0].hasPrefix("0") ? " " + parts[0].dropFirst() : parts[0]
        return .text("\(hour):\(parts[1]):\(parts[2]).\(parts[3])")
      },
      "date": { value, _ in value.text.map { .text(String($0.map { $0 == "/" ? ":" : $0 })) } },
    ],
    conditions: [
      "kodak": { _, context in KodakLayout.isKodak(context.make) },
      // Letters and digits only.
      "kodakNumber": { value, context in
        guard KodakLayout.isKodak(context.make), case .text(let bytes) = value else { return false }
        return !bytes.isEmpty && bytes.allSatisfy { KodakLayout.isDigit($0) || (0x61...0x7A).contains($0 | 0x20) }
      },
      // A pointer, or the directory itself.
      "notZero": { value, _ in
        if case .unsigned(let numbers) = value { numbers.first != 0 } else { true }
      },
    ])
}

/// Recognises the layouts.
private enum KodakLayout {
  static func isKodak(_ make: String) -> Bool { make.uppercased().contains("KODAK") }

  static func isPixPro(_ model: String) -> Bool {
    isKodak(model) || model.uppercased().contains("PIXPRO")
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  /// A byte-order mark, or the name of another layout.
  static func hasMark(_ note: [UInt8]) -> Bool {
    ["MM", "II", "AOC"].contains { note.starts(with: $0.utf8) }
  }

  /// Three numbers, then four letters.
  static func isNamedType2(_ note: [UInt8]) -> Bool {
    guard note.count >= 12, note[0] == 1, note[1] == 0, note[2] <= 1 else { return false }
    return note[3...7].elementsEqual([0, 0, 0, 4, 0])
      && note[8...11].allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }

  static func isType5(_ note: [UInt8], _ model: String) -> Bool {
    if ["CX4200", "CX4230", "CX4300", "CX4310", "CX6200", "CX6230"].contains(where: { model.contains($0) }) {
      return true
    }
    let starts: [[UInt8]] = [[0, 0x1A, 0x18, 0], [0, 0x3A, 0x08, 0], [0, 0x59, 0xF8, 0], [0, 0x14, 0x80, 0]]
    return starts.contains { note.starts(with: $0) }
  }

  /// C or K, three letters or digits, perhaps a space, letters and digits: `KCKCD12345678 `.
  static func isSerialNumber(_ note: [UInt8]) -> Bool {
    func isPart(_ byte: UInt8) -> Bool { isCapital(byte) || isDigit(byte) }
    guard note.count >= 12, note[0] == 0x43 || note[0] == 0x4B, note[1...3].allSatisfy(isPart) else { return false }
    let rest = note[4...].drop { $0 == 0x20 }
    guard rest.startIndex <= 5 else { return false }
    // One or two letters or digits, two digits, a letter or digit, four digits, and an end.
    return [1, 2].contains { start in
      let text = Array(rest.prefix(start + 8))
      return text.count == start + 8 && text[..<start].allSatisfy(isPart) && text[start..<start + 2].allSatisfy(isDigit)
        && isPart(text[start + 2]) && text[(start + 3)..<(start + 7)].allSatisfy(isDigit)
        && (text[start + 7] == 0x20 || text[start + 7] == 0)
    }
  }

  /// Whether the note begins with a number of fields, and a first field with a known type and a small count.
  static func isDirectory(_ note: [UInt8]) -> Bool {
    guard note.count >= 10 else { return false }
    if note[0] == 0, (2...0x7F).contains(note[1]) {
      return note[4] == 0 && (1...12).contains(note[5]) && note[6] == 0 && note[7] == 0
    }
    return (2...0x7F).contains(note[0]) && note[1] == 0 && (1...12).contains(note[4]) && note[5] == 0 && note[8] == 0
      && note[9] == 0
  }

  /// A byte-order mark, then a number of fields.
  static func isMarkedDirectory(_ note: [UInt8]) -> Bool {
    guard note.count >= 4 else { return false }
    return note.starts(with: "MM\0".utf8) && (2...0x7F).contains(note[3])
      || note.starts(with: "II".utf8) && (2...0x7F).contains(note[2]) && note[3] == 0
  }

  /// A version and, at byte 20, a date: `2005/01/31 `.
  static func isType9(_ note: [UInt8]) -> Bool {
    guard note.count >= 31, note[4] == 2 || note[4] == 3, note[5] == 0 else { return false }
    return zip(note[20...30], "dddd/dd/dd ".utf8).allSatisfy { byte, form in
      form == UInt8(ascii: "d") ? isDigit(byte) : byte == form
    }
  }
}

extension Maker {
  fileprivate static let kodakTables = """
    [Main u8]
    0 KodakModel text[8]
    9 Quality = 1: Fine; 2: Normal
    10 BurstMode = 0: Off; 1: On
    12 KodakImageWidth u16
    14 KodakImageHeight u16
    16 YearCreated u16
    18 MonthDayCreated u8[2] monthDay
    20 TimeCreated u8[4] time
    27 ShutterMode = 0: Auto; 8: Aperture Priority; 32: Manual?
    28 MeteringMode = 0: Multi-segment; 1: Center-weighted average; 2: Spot
    29 SequenceNumber
    30 FNumber u16 /100
    32 ExposureTime u32 /100000
    36 ExposureCompensation s16 /1000
    56 FocusMode = 0: Normal; 2: Macro
    64 WhiteBalance low = 0: Auto; 1: Flash?; 2: Tungsten; 3: Daylight
    92 FlashMode = 0: Auto; 1: Fill Flash; 2: Off; 3: Red-Eye; 16: Fill Flash; 32: Off; 64: Red-Eye?
    93 FlashFired = 0: No; 1: Yes
    94 ISOSetting u16
    96 ISO u16
    98 TotalZoom u16 /100
    100 DateTimeStamp u16
    102 ColorMode u16 = 1: B&W; 2: Sepia; 3: B&W Yellow Filter; 4: B&W Red Filter; 32: Saturated Color;
      64: Neutral Color; 256: Saturated Color; 512: Neutral Color; 8192: B&W; 16384: Sepia
    104 DigitalZoom u16 /100
    107 Sharpness s8 = 0: Normal

    [Type2 u8]
    8 KodakMaker text[32]
    40 KodakModel text[32]
    108 KodakImageWidth u32
    112 KodakImageHeight u32

    [Type3 u8]
    12 YearCreated u16
    14 MonthDayCreated u8[2] monthDay
    16 TimeCreated u8[4] spacedTime
    30 OpticalZoom u16 /100
    55 Sharpness s8 = 0: Normal
    56 ExposureTime u32 /100000
    60 FNumber u16 /100
    78 ISO u16

    [Type4 u8]
    32 OriginalFileName text[12]

    [Type5 u8]
    [Type6 u8]
    20 16 ExposureTime u32 /100000
    26  - WhiteBalance = 1: Daylight; 2: Flash; 3: Tungsten
    28 24 FNumber u16 /100
    30 26 ISO u16
    32 28 OpticalZoom u16 /100
    34 30 DigitalZoom u16 /100
     - 34 Flash u16 = 0: No Flash; 1: Fired
    39  - FlashMode = 0: Auto; 1: On; 2: Off; 3: Red-Eye
    42  - ImageRotated = 0: No; 1: Yes
    43  - Macro = 0: On; 1: Off

    [Type7 u8]
    0 SerialNumber text[16] trimmed

    [Type8]
    0xfc00 SubIFD0 @SubIFD0Marked ?type:bytes
    0xfc00 SubIFD0 @SubIFD0
    0xfc01 SubIFD1 @SubIFD1 ?notZero
    0xfc02 SubIFD2 @SubIFD2 ?notZero
    0xfc03 SubIFD3 @SubIFD3 ?notZero
    0xfc05 SubIFD5 @SubIFD5 ?notZero
    0xfcff SubIFD255 @SubIFD0 ?type:bytes
    0xff00 CameraInfo @CameraInfo ?notZero

    [Type9 u8]
    12 FNumber u16 ?kodak /100
    12 FNumber u16 /10
    16 ExposureTime u32 /1000000
    20 DateTimeOriginal text[20] date
    52 ISO u16
    87 FirmwareVersion text[16] ?kodak
    168 UnknownNumber text[12] ?kodakNumber
    196 UnknownNumber text[12] ?kodakNumber

    [Type10 low]
    0x0002 PreviewImageSize
    0x0012 ExposureTime /100000
    0x0013 FNumber /10
    0x0014 ISO /3 exp2 *25
    0x001d FocalLength /100

    [Type11]
    0x0104 FirmwareVersion
    0x0203 PictureEffect = 0: None; 3: Monochrome; 9: Kodachrome
    0x0207 KodakModel
    0x0300 KodakMake
    0x0308 LensSerialNumber
    0x0309 LensModel
    0x0311 Pitch
    0x0312 Yaw
    0x0313 Roll

    [SubIFD0]
    0xfa02 SceneMode = 1: Sport; 3: Portrait; 4: Landscape; 6: Beach; 7: Night Portrait; 8: Night Landscape;
      9: Snow; 10: Text; 11: Fireworks; 12: Macro; 13: Museum; 16: Children; 17: Program; 18: Aperture Priority;
      19: Shutter Priority; 20: Manual; 25: Back Light; 28: Candlelight; 29: Sunset; 31: Panorama Left-right;
      32: Panorama Right-left; 33: Smart Scene; 34: High ISO
    0xfa19 SerialNumber
    0xfa1d KodakImageWidth
    0xfa1e KodakImageHeight
    0xfa20 SensorWidth
    0xfa21 SensorHeight
    0xfa23 FNumber low /100
    0xfa24 ExposureTime low /100000
    0xfa2e ISO low
    0xfa3d OpticalZoom /100
    0xfa46 ISO low
    0xfa51 KodakImageWidth
    0xfa52 KodakImageHeight
    0xfa54 ThumbnailWidth
    0xfa55 ThumbnailHeight
    0xfa57 PreviewImageWidth
    0xfa58 PreviewImageHeight

    [SubIFD0Marked own-base mark like:SubIFD0]

    [SubIFD1 own-base mark]
    0x0027 ISO low
    0x0028 ISO low

    [SubIFD2 own-base mark]
    0x6002 SceneModeUsed = 0: Program; 2: Aperture Priority; 3: Shutter Priority; 4: Manual; 5: Portrait; 6: Sport;
      7: Children; 8: Museum; 10: High ISO; 11: Text; 12: Macro; 13: Back Light; 16: Landscape; 17: Night Landscape;
      18: Night Portrait; 19: Snow; 20: Beach; 21: Fireworks; 22: Sunset; 23: Candlelight; 28: Panorama
    0x6006 OpticalZoom /100
    0x6103 MaxAperture /100
    0xf002 SceneModeUsed = 0: Program; 2: Aperture Priority; 3: Shutter Priority; 4: Manual; 5: Portrait; 6: Sport;
      7: Children; 8: Museum; 10: High ISO; 11: Text; 12: Macro; 13: Back Light; 16: Landscape; 17: Night Landscape;
      18: Night Portrait; 19: Snow; 20: Beach; 21: Fireworks; 22: Sunset; 23: Candlelight; 28: Panorama
    0xf006 OpticalZoom /100
    0xf103 FNumber low /100
    0xf104 ExposureTime low /1000000
    0xf105 ISO low /10

    [SubIFD3 own-base mark]
    0x1000 OpticalZoom /100

    [SubIFD5 own-base mark]
    0x000f OpticalZoom /100

    [CameraInfo]
    0xf900 SensorWidth
    0xf901 SensorHeight
    0xf902 BayerPattern
    0xf903 SensorFullWidth
    0xf904 SensorFullHeight
    0xf907 KodakImageWidth
    0xf908 KodakImageHeight
    0xfa00 KodakInfoType
    0xfa04 SerialNumber
    0xfd04 FNumber low /100
    0xfd05 ExposureTime low /1000000
    0xfd06 ISO low
    """
}
