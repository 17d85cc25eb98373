internal import ImageModel
internal import MakerNotes
internal import MetadataModel
internal import TIFFStructure

/// One directory (IFD) of Exif metadata, with its values.
struct ExifDirectory {
  enum Kind: Hashable {
    /// A directory of the main chain: 0 describes the picture, 1 the thumbnail.
    case chain(Int)
    case exif, gps, interoperability

    /// The name of its group of properties.
    var groupName: String {
      switch self {
      case .chain(let index): "IFD\(index)"
      case .exif: "Exif"
      case .gps: "GPS"
      case .interoperability: "Interop"
      }
    }
  }

  struct Field {
    var entry: IFDEntry
    var value: IFDValue
  }

  var kind: Kind
  var fields: [Field] = []

  subscript(tag: UInt16) -> IFDValue? { fields.first { $0.entry.tag == tag }?.value }
}

/// All directories of one Exif block, or of one page of a TIFF file.
struct ExifContent {
  var isBigEndian: Bool
  var directories: [ExifDirectory] = []
  /// The range of the embedded JPEG in the source.
  var thumbnail: Range<UInt64>?
  /// The offset of the source in the file; nil if the file has it compressed or in digits.
  var place: UInt64?
  /// The maker note, if it has a known layout.
  var makerNote: MakerNote?
  /// IPTC data in a field of the main directory. It belongs into a TIFF page, but some writers put it into Exif.
  private(set) var iptc: MetadataBlock?

  subscript(kind: ExifDirectory.Kind) -> ExifDirectory? { directories.first { $0.kind == kind } }

  /// Moves IPTC data from its field to `iptc`.
  ///
  /// - Parameter bytes: the source.
  mutating func takeIPTC(from bytes: [UInt8]) {
    guard let main = directories.firstIndex(where: { $0.kind == .chain(0) }),
      let index = directories[main].fields.firstIndex(where: { $0.entry.tag == TIFFTag.iptc }),
      case let entry = directories[main].fields[index].entry, let type = entry.type,
      let start = Int(exactly: entry.valueOffset), start <= bytes.count,
      let count = Int(exactly: entry.count), count <= (bytes.count - start) / type.byteCount
    else { return }
    let data = IPTCByteOrder.restored(Array(bytes[start..<start + count * type.byteCount]))
    // The marker of a dataset (IIM 4.2, 1.5).
    guard data.first == 0x1C else { return }
    iptc = MetadataBlock(.iptc, offset: (place ?? 0) + entry.valueOffset, bytes: data)
    directories[main].fields.remove(at: index)
  }
}

/// Tags of Exif that the readers treat specially.
enum ExifTagNumber {
  static let make: UInt16 = 0x010F
  static let model: UInt16 = 0x0110
  static let software: UInt16 = 0x0131
  static let copyright: UInt16 = 0x8298
  static let exifVersion: UInt16 = 0x9000
  static let componentsConfiguration: UInt16 = 0x9101
  static let userComment: UInt16 = 0x9286
  static let flashpixVersion: UInt16 = 0xA000
  static let fileSource: UInt16 = 0xA300
  static let sceneType: UInt16 = 0xA301
  static let cfaPattern: UInt16 = 0xA302
  /// XPTitle, XPComment, XPAuthor, XPKeywords, XPSubject: UTF-16 in bytes.
  static let windowsTexts: ClosedRange<UInt16> = 0x9C9B...0x9C9F
  /// Texts that DNG 1.6 allows as BYTE (OriginalRawFileName, LocalizedCameraModel, the names of profiles and previews,
  /// ReelName, CameraLabel), and PanasonicTitle and PanasonicTitle2, which are UNDEFINED.
  static let textsOfBytes: Set<UInt16> = [
    0xC615, 0xC68B, 0xC6D2, 0xC6D3, 0xC6F3, 0xC6F4, 0xC6F6, 0xC6F8, 0xC6FE, 0xC716, 0xC717, 0xC718, 0xC789, 0xC7A1,
  ]
  static let gpsProcessingMethod: UInt16 = 0x1B
  static let gpsAreaInformation: UInt16 = 0x1C
  static let interoperabilityVersion: UInt16 = 2

  /// Whether the tag has the type UNDEFINED in the standard, and bytes that the readers can interpret.
  static func isUndefined(_ tag: UInt16, in kind: ExifDirectory.Kind) -> Bool {
    switch kind {
    case .gps: tag == gpsProcessingMethod || tag == gpsAreaInformation
    case .interoperability: tag == interoperabilityVersion
    case .chain, .exif:
      [exifVersion, componentsConfiguration, userComment, flashpixVersion, fileSource, sceneType, cfaPattern].contains(
        tag)
        || windowsTexts.contains(tag) || textsOfBytes.contains(tag)
    }
  }
}

extension ExifTagNames {
  /// The name of a tag in a directory; nil for an unknown tag.
  static func name(of tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    switch kind {
    case .chain, .exif: inExif(tag)
    case .gps: inGPS(tag)
    case .interoperability: inInteroperability(tag)
    }
  }
}
