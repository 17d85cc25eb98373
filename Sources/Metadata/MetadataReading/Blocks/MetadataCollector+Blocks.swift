internal import ImageModel
internal import MetadataModel

extension MetadataCollector {
  /// The groups of an image's blocks, each read by the reader of its kind, in this order: XMP, IPTC and Photoshop, MPF,
  /// JFXX. Exif, JFIF, profiles and texts are read where the container is walked.
  mutating func groups(of blocks: [MetadataBlock]) -> [PropertyGroup] {
    var groups: [PropertyGroup] = []
    let packets = blocks.filter { $0.kind == .xmp || $0.kind == .extendedXMP }
    if !packets.isEmpty {
      let reading = XMPReader.read(packets, limits: limits, nodesLeft: &xmpNodesLeft)
      groups += take(reading)
    }
    for block in blocks {
      switch block.kind {
      case .iptc: groups += take(IPTCReader.read(block.bytes, limits: limits))
      case .photoshop: groups += take(PhotoshopReader.read(block.bytes, limits: limits))
      case .multiPicture: groups += take(MultiPictureReader.read(block, limits: limits))
      case .jfxx: groups += take(JFXXReader.read(block.bytes, limits: limits))
      default: break
      }
    }
    return groups
  }

  private mutating func take(_ reading: BlockReading) -> [PropertyGroup] {
    note(reading.diagnostics)
    for namespace in reading.namespaces where knownNamespaces.insert(namespace).inserted {
      metadata.namespaces.append(namespace)
    }
    metadata.previews += reading.previews
    return reading.groups
  }
}
