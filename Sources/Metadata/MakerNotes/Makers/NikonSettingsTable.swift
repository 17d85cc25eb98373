extension Maker {
  /// The settings that Nikon's cameras since the D850 write with a number for each. docs/maker-notes.md describes the
  /// form.
  static let nikonSettingsTable = """
    [Settings prepare:settings]
    0x0001 ISOAutoHiLimit ?model:D6
    0x0001 ISOAutoHiLimit ?model:Z_7
    0x0002 ISOAutoFlashLimit ?model:D6
    0x0002 ISOAutoFlashLimit ?model:Z_7
    0x0003 ISOAutoShutterTime
    0x000b FlickerReductionShooting = SettingEnableDisable
    0x000c FlickerReductionIndicator = SettingEnableDisable
    0x000d MovieISOAutoHiLimit ?model:D6
    0x000d MovieISOAutoHiLimit ?model:Z_7
    0x000e MovieISOAutoControlManualMode = SettingOnOff
    0x000f MovieWhiteBalanceSameAsPhoto = SettingYesNo
    0x001d AF-CPrioritySel ?model:D6 = 1: Release; 2: Release + Focus; 3: Focus + Release; 4: Focus
    0x001d AF-CPrioritySel ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = SettingPriority
    0x001e AF-SPrioritySel = SettingPriority
    0x0020 AFPointSel ?model:D6 = 1: 105 Points; 2: 27 Points; 3: 15 Points
    0x0020 AFPointSel ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: Use All; 2: Use Half
    0x0022 AFActivation = 1: Shutter/AF-On; 2: AF-On Only
    0x0023 FocusPointWrap = 1: Wrap; 2: No Wrap
    0x0025 ManualFocusPointIllumination = 1: On; 2: On During Focus Point Selection Only
    0x0026 AF-AssistIlluminator = SettingOnOff
    0x0027 ManualFocusRingInAFMode = SettingOnOff
    0x0029 ISOStepSize = SettingStepSize
    0x002a ExposureControlStepSize = SettingStepSize
    0x002b EasyExposureCompensation = 1: On (auto reset); 2: On; 3: Off
    0x002c MatrixMetering = 1: Face Detection On; 2: Face Detection Off
    0x002d CenterWeightedAreaSize ?model:D6 = 1: 8 mm; 2: 12 mm; 3: 15 mm; 4: 20 mm; 5: Average
    0x002d CenterWeightedAreaSize ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: 12 mm; 2: Average
    0x002f FineTuneOptMatrixMetering -7 /6
    0x0030 FineTuneOptCenterWeighted -7 /6
    0x0031 FineTuneOptSpotMetering -7 /6
    0x0032 FineTuneOptHighlightWeighted -7 /6
    0x0033 ShutterReleaseButtonAE-L = 1: On (Half Press); 2: On (Burst Mode); 3: Off
    0x0034 StandbyMonitorOffTime ?model:D6 = 1: 4 s; 2: 6 s; 3: 10 s; 4: 30 s; 5: 1 min; 6: 5 min; 7: 10 min;
      8: 30 min; 9: No Limit
    0x0034 StandbyMonitorOffTime ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: 10 s; 2: 20 s; 3: 30 s; 4: 1 min; 5: 5 min;
      6: 10 min; 7: 30 min; 8: No Limit
    0x0035 SelfTimerTime = 1: 2 s; 2: 5 s; 3: 10 s; 4: 20 s
    0x0036 SelfTimerShotCount *-1 +10
    0x0037 SelfTimerShotInterval = 1: 0.5 s; 2: 1 s; 3: 2 s; 4: 3 s
    0x0038 PlaybackMonitorOffTime = SettingOffTime
    0x0039 MenuMonitorOffTime = SettingOffTime
    0x003a ShootingInfoMonitorOffTime = SettingOffTime
    0x003b ImageReviewMonitorOffTime = 1: 2 s; 2: 4 s; 3: 10 s; 4: 20 s; 5: 1 min; 6: 5 min; 7: 10 min
    0x003c LiveViewMonitorOffTime = 1: 5 min; 2: 10 min; 3: 15 min; 4: 20 min; 5: 30 min; 6: No Limit
    0x003e CLModeShootingSpeed *-1 +6
    0x003f MaxContinuousRelease
    0x0040 ExposureDelayMode = 1: 3 s; 2: 2 s; 3: 1 s; 4: 0.5 s; 5: 0.2 s; 6: Off
    0x0041 ElectronicFront-CurtainShutter = SettingOnOff
    0x0042 FileNumberSequence = SettingOnOff
    0x0043 FramingGridDisplay = SettingOnOff
    0x0045 LCDIllumination = SettingOnOff
    0x0046 OpticalVR = SettingOnOff
    0x0047 FlashSyncSpeed ?model:D6 = 1: 1/250 s (auto FP); 2: 1/250 s; 3: 1/200 s; 4: 1/160 s; 5: 1/125 s;
      6: 1/100 s; 7: 1/80 s; 8: 1/60 s
    0x0047 FlashSyncSpeed ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: 1/200 s (auto FP); 2: 1/200 s; 3: 1/160 s; 4: 1/125 s;
      5: 1/100 s; 6: 1/80 s; 7: 1/60 s
    0x0048 FlashShutterSpeed = 1: 1/60 s; 2: 1/30 s; 3: 1/15 s; 4: 1/8 s; 5: 1/4 s; 6: 1/2 s; 7: 1 s; 8: 2 s
    0x0049 FlashExposureCompArea = 1: Entire Frame; 2: Background Only
    0x004a AutoFlashISOSensitivity = 1: Subject and Background; 2: Subject Only
    0x0051 AssignBktButton = 1: Auto Bracketing; 2: Multiple Exposure; 3: HDR (high dynamic range); 4: None
    0x0052 AssignMovieRecordButton ?model:D6 = 1: Voice Memo; 2: Photo Shooting Bank; 3: Exposure Mode;
      4: AF Mode/AF Area Mode; 5: Image Area; 6: Shutter/Aperture Lock; 7: None
    0x0052 AssignMovieRecordButton ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x0053 MultiSelectorShootMode ?model:D6 = 1: Select Center Focus Point;
      2: Preset Focus Point - Press To Recall; 3: Preset Focus Point - Hold To Recall; 4: None
    0x0053 MultiSelectorShootMode ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = SettingShootMode
    0x0054 MultiSelectorPlaybackMode ?model:D6 = 1: Filtered Playback; 2: View Histograms; 3: Zoom (Low);
      4: Zoom (1:1); 5: Zoom (High); 6: Choose Folder
    0x0054 MultiSelectorPlaybackMode ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: Thumbnail On/Off; 2: View Histograms;
      3: Zoom (Low); 4: Zoom (1:1); 5: Zoom (High); 6: Choose Folder
    0x0056 MultiSelectorLiveView = SettingShootMode
    0x0058 _ReverseExposureComp
    0x0059 _MainSubExposure
    0x005a CmdDialsChangeMainSub ?_MainSubExposure=1 = 1: Autofocus On, Exposure On; 2: Autofocus Off, Exposure On
    0x005a CmdDialsChangeMainSub ?_MainSubExposure=2 = 1: Autofocus On, Exposure On (Mode A);
      2: Autofocus Off, Exposure On (Mode A)
    0x005a CmdDialsChangeMainSub = 1: Autofocus On, Exposure Off; 2: Autofocus Off, Exposure Off
    0x005b CmdDialsMenuAndPlayback = 1: On; 2: On (Image Review Excluded); 3: Off
    0x005c SubDialFrameAdvance = 1: 10 Frames; 2: 50 Frames; 3: Rating; 4: Protect; 5: Stills Only; 6: Movies Only;
      7: Folder
    0x005d ReleaseButtonToUseDial = SettingYesNo
    0x005e ReverseIndicators = 1: + 0 -; 2: - 0 +
    0x0062 MovieShutterButton = 1: Take Photo; 2: Record Movie
    0x0063 Language = 5: English; 6: Spanish; 8: French; 15: Portuguese (Br)
    0x006c ShootingInfoDisplay ?model:D6 = 1: Auto; 2: Manual (dark on light); 3: Manual (light on dark)
    0x006c ShootingInfoDisplay ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: Manual (dark on light); 2: Manual (light on dark)
    0x0074 FlickAdvanceDirection = 1: Right to Left; 2: Left to Right
    0x0075 HDMIOutputResolution = 1: Auto; 2: 2160p; 3: 1080p; 4: 1080i; 5: 720p; 6: 576p; 7: 480p
    0x0077 HDMIOutputRange = 1: Auto; 2: Limit; 3: Full
    0x0080 RemoteFuncButton ?model:D6 = 1: AF-On; 2: AF Lock Only; 3: AE Lock (reset on release); 4: AE Lock Only;
      5: AE/AF Lock; 6: FV Lock; 7: Flash Disable/Enable; 8: Preview; 9: +NEF(RAW);
      10: LiveView Info Display On/Off; 11: Recall Shooting Functions; 12: None
    0x0080 RemoteFuncButton ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: AF-On; 2: AF Lock Only;
      3: AE Lock (reset on release); 4: AE Lock Only; 5: AE/AF Lock; 6: FV Lock; 7: Flash Disable/Enable;
      8: Preview; 9: +NEF(RAW); 10: None; 11: LiveView Info Display On/Off
    0x008b CmdDialsReverseRotation ?_ReverseExposureComp=1 = 1: No; 2: Shutter Speed & Aperture
    0x008b CmdDialsReverseRotation = 1: Exposure Compensation; 2: Exposure Compensation, Shutter Speed & Aperture
    0x008d FocusPeakingHighlightColor = 1: Red; 2: Yellow; 3: Blue; 4: White
    0x008e ContinuousModeDisplay = SettingOnOff
    0x008f ShutterSpeedLock = SettingOnOff
    0x0090 ApertureLock = SettingOnOff
    0x0091 MovieHighlightDisplayThreshold = 1: 255; 2: 248; 3: 235; 4: 224; 5: 213; 6: 202; 7: 191; 8: 180
    0x0092 HDMIExternalRecorder = SettingOnOff
    0x0093 BlockShotAFResponse = 1: 1 (Quick); 2: 2; 3: 3 (Normal); 4: 4; 5: 5 (Delay)
    0x0094 SubjectMotion = 1: Erratic; 2: Steady
    0x0095 Three-DTrackingFaceDetection = SettingOnOff
    0x0097 StoreByOrientation ?model:D6 = 1: Focus Point; 2: Focus Point and AF-area mode; 3: Off
    0x0097 StoreByOrientation ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: Focus Point; 2: Off
    0x0099 DynamicAreaAFAssist = SettingOnOff
    0x009a ExposureCompStepSize = SettingStepSize
    0x009b SyncReleaseMode = 1: Sync; 2: No Sync
    0x009c ModelingFlash = SettingOnOff
    0x009d AutoBracketModeM = 1: Flash/Speed; 2: Flash/Speed/Aperture; 3: Flash/Aperture; 4: Flash Only
    0x009e PreviewButton
    0x00a0 Func1Button ?model:D6
    0x00a0 Func1Button ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00a2 Func2Button ?model:D6
    0x00a2 Func2Button ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00a3 AF-OnButton ?model:D6
    0x00a3 AF-OnButton ?model:Z_5|Z_50|Z_6|Z_7|Z_fc = 1: Center Focus Point; 2: AF-On; 3: AF Lock Only;
      4: AE Lock (hold); 5: AE Lock (reset on release); 6: AE Lock Only; 7: AE/AF Lock;
      8: LiveView Info Display On/Off; 9: Zoom (Low); 10: Zoom (1:1); 11: Zoom (High); 12: None
    0x00a4 SubSelector = SettingSubSelector
    0x00a5 SubSelectorCenter ?model:D6
    0x00a5 SubSelectorCenter ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00a7 LensFunc1Button ?model:D6
    0x00a7 LensFunc1Button ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00a8 CmdDialsApertureSetting = 1: Sub-command Dial; 2: Aperture Ring
    0x00a9 MultiSelector = 1: Restart Standby Timer; 2: Do Nothing
    0x00aa LiveViewButtonOptions = 1: Enable; 2: Enable (Standby Timer Active); 3: Disable
    0x00ab LightSwitch = 1: LCD Backlight; 2: LCD Backlight and Shooting Information
    0x00b1 MoviePreviewButton ?model:D6 = 1: Power Aperture (Open); 2: Exposure Compensation; 3: Grid Display;
      4: Zoom (Low); 5: Zoom (1:1); 6: Zoom (High); 7: Image Area; 8: Microphone Sensitivity; 9: None
    0x00b1 MovieFunc1Button ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00b3 MovieFunc1Button ?model:D6 = 1: Power Aperture (Close); 2: Exposure Compensation; 3: Grid Display;
      4: Zoom (Low); 5: Zoom (1:1); 6: Zoom (High); 7: Image Area; 8: Microphone Sensitivity; 9: None
    0x00b3 MovieFunc2Button ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00b5 MovieFunc2Button = 1: Grid Display; 2: Zoom (Low); 3: Zoom (1:1); 4: Zoom (High); 5: Image Area;
      6: Microphone Sensitivity; 7: None
    0x00b6 AssignMovieSubselector ?model:D6 = 1: Center Focus Point; 2: AF Lock Only; 3: AE Lock (hold);
      4: AE/WB Lock (hold); 5: AE Lock Only; 6: AE/AF Lock; 7: Zoom (Low); 8: Zoom (1:1); 9: Zoom (High);
      10: Record Movie; 11: None
    0x00b6 AssignMovieSubselector ?model:Z_5|Z_50|Z_6|Z_7|Z_fc
    0x00d4 PhotoShootingMenuBank = SettingBank
    0x00d5 CustomSettingsBank = SettingBank
    0x00da LowLightAF = SettingOnOff
    0x00df ApplySettingsToLiveView = SettingOnOff
    0x00e0 FocusPeakingLevel = 1: High Sensitivity; 2: Standard Sensitivity; 3: Low Sensitivity; 4: Off
    0x00ea LensControlRing = 1: Aperture; 2: Exposure Compensation; 3: ISO Sensitivity; 4: None (Disabled)
    0x00ed MovieMultiSelector ?model:D6 = SettingMovieSelector
    0x00ed MovieMultiSelector = SettingMovieSelector
    0x00ee MovieAFSpeed -6
    0x00ef MovieAFSpeedApply = 1: Always; 2: Only During Recording
    0x00f0 MovieAFTrackingSensitivity = 1: 1 (High); 2: 2; 3: 3; 4: 4 (Normal); 5: 5; 6: 6; 7: 7 (Low)
    0x00f1 MovieHighlightDisplayPattern = 1: Pattern 1; 2: Pattern 2; 3: Off
    0x00f9 MovieAF-OnButton = 1: Center Focus Point; 2: AF-On; 3: AF Lock Only; 4: AE Lock (hold); 5: AE Lock Only;
      6: AE/AF Lock; 7: LiveView Info Display On/Off; 8: Zoom (Low); 9: Zoom (1:1); 10: Zoom (High);
      11: Record Movie; 12: None
    0x00fb SecondarySlotFunction = 1: Overflow; 2: Backup; 3: NEF Primary + JPG Secondary;
      4: JPG Primary + JPG Secondary
    0x00fc SilentPhotography = SettingOnOff
    0x00fd ExtendedShutterSpeeds = SettingOnOff
    0x0102 HDMIBitDepth = 1: 8 Bit; 2: 10 Bit
    0x0103 HDMIOutputHDR ?HDMIBitDepth=2 = 2: On; 3: Off
    0x0104 HDMIViewAssist ?HDMIBitDepth=2 = SettingOnOff
    0x0109 BracketSet = 1: AE/Flash; 2: AE; 3: Flash; 4: White Balance; 5: Active-D Lighting
    0x010a BracketProgram ?!BracketSet>=4 = 15: +3F; 16: -3F; 17: +2F; 18: -2F; 19: Disabled; 20: 3F; 21: 5F;
      22: 7F; 23: 9F
    0x010a BracketProgram ?BracketSet=4 = 1: B3F; 2: A3F; 3: B2F; 4: A2F; 5: Disabled; 6: 3F; 7: 5F; 8: 7F; 9: 9F;
      19: N/A
    0x010a BracketProgram ?BracketSet=5 = 10: Disabled; 11: 2 Exposures; 12: 3 Exposures; 13: 4 Exposures;
      14: 5 Exposures
    0x010b BracketIncrement ?!BracketSet>=4 ?!BracketProgram=19 = 1: 0.3; 3: 0.5; 4: 1.0; 5: 2.0; 6: 3.0
    0x010b BracketIncrement ?BracketSet=4 ?!BracketProgram=5
    0x010c BracketIncrement ?BracketSet=5 ?!BracketProgram=10 = 0: Off; 1: Off, Low; 2: Off, Normal; 3: Off, High;
      4: Off, Extra High; 5: Off, Auto; 6: Off, Low, Normal; 7: Off, Low, Normal, High;
      8: Off, Low, Normal, High, Extra High
    0x010e MonitorBrightness -6
    0x0116 GroupAreaC1
    0x0117 AutoAreaAFStartingPoint = SettingEnableDisable
    0x0118 FocusPointPersistence = 1: Auto; 2: Off
    0x011d AutoFocusModeRestrictions = 1: AF-S; 2: AF-C; 3: No Limit
    0x011e FocusPointBrightness = 1: Extra High; 2: High; 3: Normal; 4: Low
    0x011f CHModeShootingSpeed *-1 +15
    0x0120 CLModeShootingSpeed *-1 +11
    0x0121 QuietShutterShootingSpeed = 1: Single; 2: 5 fps; 3: 4 fps; 4: 3 fps; 5: 2 fps; 6: 1 fps
    0x0128 RearControPanelDisplay = 1: Release Mode; 2: Frame Count
    0x0129 FlashBurstPriority = 1: Frame Rate; 2: Exposure
    0x012a RecallShootFuncExposureMode = SettingOffOn
    0x012b RecallShootFuncShutterSpeed = SettingOffOn
    0x012c RecallShootFuncAperture = SettingOffOn
    0x012d RecallShootFuncExposureComp = SettingOffOn
    0x012e RecallShootFuncISO = SettingOffOn
    0x012f RecallShootFuncMeteringMode = SettingOffOn
    0x0130 RecallShootFuncWhiteBalance = SettingOffOn
    0x0131 RecallShootFuncAFAreaMode = SettingOffOn
    0x0132 RecallShootFuncFocusTracking = SettingOffOn
    0x0133 RecallShootFuncAF-On = SettingOffOn
    0x0134 VerticalFuncButton
    0x0135 Func3Button
    0x0136 VerticalAF-OnButton
    0x0137 VerticalMultiSelector = SettingSubSelector
    0x0138 MeteringButton = 1: Photo Shooting Bank; 2: Image Area; 3: Active-D Lighting; 4: Metering;
      5: Exposure Delay Mode; 6: Shutter/Aperture Lock; 7: 1 Stop Speed/Aperture; 8: Non-CPU Lens; 9: None
    0x0139 PlaybackFlickUp = SettingFlick
    0x013a PlaybackFlickUpRating ?PlaybackFlickUp=1 = SettingFlickRating
    0x013b PlaybackFlickDown = SettingFlick
    0x013c PlaybackFlickDownRating ?PlaybackFlickDown=1 = SettingFlickRating
    0x013d MovieFunc3Button = 1: Record Movie; 2: My Menu; 3: My Menu Top Item; 4: None
    0x0150 ShutterType = 1: Auto; 2: Mechanical; 3: Electronic
    0x0151 LensFunc2Button
    0x0158 USBPowerDelivery = SettingEnableDisable
    0x0159 EnergySavingMode = SettingOnOff
    0x015c BracketingBurstOptions = SettingEnableDisable
    0x015e PrimarySlot = 1: CFexpress/XQD Card; 2: SD Card
    0x015f ReverseFocusRing = 1: Not Reversed; 2: Reversed
    0x0160 VerticalFuncButton
    0x0161 VerticalAFOnButton
    0x0162 VerticalMultiSelector = SettingSubSelector
    0x0164 VerticalMovieFuncButton = 1: LiveView Info Display On/Off; 2: Record Movie; 3: Exposure Compensation;
      4: ISO; 5: None
    0x0165 VerticalMovieAFOnButton
    0x016d SaveFocus = SettingOnOff
    0x016e AFAreaMode = 2: Single-point; 3: Dynamic-area; 4: Wide (S); 5: Wide (L); 6: Wide (L-people);
      7: Wide (L-animals); 8: Auto; 9: Auto (People); 10: Auto (Animals)
    0x016f MovieAFAreaMode = 1: Single-point; 2: Wide (S); 3: Wide (L); 4: Wide (L-people); 5: Wide (L-animals);
      6: Auto; 7: Auto (People); 8: Auto (Animals)
    0x0170 PreferSubSelectorCenter = SettingOffOn
    0x0171 KeepExposureWithTeleconverter = 1: Off; 2: Shutter Speed; 3: ISO
    0x0174 FocusPointSelectionSpeed = 1: Normal; 2: High; 3: Very High

    [=SettingEnableDisable]
    1: Enable; 2: Disable

    [=SettingOffOn]
    1: Off; 2: On

    [=SettingOnOff]
    1: On; 2: Off

    [=SettingPriority]
    1: Release; 2: Focus

    [=SettingStepSize]
    1: 1/3 EV; 2: 1/2 EV; 3: 1 EV

    [=SettingMovieSelector]
    1: Center Focus Point; 2: Zoom (Low); 3: Zoom (1:1); 4: Zoom (High); 5: Record Movie; 6: None

    [=SettingYesNo]
    1: Yes; 2: No

    [=SettingShootMode]
    1: Select Center Focus Point; 2: Zoom (Low); 3: Zoom (1:1); 4: Zoom (High); 5: None

    [=SettingBank]
    1: A; 2: B; 3: C; 4: D

    [=SettingFlick]
    1: Rating; 2: Select To Send; 3: Protect; 4: Voice Memo; 5: None

    [=SettingFlickRating]
    1: Rating 5; 2: Rating 4; 3: Rating 3; 4: Rating 2; 5: Rating 1; 6: Candidate for Deletion

    [=SettingOffTime]
    1: 4 s; 2: 10 s; 3: 20 s; 4: 1 min; 5: 5 min; 6: 10 min

    [=SettingSubSelector]
    1: Same as MultiSelector; 2: Focus Point Selection
    """
}
