extension Maker {
  /// The tables of Sony's notes. docs/maker-notes.md describes their form.
  static let sonyTables = """
    [Main]
    0x0010 CameraInfo @CameraInfo ?count:368|5478
    0x0010 CameraInfo2 @CameraInfo2 ?count:5506|6118
    0x0010 CameraInfo3 @CameraInfo3 ?count:15360
    0x0020 FocusInfo @FocusInfo ?count:19154|19148
    0x0020 MoreInfo @MoreInfo
    0x0102 Quality = 0: RAW; 1: Super Fine; 2: Fine; 3: Standard; 4: Economy; 5: Extra Fine; 6: RAW + JPEG/HEIF;
      7: Compressed RAW; 8: Compressed RAW + JPEG; 9: Light; 4294967295: n/a
    0x0104 FlashExposureComp
    0x0105 Teleconverter = 0: None; 4: Minolta/Sony AF 1.4x APO (D) (0x04); 5: Minolta/Sony AF 2x APO (D) (0x05);
      72: Minolta/Sony AF 2x APO (D); 80: Minolta AF 2x APO II; 96: Minolta AF 2x APO;
      136: Minolta/Sony AF 1.4x APO (D); 144: Minolta AF 1.4x APO II; 160: Minolta AF 1.4x APO
    0x0112 WhiteBalanceFineTune s32
    0x0114 CameraSettings @CameraSettings ?count:280|364
    0x0114 CameraSettings2 @CameraSettings2 ?count:332
    0x0114 CameraSettings3 @CameraSettings3 ?count:1536|2048
    0x0115 WhiteBalance = 0: Auto; 1: Color Temperature/Color Filter; 16: Daylight; 32: Cloudy; 48: Shade;
      64: Tungsten; 80: Flash; 96: Fluorescent; 112: Custom; 128: Underwater
    0x0116 ExtraInfo @ExtraInfo ?model:DSLR-A850|DSLR-A900
    0x0116 ExtraInfo2 @ExtraInfo2 ?model:DSLR-A230|DSLR-A290|DSLR-A330|DSLR-A380|DSLR-A390
    0x0116 ExtraInfo3 @ExtraInfo3
    0x1000 MultiBurstMode u8 ?type:bytes = APSCSizeCapture
    0x1001 MultiBurstImageWidth ?type:u16
    0x1002 MultiBurstImageHeight ?type:u16
    0x1003 Panorama @Panorama ?hasPanorama
    0x2001 PreviewImage binary
    0x2002 Rating
    0x2004 Contrast
    0x2005 Saturation
    0x2006 Sharpness
    0x2007 Brightness
    0x2008 LongExposureNoiseReduction = 0: Off; 1: On (unused); 65537: On (dark subtracted);
      4294901760: Off (65535); 4294901761: On (65535); 4294967295: n/a
    0x2009 HighISONoiseReduction = 0: Off; 1: Low; 2: Normal; 3: High; 256: Auto; 65535: n/a
    0x200a HDR u16[2] = parts 0: Off; 1: Auto; 16: 1.0 EV; 17: 1.5 EV; 18: 2.0 EV; 19: 2.5 EV; 20: 3.0 EV; 21: 3.5 EV;
      22: 4.0 EV; 23: 4.5 EV; 24: 5.0 EV; 25: 5.5 EV; 26: 6.0 EV |
      0: Uncorrected image; 1: HDR image (good); 2: HDR image (fail 1); 3: HDR image (fail 2)
    0x200b MultiFrameNoiseReduction = 0: Off; 1: On; 255: n/a
    0x200e PictureEffect = 0: Off; 1: Toy Camera; 2: Pop Color; 3: Posterization; 4: Posterization B/W;
      5: Retro Photo; 6: Soft High Key; 7: Partial Color (red); 8: Partial Color (green); 9: Partial Color (blue);
      10: Partial Color (yellow); 13: High Contrast Monochrome; 16: Toy Camera (normal); 17: Toy Camera (cool);
      18: Toy Camera (warm); 19: Toy Camera (green); 20: Toy Camera (magenta); 32: Soft Focus (low);
      33: Soft Focus; 34: Soft Focus (high); 48: Miniature (auto); 49: Miniature (top);
      50: Miniature (middle horizontal); 51: Miniature (bottom); 52: Miniature (left);
      53: Miniature (middle vertical); 54: Miniature (right); 64: HDR Painting (low); 65: HDR Painting;
      66: HDR Painting (high); 80: Rich-tone Monochrome; 97: Water Color; 98: Water Color 2;
      112: Illustration (low); 113: Illustration; 114: Illustration (high)
    0x200f SoftSkinEffect = 0: Off; 1: Low; 2: Mid; 3: High; 4294967295: n/a
    0x2010 Tag2010a @Tag2010a ?model:NEX-5N$
    0x2010 Tag2010b @Tag2010b ?model:SLT-A65V$|SLT-A65$|SLT-A77V$|SLT-A77$|NEX-7$|NEX-VG20E$|Lunar$
    0x2010 Tag2010c @Tag2010c ?model:SLT-A37$|SLT-A57$|NEX-F3$
    0x2010 Tag2010d @Tag2010d ?!isPanorama ?model:DSC-HX10V$|DSC-HX20V$|DSC-HX30V$|DSC-HX200V$|DSC-TX66$|
      DSC-TX200V$|DSC-TX300V$|DSC-WX50$|DSC-WX70$|DSC-WX100$|DSC-WX150$
    0x2010 Tag2010e @Tag2010e ?model:SLT-A99$|SLT-A99V$|HV$|SLT-A58$|ILCE-3000$|ILCE-3500$|NEX-3N$|NEX-5R$|
      NEX-5T$|NEX-6$|NEX-VG900$|NEX-VG30E$|DSC-RX100$|DSC-RX1$|DSC-RX1R$|Stellar$
    0x2010 Tag2010e @Tag2010e ?!isPanorama ?model:DSC-HX300$|DSC-HX50$|DSC-HX50V$|DSC-TX30$|DSC-WX60$|DSC-WX80$|
      DSC-WX200$|DSC-WX300$
    0x2010 Tag2010f @Tag2010f ?model:DSC-RX100M2$|DSC-QX10$|DSC-QX100$
    0x2010 Tag2010g @Tag2010g ?model:DSC-QX30|DSC-RX10|DSC-RX100M3|DSC-HX60V|DSC-HX350|DSC-HX400V|DSC-WX220|
      DSC-WX350|ILCE-7R|ILCE-7S|ILCE-7M2|ILCE-7|ILCE-5000|ILCE-6000|ILCE-5100|ILCE-QX1|ILCA-68|ILCA-77M2
    0x2010 Tag2010h @Tag2010h ?model:DSC-RX0|DSC-RX1RM2|DSC-RX10M2|DSC-RX10M3|DSC-RX100M4|DSC-RX100M5|DSC-HX80|
      DSC-HX90V|DSC-HX90|DSC-WX500|ILCE-6300|ILCE-6500|ILCE-7RM2|ILCE-7SM2|ILCA-99M2
    0x2010 Tag2010i @Tag2010i ?model:ILCE-6100|ILCE-6400|ILCE-6600|ILCE-7C|ILCE-7M3|ILCE-7RM3A|ILCE-7RM3|
      ILCE-7RM4A|ILCE-7RM4|ILCE-9|ILCE-9M2|DSC-RX10M4|DSC-RX100M6|DSC-RX100M5A|DSC-RX100M7|DSC-HX99|DSC-RX0M2|
      ZV-1F|ZV-1|ZV-E10
    0x2011 VignettingCorrection = 0: Off; 2: Auto; 4294967295: n/a
    0x2012 LateralChromaticAberration = 0: Off; 2: Auto; 4294967295: n/a
    0x2013 DistortionCorrectionSetting = 0: Off; 2: Auto; 4294967295: n/a
    0x2014 WBShiftAB_GM
    0x2016 AutoPortraitFramed = 0: No; 1: Yes
    0x2017 FlashAction = 0: Did not fire; 1: Flash Fired; 2: External Flash Fired;
      3: Wireless Controlled Flash Fired
    0x201a ElectronicFrontCurtainShutter = APSCSizeCapture
    0x201b FocusMode low ?hasLensMount = 0: Manual; 2: AF-S; 3: AF-C; 4: AF-A; 6: DMF; 7: AF-D
    0x201c AFAreaModeSetting ?model:SLT-*|HV* = 0: Wide; 4: Local; 8: Zone; 9: Spot
    0x201c AFAreaModeSetting ?model:NEX-*|ILCE-*|ILME-*|DSC-RX10M4*|DSC-RX100M6*|DSC-RX100M7*|DSC-RX100M5A*|
      DSC-HX99*|DSC-RX0M2* = 0: Wide; 1: Center; 3: Flexible Spot; 4: Flexible Spot (LA-EA4); 9: Center (LA-EA4);
      11: Zone; 12: Expanded Flexible Spot
    0x201c AFAreaModeSetting ?model:ILCA-* = 0: Wide; 4: Flexible Spot; 8: Zone; 9: Center;
      12: Expanded Flexible Spot
    0x201d FlexibleSpotPosition ?model:NEX-*|ILCE-*|ILME-*|DSC-RX10M4*|DSC-RX100M6*|DSC-RX100M7*|DSC-RX100M5A*|
      DSC-HX99*|DSC-RX0M2*
    0x201e AFPointSelected ?model:SLT-*|HV* = AFPointSelected19
    0x201e AFPointSelected ?model:ILCE-*|ILME-* ?AFAreaModeSetting=4 = AFPointSelected19
    0x201e AFPointSelected ?model:ILCA-* ?AFAreaModeSetting=8 = 0: n/a; 1: Top Left Zone; 2: Top Zone;
      3: Top Right Zone; 4: Left Zone; 5: Center Zone; 6: Right Zone; 7: Bottom Left Zone; 8: Bottom Zone;
      9: Bottom Right Zone
    # From 0, as in AFPointsUsed.
    0x201e AFPointSelected ?model:ILCA-68*|ILCA-77M2* ?hasAFArea -1 = AFPointSelected79
    0x201e AFPointSelected ?model:ILCA-99M2* ?hasAFArea = AFPointSelected99M2
    0x201e AFPointSelected ?model:NEX-*|ILCE-*|ILME-* = 0: n/a; 1: Center Zone; 2: Top Zone; 3: Right Zone;
      4: Left Zone; 5: Bottom Zone; 6: Bottom Right Zone; 7: Bottom Left Zone; 8: Top Left Zone; 9: Top Right Zone
    0x2020 AFPointsUsed ?!model:ILCA-*|DSC-* = AFPointsUsed19
    0x2020 AFPointsUsed ?model:ILCA-68*|ILCA-77M2* = AFPointsUsed79
    0x2021 AFTracking ?hasLensMount = 0: Off; 1: Face tracking; 2: Lock On AF
    0x2022 FocalPlaneAFPointsUsed ?model:ILCE-5100*|ILCE-6000*|ILCE-7M2*|ILCE-7RM2* = SetBits
    0x2023 MultiFrameNREffect = 0: Normal; 1: High
    0x2026 WBShiftAB_GM_Precise
    0x2027 FocusLocation
    0x2028 VariableLowPassFilter = 0 0: n/a; 1 0: Off; 1 1: Standard; 1 2: High; 65535 65535: n/a
    0x2029 RAWFileType = 0: Compressed RAW; 1: Uncompressed RAW; 2: Lossless Compressed RAW; 65535: n/a
    0x202a Tag202a @Tag202a ?first:01
    0x202b PrioritySetInAWB = 0: Standard; 1: Ambience; 2: White
    0x202c MeteringMode2 = 256: Multi-segment; 512: Center-weighted average; 769: Spot (Standard);
      770: Spot (Large); 1024: Average; 1280: Highlight
    0x202d ExposureStandardAdjustment
    0x202e Quality = 0 0: n/a; 0 1: Standard; 0 2: Fine; 0 3: Extra Fine; 0 4: Light; 1 0: RAW;
      1 1: RAW + Standard; 1 2: RAW + Fine; 1 3: RAW + Extra Fine; 1 4: RAW + Light
    0x202f PixelShiftInfo pixelShift = PixelShift
    0x2031 SerialNumber serial
    0x2032 Shadows
    0x2033 Highlights
    0x2034 Fade
    0x2035 SharpnessRange
    0x2036 Clarity
    0x2037 FocusFrameSize u16[3]
    0x2039 JPEG-HEIFSwitch = 0: JPEG; 1: HEIF; 65535: n/a
    0x3000 ShotInfo @ShotInfo
    0x900b Tag900b @Tag900b ?first:ae
    0x9050 Tag9050a @Tag9050a ?!model:DSC-*|Stellar*|ILCE-1*|ILCE-6100*|ILCE-6300*|ILCE-6400*|ILCE-6500*|
      ILCE-6600*|ILCE-7C*|ILCE-7M3*|ILCE-7M4*|ILCE-7RM2*|ILCE-7RM3A*|ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|ILCE-7RM5*|
      ILCE-7SM2*|ILCE-7SM3*|ILCE-9*|ILCE-9M2*|ILCA-99M2*|ILME-FX3*|ZV-*
    0x9050 Tag9050b @Tag9050b ?model:ILCE-6100*|ILCE-6300*|ILCE-6400*|ILCE-6500*|ILCE-6600*|ILCE-7C*|ILCE-7M3*|
      ILCE-7RM2*|ILCE-7RM3A*|ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|ILCE-7SM2*|ILCE-9*|ILCE-9M2*|ILCA-99M2*|ZV-E10*
    0x9050 Tag9050c @Tag9050c ?model:ILCE-1*|ILCE-7M4*|ILCE-7RM5*|ILCE-7SM3*|ILME-FX3*
    0x9400 Tag9400a @Tag9400a ?first:07|09|0a
    0x9400 Tag9400b @Tag9400b ?first:0c
    0x9400 Tag9400c @Tag9400c ?first:23|24|26|28|31|32
    0x9401 Tag9401 @Tag9401
    0x9402 Tag9402 @Tag9402 ?!model:SLT-*|HV*|ILCA-* ?!first:05|ff
    0x9403 Tag9403 @Tag9403
    0x9404 Tag9404a @Tag9404a ?first:40|7d ?fourth1
    0x9404 Tag9404b @Tag9404b ?first:e7|ea|cd|8a|70 ?fourth8
    0x9404 Tag9404c @Tag9404c ?first:b6 ?fourth1
    0x9405 Tag9405a @Tag9405a ?first:1b|40|7d
    0x9405 Tag9405b @Tag9405b ?first:3a|b3|7e|9a|25|e1|76|8b
    0x9406 Tag9406 @Tag9406 ?first:01|08|1b ?third8or27
    0x940a Tag940a @Tag940a ?model:SLT-*|HV*
    0x940c Tag940c @Tag940c ?model:NEX-*|ILCE-*|ILME-*|Lunar|ZV-E10
    0x940e AFInfo @AFInfo ?model:SLT-*|HV*|ILCA-*
    0x940e Tag940e @Tag940e ?model:NEX-*|ILCE-*|Lunar*
    0x9416 Sony_0x9416 @Tag9416
    0xb000 FileFormat = 0 0 0 2: JPEG; 1 0 0 0: SR2; 2 0 0 0: ARW 1.0; 3 0 0 0: ARW 2.0; 3 1 0 0: ARW 2.1;
      3 2 0 0: ARW 2.2; 3 3 0 0: ARW 2.3; 3 3 1 0: ARW 2.3.1; 3 3 2 0: ARW 2.3.2; 3 3 3 0: ARW 2.3.3;
      3 3 5 0: ARW 2.3.5; 4 0 0 0: ARW 4.0
    0xb001 SonyModelID = SonyModelID
    0xb020 CreativeStyle = AdobeRGB: Adobe RGB; Autumnleaves: Autumn Leaves; BW: B&W; Clear: Clear; Deep: Deep;
      FL: FL; IN: IN; Landscape: Landscape; Light: Light; Neutral: Neutral; Nightview: Night View/Portrait;
      None: None; Portrait: Portrait; Real: Real; SH: SH; Sepia: Sepia; Standard: Standard; Sunset: Sunset;
      VV2: Vivid 2; Vivid: Vivid
    0xb021 ColorTemperature = 0: Auto; 4294967295: n/a
    0xb022 ColorCompensationFilter s32
    0xb023 SceneMode = 0: Standard; 1: Portrait; 2: Text; 3: Night Scene; 4: Sunset; 5: Sports; 6: Landscape;
      7: Night Portrait; 8: Macro; 9: Super Macro; 16: Auto; 17: Night View/Portrait; 18: Sweep Panorama;
      19: Handheld Night Shot; 20: Anti Motion Blur; 21: Cont. Priority AE; 22: Auto+; 23: 3D Sweep Panorama;
      24: Superior Auto; 25: High Sensitivity; 26: Fireworks; 27: Food; 28: Pet; 33: HDR; 65535: n/a
    0xb024 ZoneMatching = 0: ISO Setting Used; 1: High Key; 2: Low Key
    0xb025 DynamicRangeOptimizer = 0: Off; 1: Standard; 2: Advanced Auto; 3: Auto; 8: Advanced Lv1;
      9: Advanced Lv2; 10: Advanced Lv3; 11: Advanced Lv4; 12: Advanced Lv5; 16: Lv1; 17: Lv2; 18: Lv3; 19: Lv4;
      20: Lv5
    0xb026 ImageStabilization = 0: Off; 1: On; 4294967295: n/a
    0xb027 LensType = LensType
    # The A100 has a directory of Minolta's.
    0xb028 MinoltaMakerNote @Minolta.Main ?isSet
    0xb029 ColorMode = 0: Standard; 1: Vivid; 2: Portrait; 3: Landscape; 4: Sunset; 5: Night View/Portrait; 6: B&W;
      7: Adobe RGB; 12: Neutral; 13: Clear; 14: Deep; 15: Light; 16: Autumn Leaves; 17: Sepia; 18: FL; 19: Vivid 2;
      20: IN; 21: SH; 100: Neutral; 101: Clear; 102: Deep; 103: Light; 104: Night View; 105: Autumn Leaves;
      255: Off; 4294967295: n/a
    0xb02a LensSpec lensSpec = LensSpec
    0xb02b FullImageSize reversed
    0xb02c PreviewImageSize reversed
    0xb040 Macro omit:65535 = 0: Off; 1: On; 2: Close Focus; 65535: n/a
    0xb041 ExposureMode omit:65535 = 0: Program AE; 1: Portrait; 2: Beach; 3: Sports; 4: Snow; 5: Landscape;
      6: Auto; 7: Aperture-priority AE; 8: Shutter speed priority AE; 9: Night Scene / Twilight;
      10: Hi-Speed Shutter; 11: Twilight Portrait; 12: Soft Snap/Portrait; 13: Fireworks; 14: Smile Shutter;
      15: Manual; 18: High Sensitivity; 19: Macro; 20: Advanced Sports Shooting; 29: Underwater; 33: Food;
      34: Sweep Panorama; 35: Handheld Night Shot; 36: Anti Motion Blur; 37: Pet; 38: Backlight Correction HDR;
      39: Superior Auto; 40: Background Defocus; 41: Soft Skin; 42: 3D Image; 65535: n/a
    # Newer cameras, by this version in ShotInfo, have the focus in 0xb04e.
    0xb042 FocusMode ?isSet ?!MetaVersion=DC7303320222000 omit:65535 = 1: AF-S; 2: AF-C; 4: Permanent-AF; 65535: n/a
    0xb042 _FocusMode ?isSet
    0xb043 AFAreaMode ?!MetaVersion=DC7303320222000 omit:65535 = 0: Default; 1: Multi; 2: Center; 3: Spot;
      4: Flexible Spot; 6: Touch;
      14: Tracking; 15: Face Tracking; 65535: n/a
    0xb043 AFAreaMode ?_FocusMode>=1 = 0: Multi; 1: Center; 2: Spot; 3: Flexible Spot;
      10: Selective (for Miniature effect); 14: Tracking; 15: Face Tracking; 255: Manual
    0xb044 AFIlluminator omit:65535 = 0: Off; 1: Auto; 65535: n/a
    0xb047 JPEGQuality omit:65535 = 0: Standard; 1: Fine; 2: Extra Fine; 65535: n/a
    0xb048 FlashLevel = -32768: Low; -9: -9/3; -6: -6/3; -5: -5/3; -4: -4/3; -3: -3/3; -2: -2/3; -1: -1/3;
      0: Normal; 1: +1/3; 2: +2/3; 3: +3/3; 4: +4/3; 5: +5/3; 6: +6/3; 9: +9/3; 128: n/a; 32767: High
    0xb049 ReleaseMode omit:65535 = 0: Normal; 2: Continuous; 5: Exposure Bracketing; 6: White Balance Bracketing;
      8: DRO Bracketing; 65535: n/a
    0xb04a SequenceNumber omit:65535 = 0: Single; 65535: n/a
    0xb04b Anti-Blur omit:65535 = 0: Off; 1: On (Continuous); 2: On (Shooting); 65535: n/a
    0xb04e FocusMode ?MetaVersion=DC7303320222000 = 0: Manual; 2: AF-S; 3: AF-C; 5: Semi-manual; 6: DMF
    0xb04f DynamicRangeOptimizer low = 0: Off; 1: Standard; 2: Plus
    0xb050 HighISONoiseReduction2 ?model:DSC-*|Stellar* = 0: Normal; 1: High; 2: Low; 3: Off; 65535: n/a
    0xb052 IntelligentAuto = 0: Off; 1: On; 2: Advanced
    0xb054 WhiteBalance low = 0: Auto; 4: Custom; 5: Daylight; 6: Cloudy; 7: Cool White Fluorescent;
      8: Day White Fluorescent; 9: Daylight Fluorescent; 10: Incandescent2; 11: Warm White Fluorescent;
      14: Incandescent; 15: Flash; 17: Underwater 1 (Blue Water); 18: Underwater 2 (Green Water);
      19: Underwater Auto

    [CameraInfo u8 big]
    0 LensSpec bytes[8] lensSpecSwapped = LensSpec
    20 FocusModeSetting = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A; 4: DMF
    21 AFPointSelected = 0: Auto; 1: Center; 2: Top; 3: Upper-right; 4: Right; 5: Lower-right; 6: Bottom;
      7: Lower-left; 8: Left; 9: Upper-left; 10: Far Right; 11: Far Left
    25 AFPoint = 0: Upper-left; 1: Left; 2: Lower-left; 3: Far Left; 4: Bottom Assist-left; 5: Bottom;
      6: Bottom Assist-right; 7: Center (7); 8: Center (horizontal); 9: Center (9); 10: Center (10);
      11: Center (11); 12: Center (12); 13: Center (vertical); 14: Center (14); 15: Top Assist-left; 16: Top;
      17: Top Assist-right; 18: Far Right; 19: Upper-right; 20: Right; 21: Lower-right; 22: Center F2.8
    30 AFStatusActiveSensor s16 = AFStatus
    32 AFStatusUpper-left s16 = AFStatus
    34 AFStatusLeft s16 = AFStatus
    36 AFStatusLower-left s16 = AFStatus
    38 AFStatusFarLeft s16 = AFStatus
    40 AFStatusBottomAssist-left s16 = AFStatus
    42 AFStatusBottom s16 = AFStatus
    44 AFStatusBottomAssist-right s16 = AFStatus
    46 AFStatusCenter-7 s16 = AFStatus
    48 AFStatusCenter-horizontal s16 = AFStatus
    50 AFStatusCenter-9 s16 = AFStatus
    52 AFStatusCenter-10 s16 = AFStatus
    54 AFStatusCenter-11 s16 = AFStatus
    56 AFStatusCenter-12 s16 = AFStatus
    58 AFStatusCenter-vertical s16 = AFStatus
    60 AFStatusCenter-14 s16 = AFStatus
    62 AFStatusTopAssist-left s16 = AFStatus
    64 AFStatusTop s16 = AFStatus
    66 AFStatusTopAssist-right s16 = AFStatus
    68 AFStatusFarRight s16 = AFStatus
    70 AFStatusUpper-right s16 = AFStatus
    72 AFStatusRight s16 = AFStatus
    74 AFStatusLower-right s16 = AFStatus
    76 AFStatusCenterF2-8 s16 = AFStatus
    304 AFMicroAdjValue ?model:DSLR-A850|DSLR-A900 -20
    305&0x80 AFMicroAdjMode ?model:DSLR-A850|DSLR-A900 = APSCSizeCapture
    305&0x7f AFMicroAdjRegisteredLenses ?model:DSLR-A850|DSLR-A900

    [CameraInfo2 u8 little]
    0 LensSpec bytes[8] lensSpec = LensSpec
    20 AFPointSelected = 0: Auto; 1: Center; 2: Top; 3: Upper-right; 4: Right; 5: Lower-right; 6: Bottom;
      7: Lower-left; 8: Left; 9: Upper-left
    21 FocusModeSetting = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A; 4: DMF
    24 AFPoint = 0: Top-right; 1: Bottom-right; 2: Bottom; 3: Middle Horizontal; 4: Center Vertical; 5: Top;
      6: Top-left; 7: Bottom-left
    27 AFStatusActiveSensor s16 = AFStatus
    29 AFStatusTop-right s16 = AFStatus
    31 AFStatusBottom-right s16 = AFStatus
    33 AFStatusBottom s16 = AFStatus
    35 AFStatusMiddleHorizontal s16 = AFStatus
    37 AFStatusCenterVertical s16 = AFStatus
    39 AFStatusTop s16 = AFStatus
    41 AFStatusTop-left s16 = AFStatus
    43 AFStatusBottom-left s16 = AFStatus
    45 AFStatusLeft s16 = AFStatus
    47 AFStatusCenterHorizontal s16 = AFStatus
    49 AFStatusRight s16 = AFStatus

    [CameraInfo3 u8 little]
    0 LensSpec bytes[8] ?!model:NEX-5C* lensSpec = LensSpec
    14 FocalLength u16 low ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ /10
    16 FocalLengthTeleZoom u16 ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ *2 /3
    20 AFPointSelected ?model:DSLR-A450|DSLR-A500|DSLR-A550 = 0: Auto; 1: Center; 2: Top; 3: Upper-right; 4: Right;
      5: Lower-right; 6: Bottom; 7: Lower-left; 8: Left; 9: Upper-left
    21 FocusMode ?model:DSLR-A450|DSLR-A500|DSLR-A550 = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A
    24 AFPoint ?model:DSLR-A450|DSLR-A500|DSLR-A550 = 0: Top-right; 1: Bottom-right; 2: Bottom;
      3: Middle Horizontal; 4: Center Vertical; 5: Top; 6: Top-left; 7: Bottom-left
    25 FocusStatus ?model:SLT-*|DSLR-A560|DSLR-A580 = 0: Manual - Not confirmed (0); 4: Manual - Not confirmed (4);
      16: AF-C - Confirmed; 24: AF-C - Not Confirmed; 64: AF-S - Confirmed
    27 AFStatusActiveSensor s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    28 AFPointSelected ?model:SLT-*|DSLR-A560|DSLR-A580 = 0: Auto; 1: Center; 2: Top; 3: Upper-right; 4: Right;
      5: Lower-right; 6: Bottom; 7: Lower-left; 8: Left; 9: Upper-left; 10: Far Right; 11: Far Left;
      12: Upper-middle; 13: Near Right; 14: Lower-middle; 15: Near Left
    29 FocusMode ?model:SLT-*|DSLR-A560|DSLR-A580 = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A
    29 AFStatusTop-right s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    31 AFStatusBottom-right s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    32 AFPoint ?model:SLT-*|DSLR-A560|DSLR-A580 = AFPoint2
    33 AFStatusActiveSensor s16 ?model:SLT-*|DSLR-A560|DSLR-A580 = AFStatus
    33 AFStatusBottom s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    35 AFStatus15 s16[18] @AFStatus15 ?model:SLT-*|DSLR-A560|DSLR-A580
    35 AFStatusMiddleHorizontal s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    37 AFStatusCenterVertical s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    39 AFStatusTop s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    41 AFStatusTop-left s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    43 AFStatusBottom-left s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    45 AFStatusLeft s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    47 AFStatusCenterHorizontal s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus
    49 AFStatusRight s16 ?model:DSLR-A450|DSLR-A500|DSLR-A550 = AFStatus

    [FocusInfo u8 low little]
    14 DriveMode2 ?model:DSLR-A230$|DSLR-A290$|DSLR-A330$|DSLR-A380$|DSLR-A390$ = 1: Single Frame;
      2: Continuous High; 4: Self-timer 10 sec; 5: Self-timer 2 sec, Mirror Lock-up; 7: Continuous Bracketing;
      10: Remote Commander; 11: Continuous Self-timer
    14 DriveMode2 = DriveMode2
    16 Rotation = 0: Horizontal (normal); 1: Rotate 270 CW; 2: Rotate 90 CW
    20 ImageStabilizationSetting = APSCSizeCapture
    21 DynamicRangeOptimizerMode = 0: Off; 1: Standard; 2: Advanced Auto; 3: Advanced Level
    43 BracketShotNumber
    44 WhiteBalanceBracketing = 0: Off; 1: Low; 2: High
    45 BracketShotNumber2
    46 DynamicRangeOptimizerBracket = 0: Off; 1: Low; 2: High
    47 ExposureBracketShotNumber
    63 ExposureProgram = ExposureProgram2
    65 CreativeStyle = 1: Standard; 2: Vivid; 3: Portrait; 4: Landscape; 5: Sunset; 6: Night View/Portrait; 8: B&W;
      9: Adobe RGB; 11: Neutral; 12: Clear; 13: Deep; 14: Light; 15: Autumn Leaves; 16: Sepia
    109 ISOSetting iso8
    111 ISO iso8
    119 DynamicRangeOptimizerMode = 0: Off; 1: Standard; 2: Advanced Auto; 3: Advanced Level
    121 DynamicRangeOptimizerLevel
    2118 ShutterCount u32 ?model:DSLR-A230$|DSLR-A290$|DSLR-A330$|DSLR-A380$|DSLR-A390$|DSLR-A850$|DSLR-A900$ low24
    2491 FocusPosition ?model:DSLR-A200$|DSLR-A230$|DSLR-A290$|DSLR-A300$|DSLR-A330$|DSLR-A350$|DSLR-A380$|
      DSLR-A390$|DSLR-A700$|DSLR-A850$|DSLR-A900$

    [MoreInfo little prepare:moreInfo]
    0x0001 MoreSettings @MoreSettings
    0x0002 FaceInfo @FaceInfo ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$
    0x0002 FaceInfoA @FaceInfoA ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$
    0x0107 TiffMeteringImage binary
    0x0201 MoreInfo0201 @MoreInfo0201
    0x0401 MoreInfo0401 @MoreInfo0401

    [CameraSettings u16 low big]
    [CameraSettings2 u16 low big]
             0        0 ExposureTime bulbTime
             1        1 FNumber /8 -1 apex-aperture
             2        2 HighSpeedSync = APSCSizeCapture
             3        3 ExposureCompensationSet -128 /24
        4&0xff        - DriveMode = DriveMode2
             5        4 WhiteBalanceSetting = 2: Auto; 4: Daylight; 5: Fluorescent; 6: Tungsten; 7: Flash; 16: Cloudy;
      17: Shade; 18: Color Temperature/Color Filter; 32: Custom 1; 33: Custom 2; 34: Custom 3
             6        5 WhiteBalanceFineTune signedByte
             7        6 ColorTemperatureSet *100
             8        7 ColorCompensationFilterSet signedByte
             -        8 CustomWB_RGBLevels u16[3]
            12       11 ColorTemperatureCustom *100
            13       12 ColorCompensationFilterCustom signedByte
            15       14 WhiteBalance = 2: Auto; 4: Daylight; 5: Fluorescent; 6: Tungsten; 7: Flash;
      12: Color Temperature; 13: Color Filter; 14: Custom; 16: Cloudy; 17: Shade
             -       15 FocusModeSetting = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A
            16        - FocusModeSetting = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A; 4: DMF
            17       16 AFAreaMode = 0: Wide; 1: Local; 2: Spot
             -       17 AFPointSetting u16 = 1: Center; 2: Top; 3: Upper-right; 4: Right; 5: Lower-right; 6: Bottom;
      7: Lower-left; 8: Left; 9: Upper-left
            18        - AFPointSetting u16 = 1: Center; 2: Top; 3: Upper-right; 4: Right; 5: Lower-right; 6: Bottom;
      7: Lower-left; 8: Left; 9: Upper-left; 10: Far Right; 11: Far Left
            19        - FlashMode = 0: Autoflash; 2: Rear Sync; 3: Wireless; 4: Fill-flash; 5: Flash Off; 6: Slow Sync
            20       18 FlashExposureCompSet -128 /24
            21       19 MeteringMode = 1: Multi-segment; 2: Center-weighted average; 4: Spot
            22       20 ISOSetting iso8
            24       22 DynamicRangeOptimizerMode = 0: Off; 1: Standard; 2: Advanced Auto; 3: Advanced Level
            25       23 DynamicRangeOptimizerLevel
             -       24 CreativeStyle = 1: Standard; 2: Vivid; 3: Portrait; 4: Landscape; 5: Sunset;
      6: Night View/Portrait; 8: B&W
            26        - CreativeStyle = 1: Standard; 2: Vivid; 3: Portrait; 4: Landscape; 5: Sunset;
      6: Night View/Portrait; 8: B&W; 9: Adobe RGB; 11: Neutral; 12: Clear; 13: Deep; 14: Light; 15: Autumn Leaves;
      16: Sepia
            27        - ColorSpace = 0: sRGB; 1: Adobe RGB; 5: Adobe RGB (A700)
            28       25 Sharpness -10
            29       26 Contrast -10
            30       27 Saturation -10
            31        - ZoneMatchingValue -10
            34        - Brightness -10
            35       31 FlashControl = 0: ADI; 1: Pre-flash TTL; 2: Manual
            40        - PrioritySetupShutterRelease = 0: AF; 1: Release
            41        - AFIlluminator = 0: Auto; 1: Off
            42        - AFWithShutter = 0: On; 1: Off
            43       37 LongExposureNoiseReduction = APSCSizeCapture
             -       38 HighISONoiseReduction = 0: Off; 1: Low; 2: Normal; 3: High
             -       39 ImageStyle = 1: Standard; 2: Vivid; 3: Portrait; 4: Landscape; 5: Sunset;
      7: Night View/Portrait; 8: B&W
            44        - HighISONoiseReduction = 0: Normal; 1: Low; 2: High; 3: Off
            45        - ImageStyle = 1: Standard; 2: Vivid; 3: Portrait; 4: Landscape; 5: Sunset;
      7: Night View/Portrait; 8: B&W; 9: Adobe RGB; 11: Neutral; 129: StyleBox1; 130: StyleBox2; 131: StyleBox3;
      132: StyleBox4; 133: StyleBox5; 134: StyleBox6
            46        - FocusModeSwitch = 0: AF; 1: Manual
            47       40 ShutterSpeedSetting bulbTime
            48       41 ApertureSetting /8 -1 apex-aperture
            60       60 ExposureProgram = ExposureProgram2
            61       61 ImageStabilizationSetting = APSCSizeCapture
            62       62 FlashAction = 0: Did not fire; 1: Fired; 2: External Flash, Did not fire;
      3: External Flash, Fired
            63       63 Rotation = 0: Horizontal (normal); 1: Rotate 90 CW; 2: Rotate 270 CW
            64       64 AELock = 1: Off; 2: On
            76       76 FlashAction2 = 1: Fired, Autoflash; 2: Fired, Fill-flash; 3: Fired, Rear Sync;
      4: Fired, Wireless; 5: Did not fire; 6: Fired, Slow Sync; 17: Fired, Autoflash, Red-eye reduction;
      18: Fired, Fill-flash, Red-eye reduction; 34: Fired, Fill-flash, HSS
            77        - FocusMode = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A; 4: DMF
             -       77 FocusMode = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A
            80        - BatteryState = 2: Empty; 3: Very Low; 4: Low; 5: Sufficient; 6: Full
            81        - BatteryLevel
            83       83 FocusStatus = bits 0: Confirmed; 1: Failed; 2: Tracking; -: Not confirmed
            84       84 SonyImageSize = 1: Large; 2: Medium; 3: Small
            85       85 AspectRatio = 1: 3:2; 2: 16:9
            86       86 Quality = 0: RAW; 2: CRAW; 16: Extra Fine; 32: Fine; 34: RAW + JPEG; 35: CRAW + JPEG;
      48: Standard
            88       88 ExposureLevelIncrements = 33: 1/3 EV; 50: 1/2 EV
           106        - RedEyeReduction = APSCSizeCapture
             - 126&0xff DriveMode = 1: Single Frame; 2: Continuous High; 4: Self-timer 10 sec;
      5: Self-timer 2 sec, Mirror Lock-up; 7: Continuous Bracketing; 10: Remote Commander; 11: Continuous Self-timer
             -      127 FlashMode = 0: Autoflash; 2: Rear Sync; 3: Wireless; 4: Fill-flash; 5: Flash Off; 6: Slow Sync
             -      131 ColorSpace = 5: Adobe RGB; 6: sRGB
     154&0x3ff        - FolderNumber
    155&0x3fff        - ImageNumber

    [CameraSettings3 u8 low little]
    [MoreSettings u8 low]
               0   - ShutterSpeedSetting bulbTime
               1   - ApertureSetting /8 -1 apex-aperture
               -   1 DriveMode2 = DriveModeSetting
               2   - ISOSetting iso8Coded = 0: Auto; 254: n/a
               3   - ExposureCompensationSet -128 /24
               4   - DriveModeSetting = DriveModeSetting
               5   2 ExposureProgram = ExposureProgram3
               6   - FocusModeSetting = 17: AF-S; 18: AF-C; 19: AF-A; 32: Manual; 48: DMF
               7   3 MeteringMode = 1: Multi-segment; 2: Center-weighted average; 3: Spot
               9   - SonyImageSize = 21: Large (3:2); 22: Medium (3:2); 23: Small (3:2); 25: Large (16:9);
      26: Medium (16:9); 27: Small (16:9)
              10   - AspectRatio = 4: 3:2; 8: 16:9
              11   - Quality = 2: RAW; 4: RAW + JPEG; 6: Fine; 7: Standard
              12   4 DynamicRangeOptimizerSetting = 1: Off; 16: On (Auto); 17: On (Manual)
              13   5 DynamicRangeOptimizerLevel
              14   6 ColorSpace = 1: sRGB; 2: Adobe RGB
              15   7 CreativeStyleSetting = 16: Standard; 32: Vivid; 64: Portrait; 80: Landscape; 96: B&W; 160: Sunset
              16   8 ContrastSetting s8
              17   9 SaturationSetting s8
              18  10 SharpnessSetting s8
              22  13 WhiteBalanceSetting = WhiteBalanceSetting
              23  14 ColorTemperatureSetting *100
              24  15 ColorCompensationFilterSet s8
              25   - CustomWB_RGBLevels u16rev[3]
              32  16 FlashMode = 1: Flash Off; 16: Autoflash; 17: Fill-flash; 18: Slow Sync; 19: Rear Sync; 20: Wireless
              33   - FlashControl = 1: ADI Flash; 2: Pre-flash TTL
              35   - FlashExposureCompSet -128 /24
              36   - AFAreaMode = 1: Wide; 2: Spot; 3: Local; 4: Flexible
              37  17 LongExposureNoiseReduction = 1: Off; 16: On
              38  18 HighISONoiseReduction = 16: Low; 17: High; 19: Auto
               -  19 FocusMode ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 17: AF-S; 18: AF-C; 19: AF-A; 32: Manual;
      48: DMF
               -  21 MultiFrameNoiseReduction ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 1: Off; 16: On;
      255: None
              39   - SmileShutterMode = 17: Slight Smile; 18: Normal Smile; 19: Big Smile
              40   - RedEyeReduction = 1: Off; 16: On
              45  22 HDRSetting = 1: Off; 16: On (Auto); 17: On (Manual)
              46  23 HDRLevel = 33: 1 EV; 34: 1.5 EV; 35: 2 EV; 36: 2.5 EV; 37: 3 EV; 38: 3.5 EV; 39: 4 EV; 40: 5 EV;
      41: 6 EV
              47  24 ViewingMode = 16: ViewFinder; 33: Focus Check Live View; 34: Quick AF Live View
              48  25 FaceDetection = 1: Off; 16: On
               -  26 CustomWB_RBLevels u16rev[2]
               -  30 BrightnessValue ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* -106 /8
               -  30 ExposureCompensationSet -128 /24
               -  31 ISO ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* iso8
               -  31 FlashExposureCompSet -128 /24
               -  32 FNumber ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* /8 -1 apex-aperture
               -  32 LiveViewAFMethod ?!model:NEX-3*|NEX-5*|NEX-5C* = 0: n/a; 1: Phase-detect AF; 2: Contrast AF
               -  33 ExposureTime ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* bulbTime
               -  33 ISO ?model:NEX-3*|NEX-5*|NEX-5C* iso8
               -  34 FNumber ?model:NEX-3*|NEX-5*|NEX-5C* /8 -1 apex-aperture
               -  35 FocalLength2 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* -28 /16 exp2 *10
               -  35 ExposureTime ?model:NEX-3*|NEX-5*|NEX-5C* bulbTime
               -  36 ExposureCompensation2 s16 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* /8
               -  37 FocalLength2 ?model:NEX-3*|NEX-5*|NEX-5C* -28 /16 exp2 *10
               -  37 ISO ?!model:DSLR-A450*|DSLR-A500*|DSLR-A550* iso8
               -  38 FlashExposureCompSet2 s16 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* /8
               -  38 ExposureCompensation2 s16 ?model:NEX-3*|NEX-5*|NEX-5C* /8
               -  38 FNumber /8 -1 apex-aperture
               -  39 ExposureTime ?!model:NEX-3*|NEX-5*|NEX-5C*|DSLR-A450*|DSLR-A500*|DSLR-A550* bulbTime
               -  40 Orientation2 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 1: Horizontal (normal); 2: Rotate 180;
      6: Rotate 90 CW; 8: Rotate 270 CW
               -  41 FocusPosition2 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550*
               -  41 FocalLength2 ?!model:NEX-3*|NEX-5*|NEX-5C* -28 /16 exp2 *10
               -  42 FlashAction ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 0: Did not fire; 1: Fired
               -  42 ExposureCompensation2 s16 ?!model:NEX-3*|NEX-5*|NEX-5C* /8
               -  43 FocusPosition2 ?model:NEX-3*|NEX-5*|NEX-5C*
               -  44 FocusMode2 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 0: AF; 1: MF
               -  44 FlashAction ?model:NEX-3*|NEX-5*|NEX-5C* = 0: Did not fire; 1: Fired
               -  44 FlashExposureCompSet2 s16 /8
               -  46 FocusMode2 ?model:NEX-3*|NEX-5*|NEX-5C* = 0: AF; 1: MF
               -  46 Orientation2 ?!model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 1: Horizontal (normal); 2: Rotate 180;
      6: Rotate 90 CW; 8: Rotate 270 CW
               -  47 FocusPosition2 ?!model:NEX-3*|NEX-5*|NEX-5C*|DSLR-A450*|DSLR-A500*|DSLR-A550*
               -  48 FlashAction ?!model:NEX-3*|NEX-5*|NEX-5C*|DSLR-A450*|DSLR-A500*|DSLR-A550* = 0: Did not fire;
      1: Fired
              49   - SmileShutter = 1: Off; 16: On
              50   - SweepPanoramaSize ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: Standard; 2: Wide
               -  50 FocusMode2 ?!model:NEX-3*|NEX-5*|NEX-5C*|DSLR-A450*|DSLR-A500*|DSLR-A550* = 0: AF; 1: MF
              51   - SweepPanoramaDirection ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: Right; 2: Left; 3: Up; 4: Down
              52   - DriveMode ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 16: Single Frame; 33: Continuous High;
      34: Continuous Low; 48: Speed Priority Continuous; 81: Self-timer 10 sec; 82: Self-timer 2 sec, Mirror Lock-up;
      113: Continuous Bracketing 0.3 EV; 117: Continuous Bracketing 0.7 EV; 145: White Balance Bracketing Low;
      146: White Balance Bracketing High; 192: Remote Commander; 209: Continuous - HDR;
      210: Continuous - Multi Frame NR; 211: Continuous - Handheld Night Shot; 212: Continuous - Anti Motion Blur;
      213: Continuous - Sweep Panorama; 214: Continuous - 3D Sweep Panorama
              53   - MultiFrameNoiseReduction ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 1: Off; 16: On;
      255: None
              54   - LiveViewAFSetting ?!model:NEX-*|DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 1: Phase-detect AF;
      2: Contrast AF
              56   - PanoramaSize3D ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 1: Standard; 2: Wide; 3: 16:9
               - 119 FlashAction2 ?model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 0: Did not fire;
      2: External Flash fired (2); 3: Built-in Flash fired; 4: External Flash fired (4)
               - 120 FlashActionExternal ?model:NEX-3*|NEX-5*|NEX-5C* = 121: Fired; 122: Fired; 136: Did not fire
               - 124 FlashActionExternal ?!model:NEX-3*|NEX-5*|NEX-5C*|DSLR-A450*|DSLR-A500*|
      DSLR-A550* = 136: Did not fire; 167: Fired; 182: Fired, HSS
               - 130 FlashStatus ?model:NEX-3*|NEX-5*|NEX-5C* = 0: None; 2: External
             131   - AFButtonPressed ?!model:NEX-*|DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: No; 16: Yes
             132   - LiveViewMetering ?!model:NEX-*|DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 16: 40 Segment;
      32: 1200-zone Evaluative
             133   - ViewingMode2 ?!model:NEX-*|DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 16: Viewfinder;
      33: Focus Check Live View; 34: Quick AF Live View
             134   - AELock ?!model:NEX-*|DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: On; 2: Off
               - 134 FlashStatus ?!model:NEX-3*|NEX-5*|NEX-5C*|DSLR-A450*|DSLR-A500*|DSLR-A550* = 0: None; 1: Built-in;
      2: External
             135   - FlashStatusBuilt-in ?!model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 1: Off; 2: On
             136   - FlashStatusExternal ?!model:DSLR-A450*|DSLR-A500*|DSLR-A550* = 1: None; 2: Off; 3: On
             139   - LiveViewFocusMode ?!model:NEX-*|DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 1: AF; 16: Manual
             153   - LensMount ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: Unknown; 16: A-mount; 17: E-mount
             268   - SequenceNumber ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: Single; 255: n/a
    276&0xffc000   - FolderNumber u32 ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$
      276&0x3fff   - ImageNumber u32 ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$
             512   - ShotNumberSincePowerUp2 u32 ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$
             643   - AFButtonPressed ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: No; 16: Yes
             644   - LiveViewMetering ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 16: 40 Segment;
      32: 1200-zone Evaluative
             645   - ViewingMode2 ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 16: Viewfinder;
      33: Focus Check Live View; 34: Quick AF Live View
             646   - AELock ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: On; 2: Off
             647   - FlashStatusBuilt-in ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: Off; 2: On
             648   - FlashStatusExternal ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 1: None; 2: Off; 3: On
             651   - LiveViewFocusMode ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: n/a; 1: AF; 16: Manual
             780   - SequenceNumber ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: Single; 255: n/a
      788&0x3fff   - ImageNumber u16 ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$
       790&0x3ff   - FolderNumber u16 ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$
            1008   - LensE-mountVersion u16 ?model:NEX-*
            1011   - LensFirmwareVersion u16 ?model:NEX-*
            1015   - LensType2 u16 ?model:NEX-* ?!LensMount=1 = LensType2
     1024&0x3fff   - ImageNumber u16 ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$
      1026&0x3ff   - FolderNumber u16 ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$

    [ExtraInfo u8 big]
    1 BatteryTemperature -32 /1.8
    12 BatteryLevel
    26 ExtraInfoVersion u8[4]

    [ExtraInfo2 u8]
    4 BatteryLevel
    18 ImageStabilization = 0: Off; 64: On

    [ExtraInfo3 u8]
    2 BatteryTemperature -32 /1.8
    4 BatteryLevel
    6 BatteryVoltage1 u16 ?!model:NEX-3|NEX-5|NEX-5C|NEX-C3|NEX-VG10|NEX-VG10E /128
    8 BatteryVoltage2 u16 ?!model:NEX-3|NEX-5|NEX-5C|NEX-C3|NEX-VG10|NEX-VG10E /128
    17 ImageStabilization ?!model:NEX-3|NEX-5|NEX-5C|NEX-C3|NEX-VG10|NEX-VG10E = 0: Off; 64: On
    20 BatteryState ?model:SLT-* = 1: Empty; 2: Low; 3: Half full; 4: Almost full; 5: Full
    20 ExposureProgram low ?model:DSLR-A450|DSLR-A500|DSLR-A550 = 241: Landscape; 243: Aperture-priority AE;
      245: Portrait; 246: Auto; 247: Program AE; 249: Macro; 252: Sunset; 253: Sports; 255: Manual
    20 ModeDialPosition ?model:DSLR-* = 248: No Flash; 249: Aperture-priority AE; 250: SCN;
      251: Shutter speed priority AE; 252: Auto; 253: Program AE; 254: Panorama; 255: Manual
    22 MemoryCardConfiguration ?model:DSLR-* = 244: MemoryStick in use, SD card present;
      245: MemoryStick in use, SD slot empty; 252: SD card in use, MemoryStick present;
      254: SD card in use, MemoryStick slot empty
    22&0xc0 CameraOrientation ?model:NEX-3|NEX-5|NEX-5C|NEX-C3|NEX-VG10|NEX-VG10E = 0: Horizontal (normal);
      1: Rotate 90 CW; 2: Rotate 270 CW; 3: Rotate 180
    24&0x30 CameraOrientation ?!model:NEX-3|NEX-5|NEX-5C|NEX-C3|NEX-VG10|NEX-VG10E = 0: Horizontal (normal);
      1: Rotate 90 CW; 2: Rotate 270 CW; 3: Rotate 180

    [Panorama u32]
    1 PanoramaFullWidth
    2 PanoramaFullHeight
    3 PanoramaDirection = 0: Left or Up; 1: Right or Down
    4 PanoramaCropLeft
    5 PanoramaCropTop
    6 PanoramaCropRight
    7 PanoramaCropBottom
    8 PanoramaFrameWidth
    9 PanoramaFrameHeight
    10 PanoramaSourceWidth
    11 PanoramaSourceHeight

    [Tag2010a u8 low little prepare:decipher]
    [Tag2010b u8 low little prepare:decipher]
    [Tag2010c u8 low little prepare:decipher]
    [Tag2010d u8 low little prepare:decipher]
    [Tag2010e u8 low little prepare:decipher]
    [Tag2010f u8 low little prepare:decipher]
    [Tag2010g u8 low little prepare:decipher]
    [Tag2010h u8 low little prepare:decipher]
    [Tag2010i u8 low little prepare:decipher]
       -    0    0    0    0    -    -    -    - SequenceImageNumber u32 +1
       -    4    4    4    4    -    -    -    - SequenceFileNumber u32 +1
       -    8    8    8    8    4    4    4    4 ReleaseMode2 u32 = ReleaseMode2
       -    -  512    -  540    -    -    -    - DigitalZoomRatio low /16
       -  438  528  510  556    -    -    -    - SonyDateTime bytes[7] dateTime
       -  804  768  892  808   80   80   80   78 DynamicRangeOptimizer = DynamicRangeOptimizer
    4392 4392 4356 4480 4444 4116  524  524  516 ReleaseMode3 = ReleaseMode3
    4396 4396 4360 4484 4448 4120  528  528  520 ReleaseMode2 = ReleaseMode2
       -    -    -    -    -    -    -  536  528 SelfTimer = 0: Off; 1: Self-timer 5 or 10 s; 2: Self-timer 2 s
    4404 4404 4368 4492 4456 4128  536    -    - SelfTimer = SelfTimer
    4408 4408 4372 4496 4460 4132  540  540  529 FlashMode = FlashMode
    4414 4414 4378 4502 4466 4138  546  546  535 StopsAboveBaseISO u16 /-256 +16
    4416 4416 4380 4504 4468 4140  548  548  537 BrightnessValue u16 /256 -56.6
    4420 4420 4384 4508 4472 4144  552  552  539 DynamicRangeOptimizer = DynamicRangeOptimizer
    4424 4424 4388 4512 4476 4148  556  556  543 HDRSetting = HDRSetting
    4428 4428 4392    - 4480 4152  560  560  547 ExposureCompensation s16 /-256
    4446 4450 4414 4538 4502 4174  582  582  567 PictureProfile = PictureProfile
    4447 4451 4415 4539 4503 4175  583  583  568 PictureProfile = PictureProfile
    4451 4455 4419 4543 4507 4179  587  587  572 PictureEffect2 = PictureEffect2
    4464 4468 4432    - 4520 4192  600  600  583 Quality2 = 0: JPEG; 1: RAW; 2: RAW + JPEG
    4468 4472 4436 4560 4524 4196  604  604  587 MeteringMode = MeteringMode
    4469 4473 4437 4561 4525 4197  605  605  588 ExposureProgram = ExposureProgram
    4476 4480 4444 4568 4532 4204  612  612  594 WB_RGBLevels u16[3]
       -    -    -    -    - 4404  812  812  778 FocalLength u16 /10
       -    -    -    -    - 4406  814  814  780 MinFocalLength u16 /10
       -    -    -    -    -    -  816  816  782 MaxFocalLength u16 omit:0 /10
       -    -    -    -    - 4408    -    -    - MaxFocalLength u16 /10
       - 4632 4596 4720    - 4412  836  838  800 SonyISO u16 /-256 +16 exp2 *100
       -    -    -    - 4692    -    -    -    - SonyISO u16 ?model:SLT-A99|SLT-A99V|NEX-5R|NEX-5T|NEX-6|NEX-VG900|
      NEX-VG30E|DSC-RX100|Stellar|HV /-256 +16 exp2 *100
       -    -    -    - 4696    -    -    -    - SonyISO u16 ?model:DSC-RX1|DSC-RX1R /-256 +16 exp2 *100
       -    -    -    - 4728    -    -    -    - FocalLength u16 ?model:SLT-A58|ILCE-3000|ILCE-3500|NEX-3N|DSC-HX300|
      DSC-HX50V|DSC-WX60|DSC-WX80|DSC-WX200|DSC-WX300|DSC-TX30 /10
       -    -    -    - 4730    -    -    -    - MinFocalLength u16 ?model:SLT-A58|ILCE-3000|ILCE-3500|NEX-3N|DSC-HX300|
      DSC-HX50V|DSC-WX60|DSC-WX80|DSC-WX200|DSC-WX300|DSC-TX30 /10
       -    -    -    - 4732    -    -    -    - MaxFocalLength u16 ?model:SLT-A58|ILCE-3000|ILCE-3500|NEX-3N|DSC-HX300|
      DSC-HX50V|DSC-WX60|DSC-WX80|DSC-WX200|DSC-WX300|DSC-TX30 omit:0 /10
       -    -    -    - 4736    -    -    -    - SonyISO u16 ?model:SLT-A58|ILCE-3000|ILCE-3500|NEX-3N|DSC-HX300|
      DSC-HX50V|DSC-WX60|DSC-WX80|DSC-WX200|DSC-WX300|DSC-TX30 /-256 +16 exp2 *100
       -    -    -    - 6256    -    -    -    - DistortionCorrParams s16[16] ?!model:DSC-*|Stellar*
       -    -    -    - 6289    -    -    -    - LensFormat ?!model:DSC-*|Stellar* = LensFormat
       -    -    -    -    -    - 6300 6348 6096 DistortionCorrParams s16[16] ?!model:DSC-*
       -    -    -    -    -    - 6333 6381 6129 LensFormat ?!model:DSC-* = LensFormat
       -    -    -    - 6290    - 6334 6382 6130 _LensMount
       -    -    -    - 6290    -    -    -    - LensMount ?!model:DSC-*|Stellar* = LensMount
       -    -    -    -    -    - 6334 6382 6130 LensMount ?!model:DSC-* = LensMount
       -    -    -    - 6291    - 6335 6383 6131 LensType2 u16 ?_LensMount=2 = LensType2
       -    -    -    - 6294    - 6338 6386 6134 LensType u16 low ?_LensMount=1 = LensType
       -    -    -    - 6296    -    -    -    - DistortionCorrParamsPresent ?!model:DSC-*|Stellar* = 0: No; 1: Yes
       -    -    -    -    -    - 6340 6388 6136 DistortionCorrParamsPresent ?!model:DSC-* = 0: No; 1: Yes
       -    -    -    - 6297    - 6341 6389 6137 DistortionCorrParamsNumber ?!model:DSC-* = 11: 11 (APS-C);
      16: 16 (Full-frame)
       - 6691    -    -    -    -    -    -    - DistortionCorrParams s16[16]

    [Tag202a u8 little]
    1 FocalPlaneAFPointsUsed u8
    2 FocalPlaneAFPointArea u16[2] ?FocalPlaneAFPointsUsed>=1
    6 FocalPlaneAFPointLocation1 u16[2] ?FocalPlaneAFPointsUsed>=1
    10 FocalPlaneAFPointLocation2 u16[2] ?FocalPlaneAFPointsUsed>=2
    14 FocalPlaneAFPointLocation3 u16[2] ?FocalPlaneAFPointsUsed>=3
    18 FocalPlaneAFPointLocation4 u16[2] ?FocalPlaneAFPointsUsed>=4
    22 FocalPlaneAFPointLocation5 u16[2] ?FocalPlaneAFPointsUsed>=5
    26 FocalPlaneAFPointLocation6 u16[2] ?FocalPlaneAFPointsUsed>=6
    30 FocalPlaneAFPointLocation7 u16[2] ?FocalPlaneAFPointsUsed>=7
    34 FocalPlaneAFPointLocation8 u16[2] ?FocalPlaneAFPointsUsed>=8
    38 FocalPlaneAFPointLocation9 u16[2] ?FocalPlaneAFPointsUsed>=9
    42 FocalPlaneAFPointLocation10 u16[2] ?FocalPlaneAFPointsUsed>=10
    46 FocalPlaneAFPointLocation11 u16[2] ?FocalPlaneAFPointsUsed>=11
    50 FocalPlaneAFPointLocation12 u16[2] ?FocalPlaneAFPointsUsed>=12
    54 FocalPlaneAFPointLocation13 u16[2] ?FocalPlaneAFPointsUsed>=13
    58 FocalPlaneAFPointLocation14 u16[2] ?FocalPlaneAFPointsUsed>=14
    62 FocalPlaneAFPointLocation15 u16[2] ?FocalPlaneAFPointsUsed>=15

    [ShotInfo u8 little]
    2 FaceInfoOffset u16
    6 SonyDateTime text[20]
    26 SonyImageHeight u16
    28 SonyImageWidth u16
    48 FacesDetected u16
    50 FaceInfoLength u16
    52 MetaVersion text[16]
    72 FaceInfo1 @FaceInfo1 ?FaceInfoOffset=72 ?FaceInfoLength=32
    94 FaceInfo2 @FaceInfo2 ?FaceInfoOffset=94 ?FaceInfoLength=37

    # Enciphered a second time, which is why these are the codes of the numbers from 0 on.
    [Tag900b u8 prepare:decipher]
    2 FacesDetected = 0: 0; 98: 1; 57: 2; 93: 3; 77: 4; 33: 5; 168: 6; 241: 7; 115: 8
    189 FaceDetection ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ = 0: Off; 98: On

    [Tag9050a u8 little prepare:decipher]
    [Tag9050b u8 little prepare:decipher]
      0   - SonyMaxAperture ?!model:NEX-*|Lunar*|ILCE-* /8 -1.06 apex-aperture
      -   0 SonyMaxAperture ?model:ILCA-* /8 -1.06 apex-aperture
      1   - SonyMinAperture ?!model:NEX-*|Lunar*|ILCE-* /8 -1.06 apex-aperture
      -   1 SonyMinAperture ?model:ILCA-* /8 -1.06 apex-aperture
     32  38 Shutter u16[3] = 0 0 0: Silent / Electronic (0 0 0)
     49  57 FlashStatus = FlashStatus
     50  58 ShutterCount u32 low24
     58  70 SonyExposureTime u16 bulbTime256
     60  72 SonyFNumber u16 /256 -16 apex-aperture
     63  75 ReleaseMode2 = ReleaseMode2
     76   - ShutterCount2 u32 ?model:ILCE-7|ILCE-7R|ILCE-7S|ILCE-7M2|ILCE-5000|ILCE-6000|ILCE-5100|
      ILCE-QX1 ?flashOff low24
      -  80 ShutterCount2 u32 ?flashOff ?isNewLayout low24
     81   - SonyDateTime2 bytes[6] ?model:ILCE-7R|ILCE-7S|ILCE-7M2|ILCE-7|ILCE-5000|ILCE-6000|ILCE-5100|
      ILCE-QX1 shortDateTime
      -  82 ShutterCount2 u32 ?flashOff ?model:ILCE-7M3*|ILCE-7RM3* low24
      -  88 ShutterCount2 u32 ?flashOff ?!isNewLayout ?!model:ILCE-7M3*|ILCE-7RM3*|ILCA-99M2* low24
      -  97 SonyTimeMinSec bytes[2] ?!model:ILCA-99M2*|ILCE-6100*|ILCE-6400*|ILCE-6600*|ILCE-7C*|ILCE-7M3*|ILCE-7RM3A*|
      ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|ILCE-9*|ILCE-9M2*|ZV-E10* minutesSeconds
    103   - ReleaseMode2 ?!model:SLT-A65V*|SLT-A65*|SLT-A77V*|SLT-A77*|Lunar*|NEX-5N*|NEX-7*|NEX-VG20E* = ReleaseMode2
      - 107 ReleaseMode2 ?isNewLayout = ReleaseMode2
      - 109 ReleaseMode2 ?model:ILCE-7M3*|ILCE-7RM3A*|ILCE-7RM3* = ReleaseMode2
      - 115 ReleaseMode2 ?!isNewLayout ?!model:ILCE-7M3*|ILCE-7RM3* = ReleaseMode2
    124   - InternalSerialNumber u8[4] ?!model:Lunar*|NEX-5N*|NEX-7*|NEX-VG20E*|SLT-*|HV*|ILCA-*
      - 136 InternalSerialNumber u8[6]
    240   - InternalSerialNumber u8[5] ?model:SLT-*|HV*|ILCA-*
    261 261 LensMount = LensMount
    262 262 LensFormat = LensFormat
    263 263 LensType2 u16 ?LensMount=2 = LensType2
    265 265 LensType u16 low ?LensMount=1 = LensType
    267 267 DistortionCorrParamsPresent = 0: No; 1: Yes
    276   - APS-CSizeCapture ?model:SLT-A99*|HV*|ILCE-7* = APSCSizeCapture
      - 276 APS-CSizeCapture ?model:ILCE-7*|ILCE-9*|ILCA-99* = APSCSizeCapture
    277   - LensSpecFeatures bytes[2] ?model:SLT-A37V*|SLT-A37*|SLT-A57V*|SLT-A57*|SLT-A65V*|SLT-A65*|SLT-A77V*|
      SLT-A77*|Lunar*|NEX-F3*|NEX-5N*|NEX-7*|NEX-VG20E* hexBytes = LensSpec
    278   - LensSpecFeatures bytes[2] ?!model:SLT-A37V*|SLT-A37*|SLT-A57V*|SLT-A57*|SLT-A65V*|SLT-A65*|SLT-A77V*|
      SLT-A77*|Lunar*|NEX-F3*|NEX-5N*|NEX-7*|NEX-VG20E* hexBytes = LensSpec
      - 278 LensSpecFeatures bytes[2] hexBytes = LensSpec
      - 415 ShutterCount3 u32 ?model:ILCE-6100|ILCE-6400|ILCE-6600|ILCE-7C|ILCE-7M3|ILCE-7RM3A|ILCE-7RM3|ILCE-7RM4A|
      ILCE-7RM4|ILCE-9|ILCE-9M2|ZV-E10 omit:0
    416   - ShutterCount3 u32 ?model:ILCE-5100*|ILCE-QX1*|ILCA-68*|ILCA-77M2* omit:0
    426   - ShutterCount3 u32 ?model:SLT-A58|SLT-A99V|SLT-A99|HV|NEX-3N|NEX-5R|NEX-5T|NEX-6|NEX-VG900|NEX-VG30E|
      ILCE-3000|ILCE-5000|ILCE-3500 omit:0
    445   - ShutterCount3 u32 ?model:SLT-A37V*|SLT-A37*|SLT-A57V*|SLT-A57*|SLT-A65V*|SLT-A65*|SLT-A77V*|SLT-A77*|Lunar*|
      NEX-F3*|NEX-5N*|NEX-7*|NEX-VG20E* omit:0
      - 459 ShutterCount3 u32 ?model:ILCE-7RM2*|ILCE-7SM2* omit:0
      - 461 ShutterCount3 u32 ?model:ILCE-6300*|ILCE-6500*|ILCA-99M2* omit:0
      - 491 APS-CSizeCapture ?isNewLayout ?!model:ILCE-6100*|ILCE-6400*|ILCE-6600* = APSCSizeCapture
      - 493 LensSpecFeatures bytes[2] low ?isNewLayout ?!model:ILCE-6100*|ILCE-6400*|ILCE-6600* hexBytes = LensSpec
      - 494 APS-CSizeCapture ?model:ILCE-7M3|ILCE-7RM3A|ILCE-7RM3|ILCE-9 ?!isNewA9 = APSCSizeCapture
      - 496 LensSpecFeatures bytes[2] low ?model:ILCE-6100|ILCE-6400|ILCE-6600|ILCE-7M3|ILCE-7RM3A|ILCE-7RM3|
      ILCE-9 ?!isNewA9 hexBytes = LensSpec
      - 538 APS-CSizeCapture ?model:ILCE-7RM2*|ILCE-7SM2* = APSCSizeCapture
      - 540 LensSpecFeatures bytes[2] low ?model:ILCE-7RM2*|ILCE-7SM2* hexBytes = LensSpec
      - 540 APS-CSizeCapture ?model:ILCA-99M2* = APSCSizeCapture
      - 542 LensSpecFeatures bytes[2] low ?model:ILCE-6300*|ILCE-6500*|ILCA-99M2* hexBytes = LensSpec

    [Tag9050c u8 little prepare:decipher]
    38 Shutter u16[3] = 0 0 0: Silent / Electronic (0 0 0)
    57 FlashStatus = FlashStatus
    58 ShutterCount u32 low24
    70 SonyExposureTime u16 bulbTime256
    72 SonyFNumber u16 /256 -16 apex-aperture
    75 ReleaseMode2 = ReleaseMode2
    80 ShutterCount2 u32 ?flashOff low24
    102 SonyExposureTime u16 bulbTime256
    104 SonyFNumber u16 /256 -16 apex-aperture
    107 ReleaseMode2 = ReleaseMode2
    136 InternalSerialNumber u8[6] ?model:ILCE-7M4*|ILCE-7RM5*|ILCE-7SM3*|ILME-FX3*
    138 InternalSerialNumber u8[6] ?model:ILCE-1*

    [Tag9400a u8 little prepare:decipher]
    [Tag9400b u8 little prepare:decipher]
    [Tag9400c u8 little prepare:decipher]
     -  -  9 ReleaseMode2 = ReleaseMode2
     -  - 10 ShotNumberSincePowerUp u32 ?model:ILCA-68|ILCA-77M2|ILCA-99M2|ILCE-5000|ILCE-5100|ILCE-6000|ILCE-6300|
      ILCE-6500|ILCE-7|ILCE-7M2|ILCE-7R|ILCE-7RM2|ILCE-7S|ILCE-7SM2|ILCE-QX1|DSC-HX350|DSC-HX400V|DSC-HX60V|DSC-HX80|
      DSC-HX90|DSC-HX90V|DSC-QX30|DSC-RX0|DSC-RX1RM2|DSC-RX10|DSC-RX10M2|DSC-RX10M3|DSC-RX100M3|DSC-RX100M4|DSC-RX100M5|
      DSC-WX220|DSC-WX350|DSC-WX500
     8  8 18 SequenceImageNumber u32 +1
     -  - 22 SequenceLength = 0: Continuous; 1: 1 shot; 2: 2 shots; 3: 3 shots; 4: 4 shots; 5: 5 shots; 6: 6 shots;
      7: 7 shots; 9: 9 shots; 10: 10 shots; 12: 12 shots; 16: 16 shots; 100: Continuous - iSweep Panorama;
      200: Continuous - Sweep Panorama
    12 12 26 SequenceFileNumber u32 +1
    16 16  - ReleaseMode2 = ReleaseMode2
    18  -  - DigitalZoom ?!model:SLT-A65V|SLT-A65|SLT-A77V|SLT-A77|NEX-5N|NEX-7|NEX-VG20E|Lunar|DSC-HX10V|DSC-HX20V|
      DSC-HX200V|DSC-TX20|DSC-TX55|DSC-TX300V|DSC-WX30|DSC-WX70 = 0: No; 1: Yes
     - 18  - DigitalZoom = 0: No; 1: Yes
    26 22  - ShotNumberSincePowerUp u32
     -  - 30 SequenceLength = 0: Continuous; 1: 1 file; 2: 2 files; 3: 3 files; 5: 5 files; 7: 7 files; 9: 9 files;
      10: 10 files
    34 30  - SequenceLength = 0: Continuous; 1: 1 shot; 2: 2 shots; 3: 3 shots; 4: 4 shots; 5: 5 shots; 6: 6 shots;
      10: 10 shots; 100: Continuous - iSweep Panorama; 200: Continuous - Sweep Panorama
    40 36 41 CameraOrientation = 1: Horizontal (normal); 3: Rotate 180; 6: Rotate 90 CW; 8: Rotate 270 CW
    41 37  - Quality2 = 0: JPEG; 1: RAW; 2: RAW + JPEG; 3: JPEG + MPO
     -  - 42 Quality2 ?!model:ILCE-1|ILCE-7M4|ILCE-7RM5|ILCE-7SM3|ILME-FX3 = 0: JPEG; 1: RAW; 2: RAW + JPEG;
      3: JPEG + MPO
     -  - 42 Quality2 ?model:ILCE-1|ILCE-7M4|ILCE-7RM5|ILCE-7SM3|ILME-FX3 = 1: JPEG; 2: RAW; 3: RAW + JPEG; 4: HEIF;
      6: RAW + HEIF
     - 63  - SonyImageHeight u16
    68  -  - SonyImageHeight u16 ?model:SLT-*|HV*|NEX-*|Lunar*|DSC-RX*|Stellar*
     - 70  - ModelReleaseYear u8
     -  - 71 SonyImageHeight u16 ?!model:ILCE-1|ILCE-7M4|ILCE-7RM5|ILCE-7SM3|ILME-FX3
    82  -  - ModelReleaseYear u8 ?model:SLT-*|HV*|NEX-*|Lunar*|DSC-RX*|Stellar*
     -  - 83 ModelReleaseYear u8 ?!model:ILCE-1|ILCE-7M4|ILCE-7RM5|ILCE-7SM3|ILME-FX3

    [Tag9401 u8 little prepare:decipher]
    0 _Version
    1102 ISOInfo @ISOInfo ?_Version=178
    1176 ISOInfo @ISOInfo ?_Version=148
    1181 ISOInfo @ISOInfo ?_Version=167
    1185 ISOInfo @ISOInfo ?_Version=160|164
    1186 ISOInfo @ISOInfo ?_Version=152|154|155
    1437 ISOInfo @ISOInfo ?_Version=144|146
    1588 ISOInfo @ISOInfo ?_Version=68
    1590 ISOInfo @ISOInfo ?_Version=73|74
    1612 ISOInfo @ISOInfo ?_Version=78
    1619 ISOInfo @ISOInfo ?_Version=90
    1656 ISOInfo @ISOInfo ?_Version=93|94
    1720 ISOInfo @ISOInfo ?_Version=100|103
    1758 ISOInfo @ISOInfo ?_Version=124|125
    1767 ISOInfo @ISOInfo ?_Version=127|128|130

    [ISOInfo u8]
    0 ISOSetting isoStep
    2 ISOAutoMin isoStep
    4 ISOAutoMax isoStep

    [Tag9402 u8 low little prepare:decipher]
    2 _IsAmbient
    4 AmbientTemperature s8 ?_IsAmbient=255
    22&0x7f FocusMode = 0: Manual; 2: AF-S; 3: AF-C; 4: AF-A; 6: DMF
    23 AFAreaMode = 0: Multi; 1: Center; 2: Spot; 3: Flexible Spot; 10: Selective (for Miniature effect); 11: Zone;
      12: Expanded Flexible Spot; 14: Tracking; 15: Face Tracking; 20: Animal Eye Tracking; 255: Manual
    45 FocusPosition2 ?!model:DSC-*|Stellar*

    [Tag9403 u8 little prepare:decipher]
    4 _Validity
    5 CameraTemperature s8 ?_Validity>=1 ?!_Validity>=100

    [Tag9404a u8 little prepare:decipher]
    [Tag9404b u8 little prepare:decipher]
    [Tag9404c u8 little prepare:decipher]
    11 12 11 ExposureProgram = ExposureProgram
    13 14 13 IntelligentAuto = APSCSizeCapture
    25  -  - LensZoomPosition u16 ?!model:SLT-*
     - 30  - LensZoomPosition u16 ?!model:SLT-*|HV*|ILCA-*
     - 32  - FocusPosition2 ?model:SLT-*|HV*|ILCA-*

    [Tag9405a u8 low little prepare:decipher]
    1536 DistortionCorrParamsPresent ?!model:DSC-*|Stellar* = 0: No; 1: Yes
    1537 DistortionCorrection = 0: None; 1: Applied
    1539 LensFormat ?!model:DSC-*|Stellar* = LensFormat
    1540 _LensMount
    1540 LensMount ?!model:DSC-*|Stellar* = LensMount
    1541 LensType2 u16 ?_LensMount=2 = LensType2
    1544 LensType u16 ?_LensMount=1 = LensType
    1610 VignettingCorrParams s16[16] ?!model:DSC-*|Stellar*
    1642 ChromaticAberrationCorrParams s16[32] ?!model:DSC-*|Stellar*
    1738 DistortionCorrParams s16[16] ?!model:DSC-*|Stellar*

    [Tag9405b u8 low little prepare:decipher]
    [Tag9416 u8 little prepare:decipher]
      -    0 Tag9416_0000
      4    4 SonyISO u16 /-256 +16 exp2 *100
      6    - BaseISO u16 /-256 +16 exp2 *100
     10    6 StopsAboveBaseISO u16 /-256 +16
     14   10 SonyExposureTime2 u16 bulbTime256
     16   12 ExposureTime ur32 sevenDigits
      -   16 SonyFNumber2 u16 /256 -16 apex-aperture
     20    - SonyFNumber u16 ?!model:DSC-*|ZV-* /256 -16 apex-aperture
     22   18 SonyMaxApertureValue u16 /256 -16 apex-aperture
     36   29 SequenceImageNumber u32 +1
     52    - ReleaseMode2 = ReleaseMode2
      -   53 ExposureProgram low = ExposureProgram
     62    - SonyImageWidthMax u16
     64    - SonyImageHeightMax u16
     66    - HighISONoiseReduction = 0: Off; 1: Low; 2: Normal; 3: High
     68    - LongExposureNoiseReduction = APSCSizeCapture
     70    - PictureEffect2 = PictureEffect2
     72    - ExposureProgram = ExposureProgram
      -   72 LensMount ?!model:DSC-* = 0: Unknown; 1: A-mount; 2: E-mount; 3: A-mount (3)
     74    - CreativeStyle = 0: Standard; 1: Vivid; 2: Neutral; 3: Portrait; 4: Landscape; 5: B&W; 6: Clear; 7: Deep;
      8: Light; 9: Sunset; 10: Night View/Portrait; 11: Autumn Leaves; 13: Sepia
     82    - Sharpness s8
     90    - DistortionCorrParamsPresent ?!model:DSC-* = 0: No; 1: Yes
     91    - DistortionCorrection = 0: None; 1: Applied
     93   73 LensFormat ?!model:DSC-* = LensFormat
     94   74 _LensMount
     94   74 LensMount ?!model:DSC-* = LensMount
     96   75 LensType2 u16 ?_LensMount=2 = LensType2
      -   77 LensType u16 low ?_LensMount=1 = LensType
      -   79 DistortionCorrParams s16[16]
     98    - LensType u16 ?_LensMount=1 = LensType
    100    - DistortionCorrParams s16[16] ?!model:DSC-*
      -  112 PictureProfile = PictureProfile
      -  113 FocalLength u16 /10
      -  115 MinFocalLength u16 /10
      -  117 MaxFocalLength u16 omit:0 /10
    834    - LensZoomPosition u16 ?!model:ILCA-*|ILCE-7RM2*|ILCE-7M3*|ILCE-7RM3A*|ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|
      ILCE-7SM2*|ILCE-6100*|ILCE-6300*|ILCE-6400*|ILCE-6500*|ILCE-6600*|ILCE-7C*|ILCE-9*|ILCE-9M2*|DSC-HX80*|DSC-HX90V*|
      DSC-HX99*|DSC-RX0*|DSC-RX10M2*|DSC-RX10M3*|DSC-RX10M4*|DSC-RX100M4*|DSC-RX100M5*|DSC-RX100M5A*|DSC-RX100M6*|
      DSC-RX100M7*|DSC-WX500*|ZV-*
    842    - VignettingCorrParams s16[16] ?model:ILCA-68|ILCA-77M2|ILCE-5000|ILCE-5100|ILCE-6000|ILCE-7|ILCE-7R|ILCE-7S|
      ILCE-QX1|Lusso
    846    - LensZoomPosition u16 ?model:DSC-RX100M5*|DSC-RX100M5A*|DSC-RX100M6*|DSC-RX100M7*|DSC-RX10M4*|DSC-HX99*|
      ILCE-6100*|ILCE-6400*|ILCE-6600*|ILCE-7C*|ILCE-7M3*|ILCE-7RM3A*|ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|ILCE-9M2*|
      ZV-E10*
    848    - VignettingCorrParams s16[16] ?model:ILCE-7M2*
    858    - LensZoomPosition u16 ?model:ILCE-7RM2*|ILCE-7SM2*|DSC-HX80*|DSC-HX90V*|DSC-RX10M2*|DSC-RX10M3*|
      DSC-RX100M4*|DSC-WX500*
    860    - VignettingCorrParams s16[16] ?model:ILCA-99M2*|ILCE-6100*|ILCE-6400*|ILCE-6500*|ILCE-6600*|ILCE-7C*|
      ILCE-7M3*|ILCE-7RM3A*|ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|ILCE-9*|ILCE-9M2*|ZV-E10*
    872    - VignettingCorrParams s16[16] ?model:ILCE-6300*|ILCE-7RM2*|ILCE-7SM2*
    892    - ChromaticAberrationCorrParams s16[32] ?model:ILCA-68|ILCA-77M2|ILCE-5000|ILCE-5100|ILCE-6000|ILCE-7|
      ILCE-7R|ILCE-7S|ILCE-QX1|Lusso
    900    - ChromaticAberrationCorrParams s16[32] ?model:ILCE-7M2*
    924    - ChromaticAberrationCorrParams s16[32] ?model:ILCE-6300*|ILCE-7RM2*|ILCE-7SM2*
    944    - ChromaticAberrationCorrParams s16[32] ?model:ILCA-99M2*|ILCE-6500*
    952    - ChromaticAberrationCorrParams s16[32] ?model:ILCE-6100*|ILCE-6400*|ILCE-6600*|ILCE-7C*|ILCE-7M3*|
      ILCE-7RM3A*|ILCE-7RM3*|ILCE-7RM4A*|ILCE-7RM4*|ILCE-9*|ILCE-9M2*|ZV-E10*
      - 2191 VignettingCorrParams s16[16] ?model:ILCE-1|ILCE-7SM3|ILME-FX3
      - 2193 VignettingCorrParams s16[16] ?model:ILCE-7M4*
      - 2203 VignettingCorrParams s16[16] ?model:ILCE-7RM5|ILME-FX30
      - 2324 ChromaticAberrationCorrParams s16[32] ?model:ILCE-1|ILCE-7SM3|ILME-FX3
      - 2326 ChromaticAberrationCorrParams s16[32] ?model:ILCE-7M4*
      - 2373 ChromaticAberrationCorrParams s16[32] ?model:ILCE-7RM5|ILME-FX30

    [Tag9406 u8 little prepare:decipher]
    5 BatteryTemperature -32 /1.8
    6 BatteryLevelGrip1 omit:0
    7 BatteryLevel
    8 BatteryLevelGrip2 ?!model:ILCE-7$|ILCE-7R$|Lusso$ omit:0 omit:255

    [Tag940a u8 little prepare:decipher]
    4 AFPointsSelected u32 = AFPointsSelected

    [Tag940c u8 little prepare:decipher]
    8 LensMount2 = 0: Unknown; 1: A-mount (1); 4: E-mount; 5: A-mount (5)
    9 LensType3 u16 ?!LensMount2=0 = LensType2
    9 LensType3 u16 ?isAdapter = LensType2
    11 CameraE-mountVersion u16 = MountVersion
    13 LensE-mountVersion u16 ?!LensMount2=0 = MountVersion
    20 LensFirmwareVersion u16 ?!LensMount2=0

    [AFInfo u8 low little prepare:decipher]
    2 AFType = 1: 15-point; 2: 19-point; 3: 79-point
    4 AFStatusActiveSensor s16 ?!model:ILCA-* = AFStatus
    5 FocusMode low ?model:ILCA-* = 0: Manual; 2: AF-S; 3: AF-C; 4: AF-A; 6: DMF
    7 AFPoint ?AFType=1 = 0: Upper-left; 1: Left; 2: Lower-left; 3: Far Left; 4: Top (horizontal); 5: Near Right;
      6: Center (horizontal); 7: Near Left; 8: Bottom (horizontal); 9: Top (vertical); 10: Center (vertical);
      11: Bottom (vertical); 12: Far Right; 13: Upper-right; 14: Right; 15: Lower-right; 16: Upper-middle;
      17: Lower-middle
    7 AFPoint ?AFType=2 = 0: Upper Far Left; 1: Upper-left (horizontal); 2: Far Left (horizontal);
      3: Left (horizontal); 4: Lower Far Left; 5: Lower-left (horizontal); 6: Upper-left (vertical);
      7: Left (vertical); 8: Lower-left (vertical); 9: Far Left (vertical); 10: Top (horizontal); 11: Near Right;
      12: Center (horizontal); 13: Near Left; 14: Bottom (horizontal); 15: Top (vertical); 16: Upper-middle;
      17: Center (vertical); 18: Lower-middle; 19: Bottom (vertical); 20: Upper Far Right;
      21: Upper-right (horizontal); 22: Far Right (horizontal); 23: Right (horizontal); 24: Lower Far Right;
      25: Lower-right (horizontal); 26: Far Right (vertical); 27: Upper-right (vertical); 28: Right (vertical);
      29: Lower-right (vertical)
    8 AFPointInFocus ?AFType=1 = AFPoint2
    8 AFPointInFocus ?AFType=2 = 0: Upper Far Left; 1: Upper-left (horizontal); 2: Far Left (horizontal);
      3: Left (horizontal); 4: Lower Far Left; 5: Lower-left (horizontal); 6: Upper-left (vertical);
      7: Left (vertical); 8: Lower-left (vertical); 9: Far Left (vertical); 10: Top (horizontal); 11: Near Right;
      12: Center (horizontal); 13: Near Left; 14: Bottom (horizontal); 15: Top (vertical); 16: Upper-middle;
      17: Center (vertical); 18: Lower-middle; 19: Bottom (vertical); 20: Upper Far Right;
      21: Upper-right (horizontal); 22: Far Right (horizontal); 23: Right (horizontal); 24: Lower Far Right;
      25: Lower-right (horizontal); 26: Far Right (vertical); 27: Upper-right (vertical); 28: Right (vertical);
      29: Lower-right (vertical); 255: (none)
    9 AFPointAtShutterRelease ?AFType=1 = 0: Upper-left; 1: Left; 2: Lower-left; 3: Far Left; 4: Top (horizontal);
      5: Near Right; 6: Center (horizontal); 7: Near Left; 8: Bottom (horizontal); 9: Top (vertical);
      10: Center (vertical); 11: Bottom (vertical); 12: Far Right; 13: Upper-right; 14: Right; 15: Lower-right;
      16: Upper-middle; 17: Lower-middle; 30: (out of focus)
    9 AFPointAtShutterRelease ?AFType=2 = 0: Upper Far Left; 1: Upper-left (horizontal); 2: Far Left (horizontal);
      3: Left (horizontal); 4: Lower Far Left; 5: Lower-left (horizontal); 6: Upper-left (vertical);
      7: Left (vertical); 8: Lower-left (vertical); 9: Far Left (vertical); 10: Top (horizontal); 11: Near Right;
      12: Center (horizontal); 13: Near Left; 14: Bottom (horizontal); 15: Top (vertical); 16: Upper-middle;
      17: Center (vertical); 18: Lower-middle; 19: Bottom (vertical); 20: Upper Far Right;
      21: Upper-right (horizontal); 22: Far Right (horizontal); 23: Right (horizontal); 24: Lower Far Right;
      25: Lower-right (horizontal); 26: Far Right (vertical); 27: Upper-right (vertical); 28: Right (vertical);
      29: Lower-right (vertical); 30: (out of focus)
    10 AFAreaMode ?!model:ILCA-* = 0: Wide; 1: Spot; 2: Local; 3: Zone
    11 FocusMode ?!model:ILCA-* = 0: Manual; 2: AF-S; 3: AF-C; 4: AF-A; 6: DMF; 7: AF-D
    16 AFPointsUsed u8[10] ?model:ILCA-* = bits 0: A5; 1: A6; 2: A7; 3: B2; 4: B3; 5: B4; 6: B5; 7: B6; 8: B7;
      9: B8; 10: B9; 11: B10; 12: C1; 13: C2; 14: C3; 15: C4; 16: C5; 17: C6; 18: C7; 19: C8; 20: C9; 21: C10;
      22: C11; 23: D1; 24: D2; 25: D3; 26: D4; 27: D5; 28: D6; 29: D7; 30: D8; 31: D9; 32: D10; 33: D11; 34: E1;
      35: E2; 36: E3; 37: E4; 38: E5; 39: E6; 40: E7; 41: E8; 42: E9; 43: E10; 44: E11; 45: F1; 46: F2; 47: F3;
      48: F4; 49: F5; 50: F6; 51: F7; 52: F8; 53: F9; 54: F10; 55: F11; 56: G1; 57: G2; 58: G3; 59: G4; 60: G5;
      61: G6; 62: G7; 63: G8; 64: G9; 65: G10; 66: G11; 67: H2; 68: H3; 69: H4; 70: H5; 71: H6; 72: H7; 73: H8;
      74: H9; 75: H10; 76: I5; 77: I6; 78: I7; -: (none)
    17 AFStatus15 s16[18] @AFStatus15 ?AFType=1
    17 AFStatus19 s16[30] @AFStatus19 ?AFType=2
    55 AFPoint ?AFType=3 = AFPoint
    56 AFPointInFocus ?AFType=3 = AFPoint
    57 AFPointAtShutterRelease ?AFType=3 = AFPointAtShutterRelease
    58 AFAreaMode ?model:ILCA-* = 0: Wide; 1: Center; 2: Flexible Spot; 3: Zone; 4: Expanded Flexible Spot
    59 AFStatusActiveSensor s16 ?model:ILCA-* = AFStatus
    67 ExposureProgram low ?model:ILCA-* = ExposureProgram
    80 AFMicroAdj s8 ?model:ILCA-*
    125 AFStatus79 s16[95] @AFStatus79 ?AFType=3
    366 AFPointsUsed u32 ?!model:ILCA-* = AFPointsSelected
    381 AFMicroAdj s8 ?!model:ILCA-*
    382 ExposureProgram low ?!model:ILCA-* = ExposureProgram

    [Tag940e u8 little prepare:decipher]
    6662 TiffMeteringImageWidth ?model:ILCE-6300|ILCE-6500|ILCE-7M3|ILCE-7RM2|ILCE-7RM3A|ILCE-7RM3|ILCE-7SM2|
      ILCE-9 ?!isNewA9
    6663 TiffMeteringImageHeight ?model:ILCE-6300|ILCE-6500|ILCE-7M3|ILCE-7RM2|ILCE-7RM3A|ILCE-7RM3|ILCE-7SM2|
      ILCE-9 ?!isNewA9

    [AFStatus15 u8]
    0 AFStatusUpper-left s16 = AFStatus
    2 AFStatusLeft s16 = AFStatus
    4 AFStatusLower-left s16 = AFStatus
    6 AFStatusFarLeft s16 = AFStatus
    8 AFStatusTopHorizontal s16 = AFStatus
    10 AFStatusNearRight s16 = AFStatus
    12 AFStatusCenterHorizontal s16 = AFStatus
    14 AFStatusNearLeft s16 = AFStatus
    16 AFStatusBottomHorizontal s16 = AFStatus
    18 AFStatusTopVertical s16 = AFStatus
    20 AFStatusCenterVertical s16 = AFStatus
    22 AFStatusBottomVertical s16 = AFStatus
    24 AFStatusFarRight s16 = AFStatus
    26 AFStatusUpper-right s16 = AFStatus
    28 AFStatusRight s16 = AFStatus
    30 AFStatusLower-right s16 = AFStatus
    32 AFStatusUpper-middle s16 = AFStatus
    34 AFStatusLower-middle s16 = AFStatus

    [FaceInfo u16]
    [FaceInfoA u16]
     0   - FacesDetected s16 = -1: n/a
     -   2 _Potential
     -   3 FacesDetected upTo8
     -   8 _MorePotential
     -  11 PotentialFace1Position u16[4] ?FacesDetected>=1 areas
     -  11 PotentialFace1Position u16[4] ?_MorePotential>=1 ?_Potential=1|257 areas
     -  21 PotentialFace2Position u16[4] ?FacesDetected>=2 areas
     -  21 PotentialFace2Position u16[4] ?FacesDetected=1 ?_MorePotential>=1 areas
     -  31 PotentialFace3Position u16[4] ?FacesDetected>=3 areas
     -  31 PotentialFace3Position u16[4] ?FacesDetected=2 ?_MorePotential>=1 areas
     -  41 PotentialFace4Position u16[4] ?FacesDetected>=4 areas
     -  41 PotentialFace4Position u16[4] ?FacesDetected=3 ?_MorePotential>=1 areas
     -  51 PotentialFace5Position u16[4] ?FacesDetected>=5 areas
     -  51 PotentialFace5Position u16[4] ?FacesDetected=4 ?_MorePotential>=1 areas
     -  61 PotentialFace6Position u16[4] ?FacesDetected>=6 areas
     -  61 PotentialFace6Position u16[4] ?FacesDetected=5 ?_MorePotential>=1 areas
     -  71 PotentialFace7Position u16[4] ?FacesDetected>=7 areas
     -  71 PotentialFace7Position u16[4] ?FacesDetected=6 ?_MorePotential>=1 areas
     -  81 PotentialFace8Position u16[4] ?FacesDetected>=8 areas
     -  81 PotentialFace8Position u16[4] ?FacesDetected=7 ?_MorePotential>=1 areas
     1  91 Face1Position u16[4] ?FacesDetected>=1 areas
     6 101 Face2Position u16[4] ?FacesDetected>=2 areas
    11 111 Face3Position u16[4] ?FacesDetected>=3 areas
    16 121 Face4Position u16[4] ?FacesDetected>=4 areas
    21   - Face5Position u16[4] ?FacesDetected>=5 areas
    26   - Face6Position u16[4] ?FacesDetected>=6 areas
    31   - Face7Position u16[4] ?FacesDetected>=7 areas
    36   - Face8Position u16[4] ?FacesDetected>=8 areas

    [MoreInfo0201 u8 low]
    283 ImageCount u32 ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ low24
    293 ShutterCount u32 ?!model:DSLR-A450$|DSLR-A500$|DSLR-A550$ low24
    330 ShutterCount u32 ?model:DSLR-A450$|DSLR-A500$|DSLR-A550$ low24

    [MoreInfo0401 u8 low]
    1102 ShotNumberSincePowerUp u32 ?!model:NEX-3$|NEX-5$ low24

    [MeterInfo u8]
    0 MeterInfo1Row1 u32[27]
    108 MeterInfo1Row2 u32[27]
    216 MeterInfo1Row3 u32[27]
    324 MeterInfo1Row4 u32[27]
    432 MeterInfo1Row5 u32[27]
    540 MeterInfo1Row6 u32[27]
    648 MeterInfo1Row7 u32[27]
    756 MeterInfo2Row1 u32[33]
    888 MeterInfo2Row2 u32[33]
    1020 MeterInfo2Row3 u32[33]
    1152 MeterInfo2Row4 u32[33]
    1284 MeterInfo2Row5 u32[33]
    1416 MeterInfo2Row6 u32[33]
    1548 MeterInfo2Row7 u32[33]
    1680 MeterInfo2Row8 u32[33]
    1812 MeterInfo2Row9 u32[33]

    [FaceInfo1 u8]
    [FaceInfo2 u8]
      0   0 Face1Position u16[4] ?FacesDetected>=1
     32  37 Face2Position u16[4] ?FacesDetected>=2
     64  74 Face3Position u16[4] ?FacesDetected>=3
     96 111 Face4Position u16[4] ?FacesDetected>=4
    128 148 Face5Position u16[4] ?FacesDetected>=5
    160 185 Face6Position u16[4] ?FacesDetected>=6
    192 222 Face7Position u16[4] ?FacesDetected>=7
    224 259 Face8Position u16[4] ?FacesDetected>=8

    [AFStatus19 u8]
    0 AFStatusUpperFarLeft s16 = AFStatus
    2 AFStatusUpper-leftHorizontal s16 = AFStatus
    4 AFStatusFarLeftHorizontal s16 = AFStatus
    6 AFStatusLeftHorizontal s16 = AFStatus
    8 AFStatusLowerFarLeft s16 = AFStatus
    10 AFStatusLower-leftHorizontal s16 = AFStatus
    12 AFStatusUpper-leftVertical s16 = AFStatus
    14 AFStatusLeftVertical s16 = AFStatus
    16 AFStatusLower-leftVertical s16 = AFStatus
    18 AFStatusFarLeftVertical s16 = AFStatus
    20 AFStatusTopHorizontal s16 = AFStatus
    22 AFStatusNearRight s16 = AFStatus
    24 AFStatusCenterHorizontal s16 = AFStatus
    26 AFStatusNearLeft s16 = AFStatus
    28 AFStatusBottomHorizontal s16 = AFStatus
    30 AFStatusTopVertical s16 = AFStatus
    32 AFStatusUpper-middle s16 = AFStatus
    34 AFStatusCenterVertical s16 = AFStatus
    36 AFStatusLower-middle s16 = AFStatus
    38 AFStatusBottomVertical s16 = AFStatus
    40 AFStatusUpperFarRight s16 = AFStatus
    42 AFStatusUpper-rightHorizontal s16 = AFStatus
    44 AFStatusFarRightHorizontal s16 = AFStatus
    46 AFStatusRightHorizontal s16 = AFStatus
    48 AFStatusLowerFarRight s16 = AFStatus
    50 AFStatusLower-rightHorizontal s16 = AFStatus
    52 AFStatusFarRightVertical s16 = AFStatus
    54 AFStatusUpper-rightVertical s16 = AFStatus
    56 AFStatusRightVertical s16 = AFStatus
    58 AFStatusLower-rightVertical s16 = AFStatus

    [AFStatus79 u8]
    0 AFStatus_00_B4 s16 = AFStatus
    2 AFStatus_01_C4 s16 = AFStatus
    4 AFStatus_02_D4 s16 = AFStatus
    6 AFStatus_03_E4 s16 = AFStatus
    8 AFStatus_04_F4 s16 = AFStatus
    10 AFStatus_05_G4 s16 = AFStatus
    12 AFStatus_06_H4 s16 = AFStatus
    14 AFStatus_07_B3 s16 = AFStatus
    16 AFStatus_08_C3 s16 = AFStatus
    18 AFStatus_09_D3 s16 = AFStatus
    20 AFStatus_10_E3 s16 = AFStatus
    22 AFStatus_11_F3 s16 = AFStatus
    24 AFStatus_12_G3 s16 = AFStatus
    26 AFStatus_13_H3 s16 = AFStatus
    28 AFStatus_14_B2 s16 = AFStatus
    30 AFStatus_15_C2 s16 = AFStatus
    32 AFStatus_16_D2 s16 = AFStatus
    34 AFStatus_17_E2 s16 = AFStatus
    36 AFStatus_18_F2 s16 = AFStatus
    38 AFStatus_19_G2 s16 = AFStatus
    40 AFStatus_20_H2 s16 = AFStatus
    42 AFStatus_21_C1 s16 = AFStatus
    44 AFStatus_22_D1 s16 = AFStatus
    46 AFStatus_23_E1 s16 = AFStatus
    48 AFStatus_24_F1 s16 = AFStatus
    50 AFStatus_25_G1 s16 = AFStatus
    52 AFStatus_26_A7_Vertical s16 = AFStatus
    54 AFStatus_27_A6_Vertical s16 = AFStatus
    56 AFStatus_28_A5_Vertical s16 = AFStatus
    58 AFStatus_29_C7_Vertical s16 = AFStatus
    60 AFStatus_30_C6_Vertical s16 = AFStatus
    62 AFStatus_31_C5_Vertical s16 = AFStatus
    64 AFStatus_32_E7_Vertical s16 = AFStatus
    66 AFStatus_33_E6_Center_Vertical s16 = AFStatus
    68 AFStatus_34_E5_Vertical s16 = AFStatus
    70 AFStatus_35_G7_Vertical s16 = AFStatus
    72 AFStatus_36_G6_Vertical s16 = AFStatus
    74 AFStatus_37_G5_Vertical s16 = AFStatus
    76 AFStatus_38_I7_Vertical s16 = AFStatus
    78 AFStatus_39_I6_Vertical s16 = AFStatus
    80 AFStatus_40_I5_Vertical s16 = AFStatus
    82 AFStatus_41_A7 s16 = AFStatus
    84 AFStatus_42_B7 s16 = AFStatus
    86 AFStatus_43_C7 s16 = AFStatus
    88 AFStatus_44_D7 s16 = AFStatus
    90 AFStatus_45_E7 s16 = AFStatus
    92 AFStatus_46_F7 s16 = AFStatus
    94 AFStatus_47_G7 s16 = AFStatus
    96 AFStatus_48_H7 s16 = AFStatus
    98 AFStatus_49_I7 s16 = AFStatus
    100 AFStatus_50_A6 s16 = AFStatus
    102 AFStatus_51_B6 s16 = AFStatus
    104 AFStatus_52_C6 s16 = AFStatus
    106 AFStatus_53_D6 s16 = AFStatus
    108 AFStatus_54_E6_Center s16 = AFStatus
    110 AFStatus_55_F6 s16 = AFStatus
    112 AFStatus_56_G6 s16 = AFStatus
    114 AFStatus_57_H6 s16 = AFStatus
    116 AFStatus_58_I6 s16 = AFStatus
    118 AFStatus_59_A5 s16 = AFStatus
    120 AFStatus_60_B5 s16 = AFStatus
    122 AFStatus_61_C5 s16 = AFStatus
    124 AFStatus_62_D5 s16 = AFStatus
    126 AFStatus_63_E5 s16 = AFStatus
    128 AFStatus_64_F5 s16 = AFStatus
    130 AFStatus_65_G5 s16 = AFStatus
    132 AFStatus_66_H5 s16 = AFStatus
    134 AFStatus_67_I5 s16 = AFStatus
    136 AFStatus_68_C11 s16 = AFStatus
    138 AFStatus_69_D11 s16 = AFStatus
    140 AFStatus_70_E11 s16 = AFStatus
    142 AFStatus_71_F11 s16 = AFStatus
    144 AFStatus_72_G11 s16 = AFStatus
    146 AFStatus_73_B10 s16 = AFStatus
    148 AFStatus_74_C10 s16 = AFStatus
    150 AFStatus_75_D10 s16 = AFStatus
    152 AFStatus_76_E10 s16 = AFStatus
    154 AFStatus_77_F10 s16 = AFStatus
    156 AFStatus_78_G10 s16 = AFStatus
    158 AFStatus_79_H10 s16 = AFStatus
    160 AFStatus_80_B9 s16 = AFStatus
    162 AFStatus_81_C9 s16 = AFStatus
    164 AFStatus_82_D9 s16 = AFStatus
    166 AFStatus_83_E9 s16 = AFStatus
    168 AFStatus_84_F9 s16 = AFStatus
    170 AFStatus_85_G9 s16 = AFStatus
    172 AFStatus_86_H9 s16 = AFStatus
    174 AFStatus_87_B8 s16 = AFStatus
    176 AFStatus_88_C8 s16 = AFStatus
    178 AFStatus_89_D8 s16 = AFStatus
    180 AFStatus_90_E8 s16 = AFStatus
    182 AFStatus_91_F8 s16 = AFStatus
    184 AFStatus_92_G8 s16 = AFStatus
    186 AFStatus_93_H8 s16 = AFStatus
    188 AFStatus_94_E6_Center_F2-8 s16 = AFStatus

    # Sony Ericsson's telephones.
    [Ericsson]
    0x2000 MakerNoteVersion
    0x0201 PreviewImageStart
    0x0202 PreviewImageLength
    """
}
