internal import ImageModel
internal import MetadataModel
internal import PDFReading

extension MetadataCollector {
  /// Reads a PDF document, which is a file without images: the pictures in it are listed in a group.
  ///
  /// - Throws: `invalidData` for a file without a catalog; `limitExceeded`; `io`. All other damage is a warning.
  mutating func readPDF() throws(ImageError) {
    let document = try PDFObjects(source, limits: limits)
    if detail > .essentials {
      var description = PDFDescription(document, limits: limits)
      // Damage of one part leaves the others readable.
      try description.read()
      metadata.blocks = description.metadataBlocks
      let blocks = groups(of: metadata.blocks)
      description.addConformance(blocks.first { $0.name == "XMP" })
      metadata.properties.groups += description.groups + blocks
      note(description.diagnostics)
    }
    note(document.diagnostics)
  }
}
