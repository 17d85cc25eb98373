internal import MetadataModel
internal import TIFFStructure

/// The position of a GPS directory in decimal numbers.
///
/// A latitude without its reference is left out: nobody knows its hemisphere.
struct GPSPosition {
  /// Degrees, positive to the north.
  let latitude: Double?
  /// Degrees, positive to the east.
  let longitude: Double?
  /// Metres above the sea, negative below it.
  let altitude: Double?

  init(_ directory: ExifDirectory) {
    latitude = Self.degrees(directory[2], reference: directory[1], positive: "N", negative: "S", limit: 90)
    longitude = Self.degrees(directory[4], reference: directory[3], positive: "E", negative: "W", limit: 180)
    altitude = directory[6]?.firstNumber.map { Self.isBelowSea(directory[5]) ? -$0 : $0 }
  }

  /// They have no readable text, so that scripts get plain numbers: the words stand at the tags themselves.
  func properties() -> [Property] {
    var properties: [Property] = []
    if let latitude { properties.append(Property("Latitude", .decimal(latitude), title: "Latitude in degrees")) }
    if let longitude { properties.append(Property("Longitude", .decimal(longitude), title: "Longitude in degrees")) }
    if let altitude { properties.append(Property("Altitude", .decimal(altitude), title: "Altitude in metres")) }
    return properties
  }

  /// A coordinate with its sign (Exif 2.32, 4.6.7 GPSLatitude).
  private static func degrees(
    _ value: IFDValue?, reference: IFDValue?, positive: String, negative: String, limit: Double
  ) -> Double? {
    guard let value, case .text(let letters)? = reference, let sum = degrees(value), sum <= limit else { return nil }
    switch ExifText.text(letters).trimmingTrailingSpaces.uppercased() {
    case positive: return sum
    case negative: return -sum
    default: return nil
    }
  }

  /// Degrees, minutes and seconds as one number that is not negative; parts that are 0/0 count as absent.
  static func degrees(_ value: IFDValue) -> Double? {
    guard case .rationals(let parts) = value, (1...3).contains(parts.count), let degrees = parts[0].value else {
      return nil
    }
    var sum = degrees
    for (index, part) in parts.enumerated().dropFirst() {
      if part.denominator == 0, part.numerator != 0 { return nil }
      sum += (part.value ?? 0) / (index == 1 ? 60 : 3600)
    }
    return sum >= 0 ? sum : nil
  }

  /// GPSAltitudeRef: 1 is below the sea (in Exif 3.0 the ellipsoid), 3 of Exif 3.0 below the sea.
  private static func isBelowSea(_ reference: IFDValue?) -> Bool {
    let value = reference?.firstInteger
    return value == 1 || value == 3
  }
}
