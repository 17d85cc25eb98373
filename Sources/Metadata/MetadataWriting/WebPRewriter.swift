internal import ByteStreams
internal import ImageModel
internal import MetadataModel
internal import WebPStructure

/// Rewrites the metadata of a WebP file, chunk by chunk. The data of the pictures and frames stays as it is.
struct WebPRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
  }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    try refuseTexts(in: "WebP")
    let structure = try WebPStructure.read(file.bytes, limits: revision.limits)
    var chunks = try WebPChunkRewriter(structure, file.bytes)
    try rewriteExif(&chunks)
    try rewriteXMP(&chunks)
    if !edits.selection.contains(.icc), chunks.count("ICCP") > 0 {
      chunks.set("ICCP", nil)
      revision.report("deleted icc")
    }
    if let profile = revision.copied?.profile {
      chunks.set("ICCP", profile)
      revision.report("copied icc")
    }
    if edits.stripsUnknown {
      if !chunks.unknownChunks.isEmpty { revision.report("deleted unknown chunks") }
      chunks.dropUnknown()
    } else {
      revision.reportKept("chunks", chunks.unknownChunks)
    }
    revision.reportTrailer(bytes: chunks.trailingBytes)
    if !edits.selection.contains(.trailers) { chunks.dropTrailing() }
    return chunks.finish()
  }

  private mutating func rewriteExif(_ chunks: inout WebPChunkRewriter) throws(ImageError) {
    let old = block(.exif)
    let info = file.metadata.images.first?.info
    let container = ExifRevision.Container(size: info?.size, resolution: info?.resolution, holdsResolution: true)
    let new = try revision.exif(old, container)
    let contents: MetadataSelection = [.exif, .gps, .makerNotes, .serialNumbers]
    if try revision.replaces("exif", old, by: new, count: chunks.count("EXIF"), holding: contents) {
      chunks.set("EXIF", new)
    }
  }

  private mutating func rewriteXMP(_ chunks: inout WebPChunkRewriter) throws(ImageError) {
    let old = block(.xmp)
    let new = try revision.xmp(old, extended: nil, orientation: file.metadata.images.first?.info?.orientation).packet
    let contents: MetadataSelection = [.xmp, .gps, .serialNumbers]
    if try revision.replaces("xmp", old, by: new, count: chunks.count("XMP "), holding: contents) {
      chunks.set("XMP ", new)
    }
  }
}
