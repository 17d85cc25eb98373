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

  /// Whether the property is removed with a kind of metadata. Whether it names a place, `place` says.
  func isRemoved(by changes: XMPEditor.Changes) -> Bool {
    changes.removesThumbnails && self == XMPName("http://ns.adobe.com/xap/1.0/", "Thumbnails")
      || changes.removesSerialNumbers && isSerialNumber
      || changes.removesExtension && self == Self.hasExtendedXMP
  }

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
