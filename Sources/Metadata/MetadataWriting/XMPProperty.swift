/// A property of XMP, by its namespace and name.
struct XMPProperty {
  private let namespace: String
  private let name: String

  /// - Parameters:
  ///   - qualifiedName: as it stands in the packet: `exif:GPSLatitude`.
  ///   - namespaces: what the prefixes stand for.
  ///   - isAttribute: attributes without a prefix are in no namespace (Namespaces in XML 1.0, 6.2).
  init(_ qualifiedName: String, _ namespaces: [String: String], isAttribute: Bool) {
    guard let colon = qualifiedName.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      (namespace, name) = (isAttribute ? "" : namespaces[""] ?? "", qualifiedName)
      return
    }
    let prefix = String(qualifiedName[..<colon])
    // Readers show a prefix that the packet says nothing of as it stands, and most of them mean the usual one.
    namespace = namespaces[prefix] ?? XMPSchema.namespaces.first { $0.prefix == prefix }?.uri ?? prefix
    name = String(qualifiedName[qualifiedName.utf8.index(after: colon)...])
  }

  var isOrientation: Bool { namespace == "http://ns.adobe.com/tiff/1.0/" && name == "Orientation" }

  func isRemoved(by changes: XMPEditor.Changes) -> Bool {
    changes.removesLocation && isLocation
      || changes.removesThumbnails && namespace == "http://ns.adobe.com/xap/1.0/" && name == "Thumbnails"
      || changes.removesSerialNumbers && isSerialNumber
      || changes.removesExtension && namespace == "http://ns.adobe.com/xmp/note/" && name == "HasExtendedXMP"
  }

  /// A position, or the name of a place.
  private var isLocation: Bool {
    // Exif's GPS fields, and those that drones write in namespaces of their makers.
    let lowercase = name.lowercased()
    if lowercase.hasPrefix("gps") || lowercase.contains("latitude") || lowercase.contains("longitude") { return true }
    // Versions of a namespace differ in their last part only.
    if namespace.hasPrefix("http://prismstandard.org/namespaces/") { return lowercase == "location" }
    if namespace.hasPrefix("http://rs.tdwg.org/dwc/") { return Self.darwinCore.contains(lowercase) }
    if namespace.hasPrefix("http://www.dji.com/") { return lowercase.hasSuffix("altitude") }
    switch namespace {
    case "http://ns.adobe.com/photoshop/1.0/": return ["City", "State", "Country"].contains(name)
    case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": return ["Location", "CountryCode"].contains(name)
    case "http://iptc.org/std/Iptc4xmpExt/2008-02-29/":
      // The latter stand in the former, and by themselves where a writer knew no better.
      return [
        "LocationShown", "LocationCreated", "City", "Sublocation", "ProvinceState", "CountryName", "CountryCode",
        "WorldRegion", "LocationName", "LocationId",
      ].contains(name)
    case "http://purl.org/dc/elements/1.1/": return name == "coverage"
    case "http://ns.adobe.com/xmp/1.0/DynamicMedia/": return name == "shotLocation"
    case "http://www.w3.org/2003/01/geo/wgs84_pos#": return true
    default: return false
    }
  }

  /// Terms of Darwin Core's class Location that name a place, in small letters.
  private static let darwinCore: Set<String> = [
    "location", "locality", "verbatimlocality", "municipality", "county", "stateprovince", "country", "countrycode",
    "island", "islandgroup", "waterbody", "highergeography", "footprintwkt", "verbatimcoordinates", "locationid",
  ]

  private var isSerialNumber: Bool {
    switch namespace {
    case "http://ns.adobe.com/exif/1.0/aux/": ["SerialNumber", "LensSerialNumber", "OwnerName"].contains(name)
    case "http://cipa.jp/exif/1.0/": ["BodySerialNumber", "LensSerialNumber", "CameraOwnerName"].contains(name)
    case "http://ns.adobe.com/exif/1.0/": name == "ImageUniqueID"
    default: false
    }
  }
}
