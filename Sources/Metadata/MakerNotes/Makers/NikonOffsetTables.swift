extension Maker {
  /// The tables of Nikon's ShotInfo since the D810, which has offsets of its parts.
  static let nikonOffsetTables = """
    [ShotInfoD810 u8 little prepare:decrypt]
    0x0000 ShotInfoVersion text[4]
    0x0004 FirmwareVersion text[5]
    0x0010 SettingsOffset u32 @SettingsInfoD810
    0x0024 BracketingOffset u32 @BracketingInfoD810
    0x0038 ISOAutoOffset u32 @ISOAutoInfoD810
    0x0040 CustomSettingsOffset u32 @SettingsD810
    0x0084 OrientationOffset u32 @OrientationInfo

    [ShotInfoD500 u8 little prepare:decrypt]
    0x0000 ShotInfoVersion text[4]
    0x0004 FirmwareVersion text[5]
    0x0010 RotationInfoOffset u32 @RotationInfoD500
    0x0014 JPGInfoOffset u32 @JPGInfoD500
    0x002c BracketingOffset u32 @BracketingInfoD500
    0x0050 ShootingMenuOffset u32 @ShootingMenuD500
    0x0058 CustomSettingsOffset u32 @CustomSettingsD500
    0x00a0 OrientationOffset u32 @OrientationInfo
    0x00a8 OtherOffset u32 @OtherInfoD500

    [ShotInfoD850 u8 little prepare:decrypt]
    0x0000 ShotInfoVersion text[4]
    0x0004 FirmwareVersion text[5]
    0x0010 MenuSettingsOffset u32 @MenuSettingsD850
    0x004c MoreSettingsOffset u32 @MoreSettingsD850
    0x0058 CustomSettingsOffset u32 @SettingsD850
    0x00a0 OrientationOffset u32 @OrientationInfo

    [ShotInfoD6 u8 little prepare:decrypt]
    [ShotInfoZ7II u8 little prepare:decrypt]
    [ShotInfoZ9 u8 little prepare:decrypt]
    0x0000 0x0000 0x0000 ShotInfoVersion text[4]
    0x0004 0x0004 0x0004 FirmwareVersion text[8]
         - 0x000e 0x000e FirmwareVersion2 text[8]
         - 0x0018 0x0018 FirmwareVersion3 text[8]
    0x0024 0x0024 0x0024 NumberOffsets u32
    0x0030      -      - SequenceOffset u32 @SeqInfoD6
         - 0x0030      - IntervalOffset u32 @IntervalInfoZ7II
         -      - 0x0030 SequenceOffset u32 @SeqInfoZ9
         - 0x0038      - PortraitOffset u32 @PortraitInfoZ7II
         -      - 0x0084 OrientOffset u32 @OrientationInfo ?ShutterMode>=1 ?!ShutterMode=96
         -      - 0x008c MenuOffset u32 @MenuInfoZ9
    0x009c 0x0098      - OrientationOffset u32 @OrientationInfo
         - 0x00a0      - MenuOffset u32 @MenuInfoZ7II
    0x00a4      -      - IntervalOffset u32 @IntervalInfoD6

    [SettingsInfoD810 u8]
    316&0x3 SecondarySlotFunction = 0: Overflow; 2: Backup; 3: NEF Primary + JPG Secondary

    [BracketingInfoD810 u8]
    15&0xff AEBracketingSteps = AEBracketingSteps
    16&0xff WBBracketingSteps = WBBracketingSteps
    23&0x3 NikonMeteringMode = 0: Matrix; 1: Center; 2: Spot; 3: Highlight

    [ISOAutoInfoD810 u8]
    4&0x3f ISOAutoShutterTime = ISOAutoShutterTime
    5&0xff ISOAutoHiLimit = ISOAutoHiLimit

    [SettingsD810 u8]
    [SettingsD850 u8]
    [SettingsD5 u8]
    [SettingsD500 u8]
      0&0x8       -       -       - LightSwitch = 0: LCD Backlight; 1: LCD Backlight and Shooting Information
      0&0x3   0&0x3   0&0x3   0&0x3 CustomSettingsBank = 0: A; 1: B; 2: C; 3: D
     1&0xc0       -       -       - AF-CPrioritySelection = 0: Release; 1: Release + Focus; 2: Focus
          -  1&0xc0  1&0xc0  1&0xc0 AF-CPrioritySelection = 0: Release; 1: Release + Focus; 2: Focus; 3: Focus + Release
     1&0x20  1&0x20  1&0x20  1&0x20 AF-SPrioritySelection = 0: Focus; 1: Release
     1&0x10       -       -       - AFPointSelection = 0: 51 Points; 1: 11 Points
      1&0x7       -       -       - FocusTrackingLockOn = 0: Off; 1: 1 (Short); 2: 2; 3: 3 (Normal); 4: 4; 5: 5 (Long)
          -  1&0x10       -       - AFPointSelection = 0: 55 Points; 1: 15 Points
          -       -  1&0x10  1&0x10 NumberOfFocusPoints = 0: 55 Points; 1: 15 Points
          -   1&0x8   1&0x8   1&0x8 Three-DTrackingFaceDetection = ShutterReleaseButtonAEL
          -   1&0x7       -       - BlockShotAFResponse = 1: 1 (Quick); 2: 2; 3: 3 (Normal); 4: 4; 5: 5 (Delay)
          -       -   1&0x7   1&0x7 BlockShotAFResponse
     2&0x80       -       -       - AFActivation = 0: Shutter/AF-On; 1: AF-On Only
      2&0x8   2&0x8   2&0x8   2&0x8 FocusPointWrap = 0: No Wrap; 1: Wrap
      2&0x6   2&0x6   2&0x6   2&0x6 AFPointBrightness = 0: Auto; 1: On; 2: Off
      2&0x1       -       -       - AFAssist = AFAssist
     3&0x40       -       -       - BatteryOrder = 0: MB-D12 First; 1: Camera Battery First
      3&0x3       -       -       - MB-D12BatteryType = 0: LR6 (AA alkaline); 1: HR6 (AA Ni-MH); 2: FR6 (AA lithium)
     4&0x40       -       -       - Pitch = 0: High; 1: Low
     4&0x20       -       -       - NoMemoryCard = NoMemoryCard
      4&0xc       -       -       - ISODisplay = 0: Show ISO/Easy ISO; 1: Show ISO Sensitivity; 3: Show Frame Count
          -   4&0x8   4&0x8   4&0x8 ISODisplay = 0: Show ISO Sensitivity; 1: Show Frame Count
      4&0x2   4&0x2   4&0x2   4&0x2 GridDisplay = AFAssist
     5&0xc0       -       -       - ShootingInfoDisplay = 0: Not Set; 1: Auto; 2: Manual (dark on light);
      3: Manual (light on dark)
     5&0x20  5&0x20  5&0x20  5&0x20 LCDIllumination = ShutterReleaseButtonAEL
      5&0x8   5&0x8   5&0x8   5&0x8 ElectronicFront-CurtainShutter = ShutterReleaseButtonAEL
      5&0x4       -       -       - ScreenTips = ShutterReleaseButtonAEL
      5&0x3       -       -       - Beep = 0: Off; 1: Low; 2: Medium; 3: High
     6&0x80  6&0x80  6&0x80  6&0x80 ReverseIndicators = 0: + 0 -; 1: - 0 +
     6&0x18  6&0x18  6&0x18  6&0x18 CommandDialsReverseRotation = CommandDialsReverseRotation
      6&0x3       -   6&0x3   6&0x3 EasyExposureCompensation = 0: Off; 1: On; 2: On (auto reset)
          -   6&0x3       -       - EasyExposureCompensation = 0: Off; 1: On; 2: On (Auto Reset)
     7&0xc0  7&0xc0  7&0xc0  7&0xc0 ExposureControlStepSize = ISOStepSize
     7&0x30  7&0x30  7&0x30  7&0x30 ISOStepSize = ISOStepSize
      7&0xc   7&0xc   7&0xc   7&0xc ExposureCompStepSize = ISOStepSize
     8&0xe0  8&0xe0  8&0xe0       - CenterWeightedAreaSize = CenterWeightedAreaSize
          -       -       -  8&0xe0 CenterWeightedAreaSize = 0: 6 mm; 1: 8 mm; 2: 10 mm; 3: 13 mm; 4: Average
      8&0xf   8&0xf   8&0xf   8&0xf FineTuneOptMatrixMetering nibble /6
     9&0xf0  9&0xf0  9&0xf0  9&0xf0 FineTuneOptCenterWeighted nibble /6
      9&0xf   9&0xf   9&0xf   9&0xf FineTuneOptSpotMetering nibble /6
    10&0xc0       -       -       - MultiSelectorShootMode = 0: Select Center Focus Point (Reset);
      1: Highlight Active Focus Point; 2: Preset Focus Point (Pre); 3: Not Used (None)
          - 10&0xe0       - 10&0xe0 MultiSelectorShootMode = 0: Select Center Focus Point (Reset);
      2: Preset Focus Point (Pre); 3: Highlight Active Focus Point; 4: Not Used (None)
    10&0x30  10&0xc       -  10&0xc MultiSelectorPlaybackMode = MultiSelectorPlaybackMode
          -       - 10&0xe0       - MultiSelectorShootMode = 0: Select Center Focus Point (Reset); 1: Zoom On/Off;
      2: Preset Focus Point (Pre); 4: Not Used (None)
     10&0x1  10&0x1  10&0x1  10&0x1 MultiSelector = 0: Do Nothing; 1: Reset Meter-off Delay
    11&0xc0       - 11&0xc0 11&0xc0 ExposureDelayMode = 0: Off; 1: 1 s; 2: 2 s; 3: 3 s
          - 11&0xe0       -       - ExposureDelayMode = 0: Off; 1: 0.2 s; 2: 0.5 s; 3: 1 s; 4: 2 s; 5: 3 s
     11&0xf  11&0xf  11&0xf  11&0xf CLModeShootingSpeed
         12      12      12      12 MaxContinuousRelease
    13&0xe0       -       -       - AutoBracketSet = AutoBracketSet
    13&0x10 13&0x10 13&0x10 13&0x10 AutoBracketOrder = 0: 0,-,+; 1: -,0,+
     13&0xc  13&0xc  13&0xc  13&0xc AutoBracketModeM = AutoBracketModeM
    14&0x1f       -       -       - FuncButton = FuncButton4
          - 14&0x3f       -       - Func1Button = Func1Button
          -       - 14&0x3f       - Func1Button = Func1Button2
          -       -       - 14&0x3f Func1Button = Func1Button3
    15&0x1f       -       -       - PreviewButton = FuncButton4
          - 15&0x3f       -       - PreviewButton = Func1Button
          -       - 15&0x3f       - PreviewButton = Func1Button2
          -       -       - 15&0x3f PreviewButton = Func1Button3
     16&0x7  16&0x7  16&0x7  16&0x7 AssignBktButton = AssignBktButton
    17&0x1f       -       -       - AELockButton = FuncButton4
    18&0xe0 18&0xe0 18&0xe0 18&0xe0 CommandDialsChangeMainSub = CommandDialsChangeMainSub
    18&0x18 18&0x18 18&0x18 18&0x18 CommandDialsMenuAndPlayback = 0: On; 1: Off; 2: On (Image Review Excluded)
     18&0x4  18&0x4  18&0x4  18&0x4 CommandDialsApertureSetting = CommandDialsApertureSetting
     18&0x2       -       -       - ShutterReleaseButtonAE-L = ShutterReleaseButtonAEL
     18&0x1  18&0x1  18&0x1  18&0x1 ReleaseButtonToUseDial = ReleaseButtonToUseDial
    19&0xf0 19&0xf0 19&0xf0 19&0xf0 StandbyTimer = StandbyTimer
    20&0xc0 20&0xc0 20&0xc0 20&0xc0 SelfTimerTime = SelfTimerTime
    20&0x30 20&0x30 20&0x30 20&0x30 SelfTimerShotInterval = 0: 0.5 s; 1: 1 s; 2: 2 s; 3: 3 s
     20&0xf  20&0xf  20&0xf  20&0xf SelfTimerShotCount
    21&0xe0 21&0xe0 21&0xe0 21&0xe0 ImageReviewMonitorOffTime = 0: 2 s; 1: 4 s; 3: 10 s; 4: 20 s; 5: 1 min; 6: 5 min;
      7: 10 min
    21&0x1c 21&0x1c 21&0x1c 21&0x1c LiveViewMonitorOffTime = 1: 5 min; 2: 10 min; 3: 15 min; 4: 20 min; 5: 30 min;
      6: No Limit
    22&0xe0 22&0xe0 22&0xe0 22&0xe0 MenuMonitorOffTime = MenuMonitorOffTime
    22&0x1c 22&0x1c 22&0x1c 22&0x1c ShootingInfoMonitorOffTime = MenuMonitorOffTime
    23&0xf0       -       -       - FlashSyncSpeed = 0: 1/320 s (auto FP); 2: 1/250 s (auto FP); 3: 1/250 s; 5: 1/200 s;
      6: 1/160 s; 7: 1/125 s; 8: 1/100 s; 9: 1/80 s; 10: 1/60 s
          - 23&0xf0 23&0xf0 23&0xf0 FlashSyncSpeed = 2: 1/250 s (auto FP); 3: 1/250 s; 5: 1/200 s; 6: 1/160 s;
      7: 1/125 s; 8: 1/100 s; 9: 1/80 s; 10: 1/60 s
     23&0xf  23&0xf  23&0xf  23&0xf FlashShutterSpeed = FlashShutterSpeed
    24&0xc0       -       -       - FlashControlBuilt-in = FlashControlBuiltin
    31&0x20 31&0x20 31&0x20 31&0x20 ModelingFlash = AFAssist
    36&0xe0 36&0xe0 36&0xe0 36&0xe0 PlaybackMonitorOffTime = PlaybackMonitorOffTime
    37&0xc0 37&0xc0 37&0xc0 37&0xc0 MultiSelectorLiveView = 0: Reset; 1: Zoom; 3: Not Used
    38&0x80 38&0x80 38&0x80 38&0x80 ShutterSpeedLock = ShutterReleaseButtonAEL
    38&0x40 38&0x40 38&0x40 38&0x40 ApertureLock = ShutterReleaseButtonAEL
    38&0x20 38&0x10 38&0x10 38&0x10 MovieShutterButton = 0: Take Photo; 1: Record Movies
     38&0x4       -       -       - FlashExposureCompArea = 0: Entire frame; 1: Background only
          -  38&0x4  38&0x4  38&0x4 FlashExposureCompArea = 0: Entire Frame; 1: Background Only
          -  38&0x2  38&0x2  38&0x2 AutoFlashISOSensitivity = 0: Subject and Background; 1: Subject Only
     40&0xf       -       -       - MovieAELockButtonAssignment = 0: None; 3: Index Marking;
      4: View Photo Shooting Info; 5: AE/AF Lock; 6: AE Lock Only; 7: AE Lock (hold); 8: AF Lock Only
    41&0x70       -       -       - MovieFunctionButton = 0: None; 1: Power Aperture (open); 3: Index Marking;
      4: View Photo Shooting Info
     41&0x7       -       -       - MoviePreviewButton = 0: None; 2: Power Aperture (open); 3: Index Marking;
      4: View Photo Shooting Info
          - 41&0xf0 41&0xf0 41&0xf0 MovieFunc1Button = 0: None; 2: Power Aperture (close); 3: Index Marking;
      4: View Photo Shooting Info; 11: Exposure Compensation -
          -  41&0xf  41&0xf  41&0xf MoviePreviewButton = 0: None; 1: Power Aperture (open); 3: Index Marking;
      4: View Photo Shooting Info; 10: Exposure Compensation +
     42&0xf       -       -       - FuncButtonPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 8: Exposure Delay Mode
          -  42&0xf  42&0xf       - Func1ButtonPlusDials = Func1ButtonPlusDials
          -       -       -  42&0xf Func1ButtonPlusDials = 0: None; 1: Choose Image Area (DX/1.3x);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 7: Photo Shooting Menu Bank; 8: Exposure Delay Mode
     43&0xf       -       -       - PreviewButtonPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 8: Exposure Delay Mode
          -  43&0xf  43&0xf       - PreviewButtonPlusDials = Func1ButtonPlusDials
          -       -       -  43&0xf PreviewButtonPlusDials = 0: None; 1: Choose Image Area (DX/1.3x);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 7: Photo Shooting Menu Bank; 8: Exposure Delay Mode
     44&0xf       -       -       - AELockButtonPlusDials = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 4: Choose Non-CPU Lens Number; 8: Exposure Delay Mode
     45&0xf       -       -       - AssignMovieRecordButton = 0: None; 1: Choose Image Area (FX/DX/5:4);
      2: Shutter Speed & Aperture Lock; 9: White Balance; 10: ISO Sensitivity
          -  45&0xf  45&0xf       - AssignMovieRecordButtonPlusDials = 0: None; 1: Choose Image Area;
      2: Shutter Speed & Aperture Lock; 7: Photo Shooting Menu Bank; 11: Exposure Mode
          -       -       -  45&0xf AssignMovieRecordButtonPlusDials = 0: None; 1: Choose Image Area (DX/1.3x);
      2: Shutter Speed & Aperture Lock; 7: Photo Shooting Menu Bank; 11: Exposure Mode
     46&0xf  46&0xf  46&0xf  46&0xf FineTuneOptHighlightWeighted nibble /6
    47&0x80 47&0x80 47&0x80 47&0x80 DynamicAreaAFDisplay = ShutterReleaseButtonAEL
    47&0x40 47&0x40 47&0x40 47&0x40 AFPointIllumination = 0: Off; 1: On During Manual Focusing
    47&0x18       -       -       - StoreByOrientation = 0: Off; 1: Focus Point; 2: Focus Point and AF-area mode
     47&0x4       -       -       - GroupAreaAFIllumination = 0: Squares; 1: Dots
          - 47&0x18 47&0x18 47&0x18 StoreByOrientation = 0: Off; 1: Focus Point; 2: Focus Point and AF-area Mode
          -       -       -  47&0x4 GroupAreaAFIllumination = 0: Squares; 1: Dots
    48&0x80 48&0x80 48&0x80 48&0x80 MatrixMetering = 0: Face Detection On; 1: Face Detection Off
    48&0x30       -       -       - LiveViewButtonOptions = 0: Enable; 2: Disable
          - 48&0x30 48&0x30 48&0x30 LiveViewButtonOptions = 0: Enable; 1: Enable (Standby Timer Active); 2: Disable
     48&0x3  48&0x3  48&0x3  48&0x3 AFModeRestrictions = 0: No Restrictions; 1: AF-C; 2: AF-S
    49&0x7e       -       -       - LimitAFAreaModeSelection = bits 0: Auto-area; 1: Group-area; 2: 3D-tracking;
      3: Dynamic area (51 points); 4: Dynamic area (21 points); 5: Dynamic area (9 points); -: No Restrictions
          - 49&0x7e 49&0x7e 49&0x7e LimitAFAreaModeSelection = LimitAFAreaModeSelection
     50&0x7       -       -       - AF-OnForMB-D12 = 0: AE/AF Lock; 1: AE Lock Only; 2: AF Lock Only; 3: AE Lock (hold);
      4: AE Lock (reset); 5: AF-On; 6: FV Lock; 7: Same As Fn Button
    51&0x1f       -       -       - AssignRemoteFnButton = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock;
      4: AE Lock Only; 5: AE Lock (reset on release); 7: AF Lock Only; 8: AF-On; 16: +NEF(RAW); 25: Live View;
      26: Flash Disable/Enable
    52&0x3f       -       -       - LensFocusFunctionButtons = LensFocusFunctionButtons
          - 52&0x3f       -       - LensFocusFunctionButtons = 3: AE/AF Lock; 4: AE Lock Only; 7: AF Lock Only;
      8: AF-On; 24: Preset Focus Point; 26: Flash Disable/Enable; 36: AF-Area Mode (Single);
      37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
      39: AF-Area Mode (Dynamic Area 153 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
      42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
      44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 153 Points);
      46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF); 49: Sync Release (Master Only);
      50: Sync Release (Remote Only); 56: AF-Area Mode (Dynamic Area 9 Points);
      57: AF-Area Mode + AF-On (Dynamic Area 9 Points)
          -       - 52&0x3f 52&0x3f LensFocusFunctionButtons = LensFocusFunctionButtons2
          - 66&0xff 66&0xff 66&0xff VerticalMultiSelector = VerticalMultiSelector
          - 67&0x3f       -       - AssignMB-D18FuncButton = AssignMBD18FuncButton
          -       - 67&0x3f       - VerticalFuncButton = SubSelectorCenter
          -       -       - 67&0x3f AssignMB-D17FuncButton = SubSelectorCenter
          -  68&0xf       -       - AssignMB-D18FuncButtonPlusDials = 0: None; 1: Choose Image Area;
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 7: Photo Shooting Menu Bank; 8: Exposure Delay Mode; 10: ISO Sensitivity; 11: Exposure Mode;
      12: Exposure Compensation; 13: Metering Mode
          -       -  68&0xf       - VerticalFuncPlusDials = 0: None; 1: Choose Image Area;
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 7: Photo Shooting Menu Bank; 8: Exposure Delay Mode; 10: ISO Sensitivity; 11: Exposure Mode;
      12: Exposure Compensation; 13: Metering
          -       -       -  68&0xf AssignMB-D17FuncButtonPlusDials = 0: None; 1: Choose Image Area (DX/1.3x);
      2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture; 4: Choose Non-CPU Lens Number;
      5: Active D-Lighting; 7: Photo Shooting Menu Bank; 8: Exposure Delay Mode; 10: ISO Sensitivity; 11: Exposure Mode;
      12: Exposure Compensation; 13: Metering Mode
          - 70&0x3f       -       - AF-OnButton = 0: None; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 36: AF-Area Mode (Single);
      37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
      39: AF-Area Mode (Dynamic Area 153 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
      42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
      44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 153 Points);
      46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF);
      56: AF-Area Mode (Dynamic Area 9 Points); 57: AF-Area Mode + AF-On (Dynamic Area 9 Points)
          -       - 70&0x3f 70&0x3f AF-OnButton = AFOnButton
          - 71&0x80 71&0x80 71&0x80 SubSelector = 0: Focus Point Selection; 1: Same as MultiSelector
          - 72&0x3f       -       - SubSelectorCenter = AssignMBD18FuncButton
          -       - 72&0x3f 72&0x3f SubSelectorCenter = SubSelectorCenter
          -  73&0xf  73&0xf       - SubSelectorPlusDials = 0: None; 1: Choose Image Area;
      2: Shutter Speed & Aperture Lock; 4: Choose Non-CPU Lens Number; 7: Photo Shooting Menu Bank
          -       -       -  73&0xf SubSelectorPlusDials = 0: None; 1: Choose Image Area (DX/1.3x);
      2: Shutter Speed & Aperture Lock; 4: Choose Non-CPU Lens Number; 7: Photo Shooting Menu Bank
          - 74&0xf0 74&0xf0 74&0xf0 AssignMovieSubselector = 0: None; 3: Index Marking; 4: View Photo Shooting Info;
      5: AE/AF Lock; 6: AE Lock (Only); 7: AE Lock (Hold); 8: AF Lock (Only)
          - 75&0x10 75&0x10       - AssignMovieFunc1ButtonPlusDials = 0: None; 1: Choose Image Area
          -  75&0x1       -       - AssignMoviePreviewButtonPlusDials = 0: None; 1: Choose Image Area
          -       -       - 75&0x10 AssignMovieFunc1ButtonPlusDials = 0: None; 1: Choose Image Area (DX/1.3x)
          -       -  75&0x1  75&0x1 AssignMoviePreviewButtonPlusDials = 0: None; 1: Choose Image Area (DX/1.3x)
          - 76&0x10 76&0x10       - AssignMovieSubselectorPlusDials = 0: None; 1: Choose Image Area
          -       -       - 76&0x10 AssignMovieSubselectorPlusDials = 0: None; 1: Choose Image Area (DX/1.3x)
          - 77&0x80 77&0x80 77&0x80 SyncReleaseMode = 0: No Sync; 1: Sync
          - 77&0x40       -       - ContinuousModeLiveView = ShutterReleaseButtonAEL
          - 78&0x80 78&0x80 78&0x80 Three-DTrackingWatchArea = 0: Wide; 1: Normal
          - 78&0x60 78&0x60 78&0x60 SubjectMotion = 0: Steady; 1: Middle; 2: Erratic
          -  78&0x8  78&0x8  78&0x8 AFActivation = 0: Shutter/AF-On; 1: AF-On Only
          -  78&0x3  78&0x3  78&0x3 ShutterReleaseButtonAE-L = 0: Off; 1: On (Half Press); 2: On (Burst Mode)
          - 79&0x7f       -       - AssignMB-D18AF-OnButton = 0: None; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 36: AF-Area Mode (Single);
      37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
      39: AF-Area Mode (Dynamic Area 153 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
      42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
      44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 153 Points);
      46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF);
      56: AF-Area Mode (Dynamic Area 9 Points); 57: AF-Area Mode + AF-On (Dynamic Area 9 Points);
      100: Same as Camera AF-On Button
          -       - 79&0x7f       - VerticalAFOnButton = 0: None; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 36: AF-Area Mode (Single);
      37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
      39: AF-Area Mode (Dynamic Area 152 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
      42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
      44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 152 Points);
      46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF); 100: Same as AF-On
          -       -       - 79&0x7f AssignMB-D17AF-OnButton = 0: None; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 36: AF-Area Mode (Single);
      37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
      39: AF-Area Mode (Dynamic Area 152 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
      42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
      44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 152 Points);
      46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF);
      100: Same as Camera AF-On Button
          - 80&0x3f       - 80&0x3f Func2Button = 0: None; 15: My Menu Top Item; 20: My Menu; 55: Rating
          -       - 80&0x3f       - Func2Button = 0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only;
      5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst;
      11: Matrix Metering; 12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item;
      16: +NEF(RAW); 17: Virtual Horizon; 19: Grid Display; 20: My Menu; 21: Disable Synchronized Release;
      22: Remote Release Only; 26: Flash Disable/Enable; 27: Highlight-weighted Metering; 36: AF-Area Mode (Single);
      37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
      39: AF-Area Mode (Dynamic Area 152 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
      42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
      44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 152 Points);
      46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF); 49: Sync Release (Master Only);
      50: Sync Release (Remote Only)
          -       -  81&0xf       - Func2ButtonPlusDials = Func1ButtonPlusDials
          - 82&0x70 82&0x70 82&0x70 AssignMovieFunc2Button = 0: None; 3: Index Marking; 4: View Photo Shooting Info
          -       -  83&0x3       - Func3Button = 0: None; 1: Voice Memo; 2: Rating; 3: Connect To Network

    [OrientationInfo u8]
    0 RollAngle u32 angle
    4 PitchAngle u32 angle
    8 YawAngle u32 angle

    [RotationInfoD500 u8]
    26&0x3 Rotation = 0: Horizontal; 1: Rotate 270 CW; 2: Rotate 90 CW; 3: Rotate 180
    32 Interval ?model:D5 ?firmware1.40
    36 IntervalFrame ?model:D5 ?firmware1.40
    1330&0x1 FlickerReductionIndicator = AFAssist

    [JPGInfoD500 u8]
    36&0x1 JPGCompression = 0: Size Priority; 1: Optimal Quality

    [BracketingInfoD500 u8]
    15&0xff AEBracketingSteps = AEBracketingSteps
    16&0xff WBBracketingSteps = WBBracketingSteps
    23&0xf0 ADLBracketingStep = 0: Off; 1: Low; 2: Normal; 3: High; 4: Extra High; 8: Auto
    24&0xf ADLBracketingType = 0: Off; 1: 2 Shots; 2: 3 Shots; 3: 4 Shots; 4: 5 Shots

    [ShootingMenuD500 u8]
    0&0x3 PhotoShootingMenuBank = 0: A; 1: B; 2: C; 3: D
    2&0x80 PrimarySlot ?model:D500 = 0: XQD Card; 1: SD Card
    4&0x3f ISOAutoShutterTime = ISOAutoShutterTime
    5&0xff ISOAutoHiLimit = ISOAutoHiLimit
    7&0x20 FlickerReduction = 0: Enable; 1: Disable
    7&0x7 PhotoShootingMenuBankImageArea = 0: FX (36x24); 1: DX (24x16); 2: 5:4 (30x24); 3: 1.2x (30x20);
      4: 1.3x (18x12)

    [CustomSettingsD500 u8]
    0 CustomSettingsD5 bytes[90] @SettingsD5 ?model:D5
    0 CustomSettingsD500 bytes[90] @SettingsD500

    [OtherInfoD500 u8]
    532&0x3 NikonMeteringMode ?model:D500 = 0: Matrix; 1: Center; 2: Spot; 3: Highlight

    [MenuSettingsD850 u8]
    1757&0x7 PhotoShootingMenuBankImageArea = 0: FX (36x24); 1: DX (24x16); 2: 5:4 (30x24); 3: 1.2x (30x20);
      4: 1:1 (24x24)

    [MoreSettingsD850 u8]
    36&0x3 PhotoShootingMenuBank = 0: A; 1: B; 2: C; 3: D
    37&0x80 PrimarySlot = 0: XQD Card; 1: SD Card

    [SeqInfoD6 u8]
    36 IntervalShooting u16
    40 IntervalFrame u16 ?IntervalShooting>=1

    [IntervalInfoD6 u8]
    380 Intervals u32 ?IntervalShooting>=1
    384 ShotsPerInterval u32 ?IntervalShooting>=1
    388 IntervalExposureSmoothing u8 ?IntervalShooting>=1 = ShutterReleaseButtonAEL
    390 IntervalPriority u8 ?IntervalShooting>=1 = ShutterReleaseButtonAEL
    424 FocusShiftNumberShots
    428 FocusShiftStepWidth
    432 FocusShiftInterval
    436 FocusShiftExposureLock = ShutterReleaseButtonAEL
    526 DiffractionCompensation u8 = ShutterReleaseButtonAEL
    532 FlashControlMode = FlashControlMode
    556 FlashMasterControlMode = 0: TTL; 1: Manual; 2: Auto; 3: Off

    [IntervalInfoZ7II u8]
    36 IntervalShooting u16
    40 IntervalFrame u16 ?IntervalShooting>=1

    [PortraitInfoZ7II u8]
    160 PortraitImpressionBalance u8[2] ?firmware01.30

    [MenuInfoZ7II u8]
    16 MenuSettingsOffsetZ7II u32 @MenuSettingsZ7II

    [SeqInfoZ9 u8]
    32 FocusShiftShooting ?ShutterMode>=1 ?!ShutterMode=96
    40 IntervalShooting u16 ?ShutterMode>=1 ?!ShutterMode=96
    42 IntervalFrame u16 ?ShutterMode>=1 ?!ShutterMode=96 ?FocusShiftShooting>=1

    [MenuInfoZ9 u8]
    16 MenuSettingsOffsetZ9 u32 @MenuSettingsZ9 ?!firmware03.00
    16 MenuSettingsOffsetZ9v3 u32 @MenuSettingsZ9v3

    [MenuSettingsZ7II u8]
    90 SingleFrame
    160 IntervalDurationHours u32
    164 IntervalDurationMinutes u32
    168 IntervalDurationSeconds u32
    176 Intervals u32
    180 ShotsPerInterval u32
    184 IntervalExposureSmoothing u8 = ShutterReleaseButtonAEL
    186 IntervalPriority u8 = ShutterReleaseButtonAEL
    220 FocusShiftNumberShots
    224 FocusShiftStepWidth
    228 FocusShiftInterval
    232 FocusShiftExposureLock = ShutterReleaseButtonAEL
    322 DiffractionCompensation u8 = ShutterReleaseButtonAEL
    323 AutoDistortionControl u8 = ShutterReleaseButtonAEL
    326 NikonMeteringMode = 0: Matrix; 1: Center; 2: Spot; 3: Highlight
    328 FlashControlMode = FlashControlMode
    352 FlashMasterControlMode = 0: TTL; 1: Manual; 2: Auto; 3: Off

    [MenuSettingsZ9 u8]
    [MenuSettingsZ9v3 u8]
       -   72 HighFrameRate = 0: Off; 1: CH; 3: C30; 4: C120; 5: C60
     140  154 MultipleExposureMode = 0: Off; 1: On; 2: On (Series)
     142  156 MultiExposureShots ?!MultipleExposureMode=0
     188  204 Intervals u32 ?ShutterMode>=1 ?!ShutterMode=96 ?FocusShiftShooting>=1
     192  208 ShotsPerInterval u32 ?ShutterMode>=1 ?!ShutterMode=96 ?FocusShiftShooting>=1
     232  248 FocusShiftNumberShots ?ShutterMode>=1 ?!ShutterMode=96 ?FocusShiftShooting>=1
     236  252 FocusShiftStepWidth ?ShutterMode>=1 ?!ShutterMode=96 ?FocusShiftShooting>=1
     240  256 FocusShiftInterval ?ShutterMode>=1 ?!ShutterMode=96 ?FocusShiftShooting>=1
     274  290 PhotoShootingMenuBank = 0: A; 1: B; 2: C; 3: D
     276  292 ExtendedMenuBanks = ShutterReleaseButtonAEL
     308  328 PhotoShootingMenuBankImageArea = 0: FX; 1: DX; 4: 16:9; 8: 1:1
     322  342 AutoISO = ShutterReleaseButtonAEL
     334  354 ISOAutoShutterTime s16 /8 = ISOAutoShutterTime2
     418  438 DiffractionCompensation = ShutterReleaseButtonAEL
     420  440 FlickerReductionShooting = ShutterReleaseButtonAEL
     424  444 FlashControlMode = FlashControlMode
     528  548 AFAreaMode = AFAreaMode
     530  550 VRMode = 0: Off; 1: Normal; 2: Sport
     534  554 BracketSet = 0: AE/Flash; 1: AE; 2: Flash; 3: White Balance; 4: Active-D Lighting
     536  556 BracketProgram ?!BracketSet>=3 = 0: Disabled; 2: 2F; 3: 3F; 4: 4F; 5: 5F; 7: 7F; 9: 9F
     538  558 BracketIncrement ?!BracketSet>=3 = 0: 0.3; 2: 0.7; 3: 1.0; 4: 2.0; 5: 3.0
     556  576 SecondarySlotFunction = 0: Overflow; 1: Backup; 2: NEF Primary + JPG Secondary;
      3: JPG Primary + JPG Secondary
     572  592 DXCropAlert = ShutterReleaseButtonAEL
     574  594 SubjectDetection = 0: Off; 1: Auto; 2: People; 3: Animals; 4: Vehicles
     704  744 MovieFlickerReduction = 0: Auto; 1: 50Hz; 2: 60Hz
     710  750 MovieAFAreaMode = AFAreaMode
     799  847 CustomSettingsZ9 bytes[608] @SettingsZ9
    1428 1476 TimeZone = TimeZone
    1552 1600 HDMIOutputResolution = 0: Auto; 1: 4320p; 2: 2160p; 3: 1080p; 5: 720p
       - 1810 PreReleaseBurstLength = 0: None; 1: 0.3 Sec; 2: 0.5 Sec; 3: 1 Sec
       - 1812 PostReleaseBurstLength = 0: 1 Sec; 1: 2 Sec; 2: 3 Sec; 3: Max

    [SettingsZ9 u8]
    1 CustomSettingsBank = 0: A; 1: B; 2: C; 3: D
    3 AF-CPrioritySelection = 0: Release; 1: Release + Focus; 3: Focus
    5 AF-SPrioritySelection = 0: Release; 1: Focus
    7 BlockShotAFResponse = 1: 1 (Quick); 2: 2; 3: 3 (Normal); 4: 4; 5: 5 (Delayed)
    11 AFPointSel = 0: Use All; 1: Use Half
    13 StoreByOrientation = 0: Off; 1: Focus Point; 2: Focus Point and AF-area mode
    15 AFActivation = 0: AF-On Only; 1: Shutter/AF-On
    25 AF-AssistIlluminator = ShutterReleaseButtonAEL
    26 ManualFocusRingInAFMode = ShutterReleaseButtonAEL
    27 ExposureControlStepSize = ISOStepSize
    29 EasyExposureCompensation = 0: Off; 1: On; 2: On (auto reset)
    31 CenterWeightedAreaSize = 0: 8 mm; 1: 12 mm; 4: Average
    33 FineTuneOptMatrixMetering s8 /6
    35 FineTuneOptCenterWeighted s8 /6
    37 FineTuneOptSpotMetering s8 /6
    39 FineTuneOptHighlightWeighted s8 /6
    41 ShutterReleaseButtonAE-L = 0: Off; 1: On (Half Press); 2: On (Burst Mode)
    43 SelfTimerTime = SelfTimerTime
    45 SelfTimerShotCount
    49 SelfTimerShotInterval = 0: 0.5 s; 1: 1 s; 2: 2 s; 3: 3 s
    51 PlaybackMonitorOffTime = PlaybackMonitorOffTime2
    53 MenuMonitorOffTime = PlaybackMonitorOffTime2
    55 ShootingInfoMonitorOffTime = PlaybackMonitorOffTime2
    57 ImageReviewMonitorOffTime = PlaybackMonitorOffTime2
    59 CLModeShootingSpeed +1
    72 FileNumberSequence = ShutterReleaseButtonAEL
    81 ContinuousModeDisplay = ShutterReleaseButtonAEL
    83 FlashSyncSpeed -144 /8 = 0: 1/60 s; 1: 1/80 s; 2: 1/100 s; 3: 1/125 s; 4: 1/160 s; 5: 1/200 s; 6: 1/250 s
    85 HighSpeedSync = ShutterReleaseButtonAEL
    89 FlashExposureCompArea = 0: Entire Frame; 1: Background Only
    91 AutoFlashISOSensitivity = 0: Subject and Background; 1: Subject Only
    93 ModelingFlash = ShutterReleaseButtonAEL
    95 AutoBracketModeM = 0: Flash/Speed; 1: Flash/Speed/Aperture; 2: Flash/Aperture; 3: Flash Only; 4: Flash/ISO
    97 AutoBracketOrder = 0: 0,-,+; 1: -,0,+
    99 Func1Button = ButtonFunction
    115 Func2Button = ButtonFunction
    131 AFOnButton = ButtonFunction
    159 LensFunc1Button = ButtonFunction
    167 LensFunc2Button = ButtonFunction
    173 LensControlRing = 0: None (Disabled); 1: Focus (M/A); 2: ISO Sensitivity; 3: Exposure Compensation;
      4: Aperture
    175 MultiSelectorShootMode = ButtonFunction
    179 MultiSelectorPlaybackMode = ButtonFunction
    183 ShutterSpeedLock = ShutterReleaseButtonAEL
    184 ApertureLock = ShutterReleaseButtonAEL
    185 CmdDialsReverseRotExposureComp
    186 CmdDialsReverseRotation ?CmdDialsReverseRotExposureComp=0 = 0: No; 1: Shutter Speed & Aperture
    186 CmdDialsReverseRotation = 0: Exposure Compensation; 1: Exposure Compensation, Shutter Speed & Aperture
    195 MovieFunc1Button = ButtonFunction
    199 MovieFunc2Button = ButtonFunction
    203 MovieAF-OnButton
    215 MovieLensControlRing = 0: None (Disabled); 2: ISO Sensitivity; 3: Exposure Compensation; 4: Power Aperture;
      5: Hi-Res Zoom
    221 MovieAFSpeed -5
    223 MovieAFSpeedApply = 0: Always; 1: Only During Recording
    225 MovieAFTrackingSensitivity = 0: 1 (High); 1: 2; 2: 3; 3: 4 (Normal); 4: 5; 5: 6; 6: 7 (Low)
    258 ExtendedShutterSpeeds = ShutterReleaseButtonAEL
    259 SubjectMotion = 0: Erratic; 1: Steady
    261 FocusPointPersistence = 0: Auto; 1: Off
    267 CHModeShootingSpeed +1
    277 VerticalFuncButton = ButtonFunction
    281 Func3Button = ButtonFunction
    285 VerticalAFOnButton = ButtonFunction
    295 MovieFunc3Button = ButtonFunction
    349 ISOStepSize = ISOStepSize
    355 ReverseFocusRing = 0: Not Reversed; 1: Reversed
    469 ControlRingResponse = 0: High; 1: Low
    564 AF-CFocusDisplay = ShutterReleaseButtonAEL
    567 KeepExposure = 0: Off; 1: Shutter Speed; 2: ISO
    """
}
