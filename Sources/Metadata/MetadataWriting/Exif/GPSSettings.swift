internal import ImageModel
internal import TIFFStructure

/// Turns positions that a user wrote into GPS tags (Exif 2.32, 4.6.6, table 15).
enum GPSSettings {
  /// The settings for a name of the group `gps`; nil for the plain name of a tag.
  ///
  /// `latitude`, `longitude`, `altitude` (and those of a destination) take signed decimal numbers and also write the
  /// reference. `position` takes latitude, longitude and optionally altitude, separated by commas.
  static func settings(_ name: String, _ text: String) throws(ImageError) -> [ExifSetting]? {
    let name = name.lowercased()
    switch name.hasPrefix("gps") ? String(name.dropFirst(3)) : name {
    case "latitude": return try angle(text, 1, maxDegrees: 90, "NS")
    case "longitude": return try angle(text, 3, maxDegrees: 180, "EW")
    case "destlatitude": return try angle(text, 0x13, maxDegrees: 90, "NS")
    case "destlongitude": return try angle(text, 0x15, maxDegrees: 180, "EW")
    case "altitude": return try altitude(text)
    case "position":
      let parts = text.split(separator: ",").map { $0.filter { $0 != " " } }
      guard (2...3).contains(parts.count) else {
        throw ImageError(.usage, "'\(text)' is not LATITUDE,LONGITUDE or LATITUDE,LONGITUDE,ALTITUDE")
      }
      return try angle(parts[0], 1, maxDegrees: 90, "NS") + (try angle(parts[1], 3, maxDegrees: 180, "EW"))
        + (parts.count == 3 ? try altitude(parts[2]) : [])
    default: return nil
    }
  }

  /// The tags that a name refers to: a value and its reference. A value is useless without its reference, and wrong
  /// with the reference of another value.
  static func tags(_ name: String) -> Set<UInt16> {
    let name = name.lowercased()
    switch name.hasPrefix("gps") ? String(name.dropFirst(3)) : name {
    case "position": return [1, 2, 3, 4, 5, 6]
    case "latitude": return [1, 2]
    case "longitude": return [3, 4]
    case "altitude": return [5, 6]
    case "speed": return [0x0C, 0x0D]
    case "track": return [0x0E, 0x0F]
    case "imgdirection": return [0x10, 0x11]
    case "destlatitude": return [0x13, 0x14]
    case "destlongitude": return [0x15, 0x16]
    case "destbearing": return [0x17, 0x18]
    case "destdistance": return [0x19, 0x1A]
    default: return []
    }
  }

  /// Degrees as a signed decimal number, or as degrees, minutes and seconds, optionally with a letter after them.
  private static func angle(
    _ text: String, _ referenceTag: UInt16, maxDegrees: Double, _ letters: String
  ) throws(ImageError) -> [ExifSetting] {
    let wrong = ImageError(
      .usage,
      "'\(text)' is not a number of degrees from -\(Int(maxDegrees)) to \(Int(maxDegrees)), south and west negative")
    let upper = text.uppercased()
    let letter = upper.last.flatMap { letters.contains($0) ? $0 : nil }
    let digits = letter == nil ? upper : String(upper.dropLast())
    // `48,13` may be meant as 48.13, or as the degrees and minutes of XMP, which have a letter.
    guard letter != nil || !digits.contains(",") else { throw wrong }
    let parts = digits.split { " ,°'\"".contains($0) }.map { Double(decimal: $0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0 != nil }) else { throw wrong }
    let numbers = parts.compactMap { $0 }
    guard numbers.count == 1 || numbers.allSatisfy({ $0 >= 0 }), numbers.dropFirst().allSatisfy({ $0 < 60 }),
      letter == nil || numbers[0] >= 0
    else { throw wrong }
    var degrees = numbers[0]
    if numbers.count > 1 { degrees += numbers[1] / 60 }
    if numbers.count > 2 { degrees += numbers[2] / 3_600 }
    let isNegative = letter.map { $0 == letters.last } ?? (degrees.sign == .minus)
    degrees = abs(degrees)
    guard degrees <= maxDegrees else { throw wrong }
    // In units of 1/10,000 of a second, which is 3 millimetres.
    var units = Int64((degrees * 36_000_000).rounded())
    let whole = units / 36_000_000
    units -= whole * 36_000_000
    let minutes = units / 600_000
    let seconds = units - minutes * 600_000
    let fractions = [(whole, 1), (minutes, 1), (seconds, 10_000)].compactMap { value, unit in
      DecimalFraction("\(value)/\(unit)", signed: false)
    }
    let reference = String(isNegative ? letters.suffix(1) : letters.prefix(1))
    return [
      .text(.gps, referenceTag, reference),
      ExifSetting(home: .gps, tag: referenceTag + 1, payload: .fractions(signed: false, fractions)),
    ]
  }

  private static func altitude(_ text: String) throws(ImageError) -> [ExifSetting] {
    let number = text.hasSuffix("m") ? String(text.dropLast()) : text
    guard let metres = Double(decimal: number), let height = DecimalFraction(abs(metres), signed: false) else {
      throw ImageError(.usage, "'\(text)' is not a number of metres")
    }
    return [
      ExifSetting(home: .gps, tag: 5, payload: .bytes(.byte, [metres < 0 ? 1 : 0])),
      ExifSetting(home: .gps, tag: 6, payload: .fractions(signed: false, [height])),
    ]
  }
}
