internal import ImageModel
internal import MetadataModel

/// What pictures and sidecar files have in common.
enum SidecarPacket {
  /// The packet of a new sidecar file: the XMP of the picture, and the properties of Exif and IPTC that this XMP lacks.
  static func made(of picture: ImageMetadata, limits: Limits) -> [UInt8] {
    var selection = MetadataSelection.all
    selection.remove(.thumbnail)
    let own = MetadataCarrier.carry(
      metadata: picture, imageIndex: 0, selection: selection, orientationApplied: false, change: nil, limits: limits
    ).xmp
    let packet = own.flatMap { XMPEditor($0) == nil ? nil : $0 } ?? XMPEditor.emptyPacket
    guard var editor = XMPEditor(packet) else { return packet }
    for setting in settings(of: picture) where !editor.contains(setting.name) { editor.set(setting) }
    return editor.finish()
  }

  /// The packet with the properties of another one, which replace its own properties of these names.
  ///
  /// - Returns: nil if one of the two cannot be edited safely.
  static func overlaid(_ packet: [UInt8], by other: [UInt8]) -> [UInt8]? {
    guard let names = XMPEditor(other)?.outline.properties.map(\.name), var editor = XMPEditor(packet) else {
      return nil
    }
    for name in Set(names) { editor.delete(name) }
    return ExtendedXMP.merged(editor.finish(), other)
  }

  // MARK: From a picture

  private static func settings(of picture: ImageMetadata) -> [MetadataEdits.XMPSetting] {
    guard let tree = picture.images.first?.properties else { return [] }
    var edits = MetadataEdits()
    for text in SharedProperty.all.compactMap({ assignment($0, in: tree) }) {
      guard let one = edit([text]) else { continue }
      edits.exif += one.exif
      edits.orientation = one.orientation ?? edits.orientation
    }
    var settings = (try? edits.inXMP())?.xmp ?? []
    for row in SharedProperty.all {
      guard let value = row.iptc.flatMap({ tree["IPTC"]?[$0] }) else { continue }
      var values = texts(of: value)
      if row.iptc == "DateCreated", let date = values.first {
        let time = tree["IPTC"]?["TimeCreated"].map { " " + $0.plainText } ?? ""
        values = [DateText(date + time)?.iso, DateText(date)?.iso].compactMap { $0 }.prefix(1).map { $0 }
      }
      guard let setting = MetadataEdits.XMPSetting(row, values) else { continue }
      if !settings.contains(where: { $0.name == setting.name }) { settings.append(setting) }
    }
    return settings
  }

  static func edit(_ assignments: [String]) -> MetadataEdits? {
    try? MetadataEdits(set: assignments, delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
  }

  /// `exif.Artist=Ann`, as `--set` takes it; nil if the picture does not have the tag.
  private static func assignment(_ row: SharedProperty, in tree: PropertyTree) -> String? {
    guard let name = row.exif else { return nil }
    switch name {
    case "GPSLatitude", "GPSLongitude", "GPSAltitude":
      // With the sign that the reference says. A reference without a value means nothing.
      let short = String(name.dropFirst(3))
      return tree["GPS"]?[short]?.number.map { "gps.\(short)=\($0)" }
    case "GPSAltitudeRef", "GPSDestLatitude", "GPSDestLongitude": return nil
    default: break
    }
    guard let value = value(name, in: tree), let text = text(of: value) else { return nil }
    return "exif.\(name)=\(date(text, named: name, in: tree) ?? text)"
  }

  /// A date with its fraction of a second and its zone; nil for the name of another tag.
  static func date(_ text: String, named name: String, in tree: PropertyTree) -> String? {
    let parts: KeyValuePairs = [
      "DateTime": "SubSecTime,OffsetTime", "DateTimeOriginal": "SubSecTimeOriginal,OffsetTimeOriginal",
      "DateTimeDigitized": "SubSecTimeDigitized,OffsetTimeDigitized",
    ]
    guard let names = parts.first(where: { $0.key == name })?.value.split(separator: ",").map(String.init) else {
      return nil
    }
    let fraction = self.value(names[0], in: tree)?.plainText.filter(\.isNumber) ?? ""
    let zone = self.value(names[1], in: tree)?.plainText ?? ""
    let whole = text + (fraction.isEmpty ? "" : "." + fraction) + (DateText.isZone(zone) ? zone : "")
    return whole
  }

  static func value(_ name: String, in tree: PropertyTree) -> PropertyValue? {
    let groups = name.hasPrefix("GPS") ? ["GPS"] : ["IFD0", "Exif"]
    return groups.lazy.compactMap { tree[$0]?[name] }.first
  }

  /// The value as `--set` takes it; nil for an unknown one.
  static func text(of value: PropertyValue) -> String? {
    switch value {
    case .text(let text): return text
    case .integer(let number): return String(number)
    case .unsigned(let number): return String(number)
    case .rational(let fraction):
      return fraction.denominator == 0 ? nil : "\(fraction.numerator)/\(fraction.denominator)"
    case .array(let values):
      let texts = values.compactMap { text(of: $0) }
      return texts.count == values.count ? texts.joined(separator: " ") : nil
    default: return nil
    }
  }

  /// The texts of a list, of a text in several languages the default one.
  static func texts(of value: PropertyValue) -> [String] {
    switch value {
    case .array(let values): values.flatMap { texts(of: $0) }
    case .structure(let fields):
      (fields.first { $0.name == "x-default" } ?? fields.first)?.value.text.map { [$0] } ?? []
    default: [value.plainText]
    }
  }

  /// A number or a fraction.
  static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double(decimal: $0) }
    return parts.count == 2 && parts[1] != 0 ? parts[0] / parts[1] : parts.count == 1 ? parts[0] : nil
  }
}
