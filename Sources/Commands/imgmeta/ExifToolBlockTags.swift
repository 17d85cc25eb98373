internal import CommandKit
internal import MetadataModel
internal import StructuredText

/// Groups whose names are ExifTool's already: JFIF, Adobe, Ducky, IPTC, Photoshop, MPF, PNG, texts and comments.
struct ExifToolBlockTags {
  private let group: PropertyGroup

  init(_ group: PropertyGroup) { self.group = group }

  func add(to record: inout ExifToolRecord) {
    switch group.name {
    case "Comment": addComments(to: &record)
    case "Text": for property in group.properties { addText(property, to: &record) }
    case "MPF": addPictures(to: &record)
    case "JFXX":
      // The other two forms of a thumbnail become a file there.
      if case .bytes(let bytes)? = group["ThumbnailImage"] {
        record.add("JFIF", "ThumbnailImage", ExifToolValue.binary(bytes.count))
      }
    default:
      for property in shown {
        guard !Self.isUnknown(property), let value = value(of: property) else { continue }
        record.add(group.name == "Adobe" ? "APP14" : group.name, property.name, value)
      }
    }
  }

  /// Of datasets and resources that come twice the last counts.
  private var shown: [Property] {
    guard group.name == "IPTC" || group.name == "Photoshop" else { return group.properties }
    var last: [String: Int] = [:]
    for (index, property) in group.properties.enumerated() { last[property.name] = index }
    return group.properties.enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
  }

  /// Numbers instead of names: `0x0bb8`, `2:199`.
  private static func isUnknown(_ property: Property) -> Bool {
    property.name.hasPrefix("0x") || property.name.contains(":")
  }

  private func value(of property: Property) -> JSONValue? {
    switch (group.name, property.value) {
    case ("JFIF", .text(let text)) where property.name == "JFIFVersion":
      return .string(text.split(separator: ".").map { Int($0).map(String.init) ?? String($0) }.joined(separator: " "))
    // The exponent of the display, the inverse of what the file has, with four decimals.
    case ("PNG", _) where property.name == "Gamma":
      return property.value.number.map { .double($0 > 0 ? (10_000 / $0).rounded() / 10_000 : 0) }
    case ("PNG", .array(let values)) where property.name == "PaletteHistogram":
      return ExifToolValue.binary(2 * values.count)
    case ("PNG", .array(let values)) where property.name == "Transparency" && group["ColorType"] == .integer(3):
      return values.count > 6 ? ExifToolValue.binary(values.count) : ExifToolValue.json(property.value)
    case ("PNG", .bytes(let bytes)) where property.name == "Palette" && bytes.count == 3:
      return .string(bytes.map { String($0) }.joined(separator: " "))
    // A count of ours.
    case ("PNG", _) where property.name == "SuggestedPalettes": return nil
    // Sizes that are 0 are not shown, and pixels are a file there.
    case ("JFIF", .integer(0)) where property.name.hasPrefix("Thumbnail"): return nil
    case ("JFIF", .bytes): return nil
    case ("PNG", .array(let values)) where property.name == "ImageOffset" && values.count == 2:
      let unit = group["ImageOffsetUnits"] == .integer(1) ? "microns" : "pixels"
      return .string("\(values[0].plainText), \(values[1].plainText) (\(unit))")
    case ("PNG", _) where property.name == "ImageOffsetUnits": return nil
    case ("Photoshop", .array(let values)) where property.name == "URL_List":
      return .array(values.compactMap { ExifToolValue.json($0) })
    case ("Photoshop", .array(let values)) where property.name == "AlphaChannelsNames":
      return .string(values.map(\.plainText).joined(separator: ", "))
    case ("Photoshop", _) where Self.unshown.contains(property.name): return nil
    case ("Photoshop", .bytes(let bytes)):
      return property.name.hasSuffix("Thumbnail") ? ExifToolValue.binary(bytes.count) : nil
    // Lists of texts stay lists.
    case (_, .array(let values)) where values.isEmpty || values.contains { $0.text != nil }:
      return ExifToolValue.list(values.compactMap { ExifToolValue.json($0) })
    default: return ExifToolValue.json(property.value)
    }
  }

  /// Resources that ExifTool shows only when it is asked for what it does not know.
  private static let unshown: Set<String> = [
    "PrintFlags", "EffectiveBW", "TargetLayerID", "LayersGroupInfo", "EffectsVisible", "IDsBaseValue",
    "UnicodeAlphaNames", "IndexedColorTableCount", "TransparentIndex", "LayerGroupsEnabledID", "ICC_Untagged",
    "Watermark", "SlicesVersion", "PStringCaption",
  ]

  /// Of several comments the first counts; empty ones are none.
  private func addComments(to record: inout ExifToolRecord) {
    for property in group.properties {
      if let text = property.value.text, !text.isEmpty { record.add("File", "Comment", .string(text)) }
    }
  }

  /// A PNG text: the keyword without what names cannot have, beginning with a capital letter, behind it the language.
  private func addText(_ property: Property, to record: inout ExifToolRecord) {
    guard let name = Self.name(ofKeyword: property.name) else { return }
    let group = "PNG"
    switch property.value {
    case .text(let text): record.add(group, name, .string(text))
    case .structure(let fields):
      let text = fields.first { ["text", "value", "rdf:value"].contains($0.name.lowercased()) }?.value.text
      guard let text else { return }
      let language = fields.first { $0.name.lowercased().hasSuffix("language") }?.value.text ?? ""
      record.add(group, language.isEmpty ? name : "\(name)-\(ExifToolXMPTags.language(language))", .string(text))
    default: break
    }
  }

  private static func name(ofKeyword keyword: String) -> String? {
    let kept = keyword.unicodeScalars.filter {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
    guard kept.count > 1 else { return nil }
    return ExifToolXMPTags.capitalized(String(String.UnicodeScalarView(kept)))
  }

  /// What the index says, and of the pictures in it the last, as ExifTool's names for all are the same.
  private func addPictures(to record: inout ExifToolRecord) {
    for property in group.properties {
      if case .array(let entries) = property.value, case .structure(let fields)? = entries.last {
        for field in fields {
          if let value = ExifToolValue.json(field.value) { record.add("MPF", field.name, value) }
        }
        // Large thumbnails (CIPA DC-007, table 4) are previews.
        let entry = PropertyGroup("MPF", fields)
        if case .integer(let type)? = entry["MPImageType"], type >> 16 == 1,
          case .integer(let length)? = entry["MPImageLength"]
        {
          record.add("MPF", "PreviewImage", ExifToolValue.binary(Int(length)))
        }
      } else if !Self.isUnknown(property), let value = ExifToolValue.json(property.value) {
        record.add("MPF", property.name, value)
      }
    }
  }
}
