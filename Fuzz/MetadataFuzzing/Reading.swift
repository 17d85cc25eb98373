internal import ByteStreams
package import ImageModel
package import MetadataModel
internal import MetadataReading

/// Reads a file with all options: readable values, maker notes, the tags of profiles.
///
/// - Throws: `ImageError`.
@discardableResult
package func read(_ bytes: [UInt8], fileName: String? = nil) throws(ImageError) -> ImageMetadata {
  var options = MetadataReader.Options(.readable)
  options.makerNotes = true
  options.profileTags = true
  return try MetadataReader.read(MemoryByteSource(bytes), fileName: fileName, limits: .standard, options: options)
}
