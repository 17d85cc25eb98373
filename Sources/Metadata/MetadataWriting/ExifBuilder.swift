internal import ByteStreams
package import ImageModel
internal import TIFFStructure

/// Makes a new Exif block with a few parts of another, for a file that is to keep only those.
package enum ExifBuilder {
  /// A block with the parts that are asked for.
  ///
  /// - Parameters:
  ///   - block: a TIFF stream with Exif directories.
  ///   - orientation: written where it is not `.up`.
  ///   - gps: whether the GPS directory is taken over.
  /// - Returns: nil where nothing is left to be written.
  /// - Throws: what is wrong with the block's first directory.
  package static func block(
    from block: [UInt8], orientation: Orientation, gps: Bool, limits: Limits
  ) throws(ImageError) -> [UInt8]? {
    var tree = IFDTree()
    if orientation != .up { tree.set(.short(TIFFTag.orientation, UInt16(orientation.rawValue))) }
    var reader = try IFDReader(MemoryByteSource(block), limits: limits)
    if gps, let directory = try self.gps(&reader) { tree.set(.directory(IFDPointerTag.gps, directory)) }
    return tree.fields.isEmpty ? nil : try IFDWriter(bigEndian: reader.isBigEndian).stream([tree])
  }

  /// A block that says nothing but how the rows are turned.
  ///
  /// - Throws: nothing that can happen; the writer's errors are passed on.
  package static func block(orientation: Orientation) throws(ImageError) -> [UInt8] {
    try IFDWriter().stream([IFDTree([.short(TIFFTag.orientation, UInt16(orientation.rawValue))])])
  }

  /// The GPS directory with those fields that can be read.
  private static func gps(_ reader: inout IFDReader) throws(ImageError) -> IFDTree? {
    let main = try reader.directory(at: reader.firstOffset)
    guard let pointer = main[IFDPointerTag.gps],
      let offset = try? reader.value(of: pointer, maxBytes: 64).firstInteger, offset > 0,
      let directory = try? reader.directory(at: UInt64(offset))
    else { return nil }
    let fields = directory.entries.compactMap { entry -> IFDField? in
      guard let type = entry.type, let bytes = try? reader.rawBytes(of: entry) else { return nil }
      return IFDField(entry.tag, .raw(type: type, bytes: bytes))
    }
    return fields.isEmpty ? nil : IFDTree(fields)
  }
}
