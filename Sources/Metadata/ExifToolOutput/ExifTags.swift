internal import Glibc
internal import MetadataModel
internal import StructuredText

/// The group EXIF: the tags of one IFD of Exif, GPS or TIFF.
struct ExifTags {
  private let group: PropertyGroup

  init(_ group: PropertyGroup) { self.group = group }

  func add(to record: inout TagRecord) {
    for property in group.properties {
      if property.tag == ExifTagTable.printing, case .bytes(let bytes) = property.value {
        addPrinting(bytes, to: &record)
      }
      guard let name = name(of: property), let value = value(of: property) else { continue }
      record.add("EXIF", name, value)
      if case .rational(let fraction) = property.value, name.hasPrefix("FocalPlane") {
        record.fractions[name] = record.fractions[name] ?? fraction
      }
    }
  }

  /// The version in a block of Print Image Matching.
  private func addPrinting(_ bytes: [UInt8], to record: inout TagRecord) {
    guard bytes.count >= 12, bytes.starts(with: "PrintIM\0".utf8) else { return }
    record.add("PrintIM", "PrintIMVersion", .string(String(decoding: bytes[8..<12], as: UTF8.self)))
  }

  /// ExifTool's name. nil for tags that it does not show: unknown tags, pointers, blocks with a group of their own.
  private func name(of property: Property) -> String? {
    guard let tag = property.tag else {
      // Offsets that the reader has computed.
      return property.name == "ThumbnailOffset" || property.name == "ThumbnailLength" ? property.name : nil
    }
    if property.name.hasPrefix("0x") || property.name.contains(" ") { return nil }
    if group.name == "GPS", tag <= 0x1F { return property.name }
    if group.name == "Interop", let name = ExifTagTable.interoperability[tag] { return name }
    if ExifTagTable.omitted.contains(tag) { return nil }
    if tag == ExifTagTable.thumbnailLength { return group.name == "IFD1" ? "ThumbnailLength" : nil }
    return ExifTagTable.names[tag] ?? property.name
  }

  private func value(of property: Property) -> JSONValue? {
    guard let tag = property.tag else { return TagValue.json(property.value) }
    let value = property.value
    switch group.name == "GPS" ? ExifTagTable.gpsConversions[tag] : ExifTagTable.conversions[tag] {
    case .degrees?: return Self.degrees(value)
    case .time?: return Self.time(value)
    case .date?: return value.text.map { .string(Self.date($0)) }
    case .trimmed?: return value.text.map { .string(Self.trimmed($0)) } ?? TagValue.json(value)
    case .shutterSpeed?: return Self.number(value) { abs($0) < 100 ? exp2(-$0) : 0 }
    case .aperture?: return Self.number(value) { exp2($0 / 2) }
    case nil: return TagValue.json(value)
    }
  }

  private static func trimmed(_ text: String) -> String {
    var rest = Substring(text).unicodeScalars
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  private static func number(_ value: PropertyValue, _ change: (Double) -> Double) -> JSONValue? {
    guard let number = part(value) else { return TagValue.json(value) }
    return TagValue.number(change(number), digits: 15)
  }

  /// A number with the precision that ExifTool prints, which it computes with.
  private static func part(_ value: PropertyValue) -> Double? {
    value.number.map { number in
      if case .rational = value { TagValue.rounded(number, digits: 10) } else { number }
    }
  }

  /// The numbers of a value; nil for parts of n/0.
  private static func parts(_ value: PropertyValue) -> [Double?] {
    let values = if case .array(let values) = value { values } else { [value] }
    return values.map(part)
  }

  /// Degrees, minutes and seconds as one number, without a sign: the direction is another tag. Empty if a part has the
  /// denominator 0, as ExifTool prints it.
  private static func degrees(_ value: PropertyValue) -> JSONValue? {
    if case .text = value { return TagValue.json(value) }
    let parts = Self.parts(value)
    let numbers = parts.compactMap { $0 }
    if numbers.isEmpty || numbers.count < parts.count { return .string("") }
    guard numbers.count <= 3 else { return nil }
    let padded = numbers + [0, 0]
    return TagValue.number(padded[0] + (padded[1] + padded[2] / 60) / 60, digits: 15)
  }

  /// `05:08:09` or `05:08:09.5`, of hours, minutes and seconds. nil for 0/0.
  private static func time(_ value: PropertyValue) -> JSONValue? {
    let parts = Self.parts(value)
    if case .array = value, parts.first == .some(nil) { return nil }
    guard value.text == nil, parts.count == 3 else { return TagValue.json(value) }
    let total = parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
    guard total >= 0, total < 1e9 else { return TagValue.json(value) }
    // In nanoseconds, so that carries are exact.
    let billion: Int64 = 1_000_000_000
    let count = Int64((total * 1e9).rounded())
    let seconds = count / billion
    var fraction = String(count % billion + billion).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { DecimalText.padded(Int($0)) }
    return .string(fields.joined(separator: ":") + (fraction.isEmpty ? "" : "." + fraction))
  }

  /// A date with colons, whichever separators the writer used.
  private static func date(_ text: String) -> String {
    let fields = text.split { $0 == "-" || $0 == "/" || $0 == "." || $0 == " " }
    return fields.count == 3 ? fields.joined(separator: ":") : text
  }
}

/// ExifTool's tags of IFDs, by number, where they differ from the standard.
private enum ExifTagTable {
  /// Pointers to IFDs, blocks that have a group of their own, and tags that others are made of.
  static let omitted: Set<Int> = [
    0x14A, 0x201, 0x2BC, 0x83BB, 0x8649, 0x8769, 0x8773, 0x87AF, 0x87B0, 0x87B1, 0x8825, 0x927C, 0x935C, 0xA005, 0xC4A5,
    0xC634,
  ]

  static let thumbnailLength = 0x202
  static let printing = 0xC4A5
  static let interoperability = [1: "InteropIndex", 2: "InteropVersion", 0x1002: "RelatedImageHeight"]

  /// Names other than the standard's.
  static let names: [Int: String] = [
    0xFE: "SubfileType", 0xFF: "OldSubfileType", 0x101: "ImageHeight", 0x132: "ModifyDate", 0x14E: "NumberofInks",
    0x828E: "CFAPattern2", 0x830E: "PixelScale", 0x8482: "ModelTiePoint", 0x85D8: "ModelTransform", 0x8827: "ISO",
    0x8828: "Opto-ElectricConvFactor", 0x9004: "CreateDate", 0x9204: "ExposureCompensation",
    0x9400: "AmbientTemperature", 0xA002: "ExifImageWidth", 0xA003: "ExifImageHeight",
    0xA405: "FocalLengthIn35mmFormat", 0xA430: "OwnerName", 0xA431: "SerialNumber", 0xA432: "LensInfo",
    0xA461: "CompositeImageCount", 0xA462: "CompositeImageExposureTimes", 0xC630: "DNGLensInfo",
    0xC6F3: "CameraCalibrationSig", 0xC6F4: "ProfileCalibrationSig", 0x1001: "RelatedImageWidth",
    0x1002: "RelatedImageHeight",
  ]

  enum Conversion {
    case degrees, time, date
    /// Without the spaces at the end, which many cameras add as padding.
    case trimmed
    /// APEX (Exif 2.32, annex C): 2 to the power of -Tv seconds, and of Av/2 as the f-number.
    case shutterSpeed, aperture
  }

  static let conversions: [Int: Conversion] = [
    // Make, Model, Software.
    0x10F: .trimmed, 0x110: .trimmed, 0x131: .trimmed,
    0x9201: .shutterSpeed, 0x9202: .aperture, 0x9205: .aperture,
  ]

  static let gpsConversions: [Int: Conversion] = [
    2: .degrees, 4: .degrees, 0x14: .degrees, 0x16: .degrees, 7: .time, 0x1D: .date,
  ]
}
