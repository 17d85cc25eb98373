/// Whether a maker note can be moved to another file.
///
/// Most makers count the offsets in their notes from the header of the file: after a move they lead to other bytes. A
/// few count from the note itself, and state its byte order in it.
package enum MakerNotePlacement {
  /// The first bytes of notes whose offsets are relative (exiftool's MakerNotes.pm): Apple, Fujifilm, Nikon since 2000,
  /// Olympus and OM System since 2007, Pentax since 2011.
  private static let relative: [[UInt8]] =
    [Array("Nikon\0\u{2}".utf8)]
    + ["Apple iOS\0", "FUJIFILM", "OLYMPUS\0", "OM SYSTEM\0", "PENTAX \0"].map { Array($0.utf8) }

  package static func canMove(_ note: [UInt8]) -> Bool {
    relative.contains { note.starts(with: $0) }
  }
}
