extension Maker {
  static let pentaxTables = """
    [Main]
    0x0000 PentaxVersion
    0x0001 PentaxModelType
    0x0002 PreviewImageSize
    0x0003 PreviewImageLength
    0x0004 PreviewImageStart
    0x0005 PentaxModelID = PentaxModelID
    0x0006 Date bytes date
    0x0007 Time bytes time
    0x0008 Quality = 0: Good; 1: Better; 2: Best; 3: TIFF; 4: RAW; 5: Premium; 7: RAW (pixel shift enabled);
      8: Dynamic Pixel Shift; 65535: n/a
    0x0009 PentaxImageSize = 0: 640x480; 0 0: 2304x1728; 1: Full; 2: 1024x768; 3: 1280x960; 10: 3264x2448;
      19: 320x240; 20: 2288x1712; 22: 2304x1728 or 2592x1944; 27: 3648x2736; 29: 4000x3000; 31: 4608x3456;
      135: 4608x2592; 33 2: 1152x768; 34 2: 1536x1024; 35 1: 2400x1600; 36 0: 3008x2008 or 3040x2024;
      37 0: 3008x2000; 4: 1600x1200; 5: 2048x1536; 5 0: 2048x1536; 8: 2560x1920 or 2304x1728; 21: 2592x1944;
      23: 3056x2296; 25: 2816x2212 or 2816x2112; 30: 4288x3216; 32 2: 960x640; 8 0: 2560x1920; 9: 3072x2304;
      129: 1920x1080; 257: 3216x3216; 4 0: 1600x1200
    0x000b PictureMode optio555 = parts 0: Program; 0.1: Av; 1: Shutter Speed Priority; 1.1: M; 2: Program AE;
      2.1: Tv; 3: Manual; 3.1: USER; 5: Portrait; 6: Landscape; 8: Sport; 9: Night Scene; 11: Soft; 12: Surf & Snow;
      13: Candlelight; 14: Autumn; 15: Macro; 17: Fireworks; 18: Text; 19: Panorama; 20: 3-D; 21: Black & White;
      22: Sepia; 23: Red; 24: Pink; 25: Purple; 26: Blue; 27: Green; 28: Yellow; 30: Self Portrait;
      31: Illustrations; 33: Digital Filter; 35: Night Scene Portrait; 37: Museum; 38: Food; 39: Underwater;
      40: Green Mode; 49: Light Pet; 50: Dark Pet; 51: Medium Pet; 53: Underwater; 54: Candlelight;
      55: Natural Skin Tone; 56: Synchro Sound Record; 58: Frame Composite; 59: Report; 60: Kids;
      61: Blur Reduction; 63: Panorama 2; 65: Half-length Portrait; 66: Portrait 2; 74: Digital Microscope;
      75: Blue Sky; 80: Miniature; 81: HDR; 83: Fisheye; 85: Digital Filter 4; 221: P; 255: PICT
    0x000c FlashMode = parts 0: Auto, Did not fire; 1: Off, Did not fire; 2: On, Did not fire;
      3: Auto, Did not fire, Red-eye reduction; 5: On, Did not fire, Wireless (Master); 256: Auto, Fired;
      258: On, Fired; 259: Auto, Fired, Red-eye reduction; 260: On, Red-eye reduction; 261: On, Wireless (Master);
      262: On, Wireless (Control); 264: On, Soft; 265: On, Slow-sync; 266: On, Slow-sync, Red-eye reduction;
      267: On, Trailing-curtain Sync | 0: n/a - Off-Auto-Aperture; 63: Internal; 256: External, Auto;
      575: External, Flash Problem; 768: External, Manual; 772: External, P-TTL Auto;
      773: External, Contrast-control Sync; 774: External, High-speed Sync; 780: External, Wireless;
      781: External, Wireless, High-speed Sync
    0x000d FocusMode ?!asahi = 0: Normal; 1: Macro; 2: Infinity; 3: Manual; 4: Super Macro; 5: Pan Focus;
      16: AF-S (Focus-priority); 17: AF-C (Focus-priority); 18: AF-A (Focus-priority);
      32: Contrast-detect (Focus-priority); 33: Tracking Contrast-detect (Focus-priority);
      272: AF-S (Release-priority); 273: AF-C (Release-priority); 274: AF-A (Release-priority);
      288: Contrast-detect (Release-priority)
    0x000d FocusMode = 0: Normal; 1: Macro (1); 2: Macro (2); 3: Infinity
    0x000e AFPointSelected ?model:K-1 = parts 0: None; 1: Top-left; 2: Top Near-left; 3: Top; 4: Top Near-right;
      5: Top-right; 6: Upper Far-left; 7: Upper-left; 8: Upper Near-left; 9: Upper-middle; 10: Upper Near-right;
      11: Upper-right; 12: Upper Far-right; 13: Far Far Left; 14: Far Left; 15: Left; 16: Near-left; 17: Center;
      18: Near-right; 19: Right; 20: Far Right; 21: Far Far Right; 22: Lower Far-left; 23: Lower-left;
      24: Lower Near-left; 25: Lower-middle; 26: Lower Near-right; 27: Lower-right; 28: Lower Far-right;
      29: Bottom-left; 30: Bottom Near-left; 31: Bottom; 32: Bottom Near-right; 33: Bottom-right;
      263: Zone Select Upper-left; 264: Zone Select Upper Near-left; 265: Zone Select Upper Middle;
      266: Zone Select Upper Near-right; 267: Zone Select Upper-right; 270: Zone Select Far Left;
      271: Zone Select Left; 272: Zone Select Near-left; 273: Zone Select Center; 274: Zone Select Near-right;
      275: Zone Select Right; 276: Zone Select Far Right; 279: Zone Select Lower-left;
      280: Zone Select Lower Near-left; 281: Zone Select Lower-middle; 282: Zone Select Lower Near-right;
      283: Zone Select Lower-right; 65531: AF Select; 65532: Face Detect AF; 65533: Automatic Tracking AF;
      65534: Fixed Center; 65535: Auto | 0: Single Point; 1: Expanded Area 9-point (S);
      3: Expanded Area 25-point (M); 5: Expanded Area 33-point (L)
    0x000e AFPointSelected ?model:K-3 = parts 0: None; 1: Top-left; 2: Top Near-left; 3: Top; 4: Top Near-right;
      5: Top-right; 6: Upper-left; 7: Upper Near-left; 8: Upper-middle; 9: Upper Near-right; 10: Upper-right;
      11: Far Left; 12: Left; 13: Near-left; 14: Center; 15: Near-right; 16: Right; 17: Far Right; 18: Lower-left;
      19: Lower Near-left; 20: Lower-middle; 21: Lower Near-right; 22: Lower-right; 23: Bottom-left;
      24: Bottom Near-left; 25: Bottom; 26: Bottom Near-right; 27: Bottom-right; 257: Zone Select Top-left;
      258: Zone Select Top Near-left; 259: Zone Select Top; 260: Zone Select Top Near-right;
      261: Zone Select Top-right; 262: Zone Select Upper-left; 263: Zone Select Upper Near-left;
      264: Zone Select Upper-middle; 265: Zone Select Upper Near-right; 266: Zone Select Upper-right;
      267: Zone Select Far Left; 268: Zone Select Left; 269: Zone Select Near-left; 270: Zone Select Center;
      271: Zone Select Near-right; 272: Zone Select Right; 273: Zone Select Far Right; 274: Zone Select Lower-left;
      275: Zone Select Lower Near-left; 276: Zone Select Lower-middle; 277: Zone Select Lower Near-right;
      278: Zone Select Lower-right; 279: Zone Select Bottom-left; 280: Zone Select Bottom Near-left;
      281: Zone Select Bottom; 282: Zone Select Bottom Near-right; 283: Zone Select Bottom-right; 65531: AF Select;
      65532: Face Detect AF; 65533: Automatic Tracking AF; 65534: Fixed Center; 65535: Auto | 0: Single Point;
      1: Expanded Area 9-point (S); 3: Expanded Area 25-point (M); 5: Expanded Area 27-point (L)
    0x000e AFPointSelected = parts 0: None; 1: Upper-left; 2: Top; 3: Upper-right; 4: Left; 5: Mid-left; 6: Center;
      7: Mid-right; 8: Right; 9: Lower-left; 10: Bottom; 11: Lower-right; 65531: AF Select; 65532: Face Detect AF;
      65533: Automatic Tracking AF; 65534: Fixed Center; 65535: Auto
    0x000f AFPointsInFocus ?model:K-3 = bits 0: Top-left; 1: Top Near-left; 2: Top; 3: Top Near-right; 4: Top-right;
      5: Upper-left; 6: Upper Near-left; 7: Upper-middle; 8: Upper Near-right; 9: Upper-right; 10: Far Left;
      11: Left; 12: Near-left; 13: Center; 14: Near-right; 15: Right; 16: Far Right; 17: Lower-left;
      18: Lower Near-left; 19: Lower-middle; 20: Lower Near-right; 21: Lower-right; 22: Bottom-left;
      23: Bottom Near-left; 24: Bottom; 25: Bottom Near-right; 26: Bottom-right; -: (none)
    0x000f AFPointsInFocus = 0: Fixed Center or Multiple; 1: Top-left; 2: Top-center; 3: Top-right; 4: Left;
      5: Center; 6: Right; 7: Bottom-left; 8: Bottom-center; 9: Bottom-right; 65535: None
    0x0010 FocusPosition
    0x0012 ExposureTime low /100000
    0x0013 FNumber low /10
    0x0014 ISO = ISO
    0x0015 LightReading s16
    0x0016 ExposureCompensation ?count:1 -50 /10
    0x0016 ExposureCompensation first -50 /10
    0x0017 MeteringMode = 0: Multi-segment; 1: Center-weighted average; 2: Spot
    0x0018 AutoBracketing bracketing
    0x0019 WhiteBalance = 0: Auto; 1: Daylight; 2: Shade; 3: Fluorescent; 4: Tungsten; 5: Manual;
      6: Daylight Fluorescent; 7: Day White Fluorescent; 8: White Fluorescent; 9: Flash; 10: Cloudy;
      11: Warm White Fluorescent; 14: Multi Auto; 15: Color Temperature Enhancement; 17: Kelvin; 65534: Unknown;
      65535: User-Selected
    0x001a WhiteBalanceMode = 1: Auto (Daylight); 2: Auto (Shade); 3: Auto (Flash); 4: Auto (Tungsten);
      6: Auto (Daylight Fluorescent); 7: Auto (Day White Fluorescent); 8: Auto (White Fluorescent);
      10: Auto (Cloudy); 65534: Unknown; 65535: User-Selected
    0x001b BlueBalance /256
    0x001c RedBalance /256
    0x001d FocalLength low ?optioTenths /10
    0x001d FocalLength low /100
    0x001e DigitalZoom /100
    0x001f Saturation = parts 0: -2 (low); 1: 0 (normal); 2: +2 (high); 3: -1 (medium low); 4: +1 (medium high);
      5: -3 (very low); 6: +3 (very high); 7: -4 (minimum); 8: +4 (maximum); 65535: None
    0x0020 Contrast = parts 0: -2 (low); 1: 0 (normal); 2: +2 (high); 3: -1 (medium low); 4: +1 (medium high);
      5: -3 (very low); 6: +3 (very high); 7: -4 (minimum); 8: +4 (maximum); 65535: n/a
    0x0021 Sharpness = parts 0: -2 (soft); 1: 0 (normal); 2: +2 (hard); 3: -1 (medium soft); 4: +1 (medium hard);
      5: -3 (very soft); 6: +3 (very hard); 7: -4 (minimum); 8: +4 (maximum)
    0x0022 WorldTimeLocation = 0: Hometown; 1: Destination
    0x0023 HometownCity = City
    0x0024 DestinationCity = City
    0x0025 HometownDST = 0: No; 1: Yes
    0x0026 DestinationDST = 0: No; 1: Yes
    0x0027 DSPFirmwareVersion bytes inverted
    0x0028 CPUFirmwareVersion bytes inverted
    0x0029 FrameNumber
    0x002d EffectiveLV s16 ?type:u16 /1024
    0x002d EffectiveLV s32 ?type:u32 /1024
    0x0032 ImageEditing bytes numbers = 0 0: None; 0 0 0 0: None; 0 0 0 4: Digital Filter; 1 0 0 0: Resized;
      16 0 0 0: Frame Synthesis?; 2 0 0 0: Cropped; 4 0 0 0: Digital Filter 4; 6 0 0 0: Digital Filter 6;
      8 0 0 0: Red-eye Correction
    0x0033 PictureMode = parts 0 2: DOF Program; 0 16: Pet; 0 21: Night Snap; 0 20: Stage Lighting; 0 19: Food;
      0 24: Sunset; 0 23: Blue Sky; 0 8: Sport; 0 9: Night Scene Portrait; 0 27: HDR; 0 18: Museum;
      0 11: Night Scene; 0 26: Night Scene HDR; 0 7: Macro; 0 1: Hi-speed Program; 0 6: Landscape;
      0 12: Surf & Snow; 0 15: Kids; 0 10: No Flash; 0 3: MTF Program; 0 4: Standard; 0 13: Text; 0 0: Program;
      0 14: Sunset; 0 29: Forest; 0 5: Portrait; 0 28: Quick Macro; 0 17: Candlelight; 0 30: Backlight Silhouette;
      1 8: Auto PICT (Sport); 1 5: Auto PICT (Portrait); 1 4: Auto PICT (Standard); 1 6: Auto PICT (Landscape);
      1 7: Auto PICT (Macro); 2 0: Program (HyP); 2 3: MTF Program (HyP); 2 1: Hi-speed Program (HyP);
      2 22: Shallow DOF (HyP); 2 2: DOF Program (HyP); 3 0: Green Mode; 4 0: Shutter Speed Priority;
      5 0: Aperture Priority; 6 0: Program Tv Shift; 7 0: Program Av Shift; 8 0: Manual; 9 0: Bulb;
      10 0: Aperture Priority, Off-Auto-Aperture; 11 0: Manual, Off-Auto-Aperture; 12 0: Bulb, Off-Auto-Aperture;
      13 0: Shutter & Aperture Priority AE; 15 0: Sensitivity Priority AE; 16 0: Flash X-Sync Speed AE;
      18 22: Auto Program (Shallow DOF); 18 3: Auto Program (MTF); 18 2: Auto Program (DOF);
      18 0: Auto Program (Normal); 18 1: Auto Program (Hi-speed); 19 0: Astrotracer; 20 22: Blur Control;
      249 0: Movie (TAv); 250 0: Movie (TAv, Auto Aperture); 251 0: Movie (Manual);
      252 0: Movie (Manual, Auto Aperture); 253 0: Movie (Av); 254 0: Movie (Av, Auto Aperture);
      255 0: Movie (P, Auto Aperture); 255 4: Video (4) | 0: 1/2 EV steps; 1: 1/3 EV steps
    0x0034 DriveMode = parts 0: Single-frame; 1: Continuous; 2: Continuous (Lo); 3: Burst; 4: Continuous (Medium);
      255: Video | 0: No Timer; 1: Self-timer (12 s); 2: Self-timer (2 s); 15: Video; 16: Mirror Lock-up;
      255: n/a | 0: Shutter Button; 1: Remote Control (3 s delay); 2: Remote Control;
      4: Remote Continuous Shooting | 0: Single Exposure; 1: Multiple Exposure; 2: Composite Average;
      3: Composite Additive; 4: Composite Bright; 8: Interval Shooting; 10: Interval Composite Average;
      11: Interval Composite Additive; 12: Interval Composite Bright; 15: Interval Movie; 16: HDR; 32: HDR Strong 1;
      48: HDR Strong 2; 64: HDR Strong 3; 80: HDR Manual; 224: HDR Auto; 255: Video
    0x0035 SensorSize u16[2] /500
    0x0037 ColorSpace = 0: sRGB; 1: Adobe RGB
    0x0038 ImageAreaOffset
    0x0039 RawImageSize
    0x003c&0x7ff AFPointsInFocus u32 = bits 0: Upper-left; 1: Top; 2: Upper-right; 3: Left; 4: Mid-left; 5: Center;
      6: Mid-right; 7: Right; 8: Lower-left; 9: Bottom; 10: Lower-right; -: (none)
    0x003d DataScaling
    0x003e PreviewImageBorders
    0x003f LensRec @LensRec
    0x0040 SensitivityAdjust -50 /10
    0x0041 ImageEditCount
    0x0047 CameraTemperature
    0x0048 AELock = 0: Off; 1: On
    0x0049 NoiseReduction = 0: Off; 1: On
    0x004d FlashExposureComp ?count:1 /256
    0x004d FlashExposureComp firstOf6
    0x004f ImageTone = 0: Natural; 1: Bright; 2: Portrait; 3: Landscape; 4: Vibrant; 5: Monochrome; 6: Muted;
      7: Reversal Film; 8: Bleach Bypass; 9: Radiant; 10: Cross Processing; 11: Flat
    0x0050 ColorTemperature omit:0 *-1 +53190
    0x0053 ColorTempDaylight bytes temperature
    0x0054 ColorTempShade bytes temperature
    0x0055 ColorTempCloudy bytes temperature
    0x0056 ColorTempTungsten bytes temperature
    0x0057 ColorTempFluorescentD bytes temperature
    0x0058 ColorTempFluorescentN bytes temperature
    0x0059 ColorTempFluorescentW bytes temperature
    0x005a ColorTempFlash bytes temperature
    0x005c ShakeReductionInfo @SRInfo ?count:4
    0x005c ShakeReductionInfo @SRInfo2
    0x005d ShutterCount bytes shutterCount
    0x0060 FaceInfo @FaceInfo
    0x0062 RawDevelopmentProcess ?pentaxOrRicoh = 1: 1 (K10D,K200D,K2000,K-m); 3: 3 (K20D); 4: 4 (K-7); 5: 5 (K-x);
      6: 6 (645D); 7: 7 (K-r); 8: 8 (K-5,K-5II,K-5IIs); 9: 9 (Q); 10: 10 (K-01,K-30,K-50,K-500); 11: 11 (Q10);
      12: 12 (MX-1,Q-S1,Q7); 13: 13 (K-3,K-3II); 14: 14 (645Z); 15: 15 (K-S1,K-S2); 16: 16 (K-1); 17: 17 (K-70);
      18: 18 (KP); 19: 19 (GR III); 20: 20 (K-3III)
    0x0067 Hue = 0: -2; 1: Normal; 2: 2; 3: -1; 4: 1; 5: -3; 6: 3; 7: -4; 8: 4; 65535: None
    0x0068 AWBInfo @AWBInfo
    0x0069 DynamicRangeExpansion bytes numbers = parts 0: Off; 1: On | 0: 0; 1: Enabled; 2: Auto
    0x006b TimeInfo @TimeInfo
    0x006c HighLowKeyAdj = -1 0: -1; -2 0: -2; -3 0: -3; -4 0: -4; 0 0: 0; 1 0: 1; 2 0: 2; 3 0: 3; 4 0: 4
    0x006d ContrastHighlight = -1 0: -1; -2 0: -2; -3 0: -3; -4 0: -4; 0 0: 0; 1 0: 1; 2 0: 2; 3 0: 3; 4 0: 4
    0x006e ContrastShadow = -1 0: -1; -2 0: -2; -3 0: -3; -4 0: -4; 0 0: 0; 1 0: 1; 2 0: 2; 3 0: 3; 4 0: 4
    0x006f ContrastHighlightShadowAdj = 0: Off; 1: On
    0x0070 FineSharpness = parts 0: Off; 1: On | 0: Normal; 2: Extra fine
    0x0071 HighISONoiseReduction bytes numbers = parts 0: Off; 1: Weakest; 2: Weak; 3: Strong; 4: Medium;
      255: Auto | 0: Inactive; 1: Active; 2: Active (Weak); 3: Active (Strong); 4: Active (Medium) | 48: ISO>400;
      56: ISO>800; 64: ISO>1600; 72: ISO>3200
    0x0072 AFAdjustment
    0x0073 MonochromeFilterEffect = 1: Green; 2: Yellow; 3: Orange; 4: Red; 5: Magenta; 6: Blue; 7: Cyan;
      8: Infrared; 65535: None
    0x0074 MonochromeToning = 0: -4; 1: -3; 2: -2; 3: -1; 4: 0; 5: 1; 6: 2; 7: 3; 8: 4; 65535: None
    0x0076 FaceDetect
    0x0077 FaceDetectFrameSize
    0x0079 ShadowCorrection = 0: Off; 0 0: Off; 1: On; 1 1: Weak; 1 2: Normal; 1 3: Strong; 2: Auto 2; 2 4: Auto
    0x007a ISOAutoParameters = 1 0: Slow; 2 0: Standard; 3 0: Fast
    0x007b CrossProcess = 0: Off; 1: Random; 2: Preset 1; 3: Preset 2; 4: Preset 3; 33: Favorite 1; 34: Favorite 2;
      35: Favorite 3
    0x007d LensCorr @LensCorr
    0x007e WhiteLevel
    0x007f BleachBypassToning = 0: Off; 1: Green; 2: Yellow; 3: Orange; 4: Red; 5: Magenta; 6: Purple; 7: Blue;
      8: Cyan; 65535: n/a
    0x0080 AspectRatio = 0: 4:3; 1: 3:2; 2: 16:9; 3: 1:1
    0x0082 BlurControl = parts 0: Off; 1: Low; 2: Medium; 3: High
    0x0085 HDR bytes numbers = parts 0: Off; 1: HDR Auto; 2: HDR 1; 3: HDR 2; 4: HDR 3;
      5: HDR Advanced | 0: Auto-align Off; 1: Auto-align On | 0: n/a; 4: 1 EV; 8: 2 EV; 12: 3 EV
    0x0087 ShutterType = 0: Normal; 1: Electronic
    0x0088 NeutralDensityFilter = 0: Off; 0 2: Off (0 2); 1: On; 1 2: On (1 2)
    0x008b ISO low
    0x0092 IntervalShooting = 0 0: Off
    0x0095 SkinToneCorrection ?count:2 = 0 0: Off; 1 1: On (type 1); 1 2: On (type 2)
    0x0095 SkinToneCorrection ?count:3 = 0 0 0: Off
    0x0096 ClarityControl = 0 0: Off
    0x0200 BlackPoint
    0x0201 WhitePoint
    0x0203 ColorMatrixA /8192
    0x0204 ColorMatrixB /8192
    0x0205 CameraSettings @CameraSettings ?shortSettings
    0x0206 AEInfo @AEInfo24 ?count:24
    0x0206 AEInfo @AEInfo ?shortAE
    0x0206 AEInfo2 @AEInfo2 ?count:21
    0x0206 AEInfo3 @AEInfo3 ?count:48
    0x0207 LensInfo @LensInfo ?oldLensInfo
    0x0207 LensInfo @LensInfo2 ?!count:80|90|91|128|168
    0x0207 LensInfo @LensInfo3 ?count:90
    0x0207 LensInfo @LensInfo4 ?count:91
    0x0207 LensInfo @LensInfo5 ?count:80|128
    0x0208 FlashInfo @FlashInfo ?count:27
    0x0209 AEMeteringSegments bytes numbers
    0x020a FlashMeteringSegments bytes numbers
    0x020b SlaveFlashMeteringSegments bytes numbers
    0x020d WB_RGGBLevelsDaylight
    0x020e WB_RGGBLevelsShade
    0x020f WB_RGGBLevelsCloudy
    0x0210 WB_RGGBLevelsTungsten
    0x0211 WB_RGGBLevelsFluorescentD
    0x0212 WB_RGGBLevelsFluorescentN
    0x0213 WB_RGGBLevelsFluorescentW
    0x0214 WB_RGGBLevelsFlash
    0x0215 CameraInfo @CameraInfo
    0x0216 BatteryInfo @BatteryInfo
    0x021c ColorMatrixA2 s16[9]
    0x021d ColorMatrixB2 s16[9]
    0x021f AFInfo @AFInfo
    0x0221 KelvinWB @KelvinWB
    0x0222 ColorInfo @ColorInfo
    0x0224 EVStepInfo @EVStepInfo
    0x0226 ShotInfo @ShotInfo
    0x0227 FacePos @FacePos
    0x0228 FaceSize @FaceSize
    0x0229 SerialNumber
    0x022a FilterInfo @FilterInfoRicoh ?ricoh
    0x022a FilterInfo @FilterInfo
    0x022b LevelInfo @LevelInfo
    0x022d WBLevels @WBLevels ?count:100
    0x022e Artist
    0x022f Copyright
    0x0230 FirmwareVersion
    0x0231 ContrastDetectAFArea
    0x0235 CrossProcessParams bytes numbers
    0x0239 LensInfoQ @LensInfoQ
    0x023f Model
    0x0243 PixelShiftInfo @PixelShiftInfo
    0x0245 AFPointInfo @AFPointInfoK1 ?model:K-1
    0x0245 AFPointInfo @AFPointInfo
    0x03fe DataDump binary
    0x03ff TempInfo @TempInfo ?model:K-01|K-3|K-30|K-5|K-50|K-500
    0x0402 ToneCurve
    0x0403 ToneCurves

    [LensRec u8]
    0 LensType u8[2] low = LensType
    3 ExtenderStatus = 0: Not attached; 1: Attached

    [SRInfo u8]
    0 SRResult = bits 0: Stabilized; 6: Not ready; -: Not stabilized
    1 ShakeReduction = 0: Off; 1: On; 4: Off (4); 5: On but Disabled; 6: On (Video); 7: On (7); 15: On (15);
      39: On (mode 2); 135: On (135); 167: On (mode 1)
    2 SRHalfPressTime /60
    3 SRFocalLength stabilizedLength

    [SRInfo2 u8]
    1 ShakeReduction = 0: Off; 1: On; 4: Off (AA simulation off); 5: On but Disabled; 6: On (Video);
      7: On (AA simulation off); 8: Off (AA simulation type 1) (8); 12: Off (AA simulation type 1);
      15: On (AA simulation type 1); 16: Off (AA simulation type 2) (16); 20: Off (AA simulation type 2);
      23: On (AA simulation type 2)

    [FaceInfo u8]
    0 FacesDetected
    2 FacePosition u8[2]

    [AWBInfo u8]
    0 WhiteBalanceAutoAdjustment = 0: Off; 1: On
    1 TungstenAWB = 0: Subtle Correction; 1: Strong Correction

    [TimeInfo u8]
    0&0x1 WorldTimeLocation = 0: Hometown; 1: Destination
    0&0x2 HometownDST = 0: No; 1: Yes
    0&0x4 DestinationDST = 0: No; 1: Yes
    2 HometownCity = City
    3 DestinationCity = City

    [LensCorr u8]
    0 DistortionCorrection = 0: Off; 1: On
    1 ChromaticAberrationCorrection = 0: Off; 1: On
    2 PeripheralIlluminationCorr = 0: Off; 1: On
    3 DiffractionCorrection = 0: Off; 16: On

    [CameraSettings u8 big low]
    0 PictureMode2 = 0: Scene Mode; 1: Auto PICT; 2: Program AE; 3: Green Mode; 4: Shutter Speed Priority;
      5: Aperture Priority; 6: Program Tv Shift; 7: Program Av Shift; 8: Manual; 9: Bulb;
      10: Aperture Priority, Off-Auto-Aperture; 11: Manual, Off-Auto-Aperture; 12: Bulb, Off-Auto-Aperture;
      13: Shutter & Aperture Priority AE; 15: Sensitivity Priority AE; 16: Flash X-Sync Speed AE
    1&0x3 ProgramLine = 0: Normal; 1: Hi Speed; 2: Depth; 3: MTF
    1&0x20 EVSteps = 0: 1/2 EV Steps; 1: 1/3 EV Steps
    1&0x40 E-DialInProgram = 0: Tv or Av; 1: P Shift
    1&0x80 ApertureRingUse = 0: Prohibited; 1: Permitted
    2&0xf0 FlashOptions = 0: Normal; 1: Red-eye reduction; 2: Auto; 3: Auto, Red-eye reduction;
      5: Wireless (Master); 6: Wireless (Control); 8: Slow-sync; 9: Slow-sync, Red-eye reduction;
      10: Trailing-curtain Sync
    2&0xf MeteringMode2 = bits 0: Center-weighted average; 1: Spot; -: Multi-segment
    3&0xf0 AFPointMode = bits 0: Select; 1: Fixed Center; -: Auto
    3&0xf FocusMode2 = 0: Manual; 1: AF-S; 2: AF-C; 3: AF-A
    4 AFPointSelected2 u16 = bits 0: Upper-left; 1: Top; 2: Upper-right; 3: Left; 4: Mid-left; 5: Center;
      6: Mid-right; 7: Right; 8: Lower-left; 9: Bottom; 10: Lower-right; -: Auto
    6 ISOFloor -32 ev exp2 *100 whole
    7 DriveMode2 = bits 0: Continuous; 1: Continuous (Lo); 2: Self-timer (12 s); 3: Self-timer (2 s);
      4: Remote Control (3 s delay); 5: Remote Control; 6: Exposure Bracket; 7: Multiple Exposure; -: Single-frame
    8 ExposureBracketStepSize = 3: 0.3; 4: 0.5; 5: 0.7; 8: 1.0; 11: 1.3; 12: 1.5; 13: 1.7; 16: 2.0
    9 BracketShotNumber = 0: n/a; 2: 1 of 2; 3: 1 of 3; 5: 1 of 5; 18: 2 of 2; 19: 2 of 3; 21: 2 of 5; 35: 3 of 3;
      37: 3 of 5; 53: 4 of 5; 69: 5 of 5
    10&0xf0 WhiteBalanceSet = 0: Auto; 1: Daylight; 2: Shade; 3: Cloudy; 4: Daylight Fluorescent;
      5: Day White Fluorescent; 6: White Fluorescent; 7: Tungsten; 8: Flash; 9: Manual; 12: Set Color Temperature 1;
      13: Set Color Temperature 2; 14: Set Color Temperature 3
    10&0xf MultipleExposureSet = 0: Off; 1: On
    13 RawAndJpgRecording ?model:K10D|GX10 = 1: JPEG (Best); 4: RAW (PEF, Best); 5: RAW+JPEG (PEF, Best);
      8: RAW (DNG, Best); 9: RAW+JPEG (DNG, Best); 33: JPEG (Better); 36: RAW (PEF, Better);
      37: RAW+JPEG (PEF, Better); 40: RAW (DNG, Better); 41: RAW+JPEG (DNG, Better); 65: JPEG (Good);
      68: RAW (PEF, Good); 69: RAW+JPEG (PEF, Good); 72: RAW (DNG, Good); 73: RAW+JPEG (DNG, Good)
    14&0x3 JpgRecordedPixels ?model:K10D|GX10 = 0: 10 MP; 1: 6 MP; 2: 2 MP
    14&0x1 LinkAEToAFPoint ?model:K-5 = 0: Off; 1: On
    14&0x2 SensitivitySteps ?model:K-5 = 0: 1 EV Steps; 1: As EV Steps
    14&0x4 ISOAuto ?model:K-5 = 0: Off; 1: On
    16&0xf0 FlashOptions2 ?model:K10D|GX10 = 0: Normal; 1: Red-eye reduction; 2: Auto; 3: Auto, Red-eye reduction;
      5: Wireless (Master); 6: Wireless (Control); 8: Slow-sync; 9: Slow-sync, Red-eye reduction;
      10: Trailing-curtain Sync
    16&0xf MeteringMode3 ?model:K10D|GX10 = bits 0: Center-weighted average; 1: Spot; -: Multi-segment
    17&0x80 SRActive ?model:K10D|GX10 = 0: No; 1: Yes
    17&0x60 Rotation ?model:K10D|GX10 = 0: Horizontal (normal); 1: Rotate 180; 2: Rotate 90 CW; 3: Rotate 270 CW
    17&0x4 ISOSetting ?model:K10D|GX10 = 0: Manual; 1: Auto
    17&0x2 SensitivitySteps ?model:K10D|GX10 = 0: 1 EV Steps; 1: As EV Steps
    18 TvExposureTimeSetting ?model:K10D|GX10 -68 ev apex-time
    19 AvApertureSetting ?model:K10D|GX10 -68 ev apex-aperture
    20 SvISOSetting ?model:K10D|GX10 -32 ev exp2 *100 whole
    21 BaseExposureCompensation ?model:K10D|GX10 *-1 +64 ev

    # Later models have a second byte of flags, which the preparation leaves out.
    [AEInfo u8 prepare:oneByteOfFlags]
    [AEInfo2 u8]
    [AEInfo3 u8]
     0  2 16 AEExposureTime -32 /-8 exp2 *24
     1  3 17 AEAperture -68 /16 exp2
     2  4 18 AE_ISO -32 /8 exp2 *100
     3  5  - AEXv -64 /8
     4  6  - AEBXv s8 /8
     5  -  - AEMinExposureTime -32 /-8 exp2 *24
     6  -  - AEProgramMode = 0: M, P or TAv; 1: Av, B or X; 2: Tv; 3: Sv or Green Mode; 8: Hi-speed Program;
      11: Hi-speed Program (P-Shift); 16: DOF Program; 19: DOF Program (P-Shift); 24: MTF Program;
      27: MTF Program (P-Shift); 35: Standard; 43: Portrait; 51: Landscape; 59: Macro; 67: Sport;
      75: Night Scene Portrait; 83: No Flash; 91: Night Scene; 99: Surf & Snow; 104: Night Snap; 107: Text; 115: Sunset;
      123: Kids; 131: Pet; 139: Candlelight; 144: SCN; 147: Museum; 160: Program; 184: Shallow DOF Program; 216: HDR
     -  8  - AEError s8 -64 /-8
     8 11  - AEApertureSteps
     - 15  - SceneMode = 0: Off; 1: HDR; 4: Auto PICT; 5: Portrait; 6: Landscape; 7: Macro; 8: Sport;
      9: Night Scene Portrait; 10: No Flash; 11: Night Scene; 12: Surf & Snow; 14: Sunset; 15: Kids; 16: Pet;
      17: Candlelight; 18: Museum; 20: Food; 21: Stage Lighting; 22: Night Snap; 25: Night Scene HDR; 26: Blue Sky;
      27: Forest; 29: Backlight Silhouette
     9 16 28 AEMaxAperture -68 /16 exp2
    10 17 29 AEMaxAperture2 -68 /16 exp2
    11 18 30 AEMinAperture -68 /16 exp2
    12  -  - AEMeteringMode = bits 4: Center-weighted average; 5: Spot; -: Multi-segment
    14  -  - FlashExposureCompSet s8 ev
     - 19 31 AEMinExposureTime -32 /-8 exp2 *24
    21  -  - LevelIndicator

    [AEInfo24 u8 prepare:oneByteOfFlags like:AEInfo]
    13&0xf0 AEWhiteBalance = 0: Standard; 1: Daylight; 2: Shade; 3: Cloudy; 4: Daylight Fluorescent;
      5: Day White Fluorescent; 6: White Fluorescent; 7: Tungsten; 8: Unknown
    13&0xf AEMeteringMode2 = bits 0: Center-weighted average; 1: Spot; -: Multi-segment

    [LensInfo u8]
    0 LensType u8[2] low = LensType
    3 LensData bytes[17] @LensData

    [LensInfo2 u8]
    [LensInfo3 u8]
    0  1 LensType u8[4] low lensType = LensType
    4 13 LensData bytes[17] @LensData

    [LensInfo4 u8]
    1 LensType u8[4] low lensType = LensType
    12 LensData bytes[18] @NewLensData

    [LensInfo5 u8]
    1 LensType u8[5] low lensType = LensType
    15 LensData bytes[17] @LensData

    [FlashInfo u8]
    0 FlashStatus = 0: Off; 1: Off (1); 2: External, Did not fire; 6: External, Fired;
      8: Internal, Did not fire (0x08); 9: Internal, Did not fire; 13: Internal, Fired
    1 InternalFlashMode = 0: n/a - Off-Auto-Aperture; 134: Fired, Wireless (Control); 149: Fired, Wireless (Master);
      192: Fired; 193: Fired, Red-eye reduction; 194: Fired, Auto; 195: Fired, Auto, Red-eye reduction;
      198: Fired, Wireless (Control), Fired normally not as control; 200: Fired, Slow-sync;
      201: Fired, Slow-sync, Red-eye reduction; 202: Fired, Trailing-curtain Sync; 240: Did not fire, Normal;
      241: Did not fire, Red-eye reduction; 242: Did not fire, Auto; 243: Did not fire, Auto, Red-eye reduction;
      244: Did not fire, (Unknown 0xf4); 245: Did not fire, Wireless (Master);
      246: Did not fire, Wireless (Control); 248: Did not fire, Slow-sync;
      249: Did not fire, Slow-sync, Red-eye reduction; 250: Did not fire, Trailing-curtain Sync
    2 ExternalFlashMode = 0: n/a - Off-Auto-Aperture; 63: Off; 64: On, Auto; 191: On, Flash Problem;
      192: On, Manual; 196: On, P-TTL Auto; 197: On, Contrast-control Sync; 198: On, High-speed Sync;
      204: On, Wireless; 205: On, Wireless, High-speed Sync; 240: Not Connected
    3 InternalFlashStrength
    4 TTL_DA_AUp
    5 TTL_DA_ADown
    6 TTL_DA_BUp
    7 TTL_DA_BDown
    24&0x1f ExternalFlashGuideNumber guideNumber
    25 ExternalFlashExposureComp = 0: n/a; 144: n/a (Manual Mode); 164: -3.0; 167: -2.5; 168: -2.0; 171: -1.5;
      172: -1.0; 175: -0.5; 176: 0.0; 179: 0.5; 180: 1.0
    26 ExternalFlashBounce = 0: n/a; 16: Direct; 48: Bounce

    [CameraInfo u32]
    0 PentaxModelID low = PentaxModelID
    1 ManufactureDate manufactured
    2 ProductionCode u32[2] dotted
    4 InternalSerialNumber

    [BatteryInfo u8 big]
    0&0xf PowerSource = 1: Camera Battery; 2: Body Battery; 3: Grip Battery; 4: External Power Supply
    1&0xf0 BodyBatteryState ?model:*ist|K100D|K200D|K10D|GX10|K20D|GX20|GX-1|GX-1L|GX-1S = 1: Empty or Missing;
      2: Almost Empty; 3: Running Low; 4: Full
    1&0xf0 BodyBatteryState ?!model:K110D|K2000|K-m = 1: Empty or Missing; 2: Almost Empty; 3: Running Low;
      4: Close to Full; 5: Full
    1&0xf0 BodyBatteryState
    1&0xf GripBatteryState ?model:K10D|GX10|K20D|GX20 = 1: Empty or Missing; 2: Almost Empty; 3: Running Low;
      4: Full
    2 BodyBatteryADNoLoad ?model:K10D|GX10|K20D|GX20
    2 BodyBatteryADNoLoad ?model:*ist|K100D|K200D|GX-1|GX-1L|GX-1S
    2 BodyBatteryVoltage1 u16 ?!model:K100D|K110D|K2000|K-m|Q|Q7|Q10 /100
    3 BodyBatteryADLoad ?model:K10D|GX10|K20D|GX20
    3 BodyBatteryADLoad ?model:*ist|K100D|K200D
    4 GripBatteryADNoLoad ?model:*ist|K10D|GX10|K20D|GX20|GX-1|GX-1L|GX-1S
    4 BodyBatteryVoltage2 u16 ?!model:K100D|K110D|K2000|K-m|Q|Q7|Q10 /100
    5 GripBatteryADLoad ?model:*ist|K10D|GX10|K20D|GX20
    6 BodyBatteryVoltage3 u16 ?model:K-5|K-r|645D /100
    8 BodyBatteryVoltage4 u16 ?model:K-5|K-r /100

    [AFInfo u8 big]
    4 AFPredictor s16
    6 AFDefocus
    7 AFIntegrationTime *2
    11 AFPointsInFocus ?!model:K-1|K-3 = 0: None; 1: Lower-left, Bottom; 2: Bottom; 3: Lower-right, Bottom;
      4: Mid-left, Center; 5: Center (horizontal); 6: Mid-right, Center; 7: Upper-left, Top; 8: Top;
      9: Upper-right, Top; 10: Right; 11: Lower-left, Mid-left; 12: Upper-left, Mid-left; 13: Bottom, Center;
      14: Top, Center; 15: Lower-right, Mid-right; 16: Upper-right, Mid-right; 17: Left; 18: Mid-left;
      19: Center (vertical); 20: Mid-right
    509 AFHold ?model:PENTAX_K-3_II$ = 0: Off; 1: Short; 2: Medium; 3: Long

    [KelvinWB u16]
    1 KelvinWB_Daylight u16[4] kelvin
    5 KelvinWB_01 u16[4] kelvin
    9 KelvinWB_02 u16[4] kelvin
    13 KelvinWB_03 u16[4] kelvin
    17 KelvinWB_04 u16[4] kelvin
    21 KelvinWB_05 u16[4] kelvin
    25 KelvinWB_06 u16[4] kelvin
    29 KelvinWB_07 u16[4] kelvin
    33 KelvinWB_08 u16[4] kelvin
    37 KelvinWB_09 u16[4] kelvin
    41 KelvinWB_10 u16[4] kelvin
    45 KelvinWB_11 u16[4] kelvin
    49 KelvinWB_12 u16[4] kelvin
    53 KelvinWB_13 u16[4] kelvin
    57 KelvinWB_14 u16[4] kelvin
    61 KelvinWB_15 u16[4] kelvin
    65 KelvinWB_16 u16[4] kelvin

    [ColorInfo s8]
    16 WBShiftAB
    17 WBShiftGM

    [EVStepInfo u8]
    0 EVSteps = 0: 1/2 EV Steps; 1: 1/3 EV Steps
    1 SensitivitySteps = 0: 1 EV Steps; 1: As EV Steps

    [ShotInfo u8]
    1 CameraOrientation ?model:K-5|K-7|K-r|K-x = 16: Horizontal (normal); 32: Rotate 180; 48: Rotate 90 CW;
      64: Rotate 270 CW; 80: Upwards; 96: Downwards

    [FacePos u16 prepare:faces]
    \(faceRows("Position"))

    [FaceSize u16 prepare:faces]
    \(faceRows("Size"))

    [FilterInfo u8 big]
    0 SourceDirectoryIndex u16
    2 SourceFileIndex u16
    \(pentaxFilters)

    [FilterInfoRicoh u8 little]
    0 SourceDirectoryIndex u16
    2 SourceFileIndex u16
    \(pentaxFilters)

    [LevelInfo s8]
    0&0xf LevelOrientation = 0: n/a; 1: Horizontal (normal); 2: Rotate 180; 3: Rotate 90 CW; 4: Rotate 270 CW;
      9: Horizontal, Off Level; 10: Rotate 180, Off Level; 11: Rotate 90 CW, Off Level;
      12: Rotate 270 CW, Off Level; 13: Upwards; 14: Downwards
    0&0xf0 CompositionAdjust = 0: Off; 2: Composition Adjust; 10: Composition Adjust + Horizon Correction;
      12: Horizon Correction
    1 RollAngle /-2
    2 PitchAngle /-2
    5 CompositionAdjustX *-1
    6 CompositionAdjustY *-1
    7 CompositionAdjustRotation /-2

    [WBLevels u8]
    2 WB_RGGBLevelsDaylight u16[4]
    11 WB_RGGBLevelsShade u16[4]
    20 WB_RGGBLevelsCloudy u16[4]
    29 WB_RGGBLevelsTungsten u16[4]
    38 WB_RGGBLevelsFluorescentD u16[4]
    47 WB_RGGBLevelsFluorescentN u16[4]
    56 WB_RGGBLevelsFluorescentW u16[4]
    65 WB_RGGBLevelsFlash u16[4]
    74 WB_RGGBLevelsFluorescentL u16[4]
    92 WB_RGGBLevelsUserSelected u16[4]

    [LensInfoQ u8]
    12 LensModel text[30]
    42 LensInfo text[20] spacedUnit

    [PixelShiftInfo u8]
    0 PixelShiftResolution = 0: Off; 1: On

    [AFPointInfo u8]
    2 NumAFPoints u16

    [AFPointInfoK1 u8]
    2 NumAFPoints u16
    # Two bits for each point: 2 in focus, 3 special.
    4 AFPointsInFocus u8[9]
    4 AFPointsSelected u8[9]
    4 AFPointsSpecial u8[9]

    [TempInfo u8]
    12 SensorTemperature s16 /10
    14 SensorTemperature2 s16 /10
    20 CameraTemperature4 s16 ?model:K-5
    22 CameraTemperature5 s16 ?model:K-5

    # The same without the first byte, and with one more before the aperture.
    [LensData u8]
    [NewLensData u8]
      0&0x1       - AutoAperture = 0: On; 1: Off
      0&0x6       - MinAperture = 0: 22; 1: 32; 2: 45; 3: 16
     0&0x70       - LensFStops lensStops
     3&0xf8  3&0xf8 MinFocusDistance = 0: 0.13-0.19 m; 1: 0.20-0.24 m; 2: 0.25-0.28 m; 3: 0.28-0.30 m; 4: 0.35-0.38 m;
      5: 0.40-0.45 m; 6: 0.49-0.50 m; 7: 0.6 m; 8: 0.7 m; 9: 0.8-0.9 m; 10: 1.0 m; 11: 1.1-1.2 m; 12: 1.4-1.5 m;
      13: 1.5 m; 14: 2.0 m; 15: 2.0-2.1 m; 16: 2.1 m; 17: 2.2-2.9 m; 18: 3.0 m; 19: 4-5 m; 20: 5.6 m
      3&0x7   3&0x7 FocusRangeIndex = 0: 5; 1: 4; 2: 6 (far); 3: 7 (very far); 4: 2; 5: 3; 6: 1 (close);
      7: 0 (very close)
          9       9 LensFocalLength low ?!model:645Z lensFocalLength
    10&0xf0 10&0xf0 NominalMaxAperture /4 exp2
     10&0xf  10&0xf NominalMinAperture +10 /4 exp2
    14&0x7f 15&0x7f MaxAperture above1 -1 /32 exp2

    # The Optio 330 and 430.
    [Type2]
    0x0001 RecordingMode = 0: Auto; 1: Night Scene; 2: Manual
    0x0002 Quality = 0: Good; 1: Better; 2: Best
    0x0003 FocusMode = 2: Custom; 3: Auto
    0x0004 FlashMode = 1: Auto; 2: On; 4: Off; 6: Red-eye reduction
    0x0007 WhiteBalance = 0: Auto; 1: Daylight; 2: Shade; 3: Tungsten; 4: Fluorescent; 5: Manual
    0x000a DigitalZoom
    0x000b Sharpness = 0: Normal; 1: Soft; 2: Hard
    0x000c Contrast = 0: Normal; 1: Low; 2: High
    0x000d Saturation = 0: Normal; 1: Low; 2: High
    0x0014 ISO low = 10: 100; 16: 200; 50: 50; 100: 100; 200: 200; 400: 400; 800: 800; 1600: 1600; 3200: 3200;
      65534: Auto 2; 65535: Auto
    0x0017 ColorFilter = 1: Full; 2: Black & White; 3: Sepia
    0x1000 HometownCityCode
    0x1001 DestinationCityCode

    [Text u8 prepare:firmwareLine]
    0 FirmwareVersion text
    """

  private static func faceRows(_ kind: String) -> String {
    (1...32).map { "\(2 * ($0 - 1)) Face\($0)\(kind) u16[2]" }.joined(separator: "\n")
  }

  /// A digital filter and its settings, one after the other.
  private static let pentaxFilters = (0..<20).map { index in
    "\(5 + 17 * index) DigitalFilter\(index < 9 ? "0" : "")\(index + 1) bytes[17] filter = Filters"
  }.joined(separator: "\n")
}
