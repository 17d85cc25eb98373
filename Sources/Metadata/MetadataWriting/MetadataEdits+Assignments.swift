package import ImageModel
package import MetadataModel

/// Assignments as `--set` takes them, `exif.Artist=Ann`, that follow from the metadata of a file.
extension MetadataEdits {
  /// A name and what is done with its value: `xmp.dc:subject+=sea`.
  package struct Assignment: Hashable, Sendable {
    package var name: String
    /// `=`, `+=` or `-=`.
    package var sign: String
    package var value: String

    /// - Returns: nil for a text without an equals sign.
    package init?(_ text: String) {
      guard let equals = text.firstIndex(of: "=") else { return nil }
      name = String(text[..<equals])
      value = String(text[text.index(after: equals)...])
      sign = "="
      if let last = name.last, last == "+" || last == "-", name.count > 1 { sign = "\(name.removeLast())=" }
    }

    package init(_ name: String, _ value: String, sign: String = "=") {
      (self.name, self.value, self.sign) = (name, value, sign)
    }

    package var text: String { name + sign + value }
  }

  /// The assignments that set a property in all its places: always in XMP, in Exif and IPTC where the picture has these
  /// blocks. `dates` are all dates.
  ///
  /// A text that is too long for IPTC is cut there.
  ///
  /// - Parameter picture: nil for XMP and Exif, to check a value.
  /// - Returns: nil if the name is not a word such as `title` or `keywords`.
  package static func inAllPlaces(_ assignment: Assignment, of picture: ImageMetadata?) -> [Assignment]? {
    let hasExif = picture?.blocks(ofImage: 0).contains { $0.kind == .exif } ?? true
    let hasIPTC = picture?.images.first?.properties["IPTC"] != nil
    func made(_ name: String) -> Assignment { Assignment(name, assignment.value, sign: assignment.sign) }
    if assignment.name.lowercased() == "dates" {
      var names = ["xmp.photoshop:DateCreated", "xmp.xmp:CreateDate", "xmp.xmp:ModifyDate"]
      let packet = picture?.images.first?.properties["XMP"]
      names += ["exif:DateTimeOriginal", "exif:DateTimeDigitized", "tiff:DateTime"]
        .filter { packet?[$0] != nil }.map { "xmp." + $0 }
      if hasExif { names += PropertyName.allDates.map { "exif." + $0 } }
      var all = names.map(made)
      if hasIPTC {
        all.append(made("iptc.DateCreated"))
        if DateText(assignment.value)?.hasClock ?? false { all.append(made("iptc.TimeCreated")) }
      }
      return all
    }
    guard let row = SharedProperty.named(word: assignment.name) else { return nil }
    var all = [made("xmp." + row.xmp)]
    if hasExif, let name = row.exif, assignment.sign == "=" { all.append(made("exif." + name)) }
    if hasIPTC, let name = row.iptc, let tag = IPTCTag.named(name) {
      var short = made("iptc." + name)
      while short.value.utf8.count > tag.maxBytes { short.value.removeLast() }
      all.append(short)
    }
    return all
  }

  /// Checks the name of an assignment whose value is not known yet.
  ///
  /// - Throws: `usage`.
  package static func check(_ assignment: Assignment) throws(ImageError) {
    if SharedProperty.wordList.contains(assignment.name.lowercased()) { return }
    let written = PropertyName(assignment.name)
    switch written.group {
    case "exif" where PropertyName.isAllDates(written.name): return
    case "exif" where ExifTag.named(written.name, gps: false) != nil: return
    case "exif" where ExifTag.named(written.name, gps: true) != nil: return
    case "gps" where ExifTag.named(written.name, gps: true) != nil || !GPSSettings.tags(written.name).isEmpty: return
    case "iptc" where IPTCTag.named(written.name) != nil: return
    case "png", "comment", "dpi": return
    default: break
    }
    if written.group == "xmp" {
      do throws(ImageError) {
        if XMPPath.isPath(written.name) {
          let (setting, isStructure) = try XMPPath.setting(written.name)
          if !isStructure, assignment.sign == "=" || setting.isList { return }
          throw ImageError(.usage, "it holds \(isStructure ? "a structure, not text" : "no list")")
        }
        let (name, _, layout) = try XMPSchema.property(try language(of: written.name).name)
        let isList = layout == .bag || layout == .seq
        if !XMPSchema.isStructured(name), assignment.sign == "=" || isList { return }
      } catch {
        throw ImageError(.usage, "--set \(assignment.name): \(error.message)")
      }
    }
    // The name is refused with any value.
    _ = try edits([Assignment(assignment.name, "x", sign: assignment.sign).text])
  }

  /// Whether a value can be set.
  package static func takes(_ assignments: [Assignment]) -> Bool { (try? edits(assignments.map(\.text))) != nil }

  private static func edits(_ texts: [String]) throws(ImageError) -> MetadataEdits {
    try MetadataEdits(set: texts, delete: [], strip: [], keep: [], orientation: nil, shiftDates: nil)
  }

  /// The texts that a value of a file stands for in assignments: several for a list; none for an unknown value, for
  /// bytes and for structures.
  package static func texts(of value: PropertyValue) -> [String] {
    switch value {
    case .structure(let fields):
      return fields.first { $0.name == "x-default" }.flatMap { $0.value.text }.map { [$0] } ?? []
    case .array(let values) where values.allSatisfy { $0.text == nil }:
      return SidecarPacket.text(of: value).map { [$0] } ?? []
    case .array(let values): return values.flatMap { texts(of: $0) }
    case .decimal(let number): return ["\(number)"]
    default: return SidecarPacket.text(of: value).map { [$0] } ?? []
    }
  }

  /// The assignments that give another file the properties with a name, which may have `*` and `?`.
  ///
  /// - Returns: the assignments, and the names of properties that cannot be set.
  /// - Throws: `usage` for a name of an unknown group.
  package static func assignments(
    named name: String, in metadata: ImageMetadata
  ) throws(ImageError) -> (assignments: [Assignment], left: [String]) {
    let deletion = try MetadataDeletion(name)
    var result: (assignments: [Assignment], left: [String]) = ([], [])
    for group in (metadata.images.first?.properties ?? metadata.properties).groups {
      guard let home = homes[group.name], home.kind == deletion.group else { continue }
      // Each name occurs once, even if a block has the tag twice.
      var names: Set<String> = []
      for property in group.properties
      where names.insert(property.name).inserted && !(home.kind == .gps && signed.contains(property.name)) {
        guard deletion.matches(property.name, of: home.kind, in: home.home) || deletion.isIn(property.name) else {
          continue
        }
        let full = "\(home.kind.rawValue).\(property.name)"
        var made = texts(of: property.value).map { Assignment(full, $0) }
        if case .structure(let fields) = property.value, fields.contains(where: { $0.name == "x-default" }) {
          made += fields.filter { $0.name != "x-default" }.compactMap { field in
            field.value.text.map { Assignment("\(full)[\(field.name)]", $0) }
          }
        }
        if home.kind == .xmp {
          let parts = XMPPath.fields(of: property).map { Assignment(full + $0.path, $0.text) }
          // Nothing of an old structure stays beside them.
          if !parts.isEmpty { made += [Assignment(full, "")] + parts }
        }
        if home.home == .exif || home.home == .main { made = made.map { dated($0, property.name, group, metadata) } }
        if !made.isEmpty, takes(made) { result.assignments += made } else { result.left.append(full) }
      }
    }
    return result
  }

  /// Tags whose signed values the group of GPS has under names of their own: `Latitude`.
  private static let signed: Set<String> = [
    "GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef", "GPSAltitude", "GPSAltitudeRef",
  ]

  private static let homes: [String: (kind: MetadataDeletion.Group, home: ExifTag.Home)] = [
    "IFD0": (.exif, .main), "Exif": (.exif, .exif), "GPS": (.gps, .gps), "XMP": (.xmp, .main), "IPTC": (.iptc, .main),
  ]

  /// A date with its fraction of a second and its zone, which setting the date would remove.
  private static func dated(
    _ assignment: Assignment, _ name: String, _ group: PropertyGroup, _ metadata: ImageMetadata
  ) -> Assignment {
    guard let tree = metadata.images.first?.properties,
      let whole = SidecarPacket.date(assignment.value, named: name, in: tree)
    else { return assignment }
    return Assignment(assignment.name, whole)
  }
}

extension MetadataDeletion {
  /// Whether a name is one of those that a name of GPS stands for: `position`, `latitude`.
  fileprivate func isIn(_ name: String) -> Bool {
    guard group == .gps, let tag = ExifTag.named(name, gps: true) else { return false }
    return matches(tag.number, in: .gps)
  }
}
