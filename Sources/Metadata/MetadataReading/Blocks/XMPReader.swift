internal import ByteStreams
internal import ImageModel
internal import MetadataModel

/// Reads XMP packets (ISO 16684-1) into one tree; `RDFReader` says how values look.
///
/// A name is `prefix:local` with the registered prefix of its namespace, whatever prefix the file uses, else the file's own.
/// Packets of one image are merged: of a property that stands in several the first counts. What expat is for and what it is
/// kept from is told in docs/decisions/0009-expat-for-xmp.md.
enum XMPReader {
  /// Elements in one another; what lies deeper is left out. Real files stay below 20.
  static let maxDepth = 100
  /// Elements and attributes of all packets of a file. Real packets with long histories have thousands.
  static let maxNodes = 200_000
  /// Packets of one image.
  static let maxPackets = 100

  /// Reads all packets of an image.
  static func read(_ packets: [MetadataBlock], limits: Limits) -> BlockReading {
    var nodesLeft = maxNodes
    return read(packets, limits: limits, nodesLeft: &nodesLeft)
  }

  /// - Parameter nodesLeft: how many elements and attributes may still be read; the images of one file share it.
  static func read(_ packets: [MetadataBlock], limits: Limits, nodesLeft: inout Int) -> BlockReading {
    var merger = XMPMerger(limits: limits)
    for packet in packets.prefix(maxPackets) { merger.add(packet, nodesLeft: &nodesLeft) }
    if packets.count > maxPackets { merger.warn("there are \(packets.count) packets; \(maxPackets) are read") }
    return merger.finish()
  }
}

extension XMPReader {
  /// The packets in a sidecar file (`photo.xmp`), to be handed to `read`: one, and of a file that programs have added to all
  /// that begin as packets do (ISO 16684-1, 7.3.2).
  ///
  /// - Throws: `limitExceeded` for a file larger than a block of metadata may be; `io`.
  static func sidecar(_ source: any ByteSource, limits: Limits) throws(ImageError) -> [MetadataBlock] {
    guard source.size <= UInt64(limits.maxMetadataBlockBytes) else {
      throw limits.exceeded(
        "the file has \(source.size) bytes", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes,
        format: "XMP")
    }
    let bytes = try source.bytes(at: 0, count: Int(source.size))
    var starts = [0]
    var place = 0
    while let next = bytes[place...].firstIndex(of: opening[0]), starts.count <= maxPackets {
      if next > 0, bytes[next...].starts(with: opening), Self.isOutside(bytes, next) { starts.append(next) }
      place = next + 1
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
      MetadataBlock(.xmp, offset: UInt64(start), bytes: Array(bytes[start..<end]))
    }
  }

  private static let opening = Array("<?xpacket begin".utf8)

  /// Whether a packet has ended before a place; what stands before the first is a comment or a declaration.
  private static func isOutside(_ bytes: [UInt8], _ place: Int) -> Bool {
    let before = bytes[..<place].reversed().drop { $0 <= 0x20 }.prefix(2)
    guard before.elementsEqual([0x3E, 0x3F]) else { return false }
    // `<?xpacket end="w"?>`, and not `<?xml version="1.0"?>`.
    let instruction = bytes[..<place].suffix(256)
    guard let start = instruction.lastIndex(of: 0x3C) else { return false }
    return bytes[start...].starts(with: Array("<?xpacket end".utf8))
  }
}
