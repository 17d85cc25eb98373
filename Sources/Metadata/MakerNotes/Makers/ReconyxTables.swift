extension Maker {
  /// The tables of Reconyx's notes. docs/maker-notes.md describes their form.
  static let reconyxTables = """
    [Main u16 little]
    [Type3 u8 little]
     0   - MakerNoteVersion
     1   - FirmwareVersion u16[3]
     -  16 FileNumber u16
     -  18 DirectoryNumber u16
     -  42 FirmwareVersion u16[3] shortVersion
     4  48 FirmwareDate u16[2] date
     6   - TriggerMode text[2] = C: CodeLoc Not Entered; E: External Sensor; M: Motion Detection; T: Time Lapse
     -  52 TriggerMode text[2] = M: Motion Detection; P: Point and Shoot; T: Time Lapse
     7  54 Sequence u16[2]
     9  58 EventNumber u16[2] joinedHalves
    11   - DateTimeOriginal u16[6] low dateTime
    18   - MoonPhase = 0: New; 1: New Crescent; 2: First Quarter; 3: Waxing Gibbous; 4: Full; 5: Waning Gibbous;
      6: Last Quarter; 7: Old Crescent
     -  62 DateTimeOriginal u16[6] low dateTimeReversed
     -  74 DayOfWeek u16 = 0: Sunday; 1: Monday; 2: Tuesday; 3: Wednesday; 4: Thursday; 5: Friday; 6: Saturday
     -  76 MoonPhase u16 = 0: New; 1: New Crescent; 2: First Quarter; 3: Waxing Gibbous; 4: Full; 5: Waning Gibbous;
      6: Last Quarter; 7: Old Crescent
    19  78 AmbientTemperatureFahrenheit s16
    20  80 AmbientTemperature s16
    21   - SerialNumber bytes[30] utf16
    36   - Contrast
    37   - Brightness
    38   - Sharpness
    39   - Saturation
    40   - InfraredIlluminator = 0: Off; 1: On
    41   - MotionSensitivity
    42   - BatteryVoltage /1000
     -  82 Contrast u16
     -  84 Brightness u16
     -  86 Sharpness u16
     -  88 Saturation u16
     -  90 Flash u16 = 0: Off; 1: On
     -  92 AmbientInfrared u16
     -  94 AmbientLight u16
     -  96 MotionSensitivity u16
     -  98 BatteryVoltage u16
     - 100 BatteryVoltageAvg u16
     - 102 BatteryType u16
    43 104 UserLabel text[22]
     - 126 SerialNumber bytes[30] utf16

    [Type2 u8 little]
    24 FirmwareVersion bytes[7] version
    31 Micro1Version bytes[7] version
    38 BootLoaderVersion bytes[7] version
    45 Micro2Version bytes[7] version
    52 TriggerMode bytes[1] = M: Motion Detection; P: Point and Shoot; T: Time Lapse
    53 Sequence u8[2]
    55 EventNumber u32
    59 DateTimeOriginal u8[7] low dateTimeOfBytes
    66 DayOfWeek = 0: Sunday; 1: Monday; 2: Tuesday; 3: Wednesday; 4: Thursday; 5: Friday; 6: Saturday
    67 MoonPhase = 0: New; 1: New Crescent; 2: First Quarter; 3: Waxing Gibbous; 4: Full; 5: Waning Gibbous;
      6: Last Quarter; 7: Old Crescent
    68 AmbientTemperatureFahrenheit s16
    70 AmbientTemperature s16
    72 Illumination = 0: Off; 1: On
    73 BatteryVoltage u16 /1000
    75 SerialNumber text[15]
    90 UserLabel text[21]
    """
}
