internal import MetadataModel

/// Finds the date when a picture was taken or made.
struct DerivedDates {
  private let metadata: ImageMetadata
  private let tree: PropertyTree

  init(_ metadata: ImageMetadata, _ image: ImageMetadata.Image) {
    self.metadata = metadata
    tree = image.properties
  }

  /// The best date and its tag: the first valid one of DateTimeOriginal and DateTimeDigitized of Exif, the dates of XMP
  /// and IPTC, DateTime of Exif, PNG's Creation Time (or create-date) and tIME.
  var best: (DerivedDate, String)? {
    exif("DateTimeOriginal", subSeconds: "SubSecTimeOriginal", zone: "OffsetTimeOriginal", index: 0)
      ?? exif("DateTimeDigitized", subSeconds: "SubSecTimeDigitized", zone: "OffsetTimeDigitized", index: nil)
      ?? xmp(["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]) ?? iptc
      ?? exif("DateTime", subSeconds: "SubSecTime", zone: "OffsetTime", index: 1) ?? text ?? chunk
  }

  /// A date of Exif, from the Exif directory or IFD0: writers use both.
  ///
  /// - Parameter index: the index of its zone in TIFF/EP's TimeZoneOffset; nil if that has none for it.
  private func exif(
    _ name: String, subSeconds: String, zone: String, index: Int?
  ) -> (DerivedDate, String)? {
    for group in tree.groups where group.name == "Exif" || group.name == "IFD0" {
      guard let text = group[name]?.text,
        let date = DerivedDate(
          exif: text, subSeconds: sibling(subSeconds)?.text, zone: sibling(zone)?.text ?? hours(index))
      else { continue }
      return (date, "\(group.name):\(name)")
    }
    return nil
  }

  private func sibling(_ name: String) -> PropertyValue? {
    tree["Exif"]?[name] ?? tree["IFD0"]?[name]
  }

  /// TimeZoneOffset (TIFF/EP, ISO 12234-2): hours for DateTimeOriginal, then for DateTime.
  private func hours(_ index: Int?) -> String? {
    guard let index, let value = sibling("TimeZoneOffset") else { return nil }
    let number: Double? =
      switch value {
      case .array(let values): values.indices.contains(index) ? values[index].number : nil
      default: index == 0 ? value.number : nil
      }
    // Some writers store negative hours as SHORT.
    guard var hours = number.flatMap({ Int(exactly: $0) }) else { return nil }
    if hours > 32_767 { hours -= 65_536 }
    guard (-12...14).contains(hours) else { return nil }
    return (hours < 0 ? "-" : "+") + DecimalText.padded(abs(hours)) + ":00"
  }

  private func xmp(_ names: [String]) -> (DerivedDate, String)? {
    guard let group = tree["XMP"] else { return nil }
    for name in names {
      if let text = group[name]?.text, let date = DerivedDate(text) { return (date, "XMP:\(name)") }
    }
    return nil
  }

  private var iptc: (DerivedDate, String)? {
    guard let group = tree["IPTC"], let day = group["DateCreated"]?.text,
      let date = DerivedDate(date: day, time: group["TimeCreated"]?.text)
    else { return nil }
    return (date, "IPTC:DateCreated")
  }

  private var text: (DerivedDate, String)? {
    for keyword in ["Creation Time", "create-date"] {
      for text in metadata.texts where text.keyword == keyword {
        if let date = DerivedDate(text.text) { return (date, "Text:\(keyword)") }
      }
    }
    return nil
  }

  /// The tIME chunk, which is in UTC (PNG third edition, 11.3.5.1).
  private var chunk: (DerivedDate, String)? {
    guard let text = tree["PNG"]?["ModifyDate"]?.text, let date = DerivedDate(exif: text, zone: "Z") else {
      return nil
    }
    return (date, "PNG:ModifyDate")
  }
}

/// A date in the format of ISO 8601, with as much of time and zone as is known: `2024-05-06T12:34:56.78+02:00`.
///
/// Files write dates in many ways: `2024:05:06 12:34:56` (Exif), `2024-05-06T12:34+02:00` or only `2024` (XMP), date
/// and time apart (IPTC), or in words (PNG). The initialisers return nil for invalid dates such as `0000:00:00
/// 00:00:00`.
struct DerivedDate: Hashable {
  let year: Int
  var month: Int?
  var day: Int?
  /// Hour and minute: both are set, or neither is.
  var hour: Int?
  var minute: Int?
  var second: Int?
  /// The fractional digits of the seconds, as the file has them.
  var fraction = ""
  /// `Z`, `+02:00` or empty.
  var zone = ""

  /// The date in ISO 8601, with the precision of the file.
  var text: String {
    var text = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    guard let month else { return text }
    text += "-" + DecimalText.padded(month)
    guard let day else { return text }
    text += "-" + DecimalText.padded(day)
    guard let hour, let minute else { return text }
    text += "T" + DecimalText.padded(hour) + ":" + DecimalText.padded(minute)
    if let second {
      text += ":" + DecimalText.padded(second)
      if !fraction.isEmpty { text += "." + fraction }
    }
    return text + zone
  }

  /// A date of Exif, completed with the fraction of a second and the zone from other tags.
  init?(exif text: String, subSeconds: String? = nil, zone: String? = nil) {
    self.init(text)
    guard hour != nil else { return }
    if fraction.isEmpty, second != nil, let digits = subSeconds?.prefix(while: { $0 != " " && $0 != "\0" }),
      digits.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      fraction = String(digits)
    }
    if self.zone.isEmpty, let zone {
      var parser = DerivedDateParser(zone)
      if let parsed = parser.zone(), parser.isAtEnd { self.zone = parsed }
    }
  }

  /// A date and a time of IPTC (`2024:05:06`, `12:34:56+02:00`).
  init?(date: String, time: String?) {
    if let time, let both = DerivedDate(date + " " + time) {
      self = both
    } else {
      self.init(date)
    }
  }

  /// A date in numbers (Exif, XMP, IPTC) or in the format of RFC 2822 (PNG).
  init?(_ text: String) {
    var parser = DerivedDateParser(text)
    guard let date = parser.numericDate() ?? parser.mailDate() else { return nil }
    self = date
  }

  /// nil for a day that does not exist.
  init?(year: Int, month: Int?, day: Int?) {
    guard (1...9_999).contains(year), (1...12).contains(month ?? 1) else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[(month ?? 1) - 1]).contains(day ?? 1) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }
}
