public import ImageModel

/// Which kinds of metadata travel from a source to a destination.
public struct MetadataSelection: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Exif directories, apart from what has a kind of its own below.
  public static let exif = MetadataSelection(rawValue: 1)
  /// The GPS directory of Exif, and the properties of XMP that tell a location.
  public static let gps = MetadataSelection(rawValue: 2)
  public static let xmp = MetadataSelection(rawValue: 4)
  /// Photoshop resources, with the IPTC data in them.
  public static let iptc = MetadataSelection(rawValue: 8)
  /// The ICC profile.
  public static let icc = MetadataSelection(rawValue: 16)
  /// Comments, and texts with keywords.
  public static let comments = MetadataSelection(rawValue: 32)
  /// What a camera's maker put into Exif in a form of their own.
  public static let makerNotes = MetadataSelection(rawValue: 64)
  /// The small picture in Exif.
  public static let thumbnail = MetadataSelection(rawValue: 128)
  public static let orientation = MetadataSelection(rawValue: 256)
  public static let resolution = MetadataSelection(rawValue: 512)
  /// Serial numbers of camera and lens, the owner's name, the picture's unique number.
  public static let serialNumbers = MetadataSelection(rawValue: 1024)

  public static let all = MetadataSelection(rawValue: 2047)

  /// What lies inside Exif and goes with it, if it is not asked for by name.
  static let insideExif: MetadataSelection = [.exif, .gps, .makerNotes, .thumbnail, .serialNumbers]

  /// The kinds by the names that options use.
  public static let names: KeyValuePairs<String, MetadataSelection> = [
    "all": .all, "exif": .exif, "gps": .gps, "xmp": .xmp, "iptc": .iptc, "icc": .icc, "comments": .comments,
    "makernotes": .makerNotes, "thumbnail": .thumbnail, "orientation": .orientation, "resolution": .resolution,
    "serials": .serialNumbers,
  ]

  /// The selection that options ask for.
  ///
  /// `strip` takes kinds away from all; `keep` gives back what `strip` took. `keep` alone keeps nothing else: someone who
  /// names what may stay does not expect the rest to. `exif` stands for everything in Exif but orientation and resolution,
  /// without which the picture would be shown differently.
  ///
  /// - Parameters:
  ///   - strip: names of kinds, several in one string with commas between them.
  ///   - keep: the same.
  /// - Throws: `usage` for a name that is not known.
  public static func parse(strip: [String], keep: [String]) throws(ImageError) -> MetadataSelection {
    let kept = try parse(keep)
    if strip.isEmpty { return keep.isEmpty ? .all : kept }
    return MetadataSelection.all.subtracting(try parse(strip)).union(kept)
  }

  private static func parse(_ lists: [String]) throws(ImageError) -> MetadataSelection {
    var selection: MetadataSelection = []
    for list in lists {
      for part in list.split(separator: ",", omittingEmptySubsequences: false) {
        let name = part.lowercased()
        guard let kind = names.first(where: { $0.key == name })?.value else {
          let known = names.map(\.key).joined(separator: ", ")
          throw ImageError(.usage, "'\(part)' is no kind of metadata; kinds are \(known)")
        }
        selection.formUnion(kind == .exif ? insideExif : kind)
      }
    }
    return selection
  }
}
