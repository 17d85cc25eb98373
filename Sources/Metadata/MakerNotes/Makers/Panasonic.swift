internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension Maker {
  /// Panasonic, and Leica's cameras that Panasonic makes.
  static let panasonic: Maker = Maker(
    name: "Panasonic",
    headers: [
      MakerNoteHeader("Panasonic\0", at: .at(12)),
      MakerNoteHeader("LEICA\0\0\0", maker: "Leica", at: .at(8), test: { _, make, _ in make == "LEICA" }),
      MakerNoteHeader("LEICA CAMERA AG\0", maker: "Leica", at: .at(18)),
      // Panasonic's digital camcorders.
      MakerNoteHeader("MKE", make: "PANASONIC", table: "Camcorder", order: .little),
    ],
    tables: TagTables(panasonicTables),
    words: [
      "ShootingMode": WordList(panasonicScenes), "SceneMode": WordList("0: Off; " + panasonicScenes),
    ],
    conversions: [
      // Digits as text, or four numbers.
      "version": { value, _ in
        guard case .bytes(let bytes) = value else { return value }
        return bytes.contains { $0 < 0x30 } ? .array(bytes.map { .integer(Int64($0)) }) : .text(ExifText.text(bytes))
      },
      // The bytes of a 16-bit number, the first one last, in hexadecimal digits.
      "lensModel": { value, _ in
        guard case .integer(let number) = value else { return nil }
        let bytes = UInt16(truncatingIfNeeded: number).bigEndianBytes
        return .text("\(Hexadecimal.text([bytes[1]])) \(Hexadecimal.text([bytes[0]]))")
      },
      "knownISO": { value, _ in value.number.map { $0 > 0xFFFF_FFF0 } == true ? nil : value },
      // Two decimal digits in each byte, the century first, the hundredths of a second last.
      "dateTime": { value, _ in
        guard case .bytes(let bytes) = value, bytes.count == 8, bytes[0] != 0 else { return nil }
        let digits = bytes.map { Hexadecimal.text([$0]) }
        return .text(
          "\(digits[0])\(digits[1]):\(digits[2]):\(digits[3]) \(digits[4]):\(digits[5]):\(digits[6]).\(digits[7])")
      },
    ],
    conditions: [
      "FZ10": { _, context in context.model.hasPrefix("DMC-FZ10") && !context.model.hasPrefix("DMC-FZ100") },
      "GF": { _, context in context.model.hasPrefix("DMC-GF") || context.model == "DMC-G2" },
      "TZ10": { _, context in ["DMC-TZ10", "DMC-ZS7"].contains(context.model) },
      "noFilmModes": { _, context in
        let others = ["FX10", "G1", "L1", "L10", "LC80", "G2", "TZ10", "ZS7"].map { "DMC-" + $0 }
        return !others.contains(context.model) && !context.model.hasPrefix("DMC-GF") && !context.model.hasPrefix("DC-")
      },
      "isShort": { value, context in context.count == 1 && value.firstInteger.map { $0 <= 0xFFFF } ?? false },
    ])

  private static let panasonicScenes = """
    1: Normal; 2: Portrait; 3: Scenery; 4: Sports; 5: Night Portrait; 6: Program; 7: Aperture Priority;
    8: Shutter Priority; 9: Macro; 10: Spot; 11: Manual; 12: Movie Preview; 13: Panning; 14: Simple;
    15: Color Effects; 16: Self Portrait; 17: Economy; 18: Fireworks; 19: Party; 20: Snow; 21: Night Scenery;
    22: Food; 23: Baby; 24: Soft Skin; 25: Candlelight; 26: Starry Night; 27: High Sensitivity;
    28: Panorama Assist; 29: Underwater; 30: Beach; 31: Aerial Photo; 32: Sunset; 33: Pet;
    34: Intelligent ISO; 35: Clipboard; 36: High Speed Continuous Shooting; 37: Intelligent Auto;
    39: Multi-aspect; 41: Transform; 42: Flash Burst; 43: Pin Hole; 44: Film Grain; 45: My Color;
    46: Photo Frame; 48: Movie; 51: HDR; 52: Peripheral Defocus; 55: Handheld Night Shot; 57: 3D;
    59: Creative Control; 60: Intelligent Auto Plus; 62: Panorama; 63: Glass Through; 64: HDR;
    66: Digital Filter; 67: Clear Portrait; 68: Silky Skin; 69: Backlit Softness; 70: Clear in Backlight;
    71: Relaxing Tone; 72: Sweet Child's Face; 73: Distinct Scenery; 74: Bright Blue Sky;
    75: Romantic Sunset Glow; 76: Vivid Sunset Glow; 77: Glistening Water; 78: Clear Nightscape;
    79: Cool Night Sky; 80: Warm Glowing Nightscape; 81: Artistic Nightscape; 82: Glittering Illuminations;
    83: Clear Night Portrait; 84: Soft Image of a Flower; 85: Appetizing Food; 86: Cute Dessert;
    87: Freeze Animal Motion; 88: Clear Sports Shot; 89: Monochrome; 90: Creative Control;
    92: Handheld Night Shot
    """

  private static let panasonicTables = """
    [Main]
    0x0001 ImageQuality = 1: TIFF; 2: High; 3: Normal; 6: Very High; 7: RAW; 9: Motion Picture;
      11: Full HD Movie; 12: 4k Movie
    0x0002 FirmwareVersion version
    0x0003 WhiteBalance = 1: Auto; 2: Daylight; 3: Cloudy; 4: Incandescent; 5: Manual; 8: Flash;
      10: Black & White; 11: Manual 2; 12: Shade; 13: Kelvin; 14: Manual 3; 15: Manual 4; 19: Auto (cool)
    0x0007 FocusMode = 1: Auto; 2: Manual; 4: Auto, Focus button; 5: Auto, Continuous; 6: AF-S; 7: AF-C; 8: AF-F
    0x000f AFAreaMode ?FZ10 = 0 1: Spot Mode On; 0 16: Spot Mode Off
    0x000f AFAreaMode = 0 1: 9-area; 0 16: 3-area (high speed); 0 225: 225-area; 0 23: 23-area; 0 49: 49-area;
      1 0: Spot Focusing; 1 1: 5-area; 128 0: Pinpoint focus; 16: Normal?; 16 0: 1-area;
      16 16: 1-area (high speed); 240 0: Tracking; 32 0: Tracking; 32 1: 3-area (left)?; 32 2: 3-area (center)?;
      32 3: 3-area (right)?; 64 0: Face Detect; 64 1: Face Detect (animal detect on);
      64 2: Face Detect (animal detect off)
    0x001a ImageStabilization = 2: On, Optical; 3: Off; 4: On, Mode 2; 5: On, Optical Panning;
      6: On, Body-only; 7: On, Body-only Panning; 9: Dual IS; 10: Dual IS Panning; 11: Dual2 IS;
      12: Dual2 IS Panning
    0x001c MacroMode = 1: On; 2: Off; 257: Tele-Macro; 513: Macro Zoom
    0x001f ShootingMode = ShootingMode
    0x0020 Audio = 1: Yes; 2: No; 3: Stereo
    0x0021 DataDump binary
    0x0023 WhiteBalanceBias s16 /3
    0x0024 FlashBias s16 /3
    0x0025 InternalSerialNumber text
    0x0026 PanasonicExifVersion
    0x0027 VideoFrameRate = 0: n/a
    0x0028 ColorEffect = 1: Off; 2: Warm; 3: Cool; 4: Black & White; 5: Sepia; 6: Happy; 8: Vivid
    0x0029 TimeSincePowerOn /100
    0x002a BurstMode = 0: Off; 1: On; 2: Auto Exposure Bracketing (AEB); 3: Focus Bracketing; 4: Unlimited;
      8: White Balance Bracketing; 17: On (with flash); 18: Aperture Bracketing
    0x002b SequenceNumber
    0x002c ContrastMode ?noFilmModes = 0: Normal;
      1: Low; 2: High; 5: Normal 2; 6: Medium Low; 7: Medium High; 13: High Dynamic;
      24: Dynamic Range (film-like); 46: Match Filter Effects Toy; 55: Match Photo Style L. Monochrome; 256: Low;
      272: Normal; 288: High
    0x002c ContrastMode ?GF = 0: -2; 1: -1; 2: Normal; 3: +1;
      4: +2; 5: Normal 2; 7: Nature (Color Film); 9: Expressive; 12: Smooth (Color Film) or Pure (My Color);
      17: Dynamic (B&W Film); 22: Smooth (B&W Film); 25: High Dynamic; 26: Retro; 27: Dynamic (Color Film);
      28: Low Key; 29: Toy Effect; 32: Vibrant (Color Film) or Expressive (My Color); 33: Elegant (My Color);
      37: Nostalgic (Color Film); 41: Dynamic Art (My Color); 42: Retro (My Color); 45: Cinema; 47: Dynamic Mono;
      50: Impressive Art; 51: Cross Process; 100: High Dynamic 2; 101: Retro 2; 102: High Key 2; 103: Low Key 2;
      104: Toy Effect 2; 107: Expressive 2; 112: Sepia; 117: Miniature; 122: Dynamic Monochrome; 127: Old Days;
      132: Dynamic Monochrome 2; 135: Impressive Art 2; 136: Cross Process 2; 137: Toy Pop; 138: Fantasy;
      256: Normal 3; 272: Standard; 288: High
    0x002c ContrastMode ?TZ10 = 0: Normal; 1: -2; 2: +2; 5: -1; 6: +1
    0x002c ContrastMode
    0x002d NoiseReduction = 0: Standard; 1: Low (-1); 2: High (+1); 3: Lowest (-2); 4: Highest (+2); 5: +5;
      6: +6; 65531: -5; 65532: -4; 65533: -3; 65534: -2; 65535: -1
    0x002e SelfTimer = 0: Off (0); 1: Off; 2: 10 s; 3: 2 s; 4: 10 s / 3 pictures;
      258: 2 s after shutter pressed; 266: 10 s after shutter pressed; 778: 3 photos after 10 s
    0x0030 Rotation = 1: Horizontal (normal); 3: Rotate 180; 6: Rotate 90 CW; 8: Rotate 270 CW
    0x0031 AFAssistLamp = 1: Fired; 2: Enabled but Not Used; 3: Disabled but Required;
      4: Disabled and Not Required
    0x0032 ColorMode = 0: Normal; 1: Natural; 2: Vivid
    0x0033 BabyAge
    0x0034 OpticalZoomMode = 1: Standard; 2: Extended
    0x0035 ConversionLens = 1: Off; 2: Wide; 3: Telephoto; 4: Macro
    0x0036 TravelDay
    0x0038 BatteryLevel = 1: Full; 2: Medium; 3: Low; 4: Near Empty; 7: Near Full; 8: Medium Low; 256: n/a
    0x0039 Contrast s16 = 0: Normal
    0x003a WorldTimeLocation = 1: Home; 2: Destination
    0x003b TextStamp = 1: Off; 2: On
    0x003c ProgramISO = -1: n/a; 65534: Intelligent ISO; 65535: n/a
    0x003d AdvancedSceneType
    0x003e TextStamp = 1: Off; 2: On
    0x003f FacesDetected
    0x0040 Saturation s16 = 0: Normal
    0x0041 Sharpness s16 = 0: Normal
    0x0042 FilmMode = 0: n/a; 1: Standard (color); 2: Dynamic (color); 3: Nature (color); 4: Smooth (color);
      5: Standard (B&W); 6: Dynamic (B&W); 7: Smooth (B&W); 10: Nostalgic; 11: Vibrant
    0x0043 JPEGQuality = 0: n/a (Movie); 2: High; 3: Standard; 6: Very High; 255: n/a (RAW only)
    0x0044 ColorTempKelvin u16
    0x0045 BracketSettings = 0: No Bracket; 1: 3 Images, Sequence 0/-/+; 2: 3 Images, Sequence -/0/+;
      3: 5 Images, Sequence 0/-/+; 4: 5 Images, Sequence -/0/+; 5: 7 Images, Sequence 0/-/+;
      6: 7 Images, Sequence -/0/+
    0x0046 WBShiftAB s16
    0x0047 WBShiftGM s16
    0x0048 FlashCurtain = 0: n/a; 1: 1st; 2: 2nd
    0x0049 LongExposureNoiseReduction = 1: Off; 2: On
    0x004b PanasonicImageWidth
    0x004c PanasonicImageHeight
    0x004d AFPointPosition
    0x004e FaceDetInfo @FaceDetInfo
    0x0051 LensType trimmed
    0x0052 LensSerialNumber trimmed
    0x0053 AccessoryType trimmed
    0x0054 AccessorySerialNumber trimmed
    0x0059 Transform s16[2] = -1 1: Slim Low; -3 2: Slim High; 0 0: Off; 1 1: Stretch Low; 3 2: Stretch High
    0x005d IntelligentExposure = 0: Off; 1: Low; 2: Standard; 3: High
    0x0060 LensFirmwareVersion u8[4]
    0x0061 FaceRecInfo @FaceRecInfo
    0x0062 FlashWarning = 0: No; 1: Yes (flash required but disabled)
    0x0063 RecognizedFaceFlags u8[4]
    0x0065 Title text
    0x0066 BabyName text
    0x0067 Location text
    0x0069 Country text
    0x006b State text
    0x006d City text
    0x006f Landmark text
    0x0070 IntelligentResolution = 0: Off; 1: Low; 2: Standard; 3: High; 4: Extended
    0x0076 HDRShot = 0: Off; 3: On
    0x0077 BurstSpeed
    0x0079 IntelligentD-Range = 0: Off; 1: Low; 2: Standard; 3: High
    0x007c ClearRetouch = 0: Off; 1: On
    0x0080 City2 text
    0x0086 ManometerPressure omit:65535 /10
    0x0089 PhotoStyle = 0: Auto; 1: Standard or Custom; 2: Vivid; 3: Natural; 4: Monochrome; 5: Scenery;
      6: Portrait; 8: Cinelike D; 9: Cinelike V; 11: L. Monochrome; 12: Like709; 15: L. Monochrome D; 17: V-Log;
      18: Cinelike D2
    0x008a ShadingCompensation = 0: Off; 1: On
    0x008b WBShiftIntelligentAuto s16
    0x008c AccelerometerZ s16
    0x008d AccelerometerX s16
    0x008e AccelerometerY s16
    0x008f CameraOrientation = 0: Normal; 1: Rotate CW; 2: Rotate 180; 3: Rotate CCW; 4: Tilt Upwards;
      5: Tilt Downwards
    0x0090 RollAngle s16 /10
    0x0091 PitchAngle s16 /-10
    0x0092 WBShiftCreativeControl s8
    0x0093 SweepPanoramaDirection = 0: Off; 1: Left to Right; 2: Right to Left; 3: Top to Bottom;
      4: Bottom to Top
    0x0094 SweepPanoramaFieldOfView
    0x0096 TimerRecording = 0: Off; 1: Time Lapse; 2: Stop-motion Animation; 3: Focus Bracketing
    0x009d InternalNDFilter
    0x009e HDR = 0: Off; 100: 1 EV; 200: 2 EV; 300: 3 EV; 32868: 1 EV (Auto); 32968: 2 EV (Auto);
      33068: 3 EV (Auto)
    0x009f ShutterType = 0: Mechanical; 1: Electronic; 2: Hybrid
    0x00a1 FilterEffect u32 = 0 0: Off; 0 1: Expressive; 0 1024: Dynamic Monochrome; 0 1048576: Sunshine;
      0 134217728: Silky Monochrome; 0 16: High Dynamic; 0 16384: One Point Color; 0 2: Retro;
      0 2048: Soft Focus; 0 2097152: Bleach Bypass; 0 256: Low Key; 0 32: Miniature Effect; 0 32768: Star Filter;
      0 33554432: Monochrome; 0 4: High Key; 0 4096: Impressive Art; 0 4194304: Toy Pop; 0 512: Toy Effect;
      0 524288: Old Days; 0 67108864: Rough Monochrome; 0 8: Sepia; 0 8192: Cross Process; 0 8388608: Fantasy
    0x00a3 ClearRetouchValue
    0x00a7 OutputLUT binary
    0x00ab TouchAE = 0: Off; 1: On
    0x00ac MonochromeFilterEffect = 0: Off; 1: Yellow; 2: Orange; 3: Red; 4: Green
    0x00ad HighlightShadow s16[2]
    0x00af TimeStamp
    0x00b3 VideoBurstResolution = 1: Off or 4K; 4: 6K
    0x00b4 MultiExposure = 0: n/a; 1: Off; 2: On
    0x00b9 RedEyeRemoval = 0: Off; 1: On
    0x00bb VideoBurstMode = 1: Off; 4: Post Focus; 24: 4K Burst; 40: 4K Burst (Start/Stop); 72: 4K Pre-burst;
      264: Loop Recording; 1032: Focus Stacking; 2064: 6K Burst; 2080: 6K Burst (Start/Stop);
      4097: High Resolution Mode
    0x00bc DiffractionCorrection = 0: Off; 1: Auto
    0x00bd FocusBracket s16
    0x00be LongExposureNRUsed = 0: No; 1: Yes
    0x00bf PostFocusMerging u32[2] = 0 0: Post Focus Auto Merging or None
    0x00c1 VideoPreburst = 0: No; 1: 4K or 6K
    0x00c4 LensTypeMake ?isShort omit:65535
    0x00c5 LensTypeModel ?isShort omit:0 lensModel
    0x00ca SensorType = 0: Multi-aspect; 1: Standard
    0x00d1 ISO knownISO
    0x00d2 MonochromeGrainEffect = 0: Off; 1: Low; 2: Standard; 3: High
    0x00d6 NoiseReductionStrength
    0x00e4 LensTypeModel ?isShort omit:0 lensModel
    0x00e8 MinimumISO
    0x00ee DynamicRangeBoost = 0: Off; 1: On
    0x2003 TimeInfo @TimeInfo
    0x8000 MakerNoteVersion bytes
    0x8001 SceneMode = SceneMode
    0x8002 HighlightWarning = 0: Disabled; 1: No; 2: Yes
    0x8003 DarkFocusEnvironment = 1: No; 2: Yes
    0x8004 WBRedLevel
    0x8005 WBGreenLevel
    0x8006 WBBlueLevel
    0x8008 TextStamp = 1: Off; 2: On
    0x8009 TextStamp = 1: Off; 2: On
    0x8010 BabyAge
    0x8012 Transform s16[2] = -1 1: Slim Low; -3 2: Slim High; 0 0: Off; 1 1: Stretch Low; 3 2: Stretch High

    [Camcorder u16]
    0 MakerNoteType text[4]
    3 Gain

    [FaceDetInfo u16]
    0 NumFacePositions u16
    1 Face1Position u16[4] ?NumFacePositions>=1
    5 Face2Position u16[4] ?NumFacePositions>=2
    9 Face3Position u16[4] ?NumFacePositions>=3
    13 Face4Position u16[4] ?NumFacePositions>=4
    17 Face5Position u16[4] ?NumFacePositions>=5

    [FaceRecInfo u8]
    0 FacesRecognized u16
    4 RecognizedFace1Name text[20] ?FacesRecognized>=1
    24 RecognizedFace1Position u16[4] ?FacesRecognized>=1
    32 RecognizedFace1Age text[20] ?FacesRecognized>=1
    52 RecognizedFace2Name text[20] ?FacesRecognized>=2
    72 RecognizedFace2Position u16[4] ?FacesRecognized>=2
    80 RecognizedFace2Age text[20] ?FacesRecognized>=2
    100 RecognizedFace3Name text[20] ?FacesRecognized>=3
    120 RecognizedFace3Position u16[4] ?FacesRecognized>=3
    128 RecognizedFace3Age text[20] ?FacesRecognized>=3

    [TimeInfo u8]
    0 PanasonicDateTime bytes[8] dateTime
    16 TimeLapseShotNumber u32
    """
}
