internal import ByteStreams
internal import ImageModel

/// Wraps blocks of metadata into application segments and splits those that are too large for one.
package enum JPEGMetadataSegments {
  /// The maximum number of bytes of content in one segment: its length has 16 bits and includes its own two bytes.
  package static let capacity = 65_533

  /// The maximum number of bytes of an Exif block in one segment.
  package static let exifCapacity = capacity - 6

  /// Exif 2.32, 4.7.2: one segment. ExifTool and this suite continue a longer block in further segments.
  package static func exif(_ block: [UInt8]) -> [[UInt8]] {
    pieces(block[...], exifCapacity).map { segment(0xE1, JPEGMetadataCollector.exif + [0] + $0) }
  }

  /// A packet; one that is too long goes into extended XMP, to which a short packet refers: XMP specification, part 3,
  /// 1.1.3.1.
  ///
  /// - Parameter extended: extended XMP that the packet names already.
  package static func xmp(_ packet: [UInt8], extended: [UInt8]? = nil) -> [[UInt8]] {
    let header = JPEGMetadataCollector.xmp
    if packet.count <= capacity - header.count {
      return [segment(0xE1, header + packet)] + (extended.map { self.extended($0) } ?? [])
    }
    let content = Array(XMPPacket.content(of: packet))
    if content.count <= capacity - header.count || extended != nil {
      // A packet that already refers to another cannot be split again.
      return [segment(0xE1, header + content)] + (extended.map { self.extended($0) } ?? [])
    }
    let reference = Array(XMPPacket.reference(to: identifier(of: content)).utf8)
    return [segment(0xE1, header + reference)] + self.extended(content)
  }

  private static func extended(_ content: [UInt8]) -> [[UInt8]] {
    let header = JPEGMetadataCollector.extendedXMP
    let name = Array(identifier(of: content).utf8)
    var position = 0
    let size = UInt32(truncatingIfNeeded: content.count).bigEndianBytes
    return pieces(content[...], capacity - header.count - 40).map { piece in
      defer { position += piece.count }
      return segment(0xE1, header + name + size + UInt32(truncatingIfNeeded: position).bigEndianBytes + piece)
    }
  }

  /// The name of extended XMP: the MD5 digest in hexadecimal.
  package static func identifier(of content: [UInt8]) -> String {
    MD5.hexDigest(content).uppercased()
  }

  package static func photoshop(_ resources: [UInt8]) -> [[UInt8]] {
    let header = JPEGMetadataCollector.photoshop
    return pieces(resources[...], capacity - header.count).map { segment(0xED, header + $0) }
  }

  /// ICC.1:2010, B.4: numbered pieces; nil for a profile that needs more than 255.
  package static func icc(_ profile: [UInt8]) -> [[UInt8]]? {
    let header = JPEGMetadataCollector.icc
    let pieces = pieces(profile[...], capacity - header.count - 2)
    guard pieces.count <= 255 else { return nil }
    return pieces.enumerated().map { index, piece in
      segment(0xE2, header + [UInt8(index + 1), UInt8(pieces.count)] + piece)
    }
  }

  package static func comment(_ text: [UInt8]) -> [[UInt8]] {
    text.isEmpty ? [segment(0xFE, [])] : pieces(text[...], capacity).map { segment(0xFE, Array($0)) }
  }

  /// A segment with its marker and length.
  static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, code] + UInt16(truncatingIfNeeded: content.count + 2).bigEndianBytes + content
  }

  private static func pieces(_ bytes: ArraySlice<UInt8>, _ length: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
  }
}
