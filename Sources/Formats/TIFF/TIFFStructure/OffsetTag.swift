/// Fields whose values are offsets, or have offsets in them, of which nobody here knows where they lead.
package enum OffsetTag {
  /// StripOffsets, TileOffsets, JPEGInterchangeFormat: they lead to pictures, whose lengths other fields say.
  package static let pictures: Set<UInt16> = [
    TIFFTag.stripOffsets, TIFFTag.tileOffsets, TIFFTag.jpegInterchangeFormat,
  ]

  /// Whether a field may lead to further parts of its block.
  ///
  /// - Parameter type: nil for a type that is not known, whose values may lie anywhere.
  package static func mayLead(_ tag: UInt16, _ type: IFDFieldType?) -> Bool {
    guard let type else { return true }
    switch tag {
    // FreeOffsets; SubIFDs; the tables of old JPEG in TIFF (TIFF 6.0, section 22).
    case 288, IFDPointerTag.subIFDs, 519...521: return true
    case IFDPointerTag.exif, IFDPointerTag.gps, IFDPointerTag.interoperability: return true
    // MakerNote, DNGPrivateData.
    case 0x927C, 0xC634: return true
    // Numbers that Exif gives the type LONG: sensitivities, the size of the picture; Microsoft's OffsetSchema. IPTC data, to
    // which old writers give it.
    case 0x8831...0x8835, 0xA002, 0xA003, 0xEA1D, TIFFTag.iptc: return false
    default: return type == .ifd || type == .ifd8 || tag >= 0x8000 && (type == .long || type == .long8)
    }
  }
}
