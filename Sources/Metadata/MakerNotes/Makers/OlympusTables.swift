extension Maker {
  /// The tables of Olympus's notes. docs/maker-notes.md describes their form.
  static let olympusTables = """
    [Main]
    0x0000 MakerNoteVersion
    0x0001 MinoltaCameraSettingsOld @Minolta.CameraSettings
    0x0003 MinoltaCameraSettings @Minolta.CameraSettings
    0x0040 CompressedImageSize
    0x0081 PreviewImageData binary
    0x0088 PreviewImageStart
    0x0089 PreviewImageLength
    0x0100 ThumbnailImage binary
    0x0104 BodyFirmwareVersion
    0x0200 SpecialMode
    0x0201 Quality
    0x0202 Macro = 0: Off; 1: On; 2: Super Macro
    0x0203 BWMode = 0: Off; 1: On; 6: (none)
    0x0204 DigitalZoom
    0x0205 FocalPlaneDiagonal
    0x0206 LensDistortionParams
    0x0207 CameraType low ?!starts:NORMAL trimmed = CameraType
    0x0208 TextInfo @TextInfo
    0x0209 CameraID text
    0x020b EpsonImageWidth
    0x020c EpsonImageHeight
    0x020d EpsonSoftware
    0x0280 PreviewImage bytes binary
    0x0300 PreCaptureFrames
    0x0301 WhiteBoard
    0x0302 OneTouchWB = 0: Off; 1: On; 2: On (Preset)
    0x0303 WhiteBalanceBracket
    0x0304 WhiteBalanceBias
    0x0400 SensorArea u16[4] ?isEpson
    0x0401 BlackLevel ?isEpson
    0x0403 SceneMode = 0: Normal; 1: Standard; 2: Auto; 3: Intelligent Auto; 4: Portrait; 5: Landscape+Portrait;
      6: Landscape; 7: Night Scene; 8: Night+Portrait; 9: Sport; 10: Self Portrait; 11: Indoor; 12: Beach & Snow;
      13: Beach; 14: Snow; 15: Self Portrait+Self Timer; 16: Sunset; 17: Cuisine; 18: Documents; 19: Candle;
      20: Fireworks; 21: Available Light; 22: Vivid; 23: Underwater Wide1; 24: Underwater Macro; 25: Museum;
      26: Behind Glass; 27: Auction; 28: Shoot & Select1; 29: Shoot & Select2; 30: Underwater Wide2;
      31: Digital Image Stabilization; 32: Face Portrait; 33: Pet; 34: Smile Shot; 35: Quick Shutter;
      43: Hand-held Starlight; 100: Panorama; 101: Magic Filter; 103: HDR
    0x0404 SerialNumber
    0x0405 Firmware
    0x0f00 DataDump binary
    0x0f01 DataDump2 binary
    0x0f04 ZoomedPreviewStart
    0x0f05 ZoomedPreviewLength
    0x0f06 ZoomedPreviewSize
    0x1000 ShutterSpeedValue low apex-time
    0x1001 ISOValue low -5 exp2 *100
    0x1002 ApertureValue low /2 exp2
    0x1003 BrightnessValue low
    0x1004 FlashMode = 2: On; 3: Off
    0x1005 FlashDevice = 0: None; 1: Internal; 4: External; 5: Internal + External
    0x1006 ExposureCompensation
    0x1007 SensorTemperature
    0x1008 LensTemperature
    0x1009 LightCondition
    0x100a FocusRange = 0: Normal; 1: Macro
    0x100b FocusMode = 0: Auto; 1: Manual
    0x100c ManualFocusDistance
    0x100d ZoomStepCount
    0x100e FocusStepCount
    0x100f Sharpness low = 0: Normal; 1: Hard; 2: Soft
    0x1010 FlashChargeLevel
    0x1011 ColorMatrix s16[9]
    0x1012 BlackLevel
    0x1015 WBMode = 1: Auto; 1 0: Auto; 1 2: Auto (2); 1 4: Auto (4); 2 2: 3000 Kelvin; 2 3: 3700 Kelvin;
      2 4: 4000 Kelvin; 2 5: 4500 Kelvin; 2 6: 5500 Kelvin; 2 7: 6500 Kelvin; 2 8: 7500 Kelvin; 3 0: One-touch
    0x1017 RedBalance first /256
    0x1018 BlueBalance first /256
    0x1019 ColorMatrixNumber
    0x101a SerialNumber
    0x1023 FlashExposureComp
    0x1024 InternalFlashTable
    0x1025 ExternalFlashGValue
    0x1026 ExternalFlashBounce = 0: No; 1: Yes
    0x1027 ExternalFlashZoom
    0x1028 ExternalFlashMode
    0x1029 Contrast = 0: High; 1: Normal; 2: Low
    0x102a SharpnessFactor
    0x102b ColorControl
    0x102c ValidBits
    0x102d CoringFilter
    0x102e OlympusImageWidth
    0x102f OlympusImageHeight
    0x1030 SceneDetect
    0x1034 CompressionRatio
    0x1035 PreviewImageValid = 0: No; 1: Yes
    0x1036 PreviewImageStart
    0x1037 PreviewImageLength
    0x1038 AFResult
    0x1039 CCDScanMode = 0: Interlaced; 1: Progressive
    0x103a NoiseReduction = 0: Off; 1: On
    0x103b FocusStepInfinity
    0x103c FocusStepNear
    0x103d LightValueCenter
    0x103e LightValuePeriphery
    0x2010 Equipment @Equipment
    0x2020 CameraSettings @CameraSettings
    0x2030 RawDevelopment @RawDevelopment
    0x2031 RawDev2 @RawDevelopment2
    0x2040 ImageProcessing @ImageProcessing
    0x2050 FocusInfo @FocusInfo ?isOwnCamera
    0x2050 CameraParameters binary
    0x2100 Olympus2100 @FETags
    0x2200 Olympus2200 @FETags
    0x2300 Olympus2300 @FETags
    0x2400 Olympus2400 @FETags
    0x2500 Olympus2500 @FETags
    0x2600 Olympus2600 @FETags
    0x2700 Olympus2700 @FETags
    0x2800 Olympus2800 @FETags
    0x2900 Olympus2900 @FETags
    0x3000 RawInfo @RawInfo
    0x4000 MainInfo @Main

    [TextInfo u8 prepare:textInfo]
    0 Resolution text[64] nonempty
    64 CameraType text[64] nonempty = CameraType

    [FETags]
    0x0100 BodyFirmwareVersion

    [Equipment]
    0x0000 EquipmentVersion text
    0x0100 CameraType2 = CameraType
    0x0101 SerialNumber
    0x0102 InternalSerialNumber
    0x0103 FocalPlaneDiagonal
    0x0104 BodyFirmwareVersion = Version
    0x0201 LensType lensNumber = LensType
    0x0202 LensSerialNumber
    0x0203 LensModel
    0x0204 LensFirmwareVersion = Version
    0x0205 MaxApertureAtMinFocal apertureOf256
    0x0206 MaxApertureAtMaxFocal apertureOf256
    0x0207 MinFocalLength
    0x0208 MaxFocalLength
    0x020a MaxAperture apertureOf256
    0x020b LensProperties
    0x0301 Extender extenderNumber = 0 00: None; 0 04: Olympus Zuiko Digital EC-14 1.4x Teleconverter;
      0 08: Olympus EX-25 Extension Tube; 0 10: Olympus Zuiko Digital EC-20 2.0x Teleconverter
    0x0302 ExtenderSerialNumber
    0x0303 ExtenderModel
    0x0304 ExtenderFirmwareVersion = Version
    0x0403 ConversionLens
    0x1000 FlashType = 0: None; 2: Simple E-System; 3: E-System; 4: E-System (body powered)
    0x1001 FlashModel = 0: None; 1: FL-20; 2: FL-50; 3: RF-11; 4: TF-22; 5: FL-36; 6: FL-50R; 7: FL-36R; 9: FL-14;
      11: FL-600R; 13: FL-LM3; 15: FL-900R
    0x1002 FlashFirmwareVersion = Version
    0x1003 FlashSerialNumber

    [CameraSettings]
    0x0000 CameraSettingsVersion text
    0x0100 PreviewImageValid = 0: No; 1: Yes
    0x0101 PreviewImageStart
    0x0102 PreviewImageLength
    0x0200 ExposureMode = 1: Manual; 2: Program; 3: Aperture-priority AE; 4: Shutter speed priority AE;
      5: Program-shift
    0x0201 AELock = 0: Off; 1: On
    0x0202 MeteringMode = 2: Center-weighted average; 3: Spot; 5: ESP; 261: Pattern+AF;
      515: Spot+Highlight control; 1027: Spot+Shadow control
    0x0203 ExposureShift
    0x0204 NDFilter = 0: Off; 1: On
    0x0300 MacroMode = 0: Off; 1: On; 2: Super Macro
    0x0301 FocusMode = parts 0: Single AF; 1: Sequential shooting AF; 2: Continuous AF; 3: Multi AF; 4: Face Detect;
      10: MF
    0x0302 FocusProcess = parts 0: AF Not Used; 1: AF Used
    0x0303 AFSearch = 0: Not Ready; 1: Ready
    0x0304 AFAreas = Areas
    0x0305 AFPointSelected withoutFirst = Point
    0x0306 AFFineTune = 0: Off; 1: On
    0x0307 AFFineTuneAdj
    0x0308 FocusBracketStepSize
    0x0309 AISubjectTrackingMode highAndLow
    0x0400 FlashMode = bits 0: On; 1: Fill-in; 2: Red-eye; 3: Slow-sync; 4: Forced On; 5: 2nd Curtain; -: Off
    0x0401 FlashExposureComp
    0x0403 FlashRemoteControl = 0: Off; 1: Channel 1, Low; 2: Channel 2, Low; 3: Channel 3, Low; 4: Channel 4, Low;
      9: Channel 1, Mid; 10: Channel 2, Mid; 11: Channel 3, Mid; 12: Channel 4, Mid; 17: Channel 1, High;
      18: Channel 2, High; 19: Channel 3, High; 20: Channel 4, High
    0x0404 FlashControlMode = parts 0: Off; 3: TTL; 4: Auto; 5: Manual
    0x0405 FlashIntensity = undef undef undef: n/a; undef undef undef undef: n/a (x4)
    0x0406 ManualFlashStrength = undef undef undef: n/a; undef undef undef undef: n/a (x4)
    0x0500 WhiteBalance2 = 0: Auto; 1: Auto (Keep Warm Color Off); 16: 7500K (Fine Weather with Shade);
      17: 6000K (Cloudy); 18: 5300K (Fine Weather); 20: 3000K (Tungsten light); 21: 3600K (Tungsten light-like);
      22: Auto Setup; 23: 5500K (Flash); 33: 6600K (Daylight fluorescent); 34: 4500K (Neutral white fluorescent);
      35: 4000K (Cool white fluorescent); 36: White Fluorescent; 48: 3600K (Tungsten light-like); 67: Underwater;
      256: One Touch WB 1; 257: One Touch WB 2; 258: One Touch WB 3; 259: One Touch WB 4; 512: Custom WB 1;
      513: Custom WB 2; 514: Custom WB 3; 515: Custom WB 4
    0x0501 WhiteBalanceTemperature
    0x0502 WhiteBalanceBracket
    0x0503 CustomSaturation
    0x0504 ModifiedSaturation = 0: Off; 1: CM1 (Red Enhance); 2: CM2 (Green Enhance); 3: CM3 (Blue Enhance);
      4: CM4 (Skin Tones)
    0x0505 ContrastSetting
    0x0506 SharpnessSetting
    0x0507 ColorSpace = 0: sRGB; 1: Adobe RGB; 2: Pro Photo RGB
    0x0509 SceneMode = SceneMode
    0x050a NoiseReduction = bits 0: Noise Reduction; 1: Noise Filter; 2: Noise Filter (ISO Boost); 3: Auto;
      -: (none)
    0x050b DistortionCorrection = 0: Off; 1: On
    0x050c ShadingCompensation = 0: Off; 1: On
    0x050d CompressionFactor
    0x050f Gradation = parts 0 0 0: n/a; -1 -1 1: Low Key; 0 -1 1: Normal; 1 -1 1: High Key |
      0: User-Selected; 1: Auto-Override
    0x0520 PictureMode = parts 1: Vivid; 2: Natural; 3: Muted; 4: Portrait; 5: i-Enhance; 6: e-Portrait;
      7: Color Creator; 9: Color Profile 1; 10: Color Profile 2; 11: Color Profile 3; 12: Monochrome Profile 1;
      13: Monochrome Profile 2; 14: Monochrome Profile 3; 256: Monotone; 512: Sepia
    0x0521 PictureModeSaturation
    0x0523 PictureModeContrast
    0x0524 PictureModeSharpness
    0x0525 PictureModeBWFilter = 0: n/a; 1: Neutral; 2: Yellow; 3: Orange; 4: Red; 5: Green
    0x0526 PictureModeTone = 0: n/a; 1: Neutral; 2: Sepia; 3: Blue; 4: Purple; 5: Green
    0x0527 NoiseFilter = -1 -2 1: Low; -2 -2 1: Off; 0 -2 1: Standard; 0 0 0: n/a; 1 -2 1: High
    0x0529 ArtFilter = Filter
    0x052c MagicFilter = Filter
    0x052d PictureModeEffect = -1 -1 1: Low; 0 -1 1: Standard; 0 0 0: n/a; 1 -1 1: High
    0x052e ToneLevel
    0x052f ArtFilterEffect = Filter
    0x0532 ColorCreatorEffect
    0x0537 MonochromeProfileSettings
    0x0538 FilmGrainEffect = 0: Off; 1: Low; 2: Medium; 3: High
    0x0539 ColorProfileSettings
    0x053a MonochromeVignetting
    0x053b MonochromeColor = 0: (none); 1: Normal; 2: Sepia; 3: Blue; 4: Purple; 5: Green
    0x0600 DriveMode = parts 0: Single Shot; 1: Continuous Shooting; 2: Exposure Bracketing;
      3: White Balance Bracketing; 4: Exposure+WB Bracketing; 5: Bracketing
    0x0601 PanoramaMode = parts 0: Off; 1: Left to Right; 2: Right to Left; 3: Bottom to Top; 4: Top to Bottom
    0x0603 ImageQuality2 = 1: SQ; 2: HQ; 3: SHQ; 4: RAW; 5: SQ (5)
    0x0604 ImageStabilization = 0: Off; 1: On, Mode 1; 2: On, Mode 2; 3: On, Mode 3; 4: On, Mode 4
    0x0804 StackedImage = 0 0: No; 1 *: Live Composite (* images); 11 12: Hand-held high resolution (11 12);
      11 16: Hand-held high resolution (11 16); 3 16: ND16 (4EV); 3 2: ND2 (1EV); 3 32: ND32 (5EV); 3 4: ND4 (2EV);
      3 64: ND64 (6EV); 3 8: ND8 (3EV); 4 *: Live Time/Bulb (* images); 5 4: HDR1; 6 4: HDR2;
      8 8: Tripod high resolution; 9 *: Focus-stacked (* images)
    0x0900 ManometerPressure /10
    0x0901 ManometerReading /10
    0x0902 ExtendedWBDetect = 0: Off; 1: On
    0x0903 RollAngle roll
    0x0904 PitchAngle pitch
    0x0908 DateTimeUTC

    [RawDevelopment]
    [RawDevelopment2]
    0x0000 0x0000 RawDevVersion text
    0x0100 0x0100 RawDevExposureBiasValue
         - 0x0101 RawDevWhiteBalance = 1: Color Temperature; 2: Gray Point
    0x0101 0x0102 RawDevWhiteBalanceValue
    0x0102 0x0103 RawDevWBFineAdjustment
    0x0103 0x0104 RawDevGrayPoint
    0x0104      - RawDevSaturationEmphasis
    0x0105      - RawDevMemoryColorEmphasis
    0x0106 0x0105 RawDevContrastValue
    0x0107 0x0106 RawDevSharpnessValue
         - 0x0107 RawDevSaturationEmphasis
         - 0x0108 RawDevMemoryColorEmphasis
    0x0108 0x0109 RawDevColorSpace = 0: sRGB; 1: Adobe RGB; 2: Pro Photo RGB
    0x0109      - RawDevEngine = 0: High Speed; 1: High Function; 2: Advanced High Speed; 3: Advanced High Function
    0x010a 0x010a RawDevNoiseReduction = bits 0: Noise Reduction; 1: Noise Filter; 2: Noise Filter (ISO Boost);
      -: (none)
    0x010b      - RawDevEditStatus = 0: Original; 1: Edited (Landscape); 6: Edited (Portrait); 8: Edited (Portrait)
         - 0x010b RawDevEngine = 0: High Speed; 1: High Function
    0x010c      - RawDevSettings = bits 0: WB Color Temp; 1: WB Gray Point; 2: Saturation; 3: Contrast; 4: Sharpness;
      5: Color Space; 6: High Function; 7: Noise Reduction; -: (none)
         - 0x010c RawDevPictureMode = 1: Vivid; 2: Natural; 3: Muted; 256: Monotone; 512: Sepia
         - 0x010d RawDevPMSaturation
         - 0x010e RawDevPMContrast
         - 0x010f RawDevPMSharpness
         - 0x0110 RawDevPM_BWFilter = 1: Neutral; 2: Yellow; 3: Orange; 4: Red; 5: Green
         - 0x0111 RawDevPMPictureTone = 1: Neutral; 2: Sepia; 3: Blue; 4: Purple; 5: Green
         - 0x0112 RawDevGradation
         - 0x0113 RawDevSaturation3
         - 0x0119 RawDevAutoGradation = 0: Off; 1: On
         - 0x0120 RawDevPMNoiseFilter
         - 0x0121 RawDevArtFilter

    [ImageProcessing]
    0x0000 ImageProcessingVersion text
    0x0100 WB_RBLevels
    0x0102 WB_RBLevels3000K
    0x0103 WB_RBLevels3300K
    0x0104 WB_RBLevels3600K
    0x0105 WB_RBLevels3900K
    0x0106 WB_RBLevels4000K
    0x0107 WB_RBLevels4300K
    0x0108 WB_RBLevels4500K
    0x0109 WB_RBLevels4800K
    0x010a WB_RBLevels5300K
    0x010b WB_RBLevels6000K
    0x010c WB_RBLevels6600K
    0x010d WB_RBLevels7500K
    0x010e WB_RBLevelsCWB1
    0x010f WB_RBLevelsCWB2
    0x0110 WB_RBLevelsCWB3
    0x0111 WB_RBLevelsCWB4
    0x0113 WB_GLevel3000K
    0x0114 WB_GLevel3300K
    0x0115 WB_GLevel3600K
    0x0116 WB_GLevel3900K
    0x0117 WB_GLevel4000K
    0x0118 WB_GLevel4300K
    0x0119 WB_GLevel4500K
    0x011a WB_GLevel4800K
    0x011b WB_GLevel5300K
    0x011c WB_GLevel6000K
    0x011d WB_GLevel6600K
    0x011e WB_GLevel7500K
    0x011f WB_GLevel
    0x0200 ColorMatrix s16[9]
    0x0300 Enhancer
    0x0301 EnhancerValues
    0x0310 CoringFilter
    0x0311 CoringValues
    0x0600 BlackLevel2
    0x0610 GainBase
    0x0611 ValidBits
    0x0612 CropLeft
    0x0613 CropTop
    0x0614 CropWidth
    0x0615 CropHeight
    0x0805 SensorCalibration
    0x1010 NoiseReduction2 = bits 0: Noise Reduction; 1: Noise Filter; 2: Noise Filter (ISO Boost); -: (none)
    0x1011 DistortionCorrection2 = 0: Off; 1: On
    0x1012 ShadingCompensation2 = 0: Off; 1: On
    0x101c MultipleExposureMode
    0x1112 AspectRatio = 1 1: 4:3; 1 4: 1:1; 2 1: 3:2 (RAW); 2 2: 3:2; 3 1: 16:9 (RAW); 3 3: 16:9; 4 1: 1:1 (RAW);
      4 4: 6:6; 5 5: 5:4; 6 6: 7:6; 7 7: 6:5; 8 8: 7:5; 9 1: 3:4 (RAW); 9 9: 3:4
    0x1113 AspectFrame
    0x1200 FacesDetected
    0x1201 FaceDetectArea binary
    0x1202 MaxFaces
    0x1203 FaceDetectFrameSize
    0x1207 FaceDetectFrameCrop
    0x1306 CameraTemperature s16 omit:0
    0x1900 KeystoneCompensation = 0 0: Off; 0 1: On
    0x1901 KeystoneDirection = 0: Vertical; 1: Horizontal
    0x1906 KeystoneValue

    [FocusInfo]
    0x0000 FocusInfoVersion text
    0x0210 SceneDetect
    0x0300 ZoomStepCount
    0x0301 FocusStepCount
    0x0303 FocusStepInfinity
    0x0304 FocusStepNear
    0x0305 FocusDistance u32[2] focusDistance
    0x0308 AFPoint ?model:E-3|E-5|E-30 lowAndHigh
    0x0308 AFPoint ?model:E-520|E-600|E-620 lowAndHigh
    0x0308 AFPoint ?model:E-P1 omit:0 = 1: Center (horizontal); 2: Right; 3: Center (vertical); 255: None
    0x0308 AFPoint = 0: Left (or n/a); 1: Center (horizontal); 2: Right; 3: Center (vertical); 255: None
    0x1201 ExternalFlash = 0 0: Off; 1 0: On
    0x1204 ExternalFlashBounce = 0: Bounce or Off; 1: Direct
    0x1205 ExternalFlashZoom
    0x1208 InternalFlash = 0: Off; 0 0: Off; 1: On; 1 0: On
    0x1209 ManualFlash
    0x120a MacroLED = 0: Off; 1: On
    0x1500 SensorTemperature ?model:E-1|E-M5
    0x1500 SensorTemperature ?!count:1
    0x1500 SensorTemperature omit:0 omit:-32768 *-3 /26 +84
    0x1600 ImageStabilization ?noStabilization

    [RawInfo]
    0x0000 RawInfoVersion text
    0x0100 WB_RBLevelsUsed
    0x0110 WB_RBLevelsAuto
    0x0120 WB_RBLevelsShade
    0x0121 WB_RBLevelsCloudy
    0x0122 WB_RBLevelsFineWeather
    0x0123 WB_RBLevelsTungsten
    0x0124 WB_RBLevelsEveningSunlight
    0x0130 WB_RBLevelsDaylightFluor
    0x0131 WB_RBLevelsDayWhiteFluor
    0x0132 WB_RBLevelsCoolWhiteFluor
    0x0133 WB_RBLevelsWhiteFluorescent
    0x0200 ColorMatrix2 s16[9]
    0x0310 CoringFilter
    0x0311 CoringValues
    0x0600 BlackLevel2
    0x0601 YCbCrCoefficients ur32
    0x0611 ValidPixelDepth
    0x0612 CropLeft
    0x0613 CropTop
    0x0614 CropWidth
    0x0615 CropHeight
    0x1000 LightSource = 0: Unknown; 16: Shade; 17: Cloudy; 18: Fine Weather; 20: Tungsten (Incandescent);
      22: Evening Sunlight; 33: Daylight Fluorescent; 34: Day White Fluorescent; 35: Cool White Fluorescent;
      36: White Fluorescent; 256: One Touch White Balance; 512: Custom 1-4
    0x1001 WhiteBalanceComp
    0x1010 SaturationSetting
    0x1011 HueSetting
    0x1012 ContrastSetting
    0x1013 SharpnessSetting
    0x2000 CMExposureCompensation
    0x2001 CMWhiteBalance
    0x2002 CMWhiteBalanceComp
    0x2010 CMWhiteBalanceGrayPoint
    0x2020 CMSaturation
    0x2021 CMHue
    0x2022 CMContrast
    0x2023 CMSharpness
    """
}
