internal import ImageModel
internal import MetadataModel

/// What the reader of one kind of metadata block hands over: groups of properties, and what was odd about the block.
///
/// Readers throw nothing: damage is a warning with its place, and the rest is delivered.
struct BlockReading {
  var groups: [PropertyGroup] = []
  /// What the prefixes of names stand for (XMP).
  var namespaces: [ImageMetadata.Namespace] = []
  /// Pictures in the block.
  var previews: [ImageMetadata.Preview] = []
  var diagnostics: [Diagnostic] = []

  mutating func warn(_ message: String) {
    diagnostics.append(.warning(message))
  }
}
