extension Maker {
  /// The tables of Fujifilm's notes. docs/maker-notes.md describes their form.
  static let fujifilmTables = """
    [Main]
    0x0000 Version
    0x0010 InternalSerialNumber
    0x1000 Quality
    0x1001 Sharpness = 0: -4 (softest); 1: -3 (very soft); 2: -2 (soft); 3: 0 (normal); 4: +2 (hard);
      5: +3 (very hard); 6: +4 (hardest); 130: -1 (medium soft); 132: +1 (medium hard); 32768: Film Simulation;
      65535: n/a
    0x1002 WhiteBalance = 0: Auto; 1: Auto (white priority); 2: Auto (ambiance priority); 256: Daylight;
      512: Cloudy; 768: Daylight Fluorescent; 769: Day White Fluorescent; 770: White Fluorescent;
      771: Warm White Fluorescent; 772: Living Room Warm White Fluorescent; 1024: Incandescent; 1280: Flash;
      1536: Underwater; 3840: Custom; 3841: Custom2; 3842: Custom3; 3843: Custom4; 3844: Custom5; 4080: Kelvin
    0x1003 Saturation = 0: 0 (normal); 128: +1 (medium high); 192: +3 (very high); 224: +4 (highest);
      256: +2 (high); 384: -1 (medium low); 512: Low; 768: None (B&W); 769: B&W Red Filter; 770: B&W Yellow Filter;
      771: B&W Green Filter; 784: B&W Sepia; 1024: -2 (low); 1216: -3 (very low); 1248: -4 (lowest); 1280: Acros;
      1281: Acros Red Filter; 1282: Acros Yellow Filter; 1283: Acros Green Filter; 32768: Film Simulation
    0x1004 Contrast = 0: Normal; 128: Medium High; 256: High; 384: Medium Low; 512: Low; 32768: Film Simulation
    0x1005 ColorTemperature
    0x1006 Contrast = 0: Normal; 256: High; 768: Low
    0x100a WhiteBalanceFineTune
    0x100b NoiseReduction omit:256 = 64: Low; 128: Normal; 256: n/a
    0x100e NoiseReduction = 0: 0 (normal); 256: +2 (strong); 384: +1 (medium strong); 448: +3 (very strong);
      480: +4 (strongest); 512: -2 (weak); 640: -1 (medium weak); 704: -3 (very weak); 736: -4 (weakest)
    0x100f Clarity = -5000: -5; -4000: -4; -3000: -3; -2000: -2; -1000: -1; 0: 0; 1000: 1; 2000: 2; 3000: 3;
      4000: 4; 5000: 5
    0x1010 FujiFlashMode = 0: Auto; 1: On; 2: Off; 3: Red-eye reduction; 4: External; 16: Commander;
      32768: Not Attached; 33056: TTL; 33568: TTL Auto - Did not fire; 38976: Manual; 39008: Flash Commander;
      39040: Multi-flash; 43296: 1st Curtain (front); 43552: TTL Slow - 1st Curtain (front);
      43808: TTL Auto - 1st Curtain (front); 44320: TTL - Red-eye Flash - 1st Curtain (front);
      44576: TTL Slow - Red-eye Flash - 1st Curtain (front); 44832: TTL Auto - Red-eye Flash - 1st Curtain (front);
      51488: 2nd Curtain (rear); 51744: TTL Slow - 2nd Curtain (rear); 52000: TTL Auto - 2nd Curtain (rear);
      52512: TTL - Red-eye Flash - 2nd Curtain (rear); 52768: TTL Slow - Red-eye Flash - 2nd Curtain (rear);
      53024: TTL Auto - Red-eye Flash - 2nd Curtain (rear); 59680: High Speed Sync (HSS)
    0x1011 FlashExposureComp
    0x1020 Macro = 0: Off; 1: On
    0x1021 FocusMode = 0: Auto; 1: Manual; 65535: Movie
    0x1022 AFMode = 0: No; 1: Single Point; 256: Zone; 512: Wide/Tracking
    0x1023 FocusPixel
    0x102b PrioritySettings @PrioritySettings
    0x102d FocusSettings @FocusSettings
    0x102e AFCSettings @AFCSettings
    0x1030 SlowSync = 0: Off; 1: On
    0x1031 PictureMode = 0: Auto; 1: Portrait; 2: Landscape; 3: Macro; 4: Sports; 5: Night Scene; 6: Program AE;
      7: Natural Light; 8: Anti-blur; 9: Beach & Snow; 10: Sunset; 11: Museum; 12: Party; 13: Flower; 14: Text;
      15: Natural Light & Flash; 16: Beach; 17: Snow; 18: Fireworks; 19: Underwater;
      20: Portrait with Skin Correction; 22: Panorama; 23: Night (tripod); 24: Pro Low-light; 25: Pro Focus;
      26: Portrait 2; 27: Dog Face Detection; 28: Cat Face Detection; 48: HDR; 64: Advanced Filter;
      256: Aperture-priority AE; 512: Shutter speed priority AE; 768: Manual
    0x1032 ExposureCount
    0x1033 EXRAuto = 0: Auto; 1: Manual
    0x1034 EXRMode = 256: HR (High Resolution); 512: SN (Signal to Noise priority); 768: DR (Dynamic Range priority)
    0x1040 ShadowTone = -64: +4 (hardest); -48: +3 (very hard); -32: +2 (hard); -16: +1 (medium hard);
      0: 0 (normal); 16: -1 (medium soft); 32: -2 (soft)
    0x1041 HighlightTone = -64: +4 (hardest); -48: +3 (very hard); -32: +2 (hard); -16: +1 (medium hard);
      0: 0 (normal); 16: -1 (medium soft); 32: -2 (soft)
    0x1044 DigitalZoom /8
    0x1045 LensModulationOptimizer = 0: Off; 1: On
    0x1047 GrainEffectRoughness = 0: Off; 32: Weak; 64: Strong
    0x1048 ColorChromeEffect = 0: Off; 32: Weak; 64: Strong
    0x1049 BWAdjustment s8
    0x104b BWMagentaGreen s8
    0x104c GrainEffectSize = 0: Off; 16: Small; 32: Large
    0x104d CropMode = 0: n/a; 1: Full-frame on GFX; 2: Sports Finder Mode; 4: Electronic Shutter 1.25x Crop
    0x104e ColorChromeFXBlue = 0: Off; 32: Weak; 64: Strong
    0x1050 ShutterType = 0: Mechanical; 1: Electronic; 2: Electronic (long shutter speed);
      3: Electronic Front Curtain
    0x1100 AutoBracketing ?model:X-T3$ = 0: Off; 1: On; 2: Pre-shot
    0x1100 AutoBracketing = 0: Off; 1: On; 2: No flash & flash; 6: Pixel Shift
    0x1101 SequenceNumber
    0x1103 DriveSettings @DriveSettings
    0x1105 PixelShiftShots
    0x1106 PixelShiftOffset
    0x1153 PanoramaAngle
    0x1154 PanoramaDirection = 1: Right; 2: Up; 3: Left; 4: Down
    0x1201 AdvancedFilter = 65536: Pop Color; 131072: Hi Key; 196608: Toy Camera; 262144: Miniature;
      327680: Dynamic Tone; 393217: Partial Color Red; 393218: Partial Color Yellow; 393219: Partial Color Green;
      393220: Partial Color Blue; 393221: Partial Color Orange; 393222: Partial Color Purple; 458752: Soft Focus;
      589824: Low Key
    0x1210 ColorMode = 0: Standard; 16: Chrome; 48: B & W
    0x1300 BlurWarning = 0: None; 1: Blur Warning
    0x1301 FocusWarning = 0: Good; 1: Out of focus
    0x1302 ExposureWarning = 0: Good; 1: Bad exposure
    0x1304 GEImageSize ?isGE
    0x1400 DynamicRange = 1: Standard; 3: Wide
    0x1401 FilmMode = 0: F0/Standard (Provia); 256: F1/Studio Portrait;
      272: F1a/Studio Portrait Enhanced Saturation; 288: F1b/Studio Portrait Smooth Skin Tone (Astia);
      304: F1c/Studio Portrait Increased Sharpness; 512: F2/Fujichrome (Velvia); 768: F3/Studio Portrait Ex;
      1024: F4/Velvia; 1280: Pro Neg. Std; 1281: Pro Neg. Hi; 1536: Classic Chrome; 1792: Eterna;
      2048: Classic Negative; 2304: Bleach Bypass; 2560: Nostalgic Neg
    0x1402 DynamicRangeSetting = 0: Auto; 1: Manual; 256: Standard (100%); 512: Wide1 (230%); 513: Wide2 (400%);
      32768: Film Simulation
    0x1403 DevelopmentDynamicRange
    0x1404 MinFocalLength
    0x1405 MaxFocalLength
    0x1406 MaxApertureAtMinFocal
    0x1407 MaxApertureAtMaxFocal
    0x140b AutoDynamicRange
    0x1422 ImageStabilization = parts 0: None; 1: Optical; 2: Sensor-shift; 3: OIS Lens; 258: IBIS/OIS + DIS;
      512: Digital | 0: Off; 1: On (mode 1, continuous); 2: On (mode 2, shooting only)
    0x1425 SceneRecognition = 0: Unrecognized; 256: Portrait Image; 259: Night Portrait; 261: Backlit Portrait;
      512: Landscape Image; 768: Night Scene; 1024: Macro
    0x1431 Rating low
    0x1436 ImageGeneration = 0: Original Image; 1: Re-developed from RAW
    0x1438&0x7fff ImageCount
    0x1443 DRangePriority = 0: Auto; 1: Fixed
    0x1444 DRangePriorityAuto = 1: Weak; 2: Strong; 3: Plus
    0x1445 DRangePriorityFixed = 1: Weak; 2: Strong
    0x1446 FlickerReduction
    0x1447 FujiModel
    0x1448 FujiModel2
    0x144d RollAngle
    0x3803 VideoRecordingMode = 0: Normal; 16: F-log; 32: HLG; 48: F-log2
    0x3804 PeripheralLighting = 0: Off; 1: On
    0x3806 VideoCompression = 1: Log GOP; 2: All Intra
    0x3820 FrameRate
    0x3821 FrameWidth
    0x3822 FrameHeight
    0x3824 FullHDHighSpeedRec = 1: Off; 2: On
    0x4005 FaceElementSelected
    0x4100 FacesDetected
    0x4103 FacePositions
    0x4200 NumFaceElements
    0x4201 FaceElementTypes
    0x4203 FaceElementPositions
    0x8000 FileSource
    0x8002 OrderNumber
    0x8003 FrameNumber
    0xb211 Parallax

    [GE]
    0x0202 Macro = 0: Off; 1: On
    0x0207 GEModel text
    0x0300 GEMake text

    [PrioritySettings u16]
    0&0xf AF-SPriority = 1: Release; 2: Focus
    0&0xf0 AF-CPriority = 1: Release; 2: Focus

    [FocusSettings u32]
    0&0xf FocusMode2 = 0: AF-M; 1: AF-S; 2: AF-C
    0&0xf0 PreAF = 0: Off; 1: On
    0&0xf00 AFAreaMode = 0: Single Point; 1: Zone; 2: Wide/Tracking
    0&0xf000 AFAreaPointSize = 0: n/a
    0&0xf0000 AFAreaZoneSize = 0: n/a

    [AFCSettings u32]
    0 AF-CSetting = 16: Set 4 (suddenly appearing subject); 258: Set 1 (multi-purpose);
      290: Set 3 (accelerating subject); 291: Set 5 (erratic motion); 515: Set 2 (ignore obstacles)
    0&0xf AF-CTrackingSensitivity
    0&0xf0 AF-CSpeedTrackingSensitivity
    0&0xf00 AF-CZoneAreaSwitching = 0: Front; 1: Auto; 2: Center

    [DriveSettings u32]
    0&0xff DriveMode = 0: Single; 1: Continuous Low; 2: Continuous High
    0&0xff000000 DriveSpeed = 0: n/a
    """
}
