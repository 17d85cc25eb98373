package import MetadataModel

extension MetadataEdits {
  /// What `--set` takes to give the tags of Exif and IPTC that a picture has the values of a sidecar file, so that the
  /// picture says one thing. Tags that the picture does not have stay away.
  package static func assignments(from sidecar: ImageMetadata, for picture: ImageMetadata) -> [String] {
    guard let tree = picture.images.first?.properties, let packet = sidecar.properties["XMP"] else { return [] }
    var assignments: [String] = []
    for row in SharedProperty.all where row.isDescription {
      guard let value = packet[row.xmp] else { continue }
      let values = SidecarPacket.texts(of: value)
      if let name = row.exif, SidecarPacket.value(name, in: tree) != nil {
        let number = values.first.flatMap { SidecarPacket.number($0) }
        let depth = packet["exif:GPSAltitudeRef"]?.plainText == "1" ? -1.0 : 1
        let text = name == "GPSAltitude" ? number.map { "\($0 * depth)" } : values.joined(separator: "; ")
        if let text, SidecarPacket.edit(["exif.\(name)=\(text)"]) != nil { assignments.append("exif.\(name)=\(text)") }
      }
      if let name = row.iptc, tree["IPTC"]?[name] != nil {
        let list = IPTCTag.named(name)?.repeats ?? false ? values : [values.joined(separator: "; ")]
        let texts = list.map { "iptc.\(name)=\($0)" }
        if !texts.isEmpty, SidecarPacket.edit(texts) != nil { assignments += texts }
      }
    }
    return assignments
  }
}

extension SharedProperty {
  /// Whether people write the property, and not the camera or the program that stored the picture.
  fileprivate var isDescription: Bool {
    iptc != nil
      || ["DateTimeOriginal", "DateTimeDigitized", "Rating", "GPSLatitude", "GPSLongitude", "GPSAltitude"]
        .contains(exif ?? "")
  }
}
