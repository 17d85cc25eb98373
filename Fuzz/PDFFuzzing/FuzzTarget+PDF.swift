package import MetadataFuzzing

extension FuzzTarget {
  /// All targets of this module: existing PDFs, page descriptions and their small texts, and the embedding of pictures.
  package static let pdf = existingFiles + descriptions + pictures

  /// All targets.
  package static let every = all + pdf
}
