internal import Glibc
internal import MetadataModel
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
    tags.addZoom()
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
    // The first directory of CR2 has the size of a preview.
    let prefix = text("File", "FileType") == "CR2" ? "Exif" : ""
    for group in ["File", "PNG", "RIFF", "GIF", "Jpeg2000", "EXIF"] {
      guard let width = TagValue.double(record[group, prefix + "ImageWidth"]),
        let height = TagValue.double(record[group, prefix + "ImageHeight"]), (0..<1e15).contains(width),
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
    // XMP has the direction in the sign.
    for (name, letters) in [("GPSLatitude", ["N", "S"]), ("GPSLongitude", ["E", "W"])] {
      if let value = TagValue.double(record["XMP", name]) { add(name + "Ref", letters[value < 0 ? 1 : 0]) }
    }
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
      func part(_ name: String) -> String { text("EXIF", name) ?? text("XMP", name) ?? "" }
      let digits = part(fraction).utf8.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
      let offset = part(zone).utf8.drop { $0 == 0x20 }
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
      guard let date = text("IPTC", date), let time = text("IPTC", time) else { continue }
      add(name, "\(date) \(time)")
      if name == "DateTimeCreated", record["EXIF", "DateTimeOriginal"] == nil {
        add("DateTimeOriginal", "\(date) \(time)")
      }
    }
  }

  // MARK: Exposure

  private var aperture: Double? { measured("FNumber") ?? number("ApertureValue") }
  private var shutter: Double? { measured("ExposureTime") ?? number("ShutterSpeedValue") }

  /// A number from EXIF, or else from the note. The notes of Kodak are more precise.
  private func measured(_ name: String) -> Double? {
    let isKodak = text("EXIF", "Make")?.uppercased().contains("KODAK") == true
    return isKodak ? note(name) ?? number(name) : number(name) ?? note(name)
  }

  private mutating func addExposure() {
    if let aperture { add("Aperture", aperture) }
    if let shutter { add("ShutterSpeed", shutter) }
    addSensitivity()
    addFlash()
    // The exposure value at ISO 100: ISO 2720, Ev = log2(N² / t · 100 / S).
    guard let aperture, let shutter,
      let sensitivity = number("ISO") ?? TagValue.double(record["Composite", "ISO"])?.rounded() ?? note("ISO")
        ?? notes("ISO").last, aperture > 0, shutter > 0, sensitivity > 0
    else { return }
    add("LightValue", log2(aperture * aperture * 100 / (shutter * sensitivity)))
  }

  /// The fields of XMP in the bits of Exif's tag (Exif 2.32, 4.6.5: Flash).
  private mutating func addFlash() {
    let fields = [("Fired", 0), ("Return", 1), ("Mode", 3), ("Function", 5), ("RedEyeMode", 6)]
    var flash = 0
    var isKnown = false
    for (name, shift) in fields {
      guard let value = record["XMP", "Flash" + name] else { continue }
      isKnown = true
      let number = value == .bool(true) ? 1 : Int(exactly: TagValue.double(value) ?? 0) ?? 0
      flash |= (number & 3) << shift
    }
    if isKnown { add("Flash", Double(flash)) }
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
  func notes(_ name: String) -> [Double] { Self.numbers(record["MakerNotes", name]) }

  static func numbers(_ list: JSONValue?) -> [Double] {
    (TagValue.string(list) ?? "").split(separator: " ").compactMap { Double($0) }
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
    // The circle of confusion: by convention 1/1440 of the diagonal.
    let circle = Self.frame.diagonal / (scale * 1440)
    add("CircleOfConfusion", circle)
    guard focal > 0 else { return }
    addFieldOfView(focal, scale)
    guard let aperture, aperture > 0 else { return }
    add("HyperfocalDistance", focal * focal / (aperture * circle * 1000))
    if let distance = focusDistance {
      // The near and the far limit of the sharp range, in metres; 0 for infinity.
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
    if let lower = note("FocusDistanceLower"), let upper = note("FocusDistanceUpper") { return (lower + upper) / 2 }
    return TagValue.double(record["XMP", "ApproximateFocusDistance"]).flatMap { $0 == 0 ? nil : $0 }
  }

  /// The angle in degrees, and the width in metres at the distance of the focus.
  private mutating func addFieldOfView(_ focal: Double, _ scale: Double) {
    let distance = note("FocusDistance") ?? 0
    let away = distance * 1000 - focal
    let correction = distance > 0 && away > 0 ? 1 + focal / away : 1
    let half = atan(Self.frame.width / (2 * focal * scale * correction))
    // ExifTool's value of π.
    let degrees = half * 360 / 3.14159
    guard distance > 0, distance < 10_000 else { return add("FOV", degrees) }
    let parts = [degrees, 2 * distance * tan(half)]
    add("FOV", parts.map { TagValue.text($0, digits: 15) }.joined(separator: " "))
  }

  /// How many times longer the focal length is on a frame of 35 mm film. This follows from the equivalent focal length,
  /// or else from the size of the sensor, which the note or the resolution of the focal plane gives.
  private func scaleFactor(_ focal: Double) -> Double? {
    if let equivalent = number("FocalLengthIn35mmFormat"), equivalent > 0, focal > 0 { return equivalent / focal }
    guard let diagonal = sensorDiagonal else { return nil }
    // Canon's tag of this name is a code.
    let zoom = isCanon ? TagValue.double(record["Composite", "DigitalZoom"]) : note("DigitalZoom")
    return Self.frame.diagonal * (zoom.map { $0 > 0 ? $0 : 1 } ?? 1) / diagonal
  }

  var isCanon: Bool { text("EXIF", "Make") == "Canon" }

  /// In millimetres.
  private var sensorDiagonal: Double? {
    func diagonal(_ width: Double, _ height: Double) -> Double { (width * width + height * height).squareRoot() }
    if let diagonal = note("FocalPlaneDiagonal"), diagonal > 0 { return diagonal }
    let size = notes("SensorSize")
    if size.count == 2, size[0] > 0, size[1] > 0 { return diagonal(size[0], size[1]) }
    // Canon has a thousand times the number of pixels over the size in thousandths of an inch.
    let sides = ["FocalPlaneXResolution", "FocalPlaneYResolution"].compactMap { name in
      record.fractions[name].flatMap {
        isCanon && $0.numerator % 1000 == 0 && $0.denominator > 0 ? $0.denominator : nil
      }
    }
    if sides.count == 2 { return diagonal(Double(sides[0]), Double(sides[1])) * 0.0254 }
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
      (number("ExifImageWidth"), number("ExifImageHeight")), (number("ImageWidth"), number("ImageHeight")),
      (note("CanonImageWidth"), note("CanonImageHeight")),
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
