/// The group and the name of a property as users write them: `exif.Artist` and `xmp.dc:title`, what imgmeta prints
/// (`IFD0:Artist`, `XMP:dc:title`, `Text:Title`), and ExifTool's names (`EXIF:Artist`, `ExifIFD:CreateDate`,
/// `XMP-dc:Title`, `XMP:Title`).
struct PropertyName {
  /// `exif`, `gps`, `xmp`, `iptc`, `png` or `comment`; another group as it was written, in lowercase.
  let group: String
  /// The name in the group, of XMP with its prefix; empty where there is only one word.
  let name: String
  /// The directory of Exif, where the name has it: `IFD0` or `ExifIFD`.
  private(set) var directory: ExifTag.Home?

  init(_ text: String) {
    guard let separator = text.firstIndex(where: { $0 == "." || $0 == ":" }) else {
      (group, name) = Self.isAllDates(text) ? ("exif", text) : (text.lowercased(), "")
      return
    }
    let written = text[..<separator].lowercased()
    let rest = String(text[text.index(after: separator)...])
    switch written {
    case "exif", "ifd0", "exififd":
      (group, name) = ("exif", rest)
      directory = ["ifd0": .main, "exififd": .exif][written]
    case "png", "text": (group, name) = ("png", rest)
    case "comment", "file", "jpeg":
      (group, name) = rest.lowercased() == "comment" ? ("comment", "") : (written, rest)
    case "xmp":
      // ExifTool's names have no prefix; `xmp.Rating` is short for `xmp.xmp:Rating`.
      let isBare = !rest.contains(":")
      (group, name) = (
        "xmp", isBare ? XMPPath.named(exifTool: rest) ?? XMPSchema.qualified(rest) ?? rest : rest
      )
    case let written where written.hasPrefix("xmp-"):
      let known = XMPPath.named(exifTool: rest)
      (group, name) = ("xmp", known ?? XMPSchema.qualified(rest, exifToolGroup: String(written.dropFirst(4))))
    case let written where XMPSchema.usualNamespaces.keys.contains { $0.lowercased() == written }:
      (group, name) = ("xmp", text)
    default: (group, name) = (written, rest)
    }
  }

  /// ExifTool's name for the dates of Exif.
  static func isAllDates(_ name: String) -> Bool { ["alldates", "exif.alldates"].contains(name.lowercased()) }
  static let allDates = ["DateTimeOriginal", "DateTimeDigitized", "DateTime"]

  /// The name with its group that a user may have meant with a name alone; empty if there is none.
  static func hint(_ name: String) -> String {
    let ofXMP = XMPSchema.qualified(name).map { "xmp.\($0)" }
    var known = ExifTag.named(name, gps: false).map { "exif.\($0.name)" }
    if known == nil { known = ExifTag.named(name, gps: true).map { "gps.\($0.name)" } }
    // Exif's Rating is Windows', and not what other programs show.
    if known == nil || name.lowercased() == "rating" { known = ofXMP }
    if known == nil { known = IPTCTag.named(name).map { "iptc.\($0.name)" } }
    return known.map { "; did you mean \($0)?" } ?? ""
  }
}
