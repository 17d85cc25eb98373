internal import ByteStreams
internal import GIFStructure
internal import ImageModel
internal import MetadataModel

/// Rewrites XMP and comments of a GIF file. The frames stay as they are.
struct GIFRewriter: FormatRewriter {
  let file: SourceFile
  private(set) var revision: BlockRevision

  init(_ file: SourceFile, _ revision: BlockRevision) {
    self.file = file
    self.revision = revision
  }

  mutating func rewrite() throws(ImageError) -> FilePatch {
    if !edits.exif.isEmpty || edits.thumbnail != nil || edits.dotsPerInch != nil || !edits.iptc.isEmpty {
      throw ImageError(.unsupported, "GIF has no place for Exif, IPTC data and a resolution; --set xmp.dc:title=...")
    }
    if !edits.texts.isEmpty || edits.deletions.contains(where: { $0.group == .png }) {
      throw ImageError(.unsupported, "texts with keywords are PNG's; a GIF file has comments")
    }
    if let orientation = edits.orientation, orientation != .up, block(.xmp) == nil {
      throw ImageError(.unsupported, "GIF has no place for an orientation but XMP; --set xmp.tiff:Orientation=...")
    }
    try refuseCopiedProfile(in: "GIF")
    let structure = try GIFStructure.read(file.bytes, limits: revision.limits)
    guard structure.isComplete else {
      throw ImageError(.invalidData, "the file is cut short or damaged; nothing is changed", format: "GIF")
    }
    var removed: Set<GIFStructure.Extension.Kind> = []
    var added: [UInt8] = []
    try rewriteXMP(structure, &removed, &added)
    rewriteComments(structure, &removed, &added)
    if !edits.selection.contains(.icc), structure.extensions.contains(where: { $0.kind == .icc }) {
      removed.insert(.icc)
      revision.report("deleted icc")
    }
    let trailing = file.bytes.size - min(file.bytes.size, structure.end + 1)
    let unknown = structure.extensions.contains { $0.kind == .other }
    if edits.stripsUnknown, unknown {
      removed.insert(.other)
      revision.report("deleted unknown extensions")
    } else {
      revision.reportKept("extensions", unknown ? [""] : [])
    }
    revision.reportTrailer(bytes: trailing)
    let dropsTrailing = !edits.selection.contains(.trailers)
    return patch(structure, removing: removed, adding: added, trailing: dropsTrailing ? trailing : 0)
  }

  private mutating func rewriteXMP(
    _ structure: GIFStructure, _ removed: inout Set<GIFStructure.Extension.Kind>, _ added: inout [UInt8]
  ) throws(ImageError) {
    let old = block(.xmp)
    let new = try revision.xmp(old, extended: nil, orientation: file.metadata.images.first?.info?.orientation).packet
    let count = structure.extensions.count { $0.kind == .xmp }
    guard try revision.replaces("xmp", old, by: new, count: count, holding: [.xmp, .gps, .serialNumbers]) else {
      return
    }
    removed.insert(.xmp)
    if let new { added += GIFStructure.extensionBytes(.xmp, new) ?? [] }
  }

  private mutating func rewriteComments(
    _ structure: GIFStructure, _ removed: inout Set<GIFStructure.Extension.Kind>, _ added: inout [UInt8]
  ) {
    let hasComments = structure.extensions.contains { $0.kind == .comment }
    if !edits.selection.contains(.comments), hasComments {
      removed.insert(.comment)
      revision.report("deleted comments")
    }
    guard let comments = edits.comments ?? revision.copied.flatMap({ $0.comments.isEmpty ? nil : $0.comments }) else {
      if hasComments, edits.removesPlaces, !removed.contains(.comment) {
        revision.report(.note("kept comments may still mention a place"))
      }
      return
    }
    removed.insert(.comment)
    for comment in comments { added += GIFStructure.extensionBytes(.comment, Array(comment.utf8)) ?? [] }
    revision.report(edits.comments == nil ? "copied comments" : "set comment")
  }

  /// New extensions go before the first block, and make the file a GIF89a.
  private func patch(
    _ structure: GIFStructure, removing removed: Set<GIFStructure.Extension.Kind>, adding added: [UInt8],
    trailing: UInt64
  ) -> FilePatch {
    let size = file.bytes.size
    var patch = FilePatch()
    if added.isEmpty {
      patch.copy(0..<6)
    } else {
      patch.append(Array("GIF89a".utf8))
    }
    var position = structure.globalColorTable?.upperBound ?? 13
    patch.copy(6..<position)
    patch.append(added)
    for found in structure.extensions where removed.contains(found.kind) {
      patch.copy(position..<found.range.lowerBound)
      position = found.range.upperBound
    }
    patch.copy(position..<size)
    patch.dropLast(trailing)
    return patch
  }
}
