internal import MetadataModel
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
  /// Where the source begins in the file; nil where it lies there in another form (compressed, or in digits).
  var place: UInt64?
  /// The directory of the maker note, where that is wanted and has one in a form that is known.
  var makerNote: MakerNoteDirectory?

  subscript(kind: ExifDirectory.Kind) -> ExifDirectory? { directories.first { $0.kind == kind } }
}

/// Tags of Exif that the readers know by their meaning.
enum ExifTag {
  static let make: UInt16 = 0x010F
  static let copyright: UInt16 = 0x8298
  static let exifVersion: UInt16 = 0x9000
  static let componentsConfiguration: UInt16 = 0x9101
  static let makerNote: UInt16 = 0x927C
  static let userComment: UInt16 = 0x9286
  static let flashpixVersion: UInt16 = 0xA000
  static let fileSource: UInt16 = 0xA300
  static let sceneType: UInt16 = 0xA301
  static let cfaPattern: UInt16 = 0xA302
  /// XPTitle, XPComment, XPAuthor, XPKeywords, XPSubject: UTF-16 in bytes.
  static let windowsTexts: ClosedRange<UInt16> = 0x9C9B...0x9C9F
  static let gpsProcessingMethod: UInt16 = 0x1B
  static let gpsAreaInformation: UInt16 = 0x1C
  static let interoperabilityVersion: UInt16 = 2

  /// Whether the standard gives the tag the type UNDEFINED and its bytes a meaning that the readers know.
  static func isUndefined(_ tag: UInt16, in kind: ExifDirectory.Kind) -> Bool {
    switch kind {
    case .gps: tag == gpsProcessingMethod || tag == gpsAreaInformation
    case .interoperability: tag == interoperabilityVersion
    case .chain, .exif:
      [exifVersion, componentsConfiguration, userComment, flashpixVersion, fileSource, sceneType, cfaPattern].contains(
        tag)
        || windowsTexts.contains(tag)
    }
  }
}

extension ExifTagNames {
  /// The name of a tag in a directory; nil where it has none.
  static func name(of tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    switch kind {
    case .chain, .exif: inExif(tag)
    case .gps: inGPS(tag)
    case .interoperability: inInteroperability(tag)
    }
  }
}
