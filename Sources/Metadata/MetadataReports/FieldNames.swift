internal import ImageModel
package import MetadataModel
internal import MetadataReading

/// The metadata fields that exist, to find misspelt fields in a text.
///
/// The groups of the standards have tables of all names. The names in XMP, PNG texts, maker notes and Photoshop
/// resources are open: any name may exist.
package struct FieldNames {
  /// Groups whose names are all known.
  private static let closed: [(group: String, names: [String])] = {
    let tags = ExifTagNames.all
    let thumbnail = ["ThumbnailOffset", "ThumbnailLength"]
    return [
      ("Exif", tags.exif), ("IFD0", tags.exif), ("IFD1", tags.exif + thumbnail), ("Interop", tags.exif),
      ("GPS", tags.gps + ["Latitude", "Longitude", "Altitude"]), ("IPTC", IPTCNames.all),
      (
        "Image",
        [
          "Width", "Height", "ColorModel", "BitsPerSample", "SamplesPerPixel", "SampleFormat", "HasAlpha",
          "IsPremultiplied", "Orientation", "SensorWidth", "SensorHeight", "DPIWidth", "DPIHeight", "PixelAspectRatio",
          "Compression", "IsProgressive", "ChromaSubsampling", "TileWidth", "TileHeight", "ProfileName",
          "EncodingProcess", "EstimatedQuality", "PyramidLevels", "Masks", "OtherImages",
        ]
      ),
      ("name", ["date"]), ("File", ["Format", "MIMEType", "Size", "ImageCount"]),
      (
        "Derived",
        [
          "Megapixels", "DateCreated", "DateCreatedSource", "Latitude", "Longitude", "Rating", "Keywords", "Camera",
          "Lens", "Exposure", "MotionPhoto", "DepthMap", "LensNumber", "FocusMode", "AFArea", "AFPoints",
          "FocusDistance", "DriveMode", "WhiteBalance", "ImageStabilization", "PictureStyle", "ISO", "ShutterCount",
          "SerialNumber", "LensSerialNumber", "Firmware", "Flash", "Temperature", "BurstIdentifier",
          "ContentIdentifier", "Faces", "Roll", "Pitch",
        ]
      ),
    ]
  }()

  /// Groups whose names are not all known.
  private static let open = [
    "XMP", "Sidecar", "Text", "Comment", "MakerNotes", "ICC", "ICC_Profile", "Photoshop", "MPF", "JFXX", "JFIF",
    "Adobe",
    "Ducky", "PNG",
  ]

  /// Names of open groups that are often used without their group.
  private static let common = [
    "Comment", "ProfileDescription", "ProfileCopyright", "JFIFVersion", "Title", "Author", "Creator", "Creation Time",
    "Description", "Disclaimer", "Warning", "Subject", "Rights", "Publisher", "Contributor", "Identifier", "Language",
    "Date", "Type", "Rating", "Label", "Nickname", "CreateDate", "ModifyDate", "MetadataDate", "CreatorTool",
    "Headline",
    "AuthorsPosition", "CaptionWriter", "Country", "State", "Location", "CountryCode", "Scene", "SubjectCode",
    "Instructions",
    "TransmissionReference", "Marked", "UsageTerms", "WebStatement", "Owner", "DocumentID", "InstanceID",
    "OriginalDocumentID", "History", "HierarchicalSubject", "Event", "PersonInImage",
  ]

  /// The names of fields that the command itself fills in.
  private let variables: [String]
  /// All known names, so that a query matches as it does in real properties.
  private let tree: PropertyTree

  package init(variables: [String]) {
    self.variables = variables
    tree = PropertyTree(
      Self.closed.map { entry in PropertyGroup(entry.group, entry.names.map { Property($0, .boolean(true)) }) }
        + [PropertyGroup("Text", Self.common.map { Property($0, .boolean(true)) })])
  }

  /// The fault of a query that cannot match any picture; nil for all other queries.
  package func fault(_ query: PropertyQuery) -> String? {
    // For a path into a value, only the name is checked. Patterns are not checked.
    let text = String(query.text.prefix { $0 != "[" && $0 != "/" })
    guard PropertyQuery(text).isPlain, PropertyQuery(text).first(in: tree) == nil else { return nil }
    guard let separator = text.firstIndex(where: { $0 == ":" || $0 == "." }) else {
      let names = variables + Self.closed.flatMap(\.names) + Self.common
      let hint = Self.hint(text, in: names)
      let known = variables.map { "{\($0)}" }.joined(separator: " ")
      return "there is no field '\(text)'\(hint); there are \(known) and properties of pictures, such as {exif.Model};"
        + " a property of XMP is written {XMP:\(text)}"
    }
    let (group, name) = (String(text[..<separator]), String(text[text.index(after: separator)...]))
    let plain = Self.withoutNumber(group)
    // `plain` is the name without a number: the second profile, the third text of a name.
    if Self.open.contains(where: { Self.equal($0, plain) }) { return nil }
    if let known = Self.closed.first(where: { Self.equal($0.group, plain) }) {
      if name.first?.isNumber ?? true { return nil }
      if known.names.contains(where: { Self.equal($0, Self.withoutNumber(name)) }) { return nil }
      return "\(known.group) has no '\(name)'\(Self.hint(name, in: known.names, prefix: "\(group)\(text[separator])"))"
    }
    let hint = Self.hint(group, in: Self.closed.map(\.group) + Self.open)
    // Any prefix may be one of XMP, unless it looks like a misspelt group.
    if text[separator] == ":", hint.isEmpty { return nil }
    return "there is no group '\(group)'\(hint)"
  }

  private static func equal(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  private static func hint(_ name: String, in names: [String], prefix: String = "") -> String {
    let near = NearestName.hint(name, in: names, prefix: prefix)
    guard near.isEmpty, name.count >= 4 else { return near }
    let start = names.first { $0.lowercased().hasPrefix(name.lowercased()) }
    return start.map { "; did you mean \(prefix)\($0)?" } ?? ""
  }

  /// A name without the number that distinguishes equal names: `JFIF 2`, `Category 3`.
  private static func withoutNumber(_ name: String) -> String {
    guard let space = name.lastIndex(of: " "), name[space...].dropFirst().allSatisfy(\.isNumber) else { return name }
    return String(name[..<space])
  }
}
