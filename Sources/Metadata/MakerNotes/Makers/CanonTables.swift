extension Maker {
  /// The tables of Canon's notes. docs/maker-notes.md describes their form.
  static let canonTables = """
    [Main]
    0x0001 CanonCameraSettings @CameraSettings
    0x0002 CanonFocalLength @FocalLength
    0x0004 CanonShotInfo @ShotInfo
    0x0005 CanonPanorama @Panorama
    0x0006 CanonImageType
    0x0007 CanonFirmwareVersion
    0x0008 FileNumber
    0x0009 OwnerName
    0x000c SerialNumber ?model:EOS_D30
    0x000c SerialNumber ?model:EOS-1D*
    0x000c SerialNumber
    0x000d CanonCameraInfo1D @CameraInfo1D ?model:1D$|1DS$
    0x000d CanonCameraInfo1DmkII @CameraInfo1DmkII ?model:1D_Mark_II$|1Ds_Mark_II$
    0x000d CanonCameraInfo1DmkIIN @CameraInfo1DmkIIN ?model:1D_Mark_II_N$|1Ds_Mark_II_N$
    0x000d CanonCameraInfo1DmkIII @CameraInfo1DmkIII ?model:1D_Mark_III$|1Ds_Mark_III$
    0x000d CanonCameraInfo1DmkIV @CameraInfo1DmkIV ?model:1D_Mark_IV$
    0x000d CanonCameraInfo1DX @CameraInfo1DX ?model:EOS-1D_X$
    0x000d CanonCameraInfo5D @CameraInfo5D ?model:EOS_5D$
    0x000d CanonCameraInfo5DmkII @CameraInfo5DmkII ?model:EOS_5D_Mark_II$
    0x000d CanonCameraInfo5DmkIII @CameraInfo5DmkIII ?model:EOS_5D_Mark_III$
    0x000d CanonCameraInfo6D @CameraInfo6D ?model:EOS_6D$
    0x000d CanonCameraInfo7D @CameraInfo7D ?model:EOS_7D$
    0x000d CanonCameraInfo40D @CameraInfo40D ?model:EOS_40D$
    0x000d CanonCameraInfo50D @CameraInfo50D ?model:EOS_50D$
    0x000d CanonCameraInfo60D @CameraInfo60D ?model:EOS_60D$
    0x000d CanonCameraInfo70D @CameraInfo70D ?model:EOS_70D$
    0x000d CanonCameraInfo80D @CameraInfo80D ?model:EOS_80D$
    0x000d CanonCameraInfo450D @CameraInfo450D ?model:450D|REBEL_XSi|Kiss_X2
    0x000d CanonCameraInfo500D @CameraInfo500D ?model:500D|REBEL_T1i|Kiss_X3
    0x000d CanonCameraInfo550D @CameraInfo550D ?model:550D|REBEL_T2i|Kiss_X4
    0x000d CanonCameraInfo600D @CameraInfo600D ?model:600D|REBEL_T3i|Kiss_X5
    0x000d CanonCameraInfo650D @CameraInfo650D ?model:650D|REBEL_T4i|Kiss_X6i
    0x000d CanonCameraInfo700D @CameraInfo650D ?model:700D|REBEL_T5i|Kiss_X7i
    0x000d CanonCameraInfo750D @CameraInfo750D ?model:750D|Rebel_T6i|Kiss_X8i
    0x000d CanonCameraInfo760D @CameraInfo750D ?model:760D|Rebel_T6s|8000D
    0x000d CanonCameraInfo1000D @CameraInfo1000D ?model:1000D|REBEL_XS|Kiss_F
    0x000d CanonCameraInfo1100D @CameraInfo600D ?model:1100D|REBEL_T3|Kiss_X50
    0x000d CanonCameraInfo1200D @CameraInfo60D ?model:1200D|REBEL_T5|Kiss_X70
    0x000d CanonCameraInfoPowerShot @CameraInfoPowerShot ?type:u32 ?count:138|148
    0x000d CanonCameraInfoPowerShot2 @CameraInfoPowerShot2 ?type:u32 ?count:156|162|167|171|264
    0x000d CanonCameraInfoUnknown32 @CameraInfoUnknown32 ?type:u32|s32
    0x000d CanonCameraInfoUnknown @CameraInfoUnknown
    0x000e CanonFileLength
    0x000f CustomFunctions1D @Functions1D ?model:EOS-1D*
    0x000f CustomFunctions5D @Functions5D ?model:EOS_5D*
    0x000f CustomFunctions10D @Functions10D ?model:EOS_10D*
    0x000f CustomFunctions20D @Functions20D ?model:EOS_20D*
    0x000f CustomFunctions30D @Functions30D ?model:EOS_30D*
    0x000f CustomFunctions350D @Functions350D ?model:350D|REBEL_XT|Kiss_Digital_N
    0x000f CustomFunctions400D @Functions400D ?model:400D|REBEL_XTi|Kiss_Digital_X|K236
    0x000f CustomFunctionsD30 @FunctionsD30 ?model:EOS_D30
    0x000f CustomFunctionsD60 @FunctionsD30 ?model:EOS_D60
    0x0010 CanonModelID = CanonModelID
    0x0011 MovieInfo @MovieInfo
    0x0012 CanonAFInfo @AFInfo
    0x0013 ThumbnailImageValidArea
    0x003c CanonAFInfo3 @AFInfo3
    0x0015 SerialNumberFormat = 2415919104: Format 1; 2684354560: Format 2
    0x001a SuperMacro = 0: Off; 1: On (1); 2: On (2)
    0x001c DateStampMode = 0: Off; 1: Date; 2: Date & Time
    0x001d MyColors @MyColors
    0x001e FirmwareRevision
    0x0023 Categories u32[2] afterLength = bits 0: People; 1: Scenery; 2: Events; 3: User 1; 4: User 2; 5: User 3;
      6: To Do; -: (none)
    0x0024 FaceDetect1 @FaceDetect1
    0x0025 FaceDetect2 @FaceDetect2
    0x0026 CanonAFInfo2 @AFInfo2 ?notZero
    0x0027 ContrastInfo @ContrastInfo ?first:0a
    0x0028 ImageUniqueID bytes nonzero hexadecimal
    0x0029 WBInfo @WBInfo
    0x002f FaceDetect3 @FaceDetect3
    0x0035 TimeInfo @TimeInfo
    0x0038 BatteryType ?count:76 batteryType

    0x0081 RawDataOffset
    0x0083 OriginalDecisionDataOffset
    0x0090 CustomFunctions1D @Functions1D
    0x0091 PersonalFunctions @PersonalFuncs
    0x0092 PersonalFunctionValues @PersonalFuncValues
    0x0093 CanonFileInfo @FileInfo
    0x0094 AFPointsInFocus1D
    0x0095 LensModel
    0x0096 SerialInfo @SerialInfo ?model:EOS_5D*
    0x0096 InternalSerialNumber serialNumber
    0x0097 DustRemovalData binary
    0x0098 CropInfo @CropInfo
    0x0099 CustomFunctions2 @Functions2
    0x009a AspectInfo @AspectInfo
    0x00a0 ProcessingInfo @Processing
    0x00a1 ToneCurveTable
    0x00a2 SharpnessTable
    0x00a3 SharpnessFreqTable
    0x00a4 WhiteBalanceTable
    0x00a9 ColorBalance @ColorBalance
    0x00aa MeasuredColor @MeasuredColor
    0x00ae ColorTemperature
    0x00b0 CanonFlags @Flags
    0x00b1 ModifiedInfo @ModifiedInfo
    0x00b2 ToneCurveMatching
    0x00b3 WhiteBalanceMatching
    0x00b4 ColorSpace = 1: sRGB; 2: Adobe RGB; 65535: n/a
    0x00b6 PreviewImageInfo @PreviewImageInfo
    0x00d0 VRDOffset
    0x00e0 SensorInfo @SensorInfo
    0x4001 ColorData1 @ColorData1 ?count:582
    0x4001 ColorData2 @ColorData2 ?count:653
    0x4001 ColorData3 @ColorData3 ?count:796
    0x4001 ColorData4 @ColorData4 ?count:692|674|702|1227|1250|1251|1337|1338|1346
    0x4001 ColorData5 @ColorData5 ?count:5120
    0x4001 ColorData6 @ColorData6 ?count:1273|1275
    0x4001 ColorData7 @ColorData7 ?count:1312|1313|1316|1506
    0x4001 ColorData8 @ColorData8 ?count:1560|1592|1353|1602
    0x4001 ColorData9 @ColorData9 ?count:1816|1820|1824
    0x4001 ColorData10 @ColorData10 ?count:2024|3656
    0x4001 ColorData11 @ColorData11 ?count:3973|3778
    0x4001 ColorDataUnknown @ColorDataUnknown
    0x4003 ColorInfo @ColorInfo
    0x4008 PictureStyleUserDef = PictureStyles
    0x4009 PictureStylePC = PictureStyles
    0x4010 CustomPictureStyleFileName
    0x4013 AFMicroAdj @AFMicroAdj
    0x4015 VignettingCorr @VignettingCorr ?notZero ?first:00
    0x4015 VignettingCorrUnknown2 @VignettingCorrUnknown ?notZero
    0x4016 VignettingCorr2 @VignettingCorr2
    0x4018 LightingOpt @LightingOpt
    0x4019 LensInfo @LensInfo
    0x4020 AmbienceInfo @Ambience ?notZero
    0x4021 MultiExp @MultiExp
    0x4024 FilterInfo @FilterInfo
    0x4025 HDRInfo @HDRInfo
    0x4026 LogInfo @LogInfo
    0x4028 AFConfig @AFConfig
    0x403f RawBurstModeRoll @RawBurstInfo

    [CameraSettings s16 sized]
    1 MacroMode = 1: Macro; 2: Normal
    2 SelfTimer
    3 Quality = -1: n/a; 1: Economy; 2: Normal; 3: Fine; 4: RAW; 5: Superfine; 7: CRAW; 130: Light (RAW);
      131: Standard (RAW)
    4 CanonFlashMode = -1: n/a; 0: Off; 1: Auto; 2: On; 3: Red-eye reduction; 4: Slow-sync;
      5: Red-eye reduction (Auto); 6: Red-eye reduction (On); 16: External flash
    5 ContinuousDrive = 0: Single; 1: Continuous; 2: Movie; 3: Continuous, Speed Priority; 4: Continuous, Low;
      5: Continuous, High; 6: Silent Single; 8: Continuous, High+; 9: Single, Silent; 10: Continuous, Silent
    7 FocusMode = 0: One-shot AF; 1: AI Servo AF; 2: AI Focus AF; 3: Manual Focus (3); 4: Single; 5: Continuous;
      6: Manual Focus (6); 16: Pan Focus; 256: AF + MF; 257: Live View; 512: Movie Snap Focus; 519: Movie Servo AF
    9 RecordMode omit:-1 = 1: JPEG; 2: CRW+THM; 3: AVI+THM; 4: TIF; 5: TIF+JPEG; 6: CR2; 7: CR2+JPEG; 9: MOV;
      10: MP4; 11: CRM; 12: CR3; 13: CR3+JPEG; 14: HIF; 15: CR3+HIF
    10 CanonImageSize = CanonImageSize
    11 EasyMode = EasyMode
    12 DigitalZoom = 0: None; 1: 2x; 2: 4x; 3: Other
    13 Contrast omit:32767 = 0: Normal
    14 Saturation omit:32767 = 0: Normal
    15 Sharpness omit:32767
    16 CameraISO omit:32767 cameraISO
    17 MeteringMode = 0: Default; 1: Spot; 2: Average; 3: Evaluative; 4: Partial; 5: Center-weighted average
    18 FocusRange = 0: Manual; 1: Auto; 2: Not Known; 3: Macro; 4: Very Close; 5: Close; 6: Middle Range;
      7: Far Range; 8: Pan Focus; 9: Super Macro; 10: Infinity
    19 AFPoint omit:0 = 8197: Manual AF point selection; 12288: None (MF); 12289: Auto AF point selection;
      12290: Right; 12291: Center; 12292: Left; 16385: Auto AF point selection; 16390: Face Detect
    20 CanonExposureMode = 0: Easy; 1: Program AE; 2: Shutter speed priority AE; 3: Aperture-priority AE;
      4: Manual; 5: Depth-of-field AE; 6: M-Dep; 7: Bulb; 8: Flexible-priority AE
    22 LensType u16 omit:0 = LensType
    25 FocalUnits
    23 MaxFocalLength u16 focalUnits
    24 MinFocalLength u16 focalUnits
    26 MaxAperture positive ev apex-aperture
    27 MinAperture positive ev apex-aperture
    28 FlashActivity omit:-1
    29 FlashBits = bits 0: Manual; 1: TTL; 2: A-TTL; 3: E-TTL; 4: FP sync enabled; 7: 2nd-curtain sync used;
      11: FP sync used; 13: Built-in; 14: External; -: (none)
    32 FocusContinuous omit:-1 = 0: Single; 1: Continuous; 8: Manual
    33 AESetting omit:-1 = 0: Normal AE; 1: Exposure Compensation; 2: AE Lock; 3: AE Lock + Exposure Comp.; 4: No AE
    34 ImageStabilization omit:-1 = 0: Off; 1: On; 2: Shoot Only; 3: Panning; 4: Dynamic; 256: Off (2);
      257: On (2); 258: Shoot Only (2); 259: Panning (2); 260: Dynamic (2)
    35 DisplayAperture omit:0 /10
    36 ZoomSourceWidth
    37 ZoomTargetWidth
    39 SpotMeteringMode omit:-1 = 0: Center; 1: AF Point
    40 PhotoEffect omit:-1 = 0: Off; 1: Vivid; 2: Neutral; 3: Smooth; 4: Sepia; 5: B&W; 6: Custom;
      100: My Color Data
    41 ManualFlashOutput = 0: n/a; 1280: Full; 1282: Medium; 1284: Low; 32767: n/a
    42 ColorTone omit:32767 = 0: Normal
    46 SRAWQuality omit:-1 = 0: n/a; 1: sRAW1 (mRAW); 2: sRAW2 (sRAW)

    [FocalLength u16]
    0 FocalType omit:0 = 1: Fixed; 2: Zoom
    1 FocalLength low omit:0 focalUnits
    # Only these models state the size of the sensor.
    2 FocalPlaneXSize ?!model:EOS atLeast40 *25.4 /1000
    2 FocalPlaneXSize ?model:1D$|1DS$|5D$|D30$|D60$|10D$|20D$|30D$|K236$|300D_DIGITAL$|350D_DIGITAL$|
      400D_DIGITAL$|REBEL$|REBEL_XT$|REBEL_XTi$|Kiss_Digital$|Kiss_Digital_N$|Kiss_Digital_X$ atLeast40 *25.4 /1000
    3 FocalPlaneYSize ?!model:EOS atLeast40 *25.4 /1000
    3 FocalPlaneYSize ?model:1D$|1DS$|5D$|D30$|D60$|10D$|20D$|30D$|K236$|300D_DIGITAL$|350D_DIGITAL$|
      400D_DIGITAL$|REBEL$|REBEL_XT$|REBEL_XTi$|Kiss_Digital$|Kiss_Digital_N$|Kiss_Digital_X$ atLeast40 *25.4 /1000

    [ShotInfo s16 sized]
    1 AutoISO /32 exp2 *100
    2 BaseISO low omit:0 /32 exp2 *3.125
    3 MeasuredEV /32 +5
    4 TargetAperture positive ev apex-aperture
    5 TargetExposureTime targetTime ev apex-time
    6 ExposureCompensation ev
    7 WhiteBalance = WhiteBalance
    8 SlowShutter = -1: n/a; 0: Off; 1: Night Scene; 2: On; 3: None
    9 SequenceNumber
    10 OpticalZoomCode
    12 CameraTemperature ?model:EOS ?!model:EOS-1D$|EOS-1DS$ omit:0 -128
    13 FlashGuideNumber omit:-1 /32
    14 AFPointsInFocus omit:0 = 12288: None (MF); 12289: Right; 12290: Center; 12291: Center+Right; 12292: Left;
      12293: Left+Right; 12294: Left+Center; 12295: All
    15 FlashExposureComp ev
    16 AutoExposureBracketing = -1: On; 0: Off; 1: On (shot 1); 2: On (shot 2); 3: On (shot 3)
    17 AEBBracketValue ev
    18 ControlMode = 0: n/a; 1: Camera Local Control; 3: Computer Remote Control
    19 FocusDistanceUpper u16 omit:0 /100 = FocusDistanceUpper
    20 FocusDistanceLower u16 ?FocusDistanceUpper>=0.00001 /100 = FocusDistanceUpper
    21 FNumber low omit:0 ev apex-aperture
    22 ExposureTime low omit:0 ?model:20D|350D|REBEL_XT|Kiss_Digital_N ev apex-time *31.25
    22 ExposureTime low omit:0 ev apex-time
    23 MeasuredEV2 omit:0 /8 -6
    24 BulbDuration /10
    26 CameraType = 0: n/a; 248: EOS High-end; 250: Compact; 252: EOS Mid-range; 255: DV Camera
    27 AutoRotate nonnegative = -1: n/a; 0: None; 1: Rotate 90 CW; 2: Rotate 180; 3: Rotate 270 CW
    28 NDFilter = -1: n/a; 0: Off; 1: On
    29 SelfTimer2 nonnegative /10
    33 FlashOutput flashOutput0

    [Panorama s16]
    2 PanoramaFrameNumber
    5 PanoramaDirection = 0: Left to Right; 1: Right to Left; 2: Bottom to Top; 3: Top to Bottom;
      4: 2x2 Matrix (Clockwise)

    [CameraInfo1D u8 low]
    4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
    10 FocalLength u16 omit:0
    13 LensType u16rev omit:0 = LensType
    14 MinFocalLength u16
    16 MaxFocalLength u16
    65 SharpnessFrequency ?model:1D$ = 0: n/a; 1: Lowest; 2: Low; 3: Standard; 4: High; 5: Highest
    66 Sharpness s8 ?model:1D$
    68 WhiteBalance ?model:1D$ = WhiteBalance
    71 SharpnessFrequency ?model:1DS$ = 0: n/a; 1: Lowest; 2: Low; 3: Standard; 4: High; 5: Highest
    72 ColorTemperature u16 ?model:1D$
    72 Sharpness s8 ?model:1DS$
    74 WhiteBalance ?model:1DS$ = WhiteBalance
    75 PictureStyle ?model:1D$ = PictureStyle
    78 ColorTemperature u16 ?model:1DS$
    81 PictureStyle ?model:1DS$ = PictureStyle

    [CameraInfo1DmkII u8 low]
    [CameraInfo1DmkIIN u8 low]
      4   4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
      9   9 FocalLength u16rev omit:0
     12  12 LensType u16rev omit:0 = LensType
     17  17 MinFocalLength u16rev
     19  19 MaxFocalLength u16rev
     45   - FocalType = 0: Fixed; 2: Zoom
     54  54 WhiteBalance = WhiteBalance
     55  55 ColorTemperature u16rev
     57   - CanonImageSize u16 = CanonImageSize
    102   - JPEGQuality
    108 115 PictureStyle = PictureStyle
    110   - Saturation s8 = 0: Normal
    111   - ColorTone s8 = 0: Normal
    114 116 Sharpness s8
    115 117 Contrast s8 = 0: Normal
      - 118 Saturation s8 = 0: Normal
      - 119 ColorTone s8 = 0: Normal
    117 121 ISO text[5]

    [CameraInfo1DmkIII u8 low]
    [CameraInfo40D u8 low]
    [CameraInfo450D u8 low]
    [CameraInfo1000D u8 low]
       3    3    3    3 FNumber u8 omit:0 -8 /16 exp2
       4    4    4    4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
       6    6    6    6 ISO u8 /8 -9 exp2 *100
       -   21   21   21 FlashMeteringMode = FlashMeteringMode
      24   24   24   24 CameraTemperature u8 -128
      27   27   27   27 MacroMagnification ?LensType=124 -75 *-3 /40 exp2
      29   29   29   29 FocalLength u16rev omit:0
      48   48   48   48 CameraOrientation = CameraOrientation
      67   67   67   67 FocusDistanceUpper u16rev /100 = FocusDistanceUpper
      69   69   69   69 FocusDistanceLower u16rev /100 = FocusDistanceUpper
      94  111  111  111 WhiteBalance u16 = WhiteBalance
      98  115  115  115 ColorTemperature u16
     134    -    -    - PictureStyle = PictureStyle
     273  214  222  226 LensType u16rev = LensType
     275  216    -  228 MinFocalLength u16rev
     277  218    -  230 MaxFocalLength u16rev
     310  255  263  267 FirmwareVersion text[6]
       -    -  271    - OwnerName text[32]
       -    -  307  311 DirectoryIndex u32
     370  307  319  323 FileIndex u32 +1
     374    -    -    - ShutterCount u32 +1
     382  319    -    - DirectoryIndex u32 -1
     682  603  611  615 PictureStyleInfo @PSInfo
    1114    -    -    - TimeStamp1 u32 ?model:1D_Mark_III$ omit:0 unix-time
    1118    -    -    - TimeStamp u32 omit:0 unix-time
       - 2347 2355 2359 LensModel text[64]

    [CameraInfo1DmkIV u8 low prepare:firmware1DmkIV]
    [CameraInfo7D u8 low prepare:firmware7D]
    [CameraInfo5DmkII u8 low prepare:firmware5DmkII]
    [CameraInfo50D u8 low prepare:firmware50D]
    [CameraInfo500D u8 low]
    [CameraInfo550D u8 low]
    [CameraInfo600D u8 low]
      0   -   -   -   -   -   - FirmwareVersionLookAhead bytes[0x1fd]
      -   0   -   -   -   -   - FirmwareVersionLookAhead bytes[0x1b2]
      -   -   0   -   -   -   - FirmwareVersionLookAhead bytes[0x184]
      -   -   -   0   -   -   - FirmwareVersionLookAhead bytes[0x164]
      3   3   3   3   3   3   3 FNumber u8 omit:0 -8 /16 exp2
      4   4   4   4   4   4   4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
      6   6   6   6   6   6   6 ISO u8 /8 -9 exp2 *100
      7   7   7   7   7   7   7 HighlightTonePriority = HighlightTonePriority
      8   8   -   -   -   -   - MeasuredEV2 omit:0 /8 -6
      9   -   -   -   -   -   - MeasuredEV3 omit:0 /8 -6
      -   9   -   -   -   -   - MeasuredEV omit:0 /8 -6
     21  21  21  21  21  21  21 FlashMeteringMode = FlashMeteringMode
     25  25  25  25  25  25  25 CameraTemperature u8 -128
      -   -  27   -   -   -   - MacroMagnification ?LensType=124 -75 *-3 /40 exp2
     30  30  30  30  30  30  30 FocalLength u16rev omit:0
     53  53  49  49  49  53  56 CameraOrientation = CameraOrientation
     84  84  80  80  80  84  87 FocusDistanceUpper u16rev /100 = FocusDistanceUpper
     86  86  82  82  82  86  89 FocusDistanceLower u16rev /100 = FocusDistanceUpper
    120 119 111 111 115 120 123 WhiteBalance u16 = WhiteBalance
    124 123 115 115 119 124 127 ColorTemperature u16
      -   - 167 167 171 176 179 PictureStyle u8 = PictureStyle
      - 175   -   -   -   -   - CameraPictureStyle = 33: User Defined 1; 34: User Defined 2; 35: User Defined 3;
      129: Standard; 130: Portrait; 131: Landscape; 132: Neutral; 133: Faithful; 134: Monochrome
      - 201 189 189 188   -   - HighISONoiseReduction = HighISONoiseReduction
      -   - 191 191 190   -   - AutoLightingOptimizer = HighISONoiseReduction
    335 274 230 234 246 255 234 LensType u16rev = LensType
    337 276 232 236 248 257 236 MinFocalLength u16rev
    339 278 234 238 250 259 238 MaxFocalLength u16rev
      - 428 382   - 400 420 411 FirmwareVersion text[6] version
    493   -   - 350   -   -   - FirmwareVersion text[6]
    556 491 443 411 467 484 475 FileIndex u32 +1
    568 503 455 423 479 496 487 DirectoryIndex u32 -1
      -   -   -   -   -   - 763 PictureStyleInfo @PSInfo2
    872 807 759 727 779 796   - PictureStyleInfo @PSInfo

    [CameraInfo1DX u8 low prepare:firmware1DX]
    [CameraInfo5DmkIII u8 low prepare:firmware5DmkIII]
    [CameraInfo6D u8 low]
    [CameraInfo70D u8 low]
    [CameraInfo80D u8 low]
    [CameraInfo650D u8 low]
    [CameraInfo750D u8 low]
       0   -   -   -    -   -    - FirmwareVersionLookAhead bytes[0x28b]
       -   0   -   -    -   -    - FirmwareVersionLookAhead bytes[0x24d]
       3   3   3   3    3   3    3 FNumber u8 omit:0 -8 /16 exp2
       4   4   4   4    4   4    4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
       6   6   6   6    6   6    6 ISO u8 /8 -9 exp2 *100
      27  27  27  27   27  27   27 CameraTemperature u8 -128
      35  35  35  35   35  35   35 FocalLength u16rev omit:0
     125 125 131 132  150 125  150 CameraOrientation = CameraOrientation
     140 140 146 147  165 140  165 FocusDistanceUpper u16rev /100 = FocusDistanceUpper
     142 142 148 149  167 142  167 FocusDistanceLower u16rev /100 = FocusDistanceUpper
     188 188 194   -    - 188  305 WhiteBalance u16 = WhiteBalance
     192 192 198 199  314 192  309 ColorTemperature u16
     244 244 250   -    - 244  361 PictureStyle u8 = PictureStyle
     423 339 353 358  393 295  388 LensType u16rev = LensType
     425 341 355 360  395 297  390 MinFocalLength u16rev
     427 343 357 362  397 299  392 MaxFocalLength u16rev
       - 356   -   -    -   -    - LensSerialNumber bytes[5] low hexadecimal
       -   -   -   -    - 539    - FirmwareVersion text[6] ?model:650D|REBEL_T4i|Kiss_X6i version
       -   -   -   -    - 544    - FirmwareVersion text[6] ?model:700D|REBEL_T5i|Kiss_X7i version
       -   -   -   -    - 624    - FileIndex u32 ?model:650D|REBEL_T4i|Kiss_X6i +1
       -   -   -   -    - 628    - FileIndex u32 ?model:700D|REBEL_T5i|Kiss_X7i +1
       -   -   -   -    - 636    - DirectoryIndex u32 ?model:650D|REBEL_T4i|Kiss_X6i -1
       -   -   -   -    - 640    - DirectoryIndex u32 ?model:700D|REBEL_T5i|Kiss_X7i -1
     640 572 598 606 1114   -    - FirmwareVersion text[6]
     720 652 682 691 1198   -    - FileIndex u32 +1
       - 656   -   -    -   -    - FileIndex2 u32 +1
     732 664 694 703 1210   -    - DirectoryIndex u32 -1
       - 668   -   -    -   -    - DirectoryIndex2 u32 -1
    1012 944 966 975    - 912    - PictureStyleInfo @PSInfo2
       -   -   -   -    -   - 1085 FirmwareVersion text[6] version
       -   -   -   -    -   - 1097 FirmwareVersion text[6] version

    [CameraInfo5D s8 low]
    3 FNumber u8 omit:0 -8 /16 exp2
    4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
    6 ISO u8 /8 -9 exp2 *100
    12 LensType u16rev omit:0 = LensType
    23 CameraTemperature u8 -128
    27 MacroMagnification ?LensType=124 -75 *-3 /40 exp2
    39 CameraOrientation = CameraOrientation
    40 FocalLength u16rev omit:0
    56 AFPointsInFocus5D u16rev = bits 0: Center; 1: Top; 2: Bottom; 3: Upper-left; 4: Upper-right; 5: Lower-left;
      6: Lower-right; 7: Left; 8: Right; 9: AI Servo1; 10: AI Servo2; 11: AI Servo3; 12: AI Servo4; 13: AI Servo5;
      14: AI Servo6; -: (none)
    84 WhiteBalance u16 = WhiteBalance
    88 ColorTemperature u16
    108 PictureStyle u8 = PictureStyle
    147 MinFocalLength u16rev
    149 MaxFocalLength u16rev
    151 LensType u16rev = LensType
    164 FirmwareRevision text[8]
    172 ShortOwnerName text[16]
    204 DirectoryIndex u32
    208 FileIndex u16 +1
    232 ContrastStandard
    233 ContrastPortrait
    234 ContrastLandscape
    235 ContrastNeutral
    236 ContrastFaithful
    237 ContrastMonochrome
    238 ContrastUserDef1
    239 ContrastUserDef2
    240 ContrastUserDef3
    241 SharpnessStandard
    242 SharpnessPortrait
    243 SharpnessLandscape
    244 SharpnessNeutral
    245 SharpnessFaithful
    246 SharpnessMonochrome
    247 SharpnessUserDef1
    248 SharpnessUserDef2
    249 SharpnessUserDef3
    250 SaturationStandard
    251 SaturationPortrait
    252 SaturationLandscape
    253 SaturationNeutral
    254 SaturationFaithful
    255 FilterEffectMonochrome = FilterEffectMonochrome
    256 SaturationUserDef1
    257 SaturationUserDef2
    258 SaturationUserDef3
    259 ColorToneStandard
    260 ColorTonePortrait
    261 ColorToneLandscape
    262 ColorToneNeutral
    263 ColorToneFaithful
    264 ToningEffectMonochrome = ToningEffectMonochrome
    265 ColorToneUserDef1
    266 ColorToneUserDef2
    267 ColorToneUserDef3
    268 UserDef1PictureStyle u16 = UserDef1PictureStyle
    270 UserDef2PictureStyle u16 = UserDef1PictureStyle
    272 UserDef3PictureStyle u16 = UserDef1PictureStyle
    284 TimeStamp u32 omit:0 unix-time

    [CameraInfo60D u8 low]
    3 FNumber u8 omit:0 -8 /16 exp2
    4 ExposureTime u8 omit:0 -24 ev *-1 +1 *4 exp2
    6 ISO u8 /8 -9 exp2 *100
    25 CameraTemperature u8 -128
    30 FocalLength u16rev omit:0
    54 CameraOrientation ?model:EOS_60D$ = CameraOrientation
    58 CameraOrientation ?model:1200D|REBEL_T5|Kiss_X70 = CameraOrientation
    85 FocusDistanceUpper u16rev ?model:EOS_60D$ /100 = FocusDistanceUpper
    87 FocusDistanceLower u16rev ?model:EOS_60D$ /100 = FocusDistanceUpper
    125 ColorTemperature u16 ?model:EOS_60D$
    232 LensType u16rev = LensType
    234 MinFocalLength u16rev
    236 MaxFocalLength u16rev
    409 FirmwareVersion text[6]
    473 FileIndex u32 ?model:EOS_60D$ +1
    485 DirectoryIndex u32 ?model:EOS_60D$ -1
    761 PictureStyleInfo @PSInfo2 ?model:1200D|REBEL_T5|Kiss_X70
    801 PictureStyleInfo @PSInfo2 ?model:EOS_60D$

    [CameraInfoPowerShot s32 low]
    [CameraInfoPowerShot2 s32 low]
     0  0 CanonCameraInfoUnknown32 @CameraInfoUnknown32
     0  1 ISO -411 /96 exp2 *100
     5  6 FNumber /192 exp2
     6  7 ExposureTime /-96 exp2
    23 24 Rotation

    [CameraInfoUnknown32 s32 low prepare:temperature]
    0 CameraTemperature

    [CameraInfoUnknown u8 low]
    363 LensSerialNumber bytes[5] ?model:EOS_5DS* hexadecimal
    1473 FirmwareVersion text[6] version

    [Functions1D prepare:functions]
    0x0000 FocusingScreen = 0: Ec-N, R; 1: Ec-A,B,C,CII,CIII,D,H,I,L
    0x0001 FinderDisplayDuringExposure = HighlightTonePriority
    0x0002 ShutterReleaseNoCFCard = 0: Yes; 1: No
    0x0003 ISOSpeedExpansion = 0: No; 1: Yes
    0x0004 ShutterAELButton = 0: AF/AE lock stop; 1: AE lock/AF; 2: AF/AF lock, No AE lock;
      3: AE/AF, No AE lock
    0x0005 ManualTv = 0: Tv=Main/Av=Control; 1: Tv=Control/Av=Main; 2: Tv=Main/Av=Main w/o lens;
      3: Tv=Control/Av=Main w/o lens
    0x0006 ExposureLevelIncrements = 0: 1/3-stop set, 1/3-stop comp.; 1: 1-stop set, 1/3-stop comp.;
      2: 1/2-stop set, 1/2-stop comp.
    0x0007 USMLensElectronicMF = 0: Turns on after one-shot AF; 1: Turns off after one-shot AF;
      2: Always turned off
    0x0008 LCDPanels = 0: Remain. shots/File no.; 1: ISO/Remain. shots; 2: ISO/File no.;
      3: Shots in folder/Remain. shots
    0x0009 AEBSequenceAutoCancel = AEBSequenceAutoCancel
    0x000a AFPointIllumination = 0: On; 1: Off; 2: On without dimming; 3: Brighter
    0x000b AFPointSelection = 0: H=AF+Main/V=AF+Command; 1: H=Comp+Main/V=Comp+Command;
      2: H=Command only/V=Assist+Main; 3: H=FEL+Main/V=FEL+Command
    0x000c MirrorLockup = MirrorLockup
    0x000d AFPointSpotMetering = 0: 45/Center AF point; 1: 11/Active AF point; 2: 11/Center AF point;
      3: 9/Active AF point
    0x000e FillFlashAutoReduction = 0: Enable; 1: Disable
    0x000f ShutterCurtainSync = ShutterCurtainSync
    0x0010 SafetyShiftInAvOrTv = MirrorLockup
    0x0011 AFPointActivationArea = 0: Single AF point; 1: Expanded (TTL. of 7 AF points);
      2: Automatic expanded (max. 13)
    0x0012 SwitchToRegisteredAFPoint = 0: Assist + AF; 1: Assist; 2: Only while pressing assist
    0x0013 LensAFStopButton = 0: AF stop; 1: AF start; 2: AE lock while metering;
      3: AF point: M -> Auto / Auto -> Ctr.; 4: AF mode: ONE SHOT <-> AI SERVO; 5: IS start
    0x0014 AIServoTrackingSensitivity = 0: Standard; 1: Slow; 2: Moderately slow; 3: Moderately fast;
      4: Fast
    0x0015 AIServoContinuousShooting = 0: Shooting not possible without focus;
      1: Shooting possible without focus

    [Functions5D prepare:functions]
    [Functions20D prepare:functions]
    [Functions30D prepare:functions]
    [Functions350D prepare:functions]
    [Functions400D prepare:functions]
    0x0000      -      -      -      - FocusingScreen = 0: Ee-A; 1: Ee-D; 2: Ee-S
         -      -      - 0x0000      - SetButtonCrossKeysFunc = 0: Normal; 1: Set: Quality; 2: Set: Parameter;
      3: Set: Playback; 4: Cross keys: AF point select
         -      -      -      - 0x0000 SetButtonCrossKeysFunc = 0: Set: Picture Style; 1: Set: Quality;
      2: Set: Flash Exposure Comp; 3: Set: Playback; 4: Cross keys: AF point select
    0x0001 0x0000      -      -      - SetFunctionWhenShooting = 0: Default (no function); 1: Change quality;
      2: Change Parameters; 3: Menu display; 4: Image replay
         - 0x0001      - 0x0001      - LongExposureNoiseReduction = HighlightTonePriority
         -      - 0x0001      -      - SetFunctionWhenShooting = 0: Default (no function); 1: Change quality;
      2: Change Picture Style; 3: Menu display; 4: Image replay
    0x0002      - 0x0002      - 0x0001 LongExposureNoiseReduction = 0: Off; 1: Auto; 2: On
         - 0x0002 0x0003      -      - FlashSyncSpeedAv = 0: Auto; 1: 1/250 Fixed
    0x0003      -      - 0x0002 0x0002 FlashSyncSpeedAv = 0: Auto; 1: 1/200 Fixed
    0x0004 0x0003 0x0004 0x0003 0x0003 Shutter-AELock = ShutterAELock
         - 0x0004 0x0005 0x0004 0x0004 AFAssistBeam = 0: Emits; 1: Does not emit; 2: Only ext. flash emits
    0x0005      -      -      -      - AFAssistBeam = 0: Emits; 1: Does not emit
    0x0006 0x0005 0x0006 0x0005 0x0005 ExposureLevelIncrements = 0: 1/3 Stop; 1: 1/2 Stop
    0x0007 0x0006 0x0007      -      - FlashFiring = 0: Fires; 1: Does not fire
    0x0008 0x0007 0x0008      -      - ISOExpansion = HighlightTonePriority
    0x0009 0x0008 0x0009      -      - AEBSequenceAutoCancel = AEBSequenceAutoCancel
    0x000a 0x0009 0x000a      -      - SuperimposedDisplay = 0: On; 1: Off
    0x000b 0x000a 0x000b      -      - MenuButtonDisplayPosition = 0: Previous (top if power off); 1: Previous; 2: Top
    0x000c 0x000b 0x000c 0x0006 0x0006 MirrorLockup = MirrorLockup
    0x000d 0x000c 0x000d      -      - AFPointSelectionMethod = 0: Normal; 1: Multi-controller direct;
      2: Quick Control Dial direct
    0x000e 0x000d 0x000e 0x0007 0x0007 ETTLII = 0: Evaluative; 1: Average
    0x000f 0x000e 0x000f 0x0008 0x0008 ShutterCurtainSync = ShutterCurtainSync
    0x0010 0x000f 0x0010      -      - SafetyShiftInAvOrTv = MirrorLockup
    0x0011      -      -      -      - AFPointActivationArea = 0: Standard; 1: Expanded
         -      - 0x0011      - 0x0009 MagnifiedView = 0: Image playback only; 1: Image review and playback
         -      -      -      - 0x000a LCDDisplayAtPowerOn = 0: Display; 1: Retain power off status
    0x0012      -      -      -      - LCDDisplayReturnToShoot = 0: With Shutter Button only; 1: Also with * etc.
    0x0013 0x0010 0x0012      -      - LensAFStopButton = 0: AF stop; 1: AF start; 2: AE lock while metering;
      3: AF point: M -> Auto / Auto -> Ctr.; 4: ONE SHOT <-> AI SERVO; 5: IS start
    0x0014 0x0011 0x0013      -      - AddOriginalDecisionData = HighlightTonePriority

    [Functions10D prepare:functions]
    0x0001 SetButtonWhenShooting = 0: Normal (disabled); 1: Image quality; 2: Change parameters;
      3: Menu display; 4: Image playback
    0x0002 ShutterReleaseNoCFCard = 0: Yes; 1: No
    0x0003 FlashSyncSpeedAv = 0: Auto; 1: 1/200 Fixed
    0x0004 Shutter-AELock = ShutterAELock
    0x0005 AFAssist = 0: Emits/Fires; 1: Does not emit/Fires; 2: Only ext. flash emits/Fires;
      3: Emits/Does not fire
    0x0006 ExposureLevelIncrements = 0: 1/2 Stop; 1: 1/3 Stop
    0x0007 AFPointRegistration = 0: Center; 1: Bottom; 2: Right; 3: Extreme Right; 4: Automatic;
      5: Extreme Left; 6: Left; 7: Top
    0x0008 RawAndJpgRecording = 0: RAW+Small/Normal; 1: RAW+Small/Fine; 2: RAW+Medium/Normal;
      3: RAW+Medium/Fine; 4: RAW+Large/Normal; 5: RAW+Large/Fine
    0x0009 AEBSequenceAutoCancel = AEBSequenceAutoCancel
    0x000a SuperimposedDisplay = 0: On; 1: Off
    0x000b MenuButtonDisplayPosition = 0: Previous (top if power off); 1: Previous; 2: Top
    0x000c MirrorLockup = MirrorLockup
    0x000d AssistButtonFunction = 0: Normal; 1: Select Home Position; 2: Select HP (while pressing);
      3: Av+/- (AF point by QCD); 4: FE lock
    0x000e FillFlashAutoReduction = 0: Enable; 1: Disable
    0x000f ShutterCurtainSync = ShutterCurtainSync
    0x0010 SafetyShiftInAvOrTv = MirrorLockup
    0x0011 LensAFStopButton = 0: AF stop; 1: AF start; 2: AE lock while metering;
      3: AF point: M->Auto/Auto->ctr; 4: One Shot <-> AI servo; 5: IS start

    [FunctionsD30 prepare:functions]
    0x0001 LongExposureNoiseReduction = HighlightTonePriority
    0x0002 Shutter-AELock = 0: AF/AE lock; 1: AE lock/AF; 2: AF/AF lock; 3: AE+release/AE+AF
    0x0003 MirrorLockup = MirrorLockup
    0x0004 ExposureLevelIncrements = 0: 1/2 Stop; 1: 1/3 Stop
    0x0005 AFAssist = 0: Emits/Fires; 1: Does not emit/Fires; 2: Only ext. flash emits/Fires;
      3: Emits/Does not fire
    0x0006 FlashSyncSpeedAv = 0: Auto; 1: 1/200 Fixed
    0x0007 AEBSequenceAutoCancel = AEBSequenceAutoCancel
    0x0008 ShutterCurtainSync = ShutterCurtainSync
    0x0009 LensAFStopButton = 0: AF Stop; 1: Operate AF; 2: Lock AE and start timer
    0x000a FillFlashAutoReduction = 0: Enable; 1: Disable
    0x000b MenuButtonReturn = 0: Top; 1: Previous (volatile); 2: Previous
    0x000c SetButtonWhenShooting = 0: Default (no function); 1: Image quality; 2: Change ISO speed;
      3: Change parameters
    0x000d SensorCleaning = MirrorLockup
    0x000e SuperimposedDisplay = 0: On; 1: Off
    0x000f ShutterReleaseNoCFCard = 0: Yes; 1: No

    [Functions2 prepare:groups]
    0x0101 ExposureLevelIncrements ?model:1D|1Ds = 0: 1/3-stop set, 1/3-stop comp.;
      1: 1-stop set, 1/3-stop comp.; 2: 1/2-stop set, 1/2-stop comp.
    0x0101 ExposureLevelIncrements = 0: 1/3 Stop; 1: 1/2 Stop
    0x0102 ISOSpeedIncrements = 0: 1/3 Stop; 1: 1 Stop
    0x0103 ISOSpeedRange ?model:EOS-1D* isoRange
    0x0103 ISOExpansion = HighlightTonePriority
    0x0104 AEBAutoCancel = 0: On; 1: Off
    0x0105 AEBSequence = 0: 0,-,+; 1: -,0,+; 2: +,0,-
    0x0106 AEBShotCount ?model:90D = 2: 2 shots; 3: 3 shots; 5: 5 shots; 7: 7 shots
    0x0106 AEBShotCount ?count:1 = 0: 3 shots; 1: 2 shots; 2: 5 shots; 3: 7 shots
    0x0106 AEBShotCount = 2 1: 2 shots; 3 0: 3 shots; 5 2: 5 shots; 7 3: 7 shots
    0x0107 SpotMeterLinkToAFPoint = 0: Disable (use center AF point); 1: Enable (use active AF point)
    0x0108 SafetyShift = 0: Disable; 1: Enable (Tv/Av); 2: Enable (ISO speed)
    0x0109 UsableShootingModes ?count:1
    0x0109 UsableShootingModes
    0x010a UsableMeteringModes ?count:1
    0x010a UsableMeteringModes
    0x010b ExposureModeInManual = 0: Specified metering mode; 1: Evaluative metering; 2: Partial metering;
      3: Spot metering; 4: Center-weighted average
    0x010c ShutterSpeedRange shutterRange
    0x010d ApertureRange apertureRange
    0x010e ApplyShootingMeteringMode
    0x010f FlashSyncSpeedAv ?model:40D|1Ds_Mark_III = 0: Auto; 1: 1/250 Fixed
    0x010f FlashSyncSpeedAv ?model:50D|60D|7D = 0: Auto; 1: 1/250-1/60 Auto; 2: 1/250 Fixed
    0x010f FlashSyncSpeedAv ?model:450D|XSi|Kiss_X2|1000D|XS|Kiss_F = 0: Auto; 1: 1/200 Fixed
    0x010f FlashSyncSpeedAv ?model:EOS-1D_Mark_III|EOS-1Ds_Mark_III = 0: Auto; 1: 1/300 Fixed
    0x010f FlashSyncSpeedAv ?model:EOS-1D_Mark_IV = 0: Auto; 1: 1/300-1/60 Auto; 2: 1/300 Fixed
    0x010f FlashSyncSpeedAv = 0: Auto; 1: 1/200-1/60 Auto; 2: 1/200 Fixed
    0x0110 AEMicroadjustment
    0x0111 FEMicroadjustment
    0x0112 SameExposureForNewAperture = 0: Disable; 1: ISO Speed; 2: Shutter Speed
    0x0112 SameExposureForNewAperture = 0: Disable; 1: ISO Speed; 2: ISO Speed/Shutter Speed; 3: Shutter Speed
    0x0113 ExposureCompAutoCancel = 0: Enable; 1: Disable
    0x0114 AELockMeterModeAfterFocus = bits 0: Evaluative; 1: Partial; 2: Spot; 3: Center-weighted
    0x0201 LongExposureNoiseReduction = 0: Off; 1: Auto; 2: On
    0x0202 HighISONoiseReduction ?model:50D|60D|5D_Mark_II|7D|500D|T1i|Kiss_X3|550D|T2i|
      Kiss_X4|600D|T3i|Kiss_X5|1100D|T3|Kiss_X50 = 0: Standard; 1: Low; 2: Strong; 3: Off
    0x0202 HighISONoiseReduction = HighlightTonePriority
    0x0203 HighlightTonePriority = MirrorLockup
    0x0204 AutoLightingOptimizer ?model:50D|5D_Mark_II|500D|T1i|Kiss_X3|1D_Mark_IV = 0: Standard; 1: Low;
      2: Strong; 3: Disable
    0x0204 AutoLightingOptimizer = 0: Enable; 1: Disable
    0x0304 ETTLII = 0: Evaluative; 1: Average
    0x0305 ShutterCurtainSync = ShutterCurtainSync
    0x0306 FlashFiring = 0: Fires; 1: Does not fire
    0x0407 ViewInfoDuringExposure = MirrorLockup
    0x0408 LCDIlluminationDuringBulb = HighlightTonePriority
    0x0409 InfoButtonWhenShooting ?model:1D_Mark_III|1Ds_Mark_III = 0: Displays camera settings;
      1: Displays shooting functions
    0x0409 InfoButtonWhenShooting = 0: Displays shooting functions; 1: Displays camera settings
    0x040a ViewfinderWarnings = bits 0: Monochrome; 1: WB corrected; 2: One-touch image quality;
      3: ISO expansion; 4: Spot metering; 6: Noise reduction; 7: HDR
    0x040b LVShootingAreaDisplay = 0: Masked; 1: Outlined
    0x040c LVShootingAreaDisplay = 0: Masked; 1: Outlined
    0x0501 USMLensElectronicMF = 0: Enable after one-shot AF; 1: Disable after one-shot AF;
      2: Disable in AF mode
    0x0502 AIServoTrackingSensitivity = -2: Slow; -1: Medium Slow; 0: Standard; 1: Medium Fast; 2: Fast
    0x0503 AIServoImagePriority = 0: 1: AF, 2: Tracking; 1: 1: AF, 2: Drive speed;
      2: 1: Release, 2: Drive speed; 3: 1: Release, 2: Tracking
    0x0504 AIServoTrackingMethod = 0: Main focus point priority; 1: Continuous AF track priority
    0x0505 LensDriveNoAF = 0: Focus search on; 1: Focus search off
    0x0506 LensAFStopButton = 0: AF stop; 1: AF start; 2: AE lock; 3: AF point: M->Auto/Auto->ctr;
      4: One Shot <-> AI servo; 5: IS start; 6: Switch to registered AF point; 7: Spot AF
    0x0507 AFMicroadjustment
    0x0508 AFPointAreaExpansion ?model:5D_Mark_II = MirrorLockup
    0x0508 AFPointAreaExpansion ?model:1Ds_Mark_III = 0: Disable; 1: Enable (left/right Assist AF points);
      2: Enable (surrounding Assist AF points)
    0x0508 AFPointAreaExpansion = 0: Disable; 1: Left/right AF points; 2: Surrounding AF points;
      3: All 45 points area
    0x0509 SelectableAFPoint ?model:1D_Mark_IV = 0: 45 points; 1: 19 points; 2: 11 points; 3: Inner 9 points;
      4: Outer 9 points
    0x0509 SelectableAFPoint = 0: 19 points; 1: Inner 9 points; 2: Outer 9 points;
      3: 19 Points, Multi-controller selectable; 4: Inner 9 Points, Multi-controller selectable;
      5: Outer 9 Points, Multi-controller selectable
    0x050a SwitchToRegisteredAFPoint ?model:1D_Mark_IV = 0: Disable; 1: Switch with multi-controller;
      2: Only while AEL is pressed
    0x050a SwitchToRegisteredAFPoint = MirrorLockup
    0x050b AFPointAutoSelection = 0: Control-direct:disable/Main:enable;
      1: Control-direct:disable/Main:disable; 2: Control-direct:enable/Main:enable
    0x050c AFPointDisplayDuringFocus ?model:1D = 0: On; 1: Off; 2: On (when focus achieved)
    0x050c AFPointDisplayDuringFocus = 0: Selected (constant); 1: All (constant);
      2: Selected (pre-AF, focused); 3: Selected (focused); 4: Disable display
    0x050d AFPointBrightness = 0: Normal; 1: Brighter
    0x050e AFAssistBeam ?model:1D_Mark_IV|6D = 0: Emits; 1: Does not emit; 2: IR AF assist beam only
    0x050e AFAssistBeam = 0: Emits; 1: Does not emit; 2: Only ext. flash emits; 3: IR AF assist beam only
    0x050f AFPointSelectionMethod ?!model:60D = 0: Normal; 1: Multi-controller direct;
      2: Quick Control Dial direct
    0x050f AFPointSelectionMethod = 0: AF point button: Activate AF Sel, Rear dial: Select AF points;
      1: AF point button: Auto selection, Rear dial: Manual selection
    0x0510 VFDisplayIllumination ?model:7D = 0: Auto; 1: Enable; 2: Disable
    0x0510 SuperimposedDisplay = 0: On; 1: Off
    0x0511 AFDuringLiveView ?model:40D = MirrorLockup
    0x0511 AFDuringLiveView = 0: Disable; 1: Quick mode; 2: Live mode
    0x0512 SelectAFAreaSelectMode
    0x0513 ManualAFPointSelectPattern = 0: Stops at AF area edges; 1: Continuous
    0x0514 DisplayAllAFPoints = 0: Enable; 1: Disable
    0x0515 FocusDisplayAIServoAndMF = 0: Enable; 1: Disable
    0x0516 OrientationLinkedAFPoint = 0: Same for vertical and horizontal; 1: Select different AF points
    0x0517 MultiControllerWhileMetering = 0: Off; 1: AF point selection
    0x0518 AccelerationTracking
    0x0519 AIServoFirstImagePriority = -1: Release priority; 0: Equal priority; 1: Focus priority
    0x051a AIServoSecondImagePriority = -1: Shooting speed priority; 0: Equal priority; 1: Focus priority
    0x051b AFAreaSelectMethod = 0: AF area selection button; 1: Main dial
    0x051c AutoAFPointColorTracking = 0: On-Shot AF only; 1: Disable
    0x051d VFDisplayIllumination = parts 0: Auto; 1: Enable; 2: Disable | 0: Non-illuminated; 1: Illuminated
    0x051e InitialAFPointAIServoAF = 0: Auto; 1: Initial AF point selected; 2: Manual AF point
    0x060f MirrorLockup = 0: Disable; 1: Enable; 2: Enable: Down with Set
    0x0610 ContinuousShootingSpeed ?count:6
    0x0610 ContinuousShootingSpeed ?count:5
    0x0610 ContinuousShootingSpeed
    0x0611 ContinuousShotLimit
    0x0612 RestrictDriveModes ?count:1
    0x0612 RestrictDriveModes
    0x0701 Shutter-AELock ?model:1000D|XS|Kiss_F|500D|T1i|Kiss_X3|550D|T2i|Kiss_X4|600D|
      T3i|Kiss_X5|1100D|T3|Kiss_X50 = 0: AF/AE lock; 1: AE lock/AF; 2: AF/AF lock, No AE lock;
      3: AE/AF, No AE lock
    0x0701 Shutter-AELock ?count:2 = 0 0: AF/AE lock; 1 0: AE lock/AF; 2 0: AF/AF lock, No AE lock;
      3 0: AE/AF, No AE lock
    0x0701 AFAndMeteringButtons ?model:60D = 0: Metering start; 1: Metering + AF start; 2: AE lock; 3: AF stop;
      4: No function
    0x0701 ShutterButtonAFOnButton = 0: Metering + AF start; 1: Metering + AF start/AF stop;
      2: Metering start/Meter + AF start; 3: AE lock/Metering + AF start; 4: Metering + AF start/disable
    0x0702 AFOnAELockButtonSwitch = MirrorLockup
    0x0703 QuickControlDialInMeter = 0: Exposure comp/Aperture; 1: AF point selection; 2: ISO speed;
      3: AF point selection swapped with Exposure comp; 4: ISO speed swapped with Exposure comp
    0x0704 SetButtonWhenShooting ?model:40D|50D|5D_Mark_II = 0: Normal (disabled); 1: Image quality;
      2: Picture style; 3: Menu display; 4: Image playback; 5: Quick control screen; 6: Record movie (Live View)
    0x0704 SetButtonWhenShooting ?model:60D = 0: Normal (disabled); 1: Image quality; 2: Picture style;
      3: White balance; 4: Flash exposure compensation; 5: Viewfinder leveling gauge
    0x0704 SetButtonWhenShooting ?model:450D|XSi|Kiss_X2|550D|T2i|Kiss_X4|600D|T3i|Kiss_X5 = 0: Normal (disabled);
      1: Image quality; 2: Flash exposure compensation; 3: LCD monitor On/Off; 4: Menu display; 5: ISO speed
    0x0704 SetButtonWhenShooting ?model:1100D|T3|Kiss_X50 = 0: Normal (disabled); 1: Image quality;
      2: Flash exposure compensation; 3: LCD monitor On/Off; 4: Menu display; 5: Depth-of-field preview
    0x0704 SetButtonWhenShooting ?model:1000D|XS|Kiss_F = 0: LCD monitor On/Off; 1: Image quality;
      2: Flash exposure compensation; 3: Menu display; 4: Disabled
    0x0704 SetButtonWhenShooting ?model:500D|T1i|Kiss_X3 = 0: Quick control screen; 1: Image quality;
      2: Flash exposure compensation; 3: LCD monitor On/Off; 4: Menu display; 5: Disabled
    0x0704 SetButtonWhenShooting ?count:2
    0x0704 SetButtonWhenShooting = 0: Normal (disabled); 1: White balance; 2: Image size; 3: ISO speed;
      4: Picture style; 5: Record func. + media/folder; 6: Menu display; 7: Image playback
    0x0705 ManualTv = 0: Tv=Main/Av=Control; 1: Tv=Control/Av=Main
    0x0706 DialDirectionTvAv = 0: Normal; 1: Reversed
    0x0707 AvSettingWithoutLens = MirrorLockup
    0x0708 WBMediaImageSizeSetting = 0: Rear LCD panel; 1: LCD monitor; 2: Off (disable button)
    0x0709 LockMicrophoneButton
    0x070a ButtonFunctionControlOff = 0: Normal (enable); 1: Disable main, Control, Multi-control
    0x070b AssignFuncButton = 0: LCD brightness; 1: Image quality; 2: Exposure comp./AEB setting;
      3: Image jump with main dial; 4: Live view function settings
    0x070c CustomControls
    0x070d StartMovieShooting = 0: Default (from LV); 1: Quick start (FEL button)
    0x070e FlashButtonFunction = 0: Raise built-in flash; 1: ISO speed
    0x070f MultiFunctionLock
    0x0710 TrashButtonFunction = 0: Normal (set center AF point); 1: Depth-of-field preview
    0x0711 ShutterReleaseWithoutLens = MirrorLockup
    0x0712 ControlRingRotation = 0: Normal; 1: Reversed
    0x0713 FocusRingRotation = 0: Normal; 1: Reversed
    0x0714 RFLensMFFocusRingSensitivity = 0: Varies With Rotation Speed; 1: Linked To Rotation Angle
    0x0715 CustomizeDials
    0x080b FocusingScreen ?model:40D|50D|60D = 0: Ef-A; 1: Ef-D; 2: Ef-S
    0x080b FocusingScreen ?model:5D_Mark_II = 0: Eg-A; 1: Eg-D; 2: Eg-S
    0x080b FocusingScreen ?model:6D = 0: Eg-A II; 1: Eg-D; 2: Eg-S
    0x080b FocusingScreen ?model:7D_Mark_II = 0: Eh-A; 1: Eh-S
    0x080b FocusingScreen ?model:1D_X = 0: Ec-CV; 1: Ec-A,B,D,H,I,L
    0x080b FocusingScreen = 0: Ec-CIV; 1: Ec-A,B,C,CII,CIII,D,H,I,L; 2: Ec-S; 3: Ec-N,R
    0x080c TimerLength ?count:3
    0x080c TimerLength
    0x080d ShortReleaseTimeLag = MirrorLockup
    0x080e AddAspectRatioInfo = 0: Off; 1: 6:6; 2: 3:4; 3: 4:5; 4: 6:7; 5: 10:12; 6: 5:7
    0x080f AddOriginalDecisionData = HighlightTonePriority
    0x0810 LiveViewExposureSimulation = 0: Disable (LCD auto adjust); 1: Enable (simulates exposure)
    0x0811 LCDDisplayAtPowerOn = 0: Display; 1: Retain power off status
    0x0812 MemoAudioQuality = 0: High (48 kHz); 1: Low (8 kHz)
    0x0813 DefaultEraseOption = 0: Cancel selected; 1: Erase selected; 2: Erase RAW selected;
      3: Erase non-RAW selected
    0x0814 RetractLensOnPowerOff = 0: Enable; 1: Disable
    0x0815 AddIPTCInformation = MirrorLockup
    0x0816 AudioCompression = 0: Enable; 1: Disable

    [FilterInfo prepare:groups]
    0x0101 GrainyBWFilter = -1: Off
    0x0201 SoftFocusFilter = -1: Off
    0x0301 ToyCameraFilter = -1: Off
    0x0401 MiniatureFilter = -1: Off
    0x0402 MiniatureFilterOrientation = 0: Horizontal; 1: Vertical
    0x0403 MiniatureFilterPosition
    0x0404 MiniatureFilterParameter
    0x0501 FisheyeFilter = -1: Off
    0x0601 PaintingFilter = -1: Off
    0x0701 WatercolorFilter = -1: Off

    [PersonalFuncs u16 sized]
    1 PF0CustomFuncRegistration
    2 PF1DisableShootingModes
    3 PF2DisableMeteringModes
    4 PF3ManualExposureMetering
    5 PF4ExposureTimeLimits
    6 PF5ApertureLimits
    7 PF6PresetShootingModes
    8 PF7BracketContinuousShoot
    9 PF8SetBracketShots
    10 PF9ChangeBracketSequence
    11 PF10RetainProgramShift
    14 PF13DrivePriority
    15 PF14DisableFocusSearch
    16 PF15DisableAFAssistBeam
    17 PF16AutoFocusPointShoot
    18 PF17DisableAFPointSel
    19 PF18EnableAutoAFPointSel
    20 PF19ContinuousShootSpeed
    21 PF20LimitContinousShots
    22 PF21EnableQuietOperation
    24 PF23SetTimerLengths
    25 PF24LightLCDDuringBulb
    26 PF25DefaultClearSettings
    27 PF26ShortenReleaseLag
    28 PF27ReverseDialRotation
    29 PF28NoQuickDialExpComp
    30 PF29QuickDialSwitchOff
    31 PF30EnlargementMode
    32 PF31OriginalDecisionData

    [PersonalFuncValues u16 sized]
    1 PF1Value
    2 PF2Value
    3 PF3Value
    4 PF4ExposureTimeMin *4 ev apex-time *125
    5 PF4ExposureTimeMax *4 ev apex-time *125
    6 PF5ApertureMin *4 -32 ev apex-aperture
    7 PF5ApertureMax *4 -32 ev apex-aperture
    8 PF8BracketShots
    9 PF19ShootingSpeedLow
    10 PF19ShootingSpeedHigh
    11 PF20MaxContinousShots
    12 PF23ShutterButtonTime
    13 PF23FELockTime
    14 PF23PostReleaseTime
    15 PF25AEMode
    16 PF25MeteringMode
    17 PF25DriveMode
    18 PF25AFMode
    19 PF25AFPointSel
    20 PF25ImageSize
    21 PF25WBMode
    22 PF25Parameters
    23 PF25ColorMatrix
    24 PF27Value

    [MovieInfo u16 sized]
    1 FrameRate omit:65535
    2 FrameCount omit:65535
    4 FrameCount u32
    6 FrameRate ur32
    106 Duration u32 /1000
    108 AudioBitrate u32
    110 AudioSampleRate u32
    112 AudioChannels u32
    116 VideoCodec bytes[4]

    [AFInfo u16 sequence prepare:AFInfo]
    0 NumAFPoints
    1 ValidAFPoints
    2 CanonImageWidth
    3 CanonImageHeight
    4 AFImageWidth
    5 AFImageHeight
    6 AFAreaWidth
    7 AFAreaHeight
    8 AFAreaXPositions s16[NumAFPoints]
    9 AFAreaYPositions s16[NumAFPoints]
    10 AFPointsInFocus s16[NumAFPoints/16]
    11 PrimaryAFPoint ?!model:EOS
    12 PrimaryAFPoint ?!model:EOS

    [MyColors u16 sized]
    2 MyColorMode = 0: Off; 1: Positive Film; 2: Light Skin Tone; 3: Dark Skin Tone; 4: Vivid Blue; 5: Vivid Green;
      6: Vivid Red; 7: Color Accent; 8: Color Swap; 9: Custom; 12: Vivid; 13: Neutral; 14: Sepia; 15: B&W

    [FaceDetect1 u16 sized]
    2 FacesDetected
    3 FaceDetectFrameSize u16[2]
    8 Face1Position s16[2] ?FacesDetected>=1
    10 Face2Position s16[2] ?FacesDetected>=2
    12 Face3Position s16[2] ?FacesDetected>=3
    14 Face4Position s16[2] ?FacesDetected>=4
    16 Face5Position s16[2] ?FacesDetected>=5
    18 Face6Position s16[2] ?FacesDetected>=6
    20 Face7Position s16[2] ?FacesDetected>=7
    22 Face8Position s16[2] ?FacesDetected>=8
    24 Face9Position s16[2] ?FacesDetected>=9

    [FaceDetect2 u8]
    1 FaceWidth
    2 FacesDetected

    [AFInfo2 u16 sequence sized]
    0 -
    1 AFAreaMode = 0: Off (Manual Focus); 1: AF Point Expansion (surround); 2: Single-point AF; 4: Auto;
      5: Face Detect AF; 6: Face + Tracking; 7: Zone AF; 8: AF Point Expansion (4 point); 9: Spot AF;
      10: AF Point Expansion (8 point); 11: Flexizone Multi (49 point); 12: Flexizone Multi (9 point);
      13: Flexizone Single; 14: Large Zone AF
    2 NumAFPoints
    3 ValidAFPoints
    4 CanonImageWidth
    5 CanonImageHeight
    6 AFImageWidth
    7 AFImageHeight
    8 AFAreaWidths s16[NumAFPoints]
    9 AFAreaHeights s16[NumAFPoints]
    10 AFAreaXPositions s16[NumAFPoints]
    11 AFAreaYPositions s16[NumAFPoints]
    12 AFPointsInFocus s16[NumAFPoints/16]
    13 AFPointsSelected s16[NumAFPoints/16] ?model:EOS
    13 -
    14 PrimaryAFPoint ?!model:EOS ?!_AFInfo3>=1

    [AFInfo3 u16 sized]
    0 _AFInfo3
    0 CanonAFInfo3 @AFInfo2

    [ContrastInfo u16]
    4 IntelligentContrast = 0: Off; 8: On; 65535: n/a

    [WBInfo u32]
    2 WB_GRBGLevelsAuto s32[4]
    10 WB_GRBGLevelsDaylight s32[4]
    18 WB_GRBGLevelsCloudy s32[4]
    26 WB_GRBGLevelsTungsten s32[4]
    34 WB_GRBGLevelsFluorescent s32[4]
    42 WB_GRBGLevelsFluorHigh s32[4]
    50 WB_GRBGLevelsFlash s32[4]
    58 WB_GRBGLevelsUnderwater s32[4]
    66 WB_GRBGLevelsCustom1 s32[4]
    74 WB_GRBGLevelsCustom2 s32[4]

    [FaceDetect3 u16 sized]
    3 FacesDetected

    [TimeInfo s32 sized]
    1 TimeZone
    2 TimeZoneCity = 0: n/a; 1: Chatham Islands; 2: Wellington; 3: Solomon Islands; 4: Sydney; 5: Adelaide;
      6: Tokyo; 7: Hong Kong; 8: Bangkok; 9: Yangon; 10: Dhaka; 11: Kathmandu; 12: Delhi; 13: Karachi; 14: Kabul;
      15: Dubai; 16: Tehran; 17: Moscow; 18: Cairo; 19: Paris; 20: London; 21: Azores; 22: Fernando de Noronha;
      23: Sao Paulo; 24: Newfoundland; 25: Santiago; 26: Caracas; 27: New York; 28: Chicago; 29: Denver;
      30: Los Angeles; 31: Anchorage; 32: Honolulu; 33: Samoa; 32766: (not set)
    3 DaylightSavings = 0: Off; 60: On

    [FileInfo s16 sized]
    1 FileNumber u32 ?model:20D|350D|REBEL_XT|Kiss_Digital_N fileNumber350D
    1 FileNumber u32 ?model:30D|400D|REBEL_XTi|Kiss_Digital_X|K236 fileNumber30D
    1 ShutterCount u32 ?bigEndian
    1 ShutterCount u32 ?model:1D_Mark_II|1Ds_Mark_II swappedHalves
    3 BracketMode = 0: Off; 1: AEB; 2: FEB; 3: ISO; 4: WB
    4 BracketValue
    5 BracketShotNumber
    6 RawJpgQuality positive = -1: n/a; 1: Economy; 2: Normal; 3: Fine; 4: RAW; 5: Superfine; 7: CRAW;
      130: Light (RAW); 131: Standard (RAW)
    7 RawJpgSize nonnegative = CanonImageSize
    8 LongExposureNoiseReduction2 nonnegative = 0: Off; 1: On (1D); 3: On; 4: Auto
    9 WBBracketMode = 0: Off; 1: On (shift AB); 2: On (shift GM)
    12 WBBracketValueAB
    13 WBBracketValueGM
    14 FilterEffect omit:-1 = 0: None; 1: Yellow; 2: Orange; 3: Red; 4: Green
    15 ToningEffect omit:-1 = 0: None; 1: Sepia; 2: Blue; 3: Purple; 4: Green
    16 MacroMagnification ?LensType=124 -75 *-3 /40 exp2
    19 LiveViewShooting = HighlightTonePriority
    20 _FocusDistanceUpper2 u16
    20 FocusDistanceUpper u16 omit:0 /100 = FocusDistanceUpper
    21 FocusDistanceLower u16 ?_FocusDistanceUpper2>=1 /100 = FocusDistanceUpper
    23 ShutterMode = 0: Mechanical; 1: Electronic First Curtain; 2: Electronic
    25 FlashExposureLock = HighlightTonePriority
    61 RFLensType u16 = 0: n/a; 257: Canon RF 50mm F1.2L USM; 258: Canon RF 24-105mm F4L IS USM;
      259: Canon RF 28-70mm F2L USM; 260: Canon RF 35mm F1.8 MACRO IS STM; 261: Canon RF 85mm F1.2L USM;
      262: Canon RF 85mm F1.2L USM DS; 263: Canon RF 24-70mm F2.8L IS USM; 264: Canon RF 15-35mm F2.8L IS USM;
      265: Canon RF 24-240mm F4-6.3 IS USM; 266: Canon RF 70-200mm F2.8L IS USM;
      267: Canon RF 85mm F2 MACRO IS STM; 268: Canon RF 600mm F11 IS STM; 269: Canon RF 600mm F11 IS STM + RF1.4x;
      270: Canon RF 600mm F11 IS STM + RF2x; 271: Canon RF 800mm F11 IS STM;
      272: Canon RF 800mm F11 IS STM + RF1.4x; 273: Canon RF 800mm F11 IS STM + RF2x;
      274: Canon RF 24-105mm F4-7.1 IS STM; 275: Canon RF 100-500mm F4.5-7.1L IS USM;
      276: Canon RF 100-500mm F4.5-7.1L IS USM + RF1.4x; 277: Canon RF 100-500mm F4.5-7.1L IS USM + RF2x;
      278: Canon RF 70-200mm F4L IS USM; 279: Canon RF 100mm F2.8L MACRO IS USM; 280: Canon RF 50mm F1.8 STM;
      281: Canon RF 14-35mm F4L IS USM; 282: Canon RF-S 18-45mm F4.5-6.3 IS STM;
      283: Canon RF 100-400mm F5.6-8 IS USM; 284: Canon RF 100-400mm F5.6-8 IS USM + RF1.4x;
      285: Canon RF 100-400mm F5.6-8 IS USM + RF2x; 286: Canon RF-S 18-150mm F3.5-6.3 IS STM;
      287: Canon RF 24mm F1.8 MACRO IS STM; 288: Canon RF 16mm F2.8 STM; 289: Canon RF 400mm F2.8L IS USM;
      290: Canon RF 400mm F2.8L IS USM + RF1.4x; 291: Canon RF 400mm F2.8L IS USM + RF2x;
      292: Canon RF 600mm F4L IS USM; 295: Canon RF 800mm F5.6L IS USM; 296: Canon RF 800mm F5.6L IS USM + RF1.4x;
      297: Canon RF 800mm F5.6L IS USM + RF2x; 298: Canon RF 1200mm F8L IS USM;
      299: Canon RF 1200mm F8L IS USM + RF1.4x; 300: Canon RF 1200mm F8L IS USM + RF2x;
      302: Canon RF 15-30mm F4.5-6.3 IS STM; 303: Canon RF 135mm F1.8 L IS USM;
      304: Canon RF 24-50mm F4.5-6.3 IS STM; 305: Canon RF-S 55-210mm F5-7.1 IS STM

    [SerialInfo u8]
    9 InternalSerialNumber text

    [CropInfo u16]
    0 CropLeftMargin
    1 CropRightMargin
    2 CropTopMargin
    3 CropBottomMargin

    [AspectInfo u32]
    0 AspectRatio = 0: 3:2; 1: 1:1; 2: 4:3; 7: 16:9; 8: 4:5; 12: 3:2 (APS-H crop); 13: 3:2 (APS-C crop);
      258: 4:3 crop
    1 CroppedImageWidth
    2 CroppedImageHeight
    3 CroppedImageLeft
    4 CroppedImageTop

    [Processing s16 sized]
    1 ToneCurve = 0: Standard; 1: Manual; 2: Custom
    2 Sharpness low ?!model:20D|350D|REBEL_XT|Kiss_Digital_N
    3 SharpnessFrequency = 0: n/a; 1: Lowest; 2: Low; 3: Standard; 4: High; 5: Highest
    4 SensorRedLevel
    5 SensorBlueLevel
    6 WhiteBalanceRed
    7 WhiteBalanceBlue
    8 WhiteBalance nonnegative = WhiteBalance
    9 ColorTemperature
    10 PictureStyle = PictureStyle
    11 DigitalGain /10
    12 WBShiftAB
    13 WBShiftGM

    [ColorBalance s16 sized]
    1 WB_RGGBLevelsAuto s16[4]
    5 WB_RGGBLevelsDaylight s16[4]
    9 WB_RGGBLevelsShade s16[4]
    13 WB_RGGBLevelsCloudy s16[4]
    17 WB_RGGBLevelsTungsten s16[4]
    21 WB_RGGBLevelsFluorescent s16[4]
    25 WB_RGGBLevelsFlash s16[4]
    29 WB_RGGBLevelsCustom s16[4] ?!model:EOS_D60
    29 BlackLevels s16[4]
    33 WB_RGGBLevelsKelvin s16[4]
    37 WB_RGGBBlackLevels s16[4]

    [MeasuredColor u16 sized]
    1 MeasuredRGGB u16[4]

    [Flags s16 sized]
    1 ModifiedParamFlag

    [ModifiedInfo s16 sized]
    1 ModifiedToneCurve = 0: Standard; 1: Manual; 2: Custom
    2 ModifiedSharpness ?model:1D*|5D*
    3 ModifiedSharpnessFreq = 0: n/a; 1: Lowest; 2: Low; 3: Standard; 4: High; 5: Highest
    4 ModifiedSensorRedLevel
    5 ModifiedSensorBlueLevel
    6 ModifiedWhiteBalanceRed
    7 ModifiedWhiteBalanceBlue
    8 ModifiedWhiteBalance = WhiteBalance
    9 ModifiedColorTemp
    10 ModifiedPictureStyle = PictureStyle
    11 ModifiedDigitalGain /10

    [PreviewImageInfo u32 prepare:previewInfo]
    1 PreviewQuality = -1: n/a; 1: Economy; 2: Normal; 3: Fine; 4: RAW; 5: Superfine; 7: CRAW; 130: Light (RAW);
      131: Standard (RAW)
    2 PreviewImageLength
    3 PreviewImageWidth
    4 PreviewImageHeight
    5 PreviewImageStart

    [SensorInfo s16 sized]
    1 SensorWidth
    2 SensorHeight
    5 SensorLeftBorder
    6 SensorTopBorder
    7 SensorRightBorder
    8 SensorBottomBorder
    9 BlackMaskLeftBorder
    10 BlackMaskTopBorder
    11 BlackMaskRightBorder
    12 BlackMaskBottomBorder

    [ColorData1 s16]
    [ColorData2 s16]
    [ColorData3 s16]
    [ColorCoefs s16]
    [ColorCoefs2 s16]
     -   -   0  -  - ColorDataVersion = 1: 1 (1DmkIIN/5D/30D/400D)
     -  24   -  -  - WB_RGGBLevelsAuto s16[4]
     -  28   -  -  - ColorTempAuto
    25  34  63  0  0 WB_RGGBLevelsAsShot s16[4]
    29  38  67  4  7 ColorTempAsShot
    30   -  68  5  8 WB_RGGBLevelsAuto s16[4]
    34   -  72  9 15 ColorTempAuto
     -   -  73 10 16 WB_RGGBLevelsMeasured s16[4]
     -   -  77 14 23 ColorTempMeasured
    35  39  78 20 32 WB_RGGBLevelsDaylight s16[4]
    39  43  82 24 39 ColorTempDaylight
    40  44  83 25 40 WB_RGGBLevelsShade s16[4]
    44  48  87 29 47 ColorTempShade
    45  49  88 30 48 WB_RGGBLevelsCloudy s16[4]
    49  53  92 34 55 ColorTempCloudy
    50  54  93 35 56 WB_RGGBLevelsTungsten s16[4]
    54  58  97 39 63 ColorTempTungsten
    55  59  98 40 64 WB_RGGBLevelsFluorescent s16[4]
    59  63 102 44 71 ColorTempFluorescent
     -  64 103 45 72 WB_RGGBLevelsKelvin s16[4]
     -  68 107 49 79 ColorTempKelvin
    60  69 108 50 80 WB_RGGBLevelsFlash s16[4]
    64  73 112 54 87 ColorTempFlash
    65   -   -  -  - WB_RGGBLevelsCustom1 s16[4]
    69   -   -  -  - ColorTempCustom1
    70   -   -  -  - WB_RGGBLevelsCustom2 s16[4]
    74   -   -  -  - ColorTempCustom2
     - 144 113  -  - WB_RGGBLevelsPC1 s16[4]
     - 148 117  -  - ColorTempPC1
     - 149 118  -  - WB_RGGBLevelsPC2 s16[4]
     - 153 122  -  - ColorTempPC2
     - 154 123  -  - WB_RGGBLevelsPC3 s16[4]
     - 158 127  -  - ColorTempPC3
     -   - 128  -  - WB_RGGBLevelsCustom s16[4]
     -   - 132  -  - ColorTempCustom
     -   - 196  -  - PerChannelBlackLevel u16[4]
     -   - 584  -  - FlashOutput flashOutput
     -   - 585  -  - FlashBatteryLevel
     -   - 586  -  - ColorTempFlashData colorTemperature
     - 618   -  -  - RawMeasuredRGGB u32[4] swappedHalves
     -   - 647  -  - MeasuredRGGBData u32[4] swappedHalves

    [ColorData4 s16]
    0 ColorDataVersion = 2: 2 (1DmkIII); 3: 3 (40D); 4: 4 (1DSmkIII); 5: 5 (450D/1000D); 6: 6 (50D/5DmkII);
      7: 7 (500D/550D/7D/1DmkIV); 9: 9 (60D/1100D)
    63 ColorCoefs bytes[210] @ColorCoefs
    231 AverageBlackLevel u16[4]
    640 RawMeasuredRGGB u32[4] swappedHalves
    692 PerChannelBlackLevel u16[4] ?ColorDataVersion=4|5
    696 NormalWhiteLevel u16 ?ColorDataVersion=4|5 omit:0
    697 SpecularWhiteLevel u16 ?ColorDataVersion=4|5
    698 LinearityUpperMargin u16 ?ColorDataVersion=4|5
    715 PerChannelBlackLevel u16[4] ?ColorDataVersion=6|7
    719 NormalWhiteLevel u16 ?ColorDataVersion=6|7 omit:0
    719 PerChannelBlackLevel u16[4] ?ColorDataVersion=9
    720 SpecularWhiteLevel u16 ?ColorDataVersion=6|7
    721 LinearityUpperMargin u16 ?ColorDataVersion=6|7
    723 NormalWhiteLevel u16 ?ColorDataVersion=9 omit:0
    724 SpecularWhiteLevel u16 ?ColorDataVersion=9
    725 LinearityUpperMargin u16 ?ColorDataVersion=9

    [ColorData5 s16]
    0 ColorDataVersion = -4: -4 (M100/M5/M6); -3: -3 (M10/M3)
    71 ColorCoefs bytes[230] @ColorCoefs ?ColorDataVersion=-3
    71 ColorCoefs2 bytes[368] @ColorCoefs2 ?ColorDataVersion=-4
    264 PerChannelBlackLevel s16[4] ?ColorDataVersion=-3
    333 PerChannelBlackLevel s16[4] ?ColorDataVersion=-4
    1385 NormalWhiteLevel u16 ?ColorDataVersion=-4
    1386 SpecularWhiteLevel u16 ?ColorDataVersion=-4

    [ColorData6 s16]
    [ColorData7 s16]
    [ColorData8 s16]
    [ColorData9 s16]
    [ColorData10 s16]
    [ColorData11 s16]
      0   -   -   -   -   - ColorDataVersion = 10: 10 (600D/1200D)
      -   0   -   -   -   - ColorDataVersion = 10: 10 (1DX/5DmkIII/6D/70D/100D/650D/700D/M/M2);
      11: 11 (7DmkII/750D/760D/8000D)
      -   -   0   -   -   - ColorDataVersion = 12: 12 (1DXmkII/5DS/5DSR); 13: 13 (80D/5DmkIV);
      14: 14 (1300D/2000D/4000D); 15: 15 (6DmkII/77D/200D/800D,9000D)
      -   -   -   0   -   - ColorDataVersion = 16: 16 (M50); 17: 17 (EOS R); 18: 18 (EOS RP/250D);
      19: 19 (90D/850D/M6mkII/M200)
      -   -   -   -   0   - ColorDataVersion = 32: 32 (1DXmkIII); 33: 33 (R5/R6)
      -   -   -   -   -   0 ColorDataVersion = 34: 34 (R3); 48: 48 (R7, R10, R6 Mark II)
     63  63  63  71  85 105 WB_RGGBLevelsAsShot s16[4]
     67  67  67  75  89 109 ColorTempAsShot
     68  68  68  76  90 110 WB_RGGBLevelsAuto s16[4]
     72  72  72  80  94 114 ColorTempAuto
     73  73  73  81  95 115 WB_RGGBLevelsMeasured s16[4]
     77  77  77  85  99 119 ColorTempMeasured
    103 128 133 136 150 205 WB_RGGBLevelsDaylight s16[4]
    107 132 137 140 154 209 ColorTempDaylight
    108 133 138 141 155 210 WB_RGGBLevelsShade s16[4]
    112 137 142 145 159 214 ColorTempShade
    113 138 143 146 160 215 WB_RGGBLevelsCloudy s16[4]
    117 142 147 150 164 219 ColorTempCloudy
    118 143 148 151 165 220 WB_RGGBLevelsTungsten s16[4]
    122 147 152 155 169 224 ColorTempTungsten
    123 148 153 156 170 225 WB_RGGBLevelsFluorescent s16[4]
    127 152 157 160 174 229 ColorTempFluorescent
    128 153 158 161 175 230 WB_RGGBLevelsKelvin s16[4]
    132 157 162 165 179 234 ColorTempKelvin
    133 158 163 166 180 235 WB_RGGBLevelsFlash s16[4]
    137 162 167 170 184 239 ColorTempFlash
    251 276 326   -   -   - AverageBlackLevel u16[4]
    404   -   -   -   -   - RawMeasuredRGGB u32[4] swappedHalves
      - 429   -   -   -   - RawMeasuredRGGB u32[4] ?ColorDataVersion=10 swappedHalves
    479   -   - 329 343 363 PerChannelBlackLevel u16[4]
    483   -   - 796 810 640 NormalWhiteLevel u16 omit:0
    484   -   - 797 811 641 SpecularWhiteLevel u16
    485   -   - 798 812 642 LinearityUpperMargin u16
      -   - 556   -   -   - PerChannelBlackLevel u16[4] ?ColorDataVersion=14
      -   - 560   -   -   - NormalWhiteLevel u16 ?ColorDataVersion=14 omit:0
      -   - 561   -   -   - SpecularWhiteLevel u16 ?ColorDataVersion=14
      -   - 562   -   -   - LinearityUpperMargin u16 ?ColorDataVersion=14
      - 619   -   -   -   - RawMeasuredRGGB u32[4] ?ColorDataVersion=11 swappedHalves
      - 504   -   -   -   - PerChannelBlackLevel u16[4] ?ColorDataVersion=10
      - 508   -   -   -   - NormalWhiteLevel u16 ?ColorDataVersion=10 omit:0
      - 509   -   -   -   - SpecularWhiteLevel u16 ?ColorDataVersion=10
      - 510   -   -   -   - LinearityUpperMargin u16 ?ColorDataVersion=10
      - 728   -   -   -   - PerChannelBlackLevel u16[4] ?ColorDataVersion=11
      - 732   -   -   -   - NormalWhiteLevel u16 ?ColorDataVersion=11 omit:0
      - 733   -   -   -   - SpecularWhiteLevel u16 ?ColorDataVersion=11
      - 734   -   -   -   - LinearityUpperMargin u16 ?ColorDataVersion=11
      -   - 778   -   -   - PerChannelBlackLevel u16[4] ?!ColorDataVersion=14
      -   - 782   -   -   - NormalWhiteLevel u16 ?!ColorDataVersion=14 omit:0
      -   - 783   -   -   - SpecularWhiteLevel u16 ?!ColorDataVersion=14
      -   - 784   -   -   - LinearityUpperMargin u16 ?!ColorDataVersion=14

    [ColorDataUnknown s16]
    0 ColorDataVersion

    [ColorInfo s16]
    1 Saturation ?model:EOS-1D* = 0: Normal
    2 ColorTone = 0: Normal
    3 ColorSpace omit:0 = 1: sRGB; 2: Adobe RGB

    [AFMicroAdj s32]
    1 AFMicroAdjMode = 0: Disable; 1: Adjust all by the same amount; 2: Adjust by lens
    2 AFMicroAdjValue sr64

    [VignettingCorr s16]
    0 VignettingCorrVersion u8
    2 PeripheralLighting = HighlightTonePriority
    3 DistortionCorrection = HighlightTonePriority
    4 ChromaticAberrationCorr = HighlightTonePriority
    5 ChromaticAberrationCorr = HighlightTonePriority
    6 PeripheralLightingValue
    9 DistortionCorrectionValue
    11 OriginalImageWidth
    12 OriginalImageHeight

    [VignettingCorrUnknown s16]
    0 VignettingCorrVersion u8

    [VignettingCorr2 s32 sized]
    5 PeripheralLightingSetting = HighlightTonePriority
    6 ChromaticAberrationSetting = HighlightTonePriority
    7 DistortionCorrectionSetting = HighlightTonePriority
    9 DigitalLensOptimizerSetting = HighlightTonePriority

    [LightingOpt s32 sized]
    1 PeripheralIlluminationCorr = HighlightTonePriority
    2 AutoLightingOptimizer = HighISONoiseReduction
    3 HighlightTonePriority = HighlightTonePriority
    4 LongExposureNoiseReduction = 0: Off; 1: Auto; 2: On
    5 HighISONoiseReduction = HighISONoiseReduction
    10 DigitalLensOptimizer = 0: Off; 1: Stanard; 2: High

    [LensInfo u8]
    0 LensSerialNumber bytes[5] low lensSerialNumber hexadecimal

    [Ambience s32 sized]
    1 AmbienceSelection = 0: Standard; 1: Vivid; 2: Warm; 3: Soft; 4: Cool; 5: Intense; 6: Brighter; 7: Darker;
      8: Monochrome

    [MultiExp s32 sized]
    1 MultiExposure = 0: Off; 1: On; 2: On (RAW)
    2 MultiExposureControl = 0: Additive; 1: Average; 2: Bright (comparative); 3: Dark (comparative)
    3 MultiExposureShots

    [HDRInfo s32 sized]
    1 HDR = 0: Off; 1: Auto; 2: On
    2 HDREffect = 0: Natural; 1: Art (standard); 2: Art (vivid); 3: Art (bold); 4: Art (embossed)

    [LogInfo s32 low sized]
    4 CompressionFormat = 0: Editing (ALL-I); 1: Standard (IPB); 2: Light (IPB); 3: Motion JPEG; 4: RAW
    6 Sharpness omit:2147483647
    7 Saturation omit:2147483647 = 0: Normal
    8 ColorTone omit:2147483647 = 0: Normal
    9 ColorSpace2 omit:2147483647 = 0: BT.709; 1: BT.2020; 2: CinemaGamut
    10 ColorMatrix omit:2147483647 = 0: EOS Original; 1: Neutral
    11 CanonLogVersion omit:2147483647 = 0: OFF; 1: CLogV1; 2: CLogV2; 3: CLogV3

    [AFConfig s32 sized]
    1 AFConfigTool +1
    2 AFTrackingSensitivity
    3 AFAccelDecelTracking
    4 AFPointSwitching
    5 AIServoFirstImage = 0: Equal Priority; 1: Release Priority; 2: Focus Priority
    6 AIServoSecondImage = 0: Equal Priority; 1: Release Priority; 2: Focus Priority; 3: Release High Priority;
      4: Focus High Priority
    7 USMLensElectronicMF = 0: Enable After AF; 1: Disable After AF; 2: Disable in AF Mode
    8 AFAssistBeam = 0: Enable; 1: Disable; 2: IR AF Assist Beam Only
    9 OneShotAFRelease = 0: Focus Priority; 1: Release Priority
    10 AutoAFPointSelEOSiTRAF ?!model:5D_* = 0: Enable; 1: Disable
    11 LensDriveWhenAFImpossible = 0: Continue Focus Search; 1: Stop Focus Search
    12 SelectAFAreaSelectionMode = bits 0: Single-point AF; 1: Auto; 2: Zone AF; 3: AF Point Expansion (4 point);
      4: Spot AF; 5: AF Point Expansion (8 point)
    13 AFAreaSelectionMethod = 0: M-Fn Button; 1: Main Dial
    14 OrientationLinkedAF = 0: Same for Vert/Horiz Points; 1: Separate Vert/Horiz Points; 2: Separate Area+Points
    15 ManualAFPointSelPattern = 0: Stops at AF Area Edges; 1: Continuous
    16 AFPointDisplayDuringFocus = 0: Selected (constant); 1: All (constant); 2: Selected (pre-AF, focused);
      3: Selected (focused); 4: Disabled
    17 VFDisplayIllumination = 0: Auto; 1: Enable; 2: Disable
    18 AFStatusViewfinder ?model:1D_X* = 0: Show in Field of View; 1: Show Outside View
    19 InitialAFPointInServo ?model:1D_X* = 0: Initial AF Point Selected; 1: Manual AF Point; 2: Auto

    [RawBurstInfo u32 sized]
    1 RawBurstImageNum
    2 RawBurstImageCount

    # The pictures' styles that both tables begin with.
    [PSInfoStyles u8 low]
    0 ContrastStandard s32 = ContrastStandard
    4 SharpnessStandard s32 = ContrastStandard
    8 SaturationStandard s32 = ContrastStandard
    12 ColorToneStandard s32 = ContrastStandard
    24 ContrastPortrait s32 = ContrastStandard
    28 SharpnessPortrait s32 = ContrastStandard
    32 SaturationPortrait s32 = ContrastStandard
    36 ColorTonePortrait s32 = ContrastStandard
    48 ContrastLandscape s32 = ContrastStandard
    52 SharpnessLandscape s32 = ContrastStandard
    56 SaturationLandscape s32 = ContrastStandard
    60 ColorToneLandscape s32 = ContrastStandard
    72 ContrastNeutral s32 = ContrastStandard
    76 SharpnessNeutral s32 = ContrastStandard
    80 SaturationNeutral s32 = ContrastStandard
    84 ColorToneNeutral s32 = ContrastStandard
    96 ContrastFaithful s32 = ContrastStandard
    100 SharpnessFaithful s32 = ContrastStandard
    104 SaturationFaithful s32 = ContrastStandard
    108 ColorToneFaithful s32 = ContrastStandard
    120 ContrastMonochrome s32 = ContrastStandard
    124 SharpnessMonochrome s32 = ContrastStandard
    136 FilterEffectMonochrome s32 = FilterEffectMonochrome
    140 ToningEffectMonochrome s32 = ToningEffectMonochrome

    [PSInfo u8 low like:PSInfoStyles]
    [PSInfo2 u8 low like:PSInfoStyles]
      - 144 ContrastAuto s32 = ContrastStandard
      - 148 SharpnessAuto s32 = ContrastStandard
      - 152 SaturationAuto s32 = ContrastStandard
      - 156 ColorToneAuto s32 = ContrastStandard
      - 160 FilterEffectAuto s32 = FilterEffectMonochrome
      - 164 ToningEffectAuto s32 = ToningEffectMonochrome
    144 168 ContrastUserDef1 s32 = ContrastStandard
    148 172 SharpnessUserDef1 s32 = ContrastStandard
    152 176 SaturationUserDef1 s32 = ContrastStandard
    156 180 ColorToneUserDef1 s32 = ContrastStandard
    160 184 FilterEffectUserDef1 s32 = FilterEffectMonochrome
    164 188 ToningEffectUserDef1 s32 = ToningEffectMonochrome
    168 192 ContrastUserDef2 s32 = ContrastStandard
    172 196 SharpnessUserDef2 s32 = ContrastStandard
    176 200 SaturationUserDef2 s32 = ContrastStandard
    180 204 ColorToneUserDef2 s32 = ContrastStandard
    184 208 FilterEffectUserDef2 s32 = FilterEffectMonochrome
    188 212 ToningEffectUserDef2 s32 = ToningEffectMonochrome
    192 216 ContrastUserDef3 s32 = ContrastStandard
    196 220 SharpnessUserDef3 s32 = ContrastStandard
    200 224 SaturationUserDef3 s32 = ContrastStandard
    204 228 ColorToneUserDef3 s32 = ContrastStandard
    208 232 FilterEffectUserDef3 s32 = FilterEffectMonochrome
    212 236 ToningEffectUserDef3 s32 = ToningEffectMonochrome
    216 240 UserDef1PictureStyle u16 = UserDef1PictureStyle
    218 242 UserDef2PictureStyle u16 = UserDef1PictureStyle
    220 244 UserDef3PictureStyle u16 = UserDef1PictureStyle
    """
}
