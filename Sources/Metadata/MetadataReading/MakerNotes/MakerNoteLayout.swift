internal import ImageModel

/// The layout of a maker note whose fields libexif knows: the position of its directory, the base of its offsets, its
/// byte order. The layouts are those of libexif 0.6.24 (exif_mnote_data_*_identify), and three with the same fields
/// that it does not recognise.
struct MakerNoteLayout: Hashable {
  /// libexif's decoder.
  enum Family { case apple, canon, fuji, nikon, olympus, pentax }

  /// The base of offsets.
  enum Base: Hashable {
    /// The TIFF header of the Exif block, or of the file.
    case header
    /// This many bytes after the beginning of the note.
    case note(Int)
  }

  var family: Family
  /// The offset of the directory in the note.
  var directory: Int
  var base: Base
  var isBigEndian: Bool
  /// libexif has the tags of several layouts in one table, and adds this number to tell them apart.
  var tagBase = 0
  /// The bytes before the directory in a note that is rebuilt for libexif.
  var lead: [UInt8] = []
  /// The base of offsets in such a note.
  var leadBase: Base
  /// The number of fields by which libexif recognises a layout without a signature.
  var fixedCount: Int?

  /// - Parameters:
  ///   - make: the text of Make.
  ///   - bigEndian: the byte order of the Exif block, for notes that do not state one.
  /// - Returns: nil for layouts that libexif does not know.
  init?(_ note: [UInt8], make: String, bigEndian: Bool) {
    guard note.count >= 14 else { return nil }
    switch note {
    case _ where note.starts(with: "OLYMPUS\0".utf8):
      self.init(.olympus, 12, .note(0), Self.order(note, 8) ?? bigEndian, lead: Array(note[..<12]))
    case _ where note.starts(with: "OM SYSTEM\0".utf8) && note.count >= 18:
      // The layout of OLYMPUS, under a name that libexif does not know.
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
      // This layout has its own TIFF header.
      self.init(.nikon, 10 + Self.number(note[14..<18], order), .note(10), order)
      lead = Self.nikonLead(order)
    case _ where make.uppercased().hasPrefix("NIKON") && !note.starts(with: "Nikon".utf8):
      // The fields are those of the layout with a header. libexif takes such a note for Pentax's, or rejects it.
      self.init(.nikon, 0, .header, Self.order(note, count: 0, bigEndian))
      lead = Self.nikonLead(isBigEndian)
      leadBase = .note(10)
    case _ where make == "Canon":
      self.init(.canon, 0, .header, Self.order(note, count: 0, bigEndian))
    case _ where note.starts(with: "FUJIFILM".utf8):
      self.init(.fuji, Self.number(note[8..<12], false), .note(0), false, lead: Array(note[..<8]) + [12, 0, 0, 0])
    case _ where note.starts(with: "AOC\0".utf8):
      // The stated order is not always right; spaces mean the order of the block.
      let order = Self.order(note, count: 6, Self.order(note, 4) ?? bigEndian)
      self.init(.pentax, 6, .header, order, tagBase: 0x4000, lead: Array(note[..<6]))
      if Self.order(note, 4) != nil { lead.replaceSubrange(4..., with: order ? [0x4D, 0x4D] : [0x49, 0x49]) }
    case _ where note.starts(with: "PENTAX \0".utf8):
      // The fields are those of AOC, under a name that libexif does not know.
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

  /// Whether the byte-order mark at an offset is big-endian; nil if there is none.
  private static func order(_ note: [UInt8], _ place: Int) -> Bool? {
    switch (note[place], note[place + 1]) {
    case (0x49, 0x49): false
    case (0x4D, 0x4D): true
    default: nil
    }
  }

  /// The stated order, or the other one if it makes the number of fields more plausible.
  private static func order(_ note: [UInt8], count place: Int, _ stated: Bool) -> Bool {
    let (asStated, swapped) = (number(note[place..<place + 2], stated), number(note[place..<place + 2], !stated))
    return asStated > 0xFF && swapped < asStated ? !stated : stated
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ bigEndian: Bool) -> Int {
    bigEndian ? Int(bigEndianBytes: bytes) : Int(bigEndianBytes: bytes.reversed())
  }
}
