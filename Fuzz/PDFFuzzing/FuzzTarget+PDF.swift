package import MetadataFuzzing

extension FuzzTarget {
  /// All targets of the PDF half: existing PDFs, page descriptions and the small texts beside them, pictures on their
  /// way into a PDF.
  package static let pdf = existingFiles + descriptions + pictures

  /// Everything that there is.
  package static let every = all + pdf
}
