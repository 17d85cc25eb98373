/// Names of tags that libexif 0.6.24 does not know, or knows by another name than the standard's.
enum ExifTagNames {
  /// TIFF 6.0 with its supplements, Exif 2.32 and 3.0, DNG 1.6, and the fields of XMP, IPTC and Photoshop in TIFF.
  static let supplement: [UInt16: String] = [
    0x000B: "ProcessingSoftware", 0x00FE: "NewSubfileType", 0x00FF: "SubfileType", 0x0107: "Thresholding",
    0x0108: "CellWidth", 0x0109: "CellLength", 0x0118: "MinSampleValue", 0x0119: "MaxSampleValue",
    0x011D: "PageName", 0x011E: "XPosition", 0x011F: "YPosition", 0x0122: "GrayResponseUnit",
    0x0123: "GrayResponseCurve", 0x0124: "T4Options", 0x0125: "T6Options", 0x0129: "PageNumber",
    0x013C: "HostComputer", 0x013D: "Predictor", 0x0140: "ColorMap", 0x0141: "HalftoneHints", 0x0142: "TileWidth",
    0x0143: "TileLength", 0x0144: "TileOffsets", 0x0145: "TileByteCounts", 0x014C: "InkSet", 0x014D: "InkNames",
    0x014E: "NumberOfInks", 0x0150: "DotRange", 0x0151: "TargetPrinter", 0x0152: "ExtraSamples",
    0x0153: "SampleFormat", 0x0154: "SMinSampleValue", 0x0155: "SMaxSampleValue", 0x015B: "JPEGTables",
    0x0201: "JPEGInterchangeFormat", 0x0202: "JPEGInterchangeFormatLength", 0x02BC: "XMLPacket",
    0x4746: "Rating", 0x4749: "RatingPercent", 0x80E3: "Matteing", 0x80E5: "DataType", 0x80E6: "ImageDepth",
    0x80E7: "TileDepth", 0x83BB: "IPTC-NAA", 0x830E: "ModelPixelScale", 0x8482: "ModelTiepoint",
    0x87AF: "GeoKeyDirectory", 0x87B0: "GeoDoubleParams", 0x87B1: "GeoAsciiParams", 0x8649: "ImageResources",
    0x8773: "ICCProfile", 0x8833: "ISOSpeed", 0x8834: "ISOSpeedLatitudeyyy", 0x8835: "ISOSpeedLatitudezzz",
    0x9216: "TIFF-EPStandardID", 0x9290: "SubSecTime", 0x9400: "Temperature", 0x9401: "Humidity",
    0x9402: "Pressure", 0x9403: "WaterDepth", 0x9404: "Acceleration", 0x9405: "CameraElevationAngle",
    0xA005: "InteroperabilityPointer", 0xA20B: "FlashEnergy", 0xA436: "ImageTitle", 0xA437: "Photographer",
    0xA438: "ImageEditor", 0xA439: "CameraFirmware", 0xA43A: "RAWDevelopingSoftware",
    0xA43B: "ImageEditingSoftware", 0xA43C: "MetadataEditingSoftware", 0xA480: "GDALMetadata",
    0xA481: "GDALNoData", 0xC4A5: "PrintImageMatching", 0xC612: "DNGVersion", 0xC613: "DNGBackwardVersion",
    0xC614: "UniqueCameraModel", 0xC615: "LocalizedCameraModel", 0xC62F: "CameraSerialNumber",
    0xC630: "LensInfo", 0xC71B: "PreviewDateTime", 0xEA1D: "OffsetSchema",
  ]

  static let interoperability: [UInt16: String] = [
    0x0001: "InteroperabilityIndex", 0x0002: "InteroperabilityVersion", 0x1000: "RelatedImageFileFormat",
    0x1001: "RelatedImageWidth", 0x1002: "RelatedImageLength",
  ]
}
