internal import MetadataModel

/// Texts in which people write what they like, and so where a picture was taken.
enum KeptTexts {
  private static let names: [(group: String, kind: MetadataDeletion.Group, names: [String])] = [
    ("IFD0", .exif, ["ImageDescription", "XPTitle", "XPComment", "XPKeywords", "XPSubject"]),
    ("Exif", .exif, ["UserComment"]),
    (
      "XMP", .xmp,
      ["dc:title", "dc:description", "dc:subject", "photoshop:Headline", "lr:hierarchicalSubject", "digiKam:TagsList"]
    ),
    ("IPTC", .iptc, ["ObjectName", "Headline", "Caption-Abstract", "Keywords"]),
  ]

  /// The names of those that a file has and edits leave in it, as options take them.
  static func names(_ metadata: ImageMetadata, _ edits: MetadataEdits) -> [String] {
    var found: [String] = []
    for (group, kind, names) in names where edits.selection.contains(kind.selection) {
      for name in names {
        let isThere = metadata.images.contains { image in
          image.properties[group]?[name].map { !$0.plainText.allSatisfy { $0 == " " } } ?? false
        }
        let goes = edits.deletions.contains { $0.group == kind && $0.pattern.matches(name) }
        if isThere, !goes { found.append("\(kind.rawValue).\(name)") }
      }
    }
    return found
  }
}

extension MetadataDeletion.Group {
  /// The kind that a group goes with.
  fileprivate var selection: MetadataSelection {
    switch self {
    case .exif: .exif
    case .gps: .gps
    case .xmp: .xmp
    case .iptc: .iptc
    case .png: .comments
    }
  }
}
