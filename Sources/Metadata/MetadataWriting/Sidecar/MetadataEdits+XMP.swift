internal import ImageModel
internal import MetadataModel
internal import TIFFStructure

extension MetadataEdits {
  /// The same edits for a sidecar file, which holds XMP alone: what is set or deleted in Exif and IPTC is set or
  /// deleted in the property of XMP with this meaning. If both set one property, the setting of XMP itself counts, then
  /// that of Exif.
  ///
  /// - Throws: `unsupported` for what XMP has no property for.
  func inXMP() throws(ImageError) -> MetadataEdits {
    guard texts.isEmpty, comments == nil, dotsPerInch == nil, thumbnail == nil,
      !deletions.contains(where: { $0.group == .png || $0.group.isWhole })
    else {
      throw ImageError(
        .unsupported, "a sidecar file holds XMP alone, and no comments, texts of PNG files, resolutions and thumbnails")
    }
    var result = self
    (result.exif, result.iptc) = ([], [])
    if let orientation, let row = SharedProperty.named(exif: "Orientation") {
      result.addSettings([(row, [String(orientation.rawValue)], .replaces)])
    }
    result.addSettings(try settingsOfExif())
    result.addSettings(try settingsOfIPTC())
    result.deletions = []
    for deletion in deletions {
      if deletion.group == .xmp {
        result.deletions.append(deletion)
        continue
      }
      for row in SharedProperty.all where deletion.matches(row) {
        result.deletions.append(try MetadataDeletion("xmp." + row.xmp))
      }
    }
    return result
  }

  enum Mode { case replaces, adds, removes }

  typealias SharedSetting = (row: SharedProperty, values: [String], mode: Mode)

  /// Adds settings of properties that are not set yet.
  private mutating func addSettings(_ settings: [SharedSetting]) {
    let known = Set(xmp.map(\.name))
    for (row, values, mode) in settings {
      if let setting = XMPSetting(row, values, mode), !known.contains(setting.name) { xmp.append(setting) }
    }
  }

  private static func noPlace(_ name: String) -> ImageError {
    ImageError(.unsupported, "\(name) has no place in a sidecar file, which holds XMP alone; --set xmp.PREFIX:NAME=...")
  }

  // MARK: Exif

  private func settingsOfExif() throws(ImageError) -> [SharedSetting] {
    var settings: [SharedSetting] = []
    for setting in exif where setting.payload != .none && !isPart(setting) {
      let name = MetadataDeletion.name(of: setting.tag, in: setting.home)
      guard let row = SharedProperty.named(exif: name) else { throw Self.noPlace("exif.\(name)") }
      settings.append((row, values(of: setting), .replaces))
    }
    return settings
  }

  private func setting(_ home: ExifTag.Home, _ tag: UInt16) -> ExifSetting? {
    exif.last { $0.home == home && $0.tag == tag }
  }

  /// The tags that hold the fraction of a second and the zone of a date, by its tag.
  private static let partsOfDates: [UInt16: (fraction: UInt16, zone: UInt16)] = [
    0x0132: (0x9290, 0x9010), 0x9003: (0x9291, 0x9011), 0x9004: (0x9292, 0x9012),
  ]

  /// The tags of coordinates; the reference of each has the number before it.
  private static let coordinateTags: Set<UInt16> = [0x02, 0x04, 0x14, 0x16]

  /// Whether a tag is part of a value in XMP that another setting has: a reference, a fraction of a second, a zone.
  private func isPart(_ part: ExifSetting) -> Bool {
    if part.home == .gps { return Self.coordinateTags.contains(part.tag + 1) && setting(.gps, part.tag + 1) != nil }
    return Self.partsOfDates.contains { date, parts in
      [parts.fraction, parts.zone].contains(part.tag) && setting(date == 0x0132 ? .main : .exif, date) != nil
    }
  }

  private func text(_ setting: ExifSetting?) -> String {
    guard case .bytes(_, let bytes)? = setting?.payload else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The values in the forms of XMP (CIPA DC-010, tables 3 to 5).
  private func values(of setting: ExifSetting) -> [String] {
    switch setting.payload {
    case .bytes(.ascii, _):
      guard setting.home != .gps, let parts = Self.partsOfDates[setting.tag] else { return [text(setting)] }
      let fraction = text(self.setting(.exif, parts.fraction))
      let date = text(setting) + (fraction.isEmpty ? "" : "." + fraction) + text(self.setting(.exif, parts.zone))
      return [DateText(date)?.iso ?? text(setting)]
    case .bytes(_, let bytes): return bytes.map { String($0) }
    case .shorts(let numbers): return numbers.map { String($0) }
    case .longs(let numbers): return numbers.map { String($0) }
    case .fractions(_, let values):
      if setting.home == .gps, Self.coordinateTags.contains(setting.tag) {
        let reference = text(self.setting(.gps, setting.tag - 1))
        return Self.coordinate(values, reference).map { [$0] } ?? []
      }
      return values.map { "\($0.numerator)/\($0.denominator)" }
    case .coded(let text): return [text]
    case .none: return []
    }
  }

  /// `48,13.5N` for degrees, minutes and seconds (XMP specification, part 2, 3.3).
  private static func coordinate(_ values: [DecimalFraction], _ reference: String) -> String? {
    guard values.count == 3, !reference.isEmpty, values.allSatisfy({ $0.denominator > 0 }) else { return nil }
    let numbers = values.map { Double($0.numerator) / Double($0.denominator) }
    // In units of 1/100,000,000 of a minute: a millionth of a second.
    let unit = 100_000_000
    let total = Int((((numbers[0] * 60) + numbers[1] + numbers[2] / 60) * Double(unit)).rounded())
    let (degrees, minutes) = (total / (60 * unit), total % (60 * unit))
    var fraction = String(String(unit + minutes % unit).dropFirst())
    while fraction.count > 1, fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(degrees),\(minutes / unit).\(fraction)\(reference)"
  }

  // MARK: IPTC

  private func settingsOfIPTC() throws(ImageError) -> [SharedSetting] {
    let (date, time): (UInt8, UInt8) = (55, 60)
    var settings: [SharedSetting] = []
    for setting in iptc {
      if setting.number == time, iptc.contains(where: { $0.number == date }) { continue }
      let name = IPTCTag.table.first { $0.number == setting.number }?.name ?? "\(setting.number)"
      guard let row = SharedProperty.named(iptc: name) else { throw Self.noPlace("iptc.\(name)") }
      var values = setting.values
      if setting.number == date {
        let clock = iptc.last { $0.number == time }?.values.first
        values = values.map { Self.date($0, clock) }
      }
      settings.append((row, values, setting.removes ? .removes : setting.adds ? .adds : .replaces))
    }
    return settings
  }

  /// `2024-05-06T07:08:09+02:00` for the date `20240506` and the time `070809+0200`.
  private static func date(_ date: String, _ time: String?) -> String {
    func separated(_ text: Substring, _ first: Int, _ separator: String) -> String {
      let (head, rest) = (text.prefix(first), text.dropFirst(first))
      return "\(head)\(separator)\(rest.prefix(2))\(rest.count > 2 ? separator : "")\(rest.dropFirst(2))"
    }
    let day = separated(date[...], 4, "-")
    guard let time, time.count == 11 else { return day }
    return "\(day)T\(separated(time.prefix(6), 2, ":"))\(separated(time.suffix(5), 3, ":"))"
  }
}

extension MetadataEdits.XMPSetting {
  /// - Returns: nil without a value.
  init?(_ row: SharedProperty, _ values: [String], _ mode: MetadataEdits.Mode = .replaces) {
    // XML cannot hold control characters (XML 1.0, 2.2).
    let texts = values.map { value in
      String(
        String.UnicodeScalarView(value.unicodeScalars.filter { $0.value >= 0x20 || [9, 10, 13].contains($0.value) }))
    }.filter { text in !text.allSatisfy { $0 == " " } }
    guard !texts.isEmpty, let (name, prefix, layout) = try? XMPSchema.property(row.xmp) else { return nil }
    let isList = layout == .bag || layout == .seq
    self.init(
      name: name, prefix: prefix, layout: layout, values: isList ? texts : [texts.joined(separator: " ")],
      adds: mode == .adds && isList, removes: mode == .removes)
  }
}

extension MetadataDeletion {
  /// Whether a property is deleted by its name in Exif or IPTC.
  fileprivate func matches(_ row: SharedProperty) -> Bool {
    switch group {
    case .exif, .gps: row.tag.map { matches($0.number, in: $0.home) } ?? false
    case .iptc: row.iptc.map { matches($0, of: .iptc, in: .main) } ?? false
    case .xmp, .png, .photoshop, .jfif, .adobe: false
    }
  }
}
