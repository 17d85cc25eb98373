extension Maker {
  /// The tables of Sigma's notes. docs/maker-notes.md describes their form.
  static let sigmaTables = """
    [Main]
    0x0002 SerialNumber
    0x0003 DriveMode
    0x0004 ResolutionMode
    0x0005 AFMode
    0x0006 FocusSetting
    0x0007 WhiteBalance
    0x0008 ExposureMode = A: Aperture-priority AE; M: Manual; P: Program AE; S: Shutter speed priority AE
    0x0009 MeteringMode = 8: Multi-segment; A: Average; C: Center-weighted average
    0x000a LensFocalRange
    0x000b ColorSpace
    0x000c ExposureCompensation ?type:text afterColon
    0x000d Contrast ?type:text afterColon
    0x000d Contrast low
    0x000e Shadow ?type:text afterColon
    0x000e Shadow low
    0x000f Highlight ?type:text afterColon
    0x000f Highlight low
    0x0010 Saturation ?type:text afterColon
    0x0010 Saturation low
    0x0011 Sharpness ?type:text afterColon
    0x0011 Sharpness low
    0x0012 X3FillLight ?type:text afterColon
    0x0012 X3FillLight
    0x0014 ColorAdjustment ?type:text afterColon
    0x0014 ColorAdjustment
    0x0015 AdjustmentMode
    0x0016 Quality afterColon
    0x0017 Firmware
    0x0018 Software low
    0x0019 AutoBracket
    0x001a ChrominanceNoiseReduction ?type:text afterColon
    0x001b LuminanceNoiseReduction ?type:text afterColon
    0x001c PreviewImageSize ?isOld
    0x001d MakerNoteVersion ?isOld
    0x001e PreviewImageSize ?!isOld
    0x001f AFPoint ?isOld
    0x001f MakerNoteVersion
    0x0022 FileFormat ?isOld
    0x0024 Calibration ?isOld
    0x0026 FileFormat ?!isOld
    0x0027 LensType ?!isOld ?type:text fromHexadecimal = LensType
    0x0027 LensType ?!isOld = LensType
    0x002a LensFocalRange ?!isOld
    0x002b LensMaxApertureRange ?!isOld
    0x002c ColorMode ?type:u32 = 0: n/a; 1: Sepia; 2: B&W; 3: Standard; 4: Vivid; 5: Neutral; 6: Portrait;
      7: Landscape; 8: FOV Classic Blue
    0x0030 LensApertureRange ?isOld
    0x0030 Calibration
    0x0031 FNumber low ?isOld
    0x0032 ExposureTime low ?isOld
    0x0033 ExposureTime2 ?hasExposureTime2 *1e-6
    0x0034 BurstShot ?isOld
    0x0035 ExposureCompensation ?isOld
    0x0039 SensorTemperature ?isOld
    0x003a FlashExposureComp ?isOld
    0x003b Firmware low ?isOld
    0x003c WhiteBalance low ?isOld
    0x003d PictureMode
    0x0048 LensApertureRange ?!isOld
    0x0049 FNumber low ?!isOld
    0x004a ExposureTime low ?!isOld
    0x004b ExposureTime2 ?hasMicroseconds
    0x004b ExposureTime2 ?isQuattro /1000000
    0x004d ExposureCompensation ?!isOld
    0x0055 SensorTemperature ?!isOld
    0x0056 FlashExposureComp ?!isOld
    0x0057 Firmware2 low ?type:text
    0x0058 WhiteBalance low ?!isOld
    0x0059 DigitalFilter ?!isOld
    0x0084 Model
    0x0086 ISO
    0x0087 ResolutionMode
    0x0088 WhiteBalance
    0x008c Firmware
    0x011f CameraCalibration
    0x0120 WBSettings @WBSettings

    [WBSettings f32]
    0 WB_RGBLevelsAuto f32[3]
    3 WB_RGBLevelsDaylight f32[3]
    6 WB_RGBLevelsShade f32[3]
    9 WB_RGBLevelsOvercast f32[3]
    12 WB_RGBLevelsIncandescent f32[3]
    15 WB_RGBLevelsFluorescent f32[3]
    18 WB_RGBLevelsFlash f32[3]
    21 WB_RGBLevelsCustom1 f32[3]
    24 WB_RGBLevelsCustom2 f32[3]
    27 WB_RGBLevelsCustom3 f32[3]
    """
}
