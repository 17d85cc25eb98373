internal import ImageModel
package import TIFFStructure

/// An Exif block with every kind of field that editing handles, built with the writer.
package enum SampleExif {
  package static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3, 4, 5, 6, 0xFF, 0xD9]

  /// A maker note like Canon's: a directory with offsets from the beginning of the Exif block.
  private static func makerNote(at offset: Int, bigEndian: Bool) throws -> [UInt8] {
    let tree = IFDTree([
      .text(0x0006, "IMG:Cameo test JPEG"), .text(0x0009, "The owner of the camera"),
    ])
    return try IFDWriter(bigEndian: bigEndian).directory(tree, at: UInt64(offset)).bytes
  }

  package static func tree(makerNote: [UInt8]) -> IFDTree {
    let gps = IFDTree([
      IFDField(0, .values(.byte, .unsigned([2, 3, 0, 0]))),
      .text(1, "N"), IFDField(2, .values(.rational, .rationals([.init(52, 1), .init(30, 1), .init(1234, 100)]))),
      .text(3, "W"), IFDField(4, .values(.rational, .rationals([.init(13, 1), .init(24, 1), .init(36, 1)]))),
      IFDField(6, .values(.rational, .rationals([.init(345, 10)]))),
    ])
    let exif = IFDTree([
      IFDField(0x829A, .values(.rational, .rationals([.init(1, 125)]))),
      IFDField(0x9000, .values(.undefined, .bytes(Array("0232".utf8)))), .text(0x9003, "2024:05:06 07:08:09"),
      IFDField(0x927C, .values(.undefined, .bytes(makerNote))), .short(0xA002, 640), .short(0xA003, 480),
      .text(0xA420, "0123456789ABCDEF0123456789ABCDEF"), .text(0xA431, "BODY-42"), .text(0xA435, "LENS-43"),
      .text(0xA434, "Lens 24-70"),
      .directory(IFDPointerTag.interoperability, IFDTree([.text(1, "R98")])),
    ])
    return IFDTree([
      .text(0x010F, "Canon"), .text(0x0110, "Cameo Test"), .short(0x0112, 6),
      IFDField(0x011A, .values(.rational, .rationals([.init(300, 1)]))),
      IFDField(0x011B, .values(.rational, .rationals([.init(300, 1)]))), .short(0x0128, 2),
      .directory(IFDPointerTag.exif, exif), .directory(IFDPointerTag.gps, gps),
    ])
  }

  /// The block, with valid offsets in the maker note.
  package static func block(bigEndian: Bool) throws -> [UInt8] {
    let writer = IFDWriter(bigEndian: bigEndian)
    let marker = [UInt8](repeating: 0xA5, count: try makerNote(at: 0, bigEndian: bigEndian).count)
    // Written once to find the note's offset, then with the note for that offset.
    let place = try offset(of: marker, in: writer.stream([tree(makerNote: marker), IFDTree()]))
    let note = try makerNote(at: place, bigEndian: bigEndian)
    let withoutPicture = try writer.stream([tree(makerNote: note), preview(at: 0)])
    let picture = withoutPicture.count
    return try writer.stream([tree(makerNote: note), preview(at: picture)]) + thumbnail
  }

  private static func preview(at offset: Int) -> IFDTree {
    IFDTree([.short(0x0103, 6), .long(0x0201, UInt32(offset)), .long(0x0202, UInt32(thumbnail.count))])
  }

  package static func offset(of part: [UInt8], in bytes: [UInt8]) throws -> Int {
    for start in 0..<max(0, bytes.count - part.count + 1) where bytes[start...].starts(with: part) { return start }
    throw Missing()
  }

  package struct Missing: Error {}
}
