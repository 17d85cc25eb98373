internal import MetadataModel
internal import TIFFStructure

/// Readable texts for the values of a GPS directory (Exif 3.0, 4.6.7). libexif writes coordinates as three numbers, and
/// does not combine values with their references.
struct GPSDescriptions {
  private let directory: ExifDirectory
  /// In Exif 3.0, GPSAltitudeRef 0 and 1 refer to the ellipsoid; before, to sea level.
  private let countsFromEllipsoid: Bool

  init(_ directory: ExifDirectory, _ content: ExifContent) {
    self.directory = directory
    if case .bytes(let version)? = content[.exif]?[ExifTagNumber.exifVersion] {
      countsFromEllipsoid = version.count == 4 && !version.lexicographicallyPrecedes("0300".utf8)
    } else {
      countsFromEllipsoid = false
    }
  }

  /// - Returns: nil where libexif's text should be used; an empty text for a value without a description.
  func text(_ field: ExifDirectory.Field) -> String? {
    let value = field.value
    switch field.entry.tag {
    case 0: return value.integers.map { $0.map { "\($0)" }.joined(separator: ".") } ?? ""
    case 1, 3, 0x13, 0x15: return letter(value, ["N": "North", "S": "South", "E": "East", "W": "West"])
    case 2, 4, 0x14, 0x16:
      let isLatitude = field.entry.tag == 2 || field.entry.tag == 0x14
      guard let degrees = GPSPosition.degrees(value), degrees <= (isLatitude ? 90 : 180) else { return "" }
      return Self.coordinate(degrees, reference: letters(field.entry.tag - 1))
    case 5: return altitudeReference(value)
    case 6: return ExifDescriptions.number(value, "m")
    case 7: return Self.time(value).map { $0 + " UTC" } ?? ""
    case 9: return letter(value, ["A": "measurement in progress", "V": "measurement interrupted"])
    case 0xA: return letter(value, ["2": "two-dimensional", "3": "three-dimensional"])
    case 0xC: return letter(value, ["K": "km/h", "M": "miles/h", "N": "knots"])
    case 0xD: return ExifDescriptions.number(value, unit(0xC, ["K": "km/h", "M": "miles/h", "N": "knots"]))
    case 0xE, 0x10, 0x17: return letter(value, ["T": "true direction", "M": "magnetic direction"])
    case 0xF, 0x11, 0x18: return ExifDescriptions.number(value, "\u{B0}")
    case 0x19: return letter(value, ["K": "kilometres", "M": "miles", "N": "nautical miles"])
    case 0x1A: return ExifDescriptions.number(value, unit(0x19, ["K": "km", "M": "miles", "N": "nautical miles"]))
    case 0x1E:
      return ExifDescriptions.choice(
        value, [0: "without differential correction", 1: "differential correction applied"])
    case 0x1F: return ExifDescriptions.number(value, "m")
    default: return ""
    }
  }

  /// `33° 51' 21.6" S`, with hundredths of a second: 30 centimetres.
  ///
  /// - Parameters:
  ///   - degrees: not negative.
  ///   - reference: the letter of the hemisphere; empty if it is unknown.
  static func coordinate(_ degrees: Double, reference: String) -> String {
    let hundredths = (degrees * 360_000).rounded()
    guard hundredths.isFinite, hundredths < 1e12 else { return "" }
    let whole = Int(hundredths)
    let seconds = DecimalText.text(Double(whole % 6_000) / 100, places: 2)
    let words = "\(whole / 360_000)\u{B0} \(whole / 6_000 % 60)' \(seconds)\""
    return reference.isEmpty ? words : words + " " + reference
  }

  /// `05:08:09.5`; nil for an incomplete or invalid time of day.
  static func time(_ value: IFDValue) -> String? {
    guard case .rationals(let parts) = value, parts.count == 3, let hours = parts[0].value,
      let minutes = parts[1].value,
      let seconds = parts[2].value, (0..<25).contains(hours), (0..<60).contains(minutes), (0..<61).contains(seconds),
      hours == hours.rounded(), minutes == minutes.rounded()
    else { return nil }
    let text = DecimalText.text(seconds, places: 3)
    return [DecimalText.padded(Int(hours)), DecimalText.padded(Int(minutes)), seconds < 9.9995 ? "0" + text : text]
      .joined(separator: ":")
  }

  private func altitudeReference(_ value: IFDValue) -> String {
    let zero = countsFromEllipsoid ? "the ellipsoid" : "sea level"
    let words = [0: "above \(zero)", 1: "below \(zero)", 2: "above sea level", 3: "below sea level"]
    return GPSPosition.altitudeReference(value).flatMap { words[$0] } ?? ""
  }

  private func letters(_ tag: UInt16) -> String { directory[tag].map { GPSPosition.letter($0) } ?? "" }

  private func letter(_ value: IFDValue, _ words: [String: String]) -> String { words[GPSPosition.letter(value)] ?? "" }

  private func unit(_ tag: UInt16, _ words: [String: String]) -> String { words[letters(tag)] ?? "" }
}

/// The position in a GPS directory, in decimal numbers.
///
/// A coordinate without its reference is nil: its hemisphere is unknown.
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

  /// Plain numbers for scripts. Readable texts are those of the tags.
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
    guard let value, let reference, let sum = degrees(value), sum <= limit else { return nil }
    switch letter(reference) {
    case positive: return sum
    case negative: return -sum
    default: return nil
    }
  }

  /// Degrees, minutes and seconds as one number, not negative. Parts of 0/0 count as absent.
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

  /// GPSAltitudeRef: 1 is below sea level (in Exif 3.0 below the ellipsoid), 3 of Exif 3.0 below sea level.
  private static func isBelowSea(_ reference: IFDValue?) -> Bool {
    let value = reference.flatMap { altitudeReference($0) }
    return value == 1 || value == 3
  }

  /// The number of GPSAltitudeRef, which some programs write as text.
  static func altitudeReference(_ value: IFDValue) -> Int? {
    if case .text(let bytes) = value { return Int(ExifText.text(bytes).trimmingTrailingSpaces) }
    return value.firstInteger
  }

  /// The first letter of a reference in upper case: some programs write `South` instead of `S`.
  static func letter(_ value: IFDValue) -> String {
    guard case .text(let bytes) = value else { return "" }
    return ExifText.text(bytes).drop { $0 == " " }.prefix(1).uppercased()
  }
}
