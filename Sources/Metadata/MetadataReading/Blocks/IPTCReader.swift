internal import ImageModel
internal import MetadataModel

/// Reads IPTC IIM datasets (IIM 4.2).
enum IPTCReader {
  static func read(_ bytes: [UInt8], limits: Limits) -> BlockReading {
    BlockReading()
  }
}
