internal import ImageModel
internal import MetadataModel

/// Reads XMP packets (ISO 16684-1) into a tree.
enum XMPReader {
  static func read(_ packets: [MetadataBlock], limits: Limits) -> BlockReading {
    BlockReading()
  }
}
