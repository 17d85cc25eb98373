package import ByteStreams
package import ImageModel
package import MetadataModel

/// A file with changed metadata, not yet written, and what was done.
package struct RewrittenFile: Sendable {
  /// Copies refer to the source that was given.
  package var plan: BytePlan
  /// What was changed, in plain words: `set exif.Artist`.
  package var changes: [String]
  package var diagnostics: [Diagnostic]
}

/// Changes the metadata of a JPEG, PNG or TIFF file without touching its compressed pixels: what CGImageDestinationCopyImageSource
/// does on Apple's systems.
package enum MetadataRewriter {
  /// The formats that can be rewritten.
  package static let formats: Set<String> = ["jpeg", "png", "tiff"]

  /// Works out the changed file.
  ///
  /// - Parameters:
  ///   - metadata: all that the file says, as MetadataReading reads it.
  ///   - page: the page of a TIFF file, counted from 1; nil changes all.
  /// - Throws: `invalidData` for damage where a rewrite could lose something, `unsupported` for what the format cannot hold;
  ///   `io`.
  package static func rewrite(
    _ source: any ByteSource, _ metadata: ImageMetadata, _ edits: MetadataEdits, copied: CopiedMetadata?, page: Int?,
    limits: Limits
  ) throws(ImageError) -> RewrittenFile {
    if let page, page > 1, metadata.format != "tiff" {
      throw ImageError(.usage, "there is no page \(page): the file has 1")
    }
    let revision = BlockRevision(edits, copied, limits: limits)
    var file: RewrittenFile
    switch metadata.format {
    case "jpeg":
      var rewriting = JPEGRewriting(source, metadata, revision)
      file = try rewriting.rewrite()
    case "png":
      var rewriting = PNGRewriting(source, metadata, revision)
      file = try rewriting.rewrite()
    case "tiff":
      var rewriting = TIFFRewriting(source, metadata, revision)
      file = try rewriting.rewrite(page: page)
    default: throw ImageError(.unsupported, "metadata of \(metadata.format) files cannot be rewritten")
    }
    file.diagnostics += copied?.diagnostics ?? []
    let texts = edits.removesPlaces ? KeptTexts.names(metadata, edits) : []
    if !texts.isEmpty {
      file.diagnostics.append(
        .note("a place may still be told by words that are kept: \(texts.joined(separator: ", "))"))
    }
    var told: Set<String> = []
    file.changes = file.changes.filter { told.insert($0).inserted }
    return file
  }
}
