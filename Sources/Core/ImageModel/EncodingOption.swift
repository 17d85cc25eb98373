/// An option of encoders that only some formats have, and some of them only with some compressions.
package enum EncodingOption: Hashable, Sendable {
  case quality, subsampling, progressive, interlace, tiles, bigTIFF
  /// The compressed blocks of another file of the format are taken as they are, or stored as finely.
  case blocks
}
