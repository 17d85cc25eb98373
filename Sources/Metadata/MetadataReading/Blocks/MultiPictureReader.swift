internal import ImageModel
internal import MetadataModel

/// Reads the multi-picture format (CIPA DC-007).
enum MultiPictureReader {
  static func read(_ block: MetadataBlock, limits: Limits) -> BlockReading {
    BlockReading()
  }
}
