/// An option of encoders that only some formats have, and some of them only with some compressions.
package enum EncodingOption: Hashable, Sendable {
  case quality, subsampling, progressive, interlace, tiles, bigTIFF
  /// The compressed blocks of another file of the format are copied as they are, or its picture is stored as finely.
  case blocks
}
