extension Maker {
  /// The tables of Minolta's notes. docs/maker-notes.md describes their form.
  static let minoltaTables = """
    [Main]
    0x0000 MakerNoteVersion
    0x0001 MinoltaCameraSettingsOld @CameraSettings
    0x0003 MinoltaCameraSettings @CameraSettings ?!model:DiMAGE_X31$
    0x0004 MinoltaCameraSettings7D @CameraSettings7D
    0x0010 CameraInfoA100 @CameraInfoA100 ?model:DSLR-A100$
    0x0018 ISInfoA100 @ISInfoA100 ?model:DSLR-A100$
    0x0018 ImageStabilization ?model:DiMAGE_A1$|DiMAGE_A2$|DiMAGE_X1$ on
    0x0020 WBInfoA100 @WBInfoA100 ?model:DSLR-A100$
    0x0040 CompressedImageSize
    0x0081 PreviewImage binary
    0x0088 PreviewImageStart
    0x0089 PreviewImageLength
    0x0100 SceneMode = 0: Standard; 1: Portrait; 2: Text; 3: Night Scene; 4: Sunset; 5: Sports; 6: Landscape;
      7: Night Portrait; 8: Macro; 9: Super Macro; 16: Auto; 17: Night View/Portrait; 18: Sweep Panorama;
      19: Handheld Night Shot; 20: Anti Motion Blur; 21: Cont. Priority AE; 22: Auto+; 23: 3D Sweep Panorama;
      24: Superior Auto; 25: High Sensitivity; 26: Fireworks; 27: Food; 28: Pet; 33: HDR; 65535: n/a
    0x0101 ColorMode low ?!isSony = 0: Natural color; 1: Black & White; 2: Vivid color; 3: Solarization;
      4: Adobe RGB; 5: Sepia; 9: Natural; 12: Portrait; 13: Natural sRGB; 14: Natural+ sRGB; 15: Landscape;
      16: Evening; 17: Night Scene; 18: Night Portrait; 132: Embed Adobe RGB
    0x0101 ColorMode = 0: Standard; 1: Vivid; 2: Portrait; 3: Landscape; 4: Sunset; 5: Night View/Portrait; 6: B&W;
      7: Adobe RGB; 12: Neutral; 13: Clear; 14: Deep; 15: Light; 16: Autumn Leaves; 17: Sepia; 18: FL; 19: Vivid 2;
      20: IN; 21: SH; 100: Neutral; 101: Clear; 102: Deep; 103: Light; 104: Night View; 105: Autumn Leaves;
      255: Off; 4294967295: n/a
    0x0102 MinoltaQuality = 0: Raw; 1: Super Fine; 2: Fine; 3: Standard; 4: Economy; 5: Extra fine
    0x0103 MinoltaQuality low ?model:DiMAGE_A2$|DiMAGE_7Hi$ = 0: Raw; 1: Super Fine; 2: Fine; 3: Standard;
      4: Economy; 5: Extra fine
    0x0103 MinoltaImageSize ?!model:DiMAGE_A200$ = 1: 1600x1200; 2: 1280x960; 3: 640x480; 5: 2560x1920;
      6: 2272x1704; 7: 2048x1536
    0x0104 FlashExposureComp
    0x0105 Teleconverter = 0: None; 4: Minolta/Sony AF 1.4x APO (D) (0x04); 5: Minolta/Sony AF 2x APO (D) (0x05);
      72: Minolta/Sony AF 2x APO (D); 80: Minolta AF 2x APO II; 96: Minolta AF 2x APO;
      136: Minolta/Sony AF 1.4x APO (D); 144: Minolta AF 1.4x APO II; 160: Minolta AF 1.4x APO
    0x0107 ImageStabilization = 1: Off; 5: On
    0x0109 RawAndJpgRecording = 0: Off; 1: On
    0x010a ZoneMatching = 0: ISO Setting Used; 1: High Key; 2: Low Key
    0x010b ColorTemperature
    0x010c LensType = LensType
    0x0111 ColorCompensationFilter
    0x0112 WhiteBalanceFineTune s32
    0x0113 ImageStabilization ?model:DSLR-A100$ = 0: Off; 1: On
    0x0114 MinoltaCameraSettings5D @CameraSettings5D ?model:DYNAX_5D*|MAXXUM_5D*|ALPHA_SWEET*
    0x0114 CameraSettingsA100 @CameraSettingsA100 ?model:DSLR-A100$
    0x0115 WhiteBalance = 0: Auto; 1: Color Temperature/Color Filter; 16: Daylight; 32: Cloudy; 48: Shade;
      64: Tungsten; 80: Flash; 96: Fluorescent; 112: Custom
    0x0f00 MinoltaCameraSettings2 binary

    [CameraSettings u32 low big]
    1 ExposureMode = 0: Program; 1: Aperture Priority; 2: Shutter Priority; 3: Manual
    2 FlashMode = 0: Fill flash; 1: Red-eye reduction; 2: Rear flash sync; 3: Wireless; 4: Off?
    3 WhiteBalance
    4 MinoltaImageSize = 0: Full; 1: 1600x1200; 2: 1280x960; 3: 640x480; 6: 2080x1560; 7: 2560x1920; 8: 3264x2176
    5 MinoltaQuality = 0: Raw; 1: Super Fine; 2: Fine; 3: Standard; 4: Economy; 5: Extra Fine
    6 DriveMode = 0: Single; 1: Continuous; 2: Self-timer; 4: Bracketing; 5: Interval; 6: UHS continuous;
      7: HS continuous
    7 MeteringMode = 0: Multi-segment; 1: Center-weighted average; 2: Spot
    8 ISO -48 /8 exp2 *100
    9 ExposureTime -48 /-8 exp2
    10 FNumber -8 /16 exp2
    11 MacroMode = 0: Off; 1: On
    12 DigitalZoom = 0: Off; 1: Electronic magnification; 2: 2x
    13 ExposureCompensation /3 -2
    14 BracketStep = 0: 1/3 EV; 1: 2/3 EV; 2: 1 EV
    16 IntervalLength
    17 IntervalNumber
    18 FocalLength /256
    19 FocusDistance /1000
    20 FlashFired = 0: No; 1: Yes
    21 MinoltaDate packed-date
    22 MinoltaTime packed-time
    23 MaxAperture -8 /16 exp2
    26 FileNumberMemory = 0: Off; 1: On
    27 LastFileNumber
    28 ColorBalanceRed /256
    29 ColorBalanceGreen /256
    30 ColorBalanceBlue /256
    31 Saturation level = 0: Normal
    32 Contrast level = 0: Normal
    33 Sharpness = 0: Hard; 1: Normal; 2: Soft
    34 SubjectProgram = 0: None; 1: Portrait; 2: Text; 3: Night portrait; 4: Sunset; 5: Sports action
    35 FlashExposureComp -6 /3
    36 ISOSetting = 0: 100; 1: 200; 2: 400; 3: 800; 4: Auto; 5: 64
    37 MinoltaModelID = 0: DiMAGE 7, X1, X21 or X31; 1: DiMAGE 5; 2: DiMAGE S304; 3: DiMAGE S404; 4: DiMAGE 7i;
      5: DiMAGE 7Hi; 6: DiMAGE A1; 7: DiMAGE A2 or S414
    38 IntervalMode = 0: Still Image; 1: Time-lapse Movie
    39 FolderName = 0: Standard Form; 1: Data Form
    40 ColorMode = 0: Natural color; 1: Black & White; 2: Vivid color; 3: Solarization; 4: Adobe RGB
    41 ColorFilter level
    42 BWFilter
    43 InternalFlash = 0: No; 1: Fired
    44 Brightness /8 -6
    45 SpotFocusPointX
    46 SpotFocusPointY
    47 WideFocusZone = 0: No zone; 1: Center zone (horizontal orientation); 2: Center zone (vertical orientation);
      3: Left zone; 4: Right zone
    48 FocusMode = 0: AF; 1: MF
    49 FocusArea = 0: Wide Focus (normal); 1: Spot Focus
    50 DECPosition = 0: Exposure; 1: Contrast; 2: Saturation; 3: Filter
    51 ColorProfile ?model:DiMAGE_7Hi$ = 0: Not Embedded; 1: Embedded
    52 DataImprint ?model:DiMAGE_7Hi$ = 0: None; 1: YYYY/MM/DD; 2: MM/DD/HH:MM; 3: Text; 4: Text + ID#
    63 FlashMetering = 0: ADI (Advanced Distance Integration); 1: Pre-flash TTL; 2: Manual flash control

    [CameraSettings7D u16 low big]
    [CameraSettings5D u16 low big]
      0   - ExposureMode = 0: Program; 1: Aperture Priority; 2: Shutter Priority; 3: Manual; 4: Auto;
      5: Program-shift A; 6: Program-shift S
      -  10 ExposureMode = 0: Program; 1: Aperture Priority; 2: Shutter Priority; 3: Manual; 4: Auto?;
      4131: Connected Copying?
      2  12 MinoltaImageSize = 0: Large; 1: Medium; 2: Small
      3  13 MinoltaQuality = 0: RAW; 16: Fine; 32: Normal; 34: RAW+JPEG; 48: Economy
      4   - WhiteBalance = 0: Auto; 1: Daylight; 2: Shade; 3: Cloudy; 4: Tungsten; 5: Fluorescent; 256: Kelvin;
      512: Manual
     14   - FocusMode = 0: AF-S; 1: AF-C; 3: Manual; 4: AF-A
      -  14 WhiteBalance = 0: Auto; 1: Daylight; 2: Cloudy; 3: Shade; 4: Tungsten; 5: Fluorescent; 6: Flash;
      256: Kelvin; 512: Manual
     16   - AFPoints = bits 0: Center; 1: Top; 2: Top-right; 3: Right; 4: Bottom-right; 5: Bottom; 6: Bottom-left;
      7: Left; 8: Top-left; -: (none)
     21   - Flash = 0: Off; 1: On
      -  31 Flash = 0: Did not fire; 1: Fired
     22  32 FlashMode = 0: Normal; 1: Red-eye reduction; 2: Rear flash sync
     28   - ISOSetting = 0: Auto; 1: 100; 3: 200; 4: 400; 5: 800; 6: 1600; 7: 3200
     30   - ExposureCompensation s16 /24
     37   - ColorSpace = 0: Natural sRGB; 1: Natural+ sRGB; 4: Adobe RGB
      -  37 MeteringMode = 0: Multi-segment; 1: Center-weighted average; 2: Spot
      -  38 ISOSetting = 0: Auto; 1: 100; 3: 200; 4: 400; 5: 800; 6: 1600; 7: 3200; 8: 200 (Zone Matching High);
      10: 80 (Zone Matching Low)
      -  47 ColorSpace = 0: Natural sRGB; 1: Natural+ sRGB; 2: Monochrome; 4: Adobe RGB (ICC); 5: Adobe RGB
     38  48 Sharpness -10
     39  49 Contrast -10
     40  50 Saturation -10
      -  53 ExposureTime -48 /-8 exp2
      -  54 FNumber -8 /16 exp2
     45  55 FreeMemoryCardImages
     63  73 ColorTemperature s16 *100
     64  74 HueAdjustment -10
     70  80 Rotation = 72: Horizontal (normal); 76: Rotate 90 CW; 82: Rotate 270 CW
     71   - FNumber -8 /16 exp2
     72   - ExposureTime -48 /-8 exp2
      -  83 ExposureCompensation /100 -3
     74  84 FreeMemoryCardImages
      - 101 Rotation = 0: Horizontal (normal); 1: Rotate 90 CW; 2: Rotate 270 CW
      - 110 ColorTemperature s16 *100
      - 113 PictureFinish = 0: Natural; 1: Natural+; 2: Portrait; 3: Wind Scene; 4: Evening Scene; 5: Night Scene;
      6: Night Portrait; 7: Monochrome; 8: Adobe RGB; 9: Adobe RGB (ICC)
     94 174 ImageNumber +1
     96 176 NoiseReduction = 0: Off; 1: On
     98   - ImageNumber2 +1
    113 189 ImageStabilization = 0: Off; 1: On
    117   - ZoneMatchingOn = 0: Off; 1: On

    [CameraInfoA100 u8 low little]
    1 AFSensorActive = 0: Top-right; 1: Bottom-right; 2: Bottom; 3: Middle Horizontal; 4: Center Vertical; 5: Top;
      6: Top-left; 7: Bottom-left
    2 AFStatusActiveSensor s16 = AFStatus
    4 AFStatusTop-right s16 = AFStatus
    6 AFStatusBottom-right s16 = AFStatus
    8 AFStatusBottom s16 = AFStatus
    10 AFStatusMiddleHorizontal s16 = AFStatus
    12 AFStatusCenterVertical s16 = AFStatus
    14 AFStatusTop s16 = AFStatus
    16 AFStatusTop-left s16 = AFStatus
    18 AFStatusBottom-left s16 = AFStatus
    20 FocusLocked = 0: Manual Focus; 4: No; 16: Continuous Focus; 64: Yes
    21 AFPoint = 0: Auto; 1: Center; 2: Top; 3: Top-right; 4: Right; 5: Bottom-right; 6: Bottom; 7: Bottom-left;
      8: Left; 9: Top-left
    22 AFMode = 0: DMF; 1: AF-S; 2: AF-C; 3: AF-A
    45 AFStatusLeft s16 = AFStatus
    47 AFStatusCenterHorizontal s16 = AFStatus
    49 AFStatusRight s16 = AFStatus
    51 AFAreaMode = 0: Wide; 1: Local; 2: Spot

    [ISInfoA100 u8 low big]
    0 ImageStabilization u16 = 0: Off; 10116: On

    [WBInfoA100 u8 low big]
    14 DriveMode = 0: Self-timer 10 sec; 1: Continuous; 2: Single-frame Exposure Bracketing;
      3: Continuous Exposure Bracketing; 4: Self-Timer 2 sec; 5: Single Frame; 8: White Balance Bracketing Low;
      9: White Balance Bracketing High
    16 Rotation = 0: Horizontal (normal); 1: Rotate 270 CW; 2: Rotate 90 CW
    20 ImageStabilizationSetting = 0: Off; 1: On
    21 DynamicRangeOptimizerMode = 0: Off; 1: Standard; 2: Advanced
    42 ExposureCompensationMode = 0: Ambient and Flash; 1: Ambient Only
    43 WBBracketShotNumber
    44 WhiteBalanceBracketing = 0: Off; 1: Low; 2: High
    45 ExposureBracketShotNumber
    49 FlashFunction u16 = 0: No flash; 768: Built-in flash; 4613: Manual; 4622: Strobe;
      4750: Fill flash, Pre-flash TTL; 4782: Bounce flash; 5134: Rear sync, ADI; 5262: Fill flash, ADI;
      5504: Wireless; 6030: HSS
    52 ExposureMode u16 = 0: Program; 1: Aperture Priority; 2: Shutter Priority; 3: Manual; 4: Auto;
      5: Program Shift A; 6: Program Shift S; 4115: Portrait; 4131: Sports; 4147: Sunset;
      4163: Night View/Portrait; 4179: Landscape; 4227: Macro
    54 ColorMode u16 = 0: Standard; 1: Vivid; 2: Portrait; 3: Landscape; 4: Sunset; 5: Night View; 7: B&W;
      8: Adobe RGB
    56 AverageLV u16 -106 /8
    60 FrameNumber
    150 WB_RGBLevels u16[3]
    174 WB_GBRGLevels u16[4]
    192 WB_RedLevelsTungsten u16[7]
    206 WB_BlueLevelsTungsten u16[7]
    220 WB_RedLevelsDaylight u16[7]
    234 WB_BlueLevelsDaylight u16[7]
    248 WB_RedLevelsCloudy u16[7]
    262 WB_BlueLevelsCloudy u16[7]
    276 WB_RedLevelsFlash u16[7]
    290 WB_BlueLevelsFlash u16[7]
    332 WB_RedLevelsFluorescent u16[7]
    346 WB_BlueLevelsFluorescent u16[7]
    360 WB_RedLevelsShade u16[7]
    374 WB_BlueLevelsShade u16[7]
    392 WB_RedLevel6500K u16
    394 WB_BlueLevel6500K u16
    396 WB_RedLevelCustom u16
    398 WB_BlueLevelCustom u16
    408 WB_RedLevel3500K u16
    410 WB_BlueLevel3500K u16
    446 WB_RedLevelsKelvin u16[75]
    596 WB_BlueLevelsKelvin u16[75]
    772 WB_RBLevelsFlash u16[2]
    776 WB_RBLevelsCoolWhiteF u16[2]
    1000 WB_RBLevelsTungsten u16[2]
    1004 WB_RBLevelsDaylight u16[2]
    1008 WB_RBLevelsCloudy u16[2]
    1012 WB_RBLevelsFlash u16[2]
    1020 WB_RedLevelsFluorescent u16[7]
    1034 WB_BlueLevelsFluorescent u16[7]
    1048 WB_RBLevelsShade u16[2]
    1056 WB_RBLevels6500K u16[2]
    1060 WB_RBLevelsCustom u16[2]
    1072 WB_RBLevels3500K u16[2]
    1320 WB_RBLevelsDaylight u16[2]
    1350 WB_RGBLevels u16[3]
    # From the outer segment to the rows of the honeycomb.
    1576 AEMeteringSegments u8[40] -106 /8
    1680 MeasuredLV -106 /8
    1681 BrightnessValue -106 /8
    18872 ExposureTime bulbTime
    18874 ISO -48 /8 exp2 *100
    18875 FocusDistance -126 /16 exp2
    18877 LensType u16rev = LensType
    18880 ExposureCompensation s8 /8
    18881 FlashExposureComp s8 /8
    18882 ImageStabilization = 0: Off; 1: On
    18883 BrightnessValue -106 /8
    18885 MaxAperture -8 /16 exp2
    18887 FNumber -8 /16 exp2
    18908 InternalSerialNumber text[12]

    [CameraSettingsA100 u16 low big]
    0 ExposureMode = 0: Program; 1: Aperture Priority; 2: Shutter Priority; 3: Manual; 4: Auto; 5: Program Shift A;
      6: Program Shift S; 4115: Portrait; 4131: Sports; 4147: Sunset; 4163: Night View/Portrait; 4179: Landscape;
      4227: Macro
    1 ExposureCompensationSetting /100 -3
    5 HighSpeedSync = 0: Off; 1: On
    6 ShutterSpeedSetting bulbTime
    7 ApertureSetting /8 -1 apex-aperture
    8 ExposureTime bulbTime
    9 FNumber /8 -1 apex-aperture
    10 DriveMode2 = 0: Self-timer 10 sec; 1: Continuous; 4: Self-timer 2 sec; 5: Single Frame;
      8: White Balance Bracketing Low; 9: White Balance Bracketing High; 770: Single-frame Bracketing Low;
      771: Continous Bracketing Low; 1794: Single-frame Bracketing High; 1795: Continuous Bracketing High
    11 WhiteBalance = 0: Auto; 1: Daylight; 2: Cloudy; 3: Shade; 4: Tungsten; 5: Fluorescent; 6: Flash;
      256: Kelvin; 512: Manual
    12 FocusMode = 0: AF-S; 1: AF-C; 4: AF-A; 5: Manual; 6: DMF
    13 AFPointSelected = 1: Center; 2: Top; 3: Top-right; 4: Right; 5: Bottom-right; 6: Bottom; 7: Bottom-left;
      8: Left; 9: Top-left
    14 AFAreaMode = 0: Wide; 1: Local; 2: Spot
    15 FlashMode = 0: Auto; 2: Rear Sync; 3: Wireless; 4: Fill Flash
    16 FlashExposureCompSet /100 -3
    18 MeteringMode = 0: Multi-segment; 1: Center-weighted average; 2: Spot
    19 ISOSetting = 0: Auto; 48: 100; 56: 200; 64: 400; 72: 800; 80: 1600; 174: 80 (Zone Matching Low);
      184: 200 (Zone Matching High)
    20 ZoneMatchingMode = 0: Off; 1: Standard; 2: Advanced
    21 DynamicRangeOptimizer = 0: Off; 1: Standard; 2: Advanced
    22 ColorMode = 0: Standard; 1: Vivid; 2: Portrait; 3: Landscape; 4: Sunset; 5: Night Scene; 7: B&W; 8: Adobe RGB
    23 ColorSpace = 0: sRGB; 2: B&W; 5: Adobe RGB
    24 Sharpness -10 = 0: Normal
    25 Contrast -10 = 0: Normal
    26 Saturation -10 = 0: Normal
    28 FlashMetering = 0: ADI (Advanced Distance Integration); 1: Pre-flash TTL
    29 PrioritySetupShutterRelease = 0: AF; 1: Release
    30 DriveMode = 0: Single Frame; 1: Continuous; 2: Self-timer; 3: Continuous Bracketing;
      4: Single-Frame Bracketing; 5: White Balance Bracketing
    31 SelfTimerTime = 0: 10 s; 4: 2 s
    32 ContinuousBracketing = 771: Low; 1795: High
    33 SingleFrameBracketing = 770: Low; 1794: High
    34 WhiteBalanceBracketing = 8: Low; 9: High
    35 WhiteBalanceSetting = 0: Auto; 1: Preset; 2: Custom; 3: Color Temperature/Color Filter; 32769: Preset;
      32770: Custom; 32771: Color Temperature/Color Filter
    36 PresetWhiteBalance = 1: Daylight; 2: Cloudy; 3: Shade; 4: Tungsten; 5: Fluorescent; 6: Flash
    37 ColorTemperatureSetting = 0: Temperature; 2: Color Filter
    38 CustomWBSetting = 0: Setup; 1: Recall
    39 DynamicRangeOptimizerSetting = 0: Off; 1: Standard; 2: Advanced
    50 FreeMemoryCardImages
    52 CustomWBRedLevel
    53 CustomWBGreenLevel
    54 CustomWBBlueLevel
    55 CustomWBError = 0: OK; 1: Error
    56 WhiteBalanceFineTune s16
    57 ColorTemperature *100
    58 ColorCompensationFilter s16
    59 SonyImageSize = 0: Standard; 1: Medium; 2: Small
    60 SonyQuality = 0: RAW; 32: Fine; 34: RAW + JPEG; 48: Standard
    61 InstantPlaybackTime
    62 InstantPlaybackSetup = 0: Image and Information; 1: Image Only; 3: Image and Histogram
    63 NoiseReduction = 0: Off; 1: On
    64 EyeStartAF = 0: On; 1: Off
    65 RedEyeReduction = 0: Off; 1: On
    66 FlashDefault = 0: Auto; 1: Fill Flash
    67 AutoBracketOrder = 0: 0 - +; 1: - 0 +
    68 FocusHoldButton = 0: Focus Hold; 1: DOF Preview
    69 AELButton = 0: Hold; 1: Toggle; 2: Spot Hold; 3: Spot Toggle
    70 ControlDialSet = 0: Shutter Speed; 1: Aperture
    71 ExposureCompensationMode = 0: Ambient and Flash; 1: Ambient Only
    72 AFAssist = 0: On; 1: Off
    73 CardShutterLock = 0: On; 1: Off
    74 LensShutterLock = 0: On; 1: Off
    75 AFAreaIllumination = 0: 0.3 s; 1: 0.6 s; 2: Off
    76 MonitorDisplayOff = 0: Automatic; 1: Manual
    77 RecordDisplay = 0: Auto Rotate; 1: Horizontal
    78 PlayDisplay = 0: Auto Rotate; 1: Manual Rotate
    80 ExposureIndicator = 0: Not Indicated; 1: Under Scale; 119: Bottom of Scale; 120: -2.0; 121: -1.7; 122: -1.5;
      123: -1.3; 124: -1.0; 125: -0.7; 126: -0.5; 127: -0.3; 128: 0; 129: +0.3; 130: +0.5; 131: +0.7; 132: +1.0;
      133: +1.3; 134: +1.5; 135: +1.7; 136: +2.0; 253: Top of Scale; 254: Over Scale
    81 AELExposureIndicator = 0: Not Indicated; 1: Under Scale; 119: Bottom of Scale; 120: -2.0; 121: -1.7;
      122: -1.5; 123: -1.3; 124: -1.0; 125: -0.7; 126: -0.5; 127: -0.3; 128: 0; 129: +0.3; 130: +0.5; 131: +0.7;
      132: +1.0; 133: +1.3; 134: +1.5; 135: +1.7; 136: +2.0; 253: Top of Scale; 254: Over Scale
    82 ExposureBracketingIndicatorLast = 0: Not Indicated; 1: Under Scale; 119: Bottom of Scale; 120: -2.0;
      121: -1.7; 122: -1.5; 123: -1.3; 124: -1.0; 125: -0.7; 126: -0.5; 127: -0.3; 128: 0; 129: +0.3; 130: +0.5;
      131: +0.7; 132: +1.0; 133: +1.3; 134: +1.5; 135: +1.7; 136: +2.0; 253: Top of Scale; 254: Over Scale
    83 MeteringOffScaleIndicator = 0: Within Range; 1: Under/Over Range; 255: Out of Range
    84 FlashExposureIndicator = 0: Not Indicated; 1: Under Scale; 119: Bottom of Scale; 120: -2.0; 121: -1.7;
      122: -1.5; 123: -1.3; 124: -1.0; 125: -0.7; 126: -0.5; 127: -0.3; 128: 0; 129: +0.3; 130: +0.5; 131: +0.7;
      132: +1.0; 133: +1.3; 134: +1.5; 135: +1.7; 136: +2.0; 253: Top of Scale; 254: Over Scale
    85 FlashExposureIndicatorNext = 0: Not Indicated; 1: Under Scale; 119: Bottom of Scale; 120: -2.0; 121: -1.7;
      122: -1.5; 123: -1.3; 124: -1.0; 125: -0.7; 126: -0.5; 127: -0.3; 128: 0; 129: +0.3; 130: +0.5; 131: +0.7;
      132: +1.0; 133: +1.3; 134: +1.5; 135: +1.7; 136: +2.0; 253: Top of Scale; 254: Over Scale
    86 FlashExposureIndicatorLast = 0: Not Indicated; 1: Under Scale; 119: Bottom of Scale; 120: -2.0; 121: -1.7;
      122: -1.5; 123: -1.3; 124: -1.0; 125: -0.7; 126: -0.5; 127: -0.3; 128: 0; 129: +0.3; 130: +0.5; 131: +0.7;
      132: +1.0; 133: +1.3; 134: +1.5; 135: +1.7; 136: +2.0; 253: Top of Scale; 254: Over Scale
    87 ImageStabilization = 0: Off; 1: On
    88 FocusModeSwitch = 0: AF; 1: MF
    89 FlashType = 0: Off; 1: Built-in; 2: External
    90 Rotation = 0: Horizontal (Normal); 1: Rotate 270 CW; 2: Rotate 90 CW
    91 AELock = 0: Off; 1: On
    94 ColorTemperature *100
    95 ColorCompensationFilter s16
    96 BatteryState = 3: Very Low; 4: Low; 5: Half Full; 6: Sufficient Power Remaining
    """
}
