internal import Glibc
internal import StructuredText

/// The group Composite: values computed from other tags. Those that need a list of cameras or lenses are left out.
struct CompositeTags {
  private var record: TagRecord

  static func add(to record: inout TagRecord) {
    var tags = CompositeTags(record: record)
    tags.addSize()
    tags.addPosition()
    tags.addDates()
    tags.addExposure()
    tags.addLens()
    record = tags.record
  }

  private mutating func add(_ name: String, _ value: Double) {
    record.add("Composite", name, TagValue.number(value, digits: 15))
  }

  private mutating func add(_ name: String, _ text: String) {
    record.add("Composite", name, .string(text))
  }

  /// A number from EXIF, or else from XMP.
  private func number(_ name: String) -> Double? {
    for group in ["EXIF", "XMP"] {
      if let value = TagValue.double(record[group, name]) { return value }
    }
    return nil
  }

  private func text(_ group: String, _ name: String) -> String? { TagValue.string(record[group, name]) }

  // MARK: Size

  private mutating func addSize() {
    for group in ["File", "PNG", "EXIF"] {
      guard let width = TagValue.double(record[group, "ImageWidth"]),
        let height = TagValue.double(record[group, "ImageHeight"]), (0..<1e15).contains(width),
        (0..<1e15).contains(height)
      else { continue }
      add("ImageSize", "\(Int64(width)) \(Int64(height))")
      return add("Megapixels", width * height / 1e6)
    }
  }

  // MARK: Position

  private mutating func addPosition() {
    let latitude = coordinate("GPSLatitude", negative: "S")
    let longitude = coordinate("GPSLongitude", negative: "W")
    if let latitude { add("GPSLatitude", latitude) }
    if let longitude { add("GPSLongitude", longitude) }
    if let altitude = altitude { add("GPSAltitude", altitude) }
    if let date = text("EXIF", "GPSDateStamp"), let time = text("EXIF", "GPSTimeStamp") {
      add("GPSDateTime", "\(date) \(time)Z")
    }
    guard let latitude = latitude ?? TagValue.double(record["XMP", "GPSLatitude"]),
      let longitude = longitude ?? TagValue.double(record["XMP", "GPSLongitude"])
    else { return }
    add("GPSPosition", [latitude, longitude].map { TagValue.text($0, digits: 15) }.joined(separator: " "))
  }

  private func coordinate(_ name: String, negative: String) -> Double? {
    guard let value = TagValue.double(record["EXIF", name]), let reference = text("EXIF", name + "Ref") else {
      return nil
    }
    return reference.uppercased().hasPrefix(negative) ? -value : value
  }

  private var altitude: Double? {
    for group in ["EXIF", "XMP"] {
      guard let value = TagValue.double(record[group, "GPSAltitude"]) else { continue }
      guard let reference = TagValue.double(record[group, "GPSAltitudeRef"]) else { continue }
      return reference == 1 ? -abs(value) : value
    }
    return nil
  }

  // MARK: Dates

  private mutating func addDates() {
    for (name, date, fraction, zone) in [
      ("SubSecDateTimeOriginal", "DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal"),
      ("SubSecCreateDate", "CreateDate", "SubSecTimeDigitized", "OffsetTimeDigitized"),
      ("SubSecModifyDate", "ModifyDate", "SubSecTime", "OffsetTime"),
    ] {
      guard let date = text("EXIF", date) else { continue }
      let digits = (text("EXIF", fraction) ?? "").utf8.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
      let offset = (text("EXIF", zone) ?? "").utf8.drop { $0 == 0x20 }
      let hasZone =
        offset.first == UInt8(ascii: "+") || offset.first == UInt8(ascii: "-") || offset.first == UInt8(ascii: "Z")
      guard !digits.isEmpty || hasZone else { continue }
      // Some writers put fractions or a zone into the date itself.
      let hasOwn = date.utf8.count > 19
      add(
        name,
        date + (digits.isEmpty || hasOwn ? "" : "." + String(decoding: digits, as: UTF8.self))
          + (hasZone && !hasOwn ? String(decoding: offset.prefix(6), as: UTF8.self) : ""))
    }
    for (name, date, time) in [
      ("DateTimeCreated", "DateCreated", "TimeCreated"),
      ("DigitalCreationDateTime", "DigitalCreationDate", "DigitalCreationTime"),
    ] {
      if let date = text("IPTC", date), let time = text("IPTC", time) { add(name, "\(date) \(time)") }
    }
  }

  // MARK: Exposure

  private var aperture: Double? { number("FNumber") ?? number("ApertureValue") }
  private var shutter: Double? { number("ExposureTime") ?? number("ShutterSpeedValue") }

  private mutating func addExposure() {
    if let aperture { add("Aperture", aperture) }
    if let shutter { add("ShutterSpeed", shutter) }
    // The exposure value at ISO 100: ISO 2720, Ev = log2(N² / t · 100 / S).
    guard let aperture, let shutter, let sensitivity = number("ISO"), aperture > 0, shutter > 0, sensitivity > 0 else {
      return
    }
    add("LightValue", log2(aperture * aperture * 100 / (shutter * sensitivity)))
  }

  // MARK: Lens

  /// Width and diagonal of a frame of 35 mm film, in millimetres.
  private static let frame = (width: 36.0, diagonal: (36.0 * 36 + 24 * 24).squareRoot())

  /// Needs the focal length on 35 mm film: every other way to the sensor's size needs a list of cameras.
  private mutating func addLens() {
    guard let focal = number("FocalLength"), focal > 0, let equivalent = number("FocalLengthIn35mmFormat"),
      equivalent > 0
    else { return }
    let scale = equivalent / focal
    add("ScaleFactor35efl", scale)
    add("FocalLength35efl", focal * scale)
    // By convention 1/1440 of the diagonal.
    let circle = Self.frame.diagonal / (scale * 1440)
    add("CircleOfConfusion", circle)
    add("FOV", 2 * atan(Self.frame.width / (2 * focal * scale)) * 180 / .pi)
    if let aperture, aperture > 0 { add("HyperfocalDistance", focal * focal / (aperture * circle * 1000)) }
  }
}
