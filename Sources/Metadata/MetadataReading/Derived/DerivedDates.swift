internal import MetadataModel

/// Finds the date when a picture was taken or made.
package struct DerivedDates {
  private let metadata: ImageMetadata
  private let tree: PropertyTree

  init(_ metadata: ImageMetadata, _ image: ImageMetadata.Image) {
    self.metadata = metadata
    tree = image.properties
  }

  /// The best date and its tag: the first valid one of DateTimeOriginal and DateTimeDigitized of Exif, the dates of XMP
  /// and IPTC, DateTime of Exif, PNG's Creation Time (or create-date) and tIME, a movie's dates.
  var best: (MetadataDate, String)? {
    exif("DateTimeOriginal", subSeconds: "SubSecTimeOriginal", zone: "OffsetTimeOriginal", index: 0)
      ?? exif("DateTimeDigitized", subSeconds: "SubSecTimeDigitized", zone: "OffsetTimeDigitized", index: nil)
      ?? xmp(["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"]) ?? iptc
      ?? exif("DateTime", subSeconds: "SubSecTime", zone: "OffsetTime", index: 1) ?? text ?? chunk ?? movie
  }

  /// How sure it is that the date of a tag, as `best` names it, is the picture's: 0 when it was taken, 1 when it was
  /// digitized, 2 for all others, 3 for no date. Exif and XMP have both under names of their own.
  package static func rank(of tag: String?) -> Int {
    guard let tag else { return 3 }
    if tag.hasSuffix("DateTimeOriginal") || tag.hasSuffix("photoshop:DateCreated") { return 0 }
    return tag.hasSuffix("DateTimeDigitized") || tag.hasSuffix("xmp:CreateDate") ? 1 : 2
  }

  /// A date of Exif, from the Exif directory or IFD0: writers use both.
  ///
  /// - Parameter index: the index of its zone in TIFF/EP's TimeZoneOffset; nil if that has none for it.
  private func exif(
    _ name: String, subSeconds: String, zone: String, index: Int?
  ) -> (MetadataDate, String)? {
    for group in tree.groups where group.name == "Exif" || group.name == "IFD0" {
      guard let text = group[name]?.text,
        let date = MetadataDate(
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

  private func xmp(_ names: [String]) -> (MetadataDate, String)? {
    guard let group = tree["XMP"] else { return nil }
    for name in names {
      if let text = group[name]?.text, let date = MetadataDate(text) { return (date, "XMP:\(name)") }
    }
    return nil
  }

  private var iptc: (MetadataDate, String)? {
    guard let group = tree["IPTC"], let day = group["DateCreated"]?.text,
      let date = MetadataDate(date: day, time: group["TimeCreated"]?.text)
    else { return nil }
    return (date, "IPTC:DateCreated")
  }

  private var text: (MetadataDate, String)? {
    for keyword in ["Creation Time", "create-date"] {
      for text in metadata.texts where text.keyword == keyword {
        if let date = MetadataDate(text.text) { return (date, "Text:\(keyword)") }
      }
    }
    return nil
  }

  /// The date of a movie: Apple's, which has a zone, or else the header's, which is in UTC (ISO/IEC 14496-12, 8.2.2).
  private var movie: (MetadataDate, String)? {
    guard let group = tree["QuickTime"] else { return nil }
    if let date = (group["CreationDate"]?.text).flatMap({ MetadataDate($0) }) {
      return (date, "QuickTime:CreationDate")
    }
    guard let date = (group["CreateDate"]?.text).flatMap({ MetadataDate(exif: $0, zone: "Z") }) else { return nil }
    return (date, "QuickTime:CreateDate")
  }

  /// The tIME chunk, which is in UTC (PNG third edition, 11.3.5.1).
  private var chunk: (MetadataDate, String)? {
    guard let text = tree["PNG"]?["ModifyDate"]?.text, let date = MetadataDate(exif: text, zone: "Z") else {
      return nil
    }
    return (date, "PNG:ModifyDate")
  }
}
