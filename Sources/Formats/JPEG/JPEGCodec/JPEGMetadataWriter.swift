internal import ByteStreams
internal import CodecKit
internal import ImageModel
internal import JPEGStructure

/// Writes the metadata of a picture into application segments and splits blocks that are too large for one.
enum JPEGMetadataWriter {
  /// The maximum number of bytes in a segment: its length has 16 bits and includes its own two bytes.
  private static let segmentCapacity = 65_533

  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let icc = Array("ICC_PROFILE\0".utf8)
  private static let photoshop = Array("Photoshop 3.0\0".utf8)

  /// Writes all segments in the order that readers expect: Exif first.
  ///
  /// - Returns: notes on metadata that does not fit.
  static func write(_ image: EncodeImage, to file: borrowing JPEGCompressor) throws(ImageError) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    let metadata = image.metadata
    if let block = metadata.exif {
      if block.count <= segmentCapacity - exif.count {
        try file.writeSegment(0xE1, exif, block[...])
      } else {
        notes.append(.note("Exif of \(block.count) bytes does not fit into a JPEG segment and is left out"))
      }
    }
    if let packet = metadata.xmp { try write(xmp: packet, to: file) }
    if let resources = metadata.photoshop {
      for piece in pieces(resources, segmentCapacity - photoshop.count) {
        try file.writeSegment(0xED, photoshop, piece)
      }
    }
    switch image.profile?.definition {
    case .icc(let profile)?: try write(profile: profile, to: file, &notes)
    case .calibrated?, .codePoints?:
      notes.append(.note("JPEG has no place for gamma and chromaticities; they are left out"))
    case .sRGB?, nil: break
    }
    for comment in metadata.comments {
      let bytes = Array(comment.utf8)
      if bytes.count > segmentCapacity {
        notes.append(.note("a comment of \(bytes.count) bytes is split into several"))
      }
      for piece in pieces(bytes, segmentCapacity) { try file.writeSegment(0xFE, [], piece) }
    }
    if !metadata.texts.isEmpty {
      notes.append(.note("JPEG holds no texts with keywords; \(metadata.texts.count) are left out"))
    }
    return notes
  }

  /// ICC.1:2010, B.4: numbered pieces.
  private static func write(
    profile: [UInt8], to file: borrowing JPEGCompressor, _ notes: inout [Diagnostic]
  ) throws(ImageError) {
    let pieces = pieces(profile, segmentCapacity - icc.count - 2)
    guard pieces.count <= 255 else {
      notes.append(.note("a colour profile of \(profile.count) bytes does not fit into a JPEG file and is left out"))
      return
    }
    for (index, piece) in pieces.enumerated() {
      try file.writeSegment(0xE2, icc + [UInt8(index + 1), UInt8(pieces.count)], piece)
    }
  }

  /// A packet that is too long for a segment goes into extended XMP, to which a short packet refers: XMP specification,
  /// part 3, 1.1.3.1.
  private static func write(xmp packet: [UInt8], to file: borrowing JPEGCompressor) throws(ImageError) {
    if packet.count <= segmentCapacity - xmp.count {
      try file.writeSegment(0xE1, xmp, packet[...])
      return
    }
    let content = XMPPacket.content(of: packet)
    if content.count <= segmentCapacity - xmp.count {
      try file.writeSegment(0xE1, xmp, content)
      return
    }
    let identifier = MD5.hexDigest(content).uppercased()
    let size = UInt32(truncatingIfNeeded: content.count).bigEndianBytes
    try file.writeSegment(0xE1, xmp, Array(XMPPacket.reference(to: identifier).utf8)[...])
    var position = 0
    for piece in pieces(content, segmentCapacity - extendedXMP.count - 40) {
      let place = UInt32(truncatingIfNeeded: position).bigEndianBytes
      try file.writeSegment(0xE1, extendedXMP + Array(identifier.utf8) + size + place, piece)
      position += piece.count
    }
  }

  private static func pieces(_ bytes: some RandomAccessCollection<UInt8>, _ length: Int) -> [ArraySlice<UInt8>] {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
  }
}
