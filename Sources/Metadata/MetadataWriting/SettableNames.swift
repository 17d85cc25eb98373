/// What `--set` takes, for lists that a command prints.
package enum SettableNames {
  /// A name, and what its value is in words.
  package typealias Entry = (name: String, value: String)

  /// The names in all places, then those of Exif, GPS, IPTC and XMP, and of comments, texts and the resolution. XMP has
  /// only names that are known: some of its namespaces take any.
  package static var all: [Entry] {
    var all: [Entry] = SharedProperty.wordList.map { word in
      (word, word == "dates" ? "date; all dates" : "\(word == "rating" ? rating : "text"); in XMP, Exif and IPTC")
    }
    for tag in ExifTag.table {
      let isGPS = tag.home == .gps
      all.append(("\(isGPS ? "gps" : "exif").\(isGPS ? String(tag.name.dropFirst(3)) : tag.name)", words(tag)))
    }
    all.append(("gps.position", "LAT,LON or LAT,LON,ALT; with the references"))
    for tag in IPTCTag.table {
      let kind =
        switch tag.format {
        case .text: "text of at most \(tag.maxBytes) bytes"
        case .digits: "digits, at most \(tag.maxBytes)"
        case .date: "date"
        case .time: "time: 07:08:09+02:00"
        }
      all.append(("iptc.\(tag.name)", kind + (tag.repeats ? "; list" : "")))
    }
    for namespace in XMPSchema.namespaces {
      for name in namespace.known.sorted() {
        let isDate = XMPSchema.dates.contains(XMPName(namespace.uri, name))
        let kind = isDate ? "date" : words(namespace.layout(of: name) ?? .simple)
        all.append(("xmp.\(namespace.prefix):\(name)", namespace.prefix == "xmp" && name == "Rating" ? rating : kind))
      }
      if namespace.simple == nil { all.append(("xmp.\(namespace.prefix):NAME", "text; any other name")) }
    }
    for (name, layout) in XMPPath.names { all.append(("xmp.\(name)", "\(words(layout)); field of a structure")) }
    all.append(("png.KEYWORD", "text of a PNG file; any keyword"))
    all.append(("comment", "text"))
    all.append(("dpi", "dots per inch: N or NxN"))
    return all
  }

  private static let rating = "number from -1 to 5"

  private static func words(_ tag: ExifTag) -> String {
    let plural = tag.count == 1 ? "" : tag.count == 0 ? "s" : ", \(tag.count)"
    return switch tag.format {
    case .text, .coded, .wide: "text"
    case .date: "date"
    case .zone: "zone: +hh:mm"
    case .integer: "integer\(plural)"
    case .fraction(let signed): (signed ? "signed fraction" : "fraction") + plural
    case .version: "four digits"
    }
  }

  private static func words(_ layout: XMPSchema.Layout) -> String {
    switch layout {
    case .simple: "text"
    case .bag: "list"
    case .seq: "ordered list"
    case .alternatives: "text; in languages with [de]"
    }
  }
}
