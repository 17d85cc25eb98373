package import ImageModel
internal import MetadataModel
internal import PNGStructure

/// The changes of a file's metadata that a user asks for, parsed and checked.
///
/// They are made in this order: kinds that are left out, what is copied from another file, deletions, dates that are
/// moved, values that are set.
package struct MetadataEdits: Sendable {
  /// A property of XMP, or a field of a structure.
  struct XMPStep: Hashable {
    var name: XMPName
    var prefix: String
    var layout: XMPSchema.Layout
    /// The index of an element of its list.
    var item: Int?
  }

  struct XMPSetting: Hashable {
    var name: XMPName
    var prefix: String
    var layout: XMPSchema.Layout
    var values: [String]
    /// Whether the values are added to the existing ones. A value that the list has is not added again.
    var adds: Bool
    /// Whether the values are removed from a list; of a text in a language, whether it is removed.
    var removes = false
    /// The language of a text in several languages; nil sets the default one.
    var language: String?
    /// The index of the element that is set, or of the structure whose field is set; nil sets the whole property.
    var item: Int?
    /// The way to a field: a field of the property's structure, a field of that, and so on.
    var fields: [XMPStep] = []

    /// The property, then the fields.
    var steps: [XMPStep] { [XMPStep(name: name, prefix: prefix, layout: layout, item: item)] + fields }
    /// Whether an element or a field is set, and not the whole property.
    var isPart: Bool { item != nil || !fields.isEmpty }
    /// Whether the rest of the property stays: one of its texts in languages, values of a list or a part change.
    var changesOld: Bool { adds || isPart || language != nil || (removes ? !values.isEmpty : layout == .alternatives) }
    /// Whether a whole list is set.
    var isList: Bool { steps.last.map { $0.item == nil && [.bag, .seq].contains($0.layout) } ?? false }

    /// The name as `imgmeta` has it: `plus:Licensor[2]/plus:LicensorURL`.
    var path: String {
      let path = steps.map { step in
        "\(step.prefix):\(step.name.name)" + (step.item.map { "[\($0 + 1)]" } ?? "")
      }.joined(separator: "/")
      return path + (language.map { "[\($0)]" } ?? "")
    }

    /// The change of the structure: the setting of its field. nil for the whole property.
    var ofField: XMPSetting? {
      guard let first = fields.first else { return nil }
      return XMPSetting(
        name: first.name, prefix: first.prefix, layout: first.layout, values: values, adds: adds, removes: removes,
        language: language, item: first.item, fields: Array(fields.dropFirst()))
    }

    func isOfSamePlace(as other: XMPSetting) -> Bool { (steps, language) == (other.steps, other.language) }
  }

  struct IPTCSetting: Hashable {
    var number: UInt8
    var values: [String]
    var adds: Bool
    var removes = false
  }

  struct Text: Hashable {
    var keyword: String
    var value: String
  }

  /// The kinds that stay.
  var selection = MetadataSelection.all
  /// Whether everything that `selection` does not name is removed, even content of no kind, such as unknown segments.
  var stripsUnknown = false
  /// Whether the user asked for places to be removed, so that notes name the texts that may still mention one.
  private(set) var removesPlaces = false
  var deletions: [MetadataDeletion] = []
  var exif: [ExifSetting] = []
  var xmp: [XMPSetting] = []
  var iptc: [IPTCSetting] = []
  var texts: [Text] = []
  var comments: [String]?
  var dotsPerInch: (x: Double, y: Double)?
  var orientation: Orientation?
  var shift: DateShift?
  /// What happens to the picture; nil if it stays as it is.
  var picture: PictureChange?
  /// Whether bytes of the Exif block that no field points to are removed, even if nothing else in it is.
  var removesLeftovers = false
  /// Whether metadata of another file replaces that of this file.
  package var copies = false
  /// A JPEG file that becomes the thumbnail of Exif; see `JPEGThumbnail.plain`.
  package var thumbnail: [UInt8]?

  package init() {}

  /// Parses the values of options.
  ///
  /// - Throws: `usage` for an unknown name or a value that does not fit its name.
  package init(
    set: [String], delete: [String], strip: [String], keep: [String], orientation: Int?, shiftDates: String?
  ) throws(ImageError) {
    for text in delete {
      do throws(ImageError) {
        try self.delete(text)
      } catch {
        if error.message.hasPrefix("--delete") { throw error }
        throw ImageError(.usage, "--delete \(text): \(error.message)")
      }
    }
    // An element that goes changes the numbers of those after it.
    func numbers(_ setting: XMPSetting) -> [Int] { setting.steps.map { $0.item ?? 0 } }
    xmp.sort { numbers($1).lexicographicallyPrecedes(numbers($0)) }
    selection = selection.intersection(try MetadataSelection.parse(strip: strip, keep: keep))
    let words = (delete + strip).flatMap { $0.lowercased().split(separator: ",") }
    removesPlaces =
      !selection.contains(.gps) && (strip.isEmpty && !keep.isEmpty || words.contains { $0 == "gps" || $0 == "all" })
    stripsUnknown = MetadataSelection.removesUnknown(strip: strip, keep: keep)
    for text in set {
      do throws(ImageError) {
        try self.set(text)
      } catch {
        if error.message.hasPrefix("--set") { throw error }
        throw ImageError(.usage, "--set \(text.prefix { $0 != "=" }): \(error.message)")
      }
    }
    if let orientation {
      guard let value = Orientation(rawValue: orientation) else {
        throw ImageError(.usage, "orientation: '\(orientation)' is not a number from 1 to 8")
      }
      self.orientation = value
    }
    if let shiftDates {
      guard let shift = DateShift(shiftDates) else {
        throw ImageError(
          .usage,
          "'\(shiftDates)' is not a time to move dates by; expected a sign and units, such as -1h or +1y2mo3d30m")
      }
      self.shift = shift
    }
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool {
    selection == .all && deletions.isEmpty && exif.isEmpty && xmp.isEmpty && iptc.isEmpty && texts.isEmpty
      && comments == nil && dotsPerInch == nil && orientation == nil && shift == nil && picture == nil
      && !copies && thumbnail == nil
  }

  /// Whether something is removed.
  var removes: Bool { selection != .all || stripsUnknown || !deletions.isEmpty }

  /// Whether the position is set and the altitude is neither set nor deleted.
  package var leavesAltitude: Bool {
    func sets(_ tag: UInt16) -> Bool { exif.contains { $0.home == .gps && $0.tag == tag } }
    return sets(2) && sets(4) && !sets(6) && selection.contains(.gps)
      && !deletions.contains { $0.matches(6, in: .gps) }
  }

  private mutating func delete(_ text: String) throws(ImageError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let written = PropertyName(part)
      // --set has the same names for them.
      let kinds = ["comment": "comments", "dpi": "resolution"]
      let word = kinds[part.lowercased()] ?? part
      if let kind = try? MetadataSelection.parse(strip: [word], keep: []), part.lowercased() != "all" {
        selection.formIntersection(kind)
      } else if written.group == "xmp", XMPPath.isPath(written.name) {
        var setting = try XMPPath.setting(written.name).setting
        setting.removes = true
        xmp.append(setting)
      } else if written.group == "xmp", part.hasSuffix("]"), part.contains("[") {
        let (plain, language) = try Self.language(of: written.name)
        let (name, prefix, layout) = try XMPSchema.property(plain)
        guard layout == .alternatives else {
          throw ImageError(.usage, "--delete \(part): it does not hold a text in several languages")
        }
        xmp.append(
          XMPSetting(
            name: name, prefix: prefix, layout: layout, values: [], adds: false, removes: true, language: language))
      } else if PropertyName.isAllDates(part) {
        for name in PropertyName.allDates { deletions.append(try MetadataDeletion("exif.\(name)")) }
      } else {
        deletions.append(try MetadataDeletion(part))
      }
    }
  }

  private mutating func set(_ text: String) throws(ImageError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ImageError(.usage, "--set \(text): expected NAME=VALUE, such as exif.Artist=Ann")
    }
    var name = String(text[..<equals])
    let value = String(text[text.index(after: equals)...])
    let adds = name.hasSuffix("+")
    if adds { name.removeLast() }
    let removes = !adds && name.hasSuffix("-") && ["xmp", "iptc"].contains(PropertyName(name).group)
    if removes { name.removeLast() }
    let written = PropertyName(name)
    let (group, rest) = (written.group, written.name)
    if adds, group != "xmp", group != "iptc" {
      throw ImageError(.usage, "--set \(name)+=: only lists of XMP and IPTC can be added to")
    }
    switch (group, rest.isEmpty) {
    case ("exif", false): try setExif(rest, value)
    case ("gps", false): try setGPS(rest, value)
    case ("xmp", false): try setXMP(rest, value, adds: adds, removes: removes)
    case ("iptc", false): try setIPTC(rest, value, adds: adds, removes: removes)
    case ("png", false): try setText(rest, value)
    case ("comment", true): comments = (comments ?? []) + [value]
    case ("dpi", true): dotsPerInch = try Self.resolution(value)
    case ("gps", true):
      throw ImageError(.usage, "--set gps: expected gps.NAME, as in --set gps.position=\(value)")
    default:
      let nearest = NearestName.hint(group, in: ["exif", "gps", "xmp", "iptc", "png", "comment", "dpi"])
      let hint = nearest.isEmpty ? PropertyName.hint(rest.isEmpty ? name : rest) : nearest
      throw ImageError(
        .usage,
        "--set \(name): expected exif.NAME, gps.NAME, xmp.PREFIX:NAME, iptc.NAME, png.KEYWORD, comment or dpi\(hint)")
    }
  }

  private mutating func setExif(_ name: String, _ value: String) throws(ImageError) {
    if PropertyName.isAllDates(name) {
      for name in PropertyName.allDates { try setExif(name, value) }
      return
    }
    guard let tag = ExifTag.named(name, gps: false) else {
      if ExifTag.named(name, gps: true) != nil { return try setGPS(name, value) }
      if let known = MetadataDeletion.tag(named: name, gps: false) {
        throw ImageError(
          .usage,
          MetadataDeletion.isFixed(known)
            ? "--set exif.\(name): the tag describes how the picture is stored, and cannot be set"
            : "--set exif.\(name): the tag can be read and deleted, but not set")
      }
      let hint = NearestName.hint(name, in: ExifTag.names(gps: false), prefix: "exif.")
      throw ImageError(.usage, "--set exif.\(name): there is no such tag\(hint)")
    }
    for setting in try tag.settings(value) {
      if setting.tag == 0x0112, case .shorts(let values) = setting.payload {
        orientation = Orientation(rawValue: Int(values[0]))
      } else {
        exif.append(setting)
      }
    }
  }

  private mutating func setGPS(_ name: String, _ value: String) throws(ImageError) {
    if let settings = try GPSSettings.settings(name, value) {
      exif += settings
      return
    }
    guard let tag = ExifTag.named(name, gps: true) else {
      let names = ExifTag.names(gps: true)
      let hint = NearestName.hint(name, in: names + names.map { String($0.dropFirst(3)) }, prefix: "gps.")
      throw ImageError(.usage, "--set gps.\(name): there is no such tag\(hint)")
    }
    exif += try tag.settings(value)
  }

  private mutating func setXMP(_ name: String, _ value: String, adds: Bool, removes: Bool) throws(ImageError) {
    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value) }) else {
      throw ImageError(.usage, "--set xmp.\(name): XML cannot hold control characters")
    }
    if XMPPath.isPath(name) { return try setPart(name, value, adds: adds, removes: removes) }
    let (plain, language) = try Self.language(of: name)
    let (full, prefix, layout) = try XMPSchema.property(plain)
    let isList = layout == .bag || layout == .seq
    guard !adds && !removes || isList else {
      throw ImageError(.usage, "--set xmp.\(name)\(adds ? "+" : "-")=: it does not hold a list")
    }
    guard language == nil || layout == .alternatives else {
      throw ImageError(.usage, "--set xmp.\(name): it does not hold a text in several languages")
    }
    guard !XMPSchema.isStructured(full) else {
      guard value.isEmpty, !adds, !removes else {
        throw ImageError(.usage, "--set xmp.\(name): it holds a structure, not text")
      }
      xmp.removeAll { $0.name == full }
      xmp.append(XMPSetting(name: full, prefix: prefix, layout: layout, values: [], adds: false, removes: true))
      return
    }
    let text = try Self.text(value, of: full, name)
    // One setting for each name. A value that is added after the list is set joins that list; a list that is set
    // replaces the values that were to be added.
    let index = xmp.firstIndex {
      $0.name == full && !$0.isPart && $0.removes == removes && ($0.adds == adds || adds) && $0.language == language
    }
    if let index, isList {
      xmp[index].values.append(text)
    } else {
      if !removes, !adds { xmp.removeAll { $0.name == full && $0.language == language } }
      var setting = XMPSetting(name: full, prefix: prefix, layout: layout, values: [text], adds: adds)
      (setting.removes, setting.language) = (removes, language)
      xmp.append(setting)
    }
  }

  /// Sets an element of a list, or a field of a structure. An empty value deletes it.
  private mutating func setPart(_ name: String, _ value: String, adds: Bool, removes: Bool) throws(ImageError) {
    let parsed = try XMPPath.setting(name)
    var setting = parsed.setting
    guard !parsed.isStructure, let last = setting.steps.last else {
      throw ImageError(.usage, "--set xmp.\(name): it holds a structure, not text")
    }
    guard !adds && !removes || setting.isList else {
      throw ImageError(.usage, "--set xmp.\(name)\(adds ? "+" : "-")=: it does not hold a list")
    }
    setting.adds = adds
    let deletes = value.isEmpty && !adds && !removes
    setting.removes = removes || deletes
    if !deletes { setting.values = [try Self.text(value, of: last.name, name)] }
    let index = xmp.firstIndex {
      $0.isOfSamePlace(as: setting) && $0.removes == setting.removes && ($0.adds == adds || adds) && !$0.values.isEmpty
    }
    if let index, setting.isList, !deletes {
      xmp[index].values += setting.values
    } else {
      if !adds, !removes { xmp.removeAll { $0.isOfSamePlace(as: setting) && !$0.removes } }
      xmp.append(setting)
    }
  }

  /// A value of XMP as the property or field with a name holds it.
  ///
  /// - Parameter path: the name as it was given.
  /// - Throws: `usage` for a value that does not fit.
  private static func text(_ value: String, of full: XMPName, _ path: String) throws(ImageError) -> String {
    if let degrees = XMPSchema.coordinates[full], !XMPSchema.isCoordinate(value, maxDegrees: degrees) {
      throw ImageError(
        .usage, "--set xmp.\(path): '\(value)' is not a coordinate such as 48,51.4994\(degrees == 90 ? "N" : "E")")
    }
    if full == XMPName("http://ns.adobe.com/xap/1.0/", "Rating"),
      Double(decimal: value).map({ (-1...5).contains($0) }) != true
    {
      throw ImageError(.usage, "--set xmp.\(path): '\(value)' is not a number from -1 to 5")
    }
    guard XMPSchema.dates.contains(full) || XMPSchema.fieldDates.contains(full) else { return value }
    guard let date = DateText(value) else {
      throw ImageError(.usage, "--set xmp.\(path): '\(value)' is not a date such as 2024-05-06T07:08:09+02:00")
    }
    return date.iso
  }

  /// The parts of `dc:title[de]`: the property and the language (RFC 5646); nil for a name alone.
  static func language(of name: String) throws(ImageError) -> (name: String, language: String?) {
    guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "[") else { return (name, nil) }
    let language = name[name.index(after: bracket)...].dropLast()
    guard (1...35).contains(language.utf8.count), language.utf8.first.map({ $0 >= 0x41 }) ?? false,
      language.utf8.allSatisfy({ $0 == 0x2D || Character(Unicode.Scalar($0)).isNumber || $0 >= 0x41 && $0 <= 0x7A })
    else {
      throw ImageError(
        .usage, "xmp.\(name): expected a language such as xmp.dc:title[de]; += and -= add to lists and remove from them"
      )
    }
    return (String(name[..<bracket]), String(language))
  }

  private mutating func setIPTC(_ name: String, _ value: String, adds: Bool, removes: Bool) throws(ImageError) {
    guard let tag = IPTCTag.named(name) else {
      let hint = NearestName.hint(name, in: IPTCTag.names, prefix: "iptc.")
      throw ImageError(.usage, "--set iptc.\(name): there is no such field\(hint)")
    }
    guard !adds && !removes || tag.repeats else {
      throw ImageError(.usage, "--set iptc.\(name)\(adds ? "+" : "-")=: it does not hold a list")
    }
    let text = try tag.value(value)
    let index = iptc.firstIndex {
      $0.number == tag.number && $0.removes == removes && ($0.adds == adds || adds)
    }
    if let index, tag.repeats {
      iptc[index].values.append(text)
    } else {
      if !removes, !adds { iptc.removeAll { $0.number == tag.number } }
      iptc.append(IPTCSetting(number: tag.number, values: [text], adds: adds, removes: removes))
    }
  }

  /// Takes a PNG text with a keyword that PNG allows (third edition, 11.3.3.1).
  private mutating func setText(_ keyword: String, _ value: String) throws(ImageError) {
    let scalars = keyword.unicodeScalars.map(\.value)
    guard (1...79).contains(scalars.count),
      scalars.allSatisfy({ (0x20...0x7E).contains($0) || (0xA1...0xFF).contains($0) }), scalars.first != 0x20,
      scalars.last != 0x20, !zip(scalars, scalars.dropFirst()).contains(where: { $0 == 0x20 && $1 == 0x20 }),
      !keyword.hasPrefix(PNGText.rawProfilePrefix), keyword != PNGText.xmpKeyword
    else { throw ImageError(.usage, "--set png.\(keyword): not a keyword of 1 to 79 printable Latin-1 characters") }
    // The only control character in texts is the line feed (third edition, 11.3.3.3).
    guard
      value.unicodeScalars.allSatisfy({ [0x09, 0x0A].contains($0.value) || $0.properties.generalCategory != .control })
    else {
      throw ImageError(.usage, "--set png.\(keyword): a text cannot hold control characters but line feeds and tabs")
    }
    texts.removeAll { $0.keyword == keyword }
    texts.append(Text(keyword: keyword, value: value))
  }

  private static func resolution(_ text: String) throws(ImageError) -> (x: Double, y: Double) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Double(decimal: $0) }
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.map { $0 > 0 && $0 <= 1_000_000 } ?? false }),
      let x = parts[0], let y = parts[parts.count - 1]
    else { throw ImageError(.usage, "--set dpi: '\(text)' is not a number of dots per inch, such as 300 or 300x600") }
    return (x, y)
  }
}
