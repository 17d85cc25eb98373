package import ByteStreams
package import ImageModel

/// What has read the structure of a JPEG file and lends it to others, so that it is read once.
package protocol JPEGStructureOwner {
  var structure: JPEGStructure { get }
}

extension JPEGStructure {
  /// The structure that an owner lends; it is read where that is none.
  ///
  /// - Parameters:
  ///   - owner: what has opened the same source with the same limits: any decoder.
  ///   - head: the first bytes, where they have been read.
  /// - Throws: as `read`.
  package static func lent(
    by owner: Any?, or source: any ByteSource, limits: Limits, head: [UInt8] = []
  ) throws(ImageError) -> JPEGStructure {
    if let owner = owner as? any JPEGStructureOwner { return owner.structure }
    return try read(source, limits: limits, head: head)
  }
}
