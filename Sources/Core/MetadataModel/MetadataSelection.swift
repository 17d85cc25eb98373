public import ImageModel

/// The kinds of metadata that are copied from a source to a destination.
public struct MetadataSelection: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Exif directories, except the parts that have kinds of their own below.
  public static let exif = MetadataSelection(rawValue: 1)
  /// The GPS directory of Exif, and the properties of XMP with a location.
  public static let gps = MetadataSelection(rawValue: 2)
  public static let xmp = MetadataSelection(rawValue: 4)
  /// Photoshop resources and IPTC.
  public static let iptc = MetadataSelection(rawValue: 8)
  /// The ICC profile.
  public static let icc = MetadataSelection(rawValue: 16)
  /// Comments, and texts with keywords.
  public static let comments = MetadataSelection(rawValue: 32)
  /// The maker note: a block of Exif in the camera maker's own format.
  public static let makerNotes = MetadataSelection(rawValue: 64)
  /// The thumbnail in Exif.
  public static let thumbnail = MetadataSelection(rawValue: 128)
  public static let orientation = MetadataSelection(rawValue: 256)
  public static let resolution = MetadataSelection(rawValue: 512)
  /// Serial numbers of camera and lens, the owner's name, the unique number of the picture.
  public static let serialNumbers = MetadataSelection(rawValue: 1024)

  /// Data after the picture of a JPEG or PNG file.
  public static let trailers = MetadataSelection(rawValue: 2048)
  /// The further pictures of a JPEG file (MPF).
  public static let furtherPictures = MetadataSelection(rawValue: 4096)

  public static let all = MetadataSelection(rawValue: 8191)

  /// The kinds inside Exif, which the name `exif` includes.
  static let insideExif: MetadataSelection = [.exif, .gps, .makerNotes, .thumbnail, .serialNumbers]

  /// The kinds by the names that options use.
  public static let names: KeyValuePairs<String, MetadataSelection> = [
    "all": .all, "exif": .exif, "gps": .gps, "xmp": .xmp, "iptc": .iptc, "icc": .icc, "comments": .comments,
    "makernotes": .makerNotes, "thumbnail": .thumbnail, "orientation": .orientation, "resolution": .resolution,
    "serials": .serialNumbers, "mpf": .furtherPictures, "trailers": .trailers,
  ]

  /// The selection of the options --strip and --keep.
  ///
  /// `strip` removes kinds from all; `keep` restores some of them. `keep` alone keeps nothing else. `exif` stands for
  /// everything in Exif except orientation and resolution, without which the picture would be shown differently.
  ///
  /// - Parameters:
  ///   - strip: names of kinds, or lists of them separated by commas.
  ///   - keep: the same.
  /// - Throws: `usage` for an unknown name.
  public static func parse(strip: [String], keep: [String]) throws(ImageError) -> MetadataSelection {
    let kept = try parse(keep)
    if strip.isEmpty { return keep.isEmpty ? .all : kept }
    return MetadataSelection.all.subtracting(try parse(strip)).union(kept)
  }

  /// Whether the options --strip and --keep also remove content of no kind, such as bytes after the picture.
  package static func removesUnknown(strip: [String], keep: [String]) -> Bool {
    strip.isEmpty ? !keep.isEmpty : strip.contains { $0.lowercased().split(separator: ",").contains("all") }
  }

  private static func parse(_ lists: [String]) throws(ImageError) -> MetadataSelection {
    var selection: MetadataSelection = []
    for list in lists {
      for part in list.split(separator: ",", omittingEmptySubsequences: false) {
        let name = part.lowercased()
        guard let kind = names.first(where: { $0.key == name })?.value else {
          let known = names.map(\.key).joined(separator: ", ")
          throw ImageError(.usage, "'\(part)' is not a kind of metadata; kinds are \(known)")
        }
        selection.formUnion(kind == .exif ? insideExif : kind)
      }
    }
    return selection
  }
}
