/// The names of tags in the standards. A `switch` needs no work at start-up, and its strings are not copied.
package enum ExifTagNames {
  /// The name of a tag in the GPS directory; nil if it is unknown.
  ///
  /// Some writers put tags into the wrong directory: a tag of TIFF or Exif keeps its meaning in every directory in
  /// which its number is free.
  package static func inGPS(_ tag: UInt16) -> String? { gps(tag) ?? exif(tag) ?? tiff(tag) }

  /// The name of a tag in the Interoperability directory; nil if it is unknown.
  package static func inInteroperability(_ tag: UInt16) -> String? { interoperability(tag) ?? exif(tag) ?? tiff(tag) }

  /// The name of a tag in any other directory; nil if it is unknown.
  package static func inExif(_ tag: UInt16) -> String? { exif(tag) ?? tiff(tag) ?? interoperability(tag) }

  /// All names: those of the GPS directory, and those of all others.
  package static var all: (exif: [String], gps: [String]) {
    let tags = UInt16.min...UInt16.max
    return (tags.compactMap(inExif) + tags.compactMap(interoperability), tags.compactMap(gps))
  }

  /// The GPS directory (Exif 3.0, 4.6.7).
  static func gps(_ tag: UInt16) -> String? {
    switch tag {
    case 0x0000: "GPSVersionID"
    case 0x0001: "GPSLatitudeRef"
    case 0x0002: "GPSLatitude"
    case 0x0003: "GPSLongitudeRef"
    case 0x0004: "GPSLongitude"
    case 0x0005: "GPSAltitudeRef"
    case 0x0006: "GPSAltitude"
    case 0x0007: "GPSTimeStamp"
    case 0x0008: "GPSSatellites"
    case 0x0009: "GPSStatus"
    case 0x000A: "GPSMeasureMode"
    case 0x000B: "GPSDOP"
    case 0x000C: "GPSSpeedRef"
    case 0x000D: "GPSSpeed"
    case 0x000E: "GPSTrackRef"
    case 0x000F: "GPSTrack"
    case 0x0010: "GPSImgDirectionRef"
    case 0x0011: "GPSImgDirection"
    case 0x0012: "GPSMapDatum"
    case 0x0013: "GPSDestLatitudeRef"
    case 0x0014: "GPSDestLatitude"
    case 0x0015: "GPSDestLongitudeRef"
    case 0x0016: "GPSDestLongitude"
    case 0x0017: "GPSDestBearingRef"
    case 0x0018: "GPSDestBearing"
    case 0x0019: "GPSDestDistanceRef"
    case 0x001A: "GPSDestDistance"
    case 0x001B: "GPSProcessingMethod"
    case 0x001C: "GPSAreaInformation"
    case 0x001D: "GPSDateStamp"
    case 0x001E: "GPSDifferential"
    case 0x001F: "GPSHPositioningError"
    default: nil
    }
  }

  /// The Interoperability directory (Exif 3.0, 4.6.8; DCF 2.0).
  static func interoperability(_ tag: UInt16) -> String? {
    switch tag {
    case 0x0001: "InteroperabilityIndex"
    case 0x0002: "InteroperabilityVersion"
    case 0x1000: "RelatedImageFileFormat"
    case 0x1001: "RelatedImageWidth"
    case 0x1002: "RelatedImageLength"
    default: nil
    }
  }
}
