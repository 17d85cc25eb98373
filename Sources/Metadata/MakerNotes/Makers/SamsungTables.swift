extension Maker {
  /// The tables of Samsung's notes. docs/maker-notes.md describes their form.
  static let samsungTables = """
    [Type2]
    0x0001 MakerNoteVersion
    0x0002 DeviceType = 4096: Compact Digital Camera; 8192: High-end NX Camera; 12288: HXM Video Camera;
      73728: Cell Phone; 3145728: SMX Video Camera
    0x0003 SamsungModelID = 16781340: NX10; 16781862: HMX-S15BP; 16781875: HMX-Q10; 16781876: HMX-H304;
      16782092: NX100; 16782119: NX11; 24121419: ES65, ES67 / VLUU ES65, ES67 / SL50;
      24121422: ES70, ES71 / VLUU ES70, ES71 / SL600; 24121426: ES73 / VLUU ES73 / SL605;
      24121429: ES25, ES27 / VLUU ES25, ES27 / SL45; 24122112: ES28 / VLUU ES28;
      24122115: ES74,ES75,ES78 / VLUU ES75,ES78; 33558598: PL150 / VLUU PL150 / TL210 / PL151;
      33558600: PL100 / TL205 / VLUU PL100 / PL101; 33559313: PL120,PL121 / VLUU PL120,PL121;
      33559317: PL170,PL171 / VLUUPL170,PL171; 33559326: PL210, PL211 / VLUU PL210, PL211;
      40899351: PL20,PL21 / VLUU PL20,PL21; 44040219: WP10 / VLUU WP10 / AQ100;
      50331648: Various Models (0x3000000); 60817432: Various Models (0x3a00018);
      67112991: ST1000 / ST1100 / VLUU ST1000 / CL65; 67112994: ST550 / VLUU ST550 / TL225;
      67112997: Various Models (0x4001025); 67113022: VLUU ST5500, ST5500, CL80;
      67113025: VLUU ST5000, ST5000, TL240; 67113027: ST70 / VLUU ST70 / ST71;
      67113738: Various Models (0x400130a); 67113742: ST90,ST91 / VLUU ST90,ST91; 67113747: VLUU ST95, ST95;
      77594645: VLUU ST60; 77599579: ST30, ST65 / VLUU ST65 / ST67; 83886080: Various Models (0x5000000);
      83890232: Various Models (0x5001038); 83890234: WB650 / VLUU WB650 / WB660;
      83890236: WB600 / VLUU WB600 / WB610; 83891006: WB150 / WB150F / WB152 / WB152F / WB151;
      94371855: WB5000 / HZ25W; 94371870: WB5500 / VLUU WB5500 / HZ50W; 100667446: EX1;
      117445404: VLUU SH100, SH100; 655519746: SMX-C20N
    0x0011 OrientationInfo @OrientationInfo
    0x0020 SmartAlbumColor ?isZero = 0 0: n/a
    0x0020 SmartAlbumColor
    0x0021 PictureWizard @PictureWizard
    0x0031 LocationName
    0x0040 RawDataByteOrder = 0: Little-endian (Intel, II); 1: Big-endian (Motorola, MM)
    0x0041 WhiteBalanceSetup = 0: Auto; 1: Manual
    0x0043 CameraTemperature
    0x0050 RawDataCFAPattern = 0: Unchanged; 1: Swap; 65535: Roll
    0x0100 FaceDetect = 0: Off; 1: On
    0x0120 FaceRecognition = 0: Off; 1: On
    0x0123 FaceName
    0xa001 FirmwareName
    0xa002 SerialNumber ?isSerial
    0xa003 LensType
    0xa004 LensFirmware
    0xa005 InternalLensSerialNumber
    0xa010 SensorAreas
    0xa011 ColorSpace = 0: sRGB; 1: Adobe RGB
    0xa012 SmartRange = 0: Off; 1: On
    0xa013 ExposureCompensation
    0xa014 ISO
    0xa018 ExposureTime first
    0xa019 FNumber low first
    0xa01a FocalLengthIn35mmFormat u32 low /10
    0xa020 EncryptionKey
    0xa021 WB_RGGBLevelsUncorrected decrypt:-0
    0xa022 WB_RGGBLevelsAuto decrypt:-4
    0xa023 WB_RGGBLevelsIlluminator1 decrypt:-8
    0xa024 WB_RGGBLevelsIlluminator2 decrypt:-1
    0xa025 HighlightLinearityLimit
    0xa028 WB_RGGBLevelsBlack decrypt:-0
    0xa030 ColorMatrix decrypt:0
    0xa031 ColorMatrixSRGB decrypt:0
    0xa032 ColorMatrixAdobeRGB decrypt:0
    0xa033 CbCrMatrixDefault decrypt:0
    0xa034 CbCrMatrix decrypt:4
    0xa035 CbCrGainDefault decrypt:-0
    0xa036 CbCrGain decrypt:-2

    [OrientationInfo sr64]
    1 PitchAngle
    2 RollAngle

    [PictureWizard u16]
    0 PictureWizardMode = 0: Standard; 1: Vivid; 2: Portrait; 3: Landscape; 4: Forest; 5: Retro; 6: Cool; 7: Calm;
      8: Classic; 9: Custom1; 10: Custom2; 11: Custom3; 255: n/a
    1 PictureWizardColor
    2 PictureWizardSaturation -4
    3 PictureWizardSharpness -4
    4 PictureWizardContrast -4

    # Of the notes that begin with STMN only the version is known.
    [Type1 u8]
    0 MakerNoteVersion text[8]
    """
}
