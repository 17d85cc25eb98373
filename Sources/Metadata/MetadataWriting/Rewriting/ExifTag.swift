/// A tag of Exif that a user may set: its name in the standard, where it belongs, and what its value is.
struct ExifTag {
  /// The directory that the tag belongs to.
  enum Home: Hashable {
    case main, exif, gps
  }

  enum Form: Hashable {
    case text
    /// `YYYY:MM:DD hh:mm:ss`
    case date
    /// `+hh:mm`
    case zone
    case integer(Width)
    case fraction(signed: Bool)
    /// Four digits without an end (`0232`).
    case version
    /// Text behind eight bytes that name its character code (Exif 2.32, 4.6.5, UserComment).
    case coded
    /// Windows's texts: UTF-16 in little-endian order, in bytes.
    case wide
  }

  enum Width: Hashable {
    case byte, short, long, undefined
  }

  let name: String
  let number: UInt16
  let home: Home
  let form: Form
  /// The number of values; 0 where it may be any.
  let count: Int

  init(_ name: String, _ number: UInt16, _ home: Home, _ form: Form, _ count: Int = 0) {
    self.name = name
    self.number = number
    self.home = home
    self.form = form
    self.count = count
  }

  /// The tag with a name; case does not count, and tags of GPS are found without their prefix too.
  static func named(_ name: String, gps: Bool) -> ExifTag? {
    let wanted = name.lowercased()
    let real = aliases.first { $0.key.lowercased() == wanted }?.value.lowercased() ?? wanted
    return table.first { tag in
      guard (tag.home == .gps) == gps else { return false }
      let own = tag.name.lowercased()
      return own == real || gps && own == "gps" + real
    }
  }

  /// All names by which a group's tags are known.
  static func names(gps: Bool) -> [String] {
    table.filter { ($0.home == .gps) == gps }.map(\.name) + (gps ? ["position"] : aliases.map(\.key))
  }
}
