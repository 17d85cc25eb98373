/// How a maker lays out a note whose fields libexif knows: where its directory stands, what its offsets count from, in which
/// byte order. The forms are those of libexif 0.6.24 (exif_mnote_data_*_identify), and three that it would name if it knew them.
struct MakerNoteLayout: Hashable {
  /// Which of libexif's decoders reads it.
  enum Family { case apple, canon, fuji, nikon, olympus, pentax }

  /// What offsets count from.
  enum Base: Hashable {
    /// The TIFF header of the Exif block, or of the file.
    case header
    /// So many bytes behind the beginning of the note.
    case note(Int)
  }

  var family: Family
  /// Where the directory begins in the note.
  var directory: Int
  var base: Base
  var isBigEndian: Bool
  /// libexif keeps the tags of several forms in one table, and adds this to tell them apart.
  var tagBase = 0
  /// What libexif has to see before a directory that follows at once, in a note that is made anew.
  var lead: [UInt8] = []
  /// What offsets count from in such a note.
  var leadBase: Base
  /// The number of fields by which libexif knows a form without letters of its own.
  var fixedCount: Int?

  /// - Parameters:
  ///   - make: the text of Make.
  ///   - bigEndian: the order of the Exif block, for notes that state none.
  /// - Returns: nil for forms that libexif does not know.
  init?(_ note: [UInt8], make: String, bigEndian: Bool) {
    guard note.count >= 14 else { return nil }
    switch note {
    case _ where note.starts(with: "OLYMPUS\0".utf8):
      self.init(.olympus, 12, .note(0), Self.order(note, 8) ?? bigEndian, lead: Array(note[..<12]))
    case _ where note.starts(with: "OM SYSTEM\0".utf8) && note.count >= 18:
      // As the one before but for the name, which libexif does not know.
      let order = Self.order(note, 12) ?? bigEndian
      self.init(.olympus, 16, .note(0), order, lead: Array("OLYMPUS\0".utf8) + note[12..<16])
    case _ where ["OLYMP\0", "SANYO\0", "EPSON\0"].contains { note.starts(with: $0.utf8) }:
      let stated: Bool? = note[6] == 1 ? false : note[7] == 1 ? true : nil
      self.init(.olympus, 8, .header, Self.order(note, count: 8, stated ?? bigEndian))
      lead = Array(note[..<6]) + (isBigEndian ? [0, 1] : [1, 0])
    case _ where note.starts(with: "Nikon\0\u{1}".utf8):
      self.init(.nikon, 8, .header, Self.order(note, count: 8, bigEndian), tagBase: 0x8000, lead: Array(note[..<8]))
    case _ where note.starts(with: "Nikon\0\u{2}".utf8):
      guard note.count >= 18, let order = Self.order(note, 10) else { return nil }
      // The form has a TIFF header of its own.
      self.init(.nikon, 10 + Self.number(note[14..<18], order), .note(10), order)
      lead = Self.nikonLead(order)
    case _ where make.uppercased().hasPrefix("NIKON") && !note.starts(with: "Nikon".utf8):
      // The fields are those of the form with a header. libexif takes such notes for Pentax's, or for none.
      self.init(.nikon, 0, .header, Self.order(note, count: 0, bigEndian))
      lead = Self.nikonLead(isBigEndian)
      leadBase = .note(10)
    case _ where make == "Canon":
      self.init(.canon, 0, .header, Self.order(note, count: 0, bigEndian))
    case _ where note.starts(with: "FUJIFILM".utf8):
      self.init(.fuji, Self.number(note[8..<12], false), .note(0), false, lead: Array(note[..<8]) + [12, 0, 0, 0])
    case _ where note.starts(with: "AOC\0".utf8):
      // The letters do not always tell the truth; spaces stand for the block's order.
      let order = Self.order(note, count: 6, Self.order(note, 4) ?? bigEndian)
      self.init(.pentax, 6, .header, order, tagBase: 0x4000, lead: Array(note[..<6]))
      if Self.order(note, 4) != nil { lead.replaceSubrange(4..., with: order ? [0x4D, 0x4D] : [0x49, 0x49]) }
    case _ where note.starts(with: "PENTAX \0".utf8):
      // The fields are those of the form above; libexif does not know the name.
      let order = Self.order(note, count: 10, Self.order(note, 8) ?? bigEndian)
      self.init(.pentax, 10, .note(0), order, tagBase: 0x4000)
      lead = Array("AOC\0".utf8) + (order ? [0x4D, 0x4D] : [0x49, 0x49])
      leadBase = .header
    case _ where note.starts(with: "QVC\0".utf8):
      let order = Self.order(note, count: 6, bigEndian)
      self.init(.pentax, 6, .header, order, tagBase: 0x4000, lead: Array(note[..<6]))
    case _ where note.starts(with: [0, 27]):
      self.init(.pentax, 0, .header, true)
      fixedCount = 27
    case _ where note.starts(with: "Apple iOS\0".utf8):
      let order = Self.order(note, 12) ?? bigEndian
      self.init(.apple, 14, .note(0), order, lead: Array(note[..<12]) + (order ? [0x4D, 0x4D] : [0x49, 0x49]))
    default: return nil
    }
    guard directory >= 0, directory <= note.count - 2 else { return nil }
  }

  private init(
    _ family: Family, _ directory: Int, _ base: Base, _ isBigEndian: Bool, tagBase: Int = 0, lead: [UInt8] = []
  ) {
    self.family = family
    self.directory = directory
    self.base = base
    leadBase = base
    self.isBigEndian = isBigEndian
    self.tagBase = tagBase
    self.lead = lead
  }

  private static func nikonLead(_ bigEndian: Bool) -> [UInt8] {
    Array("Nikon\0\u{2}\u{10}\0\0".utf8)
      + (bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0])
  }

  /// The order that the letters at a place state.
  private static func order(_ note: [UInt8], _ place: Int) -> Bool? {
    switch (note[place], note[place + 1]) {
    case (0x49, 0x49): false
    case (0x4D, 0x4D): true
    default: nil
    }
  }

  /// The stated order, or the other where the number of fields would be senseless in it.
  private static func order(_ note: [UInt8], count place: Int, _ stated: Bool) -> Bool {
    let (stands, swapped) = (number(note[place..<place + 2], stated), number(note[place..<place + 2], !stated))
    return stands > 0xFF && swapped < stands ? !stated : stated
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ bigEndian: Bool) -> Int {
    (bigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}
