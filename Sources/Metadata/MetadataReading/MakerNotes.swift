internal import CExifShims
internal import MetadataModel
internal import TIFFStructure

/// What a camera's maker put into Exif in a form of their own.
enum MakerNotes {
  /// `Sony, 36,864 bytes`; nil where there is no maker note.
  static func words(_ content: ExifContent) -> String? {
    guard let note = note(content) else { return nil }
    let size = "\(DecimalWords.grouped(UInt64(note.count))) byte\(note.count == 1 ? "" : "s")"
    return maker(content, note).map { "\($0), \(size)" } ?? size
  }

  /// The group `MakerNotes`: the maker, the size, and the fields that libexif knows; nil where there is no maker note.
  ///
  /// - Parameter block: the whole Exif block from its TIFF header on, as it lies in the file; nil where it cannot be had.
  /// - Returns: the group, and whether the fields are in it. libexif knows notes of Apple, Canon, Casio, Epson, Fuji, Nikon,
  ///   Olympus, Pentax and Sanyo, in part.
  static func group(_ content: ExifContent, block: [UInt8]?) -> PropertyGroup? {
    guard let note = note(content) else { return nil }
    var group = PropertyGroup("MakerNotes")
    if let maker = maker(content, note) {
      group.properties.append(Property("Maker", .text(maker), title: "Maker of the note's form"))
    }
    group.properties.append(Property("Size", .integer(Int64(note.count)), title: "Bytes of the maker note"))
    if let block { group.properties += fields(block) }
    return group
  }

  private static func note(_ content: ExifContent) -> [UInt8]? {
    for kind in [ExifDirectory.Kind.exif, .chain(0)] {
      switch content[kind]?[ExifTag.makerNote] {
      case .bytes(let bytes)?, .text(let bytes)?: return bytes
      case .unsigned(let values)?: return values.map { UInt8(truncatingIfNeeded: $0) }
      default: continue
      }
    }
    return nil
  }

  /// Whose note it is: by the letters that it begins with, else by Make.
  private static func maker(_ content: ExifContent, _ note: [UInt8]) -> String? {
    if let known = signatures.first(where: { note.starts(with: $0.0.utf8) }) { return known.1 }
    guard let directory = content[.chain(0)], case .text(let make)? = directory[ExifTag.make] else { return nil }
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

  /// libexif 0.6.24 reads no longer block.
  private static let largestBlock = 65_534
  private static let mostFields: UInt32 = 1_000
  private static let longestText = 1_024

  private static func fields(_ block: [UInt8]) -> [Property] {
    let prefixed = MetadataCollector.exifPrefix + block
    guard prefixed.count <= largestBlock else { return [] }
    let notes = prefixed.withUnsafeBufferPointer { exif_shim_notes_new($0.baseAddress, $0.count) }
    guard let notes else { return [] }
    defer { exif_shim_notes_free(notes) }
    var properties: [Property] = []
    for index in 0..<min(exif_shim_notes_count(notes), mostFields) {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestText) { text in
        var field = exif_shim_note()
        guard exif_shim_notes_read(notes, index, &field, text.baseAddress, text.count) == 1 else { return }
        let name =
          field.name.flatMap { Self.text($0) }.map { joined($0) }
          ?? ExifReader.hex(UInt16(truncatingIfNeeded: field.tag))
        let value = text.baseAddress.flatMap { Self.text($0) } ?? ""
        properties.append(
          Property(name, .text(value), tag: Int(field.tag), title: field.title.flatMap { Self.text($0) }))
      }
    }
    return properties
  }

  /// A name as the other groups have them: `MacroMode` of `Macro Mode`.
  private static func joined(_ name: String) -> String {
    name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// C text in UTF-8 or Latin-1; nil where it is empty.
  private static func text(_ pointer: UnsafePointer<CChar>) -> String? {
    var length = 0
    while pointer[length] != 0 { length += 1 }
    let bytes = UnsafeBufferPointer(start: pointer, count: length).map { UInt8(bitPattern: $0) }
    let text = ExifText.decoded(bytes).trimmingTrailingSpaces
    return text.isEmpty ? nil : text
  }
}
