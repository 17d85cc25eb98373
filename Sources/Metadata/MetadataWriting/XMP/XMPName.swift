/// The full name of an XMP property: its namespace and its local name.
struct XMPName: Hashable {
  var namespace: String
  var name: String

  init(_ namespace: String, _ name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// Names the extended part of a packet by its digest (XMP specification, part 3, 1.1.3.1).
  static let hasExtendedXMP = XMPName("http://ns.adobe.com/xmp/note/", "HasExtendedXMP")
}

// MARK: Kinds of metadata

extension XMPName {
  var isOrientation: Bool { self == XMPName("http://ns.adobe.com/tiff/1.0/", "Orientation") }

  func isRemoved(by changes: XMPEditor.Changes) -> Bool {
    changes.removesLocation && isLocation
      || changes.removesThumbnails && self == XMPName("http://ns.adobe.com/xap/1.0/", "Thumbnails")
      || changes.removesSerialNumbers && isSerialNumber
      || changes.removesExtension && self == Self.hasExtendedXMP
  }

  /// Whether the property holds a position or the name of a place.
  private var isLocation: Bool {
    // Exif's GPS fields, and the fields that drones write in the namespaces of their makers.
    let lowercase = name.lowercased()
    if lowercase.hasPrefix("gps") || lowercase.contains("latitude") || lowercase.contains("longitude") { return true }
    // Versions of these namespaces differ only in their last part.
    if namespace.hasPrefix("http://prismstandard.org/namespaces/") { return lowercase == "location" }
    if namespace.hasPrefix("http://rs.tdwg.org/dwc/") { return Self.darwinCoreLocation.contains(lowercase) }
    if namespace.hasPrefix("http://www.dji.com/") { return lowercase.hasSuffix("altitude") }
    switch namespace {
    case "http://ns.adobe.com/photoshop/1.0/": return ["City", "State", "Country"].contains(name)
    case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": return ["Location", "CountryCode"].contains(name)
    case "http://iptc.org/std/Iptc4xmpExt/2008-02-29/":
      // City and the names after it belong into one of the first two, but some writers put them at the top level.
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

  /// The terms of Darwin Core's class Location that name a place, in lowercase.
  private static let darwinCoreLocation: Set<String> = [
    "location", "locality", "verbatimlocality", "municipality", "county", "stateprovince", "country", "countrycode",
    "island", "islandgroup", "waterbody", "highergeography", "footprintwkt", "verbatimcoordinates", "locationid",
  ]

  /// Whether the property identifies one camera, lens, owner or picture.
  private var isSerialNumber: Bool {
    switch namespace {
    case "http://ns.adobe.com/exif/1.0/aux/": ["SerialNumber", "LensSerialNumber", "OwnerName"].contains(name)
    // The unique number of the picture, as Exif has it.
    case "http://ns.adobe.com/exif/1.0/", "http://www.digikam.org/ns/1.0/": name == "ImageUniqueID"
    case "http://cipa.jp/exif/1.0/": ["BodySerialNumber", "LensSerialNumber", "CameraOwnerName"].contains(name)
    default: false
    }
  }
}
