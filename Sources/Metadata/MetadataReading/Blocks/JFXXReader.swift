internal import ImageModel
internal import MetadataModel

/// Reads the JFIF extension (JFIF 1.02, JFXX).
enum JFXXReader {
  static func read(_ bytes: [UInt8], limits: Limits) -> BlockReading {
    BlockReading()
  }
}
