extension ContentTypeRegistry {
  /// The formats that the suite reads and writes, by the names that options use: the types' own in lower case.
  package static let formatNames = ["jpeg", "png", "tiff"]

  /// The types that are known without asking anybody: those that the suite and its providers read, and common ones that they do
  /// not, so that an error can name them. Identifiers are Apple's where Apple has one (Uniform Type Identifiers Reference, and
  /// `UTCoreTypes`), else they begin with the reversed domain of the format's owner.
  package static let builtInTypes: [ContentType] =
    rootTypes + imageTypes + cameraRawTypes + documentTypes + textTypes + sourceCodeTypes + archiveTypes + mediaTypes
    + fontTypes
}

extension ContentType {
  /// A row of the tables: identifier, name, parents, extensions, MIME types.
  static func row(
    _ identifier: String, _ name: String, _ parents: [String], _ fileExtensions: [String] = [],
    _ mimeTypes: [String] = [], _ signatures: [Signature] = [], openings: [String] = [], patterns: [NamePattern] = [],
    icon: String? = nil
  ) -> ContentType {
    ContentType(
      identifier, name: name, conformsTo: parents, fileExtensions: fileExtensions, namePatterns: patterns,
      mimeTypes: mimeTypes, signatures: signatures, openings: openings, iconName: icon)
  }
}
