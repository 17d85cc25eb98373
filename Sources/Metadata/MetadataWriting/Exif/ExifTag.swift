/// An Exif tag that a user can set: its name in the standard, its directory, and the format of its value.
package struct ExifTag: Sendable {
  /// The directory that the tag belongs to.
  package enum Home: Hashable, Sendable {
    case main, exif, gps
  }

  package enum Format: Hashable, Sendable {
    case text
    /// `YYYY:MM:DD hh:mm:ss`
    case date
    /// `+hh:mm`
    case zone
    case integer(Width)
    case fraction(signed: Bool)
    /// Four digits without a NUL (`0232`).
    case version
    /// Text after eight bytes that name its character code (Exif 2.32, 4.6.5, UserComment).
    case coded
    /// Windows's texts: little-endian UTF-16 in BYTE fields.
    case wide
  }

  package enum Width: Hashable, Sendable {
    case byte, short, long, undefined
  }

  package let name: String
  package let number: UInt16
  package let home: Home
  package let format: Format
  /// The number of values; 0: any number.
  package let count: Int

  init(_ name: String, _ number: UInt16, _ home: Home, _ format: Format, _ count: Int = 0) {
    self.name = name
    self.number = number
    self.home = home
    self.format = format
    self.count = count
  }

  /// The tag with a name. Case is ignored; GPS tags are also found without their prefix.
  static func named(_ name: String, gps: Bool) -> ExifTag? {
    let wanted = name.lowercased()
    let real = aliases.first { $0.key.lowercased() == wanted }?.value.lowercased() ?? wanted
    return table.first { tag in
      guard (tag.home == .gps) == gps else { return false }
      let own = tag.name.lowercased()
      return own == real || gps && own == "gps" + real
    }
  }

  /// All names for the tags of a group.
  static func names(gps: Bool) -> [String] {
    table.filter { ($0.home == .gps) == gps }.map(\.name) + (gps ? ["position"] : aliases.map(\.key))
  }
}

extension ExifTag {
  /// The tags of Exif 2.32 and 3.0 that a user can set, with the types that tables 4 to 8 and 15 declare; then the tags
  /// of TIFF 6.0 that describe a picture in words, and those of Windows.
  package static let table: [ExifTag] = [
    ExifTag("ImageDescription", 0x010E, .main, .text),
    ExifTag("Make", 0x010F, .main, .text),
    ExifTag("Model", 0x0110, .main, .text),
    ExifTag("Orientation", 0x0112, .main, .integer(.short), 1),
    ExifTag("XResolution", 0x011A, .main, .fraction(signed: false), 1),
    ExifTag("YResolution", 0x011B, .main, .fraction(signed: false), 1),
    ExifTag("ResolutionUnit", 0x0128, .main, .integer(.short), 1),
    ExifTag("Software", 0x0131, .main, .text),
    ExifTag("DateTime", 0x0132, .main, .date),
    ExifTag("Artist", 0x013B, .main, .text),
    ExifTag("HostComputer", 0x013C, .main, .text),
    ExifTag("WhitePoint", 0x013E, .main, .fraction(signed: false), 2),
    ExifTag("PrimaryChromaticities", 0x013F, .main, .fraction(signed: false), 6),
    ExifTag("YCbCrCoefficients", 0x0211, .main, .fraction(signed: false), 3),
    ExifTag("YCbCrPositioning", 0x0213, .main, .integer(.short), 1),
    ExifTag("ReferenceBlackWhite", 0x0214, .main, .fraction(signed: false), 6),
    ExifTag("DocumentName", 0x010D, .main, .text),
    ExifTag("PageName", 0x011D, .main, .text),
    ExifTag("Rating", 0x4746, .main, .integer(.short), 1),
    ExifTag("RatingPercent", 0x4749, .main, .integer(.short), 1),
    ExifTag("Copyright", 0x8298, .main, .text),
    ExifTag("XPTitle", 0x9C9B, .main, .wide),
    ExifTag("XPComment", 0x9C9C, .main, .wide),
    ExifTag("XPAuthor", 0x9C9D, .main, .wide),
    ExifTag("XPKeywords", 0x9C9E, .main, .wide),
    ExifTag("XPSubject", 0x9C9F, .main, .wide),
    ExifTag("ExposureTime", 0x829A, .exif, .fraction(signed: false), 1),
    ExifTag("FNumber", 0x829D, .exif, .fraction(signed: false), 1),
    ExifTag("ExposureProgram", 0x8822, .exif, .integer(.short), 1),
    ExifTag("SpectralSensitivity", 0x8824, .exif, .text),
    ExifTag("ISOSpeedRatings", 0x8827, .exif, .integer(.short)),
    ExifTag("SensitivityType", 0x8830, .exif, .integer(.short), 1),
    ExifTag("StandardOutputSensitivity", 0x8831, .exif, .integer(.long), 1),
    ExifTag("RecommendedExposureIndex", 0x8832, .exif, .integer(.long), 1),
    ExifTag("ISOSpeed", 0x8833, .exif, .integer(.long), 1),
    ExifTag("ISOSpeedLatitudeyyy", 0x8834, .exif, .integer(.long), 1),
    ExifTag("ISOSpeedLatitudezzz", 0x8835, .exif, .integer(.long), 1),
    ExifTag("ExifVersion", 0x9000, .exif, .version, 4),
    ExifTag("DateTimeOriginal", 0x9003, .exif, .date),
    ExifTag("DateTimeDigitized", 0x9004, .exif, .date),
    ExifTag("OffsetTime", 0x9010, .exif, .zone),
    ExifTag("OffsetTimeOriginal", 0x9011, .exif, .zone),
    ExifTag("OffsetTimeDigitized", 0x9012, .exif, .zone),
    ExifTag("ComponentsConfiguration", 0x9101, .exif, .integer(.undefined), 4),
    ExifTag("CompressedBitsPerPixel", 0x9102, .exif, .fraction(signed: false), 1),
    ExifTag("ShutterSpeedValue", 0x9201, .exif, .fraction(signed: true), 1),
    ExifTag("ApertureValue", 0x9202, .exif, .fraction(signed: false), 1),
    ExifTag("BrightnessValue", 0x9203, .exif, .fraction(signed: true), 1),
    ExifTag("ExposureBiasValue", 0x9204, .exif, .fraction(signed: true), 1),
    ExifTag("MaxApertureValue", 0x9205, .exif, .fraction(signed: false), 1),
    ExifTag("SubjectDistance", 0x9206, .exif, .fraction(signed: false), 1),
    ExifTag("MeteringMode", 0x9207, .exif, .integer(.short), 1),
    ExifTag("LightSource", 0x9208, .exif, .integer(.short), 1),
    ExifTag("Flash", 0x9209, .exif, .integer(.short), 1),
    ExifTag("FocalLength", 0x920A, .exif, .fraction(signed: false), 1),
    ExifTag("SubjectArea", 0x9214, .exif, .integer(.short)),
    ExifTag("UserComment", 0x9286, .exif, .coded),
    ExifTag("SubSecTime", 0x9290, .exif, .text),
    ExifTag("SubSecTimeOriginal", 0x9291, .exif, .text),
    ExifTag("SubSecTimeDigitized", 0x9292, .exif, .text),
    ExifTag("Temperature", 0x9400, .exif, .fraction(signed: true), 1),
    ExifTag("Humidity", 0x9401, .exif, .fraction(signed: false), 1),
    ExifTag("Pressure", 0x9402, .exif, .fraction(signed: false), 1),
    ExifTag("WaterDepth", 0x9403, .exif, .fraction(signed: true), 1),
    ExifTag("Acceleration", 0x9404, .exif, .fraction(signed: false), 1),
    ExifTag("CameraElevationAngle", 0x9405, .exif, .fraction(signed: true), 1),
    ExifTag("FlashpixVersion", 0xA000, .exif, .version, 4),
    ExifTag("ColorSpace", 0xA001, .exif, .integer(.short), 1),
    ExifTag("PixelXDimension", 0xA002, .exif, .integer(.long), 1),
    ExifTag("PixelYDimension", 0xA003, .exif, .integer(.long), 1),
    ExifTag("RelatedSoundFile", 0xA004, .exif, .text),
    ExifTag("FlashEnergy", 0xA20B, .exif, .fraction(signed: false), 1),
    ExifTag("FocalPlaneXResolution", 0xA20E, .exif, .fraction(signed: false), 1),
    ExifTag("FocalPlaneYResolution", 0xA20F, .exif, .fraction(signed: false), 1),
    ExifTag("FocalPlaneResolutionUnit", 0xA210, .exif, .integer(.short), 1),
    ExifTag("SubjectLocation", 0xA214, .exif, .integer(.short), 2),
    ExifTag("ExposureIndex", 0xA215, .exif, .fraction(signed: false), 1),
    ExifTag("SensingMethod", 0xA217, .exif, .integer(.short), 1),
    ExifTag("FileSource", 0xA300, .exif, .integer(.undefined), 1),
    ExifTag("SceneType", 0xA301, .exif, .integer(.undefined), 1),
    ExifTag("CustomRendered", 0xA401, .exif, .integer(.short), 1),
    ExifTag("ExposureMode", 0xA402, .exif, .integer(.short), 1),
    ExifTag("WhiteBalance", 0xA403, .exif, .integer(.short), 1),
    ExifTag("DigitalZoomRatio", 0xA404, .exif, .fraction(signed: false), 1),
    ExifTag("FocalLengthIn35mmFilm", 0xA405, .exif, .integer(.short), 1),
    ExifTag("SceneCaptureType", 0xA406, .exif, .integer(.short), 1),
    ExifTag("GainControl", 0xA407, .exif, .integer(.short), 1),
    ExifTag("Contrast", 0xA408, .exif, .integer(.short), 1),
    ExifTag("Saturation", 0xA409, .exif, .integer(.short), 1),
    ExifTag("Sharpness", 0xA40A, .exif, .integer(.short), 1),
    ExifTag("SubjectDistanceRange", 0xA40C, .exif, .integer(.short), 1),
    ExifTag("ImageUniqueID", 0xA420, .exif, .text),
    ExifTag("CameraOwnerName", 0xA430, .exif, .text),
    ExifTag("BodySerialNumber", 0xA431, .exif, .text),
    ExifTag("LensSpecification", 0xA432, .exif, .fraction(signed: false), 4),
    ExifTag("LensMake", 0xA433, .exif, .text),
    ExifTag("LensModel", 0xA434, .exif, .text),
    ExifTag("LensSerialNumber", 0xA435, .exif, .text),
    ExifTag("ImageTitle", 0xA436, .exif, .text),
    ExifTag("Photographer", 0xA437, .exif, .text),
    ExifTag("ImageEditor", 0xA438, .exif, .text),
    ExifTag("CameraFirmware", 0xA439, .exif, .text),
    ExifTag("RAWDevelopingSoftware", 0xA43A, .exif, .text),
    ExifTag("ImageEditingSoftware", 0xA43B, .exif, .text),
    ExifTag("MetadataEditingSoftware", 0xA43C, .exif, .text),
    ExifTag("CompositeImage", 0xA460, .exif, .integer(.short), 1),
    ExifTag("Gamma", 0xA500, .exif, .fraction(signed: false), 1),
    ExifTag("GPSVersionID", 0x0000, .gps, .integer(.byte), 4),
    ExifTag("GPSLatitudeRef", 0x0001, .gps, .text),
    ExifTag("GPSLatitude", 0x0002, .gps, .fraction(signed: false), 3),
    ExifTag("GPSLongitudeRef", 0x0003, .gps, .text),
    ExifTag("GPSLongitude", 0x0004, .gps, .fraction(signed: false), 3),
    ExifTag("GPSAltitudeRef", 0x0005, .gps, .integer(.byte), 1),
    ExifTag("GPSAltitude", 0x0006, .gps, .fraction(signed: false), 1),
    ExifTag("GPSTimeStamp", 0x0007, .gps, .fraction(signed: false), 3),
    ExifTag("GPSSatellites", 0x0008, .gps, .text),
    ExifTag("GPSStatus", 0x0009, .gps, .text),
    ExifTag("GPSMeasureMode", 0x000A, .gps, .text),
    ExifTag("GPSDOP", 0x000B, .gps, .fraction(signed: false), 1),
    ExifTag("GPSSpeedRef", 0x000C, .gps, .text),
    ExifTag("GPSSpeed", 0x000D, .gps, .fraction(signed: false), 1),
    ExifTag("GPSTrackRef", 0x000E, .gps, .text),
    ExifTag("GPSTrack", 0x000F, .gps, .fraction(signed: false), 1),
    ExifTag("GPSImgDirectionRef", 0x0010, .gps, .text),
    ExifTag("GPSImgDirection", 0x0011, .gps, .fraction(signed: false), 1),
    ExifTag("GPSMapDatum", 0x0012, .gps, .text),
    ExifTag("GPSDestLatitudeRef", 0x0013, .gps, .text),
    ExifTag("GPSDestLatitude", 0x0014, .gps, .fraction(signed: false), 3),
    ExifTag("GPSDestLongitudeRef", 0x0015, .gps, .text),
    ExifTag("GPSDestLongitude", 0x0016, .gps, .fraction(signed: false), 3),
    ExifTag("GPSDestBearingRef", 0x0017, .gps, .text),
    ExifTag("GPSDestBearing", 0x0018, .gps, .fraction(signed: false), 1),
    ExifTag("GPSDestDistanceRef", 0x0019, .gps, .text),
    ExifTag("GPSDestDistance", 0x001A, .gps, .fraction(signed: false), 1),
    ExifTag("GPSProcessingMethod", 0x001B, .gps, .coded),
    ExifTag("GPSAreaInformation", 0x001C, .gps, .coded),
    ExifTag("GPSDateStamp", 0x001D, .gps, .text),
    ExifTag("GPSDifferential", 0x001E, .gps, .integer(.short), 1),
    ExifTag("GPSHPositioningError", 0x001F, .gps, .fraction(signed: false), 1),
  ]

  /// Other names under which ExifTool and older versions of the standard know a tag.
  package static let aliases: KeyValuePairs<String, String> = [
    "ISO": "ISOSpeedRatings", "PhotographicSensitivity": "ISOSpeedRatings", "ModifyDate": "DateTime",
    "CreateDate": "DateTimeDigitized", "SubSecTimeCreate": "SubSecTimeDigitized", "ExifImageWidth": "PixelXDimension",
    "ExifImageHeight": "PixelYDimension", "ExposureCompensation": "ExposureBiasValue", "LensInfo": "LensSpecification",
    "SerialNumber": "BodySerialNumber", "OwnerName": "CameraOwnerName", "AmbientTemperature": "Temperature",
    "FocalLengthIn35mmFormat": "FocalLengthIn35mmFilm", "FocalLenIn35mmFilm": "FocalLengthIn35mmFilm",
    "ExposureBias": "ExposureBiasValue", "FlashPixVersion": "FlashpixVersion",
  ]
}
