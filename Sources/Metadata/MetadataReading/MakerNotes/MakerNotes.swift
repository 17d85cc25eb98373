internal import MetadataModel
internal import TIFFStructure

/// The maker note: a block of Exif in the camera maker's own format.
enum MakerNotes {
  /// `Sony, 36,864 bytes`; nil without a maker note.
  static func description(_ content: ExifContent) -> String? {
    guard let note = note(content)?.bytes else { return nil }
    let size = "\(DecimalText.grouped(UInt64(note.count))) byte\(note.count == 1 ? "" : "s")"
    return maker(content, note).map { "\($0), \(size)" } ?? size
  }

  /// The group `MakerNotes`: the maker, the size, and the fields if the layout is known. nil without a maker note.
  static func group(_ content: ExifContent, describes: Bool) -> PropertyGroup? {
    guard let note = note(content)?.bytes else { return nil }
    var group = PropertyGroup("MakerNotes")
    if let maker = maker(content, note) {
      group.properties.append(Property("Maker", .text(maker), title: "Maker of the note"))
    }
    group.properties.append(Property("Size", .integer(Int64(note.count)), title: "Bytes of the maker note"))
    if let directory = content.makerNote { group.properties += MakerNoteProperties(directory, describes).properties }
    return group
  }

  /// The field with the note, and its bytes.
  static func note(_ content: ExifContent) -> (field: ExifDirectory.Field, bytes: [UInt8])? {
    for kind in [ExifDirectory.Kind.exif, .chain(0)] {
      guard let field = content[kind]?.fields.first(where: { $0.entry.tag == OffsetTag.makerNote }) else { continue }
      switch field.value {
      case .bytes(let bytes), .text(let bytes): return (field, bytes)
      case .unsigned(let values): return (field, values.map { UInt8(truncatingIfNeeded: $0) })
      default: continue
      }
    }
    return nil
  }

  /// The maker of the note, by its first bytes, or else by Make.
  private static func maker(_ content: ExifContent, _ note: [UInt8]) -> String? {
    if let known = signatures.first(where: { note.starts(with: $0.0.utf8) }) { return known.1 }
    guard let directory = content[.chain(0)], case .text(let make)? = directory[ExifTagNumber.make] else { return nil }
    let text = ExifText.text(make).trimmingTrailingSpaces
    return text.isEmpty ? nil : text
  }

  private static let signatures: [(String, String)] = [
    ("AOC\0", "Pentax"), ("Apple iOS\0", "Apple"), ("EPSON\0", "Epson"), ("FOVEON\0", "Sigma"),
    ("FUJIFILM", "Fujifilm"),
    ("GENERALE", "General Imaging"), ("KDK", "Kodak"), ("KYOCERA", "Kyocera"), ("LEICA", "Leica"), ("MLT0", "Minolta"),
    ("MOT\0", "Motorola"), ("Nikon\0", "Nikon"), ("OLYMP\0", "Olympus"), ("OLYMPUS\0", "Olympus"),
    ("OM SYSTEM\0", "OM System"), ("PENTAX \0", "Pentax"), ("Panasonic\0", "Panasonic"), ("QVC\0", "Casio"),
    ("RECONYX", "Reconyx"), ("RICOH\0", "Ricoh"), ("Ricoh", "Ricoh"), ("SAMSUNG", "Samsung"), ("SANYO\0", "Sanyo"),
    ("SIGMA\0", "Sigma"), ("SONY CAM ", "Sony"), ("SONY DSC ", "Sony"), ("SONY MOBILE", "Sony"), ("STMN", "Samsung"),
    ("VHAB", "Sony"), ("[ae_dbg_info:", "DJI"),
  ]
}
