internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Ricoh. Its cameras since 2013 have Pentax's notes.
  static let ricoh: Maker = Maker(
    name: "Ricoh",
    headers: [
      MakerNoteHeader(
        make: "RICOH", table: "Text", test: { note, _, _ in ["Rev", "Rv"].contains { note.starts(with: $0.utf8) } }),
      MakerNoteHeader(
        table: "Type2", at: .at(8), base: .note(0), order: .mark(at: 0), hasPaddedCount: true,
        test: { note, make, model in isRicoh(make) && (model == "RICOH WG-M1" || hasPaddedTIFF(note)) }),
      MakerNoteHeader(
        at: .at(8),
        test: { note, make, _ in
          let start = note.prefix(5)
          return isRicoh(make)
            && (start.map { $0 & 0xDF } == Array("RICOH".utf8) || start.allSatisfy { $0 == 0x20 }
              || start.starts(with: "MM\0*".utf8) || start.starts(with: "II*\0".utf8))
        }),
    ],
    tables: TagTables(ricohTables),
    conversions: [
      // Two decimal digits in each byte, the century first.
      "date": { value, _ in
        guard let bytes = value.bytes, bytes.count == 7 else { return nil }
        let digits = bytes.map { Hexadecimal.text([$0]) }
        return .text(
          "\(digits[0])\(digits[1]):\(digits[2]):\(digits[3]) \(digits[4]):\(digits[5]):\(digits[6])")
      }
    ],
    conditions: [
      // A text is the number on the camera.
      "serialText": { value, _ in
        guard let bytes = PropertyValue(value).bytes ?? PropertyValue(value).text.map({ Array($0.utf8) }) else {
          return false
        }
        return bytes.allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x20, 0x2D, 0x5F].contains($0)
        }
      }
    ],
    preparations: [
      // The values of some names, eight bytes for each.
      "fields": { bytes, _ in
        var fields = ["F": "", "Rg": "", "Gg": "", "Bg": ""]
        for part in String(decoding: bytes.prefix(0x1_0000).filter { $0 < 0x80 }, as: UTF8.self).split(separator: ";") {
          // Binary data may come before a name.
          let digits = part.reversed().prefix { $0.isHexDigit && !$0.isLowercase }.reversed()
          let name = part.dropLast(digits.count)
          let key = ["Rv", "Rev"].contains { name.hasSuffix($0) } ? "F" : String(name.suffix(2))
          if fields[key] != nil, !digits.isEmpty { fields[key] = String(digits) }
        }
        return ["F", "Rg", "Gg", "Bg"].flatMap { name -> [UInt8] in
          let value = Array((fields[name] ?? "").utf8.prefix(8))
          return value + [UInt8](repeating: 0, count: 8 - value.count)
        }
      }
    ])

  private static func isRicoh(_ make: String) -> Bool {
    make.hasPrefix("RICOH") || make.hasPrefix("PENTAX RICOH")
  }

  /// A TIFF header, then a number of fields with two bytes too many.
  private static func hasPaddedTIFF(_ note: [UInt8]) -> Bool {
    guard note.count >= 12 else { return false }
    if note.starts(with: "MM\0*\0\0\0\u{8}\0".utf8) { return note[10] == 0 && note[11] == 0 }
    return note.starts(with: "II*\0\u{8}\0\0\0".utf8) && note[9...11].allSatisfy { $0 == 0 }
  }

  private static let ricohTables = """
    [Main]
    0x0001 MakerNoteType
    0x0002 FirmwareVersion
    0x0005 SerialNumber ?serialText
    0x0005 InternalSerialNumber hexadecimal
    0x1000 RecordingFormat = 2: JPEG; 3: DNG
    0x1001 ImageInfo @ImageInfo ?!type:u16
    0x1001 ExposureProgram = 1: Auto; 2: Program AE; 3: Aperture-priority AE; 4: Shutter speed priority AE;
      5: Shutter/aperture priority AE; 6: Manual; 7: Movie
    0x1002 DriveMode ?type:u16 = 0: Single-frame; 1: Continuous; 8: AF-priority Continuous
    0x1003 Sharpness ?!type:u16 = 0: Sharp; 1: Normal; 2: Soft
    0x1003 WhiteBalance = 0: Auto; 1: Multi-P Auto; 2: Daylight; 3: Cloudy; 4: Incandescent 1; 5: Incandescent 2;
      6: Daylight Fluorescent; 7: Neutral White Fluorescent; 8: Cool White Fluorescent; 9: Warm White Fluorescent;
      10: Manual; 11: Kelvin; 12: Shade
    0x1004 WhiteBalanceFineTune s16[2] ?type:u16
    0x1006 FocusMode = 1: Manual; 2: Multi AF; 3: Spot AF; 4: Snap; 5: Infinity; 7: Face Detect;
      8: Subject Tracking; 9: Pinpoint AF; 10: Movie
    0x1007 AutoBracketing = 0: Off; 9: AE; 11: WB; 16: DR; 17: Contrast; 18: WB2; 19: Effect
    0x1009 MacroMode = 0: Off; 1: On
    0x100a FlashMode = 0: Off; 1: Auto, Fired; 2: On; 3: Auto, Fired, Red-eye reduction; 4: Slow Sync; 5: Manual;
      6: On, Red-eye reduction; 7: Synchro, Red-eye reduction; 8: Auto, Did not fire
    0x100b FlashExposureComp
    0x100c ManualFlashOutput = -288: 1/64; -240: 1/32; -216: 1/22; -192: 1/16; -168: 1/11; -144: 1/8; -120: 1/5.6;
      -96: 1/4; -72: 1/2.8; -48: 1/2; -24: 1/1.4; 0: Full
    0x100d FullPressSnap = 0: Off; 1: On
    0x100e DynamicRangeExpansion = 0: Off; 3: Weak; 4: Medium; 5: Strong
    0x100f NoiseReduction = 0: Off; 1: Weak; 2: Medium; 3: Strong
    0x1010 ImageEffects = 0: Standard; 1: Vivid; 3: Black & White; 5: B&W Toning Effect; 6: Setting 1; 7: Setting 2;
      9: High-contrast B&W; 10: Cross Process; 11: Positive Film; 12: Bleach Bypass; 13: Retro; 15: Miniature;
      17: High Key
    0x1011 Vignetting = 0: Off; 1: Low; 2: Medium; 3: High
    0x1012 Contrast s32 = 2147483647: MAX
    0x1013 Saturation
    0x1014 Sharpness
    0x1015 ToningEffect = 0: Off; 1: Sepia; 2: Red; 3: Green; 4: Blue; 5: Purple; 6: B&W; 7: Color
    0x1016 HueAdjust = 0: Off; 1: Basic; 2: Magenta; 3: Yellow; 4: Normal; 5: Warm; 6: Cool
    0x1017 WideAdapter = 0: Not Attached; 2: Attached
    0x1018 CropMode = 0: Off; 1: On (35mm); 2: On (47mm)
    0x1019 NDFilter = 0: Off; 1: On
    0x101a WBBracketShotNumber
    0x1200 AFStatus = 0: Out of Focus; 1: In Focus
    0x1201 AFAreaXPosition1
    0x1202 AFAreaYPosition1
    0x1203 AFAreaXPosition
    0x1204 AFAreaYPosition
    0x1205 AFAreaMode = 0: Auto; 2: Manual
    0x1307 ColorTempKelvin
    0x1308 ColorTemperature
    0x1500 FocalLength
    0x1601 SensorWidth
    0x1602 SensorHeight
    0x1603 CroppedImageWidth
    0x1604 CroppedImageHeight
    0x2001 RicohSubdir @Subdir ?!model:Caplio_RR1
    0x2001 RicohRR1Subdir @SubdirRR1
    0x4001 ThetaSubdir @ThetaSubdir

    # The HZ15 and the XG-1.
    [Type2]
    0x0207 RicohModel
    0x0300 RicohMake text trimmed

    [ImageInfo u8 low]
    0 RicohImageWidth u16
    2 RicohImageHeight u16
    6 RicohDate u8[7] date
    28 PreviewImageStart u16
    30 PreviewImageLength u16
    32 FlashMode = 0: Off; 1: Auto; 2: On
    33 Macro = 0: Off; 1: On
    34 Sharpness = 0: Sharp; 1: Normal; 2: Soft
    38 WhiteBalance = 0: Auto; 1: Daylight; 2: Cloudy; 3: Tungsten; 4: Fluorescent; 5: Manual; 7: Detail;
      9: Multi-pattern Auto
    39 ISOSetting = 0: Auto; 1: 64; 2: 100; 4: 200; 6: 400; 7: 800; 8: 1600; 9: Auto; 10: 3200; 11: 100 (Low)
    40 Saturation = 0: High; 1: Normal; 2: Low; 3: B&W; 6: Toning Effect; 9: Vivid; 10: Natural

    # After the text "[Ricoh Camera Info]".
    [Subdir big at:20]
    0x0004 ManufactureDate1
    0x0005 ManufactureDate2
    0x001a FaceInfo @FaceInfo
    0x0029 FirmwareInfo @FirmwareInfo
    0x002a NoiseReduction = 0: Off; 1: Weak; 2: Strong; 3: Max
    0x002c SerialInfo @SerialInfo

    [SubdirRR1 big at:20 own-base like:Subdir]

    [ThetaSubdir]
    0x0003 Accelerometer
    0x0004 Compass
    0x000a TimeZone

    [FaceInfo u8]
    181 FacesDetected
    182 FaceDetectFrameSize u16[2]
    188 Face1Position u16[4] ?FacesDetected>=1
    200 Face2Position u16[4] ?FacesDetected>=2
    212 Face3Position u16[4] ?FacesDetected>=3
    224 Face4Position u16[4] ?FacesDetected>=4
    236 Face5Position u16[4] ?FacesDetected>=5
    248 Face6Position u16[4] ?FacesDetected>=6
    260 Face7Position u16[4] ?FacesDetected>=7
    272 Face8Position u16[4] ?FacesDetected>=8

    [FirmwareInfo u8]
    0 FirmwareRevision text[12]
    12 FirmwareRevision2 text[12]

    [SerialInfo u8]
    0 BodyFirmware text[16]
    16 BodySerialNumber text[16]
    32 LensFirmware text[16]
    48 LensSerialNumber text[16]

    # The values of a text that looks like this: Rv0101;Rg0123;
    [Text u8 prepare:fields]
    0 FirmwareVersion text[8] nonempty
    8 RedGain text[8] nonempty
    16 GreenGain text[8] nonempty
    24 BlueGain text[8] nonempty
    """
}
