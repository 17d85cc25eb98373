internal import TIFFStructure

/// One directory of Exif metadata, its values read.
struct ExifDirectory {
  enum Kind: Hashable {
    /// A directory of the main chain: 0 describes the picture, 1 the thumbnail.
    case chain(Int)
    case exif, gps, interoperability

    /// How groups of properties are called.
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
  /// Where the embedded JPEG lies in the source.
  var thumbnail: Range<UInt64>?

  subscript(kind: ExifDirectory.Kind) -> ExifDirectory? { directories.first { $0.kind == kind } }
}

/// Tags of Exif that the readers know by their meaning.
enum ExifTag {
  static let copyright: UInt16 = 0x8298
  static let exifVersion: UInt16 = 0x9000
  static let componentsConfiguration: UInt16 = 0x9101
  static let makerNote: UInt16 = 0x927C
  static let userComment: UInt16 = 0x9286
  static let flashpixVersion: UInt16 = 0xA000
  static let fileSource: UInt16 = 0xA300
  static let sceneType: UInt16 = 0xA301
  /// XPTitle, XPComment, XPAuthor, XPKeywords, XPSubject: UTF-16 in bytes.
  static let windowsTexts: ClosedRange<UInt16> = 0x9C9B...0x9C9F
  static let gpsProcessingMethod: UInt16 = 0x1B
  static let gpsAreaInformation: UInt16 = 0x1C
  static let interoperabilityVersion: UInt16 = 2
}
