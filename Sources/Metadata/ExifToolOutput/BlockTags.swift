internal import ImageModel
internal import MetadataModel
internal import MetadataReading
internal import StructuredText

/// Groups that ExifTool names as we do: JFIF, Adobe, Ducky, IPTC, Photoshop, MPF, PNG, texts, comments and
/// trailers.
struct BlockTags {
  private let group: PropertyGroup

  init(_ group: PropertyGroup) { self.group = group }

  func add(to record: inout TagRecord) {
    switch group.name {
    case "Comment": addComments(to: &record)
    case "Text": for property in group.properties { addText(property, to: &record) }
    case "MPF": addPictures(to: &record)
    case "JFXX":
      // ExifTool makes files of the other two kinds of thumbnails.
      if case .bytes(let bytes)? = group["ThumbnailImage"] {
        record.add("JFIF", "ThumbnailImage", TagValue.binary(bytes.count))
      }
    default:
      for property in shown {
        if MetadataBlock.trailerPrograms.contains(group.name), property.name.hasSuffix("Length"),
          case .integer(let length) = property.value
        {
          record.add(group.name, property.name.dropLast(6) + "Image", TagValue.binary(Int(length)))
          continue
        }
        guard !Self.isUnknown(property), let value = value(of: property) else { continue }
        record.add(Self.names[group.name] ?? group.name, property.name, value)
      }
    }
  }

  /// Groups with another name there.
  private static let names = [
    "Adobe": "APP14", "BMP": "File", "FLIR": "APP1", "ICO": "File", "Samsung": "MakerNotes",
  ]

  /// The properties. If a dataset or resource occurs twice, the last one is used.
  private var shown: [Property] {
    guard group.name == "IPTC" || group.name == "Photoshop" else { return group.properties }
    var last: [String: Int] = [:]
    for (index, property) in group.properties.enumerated() { last[property.name] = index }
    return group.properties.enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
  }

  /// Whether the name is a number: `0x0bb8`, `2:199`.
  private static func isUnknown(_ property: Property) -> Bool {
    property.name.hasPrefix("0x") || property.name.contains(":")
  }

  private func value(of property: Property) -> JSONValue? {
    switch (group.name, property.value) {
    case ("JFIF", .text(let text)) where property.name == "JFIFVersion":
      return .string(text.split(separator: ".").map { Int($0).map(String.init) ?? String($0) }.joined(separator: " "))
    // The gamma of the display, the inverse of the file's, with four decimals.
    case ("PNG", _) where property.name == "Gamma":
      return property.value.number.map { .double($0 > 0 ? (10_000 / $0).rounded() / 10_000 : 0) }
    case ("PNG", .array(let values)) where property.name == "PaletteHistogram":
      return TagValue.binary(2 * values.count)
    case ("PNG", .array(let values)) where property.name == "Transparency" && group["ColorType"] == .integer(3):
      return values.count > 6 ? TagValue.binary(values.count) : TagValue.json(property.value)
    case ("PNG", .bytes(let bytes)) where property.name == "Palette" && bytes.count == 3:
      return .string(bytes.map { String($0) }.joined(separator: " "))
    // Our own counts.
    case ("RIFF", _) where property.name == "FrameCount": return nil
    case ("QuickTime", _) where Self.unshownOfHEIF.contains(property.name): return nil
    case ("PNG", _) where property.name == "SuggestedPalettes": return nil
    // Sizes of 0 are not shown; ExifTool makes a file of the pixels.
    case ("JFIF", .integer(0)) where property.name.hasPrefix("Thumbnail"): return nil
    case ("JFIF", .bytes): return nil
    case ("PNG", .array(let values)) where property.name == "ImageOffset" && values.count == 2:
      let unit = group["ImageOffsetUnits"] == .integer(1) ? "microns" : "pixels"
      return .string("\(values[0].plainText), \(values[1].plainText) (\(unit))")
    case ("PNG", _) where property.name == "ImageOffsetUnits": return nil
    case ("Photoshop", .array(let values)) where property.name == "URL_List":
      return .array(values.compactMap { TagValue.json($0) })
    case ("Photoshop", .array(let values)) where property.name == "AlphaChannelsNames":
      return .string(values.map(\.plainText).joined(separator: ", "))
    case ("Photoshop", _) where Self.unshown.contains(property.name): return nil
    case ("Photoshop", .bytes(let bytes)):
      return property.name.hasSuffix("Thumbnail") ? TagValue.binary(bytes.count) : nil
    // A list even of one.
    case ("Jpeg2000", .array(let values)) where property.name == "CompatibleBrands":
      return .array(values.compactMap { TagValue.json($0) })
    // Lists of texts remain lists.
    case (_, .array(let values)) where values.isEmpty || values.contains { $0.text != nil }:
      return TagValue.list(values.compactMap { TagValue.json($0) })
    default: return TagValue.json(property.value)
    }
  }

  private static let unshownOfHEIF: Set<String> = ["Mirror", "ThumbnailSizes", "AuxiliaryImages"]

  /// Resources that ExifTool shows with `-u` only.
  private static let unshown: Set<String> = [
    "PrintFlags", "EffectiveBW", "TargetLayerID", "LayersGroupInfo", "EffectsVisible", "IDsBaseValue",
    "UnicodeAlphaNames", "IndexedColorTableCount", "TransparentIndex", "LayerGroupsEnabledID", "ICC_Untagged",
    "Watermark", "SlicesVersion", "PStringCaption",
  ]

  /// Adds the first comment that is not empty.
  private func addComments(to record: inout TagRecord) {
    for property in group.properties {
      guard let text = property.value.text, !text.isEmpty else { continue }
      // ExifTool's JSON has no NUL characters.
      record.add("File", "Comment", .string(String(text.unicodeScalars.filter { $0 != "\0" })))
    }
  }

  /// A PNG text: the keyword reduced to letters, digits, - and _, with a capital first letter, then the language.
  private func addText(_ property: Property, to record: inout TagRecord) {
    guard let name = Self.name(ofKeyword: property.name) else { return }
    let group = "PNG"
    switch property.value {
    case .text(let text): record.add(group, name, .string(Self.text(text, keyword: property.name)))
    case .structure(let fields):
      let text = fields.first { ["text", "value", "rdf:value"].contains($0.name.lowercased()) }?.value.text
      guard let text else { return }
      let language = fields.first { $0.name.lowercased().hasSuffix("language") }?.value.text ?? ""
      record.add(group, language.isEmpty ? name : "\(name)-\(XMPTags.language(language))", .string(text))
    default: break
    }
  }

  /// Keywords with names of their own.
  private static let textNames = ["create-date": "CreateDate", "modify-date": "ModDate", "Warning": "PNGWarning"]

  /// A text; dates are in Exif's format.
  private static func text(_ text: String, keyword: String) -> String {
    switch keyword {
    case "Creation Time": MailDate.exifText(text) ?? text
    case "create-date", "modify-date": XMPTags.date(text, isKnown: true)
    default: text
    }
  }

  private static func name(ofKeyword keyword: String) -> String? {
    if let name = textNames[keyword] { return name }
    let name = XMPTags.word(keyword)
    return name.utf8.count > 1 ? name : nil
  }

  /// The properties of the MPF index and of its last picture: ExifTool has one set of names for all pictures.
  private func addPictures(to record: inout TagRecord) {
    for property in group.properties {
      if case .array(let entries) = property.value, case .structure(let fields)? = entries.last {
        for field in fields {
          if let value = TagValue.json(field.value) { record.add("MPF", field.name, value) }
        }
        // Large thumbnails (CIPA DC-007, table 4) are previews.
        let entry = PropertyGroup("MPF", fields)
        if case .integer(let type)? = entry["MPImageType"], type >> 16 == 1,
          case .integer(let length)? = entry["MPImageLength"]
        {
          record.add("MPF", "PreviewImage", TagValue.binary(Int(length)))
        }
      } else if !Self.isUnknown(property), let value = TagValue.json(property.value) {
        record.add("MPF", property.name, value)
      }
    }
  }
}
