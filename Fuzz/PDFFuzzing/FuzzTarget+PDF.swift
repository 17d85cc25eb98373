package import MetadataFuzzing

extension FuzzTarget {
  /// All targets of this module: existing PDFs, page descriptions and their small texts, embedding and decoding of
  /// pictures.
  package static let pdf = existingFiles + descriptions + pictures + decoders
}
