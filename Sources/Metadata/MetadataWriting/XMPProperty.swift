/// A property of XMP, by its namespace and name.
struct XMPProperty {
  private let namespace: String
  private let name: String

  /// - Parameters:
  ///   - qualifiedName: as it stands in the packet: `exif:GPSLatitude`.
  ///   - namespaces: what the prefixes stand for.
  init(_ qualifiedName: String, _ namespaces: [String: String]) {
    guard let colon = qualifiedName.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      (namespace, name) = ("", qualifiedName)
      return
    }
    namespace = namespaces[String(qualifiedName[..<colon])] ?? ""
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
    if !namespace.isEmpty, name.lowercased().hasPrefix("gps") { return true }
    switch namespace {
    case "http://ns.adobe.com/photoshop/1.0/": return ["City", "State", "Country"].contains(name)
    case "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": return ["Location", "CountryCode"].contains(name)
    case "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": return ["LocationShown", "LocationCreated"].contains(name)
    case "http://www.w3.org/2003/01/geo/wgs84_pos#": return true
    default: return false
    }
  }

  private var isSerialNumber: Bool {
    switch namespace {
    case "http://ns.adobe.com/exif/1.0/aux/": ["SerialNumber", "LensSerialNumber", "OwnerName"].contains(name)
    case "http://cipa.jp/exif/1.0/": ["BodySerialNumber", "LensSerialNumber", "CameraOwnerName"].contains(name)
    case "http://ns.adobe.com/exif/1.0/": name == "ImageUniqueID"
    default: false
    }
  }
}
