extension Maker {
  /// The tables of Nikon's notes. docs/maker-notes.md describes their form.
  static let nikonTables = """
    [Main]
    0x0001 MakerNoteVersion version
    0x0002 ISO low
    0x0003 ColorMode
    0x0004 Quality
    0x0005 WhiteBalance
    0x0006 Sharpness
    0x0007 FocusMode
    0x0008 FlashSetting
    0x0009 FlashType
    0x000b WhiteBalanceFineTune
    0x000c WB_RBLevels
    0x000d ProgramShift steps
    0x000e ExposureDifference steps
    0x000f ISOSelection
    0x0010 DataDump binary
    0x0011 PreviewIFD @PreviewIFD
    0x0012 FlashExposureComp steps
    0x0013 ISOSetting
    0x0014 ColorBalanceA @ColorBalanceA ?type:bytes ?count:2560
    0x0016 ImageBoundary
    0x0017 ExternalFlashExposureComp steps
    0x0018 FlashExposureBracketValue steps
    0x0019 ExposureBracketValue
    0x001a ImageProcessing
    0x001b CropHiSpeed = 0: Off; 1: 1.3x Crop; 2: DX Crop; 3: 5:4 Crop; 4: 3:2 Crop; 6: 16:9 Crop; 8: 2.7x Crop;
      9: DX Movie Crop; 10: 1.3x Movie Crop; 11: FX Uncropped; 12: DX Uncropped; 13: 2.8x Movie Crop;
      14: 1.4x Movie Crop; 15: 1.5x Movie Crop; 17: 1:1 Crop
    0x001c ExposureTuning steps
    0x001d SerialNumber
    0x001e ColorSpace = 1: sRGB; 2: Adobe RGB
    0x001f VRInfo @VRInfo
    0x0020 ImageAuthentication = ShutterReleaseButtonAEL
    0x0021 FaceDetect @FaceDetect
    0x0022 ActiveD-Lighting = 0: Off; 1: Low; 3: Normal; 5: High; 7: Extra High; 8: Extra High 1; 9: Extra High 2;
      10: Extra High 3; 11: Extra High 4; 65535: Auto
    0x0023 PictureControlData @PictureControl ?starts:01 binary
    0x0023 PictureControlData @PictureControl2 ?starts:02 binary
    0x0023 PictureControlData @PictureControl3 ?starts:03 binary
    0x0024 WorldTime @WorldTime
    0x0025 ISOInfo @ISOInfo
    0x002a VignetteControl = 0: Off; 1: Low; 3: Normal; 5: High
    0x002b DistortInfo @DistortInfo
    0x0034 ShutterMode = 0: Mechanical; 16: Electronic; 48: Electronic Front Curtain; 64: Electronic (Movie);
      80: Auto (Mechanical); 81: Auto (Electronic Front Curtain); 96: Electronic (High Speed)
    0x0035 HDRInfo @HDRInfo ?!count:6
    0x0035 HDRInfo2 @HDRInfo2
    0x0037 MechanicalShutterCount
    0x0039 LocationInfo @LocationInfo
    0x003d BlackLevel
    0x003e ImageSizeRAW = 1: Large; 2: Medium; 3: Small
    0x003f WhiteBalanceFineTune
    0x0045 CropArea
    0x004e Settings @Settings
    0x004f ColorTemperatureAuto
    0x0051 RawInfo @RawInfo
    0x0056 BurstInfo @BurstInfo
    0x0080 ImageAdjustment
    0x0081 ToneComp
    0x0082 AuxiliaryLens
    0x0083 LensType
    0x0084 Lens
    0x0085 ManualFocusDistance
    0x0086 DigitalZoom
    0x0087 FlashMode = 0: Did Not Fire; 1: Fired, Manual; 3: Not Ready; 7: Fired, External;
      8: Fired, Commander Mode; 9: Fired, TTL Mode; 18: LED Light
    0x0088 AFInfo @AFInfo ?model:D*
    0x0088 AFInfo @AFInfoLittle
    0x0089 ShootingMode = bits -: Single-Frame; 0: Continuous; 1: Delay; 2: PC Control; 3: Self-timer;
      4: Exposure Bracketing; 5: Auto ISO; 6: White-Balance Bracketing; 7: IR Control; 8: D-Lighting Bracketing
    0x008b LensFStops unsignedSteps
    0x008c ContrastCurve binary
    0x008d ColorHue
    0x008f SceneMode
    0x0090 LightSource
    0x0091 ShotInfoD40 @ShotInfoD40 ?starts:0209
    0x0091 ShotInfoD80 @ShotInfoD80 ?starts:0208
    0x0091 ShotInfoD90 @ShotInfoD90 ?starts:0213
    0x0091 ShotInfoD3a @ShotInfoD3a ?starts:0210 ?count:5399
    0x0091 ShotInfoD3b @ShotInfoD3b ?starts:0210 ?count:5408|5412
    0x0091 ShotInfoD3X @ShotInfoD3X ?starts:0214 ?count:5409
    0x0091 ShotInfoD3S @ShotInfoD3S ?starts:0218 ?count:5356|5388
    0x0091 ShotInfoD300a @ShotInfoD300a ?starts:0210 ?count:5291
    0x0091 ShotInfoD300b @ShotInfoD300b ?starts:0210 ?count:5303
    0x0091 ShotInfoD300S @ShotInfoD300S ?starts:0216 ?count:5311
    0x0091 ShotInfoD700 @ShotInfoD700 ?starts:0212 ?count:5312
    0x0091 ShotInfoD800 @ShotInfoD800 ?starts:0222
    0x0091 ShotInfoD5000 @ShotInfoD5000 ?starts:0215 ?count:6745
    0x0091 ShotInfoD5100 @ShotInfoD5100 ?starts:0221 ?count:8902
    0x0091 ShotInfoD5200 @ShotInfoD5200 ?starts:0226 ?count:11587
    0x0091 ShotInfoD7000 @ShotInfoD7000 ?starts:0220
    0x0091 ShotInfoD4 @ShotInfoD4 ?starts:0223
    0x0091 ShotInfoD4S @ShotInfoD4S ?starts:0231
    0x0091 ShotInfoD610 @ShotInfoD610 ?starts:0232
    0x0091 ShotInfoD810 @ShotInfoD810 ?starts:0233
    0x0091 ShotInfoD850 @ShotInfoD850 ?starts:0243
    0x0091 ShotInfoD500 @ShotInfoD500 ?starts:0238|0239
    0x0091 ShotInfoD6 @ShotInfoD6 ?starts:0246
    0x0091 ShotInfoZ7II @ShotInfoZ7II ?starts:0800|0801|0802|0803|0804
    0x0091 ShotInfoZ9 @ShotInfoZ9 ?starts:0805
    0x0091 ShotInfo02xx @ShotInfo ?starts:02|08
    0x0091 ShotInfo @ShotInfoPlain
    0x0092 HueAdjustment
    0x0093 NEFCompression = NEFCompression
    0x0094 SaturationAdj
    0x0095 NoiseReduction
    0x0096 NEFLinearizationTable binary
    0x0097 ColorBalance @ColorBalance0100 ?starts:0100
    0x0097 ColorBalance @ColorBalance0102 ?starts:0102
    0x0097 ColorBalance @ColorBalance0103 ?starts:0103
    0x0097 ColorBalance @ColorBalance0205 ?starts:0205
    0x0097 ColorBalance @ColorBalance0209 ?starts:0209|0212|0214
    0x0097 ColorBalance @ColorBalance0211 ?starts:0211
    0x0097 ColorBalance @ColorBalance0213 ?starts:0213
    0x0097 ColorBalance @ColorBalance0215 ?starts:0215|0216|0217
    0x0097 ColorBalance @ColorBalance0200 ?starts:0200|0201|0202|0203|0204|0206|0207|0208|0210
    0x0097 ColorBalance @ColorBalanceOther ?starts:02|04|06|08
    0x0097 ColorBalance @ColorBalance
    0x0098 LensData0100 @LensData00 ?starts:0100
    0x0098 LensData0101 @LensData01 ?starts:0101
    0x0098 LensData0201 @LensData01 ?starts:0201|0202|0203
    0x0098 LensData0204 @LensData0204 ?starts:0204
    0x0098 LensData0400 @LensData0400 ?starts:0400|0401
    0x0098 LensData0402 @LensData0402 ?starts:0402
    0x0098 LensData0403 @LensData0403 ?starts:0403
    0x0098 LensData0800 @LensData0800 ?starts:0800|0801|0802
    0x0098 LensData @LensData
    0x0099 RawImageCenter
    0x009a SensorPixelSize
    0x009c SceneAssist
    0x009d DateStampMode = 0: Off; 1: Date & Time; 2: Date; 3: Date Counter
    0x009e RetouchHistory withoutZeros
    0x00a0 SerialNumber
    0x00a2 ImageDataSize
    0x00a5 ImageCount
    0x00a6 DeletedImageCount
    0x00a7 ShutterCount
    0x00a8 FlashInfo0100 @FlashInfo0100 ?starts:0100|0101
    0x00a8 FlashInfo0102 @FlashInfo0102 ?starts:0102
    0x00a8 FlashInfo0103 @FlashInfo0103 ?starts:0103|0104|0105
    0x00a8 FlashInfo0106 @FlashInfo0106 ?starts:0106
    0x00a8 FlashInfo0107 @FlashInfo0107 ?starts:0107|0108
    0x00a8 FlashInfo0300 @FlashInfo0300 ?starts:0300|0301
    0x00a8 FlashInfo @FlashInfo
    0x00a9 ImageOptimization
    0x00aa Saturation
    0x00ab VariProgram
    0x00ac ImageStabilization
    0x00ad AFResponse
    0x00b0 MultiExposure @MultiExposure ?starts:0100
    0x00b0 MultiExposure @MultiExposureLittle ?starts:0101
    0x00b0 MultiExposure2 @MultiExposure2 ?starts:0102|0103
    0x00b1 HighISONoiseReduction = 0: Off; 1: Minimal; 2: Low; 3: Medium Low; 4: Normal; 5: Medium High; 6: High
    0x00b3 ToningEffect
    0x00b6 PowerUpTime powerUpTime
    0x00b7 AFInfo2 @AFInfo2V0400 ?model:Z_9
    0x00b7 AFInfo2 @AFInfo2
    0x00b8 FileInfo @FileInfo ?littleFileInfo
    0x00b8 FileInfo @FileInfoBig
    0x00b9 AFTune @AFTune
    0x00bb RetouchInfo @RetouchInfo
    0x00bd PictureControlData @PictureControl binary
    0x00bf SilentPhotography = ShutterReleaseButtonAEL
    0x00c3 BarometerInfo @BarometerInfo
    0x0e09 NikonCaptureVersion
    0x0e22 NEFBitDepth = 0 0 0 0: n/a (JPEG); 12 0 0 0: 12; 14 0 0 0: 14; 16 16 16 0: 16 x 3; 8 8 8 0: 8 x 3

    [RawInfo u8]
    0 FirmwareVersion text[8] nonempty
    10 NEFCompression u16 = NEFCompression

    [=NEFCompression]
    1: Lossy (type 1); 2: Uncompressed; 3: Lossless; 4: Lossy (type 2);
    5: Striped packed 12 bits; 6: Uncompressed (reduced to 12 bit); 7: Unpacked 12 bits; 8: Small;
    9: Packed 12 bits; 10: Packed 14 bits; 13: High Efficiency; 14: High Efficiency*

    [BurstInfo u8]
    0 FirmwareVersion text[4]
    4 BurstGroupID u16

    [Type2]
    0x0003 Quality
    0x0004 ColorMode
    0x0005 ImageAdjustment
    0x0006 CCDSensitivity
    0x0007 WhiteBalance
    0x0008 Focus
    0x000a DigitalZoom
    0x000b Converter

    [PreviewIFD]
    0x00fe SubfileType = bits 0: Reduced resolution; 1: Single page; 2: Transparency mask; 3: TIFF/IT final page;
      4: TIFF-FX mixed raster content; -: Full-resolution image
    0x0103 Compression = 1: Uncompressed; 2: CCITT 1D; 3: T4/Group 3 Fax; 4: T6/Group 4 Fax; 5: LZW;
      6: JPEG (old-style); 7: JPEG; 8: Adobe Deflate; 9: JBIG B&W; 10: JBIG Color; 99: JPEG; 262: Kodak 262;
      32766: Next; 32767: Sony ARW Compressed; 32769: Packed RAW; 32770: Samsung SRW Compressed; 32771: CCIRLEW;
      32772: Samsung SRW Compressed 2; 32773: PackBits; 32809: Thunderscan; 32867: Kodak KDC Compressed;
      32895: IT8CTPAD; 32896: IT8LW; 32897: IT8MP; 32898: IT8BL; 32908: PixarFilm; 32909: PixarLog; 32946: Deflate;
      32947: DCS; 33003: Aperio JPEG 2000 YCbCr; 33005: Aperio JPEG 2000 RGB; 34661: JBIG; 34676: SGILog;
      34677: SGILog24; 34712: JPEG 2000; 34713: Nikon NEF Compressed; 34715: JBIG2 TIFF FX;
      34718: Microsoft Document Imaging (MDI) Binary Level Codec;
      34719: Microsoft Document Imaging (MDI) Progressive Transform Codec;
      34720: Microsoft Document Imaging (MDI) Vector; 34887: ESRI Lerc; 34892: Lossy JPEG; 34925: LZMA2;
      34926: Zstd; 34927: WebP; 34933: PNG; 34934: JPEG XR; 65000: Kodak DCR Compressed;
      65535: Pentax PEF Compressed
    0x011a XResolution
    0x011b YResolution
    0x0128 ResolutionUnit = 1: None; 2: inches; 3: cm
    0x0201 PreviewImageStart
    0x0202 PreviewImageLength
    0x0213 YCbCrPositioning = 1: Centered; 2: Co-sited

    [ColorBalanceA u16 big]
    624 WB_RBLevels u16[2]
    626 WB_RBLevelsAuto u16[2]
    628 WB_RBLevelsDaylight u16[14]
    642 WB_RBLevelsIncandescent u16[14]
    656 WB_RBLevelsFluorescent u16[6]
    662 WB_RBLevelsCloudy u16[14]
    676 WB_RBLevelsFlash u16[14]
    690 WB_RBLevelsShade u16[14] ?!model:E8700$

    [ColorBalanceB u8]
    [ColorBalanceC u8]
       4   4 ColorBalanceVersion bytes[4]
       -  32 BlackLevel u16
    5096  56 WB_RGGBLevels u32[4] doubledEnds
    5112  76 WB_RGGBLevelsDaylight u32[4] doubledEnds
    5128  96 WB_RGGBLevelsCloudy u32[4] doubledEnds
    5160 136 WB_RGGBLevelsTungsten u32[4] doubledEnds
    5176 156 WB_RGGBLevelsFluorescentW u32[4] doubledEnds
       - 176 WB_RGGBLevelsFluorescentN u32[4] doubledEnds
       - 196 WB_RGGBLevelsFluorescentD u32[4] doubledEnds
       - 216 WB_RGGBLevelsHTMercury u32[4] doubledEnds
    5192   - WB_RGGBLevelsFlash u32[4] doubledEnds
    5224 256 WB_RGGBLevelsCustom u32[4] doubledEnds
    5240 276 WB_RGGBLevelsAuto u32[4] doubledEnds

    [VRInfo u8]
    0 VRInfoVersion bytes[4]
    4 VibrationReduction = 0: n/a; 1: On; 2: Off
    6 VRMode ?model:Z_5|Z_50|Z_6|Z_6_2|Z_7|Z_7_2|Z_fc|Z_9 = 0: Off; 1: Normal; 3: Sport
    6 VRMode = 0: Normal; 1: On (1); 2: Active; 3: Sport
    8 VRType = 2: In-body; 3: In-body + Lens

    [FaceDetect u16]
    1 FaceDetectFrameSize u16[2]
    3 FacesDetected
    4 Face1Position u16[4] ?FacesDetected>=1
    8 Face2Position u16[4] ?FacesDetected>=2
    12 Face3Position u16[4] ?FacesDetected>=3
    16 Face4Position u16[4] ?FacesDetected>=4
    20 Face5Position u16[4] ?FacesDetected>=5
    24 Face6Position u16[4] ?FacesDetected>=6
    28 Face7Position u16[4] ?FacesDetected>=7
    32 Face8Position u16[4] ?FacesDetected>=8
    36 Face9Position u16[4] ?FacesDetected>=9
    40 Face10Position u16[4] ?FacesDetected>=10
    44 Face11Position u16[4] ?FacesDetected>=11
    48 Face12Position u16[4] ?FacesDetected>=12

    [PictureControl u8]
    [PictureControl2 u8]
    [PictureControl3 u8]
     0  0  0 PictureControlVersion bytes[4]
     4  4  8 PictureControlName text[20]
    24 24 28 PictureControlBase text[20]
    48 48 54 PictureControlAdjust = 0: Default Settings; 1: Quick Adjust; 2: Full Control
    49 49 55 PictureControlQuickAdjust -128
    50 51 57 Sharpness -128
     -  - 59 MidRangeSharpness -128
     - 53 61 Clarity -128
    51 55 63 Contrast -128
    52 57 65 Brightness -128
    53 59 67 Saturation -128
    54  -  - HueAdjustment -128
     - 61 69 Hue -128
    55 63 71 FilterEffect = 128: Off; 129: Yellow; 130: Orange; 131: Red; 132: Green; 255: n/a
    56 64 72 ToningEffect = ToningEffect
    57 65 73 ToningSaturation -128

    [WorldTime u8]
    0 TimeZone s16
    2 DaylightSavings = ReleaseButtonToUseDial
    3 DateDisplayFormat = 0: Y/M/D; 1: M/D/Y; 2: D/M/Y

    [ISOInfo u8 big]
    0 ISO low /12 -5 exp2 *100
    4 ISOExpansion u16 = 0: Off; 257: Hi 0.3; 258: Hi 0.5; 259: Hi 0.7; 260: Hi 1.0; 261: Hi 1.3; 262: Hi 1.5;
      263: Hi 1.7; 264: Hi 2.0; 265: Hi 2.3; 266: Hi 2.5; 267: Hi 2.7; 268: Hi 3.0; 269: Hi 3.3; 270: Hi 3.5;
      271: Hi 3.7; 272: Hi 4.0; 273: Hi 4.3; 274: Hi 4.5; 275: Hi 4.7; 276: Hi 5.0; 513: Lo 0.3; 514: Lo 0.5;
      515: Lo 0.7; 516: Lo 1.0
    6 ISO2 /12 -5 exp2 *100
    10 ISOExpansion2 u16 = 0: Off; 257: Hi 0.3; 258: Hi 0.5; 259: Hi 0.7; 260: Hi 1.0; 261: Hi 1.3; 262: Hi 1.5;
      263: Hi 1.7; 264: Hi 2.0; 513: Lo 0.3; 514: Lo 0.5; 515: Lo 0.7; 516: Lo 1.0

    [DistortInfo u8]
    4 AutoDistortionControl = 0: Off; 1: On; 2: On (underwater)

    [HDRInfo u8]
    0 HDRInfoVersion text[4]
    4 HDR = 0: Off; 1: On (normal); 48: Auto
    5 HDRLevel = 0: Auto; 1: 1 EV; 2: 2 EV; 3: 3 EV; 255: n/a
    6 HDRSmoothing = 0: Off; 1: Normal; 2: Low; 3: High; 48: Auto; 255: n/a
    7 HDRLevel2 = 0: Auto; 1: 1 EV; 2: 2 EV; 3: 3 EV; 255: n/a

    [HDRInfo2 u8]
    0 HDRInfoVersion text[4]
    4 HDR = 0: Off; 1: On (normal)
    5 HDRLevel = 0: n/a; 1: Normal; 2: Low; 3: High; 4: High+; 5: Auto

    [LocationInfo u8]
    0 LocationInfoVersion bytes[4]
    4 TextEncoding = 0: n/a; 1: UTF8; 2: UTF16
    8 POILevel
    9 Location bytes[70]

    [AFInfo u8 big]
    [AFInfoLittle u8 little]
    0 0 AFAreaMode = 0: Single Area; 1: Dynamic Area; 2: Dynamic Area (closest subject); 3: Group Dynamic;
      4: Single Area (wide); 5: Dynamic Area (wide)
    1 1 AFPoint = 0: Center; 1: Top; 2: Bottom; 3: Mid-left; 4: Mid-right; 5: Upper-left; 6: Upper-right; 7: Lower-left;
      8: Lower-right; 9: Far Left; 10: Far Right
    2 2 AFPointsInFocus u16 = bits 0: Center; 1: Top; 2: Bottom; 3: Mid-left; 4: Mid-right; 5: Upper-left;
      6: Upper-right; 7: Lower-left; 8: Lower-right; 9: Far Left; 10: Far Right; -: (none)

    [ShotInfoD40 u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    582 ShutterCount u32 low
    586&0x8 VibrationReduction = ShutterReleaseButtonAEL
    729 CustomSettingsD40 bytes[12] @SettingsD40

    [ShotInfoD80 u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    586 ShutterCount u32 low
    590&0x7 Rotation = 0: Horizontal; 1: Rotate 270 CW; 2: Rotate 90 CW; 3: Rotate 180
    590&0x18 VibrationReduction = 0: Off; 3: On
    590&0xe0 FlashFired = bits 1: Internal; 2: External
    708&0xf0 NikonImageSize = 0: Large (10.0 M); 1: Medium (5.6 M); 2: Small (2.5 M)
    708&0xf ImageQuality = 0: NEF (RAW); 1: JPEG Fine; 2: JPEG Normal; 3: JPEG Basic; 4: NEF (RAW) + JPEG Fine;
      5: NEF (RAW) + JPEG Normal; 6: NEF (RAW) + JPEG Basic
    748 CustomSettingsD80 bytes[17] @SettingsD80

    [ShotInfoD90 u8 big prepare:decrypt]
    [ShotInfoD3X u8 big prepare:decrypt]
    [ShotInfoD300S u8 big prepare:decrypt]
    [ShotInfoD700 u8 big prepare:decrypt]
    [ShotInfoD5000 u8 big prepare:decrypt]
      0   0   0   0   0 ShotInfoVersion text[4]
      4   4   4   4   4 FirmwareVersion text[5]
    693 605 613 613 693 ISO2 /12 -5 exp2 *100
    725 640 646 647 726 ShutterCount u32 low
      - 779   -   -   - CustomSettingsD3X bytes[24] @SettingsD3
      -   - 804   -   - CustomSettingsD300S bytes[24] @SettingsD3
      -   -   - 804   - CustomSettingsD700 bytes[48] @SettingsD700
    884   -   -   -   - CustomSettingsD90 bytes[36] @SettingsD90
      -   -   -   - 888 CustomSettingsD5000 bytes[34] @SettingsD5000

    [ShotInfoD3a u8 big prepare:decrypt]
    [ShotInfoD3b u8 big prepare:decrypt]
    [ShotInfoD3S u8 big prepare:decrypt]
           0        0   0 ShotInfoVersion text[4]
           -        4   4 FirmwareVersion text[5]
           -       16   - ImageArea = 0: FX (36.0 x 23.9 mm); 1: DX (23.5 x 15.6 mm); 2: 5:4 (30.0 x 23.9 mm)
           -        -  16 ImageArea = 0: FX (36x24); 1: DX (24x16); 2: 5:4 (30x24); 3: 1.2x (30x20)
         598      605 545 ISO2 /12 -5 exp2 *100
         630        - 578 ShutterCount u32 low
           -      650   - PreFlashReturnStrength
           -        - 718 CustomSettingsD3S bytes[27] @SettingsD3
    723&0x18 732&0x18   - NikonImageSize = 0: Large; 1: Medium; 2: Small
     723&0x7  732&0x7   - ImageQuality = 0: NEF (RAW) + JPEG Fine; 1: NEF (RAW) + JPEG Norm; 2: NEF (RAW) + JPEG Basic;
      3: NEF (RAW); 4: TIF (RGB); 5: JPEG Fine; 6: JPEG Normal; 7: JPEG Basic
         769      778   - CustomSettingsD3 bytes[24] @SettingsD3

    [ShotInfoD300a u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    604 ISO2 /12 -5 exp2 *100
    633 ShutterCount u32 low
    721 AFFineTuneAdj u16 = 0: 0; 58: +1; 59: +2; 60: +4; 61: +8; 62: +16; 194: -16; 195: -8; 196: -4; 197: -2;
      198: -1; 4158: +17; 4290: -17; 8253: +9; 8254: +18; 8386: -18; 8387: -9; 12350: +19; 12482: -19; 16444: +5;
      16445: +10; 16446: +20; 16578: -20; 16579: -10; 16580: -5; 24637: +11; 24771: -11; 32827: +3; 32828: +6;
      32829: +12; 32963: -12; 32964: -6; 32965: -3; 41021: +13; 41155: -13; 49212: +7; 49213: +14; 49347: -14;
      49348: -7; 57405: +15; 57539: -15
    790 CustomSettingsD300 bytes[24] @SettingsD3

    [ShotInfoD300b u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    4 FirmwareVersion text[5]
    613 ISO2 /12 -5 exp2 *100
    644 ShutterCount u32 low
    732 AFFineTuneAdj u16 ?FirmwareVersion=1.10B = 0: 0; 2110: +11; 2242: -11; 8252: +3; 8253: +6; 8254: +12;
      8386: -12; 8387: -6; 8388: -3; 14398: +13; 14530: -13; 20541: +7; 20542: +14; 20674: -14; 20675: -7;
      26686: +15; 26818: -15; 32826: +1; 32827: +2; 32828: +4; 32829: +8; 32830: +16; 32962: -16; 32963: -8;
      32964: -4; 32965: -2; 32966: -1; 38974: +17; 39106: -17; 45117: +9; 45118: +18; 45250: -18; 45251: -9;
      51262: +19; 51394: -19; 57404: +5; 57405: +10; 57406: +20; 57538: -20; 57539: -10; 57540: -5
    732 AFFineTuneAdj u16 = 0: 0; 1086: +13; 1218: -13; 6205: +7; 6206: +14; 6338: -14; 6339: -7; 11326: +15;
      11458: -15; 16442: +1; 16443: +2; 16444: +4; 16445: +8; 16446: +16; 16578: -16; 16579: -8; 16580: -4;
      16581: -2; 16582: -1; 21566: +17; 21698: -17; 26685: +9; 26686: +18; 26818: -18; 26819: -9; 31806: +19;
      31938: -19; 36924: +5; 36925: +10; 36926: +20; 37058: -20; 37059: -10; 37060: -5; 47165: +11; 47299: -11;
      57403: +3; 57404: +6; 57405: +12; 57539: -12; 57540: -6; 57541: -3
    802 CustomSettingsD300 bytes[24] @SettingsD3

    [ShotInfoD800 u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    4 FirmwareVersion text[5]
    1216 RepeatingFlashOutputExternal /-6 exp2
    1218 RepeatingFlashRateExternal omit:0
    1219 RepeatingFlashCountExternal omit:0
    1234 FlashExposureComp2 s8 /-6
    1242 RepeatingFlashRateBuilt-in omit:0
    1243 RepeatingFlashCountBuilt-in omit:0
    1308 SequenceNumber
    1531 ShutterCount u32
    1772 CustomSettingsD800 bytes[48] @SettingsD800

    [ShotInfoD5100 u8 big prepare:decrypt]
    [ShotInfoD5200 u8 big prepare:decrypt]
    [ShotInfoD7000 u8 big prepare:decrypt]
       0    0    0 ShotInfoVersion text[4]
       4    4    4 FirmwareVersion text[5]
     801 3032  800 ShutterCount u32 low
       -    - 1028 CustomSettingsD7000 bytes[48] @SettingsD7000
    1031    -    - CustomSettingsD5100 bytes[34] @SettingsD5100
       - 3285    - CustomSettingsD5200 bytes[34] @SettingsD5200

    [ShotInfoD4 u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    4 FirmwareVersion text[5]
    1873 CustomSettingsD4 bytes[56] @SettingsD4

    [ShotInfoD4S u8 little prepare:decrypt]
    0 ShotInfoVersion text[4]
    4 FirmwareVersion text[5]
    464&0x3 SecondarySlotFunction = 0: Overflow; 2: Backup; 3: NEF Primary + JPG Secondary
    5964&0xff AEBracketingSteps = AEBracketingSteps
    5965&0xff WBBracketingSteps = WBBracketingSteps
    6221&0xff ReleaseMode = 0: Single Frame; 1: Continuous High Speed; 3: Continuous Low Speed; 4: Timer;
      32: Mirror-Up; 64: Quiet
    6378&0x3f ISOAutoShutterTime = ISOAutoShutterTime
    6379&0xff ISOAutoHiLimit = ISOAutoHiLimit
    13971&0x30 Rotation = 0: Horizontal; 1: Rotate 270 CW; 2: Rotate 90 CW; 3: Rotate 180

    [ShotInfoD610 u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    4 FirmwareVersion text[5]
    1999 CustomSettingsD610 bytes[48] @SettingsD610

    [ShotInfo u8 big prepare:decrypt]
    0 ShotInfoVersion text[4]
    4 FirmwareVersion text[5] firmware
    16 DistortionControl ?model:P6000 = ShutterReleaseButtonAEL
    106 ShutterCount u32 low ?ShotInfoVersion=0204
    110 DeletedImageCount u32 low ?ShotInfoVersion=0204
    117 VibrationReduction u8 ?ShotInfoVersion=0207 = 0: Off; 1: On (1); 2: On (2); 3: On (3)
    130 VibrationReduction u8 ?ShotInfoVersion=0204 = ShutterReleaseButtonAEL
    430 VibrationReduction u8 ?ShotInfoVersion=0205 = 0: n/a; 12: Off; 15: On
    589 ShutterCount u32 low ?ShotInfoVersion=0211

    # Versions that are not encrypted.
    [ShotInfoPlain u8]
    0 ShotInfoVersion text[4] versionText
    16 DistortionControl ?model:P6000 = ShutterReleaseButtonAEL

    [LensData00 u8]
    [LensData01 u8 prepare:decrypt]
    [LensData0204 u8 prepare:decrypt]
     0  -  - LensDataVersion bytes[4]
     -  0  0 LensDataVersion text[4]
     -  4  4 ExitPupilPosition inverse2048
     -  5  5 AFAperture /24 exp2
     -  8  8 FocusPosition
     -  9 10 FocusDistance focusDistance
     - 10 11 FocalLength low /24 exp2 *5
     6 11 12 LensIDNumber
     7 12 13 LensFStops /12
     8 13 14 MinFocalLength /24 exp2 *5
     9 14 15 MaxFocalLength /24 exp2 *5
    10 15 16 MaxApertureAtMinFocal /24 exp2
    11 16 17 MaxApertureAtMaxFocal /24 exp2
    12 17 18 MCUVersion
     - 18 19 EffectiveMaxAperture /24 exp2

    [LensData u8 prepare:decrypt]
    0 LensDataVersion text[4] versionText

    [LensData0400 u8 prepare:decrypt]
    [LensData0402 u8 prepare:decrypt]
    [LensData0403 u8 prepare:decrypt]
      0   0   0 LensDataVersion text[4]
    394 395 684 LensModel text[64]

    [LensData0800 u8 little prepare:decrypt]
    0 LensDataVersion text[4]
    3 _OldLensData bytes[17] flag
    4 ExitPupilPosition ?_OldLensData>=1 inverse2048
    5 AFAperture ?_OldLensData>=1 /24 exp2
    11 FocusDistance ?_OldLensData>=1 focusDistance
    12 FocalLength low ?_OldLensData>=1 /24 exp2 *5
    13 LensIDNumber ?_OldLensData>=1
    14 LensFStops ?_OldLensData>=1 /12
    15 MinFocalLength ?_OldLensData>=1 /24 exp2 *5
    16 MaxFocalLength ?_OldLensData>=1 /24 exp2 *5
    17 MaxApertureAtMinFocal ?_OldLensData>=1 /24 exp2
    18 MaxApertureAtMaxFocal ?_OldLensData>=1 /24 exp2
    19 MCUVersion ?_OldLensData>=1
    20 EffectiveMaxAperture ?_OldLensData>=1 /24 exp2
    47 _NewLensData bytes[17] flag
    48 LensID u16 ?_NewLensData>=1 = 1: Nikkor Z 24-70mm f/4 S; 2: Nikkor Z 14-30mm f/4 S;
      4: Nikkor Z 35mm f/1.8 S; 8: Nikkor Z 58mm f/0.95 S Noct; 9: Nikkor Z 50mm f/1.8 S;
      11: Nikkor Z DX 16-50mm f/3.5-6.3 VR; 12: Nikkor Z DX 50-250mm f/4.5-6.3 VR; 13: Nikkor Z 24-70mm f/2.8 S;
      14: Nikkor Z 85mm f/1.8 S; 15: Nikkor Z 24mm f/1.8 S; 16: Nikkor Z 70-200mm f/2.8 VR S;
      17: Nikkor Z 20mm f/1.8 S; 18: Nikkor Z 24-200mm f/4-6.3 VR; 21: Nikkor Z 50mm f/1.2 S;
      22: Nikkor Z 24-50mm f/4-6.3; 23: Nikkor Z 14-24mm f/2.8 S; 24: Nikkor Z MC 105mm f/2.8 VR S;
      25: Nikkor Z 40mm f/2; 26: Nikkor Z DX 18-140mm f/3.5-6.3 VR; 27: Nikkor Z MC 50mm f/2.8;
      28: Nikkor Z 100-400mm f/4.5-5.6 VR S; 29: Nikkor Z 28mm f/2.8; 30: Nikkor Z 400mm f/2.8 TC VR S;
      31: Nikkor Z 24-120 f/4; 32: Nikkor Z 800mm f/6.3 VR S; 35: Nikkor Z 28-75mm f/2.8;
      36: Nikkor Z 400mm f/4.5 VR S; 37: Nikkor Z 600mm f/4 TC VR S; 39: Nikkor Z 17-28mm f/2.8;
      32768: Nikkor Z 400mm f/2.8 TC VR S TC-1.4x; 32769: Nikkor Z 600mm f/4 TC VR S TC-1.4x
    53 _LensMountType
    54 MaxAperture u16 low ?_NewLensData>=1 /384 -1 exp2
    56 FNumber u16 low ?_NewLensData>=1 /384 -1 exp2
    60 FocalLength u16 low ?_NewLensData>=1
    78 FocusDistance u16 ?_NewLensData>=1 ?_LensMountType=1 /256 focusDistance

    [FlashInfo u8]
    0 FlashInfoVersion text[4] versionText

    [FlashInfo0100 u8]
    [FlashInfo0102 u8]
    [FlashInfo0103 u8]
    [FlashInfo0106 u8]
    [FlashInfo0107 u8]
    [FlashInfo0300 u8]
         0       0       0       0       0       0 FlashInfoVersion text[4]
         4       4       4       4       4       4 FlashSource = 0: None; 1: External; 2: Internal
         6       6       6       6       6       6 ExternalFlashFirmware u8[2] = ExternalFlashFirmware
         8       -       -       -       -       - ExternalFlashFlags = bits 0: Fired; 2: Bounce Flash;
      4: Wide Flash Adapter; 5: Dome Diffuser; -: (none)
         -       8       8       8       -       - ExternalFlashFlags = bits 0: Fired; 2: Bounce Flash;
      4: Wide Flash Adapter; 5: Dome Diffuser
         -       -       -       -  8&0x80       - ExternalFlashZoomOverride = ReleaseButtonToUseDial
         -       -       -       -   8&0x1       - ExternalFlashStatus = 0: Flash Not Attached; 1: Flash Attached
         -       -       -       -       -       8 ExternalFlashFlags = bits 0: Flash Ready; 2: Bounce Flash;
      4: Wide Flash Adapter; 7: Zoom Override
    9&0x80  9&0x80  9&0x80  9&0x80       -  9&0x80 FlashCommanderMode = ShutterReleaseButtonAEL
    9&0x7f  9&0x7f  9&0x7f  9&0x7f       -  9&0x7f FlashControlMode = FlashGroupAControlMode
         -       -       -       -   9&0x7       - ExternalFlashReadyState = 0: n/a; 1: Ready; 6: Not Ready
        10      10      10       -       -       - FlashOutput ?FlashControlMode>=6 /-6 exp2
        10      10      10       -      10       - FlashCompensation s8 low /-6
        11      12       -       -       -       - FlashFocalLength omit:0
         -       -      12      12      12       - FlashFocalLength omit:0 omit:255
        12      13       -       -       -       - RepeatingFlashRate omit:0
         -       -      13      13      13      13 RepeatingFlashRate omit:0 omit:255
        13      14       -       -       -       - RepeatingFlashCount omit:0
         -       -      14      14      14      14 RepeatingFlashCount omit:0 omit:255
        14      15      15      15      15      15 FlashGNDistance = FlashGNDistance
         -       -      16      16       -      16 FlashColorFilter = FlashColorFilter
    15&0xf  16&0xf  17&0xf  17&0xf  17&0xf  17&0xf FlashGroupAControlMode = FlashGroupAControlMode
    16&0xf 17&0xf0 18&0xf0 18&0xf0 18&0xf0 18&0xf0 FlashGroupBControlMode = FlashGroupAControlMode
         -  17&0xf  18&0xf  18&0xf  18&0xf  18&0xf FlashGroupCControlMode = FlashGroupAControlMode
         -       -       -      39       -      33 FlashOutput ?FlashControlMode>=6 /-6 exp2
         -       -       -       -       -      37 FlashIlluminationPattern = 0: Standard; 1: Center-weighted; 2: Even
         -       -       -       -       -      38 FlashFocalLength omit:0 omit:255
         -       -       -      39       -       - FlashCompensation s8 low /-6
        17      18      19      40      40      40 FlashGroupAOutput ?FlashGroupAControlMode>=6 /-6 exp2
        17      18      19      40      40       - FlashGroupACompensation s8 /-6
         -       -       -       -       -      40 FlashGroupACompensation s8 -2 /-6
        18       -       -       -      41      41 FlashGroupBOutput ?FlashGroupBControlMode>=6 /-6 exp2
         -      19      20      41       -       - FlashGroupBOutput ?FlashGroupBControlMode>=96 /-6 exp2
        18      19      20      41      41       - FlashGroupBCompensation s8 /-6
         -       -       -       -       -      41 FlashGroupBCompensation s8 -2 /-6
         -      20      21      42      42      42 FlashGroupCOutput ?FlashGroupCControlMode>=6 /-6 exp2
         -      20      21      42      42       - FlashGroupCCompensation s8 /-6
         -       -      27       -       -       - ExternalFlashCompensation s8 low /-6
         -       -      29       -       -       - FlashExposureComp3 s8 low /-6
         -       -      39       -       -       - FlashExposureComp4 s8 low /-6
         -       -       -       -       -      42 FlashGroupCCompensation s8 -2 /-6

    [MultiExposure u32]
    [MultiExposureLittle u32 little]
    [MultiExposure2 u32]
    0 0 0 MultiExposureVersion text[4]
    1 1 - MultiExposureMode = 0: Off; 1: Multiple Exposure; 2: Image Overlay; 3: HDR
    - - 1 MultiExposureMode = 0: Off; 1: Multiple Exposure; 3: HDR
    2 2 2 MultiExposureShots
    3 3 - MultiExposureAutoGain = ShutterReleaseButtonAEL
    - - 3 MultiExposureOverlayMode = 0: Add; 1: Average; 2: Light; 3: Dark

    [AFInfo2V0400 u8]
    0 AFInfo2Version bytes[4]
    5 AFAreaMode = 192: Pinpoint; 193: Single; 195: Wide (S); 196: Wide (L); 197: Auto; 204: Dynamic Area (S);
      205: Dynamic Area (M); 206: Dynamic Area (L); 207: 3D-tracking; 208: Wide (C1/C2)
    62 AFImageWidth u16
    64 AFImageHeight u16
    66 AFAreaXPosition u16 omit:0
    67 FocusPositionHorizontal
    68 AFAreaYPosition u16 omit:0
    69 FocusPositionVertical
    70 AFAreaWidth u16 omit:0
    72 AFAreaHeight u16 omit:0
    74 FocusResult = 0: Out of Focus; 1: Focus

    [AFInfo2 u8]
    0 AFInfo2Version bytes[4]
    4 ContrastDetectAF = 0: Off; 1: On; 2: On (2)
    5 AFAreaMode = 0: Contrast-detect; 1: Contrast-detect (normal area); 2: Contrast-detect (wide area);
      3: Contrast-detect (face priority); 4: Contrast-detect (subject tracking); 128: Single;
      129: Auto (41 points); 130: Subject Tracking (41 points); 131: Face Priority (41 points); 192: Pinpoint;
      193: Single; 194: Dynamic; 195: Wide (S); 196: Wide (L); 197: Auto; 198: Auto (People); 199: Auto (Animal);
      200: Normal-area AF; 201: Wide-area AF; 202: Face-priority AF; 203: Subject-tracking AF;
      204: Dynamic Area (S); 205: Dynamic Area (M); 206: Dynamic Area (L); 207: 3D-tracking
    6 PhaseDetectAF = 0: Off; 1: On (51-point); 2: On (11-point); 3: On (39-point); 4: On (73-point); 5: On (5);
      6: On (105-point); 7: On (153-point); 8: On (81-point); 9: On (105-point)
    7 PrimaryAFPoint ?!PhaseDetectAF>=2 ?!AFInfo2Version=0300|0301 = PrimaryAFPoint
    7 PrimaryAFPoint ?PhaseDetectAF=2 = 0: (none); 1: Center; 2: Top; 3: Bottom; 4: Mid-left; 5: Upper-left;
      6: Lower-left; 7: Far Left; 8: Mid-right; 9: Upper-right; 10: Lower-right; 11: Far Right
    7 PrimaryAFPoint ?PhaseDetectAF=3 = 0: (none); 1: C6 (Center); 2: B6; 3: A2; 4: D6; 5: E2; 6: C7; 7: B7; 8: A3;
      9: D7; 10: E3; 11: C5; 12: B5; 13: A1; 14: D5; 15: E1; 16: C8; 17: B8; 18: D8; 19: C9; 20: B9; 21: D9;
      22: C10; 23: B10; 24: D10; 25: C11; 26: B11; 27: D11; 28: C4; 29: B4; 30: D4; 31: C3; 32: B3; 33: D3; 34: C2;
      35: B2; 36: D2; 37: C1; 38: B1; 39: D1
    7 PrimaryAFPoint ?PhaseDetectAF=4 = AFPoints135
    7 PrimaryAFPoint ?PhaseDetectAF=5 = 0: (none); 82: F8 (Center)
    7 PrimaryAFPoint ?PhaseDetectAF=6 = 0: (none); 115: F11 (Center)
    7 PrimaryAFPoint ?PhaseDetectAF=7 ?AFInfo2Version=0100 = AFPoints153
    7 PrimaryAFPoint ?AFInfo2Version=0100 = 0: (none); 1: Center
    8 AFPointsUsed bytes[7] ?!PhaseDetectAF>=2 ?!AFInfo2Version=0300|0301 hexBytes
    8 AFPointsUsed bytes[2] ?PhaseDetectAF=2 low16 = bits 0: Center; 1: Top; 2: Bottom; 3: Mid-left;
      4: Upper-left; 5: Lower-left; 6: Far Left; 7: Mid-right; 8: Upper-right; 9: Lower-right; 10: Far Right;
      -: (none)
    8 AFPointsUsed bytes[5] ?PhaseDetectAF=3 hexBytes
    8 AFPointsUsed bytes[17] ?PhaseDetectAF=4 hexBytes
    8 AFPointsUsed bytes[21] ?PhaseDetectAF=5 hexBytes
    8 AFPointsUsed bytes[29] ?PhaseDetectAF=6 hexBytes
    8 AFPointsUsed bytes[20] ?PhaseDetectAF=7 hexBytes
    8 AFPointsUsed bytes[7] ?!AFInfo2Version=0300|0301 hexBytes
    8 PrimaryAFPoint ?PhaseDetectAF=1 ?AFInfo2Version=0300|0301 = PrimaryAFPoint
    8 PrimaryAFPoint ?PhaseDetectAF=8 ?AFInfo2Version=0300|0301 = AFPoints81
    10 AFPointsUsed bytes[7] ?PhaseDetectAF=1 ?AFInfo2Version=0300|0301 hexBytes
    10 AFPointsUsed bytes[11] ?PhaseDetectAF=8 ?AFInfo2Version=0300|0301 hexBytes
    10 AFPointsUsed bytes[14] ?PhaseDetectAF=9 ?AFInfo2Version=0300|0301 hexBytes
    16 AFImageWidth u16 ?AFInfo2Version=0100 omit:0
    18 AFImageHeight u16 ?AFInfo2Version=0100 omit:0
    20 AFAreaXPosition u16 ?AFInfo2Version=0100 omit:0
    22 AFAreaYPosition u16 ?AFInfo2Version=0100 omit:0
    24 AFAreaWidth u16 ?AFInfo2Version=0100 omit:0
    26 AFAreaHeight u16 ?AFInfo2Version=0100 omit:0
    28 ContrastDetectAFInFocus ?AFInfo2Version=0100 = ReleaseButtonToUseDial
    28 AFPointsSelected bytes[20] ?PhaseDetectAF=7 ?AFInfo2Version=0101 hexBytes
    42 AFImageWidth u16 ?AFInfo2Version=0300|0301 omit:0
    44 AFImageHeight u16 ?AFInfo2Version=0300|0301 omit:0
    46 AFAreaXPosition u16 ?ContrastDetectAF=2 ?AFInfo2Version=0300|0301
    46 AFAreaXPosition u16 ?ContrastDetectAF=1 ?AFInfo2Version=0301
    47 FocusPositionHorizontal ?ContrastDetectAF=2 ?AFInfo2Version=0300|0301
    47 FocusPositionHorizontal ?ContrastDetectAF=1 ?AFInfo2Version=0301
    48 AFAreaYPosition u16 ?ContrastDetectAF=2 ?AFInfo2Version=0300|0301
    48 AFAreaYPosition u16 ?ContrastDetectAF=1 ?AFInfo2Version=0301
    48 AFPointsInFocus bytes[20] ?PhaseDetectAF=7 ?AFInfo2Version=0101 hexBytes
    49 FocusPositionVertical ?ContrastDetectAF=2 ?AFInfo2Version=0300|0301
    49 FocusPositionVertical ?ContrastDetectAF=1 ?AFInfo2Version=0301
    50 AFAreaWidth u16 ?AFInfo2Version=0300|0301 omit:0
    52 AFAreaHeight u16 ?AFInfo2Version=0300|0301 omit:0
    56 PrimaryAFPoint ?PhaseDetectAF=9 ?AFInfo2Version=0300|0301 = AFPoints105
    68 PrimaryAFPoint ?PhaseDetectAF=7 ?AFInfo2Version=0101 = AFPoints153
    68 PrimaryAFPoint ?PhaseDetectAF=2 ?AFInfo2Version=0101 = 0: (none); 1: Center; 2: Top; 3: Bottom; 4: Mid-left;
      5: Upper-left; 6: Lower-left; 7: Far Left; 8: Mid-right; 9: Upper-right; 10: Lower-right; 11: Far Right
    68 PrimaryAFPoint low ?AFInfo2Version=0101 = 0: (none); 1: Center
    70 AFImageWidth u16 ?ContrastDetectAF=1 ?AFInfo2Version=0101 omit:0
    72 AFImageHeight u16 ?ContrastDetectAF=1 ?AFInfo2Version=0101 omit:0
    74 AFAreaXPosition u16 ?ContrastDetectAF=1 ?AFInfo2Version=0101 omit:0
    76 AFAreaYPosition u16 ?ContrastDetectAF=1 ?AFInfo2Version=0101 omit:0
    78 AFAreaWidth u16 ?ContrastDetectAF=1 ?AFInfo2Version=0101 omit:0
    80 AFAreaHeight u16 ?ContrastDetectAF=1 ?AFInfo2Version=0101 omit:0
    82 ContrastDetectAFInFocus ?ContrastDetectAF=1 ?AFInfo2Version=0101 = ReleaseButtonToUseDial

    [FileInfo u16 little]
    [FileInfoBig u16 big]
    0 0 FileInfoVersion bytes[4]
    2 2 MemoryCardNumber
    3 3 DirectoryNumber
    4 4 FileNumber

    [AFTune u8]
    0 AFFineTune = 0: Off; 1: On (1); 2: On (2); 3: On (Zoom)
    1 AFFineTuneIndex
    2 AFFineTuneAdj s8 low
    3 AFFineTuneAdjTele s8

    [RetouchInfo s8]
    0 RetouchInfoVersion bytes[4]
    5 RetouchNEFProcessing ?RetouchInfoVersion=0200|0201|0202|0203|0204 = -1: Off; 1: On

    [BarometerInfo u8]
    0 BarometerInfoVersion bytes[4]
    6 Altitude s32

    [SettingsD40 u8]
    0&0x80 Beep = AFAssist
    0&0x40 AFAssist = AFAssist
    0&0x20 NoMemoryCard = NoMemoryCard
    0&0x10 ImageReview = AFAssist
    1&0x80 AutoISO = ShutterReleaseButtonAEL
    1&0x30 AutoISOMax = 1: 400; 2: 800; 3: 1600
    1&0x7 AutoISOMinShutterSpeed = 0: 1/125 s; 1: 1/60 s; 2: 1/30 s; 3: 1/15 s; 4: 1/8 s; 5: 1/4 s; 6: 1/2 s; 7: 1 s
    2&0x7 ImageReviewTime = 0: 4 s; 1: 8 s; 2: 20 s; 3: 1 min; 4: 10 min
    3&0xe0 MonitorOffTime = 0: 4 s; 1: 8 s; 2: 20 s; 3: 1 min; 4: 10 min
    3&0x1c MeteringTime = 0: 4 s; 1: 8 s; 2: 20 s; 3: 1 min; 4: 30 min
    3&0x3 SelfTimerTime = SelfTimerTime
    3&0xc0 RemoteOnDuration = 0: 1 min; 1: 5 min; 2: 10 min; 3: 15 min
    4&0xe AELockButton = 0: AE/AF Lock; 1: AE Lock Only; 2: AF Lock Only; 3: AE Lock (hold); 4: AF-ON
    4&0x1 AELock = ShutterReleaseButtonAEL
    5&0x70 ShootingModeSetting = 0: Single Frame; 1: Continuous; 2: Self-timer; 3: Delayed Remote;
      4: Quick-response Remote
    5&0x7 TimerFunctionButton = 0: Shooting Mode; 1: Image Quality/Size; 2: ISO; 3: White Balance; 4: Self-timer
    6&0x3 Metering = 0: Matrix; 1: Center-weighted; 2: Spot
    8&0x10 InternalFlash = 0: TTL; 1: Manual
    8&0x7 ManualFlashOutput *-1 exp2
    9 FlashLevel s8 /6
    10&0xc0 FocusModeSetting = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A
    11&0x30 AFAreaModeSetting = 0: Single Area; 1: Dynamic Area; 2: Closest Subject

    [SettingsD80 u8]
    0&0x80 Beep = AFAssist
    0&0x40 AFAssist = AFAssist
    0&0x20 NoMemoryCard = NoMemoryCard
    0&0x10 ImageReview = AFAssist
    0&0x8 Illumination = ShutterReleaseButtonAEL
    0&0x4 MainDialExposureComp = ShutterReleaseButtonAEL
    0&0x1 EVStepSize = 0: 1/3 EV; 1: 1/2 EV
    1&0x40 AutoISO = ShutterReleaseButtonAEL
    1&0x30 AutoISOMax = 0: 200; 1: 400; 2: 800; 3: 1600
    1&0xf AutoISOMinShutterSpeed = 0: 1/125 s; 1: 1/100 s; 2: 1/80 s; 3: 1/60 s; 4: 1/40 s; 5: 1/30 s; 6: 1/15 s;
      7: 1/8 s; 8: 1/4 s; 9: 1/2 s; 10: 1 s
    2&0xc0 AutoBracketSet = 0: AE & Flash; 1: AE Only; 2: Flash Only; 3: WB Bracketing
    2&0x20 AutoBracketOrder = 0: 0,-,+; 1: -,0,+
    3&0xe0 MonitorOffTime = 0: 5 s; 1: 10 s; 2: 20 s; 3: 1 min; 4: 5 min; 5: 10 min
    3&0x1c MeteringTime = 0: 4 s; 1: 6 s; 2: 8 s; 3: 16 s; 4: 30 s; 5: 30 min
    3&0x3 SelfTimerTime = SelfTimerTime
    4&0x1e AELockButton = 0: AE/AF Lock; 1: AE Lock Only; 2: AF Lock Only; 3: AE Lock (hold); 4: AF-ON; 5: FV Lock;
      6: Focus Area Selection; 7: AE-L/AF-L/AF Area; 8: AE-L/AF Area; 9: AF-L/AF Area; 10: AF-ON/AF Area
    4&0x1 AELock = ShutterReleaseButtonAEL
    4&0xc0 RemoteOnDuration = 0: 1 min; 1: 5 min; 2: 10 min; 3: 15 min
    5&0x80 CommandDials = 0: Standard (Main Shutter, Sub Aperture); 1: Reversed (Main Aperture, Sub Shutter)
    5&0x78 FunctionButton = 0: ISO Display; 1: Framing Grid; 2: AF-area Mode; 3: Center AF Area; 4: FV Lock;
      5: Flash Off; 6: Matrix Metering; 7: Center-weighted; 8: Spot Metering
    6&0x80 GridDisplay = ShutterReleaseButtonAEL
    6&0x40 ViewfinderWarning = AFAssist
    6&0xc CenterWeightedAreaSize = 0: 6 mm; 1: 8 mm; 2: 10 mm
    6&0x20 ExposureDelayMode = ShutterReleaseButtonAEL
    6&0x3 MB-D80Batteries = 0: LR6 (AA Alkaline); 1: HR6 (AA Ni-MH); 2: FR6 (AA Lithium); 3: ZR6 (AA Ni-Mg)
    7&0x80 FlashWarning = AFAssist
    7&0x78 FlashShutterSpeed -6 exp2
    7&0x4 AutoFP = ShutterReleaseButtonAEL
    7&0x2 ModelingFlash = ShutterReleaseButtonAEL
    8&0xc0 InternalFlash = FlashControlBuiltin
    8&0x7 ManualFlashOutput *-1 exp2
    9&0x70 RepeatingFlashOutput *-1 -2 exp2
    9&0xf RepeatingFlashCount repeats
    10&0xf0 RepeatingFlashRate rate
    10&0x3 CommanderChannel +1
    11&0xc0 CommanderInternalFlash = 0: TTL; 1: Manual; 2: Off
    11&0x30 CommanderGroupAMode = 0: TTL; 1: Auto Aperture; 2: Manual; 3: Off
    11&0xc CommanderGroupBMode = 0: TTL; 1: Auto Aperture; 2: Manual; 3: Off
    12&0x1f CommanderInternalTTLComp -9 /3
    12&0xe0 CommanderInternalManualOutput *-1 exp2
    13&0x1f CommanderGroupA_TTL-AAComp -9 /3
    13&0xe0 CommanderGroupAManualOutput *-1 exp2
    14&0x1f CommanderGroupB_TTL-AAComp -9 /3
    14&0xe0 CommanderGroupBManualOutput *-1 exp2
    15&0x80 CenterAFArea = 0: Normal Zone; 1: Wide Zone
    15&0x4 FocusAreaSelection = 0: No Wrap; 1: Wrap
    15&0x3 AFAreaIllumination = 0: Auto; 1: Off; 2: On
    16&0xc0 AFAreaModeSetting = 0: Single Area; 1: Dynamic Area; 2: Auto-area

    [SettingsD90 u8]
    [SettingsD7000 u8]
      0&0x8       - LightSwitch = 0: LCD Backlight; 1: LCD Backlight and Shooting Information
          -  0&0x80 AF-CPrioritySelection = 0: Release; 1: Focus
          -  0&0x20 AF-SPrioritySelection = 0: Focus; 1: Release
          -  0&0x10 NumberOfFocusPoints = 0: 39 Points; 1: 11 Points
          -   0&0x7 FocusTrackingLockOn = 0: Off; 1: 1 Short; 2: 2; 3: 3 Normal; 4: 4; 5: 5 Long
          -   1&0x8 FocusPointWrap = 0: No Wrap; 1: Wrap
          -   1&0x6 AFPointIllumination = 0: Auto; 1: On; 2: Off
     2&0x60       - AFAreaModeSetting = 0: Single Area; 1: Dynamic Area; 2: Auto-area; 3: 3D-tracking (11 points)
     2&0x10       - CenterFocusPoint = 0: Normal Zone; 1: Wide Zone
      2&0x1   1&0x1 AFAssist = AFAssist
      2&0x6       - AFPointIllumination = 0: Auto; 1: On; 2: Off
      2&0x8       - FocusPointWrap = 0: No Wrap; 1: Wrap
          -  2&0x40 BatteryOrder = 0: MB-D11 First; 1: Camera Battery First
          -  2&0x1c AF-OnForMB-D11 = 0: AE/AF Lock; 1: AE Lock Only; 2: AF Lock Only; 3: AE Lock (hold); 4: AF-ON;
      5: FV Lock; 6: Same as FUNC Button
          -   2&0x3 MB-D11BatteryType = 0: LR6 (AA alkaline); 1: Ni-MH (AA Ni-MH); 2: FR6 (AA lithium)
     3&0x1c       - AELockForMB-D80 = 0: AE Lock Only; 1: AF Lock Only; 2: AE Lock (hold); 3: AF-On; 4: FV Lock;
      5: Focus Point Selection; 7: AE/AF Lock
      3&0x3       - MB-D80BatteryType = 0: LR6 (AA alkaline); 1: HR6 (AA Ni-MH); 2: FR6 (AA lithium); 3: ZR6 (AA Ni-Mn)
          -  3&0xc0 BeepPitch = 0: Off; 1: Low; 2: High
          -  3&0x20 NoMemoryCard = NoMemoryCard
     4&0x40       - Beep = ShutterReleaseButtonAEL
      4&0x2       - GridDisplay = ShutterReleaseButtonAEL
      4&0xc   3&0xc ISODisplay = 0: Show ISO/Easy ISO; 1: Show ISO Sensitivity; 3: Show Frame Count
          -   3&0x2 GridDisplay = AFAssist
      4&0x1   3&0x1 ViewfinderWarning = AFAssist
     4&0x20       - NoMemoryCard = NoMemoryCard
      5&0x4       - ScreenTips = ShutterReleaseButtonAEL
      5&0x8       - FileNumberSequence = AFAssist
     5&0xc0  4&0xc0 ShootingInfoDisplay = 0: Auto; 2: Manual (dark on light); 3: Manual (light on dark)
     5&0x20  4&0x20 LCDIllumination = ShutterReleaseButtonAEL
          -   4&0x8 FileNumberSequence = AFAssist
          -   4&0x4 ScreenTips = ShutterReleaseButtonAEL
          -   4&0x3 BeepVolume = 0: Off; 1: 1; 2: 2; 3: 3
      6&0x1       - EasyExposureComp = ShutterReleaseButtonAEL
     6&0x80  5&0x80 ReverseIndicators = 0: + 0 -; 1: - 0 +
          -   5&0x3 EasyExposureCompensation = 0: Off; 1: On; 2: On Auto Reset
          -  6&0x40 ExposureControlStep = 0: 1/3 EV; 1: 1/2 EV
          -  6&0x10 ISOSensitivityStep = 0: 1/3 EV; 1: 1/2 EV
     7&0x40       - ExposureControlStepSize = 0: 1/3 EV; 1: 1/2 EV
          -  7&0xe0 CenterWeightedAreaSize = 0: 6 mm; 1: 8 mm; 2: 10 mm; 3: 13 mm; 4: Average
     8&0x60       - CenterWeightedAreaSize = 0: 6 mm; 1: 8 mm; 2: 10 mm
      8&0xf       - FineTuneOptMatrixMetering nibble /6
     9&0xf0       - FineTuneOptCenterWeighted nibble /6
      9&0xf       - FineTuneOptSpotMetering nibble /6
          - 10&0x40 ExposureDelayMode = ShutterReleaseButtonAEL
     11&0x7  10&0x7 CLModeShootingSpeed
    11&0x40       - ExposureDelayMode = ShutterReleaseButtonAEL
          -      11 MaxContinuousRelease
    13&0xe0 12&0xe0 AutoBracketSet = AutoBracketSet
    13&0x10 12&0x10 AutoBracketOrder = 0: 0,-,+; 1: -,0,+
          - 13&0xf8 FuncButton = FuncButton2
    14&0x78       - FuncButton = 1: Framing Grid; 2: AF-area Mode; 3: Center Focus Point; 4: FV Lock; 5: Flash Off;
      6: Matrix Metering; 7: Center-weighted Metering; 8: Spot Metering; 9: My Menu Top; 10: + NEF (RAW)
          - 14&0xf8 PreviewButton = FuncButton2
          - 15&0x18 OKButton = 0: Off; 1: Select Center Focus Point; 2: Highlight Active Focus Point; 3: Not Used
    16&0x18       - OKButton = 0: Not Used; 1: Select Center Focus Point; 2: Highlight Active Focus Point; 3: Not Used
    17&0x38 16&0x38 AELockButton = 0: AE/AF Lock; 1: AE Lock Only; 2: AF Lock Only; 3: AE Lock (hold); 4: AF-ON;
      5: FV Lock
    18&0x80 17&0x80 CommandDialsReverseRotation = ReleaseButtonToUseDial
          - 17&0x60 CommandDialsChangeMainSub = 0: Off; 1: On; 2: On (A mode only)
          -  17&0x4 CommandDialsApertureSetting = CommandDialsApertureSetting
          - 17&0x18 CommandDialsMenuAndPlayback = 0: On; 1: Off; 2: On (Image Review Exclude)
     18&0x2  17&0x2 ShutterReleaseButtonAE-L = ShutterReleaseButtonAEL
          -  17&0x1 ReleaseButtonToUseDial = ReleaseButtonToUseDial
          - 18&0xf0 MeteringTime = 0: 4 s; 1: 6 s; 2: 8 s; 3: 16 s; 4: 30 s; 5: 1 min; 6: 5 min; 7: 10 min; 8: 30 min;
      9: No Limit
    19&0xf0       - MeteringTime = 0: 4 s; 1: 6 s; 2: 8 s; 3: 16 s; 4: 30 s; 5: 1 min; 6: 5 min; 7: 10 min; 8: 30 min
     19&0x3  18&0x3 RemoteOnDuration = 0: 1 min; 1: 5 min; 2: 10 min; 3: 15 min
    20&0xc0 19&0xc0 SelfTimerTime = SelfTimerTime
          - 19&0x30 SelfTimerInterval = 0: 0.5 s; 1: 1 s; 2: 2 s; 3: 3 s
    20&0x1e  19&0xf SelfTimerShotCount
    21&0x1c       - PlaybackMonitorOffTime = PlaybackMonitorOffTime
    21&0xe0 20&0xe0 ImageReviewTime = PlaybackMonitorOffTime
          - 20&0x1c LiveViewMonitorOffTime = PlaybackMonitorOffTime
    22&0xe0 21&0xe0 MenuMonitorOffTime = PlaybackMonitorOffTime
    22&0x1c 21&0x1c ShootingInfoMonitorOffTime = PlaybackMonitorOffTime
          - 22&0xf0 FlashSyncSpeed = FlashSyncSpeed
     23&0xf  22&0xf FlashShutterSpeed = FlashShutterSpeed
          - 23&0xc0 FlashControlBuilt-in = FlashControlBuiltin
          - 23&0x1f ManualFlashOutput ?FlashControlBuilt-in=1 /-3 exp2
    24&0xc0       - InternalFlash = FlashControlBuiltin
    24&0x1f       - ManualFlashOutput /-3 exp2
          - 24&0x70 RepeatingFlashOutput ?FlashControlBuilt-in=2 *-1 -2 exp2
          -  24&0xf RepeatingFlashCount ?FlashControlBuilt-in=2 repeats
    25&0x70       - RepeatingFlashOutput *-1 -2 exp2
     25&0xf       - RepeatingFlashCount repeats
          - 25&0xf0 RepeatingFlashRate ?FlashControlBuilt-in=2 rate
    26&0xf0       - RepeatingFlashRate rate
          - 26&0x1f CommanderInternalTTLCompBuiltin ?FlashControlBuilt-in=3 -9 /3
          - 27&0x1f CommanderInternalTTLCompGroupA ?FlashControlBuilt-in=3 -9 /3
          - 28&0x1f CommanderInternalTTLCompGroupB ?FlashControlBuilt-in=3 -9 /3
    31&0x80 30&0x80 FlashWarning = AFAssist
    31&0x1f       - CommanderInternalTTLComp -9 /3
    31&0x20 30&0x20 ModelingFlash = AFAssist
    31&0x40       - AutoFP = ShutterReleaseButtonAEL
    32&0x1f       - CommanderGroupA_TTLComp -9 /3
    33&0x1f       - CommanderGroupB_TTLComp -9 /3
    34&0xc0       - LiveViewAF = 0: Face Priority; 1: Wide Area; 2: Normal Area
          - 34&0x60 LiveViewAFAreaMode = 0: Face-Priority; 1: NormalArea; 2: WideArea; 3: SubjectTracking
          -  34&0x2 LiveViewAFMode = 0: AF-C; 1: AF-F
          - 35&0xe0 PlaybackMonitorOffTime = PlaybackMonitorOffTime

    [SettingsD3 u8]
    [SettingsD700 u8]
      0&0x3   0&0x3 CustomSettingsBank = 0: A; 1: B; 2: C; 3: D
     0&0x80  0&0x80 CustomSettingsAllDefault = 0: Yes; 1: No
     1&0xc0  1&0xc0 AF-CPrioritySelection = 0: Release; 1: Release + Focus; 2: Focus
     1&0x20  1&0x20 AF-SPrioritySelection = 0: Focus; 1: Release
     1&0x10  1&0x10 AFPointSelection = 0: 51 Points; 1: 11 Points
      1&0xc   1&0xc DynamicAFArea = 0: 9 Points; 1: 21 Points; 2: 51 Points; 3: 51 Points (3D-tracking)
      1&0x3       - FocusTrackingLockOn ?!model:D3S = 0: Long; 1: Normal; 2: Short; 3: Off
     2&0x80  2&0x80 AFActivation = 0: Shutter/AF-On; 1: AF-On Only
      2&0x8   2&0x8 FocusPointWrap = 0: No Wrap; 1: Wrap
     2&0x60       - AFPointIllumination ?model:D3|D3S|D3X = 0: On in Continuous Shooting and Manual Focusing;
      1: On During Manual Focusing; 2: On in Continuous Shooting Modes; 3: Off
      2&0x6   2&0x6 AFPointIllumination = 0: Auto; 1: Off; 2: On
      2&0x6       - AFPointBrightness ?model:D3|D3S|D3X = 0: Low; 1: Normal; 2: High; 3: Extra High
      2&0x1       - AFAssist ?model:D300S|D300 = AFAssist
          -   2&0x1 AFAssist = AFAssist
      3&0x7       - AFOnButton ?model:D3|D3S|D3X = 0: AF On; 1: AE/AF Lock; 2: AE Lock Only;
      3: AE Lock (reset on release); 4: AE Lock (hold); 5: AF Lock Only
     3&0x70       - VerticalAFOnButton ?model:D3|D3S|D3X = 0: AF On; 1: AE/AF Lock; 2: AE Lock Only;
      3: AE Lock (reset on release); 4: AE Lock (hold); 5: AF Lock Only; 7: Same as AF On
     3&0x70       - AF-OnForMB-D10 ?model:D300S|D300 = 0: AF-On; 1: AE/AF Lock; 2: AE Lock Only;
      3: AE Lock (reset on release); 4: AE Lock (hold); 5: AF Lock Only; 6: Same as FUNC Button
          -   3&0x7 FocusTrackingLockOn = 0: 3 Normal; 1: 4; 2: 5 Long; 3: 2; 4: 1 Short; 5: Off
          -  3&0x70 AF-OnForMB-D10 = 0: AF-On; 1: AE/AF Lock; 2: AE Lock Only; 3: AE Lock (reset on release);
      4: AE Lock (hold); 5: AF Lock Only; 6: Same as FUNC Button
      4&0x7       - FocusTrackingLockOn ?model:D3S = 0: 5 (Long); 1: 4; 2: 3 (Normal); 3: 2; 4: 1 (Short); 5: Off
      4&0x8       - AssignBktButton ?model:D3S = 0: Auto Bracketing; 1: Multiple Exposure
     4&0xc0       - MultiSelectorLiveView ?model:D3S = 0: Reset; 1: Zoom On/Off; 2: Start Movie Recording; 3: Not Used
     4&0x30       - InitialZoomLiveView ?model:D3S = 0: Low Magnification; 1: Medium Magnification;
      2: High Magnification
     6&0xc0  4&0xc0 ISOStepSize = ISOStepSize
     6&0x30  4&0x30 ExposureControlStepSize = ISOStepSize
      6&0xc   4&0xc ExposureCompStepSize = ISOStepSize
      6&0x3   4&0x3 EasyExposureCompensation = 0: Off; 1: On; 2: On (auto reset)
          -  5&0x70 CenterWeightedAreaSize = CenterWeightedAreaSize
     7&0xe0       - CenterWeightedAreaSize ?model:D3|D3S|D3X = CenterWeightedAreaSize
     7&0xe0       - CenterWeightedAreaSize = 0: 6 mm; 1: 8 mm; 2: 10 mm; 3: 13 mm; 4: Average
      7&0xf       - FineTuneOptCenterWeighted nibble /6
     8&0xf0  6&0xf0 FineTuneOptMatrixMetering nibble /6
      8&0xf   6&0xf FineTuneOptSpotMetering nibble /6
          -  7&0x80 ShutterReleaseButtonAE-L = ShutterReleaseButtonAEL
          -  7&0x30 SelfTimerTime = SelfTimerTime
          -   7&0xf MeteringTime = 0: 4 s; 1: 6 s; 2: 8 s; 3: 16 s; 4: 30 s; 5: 1 min; 6: 5 min; 7: 10 min; 8: 30 min;
      9: No Limit
          -  8&0x38 PlaybackMonitorOffTime = PlaybackMonitorOffTime
          -   8&0x7 MenuMonitorOffTime = PlaybackMonitorOffTime
     9&0xc0       - MultiSelectorShootMode = 0: Select Center Focus Point; 1: Highlight Active Focus Point; 2: Not Used
     9&0x30       - MultiSelectorPlaybackMode ?!model:D3S = MultiSelectorPlaybackMode
      9&0xc       - InitialZoomSetting ?model:D3|D3S|D3X = 0: High Magnification; 1: Medium Magnification;
      2: Low Magnification
      9&0xc       - InitialZoomSetting = 0: Low Magnification; 1: Medium Magnification; 2: High Magnification
      9&0x1       - MultiSelector = 0: Do Nothing; 1: Reset Meter-off Delay
          -  9&0x38 ShootingInfoMonitorOffTime = PlaybackMonitorOffTime
          -   9&0x7 ImageReviewTime = PlaybackMonitorOffTime
    10&0x40       - ExposureDelayMode = ShutterReleaseButtonAEL
     10&0x7       - CLModeShootingSpeed
    10&0x30       - CHModeShootingSpeed ?model:D3|D3S|D3X = 0: 9 fps; 1: 10 fps; 2: 11 fps
         11       - MaxContinuousRelease
    12&0x20       - ReverseIndicators = 0: + 0 -; 1: - 0 +
     12&0x2       - FileNumberSequence ?model:D3|D3S|D3X = AFAssist
     12&0x8       - FileNumberSequence = AFAssist
    12&0x80       - RearDisplay ?model:D3|D3S|D3X = 0: ISO; 1: Exposures Remaining
    12&0x40       - ViewfinderDisplay ?model:D3|D3S|D3X = 0: Frame Count; 1: Exposures Remaining
     12&0x4       - BatteryOrder ?model:D300S|D300 = 0: MB-D10 First; 1: Camera Battery First
     12&0x3       - MB-D10Batteries ?model:D300S|D300 = 0: LR6 (AA alkaline); 1: HR6 (AA Ni-MH); 2: FR6 (AA lithium);
      3: ZR6 (AA Ni-Mn)
    12&0x10       - ScreenTips ?model:D3S|D300S = AFAssist
    13&0xc0 10&0xc0 Beep = 0: High; 1: Low; 2: Off
    13&0x30 10&0x30 ShootingInfoDisplay = 0: Auto; 1: Auto; 2: Manual (dark on light); 3: Manual (light on dark)
     13&0x2       - GridDisplay ?model:D300S|D300 = ShutterReleaseButtonAEL
     13&0x1       - ViewfinderWarning ?model:D300S|D300 = AFAssist
     13&0x3       - MultiSelectorPlaybackMode ?model:D3S = 0: Thumbnail On/Off; 1: View Histograms; 2: Zoom On/Off
    14&0xf8       - PreviewButton ?model:D3|D3S|D3X = PreviewButton
    14&0xf8       - FuncButton = FuncButton
     14&0x7       - PreviewButtonPlusDials ?model:D3|D3S|D3X = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: One Step Speed/Aperture; 3: Choose Non-CPU Lens Number; 5: Choose Image Area (FX/DX); 6: Shooting Bank Menu;
      7: Dynamic AF Area
     14&0x7       - FuncButtonPlusDials = 0: None; 2: One Step Speed/Aperture; 3: Choose Non-CPU Lens Number;
      5: Auto Bracketing; 6: Dynamic AF Area
    15&0xf8       - FuncButton ?model:D3|D3S|D3X = PreviewButton
    15&0xf8       - PreviewButton = FuncButton
     15&0x7       - FuncButtonPlusDials ?model:D3|D3S|D3X = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: One Step Speed/Aperture; 3: Choose Non-CPU Lens Number; 4: Focus Point Selection; 5: Choose Image Area (FX/DX);
      6: Shooting Bank Menu; 7: Dynamic AF Area
     15&0x7       - PreviewButtonPlusDials = 0: None; 2: One Step Speed/Aperture; 3: Choose Non-CPU Lens Number;
      5: Auto Bracketing; 6: Dynamic AF Area
    16&0xf8       - AELockButton ?model:D3|D3S|D3X = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: Flash Off; 9: Bracketing Burst;
      10: Matrix Metering; 11: Center-weighted Metering; 12: Spot Metering; 13: Virtual Horizon; 14: AF On;
      15: Playback; 16: My Menu Top
    16&0xf8       - AELockButton = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF On; 9: Flash Off; 10: Bracketing Burst;
      11: Matrix Metering; 12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top;
      16: + NEF (RAW)
     16&0x7       - AELockButtonPlusDials ?model:D3|D3S|D3X = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: One Step Speed/Aperture; 3: Choose Non-CPU Lens Number; 5: Choose Image Area (FX/DX); 6: Shooting Bank Menu;
      7: Dynamic AF Area
     16&0x7       - AELockButtonPlusDials = 0: None; 3: Choose Non-CPU Lens Number; 5: Auto Bracketing;
      6: Dynamic AF Area
    17&0x80       - CommandDialsReverseRotation = ReleaseButtonToUseDial
    17&0x40       - CommandDialsChangeMainSub = ShutterReleaseButtonAEL
    17&0x20       - CommandDialsApertureSetting = CommandDialsApertureSetting
    17&0x10       - CommandDialsMenuAndPlayback = ShutterReleaseButtonAEL
     17&0x8  10&0x8 LCDIllumination = ShutterReleaseButtonAEL
          -  10&0x4 ExposureDelayMode = ShutterReleaseButtonAEL
          -  10&0x2 GridDisplay = ShutterReleaseButtonAEL
          - 11&0x40 FileNumberSequence = AFAssist
          -  11&0x7 CLModeShootingSpeed
          -      12 MaxContinuousRelease
          -  13&0x8 ScreenTips = AFAssist
          -  13&0x4 BatteryOrder = 0: MB-D10 First; 1: Camera Battery First
          -  13&0x3 MB-D10BatteryType = 0: LR6 (AA alkaline); 1: HR6 (AA Ni-MH); 2: FR6 (AA lithium); 3: ZR6 (AA Ni-Mn)
     17&0x4       - PhotoInfoPlayback = 0: Info Up-down, Playback Left-right; 1: Info Left-right, Playback Up-down
     17&0x2       - ShutterReleaseButtonAE-L = ShutterReleaseButtonAEL
     17&0x1       - ReleaseButtonToUseDial = ReleaseButtonToUseDial
    18&0x18       - SelfTimerTime = SelfTimerTime
     18&0x7       - MonitorOffTime = 0: 10 s; 1: 20 s; 2: 1 min; 3: 5 min; 4: 10 min
    20&0xe0       - FlashSyncSpeed ?model:D3|D3S|D3X = 0: 1/250 s (auto FP); 1: 1/250 s; 2: 1/200 s; 3: 1/160 s;
      4: 1/125 s; 5: 1/100 s; 6: 1/80 s; 7: 1/60 s
    20&0xf0 15&0xf0 FlashSyncSpeed = FlashSyncSpeed
     20&0xf  15&0xf FlashShutterSpeed = FlashShutterSpeed
          - 16&0xc0 FlashControlBuilt-in = FlashControlBuiltin
          - 16&0x1f ManualFlashOutput ?FlashControlBuilt-in=1 /-3 exp2
          - 17&0x70 RepeatingFlashOutput ?FlashControlBuilt-in=2 *-1 -2 exp2
          -  17&0xf RepeatingFlashCount ?FlashControlBuilt-in=2 repeats
          - 18&0xf0 RepeatingFlashRate ?FlashControlBuilt-in=2 rate
          -  18&0x3 CommanderInternalTTLChannel ?FlashControlBuilt-in=3 = 0: 1 ch; 1: 2 ch; 2: 3 ch; 3: 4 ch
          - 20&0x1f CommanderInternalTTLCompBuiltin ?FlashControlBuilt-in=3 -9 /3
    21&0xc0       - AutoBracketSet ?!model:D3S|D300S = 0: AE & Flash; 1: AE Only; 2: Flash Only; 3: WB Bracketing
    21&0xe0       - AutoBracketSet = 0: AE & Flash; 1: AE Only; 2: Flash Only; 3: WB Bracketing; 4: ADL Bracketing
    21&0x30       - AutoBracketModeM ?!model:D3S|D300S = AutoBracketModeM
          - 21&0x1f CommanderInternalTTLCompGroupA ?FlashControlBuilt-in=3 -9 /3
          - 22&0x1f CommanderInternalTTLCompGroupB ?FlashControlBuilt-in=3 -9 /3
          - 26&0xc0 AutoBracketSet = 0: AE & Flash; 1: AE Only; 2: Flash Only; 3: WB Bracketing
    21&0x18 26&0x30 AutoBracketModeM = AutoBracketModeM
     21&0x8       - AutoBracketOrder ?!model:D3S|D300S = 0: 0,-,+; 1: -,0,+
     21&0x4  26&0x8 AutoBracketOrder = 0: 0,-,+; 1: -,0,+
     21&0x1  26&0x1 ModelingFlash = AFAssist
          - 27&0xc0 MultiSelectorShootMode = 0: Select Center Focus Point; 1: Highlight Active Focus Point; 2: Not Used
          - 27&0x30 MultiSelectorPlaybackMode = MultiSelectorPlaybackMode
          -  27&0xc InitialZoomSetting = 0: Low Magnification; 1: Medium Magnification; 2: High Magnification
          -  27&0x1 MultiSelector = 0: Do Nothing; 1: Reset Meter-off Delay
          - 28&0xf8 FuncButton = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 9: Flash Off; 10: Bracketing Burst;
      11: Matrix Metering; 12: Center-weighted Metering; 13: Spot Metering; 14: My Menu Top; 15: Live View;
      16: + NEF (RAW); 17: Virtual Horizon
          - 29&0xf8 PreviewButton = PreviewButton2
          - 30&0xf8 AELockButton = PreviewButton2
          - 31&0x70 FuncButtonPlusDials = 0: None; 1: Choose Image Area; 2: One Step Speed/Aperture;
      3: Choose Non-CPU Lens Number; 5: Auto bracketing; 6: Dynamic AF Area; 7: Shutter speed & Aperture lock
          -  31&0x7 PreviewButtonPlusDials = 0: None; 1: Choose Image Area; 2: One Step Speed/Aperture;
      3: Choose Non-CPU Lens Number; 5: Auto bracketing; 6: Dynamic AF Area; 7: Shutter speed & Aperture lock
          - 32&0x70 AELockButtonPlusDials
          - 33&0x80 CommandDialsReverseRotation = ReleaseButtonToUseDial
          - 33&0x40 CommandDialsChangeMainSub = ShutterReleaseButtonAEL
          - 33&0x20 CommandDialsApertureSetting = CommandDialsApertureSetting
          - 33&0x10 CommandDialsMenuAndPlayback = ShutterReleaseButtonAEL
          -  33&0x8 ReverseIndicators = 0: + 0 -; 1: - 0 +
          -  33&0x4 PhotoInfoPlayback = ShutterReleaseButtonAEL
    22&0x80  33&0x2 NoMemoryCard = NoMemoryCard
     22&0xf       - MeteringTime = 0: 4 s; 1: 6 s; 2: 8 s; 3: 16 s; 4: 30 s; 5: 1 min; 6: 5 min; 7: 10 min; 8: 30 min;
      9: No Limit
    23&0xc0       - InternalFlash = FlashControlBuiltin
    25&0xe0       - ImageReviewTime = PlaybackMonitorOffTime
    25&0x1c       - PlaybackMonitorOffTime = PlaybackMonitorOffTime
    26&0xe0       - MenuMonitorOffTime = PlaybackMonitorOffTime
    26&0x1c       - ShootingInfoMonitorOffTime = PlaybackMonitorOffTime
          -  33&0x1 ReleaseButtonToUseDial = ReleaseButtonToUseDial

    [SettingsD800 u8]
    12&0xe0 AutoBracketingSet = AutoBracketSet
    12&0x10 AutoBracketOrder = 0: 0,-,+; 1: -,0,+
    12&0xc AutoBracketingMode = AutoBracketModeM
    22&0xf0 FlashSyncSpeed = FlashSyncSpeed
    22&0xf FlashShutterSpeed = FlashShutterSpeed
    23&0xc0 FlashControlBuilt-in = FlashControlBuiltin
    23&0x1f ManualFlashOutput ?FlashControlBuilt-in=1 /-3 exp2
    24&0x70 RepeatingFlashOutput ?FlashControlBuilt-in=2 *-1 -2 exp2
    24&0xf RepeatingFlashCount ?FlashControlBuilt-in=2 repeats
    25&0xf0 RepeatingFlashRate ?FlashControlBuilt-in=2 rate
    25&0x3 CommanderChannel +1
    27&0xc0 CommanderInternalFlash = 0: TTL; 1: Manual; 2: Off
    27&0x1f CommanderInternalManualOutput /-3 exp2
    28&0xc0 CommanderGroupAMode = 0: TTL; 1: Auto Aperture; 2: Manual; 3: Off
    28&0x1f CommanderGroupAManualOutput /-3 exp2
    29&0xc0 CommanderGroupBMode = 0: TTL; 1: Auto Aperture; 2: Manual; 3: Off
    29&0x1f CommanderGroupBManualOutput /-3 exp2
    30&0x20 ModelingFlash = AFAssist
    30&0x1f CommanderInternalTTLComp -9 /3
    31&0x1f CommanderGroupA_TTL-AAComp -9 /3
    32&0x1f CommanderGroupB_TTL-AAComp -9 /3

    [SettingsD5000 u8]
    [SettingsD5100 u8]
    [SettingsD5200 u8]
     0&0x60       -       - AFAreaModeSetting = 0: Single Area; 1: Dynamic Area; 2: Auto-area;
      3: 3D-tracking (11 points)
          -  0&0x80  0&0x80 AF-CPrioritySelection = 0: Release; 1: Focus
          -       -  0&0x10 NumberOfFocusPoints = 0: 39 Points; 1: 11 Points
      0&0x1   1&0x1   1&0x1 AFAssist = AFAssist
     2&0xc0  3&0xc0  3&0xc0 Beep = 0: Off; 1: Low; 2: High
      2&0x2       -       - GridDisplay = AFAssist
      2&0x8       -       - ISODisplay = AFAssist
     2&0x20  3&0x20  3&0x20 NoMemoryCard = NoMemoryCard
          -   3&0x8   3&0x8 ISODisplay = AFAssist
      3&0x8   4&0x8   4&0x8 FileNumberSequence = AFAssist
     4&0x10  5&0x10   5&0x4 RangeFinder = ShutterReleaseButtonAEL
      4&0x8       -       - DateImprint = ShutterReleaseButtonAEL
          -       -  5&0x10 ReverseExposureCompDial = ReleaseButtonToUseDial
          -       -   5&0x8 ReverseShutterSpeedAperture = ReleaseButtonToUseDial
     4&0x80  5&0x80  5&0x80 ReverseIndicators = 0: + 0 -; 1: - 0 +
     5&0x40  6&0x40  6&0x40 EVStepSize = 0: 1/3 EV; 1: 1/2 EV
     9&0x40 10&0x40 10&0x40 ExposureDelayMode = ShutterReleaseButtonAEL
    11&0xc0       -       - AutoBracketSet = 0: Exposure; 1: Active D-Lighting; 2: WB Bracketing
          - 12&0xc0 12&0xc0 AutoBracketSet = 0: Exposure; 1: WB Bracketing; 2: Active D-Lighting
    12&0x38 13&0x38       - TimerFunctionButton = 0: Self-timer; 1: Release Mode; 2: Image Quality/Size; 3: ISO;
      4: White Balance; 5: Active D-Lighting; 6: + NEF (RAW); 7: Auto Bracketing
          -       - 13&0x1f FunctionButton = 3: AE/AF Lock; 4: AE Lock Only; 6: AE Lock (hold); 7: AF Lock Only;
      8: AF-ON; 16: + NEF (RAW); 18: Active D-Lighting; 25: Live View; 26: Image Quality; 27: ISO; 28: White Balance;
      29: HDR; 30: Auto Bracketing; 31: AF-area Mode
    15&0x38 16&0x38       - AELockButton = 0: AE/AF Lock; 1: AE Lock Only; 2: AF Lock Only; 3: AE Lock (hold); 4: AF-ON
          -       -  16&0xf AELockButton = 3: AE/AF Lock; 4: AE Lock Only; 6: AE Lock (hold); 7: AF Lock Only; 8: AF-ON
     16&0x2  17&0x2  17&0x2 ShutterReleaseButtonAE-L = ShutterReleaseButtonAEL
    16&0x80 17&0x80       - CommandDialsReverseRotation = ReleaseButtonToUseDial
    17&0x70 18&0x70       - MeteringTime = 0: 4 s; 1: 8 s; 2: 20 s; 3: 1 min; 4: 30 min
          -       - 18&0xe0 StandbyTimer = 0: 4 s; 1: 8 s; 2: 20 s; 3: 1 min; 4: 30 min
     17&0x3       -  18&0x3 RemoteOnDuration = 0: 1 min; 1: 5 min; 2: 10 min; 3: 15 min
          -  18&0x3       - RemoteOnDuration = 0: 1 min; 1: 5 min; 2: 10 min; 3: 20 min
    18&0xc0 19&0xc0 19&0xc0 SelfTimerTime = SelfTimerTime
    18&0x1e  19&0xf  19&0xf SelfTimerShotCount
    19&0xe0 20&0xe0       - ImageReviewTime = 0: 4 s; 1: 8 s; 2: 20 s; 3: 1 min; 4: 10 min
          - 20&0x1c       - LiveViewMonitorOffTime = 0: 3 min; 1: 5 min; 2: 10 min; 3: 15 min; 4: 20 min; 5: 30 min
          -       - 20&0xe0 ImageReviewTime = 1: 4 s; 2: 8 s; 4: 20 s; 5: 1 min; 7: 10 min
          -       - 20&0x1c LiveViewMonitorOffTime = 1: 5 min; 2: 10 min; 3: 15 min; 4: 20 min; 5: 30 min
    20&0xe0 21&0xe0       - PlaybackMenusTime = 0: 8 s; 1: 12 s; 2: 20 s; 3: 1 min; 4: 10 min
          -       - 21&0xe0 PlaybackMenusTime = 1: 8 s; 4: 20 s; 5: 1 min; 6: 5 min; 7: 10 min
    22&0xc0       - 23&0xc0 InternalFlash = 0: TTL; 1: Manual
    22&0x1f 23&0x1f 23&0x1f ManualFlashOutput /-3 exp2
    32&0x60       -       - LiveViewAF = 0: Face Priority; 1: Wide Area; 2: Normal Area; 3: Subject Tracking

    [SettingsD4 u8]
    [SettingsD610 u8]
      0&0x3       - CustomSettingsBank = 0: A; 1: B; 2: C; 3: D
          -  0&0x80 AF-CPrioritySelection = 0: Release; 1: Focus
          -  0&0x20 AF-SPrioritySelection = 0: Release; 1: Focus
          -  0&0x10 NumberOfFocusPoints = 0: 39 Points; 1: 11 Points
          -   0&0x7 FocusTrackingLockOn = 0: Off; 1: 1 Short; 2: 2; 3: 3 Normal; 4: 4; 5: 5 Long
     1&0xc0       - AF-CPrioritySelection = 0: Release; 1: Release + Focus; 2: Focus; 3: Focus + Release
     1&0x20       - AF-SPrioritySelection = 0: Focus; 1: Release
     1&0x10       - AFPointSelection = 0: 51 Points; 1: 11 Points
      1&0x7       - FocusTrackingLockOn = 0: Off; 1: 1 (Short); 2: 2; 3: 3 (Normal); 4: 4; 5: 5 (Long)
     2&0x80       - AFActivation = 0: Shutter/AF-On; 1: AF-On Only
      2&0x8   1&0x8 FocusPointWrap = 0: No Wrap; 1: Wrap
          -   1&0x6 AFPointIllumination = 0: Auto; 1: On; 2: Off
          -   1&0x1 AFAssist = AFAssist
     4&0x40       - Pitch = 0: High; 1: Low
     4&0x20       - NoMemoryCard = NoMemoryCard
      4&0x2       - GridDisplay = AFAssist
     5&0xc0       - ShootingInfoDisplay = 1: Auto; 2: Manual (dark on light); 3: Manual (light on dark)
     5&0x20       - LCDIllumination = ShutterReleaseButtonAEL
      5&0x4       - ScreenTips = ShutterReleaseButtonAEL
      5&0x3       - Beep = 0: Off; 1: Low; 2: Medium; 3: High
          -   5&0x3 EasyExposureCompensation = 0: Off; 1: On; 2: On Auto Reset
     6&0x80       - ReverseIndicators = 0: + 0 -; 1: - 0 +
     6&0x40       - RearDisplay = 0: ISO; 1: Exposures Remaining
     6&0x20       - ViewfinderDisplay = 0: Frame Count; 1: Exposures Remaining
     6&0x18       - CommandDialsReverseRotation = CommandDialsReverseRotation
      6&0x3       - EasyExposureCompensation = 0: Off; 1: On; 2: On (auto reset)
          -  6&0x40 ExposureControlStep = 0: 1/3 EV; 1: 1/2 EV
          -  6&0x10 ISOSensitivityStep = 0: 1/3 EV; 1: 1/2 EV
     7&0xc0       - ExposureControlStepSize = ISOStepSize
     7&0x30       - ISOStepSize = ISOStepSize
      7&0xc       - ExposureCompStepSize = ISOStepSize
     8&0xe0  7&0xe0 CenterWeightedAreaSize = CenterWeightedAreaSize
      8&0xf   7&0xf FineTuneOptMatrixMetering nibble /6
     9&0xf0  8&0xf0 FineTuneOptCenterWeighted nibble /6
      9&0xf   8&0xf FineTuneOptSpotMetering nibble /6
    10&0xc0       - MultiSelectorShootMode = 0: Select Center Focus Point (Reset); 2: Preset Focus Point (Pre);
      3: Not Used (None)
    10&0x30       - MultiSelectorPlaybackMode = MultiSelectorPlaybackMode
     10&0x1       - MultiSelector = 0: Do Nothing; 1: Reset Meter-off Delay
    11&0xc0       - ExposureDelayMode = 0: Off; 1: 1 s; 2: 2 s; 3: 3 s
    11&0x10       - CHModeShootingSpeed = 0: 10 fps; 1: 11 fps
     11&0xf       - CLModeShootingSpeed
         12       - MaxContinuousRelease
    13&0xe0       - AutoBracketSet = AutoBracketSet
    13&0x10       - AutoBracketOrder = 0: 0,-,+; 1: -,0,+
     13&0xc       - AutoBracketModeM = AutoBracketModeM
    14&0xf8       - FuncButton = FuncButton3
     14&0x7       - FuncButtonPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4); 2: Shutter Speed & Aperture Lock;
      3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number; 5: Active D-Lighting; 6: Shooting Bank Menu
    15&0xf8       - PreviewButton = FuncButton3
     15&0x7       - PreviewButtonPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 6: Shooting Bank Menu
     16&0x7       - AssignBktButton = AssignBktButton
    18&0xe0       - CommandDialsChangeMainSub = CommandDialsChangeMainSub
    18&0x18       - CommandDialsMenuAndPlayback = 0: On; 1: Off; 2: On (Image Review Excluded)
     18&0x4       - CommandDialsApertureSetting = CommandDialsApertureSetting
     18&0x2  17&0x2 ShutterReleaseButtonAE-L = ShutterReleaseButtonAEL
     18&0x1       - ReleaseButtonToUseDial = ReleaseButtonToUseDial
          - 18&0xf0 StandbyTimer = 0: 4 s; 1: 6 s; 2: 10 s; 3: 30 s; 4: 1 min; 5: 5 min; 6: 10 min; 7: 30 min;
      8: No Limit
          -  18&0x3 RemoteOnDuration = 0: 1 min; 1: 5 min; 2: 10 min; 3: 20 min
    19&0xf0       - StandbyTimer = 0: 4 s; 1: 6 s; 3: 10 s; 5: 30 s; 6: 1 min; 7: 5 min; 8: 10 min; 9: 30 min
    20&0xc0 19&0xc0 SelfTimerTime = SelfTimerTime
          - 19&0x30 SelfTimerShotInterval = 0: 0.5 s; 1: 1 s; 2: 2 s; 3: 3 s
     20&0xf  19&0xf SelfTimerShotCount
    20&0x30       - SelfTimerShotInterval = 0: 0.5 s; 1: 1 s; 2: 2 s; 3: 3 s
    21&0xe0 20&0xe0 ImageReviewMonitorOffTime = 0: 2 s; 1: 4 s; 2: 10 s; 3: 20 s; 4: 1 min; 5: 5 min; 6: 10 min
    21&0x1c 20&0x1c LiveViewMonitorOffTime = 0: 5 min; 1: 10 min; 2: 15 min; 3: 20 min; 4: 30 min; 5: No Limit
    22&0xe0 21&0xe0 MenuMonitorOffTime = PlaybackMonitorOffTime
    22&0x1c 21&0x1c ShootingInfoMonitorOffTime = PlaybackMonitorOffTime
    23&0xf0       - FlashSyncSpeed = 1: 1/250 s (auto FP); 2: 1/250 s; 3: 1/200 s; 4: 1/160 s; 5: 1/125 s; 6: 1/100 s;
      7: 1/80 s; 8: 1/60 s
     23&0xf       - FlashShutterSpeed = FlashShutterSpeed
    31&0x20       - ModelingFlash = AFAssist
    36&0xe0 35&0xe0 PlaybackMonitorOffTime = PlaybackMonitorOffTime
     37&0x1       - PlaybackZoom = 0: Use Separate Zoom Buttons; 1: Use Either Zoom Button with Command Dial
    38&0x80       - ShutterSpeedLock = ShutterReleaseButtonAEL
    38&0x40       - ApertureLock = ShutterReleaseButtonAEL
    38&0x30       - MovieShutterButton = 0: Take Photo; 1: Record Movies; 2: Live Frame Grab
     38&0x4       - FlashExposureCompArea = 0: Entire frame; 1: Background only
    41&0x70       - MovieFunctionButton = 0: None; 1: Power Aperture (open); 3: Index Marking;
      4: View Photo Shooting Info
     41&0x7       - MoviePreviewButton = 0: None; 2: Power Aperture (open); 3: Index Marking;
      4: View Photo Shooting Info
    42&0x60       - VerticalMultiSelector = 0: Same as Multi-Selector with Info(U/D) & Playback(R/L);
      1: Same as Multi-Selector with Info(R/L) & Playback(U/D); 2: Focus Point Selection
    42&0x1f       - VerticalFuncButton = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 10: Bracketing Burst; 11: Matrix Metering;
      12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
      17: Virtual Horizon; 18: My Menu; 20: Grid Display; 26: Flash Disable/Enable
    43&0xf0       - VerticalFuncButtonPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 6: Shooting Bank Menu; 7: ISO Sensitivity; 8: Exposure Mode; 9: Exposure Compensation;
      10: Metering
     43&0x7       - AssignMovieRecordButton = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 3: ISO Sensitivity; 4: Shooting Bank Menu
    46&0x80       - DynamicAreaAFDisplay = ShutterReleaseButtonAEL
    46&0x60       - AFPointIllumination = 0: Off; 1: On in Continuous Shooting Modes; 2: On During Manual Focusing;
      3: On in Continuous Shooting and Manual Focusing
    46&0x18       - StoreByOrientation = 0: Off; 1: Focus Point; 2: Focus Point and AF-area mode
     46&0x4       - GroupAreaAFIllumination = 0: Squares; 1: Dots
     46&0x3       - AFPointBrightness = 0: Low; 1: Normal; 2: High; 3: Extra High
    47&0x70       - AFOnButton = 0: AF On; 1: AE/AF Lock; 2: AE Lock Only; 3: AE Lock (reset on release);
      4: AE Lock (hold); 5: AF Lock Only; 6: None
     47&0x7       - VerticalAFOnButton = 0: Same as AF On; 1: AF On; 2: AE/AF Lock; 3: AE Lock Only;
      4: AE Lock (reset on release); 5: AE Lock (hold); 6: AF Lock Only; 7: None
    48&0x80       - SubSelectorAssignment = 0: Focus Point Selection; 1: Same As Multi-selector
     48&0x7       - MovieSubSelectorAssignment = 0: None; 1: Index Marking; 2: AE/AF Lock; 3: AE Lock Only;
      4: AE Lock (hold); 5: AF Lock Only; 6: View Photo Shooting Info
    49&0xf8       - SubSelector = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst;
      11: Matrix Metering; 12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item;
      16: +NEF(RAW); 17: Virtual Horizon; 18: My Menu; 19: Reset; 20: Grid Display; 21: Disable Synchronized Release;
      22: Remote Release Only; 23: Preview; 26: Flash Disable/Enable
     49&0x7       - SubSelectorPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4); 2: Shutter Speed & Aperture Lock;
      4: Choose Non-CPU Lens Number; 6: Shooting Bank Menu
    50&0x80       - MatrixMetering ?model:D4S* = 0: Face Detection On; 1: Face Detection Off
    50&0x30       - LiveViewButtonOptions ?model:D4S* = 0: Enable; 1: Enable (standby time active); 2: Disable
     50&0x3       - AFModeRestrictions ?model:D4S* = 0: Off; 1: AF-C; 2: AF-S
    51&0x7e       - LimitAFAreaModeSelection ?model:D4S* = bits 0: Auto-area; 1: Group-area; 2: 3D-tracking;
      3: Dynamic area (51 points); 4: Dynamic area (21 points); 5: Dynamic area (9 points); -: No Restrictions
    52&0x10       - MovieFunctionButtonPlusDials = 0: None; 1: Choose Image Area
     52&0x1       - MoviePreviewButtonPlusDials = 0: None; 1: Choose Image Area
    53&0x10       - MovieSubSelectorAssignmentPlusDials = 0: None; 1: Choose Image Area
    54&0x1f       - AssignRemoteFnButton ?model:D4S* = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 7: AF Lock Only; 8: AF-On; 16: +NEF(RAW); 25: Live View; 26: Flash Disable/Enable
    55&0x3f       - LensFocusFunctionButtons ?model:D4S* = LensFocusFunctionButtons

    # The levels of the colours, which each version of the block has elsewhere.
    [ColorBalance u8]
    0 ColorBalanceVersion text[4] versionText

    [ColorBalanceOther u8 prepare:decrypt like:ColorBalance]

    [ColorBalance0100 u16]
    36 WB_RBGGLevels u16[4]

    [ColorBalance0102 u16]
    5 WB_RGGBLevels u16[4]

    [ColorBalance0103 u16]
    10 WB_RGBGLevels u16[4]

    [ColorBalance0205 u16 prepare:decrypt]
    9 WB_RGGBLevels u16[4]

    [ColorBalance0209 u16 prepare:decrypt284]
    147 WB_GRBGLevels u16[4]

    [ColorBalance0200 u16 prepare:decrypt284]
    145 WB_RGGBLevels u16[4]

    [ColorBalance0211 u16 prepare:decrypt284]
    150 WB_GRBGLevels u16[4]

    [ColorBalance0213 u16 prepare:decrypt284]
    147 WB_RGGBLevels u16[4]

    [ColorBalance0215 u16 prepare:decrypt284]
    144 WB_GRBGLevels u16[4]
    """
}
