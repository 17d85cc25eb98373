internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Leica's own cameras. Cameras that Panasonic makes have Panasonic's notes.
  static let leica: Maker = Maker(
    name: "Leica",
    headers: [
      // The M8 counts offsets from its directory in JPEG files, from the note in DNG files.
      MakerNoteHeader(
        "LEICA\0\0\0", make: "LEICA CAMERA AG", table: "M8", at: .at(8), base: .note(0),
        test: { note, _, _ in LeicaLayout.countsFromNote(note) }),
      MakerNoteHeader("LEICA\0\0\0", make: "LEICA CAMERA AG", table: "M8", at: .at(8), base: .note(8)),
      // The M9.
      MakerNoteHeader("LEICA0", make: "LEICA CAMERA AG", table: "M9", at: .at(8), base: .note(0)),
      // The X1, X2, X Vario, X and T.
      MakerNoteHeader(
        "LEICA\0", table: "X", at: .at(8), base: .note(0),
        test: { note, _, _ in LeicaLayout.isType(note, [0x01, 0x04, 0x05, 0x06, 0x07, 0x10, 0x1A]) }),
      // The Q, SL and CL.
      MakerNoteHeader(
        "LEICA\0", table: "X", at: .at(8), test: { note, _, _ in LeicaLayout.isType(note, [0x08, 0x09]) }),
      // The S2, the S and the M.
      MakerNoteHeader(
        "LEICA\0\u{2}", make: "LEICA CAMERA AG", table: "S2", at: .at(8),
        test: { note, _, _ in note.count > 7 && note[7] == 0xFF }),
      // The M10 and the S (Typ 007).
      MakerNoteHeader("LEICA\0\u{2}\0", make: "LEICA CAMERA AG", table: "M10", at: .at(8)),
      // The digital backs R8 and R9.
      MakerNoteHeader(
        make: "LEICA CAMERA AG", table: "R9",
        test: { note, _, model in
          !note.starts(with: "LEICA".utf8) && (model.hasPrefix("R8") || model.hasPrefix("R9"))
        }),
    ],
    tables: TagTables(leicaTables),
    words: [
      // The second number distinguishes a few lenses that have the same first one.
      "LensType": WordList { value in
        let numbers = value.exifToolText.split(separator: " ")
        return numbers.first.flatMap { leicaLenses.text(value) ?? leicaLenses.text(.text(String($0))) }
      }
    ],
    conversions: [
      // The lowest two bits are the frame lines, or how the lens was chosen.
      "lens": { value, _ in
        guard let number = value.number.flatMap({ UInt32(exactly: $0) }) else { return nil }
        return .array([.integer(Int64(number >> 2)), .integer(Int64(number & 3))])
      }
    ])

  private static let leicaLenses = WordList(
    """
    0 0: Uncoded lens; 1: Elmarit-M 21mm f/2.8; 3: Elmarit-M 28mm f/2.8 (III); 4: Tele-Elmarit-M 90mm f/2.8 (II);
    5: Summilux-M 50mm f/1.4 (II); 6: Summicron-M 35mm f/2 (IV); 6 0: Summilux-M 35mm f/1.4;
    7: Summicron-M 90mm f/2 (II); 9: Elmarit-M 135mm f/2.8 (I/II); 9 0: Apo-Telyt-M 135mm f/3.4;
    11: Summaron-M 28mm f/5.6; 12: Thambar-M 90mm f/2.2; 16: Tri-Elmar-M 16-18-21mm f/4 ASPH.;
    16 1: Tri-Elmar-M 16-18-21mm f/4 ASPH. (at 16mm); 16 2: Tri-Elmar-M 16-18-21mm f/4 ASPH. (at 18mm);
    16 3: Tri-Elmar-M 16-18-21mm f/4 ASPH. (at 21mm); 23: Summicron-M 50mm f/2 (III); 24: Elmarit-M 21mm f/2.8 ASPH.;
    25: Elmarit-M 24mm f/2.8 ASPH.; 26: Summicron-M 28mm f/2 ASPH.; 27: Elmarit-M 28mm f/2.8 (IV);
    28: Elmarit-M 28mm f/2.8 ASPH.; 29: Summilux-M 35mm f/1.4 ASPH.; 29 0: Summilux-M 35mm f/1.4 ASPHERICAL;
    30: Summicron-M 35mm f/2 ASPH.; 31: Noctilux-M 50mm f/1; 31 0: Noctilux-M 50mm f/1.2;
    32: Summilux-M 50mm f/1.4 ASPH.; 33: Summicron-M 50mm f/2 (IV, V); 34: Elmar-M 50mm f/2.8;
    35: Summilux-M 75mm f/1.4; 36: Apo-Summicron-M 75mm f/2 ASPH.; 37: Apo-Summicron-M 90mm f/2 ASPH.;
    38: Elmarit-M 90mm f/2.8; 39: Macro-Elmar-M 90mm f/4; 39 0: Tele-Elmar-M 135mm f/4 (II); 40: Macro-Adapter M;
    41: Apo-Summicron-M 50mm f/2 ASPH.; 42: Tri-Elmar-M 28-35-50mm f/4 ASPH.;
    42 1: Tri-Elmar-M 28-35-50mm f/4 ASPH. (at 28mm); 42 2: Tri-Elmar-M 28-35-50mm f/4 ASPH. (at 35mm);
    42 3: Tri-Elmar-M 28-35-50mm f/4 ASPH. (at 50mm); 43: Summarit-M 35mm f/2.5; 44: Summarit-M 50mm f/2.5;
    45: Summarit-M 75mm f/2.5; 46: Summarit-M 90mm f/2.5; 47: Summilux-M 21mm f/1.4 ASPH.;
    48: Summilux-M 24mm f/1.4 ASPH.; 49: Noctilux-M 50mm f/0.95 ASPH.; 50: Elmar-M 24mm f/3.8 ASPH.;
    51: Super-Elmar-M 21mm f/3.4 Asph; 51 2: Super-Elmar-M 14mm f/3.8 Asph; 52: Apo-Telyt-M 18mm f/3.8 ASPH.;
    53: Apo-Telyt-M 135mm f/3.4; 53 3: Apo-Summicron-M 50mm f/2 (VI); 58: Noctilux-M 75mm f/1.25 ASPH.
    """)

  private static let leicaTables = """
    [M8]
    0x0300 Quality = 1: Fine; 2: Basic
    0x0302 UserProfile = 1: User Profile 1; 2: User Profile 2; 3: User Profile 3; 4: User Profile 0 (Dynamic)
    0x0303 SerialNumber
    0x0304 WhiteBalance = 0: Auto or Manual; 1: Daylight; 2: Fluorescent; 3: Tungsten; 4: Flash; 10: Cloudy; 11: Shade
    0x0310 LensType lens = LensType
    0x0311 ExternalSensorBrightnessValue sr64
    0x0312 MeasuredLV sr64
    0x0313 ApproximateFNumber
    0x0320 CameraTemperature
    0x0321 ColorTemperature
    0x0322 WBRedLevel
    0x0323 WBGreenLevel
    0x0324 WBBlueLevel
    0x0325 UV-IRFilterCorrection = 0: Not Active; 1: Active
    0x0330 CCDVersion
    0x0331 CCDBoardVersion
    0x0332 ControllerBoardVersion
    0x0333 M16CVersion
    0x0340 ImageIDNumber

    [R9]
    0x000b SerialInfo @SerialInfo
    0x000d WB_RGBLevels

    [SerialInfo u8]
    4 SerialNumber text[8]

    [M9]
    0x3000 Settings @M9Settings
    0x3100 Settings @M9Settings
    0x3400 Settings @M9Settings
    0x3900 Settings @M9Settings

    [M9Settings]
    0x300a Contrast = Strength
    0x300b Sharpening = 0: Off; 1: Low; 2: Normal; 3: Medium High; 4: High
    0x300d Saturation = Strength
    0x3033 WhiteBalance = 0: Auto; 1: Tungsten; 2: Fluorescent; 3: Daylight Fluorescent; 4: Daylight; 5: Flash;
      6: Cloudy; 7: Shade; 8: Manual; 9: Kelvin
    0x3034 JPEGQuality = 94: Basic; 97: Fine
    0x3036 WB_RGBLevels
    0x3038 UserProfile
    0x303a JPEGSize = 0: 5216x3472; 1: 3840x2592; 2: 2592x1728; 3: 1728x1152; 4: 1280x864
    0x3103 SerialNumber
    0x3109 FirmwareVersion
    0x312a BaseISO
    0x312b SensorWidth
    0x312c SensorHeight
    0x312d SensorBitDepth
    0x3402 CameraTemperature
    0x3405 LensType lens = LensType
    0x3406 ApproximateFNumber
    0x3407 MeasuredLV /100000
    0x3408 ExternalSensorBrightnessValue /100000
    0x3901 Data1 @M9Data

    [M9Data u8 low]
    22&0x3ffff LensType u32 lens = LensType

    [X low]
    0x0303 LensType ?type:text
    0x0305 SerialNumber
    0x0407 OriginalFileName
    0x0408 OriginalDirectory
    0x040a FocusInfo @FocusInfo
    0x040d ExposureMode u8[4] = 0 0 0 0: Program AE; 1 0 0 0: Aperture-priority AE; 1 1 0 0: Aperture-priority AE (1);
      2 0 0 0: Shutter speed priority AE; 3 0 0 0: Manual
    0x0410 ShotInfo @ShotInfo
    0x0412 FilmMode
    0x0413 WB_RGBLevels
    0x0500 InternalSerialNumber text

    [FocusInfo u16]
    0 FocusDistance /1000
    1 FocalLength omit:0 low /1000

    [ShotInfo u16]
    0 FileIndex

    [S2]
    0x0300 -
    0x0301 -
    0x0303 LensType trimmed
    0x0304 FocusDistance
    0x0311 ExternalSensorBrightnessValue ?model:Typ_006 sr64
    0x0312 MeasuredLV ?model:Typ_006 sr64
    0x0320 FirmwareVersion ?model:Typ_006
    0x0321 LensSerialNumber ?model:Typ_006

    [M10]
    0x0304 FocusDistance
    0x0311 ExternalSensorBrightnessValue sr64
    0x0312 MeasuredLV sr64
    0x034c UserProfile
    0x0359 ISOSelected = 0: Auto
    0x035a FNumber /1000
    0x035b CorrelatedColorTemp
    0x035c ColorTint
    0x035d WhitePoint

    [=Strength]
    0: Low; 1: Medium Low; 2: Normal; 3: Medium High; 4: High; 5: Black & White; 6: Vintage B&W
    """
}

/// Recognises the layouts.
private enum LeicaLayout {
  /// Whether the note says in its seventh byte that it has one of these layouts.
  static func isType(_ note: [UInt8], _ types: [UInt8]) -> Bool {
    note.count > 7 && types.contains(note[6]) && note[7] == 0
  }

  /// Whether the first value of an M8 is right after the directory if offsets count from the note, which begins eight
  /// bytes before the directory.
  static func countsFromNote(_ note: [UInt8]) -> Bool {
    guard note.count > 10 else { return false }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      note[8] == 0 ? Int(bigEndianBytes: bytes) : Int(bigEndianBytes: bytes.reversed())
    }
    let end = 10 + 12 * number(note[8..<10])
    guard end <= note.count else { return false }
    let offsets = stride(from: 10, to: end, by: 12).compactMap { place -> Int? in
      let type = number(note[(place + 2)..<(place + 4)])
      let count = number(note[(place + 4)..<(place + 8)])
      let size = (IFDFieldType(rawValue: UInt16(type))?.byteCount ?? 0) * count
      return size > 4 ? number(note[(place + 8)..<(place + 12)]) : nil
    }
    return offsets.min().map { $0 >= end + 4 } ?? false
  }
}
