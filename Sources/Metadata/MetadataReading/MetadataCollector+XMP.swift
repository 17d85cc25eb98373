internal import ImageModel
internal import MetadataModel

extension MetadataCollector {
  /// Reads a sidecar file: an XMP packet that is a file of its own. It holds no image.
  ///
  /// - Throws: `limitExceeded` for a file larger than a block of metadata may be; `io`.
  mutating func readXMP() throws(ImageError) {
    let blocks = try XMPReader.sidecar(source, limits: limits)
    metadata.blocks = blocks
    if detail > .essentials { metadata.properties.groups += groups(of: blocks) }
  }
}
