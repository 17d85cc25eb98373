internal import MetadataModel
internal import ImageModel
internal import TIFFStructure

/// Properties to delete, named by a group and a pattern with `*` and `?`.
struct MetadataDeletion: Hashable, Sendable {
  enum Group: String, Hashable, Sendable {
    case exif, gps, xmp, iptc, png
    /// Blocks that are deleted as a whole: Photoshop's resources but for IPTC, and two segments of JPEG files.
    case photoshop, jfif, adobe

    var isWhole: Bool { [.photoshop, .jfif, .adobe].contains(self) }
  }

  let group: Group
  let pattern: GlobPattern
  /// As the user wrote it.
  let text: String
  /// The further GPS tags that a name implies: `latitude` has a reference, `position` means several tags.
  private let companions: Set<UInt16>
  /// The only directory of Exif in which properties are deleted; nil for all.
  private let directory: ExifTag.Home?

  /// - Throws: `usage` for an unknown group or an unknown name without wildcards, with the nearest known one.
  init(_ text: String) throws(ImageError) {
    let written = PropertyName(text)
    let name = written.name
    if let whole = Group(rawValue: written.group), whole.isWhole {
      guard ["", "*", "all"].contains(name.lowercased()) else {
        throw ImageError(.usage, "--delete \(text): \(written.group) can be deleted as a whole only")
      }
      self.group = whole
      self.text = text
      pattern = GlobPattern("*")
      companions = []
      directory = nil
      return
    }
    guard !name.isEmpty, let given = Group(rawValue: written.group) else {
      let kinds = [
        "gps", "exif", "xmp", "iptc", "icc", "comments", "thumbnail", "makernotes", "serials", "resolution",
        "mpf", "trailers", "photoshop", "jfif", "adobe",
      ]
      throw ImageError(
        .usage,
        "--delete \(text): expected a kind such as gps, or exif.NAME, gps.NAME, xmp.PREFIX:NAME, iptc.NAME, png.KEYWORD"
          + (NearestName.of(text, in: kinds) == nil ? PropertyName.hint(text) : NearestName.hint(text, in: kinds)))
    }
    let plain = GlobPattern(name)
    // As for --set, exif.GPSLatitude is a GPS tag.
    let isPosition = given == .exif && plain.isPlain && ExifTag.named(name, gps: false) == nil
    let group = isPosition && ExifTag.named(name, gps: true) != nil ? .gps : given
    self.group = group
    self.text = text
    companions = group == .gps ? GPSSettings.tags(name) : []
    directory = group == .exif ? written.directory : nil
    switch group {
    case .exif, .gps:
      let tag = plain.isPlain ? ExifTag.named(name, gps: group == .gps) : nil
      pattern = tag.map { GlobPattern($0.name) } ?? plain
      let isHex = name.lowercased().hasPrefix("0x")
      let known = plain.isPlain && tag == nil && !isHex ? Self.tag(named: name, gps: group == .gps) : nil
      if let known, group == .exif, Self.isFixed(known) {
        throw ImageError(
          .usage, "--delete \(text): the tag describes how the picture is stored, or where things are, and has to stay")
      }
      guard !plain.isPlain || tag != nil || isHex || known != nil || !companions.isEmpty else {
        let hint = NearestName.hint(name, in: ExifTag.names(gps: group == .gps), prefix: "\(group.rawValue).")
        throw ImageError(.usage, "--delete \(text): there is no such tag\(hint)")
      }
    case .iptc:
      let tag = plain.isPlain ? IPTCTag.named(name) : nil
      guard !plain.isPlain || tag != nil else {
        let hint = NearestName.hint(name, in: IPTCTag.names, prefix: "iptc.")
        throw ImageError(.usage, "--delete \(text): there is no such field\(hint)")
      }
      pattern = tag.map { GlobPattern($0.name) } ?? plain
    case .xmp:
      if plain.isPlain {
        let (full, prefix, _) = try XMPSchema.property(name)
        pattern = GlobPattern("\(prefix):\(full.name)")
      } else {
        pattern = plain
      }
    case .png, .photoshop, .jfif, .adobe: pattern = plain
    }
  }

  private func isIntended(_ home: ExifTag.Home) -> Bool { directory.map { $0 == home } ?? true }

  /// Whether a property is deleted by its name.
  ///
  /// - Parameter home: the directory of a property of Exif.
  func matches(_ name: String, of kind: Group, in home: ExifTag.Home) -> Bool {
    group == kind && isIntended(home) && pattern.matches(name)
  }

  /// Whether a tag of a directory is deleted. Pointers and structural tags never are.
  func matches(_ tag: UInt16, in home: ExifTag.Home) -> Bool {
    guard (home == .gps) == (group == .gps), group == .exif || group == .gps, isIntended(home) else { return false }
    if home != .gps, Self.isFixed(tag) { return false }
    if companions.contains(tag) { return true }
    let name = Self.name(of: tag, in: home)
    return pattern.matches(name) || group == .gps && name.hasPrefix("GPS") && pattern.matches(String(name.dropFirst(3)))
      || pattern.matches(Hexadecimal.number(tag))
  }

  /// The name of a tag in the standard, else its number in hexadecimal digits.
  static func name(of tag: UInt16, in home: ExifTag.Home) -> String {
    if let known = ExifTag.table.first(where: { $0.number == tag && ($0.home == .gps) == (home == .gps) }) {
      return known.name
    }
    return (home == .gps ? ExifTagNames.inGPS(tag) : ExifTagNames.inExif(tag)) ?? Hexadecimal.number(tag)
  }

  /// Whether a tag is a pointer or describes how pixels are stored. DNG's serial numbers have tags
  /// in these ranges, but are neither.
  static func isFixed(_ tag: UInt16) -> Bool {
    let pointers = [
      IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability, IFDPointerTag.subIFDs,
    ]
    return pointers.contains(tag) || TIFFTag.isStructural(tag) && !ExifPrivateTag.serialNumbers.contains(tag)
  }

  /// The tag with a name.
  static func tag(named name: String, gps: Bool) -> UInt16? {
    let pattern = GlobPattern(name)
    return (UInt16.min...UInt16.max).first { pattern.matches(Self.name(of: $0, in: gps ? .gps : .exif)) }
  }
}
