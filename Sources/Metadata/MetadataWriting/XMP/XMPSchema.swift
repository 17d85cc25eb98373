internal import ImageModel
internal import MetadataModel

/// The XMP namespaces in which users can set properties, and their properties (XMP specification, parts 1 and 2; IPTC
/// Photo Metadata 2021; the schemas for Exif and TIFF of CIPA DC-010).
enum XMPSchema {
  /// How the value of a property is laid out in XML.
  enum Layout: Hashable {
    case simple, bag, seq
    /// Texts in several languages; the one for `x-default` is set.
    case alternatives

    /// The name of the container without its prefix.
    var container: String? {
      switch self {
      case .simple: nil
      case .bag: "Bag"
      case .seq: "Seq"
      case .alternatives: "Alt"
      }
    }
  }

  struct Namespace {
    var prefix: String
    var uri: String
    var bags: Set<String> = []
    var seqs: Set<String> = []
    var alternatives: Set<String> = []
    /// The other properties; nil if all names are accepted.
    var simple: Set<String>?

    var names: [String]? { simple == nil ? nil : Array(known) }
    /// The properties whose names are known, even if others are accepted.
    var known: Set<String> { (simple ?? []).union(bags).union(seqs).union(alternatives) }

    func layout(of name: String) -> Layout? {
      if bags.contains(name) { return .bag }
      if seqs.contains(name) { return .seq }
      if alternatives.contains(name) { return .alternatives }
      return simple.map { $0.contains(name) } ?? true ? .simple : nil
    }
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  static let namespaces: [Namespace] = [
    Namespace(
      prefix: "dc", uri: "http://purl.org/dc/elements/1.1/",
      bags: ["contributor", "language", "publisher", "relation", "subject", "type"], seqs: ["creator", "date"],
      alternatives: ["description", "rights", "title"], simple: ["coverage", "format", "identifier", "source"]),
    Namespace(
      prefix: "xmp", uri: "http://ns.adobe.com/xap/1.0/", bags: ["Identifier"],
      simple: ["BaseURL", "CreateDate", "CreatorTool", "Label", "MetadataDate", "ModifyDate", "Nickname", "Rating"]),
    Namespace(
      prefix: "xmpRights", uri: "http://ns.adobe.com/xap/1.0/rights/", bags: ["Owner"], alternatives: ["UsageTerms"],
      simple: ["Certificate", "Marked", "WebStatement"]),
    Namespace(
      prefix: "photoshop", uri: "http://ns.adobe.com/photoshop/1.0/", bags: ["SupplementalCategories"],
      simple: [
        "AuthorsPosition", "CaptionWriter", "Category", "City", "ColorMode", "Country", "Credit", "DateCreated",
        "Headline", "History", "ICCProfile", "Instructions", "Source", "State", "TransmissionReference", "Urgency",
      ]),
    Namespace(
      prefix: "Iptc4xmpCore", uri: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", bags: ["Scene", "SubjectCode"],
      alternatives: ["AltTextAccessibility", "ExtDescrAccessibility"],
      simple: ["CountryCode", "IntellectualGenre", "Location"]),
    Namespace(
      prefix: "Iptc4xmpExt", uri: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
      bags: ["PersonInImage", "OrganisationInImageName", "OrganisationInImageCode", "ModelAge"],
      alternatives: ["Event"]),
    Namespace(
      prefix: "tiff", uri: "http://ns.adobe.com/tiff/1.0/", seqs: ["BitsPerSample", "PrimaryChromaticities"],
      alternatives: ["ImageDescription", "Copyright"]),
    Namespace(
      prefix: "exif", uri: "http://ns.adobe.com/exif/1.0/",
      seqs: ["ISOSpeedRatings", "ComponentsConfiguration", "SubjectArea", "SubjectLocation"],
      alternatives: ["UserComment"]),
    Namespace(prefix: "exifEX", uri: "http://cipa.jp/exif/1.0/", seqs: ["LensSpecification"]),
    Namespace(prefix: "aux", uri: "http://ns.adobe.com/exif/1.0/aux/"),
    Namespace(prefix: "crs", uri: "http://ns.adobe.com/camera-raw-settings/1.0/"),
    Namespace(
      prefix: "lr", uri: "http://ns.adobe.com/lightroom/1.0/", bags: ["hierarchicalSubject", "weightedFlatSubject"]),
    Namespace(prefix: "digiKam", uri: "http://www.digikam.org/ns/1.0/", seqs: ["TagsList"]),
    Namespace(
      prefix: "MicrosoftPhoto", uri: "http://ns.microsoft.com/photo/1.0/", bags: ["LastKeywordXMP", "LastKeywordIPTC"]),
    Namespace(prefix: "xmpMM", uri: "http://ns.adobe.com/xap/1.0/mm/"),
    Namespace(prefix: "xmpDM", uri: "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
    Namespace(prefix: "cc", uri: "http://creativecommons.org/ns#"),
    Namespace(prefix: "plus", uri: "http://ns.useplus.org/ldf/xmp/1.0/"),
    Namespace(prefix: "GPano", uri: "http://ns.google.com/photos/1.0/panorama/"),
    Namespace(prefix: "acdsee", uri: "http://ns.acdsee.com/iptc/1.0/"),
  ]

  /// The namespaces by their usual prefixes, also those of fields of structures.
  static let usualNamespaces = Dictionary(
    namespaces.map { ($0.prefix, $0.uri) } + fieldNamespaces, uniquingKeysWith: { first, _ in first })

  /// The usual prefixes by their namespaces.
  static let usualPrefixes = Dictionary(
    namespaces.map { ($0.uri, $0.prefix) } + fieldNamespaces.map { ($0.1, $0.0) },
    uniquingKeysWith: { first, _ in first })

  /// Properties besides `structures` whose values are structures or lists of structures, in the namespaces that accept
  /// all names (XMP specification, part 2; IPTC Photo Metadata 2021).
  private static let structured: [String: Set<String>] = [
    "http://ns.adobe.com/xap/1.0/mm/": [
      "Manifest", "Pantry", "Versions",
    ],
    "http://ns.adobe.com/exif/1.0/": [
      "CFAPattern", "DeviceSettingDescription", "OECF", "SpatialFrequencyResponse",
    ],
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": [
      "Contributor", "Creator", "EmbdEncRightsExpr", "LinkedEncRightsExpr",
    ],
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": [
      "Tracks", "altTimecode", "beatSpliceParams", "contributedMedia", "duration", "introTime", "markers", "outCue",
      "projectRef", "relativeTimestamp", "resampleParams", "startTimecode", "timeScaleParams",
      "videoAlphaPremultipleColor",
      "videoFrameSize",
    ],
    "http://ns.adobe.com/camera-raw-settings/1.0/": [
      "CircularGradientBasedCorrections", "GradientBasedCorrections", "Look", "MaskGroupBasedCorrections",
      "PaintBasedCorrections", "RetouchAreas",
    ],
  ]

  static func isStructured(_ name: XMPName) -> Bool {
    structures.contains { $0.name == name } || structured[name.namespace]?.contains(name.name) ?? false
  }

  /// Properties that hold a coordinate, each with its greatest number of degrees.
  static let coordinates: [XMPName: Int] = [
    XMPName("http://ns.adobe.com/exif/1.0/", "GPSLatitude"): 90,
    XMPName("http://ns.adobe.com/exif/1.0/", "GPSLongitude"): 180,
    XMPName("http://ns.adobe.com/exif/1.0/", "GPSDestLatitude"): 90,
    XMPName("http://ns.adobe.com/exif/1.0/", "GPSDestLongitude"): 180,
  ]

  /// Whether a text is `DDD,MM,SSk` or `DDD,MM.mmk` (XMP specification, part 2, 3.3).
  static func isCoordinate(_ text: String, maxDegrees: Int) -> Bool {
    guard let letter = text.last, (maxDegrees == 90 ? "NS" : "EW").contains(letter) else { return false }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count) else { return false }
    func isNumber(_ text: String, fraction: Bool) -> Bool {
      let halves = text.split(separator: ".", omittingEmptySubsequences: false)
      return halves.count <= (fraction ? 2 : 1)
        && halves.allSatisfy { half in
          !half.isEmpty && half.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
    guard isNumber(parts[0], fraction: false), isNumber(parts[1], fraction: parts.count == 2),
      parts.count == 2 || isNumber(parts[2], fraction: false)
    else { return false }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return false }
    return numbers[0] + numbers[1] / 60 + (numbers.count == 3 ? numbers[2] / 3_600 : 0) <= Double(maxDegrees)
  }

  /// The dates when the picture was taken, made or changed.
  static let dates: Set<XMPName> = [
    XMPName("http://ns.adobe.com/xap/1.0/", "CreateDate"), XMPName("http://ns.adobe.com/xap/1.0/", "ModifyDate"),
    XMPName("http://ns.adobe.com/photoshop/1.0/", "DateCreated"),
    XMPName("http://ns.adobe.com/exif/1.0/", "DateTimeOriginal"),
    XMPName("http://ns.adobe.com/exif/1.0/", "DateTimeDigitized"),
    XMPName("http://ns.adobe.com/exif/1.0/", "GPSTimeStamp"), XMPName("http://ns.adobe.com/tiff/1.0/", "DateTime"),
    XMPName("http://purl.org/dc/elements/1.1/", "date"),
  ]

  /// The fields of structures that hold dates.
  static let fieldDates: Set<XMPName> = [
    XMPName("http://ns.adobe.com/xap/1.0/sType/ResourceEvent#", "when"),
    XMPName("http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "lastModifyDate"),
  ]

  /// The dates that come from a camera's clock. GPS time comes from satellites, in UTC, and is right.
  static let clockDates = dates.subtracting([XMPName("http://ns.adobe.com/exif/1.0/", "GPSTimeStamp")])

  /// The property that a user names, such as `dc:title`.
  ///
  /// - Throws: `usage` for an unknown name, with the nearest known one.
  static func property(_ text: String) throws(ImageError) -> (name: XMPName, prefix: String, layout: Layout) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy(isNameCharacter) else {
      let hint = qualified(text).map { "; did you mean xmp.\($0)?" }
      throw ImageError(
        .usage,
        "expected a property such as xmp.dc:title" + (hint ?? "; parts of one cannot be set or deleted"))
    }
    if let member = structures.first(where: { $0.qualifiedName.lowercased() == text.lowercased() }) {
      return (member.name, member.prefix, member.layout)
    }
    guard let namespace = namespaces.first(where: { $0.prefix.lowercased() == parts[0].lowercased() }) else {
      let hint = NearestName.hint(parts[0], in: namespaces.map(\.prefix), prefix: "xmp.")
      throw ImageError(.usage, "the prefix \(parts[0]) is not known\(hint)")
    }
    let name = namespace.known.first { $0.lowercased() == parts[1].lowercased() } ?? parts[1]
    guard let layout = namespace.layout(of: name) else {
      let hint = NearestName.hint(parts[1], in: namespace.names ?? [], prefix: "xmp.\(namespace.prefix):")
      throw ImageError(.usage, "\(namespace.prefix) has no property \(parts[1])\(hint)")
    }
    return (XMPName(namespace.uri, name), namespace.prefix, layout)
  }

  /// A name with the prefix of the first namespace that knows it: `dc:title` for `Title`. nil for an unknown name.
  static func qualified(_ name: String) -> String? {
    let wanted = name.lowercased()
    // As in paths, `History` is xmpMM's, and not Photoshop's.
    if let member = structures.first(where: { $0.name.name.lowercased() == wanted }) { return member.qualifiedName }
    for namespace in namespaces.filter({ $0.prefix == "xmp" }) + namespaces {
      if let known = namespace.known.first(where: { $0.lowercased() == wanted }) {
        return "\(namespace.prefix):\(known)"
      }
    }
    return nil
  }

  /// A name with the prefix of a group of ExifTool's: `dc:Title` for `Title` in `XMP-dc`.
  static func qualified(_ name: String, exifToolGroup group: String) -> String {
    switch group {
    case "iptccore": "Iptc4xmpCore:\(name)"
    case "iptcext": "Iptc4xmpExt:\(name)"
    case "microsoft": "MicrosoftPhoto:\(name.lowercased() == "ratingpercent" ? "Rating" : name)"
    // ExifTool begins all names with a capital letter.
    case "acdsee", "cc", "xmpdm": "\(group):\(name.prefix(1).lowercased())\(name.dropFirst())"
    default: "\(group):\(name)"
    }
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
  }
}
