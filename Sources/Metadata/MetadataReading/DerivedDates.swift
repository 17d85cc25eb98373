internal import MetadataModel

/// Finds the date that says best when a picture was taken or made.
struct DerivedDates {
  private let metadata: ImageMetadata
  private let tree: PropertyTree

  init(_ metadata: ImageMetadata, _ image: ImageMetadata.Image) {
    self.metadata = metadata
    tree = image.properties
  }

  /// The first of these that is a date, and the tag that it comes from: Exif's dates of taking and of scanning, XMP's and
  /// IPTC's, Exif's date of the last change, PNG's text and time.
  var best: (DerivedDate, String)? {
    exif("DateTimeOriginal", subSeconds: "SubSecTimeOriginal", zone: "OffsetTimeOriginal", index: 0)
      ?? exif("DateTimeDigitized", subSeconds: "SubSecTimeDigitized", zone: "OffsetTimeDigitized", index: nil)
      ?? xmp(["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]) ?? iptc
      ?? exif("DateTime", subSeconds: "SubSecTime", zone: "OffsetTime", index: 1) ?? text ?? chunk
  }

  /// A date of Exif, from its directory or another in which a writer put it.
  ///
  /// - Parameter index: which value of TIFF/EP's TimeZoneOffset belongs to it.
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

  /// TimeZoneOffset (TIFF/EP, ISO 12234-2): hours, for the date of taking and for that of the last change.
  private func hours(_ index: Int?) -> String? {
    guard let index, let value = sibling("TimeZoneOffset") else { return nil }
    let number: Double? =
      switch value {
      case .array(let values): values.indices.contains(index) ? values[index].number : nil
      default: index == 0 ? value.number : nil
      }
    // Some writers give the type SHORT to what may be negative.
    guard var hours = number.flatMap({ Int(exactly: $0) }) else { return nil }
    if hours > 32_767 { hours -= 65_536 }
    guard (-12...14).contains(hours) else { return nil }
    return (hours < 0 ? "-" : "+") + DecimalWords.padded(abs(hours)) + ":00"
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
    for text in metadata.texts where text.keyword == "Creation Time" {
      if let date = DerivedDate(text.text) { return (date, "Text:Creation Time") }
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
