internal import ImageModel
internal import MetadataModel

/// Reads Photoshop image resources, with the IPTC data in them.
enum PhotoshopReader {
  static func read(_ bytes: [UInt8], limits: Limits) -> BlockReading {
    BlockReading()
  }
}
