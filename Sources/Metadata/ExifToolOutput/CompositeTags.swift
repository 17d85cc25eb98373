internal import Glibc
internal import StructuredText

/// The group Composite: values computed from other tags. Those that need a list of cameras are left out.
struct CompositeTags {
  var record: TagRecord

  static func add(to record: inout TagRecord) {
    var tags = CompositeTags(record: record)
    tags.addSize()
    tags.addPosition()
    tags.addDates()
    tags.addExposure()
    tags.addLens()
    tags.addNotes()
    record = tags.record
  }

  mutating func add(_ name: String, _ value: Double) {
    record.add("Composite", name, TagValue.number(value, digits: 15))
  }

  mutating func add(_ name: String, _ text: String) {
    record.add("Composite", name, .string(text))
  }

  /// A number from EXIF, or else from XMP.
  private func number(_ name: String) -> Double? {
    for group in ["EXIF", "XMP"] {
      if let value = TagValue.double(record[group, name]) { return value }
    }
    return nil
  }

  func text(_ group: String, _ name: String) -> String? { TagValue.string(record[group, name]) }

  // MARK: Size

  private mutating func addSize() {
    for group in ["File", "PNG", "RIFF", "GIF", "EXIF"] {
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
      guard let value = TagValue.double(record[group, "GPSAltitude"]), value.isFinite else { continue }
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
    addSensitivity()
    // The exposure value at ISO 100: ISO 2720, Ev = log2(N² / t · 100 / S).
    guard let aperture, let shutter,
      let sensitivity = number("ISO") ?? TagValue.double(record["Composite", "ISO"]) ?? note("ISO"), aperture > 0,
      shutter > 0, sensitivity > 0
    else { return }
    add("LightValue", log2(aperture * aperture * 100 / (shutter * sensitivity)))
  }

  /// Canon's sensitivity: a number, or else a base and the factor of the automatic setting.
  private mutating func addSensitivity() {
    if let camera = note("CameraISO") {
      add("ISO", camera)
    } else if let base = note("BaseISO"), let auto = note("AutoISO"), base != 0, auto != 0 {
      add("ISO", base * auto / 100)
    }
  }

  /// A number of the maker note.
  func note(_ name: String) -> Double? { TagValue.double(record["MakerNotes", name]) }

  /// The numbers of a list in the maker note.
  func notes(_ name: String) -> [Double] {
    (TagValue.string(record["MakerNotes", name]) ?? "").split(separator: " ").compactMap { Double($0) }
  }

  // MARK: Lens

  /// Width and diagonal of a frame of 35 mm film, in millimetres.
  private static let frame = (width: 36.0, diagonal: (36.0 * 36 + 24 * 24).squareRoot())

  private mutating func addLens() {
    guard let focal = number("FocalLength") ?? note("FocalLength"), focal >= 0 else { return }
    let scale = scaleFactor(focal)
    if let scale { add("ScaleFactor35efl", scale) }
    add("FocalLength35efl", focal * (scale ?? 1))
    guard let scale, scale > 0 else { return }
    // By convention 1/1440 of the diagonal.
    let circle = Self.frame.diagonal / (scale * 1440)
    add("CircleOfConfusion", circle)
    guard focal > 0 else { return }
    addFieldOfView(focal, scale)
    guard let aperture, aperture > 0 else { return }
    add("HyperfocalDistance", focal * focal / (aperture * circle * 1000))
    if let distance = focusDistance {
      // The near and the far end of what is sharp, in metres; 0 for infinity.
      let part = aperture * circle * (distance * 1000 - focal) / (focal * focal)
      guard part.isFinite, distance.isFinite, part != 1 else { return }
      let ends = [distance / (1 + part), max(0, distance / (1 - part))]
      add("DOF", ends.map { TagValue.text($0, digits: 15) }.joined(separator: " "))
    }
  }

  /// The distance of the focus in metres, a large number for infinity.
  private var focusDistance: Double? {
    if let distance = note("FocusDistance") { return distance == 0 ? 1e10 : distance }
    for distance in [number("SubjectDistance"), note("ObjectDistance")] {
      if let distance, distance != 0 { return distance }
    }
    guard let lower = note("FocusDistanceLower"), let upper = note("FocusDistanceUpper") else { return nil }
    return (lower + upper) / 2
  }

  /// The angle in degrees, and the width in metres at the distance of the focus.
  private mutating func addFieldOfView(_ focal: Double, _ scale: Double) {
    let distance = note("FocusDistance") ?? 0
    let away = distance * 1000 - focal
    let correction = distance > 0 && away > 0 ? 1 + focal / away : 1
    let half = atan(Self.frame.width / (2 * focal * scale * correction))
    guard distance > 0, distance < 10_000 else { return add("FOV", half * 360 / .pi) }
    let parts = [half * 360 / .pi, 2 * distance * tan(half)]
    add("FOV", parts.map { TagValue.text($0, digits: 15) }.joined(separator: " "))
  }

  /// How many times longer the focal length is on a frame of 35 mm film: from the equivalent focal length, or else from
  /// the size of the sensor, which the note or the resolution of the focal plane gives.
  private func scaleFactor(_ focal: Double) -> Double? {
    if let equivalent = number("FocalLengthIn35mmFormat"), equivalent > 0, focal > 0 { return equivalent / focal }
    guard let diagonal = sensorDiagonal else { return nil }
    return Self.frame.diagonal * (note("DigitalZoom").map { $0 > 0 && !isCanon ? $0 : 1 } ?? 1) / diagonal
  }

  private var isCanon: Bool { text("EXIF", "Make") == "Canon" }

  /// In millimetres.
  private var sensorDiagonal: Double? {
    func diagonal(_ width: Double, _ height: Double) -> Double { (width * width + height * height).squareRoot() }
    if let diagonal = note("FocalPlaneDiagonal"), diagonal > 0 { return diagonal }
    let size = notes("SensorSize")
    if size.count == 2, size[0] > 0, size[1] > 0 { return diagonal(size[0], size[1]) }
    if let width = note("FocalPlaneXSize"), let height = note("FocalPlaneYSize"), height > 0,
      abs(width / height - 1.3333) < 0.1 || abs(width / height - 1.5) < 0.1
    {
      return diagonal(width, height)
    }
    guard let resolution = number("FocalPlaneXResolution"), resolution != 0 else { return nil }
    let vertical = number("FocalPlaneYResolution") ?? resolution
    let units: [Double: Double] = [3: 10, 4: 1, 5: 0.001]
    let unit = units[number("FocalPlaneResolutionUnit") ?? 0] ?? 25.4
    let sizes = [
      (number("ExifImageWidth"), number("ExifImageHeight")), (note("CanonImageWidth"), note("CanonImageHeight")),
      (TagValue.double(record["File", "ImageWidth"]), TagValue.double(record["File", "ImageHeight"])),
    ]
    for case (let width?, let height?) in sizes where width > 0 && height > 0 {
      guard (0.5..<2).contains(width / height), vertical != 0 else { continue }
      let length = diagonal(width * unit / resolution, height * unit / vertical)
      return length > 1 && length < 100 ? length : nil
    }
    return nil
  }
}
