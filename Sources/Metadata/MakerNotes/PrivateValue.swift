internal import MetadataModel
internal import TIFFStructure

extension MakerNote {
  /// A value that says who took a picture, with which camera, or where, and how it can be overwritten.
  package struct PrivateValue: Sendable {
    package var name: String
    /// The place of its bytes in the source; nil if they are encrypted there, or in another form.
    package var place: Range<UInt64>?
    /// The bytes that can replace the value's. The rest of the note stays readable.
    package var replacement: [UInt8]

    /// Whether some of the value has to stay, because the note cannot be read without it.
    package var keepsPart: Bool { replacement.contains { $0 != 0 && $0 != 0xFF } }
  }

  /// The kind of metadata that a private value belongs to, by its name in the tables.
  ///
  /// `serialNumbers` includes the unique numbers of a picture, and the names and ages of people. `gps` includes
  /// heights, and the cities that stand for a time zone.
  static func privateKind(_ name: String) -> MetadataSelection? {
    if who.contains(name) { return .serialNumbers }
    return places.contains(name) ? .gps : nil
  }

  private static let who: Set<String> = [
    // Cameras and what is attached to them.
    "SerialNumber", "InternalSerialNumber", "BodySerialNumber", "LensSerialNumber", "InternalLensSerialNumber",
    "ExtenderSerialNumber", "FlashSerialNumber", "AccessorySerialNumber", "CameraID", "UnknownNumber",
    // Pictures.
    "ImageUniqueID", "ImageIDNumber", "PhotoIdentifier", "BurstUUID", "MediaGroupUUID",
    // People.
    "OwnerName", "ShortOwnerName", "Artist", "Copyright", "UserLabel", "BabyName", "BabyAge", "FaceName",
    "RecognizedFace1Name", "RecognizedFace2Name", "RecognizedFace3Name",
    "RecognizedFace1Age", "RecognizedFace2Age", "RecognizedFace3Age",
  ]

  private static let places: Set<String> = [
    "Location", "LocationName", "Country", "State", "City", "City2", "Landmark", "HometownCity", "DestinationCity",
    "HometownCityCode", "DestinationCityCode", "TimeZoneCity", "Altitude", "ManometerReading",
  ]
}

extension IFDValue {
  /// Whether a text has letters, or a number is not 0.
  var hasContent: Bool {
    switch self {
    case .text(let bytes), .bytes(let bytes): bytes.contains { $0 != 0 && $0 != 0x20 && $0 != 0xFF }
    case .unsigned(let values): values.contains { $0 != 0 }
    case .signed(let values): values.contains { $0 != 0 }
    case .floats(let values): values.contains { $0 != 0 }
    case .rationals(let values): values.contains { $0.numerator != 0 }
    }
  }
}
