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
  /// The packet in a sidecar file (`photo.xmp`), to be handed to `read`, alone or with those of the photograph.
  ///
  /// - Throws: `limitExceeded` for a file larger than a block of metadata may be; `io`.
  static func sidecar(_ source: any ByteSource, limits: Limits) throws(ImageError) -> MetadataBlock {
    guard source.size <= UInt64(limits.maxMetadataBlockBytes) else {
      throw limits.exceeded(
        "the file has \(source.size) bytes", name: "max-metadata-block-bytes", value: limits.maxMetadataBlockBytes,
        format: "XMP")
    }
    return MetadataBlock(.xmp, offset: 0, bytes: try source.bytes(at: 0, count: Int(source.size)))
  }
}
