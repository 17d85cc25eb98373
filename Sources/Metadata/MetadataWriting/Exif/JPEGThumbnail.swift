internal import JPEGStructure
internal import MetadataModel

/// The metadata in the thumbnail of an Exif block.
enum JPEGThumbnail {
  /// The kinds that are looked for.
  static let searched: MetadataSelection = [.exif, .gps, .serialNumbers, .xmp, .iptc]

  /// The kinds that the segments before the first scan may hold. None for a picture that is not a JPEG stream: its
  /// bytes are pixels.
  static func kinds(in picture: [UInt8]) -> MetadataSelection {
    guard picture.starts(with: [0xFF, JPEGMarker.startOfImage.code]) else { return [] }
    var kinds: MetadataSelection = []
    var position = 2
    while position + 3 < picture.count, picture[position] == 0xFF {
      let marker = JPEGMarker(picture[position + 1])
      // Fill bytes may precede a marker (ITU-T T.81, B.1.1.2).
      if marker.code == 0xFF {
        position += 1
        continue
      }
      if marker == .startOfScan || marker == .endOfImage { break }
      if marker.standsAlone {
        position += 2
        continue
      }
      kinds.formUnion(self.kinds(of: marker, picture[(position + 4)...].prefix(32)))
      position += 2 + Int(picture[position + 2]) << 8 + Int(picture[position + 3])
    }
    return kinds
  }

  private static func kinds(of marker: JPEGMarker, _ start: ArraySlice<UInt8>) -> MetadataSelection {
    guard marker == .application(1) || marker == .application(13) else { return [] }
    if start.starts(with: Array("Exif\0".utf8)) { return [.exif, .gps, .serialNumbers] }
    // The packet and its extended part; the end of the name varies.
    if start.starts(with: Array("http://ns.adobe.com/x".utf8)) { return [.xmp, .gps, .serialNumbers] }
    // Photoshop's resources may hold Exif and XMP as well; an unknown segment may hold anything.
    return searched
  }
}
